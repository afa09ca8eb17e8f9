/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/ball.h"

#include <complex.h>
#include <math.h>
#include <string.h>

#include "tests/sim/graphs.h"

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

void ball_graph(struct sim_graph *graph, size_t n, const sim_node *q, const sim_node *v,
                struct sim_assembled *out)
{
    (void)n;
    const sim_node s = sim_graph_sine(graph, q[PHI]), c = sim_graph_cosine(graph, q[PHI]);
    const sim_node r = q[R], m = sim_graph_input(graph, BALL_MASS),
                   g = sim_graph_input(graph, SIM_GRAVITY);
    const sim_node x = sim_graph_product(graph, r, c), y = sim_graph_product(graph, r, s);
    const sim_node square = sim_graph_product(graph, v[PHI], v[PHI]);
    const sim_node turn2 = sim_graph_product(graph, r, square);
    const sim_node slide = sim_graph_scaled(graph, 2, sim_graph_product(graph, v[R], v[PHI]));
    const sim_node fall = sim_graph_difference(graph, turn2, sim_graph_product(graph, g, s));
    const sim_node arm = sim_graph_product(graph, m, r);
    const sim_node turn = graphs_plus(graph, slide, g, c);
    out->mass[R][R] = m;
    out->mass[PHI][PHI] = sim_graph_product(graph, arm, r);
    out->h[R] = sim_graph_product(graph, m, fall);
    out->h[PHI] = sim_graph_scaled(graph, -1, sim_graph_product(graph, arm, turn));
    out->w_t[R] = c;
    out->w_t[PHI] = sim_graph_scaled(graph, -1, y);
    out->w_n[R] = s;
    out->w_n[PHI] = x;
    out->s_t = sim_graph_scaled(graph, -1,
                                graphs_plus(graph, sim_graph_product(graph, slide, s), square, x));
    out->s_n = sim_graph_difference(graph, sim_graph_product(graph, slide, c),
                                    sim_graph_product(graph, square, y));
    out->gap = sim_graph_difference(graph, y, sim_graph_input(graph, BALL_SURFACE));
}

static const struct sim_series *const *series(size_t n)
{
    return graphs_series(ball_graph, BALL_PARAMETERS, n);
}

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
    .series = series,
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
