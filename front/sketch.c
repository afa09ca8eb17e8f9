/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "front/sketch.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_math.h>

#include "front/pen.h"
#include "lib/figure/symbol.h"
#include "lib/rig/describe.h"
#include "sim/pose.h"
#include "sim/model.h"
#include "sim/values.h"

enum { PAGE_WIDTH = 640, PAGE_LOWEST = 260, PAGE_HIGHEST = 640, MARGIN = 95, TOP = 34 };
enum { REACH = 60, ARM = 46 };

struct sketch {
    const struct rig *rig;
    const struct rig_description *made;
    bool in_use[RIG_MAX_BODIES];
    struct sim_values values;
    struct sim_pose pose;
    double low[2], high[2]; /* what must be seen, m */
    double height;          /* of the page */
    struct arena *arena;    /* of texts */
    struct front_pen *pen;
};

static const struct figure_ink thin = {.role = "line", .stroke = "#222222", .width = 1};
static const struct figure_ink faint = {
    .role = "line", .stroke = "#999999", .width = 0.8, .dash = FIGURE_DASHED};
static const struct figure_ink ground = {.role = "line", .stroke = "#444444", .width = 1.4};
static const struct figure_ink moves = {.role = "line", .stroke = "#1f5fa8", .width = 1.2};
static const struct figure_ink spring_ink = {.role = "line", .stroke = "#2e7d32", .width = 1.2};
static const struct figure_ink pushes = {.role = "line", .stroke = "#b3541e", .width = 1.6};
static const struct figure_ink touches = {
    .role = "dot", .fill = "#c62828", .stroke = "#c62828", .width = 3};
static const struct figure_ink white = {
    .role = "dot", .fill = "#ffffff", .stroke = "#222222", .width = 1.2};
static const struct figure_ink body_ink = {
    .role = "line", .fill = "#d9e2ec", .stroke = "#334e68", .width = 1.4};
static const struct figure_ink rod_ink = {.role = "line", .stroke = "#334e68", .width = 5};

static double value(const struct sketch *s, const struct rig_form *form)
{
    return sim_pose_value(form, s->values.p, s->values.x);
}

static struct front_spot origin_of(const struct sketch *s, size_t body)
{
    return front_pen_at(s->pen, s->pose.bodies[body].origin);
}

/* ---- bodies */

/* from a body's axes to the world's */
static void place_on(const struct sketch *s, size_t body, double x, double y, double world[2])
{
    const double angle = s->pose.bodies[body].angle, *origin = s->pose.bodies[body].origin;
    const double across = x * cos(angle) - y * sin(angle), up = x * sin(angle) + y * cos(angle);
    world[0] = origin[0] + across;
    world[1] = origin[1] + up;
}

/* points of the outline; a rod has two, a point mass one */
static size_t outline_of(const struct sketch *s, size_t i, double points[SIM_POSE_OUTLINE][2])
{
    const size_t n = sim_pose_outline(s->made, i, s->values.p, s->values.x, points);
    for (size_t k = 0; k < n; k++)
        place_on(s, i, points[k][0], points[k][1], points[k]);
    return n;
}

static void draw_body(struct sketch *s, size_t i)
{
    if (!s->in_use[i])
        return;
    double points[SIM_POSE_OUTLINE][2];
    struct front_spot spots[SIM_POSE_OUTLINE];
    const size_t n = outline_of(s, i, points);
    for (size_t k = 0; k < n; k++)
        spots[k] = front_pen_at(s->pen, points[k]);
    if (n == 1)
        front_pen_disc(s->pen, spots[0], 6, &body_ink);
    else
        front_pen_path(s->pen, spots, n, n > 2, n > 2 ? &body_ink : &rod_ink);
    /* what has no size is named beside its mark */
    const double *named = n == 1 ? s->pose.bodies[i].origin : s->pose.bodies[i].centre;
    double middle[2] = {named[0], named[1]};
    if (n == 2) {
        middle[0] = 0.5 * (points[0][0] + points[1][0]);
        middle[1] = 0.5 * (points[0][1] + points[1][1]);
    }
    front_pen_name(s->pen, front_pen_at(s->pen, middle), s->made->bodies[i].name, true);
}

