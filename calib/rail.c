/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/rail.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "lib/measure/spectrum.h"
#include "lib/base/number.h"
#include "lib/base/stream.h"

static const char *const roles[] = {"rail", "velocity", NULL};
static const char *const units[] = {"m/s", NULL};

static const double steady = 0.5;    /* share of the usual top speed that counts as moving */
static const double edge = 0.05;     /* share of the moving part left out at either end */
static const double line_power = 40; /* over the median of the spectrum */
enum {
    SPECTRUM_SAMPLES = 1 << 18,
    FEWEST = 64,
    FEWEST_BLOCKS = 12 /* of 10 ms: noise alone stays on one side less long */
};

/* ---- the steady part */

/* the longest stretch above half of the speed that 5 % of the samples exceed,
 * judged on means over 10 ms, so that noise does not cut it */
static enum error_code find_steady(struct calib_rail *rail, const char *dir, struct error *err)
{
    const size_t block = (size_t)fmax(1, 0.01 / rail->period);
    const size_t blocks = rail->n / block;
    double *means = malloc(2 * (blocks + 1) * sizeof *means);
    if (!means)
        return error_memory(err);
    double *sizes = means + blocks;
    for (size_t b = 0; b < blocks; b++) {
        means[b] = gsl_stats_mean(rail->speed + b * block, 1, block);
        sizes[b] = fabs(means[b]);
    }
    const size_t rank = blocks - 1 - blocks / 20;
    const double top = blocks ? gsl_stats_select(sizes, 1, blocks, rank) : 0;
    size_t best = 0, begin = 0, longest = 0;
    for (size_t b = 0; b < blocks; b++) {
        if (fabs(means[b]) < steady * top || (b > begin && means[b] * means[begin] < 0))
            begin = b + 1;
        else if (b + 1 - begin > longest) {
            longest = b + 1 - begin;
            best = begin;
        }
    }
    free(means);
    const size_t cut = (size_t)(edge * (double)(longest * block));
    rail->first = best * block + cut;
    rail->last = (best + longest) * block - cut;
    if (longest < FEWEST_BLOCKS || rail->last < rail->first + FEWEST)
        return error_set(err, ERROR_NUMERIC, "%s: the rail does not move steadily anywhere", dir);
    return ERROR_OK;
}

/* ---- ripple */

static void take_line(struct calib_rail *rail, const double *power, size_t bins, size_t samples,
                      double period, size_t k)
{
    rail->lines[rail->n_lines].frequency = (double)k / (2 * (double)(bins - 1) * period);
    rail->lines[rail->n_lines++].amplitude = sqrt(6 * power[k] / (double)samples);
}

/* the strongest lines; each takes its surroundings with it */
static void pick_lines(struct calib_rail *rail, double *power, size_t bins, size_t samples,
                       double period, double median)
{
    const size_t width = 2 * 2 * (bins - 1) / samples + 1;
    while (rail->n_lines < CALIB_RAIL_LINES) {
        size_t best = 0;
        for (size_t k = width; k + 1 < bins; k++)
            if (power[k] > power[best] || best == 0)
                best = k;
        if (best == 0 || power[best] < line_power * median)
            return;
        take_line(rail, power, bins, samples, period, best);
        for (size_t k = best > width ? best - width : 0; k <= best + width && k < bins; k++)
            power[k] = 0;
    }
}

static enum error_code find_ripple(struct calib_rail *rail, struct error *err)
{
    const size_t whole = rail->last - rail->first, block = 1 + whole / SPECTRUM_SAMPLES;
    const size_t n = whole / block;
    double *left = malloc(n * sizeof *left), *power = NULL, square = 0;
    size_t bins;
    if (!left)
        return error_memory(err);
    for (size_t i = 0; i < n; i++) {
        const double at = ((double)(i * block) + 0.5 * (double)(block - 1) -
                           0.5 * (double)(whole - 1)) *
                          rail->period;
        left[i] = gsl_stats_mean(rail->speed + rail->first + i * block, 1, block) -
                  rail->line.level - rail->line.slope * at;
        square += left[i] * left[i];
    }
    rail->ripple = sqrt(square / (double)n);
    enum error_code code = measure_spectrum_power(left, n, &power, &bins, err);
    if (!code) {
        double *copy = malloc(bins * sizeof *copy);
        if (copy) {
            memcpy(copy, power, bins * sizeof *copy);
            const double median = gsl_stats_median(copy, 1, bins);
            pick_lines(rail, power, bins, n, rail->period * (double)block, median);
        } else {
            code = error_memory(err);
        }
        free(copy);
    }
    free(power);
    free(left);
    return code;
}

