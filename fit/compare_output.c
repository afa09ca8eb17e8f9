/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/compare_output.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/json.h"
#include "lib/cli/table.h"

static bool fitted(const struct fit_compare_law *law) { return !law->failure.code; }

/* ---- a table */

static void print_cell(const struct table *table, const char *format, double value)
{
    if (isfinite(value))
        fprintf(table->file, format, value);
    fputc(',', table->file);
}

enum error_code fit_compare_print(const struct fit_compare *compare, struct error *err)
{
    const struct fit_compare_law *first = &compare->laws[0];
    struct table table;
    enum error_code code = table_begin(&table, stdout, false, err);
    if (code)
        return code;
    fputs("law,free,aicc_behind,bic_behind,left_out_behind,uncertainty,what\n", table.file);
    for (size_t i = 0; i < compare->n; i++) {
        const struct fit_compare_law *law = &compare->laws[i];
        const bool good = fitted(law), several = compare->n_judges > 0;
        fprintf(table.file, "%s,%zu,", law->is.name, law->n_free);
        print_cell(&table, "%.1f", good ? law->aicc - first->aicc : NAN);
        print_cell(&table, "%.1f", good ? law->bic - first->bic : NAN);
        print_cell(&table, "%.1f", good && several ? law->behind : NAN);
        print_cell(&table, "%.1f", good && several && i > 0 ? law->uncertainty : NAN);
        table_text(&table, !good                           ? law->failure.message
                           : i == compare->chosen          ? "chosen"
                           : !law->found.verdict.explained ? "does not explain the runs"
                                                           : "");
        fputc('\n', table.file);
    }
    return table_end(&table, NULL, NULL, err);
}

/* ---- in words */

void fit_compare_doubt(const struct fit_compare *compare, char *text, size_t size)
{
    const struct fit_compare_law *chosen = &compare->laws[compare->chosen];
    *text = '\0';
    if (compare->told)
        return;
    size_t used = (size_t)snprintf(text, size, "these runs cannot tell %s from", chosen->is.name);
    const char *between = " ";
    for (size_t i = 0; i < compare->n && used < size; i++) {
        const struct fit_compare_law *law = &compare->laws[i];
        if (!law->rival)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s", between, law->is.name);
        between = ", ";
    }
}

/* ---- JSON */

static json_t *values_json(const struct fit_compare_law *law)
{
    json_t *values = json_array();
    for (size_t i = 0; i < law->problem.n; i++) {
        const struct fit_parameter *parameter = &law->problem.parameters[i];
        if (!parameter->asked)
            continue;
        json_t *value = json_pack("{s:s, s:o, s:o, s:s}", "name", parameter->name, "value",
                                  json_number(law->found.p[i]), "uncertainty",
                                  json_number(law->found.verdict.covariance.uncertainty[i]), "unit",
                                  parameter->unit);
        json_array_append_new(values, value);
    }
    return values;
}

static json_t *law_json(const struct fit_compare *compare, const struct fit_compare_law *law)
{
    json_t *json = json_pack("{s:s, s:s}", "law", law->is.name, "why",
                             law->failure.code ? law->failure.message : "");
    if (!fitted(law))
        return json;
    json_object_set_new(json, "free", json_integer((json_int_t)law->n_free));
    json_object_set_new(json, "misfit", json_number(law->misfit));
    json_object_set_new(json, "aicc", json_number(law->aicc));
    json_object_set_new(json, "bic", json_number(law->bic));
    json_object_set_new(json, "explained", json_boolean(law->found.verdict.explained));
    json_object_set_new(json, "results", values_json(law));
    if (!compare->n_judges)
        return json;
    json_t *runs = json_array();
    for (size_t run = 0; run < compare->n_runs; run++)
        json_array_append_new(runs, json_number(fit_compare_run(compare, law, run)));
    json_object_set_new(json, "left_out", json_number(law->left_out));
    json_object_set_new(json, "behind", json_number(law->behind));
    json_object_set_new(json, "behind_uncertainty", json_number(law->uncertainty));
    json_object_set_new(json, "left_out_runs", runs);
    return json;
}

json_t *fit_compare_json(const struct fit_compare *compare)
{
    json_t *laws = json_array();
    for (size_t i = 0; i < compare->n; i++)
        json_array_append_new(laws, law_json(compare, &compare->laws[i]));
    return json_pack("{s:s, s:b, s:o, s:o}", "chosen", compare->laws[compare->chosen].is.name,
                     "told", (int)compare->told, "samples", json_number(compare->samples), "laws",
                     laws);
}
