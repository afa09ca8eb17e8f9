/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "orbit/shoot.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* a step of Newton's method to a period that many times as long is a wild one, and its motion
 * may take hours to follow */
static const double longer = 8;

/* the last row: x does not move along the orbit */
static void keep_phase(const struct orbit_shoot *shoot, const struct orbit_place *place,
                       double *residual, double *jacobian)
{
    const size_t width = shoot->system->width, columns = width + 2;
    const double *scale = shoot->scale;
    double phase = 0, norm = 0;
    for (size_t i = 0; i < width; i++)
        norm += pow(shoot->reference_rate[i] / scale[i], 2);
    norm = sqrt(norm);
    for (size_t i = 0; i < width; i++) {
        const double along = shoot->reference_rate[i] / scale[i] / norm;
        phase += along * (place->x[i] - shoot->reference[i]) / scale[i];
        jacobian[width * columns + i] = along;
    }
    residual[width] = phase;
}

/* of a driven rig, in place of the clock's return, of its pace's and of the phase: the period is
 * that of the drive, the pace 1, and the start stays at its phase of the drive */
static void keep_time(const struct orbit_shoot *shoot, const struct orbit_place *place,
                      double *residual, double *jacobian)
{
    const struct orbit_system *system = shoot->system;
    const size_t width = system->width, columns = width + 2;
    const size_t clock = system->drive.clock, pace = system->drive.pace;
    const double *scale = shoot->scale, drive = shoot->cycles * system->drive_period;
    const double slope = shoot->cycles * system->drive_period_slope;
    memset(jacobian + clock * columns, 0, columns * sizeof *jacobian);
    memset(jacobian + pace * columns, 0, columns * sizeof *jacobian);
    residual[clock] = place->period / drive - 1;
    jacobian[clock * columns + width] = scale[width] / drive;
    jacobian[clock * columns + width + 1] = -place->period * slope / drive / drive *
                                            scale[width + 1];
    residual[pace] = place->x[pace] - 1;
    jacobian[pace * columns + pace] = scale[pace];
    residual[width] = (place->x[clock] - shoot->reference[clock]) / scale[clock];
    jacobian[width * columns + clock] = 1;
}

static enum error_code evaluate(void *context, const double *y, double *residual, double *jacobian,
                                struct error *err)
{
    struct orbit_shoot *shoot = context;
    const size_t width = shoot->system->width, columns = width + 2;
    const double *scale = shoot->scale;
    struct orbit_place place;
    orbit_shoot_unpack(shoot, y, &place);
    if (!(place.period > 0))
        return error_set(err, ERROR_NUMERIC, "the period shrinks to nothing");
    if (place.period > longer * shoot->reference_period)
        return error_set(err, ERROR_NUMERIC, "the period runs away");
    shoot->period = place.period;
    enum error_code code = ERROR_OK;
    if (shoot->system->parameter != SIZE_MAX)
        code = orbit_system_set(shoot->system, place.value, err);
    struct orbit_flow *flow = &shoot->flow;
    if (!code)
        code = orbit_flow_run(shoot->system, shoot->closed, place.x, place.period, true, flow, err);
    if (code)
        return code;
    if (flow->slopes_why)
        return error_set(err, ERROR_NUMERIC, "the return map has no derivative: %s",
                         flow->slopes_why);
    if (flow->n_events > ORBIT_MAX_EVENTS)
        return error_set(err, ERROR_NUMERIC, "more than %d events in a period", ORBIT_MAX_EVENTS);
    memset(jacobian, 0, (width + 1) * columns * sizeof *jacobian);
    for (size_t i = 0; i < width; i++) {
        residual[i] = (flow->end[i] - place.x[i]) / scale[i];
        for (size_t j = 0; j < width; j++)
            jacobian[i * columns + j] = flow->by_x[i][j] * scale[j] / scale[i] - (i == j);
        jacobian[i * columns + width] = flow->end_rate[i] * scale[width] / scale[i];
        jacobian[i * columns + width + 1] = flow->by_parameter[i] * scale[width + 1] / scale[i];
    }
    if (shoot->system->drive.there)
        keep_time(shoot, &place, residual, jacobian);
    else
        keep_phase(shoot, &place, residual, jacobian);
    return ERROR_OK;
}

