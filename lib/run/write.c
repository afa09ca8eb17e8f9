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
#include <sys/statvfs.h>
#include <unistd.h>

#include "lib/base/draft.h"
#include "lib/base/file.h"
#include "lib/run/journal.h"
#include "lib/run/json.h"
#include "lib/run/keeper.h"
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
 * 8. Safe from a kill is what a call has returned for; safe from a power cut is what
 *    run_finish has returned for, and before that all but the last second (lib/run/keeper.h). */

/* what FLAC can hold; libsndfile finds out only when the run is finished */
enum { FLAC_BITS = 24, FLAC_CHANNELS = 8, FLAC_RATE = 655350 };

/* A run is written through the descriptor of its directory: it may get another name, and its
 * old one may go to another run, while it is recorded. */
struct run_writer {
    char *dir; /* its name when it was made */
    int base;  /* the directory itself */
    enum run_format format;
    json_t *json; /* run.json as it is to be */
    struct run_signal *signal;
    struct run_journal *journal;
    struct run_keeper *keeper;
};

/* ---- start */

static enum error_code check_format(const struct run_info *info, enum run_format format,
                                    struct error *err)
{
    if (format != RUN_FORMAT_FLAC)
        return ERROR_OK;
    if (info->bits > FLAC_BITS || info->n_channels > FLAC_CHANNELS ||
        run_signal_rate(info->period) > FLAC_RATE)
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
    if (errno == ENOENT)
        return error_set(err, code,
                         "%s: cannot be made: the directory that it is to be in does not exist; "
                         "make that first, with mkdir -p",
                         dir);
    return error_set(err, code, "%s: cannot be made: %s; check the name and its permissions", dir,
                     strerror(errno));
}

/* a name of its own beside `dir`, so that a kill in between leaves no run without its run.json */
static enum error_code make_directory(const char *dir, char made[PATH_MAX], struct error *err)
{
    enum { TRIES = 100 };
    struct stat status;
    if (strcmp(dir, "-") == 0)
        return error_set(err, ERROR_INPUT,
                         "-: a run is a directory, and standard output is none; give it a name");
    if (lstat(dir, &status) == 0)
        return file_taken(dir, false, err);
    enum error_code code = file_make_parents(dir, err);
    if (code)
        return code;
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
        draft_sync_directory(AT_FDCWD, parent);
    free(parent);
    return code;
}

/* Header and description are on disk before there is a run of that name: from then on a
 * power cut leaves a run that opens. */
