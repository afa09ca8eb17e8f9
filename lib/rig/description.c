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
    json_decref(description->source);
    free(description);
}

static bool moves_beyond(const struct rig_form *form, size_t n)
{
    for (size_t i = 0; i < form->n; i++)
        if (form->terms[i].coordinate && form->terms[i].index >= n)
            return true;
    return false;
}

void rig_description_bodies(const struct rig_description *description, size_t n,
                            bool in_use[RIG_MAX_BODIES])
{
    for (size_t i = 0; i < description->n_bodies; i++) {
        const struct rig_body *body = &description->bodies[i];
        const struct rig_form *const forms[] = {&body->angle, &body->distance, &body->at.at[0],
                                                &body->at.at[1]};
        in_use[i] = body->parent == RIG_GROUND || in_use[body->parent];
        for (size_t k = 0; k < sizeof forms / sizeof *forms; k++)
            in_use[i] &= !moves_beyond(forms[k], n);
    }
}