/* ---- the curve */

/* the parabola that fits best around a knot, at the knot: weights (1 - x^2)^2
 * over one spacing to either side; near the ends it leans inward */
static double local_value(const struct calib_rail *rail, double at, double reach)
{
    const double first = fmax(0, ceil(at - reach)), last = fmin((double)rail->n - 1, at + reach);
    double s[5] = {0}, y[3] = {0};
    for (double i = first; i <= last; i++) {
        const double x = (i - at) / reach, root = 1 - x * x, w = root * root;
        const double value = rail->speed[(size_t)i];
        double power = w;
        for (int k = 0; k < 5; k++, power *= x) {
            s[k] += power;
            if (k < 3)
                y[k] += power * value;
        }
    }
    /* Cramer's rule for the constant */
    const double whole = s[0] * (s[2] * s[4] - s[3] * s[3]) - s[1] * (s[1] * s[4] - s[3] * s[2]) +
                         s[2] * (s[1] * s[3] - s[2] * s[2]);
    const double part = y[0] * (s[2] * s[4] - s[3] * s[3]) - s[1] * (y[1] * s[4] - s[3] * y[2]) +
                        s[2] * (y[1] * s[3] - s[2] * y[2]);
    return part / whole;
}

static enum error_code make_curve(struct calib_rail *rail, double bandwidth, const char *dir,
                                  struct error *err)
{
    const double length = (double)(rail->n - 1);
    const double spacing = 0.5 / (bandwidth * rail->period); /* samples */
    if (spacing < 2)
        return error_set(err, ERROR_USAGE,
                         "%s: --bandwidth %g Hz is too much for %g samples a second", dir,
                         bandwidth, 1 / rail->period);
    const size_t pieces = (size_t)fmax(3, ceil(length / spacing));
    rail->n_knots = pieces + 1;
    rail->times = malloc(rail->n_knots * sizeof *rail->times);
    rail->curve = malloc(rail->n_knots * sizeof *rail->curve);
    if (!rail->times || !rail->curve)
        return error_memory(err);
    const double step = length / (double)pieces;
    for (size_t k = 0; k <= pieces; k++) {
        rail->times[k] = (double)k * step * rail->period;
        rail->curve[k] = local_value(rail, (double)k * step, fmax(1.5 * step, 3));
    }
    return ERROR_OK;
}

/* ---- rest */

/* it will have its offset taken off */
static enum error_code take_speed(const struct measure_channel *channel, struct calib_rail *rail,
                                  struct error *err)
{
    rail->speed = malloc(rail->n * sizeof *rail->speed);
    if (!rail->speed)
        return error_memory(err);
    memcpy(rail->speed, channel->values, rail->n * sizeof *rail->speed);
    return ERROR_OK;
}

/* What the channel shows while the rail rests is no speed. A rest lies outside of the steady
 * part, and nearer to zero than to the steady speed. */
static void take_rest(const struct measure_channel *channel, struct calib_rail *rail)
{
    const struct measure_level *rest = &channel->rest;
    const double speed = gsl_stats_mean(rail->speed + rail->first, 1, rail->last - rail->first);
    const bool apart = rest->first + rest->n <= rail->first || rest->first >= rail->last;
    if (rest->n == 0 || !apart || fabs(rest->mean) > steady * fabs(speed))
        return;
    rail->rest = *rest;
    for (size_t i = 0; i < rail->n; i++)
        rail->speed[i] -= rest->mean;
}

/* ---- results */

