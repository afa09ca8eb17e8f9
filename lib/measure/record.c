/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>

#include "lib/run/run.h"

/* a dropout that lasts longer is not told from stick (s) */
static const double longest_dropout = 3e-3;

static const char *const roles[MEASURE_CHANNELS] = {"tip_t", "tip_n", "rail"};

double measure_record_noise(const double *v, size_t n, double least)
{
    if (n < 16)
        return least;
    const size_t m = n - 2;
    double *d = malloc(2 * m * sizeof *d);
    if (!d)
        return NAN;
    for (size_t i = 0; i < m; i++)
        d[i] = v[i] - 2 * v[i + 1] + v[i + 2];
    /* white noise of rms s gives second differences of rms s sqrt(6) */
    const double noise = gsl_stats_mad(d, 1, m, d + m) / sqrt(6);
    free(d);
    return fmax(noise, least);
}

/* what it shows without light */
static bool at_rest(double v, double rest, double noise) { return fabs(v - rest) < 6 * noise; }

/* a dropout from i to j: abrupt at both ends, and the motion goes on where it was */
static bool is_dropout(const double *v, size_t n, double rest, double noise, size_t i, size_t j)
{
    if (i < 3 || j + 3 >= n)
        return false;
    const double before = v[i - 1] - rest, after = v[j] - rest;
    const double slope = 0.5 * fabs((v[i - 1] - v[i - 3]) + (v[j + 2] - v[j])) / 2;
    const double moved = fabs(after - before);
    return before * after > 0 && fmin(fabs(before), fabs(after)) > 25 * noise &&
           moved < 10 * noise + 3 * slope * (double)(j - i + 1);
}

size_t measure_record_dropouts(double *v, size_t n, double rest, double noise, size_t longest,
                               unsigned char *lost)
{
    size_t count = 0;
    for (size_t i = 1; i < n; i++) {
        if (!at_rest(v[i], rest, noise))
            continue;
        size_t j = i;
        while (j < n && at_rest(v[j], rest, noise))
            j++;
        if (j - i <= longest && is_dropout(v, n, rest, noise, i, j)) {
            for (size_t k = i; k < j; k++)
                v[k] = v[i - 1] + (v[j] - v[i - 1]) * (double)(k - i + 1) / (double)(j - i + 1);
            memset(lost + i - 1, 1, j - i + 2); /* what is beside them may be half lost */
            count += j - i;
        }
        i = j;
    }
    return count;
}

/* what a channel shows at rest: as in its first 5 ms, if it rests then */
static double rest_of(const struct measure_record *m, enum measure_channel which)
{
    const size_t head = (size_t)fmax(8, 5e-3 / m->period);
    if (head > m->n || gsl_stats_sd(m->v[which], 1, head) > 2.5 * m->noise[which])
        return 0;
    return gsl_stats_mean(m->v[which], 1, head);
}