static enum error_code fill_directory(struct run_writer *writer, const struct run_info *info,
                                      const char *made, struct error *err)
{
    char path[PATH_MAX];
    const struct run_signal_form form = {
        .container = writer->format == RUN_FORMAT_W64 ? RUN_CONTAINER_w64 : RUN_CONTAINER_wav,
        .width = run_signal_width(info->bits),
        .channels = (int)info->n_channels,
        .rate = run_signal_rate(info->period)};
    writer->base = open(made, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    enum error_code code = writer->base < 0 ? cannot_make(made, err)
                                            : run_signal_path(made, form.container, path, err);
    if (!code)
        code = run_signal_create(writer->base, path, &form, &writer->signal, err);
    if (!code)
        code = run_signal_sync(writer->signal, err);
    if (!code)
        code = run_journal_create(writer->base, &writer->journal, err);
    return code ? code : run_json_save_at(writer->base, made, writer->json, err);
}

/* nothing was recorded: leave nothing */
static void remove_files(const struct run_writer *writer, const char *dir)
{
    static const char *const names[] = {"signal.wav", "signal.w64", "run.json", RUN_JOURNAL_NAME};
    for (size_t i = 0; writer->base >= 0 && i < sizeof names / sizeof *names; i++)
        unlinkat(writer->base, names[i], 0);
    rmdir(dir);
}

static enum error_code make_files(struct run_writer *writer, const struct run_info *info,
                                  struct error *err)
{
    char made[PATH_MAX];
    enum error_code code = make_directory(writer->dir, made, err);
    if (code)
        return code;
    code = fill_directory(writer, info, made, err);
    if (!code) {
        const int fds[] = {writer->signal->fd, run_journal_descriptor(writer->journal)};
        code = run_keeper_start(fds, &writer->keeper, err);
    }
    if (!code)
        code = place(writer, made, err);
    if (code)
        remove_files(writer, made);
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
    made->base = -1;
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
    if (run_signal_gone(signal))
        return error_set(err, ERROR_IO, "%s: was deleted while it was recorded", writer->dir);
    if (signal->container != RUN_CONTAINER_wav ||
        file_pread(signal->fd, magic, sizeof magic, 0) != sizeof magic ||
        memcmp(magic, "RF64", sizeof magic) != 0)
        return ERROR_OK;
    enum error_code code = run_signal_path(writer->dir, RUN_CONTAINER_rf64, path, err);
    if (code)
        return code;
    if (renameat(writer->base, "signal.wav", writer->base, "signal.rf64") != 0)
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
    return run_journal_gap(writer->journal, writer->json, &gap, err);
}

enum error_code run_begin(struct run_writer *writer, const char *start, int64_t trigger_frame,
                          struct error *err)
{
    return run_journal_begin(writer->journal, writer->json, start, trigger_frame, err);
}

enum error_code run_check_room(const struct run_writer *writer, int64_t frames, struct error *err)
{
    const struct run_signal *signal = writer->signal;
    struct statvfs disk;
    if (fstatvfs(writer->base, &disk) != 0)
        return ERROR_OK; /* nobody knows */
    const double room = (double)disk.f_bavail * (double)disk.f_frsize;
    /* FLAC is packed beside the WAV that it is made from */
    const double copies = writer->format == RUN_FORMAT_FLAC ? 2 : 1;
    const double need = copies * (double)frames * signal->channels * signal->width / 8;
    if (need <= room)
        return ERROR_OK;
    return error_set(err, ERROR_IO,
                     "%s: the run needs %.3g MB, and the disk has %.3g MB left; make room, record "
                     "for a shorter time or to another disk",
                     writer->dir, 1e-6 * need, 1e-6 * room);
}

int64_t run_writer_frames(const struct run_writer *writer) { return writer->signal->frames; }

/* ---- end */

/* of its file in the directory */
static const char *name_of(const struct run_signal *signal)
{
    return strrchr(signal->path, '/') + 1;
}

/* all of a signal that lies there, as FLAC into a file that has no name yet */
static enum error_code copy_flac(const struct run_writer *writer, int fd, const char *path,
                                 struct error *err)
{
    const struct run_signal *from = writer->signal;
    struct run_signal *wav = NULL, *flac = NULL;
    enum error_code code = run_signal_open_at(writer->base, from->path, from->container, &wav, err);
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
static enum error_code compare_flac(const struct run_writer *writer, const char *path,
                                    struct error *err)
{
    const struct run_signal *with = writer->signal;
    struct run_signal *wav = NULL, *flac = NULL;
    enum error_code code = run_signal_open_at(writer->base, with->path, with->container, &wav, err);
    if (!code)
        code = run_signal_open_at(writer->base, path, RUN_CONTAINER_flac, &flac, err);
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
    static const char name[] = "signal.flac";
    char path[PATH_MAX];
    struct draft draft;
    enum error_code code = run_signal_path(writer->dir, RUN_CONTAINER_flac, path, err);
    if (code)
        return code;
    const int fd = draft_open_at(writer->base, name, &draft) ? fcntl(draft.fd, F_DUPFD_CLOEXEC, 0)
                                                             : -1;
    code = fd < 0 ? unplaced(path, err) : copy_flac(writer, fd, path, err);
    if (!code && !draft_place(&draft, name, true))
        code = unplaced(path, err);
    draft_free(&draft);
    if (code)
        return code;
    code = compare_flac(writer, path, err);
    if (!code && !draft_sync_directory(writer->base, "."))
        code = unplaced(path, err);
    if (!code && unlinkat(writer->base, name_of(writer->signal), 0) != 0)
        code = unplaced(path, err);
    if (code)
        unlinkat(writer->base, name, 0); /* the WAV is still there */
    if (!code)
        memcpy(writer->signal->path, path, sizeof path);
    return code;
}

static enum error_code stop_keeper(struct run_writer *writer, struct error *err)
{
    const int failure = run_keeper_stop(writer->keeper);
    writer->keeper = NULL;
    if (failure)
        return error_set(err, ERROR_IO,
                         "%s: could not be kept safe on disk while it was recorded: %s; look at "
                         "the disk, and at the run",
                         writer->dir, strerror(failure));
    return ERROR_OK;
}

static enum error_code finish(struct run_writer *writer, enum run_state state, const char *why,
                              struct error *err)
{
    char sha256[SHA256_TEXT_SIZE];
    enum error_code code = stop_keeper(writer, err);
    if (!code)
        code = run_signal_end(writer->signal, err);
    /* FLAC has no way to say that there are no frames */
    if (!code && writer->format == RUN_FORMAT_FLAC && writer->signal->frames > 0)
        code = pack_flac(writer, err);
    if (!code)
        code = sha256_file_at(writer->base, name_of(writer->signal), writer->signal->path, sha256,
                              err);
    const struct run_outcome outcome = {state, why, writer->signal->frames, sha256};
    if (!code)
        code = run_json_set_outcome(writer->json, &outcome, err);
    if (!code)
        code = run_json_save_at(writer->base, writer->dir, writer->json, err);
    if (!code)
        unlinkat(writer->base, RUN_JOURNAL_NAME, 0); /* run.json has it all */
    return code;
}

enum error_code run_finish(struct run_writer *writer, enum run_state state, const char *why,
                           struct error *err)
{
    const bool gone = run_signal_gone(writer->signal);
    enum error_code code = gone ? error_set(err, ERROR_IO,
                                            "%s: was deleted while it was recorded; nothing of "
                                            "it is left",
                                            writer->dir)
                                : finish(writer, state, why, err);
    /* what was recorded is there: that it cannot be closed is no mistake of the user's */
    if (code && !gone && code != ERROR_MEMORY && err)
        code = err->code = ERROR_IO;
    /* it may have been deleted just now */
    const bool there = faccessat(writer->base, name_of(writer->signal), F_OK, 0) == 0 &&
                       faccessat(writer->base, "run.json", F_OK, 0) == 0;
    if (code && !gone && !there)
        error_append(err, "; its files were deleted meanwhile");
    if (code && !gone && there)
        error_append(err, "; the run is readable, skitter run repair %s closes it", writer->dir);
    run_abandon(writer);
    return code;
}

void run_discard(struct run_writer *writer)
{
    if (writer)
        remove_files(writer, writer->dir);
    run_abandon(writer);
}

void run_abandon(struct run_writer *writer)
{
    if (!writer)
        return;
    run_keeper_stop(writer->keeper);
    run_journal_close(writer->journal);
    if (writer->base >= 0)
        close(writer->base);
    run_signal_close(writer->signal);
    json_decref(writer->json);
    free(writer->dir);
    free(writer);
}
