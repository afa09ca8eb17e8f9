/* skitter-map jamming */
#include <math.h>
#include <string.h>

#include "sim/map_critical.h"
#include "sim/map_ipos.h"
#include "sim/map_jamming.h"
#include "sim/map_paradox.h"
#include "sim/map_region.h"
#include "sim/map_singular.h"
#include "sim/select.h"

static void add(struct sim_map_table *table, const char *what, double value,
                const char *unit, const char *how)
{
    sim_map_table_row(table, (struct sim_map_cell[]){SIM_MAP_WORD(what),
                                                     SIM_MAP_NUMBER(value),
                                                     SIM_MAP_WORD(unit), SIM_MAP_WORD(how)});
}

/* auto: as the rig's start slips, in both directions when it does not */
static enum sim_map_slip direction(const struct sim_map_job *job)
{
    const enum sim_map_slip slip = sim_map_settings_slip(job->settings);
    double field[SIM_MAP_FIELDS];
    if (slip != SIM_MAP_SLIP_AUTO || !sim_map_place_fields(job->place, job->at, field) ||
        fabs(field[SIM_MAP_SLIP]) <= SIM_NO_SLIP)
        return slip;
    return field[SIM_MAP_SLIP] > 0 ? SIM_MAP_SLIP_PLUS : SIM_MAP_SLIP_MINUS;
}

/* the same plane with the friction as an axis of its own */
static void answer_friction(const struct sim_map_job *job, const struct sim_map_line *line,
                            enum sim_map_slip slip, double from, struct sim_map_table *table)
{
    const struct sim_map_axis axes[] = {job->place->axes[0], job->place->axes[1],
                                        sim_map_axis_of(job->model, job->n, "friction")};
    struct sim_map_place *place;
    double friction = NAN;
    if (sim_map_place_create(job->rig, 0, SIM_MAP_STATES, axes, 3, &place, NULL))
        return;
    struct sim_map_line wider = *line;
    wider.place = place;
    if (!sim_map_jamming_friction(&wider, slip, from, &friction))
        friction = NAN;
    add(table, "least_jamming_friction", friction, "1", "singular points");
    sim_map_place_free(place);
}

/* by A and B alone */
static void answer_statics(const struct sim_map_job *job, const struct sim_map_line *line,
                           struct sim_map_table *table)
{
    const enum sim_map_slip slip = direction(job);
    const char *unit = job->place->axes[0].quantity->unit;
    const char *rate = job->place->axes[1].quantity->unit;
    struct sim_map_critical least;
    const bool any = sim_map_critical_least(line, (int)slip, &least);
    add(table, "least_critical_friction", any ? least.friction : NAN, "1", "A = 0");
    add(table, "least_critical_configuration", any ? least.at : NAN, unit, "A = 0");
    if (any)
        answer_friction(job, line, slip, least.friction, table);

    struct sim_map_interval intervals[SIM_MAP_MAX_INTERVALS];
    const size_t n = sim_map_paradox_intervals(line, intervals);
    for (size_t i = 0; i < n; i++) {
        if (slip != SIM_MAP_SLIP_AUTO && intervals[i].slip != (int)slip)
            continue;
        const char *how = intervals[i].slip > 0 ? "A < 0; slip +" : "A < 0; slip -";
        add(table, "paradox_low", intervals[i].low, unit, how);
        add(table, "paradox_high", intervals[i].high, unit, how);
    }
    struct sim_map_singular points[SIM_MAP_MAX_SINGULAR];
    const size_t n_points = sim_map_singular_points(line, slip, points);
    for (size_t i = 0; i < n_points; i++)
        if (points[i].jams) {
            add(table, "corner_configuration", points[i].at[0], unit, "A = B = 0");
            add(table, "corner_velocity", points[i].at[1], rate, "A = B = 0");
        }
}

/* the least initial slip with which the rig's start jams: the belt is turned */
static enum error_code answer_speed(const struct sim_map_job *job,
                                    const struct sim_map_watch *watch,
                                    struct sim_map_table *table, struct error *err)
{
    double field[SIM_MAP_FIELDS], speed = NAN;
    if (job->place->setup->belt)
        return ERROR_OK; /* its speed is what it is */
    struct sim_map_dial dial = {.origin = 0};
    struct sim_map_place *place;
    enum error_code code = sim_map_job_other(job, "belt_speed", &place, err);
    if (code)
        return code;
    const double belt = place->setup->problem.p[SIM_BELT_SPEED];
    if (sim_map_place_fields(place, &belt, field)) {
        const double slip = field[SIM_MAP_SLIP];
        const double sign = slip < 0 ? -1 : 1;
        dial = (struct sim_map_dial){.place = place, .origin = belt + slip, .rate = -sign};
        if (!sim_map_jamming_least(&dial, watch, fmax(10, 10 * fabs(slip)), &speed))
            speed = NAN;
    }
    add(table, "least_slip_speed", speed, "m/s", "simulation");
    sim_map_place_free(place);
    return ERROR_OK;
}

