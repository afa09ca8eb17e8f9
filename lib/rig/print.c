/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/rig/rig.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "lib/rig/description.h"
#include "lib/rig/tables.h"
#include "lib/base/number.h"
#include "lib/base/shown.h"
#include "lib/base/uncertain.h"
#include "lib/base/units.h"
#include "lib/rig/uncertain.h"

/* ---- free text */

/* libyaml quotes and escapes a text */
static bool emit_scalar(yaml_emitter_t *emitter, const char *text, yaml_scalar_style_t style)
{
    yaml_event_t event;
    return yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text,
                                        (int)strlen(text), 1, 1, style) &&
           yaml_emitter_emit(emitter, &event);
}

/* a text alone, or as the value of a key at the top of a file */
static bool emit_text(yaml_emitter_t *emitter, const char *key, const char *text)
{
    yaml_event_t event;
    bool done = yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING) &&
                yaml_emitter_emit(emitter, &event) &&
                yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1) &&
                yaml_emitter_emit(emitter, &event);
    if (key)
        done = done &&
               yaml_mapping_start_event_initialize(&event, NULL, NULL, 1,
                                                   YAML_BLOCK_MAPPING_STYLE) &&
               yaml_emitter_emit(emitter, &event) &&
               emit_scalar(emitter, key, YAML_PLAIN_SCALAR_STYLE);
    done = done && emit_scalar(emitter, text, YAML_DOUBLE_QUOTED_SCALAR_STYLE);
    if (key)
        done = done && yaml_mapping_end_event_initialize(&event) &&
               yaml_emitter_emit(emitter, &event);
    return done && yaml_document_end_event_initialize(&event, 1) &&
           yaml_emitter_emit(emitter, &event) && yaml_emitter_flush(emitter);
}

static bool emit(FILE *out, const char *key, const char *text, int width)
{
    yaml_emitter_t emitter;
    if (!yaml_emitter_initialize(&emitter))
        return false;
    yaml_emitter_set_output_file(&emitter, out);
    yaml_emitter_set_width(&emitter, width);
    yaml_emitter_set_unicode(&emitter, 1);
    bool done = emit_text(&emitter, key, text);
    yaml_emitter_delete(&emitter);
    return done;
}

/* what comes before it, the text in quotes, and a line end, which the emitter writes */
static bool print_text(FILE *out, const char *before, const char *text)
{
    fputs(before, out);
    return emit(out, NULL, text, -1);
}

/* the emitter breaks a line at the first space behind the width */
static bool print_title(FILE *out, const char *title) { return emit(out, "title", title, 60); }

/* ---- values */

enum { COMMENT_COLUMNS = 79 };

/* Whether the value comes again when nothing is written: then it stands in a comment, so that
 * it still follows, or is a default, when the file is read. A default that an old run kept
 * may not be the table's any more. */
static bool comes_again(const struct rig_value *value, const struct quantity *quantity)
{
    if (value->source == RIG_INCLUDE)
        return true;
    return value->source == RIG_DEFAULT &&
           (quantity->fallback == QUANTITY_SAME_AS || value->value == quantity->default_value);
}

/* what stands after a value in a comment */
static bool print_source(const struct rig *rig, const struct rig_value *value,
                         const struct quantity *quantity, FILE *out)
{
    if (value->source != RIG_INCLUDE) {
        const bool follows = quantity->fallback == QUANTITY_SAME_AS;
        return fprintf(out, "  # default%s%s\n", follows ? ": as " : "",
                       follows ? quantity->same_as : "") > 0;
    }
    return print_text(out, "  # from ", rig->includes[value->include]);
}

/* an angle in the degrees in which people write it, where that reads back as the same angle and
 * is shorter */
static void format_value(double value, const char *unit, char *text, size_t size)
{
    units_format(value, unit, text, size);
    if (strcmp(unit, "rad") != 0)
        return;
    char degrees[UNITS_TEXT_SIZE];
    double back;
    snprintf(degrees, sizeof degrees, "%.9g deg", value * 180 / acos(-1));
    if (strlen(degrees) < strlen(text) && !units_parse(degrees, unit, &back, NULL) && back == value)
        snprintf(text, size, "%s", degrees);
}

static int decimals(const char *number)
{
    const char *point = strchr(number, '.');
    return point ? (int)strlen(point + 1) : 0;
}

/* 0.120(15) kg: digits that read back as both numbers; false when no short text does */
static bool format_brackets(const double pair[2], const char *unit, const char *shown, char *text,
                            size_t size)
{
    const double factor = strcmp(unit, shown) == 0 ? 1 : 180 / acos(-1);
    char numbers[2][32];
    double back[2];
    for (size_t i = 0; i < 2; i++)
        snprintf(numbers[i], sizeof numbers[i], "%.9g", pair[i] * factor);
    if (strchr(numbers[0], 'e') || strchr(numbers[1], 'e'))
        return false;
    const int left = decimals(numbers[0]), right = decimals(numbers[1]);
    const int places = left > right ? left : right;
    const bool pure = strcmp(shown, "1") == 0;
    snprintf(text, size, "%.*f(%.0f)%s%s", places, pair[0] * factor,
             pair[1] * factor * pow(10, places), pure ? "" : " ", pure ? "" : shown);
    return !rig_uncertain_parse(text, unit, &back[0], &back[1], NULL) && back[0] == pair[0] &&
           back[1] == pair[1];
}

