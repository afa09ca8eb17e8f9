/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writing and reading are one walk over the same fields, so that they cannot differ. Whole numbers
 * have seven bits a byte, the last without the eighth; other numbers are as they are in memory,
 * which is the same wherever Skitter runs. */
#include "sim/carry.h"

#include <stdint.h>
#include <string.h>

#include "sim/own.h"
#include "sim/series_inside.h"

/* the tapes of this process count from 1 */
enum { FIRST_SERIAL = 1 << 30, MOST_ITEMS = 1 << 20 };

struct walk {
    struct arena *arena;
    bool reads, bad;
    enum rig_law law; /* whose series are written */
    unsigned char *bytes;
    size_t at, n, room; /* n: of those that are read */
    unsigned long serials;
};

/* what gets a new field must be walked over with it */
_Static_assert(sizeof(void *) != 8 ||
                   (sizeof(struct sim_series) == 112 && sizeof(struct sim_tape) == 136 &&
                    sizeof(struct sim_model) == 264),
               "tapes, series and models have the fields that are carried");

/* ---- single things */

static void byte(struct walk *w, unsigned char *value)
{
    if (w->reads) {
        w->bad = w->bad || w->at >= w->n;
        *value = w->bad ? 0 : w->bytes[w->at++];
        return;
    }
    unsigned char *grown = arena_grow(w->arena, w->bytes, w->at, &w->room, 1);
    if (grown) {
        w->bytes = grown;
        w->bytes[w->at++] = *value;
    }
}

static uint64_t whole(struct walk *w, uint64_t value)
{
    uint64_t read = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        unsigned char part = (unsigned char)((value >> shift & 127) +
                                             (value >> shift > 127 ? 128 : 0));
        byte(w, &part);
        read |= (uint64_t)(part & 127) << shift;
        if (part < 128)
            break;
    }
    return read;
}

/* of any type of whole number, none negative; SIZE_MAX, which differs between machines, is 0 */
#define WHOLE(w, value) WHOLE_OFF(w, value, 0)
#define SIZE_OR_NONE(w, value) WHOLE_OFF(w, value, 1)
#define WHOLE_OFF(w, value, off)                                                          \
    do {                                                                                  \
        const uint64_t got_ = whole((w), (uint64_t)(__typeof__(value))((value) + (off))); \
        if ((w)->reads)                                                                   \
            (value) = (__typeof__(value))(got_ - (off));                                  \
    } while (0)

static void number(struct walk *w, double *value)
{
    unsigned char parts[sizeof *value];
    memcpy(parts, value, sizeof parts);
    for (size_t i = 0; i < sizeof parts; i++)
        byte(w, &parts[i]);
    if (w->reads)
        memcpy(value, parts, sizeof parts);
}

/* length + 1 and the text; 0: NULL */
static void text(struct walk *w, const char **value)
{
    size_t n = *value && !w->reads ? strlen(*value) + 1 : 0;
    WHOLE(w, n);
    char *room = NULL;
    if (w->reads) {
        w->bad = w->bad || n > w->n;
        room = n && !w->bad ? arena_array(w->arena, n, 1) : NULL;
        *value = room;
    }
    for (size_t i = 0; i + 1 < n && !w->bad && (room || !w->reads); i++) {
        unsigned char letter = w->reads ? 0 : (unsigned char)(*value)[i];
        byte(w, &letter);
        if (room)
            room[i] = (char)letter;
    }
}

/* how many there are, and room for them; what they are comes behind. A const list of a model is
 * its own while it is read */
static void *list(struct walk *w, const void *items, size_t *n, size_t size)
{
    WHOLE(w, *n);
    if (!w->reads)
        return (void *)items;
    w->bad = w->bad || *n > MOST_ITEMS;
    void *room = w->bad ? NULL : arena_array(w->arena, *n + 4, size);
    if (!room)
        *n = 0;
    return room;
}

static void bits(struct walk *w, bool *value)
{
    unsigned char one = *value;
    byte(w, &one);
    if (w->reads)
        *value = one != 0;
}

/* ---- tapes */

static void walk_places(struct walk *w, struct sim_tape_load *loads, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        WHOLE(w, loads[i].slot);
        WHOLE(w, loads[i].input);
    }
}

static void walk_terms(struct walk *w, struct sim_tape_term *terms, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        number(w, &terms[i].factor);
        WHOLE(w, terms[i].slot);
    }
}

static void walk_ops(struct walk *w, struct sim_tape_op *ops, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        WHOLE(w, ops[i].kind);
        WHOLE(w, ops[i].out);
        WHOLE(w, ops[i].a);
        WHOLE(w, ops[i].b);
        WHOLE(w, ops[i].n);
        WHOLE(w, ops[i].first);
        number(w, &ops[i].constant);
    }
}

/* with as many as there are */
#define LIST(w, items, n) ((items) = list((w), (items), &(n), sizeof *(items)))

