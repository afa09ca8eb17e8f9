/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/evaluate.h"
#include "tests/sim/random_mechanism.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_math.h>
#include <gsl/gsl_poly.h>

#include "sim/belt.h"
#include "sim/registry.h"
#include "sim/reset.h"
#include "sim/singular.h"
#include "sim/values.h"
#include "tests/sim/chance.h"
#include "tests/sim/linear.h"
#include "tests/sim/outline.h"

static const double duration = 0.2;

static bool chance(gsl_rng *rng, double probability) { return gsl_rng_uniform(rng) < probability; }

/* ---- parameters */

/* how values of a unit are drawn where they may not be negative */
struct span {
    const char *unit;
    double low, high;
    double none; /* how often the value is 0, where that is allowed */
};

static const struct span spans[] = {
    {"kg", 0.02, 5, 0},          {"m", 0.05, 2, 0.1},
    {"m/s2", 0.1, 30, 0.1},      {"N.m/rad", 0.01, 1000, 0.25},
    {"N.m.s/rad", 1e-4, 1, 0.4}, {"N/m", 1, 1e5, 0.25},
    {"N.s/m", 0.01, 100, 0.4},   {"1", 0.05, 10, 0.1},
};

static double draw_value(gsl_rng *rng, const struct quantity *row)
{
    if (row->range == QUANTITY_ANY)
        return strcmp(row->unit, "rad") == 0 ? uniform(rng, -M_PI, M_PI) : uniform(rng, -0.5, 0.5);
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        const struct span *span = &spans[i];
        if (strcmp(span->unit, row->unit) == 0)
            return row->range == QUANTITY_NON_NEGATIVE && chance(rng, span->none)
                       ? 0
                       : decades(rng, span->low, span->high);
    }
    fprintf(stderr, "no span for the unit %s of %s\n", row->unit, row->name);
    abort();
}

/* every second belt goes through a table of 3 to 40 points instead, some of them at one speed,
 * drawn by chances of its own so that other draws stay what they are */
static void draw_table(struct random_mechanism *drawn)
{
    enum { MOST = 40 };
    double t[MOST] = {0}, v[MOST] = {0};
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    if (!rng)
        abort();
    gsl_rng_set(rng, drawn->seed ^ 0xbe17);
    if (chance(rng, 0.5)) {
        const size_t n = 3 + gsl_rng_uniform_int(rng, MOST - 2);
        const enum sim_belt_way way = chance(rng, 0.5) ? SIM_BELT_MONOTONE : SIM_BELT_LINEAR;
        for (size_t i = 0; i < n; i++) {
            t[i] = i ? t[i - 1] + decades(rng, 1e-5, 0.1) : 0;
            v[i] = i && chance(rng, 0.3) ? v[i - 1] : uniform(rng, -2, 2);
        }
        t[n - 1] = fmax(t[n - 1], 1.5 * duration);
        struct error err;
        sim_belt_free(drawn->belt);
        if (sim_belt_create(way, t, v, n, &drawn->belt, &err))
            abort();
        drawn->problem.inputs.belt = drawn->belt;
    }
    gsl_rng_free(rng);
}

/* friction, restitution and belt, with their corners */
static void draw_contact(gsl_rng *rng, struct random_mechanism *drawn)
{
    struct sim_problem *problem = &drawn->problem;
    double *p = problem->p;
    p[SIM_FRICTION] = chance(rng, 0.1) ? 0 : chance(rng, 0.1) ? 10 : decades(rng, 0.05, 5);
    p[SIM_STATIC_FRICTION] = p[SIM_FRICTION] * (chance(rng, 0.5) ? 1 : uniform(rng, 1, 2));
    p[SIM_RESTITUTION] = chance(rng, 0.25) ? 0 : chance(rng, 0.15) ? 1 : uniform(rng, 0, 1);
    p[SIM_GRAVITY] = chance(rng, 0.7) ? 9.81 : chance(rng, 0.3) ? 0 : uniform(rng, 0, 30);
    p[SIM_BELT_SPEED] = chance(rng, 0.4) ? 0 : uniform(rng, -2, 2);
    problem->impact = (enum rig_impact)gsl_rng_uniform_int(rng, 3);
    if (chance(rng, 0.2)) { /* a belt that reverses */
        const struct sim_belt_wave waves[] = {
            {uniform(rng, 0, 2), uniform(rng, 1, 50), uniform(rng, 0, 2 * M_PI)},
            {uniform(rng, 0, 0.1), uniform(rng, 50, 500), uniform(rng, 0, 2 * M_PI)}};
        struct error err;
        if (sim_belt_create_waves(uniform(rng, -0.5, 0.5), 0, waves, 2, &drawn->belt, &err))
            abort();
        problem->inputs.belt = drawn->belt;
        draw_table(drawn);
    }
}

