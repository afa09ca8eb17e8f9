/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/evaluate.h"
#include "sim/extras.h"
#include "sim/start.h"
#include "tests/sim/models/check.h"

#include <string.h>

#include <gsl/gsl_linalg.h>

enum { STATES = 300, N = SIM_MAX_COORDINATES };
static const double step = 1e-100;

/* ---- numbers */

/* splitmix64 */
double check_uniform(struct check_random *random, double low, double high)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    z ^= z >> 31;
    return low + (high - low) * (double)(z >> 11) * 0x1p-53;
}

void check_near(const char *what, double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance * (1 + fabs(b))))
        fail_msg("%s: %.17g instead of %.17g", what, a, b);
}

double check_root(double (*f)(double, void *), void *context, double low, double high)
{
    double at_low = f(low, context);
    assert_true(at_low * f(high, context) < 0);
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (low + high);
        if (at_low * f(middle, context) > 0)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}

/* golden section */
double check_minimum(double (*f)(double, void *), void *context, double low, double high)
{
    const double golden = 0.5 * (sqrt(5) - 1);
    for (int i = 0; i < 60; i++) {
        double left = high - golden * (high - low), right = low + golden * (high - low);
        if (f(left, context) < f(right, context))
            high = right;
        else
            low = left;
    }
    return 0.5 * (low + high);
}

/* sixth-order central difference at t = 0 of a curve in `width` dimensions */
typedef void curve_fn(double t, const void *context, double *out);

static void differentiate(curve_fn *curve, const void *context, size_t width, double h, double *out)
{
    static const double weight[] = {45, -9, 1};
    double plus[512], minus[512];
    assert_true(width <= 512);
    memset(out, 0, width * sizeof *out);
    for (int k = 1; k <= 3; k++) {
        curve(k * h, context, plus);
        curve(-k * h, context, minus);
        for (size_t i = 0; i < width; i++)
            out[i] += weight[k - 1] * (plus[i] - minus[i]) / (60 * h);
    }
}

/* ---- models and random states */

static size_t parameter(const struct sim_model *model, const char *name)
{
    for (size_t i = 0; i < model->table.n_parameters; i++)
        if (strcmp(model->table.parameters[i].name, name) == 0)
            return i;
    fail_msg("%s has no parameter %s", model->table.name, name);
    return 0;
}

double check_get(const char *model, const double *p, const char *name)
{
    return p[parameter(sim_registry_find(model), name)];
}

void check_set(const char *model, double *p, const char *name, double value)
{
    p[parameter(sim_registry_find(model), name)] = value;
}

void check_draw(struct check_random *random, const char *name, size_t n, double *p, double *x)
{
    const struct sim_model *model = sim_registry_find(name);
    assert_non_null(model);
    for (size_t i = 0; i < model->table.n_parameters; i++) {
        enum quantity_range range = model->table.parameters[i].range;
        p[i] = range == QUANTITY_ANY        ? check_uniform(random, -1, 1)
               : range == QUANTITY_FRACTION ? check_uniform(random, 0, 1)
               : range == QUANTITY_POSITIVE ? check_uniform(random, 0.4, 2)
                                            : check_uniform(random, 0, 2);
    }
    if (model->table.size_parameter)
        p[parameter(model, model->table.size_parameter)] = (double)n;
    for (size_t i = 0; i < n; i++)
        x[i] = check_uniform(random, -1.5, 1.5);
    for (size_t i = n; i < 2 * n; i++)
        x[i] = check_uniform(random, -2, 2);
}

/* one random mechanism in one random state */
struct sample {
    const struct check_facts *facts;
    const struct sim_model *model;
    double p[SIM_MAX_PARAMETERS], x[2 * N];
    const double *q, *v;
    struct sim_terms terms;
};