static bool part_is_there(struct walk *w, const void *there, void **room, size_t size)
{
    bool is = there != NULL;
    bits(w, &is);
    *room = w->reads && is && !w->bad ? arena_array(w->arena, 1, size) : (void *)there;
    return is && *room;
}

static void walk_tape(struct walk *w, struct sim_tape **tape)
{
    void *room;
    if (!part_is_there(w, *tape, &room, sizeof **tape))
        return;
    struct sim_tape *t = *tape = room;
    if (w->reads)
        t->serial = FIRST_SERIAL + w->serials++;
    WHOLE(w, t->n_slots);
    WHOLE(w, t->n_kept);
    WHOLE(w, t->n_fixed);
    LIST(w, t->ops, t->n_ops);
    WHOLE(w, t->n_kept_ops);
    walk_ops(w, t->ops, t->n_ops);
    LIST(w, t->terms, t->n_terms);
    walk_terms(w, t->terms, t->n_terms);
    LIST(w, t->loads, t->n_loads);
    WHOLE(w, t->n_kept_loads);
    walk_places(w, t->loads, t->n_loads);
    LIST(w, t->constants, t->n_constants);
    walk_places(w, t->constants, t->n_constants);
    LIST(w, t->constant_values, t->n_constants);
    for (size_t i = 0; i < t->n_constants; i++)
        number(w, &t->constant_values[i]);
    LIST(w, t->outputs, t->n_outputs);
    for (size_t i = 0; i < t->n_outputs; i++)
        WHOLE(w, t->outputs[i]);
}

static void walk_program(struct walk *w, struct sim_program *program)
{
    walk_tape(w, &program->tape);
    WHOLE(w, program->n);
    w->bad = w->bad || program->n > SIM_MAX_TERMS;
    for (size_t i = 0; i < program->n && !w->bad; i++) {
        WHOLE(w, program->place[i]);
        WHOLE(w, program->mirror[i]);
    }
}

static void walk_series_ops(struct walk *w, struct sim_series_op *ops, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        WHOLE(w, ops[i].kind);
        WHOLE(w, ops[i].out);
        WHOLE(w, ops[i].a);
        WHOLE(w, ops[i].b);
        WHOLE(w, ops[i].n);
        WHOLE(w, ops[i].first);
    }
}

static void walk_series(struct walk *w, struct sim_series **series)
{
    void *room;
    if (!part_is_there(w, *series, &room, sizeof **series))
        return;
    struct sim_series *s = *series = room;
    walk_tape(w, &s->tape);
    WHOLE(w, s->n);
    WHOLE(w, s->n_bounds);
    bits(w, &s->driven);
    WHOLE(w, s->drive);
    LIST(w, s->ops, s->n_ops);
    walk_series_ops(w, s->ops, s->n_ops);
    LIST(w, s->terms, s->n_terms);
    walk_terms(w, s->terms, s->n_terms);
    LIST(w, s->integrals, s->n_integrals);
    for (size_t i = 0; i < s->n_integrals; i++) {
        WHOLE(w, s->integrals[i].out);
        WHOLE(w, s->integrals[i].source);
        number(w, &s->integrals[i].factor);
    }
    LIST(w, s->pairs, s->n_pairs);
    for (size_t i = 0; i < s->n_pairs; i++) {
        WHOLE(w, s->pairs[i].a);
        WHOLE(w, s->pairs[i].b);
    }
    WHOLE(w, s->n_products);
    size_t n_columns = s->tape ? s->tape->n_outputs : 0;
    LIST(w, s->columns, n_columns);
    for (size_t i = 0; i < n_columns; i++)
        WHOLE(w, s->columns[i]);
}

static void walk_tapes(struct walk *w, const struct sim_tapes **tapes)
{
    void *room;
    if (!part_is_there(w, *tapes, &room, sizeof **tapes))
        return;
    struct sim_tapes *t = room;
    *tapes = t;
    walk_program(w, &t->terms);
    walk_program(w, &t->outline);
    walk_program(w, &t->extras);
    for (int way = 0; way < SIM_WAYS; way++) {
        struct sim_series *none = NULL;
        const bool carried = way == sim_way_of(sim_way_kind(way).mode, w->law, false);
        walk_series(w, w->reads || carried ? &t->series[way] : &none);
    }
}

/* ---- tables */

static void walk_rows(struct walk *w, const struct quantity **rows, size_t n)
{
    struct quantity *q = list(w, *rows, &n, sizeof *q);
    *rows = q;
    for (size_t i = 0; i < n; i++) {
        text(w, &q[i].name);
        text(w, &q[i].unit);
        WHOLE(w, q[i].range);
        WHOLE(w, q[i].fallback);
        number(w, &q[i].default_value);
        if (q[i].fallback == QUANTITY_SAME_AS)
            text(w, &q[i].same_as);
        text(w, &q[i].doc);
    }
}

