/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The second generator's mechanics: what estimates is tested with motions that another method
 * made than the simulator's, whose mistakes it would share. Nothing of sim/ is used.
 *
 * Two coordinates and one rubbing contact, followed with the classical Runge-Kutta method in
 * fixed steps; each event is bracketed by a step and found by bisection of its length (the
 * simulator: DOP853 with dense output and root finding). The inertia of the two-link rig is
 * added up over its bars by the Jacobians of their centres (the simulator: closed forms from
 * the Lagrangian). Impacts are Poisson's, by normal impulse (Darboux-Keller); or the rail gives way
 * like a spring with a damper (contact_stiffness > 0), and nothing is an event: then the slip must
 * not come to rest, since friction is taken from its sign alone. */
#ifndef TESTS_GENERATOR_MOTION_H
#define TESTS_GENERATOR_MOTION_H

#include <stdbool.h>
#include <stddef.h>

enum { GENERATOR_WAVES = 3 };

/* speed(t) = speed (1 + drift t + sum of share sin(2 pi frequency t + phase)), t from the start
 * of the motion */
struct generator_rail {
    double speed;
    double drift; /* 1/s */
    struct {
        double share, frequency, phase;
    } waves[GENERATOR_WAVES];
};

double generator_rail_speed(const struct generator_rail *rail, double t);

/* Friction that falls from mu_s to the mechanism's own with slip, mu + (mu_s - mu) exp(-v/v_s) +
 * viscous v; a contact that grips the more, the longer it has rested, mu_s + ageing ln(1 + t/t0);
 * restitution e (v/v0)^-power, 1 at the most. All zero: Coulomb's friction and a constant e.
 * Along an impact friction follows the slip, which is added up in small steps of the impulse (the
 * simulator: an equation over the impulse, solved with error control). */
struct generator_surface {
    double stribeck_speed, static_friction, viscous; /* speed 0: static friction is the friction */
    double ageing, ageing_time;
    double restitution_power, restitution_speed;
};

/* M v' = h + w_t F_t + w_n F_n; slip' = w_t.v' + s_t; gap'' = w_n.v' + s_n */
struct generator_terms {
    double mass[2][2], h[2];
    double w_t[2], w_n[2], s_t, s_n;
    double gap;
};

struct generator_mechanism {
    void (*terms)(const void *parameters, const double q[2], const double v[2],
                  struct generator_terms *out);
    const void *parameters;
    double friction, restitution;
    struct generator_surface surface;
    double contact_stiffness, contact_damping; /* 0: a rigid rail */
    struct generator_rail rail;
    double q[2], v[2]; /* at t = 0 */
};

/* The rig of Zhao et al. (2008): angles from the downward vertical, the tip on the rail. */
struct generator_two_link {
    double mass[2], length[2]; /* of the upper and the lower bar */
    double height, stiffness, gravity;
    double damping[2]; /* of the fixed joint, of that between the bars */
    double rest_angle; /* theta1 - theta2 where the spring is unstressed; NaN: as at the start */
    double theta1;     /* at the start, at rest; the tip is on the rail */
    double friction, restitution;
    struct generator_surface surface;
    double contact_stiffness, contact_damping; /* 0: a rigid rail */
    struct generator_rail rail;
};

/* the values of data/zhao-2008.yaml, with an even rail */
struct generator_two_link generator_two_link_of_paper(void);

/* `two_link` is kept, and its rest angle filled in */
struct generator_mechanism generator_mechanism_two_link(struct generator_two_link *two_link);

enum generator_kind {
    GENERATOR_IMPACT,
    GENERATOR_TANGENTIAL, /* impact without collision: the paradox */
    GENERATOR_STICK,
    GENERATOR_SLIP, /* stick ends, the contact stays */
    GENERATOR_TAKEOFF
};

struct generator_event {
    enum generator_kind kind;
    double t;                        /* s from the start of the motion */
    double tip_t[2], tip_n[2], slip; /* before and after; slip before */
};

/* the motion from one step's end to the next; an impact comes as one with t[0] == t[1] */
struct generator_piece {
    double t[2];
    double tip_t[2], tip_n[2], rail[2];
    double q[2][2], v[2][2];
};

typedef void generator_take_piece(void *context, const struct generator_piece *piece);
typedef void generator_take_event(void *context, const struct generator_event *event);

/* steps of `step` s up to `duration`; either function may be NULL. False when it comes to no end
 * (more than a million events), or slip comes to rest on a soft rail. */
bool generator_follow(const struct generator_mechanism *mechanism, double duration, double step,
                      generator_take_piece *piece, generator_take_event *event, void *context);

#endif
