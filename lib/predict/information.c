/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/predict/information.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_blas.h>
#include <gsl/gsl_integration.h>
#include <gsl/gsl_linalg.h>

#include "lib/measure/jump.h"
#include "lib/measure/rail.h"

/* no sample nearer than this to the start of the motion tells of it (s), as in a fit */
static const double start_mask = 3e-3;
/* a fit averages over blocks this long (s); one that a mask touches is lost, half of one to
 * either side in the mean */
static const double block = 1e-3;
/* tolerance of the simulation: a percent of information is enough */
static const double tolerance = 1e-5;

enum { NODES = SIM_SAMPLE_NODES }; /* products of polynomials of degree 7: Gauss with 8 is exact */

struct piece {
    double from, to;
    double of[]; /* rows of SIM_SAMPLE_NODES, as struct sim_piece has them */
};

struct pieces {
    size_t n_directions, n, room;
    struct piece **list;
};

/* ---- the pieces of the motion */

static size_t piece_rows(size_t n_directions) { return SIM_PIECE_SLOPES + 2 * n_directions; }

static enum error_code keep(void *context, const struct sim_piece *given, struct error *err)
{
    struct pieces *pieces = context;
    const size_t size = piece_rows(given->n_directions) * SIM_SAMPLE_NODES * sizeof(double);
    if (pieces->n == pieces->room) {
        const size_t room = pieces->room ? 2 * pieces->room : 64;
        struct piece **more = realloc(pieces->list, room * sizeof(struct piece *));
        if (!more)
            return error_memory(err);
        pieces->list = more;
        pieces->room = room;
    }
    struct piece *piece = malloc(sizeof *piece + size);
    if (!piece)
        return error_memory(err);
    piece->from = given->from;
    piece->to = given->to;
    memcpy(piece->of, given->of, size);
    pieces->n_directions = given->n_directions;
    pieces->list[pieces->n++] = piece;
    return ERROR_OK;
}

static void pieces_free(struct pieces *pieces)
{
    for (size_t i = 0; i < pieces->n; i++)
        free(pieces->list[i]);
    free(pieces->list);
}

static double value_at(const double *c, double x, double *rate)
{
    double sum = 0, slope = 0;
    for (int k = SIM_SAMPLE_NODES; k-- > 0;) {
        slope = slope * x + sum;
        sum = sum * x + c[k];
    }
    *rate = slope;
    return sum;
}

/* ---- adding up */

struct adder {
    const struct predict_recording *recording;
    const struct predict_result *motion;
    struct predict_information *out;
    size_t n_free;
    const gsl_integration_glfixed_table *rule;
};

/* a row of the Jacobian: the columns that are not zero */
struct row {
    size_t n, column[PREDICT_UNKNOWNS];
    double slope[PREDICT_UNKNOWNS];
};

static void put(struct row *row, size_t column, double slope)
{
    if (slope == 0) /* as all of a rail that is still to come */
        return;
    row->column[row->n] = column;
    row->slope[row->n++] = slope;
}

/* of a direction of the motion: the free values come first, the rail's ways after all extras */
static size_t column_of(const struct adder *a, size_t direction)
{
    return direction < a->n_free ? direction : direction + PREDICT_EXTRAS;
}

static void put_extra(const struct adder *a, struct row *row, enum predict_extra extra,
                      double slope)
{
    if (a->recording->extras[extra])
        put(row, a->n_free + extra, slope);
}

static void add_row(const struct adder *a, const struct row *row, double weight)
{
    for (size_t i = 0; i < row->n; i++)
        for (size_t j = 0; j <= i; j++)
            a->out->matrix[row->column[i]][row->column[j]] += weight * row->slope[i] *
                                                              row->slope[j];
}

static enum predict_extra of_channel(enum predict_extra extra, int channel)
{
    return (enum predict_extra)((int)extra + channel);
}

/* velocity of a channel at x of a piece; v and rate: of both channels there */
static void add_velocity(const struct adder *a, const struct piece *piece, int channel, double x,
                         double weight)
{
    const size_t nd = a->n_free + a->recording->n_ways;
    const double half = 0.5 * (piece->to - piece->from);
    const double t = 0.5 * (piece->from + piece->to) + half * x;
    struct row row = {0};
    double rate, ignored;
    const double v = value_at(piece->of + channel * SIM_SAMPLE_NODES, x, &rate);
    rate /= half;
    for (size_t d = 0; d < nd; d++) {
        const size_t at = SIM_PIECE_SLOPES + (size_t)channel * nd + d;
        put(&row, column_of(a, d), value_at(piece->of + at * SIM_SAMPLE_NODES, x, &ignored));
    }
    put_extra(a, &row, PREDICT_TIME_OFFSET, -rate);
    put_extra(a, &row, of_channel(PREDICT_OFFSET_T, channel), 1);
    put_extra(a, &row, of_channel(PREDICT_DRIFT_T, channel), t);
    put_extra(a, &row, of_channel(PREDICT_GAIN_T, channel), v);
    put_extra(a, &row, of_channel(PREDICT_ANGLE_T, channel),
              value_at(piece->of + (1 - channel) * SIM_SAMPLE_NODES, x, &ignored));
    put_extra(a, &row, of_channel(PREDICT_LAG_T, channel), -rate);
    put_extra(a, &row, PREDICT_CLOCK, rate * t);
    add_row(a, &row, weight);
    a->out->peak[channel] = fmax(a->out->peak[channel], fabs(v));
}

