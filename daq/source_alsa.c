/* SPDX-License-Identifier: GPL-3.0-or-later */
/* alsa: the line input of a sound card, through alsa-lib.
 *
 * The card runs freely: it is not stopped when its buffer is full (stop_threshold is the boundary
 * of its frame counter), but goes on over what was not read. Its counter then says how many
 * frames were overwritten, so that a gap has an exact length, which a card that is stopped and
 * started again cannot tell. What was overwritten while it was read is found by asking for the
 * counter after the read. */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <alsa/asoundlib.h>

#include "daq/alsa_list.h"
#include "daq/channel.h"
#include "daq/source.h"

enum { WAIT_MS = 50, BUFFER_US = 2000000, PERIOD_US = 10000 };

static const double most_off = 0.01; /* of the rate that was asked for */

static const char overrun[] = "the sound card's buffer was full";

/* kinds of samples, the widest first */
static const struct kind {
    snd_pcm_format_t format;
    int64_t bits;
    size_t bytes;
} kinds[] = {
    {SND_PCM_FORMAT_S32, 32, 4},
    {SND_PCM_FORMAT_S24, 24, 4},
    {SND_PCM_FORMAT_S24_3LE, 24, 3},
    {SND_PCM_FORMAT_S16, 16, 2},
};

struct alsa_source {
    char name[128];
    snd_pcm_t *pcm;
    const struct kind *kind;
    unsigned channels;                 /* of the device, used or not */
    unsigned inputs[RUN_CHANNELS_MAX]; /* which of them each channel is */
    snd_pcm_uframes_t buffer, period;
    bool has_clock;       /* a card's; what is made of files by plugins has none */
    unsigned char *bytes; /* what was read */
    size_t room;          /* of bytes, in frames */
};

static enum error_code failed(const struct alsa_source *s, enum error_code code, const char *what,
                              int why, struct error *err)
{
    return error_set(err, code, "alsa:%s: %s: %s", s->name, what, snd_strerror(why));
}

/* ---- what the card can do */

static enum error_code set_kind(struct alsa_source *s, snd_pcm_hw_params_t *hw, struct error *err)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds && !s->kind; i++)
        if (snd_pcm_hw_params_set_format(s->pcm, hw, kinds[i].format) == 0)
            s->kind = &kinds[i];
    return s->kind
               ? ERROR_OK
               : error_set(err, ERROR_UNSUPPORTED,
                           "alsa:%s: has no samples of 16, 24 or 32 bits; plug%s: converts them",
                           s->name, s->name);
}

/* as few as there can be with all that the rig names */
static enum error_code set_inputs(struct alsa_source *s, const struct rig *rig,
                                  snd_pcm_hw_params_t *hw, struct error *err)
{
    unsigned most;
    if (rig->n_channels == 0 || rig->n_channels > RUN_CHANNELS_MAX)
        return error_set(err, ERROR_INPUT, "%s: has %zu channels; name 1 to %d", rig->path,
                         rig->n_channels, RUN_CHANNELS_MAX);
    int result = snd_pcm_hw_params_get_channels_max(hw, &most);
    if (result < 0)
        return failed(s, ERROR_DEVICE, "does not tell its inputs", result, err);
    unsigned least = 1;
    for (size_t i = 0; i < rig->n_channels; i++) {
        const double input = daq_channel_value(&rig->channels[i], RIG_CHANNEL_INPUT);
        if (!(input < most))
            return error_set(err, ERROR_INPUT,
                             "alsa:%s: channel %s: there is no input %.9g; the card has 0 to %u",
                             s->name, rig_role_name(rig->channels[i].role), input, most - 1);
        s->inputs[i] = (unsigned)input;
        least = s->inputs[i] + 1 > least ? s->inputs[i] + 1 : least;
    }
    result = snd_pcm_hw_params_set_channels_min(s->pcm, hw, &least);
    if (result == 0)
        result = snd_pcm_hw_params_set_channels_first(s->pcm, hw, &s->channels);
    return result < 0 ? failed(s, ERROR_DEVICE, "cannot set its channels", result, err) : ERROR_OK;
}

