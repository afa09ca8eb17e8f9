/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/assemble.h"
#include "sim/code.h"
#include "sim/fingerprint.h"
#include "sim/modes.h"
#include "sim/outputs.h"
#include "sim/own.h"

enum { MESSAGE_SIZE = 160 };

_Static_assert((int)SIM_OWN_PARAMETERS + (int)RIG_OWN_PARAMETERS +
                       (int)RIG_MAX_SCHEDULES * (int)SIM_SCHEDULE_INPUTS <=
                   (int)SIM_MAX_PARAMETERS,
               "the largest description fits");
_Static_assert((int)RIG_OWN_COORDINATES == (int)SIM_MAX_COORDINATES, "and its coordinates");
_Static_assert((int)RIG_MAX_FLOORS <= (int)RIG_MAX_OUTLINE &&
                   (int)RIG_MAX_OUTLINE <= (int)SIM_MAX_OUTLINE,
               "and its floors");
_Static_assert((int)SIM_MAX_EXTRAS <= (int)SIM_MAX_TERMS, "and the places of all outputs");

/* a model with another corner that touches */
struct corner {
    struct sim_model model;
    struct sim_own own;
    struct sim_tapes tapes;
    const char *floors[RIG_MAX_OUTLINE];
};

/* a model, the same while it lies on its face or touches with other corners, and what they have */
struct made {
    struct sim_model model, flat;
    struct sim_own own, flat_own;
    const struct rig_description *from;
    struct quantity parameters[SIM_MAX_PARAMETERS];
    const char *floors[RIG_MAX_OUTLINE];
    struct corner *corners; /* the model itself is the first: the others */
    const struct sim_model *all_corners[RIG_MAX_TOUCHING_CORNERS];
    char corner_names[RIG_MAX_TOUCHING_CORNERS][MESSAGE_SIZE];
    struct sim_tapes tapes[SIM_MAX_COORDINATES + 1], flat_tapes;
    struct sim_outputs *outputs;
    struct sim_schedules *schedules;
    void *kept; /* goes with it */
    void (*drop)(void *);
    char cannot_reach[MESSAGE_SIZE], wrong_size[MESSAGE_SIZE];
    char singular[SIM_MAX_COORDINATES][MESSAGE_SIZE];
    char out_of_range[SIM_MAX_COORDINATES][MESSAGE_SIZE];
};

/* ---- tapes */

#define PLACE(field) (offsetof(struct sim_terms, field) / sizeof(double))

/* outputs while they are listed */
struct outputs {
    struct sim_program *program;
    sim_node nodes[SIM_MAX_TERMS];
};

static void add(struct outputs *o, sim_node node, size_t place, size_t mirror)
{
    const size_t i = o->program->n++;
    o->nodes[i] = node;
    o->program->place[i] = (uint16_t)place;
    o->program->mirror[i] = (uint16_t)mirror;
}

static enum error_code finish(struct outputs *o, const struct sim_graph *graph,
                              const struct sim_tape_known *known, struct error *err)
{
    return sim_tape_create(graph, o->nodes, o->program->n, known, &o->program->tape, err);
}

static void list_terms(struct outputs *o, size_t n, bool line, const struct sim_assembled *all)
{
    const size_t row = SIM_MAX_COORDINATES;
    const struct {
        size_t place;
        sim_node node;
    } singles[] = {{PLACE(s_t), all->s_t},
                   {PLACE(s_n), all->s_n},
                   {PLACE(gap), all->gap},
                   {PLACE(line_low), all->line_low},
                   {PLACE(line_high), all->line_high}};
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j <= i; j++)
            add(o, all->mass[i][j], row * i + j, row * j + i);
        add(o, all->h[i], PLACE(h) + i, PLACE(h) + i);
        add(o, all->w_t[i], PLACE(w_t) + i, PLACE(w_t) + i);
        add(o, all->w_n[i], PLACE(w_n) + i, PLACE(w_n) + i);
        if (line)
            add(o, all->w_l[i], PLACE(w_l) + i, PLACE(w_l) + i);
    }
    for (size_t i = 0; i < (line ? 5 : 3); i++)
        add(o, singles[i].node, singles[i].place, singles[i].place);
}

