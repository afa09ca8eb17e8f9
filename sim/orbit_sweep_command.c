/* skitter-orbit sweep: where the motion settles along a parameter; shards, ranks
 * and threads give the same bytes, and an interrupted sweep can go on */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/journal.h"
#include "common/progress.h"
#include "common/share.h"
#include "common/text.h"
#include "sim/orbit_job.h"
#include "sim/orbit_sweep.h"
#include "sim/orbit_table.h"

enum start_choice { START_EACH, START_UP, START_DOWN, START_BOTH };
static const char *const start_words[] = {"each", "up", "down", "both", NULL};

/* a chain of the sweep: rows that are computed one after the other */
struct unit {
    enum orbit_sweep_start start;
    size_t first, count;
    char *text; /* the rows, when they are there */
};

struct work {
    struct orbit_job *job;
    struct orbit_sweep sweep;
    struct unit *units; /* in the order of the output; the shard's alone */
    size_t n;
    struct journal *journal;
    struct progress progress;
    size_t done;
    enum error_code code; /* first failure of any thread */
    struct error error;
};

/* "2/4" */
static enum error_code take_shard(const char *text, size_t *shard, size_t *shards,
                                  struct error *err)
{
    unsigned part, whole;
    char rest;
    *shard = 0;
    *shards = 1;
    if (!text)
        return ERROR_OK;
    if (sscanf(text, "%u/%u%c", &part, &whole, &rest) != 2 || part < 1 || part > whole)
        return error_set(err, ERROR_USAGE, "--shard '%s' is not of the form 2/4", text);
    *shard = part - 1;
    *shards = whole;
    return ERROR_OK;
}

static enum error_code make_units(struct work *work, struct error *err)
{
    const struct orbit_settings *settings = work->job->settings;
    const size_t points = work->sweep.points;
    size_t shard, shards, all = 0;
    enum error_code code = take_shard(settings->shard, &shard, &shards, err);
    if (code)
        return code;
    work->units = calloc(points + 2, sizeof *work->units);
    if (!work->units)
        return error_memory(err);
    if (settings->start == START_EACH) {
        for (size_t i = 0; i < points; i++)
            if (all++ % shards == shard)
                work->units[work->n++] = (struct unit){ORBIT_SWEEP_EACH, i, 1, NULL};
    } else {
        for (int s = START_UP; s <= START_DOWN; s++)
            if ((settings->start == START_BOTH || settings->start == s) &&
                all++ % shards == shard)
                work->units[work->n++] =
                    (struct unit){(enum orbit_sweep_start)s, 0, points, NULL};
    }
    return ERROR_OK;
}

/* ---- rows as text */

static enum error_code print_rows(struct work *work, struct unit *unit,
                                  const struct orbit_point *rows, struct error *err)
{
    size_t size;
    FILE *out = text_open(&unit->text, &size);
    if (!out)
        return error_memory(err);
    for (size_t i = unit->first; i < unit->first + unit->count; i++)
        orbit_table_row(work->job->system, orbit_sweep_word(unit->start), (int)i + 1, &rows[i],
                        out);
    return text_end(out, &unit->text, err);
}

static void step_done(void *context)
{
    struct work *work = context;
#pragma omp critical(sweep)
    progress_update(&work->progress, (double)++work->done);
}

static enum error_code compute(struct work *work, struct unit *unit, struct orbit_point *rows,
                               struct error *err)
{
    enum error_code code = orbit_sweep_chain(&work->sweep, unit->start, unit->first,
                                             unit->count, rows, step_done, work, err);
    return code ? code : print_rows(work, unit, rows, err);
}

static void run_unit(struct work *work, struct unit *unit)
{
    struct error err;
    enum error_code code = ERROR_OK;
    struct orbit_point *rows = calloc(work->sweep.points, sizeof *rows);
    if (!rows)
        code = error_memory(&err);
    if (!code)
        code = compute(work, unit, rows, &err);
    free(rows);
#pragma omp critical(sweep)
    {
        if (!code)
            code = journal_add(work->journal, unit->text, &err);
        if (code && !work->code) {
            work->code = code;
            work->error = err;
        }
    }
}

/* ---- what an interrupted sweep has left */

static void take_line(struct work *work, size_t *found, const char *line)
{
    for (size_t u = 0; u < work->n; u++) {
        struct unit *unit = &work->units[u];
        const char *word = orbit_sweep_word(unit->start);
        const size_t length = strlen(word);
        unsigned number;
        if (strncmp(line, word, length) != 0 || sscanf(line + length, ",%u,", &number) != 1 ||
            number != unit->first + found[u] + 1 || found[u] == unit->count)
            continue;
        const size_t used = unit->text ? strlen(unit->text) : 0, more = strlen(line);
        char *text = realloc(unit->text, used + more + 2);
        if (!text)
            return; /* it is computed again */
        memcpy(text + used, line, more);
        text[used + more] = '\n';
        text[used + more + 1] = '\0';
        unit->text = text;
        found[u]++;
    }
}

static enum error_code take_lines(struct work *work, struct error *err)
{
    char *const *lines;
    const size_t n = journal_lines(work->journal, &lines);
    size_t *found = calloc(work->n + 1, sizeof *found);
    if (!found)
        return error_memory(err);
    for (size_t i = 0; i < n; i++)
        take_line(work, found, lines[i]);
    for (size_t u = 0; u < work->n; u++) {
        if (found[u] == work->units[u].count) {
            work->done += found[u];
        } else {
            free(work->units[u].text);
            work->units[u].text = NULL;
        }
    }
    free(found);
    return ERROR_OK;
}

