/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-map jamming */
#include <math.h>
#include <string.h>

#include "map/critical.h"
#include "map/ipos.h"
#include "map/jamming.h"
#include "map/paradox.h"
#include "map/region.h"
#include "map/singular.h"
#include "sim/select.h"

static void add(struct map_table *table, const char *what, double value, const char *unit,
                const char *how)
{
    map_table_row(table, (struct map_cell[]){MAP_WORD(what), MAP_NUMBER(value), MAP_WORD(unit),
                                             MAP_WORD(how)});
}

/* auto: as the rig's start slips, in both directions when it does not */
static enum map_slip direction(const struct map_job *job)
{
    const enum map_slip slip = map_settings_slip(job->settings);
    double field[MAP_FIELDS];
    if (slip != MAP_SLIP_AUTO || !map_place_fields(job->place, job->at, field) ||
        fabs(field[MAP_SLIP]) <= SIM_NO_SLIP)
        return slip;
    return field[MAP_SLIP] > 0 ? MAP_SLIP_PLUS : MAP_SLIP_MINUS;
}

/* the same plane with the friction as an axis of its own */
static void answer_friction(const struct map_job *job, const struct map_line *line,
                            enum map_slip slip, double from, struct map_table *table)
{
    const struct map_axis axes[] = {job->place->axes[0], job->place->axes[1],
                                    map_axis_of(job->model, job->n, "friction")};
    struct map_place *place;
    double friction = NAN;
    if (map_place_create(job->rig, 0, MAP_STATES, axes, 3, &place, NULL))
        return;
    struct map_line wider = *line;
    wider.place = place;
    if (!map_jamming_friction(&wider, slip, from, &friction))
        friction = NAN;
    add(table, "least_jamming_friction", friction, "1", "singular points");
    map_place_free(place);
}

/* by A and B alone */
static void answer_statics(const struct map_job *job, const struct map_line *line,
                           struct map_table *table)
{
    const enum map_slip slip = direction(job);
    const char *unit = job->place->axes[0].quantity->unit;
    const char *rate = job->place->axes[1].quantity->unit;
    struct map_critical least;
    const bool any = map_critical_least(line, (int)slip, &least);
    add(table, "least_critical_friction", any ? least.friction : NAN, "1", "A = 0");
    add(table, "least_critical_configuration", any ? least.at : NAN, unit, "A = 0");
    if (any)
        answer_friction(job, line, slip, least.friction, table);

    struct map_interval intervals[MAP_MAX_INTERVALS];
    const size_t n = map_paradox_intervals(line, intervals);
    for (size_t i = 0; i < n; i++) {
        if (slip != MAP_SLIP_AUTO && intervals[i].slip != (int)slip)
            continue;
        const char *how = intervals[i].slip > 0 ? "A < 0; slip +" : "A < 0; slip -";
        add(table, "paradox_low", intervals[i].low, unit, how);
        add(table, "paradox_high", intervals[i].high, unit, how);
    }
    struct map_singular points[MAP_MAX_SINGULAR];
    const size_t n_points = map_singular_points(line, slip, points);
    for (size_t i = 0; i < n_points; i++)
        if (points[i].jams) {
            add(table, "corner_configuration", points[i].at[0], unit, "A = B = 0");
            add(table, "corner_velocity", points[i].at[1], rate, "A = B = 0");
        }
}

/* the least initial slip with which the rig's start jams: the belt is turned */
static enum error_code answer_speed(const struct map_job *job, const struct map_watch *watch,
                                    struct map_table *table, struct error *err)
{
    double field[MAP_FIELDS], speed = NAN;
    if (job->place->setup->belt)
        return ERROR_OK; /* its speed is what it is */
    struct map_dial dial = {.origin = 0};
    struct map_place *place;
    enum error_code code = map_job_other(job, "belt_speed", &place, err);
    if (code)
        return code;
    const double belt = place->setup->problem.p[SIM_BELT_SPEED];
    if (map_place_fields(place, &belt, field)) {
        const double slip = field[MAP_SLIP];
        const double sign = slip < 0 ? -1 : 1;
        dial = (struct map_dial){.place = place, .origin = belt + slip, .rate = -sign};
        if (!map_jamming_least(&dial, watch, fmax(10, 10 * fabs(slip)), &speed))
            speed = NAN;
    }
    add(table, "least_slip_speed", speed, "m/s", "simulation");
    map_place_free(place);
    return ERROR_OK;
}