/* a table of two to eight points that goes up and down */
static void draw_curve(gsl_rng *rng, double high, struct rig_curve *curve)
{
    curve->n = 2 + gsl_rng_uniform_int(rng, 7);
    for (size_t i = 0; i < curve->n; i++) {
        curve->speed[i] = (i ? curve->speed[i - 1] : 0) + (i ? decades(rng, 1e-3, 1) : 0);
        curve->value[i] = uniform(rng, 0.3, high);
    }
}

/* laws of the surface; bilinear impacts know Coulomb's friction alone */
static void draw_surface(gsl_rng *rng, struct random_mechanism *drawn)
{
    struct rig_surface *surface = &drawn->surface;
    struct sim_problem *problem = &drawn->problem;
    double *p = problem->p;
    problem->inputs.surface = surface;
    surface->rest = chance(rng, 0.3) ? RIG_STATIC_AGEING : RIG_STATIC_CONSTANT;
    surface->restitution = (enum rig_restitution)gsl_rng_uniform_int(rng, 3);
    p[SIM_STRIBECK_SPEED] = decades(rng, 1e-3, 3);
    p[SIM_STRIBECK_EXPONENT] = chance(rng, 0.4) ? 1 : chance(rng, 0.5) ? 2 : uniform(rng, 1, 4);
    p[SIM_VISCOUS_FRICTION] = chance(rng, 0.5) ? 0 : decades(rng, 1e-3, 1);
    p[SIM_AGEING] = decades(rng, 1e-3, 1);
    p[SIM_AGEING_TIME] = decades(rng, 1e-4, 1);
    p[SIM_RESTITUTION_SPEED] = decades(rng, 0.1, 10);
    p[SIM_RESTITUTION_POWER] = uniform(rng, -0.3, 0.3);
    p[SIM_TANGENTIAL_COMPLIANCE] = decades(rng, 0.1, 3);
    draw_curve(rng, 1, &surface->friction_table);
    draw_curve(rng, 1, &surface->restitution_table);
    if (chance(rng, 0.25))
        problem->impact = RIG_IMPACT_BILINEAR;
    else
        surface->friction = chance(rng, 0.6) ? RIG_FRICTION_STRIBECK : RIG_FRICTION_TABLE;
}

/* a spring by the frequency of the tip on it, and the share of critical damping */
static void draw_spring(gsl_rng *rng, struct sim_problem *problem)
{
    struct sim_inputs *in = &problem->inputs;
    struct sim_motion m;
    sim_motion_at(in, SIM_STICK, 0, problem->x, &m);
    const double frequency = decades(rng, 100, 30000); /* rad/s */
    const double share = chance(rng, 0.3) ? 0 : decades(rng, 0.01, 2);
    if (in->model->line_contact || !(m.contact.q_nn > 1e-6))
        return;
    in->law = RIG_LAW_COMPLIANT;
    problem->p[SIM_CONTACT_STIFFNESS] = frequency * frequency / m.contact.q_nn;
    problem->p[SIM_CONTACT_DAMPING] = 2 * share * frequency / m.contact.q_nn;
}

