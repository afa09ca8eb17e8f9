/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples and events in the library's words, told to whoever asked for them. */
#include "config.h"

#include "api/private.h"
#include "sim/table.h"

static enum error_code ended(double t, struct error *err)
{
    return error_set(err, ERROR_INTERRUPTED, "ended at t = %.9g s by who asked to be told", t);
}

enum error_code api_tell_sample(const struct skitter_options *options, size_t width,
                                const struct sim_sample *sample, struct error *err)
{
    const struct sim_motion *m = sample->motion;
    const struct skitter_sample told = {.t = sample->t,
                                        .mode = (int)sample->mode,
                                        .x = sample->x,
                                        .n = width,
                                        .slopes = sample->slopes,
                                        .tip_t = m->tip_t,
                                        .tip_n = m->tip_n,
                                        .slip = m->slip,
                                        .gap = m->gap,
                                        .force_t = m->force_t,
                                        .force_n = m->force_n};
    if (options->sample && options->sample(options->context, &told))
        return ended(sample->t, err);
    return ERROR_OK;
}

void api_event(const struct sim_setup *setup, const struct sim_event *event,
               struct skitter_event *told)
{
    struct sim_table_energy energy;
    sim_table_energies(setup, event, &energy);
    *told = (struct skitter_event){.t = event->t,
                                   .word = sim_event_word(event->kind),
                                   .from = (int)event->from,
                                   .to = (int)event->to,
                                   .slip_before = event->slip_before,
                                   .normal_before = event->normal_before,
                                   .slip_after = event->slip_after,
                                   .normal_after = event->normal_after,
                                   .impulse_t = event->impulse_t,
                                   .impulse_n = event->impulse_n,
                                   .energy_before = energy.before,
                                   .energy_after = energy.after,
                                   .normal_work = event->normal_work,
                                   .friction_heat = energy.heat};
}

enum error_code api_tell_event(const struct skitter_options *options, const struct sim_setup *setup,
                               const struct sim_event *event, struct error *err)
{
    struct skitter_event told;
    if (!options->event)
        return ERROR_OK;
    api_event(setup, event, &told);
    if (options->event(options->context, &told, event->x, 2 * setup->problem.inputs.n))
        return ended(event->t, err);
    return ERROR_OK;
}