static void draw(struct check_random *random, const struct check_facts *facts, struct sample *out)
{
    memset(out, 0, sizeof *out);
    out->facts = facts;
    out->model = sim_registry_find(facts->model);
    check_draw(random, facts->model, facts->n, out->p, out->x);
    out->q = out->x;
    out->v = out->x + facts->n;
    sim_terms_at(out->model, out->p, facts->n, out->q, out->v, &out->terms);
}

/* ---- the mechanism as the test describes it */

enum { TIP_T, TIP_N, POTENTIAL, BODIES, RATES = BODIES + 3 * N };

/* rates of change along a direction of q, by complex step */
static void rates(const struct sample *s, const double *q, const double *direction,
                  double out[RATES])
{
    double complex z[N] = {0};
    struct check_place place = {0};
    for (size_t i = 0; i < s->facts->n; i++)
        z[i] = q[i] + I * step * direction[i];
    s->facts->place(s->p, s->facts->n, z, &place);
    memset(out, 0, RATES * sizeof *out);
    out[TIP_T] = cimag(place.tip_t) / step;
    out[TIP_N] = cimag(place.tip_n) / step;
    out[POTENTIAL] = cimag(place.potential) / step;
    for (size_t k = 0; k < place.n_bodies; k++) {
        out[BODIES + 3 * k] = cimag(place.bodies[k].x) / step;
        out[BODIES + 3 * k + 1] = cimag(place.bodies[k].y) / step;
        out[BODIES + 3 * k + 2] = cimag(place.bodies[k].turn) / step;
    }
}

static void place_at(const struct sample *s, const double *q, struct check_place *out)
{
    double complex z[N] = {0};
    for (size_t i = 0; i < s->facts->n; i++)
        z[i] = q[i];
    memset(out, 0, sizeof *out);
    s->facts->place(s->p, s->facts->n, z, out);
}

/* velocities of everything, on the way q + t v */
static void velocities(double t, const void *context, double *out)
{
    const struct sample *s = context;
    double q[N];
    for (size_t i = 0; i < s->facts->n; i++)
        q[i] = s->q[i] + t * s->v[i];
    rates(s, q, s->v, out);
}

static void unit_rates(const struct sample *s, double out[N][RATES])
{
    for (size_t i = 0; i < s->facts->n; i++) {
        double unit[N] = {0};
        unit[i] = 1;
        rates(s, s->q, unit, out[i]);
    }
}

void check_contact_directions(void **state)
{
    const struct check_facts *facts = *state;
    struct check_random random = {1};
    for (int k = 0; k < STATES; k++) {
        struct sample s;
        struct check_place place;
        double jacobian[N][RATES], acceleration[RATES];
        draw(&random, facts, &s);
        place_at(&s, s.q, &place);
        unit_rates(&s, jacobian);
        check_near("gap", s.terms.gap, creal(place.tip_n), 1e-14);
        for (size_t i = 0; i < facts->n; i++) {
            check_near("w_t", s.terms.w_t[i], jacobian[i][TIP_T], 1e-14);
            check_near("w_n", s.terms.w_n[i], jacobian[i][TIP_N], 1e-14);
        }
        differentiate(velocities, &s, RATES, 4e-3, acceleration);
        check_near("s_t", s.terms.s_t, acceleration[TIP_T], 1e-11);
        check_near("s_n", s.terms.s_n, acceleration[TIP_N], 1e-11);
    }
}

/* m (a.b) summed over the bodies */
static double inertia_product(const struct check_place *place, const double *a, const double *b)
{
    double sum = 0;
    for (size_t k = 0; k < place->n_bodies; k++) {
        const double *u = a + BODIES + 3 * k, *w = b + BODIES + 3 * k;
        sum += place->bodies[k].mass * (u[0] * w[0] + u[1] * w[1]) +
               place->bodies[k].inertia * u[2] * w[2];
    }
    return sum;
}

