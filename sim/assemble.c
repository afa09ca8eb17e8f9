/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/assemble.h"

#include <math.h>
#include <stdlib.h>

#include "sim/plane.h"
#include "sim/schedules.h"

/* what each body adds to the equations */
struct solid {
    struct sim_plane_point origin, centre;
    size_t angle;
    sim_node mass, inertia;
};

/* while the equations are put together */
struct site {
    const struct rig_description *made;
    struct sim_graph *graph;
    struct sim_plane plane;
    struct sim_assembled *out;
    size_t n; /* coordinates */
    bool in_use[RIG_MAX_BODIES];
    struct rig_touching touching;
    size_t corner;
    size_t first_own, gravity;
    sim_node q[SIM_MAX_COORDINATES], v[SIM_MAX_COORDINATES];
    struct solid solids[RIG_MAX_BODIES];
};

static sim_node plus(struct site *s, sim_node a, sim_node b)
{
    return sim_graph_sum(s->graph, a, b);
}

static sim_node minus(struct site *s, sim_node a, sim_node b)
{
    return sim_graph_difference(s->graph, a, b);
}

static sim_node times(struct site *s, sim_node a, sim_node b)
{
    return sim_graph_product(s->graph, a, b);
}

static sim_node scaled(struct site *s, double factor, sim_node a)
{
    return sim_graph_scaled(s->graph, factor, a);
}

/* ---- numbers of the description */

static sim_node value_of(struct site *s, const struct rig_form *form)
{
    struct sim_term terms[RIG_FORM_TERMS];
    for (size_t i = 0; i < form->n; i++) {
        const size_t index = form->terms[i].index;
        terms[i].factor = form->terms[i].factor;
        terms[i].node = form->terms[i].coordinate ? s->q[index]
                                                  : sim_graph_input(s->graph, s->first_own + index);
    }
    return sim_graph_linear(s->graph, form->constant, terms, form->n);
}

static struct sim_plane_form moving(struct site *s, const struct rig_form *form)
{
    struct sim_plane_form result = {.value = value_of(s, form)};
    for (size_t i = 0; i < form->n; i++) {
        if (!form->terms[i].coordinate)
            continue;
        sim_node *slope = &result.slopes[form->terms[i].index];
        *slope = plus(s, *slope, sim_graph_constant(s->graph, form->terms[i].factor));
    }
    return result;
}

static struct sim_plane_form still(sim_node value)
{
    return (struct sim_plane_form){.value = value};
}

/* a number over time with its derivatives */
struct over_time {
    sim_node value, slope, bend;
};

/* sin(2 pi f t + phase) */
static struct over_time sine_of(struct site *s, const struct rig_wave *wave)
{
    const sim_node rate = scaled(s, 2 * acos(-1), value_of(s, &wave->frequency));
    const sim_node argument = plus(s, times(s, rate, s->q[s->n - 1]), value_of(s, &wave->phase));
    const sim_node sine = sim_graph_sine(s->graph, argument);
    return (struct over_time){sine, times(s, rate, sim_graph_cosine(s->graph, argument)),
                              scaled(s, -1, times(s, times(s, rate, rate), sine))};
}

/* the cubic that holds at the time (sim/schedules.h) */
static struct over_time cubic_of(struct site *s, size_t schedule)
{
    const size_t first = s->first_own + s->made->n_parameters + schedule * SIM_SCHEDULE_INPUTS;
    sim_node c[SIM_SCHEDULE_INPUTS];
    for (size_t i = 0; i < SIM_SCHEDULE_INPUTS; i++)
        c[i] = sim_graph_input(s->graph, first + i);
    const sim_node since = minus(s, s->q[s->n - 1], c[0]), cubed = times(s, c[4], since);
    const sim_node slope = plus(s, scaled(s, 2, c[3]), scaled(s, 3, cubed));
    return (struct over_time){
        plus(s, c[1], times(s, since, plus(s, c[2], times(s, since, plus(s, c[3], cubed))))),
        plus(s, c[2], times(s, since, slope)), plus(s, scaled(s, 2, c[3]), scaled(s, 6, cubed))};
}

