/* SPDX-License-Identifier: GPL-3.0-or-later */
/* comedi: an A/D card under Linux, through comedilib. */
#include "config.h"

#include <comedilib.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "daq/channel.h"
#include "daq/comedi_command.h"
#include "daq/comedi_list.h"
#include "daq/source.h"

enum { TESTS_MAX = 10, POLL_MS = 50, BUFFER_BYTES = 16 << 20 };

struct comedi_source {
    char path[128];
    comedi_t *device;
    unsigned subdevice;
    unsigned chanlist[RUN_CHANNELS_MAX];
    comedi_cmd cmd;
    bool running;
    size_t sample_size;   /* 2 or 4 bytes */
    unsigned char *bytes; /* what was read, from a whole scan on */
    size_t room, held;
};

/* why a call of comedilib has failed */
static enum error_code failed(const struct comedi_source *s, enum error_code code, const char *what,
                              struct error *err)
{
    return error_set(err, code, "%s: %s: %s", s->path, what, comedi_strerror(comedi_errno()));
}

/* ---- channels */

static enum error_code no_range(const struct comedi_source *s, unsigned input, double wanted,
                                struct error *err)
{
    error_set(err, ERROR_INPUT, "%s: input %u has no range of plus and minus %.9g V; it has",
              s->path, input, wanted);
    const int n = comedi_get_n_ranges(s->device, s->subdevice, input);
    for (int i = 0; i < n; i++) {
        const comedi_range *range = comedi_get_range(s->device, s->subdevice, input, (unsigned)i);
        error_append(err, "%s %.6g to %.6g V", i ? "," : "", range->min, range->max);
    }
    return ERROR_INPUT;
}

/* the polynomial from counts to volts: the calibration file of a card that is
 * calibrated in software, else what the ranges say */
static enum error_code find_polynomial(struct daq_source *source, const struct comedi_source *s,
                                       unsigned input, unsigned range, struct run_channel *out,
                                       struct error *err)
{
    comedi_polynomial_t found = {.order = 0};
    int result = -1;
    if (comedi_get_subdevice_flags(s->device, s->subdevice) & SDF_SOFT_CALIBRATED) {
        char *path = comedi_get_default_calibration_path(s->device);
        comedi_calibration_t *file = path ? comedi_parse_calibration_file(path) : NULL;
        if (file)
            result = comedi_get_softcal_converter(s->subdevice, input, range, COMEDI_TO_PHYSICAL,
                                                  file, &found);
        if (result < 0)
            snprintf(source->remark, sizeof source->remark,
                     "the card is calibrated in software and %s has no calibration of input %u: "
                     "its nominal range is used; run comedi_soft_calibrate",
                     path ? path : "its file", input);
        if (file)
            comedi_cleanup_calibration(file);
        free(path);
    }
    if (result < 0)
        result = comedi_get_hardcal_converter(s->device, s->subdevice, input, range,
                                              COMEDI_TO_PHYSICAL, &found);
    if (result < 0)
        return failed(s, ERROR_DEVICE, "has no conversion to volts", err);
    out->origin = found.expansion_origin;
    out->n_coefficients = found.order + 1;
    for (unsigned i = 0; i <= found.order; i++)
        out->coefficients[i] = found.coefficients[i];
    return ERROR_OK;
}

static enum error_code set_channel(struct daq_source *source, struct comedi_source *s, size_t i,
                                   const struct rig_channel *from, unsigned reference,
                                   struct error *err)
{
    const double input = daq_channel_value(from, RIG_CHANNEL_INPUT);
    const double volts = daq_channel_value(from, RIG_CHANNEL_RANGE);
    const int n = comedi_get_n_channels(s->device, s->subdevice);
    if (!(input < n))
        return error_set(err, ERROR_INPUT,
                         "%s: channel %s: there is no input %.9g; the card has "
                         "0 to %d",
                         s->path, rig_role_name(from->role), input, n - 1);
    const int range = comedi_find_range(s->device, s->subdevice, (unsigned)input, UNIT_volt, -volts,
                                        volts);
    if (range < 0)
        return no_range(s, (unsigned)input, volts, err);
    struct run_channel *out = &source->channels[i];
    *out = (struct run_channel){
        .count_max = comedi_get_maxdata(s->device, s->subdevice, (unsigned)input)};
    s->chanlist[i] = CR_PACK((unsigned)input, (unsigned)range, reference);
    enum error_code code = find_polynomial(source, s, (unsigned)input, (unsigned)range, out, err);
    if (!code)
        daq_channel_convert(from, out);
    return code;
}

