/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/run_figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "report/mode_cells.h"

static void add(struct report_figure *figure, struct report_series series)
{
    if (series.n > 0 && series.y && figure->n_series < REPORT_SERIES_MAX)
        figure->series[figure->n_series++] = series;
}

/* on the record's grid; time zero is the start of the motion */
static struct report_series timed(const struct report_run *run, const char *name,
                                  enum report_look look, const double *y)
{
    return (struct report_series){.name = name,
                                  .look = look,
                                  .mark = REPORT_LINE,
                                  .first = run->measured.first - run->alignment.after,
                                  .step = run->measured.period,
                                  .y = y,
                                  .n = run->measured.n};
}

/* all of the record is in view, whatever there is to show */
static struct report_figure start(const struct report_run *run, const char *id, const char *suffix,
                                  const char *title, int height)
{
    const double first = run->measured.first - run->alignment.after;
    struct report_figure figure = {.title = title,
                                   .x_label = "time from the start of the motion (s)",
                                   .x_name = "t",
                                   .height = height,
                                   .timed = true,
                                   .from = first,
                                   .to = first + (double)run->measured.n * run->measured.period};
    snprintf(figure.id, sizeof figure.id, "%s-%s", id, suffix);
    return figure;
}

static void add_velocity(const struct report_run *run, const char *id, int channel,
                         struct report_document *doc)
{
    if (!run->measured.v[channel])
        return;
    struct report_figure figure = channel == MEASURE_TIP_T
                                      ? start(run, id, "tangential",
                                              "Tangential velocity of the tip, with the rail", 260)
                                      : start(run, id, "normal", "Normal velocity of the tip", 220);
    figure.y_label = channel == MEASURE_TIP_T ? "tip_t (m/s)" : "tip_n (m/s)";
    if (run->prediction.band[channel]) {
        struct report_series band = timed(run, "uncertainty of the prediction", REPORT_LOOK_SPREAD,
                                          run->prediction.tip[channel]);
        band.mark = REPORT_BAND;
        band.z = run->prediction.band[channel];
        add(&figure, band);
        figure.caption = "The band is the expanded uncertainty (k = 2) that the fit's covariance "
                         "leaves, to first order; it holds between impacts, not across them.";
    }
    if (channel == MEASURE_TIP_T)
        add(&figure, timed(run, "rail", REPORT_LOOK_RAIL, run->measured.v[MEASURE_RAIL]));
    add(&figure, timed(run, "measured", REPORT_LOOK_MEASURED, run->measured.v[channel]));
    add(&figure, timed(run, "predicted", REPORT_LOOK_PREDICTED, run->prediction.tip[channel]));
    report_document_figure(doc, &figure);
}

static void add_residuals(const struct report_run *run, const char *id, struct report_document *doc)
{
    struct report_figure figure = start(run, id, "residual", "Residual, measured less predicted",
                                        180);
    figure.y_label = "residual (m/s)";
    add(&figure, timed(run, "tip_t", REPORT_LOOK_RESIDUAL_T, run->residual[0]));
    add(&figure, timed(run, "tip_n", REPORT_LOOK_RESIDUAL_N, run->residual[1]));
    report_document_figure(doc, &figure);
}

/* stretches of one regime as bars in a row; appended behind *n */
static size_t collect_bars(const struct report_run *run, const unsigned char *regime,
                           enum measure_regime which, double row, double *from, double *rows,
                           double *to, size_t n)
{
    const double first = run->measured.first - run->alignment.after;
    for (size_t i = run->prediction.first; i < run->measured.n; i++) {
        if (regime[i] != which)
            continue;
        size_t end = i;
        while (end < run->measured.n && regime[end] == which)
            end++;
        if (from) {
            from[n] = first + (double)i * run->measured.period;
            to[n] = first + (double)end * run->measured.period;
            rows[n] = row;
        }
        n++;
        i = end - 1;
    }
    return n;
}

static void add_ribbon(const struct report_run *run, const char *id, struct report_document *doc)
{
    struct report_figure figure = start(run, id, "ribbon", "Stick, slip and flight", 110);
    figure.y_label = "";
    figure.rows[0] = "predicted";
    figure.rows[1] = "measured";
    figure.n_rows = 2;
    static const enum report_look looks[] = {0, REPORT_LOOK_SEEN_STICK, REPORT_LOOK_SEEN_SLIP,
                                             REPORT_LOOK_SEEN_FLIGHT};
    const unsigned char *const rows[] = {run->prediction.regime, run->regime};
    for (int r = MEASURE_STICK; r < MEASURE_REGIMES; r++) {
        const enum measure_regime which = (enum measure_regime)r;
        const size_t n = collect_bars(run, rows[0], which, 0, NULL, NULL, NULL, 0) +
                         collect_bars(run, rows[1], which, 1, NULL, NULL, NULL, 0);
        double *from = report_document_array(doc, n), *y = report_document_array(doc, n),
               *to = report_document_array(doc, n);
        if (doc->failed)
            return;
        const size_t half = collect_bars(run, rows[0], which, 0, from, y, to, 0);
        collect_bars(run, rows[1], which, 1, from, y, to, half);
        add(&figure, (struct report_series){.name = measure_regime_word(which),
                                            .look = looks[r],
                                            .mark = REPORT_BARS,
                                            .x = from,
                                            .y = y,
                                            .z = to,
                                            .n = n});
    }
    report_document_figure(doc, &figure);
}

static enum error_code add_portrait(const struct report_run *run, const char *id,
                                    struct report_document *doc, struct error *err)
{
    const struct mechanism *table = run->rig->model;
    const struct quantity *angle = &table->states[0], *rate = &table->states[table->n_coordinates];
    struct report_figure figure = start(run, id, "portrait", "Phase portrait", 360);
    figure.timed = false;
    figure.from = figure.to;
    figure.x_label = report_document_keep(doc, "%s (%s)", angle->name, angle->unit);
    figure.y_label = report_document_keep(doc, "%s (%s)", rate->name, rate->unit);
    figure.x_name = angle->name;
    add(&figure, (struct report_series){.name = "measured",
                                        .look = REPORT_LOOK_MEASURED,
                                        .mark = REPORT_LINE,
                                        .x = run->state.x,
                                        .y = run->state.y,
                                        .n = run->state.n});
    add(&figure, (struct report_series){.name = "predicted",
                                        .look = REPORT_LOOK_PREDICTED,
                                        .mark = REPORT_LINE,
                                        .x = run->prediction.state.x,
                                        .y = run->prediction.state.y,
                                        .n = run->prediction.state.n});
    report_figure_ranges(&figure);
    enum error_code code = report_mode_cells(run->rig, &figure, doc, err);
    if (code)
        return code;
    figure.caption =
        run->state.n
            ? "The measured curve is integrated from the tip's velocities. Shaded: where a "
              "contact in this state has no solution or two (paradox), or opens."
            : "Shaded: where a contact in this state has no solution or two (paradox), or "
              "opens.";
    report_document_figure(doc, &figure);
    return ERROR_OK;
}

enum error_code report_run_figures(const struct report_run *run, const char *id,
                                   struct report_document *document, struct error *err)
{
    add_velocity(run, id, MEASURE_TIP_T, document);
    add_velocity(run, id, MEASURE_TIP_N, document);
    add_residuals(run, id, document);
    add_ribbon(run, id, document);
    return add_portrait(run, id, document, err);
}