/* what one count of the converter is worth, as rms of its rounding */
static double rounding(const struct run_channel *channel)
{
    const double middle = 0.5 * (double)(channel->count_min + channel->count_max);
    return fabs(run_convert(channel, middle + 1) - run_convert(channel, middle)) / sqrt(12);
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

static enum error_code read_channel(struct run *run, enum measure_channel which,
                                    struct measure_record *m, struct error *err)
{
    const int64_t channel = run_find_channel(&run->info, roles[which]);
    if (channel < 0)
        return ERROR_OK;
    const struct run_channel *info = &run->info.channels[channel];
    if (strcmp(info->unit, "m/s") != 0)
        return error_set(err, ERROR_INPUT, "%s: channel %s is in %s; a velocity in m/s is needed",
                         m->name, roles[which], info->unit);
    m->v[which] = malloc(m->n * sizeof *m->v[which]);
    if (!m->v[which])
        return error_memory(err);
    enum error_code code = run_read_channel(run, (size_t)channel, 0, run->frames, m->v[which], err);
    if (code)
        return code;
    for (size_t i = 0; i < m->n; i++)
        if (!isfinite(m->v[which][i]))
            return error_set(err, ERROR_INPUT, "%s: channel %s has no finite value at sample %zu",
                             m->name, roles[which], i);
    m->noise[which] = measure_record_noise(m->v[which], m->n, fmax(rounding(info), 1e-9));
    if (isnan(m->noise[which]))
        return error_memory(err);
    if (which != MEASURE_RAIL) /* the rail's are passed over by medians (lib/measure/rail.c) */
        m->n_lost += measure_record_dropouts(m->v[which], m->n, rest_of(m, which), m->noise[which],
                                             (size_t)(longest_dropout / m->period), m->lost);
    unskew(m->v[which], m->n, (double)info->skew_ns / (double)run->info.period_ns);
    return ERROR_OK;
}

static enum error_code check_run(const struct run *run, const char *dir, struct error *err)
{
    if (run->frames < 64)
        return error_set(err, ERROR_INPUT, "%s: %lld samples are too few to fit", dir,
                         (long long)run->frames);
    if (run->n_gaps)
        return error_set(err, ERROR_INPUT,
                         "%s: samples are missing at frame %lld (%s); a motion with a gap is not "
                         "fitted: record it again or cut the run",
                         dir, (long long)run->gaps[0].frame, run->gaps[0].why);
    return ERROR_OK;
}

static enum error_code fill(struct run *run, struct measure_record *m, struct error *err)
{
    m->n = (size_t)run->frames;
    m->period = 1e-9 * (double)run->info.period_ns;
    m->rig = json_incref(run->info.rig);
    m->sha256 = strdup(run->sha256 ? run->sha256 : "");
    m->lost = calloc(m->n, 1);
    if (!m->sha256 || !m->lost)
        return error_memory(err);
    enum error_code code = ERROR_OK;
    for (int c = 0; !code && c < MEASURE_CHANNELS; c++)
        code = read_channel(run, (enum measure_channel)c, m, err);
    if (!code && !m->v[MEASURE_TIP_T] && !m->v[MEASURE_TIP_N])
        code = error_set(err, ERROR_INPUT,
                         "%s: has no channel tip_t or tip_n; a fit needs the velocity of the tip",
                         m->name);
    return code;
}

enum error_code measure_record_read(const char *dir, struct measure_record *measured,
                                    struct error *err)
{
    struct run *run;
    *measured = (struct measure_record){.name = strdup(dir)};
    if (!measured->name)
        return error_memory(err);
    enum error_code code = run_open(dir, &run, err);
    if (!code) {
        code = check_run(run, dir, err);
        if (!code)
            code = fill(run, measured, err);
        run_close(run);
    }
    if (code)
        measure_record_free(measured);
    return code;
}

void measure_record_free(struct measure_record *measured)
{
    free(measured->name);
    free(measured->sha256);
    free(measured->lost);
    json_decref(measured->rig);
    for (int c = 0; c < MEASURE_CHANNELS; c++)
        free(measured->v[c]);
    *measured = (struct measure_record){0};
}

double measure_record_mean(const struct measure_record *measured, enum measure_channel channel,
                           size_t from, double *uncertainty)
{
    const double *v = measured->v[channel];
    const size_t n = measured->n - from;
    size_t block = (size_t)fmax(1, 0.02 / measured->period);
    if (block > n / 4)
        block = n / 4 ? n / 4 : 1;
    const size_t blocks = n / block;
    const double mean = gsl_stats_mean(v + from, 1, n);
    double sum = 0;
    for (size_t b = 0; b < blocks; b++) {
        const double off = gsl_stats_mean(v + from + b * block, 1, block) - mean;
        sum += off * off;
    }
    const double white = measured->noise[channel] / sqrt((double)n);
    const double seen = blocks > 1 ? sqrt(sum / (double)(blocks - 1) / (double)blocks) : 0;
    *uncertainty = fmax(white, seen);
    return mean;
}
