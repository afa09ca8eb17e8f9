/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/moving.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/base/json.h"
#include "lib/base/text.h"
#include "lib/rig/describe.h"
#include "sim/pose.h"
#include "sim/values.h"

enum { WIDTH = 420, HEIGHT = 340, MARGIN = 34 };

struct moving {
    const struct report_run *run;
    struct rig_description *made;
    bool in_use[RIG_MAX_BODIES];
    struct sim_values values;
    struct sim_pose pose; /* at the start */
    int touching;         /* body; RIG_GROUND: none */
};

/* ---- how it goes together; page_moving.js puts it together at any coordinates */

static double value(const struct moving *m, const struct rig_form *form)
{
    return sim_pose_value(form, m->values.p, m->values.x);
}

static double factor(const struct rig_form *form, size_t coordinate)
{
    double sum = 0;
    for (size_t i = 0; i < form->n; i++)
        if (form->terms[i].coordinate && form->terms[i].index == coordinate)
            sum += form->terms[i].factor;
    return sum;
}

/* [constant, factors of the coordinates], with this value at the start */
static json_t *linear(const struct moving *m, const struct rig_form *form, double at_start)
{
    json_t *list = json_array();
    double constant = at_start;
    for (size_t i = 0; i < m->values.n; i++)
        constant -= factor(form, i) * m->values.x[i];
    json_array_append_new(list, json_real(constant));
    for (size_t i = 0; i < m->values.n; i++)
        json_array_append_new(list, json_real(factor(form, i)));
    return list;
}

/* a place of the world in the axes of a body, or of the ground */
static void place_on(const struct moving *m, int body, const double world[2], double own[2])
{
    const double angle = body == RIG_GROUND ? 0 : m->pose.bodies[body].angle;
    const double x = world[0] - (body == RIG_GROUND ? 0 : m->pose.bodies[body].origin[0]);
    const double y = world[1] - (body == RIG_GROUND ? 0 : m->pose.bodies[body].origin[1]);
    own[0] = x * cos(angle) + y * sin(angle);
    own[1] = y * cos(angle) - x * sin(angle);
}

static json_t *body_of(const struct moving *m, size_t i)
{
    const struct rig_body *body = &m->made->bodies[i];
    const bool turns = body->parent != RIG_GROUND && !body->absolute;
    const double turned = turns ? m->pose.bodies[body->parent].angle : 0;
    const double along = value(m, &body->direction) + turned, slid = value(m, &body->distance);
    const double hung[2] = {m->pose.bodies[i].origin[0] - slid * cos(along),
                            m->pose.bodies[i].origin[1] - slid * sin(along)};
    double at[2];
    place_on(m, body->parent, hung, at);
    return json_pack(
        "{s:i, s:b, s:[o,o], s:o, s:o, s:o}", "parent", body->parent, "turns", (int)turns, "at",
        linear(m, &body->at.at[0], at[0]), linear(m, &body->at.at[1], at[1]), "angle",
        linear(m, &body->angle, m->pose.bodies[i].angle - turned), "slide",
        linear(m, &body->distance, slid), "along", linear(m, &body->direction, along - turned));
}

static json_t *touch_of(const struct moving *m)
{
    const struct rig_touching *touching = &m->made->touching;
    double at[2];
    if (m->touching == RIG_GROUND)
        return json_null();
    place_on(m, m->touching, m->pose.touch, at);
    json_t *touch = json_pack("{s:i, s:[f,f]}", "body", m->touching, "at", at[0], at[1]);
    const struct rig_body *body = &m->made->bodies[m->touching];
    const double a = value(m, &body->size[0]);
    if (touching->kind == RIG_TOUCH_OUTLINE)
        json_object_set_new(
            touch, "round",
            json_pack("[f,f]", a,
                      body->outline == RIG_OUTLINE_DISC ? a : value(m, &body->size[1])));
    return touch;
}

static json_t *springs_of(const struct moving *m)
{
    json_t *list = json_array();
    for (size_t k = 0; k < m->made->n_springs; k++) {
        const struct rig_spring *spring = &m->made->springs[k];
        const int *on = spring->bodies;
        double ends[2][2];
        if (spring->kind != RIG_SPRING_LENGTH || (on[0] != RIG_GROUND && !m->in_use[on[0]]) ||
            (on[1] != RIG_GROUND && !m->in_use[on[1]]))
            continue;
        for (int e = 0; e < 2; e++)
            place_on(m, on[e], m->pose.ends[k][e], ends[e]);
        json_array_append_new(list, json_pack("[[i,f,f],[i,f,f]]", on[0], ends[0][0], ends[0][1],
                                              on[1], ends[1][0], ends[1][1]));
    }
    return list;
}

