/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/pose.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/assemble.h"
#include "sim/model.h"
#include "sim/schedules.h"
#include "sim/tape.h"

_Static_assert(sizeof(struct sim_pose) == SIM_PLACES * sizeof(double),
               "a pose has a double for each place of struct sim_assembled_places");

enum error_code sim_pose_at(const struct rig_description *description, size_t n, const double *p,
                            const double *x, struct sim_pose *pose, struct error *err)
{
    struct sim_assembled *all = malloc(sizeof *all);
    struct sim_schedules *schedules;
    struct sim_graph graph;
    struct sim_tape *tape;
    if (!all)
        return error_memory(err);
    if (sim_schedules_create(description, SIM_OWN_PARAMETERS + description->n_parameters, n - 1,
                             &schedules, err)) {
        free(all);
        return err->code;
    }
    sim_graph_init(&graph, sim_assemble_fixed(description, SIM_OWN_PARAMETERS));
    sim_assemble(description, (struct sim_assemble_part){.n = n}, SIM_OWN_PARAMETERS, SIM_GRAVITY,
                 &graph, all);
    enum error_code code = sim_tape_create(&graph, (const sim_node *)&all->places, SIM_PLACES, NULL,
                                           &tape, err);
    if (!code) {
        double room[SIM_MAX_PARAMETERS];
        const struct sim_tape_inputs in = {.fixed = sim_schedules_inputs(schedules, p, x, room),
                                           .moving = x,
                                           .moving_too = x + n,
                                           .n = n};
        sim_tape_values(tape, &in, (double *)pose);
        sim_tape_free(tape);
    }
    sim_schedules_free(schedules);
    sim_graph_free(&graph);
    free(all);
    return code;
}

double sim_pose_value(const struct rig_form *form, const double *p, const double *x)
{
    double value = form->constant;
    for (size_t i = 0; i < form->n; i++) {
        const size_t index = form->terms[i].index;
        value += form->terms[i].factor *
                 (form->terms[i].coordinate ? x[index] : p[SIM_OWN_PARAMETERS + index]);
    }
    return value;
}

size_t sim_pose_outline(const struct rig_description *description, size_t body, const double *p,
                        const double *x, double points[SIM_POSE_OUTLINE][2])
{
    static const double corners[4][2] = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
    static const size_t counts[] = {[RIG_OUTLINE_NONE] = 1,
                                    [RIG_OUTLINE_ROD] = 2,
                                    [RIG_OUTLINE_BOX] = 4,
                                    [RIG_OUTLINE_DISC] = SIM_POSE_OUTLINE,
                                    [RIG_OUTLINE_ELLIPSE] = SIM_POSE_OUTLINE};
    const double full_turn = 6.283185307179586;
    const struct rig_body *b = &description->bodies[body];
    const double size[2] = {sim_pose_value(&b->size[0], p, x), sim_pose_value(&b->size[1], p, x)};
    const bool polygon = b->outline == RIG_OUTLINE_POLYGON;
    const size_t n = polygon ? b->n_corners : counts[b->outline];
    for (size_t k = 0; k < n; k++) {
        const double turn = full_turn * (double)k / (double)n;
        const double around[2] = {cos(turn), sin(turn)};
        for (int i = 0; i < 2; i++)
            points[k][i] = polygon                         ? sim_pose_value(&b->corners[k][i], p, x)
                           : b->outline == RIG_OUTLINE_BOX ? corners[k][i] * size[i]
                           : n <= 2 ? k ? size[i] : sim_pose_value(&b->begin[i], p, x)
                           : b->outline == RIG_OUTLINE_DISC ? around[i] * size[0]
                                                            : around[i] * size[i];
    }
    return n;
}