/* the outline may look at the terms, but for the mass matrix, which is used up by then */
static enum error_code make_outline(const struct outputs *terms, size_t n, size_t floors,
                                    const struct sim_graph *graph, const struct sim_assembled *all,
                                    struct outputs *o, struct error *err)
{
    sim_node nodes[SIM_MAX_TERMS];
    uint16_t inputs[SIM_MAX_TERMS];
    struct sim_tape_known known = {.nodes = nodes, .inputs = inputs};
    for (size_t i = 0; i < terms->program->n; i++) {
        const size_t place = terms->program->place[i];
        if (place < PLACE(h))
            continue;
        nodes[known.n] = terms->nodes[i];
        inputs[known.n++] = (uint16_t)(2 * n + place);
    }
    for (size_t i = 0; i < floors; i++)
        add(o, all->floors[i], i, i);
    return finish(o, graph, &known, err);
}

static void list_extras(const struct made *made, struct outputs *o, const struct sim_assembled *all)
{
    const sim_node first[] = {[SIM_EXTRA_ENERGY] = all->energy,
                              [SIM_EXTRA_DISSIPATION] = all->dissipation,
                              [SIM_EXTRA_TILT] = all->tilt};
    for (size_t i = 0; i < SIM_EXTRA_COMPUTED; i++)
        add(o, first[i], i, i);
    for (size_t i = 0; i < made->own.n_computed; i++) {
        const size_t own = made->own.computed[i] - SIM_OWN_PARAMETERS;
        const size_t spring = made->from->set_down[own], body = made->from->outlined[own];
        add(o, spring < SIZE_MAX ? all->stretch[spring] : all->gyration[body],
            SIM_EXTRA_COMPUTED + i, SIM_EXTRA_COMPUTED + i);
    }
}

_Static_assert((int)SIM_CODE_MODES == (int)SIM_MODES, "those of the modes are the first");

/* the series of each way that a contact can be */
static enum error_code make_series(struct sim_graph *graph, const struct sim_assembled *all,
                                   size_t n, size_t floors, bool line, struct sim_tapes *tapes,
                                   struct error *err)
{
    enum error_code code = ERROR_OK;
    sim_node v[SIM_MAX_COORDINATES];
    for (size_t i = 0; i < n; i++)
        v[i] = sim_graph_input(graph, graph->n_fixed + n + i);
    for (int way = 0; way < SIM_WAYS && !code; way++) {
        struct sim_mode_nodes nodes;
        sim_way_assemble(graph, all, n, floors, line, v, way, &nodes);
        const struct sim_series_of of = {.n = n,
                                         .acceleration = nodes.acceleration,
                                         .bounds = nodes.bounds,
                                         .n_bounds = nodes.n_bounds,
                                         .driven = nodes.driven,
                                         .speed = nodes.speed};
        code = sim_series_create(graph, &of, &tapes->series[way], err);
    }
    return code;
}

static enum error_code make_tapes(const struct made *made, struct sim_assemble_part part,
                                  struct sim_tapes *tapes, struct error *err)
{
    const struct rig_description *from = made->from;
    const struct sim_model *model = part.flat ? &made->flat : &made->model;
    const bool line = model->line_contact;
    struct sim_assembled all;
    struct sim_graph graph;
    struct outputs terms = {.program = &tapes->terms}, outline = {.program = &tapes->outline},
                   extras = {.program = &tapes->extras};
    sim_graph_init(&graph, sim_assemble_fixed(from, SIM_OWN_PARAMETERS));
    sim_assemble(from, part, SIM_OWN_PARAMETERS, SIM_GRAVITY, &graph, &all);
    list_terms(&terms, part.n, line, &all);
    enum error_code code = finish(&terms, &graph, NULL, err);
    if (!code)
        code = make_outline(&terms, part.n, model->n_outline, &graph, &all, &outline, err);
    list_extras(made, &extras, &all);
    if (!code)
        code = finish(&extras, &graph, NULL, err);
    if (!code)
        code = make_series(&graph, &all, part.n, model->n_outline, line, tapes, err);
    sim_graph_free(&graph);
    return code ? code : sim_fingerprint(tapes, part.n, tapes->fingerprint, err);
}

