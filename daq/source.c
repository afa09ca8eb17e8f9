/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/nearest.h"
#include "daq/channel.h"

extern const struct daq_driver daq_source_comedi, daq_source_alsa, daq_source_rig, daq_source_file,
    daq_source_test;

static const struct daq_driver *const drivers[] = {
#ifdef HAVE_COMEDI
    &daq_source_comedi,
#endif
#ifdef HAVE_ALSA
    &daq_source_alsa,
#endif
    &daq_source_rig,    &daq_source_file, &daq_source_test,
};

const struct daq_driver *daq_source_driver(size_t i)
{
    return i < sizeof drivers / sizeof *drivers ? drivers[i] : NULL;
}

/* what a build may do without */
static const struct {
    const char *name, *library;
} left_out[] = {
#ifndef HAVE_COMEDI
    {"comedi", "Comedi"},
#endif
#ifndef HAVE_ALSA
    {"alsa", "alsa-lib"},
#endif
    {NULL, NULL},
};

static enum error_code unknown(const char *spec, struct error *err)
{
    char name[32], hint[96];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(spec, ":"), spec);
    for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
        if (left_out[i].name && strcmp(name, left_out[i].name) == 0)
            return error_set(err, ERROR_UNSUPPORTED,
                             "%s: this skitter-daq was built without %s; configure it without "
                             "--without-%s",
                             spec, left_out[i].library, name);
    for (size_t i = 0; !strchr(spec, ':') && daq_source_driver(i); i++)
        if (strcmp(daq_source_driver(i)->name, name) == 0)
            return error_set(err, ERROR_INPUT,
                             "source '%s' lacks its colon and place: give %s:%s, as in %s; "
                             "skitter-daq list shows what there is",
                             spec, name, daq_source_driver(i)->place,
                             daq_source_driver(i)->example);
    for (size_t i = 0; daq_source_driver(i); i++)
        if (daq_source_driver(i)->begin &&
            strncmp(spec, daq_source_driver(i)->begin, strlen(daq_source_driver(i)->begin)) == 0)
            return error_set(err, ERROR_INPUT, "source '%s' is not known; did you mean %s:%s?",
                             spec, daq_source_driver(i)->name, spec);
    struct nearest nearest = nearest_to(name);
    for (size_t i = 0; daq_source_driver(i); i++)
        nearest_offer(&nearest, daq_source_driver(i)->name);
    nearest_hint(&nearest, hint, sizeof hint);
    return error_set(err, ERROR_INPUT,
                     "source '%s' is not known%s; skitter-daq list shows the sources", spec, hint);
}

enum error_code daq_source_open(const char *spec, struct daq_request request,
                                struct daq_source **source, struct error *err)
{
    const char *colon = strchr(spec, ':');
    const struct daq_driver *driver = NULL;
    for (size_t i = 0; colon && daq_source_driver(i); i++) {
        const char *name = daq_source_driver(i)->name;
        if (strlen(name) == (size_t)(colon - spec) && strncmp(spec, name, strlen(name)) == 0)
            driver = daq_source_driver(i);
    }
    if (!driver)
        return unknown(spec, err);
    struct daq_source *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->driver = driver;
    new->info.channels = new->channels;
    request.place = colon + 1;
    enum error_code code = driver->open(&request, new, err);
    if (code)
        daq_source_close(new);
    else
        *source = new;
    return code;
}

void daq_source_close(struct daq_source *source)
{
    if (source && source->state)
        source->driver->close(source);
    free(source);
}

void daq_source_name(struct daq_source *source, const char *device, const char *driver)
{
    snprintf(source->device, sizeof source->device, "%s", device);
    snprintf(source->driver_text, sizeof source->driver_text, "%s", driver);
    source->info.device = source->device;
    source->info.driver = source->driver_text;
}

enum error_code daq_source_from_rig(struct daq_source *source, const struct rig *rig, int64_t bits,
                                    struct error *err)
{
    if (rig->n_channels == 0 || rig->n_channels > RUN_CHANNELS_MAX)
        return error_set(err, ERROR_INPUT,
                         "%s: has %zu channels; name 1 to %d under channels:", rig->path,
                         rig->n_channels, RUN_CHANNELS_MAX);
    if (bits < 1 || bits > 32)
        return error_set(err, ERROR_INPUT, "%s: simulated.bits is %lld; it must be 1 to 32",
                         rig->path, (long long)bits);
    for (size_t i = 0; i < rig->n_channels; i++)
        daq_channel_linear(&rig->channels[i], bits, &source->channels[i]);
    source->info.n_channels = rig->n_channels;
    source->info.bits = bits;
    source->info.count_offset = INT64_C(1) << (bits - 1);
    return daq_channel_period(rig_rate(rig), &source->info.period, err);
}
