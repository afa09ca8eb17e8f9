/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/replica.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_randist.h>

#include "fit/residuals.h"

enum { SETTLING = 2000 }; /* samples after which coloured noise has forgotten its start */

/* noise of that colour, added to n values */
static void add_noise(const struct measure_noise *noise, double excess, gsl_rng *rng, double *v,
                      size_t n)
{
    double last[MEASURE_NOISE_ORDER] = {0};
    const double fresh = sqrt(noise->innovation);
    for (size_t i = 0; i < SETTLING + n; i++) {
        double r = gsl_ran_gaussian(rng, fresh);
        for (size_t k = 0; k < noise->order; k++)
            r += noise->a[k] * last[k];
        memmove(last + 1, last, (MEASURE_NOISE_ORDER - 1) * sizeof *last);
        last[0] = r;
        if (i >= SETTLING)
            v[i - SETTLING] += excess * r;
    }
}

/* channels that the replica owns */
static bool make_room(const struct measure_record *original, struct measure_record *replica)
{
    *replica = *original;
    replica->channels = (struct measure_channels){
        .list = calloc(MEASURE_CHANNELS, sizeof *replica->channels.list)};
    replica->whole = original->n;
    replica->lost = malloc(original->n);
    bool room = replica->channels.list && replica->lost;
    replica->channels.n_list = replica->channels.list ? MEASURE_CHANNELS : 0;
    for (int c = 0; c < MEASURE_CHANNELS; c++) {
        replica->v[c] = NULL;
        if (!room || !original->v[c])
            continue;
        replica->v[c] = replica->channels.list[c].values = calloc(original->n, sizeof(double));
        room = replica->v[c];
    }
    if (room)
        memcpy(replica->lost, original->lost, original->n);
    return room;
}

enum error_code fit_replica_make(const struct fit_problem *problem, size_t run, const double *p,
                                 gsl_rng *rng, struct measure_record *replica, struct error *err)
{
    const struct fit_run *source = &problem->runs[run];
    const struct measure_record *m = &source->measured;
    enum error_code code = make_room(m, replica) ? fit_rows_show(problem, run, p, replica->v, err)
                                                 : error_memory(err);
    for (int c = 0; !code && c < MEASURE_CHANNELS; c++) {
        if (!m->v[c])
            continue;
        add_noise(&m->background[c].noise, c < 2 ? source->excess[c] : 1, rng, replica->v[c], m->n);
        code = measure_noise_white(replica->v[c], m->flags[c], m->n, &replica->noise[c], err);
        /* what has no noise at all was given some when it was read */
        replica->noise[c] = fmax(replica->noise[c], 1e-9);
    }
    if (code)
        measure_record_free(replica);
    return code;
}