static enum error_code make_all_tapes(struct made *made, struct error *err)
{
    const size_t most = made->from->n_coordinates;
    enum error_code code = ERROR_OK;
    for (size_t n = made->own.least ? made->own.least : most; n <= most && !code; n++) {
        code = make_tapes(made, (struct sim_assemble_part){.n = n}, &made->tapes[n], err);
        made->own.tapes[n] = &made->tapes[n];
    }
    if (!code && made->model.flat) {
        code = make_tapes(made, (struct sim_assemble_part){.n = most, .flat = true},
                          &made->flat_tapes, err);
        made->flat_own.tapes[most] = &made->flat_tapes;
    }
    for (size_t i = 1; i < made->model.n_corners && !code; i++) {
        struct corner *corner = &made->corners[i - 1];
        code = make_tapes(made, (struct sim_assemble_part){.n = most, .corner = i}, &corner->tapes,
                          err);
        corner->own.tapes[most] = &corner->tapes;
    }
    return code;
}

/* ---- tables */

/* nobody is asked for what is not used */
static void set_unused(struct quantity *parameters)
{
    static const enum sim_common_parameter unused[] = {SIM_FRICTION,          SIM_STATIC_FRICTION,
                                                       SIM_RESTITUTION,       SIM_BELT_SPEED,
                                                       SIM_CONTACT_STIFFNESS, SIM_CONTACT_DAMPING};
    for (size_t i = 0; i < sizeof unused / sizeof *unused; i++)
        parameters[unused[i]].doc = "not used";
    for (size_t i = SIM_STRIBECK_SPEED; i < SIM_OWN_PARAMETERS; i++)
        parameters[i].doc = "not used";
    parameters[SIM_FRICTION].doc = "not used: it touches nothing";
    parameters[SIM_FRICTION].fallback = QUANTITY_VALUE;
    parameters[SIM_FRICTION].default_value = 0;
}

/* what the points of the outline are called while that corner touches */
static void list_floors(const struct made *made, size_t n_corners, size_t corner,
                        const char **floors)
{
    size_t n = 0;
    for (size_t i = 0; i < n_corners; i++)
        if (i != corner)
            floors[n++] = made->corner_names[i];
    for (size_t i = 0; i < made->from->n_floors; i++)
        floors[n++] = made->from->floors[i].text;
}

static void name_corners(struct made *made)
{
    const struct rig_description *from = made->from;
    for (size_t i = 0; i < RIG_MAX_TOUCHING_CORNERS && from->touching.kind == RIG_TOUCH_CORNERS;
         i++)
        snprintf(made->corner_names[i], MESSAGE_SIZE, "corner %zu of %s", i + 1,
                 from->bodies[from->touching.body].name);
}

/* the same model for each of the other corners, but for its tapes */
static enum error_code make_corners(struct made *made, struct error *err)
{
    const size_t n = made->model.n_corners;
    made->all_corners[0] = &made->model;
    if (n < 2)
        return ERROR_OK;
    made->corners = calloc(n - 1, sizeof *made->corners);
    if (!made->corners)
        return error_memory(err);
    for (size_t i = 1; i < n; i++) {
        struct corner *corner = &made->corners[i - 1];
        list_floors(made, n, i, corner->floors);
        corner->model = made->model;
        corner->own = made->own;
        corner->model.own = &corner->own;
        corner->model.corner = i;
        corner->model.outline_names = corner->floors;
        made->all_corners[i] = &corner->model;
    }
    return ERROR_OK;
}

