/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/predict/shown.h"

#include <string.h>

#include "sim/registry.h"

/* the rig's channel of the run's i-th; NULL: it has none */
static const struct rig_channel *partner(const struct rig *rig,
                                         const struct measure_channels *channels, size_t i)
{
    const struct run_channel *info = channels->list[i].info;
    size_t before = 0;
    for (size_t k = 0; k < i; k++)
        before += strcmp(channels->list[k].info->role, info->role) == 0;
    for (size_t k = 0; k < rig->n_channels; k++)
        if (strcmp(rig_role_name(rig->channels[k].role), info->role) == 0 && before-- == 0)
            return strcmp(rig->channels[k].unit, info->unit) == 0 ? &rig->channels[k] : NULL;
    return NULL;
}

size_t predict_shown_channels(const struct rig *rig, const struct measure_record *measured,
                              struct predict_channel *channels)
{
    const struct sim_model *model = sim_registry_of(rig->model);
    size_t n = 0;
    for (size_t i = 0; i < measured->channels.n_list && n < SIM_MAX_SHOWN; i++) {
        if (!measured->channels.list[i].info) /* a record that nobody recorded */
            return 0;
        const struct rig_channel *found = partner(rig, &measured->channels, i);
        if (!found || found->role == RIG_ROLE_TIP_T || found->role == RIG_ROLE_TIP_N ||
            found->role == RIG_ROLE_RAIL)
            continue;
        const size_t which = sim_shown_channel(model, found);
        if (which != SIM_SHOWN_NOTHING)
            channels[n++] = (struct predict_channel){&measured->channels.list[i], found, which};
    }
    return n;
}