static bool depends_on_time(const struct rig_wave *wave)
{
    return wave->harmonic || wave->tabulated;
}

static struct over_time wave_of(struct site *s, const struct rig_wave *wave)
{
    if (wave->harmonic)
        return sine_of(s, wave);
    if (wave->tabulated)
        return cubic_of(s, wave->schedule);
    return (struct over_time){.value = sim_graph_constant(s->graph, 1)};
}

/* the motion of the base, with its derivatives in time */
static struct sim_plane_form shaken(struct site *s, const struct rig_form *amplitude)
{
    const struct over_time wave = wave_of(s, &s->made->base_wave);
    const sim_node clock = s->v[s->n - 1], most = value_of(s, amplitude);
    struct sim_plane_form shake = {.value = times(s, most, wave.value)};
    shake.slopes[s->n - 1] = times(s, most, wave.slope);
    shake.bend = times(s, times(s, most, wave.bend), times(s, clock, clock));
    return shake;
}

/* ---- bodies */

static size_t turned(struct site *s, size_t from, const struct rig_form *by)
{
    const struct sim_plane_angle *angle = &s->plane.angles[from];
    double slopes[SIM_MAX_COORDINATES];
    for (size_t i = 0; i < s->n; i++)
        slopes[i] = angle->slopes[i];
    for (size_t i = 0; i < by->n; i++)
        if (by->terms[i].coordinate)
            slopes[by->terms[i].index] += by->terms[i].factor;
    return sim_plane_angle(&s->plane, plus(s, angle->value, value_of(s, by)), slopes);
}

/* centre of mass and inertia of a polygon by its triangles with the origin, per unit of mass */
static void polygon_mass(struct site *s, const struct rig_body *body, sim_node centre[2],
                         sim_node *inertia)
{
    sim_node area2 = 0, first[2] = {0, 0}, second = 0;
    for (size_t i = 0; i < body->n_corners; i++) {
        const struct rig_form *a = body->corners[i], *b = body->corners[(i + 1) % body->n_corners];
        const sim_node ax = value_of(s, &a[0]), ay = value_of(s, &a[1]);
        const sim_node bx = value_of(s, &b[0]), by = value_of(s, &b[1]);
        const sim_node cross = minus(s, times(s, ax, by), times(s, ay, bx));
        const sim_node square = plus(s, plus(s, times(s, ax, plus(s, ax, bx)), times(s, bx, bx)),
                                     plus(s, times(s, ay, plus(s, ay, by)), times(s, by, by)));
        area2 = plus(s, area2, cross);
        first[0] = plus(s, first[0], times(s, cross, plus(s, ax, bx)));
        first[1] = plus(s, first[1], times(s, cross, plus(s, ay, by)));
        second = plus(s, second, times(s, cross, square));
    }
    for (int i = 0; i < 2; i++)
        centre[i] = scaled(s, 1.0 / 3, sim_graph_quotient(s->graph, first[i], area2));
    const sim_node about_origin = scaled(s, 1.0 / 6, sim_graph_quotient(s->graph, second, area2));
    *inertia = minus(s, about_origin,
                     plus(s, times(s, centre[0], centre[0]), times(s, centre[1], centre[1])));
}

/* centre and square of the radius of gyration that the outline gives */
static void outline_mass(struct site *s, const struct rig_body *body, sim_node centre[2],
                         sim_node *gyration2)
{
    static const double shares[] = {[RIG_OUTLINE_NONE] = 0,
                                    [RIG_OUTLINE_ROD] = 1.0 / 12,
                                    [RIG_OUTLINE_BOX] = 1.0 / 12,
                                    [RIG_OUTLINE_DISC] = 1.0 / 2,
                                    [RIG_OUTLINE_ELLIPSE] = 1.0 / 4};
    const sim_node from[2] = {value_of(s, &body->begin[0]), value_of(s, &body->begin[1])};
    const sim_node to[2] = {value_of(s, &body->size[0]), value_of(s, &body->size[1])};
    const sim_node x = minus(s, to[0], from[0]), y = minus(s, to[1], from[1]);
    centre[0] = centre[1] = 0;
    if (body->outline == RIG_OUTLINE_POLYGON) {
        polygon_mass(s, body, centre, gyration2);
        return;
    }
    if (body->outline == RIG_OUTLINE_ROD) {
        centre[0] = scaled(s, 0.5, plus(s, from[0], to[0]));
        centre[1] = scaled(s, 0.5, plus(s, from[1], to[1]));
    }
    *gyration2 = scaled(s, shares[body->outline], plus(s, times(s, x, x), times(s, y, y)));
}

