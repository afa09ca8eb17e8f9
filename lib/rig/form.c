/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/form.h"

#include <ctype.h>
#include <stdint.h>
#include <string.h>

#include "lib/base/units.h"

enum { PIECE_SIZE = 96 };

enum error_code rig_describe_at(struct rig_describer *s, enum error_code code, const char *path,
                                const char *name)
{
    if (code && s->key[0] == '\0') /* the innermost place is the most exact */
        snprintf(s->key, s->key_size, "%s%s%s", path, name[0] ? "." : "", name);
    return code;
}

/* ---- names */

static bool begins_name(char c) { return isalpha((unsigned char)c) || c == '_'; }

static size_t name_length(const char *text)
{
    size_t n = 0;
    while (begins_name(text[n]) || (n > 0 && isdigit((unsigned char)text[n])))
        n++;
    return n;
}

bool rig_is_name(const char *text)
{
    const size_t n = name_length(text);
    return n > 0 && n < RIG_NAME_SIZE && text[n] == '\0';
}

const char *rig_coordinate_unit(const struct rig_describer *s, const char *name)
{
    const json_t *declared = json_object_get(s->coordinates, name);
    if (json_is_object(declared))
        declared = json_object_get(declared, "unit");
    return json_string_value(declared);
}

/* one more row with its texts; the names come in the order of tables in `names` */
static void set_row(struct rig_description *made, struct quantity *row, size_t place,
                    const char *name, const char *unit)
{
    snprintf(made->names[place], RIG_NAME_SIZE, "%s", name);
    row->name = made->names[place];
    row->doc = made->texts[place];
    row->unit = unit;
}

enum error_code rig_form_coordinate(struct rig_describer *s, const char *name, size_t *index)
{
    struct rig_description *made = s->made;
    *index = quantity_find(made->states, made->n_coordinates, name);
    if (*index < made->n_coordinates)
        return ERROR_OK;
    if (made->n_coordinates == RIG_OWN_COORDINATES)
        return error_set(s->err, ERROR_INPUT,
                         "%.40s is one coordinate too many; there may be %d (the time counts as "
                         "one where something depends on it)",
                         name, RIG_OWN_COORDINATES);
    const bool angle = strcmp(rig_coordinate_unit(s, name), "rad") == 0;
    set_row(made, &made->states[*index], RIG_OWN_PARAMETERS + *index, name, angle ? "rad" : "m");
    made->n_coordinates++;
    return ERROR_OK;
}

/* row `index`, which is new or has no unit yet */
static enum error_code set_parameter(struct rig_describer *s, const struct rig_slot *slot,
                                     const char *name, size_t index)
{
    struct rig_description *made = s->made;
    if (index == RIG_OWN_PARAMETERS)
        return error_set(s->err, ERROR_INPUT,
                         "%.40s is one parameter too many; there may be %d: write numbers that "
                         "never change out",
                         name, RIG_OWN_PARAMETERS);
    struct quantity *row = &made->parameters[index];
    set_row(made, row, index, name, slot->unit);
    snprintf(made->texts[index], RIG_TEXT_SIZE, "%s%s%s", slot->what, slot->whose[0] ? " of " : "",
             slot->whose);
    row->range = slot->range;
    made->set_down[index] = made->outlined[index] = SIZE_MAX;
    made->n_parameters += index == made->n_parameters;
    return ERROR_OK;
}

enum error_code rig_form_parameter(struct rig_describer *s, const struct rig_slot *slot,
                                   const char *name, size_t *index)
{
    struct rig_description *made = s->made;
    *index = quantity_find(made->parameters, made->n_parameters, name);
    const char *unit = *index < made->n_parameters ? made->parameters[*index].unit : NULL;
    if (!unit)
        return set_parameter(s, slot, name, *index);
    if (strcmp(unit, slot->unit) == 0)
        return ERROR_OK;
    return error_set(s->err, ERROR_INPUT,
                     "%.40s stands for something in %s here, and for something in %s before; "
                     "give one of them another name",
                     name, slot->unit, unit);
}

enum error_code rig_form_declare(struct rig_describer *s, const char *name)
{
    const struct rig_slot unknown = {.what = "", .whose = ""};
    const struct rig_description *made = s->made;
    const size_t index = quantity_find(made->parameters, made->n_parameters, name);
    return index < made->n_parameters ? ERROR_OK : set_parameter(s, &unknown, name, index);
}

/* ---- numbers */