/* a bracket that stands on the ground below a hinge */
static void draw_bracket(struct sketch *s, struct front_spot pin)
{
    const struct front_spot corners[3] = {pin, {pin.x + 9, pin.y - 14}, {pin.x - 9, pin.y - 14}};
    front_pen_path(s->pen, corners, 3, true, &white);
    front_pen_line(s->pen, (struct front_spot){pin.x + 16, pin.y - 14},
                   (struct front_spot){pin.x - 16, pin.y - 14}, &ground);
    front_pen_hatch(s->pen, (struct front_spot){pin.x + 16, pin.y - 14},
                    (struct front_spot){pin.x - 16, pin.y - 14});
}

/* the direction in which a slider moves */
static double direction_of(const struct sketch *s, const struct rig_body *body)
{
    const bool turns = body->parent != RIG_GROUND && !body->absolute;
    return value(s, &body->direction) + (turns ? s->pose.bodies[body->parent].angle : 0);
}

static void draw_joint(struct sketch *s, size_t i)
{
    if (!s->in_use[i])
        return;
    const struct rig_body *body = &s->made->bodies[i];
    const struct front_spot at = origin_of(s, i);
    /* what hangs beside a point mass is held by an arm */
    if (body->parent != RIG_GROUND && s->made->bodies[body->parent].outline == RIG_OUTLINE_NONE)
        front_pen_line(s->pen, origin_of(s, (size_t)body->parent), at, &thin);
    if (body->joint == RIG_JOINT_HINGE) {
        if (body->parent == RIG_GROUND)
            draw_bracket(s, at);
        front_pen_disc(s->pen, at, 3.5, &white);
    } else if (body->joint == RIG_JOINT_SLIDER) {
        const double along = direction_of(s, body);
        front_pen_line(s->pen, front_pen_from(at, -REACH, along), front_pen_from(at, REACH, along),
                       &faint);
    }
}

/* ---- coordinates */

/* the body and the number that a coordinate moves first, and by how much */
struct mover {
    size_t body;
    bool turns;
    double direction; /* of the world, in which a length moves it */
    double factor;
};

static double factor_in(const struct rig_form *form, size_t coordinate)
{
    double factor = 0;
    for (size_t i = 0; i < form->n; i++)
        if (form->terms[i].coordinate && form->terms[i].index == coordinate)
            factor += form->terms[i].factor;
    return factor;
}

static bool find_mover(const struct sketch *s, size_t coordinate, struct mover *found)
{
    for (size_t i = 0; i < s->made->n_bodies && coordinate < s->values.n; i++) {
        const struct rig_body *body = &s->made->bodies[i];
        const double parent = body->parent == RIG_GROUND ? 0 : s->pose.bodies[body->parent].angle;
        const struct {
            const struct rig_form *form;
            struct mover mover;
        } ways[] = {{&body->angle, {.turns = true}},
                    {&body->at.at[0], {.direction = parent}},
                    {&body->at.at[1], {.direction = parent + M_PI_2}},
                    {&body->distance, {.direction = direction_of(s, body)}}};
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
            *found = ways[k].mover;
            found->body = i;
            found->factor = factor_in(ways[k].form, coordinate);
            if (found->factor != 0)
                return true;
        }
    }
    return false;
}

/* from where the coordinate is zero to where it is; a small one shows its sense alone */
static void draw_angle(struct sketch *s, const struct mover *mover, double angle, const char *text)
{
    static const double small = 0.15;
    const struct rig_body *body = &s->made->bodies[mover->body];
    const bool rod = body->outline == RIG_OUTLINE_ROD;
    const double x = value(s, &body->size[0]) - value(s, &body->begin[0]),
                 y = value(s, &body->size[1]) - value(s, &body->begin[1]);
    const double own = rod ? atan2(y, x) : 0, length = rod ? hypot(x, y) : 0;
    const double radius = fmin(fmax(0.4 * length * s->pen->scale, 30), 70);
    const double to = s->pose.bodies[mover->body].angle + own, by = mover->factor * angle;
    const struct front_spot centre = origin_of(s, mover->body);
    const bool shown = fabs(by) > small && fabs(by) < 2 * M_PI;
    const double sense = copysign(0.4, mover->factor);
    const double from = shown ? to - by : to - sense, end = shown ? to : to + sense;
    front_pen_line(s->pen, centre, front_pen_from(centre, radius + 14, shown ? from : to), &faint);
    if (!rod && shown)
        front_pen_line(s->pen, centre, front_pen_from(centre, radius + 14, to), &faint);
    front_pen_turn(s->pen, centre, radius, from, end, &moves);
    front_pen_name(s->pen, front_pen_from(centre, radius, 0.5 * (from + end)), text, false);
}

