/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Taylor series: against closed forms, against the equations of motion themselves (a series put
 * into sim/motion.c must leave nothing), and against DOP853. */
#include "config.h"

#include "sim/series.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/dop853.h"
#include "sim/evaluate.h"
#include "sim/registry.h"
#include "sim/shipped.h"
#include "sim/taylor.h"
#include "tests/sim/chance.h"
#include "tests/test.h"

enum { ORDER = 20, WIDTH = 32 };

static void assert_close(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.17g is not %.17g", a, b);
}

/* ---- closed forms: one coordinate, x'' = f(x, x'), one parameter */

typedef sim_node equation(struct sim_graph *graph, sim_node p, sim_node x, sim_node v);

static void expand(equation *rate, equation *bound, double p, double x, double v, double (*rows)[4])
{
    struct sim_graph graph;
    struct sim_series *series;
    struct error err;
    sim_graph_init(&graph, 1);
    const sim_node in[] = {sim_graph_input(&graph, 0), sim_graph_input(&graph, 1),
                           sim_graph_input(&graph, 2)};
    const sim_node acceleration = rate(&graph, in[0], in[1], in[2]);
    const sim_node more = bound(&graph, in[0], in[1], in[2]);
    const struct sim_series_of of = {
        .n = 1, .acceleration = &acceleration, .bounds = &more, .n_bounds = 1};
    assert_int_equal(sim_series_create(&graph, &of, &series, &err), ERROR_OK);
    assert_non_null(series);
    assert_int_equal(sim_series_stride(1, 1), 4);
    double *work = calloc(sim_series_room(series), sizeof *work);
    const double state[] = {x, v};
    for (int again = 0; again < 2; again++) /* what the first has left does not matter */
        sim_series_run(series, NULL, &p, state, again ? ORDER : SIM_SERIES_ORDER, work, rows[0]);
    free(work);
    sim_series_free(series);
    sim_graph_free(&graph);
}

static sim_node times(struct sim_graph *graph, sim_node a, sim_node b)
{
    return sim_graph_product(graph, a, b);
}

static sim_node speed(struct sim_graph *graph, sim_node p, sim_node x, sim_node v)
{
    (void)graph, (void)p, (void)x;
    return v;
}

/* x'' = -p x */
static sim_node spring(struct sim_graph *graph, sim_node p, sim_node x, sim_node v)
{
    (void)v;
    return sim_graph_scaled(graph, -1, times(graph, p, x));
}

/* 1/(1 - t) satisfies x'' = 2 x^3, and x'' = 2 p v^2/(p x) */
static sim_node cube(struct sim_graph *graph, sim_node p, sim_node x, sim_node v)
{
    (void)p, (void)v;
    return sim_graph_scaled(graph, 2, times(graph, x, times(graph, x, x)));
}

static sim_node ratio(struct sim_graph *graph, sim_node p, sim_node x, sim_node v)
{
    const sim_node above = times(graph, p, sim_graph_scaled(graph, 2, times(graph, v, v)));
    return sim_graph_quotient(graph, above, times(graph, p, x));
}

/* p exp(t) satisfies x'' = sqrt(x v), and its bound is 1/x */
static sim_node root(struct sim_graph *graph, sim_node p, sim_node x, sim_node v)
{
    (void)p;
    return sim_graph_root(graph, times(graph, x, v));
}

static sim_node one_over(struct sim_graph *graph, sim_node p, sim_node x, sim_node v)
{
    (void)v;
    return sim_graph_quotient(graph, p, x);
}

/* the pendulum x'' = -p sin(x + 0.3): its energy is constant */
static sim_node pendulum(struct sim_graph *graph, sim_node p, sim_node x, sim_node v)
{
    (void)v;
    const sim_node turned = sim_graph_sum(graph, x, sim_graph_constant(graph, 0.3));
    return sim_graph_scaled(graph, -1, times(graph, p, sim_graph_sine(graph, turned)));
}

static sim_node energy(struct sim_graph *graph, sim_node p, sim_node x, sim_node v)
{
    const sim_node turned = sim_graph_sum(graph, x, sim_graph_constant(graph, 0.3));
    return sim_graph_difference(graph, sim_graph_scaled(graph, 0.5, times(graph, v, v)),
                                times(graph, p, sim_graph_cosine(graph, turned)));
}