static enum error_code set_channels(struct daq_source *source, struct comedi_source *s,
                                    const struct daq_request *request, struct error *err)
{
    const struct rig *rig = request->rig;
    const unsigned reference = (unsigned)request->reference; /* AREF_GROUND and so on */
    if (rig->n_channels == 0 || rig->n_channels > RUN_CHANNELS_MAX)
        return error_set(err, ERROR_INPUT, "%s: has %zu channels; name 1 to %d", rig->path,
                         rig->n_channels, RUN_CHANNELS_MAX);
    int64_t most = 1;
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < rig->n_channels; i++) {
        code = set_channel(source, s, i, &rig->channels[i], reference, err);
        most = source->channels[i].count_max > most ? source->channels[i].count_max : most;
    }
    source->info.n_channels = rig->n_channels;
    source->info.bits = (int64_t)ceil(log2((double)most + 1));
    source->info.count_offset = INT64_C(1) << (source->info.bits - 1);
    return code;
}

/* ---- timing */

/* the test changes the command until the card can do it: ask again until it
 * finds nothing to change */
static enum error_code test_command(struct comedi_source *s, struct error *err)
{
    static const char *const stages[] = {"",
                                         "a trigger source",
                                         "the triggers together",
                                         "an argument",
                                         "a rounded argument",
                                         "the list of channels and ranges"};
    int stage = 0;
    for (int i = 0; i < TESTS_MAX; i++) {
        stage = comedi_command_test(s->device, &s->cmd);
        if (stage == 0)
            return ERROR_OK;
        if (stage < 0)
            return failed(s, ERROR_DEVICE, "takes no command", err);
    }
    return error_set(err, ERROR_UNSUPPORTED,
                     "%s: the card refuses %s of the command; skitter-daq list shows what it "
                     "can do",
                     s->path, stages[stage <= 5 ? stage : 0]);
}

static enum error_code set_timing(struct daq_source *source, struct comedi_source *s, double rate,
                                  struct error *err)
{
    comedi_cmd mask;
    struct run_period wanted;
    enum error_code code = daq_channel_period(rate, &wanted, err);
    if (code)
        return code;
    const int64_t asked = run_time_ns(&(struct run_info){.period = wanted}, 1);
    if (comedi_get_cmd_src_mask(s->device, s->subdevice, &mask) < 0)
        return failed(s, ERROR_UNSUPPORTED, "this subdevice takes no commands", err);
    s->cmd = (comedi_cmd){.subdev = s->subdevice,
                          .chanlist = s->chanlist,
                          .chanlist_len = (unsigned)source->info.n_channels};
    code = daq_comedi_ask(&mask, asked, &s->cmd, err);
    if (!code)
        code = test_command(s, err);
    if (!code)
        code = daq_comedi_check_period(&s->cmd, asked, err);
    if (code)
        return code;
    const int64_t period_ns = daq_comedi_period(&s->cmd);
    source->info.period = run_period_of_ns(period_ns);
    for (unsigned i = 0; i < s->cmd.chanlist_len; i++)
        source->channels[i].skew_ns = daq_comedi_skew(&s->cmd, i);
    if (period_ns != asked && !*source->remark)
        snprintf(source->remark, sizeof source->remark,
                 "the card samples every %lld ns, not every %lld ns as asked", (long long)period_ns,
                 (long long)asked);
    return ERROR_OK;
}

/* ---- opening */

/* "DEVICE" or "DEVICE:SUBDEVICE" */
static enum error_code open_device(const char *place, struct comedi_source *s, struct error *err)
{
    const char *colon = strchr(place, ':');
    const int length = colon ? (int)(colon - place) : (int)strlen(place);
    snprintf(s->path, sizeof s->path, "%.*s", length, place);
    if (length == 0)
        snprintf(s->path, sizeof s->path, "/dev/comedi0");
    s->device = comedi_open(s->path);
    if (!s->device)
        return error_set(err, ERROR_INPUT,
                         "%s: cannot be opened: %s; skitter-daq list shows "
                         "the devices",
                         s->path, comedi_strerror(comedi_errno()));
    int subdevice = comedi_get_read_subdevice(s->device);
    if (colon) {
        char *end;
        subdevice = (int)strtol(colon + 1, &end, 10);
        if (end == colon + 1 || *end || subdevice < 0 ||
            subdevice >= comedi_get_n_subdevices(s->device))
            return error_set(err, ERROR_INPUT, "%s: there is no subdevice '%s'", s->path,
                             colon + 1);
    }
    if (subdevice < 0)
        return error_set(err, ERROR_UNSUPPORTED, "%s: has no subdevice that streams to us",
                         s->path);
    s->subdevice = (unsigned)subdevice;
    if (comedi_set_read_subdevice(s->device, s->subdevice) < 0 &&
        comedi_get_read_subdevice(s->device) != subdevice)
        return failed(s, ERROR_UNSUPPORTED, "this subdevice does not stream to us", err);
    return ERROR_OK;
}

/* as large as we are allowed; a small one works too, only less patiently */
static void raise_buffer(const struct comedi_source *s)
{
    const int now = comedi_get_max_buffer_size(s->device, s->subdevice);
    if (now < BUFFER_BYTES)
        comedi_set_max_buffer_size(s->device, s->subdevice, BUFFER_BYTES);
    const int most = comedi_get_max_buffer_size(s->device, s->subdevice);
    if (most > 0)
        comedi_set_buffer_size(s->device, s->subdevice,
                               (unsigned)(most < BUFFER_BYTES ? most : BUFFER_BYTES));
}

