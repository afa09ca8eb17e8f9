/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/run/cut.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/run/run.h"
#include "lib/run/write.h"

struct part {
    struct run *run;
    int64_t first, count;
    struct run_writer *writer;
    size_t gap; /* the next one */
    enum error_code code;
    struct error *err;
};

/* the start that much later, when there is one and it reads as run_time_text wrote it */
static const char *later(const char *start, double seconds, char text[RUN_TIME_SIZE])
{
    struct tm parts = {0};
    const char *rest = start ? strptime(start, "%Y-%m-%dT%H:%M:%S", &parts) : NULL;
    if (!rest)
        return NULL;
    const double fraction = *rest == '.' ? strtod(rest, NULL) : 0;
    const double whole = floor(fraction + seconds);
    struct timespec time = {.tv_sec = timegm(&parts) + (time_t)whole};
    time.tv_nsec = (long)(1e9 * (fraction + seconds - whole));
    run_time_text(time, text);
    return text;
}

static void write_frames(struct part *part, const int32_t *samples, int64_t count)
{
    if (!part->code && count > 0)
        part->code = run_write_frames(part->writer, samples, (size_t)count, part->err);
}

/* gaps stand where they did, seen from the first frame; one at the very first is none */
static void take_block(void *context, int64_t first, int64_t count, const int32_t *samples)
{
    struct part *part = context;
    const struct run *run = part->run;
    int64_t done = 0;
    for (; part->gap < run->n_gaps && run->gaps[part->gap].frame < first + count; part->gap++) {
        const struct run_gap *gap = &run->gaps[part->gap];
        if (gap->frame <= part->first)
            continue;
        const int64_t before = gap->frame - first - done;
        write_frames(part, samples + (size_t)done * run->info.n_channels, before);
        done += before;
        if (!part->code)
            part->code = run_write_gap(part->writer, gap->lost, gap->why, part->err);
    }
    write_frames(part, samples + (size_t)done * run->info.n_channels, count - done);
}

static enum error_code choose(struct part *part, double from, double until, struct error *err)
{
    const double rate = 1 / run_period(&part->run->info);
    const double all = (double)part->run->frames;
    if (!(from >= 0) || !(until > from) || ceil(from * rate - 1e-6) >= all)
        return error_set(err, ERROR_USAGE,
                         "%s: lasts %.9g s; there is no part of it from %.9g s to %.9g s",
                         part->run->dir, all / rate, from, until);
    part->first = (int64_t)ceil(from * rate - 1e-6);
    part->count = (int64_t)fmin(all, ceil(until * rate - 1e-6)) - part->first;
    return part->count > 0
               ? ERROR_OK
               : error_set(err, ERROR_USAGE, "%s: no frame lies between %.9g s and %.9g s",
                           part->run->dir, from, until);
}

static enum error_code write_part(struct part *part, const char *to, struct error *err)
{
    struct run_info info = part->run->info;
    char start[RUN_TIME_SIZE], note[512];
    const double rate = 1 / run_period(&info);
    info.start = later(info.start, (double)part->first / rate, start);
    snprintf(note, sizeof note, "%s%scut from %.9g s to %.9g s of %s", info.note ? info.note : "",
             info.note ? "; " : "", (double)part->first / rate,
             (double)(part->first + part->count) / rate, part->run->dir);
    info.note = note;
    info.trigger.frame -= part->first;
    if (info.trigger.text && (info.trigger.frame < 0 || info.trigger.frame >= part->count))
        info.trigger = (struct run_trigger){0};
    enum error_code code = run_create(to, &info, RUN_FORMAT_WAV, &part->writer, err);
    if (code)
        return code;
    code = run_read_blocks(part->run, part->first, part->count, take_block, part, err);
    code = code ? code : part->code;
    if (code) {
        run_abandon(part->writer);
        return code;
    }
    return run_finish(part->writer, RUN_COMPLETE, NULL, err);
}

enum error_code run_cut(const char *dir, double from, double until, const char *to, int64_t *frames,
                        struct error *err)
{
    struct part part = {.err = err};
    enum error_code code = run_open(dir, &part.run, err);
    if (code)
        return code;
    code = choose(&part, from, until, err);
    if (!code)
        code = write_part(&part, to, err);
    *frames = part.count;
    run_close(part.run);
    return code;
}