static void test_closed_forms(void **state)
{
    (void)state;
    double rows[SIM_SERIES_ORDER + 1][4], factorial = 1;
    expand(spring, speed, 4, 1, 0, rows); /* cos 2t */
    for (int k = 0; k <= ORDER; k++) {
        const double of[] = {1, 0, -1, 0}, rate[] = {0, -1, 0, 1};
        assert_close(rows[k][0] * factorial, of[k % 4] * pow(2, k), 1e-13 * pow(2, k));
        assert_close(rows[k][1] * factorial, 2 * rate[k % 4] * pow(2, k), 1e-13 * pow(2, k));
        assert_true(rows[k][2] == rows[k][1]);
        factorial *= k + 1;
    }
    equation *const poles[] = {cube, ratio};
    for (int i = 0; i < 2; i++) {
        expand(poles[i], speed, 7, 1, 1, rows);
        for (int k = 0; k <= ORDER; k++) {
            /* sums of terms as large as k^3, to rounding, and their growth */
            const double tolerance = 1e-15 * pow(k + 1, 4);
            assert_close(rows[k][0], 1, tolerance);
            assert_close(rows[k][1], k + 1, tolerance * (k + 1));
        }
    }
    expand(root, one_over, 3, 3, 3, rows);
    factorial = 1;
    for (int k = 0; k <= 12; k++) { /* sums of binomials cancel from 2^k to 1, and then again */
        assert_close(rows[k][0] * factorial, 3, 1e-15 * pow(2, k));
        assert_close(rows[k][2] * factorial, k % 2 ? -1 : 1, 1e-15 * pow(4, k));
        factorial *= k + 1;
    }
}

static void test_energy_of_a_pendulum_stays(void **state)
{
    (void)state;
    double rows[SIM_SERIES_ORDER + 1][4];
    expand(pendulum, energy, 2, 1, 1.5, rows);
    assert_close(rows[2][0], -sin(1.3), 1e-15);
    for (int k = 1; k <= ORDER; k++)
        assert_close(rows[k][2], 0, 1e-14);
}

/* sine of a sine has no rate that is a node: no series, and no error */
static void test_what_has_none(void **state)
{
    (void)state;
    struct sim_graph graph;
    struct sim_series *series;
    struct error err;
    sim_graph_init(&graph, 0);
    const sim_node x = sim_graph_input(&graph, 0);
    const sim_node acceleration = sim_graph_sine(&graph, sim_graph_sine(&graph, x));
    const struct sim_series_of of = {.n = 1, .acceleration = &acceleration};
    assert_int_equal(sim_series_create(&graph, &of, &series, &err), ERROR_OK);
    assert_null(series);
    sim_graph_free(&graph);
}

/* ---- the mechanisms */

static const enum sim_mode modes[] = {SIM_FLIGHT, SIM_SLIP_PLUS, SIM_SLIP_MINUS, SIM_STICK};

/* a mechanism at some state, with parameters that give it a mass matrix */
struct place {
    const struct sim_model *model;
    struct sim_inputs in;
    double p[SIM_MAX_PARAMETERS], x[2 * SIM_MAX_COORDINATES];
};

static void draw(gsl_rng *rng, const struct sim_model *model, size_t n, struct place *place)
{
    const struct sim_own *own = model->own;
    for (size_t i = 0; i < SIM_MAX_PARAMETERS; i++)
        place->p[i] = uniform(rng, 0.5, 1.5);
    place->p[SIM_FRICTION] = uniform(rng, 0, 0.3);
    for (size_t i = 0; i < n; i++) {
        place->x[i] = uniform(rng, -1.5, 1.5);
        place->x[n + i] = uniform(rng, -2, 2);
    }
    if (own->has_clock)
        place->x[2 * n - 1] = 1;
    place->model = model;
    place->in = (struct sim_inputs){.model = model, .n = n, .p = place->p, .law = RIG_LAW_RIGID};
}

/* the belt that stick rides on: two waves on a drift */
static struct sim_belt *uneven_belt(void)
{
    static const struct sim_belt_wave waves[] = {{0.3, 1.1, 0.4}, {0.1, 0.7, 2}};
    struct sim_belt *belt;
    struct error err;
    assert_int_equal(sim_belt_create_waves(0.2, -0.1, waves, 2, &belt, &err), ERROR_OK);
    return belt;
}

/* one step from there at that tolerance; false: the mode has no series, or none there */
static bool step(const struct place *place, enum sim_mode mode, double rtol, double longest,
                 struct sim_taylor **taylor)
{
    struct error err;
    assert_int_equal(sim_taylor_create(&place->in, rtol, 1e-3 * rtol, taylor, &err), ERROR_OK);
    if (!sim_taylor_start(*taylor, &place->in, mode, 0, place->x, NULL) &&
        sim_taylor_step(*taylor, longest))
        return true;
    sim_taylor_free(*taylor);
    return false;
}

