/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the mechanisms that come with Skitter as C, when it is built (sim/shipped.h):
 *     ship MECHANISM.yaml... --examples RIG.yaml...
 * Those before --examples become models that rig files may name; of the others the equations are
 * compiled, which a rig that describes the same finds by their fingerprint. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "lib/rig/rig.h"
#include "sim/emit.h"
#include "sim/emit_series.h"
#include "sim/fingerprint.h"
#include "sim/registry.h"
#include "sim/ship_series.h"

enum { IDENTIFIER_SIZE = 64 };

static const struct mechanism *registry(size_t i)
{
    static const struct mechanism maker = {.make = sim_own_make};
    return i == MECHANISM_MAKER ? &maker : NULL;
}

/* ---- pieces */

/* "data/example-slope.yaml" becomes example_slope */
static void set_identifier(char identifier[IDENTIFIER_SIZE], const char *path)
{
    const char *slash = strrchr(path, '/');
    snprintf(identifier, IDENTIFIER_SIZE, "%s", slash ? slash + 1 : path);
    identifier[strcspn(identifier, ".")] = '\0';
    for (char *c = identifier; *c; c++)
        *c = (char)(*c == '-' ? '_' : *c);
}

static void put_text(FILE *out, const char *text)
{
    if (!text) {
        fputs("NULL", out);
        return;
    }
    fputc('"', out);
    for (; *text; text++)
        fprintf(out, strchr("\"\\", *text) ? "\\%c" : "%c", *text);
    fputc('"', out);
}

static void put_rows(FILE *out, const char *identifier, const char *what,
                     const struct quantity *rows, size_t n)
{
    fprintf(out, "static const struct quantity %s_%s[] = {\n", identifier, what);
    for (size_t i = 0; i < n; i++) {
        fputs("    {", out);
        put_text(out, rows[i].name);
        fputs(", ", out);
        put_text(out, rows[i].unit);
        fprintf(out, ", (enum quantity_range)%d, (enum quantity_default)%d, %.17g, ",
                (int)rows[i].range, (int)rows[i].fallback, rows[i].default_value);
        put_text(out, rows[i].fallback == QUANTITY_SAME_AS ? rows[i].same_as : NULL);
        fputs(", ", out);
        put_text(out, rows[i].doc);
        fputs("},\n", out);
    }
    fputs("};\n\n", out);
}

static void put_texts(FILE *out, const char *field, const char *const *texts, size_t n)
{
    fprintf(out, "    .%s = {", field);
    for (size_t i = 0; i < n; i++) {
        put_text(out, texts[i]);
        fputs(", ", out);
    }
    fputs("},\n", out);
}

/* ---- code */

/* tables: with those of what is interpreted, which a rig that describes the same has itself */
static enum error_code put_code(FILE *out, const char *identifier, const struct sim_own *own,
                                bool tables, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t n = 0; n <= SIM_MAX_COORDINATES && !code; n++) {
        char prefix[IDENTIFIER_SIZE + 48];
        if (!own->tapes[n])
            continue;
        snprintf(prefix, sizeof prefix, "%s_%zu", identifier, n);
        code = sim_write_code(out, "static ", prefix, own->tapes[n], n, err);
        if (tables)
            sim_ship_series(out, prefix, own->tapes[n]);
        fprintf(out,
                "static const struct sim_code %s = {\n    \"%s\",\n    %s_terms, %s_outline, "
                "%s_extras, %s_terms_c, %s_outline_c, %s_extras_c,\n    %s_slopes, {",
                prefix, own->tapes[n]->fingerprint, prefix, prefix, prefix, prefix, prefix, prefix,
                prefix);
        for (size_t i = 0; i < SIM_CODE_MODES; i++) {
            if (sim_fingerprint_compiles(own->tapes[n], i))
                fprintf(out, "%s_series_%zu, ", prefix, i);
            else
                fputs("NULL, ", out);
        }
        fprintf(out, "}, %s_rooms", prefix);
        if (tables)
            fprintf(out, ", %s_tables", prefix);
        else
            fputs(", NULL", out);
        fputs("};\n\n", out);
    }
    return code;
}

