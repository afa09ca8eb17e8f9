/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/bounce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "calib/line.h"

static const char *const roles[] = {"tip_n", "velocity", NULL};
static const char *const units[] = {"m/s", NULL};

static const double window = 0.001;  /* s; an impact is shorter than this */
static const double flight = 0.03;   /* s; the velocity is straight that long around it */
static const double over_noise = 12; /* what is a jump, in sigmas of a difference */

/* ---- jumps */

/* difference across the window centred on sample i; `half` samples to each side */
static double jump_at(const double *v, size_t i, size_t half) { return v[i + half] - v[i - half]; }

/* Where the velocity jumps: samples near each other that all see a jump are one
 * impact, whose place is their centre of gravity. */
static size_t find_jumps(const double *v, size_t n, size_t half, double sign, double least,
                         size_t *places)
{
    size_t count = 0, last = 0;
    double weight = 0, moment = 0;
    for (size_t i = half; i + half < n; i++) {
        const double jump = sign * jump_at(v, i, half);
        if (jump >= least) {
            weight += jump;
            moment += jump * (double)i;
            last = i;
        }
        if (weight > 0 && (i - last > half || i + half + 1 == n)) {
            places[count++] = (size_t)lround(moment / weight);
            weight = moment = 0;
        }
    }
    return count;
}

static double largest_jump(const double *v, size_t n, size_t half)
{
    double largest = 0;
    for (size_t i = half; i + half < n; i++)
        if (fabs(jump_at(v, i, half)) > fabs(largest))
            largest = jump_at(v, i, half);
    return largest;
}

/* ---- velocities before and after */

/* a velocity at the impact, from the straight line of one side of it */
struct side {
    double value, uncertainty, slope;
};

/* The straight line over the samples [first, last) at sample `at`. What it leaves beyond the
 * noise, a small impact that went unseen, say, is twice as large at its ends. */
static bool extrapolate(const struct calib_bounce *bounce, size_t first, size_t last, size_t at,
                        struct side *side)
{
    struct calib_straight line;
    if (last < first + 8 ||
        calib_straight_fit(bounce->velocity + first, last - first, bounce->period, &line, NULL))
        return false;
    const double away = ((double)at - 0.5 * (double)(first + last - 1)) * bounce->period;
    const double variance = line.level_u * line.level_u +
                            away * away * line.slope_u * line.slope_u +
                            2 * away * line.level_by_slope;
    const double excess = fmax(0, line.rms * line.rms - bounce->noise * bounce->noise);
    *side = (struct side){.value = line.level + line.slope * away,
                          .uncertainty = sqrt(fmax(variance, 0) + 4 * excess),
                          .slope = line.slope};
    return true;
}

/* flights end where the next impact's window begins */
static bool measure(const struct calib_bounce *bounce, const size_t *places, size_t count, size_t i,
                    size_t half, double sign, struct calib_impact *impact)
{
    const size_t reach = (size_t)(flight / bounce->period);
    const size_t place = places[i];
    const size_t before = i ? places[i - 1] + half : 0;
    const size_t after = i + 1 < count ? places[i + 1] - half : bounce->n_samples;
    const size_t first = place > half + reach && place - half - reach > before
                             ? place - half - reach
                             : before;
    const size_t last = place + half + 1 + reach < after ? place + half + 1 + reach : after;
    struct side before_it, after_it;
    if (place < half || !extrapolate(bounce, first, place - half, place, &before_it) ||
        !extrapolate(bounce, place + half + 1, last, place, &after_it))
        return false;
    const double in = -sign * before_it.value, out = sign * after_it.value;
    if (!(in > 0) || !(out >= 0))
        return false;
    impact->time = bounce->time + (double)place * bounce->period;
    impact->speed = in;
    impact->restitution = out / in;
    /* the instant itself is known to a sample each way: both velocities move with it */
    const double late = bounce->period / sqrt(3) *
                        (fabs(after_it.slope) + impact->restitution * fabs(before_it.slope));
    impact->uncertainty = hypot(late, hypot(after_it.uncertainty,
                                            impact->restitution * before_it.uncertainty)) /
                          in;
    return true;
}

