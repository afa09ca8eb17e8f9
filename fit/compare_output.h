/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a comparison of laws found: a table, JSON, and a figure of each run's own verdict. */
#ifndef FIT_COMPARE_OUTPUT_H
#define FIT_COMPARE_OUTPUT_H

#include <jansson.h>

#include "fit/compare.h"

/* on standard output, as lib/cli/table.h has it */
enum error_code fit_compare_print(const struct fit_compare *compare, struct error *err);

json_t *fit_compare_json(const struct fit_compare *compare); /* NULL: no memory */

/* what cannot be told, in words; "" where the law is told */
void fit_compare_doubt(const struct fit_compare *compare, char *text, size_t size);

/* how far each law is behind the first, by each run that was left out of the fit */
enum error_code fit_compare_figure(const struct fit_compare *compare, const char *path, bool force,
                                   struct error *err);

#endif
