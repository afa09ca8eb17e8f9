#include "config.h"

#include "report/fitted.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/file.h"
#include "common/result.h"
#include "common/sha256.h"

/* what a fit has for each run beside the mechanism's values */
static const char *const no_values[] = {"time_offset", "tip_t_offset", "tip_n_offset"};

static enum error_code bad(struct error *err, const char *path, const char *what)
{
    return error_set(err, ERROR_INPUT, "%s: %s; is it a fit of this version's skitter-fit?", path,
                     what);
}

/* "theta1[2]" is theta1 of the fit's second run */
static enum error_code take_parameter(struct report_fitted *fitted, const struct result *result,
                                      struct error *err)
{
    struct report_parameter *p = &fitted->parameters[fitted->n];
    const char *bracket = strchr(result->name, '[');
    char *name = bracket ? strndup(result->name, (size_t)(bracket - result->name))
                         : strdup(result->name);
    if (!name)
        return error_memory(err);
    fitted->names[fitted->n++] = name;
    *p = (struct report_parameter){.name = name, .label = result->name, .unit = result->unit,
                                   .value = result->value, .uncertainty = result->uncertainty,
                                   .run = REPORT_SHARED};
    if (bracket) {
        const long run = strtol(bracket + 1, NULL, 10);
        if (run < 1)
            return bad(err, fitted->path, "a name has no number of its run");
        p->run = (size_t)run - 1;
    }
    return ERROR_OK;
}

static enum error_code take_results(struct report_fitted *fitted, const struct result_file *file,
                                    struct error *err)
{
    fitted->parameters = calloc(file->n_results + 1, sizeof *fitted->parameters);
    fitted->names = calloc(file->n_results + 1, sizeof *fitted->names);
    if (!fitted->parameters || !fitted->names)
        return error_memory(err);
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < file->n_results; i++)
        code = take_parameter(fitted, &file->results[i], err);
    fitted->json = json_incref(file->json);
    fitted->program = file->program;
    fitted->version = file->version;
    fitted->created = file->created;
    return code;
}

static enum error_code take_numbers(const char *path, const json_t *list, double *values,
                                    size_t n, struct error *err)
{
    if (json_array_size(list) != n)
        return bad(err, path, "a list of numbers has the wrong length");
    for (size_t i = 0; i < n; i++) {
        const json_t *item = json_array_get(list, i);
        values[i] = json_is_number(item) ? json_number_value(item) : NAN;
    }
    return ERROR_OK;
}

static enum error_code take_covariance(struct report_fitted *fitted, struct error *err)
{
    const json_t *rows = json_object_get(fitted->json, "covariance");
    const size_t n = fitted->n;
    if (!json_is_array(rows))
        return ERROR_OK;
    fitted->covariance = malloc((n * n + 1) * sizeof(double));
    if (!fitted->covariance)
        return error_memory(err);
    if (json_array_size(rows) != n)
        return bad(err, fitted->path, "the covariance is not of the size of the results");
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < n; i++)
        code = take_numbers(fitted->path, json_array_get(rows, i), fitted->covariance + i * n, n,
                            err);
    return code;
}

/* texts of a list, or of one key of its objects */
static enum error_code take_texts(const json_t *list, const char *key, const char ***texts,
                                  size_t *n, struct error *err)
{
    *texts = calloc(json_array_size(list) + 1, sizeof **texts);
    if (!*texts)
        return error_memory(err);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        const char *text = json_string_value(
            json_is_object(item) ? json_object_get(item, key) : item);
        (*texts)[(*n)++] = text ? text : "";
    }
    return ERROR_OK;
}

static enum error_code take_profiles(struct report_fitted *fitted, struct error *err)
{
    const json_t *list = json_object_get(fitted->json, "profiles");
    fitted->profiles = calloc(json_array_size(list) + 1, sizeof *fitted->profiles);
    if (!fitted->profiles)
        return error_memory(err);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *item = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(item, "name"));
        struct report_profile *p = &fitted->profiles[fitted->n_profiles];
        const json_t *values = json_object_get(item, "values");
        const size_t n = json_array_size(values);
        for (p->parameter = 0; name && p->parameter < fitted->n; p->parameter++)
            if (strcmp(fitted->parameters[p->parameter].label, name) == 0)
                break;
        if (!name || p->parameter == fitted->n)
            continue;
        fitted->n_profiles++;
        p->n = n;
        p->values = calloc(n + 1, sizeof(double));
        p->costs = calloc(n + 1, sizeof(double));
        if (!p->values || !p->costs)
            return error_memory(err);
        enum error_code code = take_numbers(fitted->path, values, p->values, n, err);
        if (!code)
            code = take_numbers(fitted->path, json_object_get(item, "costs"), p->costs, n, err);
        if (code)
            return code;
    }
    return ERROR_OK;
}

static enum error_code take_rest(struct report_fitted *fitted, struct error *err)
{
    const json_t *json = fitted->json;
    fitted->model = json_string_value(json_object_get(json, "model"));
    fitted->status = json_string_value(json_object_get(json, "status"));
    fitted->why = json_string_value(json_object_get(json, "why"));
    enum error_code code = take_covariance(fitted, err);
    if (!code)
        code = take_texts(json_object_get(json, "runs"), "sha256", &fitted->runs,
                          &fitted->n_runs, err);
    if (!code)
        code = take_texts(json_object_get(json, "from_run"), "name", &fitted->from_run,
                          &fitted->n_from_run, err);
    return code ? code : take_profiles(fitted, err);
}

enum error_code report_fitted_read(const char *path, struct report_fitted **fitted,
                                   struct error *err)
{
    struct result_file file = {0};
    struct report_fitted *new = calloc(1, sizeof *new);
    *fitted = NULL;
    if (!new)
        return error_memory(err);
    new->path = strdup(path);
    enum error_code code = new->path ? ERROR_OK : error_memory(err);
    if (!code)
        code = result_read(path, &file, err);
    if (!code) {
        code = take_results(new, &file, err);
        result_free(&file);
    }
    if (!code)
        code = take_rest(new, err);
    if (!code)
        code = sha256_file(path, new->sha256, err);
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
        free(fitted->profiles[i].costs);
    }
    free(fitted->names);
    free(fitted->parameters);
    free(fitted->covariance);
    free((void *)fitted->runs);
    free((void *)fitted->from_run);
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

static bool is_value(const char *name)
{
    for (size_t i = 0; i < sizeof no_values / sizeof *no_values; i++)
        if (strcmp(name, no_values[i]) == 0)
            return false;
    return true;
}

enum error_code report_fitted_apply(const struct report_fitted *fitted, size_t run,
                                    struct rig *rig, struct error *err)
{
    if (fitted->model && strcmp(fitted->model, rig->model->name) != 0)
        return error_set(err, ERROR_INPUT,
                         "%s: is a fit of a %s, and %s is a %s; give the fit of this rig",
                         fitted->path, fitted->model, rig->path, rig->model->name);
    for (size_t i = 0; i < fitted->n; i++) {
        const struct report_parameter *p = &fitted->parameters[i];
        if (!is_value(p->name) || (p->run != REPORT_SHARED && p->run != run))
            continue;
        if (!rig_value(rig, p->name))
            return error_set(err, ERROR_INPUT,
                             "%s: is a fit of another rig: a %s has no %s", fitted->path,
                             rig->model->name, p->name);
        enum error_code code = rig_set_value(rig, p->name, p->value, err);
        if (code)
            return code;
    }
    return ERROR_OK;
}
