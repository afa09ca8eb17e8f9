/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/run/repair.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/draft.h"
#include "lib/run/journal.h"
#include "lib/run/json.h"
#include "lib/run/signal.h"
#include "lib/base/sha256.h"

struct repair {
    const char *dir;
    struct run_repair_report *report;
    char path[PATH_MAX]; /* of the signal */
    enum run_container container;
    struct run_signal *signal; /* open, NULL when libsndfile cannot read it */
    json_t *json;              /* NULL when it cannot be read at all */
    struct run run;            /* what json says */
    bool known;                /* json is valid and run is filled */
    int64_t frames;            /* that the mended signal holds */
};

static void say(struct repair *repair, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(struct repair *repair, const char *format, ...)
{
    char *text = repair->report->text;
    size_t used = strlen(text), size = sizeof repair->report->text;
    va_list args;
    va_start(args, format);
    vsnprintf(text + used, size - used, format, args);
    va_end(args);
    used = strlen(text);
    snprintf(text + used, size - used, "\n");
}

/* a second name for a damaged file before another takes its place, so that a kill in
 * between loses nothing; where there are no links, it is renamed */
static enum error_code keep_beside(struct repair *repair, const char *path, struct error *err)
{
    char kept[PATH_MAX + 32];
    snprintf(kept, sizeof kept, "%s.damaged", path);
    for (int i = 2; access(kept, F_OK) == 0; i++)
        snprintf(kept, sizeof kept, "%s.damaged%d", path, i);
    const bool linked = link(path, kept) == 0;
    if (!linked &&
        ((errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) || rename(path, kept) != 0))
        return error_set(err, ERROR_IO, "%s: cannot be kept as %s: %s", path, kept,
                         strerror(errno));
    say(repair, "the damaged file is kept as %s", strrchr(kept, '/') + 1);
    return ERROR_OK;
}

/* ---- run.json */

static bool parses(const json_t *json)
{
    struct run run = {0};
    enum error_code code = run_json_parse(json, "run.json", &run, NULL);
    run_json_release(&run);
    return !code;
}

/* what can be said of a run from its signal alone */
static enum error_code guess_json(const struct run_signal *signal, json_t **json, struct error *err)
{
    struct run_channel *channels = calloc((size_t)signal->channels, sizeof *channels);
    char(*roles)[24] = calloc((size_t)signal->channels, sizeof *roles);
    if (!channels || !roles) {
        free(channels);
        free(roles);
        return error_memory(err);
    }
    int64_t most = ((int64_t)1 << (signal->width - 1)) - 1;
    for (int i = 0; i < signal->channels; i++) {
        snprintf(roles[i], sizeof roles[i], "channel_%d", i);
        channels[i] = (struct run_channel){.role = roles[i],
                                           .unit = "1",
                                           .sensitivity = 1,
                                           .coefficients = {0, 1},
                                           .n_coefficients = 2,
                                           .count_min = -most - 1,
                                           .count_max = most};
    }
    const struct run_info info = {.period = {1, signal->rate > 0 ? signal->rate : 1},
                                  .bits = signal->width,
                                  .channels = channels,
                                  .n_channels = (size_t)signal->channels};
    enum error_code code = run_json_make(&info, json, err);
    free(channels);
    free(roles);
    return code;
}

static bool fits_signal(const json_t *json, const struct run_signal *signal)
{
    return json_array_size(json_object_get(json, "channels")) == (size_t)signal->channels &&
           json_integer_value(json_object_get(json, "bits")) <= signal->width && parses(json);
}

/* take over each key of the damaged file that is valid by itself */
static void merge_json(struct repair *repair, json_t *guess, const struct run_signal *signal)
{
    static const char *const keys[] = {"program", "start",    "device", "driver",
                                       "note",    "period",   "bits",   "count_offset",
                                       "trigger", "channels", "gaps",   "rig"};
    char lost[256] = "";
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        json_t *value = strcmp(keys[i], "period") == 0
                            ? run_json_period(repair->json)
                            : json_incref(json_object_get(repair->json, keys[i]));
        json_t *before = json_incref(json_object_get(guess, keys[i]));
        if (!value || json_object_set(guess, keys[i], value) != 0 || !fits_signal(guess, signal)) {
            json_object_set(guess, keys[i], before);
            size_t used = strlen(lost);
            snprintf(lost + used, sizeof lost - used, " %s", keys[i]);
        }
        json_decref(before);
        json_decref(value);
    }
    say(repair,
        "run.json was rebuilt; not known any more, and set from the signal or left "
        "empty:%s",
        lost);
}

