/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/decay.h"

#include <complex.h>
#include <math.h>
#include <stdlib.h>

#include <gsl/gsl_statistics_double.h>

#include "calib/fit.h"
#include "calib/spectrum.h"

enum {
    SEARCH_POINTS = 1 << 18, /* for the first look at the spectrum */
    POINTS_PER_CYCLE = 20,   /* that are fitted: more tell 0.4 % more */
    FEWEST_POINTS = 2000,    /* unless there are fewer samples */
    FIRST_CYCLES = 6         /* of a large swing, whose frequency drifts */
};

static const double strong_share = 0.2; /* of a second line that spoils the first */
static const double mostly = 0.7;       /* unexplained by the fit: it is no oscillation */
static const double over_noise = 4.5;   /* of the swing at the start, in uncertainties */
static const double heavy = 0.4;        /* damping ratio, or rest position over amplitude */
static const double late_start = 0.7;   /* a first cycle below this share: not yet let go */

static const struct {
    const char *name;
    bool viscous, dry, drag;
} dampings[CALIB_DAMPINGS] = {
    [CALIB_VISCOUS] = {"viscous", true, false, false},
    [CALIB_COULOMB] = {"Coulomb", false, true, false},
    [CALIB_BOTH] = {"viscous and Coulomb", true, true, false},
    [CALIB_VISCOUS_DRAG] = {"viscous and air drag", true, false, true},
    [CALIB_COULOMB_DRAG] = {"Coulomb and air drag", false, true, true},
    [CALIB_ALL] = {"viscous, Coulomb and air drag", true, true, true},
};

const char *calib_damping_name(enum calib_damping damping) { return dampings[damping].name; }

double calib_decay_uncertainty(const struct calib_decay *decay,
                               enum calib_swing_parameter parameter)
{
    const size_t diagonal = parameter * (CALIB_SWING_PARAMETERS + 1);
    return sqrt(decay->fits[decay->best].covariance[diagonal]);
}

/* ---- points to fit */

/* means of `block` samples each; the rest is left out */
static double *average(const double *samples, size_t n, size_t block, size_t *points)
{
    *points = n / block;
    double *means = calloc(*points + 1, sizeof *means);
    for (size_t i = 0; means && i < *points; i++) {
        double sum = 0;
        for (size_t j = 0; j < block; j++)
            sum += samples[i * block + j];
        means[i] = sum / (double)block;
    }
    return means;
}

/* amplitude of each cycle at the frequency of the line */
static double cycle_amplitude(const double *points, size_t cycle, double frequency)
{
    double complex sum = 0;
    double mean = 0;
    for (size_t i = 0; i < cycle; i++)
        mean += points[i] / (double)cycle;
    for (size_t i = 0; i < cycle; i++)
        sum += (points[i] - mean) * cexp(-2 * M_PI * I * frequency * (double)i);
    return 2 * cabs(sum) / (double)cycle;
}

/* where the swing begins: at once, or after the first cycle that is nearly as
 * large as the largest, when somebody held the pendulum at first */
static size_t find_start(const double *points, size_t n, double frequency)
{
    const size_t cycle = (size_t)ceil(1 / frequency);
    double largest = 0;
    for (size_t i = 0; i + cycle <= n; i += cycle)
        largest = fmax(largest, cycle_amplitude(points + i, cycle, frequency));
    if (cycle > n || cycle_amplitude(points, cycle, frequency) >= late_start * largest)
        return 0;
    size_t start = 0;
    while (cycle_amplitude(points + start, cycle, frequency) < 0.9 * largest)
        start += cycle;
    return start + cycle;
}

static enum error_code no_oscillation(const struct calib_line *line, struct error *err)
{
    if (line->strength == 0)
        return error_set(err, ERROR_NUMERIC,
                         "no oscillation: the spectrum has no line of three "
                         "cycles or more");
    return error_set(err, ERROR_NUMERIC,
                     "no oscillation: the strongest line is only %.3g times the noise around "
                     "it, %.3g are needed",
                     line->strength, CALIB_SPECTRUM_STRENGTH);
}

