/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/rig/tables.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define WORDS(array)        \
    {                       \
        array, COUNT(array) \
    }

static const char *const laws[] = {"rigid", "compliant"};
static const char *const impacts[] = {"poisson", "stronge", "newton", "bilinear"};
static const char *const frictions[] = {"coulomb", "stribeck", "table"};
static const char *const statics[] = {"constant", "ageing"};
static const char *const restitutions[] = {"constant", "power", "table"};
static const char *const interpolations[] = {"monotone", "linear"};
static const char *const roles[] = {
    [RIG_ROLE_TIP_T] = "tip_t",
    [RIG_ROLE_TIP_N] = "tip_n",
    [RIG_ROLE_RAIL] = "rail",
    [RIG_ROLE_ANGLE] = "angle",
    [RIG_ROLE_VELOCITY] = "velocity",
    [RIG_ROLE_FORCE_T] = "force_t",
    [RIG_ROLE_FORCE_N] = "force_n",
    [RIG_ROLE_ACCELERATION_T] = "acceleration_t",
    [RIG_ROLE_ACCELERATION_N] = "acceleration_n",
    [RIG_ROLE_DISPLACEMENT_N] = "displacement_n",
    [RIG_ROLE_FORCE] = "force",
    [RIG_ROLE_ACCELERATION] = "acceleration",
    [RIG_ROLE_DISPLACEMENT] = "displacement",
    [RIG_ROLE_OTHER] = "other",
};
static const char *const sources[] = {"none", "default", "include", "file", "set"};

const struct rig_words rig_laws = WORDS(laws);
const struct rig_words rig_impacts = WORDS(impacts);
const struct rig_words rig_frictions = WORDS(frictions);
const struct rig_words rig_statics = WORDS(statics);
const struct rig_words rig_restitutions = WORDS(restitutions);
const struct rig_words rig_interpolations = WORDS(interpolations);
const struct rig_words rig_roles = WORDS(roles);
const struct rig_words rig_sources = WORDS(sources);

const char *const rig_role_units[] = {
    [RIG_ROLE_TIP_T] = "m/s",
    [RIG_ROLE_TIP_N] = "m/s",
    [RIG_ROLE_RAIL] = "m/s",
    [RIG_ROLE_ANGLE] = "rad",
    [RIG_ROLE_VELOCITY] = "m/s",
    [RIG_ROLE_FORCE_T] = "N",
    [RIG_ROLE_FORCE_N] = "N",
    [RIG_ROLE_ACCELERATION_T] = "m/s2",
    [RIG_ROLE_ACCELERATION_N] = "m/s2",
    [RIG_ROLE_DISPLACEMENT_N] = "m",
    [RIG_ROLE_FORCE] = "N",
    [RIG_ROLE_ACCELERATION] = "m/s2",
    [RIG_ROLE_DISPLACEMENT] = "m",
    [RIG_ROLE_OTHER] = NULL,
};

const struct rig_measure rig_measures[] = {
    {"m/s", "m/s/V"},   {"m", "m/V"}, {"rad", "rad/V"}, {"rad/s", "rad/s/V"},
    {"m/s2", "m/s2/V"}, {"N", "N/V"}, {"N.m", "N.m/V"}, {"V", "V/V"},
};
const size_t rig_n_measures = COUNT(rig_measures);

static const struct quantity contact_table[] = {
    [RIG_CONTACT_STIFFNESS] = {"stiffness", "N/m", QUANTITY_POSITIVE, QUANTITY_VALUE, 1e5, NULL,
                               "normal stiffness of the compliant law"},
    [RIG_CONTACT_DAMPING] = {"damping", "N.s/m", QUANTITY_NON_NEGATIVE, QUANTITY_VALUE, 0, NULL,
                             "normal damping of the compliant law"},
};