/* x' of the dense output, by its central difference, and the velocities and accelerations that
 * sim/motion.c has there */
static double residual(const struct place *place, enum sim_mode mode,
                       const struct sim_taylor *taylor, double t)
{
    const size_t n = place->in.n;
    const double d = 1e-4 * sim_taylor_time(taylor);
    double x[4][2 * SIM_MAX_COORDINATES], at[2 * SIM_MAX_COORDINATES], worst = 0;
    struct sim_motion m;
    for (int i = 0; i < 4; i++)
        sim_taylor_dense(taylor, t + (i < 2 ? i - 2 : i - 1) * d, x[i]);
    sim_taylor_dense(taylor, t, at);
    sim_motion_at(&place->in, mode, t, at, &m);
    for (size_t i = 0; i < 2 * n; i++) {
        const double rate = (x[0][i] - 8 * x[1][i] + 8 * x[2][i] - x[3][i]) / (12 * d);
        const double wanted = i < n ? at[n + i] : m.acceleration[i - n];
        const double rounding = 3 * DBL_EPSILON * fabs(at[i]) / d; /* of the difference */
        worst = fmax(worst, fmax(fabs(rate - wanted) - rounding, 0) / (1 + fabs(wanted)));
    }
    return worst;
}

/* what a bound of the mode is by sim/motion.c */
static double bound_of(const struct place *place, enum sim_mode mode, size_t i,
                       const struct sim_motion *m)
{
    const size_t own = sim_mode_bounds(mode), outline = place->model->n_outline;
    const bool spring = place->in.law == RIG_LAW_COMPLIANT && mode != SIM_FLIGHT;
    const int side = i == SIM_BOUND_PLUS ? -1 : 1;
    if (i >= own + outline && mode == SIM_FLIGHT)
        return i == own + outline ? m->tip_t : m->tip_n;
    if (spring && i + 1 == sim_way_columns(sim_way_of(mode, RIG_LAW_COMPLIANT, false), outline,
                                           place->model->line_contact))
        return m->tip_n;
    if (i >= own + outline) /* of slip a multiple of it, as positive as Q_nn */
        return (sim_mode_slip(mode) && !spring ? m->contact.q_nn : 1) *
               m->guard[i == own + outline ? SIM_GUARD_TIP_LOW : SIM_GUARD_TIP_HIGH];
    if (i >= own)
        return m->guard[SIM_GUARD_FLOOR + i - own];
    if (mode == SIM_FLIGHT)
        return m->gap;
    if (mode == SIM_STICK) /* with a surface, of a coefficient of 1 */
        return (place->in.surface ? 1 : place->p[SIM_STATIC_FRICTION]) * m->force_n +
               side * m->force_t;
    if (spring && i < SIM_BOUND_SPEED)
        return i == SIM_BOUND_GAP ? m->gap : m->force_n / place->p[SIM_CONTACT_STIFFNESS];
    return i == SIM_BOUND_A ? m->a : i == SIM_BOUND_LIFT ? -m->b : sim_mode_slip(mode) * m->tip_t;
}

static void check_bounds(const struct place *place, enum sim_mode mode,
                         const struct sim_taylor *taylor, double share)
{
    double x[2 * SIM_MAX_COORDINATES], c[SIM_SERIES_ORDER + 1];
    struct sim_motion m;
    const double t = share * sim_taylor_time(taylor);
    sim_taylor_dense(taylor, t, x);
    sim_motion_at(&place->in, mode, t, x, &m);
    const bool by_speed = sim_mode_slip(mode) && sim_motion_friction_changes(&place->in);
    const int way = sim_way_of(mode, place->in.law, by_speed);
    const size_t columns = sim_way_columns(way, place->model->n_outline,
                                           place->model->line_contact);
    for (size_t i = 0; i < columns; i++) {
        double sum = 0;
        for (int k = sim_taylor_bound(taylor, i, c); k >= 0; k--)
            sum = sum * share + c[k];
        const double wanted = bound_of(place, mode, i, &m);
        if (!(fabs(sum - wanted) <= 1e-8 * (1 + fabs(wanted))))
            fail_msg("%s, mode %d, bound %zu: %.12g, not %.12g", place->model->table.name, mode, i,
                     sum, wanted);
    }
}

