/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-orbit phase: the motions at the rig's value of a parameter, in a phase plane */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/number.h"
#include "lib/cli/remark.h"
#include "map/modes_figure.h"
#include "orbit/job.h"
#include "orbit/phase.h"

/* points of the plane along each axis, and the margin around the motions in shares of their size */
enum { PLANE = 400 };
static const double margin = 0.25;

/* ---- the table */

struct writer {
    const struct orbit_job *job;
    const struct orbit_point *point;
    size_t number;
};

static const char *kind_of(const struct orbit_point *point)
{
    return point->periodic ? "orbit" : "equilibrium";
}

static enum error_code write_row(void *context, double t, enum sim_mode mode, const double *x,
                                 struct error *err)
{
    (void)err;
    const struct writer *writer = context;
    const struct orbit_point *point = writer->point;
    FILE *out = writer->job->out;
    fprintf(out, "%s,%zu,%s", kind_of(point), writer->number,
            orbit_stability_word(point->stability));
    number_columns(&t, 1, out);
    fprintf(out, ",%s", point->periodic ? sim_mode_word(mode) : point->sequence);
    number_columns(x, writer->job->system->width, out);
    fputc('\n', out);
    return ERROR_OK;
}

static enum error_code write_table(struct orbit_job *job, const struct orbit_phase *phase,
                                   struct error *err)
{
    enum error_code code = orbit_job_output(job, err);
    if (code)
        return code;
    fprintf(job->out, "kind,number,stability,t,mode");
    for (size_t i = 0; i < job->system->width; i++)
        fprintf(job->out, ",%s", sim_setup_state(job->system->setup, i));
    fputc('\n', job->out);
    for (size_t k = 0; !code && k < phase->n; k++) {
        struct writer writer = {.job = job, .point = &phase->points[k], .number = k + 1};
        code = orbit_phase_walk(job->system, writer.point, write_row, &writer, err);
    }
    if (!code && ferror(job->out))
        code = error_set(err, ERROR_IO, "the motions cannot be written; is the disk full?");
    return code ? code : orbit_job_keep(job, err);
}

/* ---- the figure */

struct path {
    struct map_curve curve;
    size_t axes[2]; /* states */
};

static enum error_code add_to_path(void *context, double t, enum sim_mode mode, const double *x,
                                   struct error *err)
{
    (void)t, (void)mode;
    struct path *path = context;
    return map_curve_add(&path->curve, 0, (double[]){x[path->axes[0]], x[path->axes[1]]}, err);
}

static struct map_axis make_axis(const struct orbit_job *job, const struct orbit_phase *phase,
                                 size_t state)
{
    const struct sim_setup *setup = job->system->setup;
    struct map_axis axis = map_axis_of(setup->model, job->system->width / 2,
                                       sim_setup_state(setup, state));
    axis.low = INFINITY;
    axis.high = -INFINITY;
    for (size_t k = 0; k < phase->n; k++) {
        axis.low = fmin(axis.low, phase->points[k].measure.low[state]);
        axis.high = fmax(axis.high, phase->points[k].measure.high[state]);
    }
    const double room = fmax(margin * (axis.high - axis.low), 1e-3 * (1 + fabs(axis.high)));
    axis.low -= room;
    axis.high += room;
    axis.ranged = true;
    axis.n = PLANE;
    return axis;
}

static const struct {
    const char *title;
    enum map_style style;
    const char *colour;
} looks[2][3] = {
    /* equilibria, then orbits */
    {[ORBIT_STABLE] = {"stable equilibrium", MAP_DISCS, "#2e7d32"},
     [ORBIT_MARGINAL] = {"marginal equilibrium", MAP_DISCS, "#808080"},
     [ORBIT_UNSTABLE] = {"unstable equilibrium", MAP_CIRCLES, "#c0392b"}},
    {[ORBIT_STABLE] = {"stable orbit", MAP_THICK, "#1f4e9e"},
     [ORBIT_MARGINAL] = {"marginal orbit", MAP_LINE, "#808080"},
     [ORBIT_UNSTABLE] = {"unstable orbit", MAP_DASHES, "#c0392b"}},
};

static enum error_code draw_motions(const struct orbit_job *job, const struct orbit_phase *phase,
                                    struct path *paths, struct map_figure *figure,
                                    struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t k = 0; !code && k < phase->n; k++) {
        const struct orbit_point *point = &phase->points[k];
        code = orbit_phase_walk(job->system, point, add_to_path, &paths[k], err);
        map_figure_add(figure, looks[point->periodic][point->stability].title,
                       looks[point->periodic][point->stability].style,
                       looks[point->periodic][point->stability].colour, &paths[k].curve);
    }
    return code;
}

