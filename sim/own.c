/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/own.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rig/description.h"
#include "sim/assemble.h"
#include "sim/outputs.h"
#include "sim/tape.h"

enum {
    MAX_TERMS = SIM_MAX_COORDINATES * (SIM_MAX_COORDINATES + 4) + 5,
    MAX_EXTRAS = 2 + RIG_MAX_SPRINGS,
    MESSAGE_SIZE = 160
};

/* outputs of the second tape */
enum extra { ENERGY, DISSIPATION, STRETCH };

_Static_assert((int)SIM_OWN_PARAMETERS + (int)RIG_OWN_PARAMETERS <= (int)SIM_MAX_PARAMETERS,
               "the largest description fits");
_Static_assert((int)RIG_OWN_COORDINATES == (int)SIM_MAX_COORDINATES, "and its coordinates");

struct sim_own {
    struct sim_model model;
    const struct rig_description *made; /* which owns this */
    struct quantity parameters[SIM_MAX_PARAMETERS];
    struct sim_tape *terms, *extras;
    struct sim_outputs *outputs; /* the model's */
    /* where each output of the terms belongs, in doubles from the start of struct sim_terms;
     * entries of the mass matrix have two places */
    size_t n_terms;
    uint16_t place[MAX_TERMS], mirror[MAX_TERMS];
    char cannot_reach[MESSAGE_SIZE];
    char singular[SIM_MAX_COORDINATES][MESSAGE_SIZE];
};

/* ---- terms */

static struct sim_tape_inputs inputs_of(const double *p, size_t n, const double *q, const double *v)
{
    return (struct sim_tape_inputs){.fixed = p, .moving = q, .moving_too = v, .n = n};
}

void sim_own_terms(const struct sim_own *own, const double *p, size_t n, const double *q,
                   const double *v, struct sim_terms *out)
{
    const struct sim_tape_inputs in = inputs_of(p, n, q, v);
    double values[MAX_TERMS], *terms = (double *)out;
    sim_tape_values(own->terms, &in, values);
    for (size_t i = 0; i < own->n_terms; i++)
        terms[own->place[i]] = terms[own->mirror[i]] = values[i];
}

void sim_own_slopes(const struct sim_own *own, const double *p, size_t n, const double *x,
                    size_t count, const struct sim_move *moves, struct sim_terms *slopes)
{
    const struct sim_tape_inputs in = inputs_of(p, n, x, x + n);
    double values[MAX_TERMS], lanes[MAX_TERMS][SIM_TAPE_LANES];
    for (size_t first = 0; first < count; first += SIM_TAPE_LANES) {
        struct sim_tape_inputs directions[SIM_TAPE_LANES];
        const size_t left = count - first;
        const size_t some = left < SIM_TAPE_LANES ? left : SIM_TAPE_LANES;
        for (size_t k = 0; k < some; k++) {
            const struct sim_move *move = &moves[first + k];
            directions[k] = inputs_of(move->p, n, move->x, move->x ? move->x + n : NULL);
        }
        sim_tape_slopes(own->terms, &in, some, directions, values, lanes);
        for (size_t k = 0; k < some; k++) {
            double *terms = (double *)&slopes[first + k];
            for (size_t i = 0; i < own->n_terms; i++)
                terms[own->place[i]] = terms[own->mirror[i]] = lanes[i][k];
        }
    }
}

/* parameters and state of complex steps: their real parts, and the rest as one direction */
struct parts {
    double p[SIM_MAX_PARAMETERS], x[2 * SIM_MAX_COORDINATES];
    double dp[SIM_MAX_PARAMETERS], dx[2 * SIM_MAX_COORDINATES];
    size_t n, n_parameters;
    struct sim_tape_inputs in, direction;
};

