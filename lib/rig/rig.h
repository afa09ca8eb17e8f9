/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rig files (skitter-rig(5)): the model, its parameters, the start, the contact
 * law, the belt, the channels and the imperfections of the simulated rig. All
 * quantities are rows of tables; the mechanisms' tables come from the caller. */
#ifndef LIB_RIG_RIG_H
#define LIB_RIG_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <jansson.h>

#include "lib/base/error.h"
#include "lib/rig/law.h"
#include "lib/rig/mechanism.h"
#include "lib/base/quantity.h"

/* where a value comes from; from RIG_INCLUDE on it was given by a person */
enum rig_source {
    RIG_NONE,    /* no value: NaN, found by the simulator or not used */
    RIG_DEFAULT, /* the table's */
    RIG_INCLUDE, /* a result file */
    RIG_FILE,    /* the rig file */
    RIG_SET      /* rig_set: --set of a program, or a fit */
};

struct rig_value {
    double value;       /* in the table's unit; NaN for RIG_NONE */
    double uncertainty; /* standard; NaN when not known */
    enum rig_source source;
    size_t include; /* for RIG_INCLUDE, which of rig->includes */
};

/* one table and its values */
struct rig_section {
    const struct quantity *table;
    struct rig_value *values;
    size_t n;
};

enum rig_contact_key { RIG_CONTACT_STIFFNESS, RIG_CONTACT_DAMPING };

enum rig_belt_kind { RIG_BELT_CONSTANT, RIG_BELT_TABLE, RIG_BELT_RUN };

struct rig_belt {
    enum rig_belt_kind kind;
    char *name;    /* table or run directory as the rig file names it */
    char *path;    /* the same, seen from where the program runs */
    char *channel; /* role of the run's channel */
    enum rig_interpolation interpolation;
};

enum rig_role {
    RIG_ROLE_TIP_T,
    RIG_ROLE_TIP_N,
    RIG_ROLE_RAIL,
    RIG_ROLE_ANGLE,
    RIG_ROLE_VELOCITY,
    RIG_ROLE_FORCE_T,
    RIG_ROLE_FORCE_N,
    RIG_ROLE_ACCELERATION_T,
    RIG_ROLE_ACCELERATION_N,
    RIG_ROLE_DISPLACEMENT_N,
    RIG_ROLE_FORCE,
    RIG_ROLE_ACCELERATION,
    RIG_ROLE_DISPLACEMENT,
    RIG_ROLE_OTHER
};

/* rows of a channel's table */
enum rig_channel_key {
    RIG_CHANNEL_INPUT,
    RIG_CHANNEL_RANGE,
    RIG_CHANNEL_SIGN,
    RIG_CHANNEL_BEAM_ANGLE,
    RIG_CHANNEL_OFFSET,
    RIG_CHANNEL_BANDWIDTH,
    RIG_CHANNEL_KEYS
};

struct rig_channel {
    enum rig_role role;
    double sensitivity;             /* `unit` per volt, without the sign */
    double sensitivity_uncertainty; /* standard; NaN when not known */
    const char *unit;               /* what is measured, SI: "m/s" */
    const struct quantity *shows;   /* a state or an output of the model; NULL: as the role says */
    struct rig_section values;      /* by enum rig_channel_key */
};

/* rows of the simulated rig's table */
enum rig_simulated_key {
    RIG_SIMULATED_NOISE,
    RIG_SIMULATED_OFFSET,
    RIG_SIMULATED_DROPOUT_RATE,
    RIG_SIMULATED_DROPOUT_TIME,
    RIG_SIMULATED_FLUTTER,
    RIG_SIMULATED_FLUTTER_FREQUENCY,
    RIG_SIMULATED_FLUTTER_DECAY,
    RIG_SIMULATED_RAIL_RIPPLE,
    RIG_SIMULATED_RAIL_FREQUENCY,
    RIG_SIMULATED_RAIL_DRIFT,
    RIG_SIMULATED_BITS,
    RIG_SIMULATED_SKEW,
    RIG_SIMULATED_SEED,
    RIG_SIMULATED_CONTACT_STIFFNESS,
    RIG_SIMULATED_CONTACT_DAMPING,
    RIG_SIMULATED_HOLD
};