/* the line, per sample of the signal, from sample decay->skipped on */
static enum error_code find_line(const double *samples, size_t n, struct calib_decay *decay,
                                 struct calib_line *line, struct error *err)
{
    const size_t block = 1 + n / SEARCH_POINTS;
    size_t count;
    double *points = average(samples, n, block, &count);
    if (!points)
        return error_memory(err);
    enum error_code code = calib_spectrum_line(points, count, line, err);
    size_t start = 0;
    if (!code && line->strength >= CALIB_SPECTRUM_STRENGTH)
        start = find_start(points, count, line->frequency);
    if (!code && start > 0)
        code = calib_spectrum_line(points + start, count - start, line, err);
    free(points);
    if (!code && !(line->strength >= CALIB_SPECTRUM_STRENGTH))
        code = no_oscillation(line, err);
    decay->skipped = start * block;
    line->frequency /= (double)block;
    line->decay /= (double)block;
    line->length *= block;
    return code;
}

static enum error_code take_points(const double *samples, size_t n, double period, double frequency,
                                   struct calib_decay *decay, struct error *err)
{
    const double most = (double)(n - decay->skipped) / FEWEST_POINTS;
    const double block = floor(fmin(1 / (frequency * POINTS_PER_CYCLE), most));
    decay->block = block > 1 ? (size_t)block : 1;
    decay->points = average(samples + decay->skipped, n - decay->skipped, decay->block, &decay->n);
    decay->model = malloc((decay->n + 1) * sizeof *decay->model);
    if (!decay->points || !decay->model)
        return error_memory(err);
    const double width = (double)decay->block;
    decay->time = ((double)decay->skipped + 0.5 * (width - 1)) * period;
    decay->swing.period = width * period;
    decay->swing.width = period * sqrt((width * width - 1) / 12);
    return ERROR_OK;
}

/* ---- start values */