static void set_mass(struct site *s, const struct rig_body *body, struct solid *solid)
{
    sim_node centre[2], gyration2;
    outline_mass(s, body, centre, &gyration2);
    for (int i = 0; i < 2 && body->has_centre; i++)
        centre[i] = value_of(s, &body->centre[i]);
    const sim_node given = value_of(s, &body->inertia);
    solid->mass = value_of(s, &body->mass);
    if (body->has_gyration) /* else nobody asks */
        s->out->gyration[solid - s->solids] = sim_graph_root(s->graph, gyration2);
    if (body->has_gyration)
        gyration2 = times(s, given, given);
    solid->inertia = body->has_inertia ? given : times(s, solid->mass, gyration2);
    solid->centre = solid->origin;
    sim_plane_add(&solid->centre, solid->angle, still(centre[0]), still(centre[1]));
}

/* a place on a body or on the ground, which the base moves */
static struct sim_plane_point point_on(struct site *s, int body, const struct rig_point *point)
{
    struct sim_plane_point result = {0};
    size_t angle = 0;
    if (body == RIG_GROUND && depends_on_time(&s->made->base_wave))
        sim_plane_add(&result, 0, shaken(s, &s->made->base[0]), shaken(s, &s->made->base[1]));
    if (body != RIG_GROUND) {
        result = point->centre ? s->solids[body].centre : s->solids[body].origin;
        angle = s->solids[body].angle;
    }
    const struct rig_form *at = point->end ? s->made->bodies[body].size : point->at;
    if (!point->centre)
        sim_plane_add(&result, angle, moving(s, &at[0]), moving(s, &at[1]));
    return result;
}

/* a vector in the world's axes */
static void keep_vector(struct site *s, const struct sim_plane_vector *vector, sim_node place[2])
{
    const sim_node one = sim_graph_constant(s->graph, 1);
    const struct sim_plane_vector x = sim_plane_fixed(0, one, 0), y = sim_plane_fixed(0, 0, one);
    place[0] = sim_plane_dot(&s->plane, vector, &x);
    place[1] = sim_plane_dot(&s->plane, vector, &y);
}

static void keep_place(struct site *s, const struct sim_plane_point *point, sim_node place[2])
{
    const struct sim_plane_vector vector = sim_plane_place(point);
    keep_vector(s, &vector, place);
}

static void set_solid(struct site *s, size_t i)
{
    const struct rig_body *body = &s->made->bodies[i];
    struct solid *solid = &s->solids[i];
    const size_t parent = body->parent == RIG_GROUND || body->absolute
                              ? 0
                              : s->solids[body->parent].angle;
    solid->origin = point_on(s, body->parent, &body->at);
    if (body->joint == RIG_JOINT_SLIDER)
        sim_plane_add(&solid->origin, turned(s, parent, &body->direction),
                      moving(s, &body->distance), still(0));
    solid->angle = turned(s, parent, &body->angle);
    set_mass(s, body, solid);
    keep_place(s, &solid->origin, s->out->places.bodies[i].origin);
    keep_place(s, &solid->centre, s->out->places.bodies[i].centre);
    s->out->places.bodies[i].angle = s->plane.angles[solid->angle].value;
}

/* ---- equations */

