/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <stdlib.h>

#include "api/private.h"
#include "lib/rig/rig.h"
#include "sim/registry.h"

/* a handle for the rig, which is freed when there is none */
static enum error_code wrap(struct rig *rig, skitter_rig **made, struct error *err)
{
    *made = rig ? malloc(sizeof **made) : NULL;
    if (!*made) {
        rig_free(rig);
        return error_memory(err);
    }
    (*made)->rig = rig;
    return ERROR_OK;
}

int skitter_rig_read(const char *path, skitter_rig **made, struct skitter_error *err)
{
    struct error inner;
    struct rig *rig;
    *made = NULL;
    api_begin();
    enum error_code code = rig_read(path, sim_registry, &rig, &inner);
    if (!code)
        code = wrap(rig, made, &inner);
    return api_answer(code, &inner, err);
}

int skitter_rig_copy(const skitter_rig *rig, skitter_rig **copy, struct skitter_error *err)
{
    struct error inner;
    const enum error_code code = wrap(rig_copy(rig->rig), copy, &inner);
    return api_answer(code, &inner, err);
}

void skitter_rig_free(skitter_rig *rig)
{
    if (rig)
        rig_free(rig->rig);
    free(rig);
}

int skitter_rig_set(skitter_rig *rig, const char *assignment, struct skitter_error *err)
{
    struct error inner;
    const enum error_code code = rig_set(rig->rig, assignment, &inner);
    return api_answer(code, &inner, err);
}

int skitter_rig_set_value(skitter_rig *rig, const char *name, double value,
                          struct skitter_error *err)
{
    struct error inner;
    const enum error_code code = rig_set_value(rig->rig, name, value, &inner);
    return api_answer(code, &inner, err);
}

const char *skitter_rig_model(const skitter_rig *rig) { return rig->rig->model->name; }

double skitter_rig_rate(const skitter_rig *rig) { return rig_rate(rig->rig); }

int skitter_rig_quantity(const skitter_rig *rig, size_t i, struct skitter_quantity *quantity)
{
    const struct rig_section *section = &rig->rig->parameters;
    const int is_state = i >= section->n;
    if (is_state) {
        i -= section->n;
        section = &rig->rig->start;
    }
    if (i >= section->n)
        return SKITTER_USAGE;
    *quantity = (struct skitter_quantity){.name = section->table[i].name,
                                          .unit = section->table[i].unit,
                                          .value = section->values[i].value,
                                          .uncertainty = section->values[i].uncertainty,
                                          .is_state = is_state,
                                          .is_given = rig_given(&section->values[i])};
    return SKITTER_OK;
}
