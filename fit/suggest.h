/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What could be fitted to some runs: of the values that the rig file gives, those that no balance,
 * ruler or level tells and that the runs determine. Told by the derivatives where the rig stands,
 * before anything is fitted. */
#ifndef FIT_SUGGEST_H
#define FIT_SUGGEST_H

#include "fit/setup.h"

enum fit_suggest_why {
    FIT_SUGGEST_FREE,
    FIT_SUGGEST_KNOWN,    /* its uncertainty is stated: it takes part with that */
    FIT_SUGGEST_MEASURED, /* a balance, a ruler or a level tells it */
    FIT_SUGGEST_BLIND     /* the runs do not determine it */
};

struct fit_suggestion {
    const char *name, *unit;
    double value;
    double uncertainty; /* of FREE and KNOWN: as the runs would tell it, as it is stated */
    enum fit_suggest_why why;
};

struct fit_suggestions {
    struct fit_suggestion *list;
    size_t n;
    char *free; /* names of those to free, comma-separated; "" where there is none */
};

/* request: its free, own, priors and bounds do not matter */
enum error_code fit_suggest_make(const struct rig *rig, const struct option_list *runs,
                                 const struct fit_request *request,
                                 struct fit_suggestions *suggestions, struct error *err);
/* Where the request does not say what is free, it becomes what the runs determine, which lives as
 * long as the suggestions; the caller frees them. ERROR_INPUT: they determine nothing. */
enum error_code fit_suggest_choose(const struct rig *rig, const struct option_list *runs,
                                   struct fit_request *request, struct fit_suggestions *suggestions,
                                   struct error *err);
void fit_suggest_free(struct fit_suggestions *suggestions);

#endif
