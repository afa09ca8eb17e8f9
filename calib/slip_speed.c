/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/slip_speed.h"

#include <math.h>
#include <stdlib.h>

#include "calib/budget.h"

enum {
    BINS = CALIB_FRICTION_POINTS,
    MEAN_BINS = 8, /* up to the mean of what slips reach; some are faster */
    LEAST = 5,     /* slips that pass a speed */
    ROUNDS = 100   /* of means over slips and over speeds in turn */
};
static const double share = 0.1; /* of a slip, to both sides of a point: what its parabola spans */

static double frequency(const struct calib_stick_slip *found)
{
    return sqrt(found->puller.stiffness.value / found->puller.mass.value);
}

/* ---- one slip */

struct passed { /* a range of speeds, by one slip; NaN: not, or once only */
    double speed, friction;
};

/* by the parabola of least squares through 2 half + 1 samples (Savitzky and Golay 1964) */
static struct passed point_of(const struct calib_stick_slip *found, size_t at, size_t half)
{
    const double n = 2 * (double)half + 1, h = (double)half;
    const double s2 = h * (h + 1) * n / 3, s4 = s2 * (3 * h * h + 3 * h - 1) / 5;
    double sum = 0, first = 0, second = 0;
    for (size_t i = 0; i < 2 * half + 1; i++) {
        const double t = (double)i - h, f = found->smooth[at - half + i];
        sum += f;
        first += t * f;
        second += t * t * f;
    }
    const double curve = (n * second - s2 * sum) / (n * s4 - s2 * s2);
    return (struct passed){.speed = fabs(found->puller.speed.value) *
                                    (1 - first / s2 / found->period / found->expected_loading),
                           .friction = (sum - s2 * curve) / n +
                                       2 * curve / pow(found->period * frequency(found), 2)};
}

/* As long as slips last in the mean, about the middle: the peak and the trough of a record with hum
 * are where the hum has its own, which would be taken for friction. */
static void pass(const struct calib_stick_slip *found, const struct calib_slip *slip, double width,
                 size_t half, struct passed out[BINS])
{
    struct passed sum[BINS][2] = {0};
    double n[BINS][2] = {0};
    const double middle = slip->at / found->period,
                 reach = (0.5 - 1.5 * share) * M_PI / found->quickness.value / found->period;
    const size_t from = (size_t)fmax(ceil(middle - reach), (double)half),
                 end = (size_t)fmin(middle + reach + 1, (double)(found->n - half));
    for (size_t i = from; i < end; i++) {
        const struct passed point = point_of(found, i, half);
        const double bin = floor(point.speed / width);
        if (!(bin >= 0 && bin < BINS))
            continue;
        const size_t k = (size_t)bin, side = (double)i > middle;
        sum[k][side].speed += point.speed;
        sum[k][side].friction += point.friction;
        n[k][side]++;
    }
    for (size_t k = 0; k < BINS; k++)
        out[k] = (struct passed){0.5 * (sum[k][0].speed / n[k][0] + sum[k][1].speed / n[k][1]),
                                 0.5 *
                                     (sum[k][0].friction / n[k][0] + sum[k][1].friction / n[k][1])};
}

/* ---- all of them */

struct layout {
    size_t n;        /* slips */
    double *slip;    /* what each of them has more than others */
    double at[BINS]; /* friction at each speed */
    struct passed (*rows)[BINS];
};

/* what a slip has more than the speeds that it passes say; NaN: it passes none */
static double excess(const struct layout *of, size_t i)
{
    double sum = 0, n = 0;
    for (size_t k = 0; k < BINS; k++)
        if (!isnan(of->rows[i][k].friction) && !isnan(of->at[k])) {
            sum += of->rows[i][k].friction - of->at[k];
            n++;
        }
    return sum / n;
}

/* mean over slips at a speed; how many there are, and the uncertainty */
static double level(const struct layout *of, size_t k, double *n, double *uncertainty)
{
    double sum = 0, square = 0;
    *n = 0;
    for (size_t i = 0; i < of->n; i++) {
        const double value = of->rows[i][k].friction - of->slip[i];
        if (isnan(value))
            continue;
        sum += value;
        square += value * value;
        ++*n;
    }
    *uncertainty = sqrt(fmax(0, square - sum * sum / *n) / (*n - 1) / *n);
    return *n < LEAST ? NAN : sum / *n;
}

