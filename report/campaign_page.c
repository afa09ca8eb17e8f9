/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/campaign_page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include <gsl/gsl_version.h>

#include "lib/base/version.h"
#include "lib/figure/symbol.h"
#include "lib/figure/ticks.h"
#include "report/campaign_figures.h"
#include "report/campaign_fit.h"
#include "report/campaign_map.h"
#include "report/campaign_tiles.h"
#include "report/next.h"
#include "report/run_page.h"
#include "report/verdict.h"
#include "sim/model.h"

static const double coverage = 2;

static bool has_kind(const struct report_campaign *c, bool calibration)
{
    for (size_t i = 0; i < c->n_runs; i++)
        if (c->runs[i]->good && (c->runs[i]->fitted_run != REPORT_NOT_FITTED) == calibration)
            return true;
    return false;
}

/* ---- the runs, as table 2 of Zhao et al. (2008) */

static void milliseconds(char *text, size_t size, double seconds)
{
    if (isnan(seconds))
        snprintf(text, size, "never");
    else
        snprintf(text, size, "%.1f", 1e3 * seconds);
}

static void add_row(const struct report_run *run, size_t index, struct report_document *doc,
                    struct report_table *table)
{
    char start[256], seen[96], predicted[96], stick[2][24];
    report_run_start(run, start, sizeof start);
    report_behaviour_text(&run->seen, seen, sizeof seen);
    report_behaviour_text(&run->predicted, predicted, sizeof predicted);
    milliseconds(stick[0], sizeof stick[0], run->seen.first_stick);
    milliseconds(stick[1], sizeof stick[1], run->predicted.first_stick);
    report_table_cell(doc, table, "%zu %s", index, run->name);
    report_table_cell(doc, table, "%s", start);
    if (isfinite(report_run_height(run)))
        report_table_cell(doc, table, "%.4g", report_run_height(run));
    else
        report_table_cell(doc, table, "–");
    report_table_cell(doc, table, "%.3f", run->belt);
    report_table_cell(doc, table, "%s",
                      isnan(run->prediction.a) ? "–"
                      : run->prediction.a < 0  ? "Y"
                                               : "N");
    report_table_cell(doc, table, "%s", seen);
    report_table_cell(doc, table, "%s", predicted);
    report_table_cell(doc, table, "%s / %s", stick[0], stick[1]);
    report_table_cell(doc, table, "%zu / %zu / %zu", run->n_matched, run->n_missed,
                      run->n_spurious);
    for (int c = 0; c < 2; c++)
        if (run->metrics[c][0].n == 0 || report_run_is_noise(run, c, 0))
            report_table_cell(doc, table, "%s", run->metrics[c][0].n ? "noise" : "–");
        else
            report_table_cell(doc, table, "%.1f", 100 * run->metrics[c][0].nrmse);
    if (run->metrics[0][0].n)
        report_table_cell(doc, table, "%.1f", 100 * run->metrics[0][0].comprehensive);
    else
        report_table_cell(doc, table, "–");
}

static void add_runs(const struct report_campaign *c, struct report_document *doc)
{
    static const char *const heads[] = {
        "run",     "start",        ">height (m)",  ">rail (m/s)",
        "paradox", "measured",     "predicted",    ">first stick (ms)",
        ">events", ">NRMSE t (%)", ">NRMSE n (%)", ">C t (%)"};
    static const char *const kinds[] = {"Calibration runs (the fit was made from them)",
                                        "Validation runs (the fit has not seen them)"};
    report_document_text(doc, REPORT_HEADING, "The runs");
    struct report_table *table = report_document_table(doc, heads, 12);
    for (int kind = 0; kind < 2; kind++) {
        if (!has_kind(c, kind == 0))
            continue;
        if (c->fitted)
            report_table_group(doc, table, kinds[kind]);
        for (size_t i = 0; i < c->n_runs; i++)
            if (c->runs[i]->good && (c->runs[i]->fitted_run == REPORT_NOT_FITTED) == (kind == 1))
                add_row(c->runs[i], i + 1, doc, table);
    }
    report_document_text(doc, REPORT_REMARK,
                         "Paradox: A < 0 for the slip at the start. First stick: measured / "
                         "predicted. Events: matched / missed / spurious. NRMSE over the range of "
                         "the measured channel, C: comprehensive error of Sprague and Geers, of "
                         "tip_t (t) and tip_n (n).");
}

static void add_troubles(const struct report_campaign *c, struct report_document *doc)
{
    if (c->fit_trouble)
        report_document_text(doc, REPORT_WARNING,
                             "The fit could not be used; predictions are those of the rig file. %s",
                             c->fit_trouble);
    if (c->fitted && !c->fitted->converged)
        report_document_text(doc, REPORT_WARNING, "The fit has not converged: %s",
                             c->fitted->why ? c->fitted->why : "it does not say why");
    for (size_t i = 0; i < c->n_runs; i++)
        if (!c->runs[i]->good)
            report_document_text(doc, REPORT_WARNING, "Run %zu (%s) could not be compared. %s",
                                 i + 1, c->runs[i]->name, c->runs[i]->why);
}