/* a run.json that is damaged is no failure, but one that could not be looked at is */
static enum error_code load_json(struct repair *repair, struct error *err)
{
    struct error why;
    size_t broken = 0;
    enum error_code code = run_json_load(repair->dir, &repair->json, &why);
    if (!code && run_json_unfinished(repair->json))
        code = run_journal_load(repair->dir, repair->json, &broken, &why);
    if (broken > 0)
        say(repair, "%zu lines of " RUN_JOURNAL_NAME " were torn", broken);
    if (!code)
        code = run_json_parse(repair->json, "run.json", &repair->run, &why);
    repair->known = !code;
    if (code)
        say(repair, "%s", why.message);
    return code == ERROR_MEMORY || code == ERROR_IO ? error_set(err, code, "%s", why.message)
                                                    : ERROR_OK;
}

static enum error_code rebuild_json(struct repair *repair, const struct run_signal *signal,
                                    struct error *err)
{
    char path[PATH_MAX + 16];
    json_t *guess = NULL;
    enum error_code code = guess_json(signal, &guess, err);
    if (!guess)
        return code;
    merge_json(repair, guess, signal);
    json_decref(repair->json);
    repair->json = guess;
    snprintf(path, sizeof path, "%s/run.json", repair->dir);
    return access(path, F_OK) == 0 ? keep_beside(repair, path, err) : ERROR_OK;
}

/* ---- signal */

static int64_t count_readable(struct run_signal *signal)
{
    int64_t total = 0, got, most = 4096 / signal->channels + 1;
    int32_t *samples = malloc((size_t)(most * signal->channels) * sizeof *samples);
    while (samples && (got = run_signal_read(signal, samples, most)) > 0)
        total += got;
    free(samples);
    return total;
}

/* FLAC has no samples without its decoder, which goes by its own header: where that
 * contradicts a run.json that is right by itself, nobody knows which one to believe */
static enum error_code open_flac(struct repair *repair, struct run_signal **source,
                                 struct error *err)
{
    enum error_code code = run_signal_open(repair->path, repair->container, source, err);
    if (code)
        return code;
    const struct run_info *info = &repair->run.info;
    if (repair->known &&
        ((size_t)(*source)->channels != info->n_channels || (*source)->width < info->bits))
        return error_set(err, ERROR_INPUT,
                         "%s: cannot be repaired: it has %d channels of %d bits, but run.json says "
                         "%zu of %d; is it the signal of another run?",
                         repair->path, (*source)->channels, (*source)->width, info->n_channels,
                         (int)info->bits);
    (*source)->frames = count_readable(*source);
    return run_signal_seek(*source, 0, err);
}

/* the samples as they lie in the file, with its header not believed; what was opened is to
 * be closed after a failure, too */
static enum error_code open_source(struct repair *repair, struct run_signal **source,
                                   struct error *err)
{
    if (!repair->signal && !repair->known)
        return error_set(err, ERROR_INPUT,
                         "%s: cannot be repaired: neither run.json nor the signal can be read, so "
                         "nobody knows how many channels there are",
                         repair->dir);
    if (run_signal_container(repair->path, repair->container) == RUN_CONTAINER_flac)
        return open_flac(repair, source, err);
    int channels = repair->known ? (int)repair->run.info.n_channels : repair->signal->channels;
    int width = repair->known ? run_signal_width(repair->run.info.bits) : repair->signal->width;
    return run_signal_open_raw(repair->path, repair->container,
                               run_signal_start(repair->path, repair->container), width, channels,
                               source, err);
}

/* is the header right? A closed run says how many frames there must be; else
 * all that lies in the file counts */
static bool signal_is_whole(const struct repair *repair, const struct run_signal *source)
{
    const struct run_signal *signal = repair->signal;
    if (!signal || signal->channels != source->channels || signal->width != source->width)
        return false;
    if (repair->known && repair->run.state != RUN_RECORDING)
        return signal->frames == repair->run.frames && source->frames >= signal->frames;
    return signal->frames == source->frames && source->tail == 0;
}