void check_equations_of_motion(void **state)
{
    const struct check_facts *facts = *state;
    struct check_random random = {4};
    for (int k = 0; k < STATES; k++) {
        struct sample s;
        struct check_place place;
        double jacobian[N][RATES] = {{0}}, acceleration[RATES], force[N] = {0};
        draw(&random, facts, &s);
        place_at(&s, s.q, &place);
        unit_rates(&s, jacobian);
        differentiate(velocities, &s, RATES, 4e-3, acceleration);
        if (facts->damper)
            facts->damper(s.p, facts->n, s.v, force);
        for (size_t i = 0; i < facts->n; i++) {
            for (size_t j = 0; j < facts->n; j++)
                check_near("mass", s.terms.mass[i][j],
                           inertia_product(&place, jacobian[i], jacobian[j]), 1e-13);
            check_near("h", s.terms.h[i],
                       force[i] - jacobian[i][POTENTIAL] -
                           inertia_product(&place, acceleration, jacobian[i]),
                       1e-10);
        }
    }
}

/* ---- energy */

/* solves (M, w_l; w_l, 0) (a, -f) = (force, 0): the motion of a line contact
 * keeps w_l.a = 0 when `line` says so */
static void accelerate(const struct sim_terms *terms, size_t n, bool line, const double *force,
                       double *a)
{
    size_t size = n + (line ? 1 : 0);
    gsl_matrix *matrix = gsl_matrix_calloc(size, size);
    gsl_vector *right = gsl_vector_calloc(size), *solution = gsl_vector_calloc(size);
    gsl_permutation *order = gsl_permutation_alloc(size);
    int sign;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++)
            gsl_matrix_set(matrix, i, j, terms->mass[i][j]);
        if (line) {
            gsl_matrix_set(matrix, i, n, terms->w_l[i]);
            gsl_matrix_set(matrix, n, i, terms->w_l[i]);
        }
        gsl_vector_set(right, i, force[i]);
    }
    gsl_linalg_LU_decomp(matrix, order, &sign);
    gsl_linalg_LU_solve(matrix, order, right, solution);
    for (size_t i = 0; i < n; i++)
        a[i] = gsl_vector_get(solution, i);
    gsl_permutation_free(order);
    gsl_vector_free(solution);
    gsl_vector_free(right);
    gsl_matrix_free(matrix);
}

/* energy on the way q + t v + t^2 a / 2 of the free motion */
static void energy_on_the_way(double t, const void *context, double *out)
{
    const struct sample *s = context;
    size_t n = s->facts->n;
    double a[N], q[N], v[N];
    accelerate(&s->terms, n, false, s->terms.h, a);
    for (size_t i = 0; i < n; i++) {
        q[i] = s->q[i] + t * s->v[i] + 0.5 * t * t * a[i];
        v[i] = s->v[i] + t * a[i];
    }
    *out = sim_energy_at(s->model, s->p, n, q, v);
}

static double own_energy(const struct sample *s)
{
    struct check_place place;
    double velocity[RATES];
    place_at(s, s->q, &place);
    rates(s, s->q, s->v, velocity);
    return creal(place.potential) + 0.5 * inertia_product(&place, velocity, velocity);
}

void check_energy_and_dissipation(void **state)
{
    const struct check_facts *facts = *state;
    struct check_random random = {7};
    for (int k = 0; k < STATES; k++) {
        struct sample s;
        double rate, force[N] = {0}, power = 0;
        draw(&random, facts, &s);
        double taken = sim_dissipation_at(s.model, s.p, facts->n, s.q, s.v);
        if (facts->damper)
            facts->damper(s.p, facts->n, s.v, force);
        for (size_t i = 0; i < facts->n; i++)
            power += force[i] * s.v[i];
        check_near("dissipation", taken, -power, 1e-13);
        check_near("energy", sim_energy_at(s.model, s.p, facts->n, s.q, s.v), own_energy(&s),
                   1e-13);
        differentiate(energy_on_the_way, &s, 1, 1e-4, &rate);
        check_near("energy rate", rate, -taken, 1e-7);
    }
}

/* ---- the complex copy */

