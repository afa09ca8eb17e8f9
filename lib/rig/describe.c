/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/describe.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/nearest.h"
#include "lib/base/units.h"
#include "lib/rig/form.h"
#include "lib/rig/mechanism.h"
#include "lib/rig/schedule.h"

enum { PATH_SIZE = 160 };

/* an object of the source and where it is, "mechanism.bodies[1]" */
struct place {
    const char *path;
    const json_t *object;
    const char *whose; /* name of what it describes, for texts */
};

typedef struct rig_describer describer;

/* ---- words and keys */

static enum error_code fail(describer *s, struct place place, const char *key, const char *message)
{
    return rig_describe_at(s, error_set(s->err, ERROR_INPUT, "%s", message), place.path, key);
}

/* a NULL-terminated list of words in a message */
static void say_words(struct error *err, const char *const *words)
{
    for (size_t i = 0; words[i]; i++)
        error_append(err, "%s %s", i == 0 ? "" : words[i + 1] ? "," : " or", words[i]);
}

static void say_nearest(struct error *err, const char *word, const char *const *words)
{
    struct nearest nearest = nearest_to(word);
    char hint[96];
    for (size_t i = 0; words[i]; i++)
        nearest_offer(&nearest, words[i]);
    nearest_hint(&nearest, hint, sizeof hint);
    error_append(err, "%s", hint);
}

static bool among(const char *word, const char *const *words, size_t *which)
{
    for (*which = 0; words[*which]; (*which)++)
        if (strcmp(words[*which], word) == 0)
            return true;
    return false;
}

static enum error_code check_keys(describer *s, struct place place, const char *const *keys)
{
    const char *key;
    json_t *value;
    size_t unused;
    if (!json_is_object(place.object))
        return fail(s, place, "",
                    "keys with values are expected here; skitter-rig(5) shows the layout");
    json_object_foreach((json_t *)place.object, key, value)
    {
        if (among(key, keys, &unused))
            continue;
        error_set(s->err, ERROR_INPUT, "unknown key");
        say_nearest(s->err, key, keys);
        error_append(s->err, " (it may be");
        say_words(s->err, keys);
        error_append(s->err, ")");
        return rig_describe_at(s, ERROR_INPUT, place.path, key);
    }
    return ERROR_OK;
}

/* the text of a key, NULL when it is not there */
static enum error_code get_text(describer *s, struct place place, const char *key,
                                const char **text)
{
    const json_t *value = json_object_get(place.object, key);
    *text = json_string_value(value);
    if (value && !*text)
        return fail(s, place, key, "one value is expected here, like \"0.12 kg\" or a name");
    return ERROR_OK;
}

/* one of some words; *which stays as it is without the key */
static enum error_code get_word(describer *s, struct place place, const char *key,
                                const char *const *words, size_t *which)
{
    const char *text;
    enum error_code code = get_text(s, place, key, &text);
    if (code || !text || among(text, words, which))
        return code;
    error_set(s->err, ERROR_INPUT, "\"%.40s\" is not known", text);
    say_nearest(s->err, text, words);
    error_append(s->err, " (it may be");
    say_words(s->err, words);
    error_append(s->err, ")");
    return rig_describe_at(s, ERROR_INPUT, place.path, key);
}

/* ---- numbers */

static struct rig_slot slot_of(struct place place, const char *what, const char *unit,
                               enum quantity_range range)
{
    return (struct rig_slot){.unit = unit, .range = range, .what = what, .whose = place.whose};
}

/* what is not there stays; *given says whether it was (may be NULL) */
static enum error_code get_form(describer *s, struct place place, const char *key,
                                struct rig_slot slot, struct rig_form *form, bool *given)
{
    const char *text;
    enum error_code code = get_text(s, place, key, &text);
    if (given)
        *given = text != NULL;
    if (code || !text)
        return code;
    return rig_describe_at(s, rig_form_read(s, &slot, text, form), place.path, key);
}

/* "[x, y]" */
static enum error_code get_pair(describer *s, struct place place, const char *key,
                                const json_t *list, struct rig_slot slot, struct rig_form pair[2])
{
    enum error_code code = ERROR_OK;
    if (!json_is_array(list) || json_array_size(list) != 2)
        return fail(s, place, key, "two numbers are expected here, like \"[0 m, height]\"");
    for (size_t i = 0; i < 2 && !code; i++) {
        char path[PATH_SIZE];
        const char *text = json_string_value(json_array_get(list, i));
        snprintf(path, sizeof path, "%s.%s[%zu]", place.path, key, i);
        code = text ? rig_form_read(s, &slot, text, &pair[i])
                    : error_set(s->err, ERROR_INPUT, "one number is expected here");
        code = rig_describe_at(s, code, path, "");
    }
    return code;
}

static enum error_code get_wave(describer *s, struct place place, bool base, struct rig_wave *wave)
{
    bool phase;
    enum error_code code = get_form(s, place, "frequency",
                                    slot_of(place, "frequency", "Hz", QUANTITY_POSITIVE),
                                    &wave->frequency, &wave->harmonic);
    if (!code)
        code = get_form(s, place, "phase", slot_of(place, "phase", "rad", QUANTITY_ANY),
                        &wave->phase, &phase);
    if (!code && phase && !wave->harmonic)
        return fail(s, place, "phase", "needs a frequency beside it");
    s->made->has_clock |= wave->harmonic;
    return code ? code : rig_schedule_read(s, place.path, place.object, base, wave);
}

/* ---- bodies by name, points */

static int body_named(const struct rig_description *made, const char *name)
{
    for (size_t i = 0; i < made->n_bodies; i++)
        if (strcmp(made->bodies[i].name, name) == 0)
            return (int)i;
    return RIG_GROUND;
}

static enum error_code find_body(describer *s, struct place place, const char *key,
                                 const char *name, int *body)
{
    *body = body_named(s->made, name);
    if (*body != RIG_GROUND || strcmp(name, "ground") == 0)
        return ERROR_OK;
    struct nearest nearest = nearest_to(name);
    char hint[96];
    for (size_t i = 0; i < s->made->n_bodies; i++)
        nearest_offer(&nearest, s->made->bodies[i].name);
    nearest_hint(&nearest, hint, sizeof hint);
    error_set(s->err, ERROR_INPUT, "there is no body %.40s%s; it may be one of bodies, or ground",
              name, hint);
    return rig_describe_at(s, ERROR_INPUT, place.path, key);
}