/* force, a vector, at a point: its power goes into h */
static void push(struct site *s, const struct sim_plane_point *point,
                 const struct sim_plane_vector *force)
{
    for (size_t i = 0; i < s->n; i++) {
        const struct sim_plane_vector slope = sim_plane_slope(&s->plane, point, i);
        s->out->h[i] = plus(s, s->out->h[i], sim_plane_dot(&s->plane, &slope, force));
    }
}

static void turn(struct site *s, size_t angle, double sign, sim_node torque)
{
    for (size_t i = 0; i < s->n; i++)
        s->out->h[i] = plus(s, s->out->h[i],
                            scaled(s, sign * s->plane.angles[angle].slopes[i], torque));
}

static struct sim_plane_vector times_vector(struct site *s, sim_node factor,
                                            struct sim_plane_vector vector)
{
    for (size_t k = 0; k < vector.n; k++) {
        vector.parts[k].x = times(s, factor, vector.parts[k].x);
        vector.parts[k].y = times(s, factor, vector.parts[k].y);
    }
    return vector;
}

static void add_inertia(struct site *s, const struct solid *solid)
{
    struct sim_plane_vector slopes[SIM_MAX_COORDINATES];
    const struct sim_plane_angle *angle = &s->plane.angles[solid->angle];
    for (size_t i = 0; i < s->n; i++)
        slopes[i] = sim_plane_slope(&s->plane, &solid->centre, i);
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j <= i; j++) {
            const sim_node translation = times(s, solid->mass,
                                               sim_plane_dot(&s->plane, &slopes[i], &slopes[j]));
            const sim_node rotation = scaled(s, angle->slopes[i] * angle->slopes[j],
                                             solid->inertia);
            s->out->mass[i][j] = plus(s, s->out->mass[i][j], plus(s, translation, rotation));
        }
    const struct sim_plane_vector bias = sim_plane_bias(&s->plane, &solid->centre);
    const struct sim_plane_vector lag = times_vector(s, scaled(s, -1, solid->mass), bias);
    push(s, &solid->centre, &lag);
    const struct sim_plane_vector velocity = sim_plane_velocity(&s->plane, &solid->centre);
    const sim_node kinetic = plus(
        s, times(s, solid->mass, sim_plane_dot(&s->plane, &velocity, &velocity)),
        times(s, solid->inertia, times(s, angle->rate, angle->rate)));
    s->out->energy = plus(s, s->out->energy, scaled(s, 0.5, kinetic));
}

static void add_weight(struct site *s, const struct solid *solid)
{
    const sim_node tilt = value_of(s, &s->made->tilt);
    const sim_node weight = times(s, solid->mass, sim_graph_input(s->graph, s->gravity));
    const struct sim_plane_vector force = sim_plane_fixed(
        0, times(s, weight, sim_graph_sine(s->graph, tilt)),
        scaled(s, -1, times(s, weight, sim_graph_cosine(s->graph, tilt))));
    const struct sim_plane_vector place = sim_plane_place(&solid->centre);
    push(s, &solid->centre, &force);
    s->out->energy = minus(s, s->out->energy, sim_plane_dot(&s->plane, &place, &force));
}

static void add_force(struct site *s, size_t k)
{
    const struct rig_force *force = &s->made->forces[k];
    const sim_node wave = wave_of(s, &force->wave).value;
    const size_t angle = s->solids[force->body].angle;
    const sim_node x = value_of(s, &force->values[0]), y = value_of(s, &force->values[1]);
    const struct sim_plane_point point = point_on(s, force->body, &force->point);
    keep_place(s, &point, s->out->places.pushes[k]);
    if (force->turns) {
        turn(s, angle, 1, times(s, wave, x));
        if (!depends_on_time(&force->wave))
            s->out->energy = minus(s, s->out->energy, times(s, x, s->plane.angles[angle].value));
        return;
    }
    const struct sim_plane_vector vector = sim_plane_fixed(0, times(s, wave, x), times(s, wave, y));
    const struct sim_plane_vector place = sim_plane_place(&point);
    push(s, &point, &vector);
    if (!depends_on_time(&force->wave))
        s->out->energy = minus(s, s->out->energy, sim_plane_dot(&s->plane, &place, &vector));
}

