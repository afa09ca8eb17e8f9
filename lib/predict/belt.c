/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/predict/belt.h"

#include "lib/measure/rail.h"

enum error_code predict_belt_recorded(const struct measure_record *measured, size_t from,
                                      struct sim_belt **belt, struct error *err)
{
    struct measure_rail rail;
    *belt = NULL;
    enum error_code code = measure_rail_smooth(measured, from, &rail, err);
    if (!code) /* the points are those of a smooth spline */
        code = sim_belt_create(SIM_BELT_SPLINE, rail.t, rail.v, rail.n, belt, err);
    measure_rail_free(&rail);
    return code;
}
