/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many motions at once, one thread each. */
#include "config.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "api/private.h"

struct batch {
    const skitter_rig *rig;
    const struct skitter_options *options;
    const char *const *names;
    size_t n_names;
};

static int simulate_row(const struct batch *batch, const double *values, skitter_motion **motion)
{
    skitter_rig *rig;
    int code = skitter_rig_copy(batch->rig, &rig, NULL);
    for (size_t i = 0; i < batch->n_names && !code; i++)
        code = skitter_rig_set_value(rig, batch->names[i], values[i], NULL);
    if (!code)
        code = skitter_simulate(rig, batch->options, motion, NULL);
    skitter_rig_free(rig);
    return code;
}

/* what would fail in every row is said once */
static int check_names(const struct batch *batch, struct skitter_error *err)
{
    skitter_rig *rig;
    int code = skitter_rig_copy(batch->rig, &rig, err);
    for (size_t i = 0; i < batch->n_names && !code; i++) {
        struct skitter_quantity quantity = {0};
        bool known = false;
        for (size_t q = 0; !known && !skitter_rig_quantity(rig, q, &quantity); q++)
            known = strcmp(quantity.name, batch->names[i]) == 0;
        if (!known) /* for its message */
            code = skitter_rig_set_value(rig, batch->names[i], 0, err);
    }
    skitter_rig_free(rig);
    return code;
}

int skitter_simulate_all(const skitter_rig *rig, const struct skitter_options *options,
                         const char *const *names, size_t n_names, const double *values,
                         size_t n_rows, skitter_motion **motions, int *codes,
                         struct skitter_error *err)
{
    const struct batch batch = {rig, options, names, n_names};
    for (size_t i = 0; i < n_rows; i++)
        motions[i] = NULL;
    const int code = check_names(&batch, err);
    if (code)
        return code;
#pragma omp parallel for schedule(dynamic)
    for (size_t i = 0; i < n_rows; i++)
        codes[i] = simulate_row(&batch, values + i * n_names, &motions[i]);
    return api_answer(ERROR_OK, NULL, err);
}
