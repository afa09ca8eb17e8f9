/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A law as a person names it: words of the rig file's laws of contact, names of values that are
 * free in it, and NAME=VALUE, joined by +. What it does not name is as the rig has it. */
#ifndef FIT_COMPARE_LAW_H
#define FIT_COMPARE_LAW_H

#include "fit/compare.h"

/* the rigs and names of all laws of a list */
enum error_code fit_compare_laws_read(const struct rig *rig, const char *list,
                                      struct fit_compare *compare, struct error *err);

/* `request` with the law's own free values and bounds; the caller frees its bounds.items, the rest
 * is the law's and the request's */
enum error_code fit_compare_law_request(struct fit_compare_law *law,
                                        const struct fit_request *request, struct fit_request *own,
                                        struct error *err);
void fit_compare_law_free(struct fit_compare_law *law);

#endif
