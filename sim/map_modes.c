#include "sim/map_modes.h"

#include <math.h>
#include <stdlib.h>

#include "sim/select.h"

const char *sim_map_mode_word(enum sim_map_mode mode)
{
#define WORD(name, word, text) word,
    static const char *const words[] = {SIM_MAP_MODE_LIST(WORD)};
    return words[mode];
}

const char *sim_map_boundary_word(enum sim_map_boundary boundary)
{
    static const char *const words[] = {SIM_MAP_BOUNDARY_LIST(WORD)};
#undef WORD
    return words[boundary];
}

const char *sim_map_mode_text(enum sim_map_mode mode)
{
#define TEXT(name, word, text) text,
    static const char *const texts[] = {SIM_MAP_MODE_LIST(TEXT)};
    return texts[mode];
}

const char *sim_map_boundary_text(enum sim_map_boundary boundary)
{
    static const char *const texts[] = {SIM_MAP_BOUNDARY_LIST(TEXT)};
#undef TEXT
    return texts[boundary];
}

static bool at_rest(const double field[SIM_MAP_FIELDS])
{
    return fabs(field[SIM_MAP_SLIP]) <= SIM_NO_SLIP;
}

enum sim_map_mode sim_map_mode_of(const double field[SIM_MAP_FIELDS], enum sim_map_slip slip)
{
    int direction = slip;
    if (slip == SIM_MAP_SLIP_AUTO && at_rest(field)) {
        if (field[SIM_MAP_CONE_PLUS] >= 0 && field[SIM_MAP_CONE_MINUS] >= 0)
            return SIM_MAP_STICK;
        /* slip begins against the force that stick would need */
        direction = field[SIM_MAP_CONE_PLUS] < field[SIM_MAP_CONE_MINUS] ? -1 : 1;
    } else if (slip == SIM_MAP_SLIP_AUTO) {
        direction = field[SIM_MAP_SLIP] > 0 ? 1 : -1;
    }
    const double a = field[direction > 0 ? SIM_MAP_A_PLUS : SIM_MAP_A_MINUS];
    if (a > 0)
        return field[SIM_MAP_B] > 0 ? SIM_MAP_M1 : SIM_MAP_M2;
    return field[SIM_MAP_B] > 0 ? SIM_MAP_M3 : SIM_MAP_M4;
}

static bool rests_everywhere(const struct sim_map_grid *grid)
{
    for (size_t k = 0; k < grid->nx * grid->ny; k++)
        if (grid->defined[k] && !at_rest(grid->field[k]))
            return false;
    return true;
}

/* A = 0 of one slip direction, where the slip has that direction */
static enum error_code trace_a(struct sim_map_modes *modes, int direction,
                               enum sim_map_slip slip, struct error *err)
{
    const enum sim_map_field field = direction > 0 ? SIM_MAP_A_PLUS : SIM_MAP_A_MINUS;
    struct sim_map_curve *curve =
        &modes->boundary[direction > 0 ? SIM_MAP_BOUNDARY_A_PLUS : SIM_MAP_BOUNDARY_A_MINUS];
    const struct sim_map_place *place = modes->grid.place;
    if (slip == -direction)
        return ERROR_OK;
    enum error_code code = sim_map_curve_trace(&modes->grid, field, curve, err);
    if (!code && slip == SIM_MAP_SLIP_AUTO)
        code = sim_map_curve_clip(place, field, SIM_MAP_SLIP, direction, curve, err);
    if (!code)
        code = sim_map_curve_cross(place, curve, field, SIM_MAP_B,
                                   &modes->boundary[SIM_MAP_BOUNDARY_SINGULAR], err);
    return code;
}

/* the line without slip, the part of it that sticks, and the ends of that part */
static enum error_code trace_stick(struct sim_map_modes *modes, struct error *err)
{
    static const enum sim_map_field cones[] = {SIM_MAP_CONE_PLUS, SIM_MAP_CONE_MINUS};
    const struct sim_map_place *place = modes->grid.place;
    struct sim_map_curve *boundary = modes->boundary;
    enum error_code code = sim_map_curve_trace(&modes->grid, SIM_MAP_SLIP,
                                               &boundary[SIM_MAP_BOUNDARY_SLIP], err);
    if (!code)
        code = sim_map_curve_trace(&modes->grid, SIM_MAP_SLIP,
                                   &boundary[SIM_MAP_BOUNDARY_STICK], err);
    for (size_t k = 0; !code && k < 2; k++)
        code = sim_map_curve_clip(place, SIM_MAP_SLIP, cones[k], 1,
                                  &boundary[SIM_MAP_BOUNDARY_STICK], err);
    for (size_t k = 0; !code && k < 2; k++)
        code = sim_map_curve_cross(place, &boundary[SIM_MAP_BOUNDARY_SLIP], SIM_MAP_SLIP,
                                   cones[k], &boundary[SIM_MAP_BOUNDARY_CONE], err);
    return code;
}

/* no slip anywhere: the edges of the cone are curves of their own */
static enum error_code trace_cones(struct sim_map_modes *modes, struct error *err)
{
    struct sim_map_curve *cone = &modes->boundary[SIM_MAP_BOUNDARY_CONE], other = {0};
    enum error_code code =
        sim_map_curve_trace(&modes->grid, SIM_MAP_CONE_PLUS, cone, err);
    if (!code)
        code = sim_map_curve_trace(&modes->grid, SIM_MAP_CONE_MINUS, &other, err);
    if (!code)
        code = sim_map_curve_join(cone, &other, err);
    sim_map_curve_free(&other);
    return code;
}

static enum error_code trace_all(struct sim_map_modes *modes, enum sim_map_slip slip,
                                 struct error *err)
{
    const bool rest = slip == SIM_MAP_SLIP_AUTO && rests_everywhere(&modes->grid);
    enum error_code code = ERROR_OK;
    if (rest)
        return trace_cones(modes, err);
    for (int direction = 1; !code && direction >= -1; direction -= 2)
        code = trace_a(modes, direction, slip, err);
    if (!code)
        code = sim_map_curve_trace(&modes->grid, SIM_MAP_B,
                                   &modes->boundary[SIM_MAP_BOUNDARY_B], err);
    if (!code && slip == SIM_MAP_SLIP_AUTO)
        code = trace_stick(modes, err);
    return code;
}

enum error_code sim_map_modes_create(const struct sim_map_place *place,
                                     enum sim_map_slip slip, struct sim_map_modes **modes,
                                     struct error *err)
{
    *modes = calloc(1, sizeof **modes);
    if (!*modes)
        return error_memory(err);
    enum error_code code = sim_map_grid_create(place, &(*modes)->grid, err);
    const struct sim_map_grid *grid = &(*modes)->grid;
    const size_t n = grid->nx * grid->ny;
    if (!code) {
        (*modes)->mode = calloc(n, 1);
        code = (*modes)->mode ? ERROR_OK : error_memory(err);
    }
    for (size_t k = 0; !code && k < n; k++)
        if (grid->defined[k])
            (*modes)->mode[k] = (unsigned char)sim_map_mode_of(grid->field[k], slip);
    if (!code)
        code = trace_all(*modes, slip, err);
    if (code) {
        sim_map_modes_free(*modes);
        *modes = NULL;
    }
    return code;
}

void sim_map_modes_free(struct sim_map_modes *modes)
{
    if (!modes)
        return;
    sim_map_grid_free(&modes->grid);
    free(modes->mode);
    for (size_t i = 0; i < SIM_MAP_BOUNDARIES; i++)
        sim_map_curve_free(&modes->boundary[i]);
    free(modes);
}