/* a value, with its uncertainty if it has one, as rig_uncertain_parse reads it */
static void print_uncertain(double value, double uncertainty, const char *unit, FILE *out)
{
    const double pair[2] = {value, uncertainty};
    char text[2 * UNITS_TEXT_SIZE], beside[UNITS_TEXT_SIZE];
    const bool known = uncertainty >= 0;
    bool done = known && format_brackets(pair, unit, unit, text, sizeof text);
    if (!done && known && strcmp(unit, "rad") == 0)
        done = format_brackets(pair, unit, "deg", text, sizeof text);
    if (!done)
        format_value(value, unit, text, sizeof text);
    fputs(text, out);
    if (done || !known)
        return;
    format_value(uncertainty, unit, beside, sizeof beside);
    fprintf(out, " +- %s", beside);
}

/* a value that comes again from a file: its digits are for readers */
static void print_included(const struct rig_value *value, const char *unit, FILE *out)
{
    char text[UNCERTAIN_SIZE];
    const bool pure = strcmp(unit, "1") == 0;
    uncertain_text(value->value, value->uncertainty, text);
    fprintf(out, "%s%s%s", text, pure ? "" : " ", pure ? "" : unit);
}

/* the words of a comment, in lines of a terminal's width */
static void print_comment(const char *indent, const char *name, const char *doc, FILE *out)
{
    size_t column = (size_t)fprintf(out, "%s# %s:", indent, name), length;
    for (const char *word = doc; *(word += strspn(word, " ")) && *word != '\n'; word += length) {
        length = strcspn(word, " \n");
        if (column + 1 + length > COMMENT_COLUMNS)
            column = (size_t)fprintf(out, "\n%s#  ", indent) - 1;
        shown_printf(out, " %.*s", (int)length, word);
        column += 1 + length;
    }
    fputc('\n', out);
}

static bool print_section(const struct rig *rig, const struct rig_section *section,
                          const char *indent, FILE *out)
{
    bool done = true;
    for (size_t i = 0; i < section->n; i++) {
        const struct quantity *quantity = &section->table[i];
        const struct rig_value *value = &section->values[i];
        if (value->source == RIG_NONE && quantity->fallback == QUANTITY_COMPUTED)
            print_comment(indent, quantity->name, quantity->doc, out);
        if (value->source == RIG_NONE)
            continue;
        const bool again = comes_again(value, quantity);
        fprintf(out, "%s%s%s: ", indent, again ? "# " : "", quantity->name);
        if (value->source == RIG_INCLUDE && value->uncertainty >= 0)
            print_included(value, quantity->unit, out);
        else
            print_uncertain(value->value, value->uncertainty, quantity->unit, out);
        if (again)
            done = print_source(rig, value, quantity, out) && done;
        else
            fputc('\n', out);
    }
    return done;
}

static bool print_part(const struct rig *rig, enum rig_part part, const struct rig_section *section,
                       FILE *out)
{
    fprintf(out, "%s:\n", rig_part_name(part));
    return print_section(rig, section, "  ", out);
}

/* ---- the description of a mechanism, as the file has it */

/* whether a text means itself without quotes, also between brackets */
static bool is_plain(const char *text)
{
    const size_t n = strlen(text), first = text[0] == '-';
    return n > 0 && isalnum((unsigned char)text[first]) && text[n - 1] != ' ' &&
           strspn(text, " 0123456789._/*+-()abcdefghijklmnopqrstuvwxyz"
                        "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == n;
}

static bool all_plain(const json_t *list)
{
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *text = json_string_value(json_array_get(list, i));
        if (!text || !is_plain(text))
            return false;
    }
    return true;
}

static bool print_source_of(const json_t *json, int indent, FILE *out);

static bool print_list(const json_t *list, int indent, FILE *out)
{
    const size_t n = json_array_size(list);
    bool done = true;
    if (all_plain(list)) {
        fputs(" [", out);
        for (size_t i = 0; i < n; i++)
            fprintf(out, "%s%s", i > 0 ? ", " : "", json_string_value(json_array_get(list, i)));
        fputs("]\n", out);
        return true;
    }
    fputc('\n', out);
    for (size_t i = 0; i < n && done; i++) {
        fprintf(out, "%*s-", indent, "");
        done = print_source_of(json_array_get(list, i), indent + 2, out);
    }
    return done;
}

/* the keys of a mapping; those of a list's entry begin beside its "-" */
static bool print_keys(const json_t *object, int indent, bool entry, FILE *out)
{
    const char *key;
    json_t *value;
    bool done = true;
    json_object_foreach((json_t *)object, key, value)
    {
        fprintf(out, "%*s", entry ? 1 : indent, "");
        entry = false;
        if (is_plain(key))
            fprintf(out, "%s:", key);
        else /* only a hostile file has such a key, and it is no mechanism's */
            done = false;
        if (json_is_object(value))
            fputs(json_object_size(value) > 0 ? "\n" : " {}\n", out);
        done = done && (json_is_object(value) ? print_keys(value, indent + 2, false, out)
                                              : print_source_of(value, indent + 2, out));
    }
    return done;
}

