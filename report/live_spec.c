/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/live_spec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/json.h"
#include "lib/base/memory.h"
#include "lib/base/text.h"
#include "lib/predict/predict.h"
#include "lib/rig/describe.h"
#include "report/pack.h"
#include "sim/carry.h"
#include "sim/own.h"
#include "sim/registry.h"
#include "sim/values.h"

enum { PIECES_MAX = 20000, MOST_SLIDERS = 12 };

/* a range to play in: as far as the value may go, and three times it, or a unit */
static void range_of(const struct quantity *row, double value, double *low, double *high)
{
    const double size = value != 0 ? fabs(value) : 1;
    *low = row->range == QUANTITY_ANY ? value - size : 0;
    *high = row->range == QUANTITY_ANY ? value + size : value + 2 * size;
    if (strcmp(row->unit, "rad") == 0) { /* half a radian: what it is now says nothing of it */
        *low = value - 0.5;
        *high = value + 0.5;
    }
    if (row->range == QUANTITY_POSITIVE)
        *low = 0.05 * size;
    if (row->range == QUANTITY_FRACTION)
        *high = 1;
}

/* of a described mechanism all its own values that are given, which are what somebody has thought
 * of; of one that comes with Skitter the springs and dampers */
static bool has_slider(const struct sim_values *values, bool own, size_t index)
{
    const struct mechanism *table = &values->model->table;
    const char *name = sim_values_quantity(values->model, index)->name;
    if (strncmp(sim_values_quantity(values->model, index)->doc, "not used", 8) == 0)
        return false;
    if (own && index >= SIM_OWN_PARAMETERS && index < table->n_parameters)
        return values->given_p[index];
    if (index >= table->n_parameters) /* the first coordinate, where it is given */
        return index == table->n_parameters && values->given_x[0];
    if (strcmp(name, "friction") == 0 || strcmp(name, "restitution") == 0 ||
        strcmp(name, "belt_speed") == 0)
        return true;
    /* those of the compliant contact law are none of the mechanism's */
    return values->given_p[index] && strncmp(name, "contact_", 8) != 0 &&
           (strstr(name, "stiffness") || strstr(name, "damping"));
}

static json_t *sliders_of(const struct sim_values *values, bool own)
{
    const size_t n = values->model->table.n_parameters;
    json_t *list = json_array();
    for (size_t i = 0; i <= n && json_array_size(list) < MOST_SLIDERS; i++) {
        const struct quantity *row = sim_values_quantity(values->model, i);
        double low, high;
        if (!has_slider(values, own, i))
            continue;
        const double value = sim_values_get(values, i);
        range_of(row, value, &low, &high);
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:s, s:i, s:f, s:f, s:f}", "name", row->name,
                                        "unit", row->unit, "doc", row->doc, "index", (int)i,
                                        "value", value, "low", low, "high", high));
    }
    return list;
}

/* a default is given too, as the clock's pace */
static bool is_given(const struct sim_values *values, size_t state, size_t place)
{
    return values->given_x[place] || values->model->table.states[state].fallback == QUANTITY_VALUE;
}

static json_t *given_of(const struct sim_values *values)
{
    const struct mechanism *table = &values->model->table;
    json_t *list = json_array();
    for (size_t i = 0; i < table->n_parameters; i++)
        if (values->given_p[i])
            json_array_append_new(list, json_pack("[i, f]", (int)i, values->p[i]));
    for (size_t i = 0; i < 2 * table->n_coordinates; i++) {
        const size_t place = sim_values_place(table, values->n, i);
        if (place != SIZE_MAX && is_given(values, i, place))
            json_array_append_new(
                list, json_pack("[i, f]", (int)(table->n_parameters + i), values->x[place]));
    }
    return list;
}

/* The curve of the rail from piece to piece (report/live/belt.h). The third derivative follows
 * from where the piece ends. */
static json_t *pieces_of(const struct sim_belt *rail, double from, double to)
{
    json_t *list = json_array();
    double t = from;
    for (size_t i = 0; t < to && i < PIECES_MAX; i++) {
        double here[3], there[3];
        const double end = fmin(sim_belt_piece_end(rail, t), to), h = end - t;
        sim_belt_at(rail, t, here);
        sim_belt_at(rail, end, there);
        const double parabola = here[0] + h * (here[1] + h * 0.5 * here[2]);
        json_array_append_new(list, json_pack("[f,f,f,f,f,f]", t, end, here[0], here[1],
                                              0.5 * here[2], (there[0] - parabola) / (h * h * h)));
        t = end;
    }
    return list;
}