enum { TERMS = sizeof(struct sim_terms) / sizeof(double) };

/* the terms on a line in the space of parameters and states */
struct line {
    const struct sample *from;
    double p[SIM_MAX_PARAMETERS], x[2 * N];
};

static void draw_line(struct check_random *random, const struct sample *from, struct line *out)
{
    memset(out, 0, sizeof *out);
    out->from = from;
    for (size_t i = 0; i < from->model->table.n_parameters; i++)
        out->p[i] = check_uniform(random, -1, 1);
    for (size_t i = 0; i < 2 * from->facts->n; i++)
        out->x[i] = check_uniform(random, -1, 1);
    /* the number of links has no derivative */
    if (from->model->table.size_parameter)
        out->p[parameter(from->model, from->model->table.size_parameter)] = 0;
}

static void move(const struct line *line, double t, double *p, double *x)
{
    for (size_t i = 0; i < SIM_MAX_PARAMETERS; i++)
        p[i] = line->from->p[i] + t * line->p[i];
    for (size_t i = 0; i < 2 * N; i++)
        x[i] = line->from->x[i] + t * line->x[i];
}

static void move_c(const struct line *line, double h, double complex *p, double complex *x)
{
    for (size_t i = 0; i < SIM_MAX_PARAMETERS; i++)
        p[i] = line->from->p[i] + I * h * line->p[i];
    for (size_t i = 0; i < 2 * N; i++)
        x[i] = line->from->x[i] + I * h * line->x[i];
}

static void terms_on_the_line(double t, const void *context, double *out)
{
    const struct line *line = context;
    double p[SIM_MAX_PARAMETERS], x[2 * N];
    struct sim_terms terms = {0};
    move(line, t, p, x);
    sim_terms_at(line->from->model, p, line->from->facts->n, x, x + line->from->facts->n, &terms);
    memcpy(out, &terms, sizeof terms);
}

static void complex_terms(const struct line *line, double h, double complex out[TERMS])
{
    double complex p[SIM_MAX_PARAMETERS], x[2 * N];
    struct sim_terms_c terms = {0};
    move_c(line, h, p, x);
    sim_terms_at_c(line->from->model, p, line->from->facts->n, x, x + line->from->facts->n, &terms);
    memcpy(out, &terms, sizeof terms);
}

void check_complex_copy(void **state)
{
    const struct check_facts *facts = *state;
    struct check_random random = {10};
    for (int k = 0; k < STATES; k++) {
        struct sample s;
        struct line line;
        double value[TERMS], slope[TERMS];
        double complex still[TERMS], moved[TERMS];
        draw(&random, facts, &s);
        draw_line(&random, &s, &line);
        terms_on_the_line(0, &line, value);
        differentiate(terms_on_the_line, &line, TERMS, 4e-3, slope);
        complex_terms(&line, 0, still);
        complex_terms(&line, step, moved);
        for (size_t i = 0; i < TERMS; i++) {
            check_near("value", creal(still[i]), value[i], 1e-15);
            check_near("no derivative", cimag(still[i]), 0, 0);
            check_near("derivative", cimag(moved[i]) / step, slope[i], 1e-10);
        }
    }
}

/* ---- the start */

/* what a person gives: all but what is computed, of which the chain's middle
 * links must be given, and now and then not what has a default */
struct gift {
    bool parameters[SIM_MAX_PARAMETERS], states[2 * N];
    struct sim_given given;
    size_t coordinate; /* the one that is computed */
};

static const struct quantity *state_row(const struct sample *s, size_t i)
{
    size_t n = s->facts->n;
    return s->model->table.states + (i < n ? i : s->model->table.n_coordinates + i - n);
}

