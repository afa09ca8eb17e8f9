/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/outputs.h"

#include <stdlib.h>

#include "sim/assemble.h"
#include "sim/schedules.h"
#include "sim/tape.h"

enum { MOST = RIG_MAX_OUTPUTS * (1 + SIM_MAX_COORDINATES) };

struct sim_outputs {
    size_t n_outputs, n; /* outputs, coordinates */
    struct sim_tape *tape;
    const struct sim_schedules *schedules;
};

static enum error_code make_tape(const struct rig_description *description,
                                 struct sim_outputs *outputs, struct error *err)
{
    struct sim_assembled *all = malloc(sizeof *all);
    struct sim_graph graph;
    sim_node nodes[MOST];
    size_t count = 0;
    if (!all)
        return error_memory(err);
    sim_graph_init(&graph, sim_assemble_fixed(description, SIM_OWN_PARAMETERS));
    sim_assemble(description, (struct sim_assemble_part){.n = description->n_coordinates},
                 SIM_OWN_PARAMETERS, SIM_GRAVITY, &graph, all);
    for (size_t k = 0; k < outputs->n_outputs; k++) {
        nodes[count++] = all->shown[k].value;
        for (size_t i = 0; i < outputs->n; i++)
            nodes[count++] = all->shown[k].slopes[i];
    }
    enum error_code code = sim_tape_create(&graph, nodes, count, NULL, &outputs->tape, err);
    sim_graph_free(&graph);
    free(all);
    return code;
}

enum error_code sim_outputs_create(const struct rig_description *description,
                                   const struct sim_schedules *schedules,
                                   struct sim_outputs **outputs, struct error *err)
{
    *outputs = NULL;
    if (description->n_outputs == 0)
        return ERROR_OK;
    struct sim_outputs *made = calloc(1, sizeof *made);
    if (!made)
        return error_memory(err);
    made->n_outputs = description->n_outputs;
    made->n = description->n_coordinates;
    made->schedules = schedules;
    enum error_code code = make_tape(description, made, err);
    if (code)
        free(made);
    else
        *outputs = made;
    return code;
}

void sim_outputs_free(struct sim_outputs *outputs)
{
    if (outputs)
        sim_tape_free(outputs->tape);
    free(outputs);
}

static struct sim_tape_inputs inputs_of(const double *p, size_t n, const double *x)
{
    return (struct sim_tape_inputs){.fixed = p, .moving = x, .moving_too = x + n, .n = n};
}

void sim_outputs_at(const struct sim_outputs *outputs, const double *p, const double *x,
                    const double *acceleration, double *values)
{
    const size_t n = outputs->n;
    double all[MOST], room[SIM_MAX_PARAMETERS];
    const struct sim_tape_inputs in = inputs_of(
        sim_schedules_inputs(outputs->schedules, p, x, room), n, x);
    sim_tape_values(outputs->tape, &in, all);
    for (size_t k = 0; k < outputs->n_outputs; k++) {
        const double *row = all + k * (1 + n);
        values[k] = row[0];
        for (size_t i = 0; i < n; i++)
            values[k] += row[1 + i] * acceleration[i];
    }
}

void sim_outputs_slopes(const struct sim_outputs *outputs, const double *p, const double *x,
                        const double *acceleration, const struct sim_move *move,
                        const double *acceleration_slopes, double *slopes)
{
    const size_t n = outputs->n;
    double all[MOST], lanes[MOST][SIM_TAPE_LANES], room[SIM_MAX_PARAMETERS];
    const struct sim_tape_inputs in = inputs_of(
                                     sim_schedules_inputs(outputs->schedules, p, x, room), n, x),
                                 direction = inputs_of(move->p, n, move->x);
    sim_tape_slopes(outputs->tape, &in, 1, &direction, all, lanes);
    for (size_t k = 0; k < outputs->n_outputs; k++) {
        const size_t row = k * (1 + n);
        slopes[k] = lanes[row][0];
        for (size_t i = 0; i < n; i++)
            slopes[k] += lanes[row + 1 + i][0] * acceleration[i] +
                         all[row + 1 + i] * acceleration_slopes[i];
    }
}
