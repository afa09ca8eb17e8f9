/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/verdict.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "lib/base/memory.h"

bool report_verdict_same(const struct report_run *run)
{
    return run->good && (run->seen.impacts > 0) == (run->predicted.impacts > 0) &&
           (run->seen.sticks > 0) == (run->predicted.sticks > 0);
}

static bool is_matched_impact(const struct report_event *event)
{
    return event->state == REPORT_MATCHED && event->kind == MEASURE_EVENT_JUMP;
}

double report_verdict_lateness(const struct report_campaign *campaign, size_t *impacts)
{
    size_t n = 0, k = 0;
    for (size_t i = 0; i < campaign->n_runs; i++)
        for (size_t e = 0; e < campaign->runs[i]->n_events; e++)
            n += is_matched_impact(&campaign->runs[i]->events[e]);
    double *late = n ? malloc(n * sizeof *late) : NULL;
    *impacts = n;
    if (n && !late)
        memory_note();
    for (size_t i = 0; late && i < campaign->n_runs; i++)
        for (size_t e = 0; e < campaign->runs[i]->n_events; e++) {
            const struct report_event *event = &campaign->runs[i]->events[e];
            if (is_matched_impact(event))
                late[k++] = event->predicted - event->seen;
        }
    if (late)
        gsl_sort(late, 1, n);
    const double median = late ? gsl_stats_median_from_sorted_data(late, 1, n) : NAN;
    free(late);
    return median;
}

/* as a share of the value; infinity: not determined */
static double looseness(const struct report_parameter *p)
{
    return isfinite(p->uncertainty) ? fabs(p->uncertainty / p->value) : INFINITY;
}

const struct report_parameter *report_verdict_weakest(const struct report_fitted *fitted)
{
    const struct report_parameter *weakest = NULL;
    for (size_t i = 0; fitted && i < fitted->n; i++) {
        const struct report_parameter *p = &fitted->parameters[i];
        if (p->run == REPORT_SHARED && !report_fitted_instrument(p) &&
            (!weakest || looseness(p) > looseness(weakest)))
            weakest = p;
    }
    return weakest;
}

static void say(char *text, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void say(char *text, size_t size, const char *format, ...)
{
    const size_t used = strlen(text);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text + used, size - used, format, arguments);
    va_end(arguments);
}

static void say_fit(const struct report_fitted *fitted, char *text, size_t size)
{
    const struct report_parameter *weakest = report_verdict_weakest(fitted);
    if (weakest && isfinite(looseness(weakest)))
        say(text, size, "; %s is the weakest number of the fit, known to %.2g\u00a0%%",
            weakest->label, 100 * looseness(weakest));
    else if (weakest)
        say(text, size, "; %s is not determined by the runs", weakest->label);
    if (fitted->judged)
        say(text, size, "; the fit %s its data",
            fitted->explained ? "explains" : "does not explain");
}

void report_verdict_text(const struct report_campaign *campaign, char *text, size_t size)
{
    size_t same = 0, good = 0, impacts;
    for (size_t i = 0; i < campaign->n_runs; i++) {
        good += campaign->runs[i]->good;
        same += report_verdict_same(campaign->runs[i]);
    }
    *text = '\0';
    if (good == 0) {
        say(text, size, "None of %zu run%s could be compared.", campaign->n_runs,
            campaign->n_runs == 1 ? "" : "s");
        return;
    }
    say(text, size, "%zu of %zu run%s behave%s as predicted", same, good, good == 1 ? "" : "s",
        good == 1 ? "s" : "");
    if (good < campaign->n_runs)
        say(text, size, " (%zu more could not be compared)", campaign->n_runs - good);
    const double late = report_verdict_lateness(campaign, &impacts);
    if (impacts)
        say(text, size, "; predicted impacts are %s by %.2g ms in the median of %zu",
            late < 0 ? "early" : "late", 1e3 * fabs(late), impacts);
    if (campaign->fitted)
        say_fit(campaign->fitted, text, size);
    say(text, size, ".");
}
