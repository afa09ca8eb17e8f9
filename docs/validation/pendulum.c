/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage: pendulum FILE
 * What a free swing can be explained by: FILE holds time and angle of a pendulum without a spring
 * (Kaheman et al. 2022), and each law of the table below is fitted to all of it, by Runge-Kutta of
 * the fourth order and least squares: no part of skitter-calib, which it judges, but its search for
 * a line. Printed are, for each law, the number of its values, the rms of what it leaves, the
 * strongest line in that, the frequency of small swings at the end of the record, its viscous
 * damping and the least dry friction that it needs anywhere: neither is below 0 in what loses
 * energy.
 *
 *     theta'' (1 + a A) = -omega^2 (1 + s) sin theta - 2 decay theta' - drag theta' |theta'|
 *                         - c h(theta) sign theta'
 *
 * with A the amplitude, of which the air that a bar carries may depend (Morison et al. 1950,
 * Keulegan and Carpenter 1958), c and s constants or tables, and h the elastic way before a joint
 * slips (Dahl 1968). */
#include "config.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "calib/spectrum.h"

enum { ROOM = 60000, EVERY = 2, KNOTS = 12, STAGES = 7, SPEED_FROM = 5 };

enum value {
    ANGLE,
    SPEED,
    OMEGA,
    OFFSET,
    DECAY,
    DRAG,
    CARRIED, /* air, over the inertia, for 1 rad of amplitude */
    LOADED,  /* dry friction by the load on the bearing, rad/s2 at rest */
    WAY,     /* the joint's elastic way, rad */
    GIVES,   /* the pivot sideways: (m d)^2 / (J M), without a spring */
    SINE,    /* the encoder's error, once per turn */
    COSINE,
    DRY, /* a table of KNOTS */
    STIFFER = DRY + KNOTS,
    VALUES = STIFFER + KNOTS
};

enum over { NOTHING, BY_TIME, BY_AMPLITUDE, BY_ANGLE, BY_SPEED };

static const struct law {
    const char *name;
    enum value more[3]; /* beside the swing, viscous, dry and quadratic damping; 0 ends */
    enum over over;
} laws[] = {
    {"viscous, dry and quadratic damping", {0}, NOTHING},
    {"and air that is carried, more at large amplitudes", {CARRIED}, NOTHING},
    {"and dry friction by the bearing's load", {LOADED}, NOTHING},
    {"and a pivot that gives way sideways", {GIVES}, NOTHING},
    {"and a joint elastic before it slips", {WAY}, NOTHING},
    {"and the encoder's error once per turn", {SINE, COSINE}, NOTHING},
    {"carried air and the encoder", {CARRIED, SINE, COSINE}, NOTHING},
    {"an elastic joint and the encoder", {WAY, SINE, COSINE}, NOTHING},
    {"friction as a table of the speed", {0}, BY_SPEED},
    {"the same, in an elastic joint", {WAY}, BY_SPEED},
    {"friction and stiffness as tables of the angle, encoder", {SINE, COSINE}, BY_ANGLE},
    {"friction and stiffness as tables of the amplitude, encoder", {SINE, COSINE}, BY_AMPLITUDE},
    {"friction and stiffness as tables of the time, encoder", {SINE, COSINE}, BY_TIME},
};

static const double knots[][KNOTS] = {
    [BY_TIME] = {0, 5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55},
    [BY_AMPLITUDE] = {0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.85, 1, 1.25, 1.5},
    [BY_ANGLE] = {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.65, 0.8, 1, 1.2, 1.4, 1.63},
    [BY_SPEED] = {0, 0.25, 0.5, 1, 1.5, 2, 3, 4, 6, 8, 10, 12},
};

/* what a value is changed by for its derivative; a hundred times it is how far it may be from
 * where it began before that counts as much as the noise */
static const double steps[DRY] = {1e-5, 1e-5, 1e-6, 1e-6, 1e-5, 1e-5,
                                  1e-6, 1e-4, 1e-5, 1e-6, 1e-5, 1e-5};
static const double dry_step = 1e-3, stiff_step = 1e-5, noise = 1e-4;

struct record {
    double step;
    size_t n;
    double *angle; /* from where it hangs */
};

/* ---- the motion */

struct swing {
    const double *p;
    enum over over;
    double time, direction;
    double turned, force; /* the angle of the last turning point; friction there over slipping */
};

static double table(const double *at, const double *values, double x)
{
    size_t i = 1;
    while (i < KNOTS - 1 && x > at[i])
        i++;
    const double share = fmax(0, fmin(1, (x - at[i - 1]) / (at[i] - at[i - 1])));
    return values[i - 1] * (1 - share) + values[i] * share;
}

