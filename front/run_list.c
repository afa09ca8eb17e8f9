/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter run list: the runs of a directory as a table */
#include "config.h"

#include <dirent.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/cli/remark.h"
#include "lib/cli/table.h"
#include "lib/measure/flag.h"
#include "lib/run/run.h"
#include "front/runs.h"

struct settings {
    bool json;
};

/* ---- what a run holds */

struct extent {
    int32_t low, high;
    int64_t clipped;
};

struct survey {
    const struct run_info *info;
    struct extent *channels;
    bool begun;
};

static void take_block(void *context, int64_t first, int64_t count, const int32_t *samples)
{
    (void)first;
    struct survey *survey = context;
    for (int64_t i = 0; i < count; i++)
        for (size_t c = 0; c < survey->info->n_channels; c++, samples++) {
            struct extent *extent = &survey->channels[c];
            if (!survey->begun || *samples < extent->low)
                extent->low = *samples;
            if (!survey->begun || *samples > extent->high)
                extent->high = *samples;
            extent->clipped += measure_flag_clipped(&survey->info->channels[c],
                                                    *samples + survey->info->count_offset);
            survey->begun |= c + 1 == survey->info->n_channels;
        }
}

static void print_cell(const struct table *table, const char *text)
{
    fputc(',', table->file);
    table_text(table, text);
}

/* "theta1=32 deg, ": in the unit that people read */
static void print_value(char *text, size_t size, const char *key, double value, const char *si)
{
    double factor;
    const char *unit = table_reader_unit(si, &factor);
    snprintf(text, size, "%s=%.6g%s%s, ", key, factor * value, *unit ? " " : "", unit);
}

/* "friction=0.7, theta1=32 deg": what --set said when it was recorded */
static void print_set(const struct table *table, const json_t *rig)
{
    static const char *const parts[] = {"parameters", "start"};
    char text[256] = "";
    const char *key;
    json_t *value;
    for (size_t p = 0; p < 2; p++)
        json_object_foreach(json_object_get(rig, parts[p]), key, value)
        {
            const char *source = json_string_value(json_object_get(value, "source"));
            const char *unit = json_string_value(json_object_get(value, "unit"));
            const size_t used = strlen(text);
            if (source && strcmp(source, "set") == 0)
                print_value(text + used, sizeof text - used, key,
                            json_number_value(json_object_get(value, "value")), unit);
        }
    if (strlen(text) >= 2)
        text[strlen(text) - 2] = '\0'; /* without the last comma */
    print_cell(table, text);
}

/* "rail -0.21..0; tip_t -0.25..0.3 m/s": a unit stands for the channels before it too */
static void print_extents(const struct table *table, const struct survey *survey)
{
    char text[512] = "";
    for (size_t c = 0; survey->begun && c < survey->info->n_channels; c++) {
        const struct run_channel *channel = &survey->info->channels[c];
        const double offset = (double)survey->info->count_offset;
        const double a = run_convert(channel, survey->channels[c].low + offset);
        const double b = run_convert(channel, survey->channels[c].high + offset);
        const bool same = c + 1 < survey->info->n_channels &&
                          strcmp(channel[1].unit, channel->unit) == 0;
        const size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s %.3g..%.3g%s%s", used ? "; " : "",
                 channel->role, fmin(a, b), fmax(a, b), same ? "" : " ", same ? "" : channel->unit);
    }
    print_cell(table, text);
}

static void print_row(const struct table *table, const char *name, const struct run *run,
                      const struct survey *survey)
{
    int64_t clipped = 0;
    for (size_t c = 0; c < run->info.n_channels; c++)
        clipped += survey->channels[c].clipped;
    const char *path = json_string_value(json_object_get(run->info.rig, "path"));
    const char *base = path && strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
    char when[20] = "";
    if (run->info.start)
        snprintf(when, sizeof when, "%.10s %.8s", run->info.start, run->info.start + 11);
    table_text(table, name);
    print_cell(table, when);
    fprintf(table->file, ",%.9g", run_period(&run->info) * (double)run->frames);
    fprintf(table->file, ",%lld,%zu", (long long)clipped, run->n_gaps);
    print_cell(table, run->state == RUN_COMPLETE ? "" : run_state_text(run->state));
    print_cell(table, base);
    print_set(table, run->info.rig);
    print_extents(table, survey);
    print_cell(table, run->info.note);
    fputc('\n', table->file);
}

