/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-orbit sweep: where the motion settles along a parameter; shards, ranks
 * and threads give the same bytes, and an interrupted sweep can go on */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/journal.h"
#include "lib/cli/progress.h"
#include "lib/cli/remark.h"
#include "lib/cli/shard.h"
#include "lib/cli/share.h"
#include "lib/base/text.h"
#include "lib/base/version.h"
#include "orbit/job.h"
#include "orbit/sweep.h"
#include "orbit/table.h"

/* a chain of the sweep: rows that are computed one after the other */
struct unit {
    struct orbit_chain chain;
    size_t place; /* among the chains of the whole sweep */
    char *text;   /* the rows, when they are there */
};

struct work {
    struct orbit_job *job;
    struct orbit_sweep sweep;
    struct shard shard;
    struct unit *units; /* in the order of the output; the shard's alone */
    size_t n;
    struct journal *journal;
    struct progress progress;
    size_t done;
    enum error_code code; /* first failure of any thread */
    struct error error;
};

static void add_unit(struct work *work, size_t place, struct unit unit)
{
    if (!shard_has(&work->shard, place))
        return;
    unit.place = place;
    work->units[work->n++] = unit;
}

static enum error_code make_units(struct work *work, struct error *err)
{
    const struct orbit_settings *settings = work->job->settings;
    const size_t points = work->sweep.points;
    size_t place = 0;
    enum error_code code = shard_read(settings->shard, &work->shard, err);
    if (code)
        return code;
    work->units = calloc(points + 2, sizeof *work->units);
    if (!work->units)
        return error_memory(err);
    for (size_t i = 0; settings->start == ORBIT_START_EACH && i < points; i++)
        add_unit(work, place++, (struct unit){.chain = {ORBIT_SWEEP_EACH, .first = i, .count = 1}});
    for (int s = ORBIT_START_UP; s <= ORBIT_START_DOWN; s++)
        if (settings->start == ORBIT_START_BOTH || settings->start == s)
            add_unit(work, place++,
                     (struct unit){.chain = {(enum orbit_sweep_start)s, .count = points}});
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
    for (size_t i = unit->chain.first; i < unit->chain.first + unit->chain.count; i++)
        orbit_table_row(work->job->system, orbit_sweep_word(unit->chain.start), (int)i + 1,
                        &rows[i], out);
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
    enum error_code code = orbit_sweep_chain(&work->sweep, &unit->chain, rows, step_done, work,
                                             err);
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
        const char *word = orbit_sweep_word(unit->chain.start);
        const size_t length = strlen(word);
        unsigned number;
        if (strncmp(line, word, length) != 0 || sscanf(line + length, ",%u,", &number) != 1 ||
            number != unit->chain.first + found[u] + 1 || found[u] == unit->chain.count)
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
        if (found[u] == work->units[u].chain.count) {
            work->done += found[u];
        } else {
            free(work->units[u].text);
            work->units[u].text = NULL;
        }
    }
    free(found);
    return ERROR_OK;
}

/* a text that only this sweep has; with `part`, only this shard of it */
static enum error_code make_key(const struct work *work, bool part, char **key, struct error *err)
{
    const struct orbit_settings *s = work->job->settings;
    char *text = rig_to_text(work->job->rig);
    size_t size;
    FILE *out = text ? text_open(key, &size) : NULL;
    if (!out) {
        free(text);
        return error_memory(err);
    }
    fprintf(out, "%s sweep %s %.17g %.17g %ld %.17g %.17g %s %s", skitter_version, s->parameter,
            work->sweep.low, work->sweep.high, s->points, s->settle, s->rtol,
            orbit_start_words[s->start], text);
    if (part)
        fprintf(out, " %s", s->shard ? s->shard : "1/1");
    free(text);
    return text_end(out, key, err);
}

static enum error_code open_journal(struct work *work, struct error *err)
{
    const struct orbit_settings *s = work->job->settings;
    char *key;
    enum error_code code = make_key(work, true, &key, err);
    if (code)
        return code;
    const struct journal_wish wish = {.path = s->output,
                                      .key = key,
                                      .rank = share_rank(),
                                      .ranks = share_size(),
                                      .resume = s->resume,
                                      .force = s->force};
    code = journal_open(&wish, &work->journal, err);
    free(key);
    if (code)
        return code;
    if (journal_broken(work->journal) > 0 && share_rank() == 0)
        remark(true, "skitter-orbit",
               "%zu lines of the journal are damaged; they are computed again",
               journal_broken(work->journal));
    return take_lines(work, err);
}

static size_t count_rows(const struct work *work)
{
    size_t rows = 0;
    for (size_t u = 0; u < work->n; u++)
        rows += work->units[u].chain.count;
    return rows;
}

/* ---- the whole */

/* *key: of the parts of this sweep, for the caller to free */
static enum error_code write_head(struct work *work, char **key, struct error *err)
{
    struct orbit_job *job = work->job;
    enum error_code code = make_key(work, false, key, err);
    if (!code)
        code = orbit_job_output(job, err);
    if (code)
        return code;
    shard_print_head(&work->shard, *key, count_rows(work), job->out);
    orbit_table_header(job->system, job->out);
    return ERROR_OK;
}

static void write_unit(struct work *work, const char *key, struct unit *unit)
{
    char *rest;
    for (char *line = strtok_r(unit->text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        shard_print_row(&work->shard, key, unit->place, line, work->job->out);
}

static enum error_code write_rows(struct work *work, struct error *err)
{
    const bool writer = share_rank() == 0;
    char *key = NULL;
    enum error_code code = writer ? write_head(work, &key, err) : ERROR_OK;
    for (size_t u = 0; u < work->n && !code; u++) {
        code = share_bring(u, &work->units[u].text, err);
        if (!code && writer)
            write_unit(work, key, &work->units[u]);
    }
    free(key);
    if (code || !writer)
        return code;
    if (ferror(work->job->out))
        return error_set(err, ERROR_IO, "the sweep cannot be written; is the disk full?");
    return orbit_job_keep(work->job, err);
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
    progress_start(&work->progress, "sweeping", "points", (double)count_rows(work),
                   work->job->settings->quiet || share_rank() != 0);
#pragma omp parallel for schedule(dynamic)
    for (size_t u = 0; u < work->n; u++)
        if (share_mine(u) && !work->units[u].text)
            run_unit(work, &work->units[u]);
    progress_end(&work->progress);
    if (work->code) {
        *err = work->error;
        return work->code;
    }
    enum error_code code_of_all = write_rows(work, err);
    /* the journals stay until the first rank has put the output in its place */
    share_tell(0, &code_of_all, sizeof code_of_all);
    return code_of_all;
}

enum error_code orbit_sweep_command(const void *settings, const struct option_list *arguments,
                                    struct error *err)
{
    struct orbit_job job;
    enum error_code code = orbit_job_open(settings, arguments->items[0], true, &job, err);
    if (code)
        return code;
    struct work work = {.job = &job, .sweep = orbit_job_sweep(&job)};
    code = sweep(&work, err);
    for (size_t u = 0; u < work.n; u++)
        free(work.units[u].text);
    free(work.units);
    journal_close(work.journal, !code);
    orbit_job_close(&job);
    return code;
}
