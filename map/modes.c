/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "map/modes.h"

#include <math.h>
#include <stdlib.h>

#include "sim/select.h"

const char *map_mode_word(enum map_mode mode)
{
#define WORD(name, word, text) word,
    static const char *const words[] = {MAP_MODE_LIST(WORD)};
    return words[mode];
}

const char *map_boundary_word(enum map_boundary boundary)
{
    static const char *const words[] = {MAP_BOUNDARY_LIST(WORD)};
#undef WORD
    return words[boundary];
}

const char *map_mode_text(enum map_mode mode)
{
#define TEXT(name, word, text) text,
    static const char *const texts[] = {MAP_MODE_LIST(TEXT)};
    return texts[mode];
}

const char *map_boundary_text(enum map_boundary boundary)
{
    static const char *const texts[] = {MAP_BOUNDARY_LIST(TEXT)};
#undef TEXT
    return texts[boundary];
}

static bool at_rest(const double field[MAP_FIELDS]) { return fabs(field[MAP_SLIP]) <= SIM_NO_SLIP; }

enum map_mode map_mode_of(const double field[MAP_FIELDS], enum map_slip slip)
{
    int direction = slip;
    if (slip == MAP_SLIP_AUTO && at_rest(field)) {
        if (field[MAP_CONE_PLUS] >= 0 && field[MAP_CONE_MINUS] >= 0)
            return MAP_STICK;
        /* slip begins against the force that stick would need */
        direction = field[MAP_CONE_PLUS] < field[MAP_CONE_MINUS] ? -1 : 1;
    } else if (slip == MAP_SLIP_AUTO) {
        direction = field[MAP_SLIP] > 0 ? 1 : -1;
    }
    const double a = field[direction > 0 ? MAP_A_PLUS : MAP_A_MINUS];
    if (a > 0)
        return field[MAP_B] > 0 ? MAP_M1 : MAP_M2;
    return field[MAP_B] > 0 ? MAP_M3 : MAP_M4;
}

static bool rests_everywhere(const struct map_grid *grid)
{
    for (size_t k = 0; k < grid->nx * grid->ny; k++)
        if (grid->defined[k] && !at_rest(grid->field[k]))
            return false;
    return true;
}

/* A = 0 of one slip direction, where the slip has that direction */
static enum error_code trace_a(struct map_modes *modes, int direction, enum map_slip slip,
                               struct error *err)
{
    const enum map_field field = direction > 0 ? MAP_A_PLUS : MAP_A_MINUS;
    struct map_curve *curve =
        &modes->boundary[direction > 0 ? MAP_BOUNDARY_A_PLUS : MAP_BOUNDARY_A_MINUS];
    const struct map_place *place = modes->grid.place;
    if (slip == -direction)
        return ERROR_OK;
    enum error_code code = map_curve_trace(&modes->grid, field, curve, err);
    if (!code && slip == MAP_SLIP_AUTO)
        code = map_curve_clip(place, field, MAP_SLIP, direction, curve, err);
    if (!code)
        code = map_curve_cross(place, curve, field, MAP_B, &modes->boundary[MAP_BOUNDARY_SINGULAR],
                               err);
    return code;
}

/* the line without slip, the part of it that sticks, and the ends of that part */
static enum error_code trace_stick(struct map_modes *modes, struct error *err)
{
    static const enum map_field cones[] = {MAP_CONE_PLUS, MAP_CONE_MINUS};
    const struct map_place *place = modes->grid.place;
    struct map_curve *boundary = modes->boundary;
    enum error_code code = map_curve_trace(&modes->grid, MAP_SLIP, &boundary[MAP_BOUNDARY_SLIP],
                                           err);
    if (!code)
        code = map_curve_trace(&modes->grid, MAP_SLIP, &boundary[MAP_BOUNDARY_STICK], err);
    for (size_t k = 0; !code && k < 2; k++)
        code = map_curve_clip(place, MAP_SLIP, cones[k], 1, &boundary[MAP_BOUNDARY_STICK], err);
    for (size_t k = 0; !code && k < 2; k++)
        code = map_curve_cross(place, &boundary[MAP_BOUNDARY_SLIP], MAP_SLIP, cones[k],
                               &boundary[MAP_BOUNDARY_CONE], err);
    return code;
}

/* no slip anywhere: the edges of the cone are curves of their own */
static enum error_code trace_cones(struct map_modes *modes, struct error *err)
{
    struct map_curve *cone = &modes->boundary[MAP_BOUNDARY_CONE], other = {0};
    enum error_code code = map_curve_trace(&modes->grid, MAP_CONE_PLUS, cone, err);
    if (!code)
        code = map_curve_trace(&modes->grid, MAP_CONE_MINUS, &other, err);
    if (!code)
        code = map_curve_join(cone, &other, err);
    map_curve_free(&other);
    return code;
}

static enum error_code trace_all(struct map_modes *modes, enum map_slip slip, struct error *err)
{
    const bool rest = slip == MAP_SLIP_AUTO && rests_everywhere(&modes->grid);
    enum error_code code = ERROR_OK;
    if (rest)
        return trace_cones(modes, err);
    for (int direction = 1; !code && direction >= -1; direction -= 2)
        code = trace_a(modes, direction, slip, err);
    if (!code)
        code = map_curve_trace(&modes->grid, MAP_B, &modes->boundary[MAP_BOUNDARY_B], err);
    if (!code && slip == MAP_SLIP_AUTO)
        code = trace_stick(modes, err);
    return code;
}

enum error_code map_modes_create(const struct map_place *place, enum map_slip slip,
                                 struct map_modes **modes, struct error *err)
{
    *modes = calloc(1, sizeof **modes);
    if (!*modes)
        return error_memory(err);
    enum error_code code = map_grid_create(place, &(*modes)->grid, err);
    const struct map_grid *grid = &(*modes)->grid;
    const size_t n = grid->nx * grid->ny;
    if (!code) {
        (*modes)->mode = calloc(n, 1);
        code = (*modes)->mode ? ERROR_OK : error_memory(err);
    }
    for (size_t k = 0; !code && k < n; k++)
        if (grid->defined[k])
            (*modes)->mode[k] = (unsigned char)map_mode_of(grid->field[k], slip);
    if (!code)
        code = trace_all(*modes, slip, err);
    if (code) {
        map_modes_free(*modes);
        *modes = NULL;
    }
    return code;
}

void map_modes_free(struct map_modes *modes)
{
    if (!modes)
        return;
    map_grid_free(&modes->grid);
    free(modes->mode);
    for (size_t i = 0; i < MAP_BOUNDARIES; i++)
        map_curve_free(&modes->boundary[i]);
    free(modes);
}
