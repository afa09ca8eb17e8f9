/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/table.h"

#include <string.h>

#include "lib/base/number.h"
#include "lib/rig/description.h"
#include "sim/extras.h"
#include "sim/shown.h"

void sim_table_trajectory_header(const struct sim_setup *setup, FILE *out)
{
    const size_t width = 2 * setup->problem.inputs.n;
    fputs("t", out);
    for (size_t i = 0; i < width; i++)
        fprintf(out, ",%s", sim_setup_state(setup, i));
    const struct mechanism *table = &setup->model->table;
    fputs(",tip_t,tip_n,slip,gap,force_t,force_n,mode", out);
    for (size_t i = 0; i < table->n_outputs; i++)
        fprintf(out, ",%s", table->outputs[i].name);
    for (size_t d = 0; d < setup->n_directions; d++)
        for (size_t i = 0; i < width; i++)
            fprintf(out, ",d(%s)/d(%s)", sim_setup_state(setup, i), setup->direction_names[d]);
    for (size_t i = 0; i < table->n_outputs; i++)
        for (size_t d = 0; d < setup->n_directions; d++)
            fprintf(out, ",d(%s)/d(%s)", table->outputs[i].name, setup->direction_names[d]);
    fputc('\n', out);
}

void sim_table_trajectory_row(const struct sim_setup *setup, const struct sim_sample *sample,
                              FILE *out)
{
    const size_t width = 2 * setup->problem.inputs.n;
    const struct sim_motion *m = sample->motion;
    const double contact[] = {m->tip_t, m->tip_n, m->slip, m->gap, m->force_t, m->force_n};
    number_print(sample->t, out);
    number_columns(sample->x, width, out);
    number_columns(contact, sizeof contact / sizeof *contact, out);
    fputc(',', out);
    fputs(sim_mode_word(sample->mode), out);
    const size_t n = setup->model->table.n_outputs;
    double shown[RIG_MAX_OUTPUTS], slopes[RIG_MAX_OUTPUTS * SIM_MAX_DIRECTIONS];
    size_t which[RIG_MAX_OUTPUTS];
    for (size_t i = 0; i < n; i++)
        which[i] = sim_shown_output(setup->model, i);
    sim_shown_at(&setup->problem.inputs, sample->t, sample->x, m, which, n, shown);
    number_columns(shown, n, out);
    number_columns(sample->slopes, setup->n_directions * width, out);
    if (n > 0 && sample->slopes) {
        struct sim_problem problem = setup->problem;
        problem.shown = which;
        problem.n_shown = n;
        sim_shown_slopes(&problem, sample->mode, sample->t, sample->x, sample->slopes, slopes);
        number_columns(slopes, n * setup->n_directions, out);
    }
    fputc('\n', out);
}

void sim_table_energies(const struct sim_setup *setup, const struct sim_event *event,
                        struct sim_table_energy *energy)
{
    const struct sim_inputs *in = &setup->problem.inputs;
    energy->before = sim_energy_at(in->model, in->p, in->n, event->x_before,
                                   event->x_before + in->n);
    energy->after = sim_energy_at(in->model, in->p, in->n, event->x, event->x + in->n);
    energy->heat = sim_event_heat(event);
}

void sim_table_event_header(const struct sim_setup *setup, FILE *out)
{
    fputs("t,event,from,to,slip_before,normal_before,slip_after,normal_after,"
          "impulse_t,impulse_n,energy_before,energy_after,normal_work,friction_heat",
          out);
    for (size_t d = 0; d < setup->n_directions; d++)
        fprintf(out, ",d(t)/d(%s)", setup->direction_names[d]);
    fputc('\n', out);
}

void sim_table_event_row(const struct sim_setup *setup, const struct sim_event *event, FILE *out)
{
    number_print(event->t, out);
    fprintf(out, ",%s,%s,%s", sim_event_word(event->kind), sim_mode_word(event->from),
            sim_mode_word(event->to));
    struct sim_table_energy energy;
    sim_table_energies(setup, event, &energy);
    const double values[] = {event->slip_before,  event->normal_before, event->slip_after,
                             event->normal_after, event->impulse_t,     event->impulse_n,
                             energy.before,       energy.after,         event->normal_work,
                             energy.heat};
    number_columns(values, sizeof values / sizeof *values, out);
    number_columns(event->time_slopes, setup->n_directions, out);
    fputc('\n', out);
}

const char *sim_table_unit(const void *mechanism, const char *column)
{
    static const struct {
        const char *name, *unit;
    } names[] = {
        {"t", "s"},
        {"period", "s"},
        {"tip_t", "m/s"},
        {"tip_n", "m/s"},
        {"slip", "m/s"},
        {"gap", "m"},
        {"force_t", "N"},
        {"force_n", "N"},
        {"slip_before", "m/s"},
        {"normal_before", "m/s"},
        {"slip_after", "m/s"},
        {"normal_after", "m/s"},
        {"impulse_t", "N.s"},
        {"impulse_n", "N.s"},
        {"energy_before", "J"},
        {"energy_after", "J"},
        {"normal_work", "J"},
        {"friction_heat", "J"},
        {"slip_time", "s"},
        {"stick_time", "s"},
    };
    const struct mechanism *model = mechanism;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, column) == 0)
            return names[i].unit;
    const size_t n = 2 * model->n_coordinates;
    static const char *const ends[] = {"_low", "_high", "_min", "_max"};
    char name[64]; /* theta1_low and theta1_max are theta1 */
    snprintf(name, sizeof name, "%s", column);
    char *end = strrchr(name, '_');
    for (size_t i = 0; end && i < sizeof ends / sizeof *ends; i++)
        if (strcmp(end, ends[i]) == 0)
            *end = '\0';
    const size_t state = quantity_find(model->states, n, name);
    if (state < n)
        return model->states[state].unit;
    const size_t output = quantity_find(model->outputs, model->n_outputs, name);
    if (output < model->n_outputs)
        return model->outputs[output].unit;
    const size_t parameter = quantity_find(model->parameters, model->n_parameters, name);
    return parameter < model->n_parameters ? model->parameters[parameter].unit : NULL;
}