/* "end", "origin", "centre" or [x, y] on a body */
static enum error_code get_point(describer *s, struct place place, const char *key, int body,
                                 bool moves, struct rig_point *point)
{
    static const char *const words[] = {"origin", "centre", "end", NULL};
    const json_t *value = json_object_get(place.object, key);
    struct rig_slot slot = slot_of(place, "place of a point", "m", QUANTITY_ANY);
    size_t which = 0;
    slot.moves = moves;
    *point = (struct rig_point){0};
    if (!value)
        return ERROR_OK;
    if (json_is_array(value))
        return get_pair(s, place, key, value, slot, point->at);
    if (body == RIG_GROUND)
        return fail(s, place, key, "on the ground a place is expected, like \"[0 m, height]\"");
    enum error_code code = get_word(s, place, key, words, &which);
    if (code)
        return code;
    const struct rig_body *on = &s->made->bodies[body];
    point->centre = which == 1;
    if (which == 2 && on->outline != RIG_OUTLINE_ROD)
        return fail(s, place, key, "only a rod (a body with a length) has an end; give [x, y]");
    point->end = which == 2;
    if (point->end)
        memcpy(point->at, on->size, sizeof point->at);
    return ERROR_OK;
}

/* ---- a body */

static const char *const direction_words[] = {"right", "up", "left", "down", NULL};
static const double quarter_turn = 1.57079632679489661923;

static enum error_code get_rod(describer *s, struct place place, struct rig_body *body)
{
    size_t direction = 3;
    struct rig_form length;
    const json_t *end = json_object_get(place.object, "end"),
                 *begin = json_object_get(place.object, "begin");
    struct rig_slot slot = slot_of(place, "length", "m", QUANTITY_POSITIVE);
    bool given;
    enum error_code code = get_form(s, place, "length", slot, &length, &given);
    if (!code && given)
        code = get_word(s, place, "direction", direction_words, &direction);
    if (!code && begin && !end)
        return fail(s, place, "begin", "needs an end beside it");
    if (code || (!given && !end))
        return code;
    body->outline = RIG_OUTLINE_ROD;
    if (end) {
        slot.range = QUANTITY_ANY;
        if (given)
            return fail(s, place, "end", "give either a length or an end");
        code = get_pair(s, place, "end", end, slot, body->size);
        return code || !begin ? code : get_pair(s, place, "begin", begin, slot, body->begin);
    }
    const double sign = direction < 2 ? 1 : -1;
    struct rig_form *along = &body->size[direction % 2];
    *along = length;
    along->constant *= sign;
    for (size_t i = 0; i < along->n; i++)
        along->terms[i].factor *= sign;
    return ERROR_OK;
}

static enum error_code get_polygon(describer *s, struct place place, struct rig_body *body)
{
    const json_t *list = json_object_get(place.object, "polygon");
    const size_t n = json_array_size(list);
    if (n < 3 || n > RIG_MAX_CORNERS)
        return fail(s, place, "polygon",
                    "3 to 16 corners are expected, counter-clockwise, each like \"[0 m, 1 m]\"");
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < n && !code; i++) {
        char key[32];
        snprintf(key, sizeof key, "polygon[%zu]", i);
        code = get_pair(s, place, key, json_array_get(list, i),
                        slot_of(place, "corner", "m", QUANTITY_ANY), body->corners[i]);
    }
    body->n_corners = n;
    return code;
}

static enum error_code get_outline(describer *s, struct place place, struct rig_body *body)
{
    static const struct {
        const char *key, *what;
        enum rig_outline outline;
    } outlines[] = {{"box", "side", RIG_OUTLINE_BOX},
                    {"disc", "radius", RIG_OUTLINE_DISC},
                    {"ellipse", "half axis", RIG_OUTLINE_ELLIPSE},
                    {"polygon", "corner", RIG_OUTLINE_POLYGON}};
    enum error_code code = get_rod(s, place, body);
    for (size_t i = 0; i < sizeof outlines / sizeof *outlines && !code; i++) {
        const char *key = outlines[i].key;
        const json_t *value = json_object_get(place.object, key);
        const struct rig_slot slot = slot_of(place, outlines[i].what, "m", QUANTITY_POSITIVE);
        if (!value)
            continue;
        if (body->outline != RIG_OUTLINE_NONE)
            return fail(s, place, key, "the body has an outline already; give one only");
        body->outline = outlines[i].outline;
        if (body->outline == RIG_OUTLINE_POLYGON)
            code = get_polygon(s, place, body);
        else if (body->outline == RIG_OUTLINE_DISC)
            code = get_form(s, place, key, slot, &body->size[0], NULL);
        else
            code = get_pair(s, place, key, value, slot, body->size);
    }
    return code;
}

static enum error_code get_mass(describer *s, struct place place, struct rig_body *body)
{
    const json_t *centre = json_object_get(place.object, "centre");
    bool given;
    enum error_code code = get_form(
        s, place, "mass", slot_of(place, "mass", "kg", QUANTITY_NON_NEGATIVE), &body->mass, &given);
    if (!code && !given)
        return fail(s, place, "mass", "is missing; give \"mass: 0 kg\" if the body has none");
    if (!code && centre) {
        body->has_centre = true;
        code = get_pair(s, place, "centre", centre,
                        slot_of(place, "place of the centre of mass", "m", QUANTITY_ANY),
                        body->centre);
    }
    if (!code)
        code = get_form(
            s, place, "inertia",
            slot_of(place, "moment of inertia about the centre", "kg.m2", QUANTITY_NON_NEGATIVE),
            &body->inertia, &body->has_inertia);
    if (!code && !body->has_inertia)
        code = get_form(s, place, "gyration",
                        slot_of(place, "radius of gyration", "m", QUANTITY_NON_NEGATIVE),
                        &body->inertia, &body->has_gyration);
    else if (!code && json_object_get(place.object, "gyration"))
        return fail(s, place, "gyration", "give either inertia or gyration");
    return code;
}

static bool moves(const struct rig_form *form)
{
    for (size_t i = 0; i < form->n; i++)
        if (form->terms[i].coordinate)
            return true;
    return false;
}

/* "along": a word, or an angle */
static enum error_code get_direction(describer *s, struct place place, const char *what,
                                     struct rig_form *direction)
{
    const char *text;
    size_t which;
    enum error_code code = get_text(s, place, "along", &text);
    if (code || !text)
        return code;
    if (among(text, direction_words, &which)) {
        direction->constant = quarter_turn * (double)which;
        return ERROR_OK;
    }
    return get_form(s, place, "along", slot_of(place, what, "rad", QUANTITY_ANY), direction, NULL);
}

