/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/registry.h"

#include <stddef.h>
#include <string.h>

#include "sim/own.h"

#define SIM_MODELS(X)    \
    X(two_link)          \
    X(chain)             \
    X(rod)               \
    X(box)               \
    X(oscillator)        \
    X(simple_oscillator) \
    X(ipos)              \
    X(pendulum)

#define DECLARE(name) extern const struct sim_model sim_model_##name;
SIM_MODELS(DECLARE)
#undef DECLARE

static const struct sim_model *const models[] = {
#define ROW(name) &sim_model_##name,
    SIM_MODELS(ROW)
#undef ROW
};

const struct sim_model *sim_registry_model(size_t i)
{
    return i < sizeof models / sizeof *models ? models[i] : NULL;
}

const struct sim_model *sim_registry_find(const char *name)
{
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (strcmp(models[i]->table.name, name) == 0)
            return models[i];
    return NULL;
}

const struct sim_model *sim_registry_of(const struct mechanism *table)
{
    return (const struct sim_model *)((const char *)table - offsetof(struct sim_model, table));
}

const struct mechanism *sim_registry(size_t i)
{
    static const struct mechanism maker = {.make = sim_own_make};
    if (i == MECHANISM_MAKER)
        return &maker;
    const struct sim_model *model = sim_registry_model(i);
    return model ? &model->table : NULL;
}