/* period of a pendulum without spring at that amplitude, over that of small swings */
static double lengthening(double amplitude)
{
    double a = 1, b = cos(0.5 * fmin(amplitude, 3.1));
    for (int i = 0; i < 8; i++) { /* the arithmetic-geometric mean */
        const double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return 1 / a;
}

static void start_values(const struct calib_decay_setup *setup, const struct calib_line *line,
                         struct calib_decay *decay, double parameters[CALIB_SWING_PARAMETERS])
{
    const double decay_rate = line->decay / setup->period;
    const double omega = 2 * M_PI * line->frequency / setup->period;
    const double complex lambda = -decay_rate + I * omega;
    /* the line's phase is that of the first sample: half a block before the first point */
    double complex angle = line->amplitude / setup->scale * cexp(I * line->phase) *
                           cexp(lambda * (decay->time - (double)decay->skipped * setup->period));
    if (setup->velocity)
        angle /= lambda;
    decay->amplitude = cabs(angle);
    parameters[CALIB_SWING_ANGLE] = creal(angle);
    parameters[CALIB_SWING_SPEED] = creal(lambda * angle);
    parameters[CALIB_SWING_OMEGA] = cabs(lambda);
    parameters[CALIB_SWING_OFFSET] = line->level;
    parameters[CALIB_SWING_DECAY] = decay_rate;
    parameters[CALIB_SWING_COULOMB] = parameters[CALIB_SWING_DRAG] = 0;
}

/* linear, or the pendulum's equation; and the frequency of small swings for a start */
static enum error_code choose_law(const struct calib_decay_setup *setup, struct calib_decay *decay,
                                  double *omega, struct error *err)
{
    struct calib_swing *swing = &decay->swing;
    swing->velocity = setup->velocity;
    swing->scale = setup->scale;
    swing->law = CALIB_SWING_LINEAR;
    /* sin x is not x in swings of 5 deg either: their period is longer by 5e-4 */
    if (decay->amplitude <= CALIB_DECAY_SMALL && setup->spring && !isfinite(setup->gravity))
        return ERROR_OK;
    const double stretch = lengthening(decay->amplitude);
    if (!setup->spring) {
        swing->law = CALIB_SWING_FREE;
        *omega *= stretch;
        return ERROR_OK;
    }
    if (!isfinite(setup->gravity))
        return error_set(err, ERROR_INPUT,
                         "swings of %.3g deg: above 5 deg the share of gravity must be known; "
                         "give --length and --gravity, or --no-spring",
                         decay->amplitude * 180 / M_PI);
    swing->law = CALIB_SWING_SPRING;
    swing->gravity = setup->gravity;
    *omega *= 1 + (stretch - 1) * fmin(1, setup->gravity / (*omega * *omega));
    return ERROR_OK;
}

/* ---- models of damping */

static struct calib_fit prepare(const struct calib_decay *decay, enum calib_damping damping,
                                const double *start)
{
    struct calib_fit fit = {.swing = decay->swing, .points = decay->points, .n = decay->n};
    for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++) {
        fit.free[i] = true;
        fit.parameters[i] = start[i];
    }
    fit.free[CALIB_SWING_COULOMB] = dampings[damping].dry;
    fit.free[CALIB_SWING_DRAG] = dampings[damping].drag;
    fit.swing.turns = dampings[damping].dry || dampings[damping].drag;
    fit.free[CALIB_SWING_DECAY] = dampings[damping].viscous;
    if (!dampings[damping].viscous && start[CALIB_SWING_COULOMB] == 0) {
        /* the same loss of amplitude in the first cycles */
        const double omega = start[CALIB_SWING_OMEGA];
        fit.parameters[CALIB_SWING_COULOMB] = 0.5 * M_PI * start[CALIB_SWING_DECAY] *
                                              decay->amplitude * omega;
    }
    const size_t parts[] = {CALIB_SWING_DECAY, CALIB_SWING_COULOMB, CALIB_SWING_DRAG};
    for (size_t i = 0; i < 3; i++)
        if (!fit.free[parts[i]])
            fit.parameters[parts[i]] = 0;
    return fit;
}

/* the swing at the start stands out of what the fit leaves */
static bool stands_out(const struct calib_fit *fit)
{
    double both = 0;
    for (size_t i = CALIB_SWING_ANGLE; i <= CALIB_SWING_SPEED; i++)
        both = hypot(both,
                     fit->parameters[i] / sqrt(fit->covariance[i * (CALIB_SWING_PARAMETERS + 1)]));
    return both > over_noise;
}

/* it swings to and fro before it comes to rest, rather than creeping there */
static bool oscillates(const struct calib_fit *fit)
{
    const double *p = fit->parameters, omega = p[CALIB_SWING_OMEGA];
    const double amplitude = hypot(p[CALIB_SWING_ANGLE], p[CALIB_SWING_SPEED] / omega);
    return p[CALIB_SWING_DECAY] < heavy * omega &&
           p[CALIB_SWING_COULOMB] < heavy * omega * omega * amplitude;
}

static bool physical(const struct calib_fit *fit)
{
    const double decay = fit->parameters[CALIB_SWING_DECAY];
    const double noise = sqrt(fit->covariance[CALIB_SWING_DECAY * (CALIB_SWING_PARAMETERS + 1)]);
    /* so little damping that noise makes it negative is still viscous damping;
     * in company, either part must be there */
    const bool alone = !fit->free[CALIB_SWING_COULOMB] && !fit->free[CALIB_SWING_DRAG];
    const double least = alone ? -3 * noise : 0;
    return fit->converged && isfinite(noise) && decay >= least && stands_out(fit) &&
           oscillates(fit) && fit->parameters[CALIB_SWING_COULOMB] >= 0 &&
           fit->parameters[CALIB_SWING_DRAG] >= 0;
}

/* the least sum of squares that a model before this one left */
static double rival(const struct calib_decay *decay, enum calib_damping damping)
{
    double least = INFINITY;
    for (size_t i = 0; i < damping; i++)
        if (decay->fits[i].valid)
            least = fmin(least, pow(decay->fits[i].rms, 2) * (double)decay->n);
    return least;
}

