/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/fitted.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/memory.h"
#include "lib/base/sha256.h"
#include "sim/registry.h"
#include "sim/values.h"

/* profiles are matched with parameters by name, each with each: their numbers are bounded */
enum { FILE_LIMIT = 64 << 20, PARAMETERS_MAX = 10000 };

/* what a fit has of the instruments beside the mechanism's values */
static const char *const no_values[] = {
    "time_offset", "clock_error",      "tip_t_offset",     "tip_n_offset", "tip_t_drift",
    "tip_n_drift", "tip_t_gain",       "tip_n_gain",       "tip_t_lag",    "tip_n_lag",
    "rail_offset", "tip_t_beam_angle", "tip_n_beam_angle", "rail_drift",   "rail_gain_error"};

static enum error_code bad(struct error *err, const char *path, const char *what)
{
    return error_set(err, ERROR_INPUT, "%s: %s; is it a fit of this version's skitter-fit?", path,
                     what);
}

static const char *text_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* of what rigs call their values; whether this rig has it is seen where it is set */
static const char name_letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";

/* "theta1[2]" is theta1 of the fit's second run */
static enum error_code take_parameter(struct report_fitted *fitted, const json_t *json,
                                      struct error *err)
{
    struct report_parameter *p = &fitted->parameters[fitted->n];
    const char *label = text_of(json, "name"), *unit = text_of(json, "unit");
    const double value = json_number_or(json_object_get(json, "value"), NAN);
    if (!label || !unit || !isfinite(value))
        return bad(err, fitted->path, "a parameter has no name, unit or value");
    const size_t length = strcspn(label, "[");
    if (length == 0 || strspn(label, name_letters) != length)
        return error_set(err, ERROR_INPUT, "%s: '%s' is no name of a rig's value", fitted->path,
                         label);
    char *name = strndup(label, length);
    if (!name)
        return error_memory(err);
    fitted->names[fitted->n++] = name;
    *p = (struct report_parameter){
        .name = name,
        .label = label,
        .unit = unit,
        .value = value,
        .uncertainty = json_number_or(json_object_get(json, "uncertainty"), NAN),
        .bound = text_of(json, "at_bound"),
        .run = REPORT_SHARED};
    if (label[length]) {
        const long run = strtol(label + length + 1, NULL, 10);
        if (run < 1)
            return bad(err, fitted->path, "a name has no number of its run");
        p->run = (size_t)run - 1;
    }
    return ERROR_OK;
}

static enum error_code take_parameters(struct report_fitted *fitted, const json_t *list,
                                       struct error *err)
{
    const size_t n = json_array_size(list);
    if (n == 0)
        return bad(err, fitted->path, "has no parameters of a fit");
    if (n > PARAMETERS_MAX)
        return bad(err, fitted->path, "has more parameters than any fit");
    fitted->parameters = calloc(n, sizeof *fitted->parameters);
    fitted->names = calloc(n, sizeof *fitted->names);
    if (!fitted->parameters || !fitted->names)
        return error_memory(err);
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < n; i++)
        code = take_parameter(fitted, json_array_get(list, i), err);
    return code;
}

/* correlations and uncertainties give the covariance; what the runs do not
 * determine has none */
static enum error_code take_covariance(struct report_fitted *fitted, const json_t *rows,
                                       struct error *err)
{
    const size_t n = fitted->n;
    if (!json_is_array(rows))
        return ERROR_OK;
    fitted->correlation = malloc(n * n * sizeof(double));
    fitted->covariance = malloc(n * n * sizeof(double));
    if (!fitted->correlation || !fitted->covariance)
        return error_memory(err);
    for (size_t i = 0; i < n; i++) {
        const json_t *row = json_array_get(rows, i);
        if (json_array_size(row) != n)
            return bad(err, fitted->path, "the correlations are not of the parameters' number");
        for (size_t j = 0; j < n; j++) {
            const double r = json_number_or(json_array_get(row, j), NAN);
            const double c = r * fitted->parameters[i].uncertainty *
                             fitted->parameters[j].uncertainty;
            fitted->correlation[i * n + j] = r;
            fitted->covariance[i * n + j] = isfinite(c) ? c : 0;
        }
    }
    return ERROR_OK;
}