static enum error_code make_table(struct made *made, struct error *err)
{
    static const struct quantity common[] = {SIM_COMMON_PARAMETERS};
    const struct rig_description *from = made->from;
    memcpy(made->parameters, common, sizeof common);
    memcpy(made->parameters + SIM_OWN_PARAMETERS, from->parameters,
           from->n_parameters * sizeof *from->parameters);
    if (from->touching.kind == RIG_TOUCH_NOTHING || from->touching.never)
        set_unused(made->parameters);
    const size_t n_corners = from->touching.kind == RIG_TOUCH_CORNERS
                                 ? rig_body_corners(&from->bodies[from->touching.body])
                                 : 0;
    list_floors(made, n_corners, 0, made->floors);
    made->model = (struct sim_model){
        .table = {.name = from->name,
                  .title = from->title,
                  .parameters = made->parameters,
                  .n_parameters = SIM_OWN_PARAMETERS + from->n_parameters,
                  .states = from->states,
                  .n_coordinates = from->n_coordinates,
                  .outputs = from->output_rows,
                  .n_outputs = from->n_outputs,
                  .description = from,
                  .size_parameter = from->size.given ? from->parameters[from->size.parameter].name
                                                     : NULL},
        .line_contact = from->touching.kind == RIG_TOUCH_FACE,
        .outline_names = made->floors,
        .n_outline = from->n_floors + (n_corners ? n_corners - 1 : 0),
        .corners = made->all_corners,
        .n_corners = n_corners,
        .flat = from->flat.kind == RIG_TOUCH_FACE ? &made->flat : NULL,
        .own = &made->own};
    made->flat = (struct sim_model){
        .table = made->model.table, .line_contact = true, .own = &made->flat_own};
    const struct mechanism *table = &made->model.table;
    for (size_t i = 0; i < from->n_parameters; i++) {
        const char *name = from->parameters[i].name;
        if (quantity_find(common, SIM_OWN_PARAMETERS, name) < SIM_OWN_PARAMETERS ||
            quantity_find(table->states, 2 * table->n_coordinates, name) < 2 * table->n_coordinates)
            return error_set(err, ERROR_INPUT,
                             "the name %s has a meaning in every mechanism; choose another", name);
    }
    return ERROR_OK;
}

static void set_start(struct made *made)
{
    const struct rig_description *from = made->from;
    struct sim_own *own = &made->own;
    own->rests_by = from->touching.rests_by;
    own->least = from->size.given ? from->size.least : 0;
    own->has_clock = from->has_clock;
    own->schedules = made->schedules;
    own->starts_flat = from->touching.kind == RIG_TOUCH_FACE;
    for (size_t i = 0; i < from->n_parameters; i++)
        if (from->set_down[i] < SIZE_MAX || from->outlined[i] < SIZE_MAX)
            own->computed[own->n_computed++] = SIM_OWN_PARAMETERS + i;
    memcpy(own->ranges, from->ranges, sizeof own->ranges);
    made->flat_own = *own;
}

static void write_range(struct made *made, size_t i)
{
    const struct quantity *row = &made->from->states[i];
    const struct rig_start_range *range = &made->from->ranges[i];
    const bool turns = row->unit[0] == 'r';
    const double unit = turns ? acos(-1) / 180 : 1;
    snprintf(made->out_of_range[i], MESSAGE_SIZE, "%s must be from %.9g to %.9g %s at the start%s",
             row->name, range->low / unit, range->high / unit, turns ? "deg" : row->unit,
             turns ? ", whole turns apart" : "");
}

