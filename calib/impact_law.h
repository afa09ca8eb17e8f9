/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The laws of impact that a table is tried with: a rule of the simulator (sim/impact.h,
 * sim/bilinear.h) with constant friction and restitution, and terms that may be added to it. */
#ifndef CALIB_IMPACT_LAW_H
#define CALIB_IMPACT_LAW_H

#include "calib/impact_table.h"

enum calib_impact_parameter {
    CALIB_IMPACT_FRICTION,
    CALIB_IMPACT_RESTITUTION, /* e0 of e = e0 (v / v0)^-p exp(-q |vx / vy|) */
    CALIB_IMPACT_POWER,       /* p */
    CALIB_IMPACT_OBLIQUE,     /* q */
    CALIB_IMPACT_GYRATION,    /* k, m */
    CALIB_IMPACT_COMPLIANCE,  /* tangential over normal, of the bilinear rule */
    CALIB_IMPACT_PARAMETERS
};

enum calib_impact_rule {
    CALIB_IMPACT_POISSON,
    CALIB_IMPACT_STRONGE,
    CALIB_IMPACT_NEWTON,
    CALIB_IMPACT_BILINEAR,
    CALIB_IMPACT_RULES
};

struct calib_impact_law {
    enum calib_impact_rule rule;
    bool free[CALIB_IMPACT_PARAMETERS];
};

enum { CALIB_IMPACT_LAWS = 32, CALIB_IMPACT_NAME_SIZE = 48 };

/* those that are tried unless others are asked for; returns how many, the slowest last */
size_t calib_impact_laws(struct calib_impact_law laws[CALIB_IMPACT_LAWS]);

/* "bilinear+speed+gyration" */
void calib_impact_law_name(const struct calib_impact_law *law, char name[CALIB_IMPACT_NAME_SIZE]);
enum error_code calib_impact_law_parse(const char *name, struct calib_impact_law *law,
                                       struct error *err);
size_t calib_impact_law_size(const struct calib_impact_law *law); /* free parameters */

/* of a parameter in results */
const char *calib_impact_parameter_name(enum calib_impact_parameter which);
const char *calib_impact_parameter_unit(enum calib_impact_parameter which);

/* Parameters as they are fitted: logarithms of what is positive, the logit of a fraction. */
double calib_impact_inward(enum calib_impact_parameter which, double value);
double calib_impact_outward(enum calib_impact_parameter which, double inward);
double calib_impact_outward_slope(enum calib_impact_parameter which, double inward);

/* where every fit begins; `speed` is v0 */
struct calib_impact_values {
    double p[CALIB_IMPACT_PARAMETERS];
    double speed;
};
struct calib_impact_values calib_impact_start(const struct calib_impact_table *table);

/* the velocities after the impact; false where the rule finds no end of it */
bool calib_impact_predict(enum calib_impact_rule rule, const struct calib_impact_values *values,
                          const double arm[2], const double before[CALIB_VELOCITIES],
                          double after[CALIB_VELOCITIES]);

/* the speed of approach, and e of it */
double calib_impact_approach(const struct calib_impact_row *row);
double calib_impact_restitution(const struct calib_impact_values *values, double approach,
                                double oblique);

#endif