static enum error_code add_term(struct rig_describer *s, const struct rig_slot *slot,
                                const char *name, double factor, struct rig_form *form)
{
    size_t index;
    const char *unit = rig_coordinate_unit(s, name);
    if (form->n == RIG_FORM_TERMS)
        return error_set(s->err, ERROR_INPUT, "has too many terms; at most %d", RIG_FORM_TERMS);
    if (unit && !slot->moves)
        return error_set(s->err, ERROR_INPUT,
                         "%.40s is a coordinate, and nothing may change with it here; name a "
                         "parameter or give a number",
                         name);
    if (unit && strcmp(unit, slot->unit) != 0)
        return error_set(s->err, ERROR_INPUT,
                         "the coordinate %.40s is in %.20s, but something in %s is expected here",
                         name, unit, slot->unit);
    enum error_code code = unit ? rig_form_coordinate(s, name, &index)
                                : rig_form_parameter(s, slot, name, &index);
    if (code)
        return code;
    if (unit)
        s->used[index] = true;
    form->terms[form->n].factor = factor;
    form->terms[form->n].coordinate = unit != NULL;
    form->terms[form->n++].index = index;
    return ERROR_OK;
}

/* "NAME", "NAME/2", "NAME*2" */
static enum error_code read_named(struct rig_describer *s, const struct rig_slot *slot,
                                  const char *text, double factor, struct rig_form *form)
{
    char name[PIECE_SIZE] = "";
    const size_t length = name_length(text);
    memcpy(name, text, length);
    name[length] = '\0';
    const char *rest = text + length + strspn(text + length, " ");
    double number = 1;
    if (!rig_is_name(name))
        return error_set(s->err, ERROR_INPUT, "\"%.60s\": a name is expected before \"%.20s\"",
                         text, rest);
    if (*rest) {
        if (*rest != '/' && *rest != '*')
            return error_set(s->err, ERROR_INPUT,
                             "\"%.60s\": after a name only \"*2\" or \"/2\" may follow, or \" + \" "
                             "and \" - \" with blanks around them",
                             text);
        enum error_code code = units_parse(rest + 1 + strspn(rest + 1, " "), "1", &number, s->err);
        if (code)
            return code;
        if (number == 0)
            return error_set(s->err, ERROR_INPUT, "\"%.60s\": the number may not be 0", text);
        number = *rest == '/' ? 1 / number : number;
    }
    return add_term(s, slot, name, factor * number, form);
}

/* a piece between plus and minus signs: "2 mm", "0.5*width", "width/2" */
static enum error_code read_piece(struct rig_describer *s, const struct rig_slot *slot, char *piece,
                                  double sign, struct rig_form *form)
{
    size_t length = strlen(piece);
    while (length > 0 && piece[length - 1] == ' ')
        piece[--length] = '\0';
    if (length > 0 && begins_name(piece[0]))
        return read_named(s, slot, piece, sign, form);
    char *star = strchr(piece, '*');
    double number;
    if (star) {
        *star = '\0';
        const char *after = star + 1 + strspn(star + 1, " ");
        if (begins_name(*after) && !units_parse(piece, "1", &number, NULL))
            return read_named(s, slot, after, sign * number, form);
        *star = '*';
    }
    if (strcmp(piece, "0") == 0)
        return ERROR_OK;
    enum error_code code = units_parse(piece, slot->unit, &number, s->err);
    if (!code)
        form->constant += sign * number;
    return code;
}

/* where the next " + " or " - " is; NULL after the last */
static const char *next_sign(const char *text)
{
    for (; *text; text++)
        if (text[0] == ' ' && (text[1] == '+' || text[1] == '-') && text[2] == ' ')
            return text;
    return NULL;
}

enum error_code rig_form_read(struct rig_describer *s, const struct rig_slot *slot,
                              const char *text, struct rig_form *form)
{
    *form = (struct rig_form){0};
    const char *rest = text + strspn(text, " ");
    double sign = 1;
    if (rest[0] == '-' && begins_name(rest[1])) {
        sign = -1;
        rest++;
    }
    while (rest) {
        char piece[PIECE_SIZE] = "";
        const char *next = next_sign(rest);
        const size_t length = next ? (size_t)(next - rest) : strlen(rest);
        if (length == 0 || length >= sizeof piece)
            return error_set(s->err, ERROR_INPUT,
                             "\"%.60s\": a number with its unit or a name is expected", text);
        memcpy(piece, rest, length);
        piece[length] = '\0';
        enum error_code code = read_piece(s, slot, piece, sign, form);
        if (code)
            return code;
        sign = next && next[1] == '-' ? -1 : 1;
        rest = next ? next + 3 + strspn(next + 3, " ") : NULL;
    }
    /* a number that stands alone is checked as a parameter would be */
    const struct quantity row = {.name = slot->what, .unit = slot->unit, .range = slot->range};
    return form->n == 0 ? quantity_check(&row, form->constant, s->err) : ERROR_OK;
}
