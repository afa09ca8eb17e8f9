/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/plane.h"

#include <string.h>

static sim_node sum(const struct sim_plane *plane, sim_node a, sim_node b)
{
    return sim_graph_sum(plane->graph, a, b);
}

static sim_node difference(const struct sim_plane *plane, sim_node a, sim_node b)
{
    return sim_graph_difference(plane->graph, a, b);
}

static sim_node product(const struct sim_plane *plane, sim_node a, sim_node b)
{
    return sim_graph_product(plane->graph, a, b);
}

void sim_plane_init(struct sim_plane *plane, struct sim_graph *graph, size_t n, const sim_node *v)
{
    static const double still[SIM_MAX_COORDINATES];
    *plane = (struct sim_plane){.graph = graph, .n = n};
    memcpy(plane->v, v, n * sizeof *v);
    sim_plane_angle(plane, sim_graph_constant(graph, 0), still);
}

size_t sim_plane_angle(struct sim_plane *plane, sim_node value, const double *slopes)
{
    struct sim_graph *graph = plane->graph;
    for (size_t i = 0; i < plane->n_angles; i++)
        if (plane->angles[i].value == value)
            return i;
    struct sim_plane_angle angle = {.value = value,
                                    .sine = sim_graph_sine(graph, value),
                                    .cosine = sim_graph_cosine(graph, value)};
    struct sim_term terms[SIM_MAX_COORDINATES];
    for (size_t i = 0; i < plane->n; i++) {
        angle.slopes[i] = slopes[i];
        terms[i] = (struct sim_term){plane->v[i], slopes[i]};
    }
    angle.rate = sim_graph_linear(graph, 0, terms, plane->n);
    if (plane->n_angles == SIM_PLANE_ANGLES) { /* more than the bodies of a description have */
        graph->failed = true;
        return 0;
    }
    plane->angles[plane->n_angles] = angle;
    return plane->n_angles++;
}

static bool is_still_zero(const struct sim_plane_form *form)
{
    bool zero = form->value == 0 && form->bend == 0;
    for (size_t i = 0; i < SIM_MAX_COORDINATES; i++)
        zero = zero && form->slopes[i] == 0;
    return zero;
}

void sim_plane_add(struct sim_plane_point *point, size_t angle, struct sim_plane_form x,
                   struct sim_plane_form y)
{
    /* node 0 of a graph is the number 0 */
    if ((is_still_zero(&x) && is_still_zero(&y)) || point->n == SIM_PLANE_PARTS)
        return;
    point->parts[point->n].angle = angle;
    point->parts[point->n].x = x;
    point->parts[point->n++].y = y;
}

/* ---- vectors of a point */

static void add(struct sim_plane_vector *vector, size_t angle, sim_node x, sim_node y)
{
    if (x == 0 && y == 0)
        return;
    vector->parts[vector->n].angle = angle;
    vector->parts[vector->n].x = x;
    vector->parts[vector->n++].y = y;
}

struct sim_plane_vector sim_plane_fixed(size_t angle, sim_node x, sim_node y)
{
    struct sim_plane_vector vector = {0};
    add(&vector, angle, x, y);
    return vector;
}

struct sim_plane_vector sim_plane_place(const struct sim_plane_point *point)
{
    struct sim_plane_vector place = {0};
    for (size_t k = 0; k < point->n; k++)
        add(&place, point->parts[k].angle, point->parts[k].x.value, point->parts[k].y.value);
    return place;
}

struct sim_plane_vector sim_plane_slope(const struct sim_plane *plane,
                                        const struct sim_plane_point *point, size_t coordinate)
{
    struct sim_plane_vector slope = {0};
    for (size_t k = 0; k < point->n; k++) {
        const struct sim_plane_form *x = &point->parts[k].x, *y = &point->parts[k].y;
        const double turn = plane->angles[point->parts[k].angle].slopes[coordinate];
        add(&slope, point->parts[k].angle,
            sim_graph_linear(plane->graph, 0,
                             (struct sim_term[]){{x->slopes[coordinate], 1}, {y->value, -turn}}, 2),
            sim_graph_linear(plane->graph, 0,
                             (struct sim_term[]){{y->slopes[coordinate], 1}, {x->value, turn}}, 2));
    }
    return slope;
}

