/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/run/write.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/draft.h"
#include "lib/base/file.h"
#include "lib/run/json.h"
#include "lib/run/signal.h"
#include "lib/base/sha256.h"

/* What the writer keeps true, whatever happens to the process and in this order of trust: the
 * signal file, run.json, the name of the directory.
 *
 * 1. A directory under the run's name is a run: it holds run.json and a signal from its first
 *    moment on. Both are made in NAME.PID-N.part, which is then renamed (make_files); a kill
 *    before that leaves a .part that nobody takes for a run.
 *
 * 2. run.json is always whole: it is written anew under no name and put in place of the old one
 *    (run_json_save). It says "recording", without number of frames and SHA-256, until run_finish
 *    has made everything else final. So "recording" means that only the signal itself tells how
 *    much there is, and any other state that frames and SHA-256 are those of the file.
 *
 * 3. The signal only grows, and its header is brought up to date with every write
 *    (SFC_UPDATE_HEADER_AUTO): after run_write_frames has returned, libsndfile of any other
 *    process reads these frames. What a failed write has left behind the last whole frame is
 *    not counted in signal->frames, nor by readers.
 *
 * 4. A gap is in run.json before the first frame after it is in the signal. The number of its
 *    frame is the signal's length at that moment. A kill in between leaves a gap after the last
 *    frame: true, and cut off by the repair.
 *
 * 5. The lock on the signal (flock) is held from its creation to the writer's end. Readers tell by
 *    it a run that is being recorded from one whose writer was killed; a repair refuses the former.
 *
 * 6. At every moment one file holds all frames. WAV becomes RF64 by a rename alone. FLAC, which
 *    cannot be read before it is finished, is made beside the finished WAV, put in place, read back
 *    and compared, and only then is the WAV removed; while both are there, readers take the
 *    WAV (the order of RUN_CONTAINER_LIST).
 *
 * 7. No failure takes away what was obtained. run_abandon leaves the run in state recording, which
 *    can be read and repaired; only a run_create that fails, before any frame, leaves nothing.
 *
 * 8. Safe from a kill is what a call has returned for; safe from a power cut what run_flush or
 *    run_finish has returned for. */

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

static enum error_code cannot_make(const char *dir, struct error *err)
{
    if (errno == EEXIST || errno == ENOTEMPTY)
        return file_taken(dir, false, err);
    enum error_code code = errno == ENOENT || errno == ENOTDIR || errno == EACCES ? ERROR_INPUT
                                                                                  : ERROR_IO;
    return error_set(err, code, "%s: cannot be made: %s; check the name and its permissions", dir,
                     strerror(errno));
}

/* a name of its own beside `dir`, so that a kill in between leaves no run without its run.json */
static enum error_code make_directory(const char *dir, char made[PATH_MAX], struct error *err)
{
    enum { TRIES = 100 };
    struct stat status;
    if (lstat(dir, &status) == 0)
        return file_taken(dir, false, err);
    for (int i = 0; i < TRIES; i++) {
        if (snprintf(made, PATH_MAX, "%s.%ld-%d.part", dir, (long)getpid(), i) >= PATH_MAX)
            return error_set(err, ERROR_INPUT, "%.200s...: the name is too long", dir);
        if (mkdir(made, 0777) == 0)
            return ERROR_OK;
        if (errno != EEXIST)
            break;
    }
    return cannot_make(dir, err);
}

static bool rename_directory(const char *from, const char *to)
{
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return true;
    /* not every file system can refuse; rename itself refuses all but an empty directory */
    return errno == EINVAL && rename(from, to) == 0;
}

/* the finished directory under its name */
static enum error_code place(struct run_writer *writer, const char *made, struct error *err)
{
    char *parent = file_beside(writer->dir, ".");
    if (!parent)
        return error_memory(err);
    enum error_code code = run_signal_path(writer->dir, writer->signal->container,
                                           writer->signal->path, err);
    if (!code && !rename_directory(made, writer->dir))
        code = cannot_make(writer->dir, err);
    if (!code)
        draft_sync_directory(parent);
    free(parent);
    return code;
}

static enum error_code make_files(struct run_writer *writer, const struct run_info *info,
                                  struct error *err)
{
    char made[PATH_MAX], path[PATH_MAX], json[PATH_MAX + 16];
    const struct run_signal_form form = {
        .container = writer->format == RUN_FORMAT_W64 ? RUN_CONTAINER_w64 : RUN_CONTAINER_wav,
        .width = run_signal_width(info->bits),
        .channels = (int)info->n_channels,
        .rate = run_signal_rate(info->period_ns)};
    enum error_code code = make_directory(writer->dir, made, err);
    if (code)
        return code;
    code = run_signal_path(made, form.container, path, err);
    if (!code)
        code = run_signal_create(path, &form, &writer->signal, err);
    if (!code)
        code = run_json_save(made, writer->json, err);
    if (!code)
        code = place(writer, made, err);
    if (!code)
        return ERROR_OK;
    unlink(path); /* nothing was recorded: leave nothing */
    snprintf(json, sizeof json, "%s/run.json", made);
    unlink(json);
    rmdir(made);
    return code;
}