static void adjust(struct layout *of)
{
    double n, u;
    for (int round = 0; round < ROUNDS; round++) {
        double mean = 0, slips = 0;
        for (size_t k = 0; k < BINS; k++)
            of->at[k] = level(of, k, &n, &u);
        for (size_t i = 0; i < of->n; i++) {
            of->slip[i] = excess(of, i);
            mean += isnan(of->slip[i]) ? 0 : of->slip[i];
            slips += !isnan(of->slip[i]);
        }
        for (size_t i = 0; i < of->n; i++)
            of->slip[i] -= mean / slips;
    }
}

/* a line through each slip with one slope for all; slips are independent, their points are not
 * (Arellano 1987) */
static struct calib_given slope_of(const struct layout *of)
{
    double over = 0, under = 0, square = 0, slope = 0;
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < of->n; i++) {
            double v = 0, f = 0, n = 0, here = 0;
            for (size_t k = 0; k < BINS; k++) {
                const struct passed *p = &of->rows[i][k];
                v += isnan(p->friction) ? 0 : p->speed;
                f += isnan(p->friction) ? 0 : p->friction;
                n += !isnan(p->friction);
            }
            for (size_t k = 0; k < BINS; k++) {
                const struct passed *p = &of->rows[i][k];
                if (isnan(p->friction))
                    continue;
                const double by = p->speed - v / n;
                here += by * (p->friction - f / n - slope * by);
                under += round ? 0 : by * by;
            }
            over += round ? 0 : here;
            square += round ? here * here : 0;
        }
        slope = over / under;
    }
    return (struct calib_given){slope, sqrt(square) / under};
}

static void take_points(const struct layout *of, struct calib_friction_speed *points)
{
    for (size_t k = 0; k < BINS; k++) {
        double speed = 0, n, u;
        const double friction = level(of, k, &n, &u);
        if (isnan(friction))
            continue;
        for (size_t i = 0; i < of->n; i++)
            speed += isnan(of->rows[i][k].friction) ? 0 : of->rows[i][k].speed / n;
        points->speed[points->n] = speed;
        points->friction[points->n] = friction;
        points->uncertainty[points->n++] = u;
    }
    points->slope = points->n > 2 ? slope_of(of) : (struct calib_given){NAN, NAN};
    points->degrees = (double)of->n - 1;
    points->varies = fabs(points->slope.value) >
                     calib_coverage_factor(points->degrees) * points->slope.uncertainty;
}

enum error_code calib_slip_speed_find(struct calib_stick_slip *found, struct error *err)
{
    const size_t half = (size_t)(share * M_PI / frequency(found) / found->period);
    const double top = fabs(found->puller.speed.value) *
                       (1 + 0.5 * found->drop.value * frequency(found) / found->expected_loading);
    struct layout of = {.n = half > 0 ? found->n_slips : 0,
                        .slip = calloc(found->n_slips, sizeof *of.slip),
                        .rows = calloc(found->n_slips, sizeof *of.rows)};
    const enum error_code code = of.slip && of.rows ? ERROR_OK : error_memory(err);
    for (size_t i = 0; !code && i < of.n; i++) {
        pass(found, &found->slips[i], top / MEAN_BINS, half, of.rows[i]);
    }
    found->by_speed = (struct calib_friction_speed){.slope = {NAN, NAN}};
    if (!code) {
        adjust(&of);
        take_points(&of, &found->by_speed);
    }
    free(of.slip);
    free(of.rows);
    return code;
}

/* ---- the figure */

void calib_slip_speed_draw(const struct calib_stick_slip *found, struct figure *figure)
{
    if (found->by_speed.n == 0)
        return;
    struct figure_panel *panel = figure_panel_add(figure, 220, "speed of slip (m/s)",
                                                  "friction coefficient");
    if (panel)
        calib_friction_speed_draw(&found->by_speed, "mean of all slips, with u", figure, panel);
}