void orbit_shoot_refer(struct orbit_shoot *shoot, const double *x, const double *rate,
                       double period)
{
    memcpy(shoot->reference, x, shoot->system->width * sizeof *x);
    memcpy(shoot->reference_rate, rate, shoot->system->width * sizeof *rate);
    shoot->reference_period = period;
}

/* how far each state strays from the start on the way, but at least what its rate makes of a
 * sixth of the period */
static void set_scales(struct orbit_shoot *shoot, const struct orbit_flow *flow,
                       const struct orbit_place *guess, double value_scale)
{
    const size_t width = shoot->system->width;
    double size = 0;
    for (size_t i = 0; i < width; i++) {
        double most = fabs(flow->start_rate[i]) * guess->period / 6;
        for (size_t e = 0; e < flow->n_events && e < ORBIT_MAX_EVENTS; e++)
            most = fmax(most, fabs(flow->events[e].x[i] - guess->x[i]));
        shoot->scale[i] = most;
        if (!orbit_drive_is_time(&shoot->system->drive, i))
            size = fmax(size, i < width / 2 ? most / guess->period : most);
    }
    for (size_t i = 0; i < width; i++)
        shoot->scale[i] = fmax(shoot->scale[i], 1e-3 * size * (i < width / 2 ? guess->period : 1));
    if (shoot->system->drive.there)
        shoot->scale[shoot->system->drive.pace] = 1;
    shoot->scale[width] = guess->period;
    shoot->scale[width + 1] = value_scale;
}

enum error_code orbit_shoot_begin(struct orbit_shoot *shoot, struct orbit_system *system,
                                  const struct orbit_place *guess, double value_scale,
                                  struct error *err)
{
    shoot->system = system;
    shoot->closed = guess->closed;
    shoot->cycles = guess->cycles;
    shoot->curve = (struct orbit_curve){
        .n = system->width + 1, .context = shoot, .evaluate = evaluate};
    struct orbit_flow flow;
    enum error_code code = ERROR_OK;
    if (system->parameter != SIZE_MAX)
        code = orbit_system_set(system, guess->value, err);
    if (!code)
        code = orbit_flow_run(system, guess->closed, guess->x, guess->period, false, &flow, err);
    if (code)
        return code;
    set_scales(shoot, &flow, guess, value_scale);
    double motion = 0;
    for (size_t i = 0; i < system->width; i++)
        motion = fmax(motion, fabs(flow.start_rate[i]));
    if (!(motion > 0))
        return error_set(err, ERROR_NUMERIC, "the guess does not move: it is an equilibrium");
    orbit_shoot_refer(shoot, flow.start, flow.start_rate, guess->period);
    return ERROR_OK;
}

void orbit_shoot_pack(const struct orbit_shoot *shoot, const struct orbit_place *place, double *y)
{
    const size_t width = shoot->system->width;
    for (size_t i = 0; i < width; i++)
        y[i] = place->x[i] / shoot->scale[i];
    y[width] = place->period / shoot->scale[width];
    y[width + 1] = place->value / shoot->scale[width + 1];
}

void orbit_shoot_unpack(const struct orbit_shoot *shoot, const double *y, struct orbit_place *place)
{
    const size_t width = shoot->system->width;
    for (size_t i = 0; i < width; i++)
        place->x[i] = y[i] * shoot->scale[i];
    place->period = y[width] * shoot->scale[width];
    place->value = y[width + 1] * shoot->scale[width + 1];
    place->closed = shoot->closed;
    place->cycles = shoot->cycles;
}

