/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/setup.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fit/belt.h"
#include "lib/base/list.h"
#include "lib/base/nearest.h"
#include "lib/base/units.h"
#include "lib/measure/lowpass.h"
#include "lib/measure/rail.h"
#include "lib/measure/start.h"
#include "lib/predict/rig.h"
#include "sim/registry.h"
#include "sim/values.h"

/* what there is beside the mechanism's values */
#define EXTRA(name, unit, doc)                                    \
    {                                                             \
        name, unit, QUANTITY_ANY, QUANTITY_COMPUTED, 0, NULL, doc \
    }
static const struct quantity extras[FIT_KINDS] = {
    [FIT_TIME_OFFSET] = EXTRA("time_offset", "s", "time in the record at which the motion starts"),
    [FIT_CLOCK] = EXTRA("clock_error", "1", "true seconds in one of the record, less one"),
    [FIT_OFFSET_T] = EXTRA("tip_t_offset", "m/s", "what tip_t shows at rest"),
    [FIT_OFFSET_N] = EXTRA("tip_n_offset", "m/s", "what tip_n shows at rest"),
    [FIT_DRIFT_T] = EXTRA("tip_t_drift", "m/s2", "what the offset of tip_t gains in a second"),
    [FIT_DRIFT_N] = EXTRA("tip_n_drift", "m/s2", "what the offset of tip_n gains in a second"),
    [FIT_GAIN_T] = EXTRA("tip_t_gain", "1", "true sensitivity of tip_t over the rig's"),
    [FIT_GAIN_N] = EXTRA("tip_n_gain", "1", "true sensitivity of tip_n over the rig's"),
    [FIT_ANGLE_T] = EXTRA("tip_t_beam_angle", "rad", "of tip_t, beside the rig's"),
    [FIT_ANGLE_N] = EXTRA("tip_n_beam_angle", "rad", "of tip_n, beside the rig's"),
    [FIT_LAG_T] = EXTRA("tip_t_lag", "s", "by which tip_t is late"),
    [FIT_LAG_N] = EXTRA("tip_n_lag", "s", "by which tip_n is late"),
    [FIT_OTHER_GAIN] = EXTRA("gain", "1", "true sensitivity of another channel over the rig's"),
    [FIT_RAIL_GAIN] = EXTRA("rail_gain_error", "1",
                            "true sensitivity of the rail over the rig's, "
                            "less one"),
};

/* how far from where it is seen the start of the motion is looked for, in its uncertainties */
static const double start_reach = 8;
/* instruments of known bandwidth are late by their time constant, to this share of it */
static const double lag_share = 0.1;

struct setup {
    const struct rig *rig;
    const struct sim_model *model;
    const struct fit_request *request;
    struct fit_problem *problem;
    struct error *err;
    struct measure_record *records; /* that are here already; NULL: they are read */
};

/* ---- what the rig says of its channels */

static const struct rig_channel *channel_of(const struct rig *rig, enum rig_role role)
{
    for (size_t i = 0; i < rig->n_channels; i++)
        if (rig->channels[i].role == role)
            return &rig->channels[i];
    return NULL;
}

/* relative uncertainty of a sensitivity; NaN: not told */
static double channel_gain(const struct rig *rig, enum rig_role role)
{
    const struct rig_channel *channel = channel_of(rig, role);
    return channel ? channel->sensitivity_uncertainty / channel->sensitivity : NAN;
}

static double channel_angle(const struct rig *rig, enum rig_role role)
{
    const struct rig_channel *channel = channel_of(rig, role);
    return channel ? channel->values.values[RIG_CHANNEL_BEAM_ANGLE].uncertainty : NAN;
}

static double clock_uncertainty(const struct rig *rig)
{
    return rig->sampling.values[0].uncertainty / rig->sampling.values[0].value;
}

/* ---- runs */

/* use no more of the motion than was asked for */
static void shorten(struct fit_run *run, double until)
{
    struct measure_record *m = &run->measured;
    const double start = run->detected.events.list[0].t;
    const double samples = (start + until - m->first) / m->period;
    if (until > 0 && samples < (double)m->n)
        m->n = (size_t)fmax(samples, 1);
    while (run->detected.events.n > 1 && run->detected.events.list[run->detected.events.n - 1].t >
                                             m->first + (double)m->n * m->period)
        run->detected.events.n--;
}

