/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small campaign of the second generator, all of whose values are known but stiffness, friction
 * and restitution, or the contact's own stiffness and damping, and friction: what tests of single
 * parts of the fit share. */
#ifndef TESTS_FIT_LABORATORY_H
#define TESTS_FIT_LABORATORY_H

#include "fit/multistart.h"
#include "fit/setup.h"
#include "fit/verdict.h"
#include "tests/generator/motion.h"

enum { LABORATORY_RUNS = 2, LABORATORY_ASKED = 3 };
#define LABORATORY_FREE "stiffness,friction,restitution"
#define LABORATORY_FREE_SOFT "contact_stiffness,contact_damping,friction"

struct laboratory {
    double truth[LABORATORY_ASKED];
    double bandwidth; /* Hz, of the instruments; 0: none */
    double noise;     /* m/s */
    unsigned long seed;
    bool slide; /* fit friction and stiffness to the slide alone: without an
                   impact all is linear */
    bool soft;  /* the rail gives way, and the tip slides on it */
    const struct generator_surface *surface; /* the truth's; NULL: constants */
    const double (*set_ups)[2]; /* start angle (deg) and rail (m/s) of each run; NULL: as below */
    char *directory;
    const char *runs[LABORATORY_RUNS];
    struct rig *rig;
    struct fit_request request;
    struct fit_problem problem;
    struct fit_plan plan;
    double *p;
    struct fit_verdict verdict;
};

/* records runs of a bounce and a slide, or of two slides on a soft rail */
void laboratory_record(struct laboratory *laboratory);

/* fits them with the rig as it is */
void laboratory_fit(struct laboratory *laboratory);

void laboratory_unfit(struct laboratory *laboratory); /* the runs stay */
void laboratory_free(struct laboratory *laboratory);

#endif
