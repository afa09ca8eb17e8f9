/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/flutter.h"

#include <math.h>
#include <stdlib.h>

/* ages of residuals, a millisecond each; what is older is quiet */
enum { AGES = 20 };
static const double age_time = 1e-3;
/* a variance this much larger than that of the quiet ones, and this many standard deviations of
 * it, is no chance */
static const double larger = 1.3, sure = 5;

struct ages {
    double square[AGES + 1], n[AGES + 1];
};

static void add_channel(const struct fit_rows *rows, size_t run, int channel, const double *r,
                        struct ages *ages)
{
    const struct fit_part *part = &rows->parts[run];
    size_t row = part->channel_row[channel];
    for (size_t b = 0; b < part->n_blocks; b++) {
        if (!part->use[b])
            continue;
        const double since = fit_rows_since_jump(rows, run, b) / age_time;
        const size_t age = since < AGES ? (size_t)since : AGES;
        ages->square[age] += r[row] * r[row];
        ages->n[age]++;
        row++;
    }
}

static double end_of(const struct ages *ages)
{
    const double quiet = ages->n[AGES] > 0 ? ages->square[AGES] / ages->n[AGES] : 1;
    double end = 0;
    for (size_t age = 0; age < AGES; age++) {
        const double n = ages->n[age], limit = quiet * fmax(larger, 1 + sure * sqrt(2 / n));
        if (n > 0 && ages->square[age] / n > limit)
            end = (double)(age + 2) * age_time;
    }
    return end;
}

enum error_code fit_flutter(struct fit_rows *rows, const double *p, double *time, struct error *err)
{
    struct ages ages = {0};
    double *r = malloc(rows->n * sizeof *r);
    rows->rail_held = true;
    enum error_code code = r ? fit_rows_evaluate(rows, p, r, NULL, err) : error_memory(err);
    rows->rail_held = false;
    for (size_t run = 0; !code && run < rows->problem->n_runs; run++)
        for (int c = 0; c < 2; c++)
            if (rows->problem->runs[run].measured.v[c])
                add_channel(rows, run, c, r, &ages);
    *time = code ? 0 : end_of(&ages);
    free(r);
    return code;
}
