/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/friction_speed.h"

#include <math.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort.h>

#include "lib/base/uncertain.h"

enum {
    LEAST = 4, /* a line through fewer points says nothing of them */
    BESIDE = 3 /* points of a table in a line that is to fit a screen */
};
static const double level = 0.95; /* of a test that one value does for all */

static void sort(struct calib_friction_speed *points)
{
    const struct calib_friction_speed was = *points;
    size_t order[CALIB_FRICTION_POINTS];
    gsl_sort_index(order, was.speed, 1, was.n);
    for (size_t i = 0; i < was.n; i++) {
        points->speed[i] = was.speed[order[i]];
        points->friction[i] = was.friction[order[i]];
        points->uncertainty[i] = was.uncertainty[order[i]];
    }
}

/* Weighted least squares. What scatters about the line by more than the points' own uncertainty is
 * no line, and its slope is known the worse for it (Birge 1932). */
void calib_friction_speed_judge(struct calib_friction_speed *points)
{
    const size_t n = points->n;
    double weight = 0, speed = 0, friction = 0, over = 0, under = 0, one = 0, line = 0;
    points->slope = (struct calib_given){NAN, NAN};
    points->varies = false;
    sort(points);
    if (n < LEAST)
        return;
    for (size_t i = 0; i < n; i++) {
        const double w = pow(points->uncertainty[i], -2);
        weight += w;
        speed += w * points->speed[i];
        friction += w * points->friction[i];
    }
    speed /= weight;
    friction /= weight;
    for (size_t i = 0; i < n; i++) {
        const double w = pow(points->uncertainty[i], -2), v = points->speed[i] - speed;
        over += w * v * (points->friction[i] - friction);
        under += w * v * v;
    }
    for (size_t i = 0; i < n; i++) {
        const double off = points->friction[i] - friction, u = points->uncertainty[i];
        one += pow(off / u, 2);
        line += pow((off - over / under * (points->speed[i] - speed)) / u, 2);
    }
    points->slope = (struct calib_given){over / under,
                                         sqrt(fmax(1, line / ((double)n - 2)) / under)};
    points->degrees = (double)n - 2;
    points->varies = one > gsl_cdf_chisq_Pinv(level, (double)n - 1);
}

void calib_friction_speed_tell(const struct calib_friction_speed *points,
                               struct calib_output *output)
{
    const size_t n = points->n;
    if (isnan(points->slope.value))
        return;
    calib_output_method(output, "line through friction at %zu speeds, %.3g to %.3g m/s", n,
                        points->speed[0], points->speed[n - 1]);
    calib_output_add(output, "friction_slope", points->slope.value, points->slope.uncertainty,
                     points->degrees, "s/m");
    if (!points->varies)
        return;
    char slow[UNCERTAIN_SIZE], fast[UNCERTAIN_SIZE];
    uncertain_text(points->friction[0], points->uncertainty[0], slow);
    uncertain_text(points->friction[n - 1], points->uncertainty[n - 1], fast);
    calib_output_remark(output,
                        "friction is not the same at all speeds (or places): %s at %.3g m/s, %s at "
                        "%.3g m/s; a rig file has it as a table",
                        slow, points->speed[0], fast, points->speed[n - 1]);
}

void calib_friction_speed_print(const struct calib_friction_speed *points, double friction,
                                FILE *out)
{
    if (points->n < LEAST)
        return;
    fprintf(out, "\nfriction over speed: %s\n  %-12s %-12s %s\n",
            points->varies ? "not one value" : "one value is enough", "speed, m/s", "friction",
            "u");
    for (size_t i = 0; i < points->n; i++)
        fprintf(out, "  %-12.4g %-12.4g %.2g\n", points->speed[i], points->friction[i],
                points->uncertainty[i]);
    if (!points->varies)
        return;
    fprintf(out, "  in a rig file, beside the parameter friction: %.4g\n", friction);
    fprintf(out, "contact: {friction: table, friction_table: [");
    for (size_t i = 0; i < points->n; i++)
        fprintf(out, "%s[%.4g m/s, %.4g]",
                i == 0            ? "\n  "
                : i % BESIDE == 0 ? ",\n  "
                                  : ", ",
                points->speed[i], points->friction[i] / friction);
    fprintf(out, "]}\n");
}

void calib_friction_speed_draw(const struct calib_friction_speed *points, const char *name,
                               struct figure *figure, struct figure_panel *panel)
{
    static const struct figure_style style = {.colour = "#c03030", .size = 3};
    figure_series_add(&figure->arena, panel,
                      (struct figure_series){.name = name,
                                             .style = &style,
                                             .mark = FIGURE_POINTS,
                                             .x = points->speed,
                                             .y = points->friction,
                                             .z = points->uncertainty,
                                             .n = points->n});
}
