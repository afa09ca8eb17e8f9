/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mechanisms drawn at random, written as rig files, against a derivation of their own: places of
 * the bodies as plain formulas in long double, all slopes and accelerations by differences of
 * eighth order, forces from the differences of the potential. And the balance of energy.
 * SKITTER_TREES: how many, by default 150; the full dose is 100000 (make soak). SKITTER_TREES_FROM:
 * the first of them, by default 0: what fails says its number, and the trees before it passed. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rig/rig.h"
#include "sim/evaluate.h"
#include "sim/outputs.h"
#include "sim/setup.h"
#include "sim/registry.h"
#include "sim/extras.h"
#include "tests/scratch.h"
#include "tests/sim/chance.h"
#include "tests/test.h"

typedef long double wide;

enum { MOST = 6, HINGE = 0, SLIDER, FREE, FIXED };
enum { SIGHTS = 3 }; /* displacement, velocity and acceleration */
enum { NONE = 0, ROD, BOX, DISC, ELLIPSE, POLYGON };

struct member {
    int parent, joint, outline, coordinate; /* of a free body: the first of three */
    bool absolute, given;
    double at[2], along, factor, angle, size[2], mass, centre[2], inertia;
};

struct pull {
    int kind, body[2], coordinate; /* 0 angle, 1 length, 2 coordinate */
    double point[2][2], stiffness, damping, rest, preload;
};

struct tree {
    long seed;
    struct member members[MOST];
    struct pull pulls[3];
    int n, n_pulls, coordinates, touching;
    bool outline, shakes, forced, tables;
    int corner;        /* that touches, of a box or a polygon */
    double heights[4]; /* of the tables */
    double tilt, slope, through[2], point[2], gravity;
    double shake[2], frequency, phase, force[2], force_at[2];
    int force_on;
};

/* ---- drawing */

static void draw_mass(gsl_rng *rng, struct member *m)
{
    m->outline = (int)gsl_rng_uniform_int(rng, 6);
    m->size[0] = uniform(rng, 0.1, 1);
    m->size[1] = m->outline == DISC || m->outline == POLYGON ? 0 : uniform(rng, 0.1, 1);
    m->mass = decades(rng, 0.1, 3);
    m->given = m->outline == NONE || gsl_rng_uniform(rng) < 0.3;
    m->centre[0] = uniform(rng, -0.5, 0.5);
    m->centre[1] = uniform(rng, -0.5, 0.5);
    m->inertia = decades(rng, 0.01, 1);
}

static void draw_member(gsl_rng *rng, struct tree *t, int i)
{
    struct member *m = &t->members[i];
    m->parent = (int)gsl_rng_uniform_int(rng, (unsigned long)i + 1) - 1;
    m->joint = (int)gsl_rng_uniform_int(rng, 4);
    const int left = 5 - t->coordinates;
    if (m->joint == FREE && left < 3)
        m->joint = HINGE;
    if (m->joint != FIXED && left < 1)
        m->joint = FIXED;
    if (i == 0 && m->joint == FIXED)
        m->joint = HINGE;
    m->coordinate = t->coordinates;
    t->coordinates += m->joint == FREE ? 3 : m->joint != FIXED;
    m->absolute = gsl_rng_uniform(rng) < 0.4;
    for (int k = 0; k < 2; k++)
        m->at[k] = uniform(rng, -1, 1);
    m->along = uniform(rng, -3, 3);
    m->factor = gsl_rng_uniform(rng) < 0.7 ? 1 : uniform(rng, -2, 2);
    m->angle = uniform(rng, -1, 1);
    draw_mass(rng, m);
}

static void draw_pull(gsl_rng *rng, struct tree *t, struct pull *p)
{
    p->kind = (int)gsl_rng_uniform_int(rng, 3);
    p->body[0] = (int)gsl_rng_uniform_int(rng, (unsigned long)t->n);
    p->body[1] = p->body[0] - 1;
    p->coordinate = (int)gsl_rng_uniform_int(rng, (unsigned long)t->coordinates);
    for (int k = 0; k < 2; k++) {
        p->point[0][k] = uniform(rng, 1, 2); /* far apart, so that the length has a direction */
        p->point[1][k] = uniform(rng, -6, -5);
    }
    p->stiffness = decades(rng, 0.1, 10);
    p->damping = decades(rng, 0.01, 1);
    p->rest = uniform(rng, -1, 1);
    p->preload = uniform(rng, -1, 1);
}

