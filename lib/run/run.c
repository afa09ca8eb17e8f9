/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/run/run.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/run/journal.h"
#include "lib/run/json.h"
#include "lib/run/signal.h"
#include "lib/base/sha256.h"

/* ---- open and close */

/* does what run.json says go with what the signal holds? */
static enum error_code check_signal(const struct run *run, struct error *err)
{
    const struct run_signal *signal = run->signal;
    if ((size_t)signal->channels != run->info.n_channels)
        return error_set(err, ERROR_INPUT, "%s: holds %d channels, but run.json says %zu",
                         signal->path, signal->channels, run->info.n_channels);
    if (signal->width < run->info.bits)
        return error_set(err, ERROR_INPUT, "%s: holds %d bit samples, but run.json says %d",
                         signal->path, signal->width, (int)run->info.bits);
    if (!run_signal_fits(signal))
        return error_set(err, ERROR_INPUT,
                         "%s: its header does not tell how many frames there are, or tells more "
                         "than fit into the file",
                         signal->path);
    if (run->state != RUN_RECORDING && signal->frames != run->frames)
        return error_set(err, ERROR_INPUT, "%s: %lld frames can be read, but run.json says %lld",
                         signal->path, (long long)signal->frames, (long long)run->frames);
    if (run->state != RUN_RECORDING && run->n_gaps > 0 &&
        run->gaps[run->n_gaps - 1].frame > run->frames)
        return error_set(err, ERROR_INPUT, "%s/run.json: a gap lies after the last frame",
                         run->dir);
    return ERROR_OK;
}

static void warn_unfinished(struct run *run)
{
    if (run_signal_busy(run->signal))
        snprintf(run->warning, sizeof run->warning,
                 "the run is still being recorded: %lld frames so far", (long long)run->frames);
    else
        snprintf(run->warning, sizeof run->warning,
                 "the writer of the run did not finish (killed, or the machine stopped): "
                 "%lld frames can be read; skitter run repair closes the run",
                 (long long)run->frames);
}

enum error_code run_open_signal(struct run *run, struct error *err)
{
    char path[PATH_MAX];
    enum run_container container;
    if (run->signal)
        return ERROR_OK;
    enum error_code code = run_signal_find(run->dir, &container, path, err);
    if (!code)
        code = run_signal_open(path, container, &run->signal, err);
    if (!code)
        code = check_signal(run, err);
    if (!code)
        run->frames = run->signal->frames;
    return code;
}

static enum error_code open_parts(struct run *run, struct error *err)
{
    char path[PATH_MAX + 16];
    enum run_container container;
    /* first, since a directory without a signal is no run at all */
    enum error_code code = run_signal_find(run->dir, &container, path, err);
    if (!code)
        code = run_json_load(run->dir, &run->json, err);
    size_t broken = 0;
    if (!code && run_json_unfinished(run->json))
        code = run_journal_load(run->dir, run->json, &broken, err);
    if (code)
        return code;
    snprintf(path, sizeof path, "%s/run.json", run->dir);
    code = run_json_parse(run->json, path, run, err);
    if (!code)
        code = run_open_signal(run, err);
    if (code)
        return code;
    /* a power cut may leave a gap behind frames that did not reach the disk */
    while (run->n_gaps > 0 && run->gaps[run->n_gaps - 1].frame > run->frames)
        run->n_gaps--;
    if (run->state == RUN_RECORDING)
        warn_unfinished(run);
    return ERROR_OK;
}

enum error_code run_check_is_one(const char *dir, struct error *err)
{
    struct stat status;
    char path[PATH_MAX];
    enum run_container container;
    if (stat(dir, &status) != 0)
        return error_set(err, ERROR_INPUT, "%s: cannot be opened: %s", dir, strerror(errno));
    if (!S_ISDIR(status.st_mode))
        return error_set(err, ERROR_INPUT,
                         "%s: is a file, no run, which is a directory; skitter daq import makes a "
                         "run of a table",
                         dir);
    snprintf(path, sizeof path, "%s/run.json", dir);
    if (access(path, F_OK) != 0 && run_signal_find(dir, &container, path, NULL))
        return error_set(err, ERROR_INPUT,
                         "%s: is no run: it holds neither run.json nor a signal; skitter run list "
                         "%s shows what runs are in it",
                         dir, dir);
    return ERROR_OK;
}