static void take_parts(const struct sim_own *own, const double complex *p, size_t n,
                       const double complex *q, const double complex *v, struct parts *parts)
{
    parts->n = n;
    parts->n_parameters = own->model.table.n_parameters;
    for (size_t i = 0; i < parts->n_parameters; i++) {
        parts->p[i] = creal(p[i]);
        parts->dp[i] = cimag(p[i]);
    }
    for (size_t i = 0; i < n; i++) {
        parts->x[i] = creal(q[i]);
        parts->dx[i] = cimag(q[i]);
        parts->x[n + i] = creal(v[i]);
        parts->dx[n + i] = cimag(v[i]);
    }
    parts->in = inputs_of(parts->p, n, parts->x, parts->x + n);
    parts->direction = inputs_of(parts->dp, n, parts->dx, parts->dx + n);
}

void sim_own_terms_c(const struct sim_own *own, const double complex *p, size_t n,
                     const double complex *q, const double complex *v, struct sim_terms_c *out)
{
    double values[MAX_TERMS], lanes[MAX_TERMS][SIM_TAPE_LANES];
    double complex *terms = (double complex *)out;
    struct parts parts;
    take_parts(own, p, n, q, v, &parts);
    sim_tape_slopes(own->terms, &parts.in, 1, &parts.direction, values, lanes);
    for (size_t i = 0; i < own->n_terms; i++)
        terms[own->place[i]] = terms[own->mirror[i]] = __builtin_complex(values[i], lanes[i][0]);
}

static double extra(const struct sim_own *own, enum extra which, const double *p, size_t n,
                    const double *q, const double *v)
{
    const struct sim_tape_inputs in = inputs_of(p, n, q, v);
    double values[MAX_EXTRAS];
    sim_tape_values(own->extras, &in, values);
    return values[which];
}

double sim_own_energy(const struct sim_own *own, const double *p, size_t n, const double *q,
                      const double *v)
{
    return extra(own, ENERGY, p, n, q, v);
}

double sim_own_dissipation(const struct sim_own *own, const double *p, size_t n, const double *q,
                           const double *v)
{
    return extra(own, DISSIPATION, p, n, q, v);
}

/* ---- start */

static double gap_at(const struct sim_own *own, const double *p, size_t n, double *x, size_t i,
                     double value, double *slope)
{
    struct sim_terms k = {0};
    x[i] = value;
    sim_own_terms(own, p, n, x, x + n, &k);
    *slope = k.w_n[i];
    return k.gap;
}

/* Newton's method, which takes one step where the gap is linear; between low and high */
static bool polish(const struct sim_own *own, const double *p, size_t n, double *x, size_t i,
                   double low, double high)
{
    enum { TRIES = 100 };
    double slope, value = x[i];
    for (int k = 0; k < TRIES; k++) {
        const double gap = gap_at(own, p, n, x, i, value, &slope);
        const double next = value - gap / slope;
        if (gap == 0 || fabs(next - value) <= 1e-16 * fabs(value))
            return true;
        if (!isfinite(next))
            return false;
        if (isfinite(low) && gap * gap_at(own, p, n, x, i, low, &slope) > 0)
            low = value; /* the root stays between the two */
        else
            high = value;
        value = next > low && next < high ? next : isfinite(low) ? 0.5 * (low + high) : next;
    }
    x[i] = value;
    return fabs(gap_at(own, p, n, x, i, value, &slope)) < 1e-12;
}

/* an angle: the smallest positive one that touches, else the negative one nearest to zero */
static bool place_angle(const struct sim_own *own, const double *p, size_t n, double *x, size_t i)
{
    enum { PIECES = 180 };
    const double piece = acos(-1) / PIECES;
    for (int sign = 1; sign >= -1; sign -= 2)
        for (int k = 0; k < PIECES; k++) {
            double slope, from = sign * piece * k, to = sign * piece * (k + 1);
            const double a = gap_at(own, p, n, x, i, from, &slope);
            const double b = gap_at(own, p, n, x, i, to, &slope);
            if (!(a * b <= 0) || (a == 0 && k > 0))
                continue;
            x[i] = 0.5 * (from + to);
            return polish(own, p, n, x, i, fmin(from, to), fmax(from, to));
        }
    return false;
}

