/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a unit, "N.m.s/rad", as a unit of udunits2. udunits2's own parser leaks what
 * it has read of a text that it refuses, and takes dates, logarithms and offsets, which no
 * quantity here has: it is given one name at a time. */
#ifndef LIB_BASE_UNIT_TEXT_H
#define LIB_BASE_UNIT_TEXT_H

#include <udunits2.h>

/* Names with their prefixes; products by a point, a star, a hyphen, a middle dot or a blank;
 * quotients by a slash or "per"; powers as digits, also after ^ or ** and as superscripts;
 * parentheses; 1 as in "1/s". From left to right. NULL when it is no such thing; the caller
 * frees it. */
ut_unit *unit_text_parse(ut_system *system, const char *text);

#endif
