/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities as text and back: "32 deg", "125 mm/s/V", through udunits2. The
 * decimal point is a point in every locale; any thread may call. */
#ifndef LIB_BASE_UNITS_H
#define LIB_BASE_UNITS_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

enum { UNITS_TEXT_SIZE = 96 }; /* enough for units_format */

/* "32 deg" in the SI `unit` ("rad"), dimension checked. A bare number is for
 * unit "1" alone. An angle is no pure number and a frequency no angular speed,
 * though udunits2 thinks so: "/rad" may be left out of a unit and nothing else,
 * and where Hz is asked an angular speed counts its turns (60 rpm is 1 Hz). */
enum error_code units_parse(const char *text, const char *unit, double *value, struct error *err);

/* a number that is one already from the unit `from` to `to`, by the same rules; nothing is
 * looked up when the two are the same */
enum error_code units_convert(const char *from, const char *to, double *value, struct error *err);

/* whether a text is a unit at all */
bool units_known(const char *unit);

/* the fewest digits that read back to the same double and the unit, "0.12 kg"; no unit
 * after a pure number */
void units_format(double value, const char *unit, char *text, size_t size);

#endif