static enum error_code find_impacts(const struct measure_channels *input, double noise,
                                    struct calib_bounce *bounce, struct error *err)
{
    const double *v = bounce->velocity;
    const size_t n = bounce->n_samples;
    const size_t half = (size_t)fmax(1, 0.5 * window / input->period);
    if (n < 16 * half)
        return error_set(err, ERROR_INPUT, "%s: too short for an impact", input->run->dir);
    const double largest = largest_jump(v, n, half), sign = copysign(1, largest);
    /* noise of a difference is sqrt(2) times that of a sample */
    const double least = fmax(over_noise * sqrt(2) * noise, 0.02 * fabs(largest));
    size_t *places = malloc(n * sizeof *places);
    bounce->impacts = calloc(n / half + 1, sizeof *bounce->impacts);
    if (!places || !bounce->impacts) {
        free(places);
        return error_memory(err);
    }
    const size_t count = find_jumps(v, n, half, sign, least, places);
    for (size_t i = 0; i < count; i++)
        if (measure(bounce, places, count, i, half, sign, &bounce->impacts[bounce->n]))
            bounce->n++;
    free(places);
    if (bounce->n == 0)
        return error_set(err, ERROR_NUMERIC,
                         "%s: no impact: no jump of the velocity from one side of zero to the "
                         "other above %.3g m/s",
                         input->run->dir, least);
    return ERROR_OK;
}

/* What the channel shows at rest is no speed: it would make restitution of nothing. A steady
 * stretch far from zero is no rest. */
static enum error_code take_velocity(const struct measure_channel *channel,
                                     struct calib_bounce *bounce, struct error *err)
{
    const struct measure_level *rest = &channel->rest;
    double fastest = 0;
    bounce->velocity = malloc(bounce->n_samples * sizeof *bounce->velocity);
    if (!bounce->velocity)
        return error_memory(err);
    for (size_t i = 0; i < bounce->n_samples; i++)
        fastest = fmax(fastest, fabs(channel->values[i]));
    /* noise with a memory scatters up to four times as much as its second differences tell */
    const bool rests = rest->n > 0 && rest->sigma < 4 * channel->noise &&
                       fabs(rest->mean) < 0.1 * fastest;
    bounce->noise = rests ? fmax(rest->sigma, channel->noise) : channel->noise;
    for (size_t i = 0; i < bounce->n_samples; i++)
        bounce->velocity[i] = channel->values[i] - (rests ? rest->mean : 0);
    return ERROR_OK;
}

/* ---- results */

/* Impacts differ by their own uncertainty, which a slow one has much of, and by what truly varies
 * from one to the next, of variance `between`: the mean that weighs each by both, and how much
 * they scatter about it in these units. */
struct weighed {
    double mean, uncertainty, square;
};

static struct weighed weigh(const struct calib_bounce *bounce, double between)
{
    struct weighed out = {0, 0, 0};
    double weights = 0;
    for (size_t i = 0; i < bounce->n; i++) {
        const struct calib_impact *impact = &bounce->impacts[i];
        const double w = 1 / (impact->uncertainty * impact->uncertainty + between);
        weights += w;
        out.mean += w * impact->restitution;
    }
    out.mean /= weights;
    out.uncertainty = 1 / sqrt(weights);
    for (size_t i = 0; i < bounce->n; i++) {
        const struct calib_impact *impact = &bounce->impacts[i];
        out.square += pow(impact->restitution - out.mean, 2) /
                      (impact->uncertainty * impact->uncertainty + between);
    }
    return out;
}

/* the variance between impacts that makes them scatter as they should (Paule and Mandel 1982);
 * 0 where their own uncertainties explain all */
static double variance_between(const struct calib_bounce *bounce)
{
    const double wanted = (double)bounce->n - 1;
    double low = 0, high = 1e-12;
    if (bounce->n < 2 || weigh(bounce, 0).square <= wanted)
        return 0;
    while (weigh(bounce, high).square > wanted)
        high *= 4;
    for (int i = 0; i < 100; i++) {
        const double middle = 0.5 * (low + high);
        *(weigh(bounce, middle).square > wanted ? &low : &high) = middle;
    }
    return high;
}

static void add_results(const struct calib_bounce *bounce, struct calib_output *output)
{
    double weakest = INFINITY, strongest = 0;
    for (size_t i = 0; i < bounce->n; i++) {
        weakest = fmin(weakest, bounce->impacts[i].speed);
        strongest = fmax(strongest, bounce->impacts[i].speed);
    }
    const double between = variance_between(bounce), n = (double)bounce->n;
    const struct weighed mean = weigh(bounce, between);
    calib_output_method(output,
                        "mean of %zu impacts at %.3g to %.3g m/s, each weighed by what it tells",
                        bounce->n, weakest, strongest);
    calib_output_add(output, "restitution", mean.mean, mean.uncertainty,
                     between > 0 ? n - 1 : INFINITY, "1");
    if (bounce->n > 1)
        calib_output_add(output, "restitution_spread", sqrt(between), NAN, n - 1, "1");
}