/* of the force of slip: grows from where it was at the turning point (Dahl's law, solved) */
static double engaged(const struct swing *s, double angle)
{
    if (s->p[WAY] <= 0)
        return s->direction;
    const double left = 1 - s->direction * s->force;
    return s->direction * (1 - left * exp(-fabs(angle - s->turned) / s->p[WAY]));
}

static double acceleration(const struct swing *s, double angle, double speed)
{
    const double *p = s->p, square = p[OMEGA] * p[OMEGA], c = cos(angle), pace = speed * speed;
    const double amplitude = sqrt(pace / square + 2 * (1 - c));
    const double over[] = {0, s->time, amplitude, fabs(angle), fabs(speed)};
    double dry = p[DRY], stiff = 0;
    if (s->over != NOTHING) {
        dry = table(knots[s->over], &p[DRY], over[s->over]);
        stiff = table(knots[s->over], &p[STIFFER], over[s->over]);
    }
    dry += p[LOADED] * fabs(c + pace / square);
    const double push = -square * (1 + stiff) * sin(angle) - 2 * p[DECAY] * speed -
                        p[DRAG] * speed * fabs(speed) - dry * engaged(s, angle);
    return (push - p[GIVES] * pace * sin(angle) * c) /
           ((1 + p[CARRIED] * amplitude) * (1 - p[GIVES] * c * c));
}

static void advance(const struct swing *s, double h, double *angle, double *speed)
{
    const double v1 = *speed, a1 = acceleration(s, *angle, v1);
    const double v2 = v1 + 0.5 * h * a1, a2 = acceleration(s, *angle + 0.5 * h * v1, v2);
    const double v3 = v1 + 0.5 * h * a2, a3 = acceleration(s, *angle + 0.5 * h * v2, v3);
    const double v4 = v1 + h * a3, a4 = acceleration(s, *angle + h * v3, v4);
    *angle += h / 6 * (v1 + 2 * v2 + 2 * v3 + v4);
    *speed += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
}

/* to the turning point inside the step, and the rest of it with friction turned round */
static void turn(struct swing *s, double h, double *angle, double *speed)
{
    double share = 1;
    for (int i = 0; i < 3; i++) { /* by the secant from the step's beginning */
        double a = *angle, v = *speed;
        advance(s, share * h, &a, &v);
        share *= *speed / (*speed - v);
    }
    advance(s, share * h, angle, speed);
    s->force = engaged(s, *angle);
    s->turned = *angle;
    s->direction = -s->direction;
    *speed = 0;
    advance(s, (1 - share) * h, angle, speed);
}

static void follow(const double *p, enum over over, const struct record *record, size_t n,
                   double *shown)
{
    double angle = p[ANGLE], speed = p[SPEED];
    struct swing s = {.p = p, .over = over, .direction = copysign(1, speed)};
    s.force = s.direction;
    for (size_t i = 0; i < n; i++) {
        shown[i] = angle + p[OFFSET] + p[SINE] * sin(angle) + p[COSINE] * (cos(angle) - 1);
        s.time = (double)i * record->step;
        double a = angle, v = speed;
        advance(&s, record->step, &a, &v);
        if (v * s.direction < 0)
            turn(&s, record->step, &angle, &speed);
        else
            angle = a, speed = v;
    }
}

/* ---- the fit: Levenberg's and Marquardt's, of a longer and longer part of the record */

struct fit {
    const struct record *record;
    enum over over;
    size_t n, values, which[VALUES]; /* samples so far; those that are free */
    double p[VALUES], begun[VALUES], step[VALUES], *shown, *tried, *slopes, sum;
};

static double misfit(const struct fit *fit, const double *p, double *shown)
{
    double sum = 0;
    follow(p, fit->over, fit->record, fit->n, shown);
    for (size_t i = 0; i < fit->n; i++)
        sum += pow(fit->record->angle[i] - shown[i], 2);
    for (size_t j = 0; j < fit->values; j++) {
        const size_t k = fit->which[j];
        sum += pow(noise * (p[k] - fit->begun[k]) / (100 * fit->step[k]), 2);
    }
    return isfinite(sum) ? sum : INFINITY;
}

