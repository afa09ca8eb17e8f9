/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/rig/rig.h"

#include <errno.h>
#include <string.h>
#include <yaml.h>

#include "lib/rig/tables.h"
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

static bool print_section(const struct rig *rig, const struct rig_section *section,
                          const char *indent, FILE *out)
{
    bool done = true;
    for (size_t i = 0; i < section->n; i++) {
        const struct quantity *quantity = &section->table[i];
        const struct rig_value *value = &section->values[i];
        char text[UNITS_TEXT_SIZE];
        units_format(value->value, quantity->unit, text, sizeof text);
        if (value->source == RIG_NONE && quantity->fallback == QUANTITY_COMPUTED) {
            fprintf(out, "%s# %s: %s\n", indent, quantity->name, quantity->doc);
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
    return print_section(rig, &channel->values, "    ", out);
}

enum error_code rig_print(const struct rig *rig, FILE *out, struct error *err)
{
    bool done = !rig->title[0] || print_text(out, "title: ", rig->title);
    fprintf(out, "model: %s\n", rig->model->name);
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
