/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/start.h"

#include <math.h>
#include <string.h>

#include "sim/evaluate.h"
#include "sim/extras.h"
#include "sim/terms_slopes.h"

/* a start that is looked for */
struct search {
    const struct sim_model *model;
    const double *p;
    size_t n;
    double *x;
    size_t i; /* coordinate that is found */
};

static double gap_at(const struct search *s, double value, double *slope)
{
    struct sim_terms k;
    s->x[s->i] = value;
    sim_terms_at(s->model, s->p, s->n, s->x, s->x + s->n, &k);
    *slope = k.w_n[s->i];
    return k.gap;
}

/* Newton's method, which takes one step where the gap is linear; between low and high */
static bool polish(const struct search *s, double low, double high)
{
    enum { TRIES = 100 };
    double slope, value = s->x[s->i];
    for (int k = 0; k < TRIES; k++) {
        const double gap = gap_at(s, value, &slope);
        const double next = value - gap / slope;
        if (gap == 0 || fabs(next - value) <= 1e-16 * fabs(value))
            return true;
        if (!isfinite(next))
            return false;
        if (isfinite(low) && gap * gap_at(s, low, &slope) > 0)
            low = value; /* the root stays between the two */
        else
            high = value;
        value = next > low && next < high ? next : isfinite(low) ? 0.5 * (low + high) : next;
    }
    s->x[s->i] = value;
    return fabs(gap_at(s, value, &slope)) < 1e-12;
}

/* a corner that is lower than the surface by no more than this is on it (m) */
static const double lowest_corner = 1e-9;

/* an angle: the smallest positive one that touches, else the negative one nearest to zero */
static bool place_angle(const struct search *s)
{
    enum { PIECES = 180 };
    const double piece = acos(-1) / PIECES;
    for (int sign = 1; sign >= -1; sign -= 2) {
        double slope, to = 0, b = gap_at(s, 0, &slope);
        for (int k = 0; k < PIECES; k++) {
            const double from = to, a = b;
            to = sign * piece * (k + 1);
            b = gap_at(s, to, &slope);
            if (!(a * b <= 0) || (a == 0 && k > 0))
                continue;
            s->x[s->i] = 0.5 * (from + to);
            return polish(s, fmin(from, to), fmax(from, to));
        }
    }
    return false;
}

/* coordinate by which the contact rests, beyond all: none */
static size_t resting(const struct sim_own *own, size_t n)
{
    return own->least && own->rests_by < SIZE_MAX ? n - 1 : own->rests_by;
}

/* by a corner that touches while no other is lower */
static bool set_down_on_corner(const struct search *search, const struct sim_given *given)
{
    const size_t n = search->n, i = search->i;
    double *x = search->x;
    const bool turns = strcmp(search->model->table.states[i].unit, "rad") == 0;
    x[n + i] = given->states[n + i] ? x[n + i] : 0;
    for (size_t c = 0; c < search->model->n_corners; c++) {
        struct search corner = *search;
        struct sim_terms k;
        corner.model = search->model->corners[c];
        x[i] = 0;
        if (!(turns ? place_angle(&corner) : polish(&corner, -INFINITY, INFINITY)))
            continue;
        sim_terms_at(sim_own_lowest(corner.model, search->p, n, x), search->p, n, x, x + n, &k);
        if (k.gap > -lowest_corner)
            return true;
    }
    return false;
}

static const char *set_down(const struct sim_model *model, const double *p, size_t n, double *x,
                            const struct sim_given *given)
{
    const size_t i = resting(model->own, n);
    const struct search search = {.model = model, .p = p, .n = n, .x = x, .i = i};
    struct sim_terms k;
    if (i >= n)
        return NULL;
    if (!given->states[i] && model->n_corners) {
        if (!set_down_on_corner(&search, given))
            return model->own->cannot_reach;
    } else if (!given->states[i]) {
        x[i] = 0;
        x[n + i] = given->states[n + i] ? x[n + i] : 0;
        const bool turns = strcmp(model->table.states[i].unit, "rad") == 0;
        if (!(turns ? place_angle(&search) : polish(&search, -INFINITY, INFINITY)))
            return model->own->cannot_reach;
    }
    if (!given->states[n + i]) {
        double lift = 0;
        x[n + i] = 0;
        sim_terms_at(sim_own_lowest(model, p, n, x), p, n, x, x + n, &k);
        for (size_t j = 0; j < n; j++)
            lift += k.w_n[j] * x[n + j];
        /* what cannot lift the contact leaves it as it is */
        x[n + i] = k.w_n[i] == 0 ? 0 : -lift / k.w_n[i];
    }
    return NULL;
}

