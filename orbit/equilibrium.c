/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/equilibrium.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "sim/equations.h"
#include "sim/evaluate.h"

/* real parts this near zero, of the largest eigenvalue, may have either sign */
static const double on_axis = 1e-8;

/* unknowns: coordinates, normal force, parameter */
struct balance {
    struct orbit_system *system;
    enum orbit_balance kind;
    enum sim_mode mode;
    struct orbit_curve curve;
    double scale[ORBIT_MAX_UNKNOWNS]; /* coordinates in m and rad */
    double force_scale;
    const struct orbit_sink *sink;
    /* of the last evaluation */
    double x[SIM_MAX_STATES];
    double force_n, value;
};

size_t orbit_equilibrium_kinds(const struct orbit_system *system, enum orbit_balance kinds[3])
{
    size_t n = 0;
    if (system->setup->problem.p[SIM_BELT_SPEED] != 0) {
        kinds[n++] = ORBIT_BALANCE_SLIDING;
    } else {
        kinds[n++] = ORBIT_BALANCE_LOW;
        kinds[n++] = ORBIT_BALANCE_HIGH;
    }
    kinds[n++] = ORBIT_BALANCE_FREE;
    return n;
}

/* F_t / F_n and its derivative as the complex number that p makes it */
static double complex force_ratio(const struct balance *balance, const double complex *p)
{
    switch (balance->kind) {
    case ORBIT_BALANCE_SLIDING:
        return creal(p[SIM_BELT_SPEED]) < 0 ? -p[SIM_FRICTION] : p[SIM_FRICTION];
    case ORBIT_BALANCE_LOW:
        return -p[SIM_STATIC_FRICTION];
    case ORBIT_BALANCE_HIGH:
        return p[SIM_STATIC_FRICTION];
    case ORBIT_BALANCE_FREE:
        break;
    }
    return 0;
}

/* h + w F = 0, and a closed gap; one column of the derivative in the imaginary part */
static void residual_c(const struct balance *balance, const double complex *p,
                       const double complex *q, double complex force_n, double complex *out)
{
    const struct sim_inputs *in = &balance->system->setup->problem.inputs;
    const double complex ratio = force_ratio(balance, p);
    double complex v[SIM_MAX_COORDINATES] = {0};
    struct sim_terms_c k;
    sim_terms_at_c(in->model, p, in->n, q, v, &k);
    for (size_t i = 0; i < in->n; i++)
        out[i] = (k.h[i] + (k.w_n[i] + ratio * k.w_t[i]) * force_n) / balance->force_scale;
    if (balance->kind == ORBIT_BALANCE_FREE)
        out[in->n] = force_n / balance->force_scale;
    else if (in->law == RIG_LAW_COMPLIANT)
        out[in->n] = k.gap + force_n / p[SIM_CONTACT_STIFFNESS];
    else
        out[in->n] = k.gap;
}

static enum error_code evaluate(void *context, const double *y, double *residual, double *jacobian,
                                struct error *err)
{
    struct balance *balance = context;
    struct orbit_system *system = balance->system;
    const size_t n = system->width / 2, columns = n + 2;
    const double *scale = balance->scale;
    enum error_code code = ERROR_OK;
    balance->value = y[n + 1] * scale[n + 1];
    if (system->parameter != SIZE_MAX)
        code = orbit_system_set(system, balance->value, err);
    if (code)
        return code;
    memset(balance->x, 0, sizeof balance->x);
    for (size_t i = 0; i < n; i++)
        balance->x[i] = y[i] * scale[i];
    balance->force_n = y[n] * scale[n];
    for (size_t column = 0; column < columns; column++) {
        double complex p[SIM_MAX_PARAMETERS], q[SIM_MAX_COORDINATES], out[ORBIT_MAX_UNKNOWNS];
        const double step = SIM_STEP * scale[column];
        for (size_t i = 0; i < system->setup->model->table.n_parameters; i++)
            p[i] = __builtin_complex(system->setup->problem.p[i],
                                     column == n + 1 ? step * system->slope[i] : 0.0);
        for (size_t i = 0; i < n; i++)
            q[i] = __builtin_complex(balance->x[i], column == i ? step : 0.0);
        residual_c(balance, p, q, __builtin_complex(balance->force_n, column == n ? step : 0.0),
                   out);
        for (size_t i = 0; i <= n; i++) {
            residual[i] = creal(out[i]);
            jacobian[i * columns + column] = cimag(out[i]) / SIM_STEP;
        }
    }
    return ERROR_OK;
}