static const char *set_down(const struct sim_own *own, const double *p, size_t n, double *x,
                            const struct sim_given *given)
{
    const size_t i = own->made->touching.rests_by;
    struct sim_terms k = {0};
    if (i >= n)
        return NULL;
    if (!given->states[i]) {
        x[i] = 0;
        x[n + i] = given->states[n + i] ? x[n + i] : 0;
        const bool turns = strcmp(own->made->states[i].unit, "rad") == 0;
        if (!(turns ? place_angle(own, p, n, x, i) : polish(own, p, n, x, i, -INFINITY, INFINITY)))
            return own->cannot_reach;
    }
    if (!given->states[n + i]) {
        double lift = 0;
        x[n + i] = 0;
        sim_own_terms(own, p, n, x, x + n, &k);
        for (size_t j = 0; j < n; j++)
            lift += k.w_n[j] * x[n + j];
        /* what cannot lift the contact leaves it as it is */
        x[n + i] = k.w_n[i] == 0 ? 0 : -lift / k.w_n[i];
    }
    return NULL;
}

/* whether the mass matrix is positive definite; else by which coordinate it is not */
static const char *check_mass(const struct sim_own *own, const double *p, size_t n, const double *x)
{
    struct sim_terms k = {0};
    sim_own_terms(own, p, n, x, x + n, &k);
    for (size_t j = 0; j < n; j++) {
        const double whole = k.mass[j][j];
        for (size_t i = 0; i < j; i++)
            k.mass[j][j] -= k.mass[j][i] * k.mass[j][i] / k.mass[i][i];
        if (!(k.mass[j][j] > 1e-13 * whole))
            return own->singular[j];
        for (size_t i = j + 1; i < n; i++)
            for (size_t l = 0; l < j; l++)
                k.mass[i][j] -= k.mass[i][l] * k.mass[j][l] / k.mass[l][l];
    }
    return NULL;
}

const char *sim_own_start(const struct sim_own *own, double *p, size_t n, double *x,
                          const struct sim_given *given)
{
    const struct rig_description *made = own->made;
    if (made->has_clock && n > 0 && x[2 * n - 1] != 1)
        return "clock_dot, the pace of time, must be 1";
    const char *why = set_down(own, p, n, x, given);
    if (why)
        return why;
    for (size_t i = 0; i < made->n_parameters; i++) {
        const size_t spring = made->set_down[i], place = SIM_OWN_PARAMETERS + i;
        if (spring < made->n_springs && !given->parameters[place])
            p[place] = extra(own, (enum extra)(STRETCH + spring), p, n, x, x + n);
    }
    return check_mass(own, p, n, x);
}

/* derivative of the gap, or of the contact's normal velocity, along the direction */
static double touch_slope(const struct sim_own *own, const struct parts *parts, bool velocity)
{
    const struct sim_move move = {parts->dp, parts->dx};
    struct sim_terms k = {0}, d = {0};
    double slope = 0;
    sim_own_slopes(own, parts->p, parts->n, parts->x, 1, &move, &d);
    if (!velocity)
        return d.gap;
    sim_own_terms(own, parts->p, parts->n, parts->x, parts->x + parts->n, &k);
    for (size_t i = 0; i < parts->n; i++)
        slope += d.w_n[i] * parts->x[parts->n + i] + k.w_n[i] * parts->dx[parts->n + i];
    return slope;
}