/* what makes this sweep another one than the rest */
static enum error_code make_key(const struct work *work, char **key, struct error *err)
{
    const struct orbit_settings *s = work->job->settings;
    json_t *rig = rig_to_json(work->job->rig);
    char *text = rig ? json_dumps(rig, JSON_COMPACT | JSON_SORT_KEYS) : NULL;
    json_decref(rig);
    size_t size;
    FILE *out = text ? text_open(key, &size) : NULL;
    if (!out) {
        free(text);
        return error_memory(err);
    }
    fprintf(out, "%s sweep %s %.17g %.17g %ld %.17g %.17g %s %s %d of %d %s", PACKAGE_VERSION,
            s->parameter, work->sweep.low, work->sweep.high, s->points, s->settle, s->rtol,
            start_words[s->start], s->shard ? s->shard : "1/1", share_rank(), share_size(),
            text);
    free(text);
    return text_end(out, key, err);
}

static enum error_code open_journal(struct work *work, struct error *err)
{
    const struct orbit_settings *s = work->job->settings;
    char *key, path[4096];
    enum error_code code = make_key(work, &key, err);
    if (code)
        return code;
    /* every rank has its own */
    if (share_size() > 1)
        snprintf(path, sizeof path, "%s.%d", s->output ? s->output : "", share_rank());
    else
        snprintf(path, sizeof path, "%s", s->output ? s->output : "");
    code = journal_open(s->output ? path : NULL, key, s->resume, s->force, &work->journal, err);
    free(key);
    return code ? code : take_lines(work, err);
}

/* ---- the whole */

static enum error_code write_rows(struct work *work, struct error *err)
{
    struct orbit_job *job = work->job;
    enum error_code code = share_rank() == 0 ? orbit_job_output(job, err) : ERROR_OK;
    if (code)
        return code;
    if (share_rank() == 0)
        orbit_table_header(job->system, job->out);
    for (size_t u = 0; u < work->n && !code; u++) {
        code = share_bring((int)(u % (size_t)share_size()), &work->units[u].text, err);
        if (!code && share_rank() == 0)
            fputs(work->units[u].text, job->out);
    }
    if (!code && share_rank() == 0 && ferror(job->out))
        return error_set(err, ERROR_IO, "the sweep cannot be written; is the disk full?");
    return code || share_rank() != 0 ? code : orbit_job_keep(job, err);
}

static enum error_code sweep(struct work *work, struct error *err)
{
    enum error_code code = make_units(work, err);
    if (!code)
        code = orbit_job_vacant(work->job, err);
    if (!code)
        code = open_journal(work, err);
    if (code)
        return code;
    size_t total = 0;
    for (size_t u = 0; u < work->n; u++)
        total += work->units[u].count;
    progress_start(&work->progress, "sweeping", "points", (double)total,
                   work->job->settings->quiet || share_rank() != 0);
#pragma omp parallel for schedule(dynamic)
    for (size_t u = 0; u < work->n; u++)
        if (u % (size_t)share_size() == (size_t)share_rank() && !work->units[u].text)
            run_unit(work, &work->units[u]);
    progress_end(&work->progress);
    if (work->code) {
        *err = work->error;
        return work->code;
    }
    return write_rows(work, err);
}

static enum error_code run(const void *settings, const struct option_list *arguments,
                           struct error *err)
{
    struct orbit_job job;
    enum error_code code = orbit_job_open(settings, arguments->items[0], true, &job, err);
    if (code)
        return code;
    struct work work = {.job = &job,
                        .sweep = {.rig = job.rig, .parameter = job.settings->parameter,
                                  .low = fmin(job.from, job.to), .high = fmax(job.from, job.to),
                                  .points = (size_t)job.settings->points,
                                  .settle = job.settings->settle, .rtol = job.settings->rtol}};
    code = sweep(&work, err);
    for (size_t u = 0; u < work.n; u++)
        free(work.units[u].text);
    free(work.units);
    journal_close(work.journal, !code);
    orbit_job_close(&job);
    return code;
}

static const struct option_row options[] = {
    ORBIT_OPTION_SET,
    ORBIT_OPTION_PARAMETER("the parameter to sweep"),
    ORBIT_OPTION_RANGE,
    OPTION_COUNT("points", 'n', "N", struct orbit_settings, points, 2,
                 "values of the parameter (default 61)"),
    OPTION_CHOICE("start", 0, "WORD", struct orbit_settings, start, start_words,
                  "each from the rig's start (default), or up, down or both from where the "
                  "value before has settled"),
    ORBIT_OPTION_SETTLE,
    ORBIT_OPTION_RTOL,
    OPTION_TEXT("shard", 0, "I/N", struct orbit_settings, shard,
                "do only the I-th of N parts; 'skitter sweep merge' puts them together"),
    OPTION_FLAG("resume", 0, struct orbit_settings, resume,
                "go on with a sweep that was interrupted"),
    ORBIT_OPTION_OUTPUT,
    OPTION_QUIET(struct orbit_settings),
    OPTION_FORCE(struct orbit_settings),
};

static const char *const synopsis[] = {"-p NAME --from VALUE --to VALUE [OPTION]... RIG", NULL};
static const struct option_argument arguments_doc[] = {
    {"RIG", "the rig file, see skitter-rig(5)"}, {NULL, NULL}};

const struct program orbit_sweep_command = {
    .name = "skitter-orbit sweep",
    .summary = "find where the motion settles at many values of a parameter",
    .synopsis = synopsis,
    .arguments = arguments_doc,
    .min_arguments = 1,
    .max_arguments = 1,
    OPTION_ROWS(options),
    .defaults = &orbit_defaults,
    .settings_size = sizeof(struct orbit_settings),
    .run = run,
};