static size_t first_sample(const struct fit_run *run)
{
    return measure_detect_first(&run->measured, &run->detected);
}

/* the recorded rail drives the belt, where it is asked for or needed */
static enum error_code take_belt(const struct setup *setup, struct fit_run *run)
{
    const struct fit_request *request = setup->request;
    const bool named = list_has(request->free, "belt_speed") ||
                       list_has(request->own, "belt_speed");
    const size_t from = first_sample(run);
    if (request->rail == FIT_RAIL_RECORDED && !run->measured.v[MEASURE_RAIL])
        return error_set(setup->err, ERROR_INPUT, "%s: has no channel rail to drive the belt with",
                         run->measured.name);
    if (named || request->rail == FIT_RAIL_CONSTANT || !run->measured.v[MEASURE_RAIL] ||
        (request->rail == FIT_RAIL_AUTO && !measure_rail_uneven(&run->measured, from)))
        return ERROR_OK;
    return fit_belt_take(run, from, setup->err);
}

/* how well each given value is known */
static void take_uncertainties(const struct setup *setup, const struct rig *rig,
                               struct fit_run *run)
{
    for (size_t i = 0; i < SIM_MAX_PARAMETERS + SIM_MAX_STATES; i++)
        run->known[i] = NAN;
    const struct rig_section *sections[] = {&rig->parameters, &rig->start};
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < sections[k]->n; i++) {
            const struct rig_value *value = &sections[k]->values[i];
            const size_t index = sim_values_index(setup->model, sections[k]->table[i].name);
            if (rig_given(value) && value->uncertainty > 0 &&
                index < SIM_MAX_PARAMETERS + SIM_MAX_STATES)
                run->known[index] = value->uncertainty;
        }
}

/* the rig's channels beside those of the tip and the rail, in order */
static size_t slot_of(const struct rig *rig, const struct rig_channel *channel)
{
    size_t slot = 0;
    for (const struct rig_channel *c = rig->channels; c < channel; c++)
        slot += c->role != RIG_ROLE_TIP_T && c->role != RIG_ROLE_TIP_N && c->role != RIG_ROLE_RAIL;
    return slot;
}

static const char *name_of(const struct rig_channel *channel)
{
    return channel->shows ? channel->shows->name : rig_role_name(channel->role);
}

/* what else was recorded that the rig predicts */
static void take_others(const struct rig *rig, struct fit_run *run)
{
    struct predict_channel channels[SIM_MAX_SHOWN];
    const size_t n = predict_shown_channels(rig, &run->measured, channels);
    for (size_t k = 0; k < n; k++) {
        const size_t slot = slot_of(rig, channels[k].rig);
        if (slot >= SIM_MAX_SHOWN || !(channels[k].measured->noise > 0))
            continue;
        run->shown[run->n_others] = channels[k].which;
        struct fit_other *other = &run->others[run->n_others++];
        *other = (struct fit_other){.measured = channels[k].measured, .slot = slot, .excess = 1};
        snprintf(other->name, sizeof other->name, "%s", name_of(channels[k].rig));
    }
}

static enum error_code take_values(const struct setup *setup, struct fit_run *run)
{
    const struct fit_request *request = setup->request;
    const struct predict_names names = {.recorded = {request->own, request->from_run},
                                        .given = request->free};
    struct rig *rig;
    enum error_code code = predict_rig_make(setup->rig, run->measured.rig, run->measured.name,
                                            &names, &rig, setup->err);
    if (!code) {
        predict_base_from_rig(rig, &run->base);
        take_uncertainties(setup, rig, run);
        take_others(rig, run);
    }
    rig_free(rig);
    return code;
}

static enum error_code read_run(const struct setup *setup, const char *dir, struct fit_run *run)
{
    enum error_code code = measure_record_read(dir, &run->measured, setup->err);
    if (code)
        return code;
    measure_record_instruments(&run->measured, setup->rig);
    return measure_start_take(setup->request->start_at.items, setup->request->start_at.n,
                              &run->measured, setup->err);
}

