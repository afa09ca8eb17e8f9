/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a single run would tell over the two quantities that are varied, with the proposed runs and
 * those that were made already. */
#ifndef PLAN_FIGURE_H
#define PLAN_FIGURE_H

#include "plan/output.h"

/* to settings->figure; two axes are needed */
enum error_code plan_figure_write(const struct plan_report *report, struct error *err);

#endif