static enum error_code list_run(const struct table *table, const char *path, const char *name,
                                struct error *err)
{
    struct run *run;
    enum error_code code = run_open(path, &run, err);
    if (code)
        return code;
    struct survey survey = {.info = &run->info};
    survey.channels = calloc(run->info.n_channels, sizeof *survey.channels);
    code = survey.channels ? run_read_blocks(run, 0, run->frames, take_block, &survey, err)
                           : error_memory(err);
    if (!code)
        print_row(table, name, run, &survey);
    free(survey.channels);
    run_close(run);
    return code;
}

/* ---- the runs of a directory */

static bool is_run(const char *path)
{
    char json[PATH_MAX + 16];
    snprintf(json, sizeof json, "%s/run.json", path);
    return access(json, F_OK) == 0;
}

static int no_dots(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* a run itself is a list of one */
static enum error_code list_directory(const struct table *table, const char *dir, size_t *found,
                                      struct error *err)
{
    struct dirent **entries;
    enum error_code worst = ERROR_OK;
    if (is_run(dir)) {
        ++*found;
        return list_run(table, dir, dir, err);
    }
    const int n = scandir(dir, &entries, no_dots, versionsort);
    if (n < 0)
        return error_set(err, ERROR_INPUT, "%s: is no directory that can be read", dir);
    for (int i = 0; i < n; i++) {
        char path[PATH_MAX];
        struct error one;
        snprintf(path, sizeof path, "%s/%s", dir, entries[i]->d_name);
        if (is_run(path)) {
            ++*found;
            const enum error_code code = list_run(table, path, entries[i]->d_name, &one);
            if (code)
                remark(true, "skitter run list", "%s", one.message);
            worst = worst ? worst : code;
        }
        free(entries[i]);
    }
    free(entries);
    return worst ? error_set(err, worst, "%s: some of its runs cannot be read", dir) : ERROR_OK;
}

static const char *unit_of(const void *context, const char *column)
{
    (void)context;
    return strcmp(column, "duration") == 0 ? "s" : NULL;
}

static enum error_code list(const void *given, const struct option_list *arguments,
                            struct error *err)
{
    const struct settings *settings = given;
    struct table table;
    size_t found = 0;
    enum error_code code = table_begin(&table, stdout, settings->json, err);
    if (code)
        return code;
    fputs("name,when,duration,clipped,gaps,state,rig,set,channels,note\n", table.file);
    for (size_t i = 0; !code && i < arguments->n; i++)
        code = list_directory(&table, arguments->items[i], &found, err);
    struct error late;
    const enum error_code shown = table_end(&table, unit_of, NULL, &late);
    if (!code && shown)
        *err = late;
    if (!code && !shown && found == 0)
        return error_set(err, ERROR_INPUT, "%s: holds no run", arguments->items[0]);
    return code ? code : shown;
}

static const struct option_row options[] = {OPTION_JSON(struct settings)};
static const char *const synopsis[] = {"[--json] DIR...", NULL};
static const struct option_argument list_arguments[] = {{"DIR", "directory with runs in it"}, {0}};

const struct program front_run_list = {
    .name = "skitter run list",
    .summary = "show the runs of a directory as a table",
    .synopsis = synopsis,
    .arguments = list_arguments,
    .min_arguments = 1,
    .max_arguments = SIZE_MAX,
    OPTION_ROWS(options),
    .settings_size = sizeof(struct settings),
    .run = list,
};
