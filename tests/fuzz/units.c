/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities with units: the first byte chooses the unit that is asked for. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/units.h"
#include "tests/fuzz/fuzz.h"

static const char *const wanted[] = {"1",     "m",       "kg",        "s",     "rad", "rad/s",
                                     "Hz",    "m/s",     "m/s2",      "m/s/V", "V",   "N/m",
                                     "N.s/m", "N.m/rad", "N.m.s/rad", "kg.m2", "1/s"};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const char *unit = wanted[data[0] % (sizeof wanted / sizeof *wanted)];
    char *text = fuzz_text(data + 1, size - 1), again[UNITS_TEXT_SIZE];
    double value, back;
    struct error err;
    if (units_parse(text, unit, &value, &err) == ERROR_OK) {
        fuzz_require(isfinite(value), "a quantity is finite");
        units_format(value, unit, again, sizeof again);
        fuzz_require(units_parse(again, unit, &back, &err) == ERROR_OK && back == value,
                     "a printed quantity reads back");
    } else {
        fuzz_require(memchr(err.message, '\0', sizeof err.message) && *err.message,
                     "a failure has a message");
    }
    free(text);
    return 0;
}