static void draw(gsl_rng *rng, struct tree *t)
{
    *t = (struct tree){.n = 1 + (int)gsl_rng_uniform_int(rng, MOST)};
    for (int i = 0; i < t->n; i++)
        draw_member(rng, t, i);
    t->n_pulls = (int)gsl_rng_uniform_int(rng, 4);
    for (int i = 0; i < t->n_pulls; i++)
        draw_pull(rng, t, &t->pulls[i]);
    t->touching = t->n - 1;
    const int outline = t->members[t->touching].outline;
    t->outline = outline != NONE && outline != ROD;
    t->shakes = gsl_rng_uniform(rng) < 0.3;
    t->forced = gsl_rng_uniform(rng) < 0.3;
    t->tilt = uniform(rng, -1, 1);
    t->slope = gsl_rng_uniform(rng) < 0.5 ? 0 : uniform(rng, -1, 1);
    t->gravity = uniform(rng, 0, 10);
    t->frequency = uniform(rng, 0.1, 1);
    t->phase = uniform(rng, -3, 3);
    t->force_on = (int)gsl_rng_uniform_int(rng, (unsigned long)t->n);
    for (int k = 0; k < 2; k++) {
        t->through[k] = uniform(rng, -1, 1);
        t->point[k] = uniform(rng, -1, 1);
        t->shake[k] = uniform(rng, -0.5, 0.5);
        t->force[k] = uniform(rng, -5, 5);
        t->force_at[k] = uniform(rng, -1, 1);
    }
    t->tables = gsl_rng_uniform(rng) < 0.5;
    for (int k = 0; k < 4; k++)
        t->heights[k] = uniform(rng, -1, 1);
}

/* ---- as a rig file */

static bool turns(const struct tree *t, int coordinate)
{
    for (int i = 0; i < t->n; i++) {
        const struct member *m = &t->members[i];
        if (m->joint == HINGE && m->coordinate == coordinate)
            return true;
        if (m->joint == FREE && m->coordinate + 2 == coordinate)
            return true;
    }
    return false;
}

static void name_body(FILE *out, int body)
{
    if (body < 0)
        fputs("ground", out);
    else
        fprintf(out, "b%d", body);
}

static void write_outline(FILE *out, const struct member *m)
{
    const double a = m->size[0], b = m->size[1];
    if (m->outline == ROD)
        fprintf(out, ", end: [%.17g m, %.17g m]", a, b);
    if (m->outline == BOX || m->outline == ELLIPSE)
        fprintf(out, ", %s: [%.17g m, %.17g m]", m->outline == BOX ? "box" : "ellipse", a, b);
    if (m->outline == DISC)
        fprintf(out, ", disc: %.17g m", a);
    if (m->outline == POLYGON) /* a right triangle with two sides a */
        fprintf(out, ", polygon: [[0 m, 0 m], [%.17g m, 0 m], [0 m, %.17g m]]", a, a);
    if (m->given)
        fprintf(out, ", centre: [%.17g m, %.17g m], inertia: %.17g kg.m2", m->centre[0],
                m->centre[1], m->inertia);
}

static void write_member(FILE *out, const struct tree *t, int i)
{
    const struct member *m = &t->members[i];
    const int c = m->coordinate;
    fprintf(out, "    - {name: b%d, parent: ", i);
    name_body(out, m->parent);
    static const char *const joints[] = {"hinge", "slider", "free", "fixed"};
    fprintf(out, ", joint: %s, absolute: %s, mass: %.17g kg", joints[m->joint],
            m->absolute ? "yes" : "no", m->mass);
    if (m->joint == FREE)
        fprintf(out, ", at: [q%d + %.17g m, q%d + %.17g m], angle: %.17g*q%d + %.17g rad", c,
                m->at[0], c + 1, m->at[1], m->factor, c + 2, m->angle);
    else
        fprintf(out, ", at: [%.17g m, %.17g m], angle: ", m->at[0], m->at[1]);
    if (m->joint == HINGE)
        fprintf(out, "%.17g*q%d + %.17g rad", m->factor, c, m->angle);
    if (m->joint == SLIDER || m->joint == FIXED)
        fprintf(out, "%.17g rad", m->angle);
    if (m->joint == SLIDER)
        fprintf(out, ", along: %.17g rad, distance: %.17g*q%d", m->along, m->factor, c);
    write_outline(out, m);
    fputs("}\n", out);
}