/* The same where the slope does not jump: speed and slope at the knots say all of a cubic. */
static json_t *knots_of(const struct sim_belt *rail, double from, double to)
{
    json_t *list = json_array();
    double here[3], t = from;
    for (size_t i = 0; i <= PIECES_MAX; i++) {
        sim_belt_at(rail, t, here);
        json_array_append_new(list, json_pack("[f,f,f]", t, here[0], here[1]));
        if (t >= to)
            break;
        t = fmin(sim_belt_piece_end(rail, t), to);
    }
    return list;
}

static json_t *rail_of(const struct report_run *run, double end)
{
    const bool recorded = run->rig->belt.kind == RIG_BELT_CONSTANT;
    const double shift = recorded ? run->alignment.after : 0;
    int order;
    const double first = fmax(sim_belt_first(run->rail), shift);
    const bool jumps = isfinite(sim_belt_next_jump(run->rail, first, &order)),
               smooth = !jumps || order > 1;
    const double last = fmin(sim_belt_last(run->rail), shift + end);
    return json_pack("{s:o, s:i, s:f}", smooth ? "knots" : "pieces",
                     (smooth ? knots_of : pieces_of)(run->rail, first, last), "order",
                     jumps ? order : 3, "shift", shift);
}

static char *rig_text(const struct rig *rig)
{
    char *text = NULL;
    size_t size;
    FILE *out = text_open(&text, &size);
    if (!out)
        return NULL;
    const enum error_code code = rig_print(rig, out, NULL);
    if (text_end(out, &text, NULL) || code) {
        free(text);
        return NULL;
    }
    return text;
}

bool report_live_knows(const struct rig *rig)
{
    return (rig->model->description || rig->model->source) && rig_surface_plain(&rig->surface);
}

/* that of a model which comes with Skitter is made again: compiled, it has no tapes */
static enum error_code print_own(const struct rig *rig, FILE *out, struct error *err)
{
    struct rig_description *made;
    struct arena arena = {0};
    size_t n = 0;
    enum error_code code = rig_description_of(rig->model, &made, err);
    if (code)
        return code;
    if (!made->made)
        code = sim_own_make(made, err);
    const unsigned char *bytes = code ? NULL
                                      : sim_carry_write(sim_registry_of(made->made), rig->law,
                                                        &arena, &n);
    if (bytes)
        report_pack_base64(bytes, n, out);
    if (arena.failed)
        code = error_memory(err);
    arena_free(&arena);
    rig_description_drop(made);
    return code;
}

enum error_code report_live_mechanism(const struct rig *rig, FILE *out, struct error *err)
{
    struct error why;
    const enum error_code code = print_own(rig, out, &why);
    if (code == ERROR_MEMORY && err)
        *err = why;
    return code == ERROR_MEMORY ? code : ERROR_OK; /* one without a description has no sliders */
}

/* browsers round otherwise than the program, which chooses other steps: tolerance that keeps what
 * impacts make of the difference below what a curve shows, and a curve of the program's */
static const double live_rtol = 1e-11;

json_t *report_live_values(const struct rig *rig)
{
    struct sim_values values;
    struct predict_base base;
    predict_base_from_rig(rig, &base);
    sim_values_from_rig(rig, &values);
    char *text = rig_text(rig);
    json_t *spec = json_pack("{s:i, s:[i,i,i], s:o, s:o, s:f, s:s}", "n", (int)values.n, "laws",
                             (int)base.inputs.law, (int)base.impact, 0, "given", given_of(&values),
                             "sliders", sliders_of(&values, rig->own), "rtol", live_rtol, "rig",
                             text ? text : "");
    free(text);
    return spec;
}

void report_live_spec(const struct report_run *run, struct report_document *document)
{
    const struct measure_record *m = &run->measured;
    const double first = m->first + (double)run->prediction.first * m->period -
                         run->alignment.after,
                 end = m->first + (double)(m->n - 1) * m->period - run->alignment.after;
    if (!report_live_knows(run->rig) || !(end > first))
        return;
    json_t *spec = report_live_values(run->rig);
    json_t *times = json_pack("{s:f, s:f, s:f, s:f, s:f}", "phase", fmax(first, 0), "end", end,
                              "rate", 1 / m->period, "period", m->period, "belt", run->belt);
    json_object_update(spec, times);
    json_decref(times);
    if (spec && run->rail)
        json_object_set_new(spec, "rail", rail_of(run, end));
    char *dumped = spec ? json_dumps(spec, JSON_COMPACT) : NULL;
    const char *kept = dumped ? arena_print(&document->arena, "%s", dumped) : NULL;
    if (kept)
        report_document_live(document, kept);
    else
        memory_note();
    free(dumped);
    json_decref(spec);
}