static void add_results(const struct calib_rail *rail, struct calib_output *output)
{
    const struct calib_straight *line = &rail->line;
    const double seconds = (double)(rail->last - rail->first) * rail->period;
    const double level_u = hypot(line->level_u, rail->rest.uncertainty);
    calib_output_method(output, "straight line through %.4g s of steady motion, %s", seconds,
                        rail->rest.n ? "less what the channel shows at rest"
                                     : "with whatever offset the channel has");
    calib_output_add(output, "belt_speed", line->level, level_u, line->degrees, "m/s");
    if (rail->rest.n == 0)
        calib_output_remark(output, "the record shows no rest: an offset of the channel is in the "
                                    "speed");
    calib_output_add(output, "rail_drift", line->slope / line->level,
                     fabs(line->slope_u / line->level), line->degrees, "1/s");
    calib_output_add(output, "rail_ripple", rail->ripple / fabs(line->level), NAN, INFINITY, "1");
    if (rail->n_lines > 0) {
        calib_output_method(output, "strongest line of the ripple's spectrum");
        calib_output_add(output, "rail_frequency", rail->lines[0].frequency, NAN, INFINITY, "Hz");
        calib_output_add(output, "rail_line", rail->lines[0].amplitude, NAN, INFINITY, "m/s");
    }
}

enum error_code calib_rail_find(const struct measure_channels *input, const char *channel,
                                double bandwidth, struct calib_rail *rail,
                                struct calib_output *output, struct error *err)
{
    const struct measure_channel *found;
    const char *dir = input->run->dir;
    *rail = (struct calib_rail){.n = input->n, .time = input->time, .period = input->period};
    enum error_code code = calib_input_channel(input, channel, roles, units, &found, err);
    if (!code && input->n < FEWEST)
        code = error_set(err, ERROR_INPUT, "%s: %zu samples are too few", dir, input->n);
    if (!code)
        code = take_speed(found, rail, err);
    if (!code)
        code = find_steady(rail, dir, err);
    if (!code)
        take_rest(found, rail);
    if (!code)
        code = calib_straight_fit(rail->speed + rail->first, rail->last - rail->first, rail->period,
                                  &rail->line, err);
    if (!code)
        code = find_ripple(rail, err);
    if (!code)
        code = make_curve(rail, bandwidth, dir, err);
    if (code)
        calib_rail_free(rail);
    else
        add_results(rail, output);
    return code;
}

void calib_rail_free(struct calib_rail *rail)
{
    free(rail->speed);
    free(rail->times);
    free(rail->curve);
    rail->speed = rail->times = rail->curve = NULL;
}

void calib_rail_print(const struct calib_rail *rail, FILE *out)
{
    if (rail->n_lines == 0)
        return;
    fprintf(out, "\nlines of the ripple\n  %-14s %s\n", "frequency (Hz)", "amplitude (m/s)");
    for (size_t i = 0; i < rail->n_lines; i++)
        fprintf(out, "  %-14.5g %.4g\n", rail->lines[i].frequency, rail->lines[i].amplitude);
}

void calib_rail_draw(const struct calib_rail *rail, struct figure *figure)
{
    const double middle = 0.5 * (double)(rail->first + rail->last - 1);
    struct arena *arena = &figure->arena;
    double *left = arena_doubles(arena, rail->n);
    struct figure_panel *panel = figure_panel_add(figure, 300, "time (s)", "speed (m/s)");
    figure->linked = true;
    if (!left)
        return;
    for (size_t i = 0; i < rail->n; i++)
        left[i] = i < rail->first || i >= rail->last
                      ? NAN
                      : rail->speed[i] - rail->line.level -
                            rail->line.slope * ((double)i - middle) * rail->period;
    figure_series_add(arena, panel,
                      calib_output_samples("measured", &calib_measured, rail->time, rail->period,
                                           rail->speed, rail->n));
    figure_series_add(arena, panel,
                      calib_output_samples("smooth speed", &calib_fitted, rail->time,
                                           rail->times[1], rail->curve, rail->n_knots));
    panel = figure_panel_add(figure, 200, "time (s)", "deviation (m/s)");
    figure_series_add(arena, panel,
                      calib_output_samples("measured less mean and drift", &calib_residual,
                                           rail->time, rail->period, left, rail->n));
}

enum error_code calib_rail_write(const struct calib_rail *rail, const char *path, bool force,
                                 struct error *err)
{
    struct stream *stream;
    enum error_code code = stream_open(path, force, &stream, err);
    if (code)
        return code;
    fputs("t,v\n", stream_file(stream));
    for (size_t i = 0; i < rail->n_knots; i++) {
        number_print(rail->times[i], stream_file(stream));
        number_columns(&rail->curve[i], 1, stream_file(stream));
        fputc('\n', stream_file(stream));
    }
    return stream_commit(stream, err);
}
