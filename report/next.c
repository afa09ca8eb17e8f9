/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/next.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/json.h"

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "?";
}

static double number_of(const json_t *list, size_t i)
{
    return json_number_or(json_array_get(list, i), NAN);
}

/* least and most over what is possible; one number where they are the same */
static void range_cell(const json_t *pair, double factor, const char *format,
                       struct report_document *doc, struct report_table *table)
{
    char text[2][32] = {"", ""};
    for (size_t k = 0; k < 2; k++)
        if (isfinite(number_of(pair, k)))
            snprintf(text[k], sizeof text[k], format, factor * number_of(pair, k));
    if (!*text[0] || !*text[1])
        report_table_cell(doc, table, "–");
    else if (strcmp(text[0], text[1]) == 0)
        report_table_cell(doc, table, "%s", text[0]);
    else
        report_table_cell(doc, table, "%s to %s", text[0], text[1]);
}

/* "theta1 = 28.9 deg, belt_speed = -0.5 m/s" of --set 'theta1=28.9 deg' --set ... */
static void settings_of(const char *line, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (const char *open = strchr(line, '\''); open && used < size;) {
        const char *end = strchr(open + 1, '\'');
        const size_t length = end ? (size_t)(end - open - 1) : strlen(open + 1);
        const int more = snprintf(text + used, size - used, "%s%.*s", used ? ", " : "", (int)length,
                                  open + 1);
        used += more > 0 ? (size_t)more : 0;
        open = end ? strchr(end + 1, '\'') : NULL;
    }
}

static void add_run(const json_t *run, size_t number, const json_t *goals,
                    struct report_document *doc, struct report_table *table, size_t columns)
{
    char settings[256];
    const json_t *peak = json_object_get(run, "peak"), *after = json_object_get(run, "after");
    settings_of(text_of(run, "set"), settings, sizeof settings);
    report_table_cell(doc, table, "%zu", number);
    report_table_cell(doc, table, "%s", settings);
    range_cell(json_object_get(run, "impacts"), 1, "%.0f", doc, table);
    range_cell(json_object_get(run, "first_impact"), 1e3, "%.1f", doc, table);
    report_table_cell(doc, table, "%.2g / %.2g", number_of(peak, 0), number_of(peak, 1));
    for (size_t i = 0; i < columns; i++)
        report_table_cell(
            doc, table, "%.2g",
            json_number_or(json_object_get(after, text_of(json_array_get(goals, i), "name")), NAN));
}

static const char *goal_head(const json_t *goal, struct report_document *doc)
{
    const char *unit = text_of(goal, "unit");
    const bool pure = strcmp(unit, "1") == 0;
    return arena_print(&doc->arena, ">u(%s)%s%s", text_of(goal, "name"), pure ? "" : " ",
                       pure ? "" : unit);
}

void report_next(const json_t *plan, struct report_document *document)
{
    enum { FIXED = 5 };
    const char *heads[REPORT_COLUMNS_MAX] = {"", "set", ">impacts", ">first impact (ms)",
                                             ">peak t / n m/s"};
    const json_t *inside = json_object_get(plan, "plan"), *run;
    const json_t *goals = json_object_get(inside, "goal"), *runs = json_object_get(inside, "runs");
    size_t columns = json_array_size(goals), i;
    if (!plan)
        return;
    columns = columns < REPORT_COLUMNS_MAX - FIXED ? columns : REPORT_COLUMNS_MAX - FIXED;
    for (i = 0; i < columns; i++)
        heads[FIXED + i] = goal_head(json_array_get(goals, i), document);
    if (document->arena.failed)
        return;
    report_document_text(document, REPORT_HEADING, "What to record next");
    struct report_table *table = report_document_table(document, heads, FIXED + columns);
    for (i = 0; i < json_array_size(runs); i++)
        add_run(json_array_get(runs, i), i + 1, goals, document, table, columns);
    report_document_text(document, REPORT_REMARK,
                         "By skitter-plan %s, for runs of %.4g s: what to set, what to expect in "
                         "all that is possible by now, and the standard uncertainty of each goal "
                         "after the run and those above it.",
                         text_of(plan, "skitter"),
                         json_number_or(json_object_get(inside, "duration"), NAN));
    json_array_foreach(runs, i, run)
    {
        report_document_text(document, REPORT_REMARK, "skitter daq record %s %s --output run-%zu",
                             text_of(plan, "rig"), text_of(run, "set"), i + 1);
    }
}
