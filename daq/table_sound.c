/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sound files as tables: integers as they are, full scale is the range of the
 * rig's channel; floating point in steps of the loudest sample. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <sndfile.h>

#include "lib/base/file.h"
#include "daq/channel.h"
#include "daq/table_kind.h"

enum { BLOCK_FRAMES = 1024, NAME_SIZE = 16 };

struct sound_table {
    SNDFILE *file;
    int channels;
    int bits;     /* of the integers that come out */
    double scale; /* of floating point; 0: integers */
    char (*names)[NAME_SIZE];
};

/* bits of an integer format, 0 for others */
static int bits_of(int format)
{
    switch (format & SF_FORMAT_SUBMASK) {
    case SF_FORMAT_PCM_S8:
    case SF_FORMAT_PCM_U8:
        return 8;
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

static void sound_close(void *state)
{
    struct sound_table *t = state;
    if (t->file)
        sf_close(t->file);
    free(t->names);
    free(t);
}

static enum error_code set_channels(struct sound_table *t, const char *path, const struct rig *rig,
                                    struct daq_source *source, struct error *err)
{
    const size_t n = (size_t)t->channels;
    if (n > RUN_CHANNELS_MAX || (rig && rig->n_channels != n))
        return error_set(err, ERROR_INPUT,
                         "%s: has %zu channels, the rig file %zu; they must be "
                         "the same, in the same order",
                         path, n, rig ? rig->n_channels : 0);
    t->names = calloc(n, sizeof *t->names);
    if (!t->names)
        return error_memory(err);
    const double top = ldexp(1, t->bits - 1);
    for (size_t i = 0; i < n; i++) {
        struct run_channel *out = &source->channels[i];
        snprintf(t->names[i], NAME_SIZE, "channel%zu", i + 1);
        *out = (struct run_channel){.role = t->names[i],
                                    .unit = "1",
                                    .sensitivity = 1,
                                    .n_coefficients = 2,
                                    .count_min = -(int64_t)top,
                                    .count_max = (int64_t)top - 1};
        out->coefficients[1] = t->scale > 0 ? t->scale : 1 / top;
        if (rig) {
            out->coefficients[1] *= daq_channel_value(&rig->channels[i], RIG_CHANNEL_RANGE);
            daq_channel_convert(&rig->channels[i], out);
        }
    }
    source->info.n_channels = n;
    source->info.bits = t->bits;
    return ERROR_OK;
}

/* what begins like nothing that is known is not for libsndfile: it would go on to guess,
 * and its MP3 decoder takes noise, and prints about it */
static bool begins_as_sound(int fd)
{
    static const char magics[][5] = {"RIFF", "RIFX", "RF64", "riff", "fLaC", "FORM", ".snd"};
    char head[4];
    bool known = false;
    if (file_pread(fd, head, sizeof head, 0) == sizeof head)
        for (size_t i = 0; i < sizeof magics / sizeof *magics; i++)
            known |= memcmp(head, magics[i], sizeof head) == 0;
    return known;
}

static enum error_code open_sound(const char *path, SF_INFO *info, SNDFILE **file,
                                  struct error *err)
{
    const int fd = open(path, O_RDONLY | O_CLOEXEC);
    const char *why = fd < 0 ? strerror(errno) : NULL;
    if (!why && !begins_as_sound(fd)) {
        close(fd);
        why = "it does not begin as a WAV, W64, RF64, FLAC, AIFF or AU file";
    } else if (!why) {
        *file = sf_open_fd(fd, SFM_READ, info, SF_TRUE); /* which closes fd, then or now */
        why = *file ? NULL : sf_strerror(NULL);
    }
    return why ? error_set(err, ERROR_INPUT, "%s: cannot be read: %s", path, why) : ERROR_OK;
}

static enum error_code set_up(struct sound_table *t, const char *path, const struct rig *rig,
                              double rate, struct daq_source *source, struct error *err)
{
    SF_INFO info = {0};
    enum error_code code = open_sound(path, &info, &t->file, err);
    if (code)
        return code;
    t->channels = info.channels;
    t->bits = bits_of(info.format);
    if (t->bits == 0) {
        double loudest = 0;
        sf_command(t->file, SFC_CALC_SIGNAL_MAX, &loudest, sizeof loudest);
        if (!isfinite(loudest))
            return error_set(err, ERROR_INPUT, "%s: holds samples that are no numbers", path);
        t->bits = 32;
        t->scale = (loudest > 0 ? loudest : 1) / INT32_MAX;
    }
    code = daq_channel_period(rate > 0 ? rate : info.samplerate, &source->info.period, err);
    return code ? code : set_channels(t, path, rig, source, err);
}

static enum error_code sound_open(const char *path, const struct rig *rig, double rate,
                                  struct daq_source *source, void **state, struct error *err)
{
    struct sound_table *t = calloc(1, sizeof *t);
    if (!t)
        return error_memory(err);
    enum error_code code = set_up(t, path, rig, rate, source, err);
    if (code)
        sound_close(t);
    else
        *state = t;
    return code;
}

static enum error_code sound_rewind(void *state, struct error *err)
{
    struct sound_table *t = state;
    if (sf_seek(t->file, 0, SEEK_SET) != 0)
        return error_set(err, ERROR_IO, "the sound file cannot be read again: %s",
                         sf_strerror(t->file));
    return ERROR_OK;
}

static size_t read_integers(struct sound_table *t, int32_t *samples, size_t frames)
{
    const sf_count_t got = sf_readf_int(t->file, samples, (sf_count_t)frames);
    for (size_t i = 0; i < (size_t)(got * t->channels); i++)
        samples[i] >>= 32 - t->bits; /* libsndfile puts them into the top bits */
    return (size_t)got;
}

/* libsndfile's loudest sample passes over what is no number: it is met here */
static bool to_counts(const struct sound_table *t, const double *values, sf_count_t n,
                      int32_t *samples)
{
    for (sf_count_t i = 0; i < n; i++) {
        if (!isfinite(values[i]))
            return false;
        samples[i] = (int32_t)lround(values[i] / t->scale);
    }
    return true;
}

static enum error_code read_floats(struct sound_table *t, int32_t *samples, size_t room,
                                   size_t *frames, struct error *err)
{
    double block[BLOCK_FRAMES];
    const sf_count_t most = BLOCK_FRAMES / t->channels;
    sf_count_t got = 1;
    for (*frames = 0; *frames < room && got > 0; *frames += (size_t)got) {
        const sf_count_t left = (sf_count_t)(room - *frames);
        got = sf_readf_double(t->file, block, left < most ? left : most);
        if (!to_counts(t, block, got * t->channels, samples))
            return error_set(err, ERROR_INPUT, "the sound file holds samples that are no numbers");
        samples += got * t->channels;
    }
    return ERROR_OK;
}

static enum error_code sound_read(void *state, int32_t *samples, size_t room, size_t *frames,
                                  struct error *err)
{
    struct sound_table *t = state;
    if (t->scale > 0)
        return read_floats(t, samples, room, frames, err);
    *frames = read_integers(t, samples, room);
    return ERROR_OK;
}

const struct daq_table_kind daq_table_sound = {
    .open = sound_open, .close = sound_close, .rewind = sound_rewind, .read = sound_read};