/* what is left of a piece between the masks about all that happens */
static void unmasked(const struct adder *a, const struct piece *piece, double *from, double *to)
{
    const struct predict_recording *recording = a->recording;
    const double settling = MEASURE_SETTLING * recording->period;
    *from = fmax(piece->from, start_mask);
    *to = fmin(piece->to, fmin(recording->duration, a->out->until));
    for (size_t i = 0; i < a->motion->n_changes; i++) {
        const double t = a->motion->changes[i].t;
        if (t <= piece->from)
            *from = fmax(*from, t + fmax(block, settling) + 0.5 * block);
        if (t >= piece->to)
            *to = fmin(*to, t - 1.5 * block);
    }
    for (size_t i = 0; i < a->motion->events.n; i++) {
        const struct measure_event *event = &a->motion->events.list[i];
        if (event->kind == MEASURE_EVENT_JUMP && event->t <= piece->from)
            *from = fmax(*from, event->t + fmax(recording->mask, settling) + 0.5 * block);
    }
}

static void add_piece(const struct adder *a, const struct piece *piece)
{
    double from, to;
    unmasked(a, piece, &from, &to);
    if (!(from < to))
        return;
    const double middle = 0.5 * (piece->from + piece->to), half = 0.5 * (piece->to - piece->from);
    for (size_t i = 0; i < NODES; i++) {
        double t, share;
        gsl_integration_glfixed_point(from, to, i, &t, &share, a->rule);
        for (int c = 0; c < 2; c++) {
            const double noise = a->recording->noise[c];
            if (noise > 0) /* so many samples are in the share */
                add_velocity(a, piece, c, (t - middle) / half,
                             share / a->recording->period / (noise * noise));
        }
    }
}

static void add_event(const struct adder *a, size_t i)
{
    const struct measure_event *event = &a->motion->events.list[i];
    const double period = a->recording->period;
    if (event->kind != MEASURE_EVENT_JUMP || event->t > a->out->until ||
        event->t > a->recording->duration || event->size < MEASURE_JUMP_SEEN)
        return;
    const double u = hypot(measure_jump_uncertainty(event->size, period),
                           MEASURE_JUMP_PLACE * period);
    const double *slopes = a->motion->event_slopes + i * a->motion->n_directions;
    struct row row = {0};
    for (size_t d = 0; d < a->motion->n_directions; d++)
        put(&row, column_of(a, d), slopes[d]);
    put_extra(a, &row, PREDICT_TIME_OFFSET, 1);
    put_extra(a, &row, PREDICT_LAG_T, 0.5 * M_LN2);
    put_extra(a, &row, PREDICT_LAG_N, 0.5 * M_LN2);
    put_extra(a, &row, PREDICT_CLOCK, -event->t);
    add_row(a, &row, 1 / (u * u));
    if (a->out->impacts++ == 0)
        a->out->first_impact = event->t;
}

/* the start of a motion that jumps at once is seen as a jump is */
static void add_start(const struct adder *a)
{
    const double u = hypot(1 / sqrt(12), MEASURE_JUMP_PLACE) * a->recording->period;
    struct row row = {0};
    if (a->motion->n_changes < 2 || a->motion->changes[1].t > MEASURE_TOGETHER)
        return; /* the first change is the start itself */
    put_extra(a, &row, PREDICT_TIME_OFFSET, 1);
    put_extra(a, &row, PREDICT_LAG_T, 0.5 * M_LN2);
    put_extra(a, &row, PREDICT_LAG_N, 0.5 * M_LN2);
    add_row(a, &row, 1 / (u * u));
}

static enum error_code add_up(const struct predict_recording *recording, size_t n_free,
                              const struct pieces *pieces, const struct predict_result *motion,
                              struct predict_information *out, struct error *err)
{
    gsl_integration_glfixed_table *rule = gsl_integration_glfixed_table_alloc(NODES);
    if (!rule)
        return error_memory(err);
    const struct adder adder = {
        .recording = recording, .motion = motion, .out = out, .n_free = n_free, .rule = rule};
    for (size_t i = 0; i < pieces->n; i++)
        add_piece(&adder, pieces->list[i]);
    add_start(&adder);
    for (size_t i = 0; i < motion->events.n; i++)
        add_event(&adder, i);
    gsl_integration_glfixed_table_free(rule);
    for (size_t i = 0; i < out->n; i++) /* each pair was added up at one of its two places */
        for (size_t j = i + 1; j < out->n; j++)
            out->matrix[i][j] = out->matrix[j][i] = out->matrix[i][j] + out->matrix[j][i];
    for (int c = 0; c < 2; c++)
        out->clipped |= recording->noise[c] > 0 && out->peak[c] > recording->most[c];
    return ERROR_OK;
}

