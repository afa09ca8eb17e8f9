/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/json.h"

#include <stdint.h>

#include "lib/base/json.h"

static json_t *named(const struct orbit_system *system, const double *values)
{
    json_t *object = json_object();
    for (size_t i = 0; i < system->width; i++)
        json_object_set_new(object, sim_setup_state(system->setup, i), json_number(values[i]));
    return object;
}

json_t *orbit_json_point(const struct orbit_system *system, const struct orbit_point *point)
{
    json_t *object = json_object(), *values = json_array();
    if (system->parameter != SIZE_MAX)
        json_object_set_new(object, orbit_system_parameter(system),
                            json_number(point->place.value));
    json_object_set_new(object, "kind", json_string(point->periodic ? "orbit" : "equilibrium"));
    if (point->periodic)
        json_object_set_new(object, "period", json_number(point->place.period));
    if (point->place.cycles)
        json_object_set_new(object, "cycles", json_integer(point->place.cycles));
    json_object_set_new(object, "sequence", json_string(point->sequence));
    json_object_set_new(object, "stability", json_string(orbit_stability_word(point->stability)));
    for (size_t i = 0; i < point->n_values; i++)
        json_array_append_new(values, json_pack("[o, o]", json_number(creal(point->values[i])),
                                                json_number(cimag(point->values[i]))));
    json_object_set_new(object, point->periodic ? "multipliers" : "eigenvalues", values);
    json_object_set_new(object, "state", named(system, point->place.x));
    if (point->periodic) {
        json_object_set_new(object, "min", named(system, point->measure.low));
        json_object_set_new(object, "max", named(system, point->measure.high));
    } else {
        json_object_set_new(object, "normal_force", json_number(point->force_n));
        json_object_set_new(object, "a", json_number(point->a));
    }
    json_object_set_new(object, "infeasible",
                        point->measure.broken ? json_string(point->measure.broken) : json_null());
    if (point->special != ORBIT_SPECIAL_NONE)
        json_object_set_new(object, "special", json_string(orbit_special_word(point->special)));
    if (point->note[0])
        json_object_set_new(object, "note", json_string(point->note));
    return object;
}

void orbit_json_flow(const struct orbit_system *system, const struct orbit_flow *flow,
                     json_t *object)
{
    json_t *events = json_array(), *monodromy = json_array();
    for (size_t e = 0; e < flow->n_events && e < ORBIT_MAX_EVENTS; e++)
        json_array_append_new(events, json_pack("{s:f, s:s, s:s, s:s, s:o}", "t", flow->events[e].t,
                                                "event", sim_event_word(flow->events[e].kind),
                                                "from", sim_mode_word(flow->events[e].from), "to",
                                                sim_mode_word(flow->events[e].to), "state",
                                                named(system, flow->events[e].x)));
    for (size_t i = 0; i < system->width; i++) {
        json_t *row = json_array();
        for (size_t j = 0; j < system->width; j++)
            json_array_append_new(row, json_number(flow->by_x[i][j]));
        json_array_append_new(monodromy, row);
    }
    json_object_set_new(object, "events", events);
    json_object_set_new(object, "monodromy", monodromy);
}

void orbit_json_print(json_t *json, FILE *out)
{
    json_print(json, out);
    fputc('\n', out);
    json_decref(json);
}