/* dir: NULL where the record is in the run already */
static enum error_code make_run(const struct setup *setup, const char *dir, struct fit_run *run)
{
    run->excess[0] = run->excess[1] = 1;
    run->rail_gain = channel_gain(setup->rig, RIG_ROLE_RAIL);
    enum error_code code = dir ? read_run(setup, dir, run) : ERROR_OK;
    if (!code)
        code = measure_detect(&run->measured, &run->detected, setup->err);
    if (code && run->measured.cut_at > 0)
        error_prefix(setup->err, "samples are missing at %.6g s, and what is behind is not used",
                     run->measured.cut_at);
    if (code)
        return code;
    shorten(run, setup->request->until);
    const double start = run->detected.events.list[0].t;
    const double length = run->measured.first + (double)run->measured.n * run->measured.period;
    if (length - start < 10 * FIT_ALIGN)
        return error_set(setup->err, ERROR_INPUT,
                         "%s: only %.3g s of motion; at least %.3g s are needed",
                         run->measured.name, length - start, 10 * FIT_ALIGN);
    code = take_values(setup, run);
    return code ? code : take_belt(setup, run);
}

/* runs: their directories; NULL where there are records */
static enum error_code make_runs(const struct setup *setup, const char *const *runs, size_t n)
{
    struct fit_problem *problem = setup->problem;
    problem->runs = calloc(n, sizeof *problem->runs);
    enum error_code code = problem->runs ? ERROR_OK : error_memory(setup->err);
    for (size_t i = 0; setup->records && i < n; i++) {
        if (code)
            measure_record_free(&setup->records[i]);
        else
            problem->runs[i].measured = setup->records[i];
    }
    problem->n_runs = setup->records && !code ? n : 0;
    for (size_t i = 0; !code && i < n; i++) {
        problem->n_runs = setup->records ? n : i + 1;
        code = make_run(setup, runs ? runs[i] : NULL, &problem->runs[i]);
    }
    return code;
}

/* ---- parameters */

static enum error_code add_parameter(const struct setup *setup, struct fit_parameter parameter,
                                     const struct quantity *row)
{
    struct fit_problem *problem = setup->problem;
    char name[128];
    if (parameter.run == FIT_SHARED)
        snprintf(name, sizeof name, "%s", row->name);
    else
        snprintf(name, sizeof name, "%s[%zu]", row->name, parameter.run + 1);
    struct fit_parameter *more = realloc(problem->parameters,
                                         (problem->n + 1) * sizeof *problem->parameters);
    if (!more)
        return error_memory(setup->err);
    problem->parameters = more;
    parameter.name = strdup(name);
    parameter.unit = row->unit;
    if (!parameter.name)
        return error_memory(setup->err);
    problem->parameters[problem->n++] = parameter;
    return ERROR_OK;
}

/* a Gaussian prior that the rig, or a result file that it includes, brings with it */
static void take_known(const struct fit_run *run, struct fit_parameter *parameter)
{
    const double known = run->known[parameter->index];
    if (known > 0) {
        parameter->prior = parameter->start;
        parameter->prior_uncertainty = known;
    }
}

/* what the rail channel says of the belt's speed */
static void take_rail(const struct fit_run *run, struct fit_parameter *parameter)
{
    const struct measure_record *m = &run->measured;
    if (!m->v[MEASURE_RAIL])
        return;
    double uncertainty;
    parameter->start = parameter->prior = measure_record_mean(
        m, MEASURE_RAIL, first_sample(run) + MEASURE_SETTLING, &uncertainty);
    uncertainty = hypot(uncertainty, run->detected.rest[MEASURE_RAIL].n > 0
                                         ? run->detected.rest[MEASURE_RAIL].uncertainty
                                         : m->offset_uncertainty[MEASURE_RAIL]);
    if (run->rail_gain > 0)
        uncertainty = hypot(uncertainty, run->rail_gain * parameter->start);
    parameter->prior_uncertainty = uncertainty;
}

/* the bounds do not cut off what the prior allows */
static void widen(const struct quantity *row, struct fit_parameter *parameter)
{
    if (!isfinite(parameter->prior_uncertainty))
        return;
    parameter->low = fmin(parameter->low, parameter->prior - 8 * parameter->prior_uncertainty);
    parameter->high = fmax(parameter->high, parameter->prior + 8 * parameter->prior_uncertainty);
    if (row->range != QUANTITY_ANY)
        parameter->low = fmax(parameter->low, 0);
}

