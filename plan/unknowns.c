/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plan/unknowns.h"

#include <math.h>
#include <string.h>

#include <gsl/gsl_linalg.h>

#include "lib/base/json.h"
#include "lib/base/list.h"
#include "lib/measure/lowpass.h"
#include "lib/measure/rail.h"
#include "lib/rig/result.h"
#include "sim/registry.h"
#include "sim/values.h"

/* an instrument's lag is known to this share of its time constant, as in a fit */
static const double lag_share = 0.1;
/* of what nothing is known: that it is within ten times its value */
static const double vague = 10;

static const char *const extra_names[PREDICT_EXTRAS] = {
    "time_offset",      "tip_t_offset", "tip_n_offset", "tip_t_drift",
    "tip_n_drift",      "tip_t_gain",   "tip_n_gain",   "tip_t_beam_angle",
    "tip_n_beam_angle", "tip_t_lag",    "tip_n_lag",    "clock_error"};

struct maker {
    struct rig *rig;
    const struct sim_model *model;
    const struct map_axis *varied;
    size_t n_varied;
    const struct predict_recording *recording;
    double rest; /* s of it before a motion */
    struct plan_unknowns *out;
    struct error *err;
};

static bool is_varied(const struct maker *m, size_t index)
{
    for (size_t k = 0; k < m->n_varied; k++)
        if (m->varied[k].row == index)
            return true;
    return false;
}

static const struct rig_channel *channel_of(const struct rig *rig, enum rig_role role)
{
    for (size_t i = 0; i < rig->n_channels; i++)
        if (rig->channels[i].role == role)
            return &rig->channels[i];
    return NULL;
}

static enum error_code add(const struct maker *m, size_t index, bool own, double uncertainty)
{
    struct plan_unknowns *out = m->out;
    const struct quantity *row = sim_values_quantity(m->model, index);
    const struct rig_value *value = rig_value(m->rig, row->name);
    if (out->n + 1 >= SIM_MAX_DIRECTIONS)
        return error_set(m->err, ERROR_INPUT, "more than %d values are not known",
                         SIM_MAX_DIRECTIONS - 2);
    out->list[out->n] = (struct plan_unknown){.name = row->name,
                                              .unit = row->unit,
                                              .index = index,
                                              .value = value->value,
                                              .uncertainty = uncertainty > 0 ? uncertainty : NAN,
                                              .own = own,
                                              .spread = own && uncertainty > 0 ? uncertainty : 0};
    out->free[out->n++] = index;
    return ERROR_OK;
}

static enum error_code add_goal(const struct maker *m, const char *goal)
{
    enum error_code code = goal ? list_check(goal, m->err) : ERROR_OK;
    for (char name[LIST_WORD_SIZE]; !code && list_next(&goal, name);) {
        size_t index;
        code = sim_values_find(m->model, name, &index, m->err);
        if (code) {
            error_prefix(m->err, "--goal %s", name);
            return code;
        }
        if (is_varied(m, index))
            return error_set(m->err, ERROR_USAGE,
                             "%s is in --goal and in --vary: what is set for each run is not what "
                             "the runs are to find",
                             name);
        const struct rig_value *value = rig_value(m->rig, name);
        if (!isfinite(value->value))
            return error_set(m->err, ERROR_INPUT,
                             "--goal %s: the rig has no value of it to plan about; give one in the "
                             "rig file or with --set",
                             name);
        if (sim_values_quantity(m->model, index)->range == QUANTITY_WHOLE)
            return error_set(m->err, ERROR_USAGE,
                             "--goal %s: is a whole number, which no fit finds", name);
        code = add(m, index, false, value->uncertainty);
    }
    m->out->n_goal = m->out->n;
    return code;
}

static bool rail_uneven(const struct rig *rig)
{
    return rig->simulated.values[RIG_SIMULATED_RAIL_RIPPLE].value > 0 ||
           rig->simulated.values[RIG_SIMULATED_RAIL_DRIFT].value != 0;
}

/* The mean of an even rail's speed is known from all its samples. An uneven one is followed
 * (plan/rail.h); left over is the level of its channel, which the rest tells, and its gain. */
static double rail_uncertainty(const struct maker *m, double noise)
{
    const struct rig_channel *channel = channel_of(m->rig, RIG_ROLE_RAIL);
    const double speed = rig_value(m->rig, "belt_speed")->value;
    double u = rail_uneven(m->rig) ? 0
                                   : noise * sqrt(m->recording->period / m->recording->duration);
    if (m->rest > 0)
        u = hypot(u, noise * sqrt(m->recording->period / m->rest));
    const double gain = channel->sensitivity_uncertainty / channel->sensitivity;
    return gain > 0 ? hypot(u, gain * speed) : u;
}