/* ---- springs */

/* how far a spring is stretched, how fast, and by which share each coordinate stretches it */
struct stretch {
    sim_node length, rate;
    sim_node slopes[SIM_MAX_COORDINATES];
};

static void stretch_angle(struct site *s, const struct rig_spring *spring, struct stretch *e)
{
    const struct sim_plane_angle *angles[2];
    for (int k = 0; k < 2; k++)
        angles[k] =
            &s->plane
                 .angles[spring->bodies[k] == RIG_GROUND ? 0 : s->solids[spring->bodies[k]].angle];
    e->length = minus(s, angles[0]->value, angles[1]->value);
    e->rate = minus(s, angles[0]->rate, angles[1]->rate);
    for (size_t i = 0; i < s->n; i++)
        e->slopes[i] = sim_graph_constant(s->graph, angles[0]->slopes[i] - angles[1]->slopes[i]);
}

static void stretch_length(struct site *s, size_t k, struct stretch *e)
{
    const struct rig_spring *spring = &s->made->springs[k];
    const struct sim_plane *plane = &s->plane;
    const struct sim_plane_point from = point_on(s, spring->bodies[0], &spring->points[0]);
    const struct sim_plane_point to = point_on(s, spring->bodies[1], &spring->points[1]);
    const struct sim_plane_vector a = sim_plane_place(&from),
                                  a_dot = sim_plane_velocity(plane, &from);
    const struct sim_plane_vector d = sim_plane_minus(plane, sim_plane_place(&to), &a);
    const struct sim_plane_vector d_dot = sim_plane_minus(plane, sim_plane_velocity(plane, &to),
                                                          &a_dot);
    keep_place(s, &from, s->out->places.ends[k][0]);
    keep_place(s, &to, s->out->places.ends[k][1]);
    e->length = sim_graph_root(s->graph, sim_plane_dot(plane, &d, &d));
    e->rate = sim_graph_quotient(s->graph, sim_plane_dot(plane, &d, &d_dot), e->length);
    for (size_t i = 0; i < s->n; i++) {
        const struct sim_plane_vector behind = sim_plane_slope(plane, &from, i);
        const struct sim_plane_vector slope = sim_plane_minus(plane, sim_plane_slope(plane, &to, i),
                                                              &behind);
        e->slopes[i] = sim_graph_quotient(s->graph, sim_plane_dot(plane, &d, &slope), e->length);
    }
}

static void add_spring(struct site *s, size_t k)
{
    const struct rig_spring *spring = &s->made->springs[k];
    struct stretch e = {0};
    if (spring->kind == RIG_SPRING_ANGLE) {
        stretch_angle(s, spring, &e);
    } else if (spring->kind == RIG_SPRING_LENGTH) {
        stretch_length(s, k, &e);
    } else {
        e.length = s->q[spring->coordinate];
        e.rate = s->v[spring->coordinate];
        e.slopes[spring->coordinate] = sim_graph_constant(s->graph, 1);
    }
    const sim_node stiffness = value_of(s, &spring->stiffness);
    const sim_node damping = value_of(s, &spring->damping), preload = value_of(s, &spring->preload);
    const sim_node beyond = minus(s, e.length, value_of(s, &spring->rest));
    const sim_node pull = times(s, stiffness, beyond), drag = times(s, damping, e.rate);
    const sim_node force = plus(s, plus(s, pull, drag), preload);
    for (size_t i = 0; i < s->n; i++)
        s->out->h[i] = minus(s, s->out->h[i], times(s, force, e.slopes[i]));
    s->out->energy = plus(
        s, s->out->energy,
        plus(s, scaled(s, 0.5, times(s, pull, beyond)), times(s, preload, beyond)));
    s->out->dissipation = plus(s, s->out->dissipation, times(s, drag, e.rate));
    s->out->stretch[k] = e.length;
    s->out->pull[k] = force;
}

