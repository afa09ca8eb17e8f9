/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every mechanism there is: a new one is one more line in registry.c. */
#ifndef SIM_REGISTRY_H
#define SIM_REGISTRY_H

#include "sim/model.h"

/* the i-th model, NULL after the last */
const struct sim_model *sim_registry_model(size_t i);

/* the model called name, NULL when there is none */
const struct sim_model *sim_registry_find(const char *name);

/* the model that a table belongs to: of this list, or made from a description */
const struct sim_model *sim_registry_of(const struct mechanism *table);

/* the same list as tables, and who makes one from a description, for the common room (a
 * mechanism_registry) */
const struct mechanism *sim_registry(size_t i);

#endif