static bool print_source_of(const json_t *json, int indent, FILE *out)
{
    if (json_is_object(json) && json_object_size(json) > 0)
        return print_keys(json, indent, true, out);
    if (json_is_object(json))
        return fputs(" {}\n", out) >= 0;
    if (json_is_array(json))
        return print_list(json, indent, out);
    if (is_plain(json_string_value(json)))
        return fprintf(out, " %s\n", json_string_value(json)) > 0;
    return print_text(out, " ", json_string_value(json));
}

static bool print_model(const struct rig *rig, FILE *out)
{
    if (!rig->own)
        return fprintf(out, "model: %s\n", rig->model->name) > 0;
    fprintf(out, "%s:\n", rig_top_names[RIG_TOP_MECHANISM]);
    return print_keys(rig->own->source, 2, false, out);
}

/* ---- parts */

static bool print_includes(const struct rig *rig, FILE *out)
{
    bool done = true;
    if (rig->n_includes > 0)
        fprintf(out, "%s:\n", rig_top_names[RIG_TOP_INCLUDE]);
    for (size_t i = 0; i < rig->n_includes; i++)
        done = print_text(out, "  - ", rig->includes[i]) && done;
    return done;
}

static bool print_belt(const struct rig *rig, FILE *out)
{
    if (rig->belt.kind == RIG_BELT_CONSTANT)
        return fputs("# belt: constant, belt_speed\n", out) >= 0;
    fputs("belt:\n", out);
    bool done = true;
    if (rig->belt.kind == RIG_BELT_TABLE)
        done = print_text(out, "  table: ", rig->belt.name);
    else
        done = print_text(out, "  run: ", rig->belt.name) &&
               print_text(out, "  channel: ", rig->belt.channel);
    return done &&
           print_text(out, "  interpolation: ", rig_interpolations.words[rig->belt.interpolation]);
}

static bool print_channel(const struct rig *rig, const struct rig_channel *channel, FILE *out)
{
    fprintf(out, "  - role: %s\n    sensitivity: ", rig_role_name(channel->role));
    for (size_t i = 0; i < rig_n_measures; i++) {
        if (strcmp(rig_measures[i].unit, channel->unit) != 0)
            continue;
        print_uncertain(channel->sensitivity, channel->sensitivity_uncertainty,
                        rig_measures[i].per_volt, out);
    }
    fputc('\n', out);
    if (channel->shows)
        fprintf(out, "    shows: %s\n", channel->shows->name);
    return print_section(rig, &channel->values, "    ", out);
}

static void print_law(const char *key, const struct rig_words *words, size_t word, FILE *out)
{
    fprintf(out, "  %s%s: %s%s\n", word == 0 ? "# " : "", key, words->words[word],
            word == 0 ? "  # default" : "");
}

static void print_curve(const char *key, const struct rig_curve *curve, FILE *out)
{
    for (size_t i = 0; i < curve->n; i++) {
        char speed[UNITS_TEXT_SIZE], value[UNITS_TEXT_SIZE];
        units_format(curve->speed[i], "m/s", speed, sizeof speed);
        units_format(curve->value[i], "1", value, sizeof value);
        if (i == 0)
            fprintf(out, "  %s:\n", key);
        fprintf(out, "    - [%s, %s]\n", speed, value);
    }
}

static void print_surface(const struct rig_surface *surface, FILE *out)
{
    print_law("friction", &rig_frictions, surface->friction, out);
    print_curve("friction_table", &surface->friction_table, out);
    print_law("static", &rig_statics, surface->rest, out);
    print_law("restitution", &rig_restitutions, surface->restitution, out);
    print_curve("restitution_table", &surface->restitution_table, out);
}

enum error_code rig_print(const struct rig *rig, FILE *out, struct error *err)
{
    bool done = !rig->title[0] || print_title(out, rig->title);
    done = print_model(rig, out) && done;
    done = print_includes(rig, out) && done;
    done = print_part(rig, RIG_PART_PARAMETERS, &rig->parameters, out) && done;
    done = print_part(rig, RIG_PART_START, &rig->start, out) && done;
    fprintf(out, "contact:\n  law: %s\n  impact: %s\n", rig_law_name(rig->law),
            rig_impact_name(rig->impact));
    print_surface(&rig->surface, out);
    done = print_section(rig, &rig->contact, "  ", out) && done;
    done = print_belt(rig, out) && done;
    done = print_section(rig, &rig->sampling, "", out) && done;
    fputs(rig->n_channels > 0 ? "channels:\n" : "channels: []\n", out);
    for (size_t i = 0; i < rig->n_channels; i++)
        done = print_channel(rig, &rig->channels[i], out) && done;
    done = print_part(rig, RIG_PART_SIMULATED, &rig->simulated, out) && done;
    if (done && !ferror(out))
        return ERROR_OK;
    return error_set(err, ERROR_IO, "the rig could not be printed: %s", strerror(errno));
}
