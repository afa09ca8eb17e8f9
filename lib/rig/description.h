/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mechanism that a rig file describes itself ("mechanism:" of skitter-rig(5)): bodies in a
 * plane that hang from each other or from the ground, springs, forces, and where one of them
 * rubs on the surface. What it means is the simulator's business (sim/assemble.h).
 *
 * The world's x points to the right, y up; angles turn counter-clockwise. At angle 0 a body's
 * own axes are those of the world. */
#ifndef LIB_RIG_DESCRIPTION_H
#define LIB_RIG_DESCRIPTION_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "lib/base/quantity.h"

enum {
    RIG_FORM_TERMS = 6,
    RIG_MAX_BODIES = 12,
    RIG_MAX_SPRINGS = 16,
    RIG_MAX_FORCES = 8,
    RIG_MAX_OUTPUTS = 8,
    RIG_MAX_CORNERS = 16,
    RIG_MAX_TOUCHING_CORNERS = 8, /* of a body that touches with them */
    RIG_MAX_OUTLINE = 8,          /* floors, and corners beside the one that touches */
    RIG_MAX_FLOORS = 5,
    RIG_MAX_SCHEDULES = 4,
    RIG_OWN_COORDINATES = 6,
    RIG_OWN_PARAMETERS = 32,
    RIG_NAME_SIZE = 48,
    RIG_TEXT_SIZE = 128,
    RIG_GROUND = -1 /* for a body's number */
};

/* a number: a constant, plus numbers times parameters or coordinates */
struct rig_form {
    double constant;
    size_t n;
    struct {
        double factor;
        bool coordinate; /* else a parameter */
        size_t index;
    } terms[RIG_FORM_TERMS];
};

/* a place on a body, in its own axes */
struct rig_point {
    bool centre; /* its centre of mass; else */
    bool end;    /* that of a rod, which `at` says too */
    struct rig_form at[2];
};

enum rig_joint { RIG_JOINT_HINGE, RIG_JOINT_SLIDER, RIG_JOINT_FREE, RIG_JOINT_FIXED };

enum rig_outline {
    RIG_OUTLINE_NONE,    /* a point mass */
    RIG_OUTLINE_ROD,     /* from begin to size[0], size[1], its end */
    RIG_OUTLINE_BOX,     /* width and height, around the origin */
    RIG_OUTLINE_DISC,    /* radius, around the origin */
    RIG_OUTLINE_ELLIPSE, /* half axes along its x and y, around the origin */
    RIG_OUTLINE_POLYGON
};

struct rig_body {
    char name[RIG_NAME_SIZE];
    int parent; /* an earlier body, or RIG_GROUND */
    enum rig_joint joint;
    struct rig_point at;                 /* its origin, on the parent */
    struct rig_form direction, distance; /* slider: how far along the direction, an angle */
    struct rig_form angle;
    bool absolute; /* angle and direction count from the world's axes, not the parent's */
    enum rig_outline outline;
    struct rig_form size[2];
    struct rig_form begin[2]; /* of a rod that does not begin at the origin */
    struct rig_form corners[RIG_MAX_CORNERS][2];
    size_t n_corners;
    struct rig_form mass;
    bool has_centre, has_inertia, has_gyration; /* given, not found from the outline */
    struct rig_form centre[2];
    struct rig_form inertia; /* about the centre of mass; or the radius of gyration */
};

enum rig_spring_kind {
    RIG_SPRING_ANGLE,      /* angle of the first body less that of the second */
    RIG_SPRING_LENGTH,     /* distance of two points */
    RIG_SPRING_COORDINATE, /* a coordinate */
};

struct rig_spring {
    char name[RIG_NAME_SIZE];
    enum rig_spring_kind kind;
    int bodies[2];
    struct rig_point points[2];
    size_t coordinate;
    struct rig_form stiffness, damping, rest;
    struct rig_form preload; /* force or torque where it is not stretched */
};

/* how a schedule goes from point to point, as a belt's speed may (sim/belt.h) */
enum rig_way { RIG_WAY_MONOTONE, RIG_WAY_LINEAR, RIG_WAY_SPLINE };

/* a number over time: points of a table */
struct rig_schedule {
    enum rig_way way;
    bool goes_on; /* beyond its ends with the slope that it has there; else it stays */
    size_t n;
    double *t, *value; /* in one piece of memory, that of t */
};

/* sin(2 pi frequency t + phase), a schedule, or 1 */
struct rig_wave {
    bool harmonic, tabulated;
    struct rig_form frequency, phase;
    size_t schedule;
};

struct rig_force {
    int body;
    bool turns; /* a torque, in values[0] */
    struct rig_point point;
    struct rig_form values[2];
    struct rig_wave wave;
};

