/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/swing.h"

#include <math.h>
#include <string.h>

/* at this order a step of a quarter of a period is exact to 13 digits for small swings */
enum { ORDER = 20, TERMS = ORDER + 1 };

static const double tolerance = 1e-13; /* of a step, as a share of the swing */
static const double longest_step = 2;  /* rad of phase: no step holds two turning points */

static const double shortest_step = 1e-3; /* below it the motion runs away: a fit went astray */

/* where the motion is, and the Taylor series from there */
struct walk {
    const struct calib_swing *swing;
    const double *p;
    double linear, gravity; /* parts of the restoring acceleration */
    double direction;       /* of the motion, 1 or -1; 0 when it is held */
    double theta[TERMS];
    double sine[TERMS], cosine[TERMS];
    double square[TERMS];                        /* of the speed */
    double slope[CALIB_SWING_PARAMETERS][TERMS]; /* of theta by each parameter */
    const bool *wanted;
    /* integrating twice leaves 1 / ((k + 1) (k + 2)) of term k; damping and the
     * linear part of the pull, with that share */
    double share[TERMS], by_speed[TERMS], by_value[TERMS];
};

static double restoring(const struct walk *walk, double theta)
{
    return walk->linear * theta + walk->gravity * sin(theta);
}

static double acceleration(const struct walk *walk, double direction)
{
    return -2 * walk->p[CALIB_SWING_DECAY] * walk->theta[1] - restoring(walk, walk->theta[0]) -
           direction * walk->p[CALIB_SWING_COULOMB];
}

/* ---- the series */

/* coefficient k of sin theta and cos theta, from sin' = theta' cos and cos' = -theta' sin */
static void extend_trigonometry(struct walk *walk, int k)
{
    if (walk->gravity == 0)
        return;
    if (k == 0) {
        walk->sine[0] = sin(walk->theta[0]);
        walk->cosine[0] = cos(walk->theta[0]);
        return;
    }
    double sine = 0, cosine = 0;
    for (int j = 1; j <= k; j++) {
        sine += j * walk->theta[j] * walk->cosine[k - j];
        cosine -= j * walk->theta[j] * walk->sine[k - j];
    }
    walk->sine[k] = sine / k;
    walk->cosine[k] = cosine / k;
}

/* coefficient k of theta' times the derivative of another series */
static double speed_product(const struct walk *walk, const double *series, int k)
{
    double sum = 0;
    for (int j = 0; j <= k; j++)
        sum += (j + 1) * walk->theta[j + 1] * (k - j + 1) * series[k - j + 1];
    return sum;
}

static void extend_theta(struct walk *walk)
{
    const bool drags = walk->p[CALIB_SWING_DRAG] != 0 || walk->wanted[CALIB_SWING_DRAG];
    double push = -walk->direction * walk->p[CALIB_SWING_COULOMB]; /* of the term 0 alone */
    for (int k = 0; k + 2 <= ORDER; k++, push = 0) {
        extend_trigonometry(walk, k);
        if (walk->gravity != 0)
            push -= walk->gravity * walk->sine[k];
        if (drags) {
            walk->square[k] = speed_product(walk, walk->theta, k);
            push -= walk->direction * walk->p[CALIB_SWING_DRAG] * walk->square[k];
        }
        walk->theta[k + 2] = walk->by_speed[k] * walk->theta[k + 1] +
                             walk->by_value[k] * walk->theta[k] + walk->share[k] * push;
    }
}

/* the derivative of the acceleration by a parameter itself */
static void find_push(const struct walk *walk, size_t parameter, double push[TERMS])
{
    const double two_omega = 2 * walk->p[CALIB_SWING_OMEGA];
    const double *pulls = walk->swing->law == CALIB_SWING_FREE ? walk->sine : walk->theta;
    memset(push, 0, TERMS * sizeof *push);
    switch (parameter) {
    case CALIB_SWING_OMEGA:
        for (int k = 0; k + 2 <= ORDER; k++)
            push[k] = -two_omega * pulls[k];
        break;
    case CALIB_SWING_DECAY:
        for (int k = 0; k + 2 <= ORDER; k++)
            push[k] = -2 * (k + 1) * walk->theta[k + 1];
        break;
    case CALIB_SWING_COULOMB:
        push[0] = -walk->direction;
        break;
    case CALIB_SWING_DRAG:
        for (int k = 0; k + 2 <= ORDER; k++)
            push[k] = -walk->direction * walk->square[k];
        break;
    default:
        break;
    }
}