static void normal_equations(struct fit *fit, gsl_matrix *matrix, gsl_vector *right)
{
    for (size_t j = 0; j < fit->values; j++) {
        const size_t k = fit->which[j];
        double p[VALUES], *column = fit->slopes + j * fit->record->n, sum = 0;
        memcpy(p, fit->p, sizeof p);
        p[k] += fit->step[k];
        follow(p, fit->over, fit->record, fit->n, column);
        for (size_t i = 0; i < fit->n; i++) {
            column[i] = (column[i] - fit->shown[i]) / fit->step[k];
            sum += column[i] * (fit->record->angle[i] - fit->shown[i]);
        }
        const double prior = pow(noise / (100 * fit->step[k]), 2);
        gsl_vector_set(right, j, sum - prior * (fit->p[k] - fit->begun[k]));
        for (size_t m = 0; m <= j; m++) {
            const double *other = fit->slopes + m * fit->record->n;
            double product = j == m ? prior : 0;
            for (size_t i = 0; i < fit->n; i++)
                product += column[i] * other[i];
            gsl_matrix_set(matrix, j, m, product);
            gsl_matrix_set(matrix, m, j, product);
        }
    }
}

/* one step; false when none is better */
static bool improve(struct fit *fit, double *damping, const gsl_matrix *matrix,
                    const gsl_vector *right, gsl_matrix *work, gsl_vector *change)
{
    for (int tries = 0; tries < 14; tries++, *damping *= 10) {
        double p[VALUES];
        memcpy(p, fit->p, sizeof p);
        gsl_matrix_memcpy(work, matrix);
        for (size_t j = 0; j < fit->values; j++)
            *gsl_matrix_ptr(work, j, j) *= 1 + *damping;
        if (gsl_linalg_cholesky_decomp1(work) || gsl_linalg_cholesky_solve(work, right, change))
            continue;
        for (size_t j = 0; j < fit->values; j++)
            p[fit->which[j]] += gsl_vector_get(change, j);
        if (p[WAY] < 0)
            p[WAY] = 0.5 * fit->p[WAY];
        const double sum = misfit(fit, p, fit->tried);
        if (sum < fit->sum) {
            const bool more = fit->sum - sum > 1e-5 * sum;
            memcpy(fit->p, p, sizeof p);
            memcpy(fit->shown, fit->tried, fit->n * sizeof *fit->shown);
            fit->sum = sum;
            *damping = fmax(*damping / 10, 1e-12);
            return more;
        }
    }
    return false;
}

/* from the first stage on where the start is only a guess, or far off at the end */
static void solve(struct fit *fit, size_t first)
{
    gsl_matrix *matrix = gsl_matrix_alloc(fit->values, fit->values);
    gsl_matrix *work = gsl_matrix_alloc(fit->values, fit->values);
    gsl_vector *right = gsl_vector_alloc(fit->values), *change = gsl_vector_alloc(fit->values);
    if (!matrix || !work || !right || !change)
        exit(1);
    for (size_t stage = first; stage <= STAGES; stage++) {
        const bool last = stage == STAGES;
        double damping = 1e-3;
        fit->n = last ? fit->record->n : fit->record->n * stage * stage / (STAGES * STAGES);
        fit->sum = misfit(fit, fit->p, fit->shown);
        for (int i = 0; i < (last ? 60 : 6); i++) {
            normal_equations(fit, matrix, right);
            if (!improve(fit, &damping, matrix, right, work, change))
                break;
        }
    }
    gsl_matrix_free(matrix);
    gsl_matrix_free(work);
    gsl_vector_free(right);
    gsl_vector_free(change);
}

static void set_free(struct fit *fit, enum value first, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fit->which[fit->values++] = first + i;
}

/* a swing as of the record's first samples; what it does later is found by growing */
static void guess(struct fit *fit)
{
    const struct record *record = fit->record;
    fit->p[ANGLE] = record->angle[0];
    fit->p[SPEED] = (record->angle[SPEED_FROM] - record->angle[0]) / (SPEED_FROM * record->step);
    fit->p[OMEGA] = 8.004;
    fit->p[DRAG] = 0.005;
    fit->p[DRY] = 0.2;
}

/* a table over one number of a swing holds all friction; one over the angle not, for what a place
 * rubs does not know the speed there */
static bool holds_all(const struct law *law)
{
    return law->over != NOTHING && law->over != BY_ANGLE;
}

/* what loses as much in a swing of the amplitude of a knot; only a beginning */
static double all_friction(const double *plain, enum over over, double knot)
{
    const double viscous = plain[DECAY], drag = plain[DRAG], omega = plain[OMEGA];
    const double amplitude = over == BY_TIME ? 1.6 * exp(-0.03 * knot) : knot;
    if (over == BY_SPEED)
        return plain[DRY] + 2 * viscous * knot + drag * knot * knot;
    return plain[DRY] + 0.5 * M_PI * viscous * omega * amplitude +
           2.0 / 3 * drag * pow(omega * amplitude, 2);
}