/* the rail's ways, of each of which there is information 1 already, are nobody's question */
static bool eliminate_ways(struct predict_information *out, size_t n_ways)
{
    const size_t n = out->n - n_ways;
    bool gone[PREDICT_UNKNOWNS] = {false};
    double prior[PREDICT_UNKNOWNS] = {0}, kept[PREDICT_UNKNOWNS * PREDICT_UNKNOWNS];
    for (size_t k = n; k < out->n; k++) {
        gone[k] = true;
        prior[k] = 1;
    }
    if (!predict_information_about(out, gone, prior, kept))
        return false;
    for (size_t i = 0; i < n; i++)
        memcpy(out->matrix[i], kept + i * n, n * sizeof *kept);
    out->n = n;
    return true;
}

enum error_code predict_information_of(const struct predict_base *base,
                                       const struct predict_recording *recording,
                                       const size_t *free, size_t n_free,
                                       struct predict_information *out, struct error *err)
{
    double present = 0; /* a record's channel that is not there has no values */
    struct measure_record seen = {.period = recording->period};
    for (int c = 0; c < 2; c++) {
        seen.noise[c] = recording->noise[c];
        seen.v[c] = recording->noise[c] > 0 ? &present : NULL;
    }
    struct pieces pieces = {.n_directions = n_free};
    const struct predict_wish wish = {.slopes = true,
                                      .duration = recording->duration,
                                      .n_free = n_free,
                                      .free = free,
                                      .n_ways = recording->n_ways,
                                      .ways = recording->ways,
                                      .piece = keep,
                                      .piece_context = &pieces};
    struct predict_base loose = *base;
    struct predict_result motion = {0};
    loose.rtol = tolerance;
    memset(out, 0, sizeof *out);
    out->n = n_free + PREDICT_EXTRAS + recording->n_ways;
    out->first_impact = NAN;
    enum error_code code = predict_run(&loose, &seen, &wish, &motion, err);
    out->until = code ? 0 : fmin(motion.smooth_until, recording->duration);
    if (code == ERROR_NUMERIC && pieces.n > 0) { /* it teaches as far as it goes */
        out->until = pieces.list[pieces.n - 1]->from;
        code = ERROR_OK;
    }
    if (!code)
        code = add_up(recording, n_free, &pieces, &motion, out, err);
    if (!code && recording->n_ways > 0 && !eliminate_ways(out, recording->n_ways))
        code = error_set(err, ERROR_NUMERIC, "what the rail does to a run cannot be told");
    pieces_free(&pieces);
    predict_result_free(&motion);
    return code;
}

/* ---- what is left when others are unknown */

bool predict_information_about(const struct predict_information *all, const bool *gone,
                               const double *prior, double *kept)
{
    double a[PREDICT_UNKNOWNS * PREDICT_UNKNOWNS], b[PREDICT_UNKNOWNS * PREDICT_UNKNOWNS];
    size_t out[PREDICT_UNKNOWNS], in[PREDICT_UNKNOWNS], n_out = 0, n_in = 0;
    for (size_t i = 0; i < all->n; i++) {
        if (!gone[i])
            in[n_in++] = i;
        else if (all->matrix[i][i] + prior[i] > 0) /* else nothing depends on it */
            out[n_out++] = i;
    }
    for (size_t i = 0; i < n_in; i++)
        for (size_t j = 0; j < n_in; j++)
            kept[i * n_in + j] = all->matrix[in[i]][in[j]] + (i == j ? prior[in[i]] : 0);
    if (n_out == 0 || n_in == 0)
        return true;
    for (size_t i = 0; i < n_out; i++) {
        const double own = sqrt(all->matrix[out[i]][out[i]] + prior[out[i]]);
        for (size_t j = 0; j < n_out; j++) {
            const double other = sqrt(all->matrix[out[j]][out[j]] + prior[out[j]]);
            a[i * n_out + j] = i == j ? 1 : all->matrix[out[i]][out[j]] / (own * other);
        }
        for (size_t j = 0; j < n_in; j++)
            b[i * n_in + j] = all->matrix[out[i]][in[j]] / own;
    }
    gsl_matrix_view factor = gsl_matrix_view_array(a, n_out, n_out);
    gsl_matrix_view right = gsl_matrix_view_array(b, n_out, n_in);
    gsl_matrix_view left = gsl_matrix_view_array(kept, n_in, n_in);
    if (gsl_linalg_cholesky_decomp1(&factor.matrix))
        return false;
    gsl_blas_dtrsm(CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, 1, &factor.matrix,
                   &right.matrix);
    gsl_blas_dgemm(CblasTrans, CblasNoTrans, -1, &right.matrix, &right.matrix, 1, &left.matrix);
    return true;
}