/* the product of two series, term k */
static double product(const double *a, const double *b, int k)
{
    double sum = 0;
    for (int j = 0; j <= k; j++)
        sum += a[j] * b[k - j];
    return sum;
}

static void extend_slope(struct walk *walk, size_t parameter)
{
    double *slope = walk->slope[parameter], push[TERMS];
    const double drag = 2 * walk->direction * walk->p[CALIB_SWING_DRAG];
    find_push(walk, parameter, push);
    for (int k = 0; k + 2 <= ORDER; k++) {
        if (walk->gravity != 0)
            push[k] -= walk->gravity * product(walk->cosine, slope, k);
        if (drag != 0)
            push[k] -= drag * speed_product(walk, slope, k);
        slope[k + 2] = walk->by_speed[k] * slope[k + 1] + walk->by_value[k] * slope[k] +
                       walk->share[k] * push[k];
    }
}

static void extend(struct walk *walk)
{
    extend_theta(walk);
    for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++)
        if (walk->wanted[i])
            extend_slope(walk, i);
}

static double polynomial(const double *coefficients, double t)
{
    double value = 0;
    for (int k = TERMS; k-- > 0;)
        value = value * t + coefficients[k];
    return value;
}

static double polynomial_speed(const double *coefficients, double t)
{
    double value = 0;
    for (int k = ORDER; k > 0; k--)
        value = value * t + k * coefficients[k];
    return value;
}

/* ---- steps */

static double step_length(const struct walk *walk)
{
    const double omega = fabs(walk->p[CALIB_SWING_OMEGA]);
    const double size = fmax(fabs(walk->theta[0]), fabs(walk->theta[1]) / omega);
    double step = longest_step / omega;
    for (int k = ORDER - 1; k <= ORDER; k++)
        if (walk->theta[k] != 0)
            step = fmin(step, pow(tolerance * size / fabs(walk->theta[k]), 1.0 / k));
    return step;
}

static double polynomial_acceleration(const double *coefficients, double t)
{
    double value = 0;
    for (int k = ORDER; k > 1; k--)
        value = value * t + k * (k - 1) * coefficients[k];
    return value;
}

/* whether the speed changes its sign within the step, which then ends there:
 * Newton's method, with a bisection where it leaves the bracket */
static bool turning_point(const struct walk *walk, double *step)
{
    if (!walk->swing->turns || walk->direction * polynomial_speed(walk->theta, *step) >= 0)
        return false;
    double low = 0, high = *step, t = 0.5 * high;
    for (int i = 0; i < 60; i++) {
        const double speed = polynomial_speed(walk->theta, t);
        if (walk->direction * speed >= 0)
            low = t;
        else
            high = t;
        double next = t - speed / polynomial_acceleration(walk->theta, t);
        if (!(next > low && next < high))
            next = 0.5 * (low + high);
        const bool done = fabs(next - t) <= 1e-15 * *step;
        t = next;
        if (done)
            break;
    }
    *step = t;
    return true;
}

/* to the end of a step: the value and speed there begin the next series */
static void advance_series(double *series, double step)
{
    const double value = polynomial(series, step), speed = polynomial_speed(series, step);
    series[0] = value;
    series[1] = speed;
}

/* Friction turns round, or holds. The acceleration jumps at a time that
 * depends on the parameters: the derivatives of the speed jump with it
 * (saltation), those of the angle do not because the speed is zero. */
static void turn(struct walk *walk)
{
    walk->theta[1] = 0;
    const double pull = restoring(walk, walk->theta[0]);
    const double before = acceleration(walk, walk->direction);
    const bool held = fabs(pull) <= walk->p[CALIB_SWING_COULOMB];
    walk->direction = held ? 0 : -copysign(1, pull);
    const double ratio = held || before == 0 ? 0 : acceleration(walk, walk->direction) / before;
    for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++)
        walk->slope[i][1] *= ratio;
}