static void draw_gift(struct check_random *random, struct sample *s, struct gift *out)
{
    size_t n = s->facts->n;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < s->model->table.n_parameters; i++)
        out->parameters[i] = s->model->table.parameters[i].fallback != QUANTITY_COMPUTED;
    for (size_t i = 0; i < 2 * n; i++) {
        const struct quantity *row = state_row(s, i);
        out->states[i] = true;
        if (row->fallback == QUANTITY_VALUE && check_uniform(random, 0, 1) < 0.5) {
            out->states[i] = false;
            s->x[i] = row->default_value;
        }
        if (i < n && row->fallback == QUANTITY_COMPUTED)
            out->coordinate = i;
    }
    out->states[out->coordinate] = out->states[n + out->coordinate] = false;
    s->x[out->coordinate] = s->x[n + out->coordinate] = NAN;
    for (size_t i = 0; i < s->model->table.n_parameters; i++)
        if (!out->parameters[i])
            s->p[i] = NAN;
    out->given.parameters = out->parameters;
    out->given.states = out->states;
}

struct start_line {
    struct line line;
    const struct gift *gift;
};

static void start_on_the_line(double t, const void *context, double *out)
{
    const struct start_line *way = context;
    const struct sample *s = way->line.from;
    double p[SIM_MAX_PARAMETERS];
    move(&way->line, t, p, out + SIM_MAX_PARAMETERS);
    assert_null(
        sim_start_at(s->model, p, s->facts->n, out + SIM_MAX_PARAMETERS, &way->gift->given));
    memcpy(out, p, sizeof p);
}

/* no derivative along what must keep its value (psi = 0 of a slider) */
static void keep_what_is_fixed(struct start_line *way)
{
    const struct sample *s = way->line.from;
    for (size_t i = 0; i < 2 * s->facts->n; i++) {
        struct sample up = *s, down = *s;
        up.x[i] += 1e-4;
        down.x[i] -= 1e-4;
        if (sim_start_at(s->model, up.p, s->facts->n, up.x, &way->gift->given) ||
            sim_start_at(s->model, down.p, s->facts->n, down.x, &way->gift->given))
            way->line.x[i] = 0;
    }
}

/* a derivative by one state alone meets exact zeros that others would hide */
static void keep_one_state(struct check_random *random, struct start_line *way)
{
    size_t n = way->line.from->facts->n;
    size_t kept = (size_t)check_uniform(random, 0, 2 * (double)n);
    memset(way->line.p, 0, sizeof way->line.p);
    for (size_t i = 0; i < 2 * n; i++)
        if (i != kept)
            way->line.x[i] = 0;
}

static void check_start_derivative(struct check_random *random, const struct sample *s,
                                   const struct gift *gift)
{
    enum { WIDTH = SIM_MAX_PARAMETERS + 2 * N };
    struct start_line way = {.gift = gift};
    double slope[WIDTH];
    double complex z[WIDTH];
    draw_line(random, s, &way.line);
    if (check_uniform(random, 0, 1) < 0.5)
        keep_one_state(random, &way);
    keep_what_is_fixed(&way);
    differentiate(start_on_the_line, &way, WIDTH, 1e-5, slope);
    move_c(&way.line, step, z, z + SIM_MAX_PARAMETERS);
    assert_null(sim_start_at_c(s->model, z, s->facts->n, z + SIM_MAX_PARAMETERS, &gift->given));
    for (size_t i = 0; i < s->model->table.n_parameters; i++)
        check_near("start parameter", cimag(z[i]) / step, slope[i], 1e-7);
    for (size_t i = SIM_MAX_PARAMETERS; i < SIM_MAX_PARAMETERS + 2 * s->facts->n; i++)
        check_near("start state", cimag(z[i]) / step, slope[i], 1e-7);
    for (size_t i = 0; i < 2 * s->facts->n; i++)
        if (state_row(s, i)->fallback != QUANTITY_COMPUTED)
            check_near("untouched", cimag(z[SIM_MAX_PARAMETERS + i]) / step, way.line.x[i], 1e-15);
}