/* derivatives by the state of x' and, in a rigid contact, of gap and gap' */
static void linearise(const struct balance *balance, double *matrix, double *constraints)
{
    const struct sim_problem *problem = &balance->system->setup->problem;
    const size_t width = balance->system->width, n = width / 2;
    double complex p[SIM_MAX_PARAMETERS];
    struct sim_inputs_c in = {
        .model = problem->inputs.model, .n = n, .p = p, .law = problem->inputs.law};
    for (size_t i = 0; i < problem->inputs.model->table.n_parameters; i++)
        p[i] = problem->p[i];
    for (size_t j = 0; j < width; j++) {
        double complex x[SIM_MAX_STATES];
        struct sim_motion_c motion;
        for (size_t i = 0; i < width; i++)
            x[i] = __builtin_complex(balance->x[i], i == j ? SIM_STEP : 0.0);
        sim_motion_at_c(&in, balance->mode, 0, x, &motion);
        for (size_t i = 0; i < n; i++) {
            matrix[i * width + j] = j == n + i;
            matrix[(n + i) * width + j] = cimag(motion.acceleration[i]) / SIM_STEP;
        }
        constraints[j] = cimag(motion.gap) / SIM_STEP;
        constraints[width + j] = cimag(motion.tip_n) / SIM_STEP;
    }
}

/* of the motion that the contact leaves free; sticking at rest is left out: it
 * is one of a whole line of equilibria */
static bool eigenvalues(const struct balance *balance, size_t *n, double complex *values)
{
    const size_t width = balance->system->width;
    double matrix[ORBIT_MAX_UNKNOWNS * ORBIT_MAX_UNKNOWNS], constraints[2 * SIM_MAX_STATES];
    double small[ORBIT_MAX_UNKNOWNS * ORBIT_MAX_UNKNOWNS];
    *n = 0;
    if (balance->mode == SIM_STICK)
        return true;
    linearise(balance, matrix, constraints);
    const bool rigid = balance->system->setup->problem.inputs.law == RIG_LAW_RIGID;
    if (balance->mode == SIM_FLIGHT || !rigid) {
        *n = width;
        return orbit_matrix_eigenvalues(width, matrix, values);
    }
    *n = width - 2;
    return orbit_matrix_restrict(width, matrix, 2, constraints, small) &&
           orbit_matrix_eigenvalues(*n, small, values);
}

/* A_s of sliding; 1 where there is none */
static double slip_denominator(const struct balance *balance)
{
    if (sim_mode_slip(balance->mode) == 0)
        return 1;
    struct sim_motion motion;
    sim_motion_at(&balance->system->setup->problem.inputs, balance->mode, 0, balance->x, &motion);
    return motion.a;
}

static bool judge(void *context, struct orbit_verdict *verdict)
{
    const struct balance *balance = context;
    double complex values[SIM_MAX_STATES];
    size_t n;
    *verdict = (struct orbit_verdict){.unstable = 0};
    strcpy(verdict->sequence, sim_mode_word(balance->mode));
    if (!eigenvalues(balance, &n, values))
        n = 0; /* at A = 0 itself */
    for (size_t i = 0; i < n; i++)
        verdict->unstable += creal(values[i]) > 0;
    verdict->tests[0] = slip_denominator(balance);
    verdict->tests[1] = balance->mode == SIM_FLIGHT ? 1 : balance->force_n;
    return true;
}

static enum orbit_special crossing(void *context)
{
    double complex values[SIM_MAX_STATES], nearest = INFINITY;
    size_t n;
    if (eigenvalues(context, &n, values))
        for (size_t i = 0; i < n; i++)
            if (fabs(creal(values[i])) < fabs(creal(nearest)))
                nearest = values[i];
    return fabs(cimag(nearest)) > fabs(creal(nearest)) ? ORBIT_SPECIAL_HOPF
                                                       : ORBIT_SPECIAL_BRANCHING;
}

static const char *broken_law(const struct balance *balance)
{
    struct sim_motion motion;
    sim_motion_at(&balance->system->setup->problem.inputs, SIM_FLIGHT, 0, balance->x, &motion);
    if (balance->kind == ORBIT_BALANCE_FREE)
        return motion.gap > 0 ? NULL : "the tip penetrates the surface";
    return balance->force_n >= 0 ? NULL : "the surface pulls";
}

static void describe(const struct balance *balance, struct orbit_point *point)
{
    *point = (struct orbit_point){
        .place = {.value = balance->value, .closed = balance->mode != SIM_FLIGHT},
        .force_n = balance->force_n,
        .a = slip_denominator(balance)};
    strcpy(point->sequence, sim_mode_word(balance->mode));
    memcpy(point->place.x, balance->x, sizeof balance->x);
    memcpy(point->measure.low, balance->x, sizeof balance->x);
    memcpy(point->measure.high, balance->x, sizeof balance->x);
    point->measure.broken = broken_law(balance);
    double worst = -INFINITY, largest = 0;
    if (!eigenvalues(balance, &point->n_values, point->values))
        point->n_values = 0;
    for (size_t i = 0; i < point->n_values; i++) {
        worst = fmax(worst, creal(point->values[i]));
        largest = fmax(largest, cabs(point->values[i]));
    }
    point->stability = point->n_values ? orbit_stability_of(worst, on_axis * largest)
                                       : ORBIT_MARGINAL;
    if (point->a < 0)
        strcpy(point->note, "indeterminate: the tip may as well take off");
}