/* a hanging chain must reach the surface */
static void place_height(gsl_rng *rng, const struct mechanism *table, size_t n, double *p)
{
    const size_t height = quantity_find(table->parameters, table->n_parameters, "height");
    const size_t first = quantity_find(table->parameters, table->n_parameters, "length");
    const size_t second = quantity_find(table->parameters, table->n_parameters, "length2");
    if (second == table->n_parameters)
        return;
    double reach = p[first];
    for (size_t i = 1; i < n; i++)
        reach += p[second + i - 1];
    p[height] = reach * uniform(rng, 0.05, 1);
}

static size_t draw_parameters(gsl_rng *rng, const struct sim_model *model, double *p, bool *given)
{
    const struct mechanism *table = &model->table;
    size_t n = table->n_coordinates;
    for (size_t i = SIM_OWN_PARAMETERS; i < table->n_parameters; i++) {
        const struct quantity *row = &table->parameters[i];
        given[i] = row->fallback == QUANTITY_REQUIRED || chance(rng, 0.7);
        if (row->range == QUANTITY_WHOLE)
            n = (size_t)(p[i] = 2 + (double)gsl_rng_uniform_int(rng, 5));
        else
            p[i] = draw_value(rng, row);
    }
    place_height(rng, table, n, p);
    return n;
}

/* ---- states */

static void draw_states(gsl_rng *rng, const struct mechanism *table, size_t n, double *x,
                        bool *given)
{
    for (size_t i = 0; i < 2 * n; i++) {
        const struct quantity *row = &table->states[i < n ? i : table->n_coordinates + i - n];
        /* the tip, or a chain's last link, comes to lie on the surface */
        given[i] = row->fallback != QUANTITY_COMPUTED ||
                   (table->size_parameter && (i < n ? i : i - n) + 1 < n);
        x[i] = strcmp(row->unit, "rad") == 0 ? uniform(rng, -M_PI, M_PI) : uniform(rng, -1, 1);
        if (i >= n)
            x[i] = chance(rng, 0.3) ? 0 : uniform(rng, -1, 1) * decades(rng, 0.1, 10);
        if (strstr(row->name, "psi")) /* a slider starts flat */
            x[i] = 0;
    }
}

/* the closed start as it is, or with a normal velocity, or lifted off */
static void disturb(gsl_rng *rng, struct sim_problem *problem)
{
    const size_t n = problem->inputs.n;
    struct sim_terms k;
    sim_terms_at(problem->inputs.model, problem->p, n, problem->x, problem->x + n, &k);
    double size = 0;
    for (size_t i = 0; i < n; i++)
        size += k.w_n[i] * k.w_n[i];
    if (!(size > 1e-6))
        return;
    const double kick = chance(rng, 0.5) ? 0 : uniform(rng, -2, 1);
    const double lift = chance(rng, 0.6) ? 0 : decades(rng, 1e-6, 0.05);
    for (size_t i = 0; i < n; i++) {
        problem->x[i] += k.w_n[i] / size * lift;
        problem->x[n + i] += k.w_n[i] / size * kick;
    }
}

static bool starts(const struct sim_problem *problem)
{
    struct sim_motion m;
    sim_motion_at(&problem->inputs, SIM_FLIGHT, 0, problem->x, &m);
    return m.gap >= -1e-10 && outline_lowest(problem, problem->x) >= fmin(0, m.gap) - 1e-10;
}

/* ---- the kinds */

static void draw_model(gsl_rng *rng, const struct sim_model *model, struct random_mechanism *drawn)
{
    struct sim_problem *problem = &drawn->problem;
    struct sim_values values = {.model = model,
                                .given_p = {true, true, true, true, true, true, true}};
    _Static_assert(SIM_STRIBECK_SPEED == 7, "those that are drawn already are given");
    for (size_t i = SIM_STRIBECK_SPEED; i < SIM_OWN_PARAMETERS; i++)
        values.given_p[i] = true;
    memcpy(values.p, problem->p, sizeof values.p);
    do { /* until there is such a start */
        struct error err;
        values.n = draw_parameters(rng, model, values.p, values.given_p);
        draw_states(rng, &model->table, values.n, values.x, values.given_x);
        enum error_code code = sim_values_complete(&values, &err);
        sim_values_to_problem(&values, problem);
        if (code)
            continue;
        if (!model->line_contact)
            disturb(rng, problem);
    } while (!starts(problem));
}

