/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/json.h"

static const char *const roles[MEASURE_CHANNELS] = {"tip_t", "tip_n", "rail"};
enum { FEWEST = 64 };
/* what differs by less is the same; a noise must not be 0, by which much is divided (m/s) */
static const double least_noise = 1e-9;

/* ---- one channel on the grid */

/* straight lines where samples have a flag; at the ends what is nearest */
static void bridge(double *v, const unsigned char *flags, size_t n)
{
    for (size_t i = 0, end; i < n; i = end + 1) {
        for (end = i; end < n && flags[end];)
            end++;
        if (end == i || (i == 0 && end == n))
            continue;
        const double before = v[i > 0 ? i - 1 : end], after = v[end < n ? end : i - 1];
        for (size_t k = i; k < end; k++)
            v[k] = before + (after - before) * (double)(k - i + 1) / (double)(end - i + 1);
    }
}

/* values of a channel taken `late` periods after the grid, brought back to it */
static void unskew(double *v, size_t n, double late)
{
    double before = v[0];
    for (size_t i = 0; i < n; i++) {
        const double here = v[i];
        v[i] = here + late * (before - here);
        before = here;
    }
}

/* a channel's value in the rig of the time of the recording; NaN: there is none */
static double recorded_value(const struct measure_record *m, const char *role, const char *key)
{
    const json_t *list = json_object_get(m->rig, "channels");
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *entry = json_array_get(list, i);
        const char *name = json_string_value(json_object_get(entry, "role"));
        const json_t *values = json_object_get(entry, "values");
        if (name && strcmp(name, role) == 0)
            return json_number_or(json_object_get(json_object_get(values, key), "value"), NAN);
    }
    return NAN;
}

static enum error_code take_channel(struct measure_record *m, enum measure_role which,
                                    struct error *err)
{
    const struct measure_channel *channel = measure_channels_find(&m->channels, roles[which]);
    if (!channel)
        return ERROR_OK;
    if (strcmp(channel->info->unit, "m/s") != 0)
        return error_set(err, ERROR_INPUT, "%s: channel %s is in %s; a velocity in m/s is needed",
                         m->name, roles[which], channel->info->unit);
    m->v[which] = channel->values;
    m->flags[which] = channel->flags;
    m->noise[which] = fmax(channel->noise, least_noise);
    bridge(m->v[which], m->flags[which], m->n);
    unskew(m->v[which], m->n, channel->skew / m->period);
    const double bandwidth = recorded_value(m, roles[which], "bandwidth");
    m->bandwidth[which] = bandwidth > 0 ? bandwidth : 0;
    m->bandwidth_uncertainty[which] = NAN;
    if (which != MEASURE_RAIL) { /* the rail's are left out where it is made smooth */
        for (size_t i = 0; i < m->n; i++)
            m->lost[i] |= measure_flag_near(m->flags[which], m->n, i);
        m->n_lost += channel->n_clipped + channel->n_lost;
    }
    return ERROR_OK;
}

/* ---- the record */

static enum error_code fill(struct measure_record *m, struct error *err)
{
    const struct run *run = m->channels.run;
    m->name = run->dir;
    m->sha256 = run->sha256 ? run->sha256 : "";
    m->rig = run->info.rig;
    m->n = m->whole = m->channels.n;
    m->period = m->channels.period;
    if (m->n < FEWEST)
        return error_set(err, ERROR_INPUT, "%s: %zu samples are too few", m->name, m->n);
    enum error_code code = measure_channels_whole(&m->channels,
                                                  "a motion needs them: record it again", err);
    m->lost = calloc(m->n, 1);
    if (!code && !m->lost)
        code = error_memory(err);
    for (int c = 0; !code && c < MEASURE_CHANNELS; c++)
        code = take_channel(m, (enum measure_role)c, err);
    if (!code && !m->v[MEASURE_TIP_T] && !m->v[MEASURE_TIP_N])
        code = error_set(err, ERROR_INPUT,
                         "%s: has no channel tip_t or tip_n; the velocity of the tip is needed",
                         m->name);
    return code ? code : measure_record_usable(m, 0, err);
}

