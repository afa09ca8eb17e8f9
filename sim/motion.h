/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The motion at one state in one mode of contact: forces, acceleration, and
 * the guards, the functions that are positive while the mode lasts. Compiled
 * for double and, for derivatives, for double complex. */
#ifndef SIM_MOTION_H
#define SIM_MOTION_H

#include <stdbool.h>

#include "lib/rig/law.h"
#include "sim/belt.h"
#include "sim/contact.h"
#include "sim/model.h"
#include "sim/ways.h"

/* in the order in which they are served when they fall together */
enum sim_guard {
    SIM_GUARD_JAM,        /* A_s: slip comes close to A_s = 0 (rigid), see sim/stretch.h */
    SIM_GUARD_LIFT,       /* the normal force of slip */
    SIM_GUARD_CONE_PLUS,  /* mu_s F_n - F_t of stick */
    SIM_GUARD_CONE_MINUS, /* mu_s F_n + F_t */
    SIM_GUARD_SLIP,       /* slip in its own direction */
    SIM_GUARD_TIP_LOW,    /* centre of pressure inside the line contact */
    SIM_GUARD_TIP_HIGH,
    SIM_GUARD_GAP,
    SIM_GUARD_FLOOR, /* height of the first point of the outline, and so on */
    SIM_GUARDS = SIM_GUARD_FLOOR + SIM_MAX_OUTLINE
};

/* Below this share of Q_nn in A, slip goes on in stretched time (sim/stretch.h). No answer
 * depends on it: both are integrations of the same equations to the same tolerance
 * (tests/sim/local.mk builds the tests of singular points with others). */
#ifndef SIM_STRETCH_SHARE
#define SIM_STRETCH_SHARE 1e-4
#endif

/* the same, as sim/motion.c has it */
double sim_motion_stretch_share(void);

/* det Q below this share of Q_tt Q_nn: the links are in line, and slip and normal velocity
 * vanish together */
#define SIM_ALIGNED 1e-12

/* a spring that pulls by no more than this (as a length, in m) is taken as not pulling */
#define SIM_SPRING_NOISE 1e-12

/* Terms and contact at the state that was asked for last: changes of mode ask for one state many
 * times. Only where each has its own memory, and the parameters stay (a course) */
#define SIM_SITE(type, name, terms_name, contact_name)  \
    struct name {                                       \
        const struct sim_model *model; /* NULL: none */ \
        type x[2 * SIM_MAX_COORDINATES];                \
        struct terms_name terms;                        \
        struct contact_name contact;                    \
    }

SIM_SITE(double, sim_site, sim_terms, sim_contact);
SIM_SITE(double complex, sim_site_c, sim_terms_c, sim_contact_c);

/* what is constant while a motion is followed */
#define SIM_INPUTS(type, name, site_name)                                                    \
    struct name {                                                                            \
        const struct sim_model *model;                                                       \
        size_t n; /* coordinates */                                                          \
        const type *p;                                                                       \
        const struct sim_belt *belt; /* NULL: the parameter belt_speed */                    \
        double belt_shift;           /* the belt's clock less the motion's */                \
        const struct sim_belt *way;  /* by which the speed is moved besides, in the motion's \
                                        time, */                                             \
        type moved;                  /* and by how much of it; NULL: not */                  \
        enum rig_law law;                                                                    \
        /* NULL: Coulomb's friction and a constant restitution */                            \
        const struct rig_surface *surface;                                                   \
        type since;             /* when stick began, for friction that ages */               \
        struct site_name *site; /* NULL: not remembered */                                   \
    }

SIM_INPUTS(double, sim_inputs, sim_site);
SIM_INPUTS(double complex, sim_inputs_c, sim_site_c);

#define SIM_MOTION(type, name, contact_name)                                       \
    struct name {                                                                  \
        type acceleration[SIM_MAX_COORDINATES];                                    \
        type tip_t, tip_n;    /* velocities of the tip */                          \
        type slip, slip_rate; /* relative to the belt */                           \
        type gap, gap_rate2;  /* gap'' */                                          \
        type force_t, force_n, force_l;                                            \
        type a, b;                   /* A_s and B of slip; in flight b is gap'' */ \
        type guard[SIM_GUARDS];      /* those of the mode (sim_motion_guards) */   \
        struct contact_name contact; /* not in flight */                           \
    }

SIM_MOTION(double, sim_motion, sim_contact);
SIM_MOTION(double complex, sim_motion_c, sim_contact_c);

/* the coefficient of friction of slip, and that of stick at a time */
double sim_motion_friction(const struct sim_inputs *in, enum sim_mode mode, double slip);
double sim_motion_holds(const struct sim_inputs *in, double t);

/* what that coefficient's cone is wider by for a spring, as a force */
double sim_motion_cone_noise(const struct sim_inputs *in, double holds);

/* whether the coefficient of slip is no constant */
static inline bool sim_motion_friction_changes(const struct sim_inputs *in)
{
    return in->surface && in->surface->friction != RIG_FRICTION_COULOMB;
}

/* the same inputs for derivatives, with those parameters */
struct sim_inputs_c sim_motion_inputs_c(const struct sim_inputs *in, const double complex *p);

/* +1, -1, or 0 for a mode without slip */
static inline int sim_mode_slip(enum sim_mode mode)
{
    return (mode == SIM_SLIP_PLUS) - (mode == SIM_SLIP_MINUS);
}

/* x: coordinates, then velocities */
void sim_motion_at(const struct sim_inputs *in, enum sim_mode mode, double t, const double *x,
                   struct sim_motion *out);
/* of it what is the same in all modes: gap, the tip's velocities and slip; and, in contact, what
 * any of its modes is solved from */
void sim_motion_tip(const struct sim_inputs *in, double t, const double *x, struct sim_motion *out);
void sim_motion_tip_c(const struct sim_inputs_c *in, double complex t, const double complex *x,
                      struct sim_motion_c *out);
void sim_motion_contact(const struct sim_inputs *in, double t, const double *x,
                        struct sim_motion *out);
void sim_motion_contact_c(const struct sim_inputs_c *in, double complex t, const double complex *x,
                          struct sim_motion_c *out);
/* the terms there, in `room` or where they are remembered */
const struct sim_terms *sim_motion_terms(const struct sim_inputs *in, const double *x,
                                         struct sim_terms *room);
const struct sim_terms_c *sim_motion_terms_c(const struct sim_inputs_c *in, const double complex *x,
                                             struct sim_terms_c *room);
/* v' alone, for half of the work */
void sim_motion_acceleration(const struct sim_inputs *in, enum sim_mode mode, double t,
                             const double *x, double *acceleration);
void sim_motion_acceleration_c(const struct sim_inputs_c *in, enum sim_mode mode, double complex t,
                               const double complex *x, double complex *acceleration);
void sim_motion_at_c(const struct sim_inputs_c *in, enum sim_mode mode, double complex t,
                     const double complex *x, struct sim_motion_c *out);

/* the guards of a mode; returns how many */
size_t sim_motion_guards(const struct sim_inputs *in, enum sim_mode mode,
                         enum sim_guard guards[SIM_GUARDS]);

#endif