/* the card's own rate, not one that a library computes from it */
static enum error_code set_rate(struct alsa_source *s, double asked, snd_pcm_hw_params_t *hw,
                                struct error *err)
{
    struct run_period checked;
    unsigned low = 0, high = 0, rate = (unsigned)fmin(round(asked), 4e9);
    enum error_code code = daq_channel_period(asked, &checked, err);
    if (code)
        return code;
    snd_pcm_hw_params_set_rate_resample(s->pcm, hw, 0);
    snd_pcm_hw_params_get_rate_min(hw, &low, NULL);
    snd_pcm_hw_params_get_rate_max(hw, &high, NULL);
    const int result = snd_pcm_hw_params_set_rate_near(s->pcm, hw, &rate, NULL);
    if (result < 0)
        return failed(s, ERROR_DEVICE, "cannot set its rate", result, err);
    if (fabs(rate - asked) > most_off * asked)
        return error_set(err, ERROR_UNSUPPORTED,
                         "alsa:%s: the card cannot sample at %.9g Hz; it has %u to %u Hz, nearest "
                         "%u Hz: give one of its rates in the rig file",
                         s->name, asked, low, high, rate);
    return ERROR_OK;
}

static enum error_code set_buffer(struct alsa_source *s, snd_pcm_hw_params_t *hw, struct error *err)
{
    unsigned buffer = BUFFER_US, period = PERIOD_US;
    int result = snd_pcm_hw_params_set_access(s->pcm, hw, SND_PCM_ACCESS_RW_INTERLEAVED);
    if (result == 0)
        result = snd_pcm_hw_params_set_period_time_near(s->pcm, hw, &period, NULL);
    if (result == 0)
        result = snd_pcm_hw_params_set_buffer_time_near(s->pcm, hw, &buffer, NULL);
    if (result == 0)
        result = snd_pcm_hw_params(s->pcm, hw);
    if (result == 0)
        result = snd_pcm_get_params(s->pcm, &s->buffer, &s->period);
    return result < 0 ? failed(s, ERROR_DEVICE, "takes no settings", result, err) : ERROR_OK;
}

/* it runs over its boundary never: what is full is written over, and counted */
static enum error_code run_freely(struct alsa_source *s, struct error *err)
{
    snd_pcm_sw_params_t *sw;
    snd_pcm_uframes_t boundary;
    snd_pcm_sw_params_alloca(&sw);
    int result = snd_pcm_sw_params_current(s->pcm, sw);
    if (result == 0)
        result = snd_pcm_sw_params_get_boundary(sw, &boundary);
    if (result == 0)
        result = snd_pcm_sw_params_set_stop_threshold(s->pcm, sw, boundary);
    if (result == 0)
        result = snd_pcm_sw_params_set_avail_min(s->pcm, sw, s->period);
    if (result == 0)
        result = snd_pcm_sw_params(s->pcm, sw);
    return result < 0 ? failed(s, ERROR_DEVICE, "takes no settings", result, err) : ERROR_OK;
}

/* ---- what is told of it */

static void describe_channels(struct daq_source *source, const struct alsa_source *s,
                              const struct rig *rig)
{
    struct run_info *info = &source->info;
    info->n_channels = rig->n_channels;
    info->bits = s->kind->bits;
    info->count_offset = INT64_C(1) << (info->bits - 1);
    for (size_t i = 0; i < rig->n_channels; i++) {
        const double range = daq_channel_value(&rig->channels[i], RIG_CHANNEL_RANGE);
        source->channels[i] = (struct run_channel){
            .count_max = (INT64_C(1) << info->bits) - 1,
            .origin = (double)info->count_offset,
            .n_coefficients = 2,
            .coefficients = {0, range / (double)info->count_offset}};
        daq_channel_convert(&rig->channels[i], &source->channels[i]);
    }
}

static enum error_code describe_rate(struct daq_source *source, double asked,
                                     const struct alsa_source *s, const snd_pcm_hw_params_t *hw,
                                     struct error *err)
{
    unsigned numerator, denominator;
    const int result = snd_pcm_hw_params_get_rate_numden(hw, &numerator, &denominator);
    if (result < 0 || numerator == 0 || denominator == 0)
        return failed(s, ERROR_DEVICE, "does not tell its rate", result, err);
    source->info.period = (struct run_period){denominator, numerator};
    const double rate = (double)numerator / denominator;
    const int n = snprintf(
        source->remark, sizeof source->remark,
        "a sound card's input is AC-coupled: what does not change reads as zero within a fraction "
        "of a second, a rail that moves steadily too; a step of known volts shows how fast, and "
        "the volts of full scale (SOUND CARDS in skitter-daq(1))");
    if (rate != asked && n > 0 && (size_t)n < sizeof source->remark)
        snprintf(source->remark + n, sizeof source->remark - (size_t)n,
                 "; the card samples at %.9g Hz, not at %.9g Hz as asked", rate, asked);
    return ERROR_OK;
}