/* without the slashes at its end, so that a name can be made from it */
static char *plain_name(const char *dir)
{
    char *name = strdup(dir);
    for (size_t n = name ? strlen(name) : 0; n > 1 && name[n - 1] == '/'; n--)
        name[n - 1] = '\0';
    return name;
}

enum error_code run_create(const char *dir, const struct run_info *info, enum run_format format,
                           struct run_writer **writer, struct error *err)
{
    struct run_writer *made = calloc(1, sizeof *made);
    if (!made)
        return error_memory(err);
    made->dir = plain_name(dir);
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
        file_pread(signal->fd, magic, sizeof magic, 0) != sizeof magic ||
        memcmp(magic, "RF64", sizeof magic) != 0)
        return ERROR_OK;
    enum error_code code = run_signal_path(writer->dir, RUN_CONTAINER_rf64, path, err);
    if (code)
        return code;
    if (rename(signal->path, path) != 0)
        return error_set(err, ERROR_IO,
                         "%s: cannot be renamed to signal.rf64: %s; its %lld "
                         "frames are safe",
                         signal->path, strerror(errno), (long long)signal->frames);
    memcpy(signal->path, path, sizeof path);
    signal->container = RUN_CONTAINER_rf64;
    return ERROR_OK;
}

enum error_code run_write_frames(struct run_writer *writer, const int32_t *samples, size_t frames,
                                 struct error *err)
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

int64_t run_writer_frames(const struct run_writer *writer) { return writer->signal->frames; }

/* ---- end */

/* all of a signal that lies there, as FLAC into a file that has no name yet */
static enum error_code copy_flac(const struct run_signal *from, int fd, const char *path,
                                 struct error *err)
{
    struct run_signal *wav = NULL, *flac = NULL;
    enum error_code code = run_signal_open(from->path, from->container, &wav, err);
    if (code) {
        close(fd);
        return code;
    }
    const struct run_signal_form form = {RUN_CONTAINER_flac, wav->width, wav->channels, wav->rate};
    code = run_signal_create_in(fd, path, &form, &flac, err);
    if (!code)
        code = run_signal_copy(wav, flac, err);
    if (!code && flac->frames != wav->frames)
        code = error_set(err, ERROR_IO, "%s: cannot be read back", from->path);
    if (!code)
        code = run_signal_end(flac, err);
    run_signal_close(wav);
    run_signal_close(flac);
    return code;
}

/* libsndfile does not say when its FLAC encoder could not write: read it back */
static enum error_code compare_flac(const struct run_signal *with, const char *path,
                                    struct error *err)
{
    struct run_signal *wav = NULL, *flac = NULL;
    enum error_code code = run_signal_open(with->path, with->container, &wav, err);
    if (!code)
        code = run_signal_open(path, RUN_CONTAINER_flac, &flac, err);
    if (!code && !run_signal_same(wav, flac))
        code = error_set(err, ERROR_IO,
                         "%s: does not hold what was written to it; is the disk "
                         "full?",
                         path);
    run_signal_close(wav);
    run_signal_close(flac);
    return code;
}

static enum error_code unplaced(const char *path, struct error *err)
{
    return error_set(err, ERROR_IO, "%s: cannot be put in place: %s", path, strerror(errno));
}

/* FLAC cannot be read after a kill, so it is made from the finished WAV. A kill
 * at any point leaves one of the two whole. */
static enum error_code pack_flac(struct run_writer *writer, struct error *err)
{
    char path[PATH_MAX];
    struct draft draft;
    enum error_code code = run_signal_path(writer->dir, RUN_CONTAINER_flac, path, err);
    if (code)
        return code;
    const int fd = draft_open(path, &draft) ? fcntl(draft.fd, F_DUPFD_CLOEXEC, 0) : -1;
    code = fd < 0 ? unplaced(path, err) : copy_flac(writer->signal, fd, path, err);
    if (!code && !draft_place(&draft, path, true))
        code = unplaced(path, err);
    draft_free(&draft);
    if (code)
        return code;
    code = compare_flac(writer->signal, path, err);
    if (!code && unlink(writer->signal->path) != 0)
        code = unplaced(path, err);
    if (code)
        unlink(path); /* the WAV is still there */
    if (!code)
        memcpy(writer->signal->path, path, sizeof path);
    return code;
}

static enum error_code finish(struct run_writer *writer, enum run_state state, const char *why,
                              struct error *err)
{
    char sha256[SHA256_TEXT_SIZE];
    enum error_code code = run_signal_end(writer->signal, err);
    /* FLAC has no way to say that there are no frames */
    if (!code && writer->format == RUN_FORMAT_FLAC && writer->signal->frames > 0)
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
