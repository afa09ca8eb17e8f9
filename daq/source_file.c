/* SPDX-License-Identifier: GPL-3.0-or-later */
/* file: a run directory replayed, with its gaps; or a table (text, MAT, universal
 * file, sound). */
#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "daq/pace.h"
#include "daq/source.h"
#include "daq/table.h"

struct file_source {
    struct daq_pace pace;
    struct daq_table *table; /* or */
    struct run *run;
    int64_t next; /* frame of the run */
    size_t gap;   /* of the run, not yet met */
    char *path;
};

/* the counts and their conversion are those of the run; only time goes on anew */
static enum error_code open_run(struct daq_source *source, struct file_source *s, struct error *err)
{
    enum error_code code = run_open(s->path, &s->run, err);
    if (code)
        return code;
    const struct run_info *info = &s->run->info;
    memcpy(source->channels, info->channels, info->n_channels * sizeof *info->channels);
    source->info.n_channels = info->n_channels;
    source->info.period = info->period;
    source->info.bits = info->bits;
    source->info.count_offset = info->count_offset;
    if (*s->run->warning)
        memcpy(source->remark, s->run->warning, sizeof s->run->warning);
    return ERROR_OK;
}

static enum error_code file_open(const struct daq_request *request, struct daq_source *source,
                                 struct error *err)
{
    struct file_source *s = calloc(1, sizeof *s);
    struct stat status;
    if (!s)
        return error_memory(err);
    source->state = s;
    s->path = strdup(request->place);
    if (!s->path)
        return error_memory(err);
    s->pace.fast = source->patient = request->fast;
    daq_source_name(source, request->place, "file");
    if (stat(s->path, &status) == 0 && S_ISDIR(status.st_mode))
        return open_run(source, s, err);
    return daq_table_open(s->path, request->rig, &request->mapping, source, &s->table, err);
}

static enum error_code file_start(struct daq_source *source, struct error *err)
{
    struct file_source *s = source->state;
    s->next = 0;
    s->gap = 0;
    daq_pace_start(&s->pace, run_period(&source->info), s->pace.fast);
    return s->table ? daq_table_rewind(s->table, err) : ERROR_OK;
}

static enum error_code read_run(struct file_source *s, int32_t *samples, size_t room,
                                struct daq_read *got, struct error *err)
{
    const struct run *run = s->run;
    int64_t stop = run->frames;
    if (s->gap < run->n_gaps && run->gaps[s->gap].frame == s->next) {
        got->loss = (struct daq_loss){run->gaps[s->gap].lost, run->gaps[s->gap].why};
        s->gap++;
    }
    if (s->gap < run->n_gaps)
        stop = run->gaps[s->gap].frame;
    const int64_t left = stop - s->next;
    got->frames = left < (int64_t)room ? (size_t)left : room;
    enum error_code code = ERROR_OK;
    if (got->frames > 0)
        code = run_read_frames(s->run, s->next, (int64_t)got->frames, samples, err);
    s->next += (int64_t)got->frames;
    got->end = s->next == run->frames && s->gap == run->n_gaps;
    return code;
}

static enum error_code file_read(struct daq_source *source, bool wait, int32_t *samples,
                                 size_t room, struct daq_read *got, struct error *err)
{
    struct file_source *s = source->state;
    *got = (struct daq_read){0};
    const size_t due = daq_pace_due(&s->pace, wait, room);
    if (due == 0)
        return ERROR_OK;
    enum error_code code;
    if (s->run) {
        code = read_run(s, samples, due, got, err);
    } else {
        code = daq_table_read(s->table, samples, due, got, err);
    }
    s->pace.given += (int64_t)got->frames;
    if (got->end)
        got->why = "the file has come to its end";
    return code;
}

static void file_stop(struct daq_source *source) { (void)source; }

static void file_close(struct daq_source *source)
{
    struct file_source *s = source->state;
    daq_table_close(s->table);
    run_close(s->run);
    free(s->path);
    free(s);
}

const struct daq_driver daq_source_file = {
    .name = "file",
    .place = "PATH",
    .example = "file:table.csv",
    .doc = "a run directory replayed, or a text, MAT, universal or sound file",
    .open = file_open,
    .start = file_start,
    .read = file_read,
    .stop = file_stop,
    .close = file_close,
};
