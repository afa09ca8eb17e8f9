/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SUNDIALS as its users call it: CVODE (Adams with the fixed-point solver, BDF with a
 * dense one) or ARKODE's explicit Dormand-Prince, with its own root finding, started
 * anew after every event.
 *     tests/bench/sundials adams|bdf|arkode       (then as tests/bench/serve.h says) */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* defined by bench.sh where SUNDIALS is installed; the checks read this file anywhere */
#ifndef BENCH_SUNDIALS
int main(void)
{
    fprintf(stderr, "built without SUNDIALS (Debian package libsundials-dev)\n");
    return 1;
}
#else

#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "tests/bench/grazes.h"
#include "tests/bench/mechanics.h"
#include "tests/bench/serve.h"

enum { STATES = 4, SAMPLE_RATE = 10000 };

struct motion {
    struct mechanics mechanics;
    enum mode mode;
    double t, end;
    long evaluations, next_sample;
    bool sampled;
    double *samples; /* tip_t, tip_n */
};

/* ---- the two integrators behind the calls that both have */

struct solver {
    const char *name;
    int method; /* of CVODE; 0: ARKODE */
    SUNContext sunctx;
    N_Vector y;
    void *memory;
    SUNMatrix matrix;
    SUNLinearSolver linear;
    SUNNonlinearSolver nonlinear;
    struct motion motion;
    double rtol;
};

static int rate(realtype t, N_Vector y, N_Vector ydot, void *data)
{
    (void)t;
    struct motion *motion = &((struct solver *)data)->motion;
    motion->evaluations++;
    mechanics_rate(&motion->mechanics, motion->mode, NV_DATA_S(y), NV_DATA_S(ydot));
    return 0;
}

static int guards(realtype t, N_Vector y, realtype *out, void *data)
{
    (void)t;
    const struct motion *motion = &((struct solver *)data)->motion;
    mechanics_guards(&motion->mechanics, motion->mode, NV_DATA_S(y), out);
    return 0;
}

static int falling[] = {-1, -1, -1};
static const long many_steps = 10000000;

static void quiet(int code, const char *module, const char *function, char *message, void *data)
{
    (void)code, (void)module, (void)function, (void)message, (void)data;
}

static void cvode_create(struct solver *s)
{
    s->memory = CVodeCreate(s->method, s->sunctx);
    CVodeInit(s->memory, rate, 0, s->y);
    CVodeSetUserData(s->memory, s);
    CVodeSStolerances(s->memory, 1e-8, 1e-8);
    if (s->method == CV_ADAMS) {
        s->nonlinear = SUNNonlinSol_FixedPoint(s->y, 0, s->sunctx);
        CVodeSetNonlinearSolver(s->memory, s->nonlinear);
    } else {
        s->matrix = SUNDenseMatrix(STATES, STATES, s->sunctx);
        s->linear = SUNLinSol_Dense(s->y, s->matrix, s->sunctx);
        CVodeSetLinearSolver(s->memory, s->linear, s->matrix);
    }
    CVodeSetMaxNumSteps(s->memory, many_steps);
    CVodeSetErrHandlerFn(s->memory, quiet, NULL);
    CVodeRootInit(s->memory, MECHANICS_GUARDS, guards);
    CVodeSetRootDirection(s->memory, falling);
    CVodeSetNoInactiveRootWarn(s->memory);
}

static void arkode_create(struct solver *s)
{
    s->memory = ERKStepCreate(rate, 0, s->y, s->sunctx);
    ERKStepSetUserData(s->memory, s);
    ERKStepSStolerances(s->memory, 1e-8, 1e-8);
    ERKStepSetTableNum(s->memory, ARKODE_DORMAND_PRINCE_7_4_5);
    ERKStepSetMaxNumSteps(s->memory, many_steps);
    ERKStepSetErrHandlerFn(s->memory, quiet, NULL);
    ERKStepRootInit(s->memory, MECHANICS_GUARDS, guards);
    ERKStepSetRootDirection(s->memory, falling);
    ERKStepSetNoInactiveRootWarn(s->memory);
}

static void restart(struct solver *s, double t)
{
    /* as Skitter's: absolute tolerances for angles and velocities of the order of one */
    if (s->method) {
        CVodeReInit(s->memory, t, s->y);
        CVodeSStolerances(s->memory, s->rtol, 1e-3 * s->rtol);
    } else {
        ERKStepReInit(s->memory, rate, t, s->y);
        ERKStepSStolerances(s->memory, s->rtol, 1e-3 * s->rtol);
        /* degree 5 is better for events, but asks for right-hand sides at every sample */
        ERKStepSetInterpolantDegree(s->memory, s->motion.sampled ? 3 : 5);
    }
}

/* never look beyond the end of the motion */
static void stop_at(struct solver *s, double t)
{
    if (s->method)
        CVodeSetStopTime(s->memory, t);
    else
        ERKStepSetStopTime(s->memory, t);
}