static void say_frames(struct repair *repair, const struct run_signal *source)
{
    if (!repair->signal)
        say(repair, "the header of the signal was damaged");
    else if (repair->signal->frames < source->frames)
        say(repair, "%lld frames were in the file but not in its header",
            (long long)(source->frames - repair->signal->frames));
    if (source->tail > 0)
        say(repair, "the last frame was cut: %lld bytes of it were dropped",
            (long long)source->tail);
    if (repair->known && repair->run.state != RUN_RECORDING && source->frames < repair->run.frames)
        say(repair, "%lld of %lld frames are lost at the end",
            (long long)(repair->run.frames - source->frames), (long long)repair->run.frames);
}

static enum error_code copy_signal(struct repair *repair, struct run_signal *source, int fd,
                                   const char *path, struct error *err)
{
    struct run_signal *copy = NULL;
    int rate = repair->known    ? run_signal_rate(repair->run.info.period)
               : repair->signal ? repair->signal->rate
                                : 1;
    const struct run_signal_form form = {RUN_CONTAINER_wav, source->width, source->channels, rate};
    enum error_code code = run_signal_create_in(fd, path, &form, &copy, err);
    if (!code)
        code = run_signal_copy(source, copy, err);
    if (!code)
        code = run_signal_end(copy, err);
    run_signal_close(copy);
    return code;
}

/* libsndfile does not tell of every write that failed */
static enum error_code check_copy(const struct repair *repair, const char *path,
                                  enum run_container container, struct error *err)
{
    struct run_signal *copy;
    const enum error_code code = run_signal_open(path, container, &copy, err);
    if (code)
        return code;
    const bool whole = copy->frames == repair->frames;
    run_signal_close(copy);
    return whole ? ERROR_OK
                 : error_set(err, ERROR_IO,
                             "%s: its copy cannot be read back; is the disk full "
                             "or failing?",
                             repair->path);
}

/* the copy takes the place of the damaged file, under the name of what it has become */
static enum error_code place_copy(struct repair *repair, struct draft *draft, struct error *err)
{
    char path[PATH_MAX], unnamed[32];
    snprintf(unnamed, sizeof unnamed, "/proc/self/fd/%d", draft->fd);
    const char *content = draft->name ? draft->name : unnamed;
    const enum run_container container = run_signal_container(content, RUN_CONTAINER_wav);
    enum error_code code = check_copy(repair, content, container, err);
    if (!code)
        code = run_signal_path(repair->dir, container, path, err);
    if (!code)
        code = keep_beside(repair, repair->path, err);
    if (!code && !draft_place(draft, path, true))
        code = error_set(err, ERROR_IO, "%s: cannot be written: %s", path, strerror(errno));
    if (code)
        return code;
    if (!draft_sync_directory(AT_FDCWD, repair->dir)) /* before the other name goes */
        return error_set(err, ERROR_IO, "%s: cannot be made safe on disk: %s", repair->dir,
                         strerror(errno));
    if (strcmp(path, repair->path) != 0)
        unlink(repair->path);
    repair->container = container;
    memcpy(repair->path, path, sizeof path);
    return ERROR_OK;
}

/* a fresh file with all the samples */
static enum error_code rewrite_signal(struct repair *repair, struct run_signal *source,
                                      struct error *err)
{
    struct draft draft;
    say_frames(repair, source);
    const int fd = draft_open(repair->path, &draft) ? fcntl(draft.fd, F_DUPFD_CLOEXEC, 0) : -1;
    enum error_code code = fd < 0 ? error_set(err, ERROR_IO, "%s: cannot be written anew: %s",
                                              repair->path, strerror(errno))
                                  : copy_signal(repair, source, fd, repair->path, err);
    if (!code)
        code = place_copy(repair, &draft, err);
    draft_free(&draft);
    return code;
}

/* a kill between the turn to RF64 and the new name */
static enum error_code rename_signal(struct repair *repair, struct error *err)
{
    char path[PATH_MAX];
    enum run_container content = run_signal_container(repair->path, repair->container);
    enum error_code code = run_signal_path(repair->dir, content, path, err);
    if (code || content == repair->container)
        return code;
    if (rename(repair->path, path) != 0)
        return error_set(err, ERROR_IO, "%s: cannot be renamed: %s", repair->path, strerror(errno));
    say(repair, "%s was renamed to %s, which it is", strrchr(repair->path, '/') + 1,
        strrchr(path, '/') + 1);
    memcpy(repair->path, path, sizeof path);
    repair->container = content;
    return ERROR_OK;
}