enum error_code calib_bounce_find(const struct measure_channels *input, const char *channel,
                                  struct calib_bounce *bounce, struct calib_output *output,
                                  struct error *err)
{
    const struct measure_channel *found;
    *bounce = (struct calib_bounce){
        .n_samples = input->n, .time = input->time, .period = input->period};
    enum error_code code = calib_input_channel(input, channel, roles, units, &found, err);
    if (!code)
        code = take_velocity(found, bounce, err);
    if (!code)
        code = find_impacts(input, found->noise, bounce, err);
    if (code)
        calib_bounce_free(bounce);
    else
        add_results(bounce, output);
    return code;
}

void calib_bounce_free(struct calib_bounce *bounce)
{
    free(bounce->impacts);
    free(bounce->velocity);
    bounce->impacts = NULL;
    bounce->velocity = NULL;
}

void calib_bounce_print(const struct calib_bounce *bounce, FILE *out)
{
    fprintf(out, "%-12s %-14s %-12s %s\n", "time (s)", "speed (m/s)", "restitution", "u");
    for (size_t i = 0; i < bounce->n; i++)
        fprintf(out, "%-12.6f %-14.6g %-12.5g %.2g\n", bounce->impacts[i].time,
                bounce->impacts[i].speed, bounce->impacts[i].restitution,
                bounce->impacts[i].uncertainty);
}

/* the weighed mean, from the weakest impact to the strongest */
static void draw_mean(const struct calib_bounce *bounce, struct figure *figure,
                      struct figure_panel *panel)
{
    double *ends = arena_doubles(&figure->arena, 4);
    if (!ends || bounce->n < 2)
        return;
    ends[0] = ends[1] = bounce->impacts[0].speed;
    for (size_t i = 1; i < bounce->n; i++) {
        ends[0] = fmin(ends[0], bounce->impacts[i].speed);
        ends[1] = fmax(ends[1], bounce->impacts[i].speed);
    }
    ends[2] = ends[3] = weigh(bounce, variance_between(bounce)).mean;
    figure_series_add(
        &figure->arena, panel,
        (struct figure_series){
            .name = "mean", .style = &calib_residual, .x = ends, .y = ends + 2, .n = 2});
}

/* A coefficient lies between 0 and 1: an impact whose own uncertainty is wider tells nothing of it,
 * and must not press those together that do. Returns how many are not within the axis. */
static size_t frame(const struct calib_bounce *bounce, struct figure_axis *axis)
{
    double low = INFINITY, high = -INFINITY;
    size_t outside = 0;
    for (size_t i = 0; i < bounce->n; i++) {
        const struct calib_impact *impact = &bounce->impacts[i];
        if (!(impact->uncertainty < 1))
            continue;
        low = fmin(low, impact->restitution - impact->uncertainty);
        high = fmax(high, impact->restitution + impact->uncertainty);
    }
    const double beside = 0.08 * (high - low);
    axis->fixed = high > low;
    if (!axis->fixed)
        return 0;
    axis->low = low - beside;
    axis->high = high + beside;
    for (size_t i = 0; i < bounce->n; i++)
        outside += bounce->impacts[i].restitution < axis->low ||
                   bounce->impacts[i].restitution > axis->high;
    return outside;
}

void calib_bounce_draw(const struct calib_bounce *bounce, struct figure *figure)
{
    static const struct figure_style impacts = {.colour = "#c03030", .size = 3};
    struct arena *arena = &figure->arena;
    double *data = arena_doubles(arena, 3 * bounce->n);
    struct figure_panel *panel = figure_panel_add(figure, 240, "time (s)", "velocity (m/s)");
    figure_series_add(arena, panel,
                      calib_output_samples("measured", &calib_measured, bounce->time,
                                           bounce->period, bounce->velocity, bounce->n_samples));
    panel = figure_panel_add(figure, 240, "speed of approach (m/s)",
                             "coefficient of restitution e");
    if (!data)
        return;
    draw_mean(bounce, figure, panel);
    for (size_t i = 0; i < bounce->n; i++) {
        data[i] = bounce->impacts[i].speed;
        data[bounce->n + i] = bounce->impacts[i].restitution;
        data[2 * bounce->n + i] = bounce->impacts[i].uncertainty;
    }
    const size_t outside = frame(bounce, &panel->axes[1]);
    figure_series_add(arena, panel,
                      (struct figure_series){
                          .name = outside
                                      ? arena_print(arena, "impacts, with u (%zu outside)", outside)
                                      : "impacts, with u",
                          .style = &impacts,
                          .mark = FIGURE_POINTS,
                          .x = data,
                          .y = data + bounce->n,
                          .z = data + 2 * bounce->n,
                          .n = bounce->n});
}