static enum error_code take_runs(struct report_fitted *fitted, const json_t *list,
                                 struct error *err)
{
    fitted->runs = calloc(json_array_size(list) + 1, sizeof *fitted->runs);
    fitted->run_names = calloc(json_array_size(list) + 1, sizeof *fitted->run_names);
    if (!fitted->runs || !fitted->run_names)
        return error_memory(err);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *sha256 = text_of(json_array_get(list, i), "sha256");
        const char *dir = text_of(json_array_get(list, i), "run");
        const char *slash = dir ? strrchr(dir, '/') : NULL;
        fitted->run_names[fitted->n_runs] = slash && slash[1] ? slash + 1 : dir;
        fitted->runs[fitted->n_runs++] = sha256 ? sha256 : "";
    }
    return ERROR_OK;
}

static enum error_code take_profile(struct report_fitted *fitted, const json_t *json,
                                    struct error *err)
{
    const char *name = text_of(json, "name");
    const json_t *points = json_object_get(json, "points");
    size_t i = 0;
    while (name && i < fitted->n && strcmp(fitted->parameters[i].label, name) != 0)
        i++;
    if (!name || i == fitted->n)
        return bad(err, fitted->path, "a profile is of no parameter");
    struct report_profile *p = &fitted->profiles[fitted->n_profiles++];
    p->parameter = i;
    p->low = json_number_or(json_array_get(json_object_get(json, "interval95"), 0), NAN);
    p->high = json_number_or(json_array_get(json_object_get(json, "interval95"), 1), NAN);
    p->values = calloc(json_array_size(points) + 1, sizeof(double));
    p->rises = calloc(json_array_size(points) + 1, sizeof(double));
    if (!p->values || !p->rises)
        return error_memory(err);
    for (; p->n < json_array_size(points); p->n++) {
        const json_t *point = json_array_get(points, p->n);
        p->values[p->n] = json_number_or(json_array_get(point, 0), NAN);
        p->rises[p->n] = json_number_or(json_array_get(point, 1), NAN);
    }
    return ERROR_OK;
}

static enum error_code take_fit(struct report_fitted *fitted, struct error *err)
{
    const json_t *fit = json_object_get(fitted->json, "fit");
    const json_t *profiles = json_object_get(fit, "profiles");
    if (!json_is_object(fit))
        return bad(err, fitted->path, "has no part called fit");
    fitted->program = text_of(fitted->json, "program");
    fitted->version = text_of(fitted->json, "skitter");
    fitted->converged = json_is_true(json_object_get(fit, "converged"));
    fitted->why = text_of(fit, "why");
    const json_t *explained = json_object_get(json_object_get(fit, "verdict"), "data_explained");
    fitted->judged = json_is_boolean(explained);
    fitted->explained = json_is_true(explained);
    fitted->chi_square = json_number_or(json_object_get(fit, "reduced_chi_square"), NAN);
    fitted->profiles = calloc(json_array_size(profiles) + 1, sizeof *fitted->profiles);
    if (!fitted->profiles)
        return error_memory(err);
    enum error_code code = take_parameters(fitted, json_object_get(fit, "parameters"), err);
    if (!code)
        code = take_covariance(fitted, json_object_get(fit, "correlation"), err);
    if (!code)
        code = take_runs(fitted, json_object_get(fit, "runs"), err);
    if (!code && json_array_size(profiles) > fitted->n)
        code = bad(err, fitted->path, "has more profiles than parameters");
    for (size_t i = 0; !code && i < json_array_size(profiles); i++)
        code = take_profile(fitted, json_array_get(profiles, i), err);
    return code;
}

