/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signal file of a run, on libsndfile: integers in, the same integers out.
 * Used by run*.c only. */
#ifndef LIB_RUN_SIGNAL_H
#define LIB_RUN_SIGNAL_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sndfile.h>

#include "lib/base/error.h"
#include "lib/run/description.h"

/* Containers in the order in which run_signal_find looks for them: while FLAC
 * is packed the file it is made from is the one to trust.
 * X(name and file extension, libsndfile's name, where the samples start in a
 *   file that libsndfile wrote; 0 when they cannot be read without it) */
#define RUN_CONTAINER_LIST(X)    \
    X(rf64, SF_FORMAT_RF64, 112) \
    X(wav, SF_FORMAT_WAV, 112)   \
    X(w64, SF_FORMAT_W64, 104)   \
    X(flac, SF_FORMAT_FLAC, 0)

enum run_container {
#define RUN_CONTAINER_ENUM(name, format, start) RUN_CONTAINER_##name,
    RUN_CONTAINER_LIST(RUN_CONTAINER_ENUM)
#undef RUN_CONTAINER_ENUM
        RUN_CONTAINER_COUNT
};

struct run_signal {
    char path[PATH_MAX];
    enum run_container container; /* by its name */
    int fd;                       /* the writer holds a lock on it */
    SNDFILE *file;
    int width; /* bits of a sample in the file: 16, 24 or 32 */
    int channels;
    int rate;
    int64_t frames;
    int64_t tail;   /* bytes after the last whole frame, when opened raw */
    int32_t *block; /* samples on their way, moved to the top bits as libsndfile wants them */
};

/* path of the signal file with that container, ERROR_INPUT when it is too long */
enum error_code run_signal_path(const char *dir, enum run_container container, char path[PATH_MAX],
                                struct error *err);

/* which one is there; ERROR_INPUT when there is none */
enum error_code run_signal_find(const char *dir, enum run_container *container, char path[PATH_MAX],
                                struct error *err);

/* the container that the first bytes of a file tell of, or `named` when they
 * tell nothing */
enum run_container run_signal_container(const char *path, enum run_container named);

/* where the samples of a file start, found by its data chunk */
int64_t run_signal_start(const char *path, enum run_container container);

/* 16, 24 or 32: what samples of `bits` bits are stored in */
int run_signal_width(int64_t bits);

/* whole number of hertz next to the period */
int run_signal_rate(struct run_period period);

/* what a signal is made of */
struct run_signal_form {
    enum run_container container;
    int width; /* 16, 24 or 32 bits */
    int channels, rate;
};

/* make a new file, locked until it is closed, in an open directory: the last part of the path
 * is its name. wav becomes RF64 by itself beyond 4 GiB */
enum error_code run_signal_create(int base, const char *path, const struct run_signal_form *form,
                                  struct run_signal **signal, struct error *err);

/* the same in a file that is open to read and write, and closed with the signal (also
 * on failure); the path is for messages */
enum error_code run_signal_create_in(int fd, const char *path, const struct run_signal_form *form,
                                     struct run_signal **signal, struct error *err);

/* whether two signals that were just opened hold the same samples, all of which can be read */
bool run_signal_same(struct run_signal *a, struct run_signal *b);

/* open for reading */
enum error_code run_signal_open(const char *path, enum run_container container,
                                struct run_signal **signal, struct error *err);

/* the same from an open directory: the last part of the path is the name in it */
enum error_code run_signal_open_at(int base, const char *path, enum run_container container,
                                   struct run_signal **signal, struct error *err);

/* open for reading with nothing believed of its header */
enum error_code run_signal_open_raw(const char *path, enum run_container container, int64_t start,
                                    int width, int channels, struct run_signal **signal,
                                    struct error *err);

/* whether the frames that the header speaks of can be in a file of that size */
bool run_signal_fits(const struct run_signal *signal);

/* whether its last name is gone: what is written to it is lost when it is closed */
bool run_signal_gone(const struct run_signal *signal);

/* true while a writer has it open */
bool run_signal_busy(const struct run_signal *signal);

/* append; signal->frames says what is safe, on failure too */
enum error_code run_signal_write(struct run_signal *signal, const int32_t *samples, int64_t frames,
                                 struct error *err);

/* from where the last read ended, or from a seek */
enum error_code run_signal_seek(struct run_signal *signal, int64_t frame, struct error *err);
int64_t run_signal_read(struct run_signal *signal, int32_t *samples, int64_t frames);

/* append all that can be read of one to the other */
enum error_code run_signal_copy(struct run_signal *from, struct run_signal *to, struct error *err);

enum error_code run_signal_sync(struct run_signal *signal, struct error *err);

/* no more samples: the file gets its last form and is safe on disk; the lock stays */
enum error_code run_signal_end(struct run_signal *signal, struct error *err);

/* NULL is allowed */
void run_signal_close(struct run_signal *signal);

#endif
