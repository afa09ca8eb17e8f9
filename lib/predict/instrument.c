/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/predict/instrument.h"

#include <math.h>
#include <string.h>

#include "lib/measure/lowpass.h"
#include "sim/slopes.h"

static size_t averaged(const struct predict_wish *wish)
{
    return wish->average ? wish->average : 1;
}

bool predict_instrument_needed(const struct measure_record *seen, const struct predict_wish *wish)
{
    return wish->n_samples > 0 && (wish->average > 1 || seen->bandwidth[MEASURE_TIP_T] > 0 ||
                                   seen->bandwidth[MEASURE_TIP_N] > 0);
}

struct predict_instrument predict_instrument_begin(const struct sim_problem *problem,
                                                   const struct measure_record *seen,
                                                   const struct predict_wish *wish,
                                                   struct predict_result *out)
{
    struct predict_instrument instrument = {
        .wish = wish, .out = out, .n_directions = problem->n_directions};
    const size_t width = 2 * problem->inputs.n;
    double slopes[SIM_MAX_DIRECTIONS * SIM_MAX_STATES] = {0};
    for (size_t d = 0; d < problem->n_directions; d++)
        memcpy(slopes + d * width, problem->directions[d].x, width * sizeof *slopes);
    sim_slopes_tip(problem, problem->x, slopes, instrument.end, &instrument.shown[0][1],
                   &instrument.shown[1][1]);
    for (int c = 0; c < 2; c++) {
        instrument.rate[c] = measure_lowpass_rate(seen->bandwidth[c]);
        instrument.shown[c][0] = instrument.end[c];
    }
    return instrument;
}

/* ---- a piece */

/* the piece as one channel shows it: velocity and derivatives */
struct view {
    struct measure_lowpass of[1 + SIM_MAX_DIRECTIONS];
    const double *velocity; /* as it is, in powers of x */
    double rate, half;
};

static double power_sum(const double *c, double x)
{
    double sum = 0;
    for (int k = SIM_SAMPLE_NODES; k-- > 0;)
        sum = sum * x + c[k];
    return sum;
}

static double power_sum_rate(const double *c, double x)
{
    double sum = 0;
    for (int k = SIM_SAMPLE_NODES; k-- > 1;)
        sum = sum * x + k * c[k];
    return sum;
}

static const double *polynomial(const struct sim_piece *piece, int channel, size_t i)
{
    const size_t slopes = SIM_PIECE_SLOPES + (size_t)channel * piece->n_directions;
    return piece->of[i == 0 ? (size_t)channel : slopes + i - 1];
}

static void look(struct predict_instrument *it, const struct sim_piece *piece, int channel,
                 struct view *view)
{
    view->rate = it->rate[channel];
    view->half = 0.5 * (piece->to - piece->from);
    view->velocity = piece->of[channel];
    const double jump = power_sum(view->velocity, -1) - it->end[channel];
    for (size_t i = 0; i <= piece->n_directions; i++) {
        double *shown = &it->shown[channel][i];
        if (i > 0)
            *shown -= view->rate * jump * piece->time_slopes[i - 1];
        view->of[i] = measure_lowpass_piece(view->rate, view->half, polynomial(piece, channel, i),
                                            SIM_SAMPLE_NODES, *shown);
    }
}

static double fade_of(const struct view *view, double x)
{
    return view->rate > 0 ? exp(-view->of[0].z * (x + 1)) : 0;
}

/* one sample more of a mean */
static void add_sample(struct predict_instrument *it, const struct view *view, int channel,
                       size_t at, double x)
{
    struct predict_result *out = it->out;
    const double share = 1 / (double)averaged(it->wish), fade = fade_of(view, x);
    const double shown = measure_lowpass_at(&view->of[0], x, fade);
    out->tip[channel][at] += share * shown;
    out->rate[channel][at] += share * (view->rate > 0
                                           ? view->rate * (power_sum(view->velocity, x) - shown)
                                           : power_sum_rate(view->velocity, x) / view->half);
    for (size_t i = 0; i < it->n_directions; i++)
        out->slopes[channel][at * it->n_directions + i] += share * measure_lowpass_at(
                                                                       &view->of[i + 1], x, fade);
}

static void clear_sample(struct predict_instrument *it, size_t at)
{
    for (int c = 0; c < 2; c++) {
        it->out->tip[c][at] = it->out->rate[c][at] = it->out->first[c][at] = 0;
        for (size_t i = 0; i < it->n_directions; i++)
            it->out->slopes[c][at * it->n_directions + i] = 0;
    }
}

/* of the samples of the means, which lie evenly around the times of the wish */
static double next_time(const struct predict_instrument *it)
{
    const struct predict_wish *wish = it->wish;
    const size_t of = averaged(wish), mean = it->taken / of;
    const double within = (double)(it->taken % of) - 0.5 * ((double)of - 1);
    return wish->first_sample + wish->sample_period * ((double)mean + within / (double)of);
}

static void give_samples(struct predict_instrument *it, const struct sim_piece *piece,
                         const struct view views[2])
{
    const size_t of = averaged(it->wish);
    const double middle = 0.5 * (piece->from + piece->to);
    double t;
    while (it->taken < of * it->wish->n_samples && (t = next_time(it)) < piece->to) {
        const size_t at = it->taken / of;
        const double x = fmax((t - middle) / views[0].half, -1); /* before the start: as at it */
        if (it->taken % of == 0)
            clear_sample(it, at);
        for (int c = 0; c < 2; c++) {
            add_sample(it, &views[c], c, at, x);
            it->out->first[c][at] += power_sum(piece->of[2 + c], x) / (double)of;
        }
        it->taken++;
        it->out->n_samples = it->taken / of;
    }
}

void predict_instrument_take(struct predict_instrument *instrument, const struct sim_piece *piece)
{
    struct predict_instrument *it = instrument;
    struct view views[2];
    for (int c = 0; c < 2; c++)
        look(it, piece, c, &views[c]);
    give_samples(it, piece, views);
    for (int c = 0; c < 2; c++) {
        it->end[c] = power_sum(views[c].velocity, 1);
        for (size_t i = 0; i <= it->n_directions; i++)
            it->shown[c][i] = measure_lowpass_at(&views[c].of[i], 1, fade_of(&views[c], 1));
    }
}
