/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A law as a person names it: words of the rig file's laws of contact, names of values that are
 * free in it, and NAME=VALUE, joined by +. What it does not name is as the rig has it. */
#ifndef FIT_LAW_H
#define FIT_LAW_H

#include "lib/base/list.h"
#include "fit/setup.h"

struct fit_law {
    char name[LIST_WORD_SIZE];
    struct rig *rig; /* with the law */
    char *free;      /* names of what is fitted */
    char **bounds;   /* of these, where nobody gave any */
    size_t n_bounds;
};

/* from its name; after a failure there is something to free */
enum error_code fit_law_read(const struct rig *rig, const char *name, struct fit_law *law,
                             struct error *err);

/* `request` with the law's own free values and bounds; the caller frees its bounds.items, the rest
 * is the law's and the request's */
enum error_code fit_law_request(struct fit_law *law, const struct fit_request *request,
                                struct fit_request *own, struct error *err);
void fit_law_free(struct fit_law *law);

#endif