/* of a slider: the least base on which it does not tip over before it jams */
static enum error_code answer_length(const struct map_job *job, const struct map_watch *watch,
                                     struct map_table *table, struct error *err)
{
    if (!job->model->line_contact)
        return ERROR_OK;
    struct map_place *place;
    double length = NAN;
    enum error_code code = map_job_other(job, "slider_length", &place, err);
    if (code)
        return code;
    const struct map_dial dial = {.place = place, .rate = 1};
    if (!map_jamming_least(&dial, watch, 100, &length))
        length = NAN;
    add(table, "least_slider_length", length, "m", "simulation");
    map_place_free(place);
    return ERROR_OK;
}

static void answer_ipos(const struct map_job *job, struct map_table *table)
{
    struct map_ipos ipos;
    if (strcmp(job->model->table.name, "ipos") != 0)
        return;
    map_ipos(job->place, &ipos);
    add(table, "least_critical_friction", ipos.mu_min, "1", "Or 2012 (17)");
    add(table, "least_jamming_friction", ipos.mu_c, "1", "Or 2012 (26)");
    add(table, "paradox_low", ipos.theta[0], "rad", "Or 2012 (18)");
    add(table, "paradox_high", ipos.theta[1], "rad", "Or 2012 (18)");
    add(table, "corner_velocity", ipos.rate, "rad/s", "Or 2012 (12)");
    add(table, "cone_configuration", ipos.cone, "rad", "Or 2012 (20), C = 0");
    add(table, "least_normal_force", ipos.least_force, "N", "Or 2012 lemma 5.2");
    add(table, "enough_slip_speed", ipos.least_speed, "m/s", "Or 2012 (31), (30) mended");
    add(table, "enough_slider_length", ipos.least_length, "m", "Or 2012 prop. 5.3");
    add(table, "rough_slider_length", ipos.least_length_rough, "m", "Or 2012 (38)");
}

/* the starts that jam, over the plane of the axes, when a file asks for them */
static enum error_code region(struct map_job *job, struct error *err)
{
    const struct map_settings *settings = job->settings;
    struct map_region found;
    struct map_modes *modes = NULL;
    if (!settings->figure && !settings->cells)
        return ERROR_OK;
    enum error_code code = map_job_ranges(job, 2, err);
    if (code)
        return code;
    code = map_region_create(job, MAP_OUTCOME_JAMS, &found, err);
    if (code)
        return code;
    if (settings->cells)
        code = map_region_cells(job, &found, err);
    if (!code && settings->figure)
        code = map_modes_create(job->place, direction(job), &modes, err);
    if (modes) {
        struct map_figure figure = map_region_figure(job, &found, "jamming begins");
        const struct map_curve *boundary = modes->boundary;
        map_figure_add(&figure, "A = 0, slip +", MAP_LINE, "#d55e00",
                       &boundary[MAP_BOUNDARY_A_PLUS]);
        map_figure_add(&figure, "A = 0, slip -", MAP_DASHES, "#d55e00",
                       &boundary[MAP_BOUNDARY_A_MINUS]);
        map_figure_add(&figure, "B = 0", MAP_LINE, "#0072b2", &boundary[MAP_BOUNDARY_B]);
        map_figure_add(&figure, "A = B = 0", MAP_DISCS, "#aa00aa",
                       &boundary[MAP_BOUNDARY_SINGULAR]);
        struct map_ipos_curves curves = {0};
        code = map_ipos_overlay(job, &curves, &figure, err);
        if (!code)
            code = map_job_draw(job, &figure, err);
        map_ipos_curves_free(&curves);
    }
    map_modes_free(modes);
    map_region_free(&found);
    return code;
}

static enum error_code answers(const struct map_job *job, struct error *err)
{
    static const char *const names[] = {"quantity", "value", "unit", "how"};
    const struct map_watch watch = {.duration = job->settings->duration,
                                    .flight = job->settings->flight,
                                    .rtol = job->settings->rtol};
    struct map_line line;
    struct map_table *table = NULL;
    enum error_code code = map_job_coulomb_line(job, &line, err);
    if (!code)
        code = map_job_table(job, names, 4, &table, err);
    if (code)
        return code;
    answer_statics(job, &line, table);
    code = answer_speed(job, &watch, table, err);
    if (!code)
        code = answer_length(job, &watch, table, err);
    if (!code)
        answer_ipos(job, table);
    return map_table_close(table, code, err);
}

enum error_code map_jamming_command(const struct map_settings *settings, const char *rig,
                                    struct error *err)
{
    static const struct map_wants wants = {.least_axes = 2,
                                           .most_axes = 2,
                                           .coordinate = true,
                                           .points = 100,
                                           .friction_in_title = true};
    struct map_job job;
    enum error_code code = map_job_open(settings, rig, &wants, &job, err);
    if (code)
        return code;
    code = answers(&job, err);
    if (!code)
        code = region(&job, err);
    map_job_close(&job);
    return code;
}
