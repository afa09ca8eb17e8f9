/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/linear.h"

#include <complex.h>

#include "tests/sim/graphs.h"

size_t linear_mass_at(size_t i, size_t j) { return LINEAR_MASS + i * (i + 1) / 2 + j; }

/* once for double, once for double complex */
#define LINEAR_TERMS(name, type, terms_name)                                 \
    static void name(const type *p, size_t n, const type *q, const type *v,  \
                     struct terms_name *out)                                 \
    {                                                                        \
        out->s_t = out->s_n = out->gap = 0;                                  \
        for (size_t i = 0; i < n; i++) {                                     \
            for (size_t j = 0; j <= i; j++)                                  \
                out->mass[i][j] = out->mass[j][i] = p[linear_mass_at(i, j)]; \
            out->h[i] = p[LINEAR_FORCE + i] - p[LINEAR_STIFFNESS] * q[i] -   \
                        p[LINEAR_DAMPING] * v[i];                            \
            out->w_t[i] = p[LINEAR_W_T + i];                                 \
            out->w_n[i] = p[LINEAR_W_N + i];                                 \
            out->gap += p[LINEAR_W_N + i] * q[i];                            \
        }                                                                    \
    }
LINEAR_TERMS(terms, double, sim_terms)
LINEAR_TERMS(terms_c, double complex, sim_terms_c)

static void graph_of(struct sim_graph *graph, size_t n, const sim_node *q, const sim_node *v,
                     struct sim_assembled *out)
{
    const sim_node k = sim_graph_input(graph, LINEAR_STIFFNESS),
                   c = sim_graph_input(graph, LINEAR_DAMPING);
    for (size_t i = 0; i < n; i++) {
        const sim_node pull = graphs_plus(graph, sim_graph_product(graph, k, q[i]), c, v[i]);
        for (size_t j = 0; j <= i; j++)
            out->mass[i][j] = out->mass[j][i] = sim_graph_input(graph, linear_mass_at(i, j));
        out->h[i] = sim_graph_difference(graph, sim_graph_input(graph, LINEAR_FORCE + i), pull);
        out->w_t[i] = sim_graph_input(graph, LINEAR_W_T + i);
        out->w_n[i] = sim_graph_input(graph, LINEAR_W_N + i);
        out->gap = graphs_plus(graph, out->gap, out->w_n[i], q[i]);
    }
}

static const struct sim_series *const *series(size_t n)
{
    return graphs_series(graph_of, LINEAR_PARAMETERS, n);
}

static double energy(const double *p, size_t n, const double *q, const double *v)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += 0.5 * p[LINEAR_STIFFNESS] * q[i] * q[i] - p[LINEAR_FORCE + i] * q[i];
        for (size_t j = 0; j < n; j++)
            sum += 0.5 * v[i] * v[j] * p[i < j ? linear_mass_at(j, i) : linear_mass_at(i, j)];
    }
    return sum;
}

static double dissipation(const double *p, size_t n, const double *q, const double *v)
{
    (void)q;
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += p[LINEAR_DAMPING] * v[i] * v[i];
    return sum;
}

const struct sim_model linear_model = {
    .table = {.name = "linear",
              .title = "any constant mass matrix and contact",
              .n_parameters = LINEAR_PARAMETERS,
              .n_coordinates = LINEAR_MAX},
    .terms = terms,
    .terms_c = terms_c,
    .energy = energy,
    .dissipation = dissipation,
    .series = series,
};

void linear_contact(double q_tt, double q_tn, double q_nn, double b_t, double b_n,
                    struct sim_problem *problem)
{
    *problem = (struct sim_problem){.inputs = {.model = &linear_model, .n = 2, .p = problem->p},
                                    .impact = RIG_IMPACT_POISSON,
                                    .t_end = 1,
                                    .rtol = 1e-9};
    /* w_t = (1, 0) and w_n = (0, 1), so that Q is M^-1 and M b the force */
    const double det = q_tt * q_nn - q_tn * q_tn;
    const double m_tt = q_nn / det, m_tn = -q_tn / det, m_nn = q_tt / det;
    double *p = problem->p;
    p[linear_mass_at(0, 0)] = m_tt;
    p[linear_mass_at(1, 0)] = m_tn;
    p[linear_mass_at(1, 1)] = m_nn;
    p[LINEAR_FORCE] = m_tt * b_t + m_tn * b_n;
    p[LINEAR_FORCE + 1] = m_tn * b_t + m_nn * b_n;
    p[LINEAR_W_T] = p[LINEAR_W_N + 1] = 1;
}