/* a joint lets move what it is for, and nothing else */
static enum error_code check_joint(describer *s, struct place place, const struct rig_body *body)
{
    const bool shifts = moves(&body->at.at[0]) || moves(&body->at.at[1]);
    const bool slides = json_object_get(place.object, "distance") != NULL;
    if (body->joint == RIG_JOINT_HINGE && !moves(&body->angle))
        return fail(s, place, "angle", "is missing or names no coordinate; a hinge turns by one");
    if (body->joint == RIG_JOINT_SLIDER && !moves(&body->distance))
        return fail(s, place, "distance",
                    "is missing or names no coordinate; a slider moves by one");
    if (body->joint == RIG_JOINT_FREE && !(shifts || moves(&body->angle)))
        return fail(s, place, "at", "names no coordinate; a free body moves by \"at: [x, y]\"");
    if (body->joint == RIG_JOINT_FIXED && moves(&body->angle))
        return fail(s, place, "angle", "names a coordinate; a body that turns is a hinge");
    if (body->joint == RIG_JOINT_SLIDER && moves(&body->angle))
        return fail(s, place, "angle", "names a coordinate; a slider does not turn on its parent");
    if (body->joint != RIG_JOINT_FREE && shifts)
        return fail(s, place, "at", "names a coordinate; only a free body moves so");
    if (body->joint != RIG_JOINT_SLIDER && (slides || json_object_get(place.object, "along")))
        return fail(s, place, slides ? "distance" : "along", "is for sliders; remove it");
    return ERROR_OK;
}

static enum error_code get_body(describer *s, struct place place, struct rig_body *body)
{
    static const char *const joints[] = {"hinge", "slider", "free", "fixed", NULL};
    static const char *const no_yes[] = {"no", "yes", NULL};
    struct rig_slot angle = slot_of(place, "angle", "rad", QUANTITY_ANY);
    struct rig_slot distance = slot_of(place, "distance", "m", QUANTITY_ANY);
    size_t joint = SIZE_MAX, absolute = 0;
    angle.moves = distance.moves = true;
    enum error_code code = get_word(s, place, "joint", joints, &joint);
    if (!code && joint == SIZE_MAX)
        return fail(s, place, "joint", "is missing; it may be hinge, slider, free or fixed");
    body->joint = (enum rig_joint)joint;
    if (!code)
        code = get_point(s, place, "at", body->parent, joint == RIG_JOINT_FREE, &body->at);
    if (!code)
        code = get_direction(s, place, "direction of the slide", &body->direction);
    if (!code)
        code = get_form(s, place, "distance", distance, &body->distance, NULL);
    if (!code)
        code = get_form(s, place, "angle", angle, &body->angle, NULL);
    if (!code)
        code = get_word(s, place, "absolute", no_yes, &absolute);
    body->absolute = absolute == 1;
    if (!code)
        code = check_joint(s, place, body);
    if (!code)
        code = get_outline(s, place, body);
    return code ? code : get_mass(s, place, body);
}

/* ---- lists */

/* the entries of a list, each an object with these keys and no others */
static enum error_code each(describer *s, const char *name, const json_t *source, size_t most,
                            const char *const *keys,
                            enum error_code (*read)(describer *s, struct place place, size_t i))
{
    char path[PATH_SIZE];
    const json_t *list = json_object_get(source, name);
    enum error_code code = ERROR_OK;
    const struct place top = {.path = "mechanism", .object = source, .whose = ""};
    if (list && !json_is_array(list))
        return fail(s, top, name, "a list is expected here, each entry after a \"-\"");
    if (json_array_size(list) > most) {
        error_set(s->err, ERROR_INPUT, "has too many entries; at most %zu", most);
        return rig_describe_at(s, ERROR_INPUT, "mechanism", name);
    }
    for (size_t i = 0; i < json_array_size(list) && !code; i++) {
        snprintf(path, sizeof path, "mechanism.%s[%zu]", name, i);
        const struct place place = {path, json_array_get(list, i), ""};
        code = check_keys(s, place, keys);
        if (!code)
            code = read(s, place, i);
    }
    return code;
}

static enum error_code name_body(describer *s, struct place place, size_t i)
{
    struct rig_body *body = &s->made->bodies[i];
    const char *name;
    enum error_code code = get_text(s, place, "name", &name);
    if (code)
        return code;
    if (!name || !rig_is_name(name) || strcmp(name, "ground") == 0)
        return fail(s, place, "name",
                    "a name of letters and digits is expected, other than ground");
    if (body_named(s->made, name) != RIG_GROUND)
        return fail(s, place, "name", "another body has this name; give each its own");
    snprintf(body->name, sizeof body->name, "%s", name);
    s->made->n_bodies++;
    return ERROR_OK;
}

static enum error_code name_parent(describer *s, struct place place, size_t i)
{
    const char *name;
    enum error_code code = get_text(s, place, "parent", &name);
    if (code)
        return code;
    return find_body(s, place, "parent", name ? name : "ground", &s->made->bodies[i].parent);
}

/* a body comes after the one that it hangs from, and from the ground in the end */
static enum error_code check_parent(describer *s, struct place place, size_t i)
{
    const struct rig_body *bodies = s->made->bodies;
    int body = (int)i;
    for (size_t hops = 0; body != RIG_GROUND && hops <= s->made->n_bodies; hops++)
        body = bodies[body].parent;
    if (body != RIG_GROUND)
        return fail(s, place, "parent",
                    "leads round in a loop, never to the ground; only trees can be described: let "
                    "one body of the loop hang from another");
    if (bodies[i].parent >= (int)i)
        return fail(s, place, "parent", "is described below; move it above this body");
    return ERROR_OK;
}

static enum error_code read_body(describer *s, struct place place, size_t i)
{
    place.whose = s->made->bodies[i].name;
    return get_body(s, place, &s->made->bodies[i]);
}

/* ---- springs and forces */

static bool spring_turns(const struct rig_description *made, const struct rig_spring *spring)
{
    return spring->kind == RIG_SPRING_ANGLE ||
           (spring->kind == RIG_SPRING_COORDINATE &&
            strcmp(made->states[spring->coordinate].unit, "rad") == 0);
}

static enum error_code get_ends(describer *s, struct place place, const json_t *pair,
                                struct rig_spring *spring)
{
    enum error_code code = ERROR_OK;
    if (!json_is_array(pair) || json_array_size(pair) != 2)
        return fail(s, place, "between", "two bodies are expected here, like \"[upper, lower]\"");
    for (size_t i = 0; i < 2 && !code; i++) {
        const char *name = json_string_value(json_array_get(pair, i));
        code = find_body(s, place, "between", name ? name : "", &spring->bodies[i]);
    }
    const bool from = json_object_get(place.object, "from"),
               to = json_object_get(place.object, "to");
    if (code || !(from || to))
        return code;
    if (!(from && to))
        return fail(s, place, from ? "to" : "from",
                    "is missing; a spring between points has \"from\" on the first body and "
                    "\"to\" on the second");
    spring->kind = RIG_SPRING_LENGTH;
    code = get_point(s, place, "from", spring->bodies[0], false, &spring->points[0]);
    return code ? code : get_point(s, place, "to", spring->bodies[1], false, &spring->points[1]);
}