static enum error_code take(struct run *run, double until, struct measure_record *measured,
                            struct error *err)
{
    *measured = (struct measure_record){0};
    enum error_code code = measure_channels_take(run, NAN, until, &measured->channels, err);
    if (!code)
        code = fill(measured, err);
    if (code)
        measure_record_free(measured);
    return code;
}

enum error_code measure_record_read(const char *dir, struct measure_record *measured,
                                    struct error *err)
{
    struct run *run;
    double cut = NAN;
    *measured = (struct measure_record){0};
    enum error_code code = run_open(dir, &run, err);
    if (code)
        return code;
    for (size_t i = 0; i < run->n_gaps; i++)
        if (run->gaps[i].frame > 0)
            cut = fmin((double)run->gaps[i].frame * run_period(&run->info),
                       isnan(cut) ? INFINITY : cut);
    code = take(run, cut, measured, err);
    if (!code && !isnan(cut))
        measured->cut_at = cut;
    return code;
}

enum error_code measure_record_take(struct run *run, struct measure_record *measured,
                                    struct error *err)
{
    return take(run, NAN, measured, err);
}

void measure_record_free(struct measure_record *measured)
{
    free(measured->lost);
    measure_channels_free(&measured->channels);
    *measured = (struct measure_record){0};
}

/* ---- what is known of the instruments */

/* V: what run.json converts with has it in */
static void take_offset(struct measure_record *m, int c, const struct rig_value *offset)
{
    const struct measure_channel *channel = measure_channels_find(&m->channels, roles[c]);
    const double had = recorded_value(m, roles[c], "offset");
    const double off = channel->info->sensitivity * (offset->value - (isnan(had) ? 0 : had));
    for (size_t i = 0; i < m->whole; i++)
        m->v[c][i] -= off;
    if (offset->uncertainty > 0)
        m->offset_uncertainty[c] = fabs(channel->info->sensitivity) * offset->uncertainty;
}

static void take_bandwidth(struct measure_record *m, int c, const struct rig_value *bandwidth)
{
    m->bandwidth[c] = bandwidth->value;
    m->bandwidth_uncertainty[c] = bandwidth->uncertainty;
}

void measure_record_instruments(struct measure_record *measured, const struct rig *rig)
{
    struct measure_record *m = measured;
    for (int c = 0; c < MEASURE_CHANNELS; c++)
        for (size_t k = 0; m->v[c] && k < rig->n_channels; k++) {
            const struct rig_value *values = rig->channels[k].values.values;
            if (strcmp(rig_role_name(rig->channels[k].role), roles[c]) != 0)
                continue;
            if (rig_given(&values[RIG_CHANNEL_OFFSET]))
                take_offset(m, c, &values[RIG_CHANNEL_OFFSET]);
            if (rig_given(&values[RIG_CHANNEL_BANDWIDTH]))
                take_bandwidth(m, c, &values[RIG_CHANNEL_BANDWIDTH]);
        }
}

/* ---- what can be said of it */

enum error_code measure_record_usable(const struct measure_record *measured, size_t from,
                                      struct error *err)
{
    const struct measure_record *m = measured;
    for (int c = 0; c < MEASURE_CHANNELS && from < m->n; c++) {
        if (!m->flags[c])
            continue;
        const size_t of = m->n - from;
        const size_t clipped = measure_flag_count(m->flags[c] + from, of, MEASURE_CLIPPED);
        if (2 * clipped <= of)
            continue;
        char text[MEASURE_FLAG_TEXT];
        const size_t all = measure_flag_count(m->flags[c], m->whole, MEASURE_CLIPPED);
        measure_flag_clipped_text(roles[c], (int64_t)all, (int64_t)m->whole, text);
        return error_set(err, ERROR_INPUT,
                         "%s: %s, %.0f %% of those from %.6g s on; what is left tells too little: "
                         "record it again with a wider range",
                         m->name, text, 100 * (double)clipped / (double)of,
                         m->first + (double)from * m->period);
    }
    return ERROR_OK;
}

double measure_record_mean(const struct measure_record *measured, enum measure_role channel,
                           size_t from, double *uncertainty)
{
    const struct measure_level level = measure_level_of(
        measured->v[channel], measured->flags[channel], from, measured->n - from, measured->period);
    *uncertainty = level.uncertainty;
    return level.mean;
}