enum error_code run_open(const char *dir, struct run **run, struct error *err)
{
    enum error_code code = run_check_is_one(dir, err);
    if (code)
        return code;
    struct run *opened = calloc(1, sizeof *opened);
    if (!opened)
        return error_memory(err);
    opened->dir = strdup(dir);
    code = opened->dir ? open_parts(opened, err) : error_memory(err);
    if (!code) {
        *run = opened;
        return ERROR_OK;
    }
    if (code == ERROR_INPUT)
        error_append(err, "; try: skitter run repair %s", dir);
    run_close(opened);
    return code;
}

void run_close_signal(struct run *run)
{
    run_signal_close(run->signal);
    run->signal = NULL;
}

void run_close(struct run *run)
{
    if (!run)
        return;
    run_signal_close(run->signal);
    run_json_release(run);
    json_decref(run->json);
    free((void *)(uintptr_t)run->dir);
    free(run);
}

/* ---- samples */

static enum error_code check_range(const struct run *run, int64_t first, int64_t count,
                                   struct error *err)
{
    if (first < 0 || count < 0 || first > run->frames || count > run->frames - first)
        return error_set(err, ERROR_USAGE,
                         "%s: %lld frames from frame %lld on were asked for, the run has %lld",
                         run->dir, (long long)count, (long long)first, (long long)run->frames);
    return ERROR_OK;
}

/* from where the signal stands, which is `first` */
static enum error_code read_on(struct run *run, int64_t first, int64_t count, int32_t *samples,
                               struct error *err)
{
    int64_t got = run_signal_read(run->signal, samples, count);
    if (got != count)
        return error_set(err, ERROR_IO,
                         "%s: cannot be read after frame %lld: it is damaged or was cut; try: "
                         "skitter run repair %s",
                         run->signal->path, (long long)(first + got), run->dir);
    return ERROR_OK;
}

enum error_code run_read_frames(struct run *run, int64_t first, int64_t count, int32_t *samples,
                                struct error *err)
{
    enum error_code code = check_range(run, first, count, err);
    if (code || count == 0)
        return code;
    code = run_signal_seek(run->signal, first, err);
    return code ? code : read_on(run, first, count, samples, err);
}

enum error_code run_read_blocks(struct run *run, int64_t first, int64_t count, run_take_block *take,
                                void *context, struct error *err)
{
    enum { SAMPLES = 1 << 15 };
    enum error_code code = check_range(run, first, count, err);
    if (code || count == 0)
        return code;
    int32_t *samples = malloc(SAMPLES * sizeof *samples);
    if (!samples)
        return error_memory(err);
    const int64_t most = (int64_t)(SAMPLES / run->info.n_channels);
    code = run_signal_seek(run->signal, first, err);
    while (count > 0 && !code) {
        const int64_t now = count < most ? count : most;
        code = read_on(run, first, now, samples, err);
        if (!code)
            take(context, first, now, samples);
        first += now;
        count -= now;
    }
    free(samples);
    return code;
}

/* where the values of one channel go */
struct one_channel {
    const struct run_info *info;
    size_t channel;
    double *next;
};

static void take_channel(void *context, int64_t first, int64_t count, const int32_t *samples)
{
    (void)first;
    struct one_channel *to = context;
    samples += to->channel;
    for (int64_t i = 0; i < count; i++, samples += to->info->n_channels)
        *to->next++ = run_convert(&to->info->channels[to->channel],
                                  (double)(*samples + to->info->count_offset));
}

enum error_code run_read_channel(struct run *run, size_t channel, int64_t first, int64_t count,
                                 double *values, struct error *err)
{
    if (channel >= run->info.n_channels)
        return error_set(err, ERROR_USAGE, "%s: channel %zu was asked for, the run has %zu",
                         run->dir, channel, run->info.n_channels);
    struct one_channel to = {&run->info, channel, values};
    return run_read_blocks(run, first, count, take_channel, &to, err);
}

enum error_code run_verify(const struct run *run, struct error *err)
{
    char text[SHA256_TEXT_SIZE];
    if (!run->sha256)
        return error_set(err, ERROR_INPUT,
                         "%s: has no SHA-256 because the run was never closed; try: skitter run "
                         "repair %s",
                         run->dir, run->dir);
    enum error_code code = sha256_file(run->signal->path, text, err);
    if (!code && strcmp(text, run->sha256) != 0)
        return error_set(err, ERROR_INPUT,
                         "%s: is not what was recorded: its SHA-256 differs from that in "
                         "run.json; take it from a backup",
                         run->signal->path);
    return code;
}
