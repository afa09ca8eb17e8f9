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

/* of a polynomial at NODES places */
static void values_at(const double *c, const double *x, double *out)
{
    for (int k = 0; k < NODES; k++)
        out[k] = c[SIM_SAMPLE_NODES - 1];
    for (int power = SIM_SAMPLE_NODES - 2; power >= 0; power--)
        for (int k = 0; k < NODES; k++)
            out[k] = out[k] * x[k] + c[power];
}

static void rates_at(const double *c, const double *x, double half, double *out)
{
    double slope[SIM_SAMPLE_NODES] = {0};
    for (int power = 1; power < SIM_SAMPLE_NODES; power++)
        slope[power - 1] = power * c[power] / half;
    values_at(slope, x, out);
}

/* ---- adding up */

struct adder {
    const struct predict_recording *recording;
    const struct predict_result *motion;
    struct predict_information *out;
    size_t n_free;
    const gsl_integration_glfixed_table *rule;
};

/* NODES rows of the Jacobian, each by the root of its weight: the columns that are not zero */
struct rows {
    size_t n, column[PREDICT_UNKNOWNS];
    double slope[PREDICT_UNKNOWNS][NODES];
};

static void put(struct rows *rows, size_t column, const double *root, const double *slope)
{
    double any = 0, *out = rows->slope[rows->n];
    for (int k = 0; k < NODES; k++) {
        out[k] = root[k] * slope[k];
        any += fabs(out[k]);
    }
    rows->column[rows->n] = column;
    rows->n += any > 0; /* a rail that is still to come has none */
}

/* of a direction of the motion: the free values come first, the rail's ways after all extras */
static size_t column_of(const struct adder *a, size_t direction)
{
    return direction < a->n_free ? direction : direction + PREDICT_EXTRAS;
}

static void put_extra(const struct adder *a, struct rows *rows, enum predict_extra extra,
                      const double *root, const double *slope)
{
    if (a->recording->extras[extra])
        put(rows, a->n_free + extra, root, slope);
}

/* in vectors of four, as most of the time goes here */
typedef double four __attribute__((vector_size(32), aligned(8), may_alias));

static void add_rows(const struct adder *a, const struct rows *rows)
{
    for (size_t i = 0; i < rows->n; i++) {
        double *out = a->out->matrix[rows->column[i]];
        const four *x = (const four *)rows->slope[i];
        for (size_t j = 0; j <= i; j++) {
            const four *y = (const four *)rows->slope[j], sum = x[0] * y[0] + x[1] * y[1];
            out[rows->column[j]] += (sum[0] + sum[1]) + (sum[2] + sum[3]);
        }
    }
}

static enum predict_extra of_channel(enum predict_extra extra, int channel)
{
    return (enum predict_extra)((int)extra + channel);
}

/* velocity of a channel at places x of a piece; root: of the weights */
static void add_velocity(const struct adder *a, const struct piece *piece, int channel,
                         const double *x, const double *root)
{
    static const double ones[NODES] = {1, 1, 1, 1, 1, 1, 1, 1};
    const size_t nd = a->n_free + a->recording->n_ways;
    const double half = 0.5 * (piece->to - piece->from), middle = 0.5 * (piece->from + piece->to);
    const double *of = piece->of + channel * SIM_SAMPLE_NODES;
    double v[NODES], across[NODES], early[NODES], t[NODES], stretched[NODES], slope[NODES];
    struct rows rows = {.n = 0};
    values_at(of, x, v);
    values_at(piece->of + (1 - channel) * SIM_SAMPLE_NODES, x, across);
    rates_at(of, x, -half, early);
    for (size_t d = 0; d < nd; d++) {
        const size_t at = SIM_PIECE_SLOPES + (size_t)channel * nd + d;
        values_at(piece->of + at * SIM_SAMPLE_NODES, x, slope);
        put(&rows, column_of(a, d), root, slope);
    }
    for (int k = 0; k < NODES; k++) {
        t[k] = middle + half * x[k];
        stretched[k] = -early[k] * t[k];
        a->out->peak[channel] = fmax(a->out->peak[channel], fabs(v[k]));
    }
    put_extra(a, &rows, PREDICT_TIME_OFFSET, root, early);
    put_extra(a, &rows, of_channel(PREDICT_OFFSET_T, channel), root, ones);
    put_extra(a, &rows, of_channel(PREDICT_DRIFT_T, channel), root, t);
    put_extra(a, &rows, of_channel(PREDICT_GAIN_T, channel), root, v);
    put_extra(a, &rows, of_channel(PREDICT_ANGLE_T, channel), root, across);
    put_extra(a, &rows, of_channel(PREDICT_LAG_T, channel), root, early);
    put_extra(a, &rows, PREDICT_CLOCK, root, stretched);
    add_rows(a, &rows);
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
    double from, to, x[NODES], share[NODES], root[NODES];
    unmasked(a, piece, &from, &to);
    if (!(from < to))
        return;
    const double middle = 0.5 * (piece->from + piece->to), half = 0.5 * (piece->to - piece->from);
    for (size_t k = 0; k < NODES; k++) {
        double t;
        gsl_integration_glfixed_point(from, to, k, &t, &share[k], a->rule);
        x[k] = (t - middle) / half;
    }
    for (int c = 0; c < 2; c++) {
        const double noise = a->recording->noise[c];
        if (!(noise > 0))
            continue;
        for (size_t k = 0; k < NODES; k++) /* so many samples are in the share */
            root[k] = sqrt(share[k] / a->recording->period) / noise;
        add_velocity(a, piece, c, x, root);
    }
}

/* a time that is known to u: one row alone */
struct instant {
    const struct adder *a;
    struct rows rows;
    double root[NODES];
};

static void put_time(struct instant *instant, size_t column, double slope)
{
    const double alone[NODES] = {slope};
    put(&instant->rows, column, instant->root, alone);
}

static void put_time_extra(struct instant *instant, enum predict_extra extra, double slope)
{
    const double alone[NODES] = {slope};
    put_extra(instant->a, &instant->rows, extra, instant->root, alone);
}

/* of a jump, at `clock` since the start */
static void add_time(struct instant *instant, double clock)
{
    put_time_extra(instant, PREDICT_TIME_OFFSET, 1);
    put_time_extra(instant, PREDICT_LAG_T, 0.5 * M_LN2);
    put_time_extra(instant, PREDICT_LAG_N, 0.5 * M_LN2);
    put_time_extra(instant, PREDICT_CLOCK, -clock);
    add_rows(instant->a, &instant->rows);
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
    struct instant instant = {.a = a, .root = {1 / u}};
    for (size_t d = 0; d < a->motion->n_directions; d++)
        put_time(&instant, column_of(a, d), slopes[d]);
    add_time(&instant, event->t);
    if (a->out->impacts++ == 0)
        a->out->first_impact = event->t;
}

/* the start of a motion that jumps at once is seen as a jump is */
static void add_start(const struct adder *a)
{
    const double u = hypot(1 / sqrt(12), MEASURE_JUMP_PLACE) * a->recording->period;
    struct instant instant = {.a = a, .root = {1 / u}};
    if (a->motion->n_changes < 2 || a->motion->changes[1].t > MEASURE_TOGETHER)
        return; /* the first change is the start itself */
    add_time(&instant, 0);
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
