/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/run_page.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <gsl/gsl_math.h>

#include "report/live_spec.h"
#include "report/moving.h"
#include "report/run_figures.h"

static const char *const channel_names[] = {"tip_t", "tip_n"};

void report_run_id(const struct report_run *run, size_t index, char id[REPORT_ID_SIZE])
{
    int used = snprintf(id, REPORT_ID_SIZE, "run-%zu-", index);
    for (const char *c = run->name; *c && used < 40; c++)
        id[used++] = isalnum((unsigned char)*c) && (unsigned char)*c < 128 ? *c : '-';
    id[used] = '\0';
}

/* ---- configuration */

static void append(char *text, size_t size, const char *name, double value, const char *unit)
{
    const bool angle = strcmp(unit, "rad") == 0;
    const size_t used = strlen(text);
    /* no-break spaces: a value stays on one line */
    snprintf(text + used, size - used, "%s%s\u00a0=\u00a0%.4g%s%s", used ? ", " : "", name,
             angle ? value * 180 / M_PI : value, angle || strcmp(unit, "1") == 0 ? "" : "\u00a0",
             angle                    ? "°"
             : strcmp(unit, "1") == 0 ? ""
                                      : unit);
}

void report_run_start(const struct report_run *run, char *text, size_t size)
{
    const struct rig_section *start = &run->rig->start;
    *text = '\0';
    for (size_t i = 0; i < start->n; i++)
        if (rig_given(&start->values[i]))
            append(text, size, start->table[i].name, start->values[i].value, start->table[i].unit);
}

double report_run_height(const struct report_run *run)
{
    const struct rig_value *height = rig_value(run->rig, "height");
    return height ? height->value : NAN;
}

static void add_configuration(const struct report_run *run, struct report_document *doc)
{
    char text[256];
    report_run_start(run, text, sizeof text);
    if (isfinite(report_run_height(run)))
        append(text, sizeof text, "height", report_run_height(run), "m");
    append(text, sizeof text, "rail", run->belt, "m/s");
    report_document_text(doc, REPORT_TEXT, "%s. A %s run.", text,
                         run->fitted_run == REPORT_NOT_FITTED ? "validation" : "calibration");
}

/* ---- text */

/* enough for an uncertainty that is smaller than the last digit, up to two more */
static int digits_of(double uncertainty, int digits)
{
    const int wanted = uncertainty > 0 ? (int)ceil(-log10(uncertainty)) : digits;
    return wanted < digits ? digits : wanted < digits + 2 ? wanted : digits + 2;
}

/* "30.1 ± 0.2"; the sign alone when the uncertainty is not known */
static void with_uncertainty(char *text, size_t size, double value, double uncertainty, double unit,
                             int digits)
{
    if (isnan(value))
        snprintf(text, size, "–");
    else if (isnan(uncertainty))
        snprintf(text, size, "%.*f", digits, value / unit);
    else {
        digits = digits_of(uncertainty / unit, digits);
        snprintf(text, size, "%.*f ± %.*f", digits, value / unit, digits, uncertainty / unit);
    }
}

static void add_remarks(const struct report_run *run, struct report_document *doc)
{
    if (run->origin.simulated)
        report_document_text(doc, REPORT_REMARK,
                             "Simulated: this run was recorded from the simulated rig, not in a "
                             "laboratory.");
    if (run->origin.note)
        report_document_text(doc, REPORT_REMARK, "Note: %s", run->origin.note);
    if (run->origin.warning)
        report_document_text(doc, REPORT_WARNING, "%s", run->origin.warning);
    if (*run->prediction.ended)
        report_document_text(
            doc, REPORT_WARNING, "The prediction ends before the record, after %.4g s: %s",
            (double)run->prediction.n * run->measured.period, run->prediction.ended);
    for (int c = 0; c < 2; c++)
        if (!run->measured.v[c])
            report_document_text(doc, REPORT_WARNING, "The run has no channel %s%s.",
                                 channel_names[c],
                                 c ? ": flight cannot be seen, and stands as slip" : "");
    const struct measure_channels *channels = &run->measured.channels;
    for (size_t c = 0; c < channels->n_list; c++) {
        char text[MEASURE_FLAG_TEXT];
        if (measure_channel_clipped(channels, &channels->list[c], text))
            report_document_text(doc, REPORT_WARNING, "%s; they count in nothing on this page.",
                                 text);
    }
    if (!run->measured.v[MEASURE_RAIL])
        report_document_text(doc, REPORT_WARNING,
                             "The run has no channel rail: its speed of %.4g m/s is that of the "
                             "rig file, and stick is judged by it.",
                             run->belt);
}