static void write_messages(struct made *made)
{
    const struct rig_description *from = made->from;
    const size_t rests = from->touching.rests_by, n = from->n_coordinates;
    if (rests < n)
        snprintf(made->cannot_reach, MESSAGE_SIZE,
                 "the contact cannot reach the surface by %s, as the rest of the start is",
                 from->size.given ? "the last coordinate" : from->states[rests].name);
    if (from->size.given)
        snprintf(made->wrong_size, MESSAGE_SIZE, "%s must be a whole number from %zu to %zu",
                 from->parameters[from->size.parameter].name, from->size.least, n);
    made->own.cannot_reach = made->cannot_reach;
    made->own.wrong_size = made->wrong_size;
    for (size_t i = 0; i < n; i++) {
        snprintf(made->singular[i], MESSAGE_SIZE,
                 "the mass matrix is singular: nothing with a mass or inertia of its own moves "
                 "with %s; give the bodies that do a mass or inertia",
                 from->states[i].name);
        write_range(made, i);
        made->own.singular[i] = made->singular[i];
        made->own.out_of_range[i] = made->out_of_range[i];
    }
}

/* ---- the whole */

static void free_tapes(struct sim_tapes *tapes)
{
    sim_tape_free(tapes->terms.tape);
    sim_tape_free(tapes->outline.tape);
    sim_tape_free(tapes->extras.tape);
    for (size_t i = 0; i < SIM_WAYS; i++)
        sim_series_free(tapes->series[i]);
}

static void free_made(struct made *made)
{
    for (size_t n = 0; n <= SIM_MAX_COORDINATES; n++)
        free_tapes(&made->tapes[n]);
    free_tapes(&made->flat_tapes);
    for (size_t i = 1; made->corners && i < made->model.n_corners; i++)
        free_tapes(&made->corners[i - 1].tapes);
    free(made->corners);
    sim_outputs_free(made->outputs);
    sim_schedules_free(made->schedules);
    if (made->kept)
        made->drop(made->kept);
    free(made);
}

static struct made *made_of(const struct mechanism *table)
{
    return (struct made *)((char *)table - offsetof(struct made, model.table));
}

static void release(const struct mechanism *table) { free_made(made_of(table)); }

static bool adopt(struct sim_model *model, const struct sim_code *code)
{
    bool same = false;
    for (size_t n = 0; n <= SIM_MAX_COORDINATES; n++) {
        const struct sim_tapes *tapes = model->own->tapes[n];
        if (!tapes || strcmp(tapes->fingerprint, code->fingerprint) != 0)
            continue;
        model->code[n] = code;
        same = true;
    }
    return same;
}

void sim_own_keep(struct rig_description *description, void *thing, void (*drop)(void *))
{
    struct made *made = made_of(description->made);
    if (made->kept)
        made->drop(made->kept);
    made->kept = thing;
    made->drop = drop;
}

bool sim_own_adopt(struct rig_description *description, const struct sim_code *code)
{
    struct made *made = made_of(description->made);
    bool edge = adopt(&made->model, code), flat = adopt(&made->flat, code);
    for (size_t i = 1; i < made->model.n_corners; i++)
        edge |= adopt(&made->corners[i - 1].model, code);
    return edge || flat;
}

enum error_code sim_own_make(struct rig_description *description, struct error *err)
{
    struct made *made = calloc(1, sizeof *made);
    if (!made)
        return error_memory(err);
    made->from = description;
    name_corners(made);
    enum error_code code = make_table(made, err);
    if (!code)
        code = sim_schedules_create(description, made->model.table.n_parameters,
                                    description->n_coordinates - 1, &made->schedules, err);
    if (!code) {
        set_start(made);
        write_messages(made);
        code = make_corners(made, err);
    }
    if (!code) {
        code = make_all_tapes(made, err);
    }
    if (!code)
        code = sim_outputs_create(description, made->schedules, &made->outputs, err);
    if (code) {
        free_made(made);
        return code;
    }
    made->model.outputs = made->flat.outputs = made->outputs;
    for (size_t i = 1; i < made->model.n_corners; i++)
        made->corners[i - 1].model.outputs = made->outputs;
    description->made = &made->model.table;
    description->release = release;
    return ERROR_OK;
}
