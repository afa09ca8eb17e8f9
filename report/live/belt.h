/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a belt comes into a page: pieces of a cubic, each its begin and end and four coefficients. */
#ifndef REPORT_LIVE_BELT_H
#define REPORT_LIVE_BELT_H

#include <stddef.h>

enum { LIVE_BELT_PIECE = 6 };

struct sim_belt;

/* order: of the derivative that jumps between pieces, 1, 2, or 3 where that is no event. NULL: no
 * memory, or no pieces */
struct sim_belt *live_belt_make(const double *pieces, size_t n, int order);

#endif
