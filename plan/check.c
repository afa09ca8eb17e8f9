/* SPDX-License-Identifier: GPL-3.0-or-later */
/* what a plan has promised, beside what the fit of its runs found */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/json.h"
#include "lib/base/number.h"
#include "lib/cli/table.h"
#include "lib/rig/planned.h"
#include "lib/rig/result.h"
#include "plan/job.h"

static const struct result *found_in(const struct result_file *fit, const char *name)
{
    for (size_t i = 0; i < fit->n_results; i++)
        if (strcmp(fit->results[i].name, name) == 0)
            return &fit->results[i];
    return NULL;
}

static enum error_code print_row(const json_t *goal, const struct result_file *fit,
                                 const struct table *table, struct error *err)
{
    const char *name = json_string_value(json_object_get(goal, "name"));
    const char *unit = json_string_value(json_object_get(goal, "unit"));
    const double promised = json_number_or(json_object_get(goal, "promised"), NAN);
    const struct result *result = found_in(fit, name);
    double row[4] = {NAN, promised, NAN, NAN};
    enum error_code code = ERROR_OK;
    if (result)
        code = result_in(result, unit, &row[0], &row[2], err);
    row[3] = row[2] / promised;
    if (code)
        return code;
    table_text(table, name);
    number_columns(row, 4, table->file);
    fputc(',', table->file);
    table_text(table, unit);
    fputc('\n', table->file);
    return ERROR_OK;
}

enum error_code plan_check(const struct plan_settings *settings, const char *fit, struct error *err)
{
    struct result_file file = {0};
    struct table table = {0};
    json_t *plan = NULL;
    enum error_code code = planned_read(settings->check, &plan, err);
    if (code)
        return code;
    code = result_read(fit, &file, err);
    if (!code)
        code = table_begin(&table, stdout, settings->json, err);
    if (!code) {
        const json_t *goals = json_object_get(json_object_get(plan, "plan"), "goal");
        fputs("name,value,promised,found,found_over_promised,unit\n", table.file);
        for (size_t i = 0; !code && i < json_array_size(goals); i++)
            code = print_row(json_array_get(goals, i), &file, &table, err);
        const enum error_code shown = table_end(&table, NULL, NULL, code ? NULL : err);
        code = code ? code : shown;
    }
    result_free(&file);
    json_decref(plan);
    return code;
}