static enum error_code load(struct report_fitted *fitted, struct error *err)
{
    char *bytes;
    size_t size;
    json_error_t why;
    enum error_code code = file_read_whole(fitted->path, FILE_LIMIT, &bytes, &size, err);
    if (code)
        return code;
    fitted->json = json_loadb(bytes, size, 0, &why);
    free(bytes);
    if (!fitted->json && memory_lost())
        return error_memory(err);
    if (!fitted->json)
        return error_set(err, ERROR_INPUT, "%s:%d: is no JSON: %s", fitted->path, why.line,
                         why.text);
    return sha256_file(fitted->path, fitted->sha256, err);
}

enum error_code report_fitted_read(const char *path, struct report_fitted **fitted,
                                   struct error *err)
{
    struct report_fitted *new = calloc(1, sizeof *new);
    *fitted = NULL;
    if (!new)
        return error_memory(err);
    new->path = strdup(path);
    enum error_code code = new->path ? load(new, err) : error_memory(err);
    if (!code)
        code = take_fit(new, err);
    if (code)
        report_fitted_free(new);
    else
        *fitted = new;
    return code;
}

void report_fitted_free(struct report_fitted *fitted)
{
    if (!fitted)
        return;
    for (size_t i = 0; i < fitted->n; i++)
        free(fitted->names[i]);
    for (size_t i = 0; i < fitted->n_profiles; i++) {
        free(fitted->profiles[i].values);
        free(fitted->profiles[i].rises);
    }
    free(fitted->names);
    free(fitted->parameters);
    free(fitted->covariance);
    free(fitted->correlation);
    free((void *)fitted->runs);
    free((void *)fitted->run_names);
    free(fitted->profiles);
    free(fitted->path);
    json_decref(fitted->json);
    free(fitted);
}

size_t report_fitted_run(const struct report_fitted *fitted, const char *sha256)
{
    for (size_t i = 0; i < fitted->n_runs; i++)
        if (*fitted->runs[i] && strcmp(fitted->runs[i], sha256) == 0)
            return i;
    return REPORT_NOT_FITTED;
}

const char *report_fitted_label(const struct report_fitted *fitted,
                                const struct report_parameter *parameter, struct arena *arena)
{
    if (parameter->run == REPORT_SHARED)
        return parameter->label;
    const char *run = parameter->run < fitted->n_runs ? fitted->run_names[parameter->run] : NULL;
    return run ? arena_print(arena, "%s of %s", parameter->name, run) : parameter->label;
}

bool report_fitted_instrument(const struct report_parameter *parameter)
{
    for (size_t i = 0; i < sizeof no_values / sizeof *no_values; i++)
        if (strcmp(parameter->name, no_values[i]) == 0)
            return true;
    return false;
}

enum error_code report_fitted_apply(const struct report_fitted *fitted, size_t run, struct rig *rig,
                                    struct error *err)
{
    for (size_t i = 0; i < fitted->n; i++) {
        const struct report_parameter *p = &fitted->parameters[i];
        if (report_fitted_instrument(p) || (p->run != REPORT_SHARED && p->run != run))
            continue;
        if (!rig_value(rig, p->name))
            return error_set(err, ERROR_INPUT, "%s: is a fit of another rig: a %s has no %s",
                             fitted->path, rig->model->name, p->name);
        enum error_code code = rig_set_value(rig, p->name, p->value, err);
        if (code)
            return code;
    }
    return ERROR_OK;
}

void report_fitted_uncertain(const struct report_fitted *fitted, size_t run, const struct rig *rig,
                             struct predict_uncertain *out)
{
    const struct sim_model *model = sim_registry_of(rig->model);
    size_t of[SIM_MAX_DIRECTIONS];
    out->n = 0;
    for (size_t i = 0; fitted->covariance && i < fitted->n; i++) {
        const struct report_parameter *p = &fitted->parameters[i];
        const size_t index = sim_values_index(model, p->name);
        if ((p->run == REPORT_SHARED || p->run == run) && index != SIZE_MAX &&
            out->n + 1 < SIM_MAX_DIRECTIONS) {
            out->index[out->n] = index;
            of[out->n++] = i;
        }
    }
    for (size_t i = 0; i < out->n; i++)
        for (size_t j = 0; j < out->n; j++)
            out->covariance[i][j] = fitted->covariance[of[i] * fitted->n + of[j]];
}