static enum error_code tell(void *context, const struct orbit_curve_point *curve_point,
                            enum orbit_special special, const char *note, struct error *err)
{
    (void)curve_point, (void)note;
    const struct balance *balance = context;
    struct orbit_point point;
    describe(balance, &point);
    point.special = special;
    return balance->sink->point(balance->sink->context, &point, err);
}

static enum error_code begin(struct balance *balance, struct orbit_system *system,
                             enum orbit_balance kind, const double *x, double value_scale,
                             struct orbit_curve_point *start, struct error *err)
{
    const struct sim_problem *problem = &system->setup->problem;
    const size_t n = system->width / 2;
    struct sim_terms k;
    double rest[SIM_MAX_COORDINATES] = {0}, row[ORBIT_MAX_UNKNOWNS] = {0};
    if (problem->inputs.model->line_contact)
        return error_set(err, ERROR_UNSUPPORTED, "equilibria of a line contact are not supported");
    if (system->drive.there)
        return error_set(err, ERROR_UNSUPPORTED,
                         "a driven rig has no equilibrium; look for its orbits with 'find'");
    *balance = (struct balance){.system = system, .kind = kind};
    balance->mode = kind == ORBIT_BALANCE_FREE       ? SIM_FLIGHT
                    : kind != ORBIT_BALANCE_SLIDING  ? SIM_STICK
                    : problem->p[SIM_BELT_SPEED] < 0 ? SIM_SLIP_PLUS
                                                     : SIM_SLIP_MINUS;
    balance->curve = (struct orbit_curve){.n = n + 1, .context = balance, .evaluate = evaluate};
    sim_terms_at(problem->inputs.model, problem->p, n, x, rest, &k);
    balance->force_scale = 1e-6;
    for (size_t i = 0; i < n; i++) {
        balance->scale[i] = 1;
        balance->force_scale = fmax(balance->force_scale, fabs(k.h[i]));
    }
    balance->scale[n] = balance->force_scale;
    balance->scale[n + 1] = value_scale;
    for (size_t i = 0; i < n; i++)
        start->y[i] = x[i] / balance->scale[i];
    start->y[n] = kind == ORBIT_BALANCE_FREE ? 0 : 1;
    start->y[n + 1] = system->value / value_scale;
    row[n + 1] = 1;
    enum error_code code = orbit_curve_correct(&balance->curve, row, start, err);
    if (!code && fabs(balance->force_n) > balance->scale[n]) {
        balance->force_scale = balance->scale[n] = fabs(balance->force_n);
        start->y[n] = balance->force_n / balance->scale[n];
        code = orbit_curve_correct(&balance->curve, row, start, err);
    }
    return code;
}

enum error_code orbit_equilibrium_find(struct orbit_system *system, enum orbit_balance kind,
                                       const double *x, struct orbit_point *point,
                                       struct error *err)
{
    struct balance balance;
    struct orbit_curve_point start;
    enum error_code code = begin(&balance, system, kind, x, 1, &start, err);
    if (!code)
        describe(&balance, point);
    return code;
}

enum error_code orbit_equilibrium_follow(struct orbit_system *system, enum orbit_balance kind,
                                         const struct orbit_place *start,
                                         const struct orbit_range *range,
                                         const struct orbit_sink *sink,
                                         struct orbit_follow_report *report, struct error *err)
{
    struct balance balance;
    struct orbit_curve_point point;
    const double size = range->high - range->low;
    enum error_code code = orbit_system_set(system, start->value, err);
    if (!code)
        code = begin(&balance, system, kind, start->x, size, &point, err);
    if (code)
        return code;
    balance.sink = sink;
    const struct orbit_family family = {.curve = &balance.curve,
                                        .context = &balance,
                                        .n_tests = 2,
                                        .tests = {ORBIT_SPECIAL_PARADOX, ORBIT_SPECIAL_LIFT},
                                        .judge = judge,
                                        .crossing = crossing,
                                        .tell = tell};
    const struct orbit_follow_settings settings = {.low = range->low / size,
                                                   .high = range->high / size,
                                                   .direction = range->direction,
                                                   .step = range->step,
                                                   .max_points = range->max_points};
    return orbit_follow(&family, &settings, &point, report, err);
}