/* ---- the values */

/* NULL: the fit has left it alone */
static const struct report_parameter *fitted_value(const struct report_fitted *fitted,
                                                   const char *name)
{
    for (size_t i = 0; fitted && i < fitted->n; i++)
        if (fitted->parameters[i].run == REPORT_SHARED &&
            strcmp(fitted->parameters[i].name, name) == 0)
            return &fitted->parameters[i];
    return NULL;
}

/* What a number is shown in: an angle in degrees, what is small in a power of ten that value and
 * uncertainty share; two digits of the uncertainty, as far as the value goes too. */
static void add_value(struct report_document *doc, struct report_table *table, const char *label,
                      double value, double uncertainty, const char *unit, const char *source)
{
    const bool turns = strcmp(unit, "rad") == 0;
    const double turn = turns ? 180 / M_PI : 1, u = turn * coverage * uncertainty;
    const double largest = fmax(fabs(turn * value), isfinite(u) ? u : 0);
    const bool small = isfinite(u) && largest > 0 && largest < 1e-2;
    const int power = small ? 3 * (int)floor(log10(largest) / 3) : 0;
    const double scale = pow(10, -power), shown = scale * turn * value;
    const char *in = turns ? "°" : figure_unit(&doc->arena, unit);
    report_table_cell(doc, table, "%s", label);
    if (isfinite(u) && u > 0) {
        const int digits = (int)fmin(fmax(1 - floor(log10(scale * u)), 0), 12);
        /* what rounds to nothing has no sign */
        report_table_cell(doc, table, "%.*f", digits,
                          fabs(shown) < 0.5 * pow(10, -digits) ? 0 : shown);
        report_table_cell(doc, table, "%.*f", digits, scale * u);
    } else {
        report_table_cell(doc, table, "%.7g", shown);
        report_table_cell(doc, table, "–");
    }
    if (small)
        report_table_cell(doc, table, "%s %s", figure_ticks_power(&doc->arena, power), in);
    else
        report_table_cell(doc, table, "%s", in);
    report_table_cell(doc, table, "%s", source);
}

static void add_fitted(const struct report_campaign *c, const struct report_parameter *p,
                       struct report_document *doc, struct report_table *table)
{
    const char *remark = !isfinite(p->uncertainty) ? "fit: not determined by the runs"
                         : p->bound                ? "fit: held by a bound"
                                                   : "fit";
    add_value(doc, table, report_fitted_label(c->fitted, p, &doc->arena), p->value, p->uncertainty,
              p->unit, remark);
}

/* a value that nobody gave is that of another */
static void add_follower(const struct report_campaign *c, const struct quantity *row,
                         struct report_document *doc, struct report_table *table)
{
    const struct report_parameter *p = fitted_value(c->fitted, row->same_as);
    const struct rig_value *other = rig_value(c->rig, row->same_as);
    if (p || other)
        add_value(doc, table, row->name, p ? p->value : other->value,
                  p ? p->uncertainty : other->uncertainty, row->unit,
                  arena_print(&doc->arena, "as %s", row->same_as));
}

/* one of a law that the rig does not have */
static bool of_no_use(const struct rig *rig, size_t row)
{
    if (row == SIM_CONTACT_STIFFNESS || row == SIM_CONTACT_DAMPING)
        return rig->law != RIG_LAW_COMPLIANT;
    if (row == SIM_TANGENTIAL_COMPLIANCE)
        return rig->impact != RIG_IMPACT_BILINEAR;
    return row >= SIM_STRIBECK_SPEED && row < SIM_OWN_PARAMETERS &&
           rig_surface_plain(&rig->surface);
}

static void add_mechanism(const struct report_campaign *c, struct report_document *doc,
                          struct report_table *table)
{
    static const char *const sources[] = {"", "default", "result file", "rig file", "set"};
    for (size_t i = 0; i < c->rig->parameters.n; i++) {
        const struct rig_value *value = &c->rig->parameters.values[i];
        const struct quantity *row = &c->rig->parameters.table[i];
        const struct report_parameter *p = fitted_value(c->fitted, row->name);
        const bool follows = !rig_given(value) && row->fallback == QUANTITY_SAME_AS;
        if (p)
            add_fitted(c, p, doc, table);
        else if (!rig_given(value) && of_no_use(c->rig, i))
            continue;
        else if (follows)
            add_follower(c, row, doc, table);
        else if (value->source != RIG_NONE)
            add_value(doc, table, row->name, value->value, value->uncertainty, row->unit,
                      sources[value->source]);
    }
}

/* what the fit has found beside the mechanism's own: first of motions, then of instruments */
static void add_others(const struct report_campaign *c, struct report_document *doc,
                       struct report_table *table)
{
    static const char *const groups[] = {"Of the runs", "Of instruments and clocks"};
    for (int instruments = 0; instruments < 2; instruments++) {
        bool any = false;
        for (size_t i = 0; c->fitted && i < c->fitted->n; i++) {
            const struct report_parameter *p = &c->fitted->parameters[i];
            const bool own = p->run == REPORT_SHARED &&
                             quantity_find(c->rig->parameters.table, c->rig->parameters.n,
                                           p->name) < c->rig->parameters.n;
            if (own || report_fitted_instrument(p) != instruments)
                continue;
            if (!any)
                report_table_group(doc, table, groups[instruments]);
            any = true;
            add_fitted(c, p, doc, table);
        }
    }
}

