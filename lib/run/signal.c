/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/run/signal.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/base/file.h"

/* a block of 32 KiB: libsndfile itself goes in steps of 8, and from 128 on malloc asks the
 * kernel for fresh pages each time a signal is opened */
enum { BLOCK_SAMPLES = 1 << 13, HEAD_SIZE = 4096 };

static const struct {
    const char *name;
    int format;
    int64_t start;
} containers[] = {
#define CONTAINER_ROW(name, format, start) {#name, format, start},
    RUN_CONTAINER_LIST(CONTAINER_ROW)
#undef CONTAINER_ROW
};

/* ---- names and headers */

enum error_code run_signal_path(const char *dir, enum run_container container, char path[PATH_MAX],
                                struct error *err)
{
    int length = snprintf(path, PATH_MAX, "%s/signal.%s", dir, containers[container].name);
    if (length >= PATH_MAX)
        return error_set(err, ERROR_INPUT, "%.200s...: the name is too long", dir);
    return ERROR_OK;
}

enum error_code run_signal_find(const char *dir, enum run_container *container, char path[PATH_MAX],
                                struct error *err)
{
    for (int i = 0; i < RUN_CONTAINER_COUNT; i++) {
        enum error_code code = run_signal_path(dir, (enum run_container)i, path, err);
        if (code)
            return code;
        if (access(path, F_OK) == 0) {
            *container = (enum run_container)i;
            return ERROR_OK;
        }
    }
    return error_set(err, ERROR_INPUT,
                     "%s: holds no signal.wav, .rf64, .w64 or .flac: its samples are lost, or "
                     "it is not a run directory",
                     dir);
}

/* the container that the first bytes tell of, RUN_CONTAINER_COUNT when they tell nothing */
static enum run_container container_of(int fd)
{
    static const struct {
        char magic[5];
        enum run_container container;
    } magics[] = {
        {"RIFF", RUN_CONTAINER_wav},
        {"RF64", RUN_CONTAINER_rf64},
        {"riff", RUN_CONTAINER_w64},
        {"fLaC", RUN_CONTAINER_flac},
    };
    char head[4];
    if (fd < 0 || file_pread(fd, head, sizeof head, 0) != sizeof head)
        return RUN_CONTAINER_COUNT;
    for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
        if (memcmp(head, magics[i].magic, sizeof head) == 0)
            return magics[i].container;
    return RUN_CONTAINER_COUNT;
}

enum run_container run_signal_container(const char *path, enum run_container named)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    enum run_container found = container_of(fd);
    if (fd >= 0)
        close(fd);
    return found == RUN_CONTAINER_COUNT ? named : found;
}

static size_t read_head(const char *path, unsigned char head[HEAD_SIZE])
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t got = fd < 0 ? -1 : file_pread(fd, head, HEAD_SIZE, 0);
    if (fd >= 0)
        close(fd);
    return got > 0 ? (size_t)got : 0;
}

int64_t run_signal_start(const char *path, enum run_container container)
{
    unsigned char head[HEAD_SIZE];
    size_t size = read_head(path, head);
    /* name and length of the data chunk: a GUID and 64 bits in W64 */
    size_t chunk = container == RUN_CONTAINER_w64 ? 24 : 8;
    for (size_t i = 12; i + chunk <= size; i += 4)
        if (memcmp(head + i, "data", 4) == 0)
            return (int64_t)(i + chunk);
    return containers[container].start;
}

int run_signal_width(int64_t bits) { return bits <= 16 ? 16 : bits <= 24 ? 24 : 32; }

int run_signal_rate(struct run_period period)
{
    const double rate = round((double)period.denominator / (double)period.numerator);
    return rate < 1 ? 1 : rate > INT_MAX ? INT_MAX : (int)rate;
}

/* ---- opening and closing */

void run_signal_close(struct run_signal *signal)
{
    if (!signal)
        return;
    if (signal->file)
        sf_close(signal->file);
    if (signal->fd >= 0)
        close(signal->fd); /* and with it the lock */
    free(signal->block);
    free(signal);
}

/* of an open file, or -1 with errno: attach looks at it; NULL: no memory, and it is closed */
static struct run_signal *new_signal(int fd, const char *path, enum run_container container)
{
    const int failure = errno;
    struct run_signal *signal = calloc(1, sizeof *signal);
    if (!signal) {
        if (fd >= 0)
            close(fd);
        return NULL;
    }
    signal->container = container;
    snprintf(signal->path, sizeof signal->path, "%s", path);
    signal->fd = fd;
    signal->block = malloc(BLOCK_SAMPLES * sizeof *signal->block);
    if (!signal->block) {
        run_signal_close(signal);
        return NULL;
    }
    errno = failure;
    return signal;
}