/* ---- contact */

/* How far the outline reaches below its centre, h(b) with b its angle from the surface, and its
 * derivatives: the lowest point of an ellipse is h' behind the centre and h below it */
static void set_reach(struct site *s, const struct rig_body *body, size_t surface, size_t angle,
                      sim_node reach[3])
{
    const sim_node a = value_of(s, &body->size[0]), b = value_of(s, &body->size[1]);
    reach[0] = a;
    reach[1] = reach[2] = 0;
    if (body->outline == RIG_OUTLINE_DISC)
        return;
    sim_node sine, cosine;
    sim_plane_between(&s->plane, surface, angle, &sine, &cosine);
    const sim_node a2 = times(s, a, a), b2 = times(s, b, b), more = minus(s, a2, b2);
    const sim_node sine2 = times(s, sine, sine), cosine2 = times(s, cosine, cosine);
    reach[0] = sim_graph_root(s->graph, plus(s, times(s, a2, sine2), times(s, b2, cosine2)));
    reach[1] = sim_graph_quotient(s->graph, times(s, more, times(s, sine, cosine)), reach[0]);
    reach[2] = sim_graph_quotient(
        s->graph, minus(s, times(s, more, minus(s, cosine2, sine2)), times(s, reach[1], reach[1])),
        reach[0]);
}

static void add_reach(struct site *s, const struct rig_touching *touching, size_t surface)
{
    struct sim_assembled *out = s->out;
    const size_t angle = s->solids[touching->body].angle;
    const struct sim_plane_angle *own = &s->plane.angles[angle];
    const sim_node spin2 = times(s, own->rate, own->rate);
    sim_node reach[3];
    set_reach(s, &s->made->bodies[touching->body], surface, angle, reach);
    const struct sim_plane_vector lowest = sim_plane_fixed(surface, scaled(s, -1, reach[1]),
                                                           scaled(s, -1, reach[0]));
    sim_node below[2];
    keep_vector(s, &lowest, below);
    for (int k = 0; k < 2; k++)
        out->places.touch[k] = plus(s, out->places.touch[k], below[k]);
    out->gap = minus(s, out->gap, reach[0]);
    for (size_t i = 0; i < s->n; i++) {
        out->w_t[i] = plus(s, out->w_t[i], scaled(s, own->slopes[i], reach[0]));
        out->w_n[i] = minus(s, out->w_n[i], scaled(s, own->slopes[i], reach[1]));
    }
    out->s_t = plus(s, out->s_t, times(s, reach[1], spin2));
    out->s_n = minus(s, out->s_n, times(s, reach[2], spin2));
}

/* the centre of pressure is at the point less F_l / F_n (sim/terms.h), F_l turns clockwise */
static void add_face(struct site *s, const struct rig_touching *touching)
{
    const struct sim_plane_angle *own = &s->plane.angles[s->solids[touching->body].angle];
    for (size_t i = 0; i < s->n; i++)
        s->out->w_l[i] = sim_graph_constant(s->graph, -own->slopes[i]);
    s->out->tilt = minus(s, own->value, value_of(s, &touching->slope));
    s->out->line_low = scaled(s, -1, value_of(s, &touching->face[1]));
    s->out->line_high = scaled(s, -1, value_of(s, &touching->face[0]));
}

/* height of a point over the surface through `on`; what is not there does not meet it */
static sim_node height_of(struct site *s, int body, const struct rig_point *at,
                          const struct sim_plane_vector *off, const struct sim_plane_vector *on)
{
    if (!s->in_use[body])
        return sim_graph_constant(s->graph, 1);
    const struct sim_plane_point point = point_on(s, body, at);
    const struct sim_plane_vector from = sim_plane_minus(&s->plane, sim_plane_place(&point), on);
    return sim_plane_dot(&s->plane, off, &from);
}

static struct rig_point corner_of(const struct site *s, int body, size_t i)
{
    struct rig_point point = {.centre = false};
    rig_body_corner(&s->made->bodies[body], i, point.at);
    return point;
}