static enum error_code add_model_parameter(const struct setup *setup, const char *name, size_t run,
                                           bool asked)
{
    size_t index;
    enum error_code code = sim_values_find(setup->model, name, &index, setup->err);
    if (code)
        return code;
    const struct quantity *row = sim_values_quantity(setup->model, index);
    const struct fit_run *first = &setup->problem->runs[run == FIT_SHARED ? 0 : run];
    struct fit_parameter parameter = {.kind = FIT_MODEL,
                                      .index = index,
                                      .run = run,
                                      .asked = asked,
                                      .start = sim_values_get(&first->base.values, index),
                                      .prior = NAN,
                                      .prior_uncertainty = NAN};
    if (row->range == QUANTITY_WHOLE)
        return error_set(setup->err, ERROR_INPUT, "%s is a whole number and cannot be fitted",
                         name);
    if (!isfinite(parameter.start))
        return error_set(setup->err, ERROR_INPUT,
                         "%s: no start value for %s; give one in the rig file or with --set",
                         setup->rig->path, name);
    take_known(first, &parameter);
    if (run != FIT_SHARED && index == SIM_BELT_SPEED)
        take_rail(first, &parameter);
    fit_problem_bounds(row->range, parameter.start, &parameter.low, &parameter.high);
    widen(row, &parameter);
    return add_parameter(setup, parameter, row);
}

/* what nobody asked for but is known with an uncertainty: in the fit with its prior, so that the
 * uncertainty is in the results. One for all runs where it has one value, else one for each. */
static enum error_code add_known(const struct setup *setup)
{
    const struct fit_problem *problem = setup->problem;
    const struct fit_request *request = setup->request;
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < SIM_MAX_PARAMETERS + SIM_MAX_STATES; i++) {
        bool told = false, same = true;
        for (size_t r = 0; r < problem->n_runs; r++) {
            told |= problem->runs[r].known[i] > 0;
            same &= problem->runs[r].known[i] == problem->runs[0].known[i] &&
                    sim_values_get(&problem->runs[r].base.values, i) ==
                        sim_values_get(&problem->runs[0].base.values, i);
        }
        if (!told)
            continue;
        const struct quantity *row = sim_values_quantity(setup->model, i);
        const bool state = i >= setup->model->table.n_parameters;
        if (list_has(request->free, row->name) || list_has(request->own, row->name) ||
            (i == SIM_BELT_SPEED && problem->runs[0].measured.v[MEASURE_RAIL]))
            continue;
        if (same && !state)
            code = add_model_parameter(setup, row->name, FIT_SHARED, false);
        for (size_t r = 0; (!same || state) && !code && r < problem->n_runs; r++)
            if (problem->runs[r].known[i] > 0)
                code = add_model_parameter(setup, row->name, r, false);
    }
    return code;
}

/* a quantity of the instrument about `value`; none where its uncertainty is not known */
static enum error_code add_named(const struct setup *setup, enum fit_parameter_kind kind,
                                 const struct quantity *row, size_t run, double value,
                                 double uncertainty)
{
    if (!(uncertainty > 0))
        return ERROR_OK;
    const struct fit_parameter parameter = {.kind = kind,
                                            .run = run,
                                            .start = value,
                                            .low = value - 20 * uncertainty,
                                            .high = value + 20 * uncertainty,
                                            .prior = value,
                                            .prior_uncertainty = uncertainty};
    return add_parameter(setup, parameter, row);
}

static enum error_code add_extra(const struct setup *setup, enum fit_parameter_kind kind,
                                 size_t run, double value, double uncertainty)
{
    return add_named(setup, kind, &extras[kind], run, value, uncertainty);
}

/* how late a channel is, beside its low-pass: all runs have the same instruments */
static enum error_code add_lag(const struct setup *setup, int channel)
{
    const struct fit_run *first = &setup->problem->runs[0];
    const struct measure_record *m = &first->measured;
    if (!m->v[channel])
        return ERROR_OK;
    double late = MEASURE_LAG * m->period;
    if (m->bandwidth[channel] > 0) { /* the low-pass itself is in the prediction */
        const double told = m->bandwidth_uncertainty[channel] / m->bandwidth[channel];
        late = (told > 0 ? told : lag_share) / measure_lowpass_rate(m->bandwidth[channel]);
    }
    return add_extra(setup, channel ? FIT_LAG_N : FIT_LAG_T, FIT_SHARED, 0, late);
}

static enum error_code add_belt_gain(const struct setup *setup)
{
    for (size_t i = 0; i < setup->problem->n_runs; i++)
        if (setup->problem->runs[i].belt)
            return add_extra(setup, FIT_RAIL_GAIN, FIT_SHARED, 0,
                             setup->problem->runs[i].rail_gain);
    return ERROR_OK;
}