static enum error_code comedi_source_open(const struct daq_request *request,
                                          struct daq_source *source, struct error *err)
{
    char name[256], driver[128];
    struct comedi_source *s = calloc(1, sizeof *s);
    if (!s)
        return error_memory(err);
    source->state = s;
    comedi_loglevel(0);
    enum error_code code = open_device(request->place, s, err);
    if (!code)
        code = set_channels(source, s, request, err);
    if (!code)
        code = set_timing(source, s, rig_rate(request->rig), err);
    if (code)
        return code;
    s->sample_size = comedi_get_subdevice_flags(s->device, s->subdevice) & SDF_LSAMPL ? 4 : 2;
    snprintf(name, sizeof name, "%s (%s)", s->path, comedi_get_board_name(s->device));
    snprintf(driver, sizeof driver, "comedi %s", comedi_get_driver_name(s->device));
    daq_source_name(source, name, driver);
    raise_buffer(s);
    fcntl(comedi_fileno(s->device), F_SETFL, O_NONBLOCK);
    return ERROR_OK;
}

static enum error_code comedi_source_start(struct daq_source *source, struct error *err)
{
    struct comedi_source *s = source->state;
    s->held = 0;
    if (comedi_command(s->device, &s->cmd) < 0)
        return failed(s, ERROR_DEVICE, "does not start", err);
    s->running = true;
    return ERROR_OK;
}

static void comedi_source_stop(struct daq_source *source)
{
    struct comedi_source *s = source->state;
    if (s->running)
        comedi_cancel(s->device, s->subdevice);
    s->running = false;
}

static void comedi_source_close(struct daq_source *source)
{
    struct comedi_source *s = source->state;
    if (s->device) {
        comedi_source_stop(source);
        comedi_close(s->device);
    }
    free(s->bytes);
    free(s);
}

/* ---- reading */

/* after an overflow the device has stopped, and all that it had was read: go on
 * with a new command */
static enum error_code restart(struct daq_source *source, struct daq_read *got, struct error *err)
{
    got->loss = (struct daq_loss){RUN_UNKNOWN, "the card's buffer has overflowed"};
    comedi_source_stop(source);
    return comedi_source_start(source, err);
}

static void unpack(const struct daq_source *source, struct comedi_source *s, size_t frames,
                   int32_t *samples)
{
    const size_t n = frames * source->info.n_channels;
    for (size_t i = 0; i < n; i++) {
        const unsigned char *from = s->bytes + i * s->sample_size;
        sampl_t narrow;
        lsampl_t wide;
        memcpy(&narrow, from, sizeof narrow);
        memcpy(&wide, from, s->sample_size == 4 ? sizeof wide : sizeof narrow);
        samples[i] = (int32_t)((int64_t)(s->sample_size == 4 ? wide : narrow) -
                               source->info.count_offset);
    }
    /* a scan that is not yet whole waits for its rest */
    const size_t used = n * s->sample_size;
    memmove(s->bytes, s->bytes + used, s->held - used);
    s->held -= used;
}

static enum error_code comedi_source_read(struct daq_source *source, bool wait, int32_t *samples,
                                          size_t room, struct daq_read *got, struct error *err)
{
    struct comedi_source *s = source->state;
    const size_t scan = source->info.n_channels * s->sample_size;
    *got = (struct daq_read){0};
    if (s->room < room * scan) {
        unsigned char *grown = realloc(s->bytes, room * scan);
        if (!grown)
            return error_memory(err);
        s->bytes = grown;
        s->room = room * scan;
    }
    const int fd = comedi_fileno(s->device);
    struct pollfd ready = {.fd = fd, .events = POLLIN};
    /* some cards hand over half a FIFO at a time unless they are asked */
    if (poll(&ready, 1, wait ? POLL_MS : 0) == 0)
        comedi_poll(s->device, s->subdevice);
    const ssize_t n = read(fd, s->bytes + s->held, room * scan - s->held);
    if (n < 0 && errno == EPIPE)
        return restart(source, got, err);
    if (n < 0 && errno != EAGAIN && errno != EINTR)
        return error_set(err, ERROR_DEVICE, "%s: the device is gone: %s; was it unplugged?",
                         s->path, strerror(errno));
    if (n == 0) {
        got->end = true;
        got->why = "the card has stopped by itself";
    }
    s->held += n > 0 ? (size_t)n : 0;
    got->frames = s->held / scan;
    unpack(source, s, got->frames, samples);
    return ERROR_OK;
}

const struct daq_driver daq_source_comedi = {
    .name = "comedi",
    .place = "DEVICE",
    .example = "comedi:/dev/comedi0",
    .begin = "/dev/",
    .doc = "an A/D card under Comedi, as comedi:/dev/comedi0 or comedi:/dev/comedi0:SUBDEVICE",
    .open = comedi_source_open,
    .start = comedi_source_start,
    .read = comedi_source_read,
    .stop = comedi_source_stop,
    .close = comedi_source_close,
    .list = daq_comedi_list,
};
