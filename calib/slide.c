/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/slide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/measure/level.h"

static const char *const roles[] = {"velocity", "tip_t", NULL};
static const char *const units[] = {"m/s", NULL};
static const char *const angle_roles[] = {"angle", NULL};
static const char *const angle_units[] = {"rad", NULL};

static const double quiet_time = 0.1;      /* s */
static const double over_noise = 6;        /* what is motion, in sigmas of the smoothed speed */
static const double low = 0.1, high = 0.9; /* shares of the top speed between which it is fitted */

/* ---- the stretch that slides */

/* mean over 2 half + 1 samples, by a running sum */
static double *smooth(const double *x, size_t n, size_t half)
{
    double *out = calloc(n + 1, sizeof *out);
    double sum = 0;
    for (size_t i = 0, begin = 0, end = 0; out && i < n; i++) {
        while (end < n && end <= i + half)
            sum += x[end++];
        while (begin + half < i)
            sum -= x[begin++];
        out[i] = sum / (double)(end - begin);
    }
    return out;
}

/* the fastest sample, and around it all that is above the threshold */
static size_t around_top(const double *speed, size_t n, double threshold, size_t *begin,
                         size_t *end)
{
    size_t top = 0;
    for (size_t i = 0; i < n; i++)
        if (fabs(speed[i]) > fabs(speed[top]))
            top = i;
    *begin = *end = top;
    const double sign = copysign(1, speed[top]);
    while (*begin > 0 && sign * speed[*begin - 1] > threshold)
        (*begin)--;
    while (*end < n && sign * speed[*end] > threshold)
        (*end)++;
    return top;
}

/* The longer of rise and fall, without their ends; a steady speed at the top, however long, is
 * part of neither. */
static void straight_part(const double *speed, size_t begin, size_t top, size_t end,
                          struct calib_slide *slide)
{
    const double peak = fabs(speed[top]);
    size_t first[2] = {begin, top}, last[2] = {top, end};
    while (last[0] > first[0] && fabs(speed[last[0] - 1]) > high * peak)
        last[0]--;
    while (first[0] < last[0] && fabs(speed[first[0]]) < low * peak)
        first[0]++;
    while (first[1] < last[1] && fabs(speed[first[1]]) > high * peak)
        first[1]++;
    while (last[1] > first[1] && fabs(speed[last[1] - 1]) < low * peak)
        last[1]--;
    const int longer = last[0] - first[0] > last[1] - first[1] ? 0 : 1;
    slide->first = first[longer];
    slide->last = last[longer];
}

static enum error_code find_stretch(const struct measure_channels *input, struct calib_slide *slide,
                                    size_t *onset, struct error *err)
{
    const size_t length = (size_t)fmin(fmax(quiet_time / input->period, 16), (double)input->n / 4);
    struct measure_level rest = measure_level_rest(slide->speed, NULL, slide->n, length,
                                                   input->period);
    double fastest = 0;
    for (size_t i = 0; i < slide->n; i++)
        fastest = fmax(fastest, fabs(slide->speed[i]));
    if (fabs(rest.mean) > 0.5 * fastest) /* no rest but a steady speed: no offset is known */
        rest.mean = 0;
    for (size_t i = 0; i < slide->n; i++)
        slide->speed[i] -= rest.mean;
    const size_t half = (size_t)(0.002 / input->period);
    double *smoothed = smooth(slide->speed, slide->n, half);
    if (!smoothed)
        return error_memory(err);
    const double threshold = fmax(over_noise * rest.sigma / sqrt(2.0 * (double)half + 1), 1e-9);
    size_t begin, end;
    const size_t top = around_top(smoothed, slide->n, threshold, &begin, &end);
    const double peak = fabs(smoothed[top]);
    straight_part(smoothed, begin, top, end, slide);
    const double sign = copysign(1, smoothed[top]);
    free(smoothed);
    *onset = begin;
    if (peak < 10 * threshold || slide->last - slide->first < 50)
        return error_set(err, ERROR_NUMERIC,
                         "%s: nothing slides: the top speed is %.3g m/s over a noise of %.3g m/s; "
                         "is it the right channel?",
                         input->run->dir, peak, rest.sigma);
    for (size_t i = 0; i < slide->n; i++)
        slide->speed[i] *= sign;
    return ERROR_OK;
}

/* ---- friction */