static void write_pull(FILE *out, const struct tree *t, const struct pull *p)
{
    const bool angle = p->kind == 0 || (p->kind == 2 && turns(t, p->coordinate));
    const char *unit = angle ? "N.m" : "N", *per = angle ? "rad" : "m";
    if (p->kind == 2) {
        fprintf(out, "    - {on: q%d", p->coordinate);
    } else {
        fputs("    - {between: [", out);
        name_body(out, p->body[0]);
        fputs(", ", out);
        name_body(out, p->body[1]);
        fputs("]", out);
    }
    if (p->kind == 1)
        fprintf(out, ", from: [%.17g m, %.17g m], to: [%.17g m, %.17g m]", p->point[0][0],
                p->point[0][1], p->point[1][0], p->point[1][1]);
    fprintf(
        out,
        ", stiffness: %.17g %s/%s, damping: %.17g %s.s/%s, rest: %.17g %s, preload: %.17g %s}\n",
        p->stiffness, unit, per, p->damping, unit, per, p->rest, per, p->preload, unit);
}

/* what is shown: a point of the body that is pushed, along the direction of the tilt, in the
 * world's axes and in the body's; its angle; the first spring */
static void write_outputs(FILE *out, const struct tree *t)
{
    static const char *const ways[SIGHTS] = {"displacement", "velocity", "acceleration"};
    fputs("  outputs:\n", out);
    for (int k = 0; k < 2 * SIGHTS; k++)
        fprintf(
            out,
            "    - {name: o%d, %s: b%d, point: [%.17g m, %.17g m], along: %.17g rad, axes: %s}\n",
            k, ways[k % SIGHTS], t->force_on, t->force_at[0], t->force_at[1], t->tilt,
            k < SIGHTS ? "world" : "body");
    fprintf(out, "    - {name: turn, angle: b%d}\n", t->force_on);
    if (t->n_pulls)
        fputs("    - {name: pull, force: spring1}\n", out);
    else
        fprintf(out, "    - {name: rate, spin: b%d}\n", t->force_on);
}

static void write_wave(FILE *out, const struct tree *t, const char *way)
{
    if (t->tables)
        fprintf(out,
                ", interpolation: %s, points: [[-3 s, %.17g], [-1.5 s, %.17g], [1.5 s, %.17g], "
                "[3 s, %.17g]]",
                way, t->heights[0], t->heights[1], t->heights[2], t->heights[3]);
    else
        fprintf(out, ", frequency: %.17g Hz, phase: %.17g rad", t->frequency, t->phase);
}

static void write_rig(FILE *out, const struct tree *t)
{
    fputs("mechanism:\n  coordinates: {", out);
    for (int i = 0; i < t->coordinates; i++)
        fprintf(out, "%sq%d: %s", i ? ", " : "", i, turns(t, i) ? "rad" : "m");
    fputs("}\n  bodies:\n", out);
    for (int i = 0; i < t->n; i++)
        write_member(out, t, i);
    fputs(t->n_pulls ? "  springs:\n" : "", out);
    for (int i = 0; i < t->n_pulls; i++)
        write_pull(out, t, &t->pulls[i]);
    fprintf(out, "  forces: [{body: b%d, point: [%.17g m, %.17g m], force: [%.17g N, %.17g N]",
            t->force_on, t->force_at[0], t->force_at[1], t->force[0], t->force[1]);
    if (t->forced)
        write_wave(out, t, "linear");
    fputs("}]\n", out);
    if (t->shakes) {
        fprintf(out, "  base: {amplitude: [%.17g m, %.17g m]", t->shake[0], t->shake[1]);
        write_wave(out, t, "spline");
        fputs("}\n", out);
    }
    write_outputs(out, t);
    fprintf(out, "  gravity: {tilt: %.17g rad}\n  contact: {body: b%d, ", t->tilt, t->touching);
    if (t->outline)
        fputs("outline: yes", out);
    else
        fprintf(out, "point: [%.17g m, %.17g m]", t->point[0], t->point[1]);
    fprintf(out,
            ", surface: {slope: %.17g rad, through: [%.17g m, %.17g m]}}\n"
            "parameters: {friction: 0.5, gravity: %.17g m/s2}\nstart: {",
            t->slope, t->through[0], t->through[1], t->gravity);
    for (int i = 0; i < t->coordinates; i++)
        fprintf(out, "%sq%d: 0.1 %s", i ? ", " : "", i, turns(t, i) ? "rad" : "m");
    fputs("}\n", out);
}

/* ---- by plain formulas */