static void put_code_list(FILE *out, const char *identifier, const struct sim_own *own,
                          const char *form)
{
    for (size_t n = 0; n <= SIM_MAX_COORDINATES; n++)
        if (own->tapes[n])
            fprintf(out, form, n, identifier, n);
}

/* ---- models */

static void put_own(FILE *out, const char *identifier, const struct sim_own *own, size_t n)
{
    fprintf(out, "static const struct sim_own %s_own = {\n", identifier);
    if (own->rests_by == SIZE_MAX)
        fputs("    .rests_by = SIZE_MAX,\n", out);
    else
        fprintf(out, "    .rests_by = %zu,\n", own->rests_by);
    fprintf(out, "    .least = %zu,\n    .has_clock = %d,\n    .starts_flat = %d,\n", own->least,
            own->has_clock, own->starts_flat);
    fprintf(out, "    .n_computed = %zu,\n", own->n_computed);
    for (size_t i = 0; i < own->n_computed; i++)
        fprintf(out, "    .computed[%zu] = %zu,\n", i, own->computed[i]);
    fputs("    .ranges = {", out);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "{%d, %.17g, %.17g}, ", own->ranges[i].given, own->ranges[i].low,
                own->ranges[i].high);
    fputs("},\n    .cannot_reach = ", out);
    put_text(out, own->cannot_reach);
    fputs(",\n    .wrong_size = ", out);
    put_text(out, own->wrong_size);
    fputs(",\n", out);
    put_texts(out, "singular", own->singular, n);
    put_texts(out, "out_of_range", own->out_of_range, n);
    fputs("};\n\n", out);
}

/* bytes and no text, which C limits in length */
static enum error_code put_source(FILE *out, const char *identifier, const json_t *source,
                                  struct error *err)
{
    enum { LINE = 24 };
    char *text = json_dumps(source, JSON_COMPACT);
    if (!text)
        return error_memory(err);
    fprintf(out, "static const char %s_source[] = {", identifier);
    for (size_t i = 0; text[i]; i++)
        fprintf(out, "%s%d, ", i % LINE == 0 ? "\n    " : "", text[i]);
    fputs("0};\n\n", out);
    free(text);
    return ERROR_OK;
}

static void put_model(FILE *out, const char *identifier, const char *flat,
                      const struct sim_model *model)
{
    const struct mechanism *table = &model->table;
    fprintf(out, "static const struct sim_model %s%s = {\n    .table = {.name = ", identifier,
            flat);
    put_text(out, table->name);
    fputs(", .title = ", out);
    put_text(out, table->title);
    fprintf(out,
            ",\n              .parameters = %s_parameters, .n_parameters = %zu,\n"
            "              .states = %s_states, .n_coordinates = %zu, .size_parameter = ",
            identifier, table->n_parameters, identifier, table->n_coordinates);
    put_text(out, table->size_parameter);
    fprintf(out, ",\n              .source = %s_source},\n    .line_contact = %d,\n", identifier,
            model->line_contact);
    if (model->n_outline)
        fprintf(out, "    .outline_names = %s_floors,\n    .n_outline = %zu,\n", identifier,
                model->n_outline);
    if (model->flat)
        fprintf(out, "    .flat = &%s_flat,\n", identifier);
    char form[IDENTIFIER_SIZE + 32];
    snprintf(form, sizeof form, "[%%zu] = &%%s%s_%%zu, ", flat);
    fprintf(out, "    .own = &%s_own,\n    .code = {", identifier);
    put_code_list(out, identifier, model->own, form);
    fputs("},\n};\n\n", out);
}