static json_t *events_of(const struct report_run *run)
{
    json_t *list = json_array();
    for (size_t i = 0; i < run->n_events; i++) {
        const struct report_event *e = &run->events[i];
        const char *word = measure_event_word(e->kind);
        if (isfinite(e->seen))
            json_array_append_new(list, json_pack("[f,s,s]", e->seen, word, "measured"));
        if (isfinite(e->predicted))
            json_array_append_new(list, json_pack("[f,s,s]", e->predicted, word, "predicted"));
    }
    return list;
}

static const char *description_of(const struct moving *m, struct arena *arena)
{
    json_t *bodies = json_array();
    for (size_t i = 0; i < m->made->n_bodies; i++)
        if (m->in_use[i]) /* those that are not come last: none is named by its number */
            json_array_append_new(bodies, body_of(m, i));
    const struct rig_touching *touching = &m->made->touching;
    json_t *all = json_pack("{s:i, s:o, s:o, s:o, s:[f,f,f], s:f, s:o}", "coordinates",
                            (int)m->values.n, "bodies", bodies, "springs", springs_of(m), "touch",
                            touch_of(m), "surface", m->pose.slope, value(m, &touching->through[0]),
                            value(m, &touching->through[1]), "belt", m->run->belt, "events",
                            events_of(m->run));
    char *text = json_dumps(all, JSON_COMPACT | JSON_REAL_PRECISION(12));
    const char *kept = text ? arena_print(arena, "%s", text) : NULL;
    free(text);
    json_decref(all);
    return kept;
}

/* ---- the picture */

static void print_part(const struct moving *m, size_t i, double scale, FILE *out)
{
    double points[SIM_POSE_OUTLINE][2];
    const size_t n = sim_pose_outline(m->made, i, m->values.p, m->values.x, points);
    fprintf(out, "<g class=\"part\" transform=\"translate(%.6g %.6g) rotate(%.6g)\">",
            m->pose.bodies[i].origin[0], m->pose.bodies[i].origin[1],
            m->pose.bodies[i].angle * 57.29577951308232);
    if (n == 1) {
        fprintf(out, "<circle class=\"solid\" r=\"%.4g\"/>", 6 / scale);
    } else {
        fprintf(out, "<path class=\"%s\" d=\"", n > 2 ? "solid" : "rod");
        for (size_t k = 0; k < n; k++)
            fprintf(out, "%c%.5g %.5g", k ? 'L' : 'M', points[k][0], points[k][1]);
        fprintf(out, "%s\"/>", n > 2 ? "z" : "");
    }
    if (m->made->bodies[i].joint == RIG_JOINT_HINGE)
        fprintf(out, "<circle class=\"joint\" r=\"%.4g\"/>", 4 / scale);
    fputs("</g>", out);
}

/* what must be seen: outlines, and the surface below them */
static void see(const struct moving *m, double low[2], double high[2])
{
    double points[SIM_POSE_OUTLINE][2];
    low[0] = low[1] = INFINITY;
    high[0] = high[1] = -INFINITY;
    for (size_t i = 0; i < m->made->n_bodies; i++) {
        const double angle = m->pose.bodies[i].angle, *origin = m->pose.bodies[i].origin;
        const size_t n = m->in_use[i]
                             ? sim_pose_outline(m->made, i, m->values.p, m->values.x, points)
                             : 0;
        for (size_t k = 0; k < n; k++) {
            const double place[2] = {
                origin[0] + points[k][0] * cos(angle) - points[k][1] * sin(angle),
                origin[1] + points[k][0] * sin(angle) + points[k][1] * cos(angle)};
            for (int c = 0; c < 2; c++) {
                low[c] = fmin(low[c], place[c]);
                high[c] = fmax(high[c], place[c]);
            }
        }
    }
    for (int c = 0; c < 2 && m->touching != RIG_GROUND; c++) {
        low[c] = fmin(low[c], m->pose.touch[c]);
        high[c] = fmax(high[c], m->pose.touch[c]);
    }
}

