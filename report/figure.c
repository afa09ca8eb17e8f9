/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/figure.h"

#include <math.h>
#include <stdio.h>

const char *report_look_word(enum report_look look)
{
    static const char *const words[] = {
#define WORD(name, word, light, dark) word,
        REPORT_LOOK_LIST(WORD)
#undef WORD
    };
    return words[look];
}

const char *report_look_colour(enum report_look look)
{
    static const char *const colours[] = {
#define COLOUR(name, word, light, dark) light,
        REPORT_LOOK_LIST(COLOUR)
#undef COLOUR
    };
    return colours[look];
}

double report_series_x(const struct report_series *series, size_t i)
{
    return series->x ? series->x[i] : series->first + (double)i * series->step;
}

static void include(struct report_figure *figure, int axis, double value)
{
    if (isfinite(value)) {
        figure->low[axis] = fmin(figure->low[axis], value);
        figure->high[axis] = fmax(figure->high[axis], value);
    }
}

static void include_point(struct report_figure *figure, const struct report_series *s, size_t i)
{
    const double z = s->z ? s->z[i] : 0;
    const bool around = s->mark == REPORT_BAND || s->mark == REPORT_POINTS;
    if (!isfinite(s->y[i]))
        return;
    include(figure, 0, report_series_x(s, i));
    include(figure, 1, s->y[i] - (around && isfinite(z) ? z : 0));
    include(figure, 1, s->y[i] + (around && isfinite(z) ? z : 0));
    if (s->mark == REPORT_BARS || s->mark == REPORT_CELLS)
        include(figure, 0, z);
    if (s->mark == REPORT_CELLS)
        include(figure, 1, s->w[i]);
}

void report_figure_ranges(struct report_figure *figure)
{
    for (int axis = 0; axis < 2; axis++) {
        figure->low[axis] = INFINITY;
        figure->high[axis] = -INFINITY;
    }
    /* a band may be wide where the prediction knows little: it must not squeeze the signals */
    for (int bands = 0; bands < 2; bands++)
        for (size_t k = 0; k < figure->n_series; k++) {
            const struct report_series *s = &figure->series[k];
            if ((s->mark == REPORT_BAND) == (bands == 1) && (!bands || figure->n_series == 1))
                for (size_t i = 0; i < s->n; i++)
                    include_point(figure, s, i);
        }
    if (figure->to > figure->from) {
        include(figure, 0, figure->from);
        include(figure, 0, figure->to);
    }
    for (int axis = 0; axis < 2; axis++) {
        if (!(figure->high[axis] >= figure->low[axis]))
            figure->low[axis] = figure->high[axis] = 0;
        const double width = figure->high[axis] - figure->low[axis];
        const double share = axis ? 0.06 : figure->timed ? 0 : 0.03;
        const double margin = width > 0 ? share * width : 0.5 * fabs(figure->low[axis]) + 1e-9;
        figure->low[axis] -= margin;
        figure->high[axis] += margin;
    }
    if (figure->n_rows > 0) {
        figure->low[1] = -0.5;
        figure->high[1] = (double)figure->n_rows - 0.5;
    }
}

double report_figure_ticks(double low, double high, int wanted, double *first)
{
    const double rough = (high - low) / wanted, power = pow(10, floor(log10(rough)));
    const double share = rough / power;
    const double step = power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
    *first = ceil(low / step - 1e-9) * step;
    return step;
}

void report_figure_tick_text(double value, double step, char *text, size_t size)
{
    const double digits = ceil(-log10(step) - 1e-9);
    if (fabs(value) < 1e-9 * step)
        value = 0;
    if (digits > 6 || fabs(value) >= 1e6)
        snprintf(text, size, "%.3g", value);
    else
        snprintf(text, size, "%.*f", digits > 0 ? (int)digits : 0, value);
}
