/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/pose.h"

#include <stdlib.h>
#include <string.h>

#include "lib/rig/describe.h"
#include "sim/assemble.h"
#include "sim/model.h"
#include "sim/schedules.h"
#include "sim/shipped.h"
#include "sim/tape.h"

_Static_assert(sizeof(struct sim_pose) == SIM_PLACES * sizeof(double),
               "a pose has a double for each place of struct sim_assembled_places");

enum error_code sim_pose_description(const struct sim_model *model,
                                     struct rig_description **description, struct error *err)
{
    char key[RIG_TEXT_SIZE];
    size_t i = 0;
    /* who owns the description counts its users */
    *description = (struct rig_description *)model->table.description;
    if (rig_description_hold(*description))
        return ERROR_OK;
    while (sim_shipped_models[i] && sim_shipped_models[i] != model)
        i++;
    if (!sim_shipped_models[i])
        return error_set(err, ERROR_UNSUPPORTED, "the model %s has no description",
                         model->table.name);
    json_t *source = json_loads(sim_shipped_sources[i], 0, NULL);
    enum error_code code = source ? rig_description_read(source, description, key, sizeof key, err)
                                  : error_memory(err);
    json_decref(source);
    return code;
}

enum error_code sim_pose_at(const struct rig_description *description, const double *p, size_t n,
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