static void add_behaviour(const struct report_run *run, struct report_document *doc)
{
    static const char *const heads[] = {"", "measured", "predicted"};
    const struct report_behaviour *both[] = {&run->seen, &run->predicted};
    struct report_table *table = report_document_table(doc, heads, 3);
    char text[96];
    report_table_cell(doc, table, "behaviour");
    for (int i = 0; i < 2; i++) {
        report_behaviour_text(both[i], text, sizeof text);
        report_table_cell(doc, table, "%s", text);
    }
    report_table_cell(doc, table, "bounce");
    for (int i = 0; i < 2; i++)
        report_table_cell(doc, table, "%s", both[i]->impacts ? "yes" : "no");
    report_table_cell(doc, table, "first stick after");
    for (int i = 0; i < 2; i++) {
        with_uncertainty(text, sizeof text, both[i]->first_stick, NAN, 1e-3, 1);
        report_table_cell(doc, table, "%s%s", isnan(both[i]->first_stick) ? "never" : text,
                          isnan(both[i]->first_stick) ? "" : " ms");
    }
    report_table_cell(doc, table, "time in stick, slip, flight");
    for (int i = 0; i < 2; i++)
        report_table_cell(doc, table, "%.1f %%, %.1f %%, %.1f %%",
                          100 * both[i]->share[MEASURE_STICK], 100 * both[i]->share[MEASURE_SLIP],
                          100 * both[i]->share[MEASURE_FLIGHT]);
}

static void add_start(const struct report_run *run, struct report_document *doc)
{
    const struct predict_motion *p = &run->prediction;
    if (isnan(p->a))
        report_document_text(doc, REPORT_TEXT, "The tip starts without slip.");
    else
        report_document_text(doc, REPORT_TEXT, "At the start A = %.4g 1/kg and B = %.4g m/s²: %s.",
                             p->a, p->b,
                             p->a >= 0  ? "no paradox"
                             : p->b < 0 ? "paradox, inconsistent: a tangential impact"
                                        : "paradox, indeterminate: the tip takes off");
}

static void add_alignment(const struct report_run *run, struct report_document *doc)
{
    const struct report_alignment *a = &run->alignment;
    report_document_text(
        doc, REPORT_TEXT,
        "Alignment: the record shows the start at %.3f ± %.3f ms; the prediction fits best from "
        "%.3f ± %.3f ms, a shift of %+.3f ms, found from the %.0f ms before the first impact "
        "alone. Over these, tip_t is off by %.2f mm/s rms before and %.2f mm/s after the shift, "
        "tip_n by %.2f and %.2f mm/s.",
        1e3 * a->before, 1e3 * a->before_uncertainty, 1e3 * a->after, 1e3 * a->after_uncertainty,
        1e3 * (a->after - a->before), 1e3 * a->window, 1e3 * a->rms_before[0],
        1e3 * a->rms_after[0], 1e3 * a->rms_before[1], 1e3 * a->rms_after[1]);
    report_document_text(
        doc, REPORT_REMARK,
        "Taken off before: what the channels show at rest, %.2f mm/s (tip_t) and %.2f mm/s "
        "(tip_n). Noise of a sample: %.2f and %.2f mm/s. Mean speed of the rail: %.4f ± %.4f m/s; "
        "the prediction moves over %s.",
        1e3 * run->rest[0], 1e3 * run->rest[1], 1e3 * run->measured.noise[0],
        1e3 * run->measured.noise[1], run->belt,
        isnan(run->belt_uncertainty) ? 0 : run->belt_uncertainty,
        !run->rail                             ? "a rail at constant speed"
        : run->fitted_run == REPORT_NOT_FITTED ? "the rail as recorded (a smooth spline)"
                                               : "the rail as recorded (a smooth spline; the fit "
                                                 "moves it too, within its noise, and so follows "
                                                 "late impacts further)");
}

/* ---- tables */

static void number_cell(struct report_document *doc, struct report_table *table, bool noise,
                        double value, int digits)
{
    if (noise || isnan(value))
        report_table_cell(doc, table, "%s", noise ? "noise" : "–");
    else
        report_table_cell(doc, table, "%.*f", digits, value);
}

static void add_metric(const struct report_run *run, int channel, int regime,
                       struct report_document *doc, struct report_table *table)
{
    const struct report_metrics *m = &run->metrics[channel][regime];
    if (m->n == 0)
        return;
    report_table_cell(doc, table, "%s", channel_names[channel]);
    report_table_cell(doc, table, "%s",
                      regime ? measure_regime_word((enum measure_regime)regime) : "all");
    report_table_cell(doc, table, "%zu", m->n);
    report_table_cell(doc, table, "%.2f", 1e3 * m->rms);
    report_table_cell(doc, table, "%.2f", 100 * m->nrmse);
    const double shares[] = {100 * m->magnitude, 100 * m->phase, 100 * m->comprehensive};
    const bool noise = report_run_is_noise(run, channel, regime);
    for (int i = 0; i < 3; i++)
        number_cell(doc, table, noise, shares[i], 2);
    number_cell(doc, table, noise, m->correlation, 4);
}

