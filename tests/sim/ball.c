/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/ball.h"

#include <complex.h>
#include <math.h>
#include <string.h>

enum { R, PHI };

/* once for double, once for double complex */
#define BALL_TERMS(name, type, terms_name, sin, cos)                        \
    static void name(const type *p, size_t n, const type *q, const type *v, \
                     struct terms_name *out)                                \
    {                                                                       \
        (void)n;                                                            \
        const type s = sin(q[PHI]), c = cos(q[PHI]), r = q[R];              \
        const type m = p[BALL_MASS], g = p[SIM_GRAVITY];                    \
        const type turn2 = r * v[PHI] * v[PHI], slide = 2 * v[R] * v[PHI];  \
        out->mass[R][R] = m;                                                \
        out->mass[PHI][PHI] = m * r * r;                                    \
        out->mass[R][PHI] = out->mass[PHI][R] = 0;                          \
        out->h[R] = m * (turn2 - g * s);                                    \
        out->h[PHI] = -m * r * (slide + g * c);                             \
        out->w_t[R] = c;                                                    \
        out->w_t[PHI] = -r * s;                                             \
        out->w_n[R] = s;                                                    \
        out->w_n[PHI] = r * c;                                              \
        out->s_t = -slide * s - turn2 * c;                                  \
        out->s_n = slide * c - turn2 * s;                                   \
        out->gap = r * s - p[BALL_SURFACE];                                 \
    }
BALL_TERMS(terms, double, sim_terms, sin, cos)
BALL_TERMS(terms_c, double complex, sim_terms_c, csin, ccos)

static const struct quantity parameters[] = {
    SIM_COMMON_PARAMETERS,
    SIM_REQUIRED("mass", "kg", POSITIVE, "mass"),
    SIM_REQUIRED("surface", "m", POSITIVE, "surface over the pole"),
};
static const struct quantity states[] = {
    SIM_REQUIRED("r", "m", POSITIVE, "from the pole"),
    SIM_REQUIRED("phi", "rad", ANY, "from the surface"),
    SIM_DEFAULT("r_dot", "m/s", ANY, 0, "rate"),
    SIM_DEFAULT("phi_dot", "rad/s", ANY, 0, "rate"),
};

const struct sim_model ball_model = {
    .table = {.name = "ball",
              .title = "a ball in polar coordinates",
              .parameters = parameters,
              .n_parameters = BALL_PARAMETERS,
              .states = states,
              .n_coordinates = 2},
    .terms = terms,
    .terms_c = terms_c,
};

void ball_problem(const struct ball *ball, double duration, double rtol,
                  struct sim_problem *problem)
{
    *problem = (struct sim_problem){.inputs = {.model = &ball_model, .n = 2, .p = problem->p},
                                    .impact = RIG_IMPACT_POISSON,
                                    .p = {[SIM_FRICTION] = ball->friction,
                                          [SIM_STATIC_FRICTION] = ball->friction,
                                          [SIM_RESTITUTION] = ball->restitution,
                                          [SIM_GRAVITY] = 10,
                                          [SIM_BELT_SPEED] = ball->belt,
                                          [BALL_MASS] = 2,
                                          [BALL_SURFACE] = 1},
                                    .t_end = duration,
                                    .rtol = rtol};
    const double x = ball->x, y = 1 + ball->y, r = hypot(x, y);
    const double start[] = {r, atan2(y, x), (x * ball->u + y * ball->v) / r,
                            (x * ball->v - y * ball->u) / (r * r)};
    memcpy(problem->x, start, sizeof start);
}

void ball_cartesian(const double *state, double *xyuv)
{
    const double s = sin(state[PHI]), c = cos(state[PHI]);
    xyuv[0] = state[R] * c;
    xyuv[1] = state[R] * s - 1;
    xyuv[2] = state[2] * c - state[R] * s * state[3];
    xyuv[3] = state[2] * s + state[R] * c * state[3];
}