static void start(struct walk *walk, const struct calib_swing *swing, const double *parameters,
                  const bool *wanted)
{
    memset(walk, 0, sizeof *walk);
    const double square = parameters[CALIB_SWING_OMEGA] * parameters[CALIB_SWING_OMEGA];
    walk->swing = swing;
    walk->p = parameters;
    walk->wanted = wanted;
    walk->gravity = swing->law == CALIB_SWING_LINEAR   ? 0
                    : swing->law == CALIB_SWING_SPRING ? swing->gravity
                                                       : square;
    walk->linear = square - walk->gravity;
    for (int k = 0; k <= ORDER; k++) {
        walk->share[k] = 1.0 / ((k + 1) * (k + 2));
        walk->by_speed[k] = -2 * parameters[CALIB_SWING_DECAY] / (k + 2);
        walk->by_value[k] = -walk->linear * walk->share[k];
    }
    walk->theta[0] = parameters[CALIB_SWING_ANGLE];
    walk->theta[1] = parameters[CALIB_SWING_SPEED];
    walk->slope[CALIB_SWING_ANGLE][0] = 1;
    walk->slope[CALIB_SWING_SPEED][1] = 1;
    const double pull = restoring(walk, walk->theta[0]);
    if (walk->theta[1] != 0)
        walk->direction = copysign(1, walk->theta[1]);
    else if (fabs(pull) > walk->p[CALIB_SWING_COULOMB] || !swing->turns)
        walk->direction = -copysign(1, pull);
}

/* ---- samples */

/* the series of what is measured: its derivative for a speed; a mean over a
 * short time adds half its mean square times the second derivative */
static void measure(const struct calib_swing *swing, const double *series, double measured[TERMS])
{
    double raw[TERMS] = {0};
    for (int k = 0; k <= ORDER; k++)
        raw[k] = !swing->velocity ? series[k] : k < ORDER ? (k + 1) * series[k + 1] : 0;
    const double bend = 0.5 * swing->width * swing->width;
    for (int k = 0; k <= ORDER; k++)
        measured[k] = swing->scale *
                      (raw[k] + (k + 2 <= ORDER ? bend * (k + 1) * (k + 2) * raw[k + 2] : 0));
}

/* samples first to last - 1, at times from the start of the step; several at a
 * time, because each polynomial is one long chain of dependent operations */
static void sample(const double *measured, const struct calib_swing *swing, double time,
                   size_t first, size_t last, double constant, double *samples)
{
    enum { TOGETHER = 8 };
    for (size_t i = first; i < last; i += TOGETHER) {
        double t[TOGETHER], value[TOGETHER] = {0};
        for (size_t j = 0; j < TOGETHER; j++)
            t[j] = (double)(i + j) * swing->period - time;
        for (int k = TERMS; k-- > 0;)
            for (size_t j = 0; j < TOGETHER; j++)
                value[j] = value[j] * t[j] + measured[k];
        for (size_t j = 0; j < TOGETHER && i + j < last; j++)
            samples[i + j] = constant + value[j];
    }
}

static void sample_all(const struct walk *walk, double time, size_t first, size_t last,
                       double *samples, double *const *slopes)
{
    double measured[TERMS];
    measure(walk->swing, walk->theta, measured);
    sample(measured, walk->swing, time, first, last, walk->p[CALIB_SWING_OFFSET], samples);
    for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++)
        if (walk->wanted[i]) {
            measure(walk->swing, walk->slope[i], measured);
            sample(measured, walk->swing, time, first, last, i == CALIB_SWING_OFFSET, slopes[i]);
        }
}

/* held by friction: a constant angle, whose derivatives do not change either */
static void hold(struct walk *walk)
{
    for (int k = 1; k <= ORDER; k++) {
        walk->theta[k] = 0;
        for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++)
            walk->slope[i][k] = 0;
    }
}

void calib_swing_follow(const struct calib_swing *swing,
                        const double parameters[CALIB_SWING_PARAMETERS], size_t n, double *samples,
                        double *const slopes[CALIB_SWING_PARAMETERS])
{
    bool wanted[CALIB_SWING_PARAMETERS];
    for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++)
        wanted[i] = slopes && slopes[i];
    struct walk walk;
    start(&walk, swing, parameters, wanted);
    double time = 0;
    for (size_t first = 0; first < n;) {
        double step = INFINITY;
        bool turns = false;
        if (walk.direction == 0) {
            hold(&walk);
        } else {
            extend(&walk);
            step = step_length(&walk);
            if (!(step * fabs(parameters[CALIB_SWING_OMEGA]) > shortest_step)) {
                for (size_t i = first; i < n; i++)
                    samples[i] = NAN;
                return;
            }
            turns = turning_point(&walk, &step);
        }
        size_t last = first;
        while (last < n && (double)last * swing->period < time + step)
            last++;
        sample_all(&walk, time, first, last, samples, slopes);
        first = last;
        if (first == n)
            return;
        advance_series(walk.theta, step);
        for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++)
            advance_series(walk.slope[i], step);
        time += step;
        if (turns)
            turn(&walk);
    }
}
