/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recorded runs and result files. */
#include "config.h"

#include <stdlib.h>

#include "api/private.h"
#include "lib/base/json.h"
#include "lib/run/run.h"

struct skitter_run {
    struct run *run;
};

int skitter_run_open(const char *directory, skitter_run **made, struct skitter_error *err)
{
    struct error inner;
    struct run *run;
    *made = NULL;
    enum error_code code = run_open(directory, &run, &inner);
    if (!code && !(*made = malloc(sizeof **made))) {
        run_close(run);
        code = error_memory(&inner);
    }
    if (!code)
        (*made)->run = run;
    return api_answer(code, &inner, err);
}

void skitter_run_close(skitter_run *run)
{
    if (run)
        run_close(run->run);
    free(run);
}

int64_t skitter_run_frames(const skitter_run *run) { return run->run->frames; }

double skitter_run_period(const skitter_run *run) { return run_period(&run->run->info); }

int skitter_run_channel(const skitter_run *run, size_t i, struct skitter_channel *channel)
{
    const struct run_info *info = &run->run->info;
    if (i >= info->n_channels)
        return SKITTER_USAGE;
    *channel = (struct skitter_channel){info->channels[i].role, info->channels[i].unit};
    return SKITTER_OK;
}

int skitter_run_read(skitter_run *run, size_t i, int64_t first, int64_t count, double *values,
                     struct skitter_error *err)
{
    struct error inner;
    const int64_t frames = run->run->frames;
    enum error_code code;
    if (i >= run->run->info.n_channels)
        code = error_set(&inner, ERROR_USAGE, "the run has %zu channels only",
                         run->run->info.n_channels);
    else if (first < 0 || count < 0 || first > frames || count > frames - first)
        code = error_set(&inner, ERROR_USAGE, "the run has frames 0 to %lld only",
                         (long long)frames - 1);
    else
        code = run_read_channel(run->run, i, first, count, values, &inner);
    return api_answer(code, &inner, err);
}

int skitter_run_gap(const skitter_run *run, size_t i, int64_t *frame, int64_t *lost)
{
    if (i >= run->run->n_gaps)
        return SKITTER_USAGE;
    *frame = run->run->gaps[i].frame;
    *lost = run->run->gaps[i].lost;
    return SKITTER_OK;
}

/* ---- results */

enum error_code api_results(json_t *json, skitter_results **made, struct error *err)
{
    struct skitter_results *results = calloc(1, sizeof *results);
    char *text = results ? json_text(json) : NULL;
    *made = NULL;
    if (!text) {
        free(results);
        json_decref(json);
        return error_memory(err);
    }
    const enum error_code code = result_take(json, &results->file, err);
    results->text = text;
    if (code)
        skitter_results_free(results);
    else
        *made = results;
    return code;
}

int skitter_results_read(const char *path, skitter_results **made, struct skitter_error *err)
{
    struct error inner;
    struct result_file file;
    *made = NULL;
    enum error_code code = result_read(path, &file, &inner);
    if (!code) {
        code = api_results(json_incref(file.json), made, &inner);
        result_free(&file);
    }
    return api_answer(code, &inner, err);
}

void skitter_results_free(skitter_results *results)
{
    if (!results)
        return;
    result_free(&results->file);
    free(results->text);
    free(results);
}

const char *skitter_results_text(const skitter_results *results) { return results->text; }

int skitter_results_get(const skitter_results *results, size_t i, struct skitter_result *result)
{
    if (i >= results->file.n_results)
        return SKITTER_USAGE;
    const struct result *found = &results->file.results[i];
    *result = (struct skitter_result){.name = found->name,
                                      .unit = found->unit,
                                      .method = found->method,
                                      .value = found->value,
                                      .uncertainty = found->uncertainty};
    return SKITTER_OK;
}
