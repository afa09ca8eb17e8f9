/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mechanisms that rig files name: those of sim/mechanisms. */
#ifndef SIM_REGISTRY_H
#define SIM_REGISTRY_H

#include <stddef.h>

#include "sim/model.h"

/* the i-th model, NULL after the last */
const struct sim_model *sim_registry_model(size_t i);

/* the model called name, NULL when there is none */
const struct sim_model *sim_registry_find(const char *name);

/* the model that a table belongs to: of this list, or made from a description */
static inline const struct sim_model *sim_registry_of(const struct mechanism *table)
{
    return (const struct sim_model *)((const char *)table - offsetof(struct sim_model, table));
}

/* the same list as tables, and who makes one from a description, for the common room (a
 * mechanism_registry) */
const struct mechanism *sim_registry(size_t i);

#endif
