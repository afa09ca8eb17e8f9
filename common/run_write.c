#include "config.h"

#include "common/run_write.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/run_json.h"
#include "common/run_signal.h"
#include "common/sha256.h"

/* what FLAC can hold; libsndfile finds out only when the run is finished */
enum { FLAC_BITS = 24, FLAC_CHANNELS = 8, FLAC_RATE = 655350 };

struct run_writer {
    char *dir;
    enum run_format format;
    json_t *json; /* run.json as it is to be */
    struct run_signal *signal;
};

/* ---- start */

static enum error_code check_format(const struct run_info *info, enum run_format format,
                                    struct error *err)
{
    if (format != RUN_FORMAT_FLAC)
        return ERROR_OK;
    if (info->bits > FLAC_BITS || info->n_channels > FLAC_CHANNELS ||
        run_signal_rate(info->period_ns) > FLAC_RATE)
        return error_set(err, ERROR_UNSUPPORTED,
                         "FLAC holds at most %d bits, %d channels and %d Hz; record as WAV",
                         FLAC_BITS, FLAC_CHANNELS, FLAC_RATE);
    return ERROR_OK;
}

static enum error_code make_directory(const char *dir, struct error *err)
{
    if (mkdir(dir, 0777) == 0)
        return ERROR_OK;
    if (errno == EEXIST)
        return error_set(err, ERROR_EXISTS, "%s: exists; give the run another name", dir);
    enum error_code code = errno == ENOENT || errno == ENOTDIR || errno == EACCES ? ERROR_INPUT
                                                                                  : ERROR_IO;
    return error_set(err, code, "%s: cannot be made: %s; check the name and its permissions",
                     dir, strerror(errno));
}

static enum error_code make_files(struct run_writer *writer, const struct run_info *info,
                                  struct error *err)
{
    char path[PATH_MAX];
    enum run_container container =
        writer->format == RUN_FORMAT_W64 ? RUN_CONTAINER_w64 : RUN_CONTAINER_wav;
    enum error_code code = run_signal_path(writer->dir, container, path, err);
    if (!code)
        code = make_directory(writer->dir, err);
    if (code)
        return code;
    code = run_signal_create(path, container, run_signal_width(info->bits), (int)info->n_channels,
                             run_signal_rate(info->period_ns), &writer->signal, err);
    if (!code)
        code = run_json_save(writer->dir, writer->json, err);
    if (!code)
        return ERROR_OK;
    unlink(path); /* nothing was recorded: leave nothing */
    rmdir(writer->dir);
    return code;
}

enum error_code run_create(const char *dir, const struct run_info *info, enum run_format format,
                           struct run_writer **writer, struct error *err)
{
    struct run_writer *made = calloc(1, sizeof *made);
    if (!made)
        return error_memory(err);
    made->dir = strdup(dir);
    made->format = format;
    if (!made->dir) {
        run_abandon(made);
        return error_memory(err);
    }
    enum error_code code = run_json_make(info, &made->json, err);
    if (!code)
        code = check_format(info, format, err);
    if (!code)
        code = make_files(made, info, err);
    if (code)
        run_abandon(made);
    else
        *writer = made;
    return code;
}

/* ---- data */

/* libsndfile has turned WAV into RF64 beyond 4 GiB: the name follows */
static enum error_code follow_container(struct run_writer *writer, struct error *err)
{
    struct run_signal *signal = writer->signal;
    char magic[4], path[PATH_MAX];
    if (signal->container != RUN_CONTAINER_wav ||
        pread(signal->fd, magic, sizeof magic, 0) != sizeof magic ||
        memcmp(magic, "RF64", sizeof magic) != 0)
        return ERROR_OK;
    enum error_code code = run_signal_path(writer->dir, RUN_CONTAINER_rf64, path, err);
    if (code)
        return code;
    if (rename(signal->path, path) != 0)
        return error_set(err, ERROR_IO, "%s: cannot be renamed to signal.rf64: %s; its %lld "
                         "frames are safe", signal->path, strerror(errno),
                         (long long)signal->frames);
    memcpy(signal->path, path, sizeof path);
    signal->container = RUN_CONTAINER_rf64;
    return ERROR_OK;
}

enum error_code run_write_frames(struct run_writer *writer, const int32_t *samples,
                                 size_t frames, struct error *err)
{
    enum error_code code = run_signal_write(writer->signal, samples, (int64_t)frames, err);
    return code ? code : follow_container(writer, err);
}

enum error_code run_write_gap(struct run_writer *writer, int64_t lost, const char *why,
                              struct error *err)
{
    const struct run_gap gap = {writer->signal->frames, lost, why};
    if (lost != RUN_UNKNOWN && lost < 1)
        return error_set(err, ERROR_USAGE, "a gap of %lld frames is none", (long long)lost);
    enum error_code code = run_json_add_gap(writer->json, &gap, err);
    return code ? code : run_json_save(writer->dir, writer->json, err);
}

enum error_code run_flush(struct run_writer *writer, struct error *err)
{
    return run_signal_sync(writer->signal, err);
}

int64_t run_writer_frames(const struct run_writer *writer)
{
    return writer->signal->frames;
}

/* ---- end */

/* FLAC cannot be read after a kill, so it is made from the finished WAV. A kill
 * at any point leaves one of the two whole. */
static enum error_code pack_flac(struct run_writer *writer, struct error *err)
{
    struct run_signal *wav = NULL, *flac = NULL;
    char path[PATH_MAX], part[PATH_MAX + 8];
    const char *was = writer->signal->path;
    enum error_code code = run_signal_path(writer->dir, RUN_CONTAINER_flac, path, err);
    if (code)
        return code;
    snprintf(part, sizeof part, "%s.part", path);
    code = run_signal_open(was, writer->signal->container, &wav, err);
    if (!code)
        code = run_signal_create(part, RUN_CONTAINER_flac, wav->width, wav->channels, wav->rate,
                                 &flac, err);
    if (!code)
        code = run_signal_copy(wav, flac, err);
    if (!code && flac->frames != wav->frames)
        code = error_set(err, ERROR_IO, "%s: cannot be read back", was);
    if (!code)
        code = run_signal_end(flac, err);
    run_signal_close(wav);
    run_signal_close(flac);
    if (!code && (rename(part, path) != 0 || unlink(was) != 0))
        code = error_set(err, ERROR_IO, "%s: cannot be put in place: %s", path, strerror(errno));
    if (code)
        unlink(part);
    else
        memcpy(writer->signal->path, path, sizeof path);
    return code;
}

static enum error_code finish(struct run_writer *writer, enum run_state state, const char *why,
                              struct error *err)
{
    char sha256[SHA256_TEXT_SIZE];
    enum error_code code = run_signal_end(writer->signal, err);
    if (!code && writer->format == RUN_FORMAT_FLAC)
        code = pack_flac(writer, err);
    if (!code)
        code = sha256_file(writer->signal->path, sha256, err);
    const struct run_outcome outcome = {state, why, writer->signal->frames, sha256};
    if (!code)
        code = run_json_set_outcome(writer->json, &outcome, err);
    return code ? code : run_json_save(writer->dir, writer->json, err);
}

enum error_code run_finish(struct run_writer *writer, enum run_state state, const char *why,
                           struct error *err)
{
    enum error_code code = finish(writer, state, why, err);
    if (code)
        error_append(err, "; the run is readable, skitter run repair %s closes it", writer->dir);
    run_abandon(writer);
    return code;
}

void run_abandon(struct run_writer *writer)
{
    if (!writer)
        return;
    run_signal_close(writer->signal);
    json_decref(writer->json);
    free(writer->dir);
    free(writer);
}
