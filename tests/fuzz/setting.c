/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands after --set, and the axes, lists and ranges of maps: the first byte chooses. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rig/make.h"
#include "map/axis.h"
#include "sim/registry.h"
#include "tests/fuzz/fuzz.h"

static const char rig_text[] = "model: two-link\n"
                               "parameters: {mass: 0.12 kg, length: 0.21 m, height: 0.3775 m, "
                               "stiffness: 1.35 N.m/rad, friction: 0.6}\n"
                               "start: {theta1: 32 deg}\n";

static struct rig *rig;

/* each input begins with the same values */
static void forget_settings(struct rig_section *section, struct rig_value **kept)
{
    const size_t size = section->n * sizeof *section->values;
    if (!*kept) {
        *kept = malloc(size);
        fuzz_require(*kept != NULL, "there is memory");
        memcpy(*kept, section->values, size);
    }
    memcpy(section->values, *kept, size);
}

static void set(const char *text)
{
    static struct rig_value *parameters, *start;
    struct error err;
    if (!rig)
        fuzz_require(rig_read(fuzz_file((const uint8_t *)rig_text, sizeof rig_text - 1),
                              sim_registry, &rig, &err) == ERROR_OK,
                     "the rig is right");
    forget_settings(&rig->parameters, &parameters);
    forget_settings(&rig->start, &start);
    (void)rig_set(rig, text, &err);
}

static void read_axis(const char *text)
{
    struct map_axis axis = {0};
    struct error err;
    if (map_axis_read(sim_registry_model(0), 2, text, &axis, &err) || !axis.ranged)
        return;
    fuzz_require(isfinite(axis.low) && axis.low < axis.high, "a range is not empty");
    if (axis.n > 0)
        fuzz_require(map_axis_value(&axis, 0) == axis.low &&
                         map_axis_value(&axis, axis.n - 1) == axis.high,
                     "the ends of an axis are exact");
}

static void read_list(const char *text)
{
    struct map_list list = {0};
    struct error err;
    if (map_list_read(sim_registry_model(0), 2, text, &list, &err) == ERROR_OK)
        for (size_t i = 0; i < list.axis.n; i++)
            fuzz_require(isfinite(list.values[i]), "a value of a list is finite");
}

static void read_range(const char *text)
{
    double low, high;
    struct error err;
    if (map_range_read(text, "s", &low, &high, &err) == ERROR_OK)
        fuzz_require(low < high, "a range is not empty");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static void (*const readers[])(const char *) = {set, read_axis, read_list, read_range};
    if (size < 1)
        return 0;
    char *text = fuzz_text(data + 1, size - 1);
    readers[data[0] % 4](text);
    free(text);
    return 0;
}