/* the natural spline through four points in its middle piece, by its second derivatives there */
static wide spline(const double *y, wide s)
{
    const wide right[2] = {2 * (y[2] - y[1]) - 4 * (y[1] - y[0]),
                           4 * (y[3] - y[2]) - 2 * (y[2] - y[1])};
    const wide a = (3 * right[0] - right[1]) / 24, b = (3 * right[1] - right[0]) / 24, r = 3 - s;
    return (a * r * r * r + b * s * s * s) / 18 + (y[1] / 3 - a / 2) * r + (y[2] / 3 - b / 2) * s;
}

static wide wave(const struct tree *t, const wide *q, bool base)
{
    const wide clock = q[t->coordinates]; /* there whenever it is asked for */
    const wide since = clock + 1.5L;      /* within the tables' middle piece */
    if (t->tables)
        return base ? spline(t->heights, since)
                    : t->heights[1] + (t->heights[2] - t->heights[1]) * since / 3;
    return sinl(2 * acosl(-1) * t->frequency * clock + t->phase);
}

struct pose {
    wide x, y, angle;
};

static void place(const struct pose *pose, wide x, wide y, wide out[2])
{
    out[0] = pose->x + x * cosl(pose->angle) - y * sinl(pose->angle);
    out[1] = pose->y + x * sinl(pose->angle) + y * cosl(pose->angle);
}

static struct pose pose_of(const struct tree *t, const wide *q, int body)
{
    struct pose ground = {0, 0, 0};
    if (t->shakes) {
        ground.x = t->shake[0] * wave(t, q, true);
        ground.y = t->shake[1] * wave(t, q, true);
    }
    if (body < 0)
        return ground;
    const struct member *m = &t->members[body];
    const struct pose parent = pose_of(t, q, m->parent);
    const wide from = m->absolute ? 0 : parent.angle, *c = q + m->coordinate;
    wide at[2];
    struct pose pose = {.angle = from + m->angle};
    if (m->joint == FREE)
        place(&parent, m->at[0] + c[0], m->at[1] + c[1], at);
    else
        place(&parent, m->at[0], m->at[1], at);
    if (m->joint == HINGE)
        pose.angle += m->factor * c[0];
    if (m->joint == FREE)
        pose.angle += m->factor * c[2];
    const wide slide = m->joint == SLIDER ? m->factor * c[0] : 0;
    pose.x = at[0] + slide * cosl(from + m->along);
    pose.y = at[1] + slide * sinl(from + m->along);
    return pose;
}

/* textbook values of the outlines */
static void mass_of(const struct member *m, wide centre[2], wide *inertia)
{
    const wide a = m->size[0], b = m->size[1];
    centre[0] = m->given                ? m->centre[0]
                : m->outline == ROD     ? a / 2
                : m->outline == POLYGON ? a / 3
                                        : 0;
    centre[1] = m->given                ? m->centre[1]
                : m->outline == ROD     ? b / 2
                : m->outline == POLYGON ? a / 3
                                        : 0;
    const wide per_mass[] = {0,         (a * a + b * b) / 12, (a * a + b * b) / 12,
                             a * a / 2, (a * a + b * b) / 4,  a * a / 9};
    *inertia = m->given ? m->inertia : m->mass * per_mass[m->outline];
}

static wide stretch(const struct tree *t, const struct pull *p, const wide *q)
{
    if (p->kind == 2)
        return q[p->coordinate];
    const struct pose a = pose_of(t, q, p->body[0]), b = pose_of(t, q, p->body[1]);
    if (p->kind == 0)
        return a.angle - b.angle;
    wide from[2], to[2];
    place(&a, p->point[0][0], p->point[0][1], from);
    place(&b, p->point[1][0], p->point[1][1], to);
    return hypotl(to[0] - from[0], to[1] - from[1]);
}

static wide potential(const struct tree *t, const wide *q)
{
    wide energy = 0, at[2];
    for (int i = 0; i < t->n; i++) {
        const struct pose pose = pose_of(t, q, i);
        wide centre[2], unused;
        mass_of(&t->members[i], centre, &unused);
        place(&pose, centre[0], centre[1], at);
        energy -= t->members[i].mass * t->gravity * (sinl(t->tilt) * at[0] - cosl(t->tilt) * at[1]);
    }
    for (int i = 0; i < t->n_pulls; i++) {
        const struct pull *p = &t->pulls[i];
        const wide e = stretch(t, p, q) - p->rest;
        energy += p->stiffness * e * e / 2 + p->preload * e;
    }
    if (!t->forced) {
        const struct pose pose = pose_of(t, q, t->force_on);
        place(&pose, t->force_at[0], t->force_at[1], at);
        energy -= t->force[0] * at[0] + t->force[1] * at[1];
    }
    return energy;
}

