#include "config.h"

#include "calib/swing.h"

#include <math.h>
#include <string.h>

/* at this order a step of a fifth of a period is exact to the last bit for small swings */
enum { ORDER = 20, TERMS = ORDER + 1 };

static const double tolerance = 1e-14; /* of a step, as a share of the swing */
static const double longest_step = 1.2; /* rad of phase: no step holds two turning points */

static const double shortest_step = 1e-3; /* below it the motion runs away: a fit went astray */

/* where the motion is, and the Taylor series from there */
struct walk {
    const struct calib_swing *swing;
    const double *p;
    double linear, gravity; /* parts of the restoring acceleration */
    double direction;       /* of the motion, 1 or -1; 0 when it is held */
    double theta[TERMS];
    double sine[TERMS], cosine[TERMS];
    double square[TERMS]; /* of the speed */
    double slope[CALIB_SWING_PARAMETERS][TERMS]; /* of theta by each parameter */
    const bool *wanted;
    double share[TERMS]; /* 1 / ((k + 1) (k + 2)): what integrating twice leaves of term k */
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
    const double decay = walk->p[CALIB_SWING_DECAY];
    for (int k = 0; k + 2 <= ORDER; k++) {
        extend_trigonometry(walk, k);
        double next = -2 * decay * (k + 1) * walk->theta[k + 1] - walk->linear * walk->theta[k];
        if (walk->gravity != 0)
            next -= walk->gravity * walk->sine[k];
        if (k == 0)
            next -= walk->direction * walk->p[CALIB_SWING_COULOMB];
        if (walk->p[CALIB_SWING_DRAG] != 0 || walk->wanted[CALIB_SWING_DRAG]) {
            walk->square[k] = speed_product(walk, walk->theta, k);
            next -= walk->direction * walk->p[CALIB_SWING_DRAG] * walk->square[k];
        }
        walk->theta[k + 2] = next * walk->share[k];
    }
}

/* the derivative of the acceleration by a parameter itself, coefficient k */
static double forcing(const struct walk *walk, size_t parameter, int k)
{
    const double two_omega = 2 * walk->p[CALIB_SWING_OMEGA];
    switch (parameter) {
    case CALIB_SWING_OMEGA:
        return -two_omega *
               (walk->swing->law == CALIB_SWING_FREE ? walk->sine[k] : walk->theta[k]);
    case CALIB_SWING_DECAY:
        return -2 * (k + 1) * walk->theta[k + 1];
    case CALIB_SWING_COULOMB:
        return k == 0 ? -walk->direction : 0;
    case CALIB_SWING_DRAG:
        return -walk->direction * walk->square[k];
    default:
        return 0;
    }
}

static void extend_slope(struct walk *walk, size_t parameter)
{
    double *slope = walk->slope[parameter];
    const double decay = walk->p[CALIB_SWING_DECAY];
    const double drag = 2 * walk->direction * walk->p[CALIB_SWING_DRAG];
    for (int k = 0; k + 2 <= ORDER; k++) {
        double bent = 0;
        if (walk->gravity != 0)
            for (int j = 0; j <= k; j++)
                bent += walk->cosine[j] * slope[k - j];
        double next = -2 * decay * (k + 1) * slope[k + 1] - walk->linear * slope[k] -
                      walk->gravity * bent + forcing(walk, parameter, k);
        if (drag != 0)
            next -= drag * speed_product(walk, slope, k);
        slope[k + 2] = next * walk->share[k];
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

/* the time within the step where the speed changes its sign, or the step itself */
static double turning_point(const struct walk *walk, double step)
{
    if (!walk->swing->turns || walk->direction * polynomial_speed(walk->theta, step) >= 0)
        return step;
    double low = 0, high = step;
    for (int i = 0; i < 60 && high > low; i++) {
        const double middle = 0.5 * (low + high);
        if (walk->direction * polynomial_speed(walk->theta, middle) >= 0)
            low = middle;
        else
            high = middle;
    }
    return high;
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
    for (int k = 0; k <= ORDER; k++)
        walk->share[k] = 1.0 / ((k + 1) * (k + 2));
    walk->wanted = wanted;
    walk->gravity = swing->law == CALIB_SWING_LINEAR   ? 0
                    : swing->law == CALIB_SWING_SPRING ? swing->gravity
                                                       : square;
    walk->linear = square - walk->gravity;
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
static void measure(const struct calib_swing *swing, const double *series,
                    double measured[TERMS])
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
            sample(measured, walk->swing, time, first, last, i == CALIB_SWING_OFFSET,
                   slopes[i]);
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
                        const double parameters[CALIB_SWING_PARAMETERS], size_t n,
                        double *samples, double *const slopes[CALIB_SWING_PARAMETERS])
{
    bool wanted[CALIB_SWING_PARAMETERS];
    for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++)
        wanted[i] = slopes && slopes[i];
    struct walk walk;
    start(&walk, swing, parameters, wanted);
    double time = 0;
    for (size_t first = 0; first < n;) {
        double step = INFINITY;
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
            step = turning_point(&walk, step);
        }
        size_t last = first;
        while (last < n && (double)last * swing->period < time + step)
            last++;
        sample_all(&walk, time, first, last, samples, slopes);
        first = last;
        if (first == n)
            return;
        const bool turns = swing->turns && walk.direction * polynomial_speed(walk.theta, step) <= 0;
        advance_series(walk.theta, step);
        for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++)
            advance_series(walk.slope[i], step);
        time += step;
        if (turns)
            turn(&walk);
    }
}