/* the start above, then what it found moves so that the contact keeps touching */
static void move_set_down(const struct sim_own *own, struct parts *parts,
                          const struct sim_given *given)
{
    const size_t i = own->made->touching.rests_by, n = parts->n;
    struct sim_terms k;
    if (i >= n)
        return;
    sim_own_terms(own, parts->p, n, parts->x, parts->x + n, &k);
    for (int velocity = 0; velocity < 2; velocity++) {
        const size_t place = velocity ? n + i : i;
        if (given->states[place])
            continue;
        parts->dx[place] = 0;
        const double lack = touch_slope(own, parts, velocity);
        parts->dx[place] = k.w_n[i] == 0 ? 0 : -lack / k.w_n[i];
    }
}

const char *sim_own_start_c(const struct sim_own *own, double complex *p, size_t n,
                            double complex *x, const struct sim_given *given)
{
    const struct rig_description *made = own->made;
    struct parts parts;
    take_parts(own, p, n, x, x + n, &parts);
    const char *why = sim_own_start(own, parts.p, n, parts.x, given);
    if (why)
        return why;
    for (size_t i = 0; i < made->n_parameters; i++) /* no number before, and no slope */
        if (made->set_down[i] < made->n_springs && !given->parameters[SIM_OWN_PARAMETERS + i])
            parts.dp[SIM_OWN_PARAMETERS + i] = 0;
    move_set_down(own, &parts, given);
    double values[MAX_EXTRAS], lanes[MAX_EXTRAS][SIM_TAPE_LANES];
    sim_tape_slopes(own->extras, &parts.in, 1, &parts.direction, values, lanes);
    for (size_t i = 0; i < made->n_parameters; i++) {
        const size_t spring = made->set_down[i], place = SIM_OWN_PARAMETERS + i;
        if (spring < made->n_springs && !given->parameters[place])
            parts.dp[place] = lanes[STRETCH + spring][0];
    }
    for (size_t i = 0; i < parts.n_parameters; i++)
        p[i] = __builtin_complex(parts.p[i], parts.dp[i]);
    for (size_t i = 0; i < 2 * n; i++)
        x[i] = __builtin_complex(parts.x[i], parts.dx[i]);
    return NULL;
}

/* ---- making */

#define PLACE(field) (offsetof(struct sim_terms, field) / sizeof(double))

static void add_output(struct sim_own *own, sim_node *outputs, sim_node node, size_t place,
                       size_t mirror)
{
    outputs[own->n_terms] = node;
    own->place[own->n_terms] = (uint16_t)place;
    own->mirror[own->n_terms++] = (uint16_t)mirror;
}

static enum error_code make_terms(struct sim_own *own, const struct sim_graph *graph,
                                  const struct sim_assembled *all, struct error *err)
{
    const size_t n = own->made->n_coordinates, row = SIM_MAX_COORDINATES;
    const struct {
        size_t place;
        sim_node node;
    } singles[] = {{PLACE(s_t), all->s_t},
                   {PLACE(s_n), all->s_n},
                   {PLACE(gap), all->gap},
                   {PLACE(line_low), all->line_low},
                   {PLACE(line_high), all->line_high}};
    const size_t n_singles = own->model.line_contact ? 5 : 3;
    sim_node outputs[MAX_TERMS];
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j <= i; j++)
            add_output(own, outputs, all->mass[i][j], row * i + j, row * j + i);
        add_output(own, outputs, all->h[i], PLACE(h) + i, PLACE(h) + i);
        add_output(own, outputs, all->w_t[i], PLACE(w_t) + i, PLACE(w_t) + i);
        add_output(own, outputs, all->w_n[i], PLACE(w_n) + i, PLACE(w_n) + i);
        if (own->model.line_contact)
            add_output(own, outputs, all->w_l[i], PLACE(w_l) + i, PLACE(w_l) + i);
    }
    for (size_t i = 0; i < n_singles; i++)
        add_output(own, outputs, singles[i].node, singles[i].place, singles[i].place);
    return sim_tape_create(graph, outputs, own->n_terms, &own->terms, err);
}