/* a corner of a box or of the triangle; returns how many there are */
static int corner_at(const struct member *m, int i, wide corner[2])
{
    const wide a = m->size[0], b = m->size[1];
    const wide box[4][2] = {{-a / 2, -b / 2}, {a / 2, -b / 2}, {a / 2, b / 2}, {-a / 2, b / 2}};
    const wide triangle[3][2] = {{0, 0}, {a, 0}, {0, a}};
    memcpy(corner, m->outline == BOX ? box[i] : triangle[i % 3], 2 * sizeof *corner);
    return m->outline == BOX ? 4 : 3;
}

/* where the outline, or the point, is lowest over the surface: in the body's own axes */
static void touching_point(const struct tree *t, const wide *q, wide point[2])
{
    const struct member *m = &t->members[t->touching];
    const struct pose pose = pose_of(t, q, t->touching);
    point[0] = t->point[0];
    point[1] = t->point[1];
    if (!t->outline)
        return;
    if (m->outline == BOX || m->outline == POLYGON) {
        corner_at(m, t->corner, point);
        return;
    }
    const wide a = m->size[0], b = m->outline == DISC ? m->size[0] : m->size[1];
    const wide down = t->slope - acosl(-1) / 2 - pose.angle; /* the way down, seen by the body */
    const wide round = atan2l(b * sinl(down), a * cosl(down));
    point[0] = a * cosl(round);
    point[1] = b * sinl(round);
}

/* a point of the touching body, along the surface and off it */
static void over_surface(const struct tree *t, const wide *q, const wide point[2], wide out[2])
{
    const struct pose pose = pose_of(t, q, t->touching);
    wide at[2];
    place(&pose, point[0], point[1], at);
    const wide x = at[0] - t->through[0], y = at[1] - t->through[1];
    out[0] = x * cosl(t->slope) + y * sinl(t->slope);
    out[1] = y * cosl(t->slope) - x * sinl(t->slope);
}

/* the corner that is lowest */
static void choose_corner(struct tree *t, const wide *q)
{
    const struct member *m = &t->members[t->touching];
    wide least = INFINITY, corner[2], out[2];
    const int lowest_of = m->outline == BOX || m->outline == POLYGON ? corner_at(m, 0, corner) : 0;
    for (int i = 0; i < lowest_of; i++) {
        corner_at(m, i, corner);
        over_surface(t, q, corner, out);
        if (out[1] < least) {
            least = out[1];
            t->corner = i;
        }
    }
}

/* ---- differences along a line q + s d */

typedef wide function_of(const struct tree *t, const wide *q, const void *what);

static void moved(const wide *q, const wide *d, wide s, wide *out)
{
    for (int i = 0; i < MOST; i++)
        out[i] = q[i] + s * d[i];
}

/* at a pace along the line */
typedef wide difference_of(const struct tree *t, function_of *f, const void *what, const wide *q,
                           const wide *d, wide pace);

static wide first_at(const struct tree *t, function_of *f, const void *what, const wide *q,
                     const wide *d, wide pace)
{
    static const wide weights[] = {4 / 5.0L, -1 / 5.0L, 4 / 105.0L, -1 / 280.0L};
    wide sum = 0, there[MOST];
    for (int k = 1; k <= 4; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            moved(q, d, sign * k * pace, there);
            sum += sign * weights[k - 1] * f(t, there, what);
        }
    return sum / pace;
}

static wide second_at(const struct tree *t, function_of *f, const void *what, const wide *q,
                      const wide *d, wide pace)
{
    static const wide weights[] = {-205 / 72.0L, 8 / 5.0L, -1 / 5.0L, 8 / 315.0L, -1 / 560.0L};
    wide sum = weights[0] * f(t, q, what), there[MOST];
    for (int k = 1; k <= 4; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            moved(q, d, sign * k * pace, there);
            sum += weights[k] * f(t, there, what);
        }
    return sum / (pace * pace);
}

/* A slim ellipse that turns fast changes its touching point within a few thousandths of the line,
 * and no pace is right for all: halved until the difference stands still. Of eighth order, its
 * error is then far below its last change, which is a hundredth of what compare() allows. */