/* the corners beside the one that touches, then the floors */
static void add_floors(struct site *s, const struct sim_plane_vector *off,
                       const struct sim_plane_vector *on)
{
    const struct rig_touching *touching = &s->touching;
    const size_t corners = touching->kind == RIG_TOUCH_CORNERS
                               ? rig_body_corners(&s->made->bodies[touching->body])
                               : 0;
    size_t n = 0;
    for (size_t i = 0; i < corners; i++) {
        const struct rig_point corner = corner_of(s, touching->body, i);
        if (i != s->corner)
            s->out->floors[n++] = height_of(s, touching->body, &corner, off, on);
    }
    for (size_t i = 0; i < s->made->n_floors; i++)
        s->out->floors[n++] = height_of(s, s->made->floors[i].body, &s->made->floors[i].point, off,
                                        on);
}

static void add_contact(struct site *s)
{
    const struct rig_touching *touching = &s->touching;
    struct sim_assembled *out = s->out;
    const sim_node one = sim_graph_constant(s->graph, 1);
    out->gap = one; /* of what touches nothing */
    if (touching->kind == RIG_TOUCH_NOTHING)
        return;
    const struct sim_plane *plane = &s->plane;
    const size_t surface = turned(s, 0, &touching->slope);
    const struct sim_plane_vector along = sim_plane_fixed(surface, one, 0);
    const struct sim_plane_vector off = sim_plane_fixed(surface, 0, one);
    const struct sim_plane_vector on = sim_plane_fixed(0, value_of(s, &touching->through[0]),
                                                       value_of(s, &touching->through[1]));
    const struct rig_point at = touching->kind == RIG_TOUCH_CORNERS
                                    ? corner_of(s, touching->body, s->corner)
                                    : touching->point;
    const struct sim_plane_point point = point_on(s, touching->body, &at);
    const struct sim_plane_vector from = sim_plane_minus(plane, sim_plane_place(&point), &on);
    const struct sim_plane_vector bias = sim_plane_bias(plane, &point);
    keep_place(s, &point, out->places.touch);
    out->places.slope = plane->angles[surface].value;
    out->gap = sim_plane_dot(plane, &off, &from);
    out->s_t = sim_plane_dot(plane, &along, &bias);
    out->s_n = sim_plane_dot(plane, &off, &bias);
    for (size_t i = 0; i < s->n; i++) {
        const struct sim_plane_vector slope = sim_plane_slope(plane, &point, i);
        out->w_t[i] = sim_plane_dot(plane, &along, &slope);
        out->w_n[i] = sim_plane_dot(plane, &off, &slope);
    }
    if (touching->kind == RIG_TOUCH_OUTLINE)
        add_reach(s, touching, surface);
    if (touching->kind == RIG_TOUCH_FACE)
        add_face(s, touching);
    add_floors(s, &off, &on);
}

/* ---- outputs */

/* the motion of a point along a direction that stays, or turns with the body */
static void add_sight(struct site *s, const struct rig_output *output, size_t k)
{
    const struct sim_plane_point point = point_on(s, output->body, &output->point);
    const sim_node one = sim_graph_constant(s->graph, 1);
    const size_t axes = output->turns ? s->solids[output->body].angle : 0;
    const struct sim_plane_vector along = sim_plane_fixed(turned(s, axes, &output->direction), one,
                                                          0);
    struct sim_plane_vector seen = sim_plane_place(&point);
    if (output->kind == RIG_OUTPUT_VELOCITY)
        seen = sim_plane_velocity(&s->plane, &point);
    else if (output->kind == RIG_OUTPUT_ACCELERATION)
        seen = sim_plane_bias(&s->plane, &point);
    s->out->shown[k].value = sim_plane_dot(&s->plane, &along, &seen);
    for (size_t i = 0; i < s->n && output->kind == RIG_OUTPUT_ACCELERATION; i++) {
        const struct sim_plane_vector slope = sim_plane_slope(&s->plane, &point, i);
        s->out->shown[k].slopes[i] = sim_plane_dot(&s->plane, &along, &slope);
    }
}