/* what nobody asked for but is known with an uncertainty, and the rail's speed */
static enum error_code add_known(const struct maker *m)
{
    const struct rig_section *sections[] = {&m->rig->parameters, &m->rig->start};
    const double noise = m->rig->simulated.values[RIG_SIMULATED_NOISE].value;
    const size_t belt = sim_values_index(m->model, "belt_speed");
    const bool rail = channel_of(m->rig, RIG_ROLE_RAIL) && noise > 0;
    enum error_code code = ERROR_OK;
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; !code && i < sections[k]->n; i++) {
            const struct rig_value *value = &sections[k]->values[i];
            const size_t index = sim_values_index(m->model, sections[k]->table[i].name);
            bool goal = false;
            for (size_t g = 0; g < m->out->n_goal; g++)
                goal |= m->out->free[g] == index;
            if (goal || index == SIZE_MAX || (index == belt && rail))
                continue;
            if (rig_given(value) && value->uncertainty > 0)
                code = add(m, index, k == 1 || is_varied(m, index), value->uncertainty);
        }
    if (!code && rail && belt != SIZE_MAX) {
        code = add(m, belt, true, rail_uncertainty(m, noise));
        m->out->rail_noise = rail_uneven(m->rig) ? noise : 0;
        const double ripple = m->rig->simulated.values[RIG_SIMULATED_RAIL_RIPPLE].value;
        struct plan_unknown *added = &m->out->list[m->out->n - 1];
        if (!code)
            added->spread = hypot(added->spread, ripple * M_SQRT1_2 * added->value);
    }
    return code;
}

static void add_extras(const struct maker *m)
{
    static const enum rig_role roles[2] = {RIG_ROLE_TIP_T, RIG_ROLE_TIP_N};
    const struct predict_recording *r = m->recording;
    double *u = m->out->extra_u;
    u[PREDICT_TIME_OFFSET] = INFINITY;
    u[PREDICT_CLOCK] = fmax(0, m->rig->sampling.values[0].uncertainty /
                                   m->rig->sampling.values[0].value);
    const double n = m->rest / r->period;
    for (int c = 0; c < 2; c++) {
        const struct rig_channel *channel = channel_of(m->rig, roles[c]);
        if (!channel || !(r->noise[c] > 0))
            continue;
        /* the level and the slope of a straight line through n samples of rest, at its end */
        u[PREDICT_DRIFT_T + c] = n < 3 ? 0 : r->noise[c] * sqrt(12 / n) / m->rest;
        u[PREDICT_OFFSET_T + c] = n < 3 ? 0 : 2 * r->noise[c] / sqrt(n);
        u[PREDICT_GAIN_T + c] = fmax(0, channel->sensitivity_uncertainty / channel->sensitivity);
        u[PREDICT_ANGLE_T + c] = fmax(0,
                                      channel->values.values[RIG_CHANNEL_BEAM_ANGLE].uncertainty);
        const struct rig_value *band = &channel->values.values[RIG_CHANNEL_BANDWIDTH];
        const double told = band->uncertainty / band->value;
        u[PREDICT_LAG_T + c] = !(band->value > 0) ? MEASURE_LAG * r->period
                                                  : (told > 0 ? told : lag_share) /
                                                        measure_lowpass_rate(band->value);
    }
}

/* ---- what a fit says */

static const json_t *fit_parameter(const json_t *fit, const char *name, size_t *at)
{
    size_t i;
    const json_t *parameter;
    json_array_foreach(json_object_get(fit, "parameters"), i, parameter)
    {
        const char *text = json_string_value(json_object_get(parameter, "name"));
        if (text && strcmp(text, name) == 0) {
            *at = i;
            return parameter;
        }
    }
    return NULL;
}

/* values of a fit that all runs share, and their uncertainties, into the rig */
static enum error_code take_values(const struct maker *m, const struct result_file *file,
                                   const char *path)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < file->n_results; i++) {
        const struct result *result = &file->results[i];
        const size_t index = sim_values_index(m->model, result->name);
        double value, uncertainty;
        if (index == SIZE_MAX || result->run || strchr(result->name, '['))
            continue;
        code = result_in(result, sim_values_quantity(m->model, index)->unit, &value, &uncertainty,
                         m->err);
        if (!code)
            code = rig_set_uncertain(m->rig, result->name, value, uncertainty, m->err);
        if (code)
            error_prefix(m->err, "%s", path);
    }
    return code;
}

