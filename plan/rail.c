/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "plan/rail.h"

#include <math.h>

#include "lib/measure/rail.h"

/* a motion that ends late is followed beyond what is recorded (s) */
static const double beyond = 20e-3;
/* fewer ways than this are no spline */
enum { LEAST = 6 };

/* slope of a straight line through n samples of rest, about its middle */
static enum error_code add_drift(double noise, double rest, double period, struct plan_rail *rail,
                                 struct error *err)
{
    const double n = rest / period;
    if (n < 3)
        return ERROR_OK;
    const double slope = noise * sqrt(12 / n) / rest;
    return sim_belt_create_waves(0.5 * slope * rest, slope, NULL, 0, &rail->ways[rail->n++], err);
}

enum error_code plan_rail_make(double noise, double rest, double duration, double period,
                               size_t most, struct plan_rail *rail, struct error *err)
{
    struct measure_rail expected = {0};
    *rail = (struct plan_rail){0};
    if (most < LEAST + 1)
        return error_set(err, ERROR_INPUT,
                         "too many values are not known beside an uneven rail; take some "
                         "uncertainties away");
    enum error_code code = measure_rail_expect(duration + beyond, period, noise, most - 1,
                                               &expected, err);
    for (size_t k = 0; !code && k < expected.n_ways; k++)
        code = sim_belt_create(SIM_BELT_SPLINE, expected.t, expected.ways + k * expected.n,
                               expected.n, &rail->ways[rail->n++], err);
    if (!code)
        code = add_drift(noise, rest, period, rail, err);
    measure_rail_free(&expected);
    if (code)
        plan_rail_free(rail);
    return code;
}

void plan_rail_free(struct plan_rail *rail)
{
    for (size_t k = 0; k < rail->n; k++)
        sim_belt_free(rail->ways[k]);
    *rail = (struct plan_rail){0};
}