/* what a contact may be: the law, and the surface with the exponent of its Stribeck's law */
static const struct rig_surface by_stribeck = {.friction = RIG_FRICTION_STRIBECK,
                                               .rest = RIG_STATIC_AGEING};
static const struct rig_surface by_table = {
    .friction = RIG_FRICTION_TABLE,
    .friction_table = {.n = 3, .speed = {0, 2, 9}, .value = {0.5, 0.3, 0.2}}};
static const struct contact {
    enum rig_law law;
    const struct rig_surface *surface;
    double exponent;
} contacts[] = {{RIG_LAW_RIGID, NULL, 1},         {RIG_LAW_COMPLIANT, NULL, 1},
                {RIG_LAW_RIGID, &by_stribeck, 1}, {RIG_LAW_COMPLIANT, &by_stribeck, 2},
                {RIG_LAW_RIGID, &by_stribeck, 3}, {RIG_LAW_RIGID, &by_table, 1},
                {RIG_LAW_COMPLIANT, &by_table, 1}},
  any_exponent[] = {{RIG_LAW_RIGID, &by_stribeck, 1.7}, {RIG_LAW_COMPLIANT, &by_stribeck, 6}};
enum {
    CONTACTS = sizeof contacts / sizeof *contacts,
    ANY = sizeof any_exponent / sizeof *contacts
};

static void set_contact(struct place *place, const struct contact *contact)
{
    place->in.law = contact->law;
    place->in.surface = contact->surface;
    place->p[SIM_STRIBECK_EXPONENT] = contact->exponent;
}

/* one step from there, whose speed stays in a piece of the table; false: none */
static bool solves(struct place *place, enum sim_mode mode, double longest)
{
    struct sim_taylor *taylor;
    double low, high;
    /* slip has the direction of the mode, in the first piece of the table */
    if (sim_mode_slip(mode)) {
        struct sim_motion m;
        sim_motion_at(&place->in, mode, 0, place->x, &m);
        place->p[SIM_BELT_SPEED] += m.slip - sim_mode_slip(mode);
    }
    if (!step(place, mode, 1e-10, longest, &taylor))
        return false;
    sim_taylor_speeds(taylor, &low, &high);
    for (double share = 0.1; share < 1; share += 0.4) {
        double x[2 * SIM_MAX_COORDINATES];
        struct sim_motion m;
        const double t = share * sim_taylor_time(taylor);
        sim_taylor_dense(taylor, t, x);
        sim_motion_at(&place->in, mode, t, x, &m);
        const double speed = sim_mode_slip(mode) * m.slip;
        if (sim_mode_slip(mode) && place->in.surface && !(speed > fmax(low, 0) && speed < high))
            continue;
        const double left = residual(place, mode, taylor, t);
        if (!(left < 1e-8))
            fail_msg("%s, %zu coordinates, mode %d, exponent %g: %g is left",
                     place->model->table.name, place->in.n, mode, place->p[SIM_STRIBECK_EXPONENT],
                     left);
        check_bounds(place, mode, taylor, share);
    }
    sim_taylor_free(taylor);
    return true;
}

/* Every shipped mechanism, in every mode and with every contact. These are a chain of two to six,
 * six more with point contacts, and one that lies: but for one of a single coordinate, which does
 * not stick */
static void check_contacts(const struct contact *some, size_t n_contacts)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct sim_belt *belt = uneven_belt();
    int steps = 0;
    size_t sorts = 0;
    for (size_t i = 0; sim_shipped_models[i]; i++)
        for (size_t n = 1; n <= SIM_MAX_COORDINATES; n++)
            for (size_t k = 0; k < 4 * n_contacts; k++) {
                const int before = steps;
                const enum sim_mode mode = modes[k % 4];
                for (int draws = 0; draws < 10; draws++) {
                    struct place place;
                    draw(rng, sim_shipped_models[i], n, &place);
                    if (!place.model->code[n] || (n == 1 && mode == SIM_STICK))
                        continue; /* one coordinate is not free to meet two conditions */
                    set_contact(&place, &some[k / 4]);
                    place.in.belt = draws % 2 ? belt : NULL;
                    place.in.belt_shift = draws;
                    steps += solves(&place, mode, draws % 2 ? 0.2 : 1);
                }
                sorts += steps > before;
            }
    sim_belt_free(belt);
    gsl_rng_free(rng);
    assert_int_equal(sorts, (12 * 4 - 1) * n_contacts);
}

