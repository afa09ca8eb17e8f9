/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mechanism is a table. Everything else (contact, impact, events,
 * sensitivities, maps, orbits, fits, man pages) works on this struct, so a new
 * mechanism is one file in sim/models/ and one line in sim/registry.c. */
#ifndef SIM_MODEL_H
#define SIM_MODEL_H

#include <stdbool.h>

#include "lib/rig/mechanism.h"
#include "sim/terms.h"

enum { SIM_MAX_PARAMETERS = 40, SIM_MAX_OUTLINE = 5 };

/* the parameters that every mechanism has come first, in this order */
enum sim_common_parameter {
    SIM_FRICTION,
    SIM_STATIC_FRICTION,
    SIM_RESTITUTION,
    SIM_GRAVITY,
    SIM_BELT_SPEED,
    SIM_CONTACT_STIFFNESS, /* of the compliant law; the rigid one has neither */
    SIM_CONTACT_DAMPING,
    SIM_OWN_PARAMETERS /* index of the mechanism's first own parameter */
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
                    "normal damping of the compliant contact law")

/* p: all parameters in table order; n: coordinates in use */
typedef void sim_terms_fn(const double *p, size_t n, const double *q, const double *v,
                          struct sim_terms *out);
typedef void sim_terms_fn_c(const double complex *p, size_t n, const double complex *q,
                            const double complex *v, struct sim_terms_c *out);

/* Heights over the surface of the points that bound the bodies, but for the contact itself: while
 * none is below it, no part of a body is. terms: those at q, with the mass matrix used up */
typedef void sim_outline_fn(const double *p, size_t n, const double *q,
                            const struct sim_terms *terms, double *heights);
typedef void sim_outline_fn_c(const double complex *p, size_t n, const double complex *q,
                              const struct sim_terms_c *terms, double complex *heights);

/* a direction in which the terms are differentiated; NULL: not moved */
struct sim_move {
    const double *p;
    const double *x; /* q, then v */
};

/* derivatives of the terms in `count` directions at one state */
typedef void sim_terms_slopes_fn(const double *p, size_t n, const double *q, const double *v,
                                 size_t count, const struct sim_move *moves,
                                 struct sim_terms *slopes);

/* which entries a person gave; a start function fills in the others that the
 * table calls QUANTITY_COMPUTED (parameters p, state x = q then v) */
struct sim_given {
    const bool *parameters;
    const bool *states;
};

/* NULL when all is well, else why no start exists ("the tip cannot reach ...") */
typedef const char *sim_start_fn(double *p, size_t n, double *x, const struct sim_given *given);
typedef const char *sim_start_fn_c(double complex *p, size_t n, double complex *x,
                                   const struct sim_given *given);

struct sim_own;
struct sim_outputs;

struct sim_model {
    struct mechanism table;
    sim_terms_fn *terms;
    sim_terms_slopes_fn *terms_slopes; /* by hand; NULL: by complex step */
    sim_terms_fn_c *terms_c;
    sim_start_fn *start;
    sim_start_fn_c *start_c;
    /* kinetic plus potential energy, and the power that its dampers take */
    double (*energy)(const double *p, size_t n, const double *q, const double *v);
    double (*dissipation)(const double *p, size_t n, const double *q, const double *v);
    bool line_contact;       /* terms fill w_l, line_low, line_high */
    sim_outline_fn *outline; /* NULL: nothing but the contact can meet the surface */
    sim_outline_fn_c *outline_c;
    const char *const *outline_names; /* "the elbow", for messages */
    size_t n_outline;
    /* The same mechanism while it lies with a face on the surface, as a line contact; when the
     * centre of pressure comes to its lower bound, it goes on as this one. The first point of
     * the outline is the other end of the face. NULL: it has none */
    const struct sim_model *flat;
    const struct sim_outputs *outputs; /* that the description names (sim/outputs.h); or NULL */
    const struct sim_own *own; /* made from a description (sim/own.h): it has no functions above */
};

/* the functions of the complex copy, declared for the table */
#define SIM_MODEL_COMPLEX(name)    \
    sim_terms_fn_c name##_terms_c; \
    sim_start_fn_c name##_start_c
#define SIM_MODEL_OUTLINE(name) sim_outline_fn_c name##_outline_c

#endif