static enum error_code get_rest(describer *s, struct place place, size_t i, struct rig_slot slot)
{
    struct rig_spring *spring = &s->made->springs[i];
    const char *text;
    enum error_code code = get_text(s, place, "rest", &text);
    if (code || !text || strcmp(text, "set-down") != 0)
        return code ? code : get_form(s, place, "rest", slot, &spring->rest, NULL);
    char name[RIG_NAME_SIZE + 8];
    size_t index;
    snprintf(name, sizeof name, "%s_rest", spring->name);
    name[RIG_NAME_SIZE - 1] = '\0';
    code = rig_form_parameter(s, &slot, name, &index);
    if (code)
        return rig_describe_at(s, code, place.path, "rest");
    s->made->set_down[index] = i;
    spring->rest.n = 1;
    spring->rest.terms[0].factor = 1;
    spring->rest.terms[0].index = index;
    return ERROR_OK;
}

static enum error_code read_spring(describer *s, struct place place, size_t i)
{
    struct rig_spring *spring = &s->made->springs[i];
    const json_t *between = json_object_get(place.object, "between");
    const char *on, *name;
    enum error_code code = get_text(s, place, "on", &on);
    if (!code)
        code = get_text(s, place, "name", &name);
    if (code)
        return code;
    if (name && !rig_is_name(name))
        return fail(s, place, "name", "a name of letters and digits is expected");
    if (name)
        snprintf(spring->name, sizeof spring->name, "%s", name);
    else
        snprintf(spring->name, sizeof spring->name, "spring%zu", i + 1);
    place.whose = spring->name;
    s->made->n_springs++;
    if (!on == !between)
        return fail(s, place, "",
                    "give either \"between: [BODY, BODY]\" or \"on: COORDINATE\" of a spring");
    spring->kind = RIG_SPRING_ANGLE;
    if (between) {
        code = get_ends(s, place, between, spring);
    } else if (!rig_coordinate_unit(s, on)) {
        return fail(s, place, "on", "is no coordinate");
    } else {
        spring->kind = RIG_SPRING_COORDINATE;
        code = rig_form_coordinate(s, on, &spring->coordinate);
    }
    if (code)
        return code;
    const bool turns = spring_turns(s->made, spring);
    const enum quantity_range some = QUANTITY_NON_NEGATIVE;
    code = get_form(s, place, "stiffness",
                    slot_of(place, "stiffness", turns ? "N.m/rad" : "N/m", some),
                    &spring->stiffness, NULL);
    if (!code)
        code = get_form(s, place, "damping",
                        slot_of(place, "damping", turns ? "N.m.s/rad" : "N.s/m", some),
                        &spring->damping, NULL);
    if (!code)
        code = get_form(s, place, "preload",
                        slot_of(place, "preload", turns ? "N.m" : "N", QUANTITY_ANY),
                        &spring->preload, NULL);
    return code ? code
                : get_rest(s, place, i,
                           slot_of(place, turns ? "angle without torque" : "length without force",
                                   turns ? "rad" : "m", QUANTITY_ANY));
}

static enum error_code read_force(describer *s, struct place place, size_t i)
{
    struct rig_force *force = &s->made->forces[i];
    const json_t *pair = json_object_get(place.object, "force");
    const char *name;
    enum error_code code = get_text(s, place, "body", &name);
    s->made->n_forces++;
    if (!code)
        code = find_body(s, place, "body", name ? name : "", &force->body);
    if (code)
        return code;
    if (force->body == RIG_GROUND)
        return fail(s, place, "body", "the ground does not move; name a body");
    place.whose = s->made->bodies[force->body].name;
    code = get_form(s, place, "torque", slot_of(place, "torque", "N.m", QUANTITY_ANY),
                    &force->values[0], &force->turns);
    if (!code && force->turns == (pair != NULL))
        return fail(s, place, "", "give either \"force: [X, Y]\" or \"torque: T\"");
    if (!code && pair)
        code = get_pair(s, place, "force", pair, slot_of(place, "force", "N", QUANTITY_ANY),
                        force->values);
    if (!code)
        code = get_point(s, place, "point", force->body, false, &force->point);
    return code ? code : get_wave(s, place, false, &force->wave);
}

/* ---- outputs */

static const struct {
    const char *key, *unit; /* which names the body or the spring */
    enum rig_output_kind kind;
} output_kinds[] = {{"displacement", "m", RIG_OUTPUT_DISPLACEMENT},
                    {"velocity", "m/s", RIG_OUTPUT_VELOCITY},
                    {"acceleration", "m/s2", RIG_OUTPUT_ACCELERATION},
                    {"angle", "rad", RIG_OUTPUT_ANGLE},
                    {"spin", "rad/s", RIG_OUTPUT_SPIN},
                    {"force", "N", RIG_OUTPUT_FORCE}};
enum { OUTPUT_KINDS = sizeof output_kinds / sizeof *output_kinds };

static enum error_code find_spring(describer *s, struct place place, const char *name,
                                   size_t *spring)
{
    struct nearest nearest = nearest_to(name);
    char hint[96];
    for (*spring = 0; *spring < s->made->n_springs; (*spring)++) {
        nearest_offer(&nearest, s->made->springs[*spring].name);
        if (strcmp(s->made->springs[*spring].name, name) == 0)
            return ERROR_OK;
    }
    nearest_hint(&nearest, hint, sizeof hint);
    error_set(s->err, ERROR_INPUT, "there is no spring %.40s%s; name one of springs", name, hint);
    return rig_describe_at(s, ERROR_INPUT, place.path, "force");
}

/* a point of a body and the direction that is looked along */
static enum error_code get_sight(describer *s, struct place place, struct rig_output *output)
{
    static const char *const axes[] = {"world", "body", NULL};
    size_t which = 0;
    if (!json_object_get(place.object, "along"))
        return fail(s, place, "along", "is missing; it may be right, up, left, down or an angle");
    enum error_code code = get_point(s, place, "point", output->body, false, &output->point);
    if (!code)
        code = get_direction(s, place, "direction of the output", &output->direction);
    if (!code)
        code = get_word(s, place, "axes", axes, &which);
    output->turns = which == 1;
    return code;
}

static enum error_code get_shown(describer *s, struct place place, size_t kind,
                                 struct rig_output *output, struct quantity *row)
{
    static const char *const sight_keys[] = {"point", "along", "axes"};
    const char *of;
    enum error_code code = get_text(s, place, output_kinds[kind].key, &of);
    if (code)
        return code;
    output->kind = output_kinds[kind].kind;
    row->unit = output_kinds[kind].unit;
    snprintf(output->text, sizeof output->text, "%s of %.40s", output_kinds[kind].key, of);
    if (output->kind == RIG_OUTPUT_FORCE) {
        code = find_spring(s, place, of, &output->spring);
        if (!code && spring_turns(s->made, &s->made->springs[output->spring]))
            row->unit = "N.m";
    } else {
        code = find_body(s, place, output_kinds[kind].key, of, &output->body);
        if (!code && output->body == RIG_GROUND)
            return fail(s, place, output_kinds[kind].key, "the ground shows nothing; name a body");
    }
    if (!code && output->kind <= RIG_OUTPUT_ACCELERATION)
        return get_sight(s, place, output);
    for (size_t i = 0; i < 3 && !code; i++)
        if (json_object_get(place.object, sight_keys[i]))
            return fail(s, place, sight_keys[i], "is for the motion of a point; remove it");
    return code;
}