static enum error_code try_damping(struct calib_decay *decay, enum calib_damping damping,
                                   const double *start, size_t first, double *residuals,
                                   struct error *err)
{
    struct calib_decay_fit *found = &decay->fits[damping];
    struct calib_fit fit = prepare(decay, damping, start);
    enum error_code code = calib_fit_grow(&fit, first, rival(decay, damping), err);
    if (!code && fit.converged)
        code = calib_fit_judge(&fit, residuals, err);
    if (code == ERROR_NUMERIC) /* this model cannot be told from the data: another may */
        fit.converged = false;
    else if (code)
        return code;
    found->valid = physical(&fit);
    found->rms = sqrt(fit.square_sum / (double)fit.n);
    found->effective = fit.effective;
    for (size_t i = 0; i < CALIB_SWING_PARAMETERS; i++)
        found->parameters[i] = fit.parameters[i];
    for (size_t i = 0; i < CALIB_SWING_PARAMETERS * CALIB_SWING_PARAMETERS; i++)
        found->covariance[i] = fit.covariance[i];
    return ERROR_OK;
}

/* the least AICc of the valid ones, all with the same number of samples: what
 * those of the closest fit are worth, so that coloured noise is not taken for
 * damping, nor the misfit of a wrong model for noise */
static enum error_code choose(struct calib_decay *decay, struct error *err)
{
    double n = (double)decay->n, closest = INFINITY;
    for (size_t i = 0; i < CALIB_DAMPINGS; i++)
        if (decay->fits[i].valid && decay->fits[i].rms < closest) {
            closest = decay->fits[i].rms;
            n = fmin((double)decay->n, decay->fits[i].effective);
        }
    double least = INFINITY;
    for (size_t i = 0; i < CALIB_DAMPINGS; i++) {
        struct calib_decay_fit *fit = &decay->fits[i];
        /* angle, speed, omega, offset, the noise, and the damping */
        const double k = 5 + dampings[i].viscous + dampings[i].dry + dampings[i].drag;
        fit->aicc = n * log(fit->rms * fit->rms) + 2 * k + 2 * k * (k + 1) / fmax(n - k - 1, 1);
        if (fit->valid && fit->aicc < least) {
            least = fit->aicc;
            decay->best = (enum calib_damping)i;
            decay->degrees = fmax(n - k + 1, 1);
        }
    }
    if (least == INFINITY)
        return error_set(err, ERROR_NUMERIC,
                         "no oscillation that a model of damping can "
                         "follow; look at the signal, and choose a part of "
                         "it with --from and --until");
    return ERROR_OK;
}

static enum error_code fit_all(struct calib_decay *decay, const double *start, size_t first,
                               double *residuals, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < CALIB_BOTH && !code; i++)
        code = try_damping(decay, (enum calib_damping)i, start, first, residuals, err);
    if (code)
        return code;
    /* the others begin where the best of the simpler ones ended */
    /* drag, which goes with the square of the speed, does not show in small swings */
    const size_t models = decay->amplitude <= CALIB_DECAY_SMALL ? CALIB_VISCOUS_DRAG
                                                                : CALIB_DAMPINGS;
    for (size_t i = CALIB_BOTH; i < models && !code; i++) {
        size_t best = CALIB_VISCOUS;
        for (size_t j = 0; j < i; j++)
            if (decay->fits[j].valid &&
                (!decay->fits[best].valid || decay->fits[j].rms < decay->fits[best].rms))
                best = j;
        code = try_damping(decay, (enum calib_damping)i, decay->fits[best].parameters,
                           models == CALIB_DAMPINGS ? first : decay->n, residuals, err);
    }
    return code ? code : choose(decay, err);
}

/* ---- what is left */