static enum error_code make_tapes(struct sim_own *own, struct error *err)
{
    struct sim_assembled all;
    struct sim_graph graph;
    sim_graph_init(&graph, own->model.table.n_parameters);
    sim_assemble(own->made, SIM_OWN_PARAMETERS, SIM_GRAVITY, &graph, &all);
    enum error_code code = make_terms(own, &graph, &all, err);
    sim_node extras[MAX_EXTRAS] = {[ENERGY] = all.energy, [DISSIPATION] = all.dissipation};
    memcpy(extras + STRETCH, all.stretch, sizeof all.stretch);
    if (!code)
        code = sim_tape_create(&graph, extras, STRETCH + own->made->n_springs, &own->extras, err);
    sim_graph_free(&graph);
    return code;
}

static enum error_code make_table(struct sim_own *own, struct error *err)
{
    static const struct quantity common[] = {SIM_COMMON_PARAMETERS};
    const struct rig_description *made = own->made;
    memcpy(own->parameters, common, sizeof common);
    memcpy(own->parameters + SIM_OWN_PARAMETERS, made->parameters,
           made->n_parameters * sizeof *made->parameters);
    if (made->touching.kind == RIG_TOUCH_NOTHING) { /* nobody is asked for what is not used */
        own->parameters[SIM_FRICTION].fallback = QUANTITY_VALUE;
        own->parameters[SIM_FRICTION].default_value = 0;
    }
    own->model = (struct sim_model){
        .table = {.name = made->name,
                  .title = made->title,
                  .parameters = own->parameters,
                  .n_parameters = SIM_OWN_PARAMETERS + made->n_parameters,
                  .states = made->states,
                  .n_coordinates = made->n_coordinates,
                  .outputs = made->output_rows,
                  .n_outputs = made->n_outputs,
                  .description = made},
        .line_contact = made->touching.kind == RIG_TOUCH_FACE,
        .own = own};
    const struct mechanism *table = &own->model.table;
    for (size_t i = 0; i < made->n_parameters; i++) {
        const char *name = made->parameters[i].name;
        if (quantity_find(common, SIM_OWN_PARAMETERS, name) < SIM_OWN_PARAMETERS ||
            quantity_find(table->states, 2 * table->n_coordinates, name) < 2 * table->n_coordinates)
            return error_set(err, ERROR_INPUT,
                             "the name %s has a meaning in every mechanism; choose another", name);
    }
    return ERROR_OK;
}

static void write_messages(struct sim_own *own)
{
    const struct rig_description *made = own->made;
    const size_t rests = made->touching.rests_by;
    if (rests < made->n_coordinates)
        snprintf(own->cannot_reach, MESSAGE_SIZE,
                 "no %s lets the contact reach the surface from the rest of the start",
                 made->states[rests].name);
    for (size_t i = 0; i < made->n_coordinates; i++)
        snprintf(own->singular[i], MESSAGE_SIZE,
                 "the mass matrix is singular: nothing with a mass or inertia of its own moves "
                 "with %s; give the bodies that do a mass or inertia",
                 made->states[i].name);
}

static void free_own(struct sim_own *own)
{
    sim_tape_free(own->terms);
    sim_tape_free(own->extras);
    sim_outputs_free(own->outputs);
    free(own);
}

static void release(const struct mechanism *made)
{
    free_own((struct sim_own *)((char *)made - offsetof(struct sim_own, model.table)));
}

enum error_code sim_own_make(struct rig_description *description, struct error *err)
{
    struct sim_own *own = calloc(1, sizeof *own);
    if (!own)
        return error_memory(err);
    own->made = description;
    enum error_code code = make_table(own, err);
    if (!code)
        code = make_tapes(own, err);
    if (!code)
        code = sim_outputs_create(description, &own->outputs, err);
    if (code) {
        free_own(own);
        return code;
    }
    own->model.outputs = own->outputs;
    write_messages(own);
    description->made = &own->model.table;
    description->release = release;
    return ERROR_OK;
}