/* a column of a trajectory has one meaning */
static bool is_taken(const struct rig_description *made, const char *name)
{
    static const char *const columns[] = {"t",       "tip_t",   "tip_n", "slip", "gap",
                                          "force_t", "force_n", "mode",  "rail", NULL};
    size_t which;
    for (size_t i = 0; i < made->n_coordinates; i++) {
        const char *coordinate = made->states[i].name;
        const size_t length = strlen(coordinate);
        if (strncmp(name, coordinate, length) == 0 &&
            (name[length] == '\0' || strcmp(name + length, "_dot") == 0))
            return true;
    }
    return among(name, columns, &which) || strcmp(name, "clock") == 0;
}

static enum error_code read_output(describer *s, struct place place, size_t i)
{
    struct rig_output *output = &s->made->outputs[i];
    struct quantity *row = &s->made->output_rows[i];
    const char *name;
    size_t kind = OUTPUT_KINDS, given = 0;
    enum error_code code = get_text(s, place, "name", &name);
    if (code)
        return code;
    if (!name || !rig_is_name(name))
        return fail(s, place, "name", "a name of letters and digits is expected");
    if (quantity_find(s->made->output_rows, i, name) < i)
        return fail(s, place, "name", "another output has this name; give each its own");
    if (is_taken(s->made, name))
        return fail(s, place, "name", "has a meaning in every motion already; choose another");
    for (size_t k = 0; k < OUTPUT_KINDS; k++)
        if (json_object_get(place.object, output_kinds[k].key)) {
            kind = k;
            given++;
        }
    if (given != 1)
        return fail(s, place, "",
                    "give one of displacement, velocity, acceleration, angle, spin (of a body) or "
                    "force (of a spring)");
    snprintf(output->name, sizeof output->name, "%s", name);
    *row = (struct quantity){.name = output->name, .doc = output->text};
    s->made->n_outputs++;
    return get_shown(s, place, kind, output, row);
}

/* ---- contact, gravity, base */

static enum error_code get_surface(describer *s, struct place place, struct rig_touching *touching)
{
    static const char *const keys[] = {"slope", "through", NULL};
    const json_t *surface = json_object_get(place.object, "surface");
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "%s.surface", place.path);
    const char *word = json_string_value(surface);
    if (!surface || (word && strcmp(word, "horizontal") == 0))
        return ERROR_OK;
    if (word)
        return fail(s, place, "surface", "it may be horizontal, or have a slope and a point");
    place = (struct place){path, surface, "the surface"};
    enum error_code code = check_keys(s, place, keys);
    if (!code)
        code = get_form(s, place, "slope", slot_of(place, "slope", "rad", QUANTITY_ANY),
                        &touching->slope, NULL);
    const json_t *through = json_object_get(surface, "through");
    if (!code && through)
        code = get_pair(s, place, "through", through, slot_of(place, "point", "m", QUANTITY_ANY),
                        touching->through);
    return code;
}

static enum error_code get_touch(describer *s, struct place place, struct rig_touching *touching)
{
    static const char *const no_yes[] = {"no", "yes", NULL};
    const json_t *face = json_object_get(place.object, "face");
    size_t outline = 0;
    enum error_code code = get_word(s, place, "outline", no_yes, &outline);
    if (!code)
        code = get_point(s, place, "point", touching->body, false, &touching->point);
    if (code)
        return code;
    const enum rig_outline has = s->made->bodies[touching->body].outline;
    const size_t corners = rig_body_corners(&s->made->bodies[touching->body]);
    touching->kind = outline && corners ? RIG_TOUCH_CORNERS
                     : outline          ? RIG_TOUCH_OUTLINE
                     : face             ? RIG_TOUCH_FACE
                                        : RIG_TOUCH_POINT;
    if (outline && (face || json_object_get(place.object, "point")))
        return fail(s, place, "outline", "give one of outline, and point with or without face");
    if (outline && (has == RIG_OUTLINE_NONE || has == RIG_OUTLINE_ROD))
        return fail(s, place, "outline",
                    "only a disc, an ellipse, a box or a polygon touches with its outline; give "
                    "the point that touches, or for a whole side the point and the face");
    if (outline && (corners > RIG_MAX_TOUCHING_CORNERS ||
                    (corners && corners - 1 + s->made->n_floors > RIG_MAX_OUTLINE)))
        return fail(s, place, "outline",
                    "the body has too many corners to touch with: at most eight, and with floors "
                    "nine of both together");
    if (!outline && !json_object_get(place.object, "point"))
        return fail(s, place, "point", "is missing; say where the body touches the surface");
    if (face)
        code = get_pair(s, place, "face", face,
                        slot_of(place, "end of the face", "m", QUANTITY_ANY), touching->face);
    return code;
}

/* the face on which a body may lie that else stands on its point */
static enum error_code get_flat(describer *s, struct place place)
{
    static const char *const keys[] = {"point", "face", NULL};
    struct rig_touching *flat = &s->made->flat;
    const json_t *object = json_object_get(place.object, "flat");
    char path[PATH_SIZE];
    if (!object)
        return ERROR_OK;
    if (s->made->touching.kind != RIG_TOUCH_POINT)
        return fail(s, place, "flat", "is for a body that touches at a point; remove it");
    snprintf(path, sizeof path, "%s.flat", place.path);
    const struct place inner = {path, object, place.whose};
    *flat = s->made->touching;
    enum error_code code = check_keys(s, inner, keys);
    if (!code)
        code = get_touch(s, inner, flat);
    if (!code && flat->kind != RIG_TOUCH_FACE)
        return fail(s, inner, "face", "is missing; give both of its ends, as seen from the point");
    return code;
}

static enum error_code get_rests_by(describer *s, struct place place)
{
    struct rig_description *made = s->made;
    const char *rests;
    enum error_code code = get_text(s, place, "rests_by", &rests);
    if (code || !rests)
        return code;
    if (made->size.given) {
        made->touching.rests_by = made->n_coordinates - 1;
        return strcmp(rests, "last") == 0
                   ? ERROR_OK
                   : fail(s, place, "rests_by", "must be last where the size varies");
    }
    if (!rig_coordinate_unit(s, rests))
        return fail(s, place, "rests_by", "is no coordinate");
    return rig_form_coordinate(s, rests, &made->touching.rests_by);
}