/* largest of the model's measured values in the first cycle */
static double first_amplitude(const struct calib_decay *decay, double omega, double offset)
{
    const double cycle = 2 * M_PI / (omega * decay->swing.period);
    double largest = 0;
    for (size_t i = 0; i < decay->n && (double)i < 1.2 * cycle; i++)
        largest = fmax(largest, fabs(decay->model[i] - offset));
    return largest;
}

/* share of the signal's variance that the fit leaves */
static double unexplained(const struct calib_decay *decay, const double *residuals)
{
    const double mean = gsl_stats_mean(decay->points, 1, decay->n);
    return gsl_stats_tss_m(residuals, 1, decay->n, 0) /
           gsl_stats_tss_m(decay->points, 1, decay->n, mean);
}

static enum error_code check_residuals(struct calib_decay *decay, double *residuals,
                                       struct error *err)
{
    struct calib_swing swing = decay->swing;
    swing.turns = dampings[decay->best].dry || dampings[decay->best].drag;
    const double *parameters = decay->fits[decay->best].parameters;
    calib_swing_follow(&swing, parameters, decay->n, decay->model, NULL);
    for (size_t i = 0; i < decay->n; i++)
        residuals[i] = decay->points[i] - decay->model[i];
    const double omega = parameters[CALIB_SWING_OMEGA];
    const double amplitude = first_amplitude(decay, omega, parameters[CALIB_SWING_OFFSET]);
    decay->amplitude = amplitude / (swing.scale * (swing.velocity ? omega : 1));
    struct calib_line line;
    enum error_code code = calib_spectrum_line(residuals, decay->n, &line, err);
    if (code || !(line.strength >= CALIB_SPECTRUM_STRENGTH))
        return code;
    decay->second = line.frequency / decay->swing.period;
    decay->second_share = line.mean_amplitude / amplitude;
    if (decay->second_share < strong_share)
        return ERROR_OK;
    if (unexplained(decay, residuals) > mostly)
        return error_set(err, ERROR_NUMERIC,
                         "no oscillation: the strongest line, %.5g Hz, is not what moves the "
                         "signal",
                         omega / (2 * M_PI));
    return error_set(err, ERROR_NUMERIC,
                     "more than one oscillation: beside %.5g Hz there is %.5g Hz with %.0f %% of "
                     "its amplitude; keep the pendulum from rocking sideways, or choose a part "
                     "of the run with --from and --until",
                     omega / (2 * M_PI), decay->second, 100 * decay->second_share);
}

static enum error_code fit_points(const struct calib_decay_setup *setup,
                                  const struct calib_line *line, struct calib_decay *decay,
                                  struct error *err)
{
    double start[CALIB_SWING_PARAMETERS];
    start_values(setup, line, decay, start);
    enum error_code code = choose_law(setup, decay, &start[CALIB_SWING_OMEGA], err);
    if (code)
        return code;
    size_t first = line->length / decay->block;
    const double cycle = 1 / (line->frequency * (double)decay->block); /* points */
    if (decay->amplitude > CALIB_DECAY_SMALL)
        first = (size_t)fmin((double)first, FIRST_CYCLES * cycle);
    double *residuals = malloc((decay->n + 1) * sizeof *residuals);
    if (!residuals)
        return error_memory(err);
    code = fit_all(decay, start, first, residuals, err);
    if (!code)
        code = check_residuals(decay, residuals, err);
    free(residuals);
    return code;
}

enum error_code calib_decay_fit(const double *samples, size_t n,
                                const struct calib_decay_setup *setup, struct calib_decay *decay,
                                struct error *err)
{
    struct calib_line line = {0};
    *decay = (struct calib_decay){.best = CALIB_VISCOUS};
    enum error_code code = find_line(samples, n, decay, &line, err);
    if (!code)
        code = take_points(samples, n, setup->period, line.frequency, decay, err);
    if (!code)
        code = fit_points(setup, &line, decay, err);
    if (code)
        calib_decay_free(decay);
    return code;
}

void calib_decay_free(struct calib_decay *decay)
{
    free(decay->points);
    free(decay->model);
    decay->points = decay->model = NULL;
}
