/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a fit does not explain its runs: which value that was taken as exact would explain most of
 * what is left, if it were free. Ranked by one step from the minimum along each, with all others
 * following (the score test of Rao, 1948); the first is then fitted. */
#ifndef FIT_SUSPECT_H
#define FIT_SUSPECT_H

#include "fit/setup.h"
#include "fit/stages.h"

struct fit_suspect {
    char name[64]; /* "" where none stands out */
    char unit[16];
    double value;    /* that it has when it is fitted too */
    double share;    /* of the squares beyond the noise, that this explains */
    char others[96]; /* " or damping": what would explain as much */
};

/* a fit that has ended */
struct fit_suspect_case {
    const struct fit_problem *problem; /* that the request made of the runs */
    const struct fit_stage *last;
    const double *p; /* its minimum */
};

enum error_code fit_suspect_find(const struct rig *rig, const struct option_list *runs,
                                 const struct fit_request *request,
                                 const struct fit_suspect_case *of,
                                 const struct fit_control *control, struct fit_suspect *suspect,
                                 struct error *err);

#endif