static const struct quantity channel_table[RIG_CHANNEL_KEYS] = {
    [RIG_CHANNEL_INPUT] = {"input", "1", QUANTITY_WHOLE, QUANTITY_REQUIRED, 0, NULL,
                           "channel number of the card"},
    [RIG_CHANNEL_RANGE] = {"range", "V", QUANTITY_POSITIVE, QUANTITY_VALUE, 10, NULL,
                           "full scale, plus and minus"},
    [RIG_CHANNEL_SIGN] = {"sign", "1", QUANTITY_ANY, QUANTITY_VALUE, 1, NULL,
                          "1, or -1 for a sensor that looks the other way"},
    [RIG_CHANNEL_BEAM_ANGLE] = {"beam_angle", "rad", QUANTITY_ANY, QUANTITY_VALUE, 0, NULL,
                                "angle between the beam and the measured direction"},
    [RIG_CHANNEL_OFFSET] = {"offset", "V", QUANTITY_ANY, QUANTITY_VALUE, 0, NULL,
                            "voltage at rest, subtracted"},
    [RIG_CHANNEL_BANDWIDTH] = {"bandwidth", "Hz", QUANTITY_NON_NEGATIVE, QUANTITY_VALUE, 0, NULL,
                               "of its low-pass of first order, at -3 dB; 0 is beyond what is "
                               "sampled"},
};

static const struct quantity simulated_table[] = {
    [RIG_SIMULATED_NOISE] = {"noise", "m/s", QUANTITY_NON_NEGATIVE, QUANTITY_VALUE, 0, NULL,
                             "noise of each vibrometer, rms"},
    [RIG_SIMULATED_OFFSET] = {"offset", "V", QUANTITY_ANY, QUANTITY_VALUE, 0, NULL,
                              "voltage of each channel at rest"},
    [RIG_SIMULATED_DROPOUT_RATE] = {"dropout_rate", "Hz", QUANTITY_NON_NEGATIVE, QUANTITY_VALUE, 0,
                                    NULL, "dropouts of a vibrometer, mean rate"},
    [RIG_SIMULATED_DROPOUT_TIME] = {"dropout_time", "s", QUANTITY_NON_NEGATIVE, QUANTITY_VALUE, 0,
                                    NULL, "mean length of a dropout"},
    [RIG_SIMULATED_FLUTTER] = {"flutter", "1", QUANTITY_NON_NEGATIVE, QUANTITY_VALUE, 0, NULL,
                               "flutter of the reflecting paper after an impact, as a fraction "
                               "of the jump of the velocity"},
    [RIG_SIMULATED_FLUTTER_FREQUENCY] = {"flutter_frequency", "Hz", QUANTITY_POSITIVE,
                                         QUANTITY_VALUE, 500, NULL, "frequency of the flutter"},
    [RIG_SIMULATED_FLUTTER_DECAY] = {"flutter_decay", "s", QUANTITY_POSITIVE, QUANTITY_VALUE, 0.005,
                                     NULL, "time constant of the flutter"},
    [RIG_SIMULATED_RAIL_RIPPLE] = {"rail_ripple", "1", QUANTITY_NON_NEGATIVE, QUANTITY_VALUE, 0,
                                   NULL, "unevenness of the rail's speed, as a fraction of it"},
    [RIG_SIMULATED_RAIL_FREQUENCY] = {"rail_frequency", "Hz", QUANTITY_POSITIVE, QUANTITY_VALUE, 5,
                                      NULL, "frequency of the unevenness"},
    [RIG_SIMULATED_RAIL_DRIFT] = {"rail_drift", "1/s", QUANTITY_ANY, QUANTITY_VALUE, 0, NULL,
                                  "growth of the rail's speed, as a fraction of it per second"},
    [RIG_SIMULATED_BITS] = {"bits", "1", QUANTITY_WHOLE, QUANTITY_VALUE, 24, NULL,
                            "resolution of the card"},
    [RIG_SIMULATED_SKEW] = {"skew", "s", QUANTITY_NON_NEGATIVE, QUANTITY_VALUE, 0, NULL,
                            "delay from one channel to the next in a scan"},
    [RIG_SIMULATED_SEED] = {"seed", "1", QUANTITY_WHOLE, QUANTITY_VALUE, 1, NULL,
                            "seed of the random numbers"},
    [RIG_SIMULATED_CONTACT_STIFFNESS] = {"contact_stiffness", "N/m", QUANTITY_NON_NEGATIVE,
                                         QUANTITY_VALUE, 0, NULL,
                                         "normal stiffness of the true contact; 0 is rigid"},
    [RIG_SIMULATED_CONTACT_DAMPING] = {"contact_damping", "N.s/m", QUANTITY_NON_NEGATIVE,
                                       QUANTITY_VALUE, 0, NULL,
                                       "normal damping of the true contact"},
    [RIG_SIMULATED_HOLD] = {"hold", "s", QUANTITY_NON_NEGATIVE, QUANTITY_VALUE, 0, NULL,
                            "time at rest at the start, rail and all, before it is let go"},
};