/* the last part of a path */
static const char *name_in(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* the whole path when `base` is AT_FDCWD, else the name in that directory */
static struct run_signal *new_reader(int base, const char *path, enum run_container container)
{
    /* a named pipe in the place of a signal is not waited for */
    const char *name = base == AT_FDCWD ? path : name_in(path);
    return new_signal(openat(base, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK), path, container);
}

static int width_of(int format)
{
    switch (format & SF_FORMAT_SUBMASK) {
    case SF_FORMAT_PCM_16:
        return 16;
    case SF_FORMAT_PCM_24:
        return 24;
    case SF_FORMAT_PCM_32:
        return 32;
    default:
        return 0;
    }
}

static int pcm_of(int width)
{
    return width == 16 ? SF_FORMAT_PCM_16 : width == 24 ? SF_FORMAT_PCM_24 : SF_FORMAT_PCM_32;
}

/* hand the open descriptor to libsndfile; on failure the signal is closed */
static enum error_code attach(struct run_signal *signal, int mode, SF_INFO *info,
                              struct run_signal **out, struct error *err)
{
    int failure = errno;
    const char *why = signal->fd < 0 ? strerror(failure) : NULL;
    if (!why) {
        signal->file = sf_open_fd(signal->fd, mode, info, SF_FALSE);
        why = signal->file ? NULL : sf_strerror(NULL);
    }
    signal->width = width_of(info->format);
    signal->channels = info->channels;
    signal->rate = info->samplerate;
    signal->frames = info->frames;
    if (!why && signal->width == 0)
        why = "its samples are not 16, 24 or 32 bit integers";
    if (!why) {
        *out = signal;
        return ERROR_OK;
    }
    /* what is not there or is no signal is a mistake; what cannot be opened now is a failure */
    const bool mistake = signal->fd >= 0 || failure == ENOENT || failure == EACCES;
    enum error_code code = mode == SFM_READ && mistake ? ERROR_INPUT : ERROR_IO;
    error_set(err, code, "%s: cannot be %s: %s", signal->path,
              mode == SFM_READ ? "read" : "written", why);
    run_signal_close(signal);
    return code;
}

/* A command may write the header. When it cannot seek to the beginning it writes it where it is,
 * and samples would come behind two headers. A container that does not know the command is no
 * failure. */
static bool commanded(struct run_signal *signal, int command, int value)
{
    sf_command(signal->file, command, NULL, value);
    return sf_error(signal->file) != SF_ERR_SYSTEM;
}

enum error_code run_signal_create(int base, const char *path, const struct run_signal_form *form,
                                  struct run_signal **signal, struct error *err)
{
    const int fd = openat(base, name_in(path), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    return run_signal_create_in(fd, path, form, signal, err);
}

enum error_code run_signal_create_in(int fd, const char *path, const struct run_signal_form *form,
                                     struct run_signal **signal, struct error *err)
{
    const enum run_container container = form->container;
    struct run_signal *made = new_signal(fd, path, container);
    if (!made)
        return error_memory(err);
    /* a plain WAV beyond 4 GiB is silently corrupt: RF64 that pretends to be
     * WAV as long as it can */
    int type = container == RUN_CONTAINER_wav ? SF_FORMAT_RF64 : containers[container].format;
    SF_INFO info = {
        .channels = form->channels, .samplerate = form->rate, .format = type | pcm_of(form->width)};
    enum error_code code = attach(made, SFM_WRITE, &info, signal, err);
    if (code)
        return code;
    flock(made->fd, LOCK_EX | LOCK_NB);
    /* the PEAK chunk holds the time of day: equal signals would differ */
    if (commanded(made, SFC_RF64_AUTO_DOWNGRADE, container == RUN_CONTAINER_wav) &&
        commanded(made, SFC_SET_ADD_PEAK_CHUNK, SF_FALSE) &&
        commanded(made, SFC_SET_UPDATE_HEADER_AUTO, SF_TRUE) &&
        commanded(made, SFC_UPDATE_HEADER_NOW, 0))
        return ERROR_OK;
    error_set(err, ERROR_IO, "%s: cannot be written: %s", path, sf_strerror(made->file));
    run_signal_close(made);
    *signal = NULL;
    return ERROR_IO;
}

enum error_code run_signal_open(const char *path, enum run_container container,
                                struct run_signal **signal, struct error *err)
{
    return run_signal_open_at(AT_FDCWD, path, container, signal, err);
}

enum error_code run_signal_open_at(int base, const char *path, enum run_container container,
                                   struct run_signal **signal, struct error *err)
{
    struct run_signal *opened = new_reader(base, path, container);
    if (!opened)
        return error_memory(err);
    /* libsndfile would go on to guess: its MP3 decoder takes noise, and prints about it */
    if (opened->fd >= 0 && container_of(opened->fd) == RUN_CONTAINER_COUNT) {
        run_signal_close(opened);
        return error_set(err, ERROR_INPUT,
                         "%s: cannot be read: it does not begin as a WAV, RF64, W64 or FLAC file",
                         path);
    }
    SF_INFO info = {0};
    return attach(opened, SFM_READ, &info, signal, err);
}

enum error_code run_signal_open_raw(const char *path, enum run_container container, int64_t start,
                                    int width, int channels, struct run_signal **signal,
                                    struct error *err)
{
    struct run_signal *opened = new_reader(AT_FDCWD, path, container);
    if (!opened)
        return error_memory(err);
    SF_INFO info = {.channels = channels,
                    .samplerate = 1,
                    .format = SF_FORMAT_RAW | SF_ENDIAN_LITTLE | pcm_of(width)};
    enum error_code code = attach(opened, SFM_READ, &info, signal, err);
    if (code)
        return code;
    struct stat status;
    int64_t size = fstat(opened->fd, &status) == 0 ? status.st_size : 0;
    /* the command does not move to the start it sets */
    sf_count_t offset = start;
    sf_command(opened->file, SFC_SET_RAW_START_OFFSET, &offset, sizeof offset);
    sf_seek(opened->file, 0, SEEK_SET);
    int64_t frame_size = (int64_t)(width / 8) * channels, bytes = size > start ? size - start : 0;
    opened->frames = bytes / frame_size;
    opened->tail = bytes % frame_size;
    return ERROR_OK;
}

/* of FLAC, whose blocks may be 65535 frames of silence in a few bytes; libsndfile sees to it
 * that the others claim no more than they hold */
bool run_signal_fits(const struct run_signal *signal)
{
    enum { FLAC_BLOCK = 1 << 16 };
    struct stat status;
    return fstat(signal->fd, &status) == 0 && signal->frames / FLAC_BLOCK <= status.st_size;
}

bool run_signal_gone(const struct run_signal *signal)
{
    struct stat status;
    return fstat(signal->fd, &status) == 0 && status.st_nlink == 0;
}

bool run_signal_busy(const struct run_signal *signal)
{
    if (flock(signal->fd, LOCK_SH | LOCK_NB) != 0)
        return errno == EWOULDBLOCK;
    flock(signal->fd, LOCK_UN);
    return false;
}

/* ---- samples */

static enum error_code check_width(const struct run_signal *signal, const int32_t *samples,
                                   int64_t n, struct error *err)
{
    int64_t most = ((int64_t)1 << (signal->width - 1)) - 1;
    for (int64_t i = 0; i < n; i++)
        if (samples[i] > most || samples[i] < -most - 1)
            return error_set(err, ERROR_INPUT,
                             "%s: sample %d of channel %d does not fit %d bits; give the bits "
                             "and the count offset of the converter",
                             signal->path, samples[i], (int)(i % signal->channels), signal->width);
    return ERROR_OK;
}

/* A failed write may leave part of a frame: cut it off, so that what follows is
 * not shifted, and bring the header up to date. */
static enum error_code write_failed(struct run_signal *signal, struct error *err)
{
    char why[256];
    snprintf(why, sizeof why, "%s", sf_strerror(signal->file));
    sf_count_t frames = signal->frames;
    sf_command(signal->file, SFC_FILE_TRUNCATE, &frames, sizeof frames);
    sf_command(signal->file, SFC_UPDATE_HEADER_NOW, NULL, 0);
    return error_set(err, ERROR_IO,
                     "%s: cannot be written: %s; %lld frames are safe; make room on the disk or "
                     "record to another one",
                     signal->path, why, (long long)signal->frames);
}

enum error_code run_signal_write(struct run_signal *signal, const int32_t *samples, int64_t frames,
                                 struct error *err)
{
    enum error_code code = check_width(signal, samples, frames * signal->channels, err);
    if (code)
        return code;
    int64_t most = BLOCK_SAMPLES / signal->channels;
    int shift = 32 - signal->width;
    while (frames > 0) {
        int64_t now = frames < most ? frames : most;
        for (int64_t i = 0; i < now * signal->channels; i++)
            signal->block[i] = (int32_t)((uint32_t)samples[i] << shift);
        int64_t put = sf_writef_int(signal->file, signal->block, now);
        signal->frames += put > 0 ? put : 0;
        if (put != now || sf_error(signal->file))
            return write_failed(signal, err);
        samples += now * signal->channels;
        frames -= now;
    }
    return ERROR_OK;
}

enum error_code run_signal_seek(struct run_signal *signal, int64_t frame, struct error *err)
{
    if (sf_seek(signal->file, frame, SEEK_SET) != frame)
        return error_set(err, ERROR_IO, "%s: frame %lld cannot be found: %s", signal->path,
                         (long long)frame, sf_strerror(signal->file));
    return ERROR_OK;
}

int64_t run_signal_read(struct run_signal *signal, int32_t *samples, int64_t frames)
{
    int64_t got = sf_readf_int(signal->file, samples, frames);
    int shift = 32 - signal->width;
    for (int64_t i = 0; i < got * signal->channels; i++)
        samples[i] >>= shift; /* arithmetic in gcc and clang: the sign stays */
    return got > 0 ? got : 0;
}

enum error_code run_signal_copy(struct run_signal *from, struct run_signal *to, struct error *err)
{
    int64_t most = BLOCK_SAMPLES / from->channels, got;
    do {
        got = run_signal_read(from, from->block, most);
        enum error_code code = run_signal_write(to, from->block, got, err);
        if (code)
            return code;
    } while (got == most);
    if (sf_error(from->file) == SF_ERR_SYSTEM) /* the end of what can be read is not the end */
        return error_set(err, ERROR_IO,
                         "%s: cannot be read after frame %lld: the disk fails; copy the run to "
                         "another one",
                         from->path, (long long)to->frames);
    return ERROR_OK;
}

bool run_signal_same(struct run_signal *a, struct run_signal *b)
{
    if (a->channels != b->channels || a->frames != b->frames)
        return false;
    const int64_t most = BLOCK_SAMPLES / a->channels;
    for (int64_t left = a->frames; left > 0; left -= most) {
        const int64_t now = left < most ? left : most;
        if (run_signal_read(a, a->block, now) != now || run_signal_read(b, b->block, now) != now ||
            memcmp(a->block, b->block, (size_t)(now * a->channels) * sizeof *a->block) != 0)
            return false;
    }
    return true;
}

static enum error_code unsafe(const struct run_signal *signal, const char *why, struct error *err)
{
    return error_set(err, ERROR_IO,
                     "%s: cannot be made safe on disk: %s; the disk may be full or failing",
                     signal->path, why);
}

enum error_code run_signal_sync(struct run_signal *signal, struct error *err)
{
    if (!commanded(signal, SFC_UPDATE_HEADER_NOW, 0))
        return unsafe(signal, sf_strerror(signal->file), err);
    return fsync(signal->fd) == 0 ? ERROR_OK : unsafe(signal, strerror(errno), err);
}

static int64_t size_of(const struct run_signal *signal)
{
    struct stat status;
    return fstat(signal->fd, &status) == 0 ? status.st_size : -1;
}

/* libsndfile writes the last header where it is, if it cannot seek to the beginning: behind
 * the samples, where it is cut off; the header that it wrote before them tells of them all */
static bool cut_stray_header(const struct run_signal *signal, int64_t before)
{
    enum { PADDING = 8 };
    if (signal->container == RUN_CONTAINER_flac || before < 0 ||
        size_of(signal) <= before + PADDING)
        return true;
    return ftruncate(signal->fd, before) == 0;
}

static bool reads_back(const struct run_signal *signal)
{
    SF_INFO info = {0};
    SNDFILE *file = lseek(signal->fd, 0, SEEK_SET) == 0
                        ? sf_open_fd(signal->fd, SFM_READ, &info, SF_FALSE)
                        : NULL;
    if (file)
        sf_close(file);
    return file && info.frames == signal->frames && info.channels == signal->channels;
}

enum error_code run_signal_end(struct run_signal *signal, struct error *err)
{
    const int64_t before = size_of(signal);
    int failure = sf_close(signal->file);
    signal->file = NULL;
    if (failure)
        return unsafe(signal, sf_error_number(failure), err);
    if (!cut_stray_header(signal, before) || !reads_back(signal))
        return unsafe(signal, "its header was not written", err);
    return fsync(signal->fd) == 0 ? ERROR_OK : unsafe(signal, strerror(errno), err);
}