/* sensitivities of the other channels, where their uncertainty is told */
static enum error_code add_other_gains(const struct setup *setup)
{
    const struct rig *rig = setup->rig;
    bool there[SIM_MAX_SHOWN] = {false};
    enum error_code code = ERROR_OK;
    for (size_t r = 0; r < setup->problem->n_runs; r++)
        for (size_t k = 0; k < setup->problem->runs[r].n_others; k++)
            there[setup->problem->runs[r].others[k].slot] = true;
    for (size_t i = 0; !code && i < rig->n_channels; i++) {
        const struct rig_channel *channel = &rig->channels[i];
        const size_t slot = slot_of(rig, channel);
        char name[RIG_NAME_SIZE + 8];
        if (slot_of(rig, channel + 1) == slot || slot >= SIM_MAX_SHOWN || !there[slot])
            continue;
        snprintf(name, sizeof name, "%s_gain", name_of(channel));
        struct quantity row = extras[FIT_OTHER_GAIN];
        row.name = name;
        code = add_named(setup, (enum fit_parameter_kind)(FIT_OTHER_GAIN + slot), &row, FIT_SHARED,
                         1, channel->sensitivity_uncertainty / channel->sensitivity);
    }
    return code;
}

/* how well the offset is known that the rig tells of a channel, which is that of all runs without a
 * rest of their own; 0: there is none */
static double told_offset(const struct fit_problem *problem, int channel)
{
    double uncertainty = 0;
    for (size_t r = 0; r < problem->n_runs; r++)
        if (problem->runs[r].detected.rest[channel].n == 0)
            uncertainty = fmax(uncertainty, problem->runs[r].measured.offset_uncertainty[channel]);
    return uncertainty;
}

static enum error_code add_instruments(const struct setup *setup)
{
    static const enum rig_role roles[2] = {RIG_ROLE_TIP_T, RIG_ROLE_TIP_N};
    const struct rig *rig = setup->rig;
    enum error_code code = add_extra(setup, FIT_CLOCK, FIT_SHARED, 0, clock_uncertainty(rig));
    if (!code)
        code = add_belt_gain(setup);
    if (!code)
        code = add_other_gains(setup);
    for (int c = 0; !code && c < 2; c++) {
        code = add_extra(setup, c ? FIT_GAIN_N : FIT_GAIN_T, FIT_SHARED, 1,
                         channel_gain(rig, roles[c]));
        if (!code)
            code = add_extra(setup, c ? FIT_ANGLE_N : FIT_ANGLE_T, FIT_SHARED, 0,
                             channel_angle(rig, roles[c]));
        if (!code)
            code = add_lag(setup, c);
        if (!code)
            code = add_extra(setup, c ? FIT_OFFSET_N : FIT_OFFSET_T, FIT_SHARED, 0,
                             told_offset(setup->problem, c));
    }
    return code;
}

static enum error_code add_time_offset(const struct setup *setup, size_t run)
{
    const struct measure_event *start = &setup->problem->runs[run].detected.events.list[0];
    /* a slow start, which is a kink and no jump, may be seen a long way from where it is */
    const double reach = fmax(0.99 * FIT_ALIGN, start_reach * start->uncertainty);
    const struct fit_parameter parameter = {.kind = FIT_TIME_OFFSET,
                                            .run = run,
                                            .start = start->t,
                                            .low = start->t - reach,
                                            .high = start->t + reach,
                                            .prior = NAN,
                                            .prior_uncertainty = NAN};
    return add_parameter(setup, parameter, &extras[FIT_TIME_OFFSET]);
}

static enum error_code add_offset(const struct setup *setup, size_t run, int channel)
{
    const struct fit_run *source = &setup->problem->runs[run];
    const struct measure_record *m = &source->measured;
    const struct measure_level *rest = &source->detected.rest[channel];
    if (!m->v[channel] || rest->n == 0)
        return ERROR_OK;
    /* level and drift of the rest are taken off by measure_detect; this is how well these are
     * known, the level at the start of the motion */
    const double drift = fit_run_drift(source, channel);
    const double since = 0.5 * (double)rest->n * m->period;
    const double level = fmax(rest->uncertainty,
                              fit_run_noise(source, channel) / sqrt((double)rest->n));
    enum error_code code = add_extra(setup, channel ? FIT_OFFSET_N : FIT_OFFSET_T, run, 0,
                                     hypot(level, drift * since));
    return code ? code : add_extra(setup, channel ? FIT_DRIFT_N : FIT_DRIFT_T, run, 0, drift);
}

