/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/description.h"

#include <stdlib.h>

struct rig_description *rig_description_hold(struct rig_description *description)
{
    if (description)
        __atomic_add_fetch(&description->users, 1, __ATOMIC_RELAXED);
    return description;
}

void rig_description_drop(struct rig_description *description)
{
    if (!description || __atomic_sub_fetch(&description->users, 1, __ATOMIC_ACQ_REL) > 0)
        return;
    if (description->release)
        description->release(description->made);
    for (size_t i = 0; i < description->n_schedules; i++)
        free(description->schedules[i].t);
    json_decref(description->source);
    free(description);
}