static void draw_coordinate(struct sketch *s, size_t i)
{
    const struct quantity *row = &s->made->states[i];
    const bool turns = strcmp(row->unit, "rad") == 0;
    const double at = s->values.x[i];
    const char *text = arena_print(s->arena, "%s = %.4g%s", figure_symbol(s->arena, row->name),
                                   turns ? at * 180 / M_PI : at, turns ? "°" : " m");
    struct mover mover;
    if (strcmp(row->name, "clock") == 0 || !find_mover(s, i, &mover))
        return;
    if (mover.turns) {
        draw_angle(s, &mover, at, text);
        return;
    }
    const struct front_spot from = origin_of(s, mover.body);
    const struct front_spot to = front_pen_from(from, copysign(ARM, mover.factor), mover.direction);
    front_pen_arrow(s->pen, from, to, &moves);
    front_pen_name(s->pen, to, text, false);
}

/* ---- springs */

/* where a torsional spring sits: the joint between its bodies */
static size_t joint_between(const struct sketch *s, const struct rig_spring *spring)
{
    const int a = spring->bodies[0], b = spring->bodies[1];
    if (a == RIG_GROUND || (b != RIG_GROUND && s->made->bodies[b].parent == a))
        return (size_t)b;
    return (size_t)a;
}

static void draw_turning(struct sketch *s, struct front_spot at, const struct rig_spring *spring)
{
    static const struct figure_ink ring = {
        .role = "line", .stroke = "#2e7d32", .width = 1.2, .dash = FIGURE_DOTTED};
    if (value(s, &spring->stiffness) > 0)
        front_pen_spiral(s->pen, at, &spring_ink);
    else
        front_pen_disc(s->pen, at, 10, &ring);
    front_pen_name(s->pen, front_pen_from(at, 12, 0), spring->name, false);
}

static void draw_stretched(struct sketch *s, struct front_spot from, struct front_spot to,
                           const struct rig_spring *spring)
{
    const double across = atan2(from.y - to.y, to.x - from.x) + M_PI_2;
    const bool both = value(s, &spring->stiffness) > 0 && value(s, &spring->damping) > 0;
    const double apart = both ? 8 : 0; /* beside each other */
    if (value(s, &spring->stiffness) > 0)
        front_pen_zigzag(s->pen, front_pen_from(from, apart, across),
                         front_pen_from(to, apart, across), &spring_ink);
    if (value(s, &spring->damping) > 0)
        front_pen_pot(s->pen, front_pen_from(from, -apart, across),
                      front_pen_from(to, -apart, across), &spring_ink);
    front_pen_name(s->pen, (struct front_spot){0.5 * (from.x + to.x), 0.5 * (from.y + to.y)},
                   spring->name, false);
}

/* the ends of a spring between points; those on the ground stand on it */
static void draw_between(struct sketch *s, size_t k)
{
    const struct rig_spring *spring = &s->made->springs[k];
    const struct front_spot ends[2] = {front_pen_at(s->pen, s->pose.ends[k][0]),
                                       front_pen_at(s->pen, s->pose.ends[k][1])};
    draw_stretched(s, ends[0], ends[1], spring);
    for (int e = 0; e < 2; e++) {
        const double away = atan2(ends[1 - e].y - ends[e].y, ends[e].x - ends[1 - e].x);
        const struct front_spot a = front_pen_from(ends[e], 12, away + M_PI_2),
                                b = front_pen_from(ends[e], 12, away - M_PI_2);
        if (spring->bodies[e] != RIG_GROUND)
            continue;
        front_pen_line(s->pen, a, b, &ground);
        front_pen_hatch(s->pen, b, a);
    }
}

/* a spring on a length goes to a wall, on the side that is away from the surface */
static void draw_on_coordinate(struct sketch *s, const struct rig_spring *spring)
{
    struct mover mover;
    if (!find_mover(s, spring->coordinate, &mover))
        return;
    const struct front_spot at = origin_of(s, mover.body);
    if (mover.turns) {
        draw_turning(s, at, spring);
        return;
    }
    const bool lifts = sin(mover.direction - s->pose.slope) > 0.1;
    const double away = lifts ? mover.direction : mover.direction + M_PI;
    const struct front_spot wall = front_pen_from(at, 85, away);
    draw_stretched(s, at, wall, spring);
    const struct front_spot a = front_pen_from(wall, 14, away + M_PI_2),
                            b = front_pen_from(wall, 14, away - M_PI_2);
    front_pen_line(s->pen, a, b, &ground);
    front_pen_hatch(s->pen, b, a);
}