static wide settled(difference_of *difference, const struct tree *t, function_of *f,
                    const void *what, const wide *q, const wide *d)
{
    enum { HALVINGS = 9 };
    static const wide still = 1e-11L;
    wide pace = 0.004L, now = difference(t, f, what, q, d, pace), change = INFINITY;
    for (int i = 0; i < HALVINGS && !(change <= still * (1 + fabsl(now))); i++) {
        const wide before = now;
        pace /= 2;
        now = difference(t, f, what, q, d, pace);
        change = fabsl(now - before);
    }
    if (!(change <= still * (1 + fabsl(now))))
        fail_msg("tree %ld: the difference %.17Lg still changes by %Lg", t->seed, now, change);
    return now;
}

static wide first(const struct tree *t, function_of *f, const void *what, const wide *q,
                  const wide *d)
{
    return settled(first_at, t, f, what, q, d);
}

static wide second(const struct tree *t, function_of *f, const void *what, const wide *q,
                   const wide *d)
{
    return settled(second_at, t, f, what, q, d);
}

/* what is differenced */
struct spot {
    int body, axis; /* axis 2: the angle */
    wide point[2];
};

static wide spot_of(const struct tree *t, const wide *q, const void *what)
{
    const struct spot *spot = what;
    const struct pose pose = pose_of(t, q, spot->body);
    wide at[2];
    place(&pose, spot->point[0], spot->point[1], at);
    return spot->axis == 2 ? pose.angle : at[spot->axis];
}

static wide potential_of(const struct tree *t, const wide *q, const void *what)
{
    (void)what;
    return potential(t, q);
}

static wide stretch_of(const struct tree *t, const wide *q, const void *what)
{
    return stretch(t, what, q);
}

static wide gap_of(const struct tree *t, const wide *q, const void *what)
{
    wide point[2], out[2];
    (void)what;
    touching_point(t, q, point);
    over_surface(t, q, point, out);
    return out[1];
}

static wide along_of(const struct tree *t, const wide *q, const void *what)
{
    wide out[2];
    over_surface(t, q, what, out);
    return out[0];
}

/* speed along the surface of what touches, which is another point of the outline from place to
 * place; `what` is the velocity */
static wide tip_speed(const struct tree *t, const wide *q, const void *what)
{
    wide point[2];
    touching_point(t, q, point);
    return first(t, along_of, point, q, what);
}

/* ---- comparison */

struct equations {
    wide mass[MOST][MOST], h[MOST], w_t[MOST], w_n[MOST], s_t, s_n, gap, dissipation;
};

static const wide *unit(int i)
{
    static wide units[MOST][MOST];
    units[i][i] = 1;
    return units[i];
}

static void add_body(const struct tree *t, int n, const wide *q, const wide *v, int body,
                     struct equations *e)
{
    wide inertia;
    struct spot spot = {.body = body};
    mass_of(&t->members[body], spot.point, &inertia);
    for (spot.axis = 0; spot.axis < 3; spot.axis++) {
        const wide weight = spot.axis == 2 ? inertia : t->members[body].mass;
        const wide bias = second(t, spot_of, &spot, q, v);
        wide slopes[MOST];
        for (int i = 0; i < n; i++)
            slopes[i] = first(t, spot_of, &spot, q, unit(i));
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                e->mass[i][j] += weight * slopes[i] * slopes[j];
            e->h[i] -= weight * slopes[i] * bias;
        }
    }
}

static void derive(const struct tree *t, int n, int all, const wide *q, const wide *v,
                   struct equations *e)
{
    *e = (struct equations){0};
    for (int i = 0; i < t->n; i++)
        add_body(t, n, q, v, i, e);
    for (int i = 0; i < n; i++)
        e->h[i] -= first(t, potential_of, NULL, q, unit(i));
    for (int k = 0; k < t->n_pulls; k++) {
        const wide rate = first(t, stretch_of, &t->pulls[k], q, v);
        for (int i = 0; i < n; i++)
            e->h[i] -= t->pulls[k].damping * rate * first(t, stretch_of, &t->pulls[k], q, unit(i));
        e->dissipation += t->pulls[k].damping * rate * rate;
    }
    for (int axis = 0; axis < 2 && t->forced; axis++) {
        const struct spot spot = {t->force_on, axis, {t->force_at[0], t->force_at[1]}};
        for (int i = 0; i < n; i++)
            e->h[i] += t->force[axis] * wave(t, q, false) * first(t, spot_of, &spot, q, unit(i));
    }
    wide point[2];
    touching_point(t, q, point);
    e->gap = gap_of(t, q, NULL);
    e->s_n = second(t, gap_of, NULL, q, v);
    e->s_t = first(t, tip_speed, v, q, v);
    for (int i = 0; i < all; i++) {
        e->w_n[i] = first(t, gap_of, NULL, q, unit(i));
        e->w_t[i] = first(t, along_of, point, q, unit(i));
    }
}

