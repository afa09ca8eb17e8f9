/* What the tests of the fit share: the rig of Zhao et al. (2008), and runs of it
 * that are recorded from the simulator with the noise of a vibrometer. */
#ifndef TESTS_FIT_FIXTURE_H
#define TESTS_FIT_FIXTURE_H

#include "common/rig.h"

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

/* a new directory; the caller frees the name; fixture_remove takes it away */
char *fixture_directory(void);
void fixture_remove(const char *directory);

/* record a run as DIRECTORY/run-NUMBER; the caller frees the path. noise: rms of a
 * sample of each channel, m/s. The same seed gives the same noise. */
char *fixture_record(const char *directory, int number, const struct fixture_truth *truth,
                     const struct fixture_run *run, double noise, unsigned long seed);

#endif