/* a = g (sin b - mu cos b) */
static struct calib_budget kinetic(const struct calib_straight *line, struct calib_given g,
                                   struct calib_given incline)
{
    const double c = cos(incline.value), t = tan(incline.value), a = line->slope;
    struct calib_budget budget = {.name = "friction",
                                  .unit = "1",
                                  .formula = "tan b - a / (g cos b)",
                                  .value = t - a / (g.value * c),
                                  .n = 3};
    budget.terms[0] = (struct calib_term){"acceleration",     "m/s2",       a, line->slope_u,
                                          -1 / (g.value * c), line->degrees};
    budget.terms[1] = (struct calib_term){
        "gravity", "m/s2", g.value, g.uncertainty, a / (g.value * g.value * c), INFINITY};
    budget.terms[2] = (struct calib_term){
        "incline", "rad", incline.value, incline.uncertainty, (1 + t * t) - a * t / (g.value * c),
        INFINITY};
    return budget;
}

/* The same of equal parts of the stretch. What gravity and incline may be off by is that of all
 * parts alike, and not in their uncertainty. */
static void find_by_speed(struct calib_slide *slide)
{
    struct calib_friction_speed *points = &slide->by_speed;
    const struct calib_term *acceleration = &slide->kinetic.terms[0];
    const size_t n = (slide->last - slide->first) / CALIB_FRICTION_POINTS;
    for (size_t k = 0; k < CALIB_FRICTION_POINTS; k++) {
        struct calib_straight line;
        struct error ignored;
        if (calib_straight_fit(slide->speed + slide->first + k * n, n, slide->period, &line,
                               &ignored) ||
            !(line.slope_u > 0))
            continue;
        points->speed[points->n] = line.level;
        points->friction[points->n] = slide->kinetic.value + acceleration->sensitivity *
                                                                 (line.slope - acceleration->value);
        points->uncertainty[points->n++] = fabs(acceleration->sensitivity) * line.slope_u;
    }
    calib_friction_speed_judge(points);
}

/* the incline over the fitted part, and where sliding began: NaN without the channel */
static enum error_code read_incline(const struct measure_channels *input,
                                    const struct calib_slide *slide, size_t onset,
                                    struct calib_given *mean, struct calib_given *let_go,
                                    struct error *err)
{
    *mean = *let_go = (struct calib_given){NAN, NAN};
    if (run_find_channel(&input->run->info, "angle") == RUN_UNKNOWN)
        return ERROR_OK;
    const struct measure_channel *channel;
    enum error_code code = calib_input_channel(input, NULL, angle_roles, angle_units, &channel,
                                               err);
    if (code)
        return code;
    const struct measure_level there = measure_level_of(channel->values, NULL, slide->first,
                                                        slide->last - slide->first, input->period);
    *mean = (struct calib_given){there.mean, there.uncertainty};
    const size_t before = (size_t)(0.01 / input->period) + 1; /* the noise of 10 ms */
    if (onset > before) {
        const struct measure_level just = measure_level_of(channel->values, NULL, onset - before,
                                                           before, input->period);
        *let_go = (struct calib_given){just.mean, just.sigma};
    }
    return ERROR_OK;
}

static void add_static(struct calib_given let_go, struct calib_output *output)
{
    if (isnan(let_go.value) || let_go.value <= 0) {
        calib_output_remark(output, "no static friction: it needs the incline as a channel with "
                                    "the role angle, raised until the block lets go");
        return;
    }
    const double t = tan(let_go.value);
    calib_output_method(output, "slide test: tangent of the incline where the block let go");
    calib_output_add(output, "static_friction", t, (1 + t * t) * let_go.uncertainty, INFINITY, "1");
}