static bool there(const struct sketch *s, int body)
{
    return body == RIG_GROUND || s->in_use[body];
}

static void draw_spring(struct sketch *s, size_t k)
{
    const struct rig_spring *spring = &s->made->springs[k];
    const bool used = spring->kind == RIG_SPRING_COORDINATE
                          ? spring->coordinate < s->values.n
                          : there(s, spring->bodies[0]) && there(s, spring->bodies[1]);
    if (!used)
        return;
    if (value(s, &spring->stiffness) == 0 && value(s, &spring->damping) == 0)
        return;
    if (spring->kind == RIG_SPRING_LENGTH)
        draw_between(s, k);
    else if (spring->kind == RIG_SPRING_COORDINATE)
        draw_on_coordinate(s, spring);
    else
        draw_turning(s, origin_of(s, joint_between(s, spring)), spring);
}

/* ---- forces */

/* the name of a number, or the number */
static const char *text_of(const struct sketch *s, const struct rig_form *form, const char *unit)
{
    if (form->n == 1 && form->constant == 0 && !form->terms[0].coordinate)
        return figure_symbol(s->arena, s->made->parameters[form->terms[0].index].name);
    return arena_print(s->arena, "%.4g %s", value(s, form), unit);
}

static void draw_force(struct sketch *s, size_t k)
{
    const struct rig_force *force = &s->made->forces[k];
    const struct front_spot at = front_pen_at(s->pen, s->pose.pushes[k]);
    const double x = value(s, &force->values[0]), y = value(s, &force->values[1]);
    const bool upright = !force->turns && fabs(y) > fabs(x);
    const char *size = text_of(s, &force->values[upright], force->turns ? "N.m" : "N");
    const char *text = force->wave.harmonic    ? arena_print(s->arena, "%s, harmonic", size)
                       : force->wave.tabulated ? arena_print(s->arena, "%s, by table", size)
                                               : size;
    if (x == 0 && (force->turns || y == 0))
        return;
    if (force->turns) {
        const double sense = x > 0 ? 1 : -1;
        front_pen_turn(s->pen, at, 22, -0.6 * sense, 1.9 * sense, &pushes);
        front_pen_name(s->pen, front_pen_from(at, 22, 0.6 * sense), text, false);
        return;
    }
    const struct front_spot tail = front_pen_from(at, -REACH, atan2(y, x));
    front_pen_arrow(s->pen, tail, at, &pushes);
    front_pen_name(s->pen, tail, text, false);
}

static void draw_gravity(struct sketch *s)
{
    const double size = s->values.p[SIM_GRAVITY], tilt = value(s, &s->made->tilt);
    const struct front_spot from = {30, TOP + 14};
    if (size == 0)
        return;
    const struct front_spot to = front_pen_from(from, 36, tilt - M_PI_2);
    front_pen_arrow(s->pen, from, to, &thin);
    front_pen_name(s->pen, to, "g", false);
}

/* a base that moves: a double arrow beside what hangs from it */
static void draw_base(struct sketch *s)
{
    const double x = value(s, &s->made->base[0]), y = value(s, &s->made->base[1]);
    const bool harmonic = s->made->base_wave.harmonic;
    if (!(harmonic || s->made->base_wave.tabulated) || (x == 0 && y == 0))
        return;
    for (size_t i = 0; i < s->made->n_bodies; i++)
        if (s->made->bodies[i].parent == RIG_GROUND) {
            const struct front_spot at = front_pen_from(origin_of(s, i), 46, 0.8 * M_PI);
            const double along = atan2(y, x);
            front_pen_arrow(s->pen, at, front_pen_from(at, 22, along), &pushes);
            front_pen_arrow(s->pen, at, front_pen_from(at, -22, along), &pushes);
            front_pen_name(s->pen, at, harmonic ? "base, harmonic" : "base, by table", false);
            return;
        }
}

/* ---- the surface and the contact */