/* which values are free; they begin at those of the law before, `plain` */
static void set_up(struct fit *fit, const struct law *law, const double *plain)
{
    fit->over = law->over;
    fit->values = 0;
    memmove(fit->p, plain, sizeof fit->p);
    memcpy(fit->step, steps, sizeof steps);
    for (size_t i = 0; i < KNOTS; i++) {
        fit->p[DRY + i] = holds_all(law) ? all_friction(plain, law->over, knots[law->over][i])
                                         : plain[DRY];
        fit->step[DRY + i] = dry_step;
        fit->step[STIFFER + i] = stiff_step;
    }
    set_free(fit, ANGLE, holds_all(law) ? DECAY : CARRIED);
    if (holds_all(law))
        fit->p[DECAY] = fit->p[DRAG] = 0;
    for (size_t i = 0; i < 3 && law->more[i]; i++) {
        set_free(fit, law->more[i], 1);
        if (law->more[i] == WAY)
            fit->p[WAY] = 2e-3;
    }
    set_free(fit, DRY, law->over == NOTHING ? 1 : KNOTS);
    /* the frequency is one of the table's values: that of the end, or of the largest angle */
    if (law->over == BY_TIME || law->over == BY_ANGLE)
        set_free(fit, STIFFER, KNOTS - 1);
    else if (law->over == BY_AMPLITUDE)
        set_free(fit, STIFFER + 1, KNOTS - 1);
    memcpy(fit->begun, fit->p, sizeof fit->p);
}

static void print(const struct fit *fit, const struct law *law)
{
    const size_t n = fit->record->n;
    struct calib_line line = {0};
    double sum = 0, least = INFINITY;
    for (size_t i = 0; i < n; i++) {
        fit->tried[i] = fit->record->angle[i] - fit->shown[i];
        sum += fit->tried[i] * fit->tried[i];
    }
    for (size_t i = 0; i < (law->over == NOTHING ? 1 : KNOTS); i++)
        least = fmin(least, fit->p[DRY + i]);
    printf("%s|%zu|%.2f", law->name, fit->values, 1e3 * sqrt(sum / (double)n));
    if (!calib_spectrum_line(fit->tried, n, &line, NULL) &&
        line.strength >= CALIB_SPECTRUM_STRENGTH)
        printf("|%.4g Hz, %.2g mrad", line.frequency / fit->record->step,
               1e3 * line.mean_amplitude);
    else
        printf("|none");
    if (law->over == BY_ANGLE) /* no one number: it is that of a well of another form */
        printf("|-");
    else
        printf("|%.4f Hz", fit->p[OMEGA] / (2 * M_PI));
    if (holds_all(law))
        printf("|in the table");
    else
        printf("|%.3f", fit->p[DECAY]);
    printf("|%.2g\n", least);
}

static bool read_record(const char *path, struct record *record)
{
    char line[256];
    double angle;
    FILE *file = fopen(path, "r");
    for (size_t i = 0; file && record->n < ROOM && fgets(line, sizeof line, file);)
        if (sscanf(line, "%*f,%lf", &angle) == 1 && i++ % EVERY == 0)
            record->angle[record->n++] = angle - M_PI;
    if (file)
        fclose(file);
    return record->n > SPEED_FROM;
}

static void try_laws(struct record *record)
{
    struct fit fit = {.record = record,
                      .shown = malloc(record->n * sizeof *fit.shown),
                      .tried = malloc(record->n * sizeof *fit.tried),
                      .slopes = malloc(VALUES * record->n * sizeof *fit.slopes)};
    double plain[VALUES];
    for (size_t i = 0; fit.shown && fit.tried && fit.slopes && i < sizeof laws / sizeof *laws;
         i++) {
        if (i == 0)
            guess(&fit);
        set_up(&fit, &laws[i], i == 0 ? fit.p : plain);
        solve(&fit, i == 0 || laws[i].over == BY_TIME ? 1 : STAGES);
        print(&fit, &laws[i]);
        if (i == 0)
            memcpy(plain, fit.p, sizeof plain);
        fflush(stdout);
    }
    free(fit.slopes);
    free(fit.tried);
    free(fit.shown);
}

int main(int argc, char **argv)
{
    struct record record = {.step = EVERY * 1e-3, .angle = malloc(ROOM * sizeof(double))};
    gsl_set_error_handler_off();
    const bool read = argc == 2 && record.angle && read_record(argv[1], &record);
    if (read)
        try_laws(&record);
    else
        fprintf(stderr, "usage: pendulum FILE\n");
    free(record.angle);
    return read ? 0 : 2;
}