static void describe_device(struct daq_source *source, struct alsa_source *s,
                            const snd_pcm_hw_params_t *hw)
{
    char device[256], driver[128];
    snd_pcm_info_t *info;
    snd_pcm_info_alloca(&info);
    const bool known = snd_pcm_info(s->pcm, info) == 0;
    const int significant = snd_pcm_hw_params_get_sbits(hw);
    s->has_clock = known && snd_pcm_info_get_card(info) >= 0;
    snprintf(device, sizeof device, "alsa:%s (%s)", s->name,
             known ? snd_pcm_info_get_name(info) : "unnamed");
    snprintf(driver, sizeof driver, "alsa %s, %d significant bits",
             snd_pcm_format_name(s->kind->format),
             significant > 0 ? significant : (int)s->kind->bits);
    daq_source_name(source, device, driver);
}

/* ---- opening */

static enum error_code set_up(struct daq_source *source, struct alsa_source *s,
                              const struct rig *rig, struct error *err)
{
    snd_pcm_hw_params_t *hw;
    snd_pcm_hw_params_alloca(&hw);
    const int result = snd_pcm_hw_params_any(s->pcm, hw);
    if (result < 0)
        return failed(s, ERROR_DEVICE, "has no settings", result, err);
    enum error_code code = set_kind(s, hw, err);
    if (!code)
        code = set_inputs(s, rig, hw, err);
    if (!code)
        code = set_rate(s, rig_rate(rig), hw, err);
    if (!code)
        code = set_buffer(s, hw, err);
    if (!code)
        code = run_freely(s, err);
    if (!code)
        code = describe_rate(source, rig_rate(rig), s, hw, err);
    if (code)
        return code;
    describe_channels(source, s, rig);
    describe_device(source, s, hw);
    return ERROR_OK;
}

static enum error_code alsa_open(const struct daq_request *request, struct daq_source *source,
                                 struct error *err)
{
    struct alsa_source *s = calloc(1, sizeof *s);
    if (!s)
        return error_memory(err);
    source->state = s;
    source->patient = request->fast;
    snprintf(s->name, sizeof s->name, "%s", *request->place ? request->place : "default");
    daq_alsa_be_silent();
    const int result = snd_pcm_open(&s->pcm, s->name, SND_PCM_STREAM_CAPTURE, SND_PCM_NONBLOCK);
    if (result < 0)
        return error_set(err, ERROR_INPUT,
                         "alsa:%s: cannot be opened: %s; skitter-daq list shows the devices",
                         s->name, snd_strerror(result));
    return set_up(source, s, request->rig, err);
}

static enum error_code alsa_start(struct daq_source *source, struct error *err)
{
    struct alsa_source *s = source->state;
    int result = snd_pcm_prepare(s->pcm);
    if (result == 0)
        result = snd_pcm_start(s->pcm);
    return result < 0 ? failed(s, ERROR_DEVICE, "does not start", result, err) : ERROR_OK;
}

static void alsa_stop(struct daq_source *source)
{
    const struct alsa_source *s = source->state;
    snd_pcm_drop(s->pcm);
}

static void alsa_close(struct daq_source *source)
{
    struct alsa_source *s = source->state;
    if (s->pcm)
        snd_pcm_close(s->pcm);
    free(s->bytes);
    free(s);
}

/* ---- reading */

static int32_t unpack_one(const struct kind *kind, const unsigned char *from)
{
    int16_t narrow;
    int32_t wide;
    switch (kind->bytes) {
    case 2:
        memcpy(&narrow, from, sizeof narrow);
        return narrow;
    case 3: /* the sign is in the highest byte */
        return (int32_t)((uint32_t)from[0] << 8 | (uint32_t)from[1] << 16 |
                         (uint32_t)from[2] << 24) >>
               8;
    default:
        memcpy(&wide, from, sizeof wide);
        return kind->bits == 24 ? (int32_t)((uint32_t)wide << 8) >> 8 : wide;
    }
}