/* of a slider: the least base on which it does not tip over before it jams */
static enum error_code answer_length(const struct sim_map_job *job,
                                     const struct sim_map_watch *watch,
                                     struct sim_map_table *table, struct error *err)
{
    if (!job->model->line_contact)
        return ERROR_OK;
    struct sim_map_place *place;
    double length = NAN;
    enum error_code code = sim_map_job_other(job, "slider_length", &place, err);
    if (code)
        return code;
    const struct sim_map_dial dial = {.place = place, .rate = 1};
    if (!sim_map_jamming_least(&dial, watch, 100, &length))
        length = NAN;
    add(table, "least_slider_length", length, "m", "simulation");
    sim_map_place_free(place);
    return ERROR_OK;
}

static void answer_ipos(const struct sim_map_job *job, struct sim_map_table *table)
{
    struct sim_map_ipos ipos;
    if (strcmp(job->model->table.name, "ipos") != 0)
        return;
    sim_map_ipos(job->place, &ipos);
    add(table, "least_critical_friction", ipos.mu_min, "1", "paper 4 (17)");
    add(table, "least_jamming_friction", ipos.mu_c, "1", "paper 4 (26)");
    add(table, "paradox_low", ipos.theta[0], "rad", "paper 4 (18)");
    add(table, "paradox_high", ipos.theta[1], "rad", "paper 4 (18)");
    add(table, "corner_velocity", ipos.rate, "rad/s", "paper 4 (12)");
    add(table, "enough_slip_speed", ipos.least_speed, "m/s", "paper 4 (31)");
    add(table, "enough_slider_length", ipos.least_length, "m", "paper 4 prop. 5.3");
    add(table, "rough_slider_length", ipos.least_length_rough, "m", "paper 4 (38)");
}

/* the starts that jam, over the plane of the axes, when a file asks for them */
static enum error_code region(struct sim_map_job *job, struct error *err)
{
    const struct sim_map_settings *settings = job->settings;
    struct sim_map_region found;
    struct sim_map_modes *modes = NULL;
    if (!settings->figure && !settings->cells)
        return ERROR_OK;
    enum error_code code = sim_map_job_ranges(job, 2, err);
    if (code)
        return code;
    code = sim_map_region_create(job, SIM_MAP_OUTCOME_JAMS, &found, err);
    if (code)
        return code;
    if (settings->cells)
        code = sim_map_region_cells(job, &found, err);
    if (!code && settings->figure)
        code = sim_map_modes_create(job->place, direction(job), &modes, err);
    if (modes) {
        struct sim_map_figure figure = sim_map_region_figure(job, &found, "jamming begins");
        const struct sim_map_curve *boundary = modes->boundary;
        sim_map_figure_add(&figure, "A = 0, slip +", SIM_MAP_LINE, "#d55e00",
                           &boundary[SIM_MAP_BOUNDARY_A_PLUS]);
        sim_map_figure_add(&figure, "A = 0, slip -", SIM_MAP_DASHES, "#d55e00",
                           &boundary[SIM_MAP_BOUNDARY_A_MINUS]);
        sim_map_figure_add(&figure, "B = 0", SIM_MAP_LINE, "#0072b2",
                           &boundary[SIM_MAP_BOUNDARY_B]);
        sim_map_figure_add(&figure, "A = B = 0", SIM_MAP_DISCS, "#aa00aa",
                           &boundary[SIM_MAP_BOUNDARY_SINGULAR]);
        code = sim_map_job_draw(job, &figure, err);
    }
    sim_map_modes_free(modes);
    sim_map_region_free(&found);
    return code;
}

static enum error_code answers(const struct sim_map_job *job, struct error *err)
{
    static const char *const names[] = {"quantity", "value", "unit", "how"};
    const struct sim_map_watch watch = {.duration = job->settings->duration,
                                        .flight = job->settings->flight,
                                        .rtol = job->settings->rtol};
    struct sim_map_line line;
    struct sim_map_table *table = NULL;
    enum error_code code = sim_map_job_line(job, &line, err);
    if (!code)
        code = sim_map_job_table(job, names, 4, &table, err);
    if (code)
        return code;
    answer_statics(job, &line, table);
    code = answer_speed(job, &watch, table, err);
    if (!code)
        code = answer_length(job, &watch, table, err);
    if (!code)
        answer_ipos(job, table);
    return sim_map_table_close(table, code, err);
}

enum error_code sim_map_jamming_command(const struct sim_map_settings *settings,
                                        const char *rig, struct error *err)
{
    static const struct sim_map_wants wants = {.least_axes = 2, .most_axes = 2,
                                               .coordinate = true, .points = 100,
                                               .friction_in_title = true};
    struct sim_map_job job;
    enum error_code code = sim_map_job_open(settings, rig, &wants, &job, err);
    if (code)
        return code;
    code = answers(&job, err);
    if (!code)
        code = region(&job, err);
    sim_map_job_close(&job);
    return code;
}
