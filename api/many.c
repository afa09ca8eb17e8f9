/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many motions at once, one thread each. */
#include "config.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "api/private.h"

static int simulate_row(const skitter_rig *model, const struct skitter_options *options,
                        const struct skitter_table *table, size_t row, skitter_motion **motion,
                        struct skitter_error *err)
{
    skitter_rig *rig;
    int code = skitter_rig_copy(model, &rig, err);
    for (size_t i = 0; i < table->n_names && !code; i++)
        code = skitter_rig_set_value(rig, table->names[i], table->values[row * table->n_names + i],
                                     err);
    if (!code)
        code = skitter_simulate(rig, options, motion, err);
    skitter_rig_free(rig);
    return code;
}

/* what would fail in every row is said once */
static int check_names(const skitter_rig *model, const struct skitter_table *table,
                       struct skitter_error *err)
{
    skitter_rig *rig;
    int code = skitter_rig_copy(model, &rig, err);
    for (size_t i = 0; i < table->n_names && !code; i++) {
        struct skitter_quantity quantity = {0};
        bool known = false;
        for (size_t q = 0; !known && !skitter_rig_quantity(rig, q, &quantity); q++)
            known = strcmp(quantity.name, table->names[i]) == 0;
        if (!known) /* for its message */
            code = skitter_rig_set_value(rig, table->names[i], 0, err);
    }
    skitter_rig_free(rig);
    return code;
}

int skitter_simulate_all(const skitter_rig *rig, const struct skitter_options *options,
                         const struct skitter_table *table, skitter_motion **motions,
                         struct skitter_error *errors, struct skitter_error *err)
{
    struct skitter_options untold = *options;
    untold.sample = NULL;
    untold.event = NULL;
    for (size_t i = 0; i < table->n_rows; i++)
        motions[i] = NULL;
    const int code = check_names(rig, table, err);
    if (code)
        return code;
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < table->n_rows; i++)
        simulate_row(rig, &untold, table, i, &motions[i], errors ? &errors[i] : NULL);
    return api_answer(ERROR_OK, NULL, err);
}