static void add_output(struct site *s, size_t k)
{
    const struct rig_output *output = &s->made->outputs[k];
    if (output->kind == RIG_OUTPUT_FORCE)
        s->out->shown[k].value = s->out->pull[output->spring];
    else if (output->kind == RIG_OUTPUT_ANGLE)
        s->out->shown[k].value = s->plane.angles[s->solids[output->body].angle].value;
    else if (output->kind == RIG_OUTPUT_SPIN)
        s->out->shown[k].value = s->plane.angles[s->solids[output->body].angle].rate;
    else
        add_sight(s, output, k);
}

/* the clock is driven by nothing and drives by its pace alone */
static void add_clock(struct site *s)
{
    const size_t clock = s->n - 1;
    for (size_t i = 0; i < clock; i++)
        s->out->mass[clock][i] = 0;
    s->out->mass[clock][clock] = sim_graph_constant(s->graph, SIM_CLOCK_INERTIA);
    s->out->h[clock] = 0;
}

/* the bodies that move with coordinates in use alone; a contact on the last goes with them */
static void choose_bodies(struct site *s)
{
    int last = RIG_GROUND;
    rig_description_bodies(s->made, s->n, s->in_use);
    for (size_t i = 0; i < s->made->n_bodies; i++)
        last = s->in_use[i] ? (int)i : last;
    if (s->made->size.given && s->touching.body == (int)s->made->n_bodies - 1)
        s->touching.body = last;
}

static bool there(const struct site *s, int body) { return body == RIG_GROUND || s->in_use[body]; }

static bool spring_in_use(const struct site *s, const struct rig_spring *spring)
{
    if (spring->kind == RIG_SPRING_COORDINATE)
        return spring->coordinate < s->n;
    return there(s, spring->bodies[0]) && there(s, spring->bodies[1]);
}

static void put_together(struct site *s)
{
    choose_bodies(s);
    for (size_t i = 0; i < s->made->n_bodies; i++) {
        if (!s->in_use[i])
            continue;
        set_solid(s, i);
        add_inertia(s, &s->solids[i]);
        add_weight(s, &s->solids[i]);
    }
    for (size_t i = 0; i < s->made->n_springs; i++)
        if (spring_in_use(s, &s->made->springs[i]))
            add_spring(s, i);
    for (size_t i = 0; i < s->made->n_forces; i++)
        if (s->in_use[s->made->forces[i].body])
            add_force(s, i);
    for (size_t i = 0; i < s->made->n_outputs; i++)
        add_output(s, i);
    add_contact(s);
    if (s->made->has_clock)
        add_clock(s);
    for (size_t i = 0; i < s->n; i++)
        for (size_t j = 0; j < i; j++)
            s->out->mass[j][i] = s->out->mass[i][j];
}

size_t sim_assemble_fixed(const struct rig_description *description, size_t first_own)
{
    return first_own + description->n_parameters + description->n_schedules * SIM_SCHEDULE_INPUTS;
}

void sim_assemble(const struct rig_description *description, struct sim_assemble_part part,
                  size_t first_own, size_t gravity, struct sim_graph *graph,
                  struct sim_assembled *out)
{
    struct site *s = calloc(1, sizeof *s);
    *out = (struct sim_assembled){0}; /* node 0 is the number 0 */
    if (!s) {
        graph->failed = true;
        return;
    }
    const size_t n = part.n, q = sim_assemble_fixed(description, first_own);
    *s = (struct site){.made = description,
                       .graph = graph,
                       .out = out,
                       .n = n,
                       .first_own = first_own,
                       .gravity = gravity,
                       .corner = part.corner,
                       .touching = part.flat ? description->flat : description->touching};
    for (size_t i = 0; i < n; i++) {
        s->q[i] = sim_graph_input(graph, q + i);
        s->v[i] = sim_graph_input(graph, q + n + i);
    }
    sim_plane_init(&s->plane, graph, n, s->v);
    put_together(s);
    free(s);
}
