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

enum { BLOCK_SAMPLES = 4096 };
/* the rails are left free: a floating point file has none */
static const double most_count = INT32_MAX - 1;

struct sound_table {
    SNDFILE *file;
    int channels; /* of the file */
    int bits;     /* of the integers that come out */
    double scale; /* of floating point; 0: integers */
    struct daq_column *columns;
    size_t *picked; /* channels of the file that are wanted */
    size_t n;
    int64_t missed; /* frames since the last good one */
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
    free(t->columns);
    free(t->picked);
    free(t);
}

/* without a rig the file's own range is 1, or what --column says */
static void set_channel(const struct sound_table *t, const struct rig *rig, size_t i,
                        struct run_channel *out)
{
    const double top = ldexp(1, t->bits - 1);
    const struct daq_column *column = &t->columns[t->picked[i]];
    *out = (struct run_channel){.role = column->role,
                                .unit = column->role_unit,
                                .sensitivity = column->factor,
                                .n_coefficients = 2,
                                .count_min = -(int64_t)top,
                                .count_max = (int64_t)top - 1};
    out->coefficients[1] = t->scale > 0 ? t->scale : 1 / top;
    if (rig) {
        out->coefficients[1] *= daq_channel_value(&rig->channels[i], RIG_CHANNEL_RANGE);
        daq_channel_convert(&rig->channels[i], out);
    }
}

static enum error_code name_channels(struct sound_table *t, const char *path,
                                     const struct daq_mapping *mapping, struct error *err)
{
    const size_t n = (size_t)t->channels;
    t->columns = calloc(n, sizeof *t->columns);
    t->picked = calloc(n, sizeof *t->picked);
    if (!t->columns || !t->picked)
        return error_memory(err);
    for (size_t i = 0; i < n; i++)
        snprintf(t->columns[i].name, DAQ_NAME_SIZE, "channel%zu", i + 1);
    enum error_code code = daq_mapping_apply(mapping, path, t->columns, n, err);
    for (size_t i = 0; !code && i < n; i++)
        if (t->columns[i].wanted)
            t->picked[t->n++] = i;
    return code;
}

static enum error_code set_channels(struct sound_table *t, const char *path, const struct rig *rig,
                                    const struct daq_mapping *mapping, struct daq_source *source,
                                    struct error *err)
{
    const bool by_rig = rig && mapping->n_columns == 0;
    if (t->channels > RUN_CHANNELS_MAX || (by_rig && rig->n_channels != (size_t)t->channels))
        return error_set(err, ERROR_INPUT,
                         "%s: has %d channels, the rig file %zu; they must be "
                         "the same, in the same order, or be named with --column",
                         path, t->channels, rig ? rig->n_channels : 0);
    enum error_code code = name_channels(t, path, mapping, err);
    for (size_t i = 0; !code && i < t->n; i++) {
        set_channel(t, by_rig ? rig : NULL, i, &source->channels[i]);
        source->origins[i] = t->columns[t->picked[i]].name;
    }
    source->info.n_channels = t->n;
    source->info.bits = t->bits;
    return code;
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
                              const struct daq_mapping *mapping, struct daq_source *source,
                              struct error *err)
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
            return error_set(err, ERROR_INPUT,
                             "%s: holds samples beyond all numbers, by which it cannot be scaled",
                             path);
        t->bits = 32;
        t->scale = (loudest > 0 ? loudest : 1) / most_count;
    }
    code = daq_channel_period(mapping->rate > 0 ? mapping->rate : info.samplerate,
                              &source->info.period, err);
    snprintf(source->layout, sizeof source->layout, "sound of %d channels, %d bits%s", t->channels,
             t->bits, t->scale > 0 ? " from floating point" : "");
    return code ? code : set_channels(t, path, rig, mapping, source, err);
}

enum error_code daq_table_sound_open(const char *path, const struct rig *rig,
                                     const struct daq_mapping *mapping, struct daq_source *source,
                                     void **state, struct error *err)
{
    struct sound_table *t = calloc(1, sizeof *t);
    if (!t)
        return error_memory(err);
    enum error_code code = set_up(t, path, rig, mapping, source, err);
    if (code)
        sound_close(t);
    else
        *state = t;
    return code;
}

static enum error_code sound_rewind(void *state, struct error *err)
{
    struct sound_table *t = state;
    t->missed = 0;
    if (sf_seek(t->file, 0, SEEK_SET) != 0)
        return error_set(err, ERROR_IO, "the sound file cannot be read again: %s",
                         sf_strerror(t->file));
    return ERROR_OK;
}

/* all channels of a frame are there, or it was lost */
static bool is_whole(const struct sound_table *t, const double *frame)
{
    for (size_t i = 0; i < t->n; i++)
        if (isnan(frame[t->picked[i]]))
            return false;
    return true;
}

static int32_t to_count(const struct sound_table *t, double value)
{
    if (isinf(value))
        return value > 0 ? INT32_MAX : INT32_MIN;
    return (int32_t)lround(fmax(-most_count, fmin(most_count, value / t->scale)));
}

static sf_count_t block_frames(const struct sound_table *t, size_t room)
{
    const sf_count_t most = BLOCK_SAMPLES / t->channels;
    return (sf_count_t)room < most ? (sf_count_t)room : most;
}

static void read_integers(struct sound_table *t, int32_t *samples, size_t room,
                          struct daq_read *got)
{
    int32_t block[BLOCK_SAMPLES];
    const sf_count_t asked = block_frames(t, room);
    const sf_count_t frames = sf_readf_int(t->file, block, asked);
    for (sf_count_t k = 0; k < frames; k++)
        for (size_t i = 0; i < t->n; i++) /* libsndfile puts them into the top bits */
            *samples++ = block[k * t->channels + (sf_count_t)t->picked[i]] >> (32 - t->bits);
    got->frames = (size_t)frames;
    got->end = frames < asked;
}

/* frame by frame: what is no number is a loss, which comes before the frames of a read */
static void read_floats(struct sound_table *t, int32_t *samples, size_t room, struct daq_read *got)
{
    double block[BLOCK_SAMPLES];
    const sf_count_t asked = block_frames(t, room);
    const sf_count_t frames = sf_readf_double(t->file, block, asked);
    sf_count_t k = 0;
    for (; k < frames; k++) {
        const double *frame = block + k * t->channels;
        if (!is_whole(t, frame)) {
            if (got->frames > 0)
                break;
            t->missed++;
            continue;
        }
        if (t->missed > 0)
            got->loss = (struct daq_loss){t->missed, "the file holds no number there"};
        t->missed = 0;
        for (size_t i = 0; i < t->n; i++)
            *samples++ = to_count(t, frame[t->picked[i]]);
        got->frames++;
    }
    if (k < frames) /* again from the loss on */
        sf_seek(t->file, k - frames, SEEK_CUR);
    got->end = k == frames && frames < asked;
    if (got->end && t->missed > 0)
        got->loss = (struct daq_loss){t->missed, "the file holds no number there"};
}

static enum error_code sound_read(void *state, int32_t *samples, size_t room, struct daq_read *got,
                                  struct error *err)
{
    (void)err;
    struct sound_table *t = state;
    if (t->scale > 0)
        read_floats(t, samples, room, got);
    else
        read_integers(t, samples, room, got);
    return ERROR_OK;
}

const struct daq_table_kind daq_table_sound = {
    .close = sound_close, .rewind = sound_rewind, .read = sound_read};