static enum error_code add_list(const struct setup *setup, const char *list, size_t run)
{
    enum error_code code = ERROR_OK;
    for (char name[LIST_WORD_SIZE]; !code && list_next(&list, name);) {
        if (run != FIT_SHARED && list_has(setup->request->free, name))
            code = error_set(setup->err, ERROR_USAGE,
                             "%s is in --free and in --own; it is either one for all runs or one "
                             "for each",
                             name);
        else
            code = add_model_parameter(setup, name, run, true);
    }
    return code;
}

static enum error_code add_parameters(const struct setup *setup)
{
    const struct fit_request *request = setup->request;
    struct fit_problem *problem = setup->problem;
    const bool none = request->free && strcmp(request->free, "none") == 0;
    enum error_code code = none ? ERROR_OK : add_list(setup, request->free, FIT_SHARED);
    if (!code && !none && problem->n == 0 && !(request->own && *request->own))
        code = error_set(setup->err, ERROR_USAGE,
                         "nothing to fit: name parameters with --free or --own, or check a "
                         "prediction with --free none");
    if (!code)
        code = add_known(setup);
    if (!code)
        code = add_instruments(setup);
    for (size_t i = 0; !code && i < problem->n_runs; i++) {
        const bool named = list_has(request->free, "belt_speed") ||
                           list_has(request->own, "belt_speed");
        code = add_list(setup, request->own, i);
        if (!code && !named && problem->runs[i].measured.v[MEASURE_RAIL] && !problem->runs[i].belt)
            code = add_model_parameter(setup, "belt_speed", i, false);
        if (!code)
            code = add_time_offset(setup, i);
        for (int channel = 0; !code && channel < 2; channel++)
            code = add_offset(setup, i, channel);
    }
    return code;
}

/* ---- priors and bounds */

/* does the text, up to length, name this parameter or all runs' ones of it? */
static bool names(const struct fit_parameter *parameter, const char *text, size_t length)
{
    const size_t stem = strcspn(parameter->name, "[");
    return (strlen(parameter->name) == length && strncmp(parameter->name, text, length) == 0) ||
           (stem == length && strncmp(parameter->name, text, length) == 0);
}

static enum error_code no_such_parameter(const struct setup *setup, const char *option,
                                         const char *text, size_t length)
{
    char word[128] = "", hint[192];
    strncpy(word, text, length < sizeof word ? length : sizeof word - 1);
    struct nearest nearest = nearest_to(word);
    for (size_t i = 0; i < setup->problem->n; i++)
        nearest_offer(&nearest, setup->problem->parameters[i].name);
    nearest_hint(&nearest, hint, sizeof hint);
    return error_set(setup->err, ERROR_USAGE, "%s %s: %s is not fitted%s", option, text, word,
                     hint);
}

static enum error_code part_value(const struct setup *setup, const char *option, const char *whole,
                                  const char *text, size_t length, const char *unit, double *value)
{
    char *part = strndup(text, length);
    if (!part)
        return error_memory(setup->err);
    enum error_code code = units_parse(part, unit, value, setup->err);
    if (code) {
        setup->err->code = code = ERROR_USAGE;
        error_prefix(setup->err, "%s %s", option, whole);
    }
    free(part);
    return code;
}

static enum error_code take_prior(const struct setup *setup, const char *text,
                                  struct fit_parameter *parameter)
{
    const char *plus = strstr(text, "+-"), *equals = strchr(text, '=');
    double uncertainty, value = parameter->start;
    enum error_code code = part_value(setup, "--prior", text, plus + 2, strlen(plus + 2),
                                      parameter->unit, &uncertainty);
    if (!code && equals && equals < plus)
        code = part_value(setup, "--prior", text, equals + 1, (size_t)(plus - equals - 1),
                          parameter->unit, &value);
    if (code)
        return code;
    if (!(uncertainty > 0))
        return error_set(setup->err, ERROR_USAGE, "--prior %s: the uncertainty must be positive",
                         text);
    parameter->prior = value;
    parameter->prior_uncertainty = uncertainty;
    return ERROR_OK;
}