static void walk_schedules(struct walk *w, const struct sim_schedules **schedules)
{
    void *room;
    if (!part_is_there(w, *schedules, &room, sizeof **schedules))
        return;
    struct sim_schedules *s = room;
    *schedules = s;
    WHOLE(w, s->first);
    WHOLE(w, s->clock);
    WHOLE(w, s->n);
    w->bad = w->bad || s->n > RIG_MAX_SCHEDULES;
    for (size_t i = 0; i < s->n && !w->bad; i++) {
        struct sim_schedule *one = &s->all[i];
        double *t = list(w, one->t, &one->n, sizeof *t);
        size_t n = one->n + 1;
        for (size_t k = 0; k < one->n; k++)
            number(w, &t[k]);
        one->t = t;
        LIST(w, one->pieces, n);
        for (size_t k = 0; k < n; k++)
            for (int c = 0; c < SIM_SCHEDULE_INPUTS; c++)
                number(w, &one->pieces[k][c]);
    }
}

static void walk_own(struct walk *w, struct sim_own *own)
{
    SIZE_OR_NONE(w, own->rests_by);
    WHOLE(w, own->least);
    bits(w, &own->has_clock);
    bits(w, &own->starts_flat);
    walk_schedules(w, &own->schedules);
    WHOLE(w, own->n_computed);
    w->bad = w->bad || own->n_computed > RIG_OWN_PARAMETERS;
    for (size_t i = 0; i < own->n_computed && !w->bad; i++)
        WHOLE(w, own->computed[i]);
    for (size_t i = 0; i < SIM_MAX_COORDINATES; i++) {
        bits(w, &own->ranges[i].given);
        number(w, &own->ranges[i].low);
        number(w, &own->ranges[i].high);
        text(w, &own->singular[i]);
        text(w, &own->out_of_range[i]);
    }
    text(w, &own->cannot_reach);
    text(w, &own->wrong_size);
    for (size_t n = 0; n <= SIM_MAX_COORDINATES; n++)
        walk_tapes(w, &own->tapes[n]);
}

/* ---- models */

/* what a model has for itself beside those that it can become */
static void walk_alone(struct walk *w, struct sim_model *model)
{
    void *own;
    bits(w, &model->line_contact);
    WHOLE(w, model->corner);
    const char **names = list(w, model->outline_names, &model->n_outline, sizeof *names);
    for (size_t i = 0; i < model->n_outline; i++)
        text(w, &names[i]);
    model->outline_names = names;
    if (part_is_there(w, model->own, &own, sizeof *model->own))
        walk_own(w, own);
    model->own = own;
}

static void walk_corners(struct walk *w, struct sim_model *model)
{
    const struct sim_model **corners = list(w, model->corners, &model->n_corners, sizeof *corners);
    for (size_t i = 1; i < model->n_corners; i++) {
        struct sim_model *corner = w->reads ? arena_array(w->arena, 1, sizeof *corner)
                                            : (struct sim_model *)corners[i];
        if (!corner)
            return;
        if (w->reads) {
            corner->table = model->table;
            corner->corners = corners;
            corner->n_corners = model->n_corners;
            corners[i] = corner;
        }
        walk_alone(w, corner);
    }
    if (w->reads && model->n_corners)
        corners[0] = model;
    model->corners = corners;
}

static void walk_model(struct walk *w, struct sim_model *model)
{
    void *flat;
    struct mechanism *table = &model->table;
    text(w, &table->name);
    WHOLE(w, table->n_parameters);
    WHOLE(w, table->n_coordinates);
    w->bad = w->bad || table->n_parameters > SIM_MAX_PARAMETERS ||
             table->n_coordinates > SIM_MAX_COORDINATES;
    if (w->bad)
        return;
    walk_rows(w, &table->parameters, table->n_parameters);
    walk_rows(w, &table->states, 2 * table->n_coordinates);
    text(w, &table->size_parameter);
    walk_alone(w, model);
    walk_corners(w, model);
    if (part_is_there(w, model->flat, &flat, sizeof *model->flat)) {
        struct sim_model *lying = flat;
        if (w->reads)
            lying->table = *table;
        walk_alone(w, lying);
        model->flat = lying;
    }
}

unsigned char *sim_carry_write(const struct sim_model *model, enum rig_law law, struct arena *arena,
                               size_t *n)
{
    struct walk w = {.arena = arena, .law = law};
    struct sim_model copy = *model; /* what is walked over is written back, as it was */
    walk_model(&w, &copy);
    *n = w.at;
    return arena->failed ? NULL : w.bytes;
}

const struct sim_model *sim_carry_read(const unsigned char *bytes, size_t n, struct arena *arena)
{
    struct walk w = {.arena = arena, .reads = true, .bytes = (unsigned char *)bytes, .n = n};
    struct sim_model *model = arena_array(arena, 1, sizeof *model);
    if (!model)
        return NULL;
    walk_model(&w, model);
    return w.bad || arena->failed || w.at != n ? NULL : model;
}
