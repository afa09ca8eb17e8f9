/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter-daq list: the sources and the devices that are there. */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "lib/base/shown.h"
#include "lib/cli/fold.h"
#include "daq/commands.h"
#include "daq/source.h"

struct settings {
    bool json;
};

static const struct option_row options[] = {OPTION_JSON(struct settings)};

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static void print_ranges(const json_t *ranges)
{
    const size_t n = json_array_size(ranges);
    for (size_t i = 0; i < n; i++) {
        const json_t *range = json_array_get(ranges, i);
        shown_printf(stdout, "%s %g to %g %s%s", i ? "," : "        ranges",
                     json_real_value(json_object_get(range, "min")),
                     json_real_value(json_object_get(range, "max")), text_of(range, "unit"),
                     i + 1 == n ? "\n" : "");
    }
}

static void print_subdevice(const json_t *s)
{
    shown_printf(stdout, "    subdevice %lld: %s, %lld inputs, counts 0 to %lld\n",
                 (long long)json_integer_value(json_object_get(s, "subdevice")), text_of(s, "type"),
                 (long long)json_integer_value(json_object_get(s, "inputs")),
                 (long long)json_integer_value(json_object_get(s, "maxdata")));
    print_ranges(json_object_get(s, "ranges"));
    const double rate = json_real_value(json_object_get(s, "max_rate"));
    if (rate > 0)
        shown_printf(stdout,
                     "        one channel at up to %g Hz, calibrated %s, buffer up to %lld bytes\n",
                     rate, text_of(s, "calibration"),
                     (long long)json_integer_value(json_object_get(s, "buffer")));
}

static void print_device(const json_t *device)
{
    const json_t *subdevices = json_object_get(device, "subdevices");
    shown_printf(stdout, "  %s: %s (%s)\n", text_of(device, "device"), text_of(device, "board"),
                 text_of(device, "driver"));
    for (size_t i = 0; i < json_array_size(subdevices); i++)
        print_subdevice(json_array_get(subdevices, i));
    const json_t *sound = json_object_get(device, "sound");
    if (json_is_object(sound))
        printf("    %lld inputs, AC-coupled, at up to %lld Hz\n",
               (long long)json_integer_value(json_object_get(sound, "inputs")),
               (long long)json_integer_value(json_object_get(sound, "max_rate")));
    else if (sound)
        printf("    somebody else is using it\n");
}

static void print_text(const json_t *whole)
{
    const json_t *sources = json_object_get(whole, "sources");
    const json_t *devices = json_object_get(whole, "devices");
    printf("sources:\n");
    for (size_t i = 0; i < json_array_size(sources); i++) {
        const json_t *entry = json_array_get(sources, i);
        char line[256];
        snprintf(line, sizeof line, "  %s:%-*s %s", text_of(entry, "name"),
                 16 - (int)strlen(text_of(entry, "name")), text_of(entry, "place"),
                 text_of(entry, "doc"));
        fold_print(line, 20, stdout);
    }
    printf("devices:\n");
    for (size_t i = 0; i < json_array_size(devices); i++)
        print_device(json_array_get(devices, i));
    if (json_array_size(devices) == 0)
        fold_print(
            "  none; Comedi devices are looked for as /dev/comedi0 and so on, sound cards by "
            "alsa-lib",
            4, stdout);
}

static enum error_code list(const void *given, const struct option_list *arguments,
                            struct error *err)
{
    const struct settings *settings = given;
    (void)arguments;
    json_t *sources = json_array(), *devices = json_array();
    for (size_t i = 0; daq_source_driver(i); i++) {
        const struct daq_driver *driver = daq_source_driver(i);
        json_array_append_new(sources, json_pack("{s:s, s:s, s:s}", "name", driver->name, "place",
                                                 driver->place, "doc", driver->doc));
        if (driver->list)
            driver->list(devices);
    }
    json_t *whole = json_pack("{s:o, s:o}", "sources", sources, "devices", devices);
    if (!whole)
        return error_memory(err);
    if (settings->json) {
        json_dumpf(whole, stdout, JSON_INDENT(2));
        putchar('\n');
    } else {
        print_text(whole);
    }
    json_decref(whole);
    return ERROR_OK;
}

static const char *const synopsis[] = {"[OPTION]...", NULL};

const struct program daq_list_program = {
    .name = "skitter-daq list",
    .summary = "show the sources, and the devices with their ranges and rates",
    .synopsis = synopsis,
    OPTION_ROWS(options),
    .settings_size = sizeof(struct settings),
    .run = list,
};
