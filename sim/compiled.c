/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sim/compiled.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "sim/code.h"
#include "sim/emit.h"
#include "sim/emit_series.h"
#include "sim/fingerprint.h"
#include "sim/own.h"
#include "sim/registry.h"

/* parts of an object: the model, the same on its face, and with each of its other corners */
enum { FLAT = 1, CORNERS = 2, PARTS = CORNERS + RIG_MAX_TOUCHING_CORNERS - 1, SYMBOL_SIZE = 64 };

static const struct sim_model *part_of(const struct sim_model *model, size_t part)
{
    if (part >= CORNERS)
        return part - CORNERS + 1 < model->n_corners ? model->corners[part - CORNERS + 1] : NULL;
    return part == FLAT ? model->flat : model;
}

/* names in the object: skitter_2_terms for two coordinates, skitter_flat_2_terms on the face,
 * skitter_corner3_2_terms with the third corner */
static void name_part(char name[SYMBOL_SIZE], size_t part, size_t n)
{
    if (part >= CORNERS)
        snprintf(name, SYMBOL_SIZE, "skitter_corner%zu_%zu", part - CORNERS + 2, n);
    else
        snprintf(name, SYMBOL_SIZE, "skitter%s_%zu", part == FLAT ? "_flat" : "", n);
}

char *sim_compiled_path(const char *rig)
{
    const char *dot = strrchr(rig, '.'), *slash = strrchr(rig, '/');
    const size_t length = dot && (!slash || dot > slash + 1) ? (size_t)(dot - rig) : strlen(rig);
    char *path = malloc(length + sizeof "./.so");
    if (path) /* a name without a slash would be looked for among the system's libraries */
        sprintf(path, "%s%.*s.so", slash ? "" : "./", (int)length, rig);
    return path;
}

static enum error_code check_described(const struct rig *rig, struct error *err)
{
    if (rig->own)
        return ERROR_OK;
    return error_set(err, ERROR_INPUT,
                     "%s: names the model %s, which is compiled with Skitter; only a mechanism "
                     "that the file describes can be compiled",
                     rig->path, rig->model->name);
}

/* ---- writing */

static enum error_code write_part(const struct sim_model *model, size_t part, FILE *out,
                                  struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t n = 0; model && n <= SIM_MAX_COORDINATES && !code; n++) {
        char name[SYMBOL_SIZE];
        if (!model->own->tapes[n])
            continue;
        name_part(name, part, n);
        fprintf(out, "const char %s[] = \"%s\";\n\n", name, model->own->tapes[n]->fingerprint);
        code = sim_write_code(out, "", name, model->own->tapes[n], n, err);
    }
    return code;
}

enum error_code sim_compiled_write(const struct rig *rig, FILE *out, struct error *err)
{
    enum error_code code = check_described(rig, err);
    if (code)
        return code;
    const struct sim_model *model = sim_registry_of(rig->model);
    fputs("/* made by skitter rig compile */\n", out);
    sim_emit_head(out);
    sim_emit_series_head(out);
    fprintf(out, "const int skitter_version = %d;\n\n", SIM_CODE_VERSION);
    for (size_t part = 0; part < PARTS && !code; part++)
        code = write_part(part_of(model, part), part, out, err);
    return code;
}

/* ---- loading */

struct object {
    void *handle;
    struct sim_code codes[PARTS][SIM_MAX_COORDINATES + 1];
};

static void drop(void *object)
{
    struct object *o = object;
    if (o->handle)
        dlclose(o->handle);
    free(o);
}

/* a function of the object; POSIX has dlsym return what may be one */
static bool find(void *handle, const char *prefix, const char *name, void *function)
{
    char symbol[2 * SYMBOL_SIZE];
    snprintf(symbol, sizeof symbol, "%s_%s", prefix, name);
    void *found = dlsym(handle, symbol);
    memcpy(function, &found, sizeof found);
    return found != NULL;
}

static bool find_code(void *handle, const char *prefix, struct sim_code *code)
{
    for (size_t i = 0; i < SIM_CODE_MODES; i++) { /* there need not be any */
        char name[SYMBOL_SIZE];
        snprintf(name, sizeof name, "series_%zu", i);
        find(handle, prefix, name, &code->series[i]);
    }
    code->fingerprint = dlsym(handle, prefix);
    return code->fingerprint && find(handle, prefix, "terms", &code->terms) &&
           find(handle, prefix, "outline", &code->outline) &&
           find(handle, prefix, "extras", &code->extras) &&
           find(handle, prefix, "terms_c", &code->terms_c) &&
           find(handle, prefix, "outline_c", &code->outline_c) &&
           find(handle, prefix, "extras_c", &code->extras_c) &&
           find(handle, prefix, "rooms", &code->rooms) &&
           find(handle, prefix, "slopes", &code->slopes);
}

static bool adopt_part(struct rig *rig, const struct sim_model *model, struct object *object,
                       size_t part)
{
    for (size_t n = 0; model && n <= SIM_MAX_COORDINATES; n++) {
        char prefix[SYMBOL_SIZE];
        struct sim_code *code = &object->codes[part][n];
        if (!model->own->tapes[n])
            continue;
        name_part(prefix, part, n);
        if (!find_code(object->handle, prefix, code) || !sim_own_adopt(rig->own, code))
            return false;
    }
    return true;
}

static enum error_code load(struct rig *rig, const char *path, struct object *object,
                            struct error *err)
{
    const struct sim_model *model = sim_registry_of(rig->model);
    object->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!object->handle)
        return error_set(err, ERROR_IO, "%s; \"skitter rig compile %s\" makes it", dlerror(),
                         rig->path);
    const int *version = dlsym(object->handle, "skitter_version");
    bool same = version && *version == SIM_CODE_VERSION;
    for (size_t part = 0; part < PARTS && same; part++)
        same = adopt_part(rig, part_of(model, part), object, part);
    if (!same)
        return error_set(err, ERROR_INPUT,
                         "%s was made from another mechanism than %s describes, or by another "
                         "version; \"skitter rig compile %s\" makes it anew",
                         path, rig->path, rig->path);
    return ERROR_OK;
}

enum error_code sim_compiled_load(struct rig *rig, struct error *err)
{
    enum error_code code = check_described(rig, err);
    if (code)
        return code;
    char *path = sim_compiled_path(rig->path);
    struct object *object = calloc(1, sizeof *object);
    if (path && object) {
        sim_own_keep(rig->own, object, drop); /* as long as the model, which may have some of it */
        code = load(rig, path, object, err);
    } else {
        free(object);
        code = error_memory(err);
    }
    free(path);
    return code;
}