static void test_series_solve_the_equations(void **state)
{
    (void)state;
    check_contacts(contacts, CONTACTS);
}

static void test_series_by_any_exponent(void **state)
{
    (void)state;
    check_contacts(any_exponent, ANY);
}

/* ---- convergence */

static const struct sim_model *find(const char *name)
{
    for (size_t i = 0; sim_shipped_models[i]; i++)
        if (!strcmp(sim_shipped_models[i]->table.name, name))
            return sim_shipped_models[i];
    fail_msg("no %s", name);
    return NULL;
}

struct followed {
    const struct place *place;
    enum sim_mode mode;
};

static bool rates(void *context, int stage, double t, const double *y, double *dy)
{
    (void)stage;
    const struct followed *f = context;
    const size_t n = f->place->in.n;
    memcpy(dy, y + n, n * sizeof *y);
    sim_motion_acceleration(&f->place->in, f->mode, t, y, dy + n);
    return isfinite(dy[n]);
}

/* DOP853 at 1e-13 over the same time */
static void follow(const struct place *place, enum sim_mode mode, double t, double *x)
{
    struct sim_dop853 *ode;
    struct error err;
    struct followed context = {place, mode};
    const size_t width = 2 * place->in.n;
    assert_int_equal(sim_dop853_create(width, rates, &context, 1e-13, 1e-14, &ode, &err), 0);
    assert_true(sim_dop853_start(ode, 0, place->x, 0, t));
    while (sim_dop853_time(ode) < t)
        assert_true(sim_dop853_step(ode, t));
    memcpy(x, sim_dop853_state(ode), width * sizeof *x);
    sim_dop853_free(ode);
}

static double error_over(const struct place *place, enum sim_mode mode, double rtol, double t,
                         const double *reference)
{
    struct sim_taylor *taylor;
    double worst = 0;
    assert_true(step(place, mode, rtol, 0.2, &taylor));
    while (sim_taylor_time(taylor) < t)
        assert_true(sim_taylor_step(taylor, fmin(t, sim_taylor_time(taylor) + 0.2)));
    for (size_t i = 0; i < 2 * place->in.n; i++)
        worst = fmax(worst, fabs(sim_taylor_state(taylor)[i] - reference[i]));
    sim_taylor_free(taylor);
    return worst;
}

/* the error over half a second follows the tolerance, in every mode of the two-link mechanism, and
 * in stick on an uneven belt */
static void test_errors_follow_the_tolerance(void **state)
{
    (void)state;
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    struct sim_belt *belt = uneven_belt();
    for (size_t turn = 0; turn < 5; turn++) {
        const size_t k = turn < 4 ? turn : 3;
        struct place place;
        double x[2 * SIM_MAX_COORDINATES];
        draw(rng, find("two-link"), 2, &place);
        place.in.belt = turn < 4 ? NULL : belt;
        place.x[0] = 0.4; /* far from links in line */
        place.x[1] = -0.9;
        place.x[2] = place.x[3] = 0.1;
        follow(&place, modes[k], 0.5, x);
        for (double rtol = 1e-6; rtol > 1e-13; rtol /= 100)
            assert_true(error_over(&place, modes[k], rtol, 0.5, x) < 10 * rtol + 2e-13);
    }
    sim_belt_free(belt);
    gsl_rng_free(rng);
}

/* a step that is shorter by a half leaves 2^-(order + 1) of the error */
static void test_order_of_convergence(void **state)
{
    (void)state;
    double rows[SIM_SERIES_ORDER + 1][4], errors[2];
    enum { FEW = 8 };
    expand(cube, speed, 7, 1, 1, rows);
    for (int i = 0; i < 2; i++) {
        const double h = i ? 0.1 : 0.2;
        double sum = 0;
        for (int k = FEW; k >= 0; k--)
            sum = sum * h + rows[k][0];
        errors[i] = 1 / (1 - h) - sum;
    }
    assert_close(log2(errors[0] / errors[1]), FEW + 1, 0.3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_closed_forms),
        cmocka_unit_test(test_energy_of_a_pendulum_stays),
        cmocka_unit_test(test_what_has_none),
        cmocka_unit_test(test_series_solve_the_equations),
        cmocka_unit_test(test_series_by_any_exponent),
        cmocka_unit_test(test_errors_follow_the_tolerance),
        cmocka_unit_test(test_order_of_convergence),
    };
    return cmocka_run_group_tests_name("series", tests, NULL, NULL);
}
