/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is known of each shared value by all ways that were asked for, as a figure. */
#ifndef FIT_LOOKS_FIGURE_H
#define FIT_LOOKS_FIGURE_H

#include "fit/output.h"

/* has it a profile, a bootstrap or a posterior, which are drawn? */
bool fit_looks_any(const struct fit_report *report);

enum error_code fit_looks_figure(const struct fit_report *report, const char *path, bool force,
                                 struct error *err);

#endif
