/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/impact_law.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "sim/bilinear.h"
#include "sim/impact.h"

/* ---- tables */

static bool poisson(struct sim_impact *impact)
{
    return sim_impact_solve(RIG_IMPACT_POISSON, impact);
}
static bool stronge(struct sim_impact *impact)
{
    return sim_impact_solve(RIG_IMPACT_STRONGE, impact);
}
static bool newton(struct sim_impact *impact)
{
    return sim_impact_solve(RIG_IMPACT_NEWTON, impact);
}

static const struct {
    const char *name;
    bool (*solve)(struct sim_impact *impact);
} rules[CALIB_IMPACT_RULES] = {
    [CALIB_IMPACT_POISSON] = {"poisson", poisson},
    [CALIB_IMPACT_STRONGE] = {"stronge", stronge},
    [CALIB_IMPACT_NEWTON] = {"newton", newton},
    [CALIB_IMPACT_BILINEAR] = {"bilinear", sim_bilinear_solve},
};

enum scale { SCALE_PLAIN, SCALE_LOGARITHM, SCALE_LOGIT };

static const struct {
    const char *name, *unit;
    const char *term; /* that makes it free; NULL: belongs to every law, or to the rule */
    enum scale scale;
    double start, least; /* least: a contact that is stiffer along the surface rings for long */
} parameters[CALIB_IMPACT_PARAMETERS] = {
    [CALIB_IMPACT_FRICTION] = {"friction", "1", NULL, SCALE_LOGARITHM, 0.2, 0},
    [CALIB_IMPACT_RESTITUTION] = {"restitution", "1", NULL, SCALE_LOGIT, 0.5, 0},
    [CALIB_IMPACT_POWER] = {"restitution_power", "1", "speed", SCALE_PLAIN, 0, 0},
    [CALIB_IMPACT_OBLIQUE] = {"restitution_oblique", "1", "oblique", SCALE_PLAIN, 0, 0},
    [CALIB_IMPACT_GYRATION] = {"gyration", "m", "gyration", SCALE_LOGARITHM, NAN, 0},
    [CALIB_IMPACT_COMPLIANCE] = {"tangential_compliance", "1", NULL, SCALE_LOGARITHM, 0.3, 1e-3},
};

static const enum calib_impact_parameter terms[] = {CALIB_IMPACT_POWER, CALIB_IMPACT_OBLIQUE,
                                                    CALIB_IMPACT_GYRATION};
enum { TERMS = sizeof terms / sizeof *terms };

const char *calib_impact_parameter_name(enum calib_impact_parameter which)
{
    return parameters[which].name;
}

const char *calib_impact_parameter_unit(enum calib_impact_parameter which)
{
    return parameters[which].unit;
}

/* ---- laws and their names */

static struct calib_impact_law plain(enum calib_impact_rule rule)
{
    return (struct calib_impact_law){
        .rule = rule,
        .free = {[CALIB_IMPACT_FRICTION] = true,
                 [CALIB_IMPACT_RESTITUTION] = true,
                 [CALIB_IMPACT_COMPLIANCE] = rule == CALIB_IMPACT_BILINEAR}};
}

/* what is added to each rule: the more that is found in data, the later */
static const struct {
    size_t n;
    enum calib_impact_parameter terms[TERMS];
} sets[] = {{0, {0}},
            {1, {CALIB_IMPACT_GYRATION}},
            {2, {CALIB_IMPACT_GYRATION, CALIB_IMPACT_POWER}},
            {3, {CALIB_IMPACT_GYRATION, CALIB_IMPACT_POWER, CALIB_IMPACT_OBLIQUE}}};

size_t calib_impact_laws(struct calib_impact_law laws[CALIB_IMPACT_LAWS])
{
    size_t n = 0;
    for (size_t rule = 0; rule < CALIB_IMPACT_RULES; rule++)
        for (size_t set = 0; set < sizeof sets / sizeof *sets; set++, n++) {
            laws[n] = plain((enum calib_impact_rule)rule);
            for (size_t i = 0; i < sets[set].n; i++)
                laws[n].free[sets[set].terms[i]] = true;
        }
    return n;
}

void calib_impact_law_name(const struct calib_impact_law *law, char name[CALIB_IMPACT_NAME_SIZE])
{
    size_t length = (size_t)snprintf(name, CALIB_IMPACT_NAME_SIZE, "%s", rules[law->rule].name);
    for (size_t i = 0; i < TERMS; i++)
        if (law->free[terms[i]])
            length += (size_t)snprintf(name + length, CALIB_IMPACT_NAME_SIZE - length, "+%s",
                                       parameters[terms[i]].term);
}

static bool same(const char *word, size_t length, const char *name)
{
    return strlen(name) == length && strncmp(word, name, length) == 0;
}