/* whether the mass matrix is positive definite; else by which coordinate it is not */
static const char *check_mass(const struct sim_model *model, const double *p, size_t n,
                              const double *x)
{
    struct sim_terms k;
    sim_terms_at(model, p, n, x, x + n, &k);
    for (size_t j = 0; j < n; j++) {
        const double whole = k.mass[j][j];
        for (size_t i = 0; i < j; i++)
            k.mass[j][j] -= k.mass[j][i] * k.mass[j][i] / k.mass[i][i];
        if (!(k.mass[j][j] > 1e-13 * whole))
            return model->own->singular[j];
        for (size_t i = j + 1; i < n; i++)
            for (size_t l = 0; l < j; l++)
                k.mass[i][j] -= k.mass[i][l] * k.mass[j][l] / k.mass[l][l];
    }
    return NULL;
}

static const char *check_ranges(const struct sim_model *model, size_t n, const double *x)
{
    const double turn = 2 * acos(-1);
    for (size_t i = 0; i < n; i++) {
        const struct rig_start_range *range = &model->own->ranges[i];
        double value = x[i];
        if (range->given && model->table.states[i].unit[0] == 'r')
            value -= turn * floor((value - range->low) / turn);
        if (range->given && !(value >= range->low && value <= range->high))
            return model->own->out_of_range[i];
    }
    return NULL;
}

/* what may vary in number, and what time needs; velocities that nobody gave */
static const char *check_states(const struct sim_model *model, const double *p, size_t n, double *x,
                                const struct sim_given *given)
{
    const struct sim_own *own = model->own;
    const struct mechanism *table = &model->table;
    const size_t rests = resting(own, n);
    if (own->least) {
        const size_t i = quantity_find(table->parameters, table->n_parameters,
                                       table->size_parameter);
        if (n < own->least || n > table->n_coordinates || p[i] != (double)n)
            return own->wrong_size;
    }
    for (size_t i = 0; own->least && i < n; i++) {
        if (i != rests && !given->states[i])
            return "only the last coordinate may be left out of the start";
        if (i != rests && !given->states[n + i] &&
            table->states[table->n_coordinates + i].fallback == QUANTITY_COMPUTED)
            x[n + i] = 0;
    }
    if (own->has_clock && n > 0 && x[2 * n - 1] != 1)
        return "clock_dot, the pace of time, must be 1";
    return check_ranges(model, n, x);
}

static const char *check_flat(const struct sim_model *model, const double *p, size_t n,
                              const double *x)
{
    double extras[SIM_MAX_EXTRAS], turn = 0;
    struct sim_terms k;
    if (!model->own->starts_flat)
        return NULL;
    sim_extras_at(model, p, n, x, x + n, extras);
    sim_terms_at(model, p, n, x, x + n, &k);
    for (size_t i = 0; i < n; i++)
        turn += k.w_l[i] * x[n + i];
    return extras[SIM_EXTRA_TILT] == 0 && turn == 0
               ? NULL
               : "the face starts flat on the surface: it must not be tilted nor turn";
}

const char *sim_start_at(const struct sim_model *model, double *p, size_t n, double *x,
                         const struct sim_given *given)
{
    const struct sim_own *own = model->own;
    double extras[SIM_MAX_EXTRAS];
    const char *why = check_states(model, p, n, x, given);
    if (!why)
        why = set_down(model, p, n, x, given);
    if (!why)
        why = check_flat(model, p, n, x);
    if (why)
        return why;
    if (own->n_computed)
        sim_extras_at(model, p, n, x, x + n, extras);
    for (size_t i = 0; i < own->n_computed; i++)
        if (!given->parameters[own->computed[i]])
            p[own->computed[i]] = extras[SIM_EXTRA_COMPUTED + i];
    return check_mass(model, p, n, x);
}