/* a mass matrix from a random factor, contact directions, and a start on the surface */
static void draw_linear(gsl_rng *rng, struct sim_problem *problem)
{
    const size_t n = 2 + gsl_rng_uniform_int(rng, LINEAR_MAX - 1);
    double *p = problem->p, l[LINEAR_MAX][LINEAR_MAX] = {{0}};
    problem->inputs.model = &linear_model;
    problem->inputs.n = n;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++)
            l[i][j] = uniform(rng, -0.5, 0.5);
        l[i][i] = decades(rng, 0.3, 1);
        p[LINEAR_FORCE + i] = uniform(rng, -20, 20);
        p[LINEAR_W_T + i] = uniform(rng, -1, 1);
        p[LINEAR_W_N + i] = uniform(rng, -1, 1);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = 0;
            for (size_t k = 0; k <= j; k++)
                sum += l[i][k] * l[j][k];
            p[linear_mass_at(i, j)] = sum;
        }
    p[LINEAR_STIFFNESS] = chance(rng, 0.4) ? 0 : decades(rng, 1, 1e4);
    p[LINEAR_DAMPING] = chance(rng, 0.6) ? 0 : decades(rng, 0.01, 10);
    double gap = 0, closing = 0, size = 0;
    for (size_t i = 0; i < n; i++) {
        problem->x[i] = uniform(rng, -0.2, 0.2);
        problem->x[n + i] = uniform(rng, -1, 1) * decades(rng, 0.1, 10);
        gap += p[LINEAR_W_N + i] * problem->x[i];
        closing += p[LINEAR_W_N + i] * problem->x[n + i];
        size += gsl_pow_2(p[LINEAR_W_N + i]);
    }
    for (size_t i = 0; i < n; i++) {
        problem->x[i] -= p[LINEAR_W_N + i] * gap / size;
        problem->x[n + i] -= p[LINEAR_W_N + i] * closing / size;
    }
    disturb(rng, problem);
}

/* ---- states near A = B = 0 */

/* B with all velocities times k; NaN: there is none */
static double b_at(const struct sim_problem *problem, double k)
{
    const size_t n = problem->inputs.n;
    double x[SIM_MAX_STATES];
    struct sim_motion m;
    for (size_t i = 0; i < n; i++) {
        x[i] = problem->x[i];
        x[n + i] = k * problem->x[n + i];
    }
    sim_motion_at(&problem->inputs, SIM_STICK, 0, x, &m);
    return m.b;
}

static double small_share(gsl_rng *rng)
{
    return (chance(rng, 0.5) ? 1 : -1) * decades(rng, 1e-14, 1e-2);
}

static bool close_contact(struct sim_problem *problem)
{
    struct sim_impact unused;
    struct sim_motion m;
    for (int i = 0; i < 20; i++) { /* a gap of angles is not straight */
        sim_reset_apply(&problem->inputs, SIM_RESET_CLOSE, problem->impact, 0, problem->x, &unused);
        sim_motion_at(&problem->inputs, SIM_STICK, 0, problem->x, &m);
        if (fabs(m.gap) < 1e-15 && isfinite(m.b))
            return true;
    }
    return false;
}

/* With that factor of the velocities B vanishes; the friction with which A does too, and both
 * are off by a small share. False: the slip would have to be the other way. */