static void add_metrics(const struct report_run *run, struct report_document *doc)
{
    static const char *const heads[] = {"channel",     "regime",     ">samples",
                                        ">rms (mm/s)", ">NRMSE (%)", ">M (%)",
                                        ">P (%)",      ">C (%)",     ">correlation"};
    report_document_text(doc, REPORT_HEADING, "Agreement");
    struct report_table *table = report_document_table(doc, heads, 9);
    for (int c = 0; c < 2; c++)
        for (int r = 0; run->measured.v[c] && r < MEASURE_REGIMES; r++)
            add_metric(run, c, r, doc, table);
    report_document_text(
        doc, REPORT_REMARK,
        "Of predicted against measured, in all and by the regime that was measured. NRMSE: rms "
        "over the range of the measured channel in the whole run (tip_t %.1f mm/s, tip_n %.1f "
        "mm/s). M, P, C: magnitude, phase and comprehensive error of Sprague and Geers. "
        "“noise”: the measured signal is less than %d times its noise there.",
        1e3 * run->range[0], 1e3 * run->range[1], REPORT_NO_SIGNAL);
}

static void add_event(const struct report_event *event, struct report_document *doc,
                      struct report_table *table)
{
    static const char *const states[] = {"matched", "missed", "spurious"};
    char seen[48], predicted[48];
    with_uncertainty(seen, sizeof seen, event->seen, event->seen_uncertainty, 1e-3, 2);
    with_uncertainty(predicted, sizeof predicted, event->predicted, event->predicted_uncertainty,
                     1e-3, 2);
    report_table_cell(doc, table, "%s", measure_event_word(event->kind));
    report_table_cell(doc, table, "%s", seen);
    report_table_cell(doc, table, "%s", predicted);
    number_cell(doc, table, false,
                event->state == REPORT_MATCHED ? 1e3 * (event->predicted - event->seen) : NAN, 2);
    report_table_cell(doc, table, "%s", states[event->state]);
}

static void add_events(const struct report_run *run, struct report_document *doc)
{
    static const char *const heads[] = {"event", ">measured (ms)", ">predicted (ms)", ">error (ms)",
                                        "state"};
    report_document_text(doc, REPORT_HEADING, "Events");
    report_document_text(doc, REPORT_TEXT,
                         "%zu matched, %zu missed (measured, not predicted), %zu spurious "
                         "(predicted, not measured).",
                         run->n_matched, run->n_missed, run->n_spurious);
    if (run->n_events == 0)
        return;
    struct report_table *table = report_document_table(doc, heads, 5);
    for (size_t i = 0; i < run->n_events; i++)
        add_event(&run->events[i], doc, table);
    report_document_text(doc, REPORT_REMARK,
                         "Times from the start of the motion, with standard uncertainties. Events "
                         "that are more than %.0f ms apart are two events.",
                         1e3 * REPORT_SAME_EVENT);
}

static void add_origin(const struct report_run *run, struct report_document *doc)
{
    const struct report_origin *o = &run->origin;
    report_document_text(
        doc, REPORT_REMARK,
        "Run %s (%s): %lld samples at %.6g Hz, recorded %s by %s from %s (%s). SHA-256 of the "
        "signal: %s",
        run->dir, o->state ? o->state : "?", (long long)o->frames, 1 / o->period,
        o->start ? o->start : "at an unknown time", o->program ? o->program : "?",
        o->device ? o->device : "?", o->driver ? o->driver : "?", o->sha256 ? o->sha256 : "?");
}

enum error_code report_run_page(const struct report_run *run, size_t index,
                                struct report_document *document, struct error *err)
{
    char id[REPORT_ID_SIZE];
    report_run_id(run, index, id);
    const char *title = arena_print(&document->arena, "Run %zu: %s", index, run->name);
    report_document_section(document, id, title);
    if (!run->good) {
        report_document_text(document, REPORT_WARNING, "This run could not be compared. %s",
                             run->why);
        return report_document_check(document, err);
    }
    add_configuration(run, document);
    enum error_code code = report_moving(run, id, document, err);
    add_remarks(run, document);
    add_behaviour(run, document);
    add_start(run, document);
    report_live_spec(run, document);
    report_run_figures(run, id, document);
    add_metrics(run, document);
    add_alignment(run, document);
    add_events(run, document);
    add_origin(run, document);
    return code ? code : report_document_check(document, err);
}
