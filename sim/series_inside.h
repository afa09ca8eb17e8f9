/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a series consists of; private to sim/series_make.c, which makes it, sim/series.c, which
 * interprets it, and sim/emit_series.c, which writes it as C. */
#ifndef SIM_SERIES_INSIDE_H
#define SIM_SERIES_INSIDE_H

#include "sim/code.h"
#include "sim/tape_inside.h"

/* an order's step of one slot, in terms of new coefficients z and values s (those of order 0) */
enum sim_series_kind {
    SIM_SERIES_LINEAR,   /* sum of factors times z */
    SIM_SERIES_SCALED,   /* s_b z_a */
    SIM_SERIES_OVER,     /* z_a / s_b */
    SIM_SERIES_PRODUCT,  /* inner + s_a z_b + s_b z_a */
    SIM_SERIES_SQUARE,   /* inner + 2 s_a z_a */
    SIM_SERIES_QUOTIENT, /* (z_a - (inner + s_out z_b)) / s_b */
    SIM_SERIES_ROOT,     /* (z_a - inner) / (2 s_out) */
    SIM_SERIES_LAW       /* by struct sim_series_law from z_a; interpreted alone */
};

struct sim_series_op {
    enum sim_series_kind kind;
    uint16_t out, a, b;
    uint16_t n;     /* terms of a sum */
    uint32_t first; /* of these; else the pair of the inner sum */
};

/* z_out = factor z_source (of the order before) / k */
struct sim_series_integral {
    uint16_t out, source;
    double factor;
};

/* the factors of a convolution */
struct sim_series_pair {
    uint16_t a, b;
};

struct sim_series {
    struct sim_tape *tape;
    size_t n, n_bounds;
    bool driven, by_law;
    uint16_t drive;      /* the slot of what drives it */
    uint16_t speed, law; /* those of a law and of its argument */
    struct sim_series_op *ops;
    size_t n_ops;
    struct sim_tape_term *terms; /* of sums, without what is fixed */
    size_t n_terms;
    struct sim_series_integral *integrals;
    size_t n_integrals;
    struct sim_series_pair *pairs; /* filled up to a multiple of four */
    size_t n_pairs, n_products;
    uint16_t *columns; /* slots of a row */
};

/* one over what an operation divides by */
void sim_series_invert(const struct sim_series *series, const double *s, double *inverse);

struct sim_series_law;

/* a law while a series goes on: the coefficients of its argument up to order k - 1 */
struct sim_series_argument {
    const struct sim_series_law *of;
    int k;
    double coefficients[SIM_SERIES_ORDER + 1];
};

/* new coefficients z from those of the states and from the inner sums of convolutions; law may be
 * NULL of a series that has none */
void sim_series_order(const struct sim_series *series, struct sim_series_argument *law,
                      const double *s, const double *inverse, const double *inner, double *z);

#endif