/* ---- with a derivative */

/* parameters and state, and how they move */
struct moved {
    double p[SIM_MAX_PARAMETERS], x[2 * SIM_MAX_COORDINATES];
    double dp[SIM_MAX_PARAMETERS], dx[2 * SIM_MAX_COORDINATES];
    size_t n;
};

/* derivative of the gap, or of the contact's normal velocity, along the direction */
static double touch_slope(const struct sim_model *model, const struct moved *m, bool velocity)
{
    const struct sim_move move = {m->dp, m->dx};
    const size_t n = m->n;
    struct sim_terms k;
    struct sim_terms_lanes d;
    double slope = 0;
    sim_terms_slopes(model, m->p, n, m->x, 1, &move, &d);
    if (!velocity)
        return d.gap[0];
    sim_terms_at(model, m->p, n, m->x, m->x + n, &k);
    for (size_t i = 0; i < n; i++)
        slope += d.w_n[i][0] * m->x[n + i] + k.w_n[i] * m->dx[n + i];
    return slope;
}

/* the start above, then what it found moves so that the contact keeps touching */
static void move_set_down(const struct sim_model *model, struct moved *m,
                          const struct sim_given *given)
{
    const size_t n = m->n, i = resting(model->own, n);
    struct sim_terms k;
    if (i >= n)
        return;
    model = sim_own_lowest(model, m->p, n, m->x);
    sim_terms_at(model, m->p, n, m->x, m->x + n, &k);
    for (int velocity = 0; velocity < 2; velocity++) {
        const size_t place = velocity ? n + i : i;
        if (given->states[place])
            continue;
        m->dx[place] = 0;
        const double lack = touch_slope(model, m, velocity);
        m->dx[place] = k.w_n[i] == 0 ? 0 : -lack / k.w_n[i];
    }
}

static void move_computed(const struct sim_model *model, struct moved *m,
                          const struct sim_given *given)
{
    const struct sim_own *own = model->own;
    double complex p[SIM_MAX_PARAMETERS], x[2 * SIM_MAX_COORDINATES], extras[SIM_MAX_EXTRAS];
    for (size_t i = 0; i < model->table.n_parameters; i++)
        p[i] = __builtin_complex(m->p[i], m->dp[i]);
    for (size_t i = 0; i < 2 * m->n; i++)
        x[i] = __builtin_complex(m->x[i], m->dx[i]);
    sim_extras_at_c(model, p, m->n, x, x + m->n, extras);
    for (size_t i = 0; i < own->n_computed; i++)
        if (!given->parameters[own->computed[i]])
            m->dp[own->computed[i]] = cimag(extras[SIM_EXTRA_COMPUTED + i]);
}

const char *sim_start_at_c(const struct sim_model *model, double complex *p, size_t n,
                           double complex *x, const struct sim_given *given)
{
    const struct sim_own *own = model->own;
    const size_t n_parameters = model->table.n_parameters;
    struct moved m = {.n = n};
    for (size_t i = 0; i < n_parameters; i++) {
        m.p[i] = creal(p[i]);
        m.dp[i] = cimag(p[i]);
    }
    for (size_t i = 0; i < 2 * n; i++) {
        m.x[i] = creal(x[i]);
        m.dx[i] = cimag(x[i]);
    }
    const char *why = sim_start_at(model, m.p, n, m.x, given);
    if (why)
        return why;
    for (size_t i = 0; i < own->n_computed; i++) /* no number before, and no slope */
        if (!given->parameters[own->computed[i]])
            m.dp[own->computed[i]] = 0;
    move_set_down(model, &m, given);
    move_computed(model, &m, given);
    for (size_t i = 0; i < n_parameters; i++)
        p[i] = __builtin_complex(m.p[i], m.dp[i]);
    for (size_t i = 0; i < 2 * n; i++)
        x[i] = __builtin_complex(m.x[i], m.dx[i]);
    return NULL;
}