static enum error_code read_contact(describer *s, struct place top)
{
    static const char *const keys[] = {"body",    "point",    "outline", "face", "flat",
                                       "surface", "rests_by", "touches", NULL};
    static const char *const no_yes[] = {"no", "yes", NULL};
    struct rig_touching *touching = &s->made->touching;
    const json_t *object = json_object_get(top.object, "contact");
    const struct place place = {"mechanism.contact", object, "the contact"};
    const char *word = json_string_value(object), *name;
    size_t touches = 1;
    touching->rests_by = SIZE_MAX;
    touching->kind = RIG_TOUCH_NOTHING;
    if (word && strcmp(word, "none") == 0)
        return ERROR_OK;
    if (!object)
        return fail(s, top, "contact",
                    "is missing; say which body touches the surface and where, like \"contact: "
                    "{body: lower, point: end}\", or \"contact: none\"");
    enum error_code code = check_keys(s, place, keys);
    if (!code)
        code = get_text(s, place, "body", &name);
    if (!code && s->made->size.given && name && strcmp(name, "last") == 0)
        touching->body = (int)s->made->n_bodies - 1;
    else if (!code)
        code = find_body(s, place, "body", name ? name : "", &touching->body);
    if (!code && touching->body == RIG_GROUND)
        return fail(s, place, "body", "the ground cannot touch the surface; name a body");
    if (!code)
        code = get_word(s, place, "touches", no_yes, &touches);
    touching->never = touches == 0;
    if (!code)
        code = get_touch(s, place, touching);
    if (!code)
        code = get_surface(s, place, touching);
    if (!code)
        code = get_rests_by(s, place);
    return code ? code : get_flat(s, place);
}

static enum error_code read_floor(describer *s, struct place place, size_t i)
{
    struct rig_floor *floor = &s->made->floors[i];
    const char *name, *text;
    enum error_code code = get_text(s, place, "body", &name);
    s->made->n_floors++;
    if (!code)
        code = find_body(s, place, "body", name ? name : "", &floor->body);
    if (!code && floor->body == RIG_GROUND)
        return fail(s, place, "body", "is missing or the ground; name a body");
    if (!code)
        code = get_text(s, place, "text", &text);
    if (!code)
        code = get_point(s, place, "point", floor->body, false, &floor->point);
    if (!code)
        snprintf(floor->text, sizeof floor->text, "%.120s",
                 text ? text : s->made->bodies[floor->body].name);
    return code;
}

static enum error_code read_size(describer *s, struct place top)
{
    static const char *const keys[] = {"parameter", "least", NULL};
    const struct place place = {"mechanism.size", json_object_get(top.object, "size"), ""};
    struct rig_size *size = &s->made->size;
    const char *name, *least;
    double number = 1;
    if (!place.object)
        return ERROR_OK;
    size->given = true;
    enum error_code code = check_keys(s, place, keys);
    if (!code)
        code = get_text(s, place, "parameter", &name);
    if (!code)
        code = get_text(s, place, "least", &least);
    if (!code && (!name || !rig_is_name(name)))
        return fail(s, place, "parameter", "a name is expected");
    const struct rig_slot slot = slot_of(place, "number of coordinates", "1", QUANTITY_WHOLE);
    if (!code)
        code = rig_describe_at(s, rig_form_parameter(s, &slot, name, &size->parameter), place.path,
                               "parameter");
    if (!code && least)
        code = rig_describe_at(s, units_parse(least, "1", &number, s->err), place.path, "least");
    if (!code && !(number >= 1 && number <= (double)s->made->n_coordinates))
        return fail(s, place, "least", "is out of range; give 1 to the number of coordinates");
    size->least = (size_t)number;
    return code;
}

static enum error_code read_gravity(describer *s, struct place top)
{
    static const char *const keys[] = {"tilt", NULL};
    const struct place place = {"mechanism.gravity", json_object_get(top.object, "gravity"),
                                "gravity"};
    if (!place.object)
        return ERROR_OK;
    enum error_code code = check_keys(s, place, keys);
    return code ? code
                : get_form(s, place, "tilt", slot_of(place, "tilt", "rad", QUANTITY_ANY),
                           &s->made->tilt, NULL);
}

static enum error_code read_base(describer *s, struct place top)
{
    static const char *const keys[] = {"amplitude", "frequency",     "phase", "table",
                                       "points",    "interpolation", NULL};
    const struct place place = {"mechanism.base", json_object_get(top.object, "base"), "the base"};
    if (!place.object)
        return ERROR_OK;
    enum error_code code = check_keys(s, place, keys);
    if (!code)
        code = get_pair(s, place, "amplitude", json_object_get(place.object, "amplitude"),
                        slot_of(place, "amplitude", "m", QUANTITY_ANY), s->made->base);
    if (!code)
        code = get_wave(s, place, true, &s->made->base_wave);
    if (!code && !s->made->base_wave.harmonic && !s->made->base_wave.tabulated)
        return fail(s, place, "frequency",
                    "is missing; the base moves as a sine, or by a table or points");
    return code;
}

/* ---- tables */

/* whether a parameter stands somewhere alone */
static bool is_parameter(const struct rig_form *form, size_t index)
{
    return form->n == 1 && form->terms[0].index == index && form->terms[0].factor == 1 &&
           form->constant == 0;
}

/* "set-down" and "outline": a parameter that is found at the start; false: it is neither */
static bool declare_computed(describer *s, const char *text, size_t index)
{
    struct rig_description *made = s->made;
    if (strcmp(text, "set-down") == 0)
        for (size_t i = 0; i < made->n_springs; i++)
            if (is_parameter(&made->springs[i].rest, index))
                made->set_down[index] = i;
    if (strcmp(text, "outline") == 0)
        for (size_t i = 0; i < made->n_bodies; i++)
            if (made->bodies[i].has_gyration && is_parameter(&made->bodies[i].inertia, index))
                made->outlined[index] = i;
    return strcmp(text, "set-down") == 0 || strcmp(text, "outline") == 0;
}

/* default and text of a declared parameter, once its unit is known by its use */
static enum error_code declare_parameter(describer *s, struct place place, struct quantity *row)
{
    struct rig_description *made = s->made;
    const size_t index = (size_t)(row - made->parameters);
    const char *text = json_string_value(place.object), *doc = NULL;
    if (json_is_object(place.object)) {
        static const char *const keys[] = {"default", "text", "range", NULL};
        static const char *const ranges[] = {"any",      "positive", "non-negative",
                                             "fraction", "whole",    NULL};
        size_t range = row->range;
        enum error_code code = check_keys(s, place, keys);
        if (!code)
            code = get_word(s, place, "range", ranges, &range);
        row->range = (enum quantity_range)range;
        if (!code)
            code = get_text(s, place, "default", &text);
        if (!code)
            code = get_text(s, place, "text", &doc);
        if (code)
            return code;
    }
    if (doc)
        snprintf(made->texts[index], RIG_TEXT_SIZE, "%s", doc);
    if (!text)
        return ERROR_OK;
    if (declare_computed(s, text, index))
        return made->set_down[index] == SIZE_MAX && made->outlined[index] == SIZE_MAX
                   ? fail(s, place, "",
                          "set-down is for what is the rest of a spring, alone, and outline for "
                          "what is a body's gyration")
                   : ERROR_OK;
    if (rig_is_name(text)) {
        const size_t other = quantity_find(made->parameters, made->n_parameters, text);
        if (other == made->n_parameters || !made->parameters[other].unit ||
            strcmp(made->parameters[other].unit, row->unit) != 0)
            return fail(s, place, "", "follows a name that is no parameter of the same unit");
        row->fallback = QUANTITY_SAME_AS;
        row->same_as = made->names[other];
        return ERROR_OK;
    }
    row->fallback = QUANTITY_VALUE;
    enum error_code code = units_parse(text, row->unit, &row->default_value, s->err);
    if (!code)
        code = quantity_check(row, row->default_value, s->err);
    return rig_describe_at(s, code, place.path, "");
}

