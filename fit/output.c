/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/output.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/json.h"
#include "lib/base/shown.h"
#include "lib/base/text.h"
#include "lib/base/uncertain.h"
#include "lib/base/version.h"
#include "lib/cli/fold.h"
#include "lib/cli/table.h"
#include "fit/bounds.h"

/* of a normal distribution: 95 % lie within */
static const double coverage = 1.959963984540054;
/* a run that moves a result by more than so many of its standard deviations stands apart */
static const double apart = 3.5;
/* sources of an uncertainty that are printed */
enum { BUDGET_PLACES = 5 };

double fit_output_variance(const struct fit_verdict *verdict)
{
    const struct fit_covariance *c = &verdict->covariance;
    return fmax(c->variance[FIT_GROUP_TIP_T] * c->colour[FIT_GROUP_TIP_T],
                c->variance[FIT_GROUP_TIP_N] * c->colour[FIT_GROUP_TIP_N]);
}

static const char *bound_word(const struct fit_parameter *parameter, double value)
{
    static const char *const words[] = {"low", NULL, "high"};
    return words[1 + fit_bounds_at(value, parameter->low, parameter->high)];
}

static json_t *parameter_json(const struct fit_report *report, size_t i)
{
    const struct fit_parameter *parameter = &report->problem->parameters[i];
    const struct fit_covariance *c = &report->verdict->covariance;
    const double value = report->p[i], uncertainty = c->uncertainty[i];
    const char *bound = bound_word(parameter, value);
    const char *run = parameter->run == FIT_SHARED
                          ? NULL
                          : report->problem->runs[parameter->run].measured.name;
    return json_pack(
        "{s:s, s:s, s:s?, s:f, s:o, s:[o,o], s:b, s:s?, s:[f,f], s:f, s:o, s:o}", "name",
        parameter->name, "unit", parameter->unit, "run", run, "value", value, "uncertainty",
        json_number(uncertainty), "interval95", json_number(value - coverage * uncertainty),
        json_number(value + coverage * uncertainty), "determined", (int)c->determined[i],
        "at_bound", bound, "bounds", parameter->low, parameter->high, "start", parameter->start,
        "prior", json_number(parameter->prior), "prior_uncertainty",
        json_number(parameter->prior_uncertainty));
}