static void unpack(const struct daq_source *source, const struct alsa_source *s, size_t skip,
                   size_t frames, int32_t *samples)
{
    const unsigned char *frame = s->bytes + skip * s->channels * s->kind->bytes;
    for (size_t f = 0; f < frames; f++, frame += s->channels * s->kind->bytes)
        for (size_t c = 0; c < source->info.n_channels; c++)
            *samples++ = unpack_one(s->kind, frame + s->inputs[c] * s->kind->bytes);
}

static bool make_room(struct alsa_source *s, size_t frames)
{
    if (s->room >= frames)
        return true;
    unsigned char *grown = realloc(s->bytes, frames * s->channels * s->kind->bytes);
    if (grown) {
        s->bytes = grown;
        s->room = frames;
    }
    return grown != NULL;
}

/* when more waits than the buffer holds, its older half is passed over too: what is read next must
 * not be overtaken again. Returns how many frames are lost, or an error of ALSA */
static snd_pcm_sframes_t pass_over(const struct alsa_source *s)
{
    const snd_pcm_sframes_t waiting = snd_pcm_avail(s->pcm);
    if (waiting < 0 || waiting <= (snd_pcm_sframes_t)s->buffer)
        return waiting < 0 ? waiting : 0;
    return snd_pcm_forward(s->pcm, (snd_pcm_uframes_t)waiting - s->buffer / 2);
}

/* of the frames just read the first so many were written over meanwhile; the card may be one
 * period further than its counter says */
static snd_pcm_sframes_t overtaken(const struct alsa_source *s, snd_pcm_sframes_t read)
{
    const snd_pcm_sframes_t waiting = s->has_clock ? snd_pcm_avail(s->pcm) : 0;
    if (waiting <= 0) /* an error is met again by the next read */
        return 0;
    const snd_pcm_sframes_t over = waiting + read + (snd_pcm_sframes_t)s->period -
                                   (snd_pcm_sframes_t)s->buffer;
    return over < 0 ? 0 : over < read ? over : read;
}

/* a device that stops all the same (suspended, or behind a sound server) does not say for how
 * long */
static enum error_code go_on(struct daq_source *source, int why, struct daq_read *got,
                             struct error *err)
{
    const struct alsa_source *s = source->state;
    if (why == -EAGAIN || why == -EINTR)
        return ERROR_OK;
    if (why != -EPIPE && why != -ESTRPIPE)
        return error_set(err, ERROR_DEVICE, "alsa:%s: the device is gone: %s; was it unplugged?",
                         s->name, snd_strerror(why));
    got->loss = (struct daq_loss){RUN_UNKNOWN,
                                  why == -EPIPE ? overrun : "the sound card was suspended"};
    return alsa_start(source, err);
}

static enum error_code alsa_read(struct daq_source *source, bool wait, int32_t *samples,
                                 size_t room, struct daq_read *got, struct error *err)
{
    struct alsa_source *s = source->state;
    *got = (struct daq_read){0};
    room = room < s->buffer ? room : s->buffer; /* more is never there */
    if (!make_room(s, room))
        return error_memory(err);
    const int ready = wait ? snd_pcm_wait(s->pcm, WAIT_MS) : 1;
    const snd_pcm_sframes_t passed = ready < 0 ? ready : pass_over(s);
    if (passed < 0)
        return go_on(source, (int)passed, got, err);
    if (passed > 0)
        got->loss = (struct daq_loss){passed, overrun};
    const snd_pcm_sframes_t n = snd_pcm_readi(s->pcm, s->bytes, room);
    if (n < 0)
        return got->loss.frames ? ERROR_OK : go_on(source, (int)n, got, err);
    const snd_pcm_sframes_t spoiled = overtaken(s, n);
    if (spoiled > 0)
        got->loss = (struct daq_loss){passed + spoiled, overrun};
    got->frames = (size_t)(n - spoiled);
    unpack(source, s, (size_t)spoiled, got->frames, samples);
    return ERROR_OK;
}

const struct daq_driver daq_source_alsa = {
    .name = "alsa",
    .place = "DEVICE",
    .example = "alsa:hw:0,0",
    .begin = "hw:",
    .doc = "the line input of a sound card, as alsa:hw:0,0 or alsa:default",
    .open = alsa_open,
    .start = alsa_start,
    .read = alsa_read,
    .stop = alsa_stop,
    .close = alsa_close,
    .list = daq_alsa_list,
};