enum error_code calib_impact_law_parse(const char *name, struct calib_impact_law *law,
                                       struct error *err)
{
    size_t length = strcspn(name, "+"), rule = 0;
    while (rule < CALIB_IMPACT_RULES && !same(name, length, rules[rule].name))
        rule++;
    bool known = rule < CALIB_IMPACT_RULES;
    if (known)
        *law = plain((enum calib_impact_rule)rule);
    for (const char *at = name + length; known && *at == '+'; at += length) {
        length = strcspn(++at, "+");
        known = false;
        for (size_t i = 0; i < TERMS; i++)
            if (same(at, length, parameters[terms[i]].term))
                known = law->free[terms[i]] = true;
    }
    return known ? ERROR_OK
                 : error_set(err, ERROR_USAGE,
                             "\"%s\" is no law of impact: poisson, stronge, newton or bilinear, "
                             "with any of +speed, +oblique and +gyration",
                             name);
}

size_t calib_impact_law_size(const struct calib_impact_law *law)
{
    size_t n = 0;
    for (enum calib_impact_parameter i = 0; i < CALIB_IMPACT_PARAMETERS; i++)
        n += law->free[i];
    return n;
}

/* ---- scales */

double calib_impact_inward(enum calib_impact_parameter which, double value)
{
    switch (parameters[which].scale) {
    case SCALE_LOGARITHM:
        return log(value - parameters[which].least);
    case SCALE_LOGIT:
        return log(value / (1 - value));
    case SCALE_PLAIN:
        break;
    }
    return value;
}

double calib_impact_outward(enum calib_impact_parameter which, double inward)
{
    switch (parameters[which].scale) {
    case SCALE_LOGARITHM:
        return parameters[which].least + exp(inward);
    case SCALE_LOGIT:
        return 1 / (1 + exp(-inward));
    case SCALE_PLAIN:
        break;
    }
    return inward;
}

double calib_impact_outward_slope(enum calib_impact_parameter which, double inward)
{
    const double value = calib_impact_outward(which, inward);
    switch (parameters[which].scale) {
    case SCALE_LOGARITHM:
        return value - parameters[which].least;
    case SCALE_LOGIT:
        return value * (1 - value);
    case SCALE_PLAIN:
        break;
    }
    return 1;
}

/* ---- prediction */

double calib_impact_approach(const struct calib_impact_row *row)
{
    return -(row->before[1] + row->arm[1] * row->before[2]);
}

double calib_impact_restitution(const struct calib_impact_values *values, double approach,
                                double oblique)
{
    const double e = values->p[CALIB_IMPACT_RESTITUTION] *
                     pow(approach / values->speed, -values->p[CALIB_IMPACT_POWER]) *
                     exp(-values->p[CALIB_IMPACT_OBLIQUE] * oblique);
    return fmin(e, 1); /* more would make energy */
}

bool calib_impact_predict(enum calib_impact_rule rule, const struct calib_impact_values *values,
                          const double arm[2], const double before[CALIB_VELOCITIES],
                          double after[CALIB_VELOCITIES])
{
    const double square = pow(values->p[CALIB_IMPACT_GYRATION], 2);
    const double normal = before[1] + arm[1] * before[2];
    const double q_tt = 1 + arm[0] * arm[0] / square, q_tn = arm[0] * arm[1] / square;
    struct sim_impact impact = {
        .q_tt = q_tt,
        .hold = -q_tn / q_tt,
        .q_hold = 1 + arm[1] * arm[1] / square - q_tn * q_tn / q_tt,
        .friction = values->p[CALIB_IMPACT_FRICTION],
        .static_friction = values->p[CALIB_IMPACT_FRICTION],
        .restitution = calib_impact_restitution(values, -normal, fabs(before[0] / before[1])),
        .compliance = values->p[CALIB_IMPACT_COMPLIANCE],
        .slip = before[0] + arm[0] * before[2],
        .normal = normal,
    };
    if (!(normal < 0) || !rules[rule].solve(&impact))
        return false;
    after[0] = before[0] + impact.impulse_t;
    after[1] = before[1] + impact.impulse_n;
    after[2] = before[2] + (arm[0] * impact.impulse_t + arm[1] * impact.impulse_n) / square;
    return true;
}

/* v0 is the median speed of approach: there e0 and p are least correlated */
struct calib_impact_values calib_impact_start(const struct calib_impact_table *table)
{
    struct calib_impact_values values = {.speed = 1};
    for (enum calib_impact_parameter i = 0; i < CALIB_IMPACT_PARAMETERS; i++)
        values.p[i] = parameters[i].start;
    values.p[CALIB_IMPACT_GYRATION] = table->gyration;
    double *speeds = malloc((table->n + 1) * sizeof *speeds);
    for (size_t i = 0; speeds && i < table->n; i++)
        speeds[i] = calib_impact_approach(&table->rows[i]);
    if (speeds && table->n) {
        gsl_sort(speeds, 1, table->n);
        values.speed = gsl_stats_median_from_sorted_data(speeds, 1, table->n);
    }
    free(speeds);
    return values;
}