/* well away from the places where no start exists */
static bool robust(const struct sample *s, const struct gift *gift)
{
    for (int k = 0; k < 20; k++) {
        struct check_random random = {(uint64_t)k};
        struct sample near = *s;
        for (size_t i = SIM_OWN_PARAMETERS; i < s->model->table.n_parameters; i++)
            if (near.p[i] != floor(near.p[i]))
                near.p[i] += check_uniform(&random, -0.05, 0.05);
        for (size_t i = 0; i < 2 * s->facts->n; i++)
            if (near.x[i] != 0)
                near.x[i] += check_uniform(&random, -0.05, 0.05);
        if (sim_start_at(near.model, near.p, s->facts->n, near.x, &gift->given))
            return false;
    }
    return true;
}

/* the tip rests on the surface and moves along it */
void check_start(void **state)
{
    const struct check_facts *facts = *state;
    struct check_random random = {13};
    int found = 0;
    for (int k = 0; k < 20 * STATES; k++) {
        struct sample s;
        struct gift gift;
        struct check_place place;
        double velocity[RATES];
        draw(&random, facts, &s);
        draw_gift(&random, &s, &gift);
        if (!robust(&s, &gift))
            continue;
        found++;
        check_start_derivative(&random, &s, &gift);
        assert_null(sim_start_at(s.model, s.p, facts->n, s.x, &gift.given));
        place_at(&s, s.q, &place);
        rates(&s, s.q, s.v, velocity);
        check_near("gap", creal(place.tip_n), 0, 1e-13);
        check_near("gap rate", velocity[TIP_N], 0, 1e-12);
        for (size_t i = 0; i < s.model->table.n_parameters; i++)
            assert_true(isfinite(s.p[i]));
    }
    assert_true(found >= 100);
}

void check_start_keeps_what_is_given(void **state)
{
    const struct check_facts *facts = *state;
    struct check_random random = {16};
    int found = 0;
    for (int k = 0; k < 20 * STATES; k++) {
        struct sample s, before;
        struct gift gift;
        draw(&random, facts, &s);
        before = s;
        draw_gift(&random, &s, &gift);
        size_t n = facts->n, c = gift.coordinate;
        s.x[c] = before.x[c];
        s.x[n + c] = before.x[n + c];
        memcpy(s.p, before.p, sizeof s.p);
        memcpy(before.x, s.x, sizeof s.x);
        memset(gift.parameters, true, sizeof gift.parameters);
        memset(gift.states, true, sizeof gift.states);
        if (sim_start_at(s.model, s.p, n, s.x, &gift.given))
            continue;
        found++;
        assert_memory_equal(s.p, before.p, sizeof s.p);
        assert_memory_equal(s.x, before.x, sizeof s.x);
    }
    assert_true(found >= 100);
}

/* ---- contact */

struct check_delassus check_delassus(const char *name, const double *p, size_t n, const double *q,
                                     const double *v)
{
    const struct sim_model *model = sim_registry_find(name);
    struct sim_terms terms = {0};
    double from_t[N], from_n[N], from_h[N];
    sim_terms_at(model, p, n, q, v, &terms);
    accelerate(&terms, n, model->line_contact, terms.w_t, from_t);
    accelerate(&terms, n, model->line_contact, terms.w_n, from_n);
    accelerate(&terms, n, model->line_contact, terms.h, from_h);
    struct check_delassus out = {.b_t = terms.s_t, .b_n = terms.s_n};
    for (size_t i = 0; i < n; i++) {
        out.q_tt += terms.w_t[i] * from_t[i];
        out.q_tn += terms.w_t[i] * from_n[i];
        out.q_nn += terms.w_n[i] * from_n[i];
        out.b_t += terms.w_t[i] * from_h[i];
        out.b_n += terms.w_n[i] * from_h[i];
    }
    return out;
}

double check_a(const char *model, const double *p, size_t n, const double *q, int s)
{
    const double still[N] = {0};
    struct check_delassus d = check_delassus(model, p, n, q, still);
    return d.q_nn - s * p[SIM_FRICTION] * d.q_tn;
}