static void compare(const struct tree *t, double a, wide b, double scale, const char *what)
{
    if (!(fabs(a - (double)b) <= 1e-9 * (scale + fabs((double)b))))
        fail_msg("tree %ld: %s: %.17g, derived %.17Lg", t->seed, what, a, b);
}

static void compare_all(const struct tree *t, int n, int all, const struct sim_terms *k,
                        const struct equations *e)
{
    double scale = 1;
    for (int i = 0; i < n; i++)
        scale = fmax(scale, fmax(fabs(k->h[i]), fabs(k->mass[i][i])));
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            compare(t, k->mass[i][j], e->mass[i][j], scale, "mass");
        compare(t, k->h[i], e->h[i], scale, "h");
    }
    for (int i = 0; i < all; i++) {
        compare(t, k->w_t[i], e->w_t[i], 10, "w_t");
        compare(t, k->w_n[i], e->w_n[i], 10, "w_n");
    }
    compare(t, k->s_t, e->s_t, 100, "s_t");
    compare(t, k->s_n, e->s_n, 100, "s_n");
    compare(t, k->gap, e->gap, 10, "gap");
}

/* M a = h by elimination; false where M is near singular */
static bool solve(int n, const struct sim_terms *k, double *a)
{
    double m[MOST][MOST + 1];
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            m[i][j] = k->mass[i][j];
        m[i][n] = k->h[i];
    }
    for (int i = 0; i < n; i++) {
        if (m[i][i] < 1e-6 * k->mass[i][i])
            return false;
        for (int r = 0; r < n; r++) {
            const double share = m[r][i] / m[i][i];
            for (int c = i; c <= n && r != i; c++)
                m[r][c] -= share * m[i][c];
        }
    }
    for (int i = 0; i < n; i++)
        a[i] = m[i][n] / m[i][i];
    return true;
}

/* in flight the energy changes by what the dampers take */
static bool check_balance(const struct tree *t, const struct sim_model *model, const double *p,
                          int n, const double *x, const struct sim_terms *k)
{
    static const double weights[] = {4 / 5.0, -1 / 5.0, 4 / 105.0, -1 / 280.0};
    double a[MOST], rate = 0, size = 1, largest = 1;
    if (!solve(n, k, a))
        return false;
    for (int i = 0; i < n; i++)
        largest = fmax(largest, fabs(a[i]));
    const double h = 1e-2 / largest;
    for (int s = 1; s <= 4; s++)
        for (int sign = -1; sign <= 1; sign += 2) {
            double q[MOST], v[MOST];
            for (int i = 0; i < n; i++) {
                q[i] = x[i] + sign * s * h * x[n + i];
                v[i] = x[n + i] + sign * s * h * a[i];
            }
            const double energy = sim_energy_at(model, p, (size_t)n, q, v);
            rate += sign * weights[s - 1] * energy / h;
            size = fmax(size, fabs(energy));
        }
    const double lost = sim_dissipation_at(model, p, (size_t)n, x, x + n);
    /* relative to the energy that goes round in a unit of time */
    if (!(fabs(rate + lost) <= 1e-9 * size * (1 + largest)))
        fail_msg("tree %ld: the energy changes by %.17g, the dampers take %.17g", t->seed, rate,
                 lost);
    return true;
}

/* place, velocity and acceleration of the point by differences along the motion with these
 * velocities and accelerations, seen along a direction */