static sim_node rate_of(const struct sim_plane *plane, const struct sim_plane_form *form)
{
    sim_node rate = 0;
    for (size_t i = 0; i < plane->n; i++)
        rate = sum(plane, rate, product(plane, form->slopes[i], plane->v[i]));
    return rate;
}

struct sim_plane_vector sim_plane_velocity(const struct sim_plane *plane,
                                           const struct sim_plane_point *point)
{
    struct sim_plane_vector velocity = {0};
    for (size_t k = 0; k < point->n; k++) {
        const struct sim_plane_form *x = &point->parts[k].x, *y = &point->parts[k].y;
        const sim_node turn = plane->angles[point->parts[k].angle].rate;
        add(&velocity, point->parts[k].angle,
            difference(plane, rate_of(plane, x), product(plane, turn, y->value)),
            sum(plane, rate_of(plane, y), product(plane, turn, x->value)));
    }
    return velocity;
}

/* of R(a) x: R(a) (x'' + 2 a' J x' - a'^2 x), J a quarter turn */
struct sim_plane_vector sim_plane_bias(const struct sim_plane *plane,
                                       const struct sim_plane_point *point)
{
    struct sim_plane_vector bias = {0};
    for (size_t k = 0; k < point->n; k++) {
        const struct sim_plane_form *x = &point->parts[k].x, *y = &point->parts[k].y;
        const sim_node turn = plane->angles[point->parts[k].angle].rate;
        const sim_node turn2 = product(plane, turn, turn);
        const sim_node along = product(plane, turn, rate_of(plane, y));
        const sim_node across = product(plane, turn, rate_of(plane, x));
        add(&bias, point->parts[k].angle,
            sim_graph_linear(plane->graph, 0,
                             (struct sim_term[]){
                                 {x->bend, 1}, {along, -2}, {product(plane, turn2, x->value), -1}},
                             3),
            sim_graph_linear(plane->graph, 0,
                             (struct sim_term[]){
                                 {y->bend, 1}, {across, 2}, {product(plane, turn2, y->value), -1}},
                             3));
    }
    return bias;
}

struct sim_plane_vector sim_plane_minus(const struct sim_plane *plane, struct sim_plane_vector a,
                                        const struct sim_plane_vector *b)
{
    for (size_t k = 0; k < b->n && a.n < SIM_PLANE_PARTS; k++)
        add(&a, b->parts[k].angle, sim_graph_scaled(plane->graph, -1, b->parts[k].x),
            sim_graph_scaled(plane->graph, -1, b->parts[k].y));
    return a;
}

/* ---- products */

void sim_plane_between(const struct sim_plane *plane, size_t a, size_t b, sim_node *sine,
                       sim_node *cosine)
{
    const struct sim_plane_angle *from = &plane->angles[a], *to = &plane->angles[b];
    *cosine = sum(plane, product(plane, from->cosine, to->cosine),
                  product(plane, from->sine, to->sine));
    *sine = difference(plane, product(plane, from->cosine, to->sine),
                       product(plane, from->sine, to->cosine));
}

sim_node sim_plane_dot(const struct sim_plane *plane, const struct sim_plane_vector *a,
                       const struct sim_plane_vector *b)
{
    sim_node dot = 0;
    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < b->n; k++) {
            const sim_node ax = a->parts[i].x, ay = a->parts[i].y;
            const sim_node bx = b->parts[k].x, by = b->parts[k].y;
            sim_node along = sum(plane, product(plane, ax, bx), product(plane, ay, by));
            if (a->parts[i].angle != b->parts[k].angle) {
                sim_node sine, cosine;
                sim_plane_between(plane, a->parts[i].angle, b->parts[k].angle, &sine, &cosine);
                const sim_node across = difference(plane, product(plane, ay, bx),
                                                   product(plane, ax, by));
                along = sum(plane, product(plane, cosine, along), product(plane, sine, across));
            }
            dot = sum(plane, dot, along);
        }
    return dot;
}