/* the parameters that are declared come first in the tables, in that order */
static enum error_code declare_parameters(describer *s, struct place top)
{
    const json_t *object = json_object_get(top.object, "parameters");
    const char *name;
    json_t *value;
    enum error_code code = ERROR_OK;
    if (object && !json_is_object(object))
        return fail(s, top, "parameters", "names with defaults are expected here");
    json_object_foreach((json_t *)object, name, value)
    {
        if (!code)
            code = rig_describe_at(s, rig_form_declare(s, name), "mechanism.parameters", "");
    }
    return code;
}

static enum error_code read_parameters(describer *s, struct place top)
{
    struct rig_description *made = s->made;
    const json_t *object = json_object_get(top.object, "parameters");
    const char *name;
    json_t *value;
    json_object_foreach((json_t *)object, name, value)
    {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "mechanism.parameters.%.60s", name);
        const struct place place = {path, value, ""};
        const size_t index = quantity_find(made->parameters, made->n_parameters, name);
        if (index == made->n_parameters || !made->parameters[index].unit)
            return fail(s, place, "", "nothing in the mechanism uses it; remove it");
        enum error_code code = declare_parameter(s, place, &made->parameters[index]);
        if (code)
            return code;
    }
    for (size_t i = 0; i < made->n_parameters; i++)
        if (made->set_down[i] != SIZE_MAX || made->outlined[i] != SIZE_MAX)
            made->parameters[i].fallback = QUANTITY_COMPUTED;
    return ERROR_OK;
}

static enum error_code check_coordinates(describer *s, struct place top)
{
    const char *name;
    json_t *value;
    if (!json_is_object(s->coordinates) || json_object_size(s->coordinates) == 0)
        return fail(s, top, "coordinates",
                    "is missing; name each with its unit, like \"coordinates: {theta: rad}\"");
    json_object_foreach((json_t *)s->coordinates, name, value)
    {
        static const char *const keys[] = {"unit", "default", "text", "velocity", "between", NULL};
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "mechanism.coordinates.%.60s", name);
        const struct place place = {path, value, ""};
        if (json_is_object(value)) {
            enum error_code code = check_keys(s, place, keys);
            if (code)
                return code;
        }
        const char *unit = rig_coordinate_unit(s, name);
        if (!rig_is_name(name) || strlen(name) + 5 > RIG_NAME_SIZE || strcmp(name, "clock") == 0)
            return fail(s, place, "", "is no name for a coordinate: letters and digits, not clock");
        if (!unit || (strcmp(unit, "rad") != 0 && strcmp(unit, "m") != 0))
            return fail(s, place, "", "its unit must be rad (an angle) or m (a length)");
        size_t unused;
        enum error_code code = rig_form_coordinate(s, name, &unused);
        if (code)
            return rig_describe_at(s, code, path, "");
    }
    return ERROR_OK;
}

/* row of the velocity of coordinate i */
static void add_velocity(struct rig_description *made, size_t i)
{
    const size_t n = made->n_coordinates, place = RIG_OWN_PARAMETERS + n + i;
    const struct quantity *row = &made->states[i];
    snprintf(made->names[place], RIG_NAME_SIZE, "%.*s_dot", RIG_NAME_SIZE - 5, row->name);
    snprintf(made->texts[place], RIG_TEXT_SIZE, "velocity of %s", row->name);
    made->states[n + i] = (struct quantity){.name = made->names[place],
                                            .unit = row->unit[0] == 'r' ? "rad/s" : "m/s",
                                            .fallback = QUANTITY_VALUE,
                                            .doc = made->texts[place]};
}

/* where a start may be: "between: [0 deg, 90 deg]" */
static enum error_code get_between(describer *s, struct place place, size_t i)
{
    const json_t *pair = json_object_get(place.object, "between");
    struct rig_start_range *range = &s->made->ranges[i];
    struct rig_form ends[2] = {{.n = 0}, {.n = 0}};
    if (!pair)
        return ERROR_OK;
    enum error_code code = get_pair(s, place, "between", pair,
                                    slot_of(place, "bound", s->made->states[i].unit, QUANTITY_ANY),
                                    ends);
    if (code)
        return code;
    *range = (struct rig_start_range){true, ends[0].constant, ends[1].constant};
    if (ends[0].n > 0 || ends[1].n > 0 || !(range->low <= range->high))
        return fail(s, place, "between", "two numbers are expected, the larger one last");
    return ERROR_OK;
}

static void set_coordinate_texts(struct rig_description *made, const json_t *declared, size_t i,
                                 bool rests)
{
    const char *text = json_string_value(json_object_get(declared, "text"));
    const char *velocity = json_string_value(json_object_get(declared, "velocity"));
    const bool says = text && strstr(text, "default"); /* what it is when it is not given */
    snprintf(made->texts[RIG_OWN_PARAMETERS + i], RIG_TEXT_SIZE, "%s%s",
             text ? text : "coordinate of the mechanism",
             rests && !says ? "; default: it rests on the surface" : "");
    if (velocity)
        snprintf(made->texts[RIG_OWN_PARAMETERS + made->n_coordinates + i], RIG_TEXT_SIZE, "%s",
                 velocity);
}

static enum error_code finish_coordinate(describer *s, size_t i)
{
    struct rig_description *made = s->made;
    struct quantity *row = &made->states[i];
    const json_t *declared = json_object_get(s->coordinates, row->name);
    const char *fallback = json_string_value(json_object_get(declared, "default"));
    const bool rests = made->touching.rests_by == i ||
                       (made->size.given && made->touching.rests_by < SIZE_MAX &&
                        i + 1 >= made->size.least);
    set_coordinate_texts(made, declared, i, rests);
    if (rests)
        row->fallback = made->states[made->n_coordinates + i].fallback = QUANTITY_COMPUTED;
    char path[PATH_SIZE];
    snprintf(path, sizeof path, "mechanism.coordinates.%s", row->name);
    const struct place place = {path, declared, ""};
    enum error_code code = get_between(s, place, i);
    if (code || !fallback)
        return code;
    if (rests)
        return fail(s, place, "default", "rests_by of the contact finds it");
    row->fallback = QUANTITY_VALUE;
    return rig_describe_at(s, units_parse(fallback, row->unit, &row->default_value, s->err), path,
                           "default");
}

