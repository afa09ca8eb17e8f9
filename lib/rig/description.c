/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/description.h"

#include <stdlib.h>

size_t rig_body_corners(const struct rig_body *body)
{
    return body->outline == RIG_OUTLINE_BOX       ? 4
           : body->outline == RIG_OUTLINE_POLYGON ? body->n_corners
                                                  : 0;
}

void rig_body_corner(const struct rig_body *body, size_t i, struct rig_form corner[2])
{
    static const double box[4][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    for (size_t k = 0; k < 2; k++) {
        if (body->outline == RIG_OUTLINE_POLYGON) {
            corner[k] = body->corners[i][k];
            continue;
        }
        corner[k] = body->size[k];
        corner[k].constant *= box[i][k];
        for (size_t j = 0; j < corner[k].n; j++)
            corner[k].terms[j].factor *= box[i][k];
    }
}

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