static enum error_code put_mechanism(FILE *out, const char *identifier,
                                     const struct sim_model *model, struct error *err)
{
    const struct mechanism *table = &model->table;
    char flat[IDENTIFIER_SIZE + 8];
    put_rows(out, identifier, "parameters", table->parameters, table->n_parameters);
    put_rows(out, identifier, "states", table->states, 2 * table->n_coordinates);
    put_own(out, identifier, model->own, table->n_coordinates);
    enum error_code code = put_source(out, identifier, table->description->source, err);
    if (model->n_outline) {
        fprintf(out, "static const char *const %s_floors[] = {\n", identifier);
        for (size_t i = 0; i < model->n_outline; i++) {
            fputs("    ", out);
            put_text(out, model->outline_names[i]);
            fputs(",\n", out);
        }
        fputs("};\n\n", out);
    }
    if (model->flat && !code) {
        snprintf(flat, sizeof flat, "%s_flat", identifier);
        code = put_code(out, flat, model->flat->own, true, err);
        put_model(out, identifier, "_flat", model->flat);
    }
    put_model(out, identifier, "", model);
    return code;
}

/* ---- all of it */

/* the lists at the end, while they grow */
struct lists {
    FILE *models, *codes;
};

static enum error_code put_file(FILE *out, const char *path, bool example, struct lists *lists,
                                struct error *err)
{
    char identifier[IDENTIFIER_SIZE];
    struct rig *rig;
    set_identifier(identifier, path);
    enum error_code code = rig_read_mechanism(path, registry, &rig, err);
    if (code)
        return code;
    const struct sim_model *model = sim_registry_of(rig->model);
    code = put_code(out, identifier, model->own, !example, err);
    for (size_t i = 1; i < model->n_corners && !code; i++) {
        char corner[IDENTIFIER_SIZE + 32];
        snprintf(corner, sizeof corner, "%s_corner%zu", identifier, i + 1);
        code = put_code(out, corner, model->corners[i]->own, false, err);
        put_code_list(lists->codes, corner, model->corners[i]->own, "    /* %zu */ &%s_%zu,\n");
    }
    if (!code && !example)
        code = put_mechanism(out, identifier, model, err);
    if (!example)
        fprintf(lists->models, "    &%s,\n", identifier);
    put_code_list(lists->codes, identifier, model->own, "    /* %zu */ &%s_%zu,\n");
    if (!example && model->flat)
        put_code_list(lists->codes, identifier, model->flat->own, "    /* %zu */ &%s_flat_%zu,\n");
    rig_free(rig);
    return code;
}

static enum error_code put_all(FILE *out, int argc, char **argv, struct lists *lists,
                               struct error *err)
{
    enum error_code code = ERROR_OK;
    bool examples = false;
    fputs("/* made by sim/ship */\n#include \"sim/own.h\"\n#include "
          "\"sim/series_inside.h\"\n#include \"sim/shipped.h\"\n\n",
          out);
    sim_emit_head(out);
    sim_emit_series_head(out);
    for (int i = 1; i < argc && !code; i++) {
        if (strcmp(argv[i], "--examples") == 0)
            examples = true;
        else
            code = put_file(out, argv[i], examples, lists, err);
    }
    return code;
}

int main(int argc, char **argv)
{
    char *models = NULL, *codes = NULL;
    size_t size;
    struct error err = {0};
    struct lists lists = {open_memstream(&models, &size), open_memstream(&codes, &size)};
    enum error_code code = lists.models && lists.codes ? put_all(stdout, argc, argv, &lists, &err)
                                                       : error_memory(&err);
    if (lists.models)
        fclose(lists.models);
    if (lists.codes)
        fclose(lists.codes);
    if (!code)
        printf("const struct sim_model *const sim_shipped_models[] = {\n%s    NULL};\n\n"
               "const struct sim_code *const sim_shipped_codes[] = {\n%s    NULL};\n",
               models, codes);
    free(models);
    free(codes);
    if (!code && (fflush(stdout) != 0 || ferror(stdout)))
        code = error_set(&err, ERROR_IO, "cannot write");
    if (code)
        fprintf(stderr, "ship: %s\n", err.message);
    return code ? 1 : 0;
}