const struct quantity rig_rate_quantity = {"rate", "Hz", QUANTITY_POSITIVE, QUANTITY_VALUE,
                                           10000,  NULL, "sampling rate"};
const struct quantity rig_sensitivity_quantity = {
    "sensitivity", "m/s/V", QUANTITY_POSITIVE, QUANTITY_REQUIRED, 0, NULL, "what one volt means"};

const char *const rig_top_names[RIG_TOPS + RIG_PARTS] = {
    [RIG_TOP_TITLE] = "title",
    [RIG_TOP_MODEL] = "model",
    [RIG_TOP_MECHANISM] = "mechanism",
    [RIG_TOP_RATE] = "rate",
    [RIG_TOP_INCLUDE] = "include",
    [RIG_TOPS + RIG_PART_PARAMETERS] = "parameters",
    [RIG_TOPS + RIG_PART_START] = "start",
    [RIG_TOPS + RIG_PART_CONTACT] = "contact",
    [RIG_TOPS + RIG_PART_BELT] = "belt",
    [RIG_TOPS + RIG_PART_CHANNELS] = "channels",
    [RIG_TOPS + RIG_PART_SIMULATED] = "simulated",
};

const char *rig_part_name(enum rig_part part) { return rig_top_names[RIG_TOPS + part]; }

struct rig_keys rig_part_keys(enum rig_part part, const struct mechanism *model)
{
    static const char *const contact_words[] = {
        "law",         "impact",           "friction", "static", "friction_table",
        "restitution", "restitution_table"};
    static const char *const belt_words[] = {"table", "run", "channel", "interpolation"};
    static const char *const channel_words[] = {"role", "sensitivity", "shows"};
    const struct rig_keys parts[RIG_PARTS] = {
        [RIG_PART_PARAMETERS] = {NULL, 0, model->parameters, model->n_parameters},
        [RIG_PART_START] = {NULL, 0, model->states, 2 * model->n_coordinates},
        [RIG_PART_CONTACT] = {contact_words, COUNT(contact_words), contact_table,
                              COUNT(contact_table)},
        [RIG_PART_BELT] = {belt_words, COUNT(belt_words), NULL, 0},
        [RIG_PART_CHANNELS] = {channel_words, COUNT(channel_words), channel_table,
                               COUNT(channel_table)},
        [RIG_PART_SIMULATED] = {NULL, 0, simulated_table, COUNT(simulated_table)},
    };
    return parts[part];
}

const char *rig_keys_name(const struct rig_keys *keys, size_t i)
{
    return i < keys->n_words ? keys->words[i] : keys->table[i - keys->n_words].name;
}

size_t rig_words_find(const struct rig_words *words, const char *word)
{
    size_t i = 0;
    while (i < words->n && strcmp(words->words[i], word) != 0)
        i++;
    return i;
}

const char *rig_law_name(enum rig_law law) { return laws[law]; }

const char *rig_impact_name(enum rig_impact impact) { return impacts[impact]; }

const char *rig_role_name(enum rig_role role) { return roles[role]; }
