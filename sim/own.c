/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/own.h"

#include "sim/lanes.h"

static struct sim_tape_inputs inputs_of(const double *p, size_t n, const double *q, const double *v)
{
    return (struct sim_tape_inputs){.fixed = p, .moving = q, .moving_too = v, .n = n};
}

/* ---- in double */

static void run(const struct sim_program *program, const struct sim_tape_inputs *in, double *out)
{
    double values[SIM_MAX_TERMS];
    sim_tape_values(program->tape, in, values);
    for (size_t i = 0; i < program->n; i++)
        out[program->place[i]] = out[program->mirror[i]] = values[i];
}

void sim_own_terms(const struct sim_own *own, const double *p, size_t n, const double *q,
                   const double *v, struct sim_terms *out)
{
    const struct sim_tape_inputs in = inputs_of(p, n, q, v);
    run(&own->tapes[n]->terms, &in, (double *)out);
}

void sim_own_outline(const struct sim_own *own, const double *p, size_t n, const double *q,
                     const struct sim_terms *terms, double *heights)
{
    struct sim_tape_inputs in = inputs_of(p, n, q, NULL);
    in.known = (const double *)terms;
    run(&own->tapes[n]->outline, &in, heights);
}

void sim_own_extras(const struct sim_own *own, const double *p, size_t n, const double *q,
                    const double *v, double extras[SIM_MAX_EXTRAS])
{
    const struct sim_tape_inputs in = inputs_of(p, n, q, v);
    run(&own->tapes[n]->extras, &in, extras);
}

/* ---- in some directions */

void sim_own_slopes(const struct sim_own *own, const double *p, size_t n, const double *x,
                    size_t count, const struct sim_move *moves, struct sim_terms_lanes *slopes)
{
    const struct sim_program *program = &own->tapes[n]->terms;
    const struct sim_tape_inputs in = inputs_of(p, n, x, x + n);
    double values[SIM_MAX_TERMS], lanes[SIM_MAX_TERMS][SIM_TAPE_LANES];
    for (size_t first = 0; first < count; first += SIM_TAPE_LANES, slopes++) {
        struct sim_tape_inputs directions[SIM_TAPE_LANES];
        const size_t left = count - first;
        const size_t some = left < SIM_TAPE_LANES ? left : SIM_TAPE_LANES;
        for (size_t k = 0; k < some; k++) {
            const struct sim_move *move = &moves[first + k];
            directions[k] = inputs_of(move->p, n, move->x, move->x ? move->x + n : NULL);
        }
        sim_tape_slopes(program->tape, &in, some, directions, first ? NULL : values, lanes);
        sim_vector *terms = (sim_vector *)slopes;
        for (size_t i = 0; i < program->n; i++)
            terms[program->place[i]] = terms[program->mirror[i]] = *(sim_vector *)lanes[i];
    }
}

/* ---- in one direction, as imaginary parts */

enum { MOST_KNOWN = sizeof(struct sim_terms) / sizeof(double) };

/* real parts, and the rest as a direction */
struct parts {
    double p[SIM_MAX_PARAMETERS], q[SIM_MAX_COORDINATES], v[SIM_MAX_COORDINATES];
    double dp[SIM_MAX_PARAMETERS], dq[SIM_MAX_COORDINATES], dv[SIM_MAX_COORDINATES];
    double known[MOST_KNOWN], d_known[MOST_KNOWN];
};

static void take(const double complex *z, size_t n, double *real, double *imaginary)
{
    for (size_t i = 0; z && i < n; i++) {
        real[i] = creal(z[i]);
        imaginary[i] = cimag(z[i]);
    }
}

/* what a program says of complex inputs; v and known may be NULL where it does not ask for them */
static void run_c(const struct sim_program *program, const struct sim_tape_inputs_c *in,
                  double complex *out)
{
    double values[SIM_MAX_TERMS], lanes[SIM_MAX_TERMS][SIM_TAPE_LANES];
    struct parts parts;
    take(in->fixed, sim_tape_fixed(program->tape), parts.p, parts.dp);
    take(in->moving, in->n, parts.q, parts.dq);
    take(in->moving_too, in->n, parts.v, parts.dv);
    take(in->known, MOST_KNOWN, parts.known, parts.d_known);
    struct sim_tape_inputs real = inputs_of(parts.p, in->n, parts.q, parts.v);
    struct sim_tape_inputs direction = inputs_of(parts.dp, in->n, parts.dq, parts.dv);
    real.known = parts.known;
    direction.known = parts.d_known;
    sim_tape_slopes(program->tape, &real, 1, &direction, values, lanes);
    for (size_t i = 0; i < program->n; i++)
        out[program->place[i]] = out[program->mirror[i]] = __builtin_complex(values[i],
                                                                             lanes[i][0]);
}

void sim_own_terms_c(const struct sim_own *own, const double complex *p, size_t n,
                     const double complex *q, const double complex *v, struct sim_terms_c *out)
{
    const struct sim_tape_inputs_c in = {.fixed = p, .moving = q, .moving_too = v, .n = n};
    run_c(&own->tapes[n]->terms, &in, (double complex *)out);
}

void sim_own_outline_c(const struct sim_own *own, const double complex *p, size_t n,
                       const double complex *q, const struct sim_terms_c *terms,
                       double complex *heights)
{
    const struct sim_tape_inputs_c in = {
        .fixed = p, .moving = q, .known = (const double complex *)terms, .n = n};
    run_c(&own->tapes[n]->outline, &in, heights);
}

void sim_own_extras_c(const struct sim_own *own, const double complex *p, size_t n,
                      const double complex *q, const double complex *v,
                      double complex extras[SIM_MAX_EXTRAS])
{
    const struct sim_tape_inputs_c in = {.fixed = p, .moving = q, .moving_too = v, .n = n};
    run_c(&own->tapes[n]->extras, &in, extras);
}