enum error_code orbit_shoot_solve(struct orbit_shoot *shoot, struct orbit_place *place,
                                  struct orbit_curve_point *point, struct error *err)
{
    const size_t width = shoot->system->width;
    char before[ORBIT_SEQUENCE_SIZE], after[ORBIT_SEQUENCE_SIZE];
    double row[ORBIT_MAX_UNKNOWNS] = {0};
    struct orbit_flow flow;
    enum error_code code = orbit_flow_run(shoot->system, shoot->closed, place->x, place->period,
                                          false, &flow, err);
    if (code)
        return code;
    orbit_flow_sequence(&flow, before);
    row[width + 1] = 1;
    orbit_shoot_pack(shoot, place, point->y);
    code = orbit_curve_correct(&shoot->curve, row, point, err);
    if (!code) {
        orbit_shoot_unpack(shoot, point->y, place);
        return code;
    }
    orbit_flow_sequence(&shoot->flow, after);
    if (strcmp(before, after) != 0)
        error_append(err,
                     "; the guess goes '%s', the last motion tried '%s': start from a "
                     "guess with the sequence wanted",
                     before, after);
    else
        error_append(err,
                     "; the guess goes '%s': try a better one, or let the motion settle "
                     "longer",
                     before);
    return code;
}

size_t orbit_shoot_multiplier_count(const struct orbit_system *system)
{
    return system->width - (system->drive.there ? 2 : 1);
}

/* the stroboscopic map of all states but the clock and its pace, which no other state changes */
static bool driven_multipliers(const struct orbit_shoot *shoot, double complex *multipliers)
{
    const struct orbit_system *system = shoot->system;
    double map[ORBIT_MAX_UNKNOWNS * ORBIT_MAX_UNKNOWNS];
    size_t n = 0;
    for (size_t i = 0; i < system->width; i++)
        for (size_t j = 0; j < system->width; j++)
            if (!orbit_drive_is_time(&system->drive, i) && !orbit_drive_is_time(&system->drive, j))
                map[n++] = shoot->flow.by_x[i][j] * shoot->scale[j] / shoot->scale[i];
    return orbit_matrix_eigenvalues(orbit_shoot_multiplier_count(system), map, multipliers);
}

bool orbit_shoot_multipliers(const struct orbit_shoot *shoot, double complex *multipliers)
{
    if (shoot->system->drive.there)
        return driven_multipliers(shoot, multipliers);
    const size_t width = shoot->system->width;
    double scaled[ORBIT_MAX_UNKNOWNS * ORBIT_MAX_UNKNOWNS], rate[SIM_MAX_STATES];
    double small[ORBIT_MAX_UNKNOWNS * ORBIT_MAX_UNKNOWNS];
    for (size_t i = 0; i < width; i++) {
        rate[i] = shoot->flow.end_rate[i] / shoot->scale[i];
        for (size_t j = 0; j < width; j++)
            scaled[i * width + j] = shoot->flow.by_x[i][j] * shoot->scale[j] / shoot->scale[i];
    }
    return orbit_matrix_restrict(width, scaled, 1, rate, small) &&
           orbit_matrix_eigenvalues(width - 1, small, multipliers);
}

bool orbit_shoot_anchor(const struct orbit_flow *flow, double t_from, double t_to, double *t_middle,
                        bool *flies)
{
    double longest = 0, begin = t_from;
    enum sim_mode mode = flow->start_mode;
    const size_t n = flow->n_events < ORBIT_MAX_EVENTS ? flow->n_events : ORBIT_MAX_EVENTS;
    for (size_t e = 0; e <= n; e++) {
        const bool last = e == n || flow->events[e].t >= t_to;
        const double end = last ? t_to : flow->events[e].t;
        if (mode != SIM_STICK && end - begin > longest) {
            longest = end - begin;
            *t_middle = 0.5 * (begin + end);
            *flies = mode == SIM_FLIGHT;
        }
        if (last)
            break;
        mode = flow->events[e].to;
        begin = fmax(t_from, end);
    }
    return longest > 0;
}
