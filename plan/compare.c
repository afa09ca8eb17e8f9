/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plan/compare.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- which variants there are */

static struct plan_variant *add(struct plan_variants *variants, const struct plan_job *job)
{
    struct plan_variant *variant = &variants->list[variants->n++];
    *variant = (struct plan_variant){.recording = job->recording};
    return variant;
}

static void list_variants(const struct plan_job *job, struct plan_variants *variants)
{
    static const char *const names[2] = {"tip_t", "tip_n"};
    static const double factors[] = {0.5, 2};
    for (int c = 0; c < 2; c++) {
        if (!(job->recording.noise[c] > 0 && job->recording.noise[1 - c] > 0))
            continue;
        struct plan_variant *variant = add(variants, job);
        snprintf(variant->text, sizeof variant->text, "without %s", names[c]);
        variant->recording.noise[c] = 0;
    }
    for (size_t k = 0; k < sizeof factors / sizeof *factors; k++) {
        struct plan_variant *variant = add(variants, job);
        variant->recording.duration *= factors[k];
        snprintf(variant->text, sizeof variant->text, "%.4g s of motion",
                 variant->recording.duration);
    }
    for (size_t k = 0; k < sizeof factors / sizeof *factors; k++) {
        struct plan_variant *variant = add(variants, job);
        variant->recording.period /= factors[k];
        snprintf(variant->text, sizeof variant->text, "%.6g samples/s",
                 1 / variant->recording.period);
    }
}

/* ---- the chosen points as a grid of their own */

static enum error_code judge(const struct plan_job *job, const struct plan_choice *choice,
                             struct plan_variant *variant, struct error *err)
{
    struct plan_unknowns *unknowns = malloc(sizeof *unknowns);
    struct rig *rig = rig_copy(job->rig);
    struct plan_candidates candidates = {0};
    size_t which[PLAN_MOST_RUNS];
    enum error_code code = unknowns && rig ? ERROR_OK : error_memory(err);
    if (!code) /* offsets and lags are known as the channels and the rate let them be */
        code = plan_unknowns_make(rig, job->settings->goal, job->settings->fit, job->axes,
                                  job->n_axes, &variant->recording, job->rest, unknowns, err);
    if (!code)
        code = plan_candidates_create(rig, unknowns, &variant->recording, job->axes, job->n_axes,
                                      job->candidates.members, &candidates, err);
    if (!code)
        code = plan_choice_simulate(&candidates, choice, err);
    size_t n = 0; /* one that would be clipped when it goes on for longer is not made */
    for (size_t i = 0; !code && i < choice->n; i++)
        if (candidates.list[choice->runs[i]].n == candidates.members + candidates.fresh)
            which[n++] = choice->runs[i];
    if (!code)
        code = plan_state_after(&candidates, (enum plan_criterion)job->settings->criterion, which,
                                n, &variant->state, err);
    plan_candidates_free(&candidates);
    rig_free(rig);
    free(unknowns);
    return code;
}

enum error_code plan_compare(const struct plan_job *job, const struct plan_choice *choice,
                             struct plan_variants *variants, struct error *err)
{
    enum error_code code = ERROR_OK;
    *variants = (struct plan_variants){0};
    list_variants(job, variants);
    for (size_t i = 0; !code && i < variants->n; i++)
        code = judge(job, choice, &variants->list[i], err);
    return code;
}
