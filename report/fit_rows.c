/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/fit_rows.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const json_t *report_fit_part(const struct report_fitted *fitted, const char *key)
{
    return json_object_get(json_object_get(fitted->json, "fit"), key);
}

struct report_fit_rows report_fit_rows(const struct report_fitted *fitted)
{
    struct report_fit_rows rows = {.n = 0};
    for (size_t i = fitted->n; i-- > 0 && rows.n < FIGURE_ROWS_MAX;) {
        const struct report_parameter *p = &fitted->parameters[i];
        if (p->run == REPORT_SHARED && !report_fitted_instrument(p) && isfinite(p->uncertainty))
            rows.of[rows.n++] = p;
    }
    return rows;
}

const json_t *report_fit_named(const json_t *list, const char *name)
{
    size_t i;
    const json_t *item;
    json_array_foreach(list, i, item)
    {
        const char *called = json_string_value(json_object_get(item, "name"));
        if (called && strcmp(called, name) == 0)
            return item;
    }
    return NULL;
}

struct report_figure report_fit_figure(const struct report_fit_rows *rows, int row, const char *id,
                                       const char *title)
{
    struct report_figure figure = {.title = title, .half = true};
    figure.panel.height = 70 + row * (int)rows->n;
    figure.panel.n_rows = rows->n;
    for (size_t i = 0; i < rows->n; i++)
        figure.panel.rows[i] = rows->of[i]->name;
    snprintf(figure.id, sizeof figure.id, "%s", id);
    return figure;
}