static enum error_code draw_figure(struct orbit_job *job, const struct orbit_phase *phase,
                                   const struct map_modes *modes, size_t velocity,
                                   const struct map_axis axes[2], struct error *err)
{
    struct path paths[ORBIT_MAX_BRANCHES] = {0};
    char title[256];
    snprintf(title, sizeof title, "%.160s, %s %.6g", job->rig->title,
             orbit_system_parameter(job->system), job->own);
    struct map_figure figure = {.title = title, .axes = {axes[0], axes[1]}};
    map_modes_paint(modes, &figure);
    map_modes_outline(modes, &figure);
    for (size_t k = 0; k < phase->n; k++) {
        paths[k].axes[0] = velocity - job->system->width / 2;
        paths[k].axes[1] = velocity;
    }
    enum error_code code = draw_motions(job, phase, paths, &figure, err);
    if (!code)
        code = map_figure_write(&figure, job->settings->figure, job->settings->force, err);
    else
        figure_free(&figure.figure);
    for (size_t k = 0; k < phase->n; k++)
        map_curve_free(&paths[k].curve);
    return code;
}

static enum error_code draw(struct orbit_job *job, const struct orbit_phase *phase, size_t velocity,
                            struct error *err)
{
    const struct map_axis axes[2] = {make_axis(job, phase, velocity - job->system->width / 2),
                                     make_axis(job, phase, velocity)};
    struct map_place *place;
    struct map_modes *modes = NULL;
    enum error_code code = map_place_create(job->rig, 0, MAP_STATES, axes, 2, &place, err);
    if (code)
        return code;
    code = map_modes_create(place, MAP_SLIP_AUTO, &modes, err);
    if (!code)
        code = draw_figure(job, phase, modes, velocity, axes, err);
    map_modes_free(modes);
    map_place_free(place);
    return code;
}

/* ---- the whole */

static enum error_code take_plane(const struct orbit_job *job, size_t *velocity, struct error *err)
{
    const struct orbit_settings *settings = job->settings;
    *velocity = job->system->width / 2;
    enum error_code code = settings->quantity
                               ? orbit_job_state(job, settings->quantity, velocity, err)
                               : ERROR_OK;
    if (!code && *velocity < job->system->width / 2)
        return error_set(err, ERROR_USAGE, "--quantity %s is no velocity", settings->quantity);
    const struct orbit_range range = orbit_job_range(job);
    if (!code && !(job->own >= range.low && job->own <= range.high))
        return error_set(err, ERROR_USAGE,
                         "%s is %.6g in the rig, which is not between --from and --to; --set "
                         "another one",
                         settings->parameter, job->own);
    return code ? code : orbit_job_vacant(job, err);
}

static enum error_code find(struct orbit_job *job, size_t velocity, struct orbit_phase *phase,
                            struct error *err)
{
    const struct orbit_range range = orbit_job_range(job);
    const struct orbit_sweep sweep = orbit_job_sweep(job);
    struct orbit_diagram diagram;
    enum error_code code = orbit_diagram_make(&sweep, &range, velocity, &diagram, err);
    if (!code)
        code = orbit_phase_find(job->system, &diagram, job->own, phase, err);
    orbit_diagram_free(&diagram);
    if (!code && phase->n == 0)
        code = error_set(err, ERROR_NUMERIC, "no motion was found that passes %s = %.6g",
                         job->settings->parameter, job->own);
    return code;
}

enum error_code orbit_phase_command(const void *settings, const struct option_list *arguments,
                                    struct error *err)
{
    struct orbit_job job;
    struct orbit_phase phase = {0};
    size_t velocity;
    enum error_code code = orbit_job_open(settings, arguments->items[0], true, &job, err);
    if (code)
        return code;
    code = take_plane(&job, &velocity, err);
    if (!code)
        code = find(&job, velocity, &phase, err);
    if (!code)
        code = write_table(&job, &phase, err);
    if (!code && job.settings->figure)
        code = draw(&job, &phase, velocity, err);
    for (size_t k = 0; !code && !job.settings->quiet && k < phase.n; k++)
        remark(false, "skitter-orbit", "%s, %s, max |%s| %.9g, period %.9g s",
               kind_of(&phase.points[k]), orbit_stability_word(phase.points[k].stability),
               sim_setup_state(job.system->setup, velocity),
               orbit_measure_peak(&phase.points[k].measure, velocity),
               phase.points[k].place.period);
    orbit_job_close(&job);
    return code;
}