/* what can be shown of a motion */
enum rig_output_kind {
    RIG_OUTPUT_DISPLACEMENT, /* of a point of a body along a direction */
    RIG_OUTPUT_VELOCITY,
    RIG_OUTPUT_ACCELERATION,
    RIG_OUTPUT_ANGLE, /* of a body, from the world's axes */
    RIG_OUTPUT_SPIN,
    RIG_OUTPUT_FORCE /* of a spring with its damper, or its torque */
};

struct rig_output {
    char name[RIG_NAME_SIZE], text[RIG_TEXT_SIZE];
    enum rig_output_kind kind;
    int body;
    struct rig_point point;
    struct rig_form direction;
    bool turns; /* the direction turns with the body */
    size_t spring;
};

enum rig_touch {
    RIG_TOUCH_NOTHING,
    RIG_TOUCH_POINT,
    RIG_TOUCH_OUTLINE, /* disc or ellipse: the lowest point of it */
    RIG_TOUCH_CORNERS, /* box or polygon: its lowest corner */
    RIG_TOUCH_FACE     /* the line through the point along the body's x */
};

struct rig_touching {
    enum rig_touch kind;
    int body;
    struct rig_point point;
    struct rig_form face[2]; /* ends of the face, from the point along the body's x */
    struct rig_form slope;   /* of the surface, from the world's x */
    struct rig_form through[2];
    size_t rests_by; /* coordinate that is found at the start so that it touches; none: SIZE_MAX */
    bool never;      /* the surface is out of reach, and nobody is asked for friction */
};

/* a point that must not pass the surface; a motion ends there */
struct rig_floor {
    char text[RIG_TEXT_SIZE]; /* "the elbow", for messages */
    int body;
    struct rig_point point;
};

/* what may be said of a state at the start, in its unit; of an angle, but for whole turns */
struct rig_start_range {
    bool given;
    double low, high;
};

/* A mechanism of variable size: a parameter says how many coordinates there are, at least
 * `least`. Bodies that move with others are not there, nor what is on them; the contact is on the
 * last body that is, and rests by the last coordinate. */
struct rig_size {
    bool given;
    size_t parameter, least;
};

struct rig_description {
    unsigned users; /* rigs that have it; atomic */
    json_t *source; /* as the file has it */
    char name[RIG_NAME_SIZE];
    char title[RIG_TEXT_SIZE];
    struct rig_body bodies[RIG_MAX_BODIES];
    size_t n_bodies;
    struct rig_spring springs[RIG_MAX_SPRINGS];
    size_t n_springs;
    struct rig_force forces[RIG_MAX_FORCES];
    size_t n_forces;
    struct rig_output outputs[RIG_MAX_OUTPUTS];
    struct quantity output_rows[RIG_MAX_OUTPUTS];
    size_t n_outputs;
    struct rig_touching touching;
    struct rig_touching
        flat; /* a face that may lie on the surface instead; its kind says whether */
    struct rig_floor floors[RIG_MAX_FLOORS];
    size_t n_floors;
    struct rig_size size;
    struct rig_form tilt;    /* of gravity: from straight down, counter-clockwise */
    struct rig_form base[2]; /* amplitude of the ground's motion */
    struct rig_wave base_wave;
    struct rig_schedule schedules[RIG_MAX_SCHEDULES];
    size_t n_schedules;
    bool has_clock; /* something depends on time: the last coordinate is the time */
    /* rows of tables, with their texts; without the parameters that every mechanism has */
    struct quantity parameters[RIG_OWN_PARAMETERS];
    size_t set_down[RIG_OWN_PARAMETERS]; /* spring whose rest it is, as set down; or SIZE_MAX */
    size_t outlined[RIG_OWN_PARAMETERS]; /* body whose outline gives this radius of gyration */
    size_t n_parameters;
    struct rig_start_range ranges[2 * RIG_OWN_COORDINATES];
    struct quantity states[2 * RIG_OWN_COORDINATES]; /* the velocities follow n_coordinates on */
    size_t lines[RIG_OWN_COORDINATES]; /* of the coordinates in their file; 0: not known */
    size_t n_coordinates;
    char names[RIG_OWN_PARAMETERS + 2 * RIG_OWN_COORDINATES][RIG_NAME_SIZE];
    char texts[RIG_OWN_PARAMETERS + 2 * RIG_OWN_COORDINATES][RIG_TEXT_SIZE];
    /* what the simulator made of it, and how it goes */
    const struct mechanism *made;
    void (*release)(const struct mechanism *made);
};

/* how many corners a body has, and one of them */
size_t rig_body_corners(const struct rig_body *body);
void rig_body_corner(const struct rig_body *body, size_t i, struct rig_form corner[2]);

/* one more owner, and one less: the last one frees it */
struct rig_description *rig_description_hold(struct rig_description *description);
void rig_description_drop(struct rig_description *description); /* NULL is allowed */

/* which bodies are there when n coordinates are in use: those that move with no others */
void rig_description_bodies(const struct rig_description *description, size_t n,
                            bool in_use[RIG_MAX_BODIES]);

#endif
