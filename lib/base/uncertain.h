/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A value with its standard uncertainty, as readers get it. */
#ifndef LIB_BASE_UNCERTAIN_H
#define LIB_BASE_UNCERTAIN_H

enum { UNCERTAIN_SIZE = 48 };

/* 1.3394(1): the uncertainty in the last digits of the value, one digit of it, or two when the
 * first is 1 */
void uncertain_text(double value, double uncertainty, char text[UNCERTAIN_SIZE]);

#endif