static enum error_code find_friction(const struct measure_channels *input,
                                     const struct calib_slide_settings *settings, size_t onset,
                                     struct calib_slide *slide, struct calib_output *output,
                                     struct error *err)
{
    struct calib_given incline, let_go;
    const struct calib_given g = calib_input_parameter(input, "gravity", settings->gravity.value,
                                                       settings->gravity.uncertainty);
    if (!(g.value > 0))
        return error_set(err, ERROR_INPUT, "%s: gravity is not known; give --gravity",
                         input->run->dir);
    enum error_code code = read_incline(input, slide, onset, &incline, &let_go, err);
    if (code)
        return code;
    if (!isnan(settings->incline.value))
        incline = settings->incline;
    else if (isnan(incline.value))
        incline = (struct calib_given){0, NAN};
    code = calib_straight_fit(slide->speed + slide->first, slide->last - slide->first,
                              input->period, &slide->line, err);
    if (code)
        return code;
    slide->kinetic = kinetic(&slide->line, g, incline);
    if (!(slide->kinetic.value > 0))
        return error_set(err, ERROR_NUMERIC,
                         "%s: an acceleration of %.4g m/s2 on an incline of %.3g deg needs no "
                         "friction; is the incline right (downhill is positive)?",
                         input->run->dir, slide->line.slope, incline.value * 180 / M_PI);
    calib_output_method(output, "slide test: %.4g m/s2 on an incline of %.4g deg",
                        slide->line.slope, incline.value * 180 / M_PI);
    calib_output_add(output, "friction", slide->kinetic.value,
                     calib_budget_uncertainty(&slide->kinetic),
                     calib_budget_degrees(&slide->kinetic), "1");
    find_by_speed(slide);
    calib_friction_speed_tell(&slide->by_speed, output);
    add_static(let_go, output);
    return ERROR_OK;
}

/* it will be turned round and have its offset taken off */
static enum error_code copy_speed(const struct measure_channel *channel, struct calib_slide *slide,
                                  struct error *err)
{
    slide->speed = malloc(slide->n * sizeof *slide->speed);
    if (!slide->speed)
        return error_memory(err);
    memcpy(slide->speed, channel->values, slide->n * sizeof *slide->speed);
    return ERROR_OK;
}

enum error_code calib_slide_find(const struct measure_channels *input,
                                 const struct calib_slide_settings *settings,
                                 struct calib_slide *slide, struct calib_output *output,
                                 struct error *err)
{
    size_t onset = 0;
    const struct measure_channel *channel;
    *slide = (struct calib_slide){.n = input->n, .time = input->time, .period = input->period};
    enum error_code code = calib_input_channel(input, settings->channel, roles, units, &channel,
                                               err);
    if (!code)
        code = copy_speed(channel, slide, err);
    if (!code)
        code = find_stretch(input, slide, &onset, err);
    if (!code)
        code = find_friction(input, settings, onset, slide, output, err);
    if (code)
        calib_slide_free(slide);
    return code;
}

void calib_slide_free(struct calib_slide *slide)
{
    free(slide->speed);
    slide->speed = NULL;
}

static void draw_over_speed(const struct calib_slide *slide, struct figure *figure)
{
    double *ends = arena_doubles(&figure->arena, 4);
    struct figure_panel *panel = figure_panel_add(figure, 220, "speed (m/s)",
                                                  "friction coefficient");
    if (!ends || !panel)
        return;
    ends[0] = slide->speed[slide->first];
    ends[1] = slide->speed[slide->last];
    ends[2] = ends[3] = slide->kinetic.value;
    calib_friction_speed_draw(&slide->by_speed, "of a twelfth of the stretch, with u", figure,
                              panel);
    figure_series_add(
        &figure->arena, panel,
        (struct figure_series){
            .name = "of all of it", .style = &calib_fitted, .x = ends, .y = ends + 2, .n = 2});
}

void calib_slide_draw(const struct calib_slide *slide, struct figure *figure)
{
    const double middle = 0.5 * (double)(slide->first + slide->last);
    struct arena *arena = &figure->arena;
    double *fitted = arena_doubles(arena, slide->n), *left = arena_doubles(arena, slide->n);
    struct figure_panel *panel = figure_panel_add(figure, 300, "time (s)", "speed (m/s)");
    if (arena->failed)
        return;
    for (size_t i = 0; i < slide->n; i++) {
        const bool used = i >= slide->first && i <= slide->last;
        fitted[i] = used ? slide->line.level +
                               slide->line.slope * ((double)i - middle) * slide->period
                         : NAN;
        left[i] = slide->speed[i] - fitted[i];
    }
    figure_series_add(arena, panel,
                      calib_output_samples("measured", &calib_measured, slide->time, slide->period,
                                           slide->speed, slide->n));
    figure_series_add(arena, panel,
                      calib_output_samples("fitted", &calib_fitted, slide->time, slide->period,
                                           fitted, slide->n));
    panel = figure_panel_add(figure, 200, "time (s)", "residual (m/s)");
    figure_series_add(arena, panel,
                      calib_output_samples("measured less fitted", &calib_residual, slide->time,
                                           slide->period, left, slide->n));
    draw_over_speed(slide, figure);
}
