/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mechanism is a table with its equations. Everything else (contact, impact, events,
 * sensitivities, maps, orbits, fits, man pages) works on this struct. */
#ifndef SIM_MODEL_H
#define SIM_MODEL_H

#include <stdbool.h>

#include "lib/rig/mechanism.h"
#include "sim/terms.h"

/* parameters, and behind them what schedules add to the inputs (sim/schedules.h) */
enum { SIM_MAX_PARAMETERS = 72, SIM_MAX_OUTLINE = 8 };

/* the parameters that every mechanism has come first, in this order */
enum sim_common_parameter {
    SIM_FRICTION,
    SIM_STATIC_FRICTION,
    SIM_RESTITUTION,
    SIM_GRAVITY,
    SIM_BELT_SPEED,
    SIM_CONTACT_STIFFNESS, /* of the compliant law; the rigid one has neither */
    SIM_CONTACT_DAMPING,
    SIM_STRIBECK_SPEED, /* from here on: of the laws of the surface (sim/friction.h) */
    SIM_STRIBECK_EXPONENT,
    SIM_VISCOUS_FRICTION,
    SIM_AGEING,
    SIM_AGEING_TIME,
    SIM_RESTITUTION_SPEED,
    SIM_RESTITUTION_POWER,
    SIM_TANGENTIAL_COMPLIANCE, /* of the bilinear impact (sim/bilinear.h) */
    SIM_OWN_PARAMETERS         /* index of the mechanism's first own parameter */
};

/* Rows of a mechanism's tables: name, unit, range (of enum quantity_range) and one line of
 * text. The macro says what holds when nobody gives the value: it must be given, has a default,
 * is another's, or is found by the start function. */
#define SIM_ROW(name, unit, range, fallback, value, other, text)                        \
    {                                                                                   \
        (name), (unit), QUANTITY_##range, QUANTITY_##fallback, (value), (other), (text) \
    }
#define SIM_REQUIRED(name, unit, range, text) SIM_ROW(name, unit, range, REQUIRED, 0, NULL, text)
#define SIM_DEFAULT(name, unit, range, value, text) \
    SIM_ROW(name, unit, range, VALUE, value, NULL, text)
#define SIM_SAME_AS(name, unit, range, other, text) \
    SIM_ROW(name, unit, range, SAME_AS, 0, other, text)
#define SIM_COMPUTED(name, unit, range, text) SIM_ROW(name, unit, range, COMPUTED, 0, NULL, text)

/* rows of the common parameters for the head of a mechanism's table */
#define SIM_COMMON_PARAMETERS                                                               \
    SIM_REQUIRED("friction", "1", NON_NEGATIVE, "kinetic friction coefficient mu"),         \
        SIM_SAME_AS("static_friction", "1", NON_NEGATIVE, "friction",                       \
                    "static friction coefficient mu_s, not below friction"),                \
        SIM_DEFAULT("restitution", "1", FRACTION, 0, "coefficient of restitution e"),       \
        SIM_DEFAULT("gravity", "m/s2", NON_NEGATIVE, 9.81, "acceleration of gravity"),      \
        SIM_DEFAULT("belt_speed", "m/s", ANY, 0, "speed of the surface along its tangent"), \
        SIM_DEFAULT("contact_stiffness", "N/m", POSITIVE, 1e5,                              \
                    "normal stiffness of the compliant contact law"),                       \
        SIM_DEFAULT("contact_damping", "N.s/m", NON_NEGATIVE, 0,                            \
                    "normal damping of the compliant contact law"),                         \
        SIM_DEFAULT("stribeck_speed", "m/s", POSITIVE, 0.01,                                \
                    "slip at which friction: stribeck has come down from mu_s by 1 - 1/e"), \
        SIM_DEFAULT("stribeck_exponent", "1", POSITIVE, 1, "its exponent"),                 \
        SIM_DEFAULT("viscous_friction", "s/m", NON_NEGATIVE, 0,                             \
                    "part of friction: stribeck that grows with slip"),                     \
        SIM_DEFAULT("ageing", "1", NON_NEGATIVE, 0,                                         \
                    "beta of static: ageing, mu_s + beta ln(1 + t/ageing_time)"),           \
        SIM_DEFAULT("ageing_time", "s", POSITIVE, 1, "its time of contact"),                \
        SIM_DEFAULT("restitution_speed", "m/s", POSITIVE, 1,                                \
                    "approach at which restitution: power has the value of restitution"),   \
        SIM_DEFAULT("restitution_power", "1", ANY, 0,                                       \
                    "p of restitution: power, e (v/restitution_speed)^-p"),                 \
        SIM_DEFAULT("tangential_compliance", "1", POSITIVE, 1,                              \
                    "of the bilinear impact: tangential over normal")

/* p: all parameters in table order; n: coordinates in use */
typedef void sim_terms_fn(const double *p, size_t n, const double *q, const double *v,
                          struct sim_terms *out);
typedef void sim_terms_fn_c(const double complex *p, size_t n, const double complex *q,
                            const double complex *v, struct sim_terms_c *out);

/* a direction in which the terms are differentiated; NULL: not moved */
struct sim_move {
    const double *p;
    const double *x; /* q, then v */
};

struct sim_code;
struct sim_own;
struct sim_series;
struct sim_outputs;

/* A mechanism that a description made, in a rig file or one of those that come with Skitter
 * (sim/mechanisms). sim/evaluate.h has what it says of a state. */
struct sim_model {
    struct mechanism table;
    bool line_contact;                /* terms have w_l, line_low, line_high */
    const char *const *outline_names; /* points that must not pass the surface: "the elbow" */
    size_t n_outline;
    /* The same mechanism while it lies with a face on the surface, as a line contact; when the
     * centre of pressure comes to its lower bound, it goes on as this one. The first point of
     * the outline is the other end of the face. NULL: it has none */
    const struct sim_model *flat;
    /* The same mechanism with each of a body's corners as the one that touches; this one is the
     * `corner`-th. The first points of the outline are the other corners, in order. 0: it does not
     * touch with corners */
    const struct sim_model *const *corners;
    size_t n_corners, corner;
    const struct sim_outputs *outputs; /* that the description names (sim/outputs.h); or NULL */
    const struct sim_own *own;         /* its start and its tapes; NULL: the functions below */
    const struct sim_code *code[SIM_MAX_COORDINATES + 1]; /* by coordinates; NULL: interpreted */
    /* of a test's mechanism, which nobody described */
    sim_terms_fn *terms;
    sim_terms_fn_c *terms_c;
    double (*energy)(const double *p, size_t n, const double *q, const double *v);
    double (*dissipation)(const double *p, size_t n, const double *q, const double *v);
    const struct sim_series *const *(*series)(size_t n); /* by enum sim_way */
};

#endif