static json_t *correlation_json(const struct fit_report *report)
{
    json_t *rows = json_array();
    const size_t n = report->problem->n;
    for (size_t i = 0; i < n; i++) {
        json_t *row = json_array();
        for (size_t j = 0; j < n; j++)
            json_array_append_new(
                row, json_number(fit_covariance_correlation(&report->verdict->covariance, i, j)));
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *events_json(const struct measure_events *events)
{
    json_t *list = json_array();
    for (size_t i = 0; i < events->n; i++)
        json_array_append_new(list,
                              json_pack("{s:s, s:f, s:f, s:f}", "kind",
                                        measure_event_word(events->list[i].kind), "t",
                                        events->list[i].t, "uncertainty",
                                        events->list[i].uncertainty, "size", events->list[i].size));
    return list;
}

static bool is_result(const struct fit_report *report, size_t i)
{
    const struct fit_parameter *parameter = &report->problem->parameters[i];
    return parameter->asked && parameter->run == FIT_SHARED &&
           report->verdict->covariance.determined[i];
}

/* where each result would be without the run */
static json_t *without_json(const struct fit_report *report, size_t run)
{
    const struct fit_leverage *leverage = &report->verdict->leverage;
    json_t *without = json_object();
    for (size_t i = 0; run < leverage->n_runs && i < leverage->n; i++)
        if (is_result(report, i))
            json_object_set_new(
                without, report->problem->parameters[i].name,
                json_pack("{s:o, s:o, s:o}", "value",
                          json_number(report->p[i] + leverage->shift[run * leverage->n + i]),
                          "uncertainty", json_number(leverage->uncertainty[run * leverage->n + i]),
                          "apart", json_number(fit_leverage_apart(leverage, run, i))));
    return without;
}

static json_t *run_json(const struct fit_report *report, size_t i)
{
    const struct fit_run *run = &report->problem->runs[i];
    const struct fit_outcome *outcome = &report->verdict->outcomes[i];
    return json_pack("{s:s, s:s, s:[f,f,f], s:I, s:I, s:I, s:[f,f], s:[f,f], s:I, s:o, s:o}", "run",
                     run->measured.name, "sha256", run->measured.sha256, "noise",
                     run->measured.noise[MEASURE_TIP_T], run->measured.noise[MEASURE_TIP_N],
                     run->measured.noise[MEASURE_RAIL], "impacts", (json_int_t)outcome->seen,
                     "missed", (json_int_t)outcome->missed, "spurious",
                     (json_int_t)outcome->spurious, "rms_over_noise", outcome->rms[0],
                     outcome->rms[1], "rms_over_signal", outcome->share[0], outcome->share[1],
                     "lost_samples", (json_int_t)run->measured.n_lost, "events",
                     events_json(&run->detected.events), "without_it", without_json(report, i));
}

static json_t *start_json(const struct fit_report *report, size_t s)
{
    const struct fit_start *start = &report->starts->list[s];
    json_t *from = json_array(), *to = json_array();
    for (size_t i = 0; i < report->problem->n; i++) {
        if (report->problem->parameters[i].run != FIT_SHARED)
            continue;
        json_array_append_new(from, json_real(start->from[i]));
        json_array_append_new(to, json_real(start->to[i]));
    }
    const bool good = start->done && !start->failure.code;
    const char *how = !start->done          ? "interrupted before it began"
                      : start->failure.code ? start->failure.message
                      : start->path.lost    ? "given up: simulated and seen impacts have parted"
                                            : fit_reason_text(start->path.last.reason);
    return json_pack("{s:I, s:o, s:s, s:I, s:I, s:o, s:o}", "start", (json_int_t)s, "cost",
                     json_number(good ? start->path.last.cost : NAN), "end", how, "evaluations",
                     (json_int_t)start->path.evaluations, "failed_evaluations",
                     (json_int_t)start->path.failures, "from", from, "to", to);
}

static json_t *profile_json(const struct fit_report *report, const struct fit_profile *profile)
{
    json_t *points = json_array();
    for (size_t i = 0; i < profile->n; i++)
        json_array_append_new(points, json_pack("[f,o]", profile->points[i].value,
                                                json_number(profile->points[i].rise)));
    return json_pack("{s:s, s:[o,o], s:b, s:o}", "name",
                     report->problem->parameters[profile->parameter].name, "interval95",
                     json_number(profile->low), json_number(profile->high), "closed",
                     (int)(isfinite(profile->low) && isfinite(profile->high)), "points", points);
}

static json_t *results_json(const struct fit_report *report)
{
    json_t *list = json_array();
    for (size_t i = 0; report->verdict->usable && i < report->problem->n; i++) {
        const struct fit_parameter *parameter = &report->problem->parameters[i];
        if (!report->verdict->covariance.determined[i])
            continue;
        const struct measure_record *run = parameter->run == FIT_SHARED
                                               ? NULL
                                               : &report->problem->runs[parameter->run].measured;
        json_array_append_new(
            list, json_pack("{s:s, s:f, s:o, s:s, s:s, s:s?, s:s?}", "name", parameter->name,
                            "value", report->p[i], "uncertainty",
                            json_number(report->verdict->covariance.uncertainty[i]), "unit",
                            parameter->unit, "method",
                            report->verdict->explained
                                ? "least squares through the simulator"
                                : "least squares through the simulator; the data are NOT EXPLAINED",
                            "run", run ? run->name : NULL, "sha256", run ? run->sha256 : NULL));
    }
    return list;
}

static json_t *list_of(const struct fit_report *report, size_t n,
                       json_t *(*make)(const struct fit_report *, size_t))
{
    json_t *list = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(list, make(report, i));
    return list;
}

static json_t *waterfall_json(const struct fit_report *report, size_t place)
{
    return start_json(report, report->starts->by_cost[place]);
}

static json_t *budget_json(const struct fit_report *report)
{
    const struct fit_budget *budget = &report->verdict->budget;
    json_t *list = json_array();
    for (size_t i = 0; i < report->problem->n; i++) {
        if (!report->problem->parameters[i].asked)
            continue;
        json_t *sources = json_object();
        for (size_t s = 0; s < budget->n; s++)
            json_object_set_new(sources, budget->sources[s].name,
                                json_number(budget->sources[s].u[i]));
        json_array_append_new(list,
                              json_pack("{s:s, s:o}", "name", report->problem->parameters[i].name,
                                        "sources", sources));
    }
    return list;
}

static json_t *fit_json(const struct fit_report *report)
{
    const struct fit_verdict *v = report->verdict;
    json_t *profiles = json_array(), *stages = json_array();
    for (size_t i = 0; i < report->n_profiles; i++)
        json_array_append_new(profiles, profile_json(report, &report->profiles[i]));
    for (size_t i = 0; i < report->plan->n; i++)
        json_array_append_new(stages,
                              json_pack("{s:s, s:I, s:b}", "name", report->plan->stages[i].name,
                                        "impacts", (json_int_t)report->plan->stages[i].jumps,
                                        "velocities", (int)report->plan->stages[i].velocities));
    json_t *fit = json_pack(
        "{s:b, s:b, s:s, s:s, s:o, s:o, s:b, s:o, s:o, s:o, s:I, s:I}", "converged",
        (int)v->converged, "interrupted", (int)report->interrupted, "why", v->why, "termination",
        fit_reason_text(v->last.reason), "gradient", json_number(v->last.gradient), "step",
        json_number(v->last.step), "restart_agrees", (int)v->restart_agrees, "restart_distance",
        json_number(v->restart_distance), "cost", json_number(v->last.cost), "reduced_chi_square",
        json_number(v->chi_square), "residuals", (json_int_t)v->rows, "iterations",
        (json_int_t)v->last.iterations);
    json_object_set_new(fit, "mask", json_number(v->mask));
    json_object_set_new(fit, "chi_square", json_number(v->all_square));
    json_object_set_new(fit, "chi_square_rows", json_integer((json_int_t)v->all_rows));
    json_object_set_new(fit, "residual_variance",
                        json_pack("[f,f]", v->covariance.variance[FIT_GROUP_TIP_T],
                                  v->covariance.variance[FIT_GROUP_TIP_N]));
    json_object_set_new(fit, "residual_colour",
                        json_pack("[f,f]", v->covariance.colour[FIT_GROUP_TIP_T],
                                  v->covariance.colour[FIT_GROUP_TIP_N]));
    json_object_set_new(fit, "verdict",
                        json_pack("{s:b, s:b, s:b, s:b, s:f, s:s}", "minimum_found", (int)v->found,
                                  "parameters_determined", (int)v->determined, "data_explained",
                                  (int)v->explained, "usable", (int)v->usable, "enlarged",
                                  v->enlarged, "suspect", v->suspect));
    json_object_set_new(fit, "budget", budget_json(report));
    json_object_set_new(fit, "condition_number", json_number(v->covariance.condition));
    json_object_set_new(fit, "parameters", list_of(report, report->problem->n, parameter_json));
    json_object_set_new(fit, "correlation", correlation_json(report));
    json_object_set_new(fit, "runs", list_of(report, report->problem->n_runs, run_json));
    json_object_set_new(fit, "stages", stages);
    json_object_set_new(fit, "waterfall", list_of(report, report->starts->n, waterfall_json));
    json_object_set_new(fit, "profiles", profiles);
    fit_looks_json(&report->looks, report->problem, fit);
    return fit;
}

json_t *fit_output_json(const struct fit_report *report)
{
    return json_pack("{s:s, s:s, s:s, s:o, s:o}", "skitter", skitter_version, "kind", "result",
                     "program", "skitter-fit", "results", results_json(report), "fit",
                     fit_json(report));
}

/* ---- text */

static void print_parameter(const struct fit_report *report, size_t i, bool person, FILE *out)
{
    const struct fit_covariance *c = &report->verdict->covariance;
    const struct fit_parameter *parameter = &report->problem->parameters[i];
    const char *bound = bound_word(parameter, report->p[i]);
    if (person && c->determined[i]) { /* 32.0010(4) deg */
        char text[UNCERTAIN_SIZE];
        double factor;
        const char *unit = table_reader_unit(parameter->unit, &factor);
        uncertain_text(factor * report->p[i], factor * c->uncertainty[i], text);
        shown_printf(out, "%-20s %20s  %s%s%s\n", parameter->name, text, unit,
                     bound ? "  at its bound: " : "", bound ? bound : "");
        return;
    }
    shown_printf(out, "%-20s %14.7g ", parameter->name, report->p[i]);
    if (c->determined[i])
        fprintf(out, "%12.3g", c->uncertainty[i]);
    else
        fprintf(out, "%12s", "unknown");
    fprintf(out, "  %s%s%s\n", strcmp(parameter->unit, "1") ? parameter->unit : "",
            bound ? "  at its bound: " : "", bound ? bound : "");
}

/* what was asked for; all the rest is in fit.json */
static void print_parameters(const struct fit_report *report, bool person, FILE *out)
{
    if (person)
        fprintf(out, "%-20s %20s  %s\n", "parameter", "value(uncertainty)", "unit");
    else
        fprintf(out, "%-20s %14s %12s  %s\n", "parameter", "value", "uncertainty", "unit");
    for (size_t i = 0; i < report->problem->n; i++)
        if (report->problem->parameters[i].asked)
            print_parameter(report, i, person, out);
}

/* the sources that add the most, largest first: the square root of their squares' sum is u */
static void print_budget(const struct fit_report *report, size_t i, FILE *out)
{
    const struct fit_budget *budget = &report->verdict->budget;
    const struct fit_parameter *parameter = &report->problem->parameters[i];
    const double u = report->verdict->covariance.uncertainty[i] / report->verdict->enlarged;
    double below = INFINITY;
    shown_printf(out, "%-20s", parameter->name);
    for (int place = 0; place < BUDGET_PLACES; place++) {
        size_t largest = budget->n;
        for (size_t s = 0; s < budget->n; s++)
            if (budget->sources[s].u[i] < below &&
                (largest == budget->n || budget->sources[s].u[i] > budget->sources[largest].u[i]))
                largest = s;
        if (largest == budget->n || budget->sources[largest].u[i] < 0.05 * u)
            break;
        below = budget->sources[largest].u[i];
        shown_printf(out, "%s %s %.2g", place ? "," : "", budget->sources[largest].name, below);
    }
    fprintf(out, " %s\n", strcmp(parameter->unit, "1") ? parameter->unit : "");
}

static void print_budgets(const struct fit_report *report, FILE *out)
{
    fputs("what adds to the uncertainty of\n", out);
    for (size_t i = 0; i < report->problem->n; i++)
        if (is_result(report, i))
            print_budget(report, i, out);
}

/* what each run does to the results, in the uncertainty that they have with all runs */
static void print_leverage(const struct fit_report *report, FILE *out)
{
    const struct fit_leverage *leverage = &report->verdict->leverage;
    if (leverage->n_runs > 0)
        fputs("without one run (to first order; u is the uncertainty with all of them)\n", out);
    for (size_t run = 0; run < leverage->n_runs; run++) {
        const char *comma = "";
        shown_printf(out, "%s:", report->problem->runs[run].measured.name);
        for (size_t i = 0; i < leverage->n; i++) {
            const size_t at = run * leverage->n + i;
            const char *name = report->problem->parameters[i].name;
            if (!is_result(report, i))
                continue;
            if (!isfinite(leverage->shift[at]))
                shown_printf(out, "%s %s unknown", comma, name);
            else
                shown_printf(out, "%s %s %+.1f u, known to %.1f u%s", comma, name,
                             leverage->shift[at] / leverage->whole[i],
                             leverage->uncertainty[at] / leverage->whole[i],
                             fabs(fit_leverage_apart(leverage, run, i)) > apart ? " (APART)" : "");
            comma = ",";
        }
        fputc('\n', out);
    }
}

/* what of a part of the verdict is said */
static void print_verdict(const struct fit_report *report, FILE *out)
{
    const struct fit_verdict *v = report->verdict;
    if (report->interrupted) {
        fputs("INTERRUPTED: the best so far\n", out);
        return;
    }
    fprintf(out, "minimum found: %s; parameters determined: %s; data explained: %s\n",
            v->found ? "yes" : "NO", v->determined ? "yes" : "NO", v->explained ? "yes" : "NO");
    if (v->converged) {
        fputs("converged\n", out);
        return;
    }
    shown_printf(out, "%s: %s\n",
                 !v->usable     ? "NO USABLE VALUE"
                 : v->explained ? "NOT ALL DETERMINED"
                                : "NOT EXPLAINED",
                 v->why);
    if (v->suspect[0])
        shown_printf(out, "suspect: %s\n", v->suspect);
    if (v->usable && !v->explained)
        fputs("the uncertainties are enlarged by what is left unexplained; take the values with "
              "care\n",
              out);
}

static void print_runs(const struct fit_report *report, FILE *out)
{
    for (size_t i = 0; i < report->problem->n_runs; i++) {
        const struct fit_outcome *o = &report->verdict->outcomes[i];
        shown_printf(out, "%s: %zu of %zu impacts reproduced",
                     report->problem->runs[i].measured.name, o->seen - o->missed, o->seen);
        if (o->spurious)
            fprintf(out, ", %zu more simulated", o->spurious);
        for (int channel = 0; channel < 2; channel++)
            if (o->samples[channel])
                fprintf(out, ", %s off by %.2f times its noise", channel ? "tip_n" : "tip_t",
                        o->rms[channel]);
        for (size_t k = 0; k < report->problem->runs[i].n_others; k++)
            shown_printf(out, ", %s off by %.2f times its noise",
                         report->problem->runs[i].others[k].name, sqrt(o->others[k].chi_square));
        fputc('\n', out);
    }
}

static void print_profile(const struct fit_report *report, const struct fit_profile *profile,
                          FILE *out)
{
    const struct fit_parameter *parameter = &report->problem->parameters[profile->parameter];
    const bool low = isfinite(profile->low), high = isfinite(profile->high);
    const char *unit = strcmp(parameter->unit, "1") ? parameter->unit : "";
    shown_printf(out, "profile of %s: ", parameter->name);
    if (low && high)
        fprintf(out, "95 %% interval %.6g to %.6g%s%s\n", profile->low, profile->high,
                *unit ? " " : "", unit);
    else
        fprintf(out,
                "the runs do not determine it %s: within its bounds %.6g to %.6g%s%s the fit "
                "is as good\n",
                low    ? "upwards"
                : high ? "downwards"
                       : "either way",
                low ? profile->low : parameter->low, high ? profile->high : parameter->high,
                *unit ? " " : "", unit);
}

static void print_all(const struct fit_report *report, bool person, FILE *out)
{
    const struct fit_verdict *v = report->verdict;
    const double best = report->starts->list[report->starts->by_cost[0]].path.last.cost;
    size_t same = 0;
    for (size_t i = 0; i < report->starts->n; i++) {
        const struct fit_start *start = &report->starts->list[i];
        same += start->done && !start->failure.code && start->path.last.cost < best + 0.5;
    }
    print_parameters(report, person, out);
    print_budgets(report, out);
    print_runs(report, out);
    print_leverage(report, out);
    for (size_t i = 0; i < report->n_profiles; i++)
        print_profile(report, &report->profiles[i], out);
    fit_looks_print(&report->looks, report->problem, v->covariance.uncertainty, out);
    fprintf(out, "%zu of %zu starts came here; reduced chi-square %.3f, condition number %.3g\n",
            same, report->starts->n, v->chi_square, v->covariance.condition);
    if (v->mask > FIT_MASK)
        fprintf(out, "velocities are left out for %.3g ms after an impact\n", 1e3 * v->mask);
    print_verdict(report, out);
}

void fit_output_print(const struct fit_report *report, FILE *out)
{
    char *text = NULL;
    size_t size;
    FILE *lines = fold_screen(out) > 0 ? text_open(&text, &size) : NULL;
    print_all(report, lines != NULL, lines ? lines : out);
    if (lines && !text_end(lines, &text, NULL))
        fold_print(text, 4, out);
    free(text);
}

enum error_code fit_output_rig(const struct fit_report *report, struct rig *rig, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < report->problem->n; i++)
        if (report->problem->parameters[i].run == FIT_SHARED &&
            report->problem->parameters[i].asked)
            code = rig_set_uncertain(rig, report->problem->parameters[i].name, report->p[i],
                                     report->verdict->covariance.uncertainty[i], err);
    return code;
}

/* ---- what could be fitted */

enum error_code fit_output_suggestions(const struct fit_suggestions *suggestions, bool json,
                                       struct error *err)
{
    static const char *const words[] = {
        [FIT_SUGGEST_FREE] = "free: the runs determine it",
        [FIT_SUGGEST_KNOWN] = "takes part with the uncertainty that the rig states",
        [FIT_SUGGEST_MEASURED] = "held: a balance, a ruler or a level tells it; state how well",
        [FIT_SUGGEST_BLIND] = "held: the runs do not determine it",
    };
    struct table table;
    enum error_code code = table_begin(&table, stdout, json, err);
    if (code)
        return code;
    fputs("parameter,value,unit,uncertainty,what\n", table.file);
    for (size_t i = 0; i < suggestions->n; i++) {
        const struct fit_suggestion *s = &suggestions->list[i];
        char u[32] = "";
        if (s->why <= FIT_SUGGEST_KNOWN)
            snprintf(u, sizeof u, "%.2g", s->uncertainty);
        fprintf(table.file, "%s,%.9g,%s,%s,", s->name, s->value, s->unit, u);
        table_text(&table, words[s->why]);
        fputc('\n', table.file);
    }
    return table_end(&table, NULL, NULL, err);
}