struct rig {
    char *path;
    char *title; /* "" when there is none */
    const struct mechanism *model;
    struct rig_description *own; /* the model, where the file describes it; else NULL */
    char **includes;             /* as the rig file names them */
    size_t n_includes;
    struct rig_section parameters; /* rows of model->parameters */
    struct rig_section start;      /* rows of model->states */
    enum rig_law law;
    enum rig_impact impact;
    struct rig_surface surface;
    struct rig_section contact; /* by enum rig_contact_key */
    struct rig_belt belt;
    struct rig_section sampling; /* one row: the rate, Hz */
    struct rig_channel *channels;
    size_t n_channels;
    struct rig_section simulated; /* by enum rig_simulated_key */
};

/* read, check and fill in the defaults; on failure *rig is NULL */
/* the model that a file describes, as a rig without values: its parts but `mechanism` are not
 * looked at */
enum error_code rig_read_mechanism(const char *path, mechanism_registry *registry, struct rig **rig,
                                   struct error *err);

enum error_code rig_read(const char *path, mechanism_registry *registry, struct rig **rig,
                         struct error *err);

/* the same, and then each of `n` settings as rig_set takes them: what programs do with --set */
enum error_code rig_load(const char *path, const char *const *settings, size_t n,
                         mechanism_registry *registry, struct rig **rig, struct error *err);

/* NULL when there is no memory */
struct rig *rig_copy(const struct rig *rig);

void rig_free(struct rig *rig);

/* whether a person gave the value. One that was not given follows its table's default, if
 * that is another quantity (static_friction is friction), also when this is set later. */
bool rig_given(const struct rig_value *value);

/* row of a parameter, n_parameters when there is none of that name */
size_t rig_parameter_index(const struct rig *rig, const char *name);

/* value of a parameter or start state by name; NULL when there is none */
const struct rig_value *rig_value(const struct rig *rig, const char *name);

/* whether two rigs have the same mechanism: its name, or all of its description */
bool rig_same_model(const struct rig *a, const struct rig *b);

/* sampling rate, Hz */
double rig_rate(const struct rig *rig);

/* how many coordinates the mechanism uses (its size parameter, or all) */
size_t rig_coordinates(const struct rig *rig);

/* "friction=0.5", "theta1=30 deg +- 0.1 deg": sets a parameter or a start state */
enum error_code rig_set(struct rig *rig, const char *assignment, struct error *err);

/* the same with a number in the table's unit, for fits */
enum error_code rig_set_value(struct rig *rig, const char *name, double value, struct error *err);

/* the same with its standard uncertainty; NaN: not known */
enum error_code rig_set_uncertain(struct rig *rig, const char *name, double value,
                                  double uncertainty, struct error *err);

/* As YAML with every default and every included value in comments: rig_read gives the same rig
 * again, what was not given included. File names stay relative to the rig file's directory. */
enum error_code rig_print(const struct rig *rig, FILE *out, struct error *err);

/* before it is printed into the file `path`: names of other files hold from there too */
enum error_code rig_move(struct rig *rig, const char *path, struct error *err);

/* as it was, sources and uncertainties included; NULL when there is no memory */
json_t *rig_to_json(const struct rig *rig);

/* the same in one line, without its path: equal for equal rigs, wherever their files
 * are; the caller frees it, NULL when there is no memory */
char *rig_to_text(const struct rig *rig);

/* `where` names the file in messages */
enum error_code rig_from_json(const json_t *json, const char *where, mechanism_registry *registry,
                              struct rig **rig, struct error *err);

/* "rigid", "poisson", "tip_t" and so on */
const char *rig_law_name(enum rig_law law);
const char *rig_impact_name(enum rig_impact impact);

/* whether friction is Coulomb's with a constant static one, and restitution a constant */
bool rig_surface_plain(const struct rig_surface *surface);

/* whether the law of impact knows the law of friction; who sets rig->impact asks */
enum error_code rig_impact_fits(const struct rig *rig, struct error *err);

const char *rig_role_name(enum rig_role role);

#endif