/* correlations of the kept values, where the fit has them */
static void take_correlations(const struct plan_unknowns *u, const json_t *fit, double *covariance)
{
    const json_t *table = json_object_get(fit, "correlation");
    for (size_t i = 0; i < u->n_kept; i++)
        for (size_t j = 0; j < i; j++) {
            size_t a, b;
            if (u->kept[i] >= u->n || u->kept[j] >= u->n ||
                !fit_parameter(fit, u->list[u->kept[i]].name, &a) ||
                !fit_parameter(fit, u->list[u->kept[j]].name, &b))
                continue;
            const double r = json_number_or(json_array_get(json_array_get(table, a), b), 0);
            const double both = sqrt(covariance[i * u->n_kept + i] * covariance[j * u->n_kept + j]);
            if (fabs(r) < 1 && isfinite(both))
                covariance[i * u->n_kept + j] = covariance[j * u->n_kept + i] = r * both;
        }
}

/* ---- putting it together */

static void sort_out(struct plan_unknowns *u)
{
    for (size_t i = 0; i < u->n + PREDICT_EXTRAS; i++) {
        const bool value = i < u->n;
        const enum predict_extra extra = (enum predict_extra)(value ? 0 : i - u->n);
        const double known = value ? u->list[i].uncertainty : u->extra_u[extra];
        u->gone[i] = value ? u->list[i].own : extra <= PREDICT_DRIFT_N || known == 0;
        u->own_prior[i] = u->gone[i] && known > 0 && isfinite(known) ? 1 / (known * known) : 0;
        if (u->gone[i])
            continue;
        u->scale[u->n_kept] = value ? vague * (u->list[i].value != 0 ? fabs(u->list[i].value) : 1)
                                    : known;
        u->kept[u->n_kept++] = i;
    }
}

static enum error_code make_prior(const struct maker *m, const json_t *fit)
{
    struct plan_unknowns *u = m->out;
    const size_t n = u->n_kept;
    memset(u->covariance, 0, sizeof u->covariance);
    for (size_t i = 0; i < n; i++) {
        const double known = u->kept[i] < u->n ? u->list[u->kept[i]].uncertainty
                                               : u->extra_u[u->kept[i] - u->n];
        const double scale = known > 0 ? known : u->scale[i];
        u->covariance[i * n + i] = scale * scale;
    }
    if (fit)
        take_correlations(u, fit, u->covariance);
    memcpy(u->prior, u->covariance, n * n * sizeof *u->prior);
    gsl_matrix_view matrix = gsl_matrix_view_array(u->prior, n, n);
    if (gsl_linalg_cholesky_decomp1(&matrix.matrix) || gsl_linalg_cholesky_invert(&matrix.matrix))
        return error_set(m->err, ERROR_INPUT,
                         "the correlations of the fit are no correlations (their matrix is not "
                         "positive)");
    for (size_t i = 0; i < n; i++) /* of what nothing is known no ensemble is drawn */
        if (u->kept[i] < u->n && !(u->list[u->kept[i]].uncertainty > 0))
            for (size_t j = 0; j < n; j++)
                u->covariance[i * n + j] = u->covariance[j * n + i] = 0;
    return ERROR_OK;
}

enum error_code plan_unknowns_make(struct rig *rig, const char *goal, const char *fit,
                                   const struct map_axis *varied, size_t n_varied,
                                   const struct predict_recording *recording, double rest,
                                   struct plan_unknowns *unknowns, struct error *err)
{
    const struct maker maker = {.rig = rig,
                                .model = sim_registry_of(rig->model),
                                .varied = varied,
                                .n_varied = n_varied,
                                .recording = recording,
                                .rest = rest,
                                .out = unknowns,
                                .err = err};
    struct result_file file = {0};
    *unknowns = (struct plan_unknowns){.rest = rest};
    enum error_code code = fit ? result_read(fit, &file, err) : ERROR_OK;
    if (!code && fit)
        code = take_values(&maker, &file, fit);
    if (!code)
        code = add_goal(&maker, goal);
    if (!code)
        code = add_known(&maker);
    if (!code) {
        add_extras(&maker);
        sort_out(unknowns);
        code = make_prior(&maker, fit ? json_object_get(file.json, "fit") : NULL);
    }
    if (fit)
        result_free(&file);
    return code;
}

void plan_unknowns_extras(const struct plan_unknowns *unknowns, struct predict_recording *recording)
{
    for (int e = 0; e < PREDICT_EXTRAS; e++)
        recording->extras[e] = unknowns->extra_u[e] > 0;
}

const char *plan_unknowns_name(const struct plan_unknowns *unknowns, size_t i)
{
    const size_t k = unknowns->kept[i];
    return k < unknowns->n ? unknowns->list[k].name : extra_names[k - unknowns->n];
}
