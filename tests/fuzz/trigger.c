/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trigger expressions, and what they find in a few frames. */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "daq/trigger.h"
#include "tests/fuzz/fuzz.h"

enum { FRAMES = 4 };

static const struct run_channel channels[] = {
    {.role = "rail",
     .unit = "m/s",
     .sensitivity = 1,
     .coefficients = {0, 1e-3},
     .n_coefficients = 2,
     .count_max = 1000},
    {.role = "tip_t",
     .unit = "m/s",
     .sensitivity = 0.5,
     .origin = 100,
     .coefficients = {0, 2e-3},
     .n_coefficients = 2,
     .count_max = 1000},
    {.role = "angle",
     .unit = "rad",
     .sensitivity = 1,
     .coefficients = {0, 1},
     .n_coefficients = 2,
     .count_max = 1000},
};
static const struct run_info info = {
    .channels = channels, .n_channels = 3, .count_offset = 100, .bits = 32};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int32_t samples[3 * FRAMES] = {0,         0,         0,         1,  -50, 200,
                                                INT32_MAX, INT32_MIN, INT32_MAX, -1, 50,  -200};
    char *text = fuzz_text(data, size);
    struct daq_trigger trigger;
    struct error err;
    if (daq_trigger_parse(text, &info, &trigger, &err) == ERROR_OK) {
        fuzz_require(trigger.channel < info.n_channels && isfinite(trigger.level) &&
                         (trigger.sign == 1 || trigger.sign == -1),
                     "a trigger that is taken is whole");
        fuzz_require(daq_trigger_scan(&trigger, &info, samples, FRAMES) <= FRAMES,
                     "a trigger fires on a frame that is there");
    }
    free(text);
    return 0;
}