static int evolve(struct solver *s, double to, double *t)
{
    return s->method ? CVode(s->memory, to, s->y, t, CV_NORMAL)
                     : ERKStepEvolve(s->memory, to, s->y, t, ARK_NORMAL);
}

static int guard_met(struct solver *s)
{
    int found[MECHANICS_GUARDS];
    if (s->method)
        CVodeGetRootInfo(s->memory, found);
    else
        ERKStepGetRootInfo(s->memory, found);
    for (int i = 0; i < MECHANICS_GUARDS; i++)
        if (found[i])
            return i;
    return -1;
}

/* ---- the motion: a mode, its event, the next mode */

static void take_sample(struct motion *motion, const double *x)
{
    double *out = motion->samples + 2 * motion->next_sample++;
    mechanics_tip(&motion->mechanics, x, &out[0], &out[1]);
}

/* to the next event or to the end; NULL, or why not. *guard: -1 for the end */
static const char *follow(struct solver *s, int *guard)
{
    struct motion *motion = &s->motion;
    restart(s, motion->t);
    stop_at(s, motion->end);
    for (;;) {
        double to = motion->end;
        if (motion->sampled && (double)motion->next_sample / SAMPLE_RATE < to)
            to = (double)motion->next_sample / SAMPLE_RATE;
        if (to <= motion->t) { /* a sample at the time of the event itself */
            take_sample(motion, NV_DATA_S(s->y));
            continue;
        }
        const int code = evolve(s, to, &motion->t);
        if (code < 0)
            return "the integrator gave up";
        *guard = code == CV_ROOT_RETURN ? guard_met(s) : -1;
        if (*guard >= 0 || motion->t >= motion->end)
            return NULL;
        take_sample(motion, NV_DATA_S(s->y));
    }
}

static const char *play(struct solver *s, bool impacts_only, struct bench_result *result)
{
    struct motion *motion = &s->motion;
    const char *why = mechanics_change(&motion->mechanics, -1, &motion->mode, NV_DATA_S(s->y));
    while (!why) {
        int guard;
        why = follow(s, &guard);
        if (why || guard < 0)
            break;
        result->events++;
        if (motion->mode == FLIGHT || !impacts_only)
            bench_note(result, motion->t);
        why = mechanics_change(&motion->mechanics, guard, &motion->mode, NV_DATA_S(s->y));
    }
    result->evaluations = motion->evaluations;
    return why;
}

static const char *run_motion(struct solver *s, const char *name, double span,
                              struct bench_result *result)
{
    struct motion *motion = &s->motion;
    *motion = (struct motion){.end = span, .sampled = !strcmp(name, "R1")};
    if (!mechanics_case(name, &motion->mechanics, NV_DATA_S(s->y)))
        return "no such case";
    if (motion->sampled)
        motion->samples = malloc((size_t)(span * SAMPLE_RATE + 2) * 2 * sizeof(double));
    const char *why = motion->sampled && !motion->samples
                          ? "no memory"
                          : play(s, strcmp(name, "R3") != 0, result);
    free(motion->samples);
    return why;
}

/* ---- grazes */

static void grazing_terms(const double *values, const double *x, struct terms *k)
{
    (void)values;
    *k = (struct terms){
        .m11 = 1, .m22 = 1, .h2 = -x[1] + 2 * GRAZE_ZETA * x[3], .t1 = 1, .n2 = 1, .gap = x[1] + 1};
}

/* with the growth as the oscillator's negative damping, omega^2 + zeta^2 = 1 */
static const char *run_grazes(struct solver *s, struct bench_result *result)
{
    for (int i = 0; i < GRAZES; i++) {
        const struct graze graze = graze_at(i);
        s->motion = (struct motion){.mechanics = {.terms = grazing_terms}, .end = graze.t + 1};
        memcpy(NV_DATA_S(s->y), (double[]){0, graze.y, 0, graze.rate}, STATES * sizeof(double));
        int guard;
        const char *why = follow(s, &guard);
        if (why)
            return why;
        result->events += guard >= 0 && fabs(s->motion.t - graze.t) < 0.1;
        result->evaluations += s->motion.evaluations;
    }
    return NULL;
}

static const char *run(void *context, const char *name, double rtol, double span,
                       struct bench_result *result)
{
    struct solver *s = context;
    s->rtol = rtol;
    return strcmp(name, "G") ? run_motion(s, name, span, result) : run_grazes(s, result);
}

int main(int argc, char **argv)
{
    struct solver s = {.name = argc == 2 ? argv[1] : ""};
    if (!strcmp(s.name, "adams"))
        s.method = CV_ADAMS;
    else if (!strcmp(s.name, "bdf"))
        s.method = CV_BDF;
    else if (strcmp(s.name, "arkode") != 0) {
        fprintf(stderr, "usage: %s adams|bdf|arkode\n", argv[0]);
        return 2;
    }
    if (SUNContext_Create(NULL, &s.sunctx))
        return 1;
    s.y = N_VNew_Serial(STATES, s.sunctx);
    N_VConst(0, s.y);
    (s.method ? cvode_create : arkode_create)(&s);
    return bench_serve(run, &s);
}

#endif
