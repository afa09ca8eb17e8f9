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
    if (!code)
        code = sim_belt_create(rail.t, rail.v, rail.n, belt, err);
    measure_rail_free(&rail);
    return code;
}