static enum error_code mend_signal(struct repair *repair, struct error *err)
{
    struct run_signal *source = NULL;
    enum error_code code = open_source(repair, &source, err);
    if (!code && source) {
        const bool whole = repair->signal && signal_is_whole(repair, source);
        repair->frames = whole ? repair->signal->frames : source->frames;
        code = whole ? rename_signal(repair, err) : rewrite_signal(repair, source, err);
    }
    run_signal_close(source);
    return code;
}

/* ---- the whole */

/* run.json has what it said */
static void remove_journal(const struct repair *repair)
{
    char path[PATH_MAX + 16];
    snprintf(path, sizeof path, "%s/" RUN_JOURNAL_NAME, repair->dir);
    unlink(path);
}

static enum error_code close_run(struct repair *repair, struct error *err)
{
    struct run_signal *signal;
    char sha256[SHA256_TEXT_SIZE];
    enum error_code code = run_signal_open(repair->path, repair->container, &signal, err);
    if (code)
        return code;
    if (signal->frames != repair->frames)
        code = error_set(err, ERROR_IO, "%s: cannot be read back; is the disk failing?",
                         repair->path);
    else if (!repair->known)
        code = rebuild_json(repair, signal, err);
    else if (repair->run.state == RUN_RECORDING)
        say(repair, "the writer had not finished");
    repair->report->frames = signal->frames;
    size_t cut = code ? 0 : run_json_cut_gaps(repair->json, signal->frames);
    if (cut > 0)
        say(repair, "%zu gap%s after the last frame dropped", cut, cut == 1 ? " was" : "s were");
    run_signal_close(signal);
    if (!code)
        code = sha256_file(repair->path, sha256, err);
    const struct run_outcome outcome = {RUN_REPAIRED, repair->report->text, repair->report->frames,
                                        sha256};
    if (!code)
        code = run_json_set_outcome(repair->json, &outcome, err);
    if (!code)
        code = run_json_save(repair->dir, repair->json, err);
    if (!code)
        remove_journal(repair);
    return code;
}

/* A closed run that opens needs nothing, unless its samples have changed: that
 * cannot be mended. A cut FLAC file opens, too; only reading it shows the cut. */
static enum error_code check_closed(struct repair *repair, bool *closed, struct error *err)
{
    struct run *run;
    *closed = false;
    if (run_open(repair->dir, &run, NULL))
        return ERROR_OK;
    enum error_code code = ERROR_OK;
    if (run->state != RUN_RECORDING) {
        code = run->sha256 ? run_verify(run, err) : ERROR_OK;
        *closed = !code || run->signal->container != RUN_CONTAINER_flac ||
                  count_readable(run->signal) == run->frames;
    }
    repair->report->frames = run->frames;
    run_close(run);
    return *closed ? code : ERROR_OK;
}

static enum error_code repair_all(struct repair *repair, struct error *err)
{
    bool closed = false;
    enum error_code code = run_check_is_one(repair->dir, err);
    if (!code)
        code = run_signal_find(repair->dir, &repair->container, repair->path, err);
    if (!code)
        code = check_closed(repair, &closed, err);
    if (code || closed)
        return code;
    code = load_json(repair, err);
    if (code)
        return code;
    code = run_signal_open(repair->path, repair->container, &repair->signal, err);
    if (code == ERROR_MEMORY || code == ERROR_IO)
        return code;
    if (repair->signal && run_signal_busy(repair->signal))
        return error_set(err, ERROR_INPUT, "%s: is still being recorded; stop that first",
                         repair->dir);
    code = mend_signal(repair, err);
    if (!code)
        code = close_run(repair, err);
    repair->report->changed = !code;
    return code;
}

enum error_code run_repair(const char *dir, struct run_repair_report *report, struct error *err)
{
    *report = (struct run_repair_report){0};
    struct repair *repair = calloc(1, sizeof *repair);
    if (!repair)
        return error_memory(err);
    repair->dir = dir;
    repair->report = report;
    enum error_code code = repair_all(repair, err);
    run_signal_close(repair->signal);
    run_json_release(&repair->run);
    json_decref(repair->json);
    free(repair);
    return code;
}
