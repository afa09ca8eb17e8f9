/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How large a page may become, and what that leaves for each curve. */
#ifndef REPORT_BUDGET_H
#define REPORT_BUDGET_H

#include <stdbool.h>
#include <stddef.h>

#define REPORT_PAGE_BYTES 50e6 /* of 1000 runs; a browser opens it in some seconds */

/* Points that a curve may have on a page with runs of these numbers of samples, with
 * bands or without; SIZE_MAX when the page has room for all of them. */
size_t report_budget_points(const size_t *samples, size_t n_runs, bool bands);

#endif