static void print_picture(const struct moving *m, FILE *out)
{
    double low[2], high[2];
    see(m, low, high);
    const double width = fmax(high[0] - low[0], 1e-6), height = fmax(high[1] - low[1], 1e-6);
    const double scale = fmin((WIDTH - 2 * MARGIN) / width, (HEIGHT - 2 * MARGIN) / height);
    fprintf(out,
            "<svg class=\"mechanism\" viewBox=\"0 0 %d %d\" role=\"img\"><title>the mechanism"
            "</title><g class=\"world\" transform=\"translate(%.5g %.5g) scale(%.5g -%.5g) "
            "translate(%.5g %.5g)\">",
            WIDTH, HEIGHT, 0.5 * WIDTH, 0.5 * HEIGHT, scale, scale, -0.5 * (low[0] + high[0]),
            -0.5 * (low[1] + high[1]));
    if (m->touching != RIG_GROUND) {
        const double far = 2 * (WIDTH + HEIGHT) / scale, slope = m->pose.slope;
        const double x = value(m, &m->made->touching.through[0]),
                     y = value(m, &m->made->touching.through[1]);
        fprintf(out, "<path class=\"surface\" d=\"M%.5g %.5gL%.5g %.5g\"/>", x - far * cos(slope),
                y - far * sin(slope), x + far * cos(slope), y + far * sin(slope));
    }
    fputs("<g class=\"pose predicted\">", out);
    for (size_t i = 0; i < m->made->n_bodies; i++)
        if (m->in_use[i])
            print_part(m, i, scale, out);
    fputs("</g></g></svg>", out);
}

static const char *picture_of(const struct moving *m, struct arena *arena)
{
    char *text = NULL;
    size_t size;
    FILE *out = text_open(&text, &size);
    if (!out)
        return NULL;
    print_picture(m, out);
    const char *kept = text_end(out, &text, NULL) ? NULL : arena_print(arena, "%s", text);
    free(text);
    return kept;
}

/* ---- over time */

static void add_line(const struct report_run *run, const struct predict_curve *curve,
                     const char *name, const double *y, struct report_figure *lines,
                     struct arena *arena)
{
    const struct measure_record *m = &run->measured;
    figure_series_add(arena, &lines->panel,
                      (struct figure_series){.name = name,
                                             .style = report_look(REPORT_LOOK_PREDICTED),
                                             .mark = FIGURE_LINE,
                                             .first = m->first +
                                                      (double)run->prediction.first * m->period -
                                                      run->alignment.after,
                                             .step = (double)curve->every * m->period,
                                             .y = y,
                                             .n = curve->n});
}

static void add_lines(const struct moving *m, struct report_figure *lines, struct arena *arena)
{
    const struct predict_curve *predicted = &m->run->prediction.state, *seen = &m->run->state;
    add_line(m->run, predicted, "predicted", predicted->x, lines, arena);
    for (size_t k = 0; k < predicted->n_more; k++)
        add_line(m->run, predicted, k + 2 < predicted->n_more ? "predicted" : "force",
                 predicted->more[k], lines, arena);
    if (seen->n < 2 || m->values.n != 2)
        return;
    add_line(m->run, seen, "measured", seen->x, lines, arena);
    add_line(m->run, seen, "measured", seen->more[0], lines, arena);
}

/* the last body there is, where the mechanism's size is its contact's place */
static int touching_body(const struct moving *m)
{
    const struct rig_touching *touching = &m->made->touching;
    if (touching->kind == RIG_TOUCH_NOTHING || touching->never)
        return RIG_GROUND;
    int body = touching->body;
    while (body > 0 && !m->in_use[body])
        body--;
    return body;
}

enum error_code report_moving(const struct report_run *run, const char *id,
                              struct report_document *document, struct error *err)
{
    struct moving m = {.run = run};
    struct report_figure lines = {.title = "The mechanism moves"};
    if (run->prediction.state.n < 2 || run->prediction.state.n_more == 0)
        return ERROR_OK;
    enum error_code code = rig_description_of(run->rig->model, &m.made, err);
    if (code)
        return code;
    sim_values_from_rig(run->rig, &m.values);
    rig_description_bodies(m.made, m.values.n, m.in_use);
    m.touching = touching_body(&m);
    code = sim_values_complete(&m.values, err);
    if (!code)
        code = sim_pose_at(m.made, m.values.n, m.values.p, m.values.x, &m.pose, err);
    if (!code && !m.made->base_wave.harmonic) {
        snprintf(lines.id, sizeof lines.id, "%s-moving", id);
        add_lines(&m, &lines, &document->arena);
        report_document_moving(document, description_of(&m, &document->arena),
                               picture_of(&m, &document->arena), &lines);
    }
    rig_description_drop(m.made);
    return code;
}
