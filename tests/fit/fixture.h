/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of the fit share: the rig of Zhao et al. (2008), and runs of it
 * that are recorded from the simulator with the noise of a vibrometer. */
#ifndef TESTS_FIT_FIXTURE_H
#define TESTS_FIT_FIXTURE_H

#include "lib/rig/rig.h"
#include "tests/scratch.h"

/* one recording: the truth, and what the person at the rig believed */
struct fixture_run {
    double theta1_deg, rail;    /* true */
    double believed_theta1_deg; /* what the run's rig says */
    double duration;            /* of the motion, s */
    double rest;                /* before it, s; need not be a whole number of periods */
};

struct fixture_truth {
    double stiffness, damping, friction, restitution;
};

/* a rig with these values; the caller frees it */
struct rig *fixture_rig(const struct fixture_truth *truth);

/* record a run as DIRECTORY/run-NUMBER; the caller frees the path. noise: rms of a
 * sample of each channel, m/s. The same seed gives the same noise. */
char *fixture_record(const char *directory, int number, const struct fixture_truth *truth,
                     const struct fixture_run *run, double noise, unsigned long seed);

/* Six runs of the rig that bounce, stick and slide, of a truth that the seed picks
 * around that of the paper, and a rig whose stiffness, friction and restitution are
 * off by up to 30 %; noise as of an OFV-303 with an OFV-3001 (1 mm/s rms), angles
 * known to 0.1 deg. */
enum { FIXTURE_RUNS = 6, FIXTURE_SHARED = 3 };
#define FIXTURE_FREE "stiffness,friction,restitution"
#define FIXTURE_PRIOR "theta1+-0.1 deg"

struct fixture_campaign {
    struct fixture_truth truth;
    double shared[FIXTURE_SHARED]; /* the truth in the order of FIXTURE_FREE */
    const char *runs[FIXTURE_RUNS];
    char *directory;
    struct rig *rig; /* with the start values */
};

/* directory: NULL for a new one */
struct fixture_campaign fixture_campaign(unsigned long seed, const char *directory);
void fixture_campaign_forget(struct fixture_campaign *campaign); /* its directory stays */
void fixture_campaign_free(struct fixture_campaign *campaign);   /* and goes */

#endif
