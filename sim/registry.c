/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/registry.h"

#include <string.h>

#include "lib/rig/description.h"
#include "sim/own.h"
#include "sim/shipped.h"

const struct sim_model *sim_registry_model(size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (!sim_shipped_models[k])
            return NULL;
    return sim_shipped_models[i];
}

const struct sim_model *sim_registry_find(const char *name)
{
    for (size_t i = 0; sim_shipped_models[i]; i++)
        if (strcmp(sim_shipped_models[i]->table.name, name) == 0)
            return sim_shipped_models[i];
    return NULL;
}

/* a model of its own takes the code that is compiled already, where its tapes are the same */
static enum error_code make(struct rig_description *description, struct error *err)
{
    enum error_code code = sim_own_make(description, err);
    for (size_t i = 0; sim_shipped_codes[i] && !code; i++)
        sim_own_adopt(description, sim_shipped_codes[i]);
    return code;
}

const struct mechanism *sim_registry(size_t i)
{
    static const struct mechanism maker = {.make = make};
    if (i == MECHANISM_MAKER)
        return &maker;
    const struct sim_model *model = sim_registry_model(i);
    return model ? &model->table : NULL;
}
