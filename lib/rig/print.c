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
#include "lib/base/shown.h"
#include "lib/base/units.h"

/* ---- free text */

/* libyaml quotes and escapes a text into `out` */
static bool emit_text(yaml_emitter_t *emitter, const char *text)
{
    yaml_event_t event;
    size_t length = strlen(text);
    return yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING) &&
           yaml_emitter_emit(emitter, &event) &&
           yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1) &&
           yaml_emitter_emit(emitter, &event) &&
           yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text, (int)length,
                                        1, 1, YAML_DOUBLE_QUOTED_SCALAR_STYLE) &&
           yaml_emitter_emit(emitter, &event) && yaml_document_end_event_initialize(&event, 1) &&
           yaml_emitter_emit(emitter, &event) && yaml_emitter_flush(emitter);
}

/* what comes before it, the text in quotes, and a line end, which the emitter writes */
static bool print_text(FILE *out, const char *before, const char *text)
{
    fputs(before, out);
    yaml_emitter_t emitter;
    if (!yaml_emitter_initialize(&emitter))
        return false;
    yaml_emitter_set_output_file(&emitter, out);
    yaml_emitter_set_width(&emitter, -1);
    yaml_emitter_set_unicode(&emitter, 1);
    bool done = emit_text(&emitter, text);
    yaml_emitter_delete(&emitter);
    return done;
}

/* ---- values */

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
    fputs("  # ", out);
    if (value->uncertainty >= 0) {
        char text[UNITS_TEXT_SIZE];
        units_format(value->uncertainty, quantity->unit, text, sizeof text);
        fprintf(out, "standard uncertainty %s, ", text);
    }
    return print_text(out, "from ", rig->includes[value->include]);
}

/* as rig_uncertain_parse reads it */
static void print_uncertainty(double uncertainty, const char *unit, FILE *out)
{
    char text[UNITS_TEXT_SIZE];
    if (!(uncertainty >= 0))
        return;
    units_format(uncertainty, unit, text, sizeof text);
    fprintf(out, " +- %s", text);
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

static bool print_section(const struct rig *rig, const struct rig_section *section,
                          const char *indent, FILE *out)
{
    bool done = true;
    for (size_t i = 0; i < section->n; i++) {
        const struct quantity *quantity = &section->table[i];
        const struct rig_value *value = &section->values[i];
        char text[UNITS_TEXT_SIZE];
        format_value(value->value, quantity->unit, text, sizeof text);
        if (value->source == RIG_NONE && quantity->fallback == QUANTITY_COMPUTED) {
            /* a comment is one line, whatever is described */
            shown_printf(out, "%s# %s: %.*s\n", indent, quantity->name,
                         (int)strcspn(quantity->doc, "\n"), quantity->doc);
        } else if (value->source != RIG_NONE && comes_again(value, quantity)) {
            fprintf(out, "%s# %s: %s", indent, quantity->name, text);
            done = print_source(rig, value, quantity, out) && done;
        } else if (value->source != RIG_NONE) {
            fprintf(out, "%s%s: %s", indent, quantity->name, text);
            print_uncertainty(value->uncertainty, quantity->unit, out);
            fputc('\n', out);
        }
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
        char text[UNITS_TEXT_SIZE];
        units_format(channel->sensitivity, rig_measures[i].per_volt, text, sizeof text);
        fputs(text, out);
        print_uncertainty(channel->sensitivity_uncertainty, rig_measures[i].per_volt, out);
    }
    fputc('\n', out);
    if (channel->shows)
        fprintf(out, "    shows: %s\n", channel->shows->name);
    return print_section(rig, &channel->values, "    ", out);
}

enum error_code rig_print(const struct rig *rig, FILE *out, struct error *err)
{
    bool done = !rig->title[0] || print_text(out, "title: ", rig->title);
    done = print_model(rig, out) && done;
    done = print_includes(rig, out) && done;
    done = print_part(rig, RIG_PART_PARAMETERS, &rig->parameters, out) && done;
    done = print_part(rig, RIG_PART_START, &rig->start, out) && done;
    fprintf(out, "contact:\n  law: %s\n  impact: %s\n", rig_law_name(rig->law),
            rig_impact_name(rig->impact));
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