static bool take_factor(gsl_rng *rng, struct sim_problem *problem, double k)
{
    const size_t n = problem->inputs.n;
    double *p = problem->p, x[SIM_MAX_STATES];
    struct sim_motion m;
    const double share = small_share(rng);
    memcpy(x, problem->x, sizeof x);
    for (size_t i = 0; i < n; i++)
        x[n + i] *= k * (1 + share);
    sim_motion_at(&problem->inputs, SIM_STICK, 0, x, &m);
    const double mu = m.contact.q_nn / m.contact.q_tn * (m.slip > 0 ? 1 : -1);
    if (!(fabs(k) < 20 && mu > 0 && mu < 20))
        return false;
    p[SIM_FRICTION] = mu * (1 + small_share(rng));
    p[SIM_STATIC_FRICTION] = p[SIM_FRICTION] * (chance(rng, 0.5) ? 1 : uniform(rng, 1, 2));
    /* slip that stays where A is as good as zero is stiff beyond all bounds */
    const double rate = sim_singular_rate(&problem->inputs,
                                          m.slip > 0 ? SIM_SLIP_PLUS : SIM_SLIP_MINUS, 0, x);
    if (!(fabs(rate) > 0.1 * m.contact.q_nn))
        return false;
    memcpy(problem->x, x, sizeof x);
    return true;
}

/* B is quadratic in the factor of the velocities */
static bool approach_singular(gsl_rng *rng, struct sim_problem *problem)
{
    if (!close_contact(problem))
        return false;
    const double b0 = b_at(problem, 0), plus = b_at(problem, 1), minus = b_at(problem, -1);
    double roots[2];
    const int found = gsl_poly_solve_quadratic(0.5 * (plus + minus) - b0, 0.5 * (plus - minus), b0,
                                               &roots[0], &roots[1]);
    for (int i = 0; i < found; i++)
        if (take_factor(rng, problem, roots[i]))
            return true;
    return false;
}

void random_mechanism_draw(uint64_t seed, struct random_mechanism *drawn)
{
    gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
    if (!rng)
        abort();
    gsl_rng_set(rng, seed);
    *drawn = (struct random_mechanism){.seed = seed};
    struct sim_problem *problem = &drawn->problem;
    problem->inputs.p = problem->p;
    problem->t_end = duration;
    problem->rtol = 1e-9;
    problem->rate = 1000;
    size_t models = 0;
    while (sim_registry_model(models))
        models++;
    const size_t which = gsl_rng_uniform_int(rng, models + models / 2);
    draw_contact(rng, drawn);
    if (seed >= RANDOM_SURFACE)
        draw_surface(rng, drawn);
    else if (seed >= RANDOM_SINGULAR) { /* A of the linear one is constant */
        enum { TRIES = 50 }; /* some have no such state, as a mechanism without gravity */
        bool found = false;
        for (int i = 0; !found && i < TRIES; i++) {
            draw_model(rng, sim_registry_model(gsl_rng_uniform_int(rng, models)), drawn);
            /* closing it may have moved the bodies */
            found = approach_singular(rng, problem) && starts(problem);
        }
        if (!found)
            draw_model(rng, sim_registry_model(which % models), drawn);
        gsl_rng_free(rng);
        return;
    }
    if (which < models)
        draw_model(rng, sim_registry_model(which), drawn);
    else
        draw_linear(rng, problem);
    if (chance(rng, 0.2))
        draw_spring(rng, problem);
    gsl_rng_free(rng);
}

void random_mechanism_free(struct random_mechanism *drawn) { sim_belt_free(drawn->belt); }

void random_mechanism_print(const struct random_mechanism *drawn)
{
    const struct sim_problem *problem = &drawn->problem;
    const struct mechanism *table = &problem->inputs.model->table;
    static const char *const laws[] = {"poisson", "stronge", "newton", "bilinear"};
    printf("seed %llu: %s, %zu coordinates, %s", (unsigned long long)drawn->seed, table->name,
           problem->inputs.n, laws[problem->impact]);
    if (problem->inputs.law == RIG_LAW_COMPLIANT)
        printf(", compliant %.17g N/m %.17g N.s/m", problem->p[SIM_CONTACT_STIFFNESS],
               problem->p[SIM_CONTACT_DAMPING]);
    printf("%s\n", drawn->belt ? ", uneven belt" : "");
    for (size_t i = 0; i < table->n_parameters; i++)
        printf("    p[%zu] %s %.17g\n", i, table->parameters ? table->parameters[i].name : "",
               problem->p[i]);
    for (size_t i = 0; i < 2 * problem->inputs.n; i++)
        printf("    x[%zu] %.17g\n", i, problem->x[i]);
}
