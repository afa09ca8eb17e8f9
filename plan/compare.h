/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same runs recorded otherwise: without a vibrometer, shorter or longer, with other rates. */
#ifndef PLAN_COMPARE_H
#define PLAN_COMPARE_H

#include "plan/job.h"

enum { PLAN_VARIANTS = 8 };

struct plan_variant {
    char text[64]; /* "without tip_n" */
    struct predict_recording recording;
    struct plan_state state; /* of the goal afterwards */
};

struct plan_variants {
    struct plan_variant list[PLAN_VARIANTS];
    size_t n;
};

enum error_code plan_compare(const struct plan_job *job, const struct plan_choice *choice,
                             struct plan_variants *variants, struct error *err);

#endif