static enum error_code take_priors(const struct setup *setup)
{
    const struct option_list *list = &setup->request->priors;
    for (size_t i = 0; i < list->n; i++) {
        const char *text = list->items[i];
        const size_t length = strcspn(text, "=+");
        bool found = false;
        if (!strstr(text, "+-"))
            return error_set(setup->err, ERROR_USAGE, "--prior %s: must be NAME=VALUE+-UNCERTAINTY",
                             text);
        for (size_t j = 0; j < setup->problem->n; j++) {
            struct fit_parameter *parameter = &setup->problem->parameters[j];
            if (!names(parameter, text, length))
                continue;
            found = true;
            enum error_code code = take_prior(setup, text, parameter);
            if (code)
                return code;
        }
        if (!found)
            return no_such_parameter(setup, "--prior", text, length);
    }
    return ERROR_OK;
}

static enum error_code take_bound(const struct setup *setup, const char *text,
                                  struct fit_parameter *parameter)
{
    const char *equals = strchr(text, '='), *dots = equals ? strstr(equals, "..") : NULL;
    if (!dots)
        return error_set(setup->err, ERROR_USAGE, "--bounds %s: must be NAME=LOW..HIGH", text);
    double low, high;
    enum error_code code = part_value(setup, "--bounds", text, equals + 1,
                                      (size_t)(dots - equals - 1), parameter->unit, &low);
    if (!code)
        code = part_value(setup, "--bounds", text, dots + 2, strlen(dots + 2), parameter->unit,
                          &high);
    if (code)
        return code;
    if (!(low < high))
        return error_set(setup->err, ERROR_USAGE,
                         "--bounds %s: the lower bound must be below the "
                         "upper one",
                         text);
    parameter->low = low;
    parameter->high = high;
    return ERROR_OK;
}

static enum error_code take_bounds(const struct setup *setup)
{
    const struct option_list *list = &setup->request->bounds;
    for (size_t i = 0; i < list->n; i++) {
        const size_t length = strcspn(list->items[i], "=");
        bool found = false;
        for (size_t j = 0; j < setup->problem->n; j++) {
            struct fit_parameter *parameter = &setup->problem->parameters[j];
            if (!names(parameter, list->items[i], length))
                continue;
            found = true;
            enum error_code code = take_bound(setup, list->items[i], parameter);
            if (code)
                return code;
        }
        if (!found)
            return no_such_parameter(setup, "--bounds", list->items[i], length);
    }
    for (size_t j = 0; j < setup->problem->n; j++) {
        const struct fit_parameter *p = &setup->problem->parameters[j];
        if (!(p->low < p->high) || p->start < p->low || p->start > p->high)
            return error_set(setup->err, ERROR_INPUT,
                             "%s starts at %.9g %s, outside of its bounds %.9g to %.9g; give "
                             "--bounds or another start",
                             p->name, p->start, p->unit, p->low, p->high);
    }
    return ERROR_OK;
}

static enum error_code set_up(const struct setup *setup, const char *const *runs, size_t n)
{
    *setup->problem = (struct fit_problem){0};
    enum error_code code = make_runs(setup, runs, n);
    if (!code)
        code = add_parameters(setup);
    if (!code)
        code = take_priors(setup);
    if (!code)
        code = take_bounds(setup);
    if (code)
        fit_problem_free(setup->problem);
    return code;
}

enum error_code fit_setup(const struct rig *rig, const struct option_list *runs,
                          const struct fit_request *request, struct fit_problem *problem,
                          struct error *err)
{
    const struct setup setup = {.rig = rig,
                                .model = sim_registry_of(rig->model),
                                .request = request,
                                .problem = problem,
                                .err = err};
    if (rig->belt.kind != RIG_BELT_CONSTANT)
        return error_set(err, ERROR_UNSUPPORTED,
                         "%s: a belt from a table or a run cannot be fitted against; leave the "
                         "belt constant, the rail channel of each run gives its speed",
                         rig->path);
    enum error_code code = measure_start_check(request->start_at.items, request->start_at.n,
                                               runs->items, runs->n, err);
    return code ? code : set_up(&setup, runs->items, runs->n);
}

enum error_code fit_setup_records(const struct rig *rig, struct measure_record *records, size_t n,
                                  const struct fit_request *request, struct fit_problem *problem,
                                  struct error *err)
{
    const struct setup setup = {.rig = rig,
                                .model = sim_registry_of(rig->model),
                                .request = request,
                                .problem = problem,
                                .err = err,
                                .records = records};
    return set_up(&setup, NULL, n);
}