static void draw_belt(struct sketch *s, struct front_spot on)
{
    const double slope = s->pose.slope, speed = s->values.p[SIM_BELT_SPEED];
    const bool recorded = s->rig->belt.kind != RIG_BELT_CONSTANT;
    const struct front_spot below = front_pen_from(on, -22, slope + M_PI_2);
    if (speed == 0 && !recorded)
        return;
    const double sense = speed < 0 ? -1 : 1;
    const struct front_spot from = front_pen_from(below, -0.5 * REACH * sense, slope),
                            to = front_pen_from(below, 0.5 * REACH * sense, slope);
    front_pen_arrow(s->pen, from, to, &thin);
    front_pen_name(s->pen, to,
                   recorded ? arena_print(s->arena, "belt, %s", s->rig->belt.name)
                            : arena_print(s->arena, "belt %.4g m/s", speed),
                   false);
}

static void draw_surface(struct sketch *s)
{
    const struct rig_touching *touching = &s->made->touching;
    const double slope = s->pose.slope;
    const double through[2] = {value(s, &touching->through[0]), value(s, &touching->through[1])};
    if (touching->kind == RIG_TOUCH_NOTHING)
        return;
    /* the place of the surface under what touches it */
    const double along = (s->pose.touch[0] - through[0]) * cos(slope) +
                         (s->pose.touch[1] - through[1]) * sin(slope);
    const double foot[2] = {through[0] + along * cos(slope), through[1] + along * sin(slope)};
    const struct front_spot on = front_pen_at(s->pen, foot);
    const double far = PAGE_WIDTH + s->height;
    const struct front_spot left = front_pen_from(on, -far, slope),
                            right = front_pen_from(on, far, slope);
    s->pen->canvas->clip(s->pen->canvas, 12, TOP, PAGE_WIDTH - 24, s->height - TOP - 12);
    front_pen_line(s->pen, left, right, &ground);
    front_pen_hatch(s->pen, left, right);
    s->pen->canvas->unclip(s->pen->canvas);
    front_pen_name(s->pen, front_pen_at(s->pen, s->pose.touch), "contact", false);
    draw_belt(s, front_pen_from(on, 90, slope));
    if (slope != 0)
        front_pen_name(s->pen, front_pen_from(on, -110, slope),
                       arena_print(s->arena, "slope %.4g°", slope * 180 / M_PI), false);
}

static void draw_contact(struct sketch *s)
{
    const struct rig_touching *touching = &s->made->touching;
    if (touching->kind == RIG_TOUCH_NOTHING)
        return;
    const struct front_spot at = front_pen_at(s->pen, s->pose.touch);
    if (touching->kind == RIG_TOUCH_FACE) {
        const double along = s->pose.bodies[touching->body].angle;
        front_pen_line(
            s->pen, front_pen_from(at, s->pen->scale * value(s, &touching->face[0]), along),
            front_pen_from(at, s->pen->scale * value(s, &touching->face[1]), along), &touches);
    }
    front_pen_disc(s->pen, at, 2.5, &touches);
}

/* ---- the page */

static void see(struct sketch *s, const double place[2])
{
    for (int k = 0; k < 2; k++) {
        s->low[k] = fmin(s->low[k], place[k]);
        s->high[k] = fmax(s->high[k], place[k]);
    }
}

/* of a body that touches with its corners, the lowest */
static void find_corner(struct sketch *s)
{
    const struct rig_touching *touching = &s->made->touching;
    double points[SIM_POSE_OUTLINE][2], least = INFINITY;
    if (touching->kind != RIG_TOUCH_CORNERS)
        return;
    const size_t n = outline_of(s, (size_t)touching->body, points);
    for (size_t k = 0; k < n; k++) {
        const double height = points[k][1] * cos(s->pose.slope) - points[k][0] * sin(s->pose.slope);
        if (height < least) {
            least = height;
            memcpy(s->pose.touch, points[k], sizeof s->pose.touch);
        }
    }
}

static void see_all(struct sketch *s)
{
    s->low[0] = s->low[1] = INFINITY;
    s->high[0] = s->high[1] = -INFINITY;
    for (size_t i = 0; i < s->made->n_bodies; i++) {
        if (!s->in_use[i])
            continue;
        double points[SIM_POSE_OUTLINE][2];
        const size_t n = outline_of(s, i, points);
        for (size_t k = 0; k < n; k++)
            see(s, points[k]);
        see(s, s->pose.bodies[i].origin);
    }
    for (size_t k = 0; k < s->made->n_springs; k++)
        for (int e = 0; e < 2 && s->made->springs[k].kind == RIG_SPRING_LENGTH; e++)
            see(s, s->pose.ends[k][e]);
    if (s->made->touching.kind != RIG_TOUCH_NOTHING)
        see(s, s->pose.touch);
}

