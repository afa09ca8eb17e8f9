/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/run_figures.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/figure/symbol.h"
#include "report/mode_cells.h"
#include "report/residuals.h"

/* on the record's grid; time zero is the start of the motion */
static struct figure_series timed(const struct report_run *run, const char *name,
                                  enum report_look look, const double *y)
{
    return (struct figure_series){.name = name,
                                  .style = report_look(look),
                                  .mark = FIGURE_LINE,
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
    struct report_figure figure = {.title = title, .timed = true};
    figure.panel.height = height;
    figure.panel.axes[0] = (struct figure_axis){.label = "time from the start of the motion (s)",
                                                .name = "t",
                                                .fixed = run->measured.n > 0,
                                                .low = first,
                                                .high = first + (double)run->measured.n *
                                                                    run->measured.period};
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
    figure.half = channel != MEASURE_TIP_T;
    struct arena *arena = &doc->arena;
    figure.panel.axes[1].label = figure_label(arena, channel == MEASURE_TIP_T ? "tip_t" : "tip_n",
                                              "m/s");
    if (run->prediction.band[channel]) {
        struct figure_series band = timed(run, "uncertainty of the prediction", REPORT_LOOK_SPREAD,
                                          run->prediction.middle[channel]);
        band.mark = FIGURE_BAND;
        band.z = run->prediction.band[channel];
        figure_series_add(&doc->arena, &figure.panel, band);
        figure.caption = "The band holds 95 % of the motions of rigs that are drawn from the fit's "
                         "values and their covariance, each followed through its own impacts.";
    }
    if (channel == MEASURE_TIP_T)
        figure_series_add(&doc->arena, &figure.panel,
                          timed(run, "rail", REPORT_LOOK_RAIL, run->measured.v[MEASURE_RAIL]));
    figure_series_add(&doc->arena, &figure.panel,
                      timed(run, "measured", REPORT_LOOK_MEASURED, run->measured.v[channel]));
    figure_series_add(&doc->arena, &figure.panel,
                      timed(run, "predicted", REPORT_LOOK_PREDICTED, run->prediction.tip[channel]));
    report_document_figure(doc, &figure);
}

/* root mean square of measured less predicted, where both are */
static double rms_of(const double *measured, const double *predicted, size_t n)
{
    double sum = 0;
    size_t count = 0;
    for (size_t i = 0; i < n; i++)
        if (isfinite(measured[i]) && isfinite(predicted[i])) {
            sum += (measured[i] - predicted[i]) * (measured[i] - predicted[i]);
            count++;
        }
    return sqrt(sum / (double)count);
}

/* those that were neither clipped nor lost; NULL: no memory (the arena knows) */
static double *good_samples(const struct report_run *run, const struct measure_channel *channel,
                            struct arena *arena)
{
    const size_t n = run->measured.n;
    double *good = arena_doubles(arena, n);
    for (size_t i = 0; good && i < n; i++)
        good[i] = channel->flags && measure_flag_near(channel->flags, n, i) ? NAN
                                                                            : channel->values[i];
    return good;
}

/* what another channel shows: a force, an angle, an output of the mechanism */
static void add_shown(const struct report_run *run, const char *id, size_t k,
                      struct report_document *doc)
{
    const struct predict_shown *shown = &run->prediction.shown[k];
    const struct rig_channel *channel = shown->channel.rig;
    const double *measured = good_samples(run, shown->channel.measured, &doc->arena);
    const char *name = channel->shows ? channel->shows->name : rig_role_name(channel->role);
    struct arena *arena = &doc->arena;
    char suffix[32];
    snprintf(suffix, sizeof suffix, "channel%zu", k + 1);
    struct report_figure figure = start(
        run, id, suffix, arena_print(arena, "Channel: %s", figure_symbol(arena, name)), 200);
    if (!measured)
        return;
    figure.panel.axes[1].label = figure_label(arena, name, channel->unit);
    figure.caption = arena_print(arena, "Root mean square of measured less predicted: %.4g %s.",
                                 rms_of(measured, shown->values, run->measured.n), channel->unit);
    figure_series_add(arena, &figure.panel, timed(run, "measured", REPORT_LOOK_MEASURED, measured));
    figure_series_add(arena, &figure.panel,
                      timed(run, "predicted", REPORT_LOOK_PREDICTED, shown->values));
    report_document_figure(doc, &figure);
}

static void add_residuals(const struct report_run *run, const char *id, struct report_document *doc)
{
    struct report_figure figure = start(run, id, "residual", "Residual, measured less predicted",
                                        180);
    figure.half = true;
    figure.panel.axes[1].label = "residual (m/s)";
    figure_series_add(&doc->arena, &figure.panel,
                      timed(run, "tangential", REPORT_LOOK_RESIDUAL_T, run->residual[0]));
    figure_series_add(&doc->arena, &figure.panel,
                      timed(run, "normal", REPORT_LOOK_RESIDUAL_OVER, run->residual[1]));
    for (int c = 0; c < 2; c++)
        if (run->residual[c])
            report_document_difference(doc, run->residual[c], run->measured.v[c],
                                       run->prediction.tip[c]);
    report_document_figure(doc, &figure);
}

/* stretches of one regime as bars in a row; appended behind *n */
struct bars {
    double *from, *rows, *to; /* NULL: they are only counted */
    size_t n;
};

static void collect_bars(const struct report_run *run, const unsigned char *regime,
                         enum measure_regime which, double row, struct bars *bars)
{
    const double first = run->measured.first - run->alignment.after;
    for (size_t i = run->prediction.first; i < run->measured.n; i++) {
        if (regime[i] != which)
            continue;
        size_t end = i;
        while (end < run->measured.n && regime[end] == which)
            end++;
        if (bars->from) {
            bars->from[bars->n] = first + (double)i * run->measured.period;
            bars->to[bars->n] = first + (double)end * run->measured.period;
            bars->rows[bars->n] = row;
        }
        bars->n++;
        i = end - 1;
    }
}

static void add_ribbon(const struct report_run *run, const char *id, struct report_document *doc)
{
    struct report_figure figure = start(run, id, "ribbon", "Stick, slip and flight", 110);
    figure.panel.axes[1].label = ""; /* rows have names */
    figure.panel.rows[0] = "predicted";
    figure.panel.rows[1] = "measured";
    figure.panel.n_rows = 2;
    static const enum report_look looks[] = {0, REPORT_LOOK_SEEN_STICK, REPORT_LOOK_SEEN_SLIP,
                                             REPORT_LOOK_SEEN_FLIGHT};
    const unsigned char *const rows[] = {run->prediction.regime, run->regime};
    for (int r = MEASURE_STICK; r < MEASURE_REGIMES; r++) {
        const enum measure_regime which = (enum measure_regime)r;
        struct bars counted = {0};
        for (int row = 0; row < 2; row++)
            collect_bars(run, rows[row], which, row, &counted);
        struct bars bars = {.from = arena_doubles(&doc->arena, counted.n),
                            .rows = arena_doubles(&doc->arena, counted.n),
                            .to = arena_doubles(&doc->arena, counted.n)};
        if (doc->arena.failed)
            return;
        for (int row = 0; row < 2; row++)
            collect_bars(run, rows[row], which, row, &bars);
        figure_series_add(&doc->arena, &figure.panel,
                          (struct figure_series){.name = measure_regime_word(which),
                                                 .style = report_look(looks[r]),
                                                 .mark = FIGURE_BARS,
                                                 .x = bars.from,
                                                 .y = bars.rows,
                                                 .z = bars.to,
                                                 .n = bars.n});
    }
    report_document_figure(doc, &figure);
}

static void add_portrait(const struct report_run *run, const char *id, struct report_document *doc)
{
    const struct mechanism *table = run->rig->model;
    const struct quantity *angle = &table->states[0], *rate = &table->states[table->n_coordinates];
    struct report_figure figure = start(run, id, "portrait", "Phase portrait", 360);
    figure.timed = false;
    figure.half = true;
    figure.panel.axes[0] = (struct figure_axis){
        .label = figure_label(&doc->arena, angle->name, angle->unit), .name = angle->name};
    figure.panel.axes[1].label = figure_label(&doc->arena, rate->name, rate->unit);
    figure_series_add(&doc->arena, &figure.panel,
                      (struct figure_series){.name = "measured",
                                             .style = report_look(REPORT_LOOK_MEASURED),
                                             .mark = FIGURE_LINE,
                                             .x = run->state.x,
                                             .y = run->state.y,
                                             .n = run->state.n});
    figure_series_add(&doc->arena, &figure.panel,
                      (struct figure_series){.name = "predicted",
                                             .style = report_look(REPORT_LOOK_PREDICTED),
                                             .mark = FIGURE_LINE,
                                             .x = run->prediction.state.x,
                                             .y = run->prediction.state.y,
                                             .n = run->prediction.state.n});
    figure_panel_ranges(&figure.panel);
    report_mode_cells(run->rig, &figure, &doc->arena);
    figure.caption =
        run->state.n
            ? "The measured curve is integrated from the tip's velocities. Shaded: where a "
              "contact in this state has no solution or two (paradox), or opens."
            : "Shaded: where a contact in this state has no solution or two (paradox), or "
              "opens.";
    report_document_figure(doc, &figure);
}

void report_run_figures(const struct report_run *run, const char *id,
                        struct report_document *document)
{
    add_velocity(run, id, MEASURE_TIP_T, document);
    add_velocity(run, id, MEASURE_TIP_N, document);
    add_residuals(run, id, document);
    for (size_t k = 0; k < run->prediction.n_shown; k++)
        add_shown(run, id, k, document);
    add_ribbon(run, id, document);
    add_portrait(run, id, document);
    report_residual_figures(run, id, document);
}