/* fitted and given values in one table, in the order of the mechanism's own */
static void add_parameters(const struct report_campaign *c, struct report_document *doc)
{
    static const char *const heads[] = {"parameter", ">value", ">expanded uncertainty", "unit",
                                        "from"};
    report_document_text(doc, REPORT_HEADING, "Parameters");
    struct report_table *table = report_document_table(doc, heads, 5);
    add_mechanism(c, doc, table);
    add_others(c, doc, table);
    report_document_text(doc, REPORT_REMARK,
                         "Expanded uncertainty: k = 2, about 95 %%. Values of a run that is named "
                         "with a value are its own. Values of laws that this rig does not use are "
                         "left out.");
    if (c->fitted && isfinite(c->fitted->chi_square))
        report_document_text(doc, REPORT_REMARK, "Reduced chi-square of the fit: %.3f.",
                             c->fitted->chi_square);
}

/* of the values that all runs share */
static void add_correlation(const struct report_fitted *fitted, struct report_document *doc)
{
    const char *heads[REPORT_COLUMNS_MAX] = {""};
    size_t shared[REPORT_COLUMNS_MAX], n = 0;
    for (size_t i = 0; i < fitted->n && n + 1 < REPORT_COLUMNS_MAX; i++)
        if (fitted->parameters[i].run == REPORT_SHARED) {
            shared[n] = i;
            heads[++n] = arena_print(&doc->arena, ">%s", fitted->parameters[i].label);
        }
    if (!fitted->correlation || n < 2 || doc->arena.failed)
        return;
    report_document_text(doc, REPORT_HEADING, "Correlation of the shared parameters");
    struct report_table *table = report_document_table(doc, heads, n + 1);
    for (size_t i = 0; i < n; i++) {
        report_table_cell(doc, table, "%s", fitted->parameters[shared[i]].label);
        for (size_t j = 0; j < n; j++) /* 0.0 takes the sign off a zero */
            report_table_cell(
                doc, table, "%.3f",
                round(1e3 * fitted->correlation[shared[i] * fitted->n + shared[j]]) / 1e3 + 0.0);
    }
}

/* ---- where it comes from */

static void add_provenance(const struct report_campaign *c, struct report_document *doc)
{
    static const char *const heads[] = {"", ""};
    struct report_table *table = report_document_table(doc, heads, 2);
    report_table_cell(doc, table, "made by");
    report_table_cell(doc, table, "skitter-report %s, GSL %s", skitter_version, gsl_version);
    report_table_cell(doc, table, "command");
    report_table_cell(doc, table, "%s", c->command);
    report_table_cell(doc, table, "rig file");
    report_table_cell(doc, table, "%s (%s), SHA-256 %s", c->rig->path, c->rig->model->name,
                      c->rig_sha256);
    if (c->fitted) {
        report_table_cell(doc, table, "fit");
        report_table_cell(doc, table, "%s by %s %s, SHA-256 %s", c->fitted->path,
                          c->fitted->program ? c->fitted->program : "?",
                          c->fitted->version ? c->fitted->version : "?", c->fitted->sha256);
    }
    for (size_t i = 0; i < c->n_runs; i++) {
        const struct report_origin *o = &c->runs[i]->origin;
        report_table_cell(doc, table, "run %zu", i + 1);
        report_table_cell(doc, table, "%s, SHA-256 %s", c->runs[i]->dir,
                          o->sha256 ? o->sha256 : "not known");
    }
}

enum error_code report_campaign_page(const struct report_campaign *campaign,
                                     struct report_document *document, struct error *err)
{
    char verdict[512];
    report_document_section(document, "campaign", "The campaign");
    report_verdict_text(campaign, verdict, sizeof verdict);
    report_document_text(document, REPORT_VERDICT, "%s", verdict);
    add_troubles(campaign, document);
    report_campaign_tiles(campaign, document);
    enum error_code code = report_campaign_map(campaign, document, err);
    if (code)
        return code;
    add_parameters(campaign, document);
    report_next(campaign->plan, document);
    if (has_kind(campaign, true) || has_kind(campaign, false))
        add_runs(campaign, document);
    report_campaign_scatter(campaign, document);
    if (campaign->fitted) {
        report_campaign_fit(campaign->fitted, document);
        add_correlation(campaign->fitted, document);
        report_campaign_profiles(campaign->fitted, document);
    }
    return report_document_check(document, err);
}

enum error_code report_provenance_page(const struct report_campaign *campaign,
                                       struct report_document *document, struct error *err)
{
    report_document_section(document, "provenance", "Where this comes from");
    add_provenance(campaign, document);
    return report_document_check(document, err);
}