/* all of it within the margins, as large as it goes */
static void set_scale(struct sketch *s, struct front_pen *pen)
{
    const double width = s->high[0] - s->low[0], height = s->high[1] - s->low[1];
    const double room = PAGE_WIDTH - 2 * MARGIN, most = PAGE_HIGHEST - 2 * MARGIN - TOP;
    const double fitting = fmin(room / width, most / height);
    pen->scale = isfinite(fitting) ? fitting : 1000; /* of a single point, a metre is anything */
    s->height = fmax(PAGE_LOWEST, height * pen->scale + 2 * MARGIN + TOP);
    for (int k = 0; k < 2; k++)
        pen->world[k] = 0.5 * (s->low[k] + s->high[k]);
    pen->width = PAGE_WIDTH;
    pen->height = s->height;
    pen->middle = (struct front_spot){0.5 * PAGE_WIDTH, 0.5 * (s->height + TOP)};
}

/* a length of 1, 2 or 5 with zeros */
static void draw_scale(struct sketch *s)
{
    const double about = 90 / s->pen->scale, power = pow(10, floor(log10(about)));
    const double share = about / power, length = power * (share < 2 ? 1 : share < 5 ? 2 : 5);
    const struct front_spot right = {PAGE_WIDTH - 20, s->height - 14},
                            left = {right.x - length * s->pen->scale, right.y};
    const bool small = length < 0.1;
    for (int k = 0; k < 2; k++) {
        const struct front_spot end = k ? right : left;
        front_pen_line(s->pen, (struct front_spot){end.x, end.y - 4},
                       (struct front_spot){end.x, end.y + 4}, &thin);
    }
    front_pen_line(s->pen, left, right, &thin);
    front_pen_name(
        s->pen, (struct front_spot){0.5 * (left.x + right.x), left.y},
        arena_print(s->arena, "%g %s", small ? 1e3 * length : length, small ? "mm" : "m"), false);
}

static void draw_page(const void *context, const struct figure_font *font,
                      struct figure_canvas *canvas)
{
    struct sketch s = *(const struct sketch *)context;
    struct front_pen pen = {.canvas = canvas, .font = font};
    s.pen = &pen;
    set_scale(&s, &pen);
    canvas->text(canvas,
                 &(struct figure_text){
                     .x = 14, .y = 22, .bold = true, .role = "title", .text = s.rig->title});
    draw_surface(&s);
    draw_gravity(&s);
    for (size_t i = 0; i < s.made->n_bodies; i++)
        draw_body(&s, i);
    for (size_t i = 0; i < s.made->n_springs; i++)
        draw_spring(&s, i);
    for (size_t i = 0; i < s.made->n_bodies; i++)
        draw_joint(&s, i);
    for (size_t i = 0; i < s.made->n_forces; i++)
        draw_force(&s, i);
    for (size_t i = 0; i < s.values.n; i++)
        draw_coordinate(&s, i);
    draw_base(&s);
    draw_contact(&s);
    draw_scale(&s);
    front_pen_finish(&pen);
}

enum error_code front_sketch_write(const struct rig *rig, const char *path, bool force,
                                   struct error *err)
{
    struct arena arena = {0};
    struct sketch s = {.rig = rig, .arena = &arena};
    struct front_pen pen;
    struct rig_description *made;
    enum error_code code = rig_description_of(rig->model, &made, err);
    if (code)
        return code;
    s.made = made;
    sim_values_from_rig(rig, &s.values);
    rig_description_bodies(made, s.values.n, s.in_use);
    code = sim_values_complete(&s.values, err);
    if (!code)
        code = sim_pose_at(s.made, s.values.n, s.values.p, s.values.x, &s.pose, err);
    if (!code) {
        find_corner(&s);
        see_all(&s);
        set_scale(&s, &pen);
        const struct figure_picture picture = {PAGE_WIDTH, s.height, rig->title, draw_page, &s};
        code = figure_file_picture(&picture, path, force, err);
    }
    if (!code && arena.failed)
        code = error_memory(err);
    arena_free(&arena);
    rig_description_drop(made);
    return code;
}