/* after the bodies are read, which alone move */
static enum error_code check_all_move(describer *s)
{
    struct rig_description *made = s->made;
    for (size_t i = 0; i < made->n_coordinates; i++) {
        char path[PATH_SIZE];
        snprintf(path, sizeof path, "mechanism.coordinates.%s", made->states[i].name);
        if (!s->used[i])
            return fail(s, (struct place){path, NULL, ""}, "",
                        "nothing moves with it; use it in a joint or remove it");
    }
    return ERROR_OK;
}

static enum error_code read_coordinates(describer *s, struct place top)
{
    struct rig_description *made = s->made;
    if (made->has_clock && made->size.given)
        return fail(s, top, "size", "cannot vary where something depends on time");
    if (made->has_clock) {
        const size_t i = made->n_coordinates, place = RIG_OWN_PARAMETERS + i;
        if (i == RIG_OWN_COORDINATES)
            return fail(s, top, "coordinates",
                        "there is one too many: what depends on time adds the coordinate clock");
        snprintf(made->names[place], RIG_NAME_SIZE, "clock");
        made->states[i] = (struct quantity){.name = made->names[place],
                                            .unit = "s",
                                            .fallback = QUANTITY_VALUE,
                                            .doc = made->texts[place]};
        made->n_coordinates++;
    }
    for (size_t i = 0; i < made->n_coordinates; i++)
        add_velocity(made, i);
    const size_t own = made->n_coordinates - made->has_clock;
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < own && !code; i++)
        code = finish_coordinate(s, i);
    if (made->has_clock) {
        struct quantity *rate = &made->states[made->n_coordinates + own];
        rate->unit = "1";
        rate->default_value = 1;
        snprintf(made->texts[RIG_OWN_PARAMETERS + own], RIG_TEXT_SIZE,
                 "time that forces and the base go by");
        snprintf(made->texts[RIG_OWN_PARAMETERS + made->n_coordinates + own], RIG_TEXT_SIZE,
                 "its pace, which must be 1");
    }
    return code;
}

/* ---- the whole */

static enum error_code read_names(describer *s, struct place top)
{
    const char *name, *title;
    enum error_code code = get_text(s, top, "name", &name);
    if (!code)
        code = get_text(s, top, "title", &title);
    if (code)
        return code;
    snprintf(s->made->name, sizeof s->made->name, "%.40s", name ? name : "mechanism");
    snprintf(s->made->title, sizeof s->made->title, "%.120s",
             title ? title : "a mechanism that its rig file describes");
    return ERROR_OK;
}

static enum error_code read_lists(describer *s, const json_t *source)
{
    static const char *const body_keys[] = {
        "name",     "parent",  "joint",     "at",     "angle",   "absolute", "along",
        "distance", "length",  "direction", "begin",  "end",     "box",      "disc",
        "ellipse",  "polygon", "mass",      "centre", "inertia", "gyration", NULL};
    static const char *const spring_keys[] = {"name",      "between", "from", "to",      "on",
                                              "stiffness", "damping", "rest", "preload", NULL};
    static const char *const force_keys[] = {"body",          "point", "force", "torque",
                                             "frequency",     "phase", "table", "points",
                                             "interpolation", NULL};
    static const char *const floor_keys[] = {"body", "point", "text", NULL};
    static const char *const output_keys[] = {"name",  "displacement", "velocity", "acceleration",
                                              "angle", "spin",         "force",    "point",
                                              "along", "axes",         NULL};
    static const struct {
        const char *name;
        size_t most;
        const char *const *keys;
        enum error_code (*read)(describer *s, struct place place, size_t i);
    } lists[] = {{"bodies", RIG_MAX_BODIES, body_keys, name_body},
                 {"bodies", RIG_MAX_BODIES, body_keys, name_parent},
                 {"bodies", RIG_MAX_BODIES, body_keys, check_parent},
                 {"bodies", RIG_MAX_BODIES, body_keys, read_body},
                 {"springs", RIG_MAX_SPRINGS, spring_keys, read_spring},
                 {"forces", RIG_MAX_FORCES, force_keys, read_force},
                 {"outputs", RIG_MAX_OUTPUTS, output_keys, read_output},
                 {"floors", RIG_MAX_FLOORS, floor_keys, read_floor}};
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < sizeof lists / sizeof *lists && !code; i++)
        code = each(s, lists[i].name, source, lists[i].most, lists[i].keys, lists[i].read);
    return code ? code : check_all_move(s);
}

static enum error_code read_all(describer *s, const json_t *source)
{
    static const char *const keys[] = {"name",    "title",  "coordinates", "parameters", "bodies",
                                       "springs", "forces", "contact",     "gravity",    "base",
                                       "outputs", "floors", "size",        NULL};
    static enum error_code (*const parts[])(describer *, struct place) = {
        read_contact, read_gravity, read_base, read_parameters, read_coordinates};
    const struct place top = {"mechanism", source, ""};
    enum error_code code = check_keys(s, top, keys);
    s->coordinates = json_object_get(source, "coordinates");
    if (!code)
        code = read_names(s, top);
    if (!code)
        code = check_coordinates(s, top);
    if (!code)
        code = declare_parameters(s, top);
    if (!code)
        code = read_size(s, top);
    if (!code)
        code = read_lists(s, source);
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !code; i++)
        code = parts[i](s, top);
    return code;
}

enum error_code rig_description_read(const json_t *source, struct rig_description **description,
                                     char *key, size_t key_size, struct error *err)
{
    struct rig_description *made = *description = calloc(1, sizeof *made);
    if (!made)
        return error_memory(err);
    made->users = 1;
    made->source = json_deep_copy(source);
    describer s = {.made = made, .key = key, .key_size = key_size, .err = err};
    key[0] = '\0';
    enum error_code code = made->source ? read_all(&s, made->source) : error_memory(err);
    if (code) {
        rig_description_drop(made);
        *description = NULL;
    }
    return code;
}

enum error_code rig_description_of(const struct mechanism *mechanism, struct rig_description **held,
                                   struct error *err)
{
    char key[256];
    *held = NULL;
    if (mechanism->description) { /* counting its owners changes nothing that it says */
        *held = rig_description_hold((struct rig_description *)mechanism->description);
        return ERROR_OK;
    }
    json_t *source = mechanism->source ? json_loads(mechanism->source, 0, NULL) : NULL;
    if (!source)
        return error_set(err, ERROR_UNSUPPORTED, "the model %s has no description",
                         mechanism->name);
    enum error_code code = rig_description_read(source, held, key, sizeof key, err);
    json_decref(source);
    return code;
}