static void check_outputs(const struct tree *t, const struct sim_outputs *outputs, const double *p,
                          const double *x, const double *acceleration)
{
    const int all = t->coordinates + (t->shakes || t->forced);
    wide q[MOST] = {0}, v[MOST] = {0}, a[MOST] = {0}, seen[SIGHTS][2];
    double values[2 * SIGHTS + 2];
    for (int i = 0; i < all; i++) {
        q[i] = x[i];
        v[i] = x[all + i];
        a[i] = acceleration[i];
    }
    for (int axis = 0; axis < 2; axis++) {
        const struct spot spot = {t->force_on, axis, {t->force_at[0], t->force_at[1]}};
        seen[0][axis] = spot_of(t, q, &spot);
        seen[1][axis] = first(t, spot_of, &spot, q, v);
        seen[2][axis] = second(t, spot_of, &spot, q, v) + first(t, spot_of, &spot, q, a);
    }
    sim_outputs_at(outputs, p, x, acceleration, values);
    const struct spot turn = {t->force_on, 2, {0, 0}};
    const wide angle = spot_of(t, q, &turn);
    for (int k = 0; k < 2 * SIGHTS; k++) {
        const wide along = t->tilt + (k < SIGHTS ? 0 : angle), *vector = seen[k % SIGHTS];
        compare(t, values[k], vector[0] * cosl(along) + vector[1] * sinl(along), 100, "output");
    }
    compare(t, values[2 * SIGHTS], angle, 10, "angle");
    const struct pull *pull = &t->pulls[0];
    compare(t, values[2 * SIGHTS + 1],
            t->n_pulls ? pull->stiffness * (stretch(t, pull, q) - pull->rest) +
                             pull->damping * first(t, stretch_of, pull, q, v) + pull->preload
                       : first(t, spot_of, &turn, q, v),
            100, "pull or spin");
}

static bool check_tree(gsl_rng *rng, struct tree *t)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    write_rig(out, t);
    fclose(out);
    struct rig *rig;
    struct error err;
    if (rig_read(scratch_write("tree.yaml", text), sim_registry, &rig, &err))
        fail_msg("tree %ld: %s\n%s", t->seed, err.message, text);
    const struct sim_model *model = sim_registry_of(rig->model);
    const bool clock = t->shakes || t->forced;
    const int n = t->coordinates, all = n + clock;
    assert_int_equal(rig->model->n_coordinates, all);
    double p[SIM_MAX_PARAMETERS], x[2 * MOST];
    wide q[MOST] = {0}, v[MOST] = {0};
    for (size_t i = 0; i < rig->parameters.n; i++)
        p[i] = rig->parameters.values[i].value;
    for (int i = 0; i < all; i++) {
        q[i] = x[i] = uniform(rng, -1, 1);
        v[i] = x[all + i] = i == n ? 1 : uniform(rng, -2, 2);
    }
    struct sim_terms terms;
    struct equations derived;
    choose_corner(t, q);
    model = sim_own_lowest(model, p, (size_t)all, x);
    sim_terms_at(model, p, (size_t)all, x, x + all, &terms);
    derive(t, n, all, q, v, &derived);
    compare_all(t, n, all, &terms, &derived);
    compare(t, sim_dissipation_at(model, p, (size_t)all, x, x + all), derived.dissipation, 1,
            "dissipation");
    double acceleration[MOST] = {0};
    for (int i = 0; i < n; i++)
        acceleration[i] = uniform(rng, -5, 5);
    check_outputs(t, model->outputs, p, x, acceleration);
    const bool balanced = !clock && check_balance(t, model, p, n, x, &terms);
    rig_free(rig);
    free(text);
    return balanced;
}

static void test_random_trees_against_differences(void **state)
{
    const char *asked = getenv("SKITTER_TREES"), *from = getenv("SKITTER_TREES_FROM");
    const long trees = asked ? atol(asked) : 150, least = from ? atol(from) : 0;
    long balanced = 0, shaken = 0, rolling = 0, tables = 0, corners = 0;
    for (long i = 0; i < trees; i++) {
        struct tree tree;
        gsl_rng_set(*state, (unsigned long)(least + i));
        draw(*state, &tree);
        tree.seed = least + i;
        balanced += check_tree(*state, &tree);
        shaken += tree.shakes;
        rolling += tree.outline;
        tables += tree.tables && (tree.shakes || tree.forced);
        corners += tree.outline && tree.corner > 0;
    }
    print_message("# %ld trees, of %ld the energy balances, %ld shaken, %ld touch with an outline, "
                  "%ld driven by tables, %ld on another corner than the first\n",
                  trees, balanced, shaken, rolling, tables, corners);
    assert_true(balanced > trees / 4 && shaken > trees / 8 && rolling > trees / 8 &&
                tables > trees / 8 && corners > trees / 16);
}

/* found by the dose of 100000 */
static void test_trees_that_failed_once(void **state)
{
    struct tree tree;
    gsl_rng_set(*state, 21032); /* a slim ellipse turns fast: the differences were too coarse */
    draw(*state, &tree);
    tree.seed = 21032;
    check_tree(*state, &tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_trees_that_failed_once, chance_make, chance_drop),
        cmocka_unit_test_setup_teardown(test_random_trees_against_differences, chance_make,
                                        chance_drop),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
