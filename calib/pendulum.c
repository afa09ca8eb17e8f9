/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/pendulum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/figure/symbol.h"
#include "lib/measure/spectrum.h"

static const char *const roles[] = {"angle", "velocity", "tip_t", NULL};
static const char *const units[] = {"rad", "rad/s", "m/s", NULL};

static bool known(struct calib_given given) { return !isnan(given.value); }

/* ---- budgets */

static struct calib_term term(const char *name, const char *unit, struct calib_given given,
                              double sensitivity)
{
    return (struct calib_term){name, unit, given.value, given.uncertainty, sensitivity, INFINITY};
}

struct calib_budget calib_pendulum_stiffness(struct calib_given mass, struct calib_given length,
                                             struct calib_given gravity,
                                             struct calib_given frequency, double degrees)
{
    const double m = mass.value, l = length.value, g = gravity.value;
    const double omega = 2 * M_PI * frequency.value;
    struct calib_budget budget = {.name = "stiffness",
                                  .unit = "N.m/rad",
                                  .formula = "m l^2 (2 pi f)^2 / 3 - m g l / 2",
                                  .value = m * l * l * omega * omega / 3 - 0.5 * m * g * l,
                                  .n = 4};
    budget.terms[0] = term("frequency", "Hz", frequency, 4 * M_PI * m * l * l * omega / 3);
    budget.terms[0].degrees = degrees;
    budget.terms[1] = term("mass", "kg", mass, budget.value / m);
    budget.terms[2] = term("length", "m", length, 2 * m * l * omega * omega / 3 - 0.5 * m * g);
    budget.terms[3] = term("gravity", "m/s2", gravity, -0.5 * m * l);
    return budget;
}

/* m g d / (2 pi f)^2 */
static struct calib_budget inertia_budget(struct calib_given mass, struct calib_given gravity,
                                          struct calib_given centre, struct calib_given frequency,
                                          double degrees)
{
    const double omega = 2 * M_PI * frequency.value;
    const double inertia = mass.value * gravity.value * centre.value / (omega * omega);
    struct calib_budget budget = {.name = "inertia",
                                  .unit = "kg.m2",
                                  .formula = "m g d / (2 pi f)^2",
                                  .value = inertia,
                                  .n = 4};
    budget.terms[0] = term("frequency", "Hz", frequency, -2 * inertia / frequency.value);
    budget.terms[0].degrees = degrees;
    budget.terms[1] = term("mass", "kg", mass, inertia / mass.value);
    budget.terms[2] = term("gravity", "m/s2", gravity, inertia / gravity.value);
    budget.terms[3] = term("centre", "m", centre, inertia / centre.value);
    return budget;
}

/* factor * a rate of the fit * inertia */
static struct calib_budget torque_budget(const char *name, const char *unit, const char *formula,
                                         double factor, struct calib_given rate,
                                         struct calib_given inertia, double degrees)
{
    struct calib_budget budget = {.name = name,
                                  .unit = unit,
                                  .formula = formula,
                                  .value = factor * rate.value * inertia.value,
                                  .n = 2};
    budget.terms[0] = term("rate", "", rate, factor * inertia.value);
    budget.terms[0].degrees = degrees;
    budget.terms[1] = term("inertia", "kg.m2", inertia, factor * rate.value);
    return budget;
}

/* ---- the fit */

static enum error_code set_up(const struct measure_channels *input, const char *unit,
                              const struct calib_pendulum_settings *settings,
                              struct calib_decay_setup *setup, struct error *err)
{
    *setup = (struct calib_decay_setup){.period = input->period,
                                        .scale = 1,
                                        .velocity = strcmp(unit, "rad") != 0,
                                        .spring = !settings->no_spring,
                                        .gravity = NAN};
    if (known(settings->length) && known(settings->gravity))
        setup->gravity = 1.5 * settings->gravity.value / settings->length.value;
    if (strcmp(unit, "m/s") == 0) {
        setup->scale = isnan(settings->radius) ? settings->length.value : settings->radius;
        if (!(setup->scale > 0))
            return error_set(err, ERROR_INPUT,
                             "%s: a velocity in m/s is an angle only at a known distance from "
                             "the pivot; give --radius or --length",
                             input->run->dir);
    }
    return ERROR_OK;
}

static struct calib_given fitted(const struct calib_decay *decay,
                                 enum calib_swing_parameter parameter, double factor)
{
    return (struct calib_given){factor * decay->fits[decay->best].parameters[parameter],
                                factor * calib_decay_uncertainty(decay, parameter)};
}

static void describe(const struct calib_decay *decay, struct calib_output *output)
{
    static const char *const laws[] = {
        [CALIB_SWING_LINEAR] = "linear oscillation",
        [CALIB_SWING_SPRING] = "equation of the pendulum with spring",
        [CALIB_SWING_FREE] = "equation of the pendulum",
    };
    calib_output_method(output,
                        "free swing from %.3g deg, %s, damping %s by AICc; %zu points, worth "
                        "%.0f independent ones",
                        decay->amplitude * 180 / M_PI, laws[decay->swing.law],
                        calib_damping_name(decay->best), decay->n,
                        decay->fits[decay->best].effective);
    calib_output_remark(output, "%s", output->method);
    if (decay->second > 0)
        calib_output_remark(output,
                            "the residuals hold a line at %.5g Hz with %.2g %% of the "
                            "amplitude: the model is not the whole truth",
                            decay->second, 100 * decay->second_share);
    if (decay->skipped > 0)
        calib_output_remark(output, "the swing was fitted from %.4g s after the start on",
                            decay->time);
}

/* the frequency of parts, where the whole is not explained: one number is not the whole truth */
static enum error_code look_at_parts(const struct measure_channel *channel, size_t n,
                                     const struct calib_decay_setup *setup,
                                     struct calib_pendulum *pendulum, struct calib_given *frequency,
                                     struct calib_output *output, struct error *err)
{
    struct calib_amplitudes *parts = &pendulum->amplitudes;
    if (!(pendulum->decay.second > 0))
        return ERROR_OK;
    const enum error_code code = calib_amplitudes_find(channel->values, n, setup, &pendulum->decay,
                                                       parts, err);
    if (code || !parts->vary)
        return code;
    const struct calib_amplitude *first = &parts->list[0], *last = &parts->list[parts->n - 1];
    calib_output_remark(output,
                        "the frequency of small swings is not one number: %.6g +- %.1g Hz by the "
                        "part from %.3g deg, %.6g +- %.1g Hz by that from %.3g deg; damping alone "
                        "could change it by %.1g Hz",
                        first->frequency, first->uncertainty, first->amplitude * 180 / M_PI,
                        last->frequency, last->uncertainty, last->amplitude * 180 / M_PI,
                        parts->damping);
    calib_output_remark(output, "a joint that gives way before it slips or an uneven encoder may; "
                                "take the swings that count (--from, --until). The uncertainty "
                                "includes the scatter of the parts");
    frequency->uncertainty = hypot(frequency->uncertainty, parts->scatter);
    return ERROR_OK;
}

static void add_rates(const struct calib_decay *decay, struct calib_given frequency,
                      struct calib_output *output)
{
    const double *covariance = decay->fits[decay->best].covariance;
    const struct calib_given omega = fitted(decay, CALIB_SWING_OMEGA, 1);
    const struct calib_given rate = fitted(decay, CALIB_SWING_DECAY, 1);
    calib_output_add(output, "frequency", frequency.value, frequency.uncertainty, decay->degrees,
                     "Hz");
    if (rate.uncertainty > 0) {
        const double shared =
            covariance[CALIB_SWING_OMEGA * CALIB_SWING_PARAMETERS + CALIB_SWING_DECAY];
        const double ratio = rate.value / omega.value;
        const double variance = pow(rate.uncertainty, 2) + pow(ratio * omega.uncertainty, 2) -
                                2 * ratio * shared;
        calib_output_add(output, "decay", rate.value, rate.uncertainty, decay->degrees, "1/s");
        calib_output_add(output, "damping_ratio", ratio, sqrt(variance) / omega.value,
                         decay->degrees, "1");
    }
    const struct calib_given dry = fitted(decay, CALIB_SWING_COULOMB, 1);
    const struct calib_given drag = fitted(decay, CALIB_SWING_DRAG, 1);
    if (dry.uncertainty > 0)
        calib_output_add(output, "coulomb_deceleration", dry.value, dry.uncertainty, decay->degrees,
                         "rad/s2");
    if (drag.uncertainty > 0)
        calib_output_add(output, "air_drag", drag.value, drag.uncertainty, decay->degrees, "1/rad");
}

/* ---- from rates to torques */

static void add_budget(struct calib_pendulum *pendulum, struct calib_output *output,
                       const struct calib_budget *budget)
{
    pendulum->budgets[pendulum->n_budgets++] = *budget;
    calib_output_add(output, budget->name, budget->value, calib_budget_uncertainty(budget),
                     calib_budget_degrees(budget), budget->unit);
}

static void add_damping(struct calib_pendulum *pendulum, struct calib_given inertia,
                        struct calib_output *output)
{
    const struct calib_decay *decay = &pendulum->decay;
    const struct calib_given viscous = fitted(decay, CALIB_SWING_DECAY, 1);
    const struct calib_given dry = fitted(decay, CALIB_SWING_COULOMB, 1);
    if (viscous.uncertainty > 0) {
        const struct calib_budget budget = torque_budget("damping", "N.m.s/rad", "2 decay inertia",
                                                         2, viscous, inertia, decay->degrees);
        add_budget(pendulum, output, &budget);
    }
    if (dry.uncertainty > 0) {
        const struct calib_budget budget = torque_budget(
            "friction_torque", "N.m", "deceleration * inertia", 1, dry, inertia, decay->degrees);
        add_budget(pendulum, output, &budget);
    }
}

/* a slender link: m l^2 / 3 */
static struct calib_given link_inertia(struct calib_given mass, struct calib_given length)
{
    const double inertia = mass.value * length.value * length.value / 3;
    const double by_mass = isnan(mass.uncertainty) ? 0 : mass.uncertainty / mass.value;
    const double by_length = isnan(length.uncertainty) ? 0 : 2 * length.uncertainty / length.value;
    return (struct calib_given){inertia, inertia * hypot(by_mass, by_length)};
}

static void add_torques(struct calib_pendulum *pendulum,
                        const struct calib_pendulum_settings *settings,
                        struct calib_given frequency, struct calib_output *output)
{
    const double degrees = pendulum->decay.degrees;
    struct calib_given centre = settings->centre;
    if (!known(centre))
        centre = (struct calib_given){0.5 * settings->length.value,
                                      0.5 * settings->length.uncertainty};
    if (settings->no_spring) {
        if (!known(settings->mass) || !known(settings->gravity) || !known(centre)) {
            calib_output_remark(output, "no inertia and no torques: --mass, --gravity and "
                                        "--centre (or --length) are needed for them");
            return;
        }
        const struct calib_budget budget = inertia_budget(settings->mass, settings->gravity, centre,
                                                          frequency, degrees);
        add_budget(pendulum, output, &budget);
        const struct calib_given inertia = {budget.value, calib_budget_uncertainty(&budget)};
        add_damping(pendulum, inertia, output);
        return;
    }
    if (!known(settings->mass) || !known(settings->length) || !known(settings->gravity)) {
        calib_output_remark(output, "no stiffness and no torques: --mass, --length and --gravity "
                                    "are needed for them");
        return;
    }
    const struct calib_budget budget = calib_pendulum_stiffness(
        settings->mass, settings->length, settings->gravity, frequency, degrees);
    add_budget(pendulum, output, &budget);
    add_damping(pendulum, link_inertia(settings->mass, settings->length), output);
}

/* options win over the run's rig */
static struct calib_pendulum_settings with_rig(const struct measure_channels *input,
                                               const struct calib_pendulum_settings *given)
{
    struct calib_pendulum_settings all = *given;
    all.mass = calib_input_parameter(input, "mass", given->mass.value, given->mass.uncertainty);
    all.length = calib_input_parameter(input, "length", given->length.value,
                                       given->length.uncertainty);
    all.gravity = calib_input_parameter(input, "gravity", given->gravity.value,
                                        given->gravity.uncertainty);
    return all;
}

enum error_code calib_pendulum_find(const struct measure_channels *input,
                                    const struct calib_pendulum_settings *given,
                                    struct calib_pendulum *pendulum, struct calib_output *output,
                                    struct error *err)
{
    const struct calib_pendulum_settings settings = with_rig(input, given);
    struct calib_decay_setup setup;
    const struct measure_channel *channel;
    *pendulum = (struct calib_pendulum){0};
    enum error_code code = calib_input_channel(input, settings.channel, roles, units, &channel,
                                               err);
    if (!code)
        code = set_up(input, channel->info->unit, &settings, &setup, err);
    if (!code) {
        code = calib_decay_fit(channel->values, input->n, &setup, &pendulum->decay, err);
        if (code)
            error_prefix(err, "%s: channel %s", input->run->dir, channel->info->role);
    }
    if (code)
        return code;
    pendulum->decay.time += input->time;
    pendulum->from = input->time;
    pendulum->unit = channel->info->unit;
    struct calib_given frequency = fitted(&pendulum->decay, CALIB_SWING_OMEGA, 0.5 / M_PI);
    pendulum->frequency = frequency.value;
    describe(&pendulum->decay, output);
    code = look_at_parts(channel, input->n, &setup, pendulum, &frequency, output, err);
    if (code) {
        calib_pendulum_free(pendulum);
        return code;
    }
    add_rates(&pendulum->decay, frequency, output);
    add_torques(pendulum, &settings, frequency, output);
    return ERROR_OK;
}

void calib_pendulum_free(struct calib_pendulum *pendulum) { calib_decay_free(&pendulum->decay); }

static const char *quantity_of(const struct calib_pendulum *pendulum)
{
    return strcmp(pendulum->unit, "rad") == 0 ? "angle" : "velocity";
}

static void draw_parts(const struct calib_amplitudes *parts, double from, struct figure *figure)
{
    struct arena *arena = &figure->arena;
    struct figure_panel *panel = figure_panel_add(figure, 200, "time (s)",
                                                  "frequency of small swings (Hz)");
    double *data = arena_doubles(arena, 3 * parts->n);
    if (!data)
        return;
    for (size_t i = 0; i < parts->n; i++) {
        data[i] = from + parts->list[i].time;
        data[parts->n + i] = parts->list[i].frequency;
        data[2 * parts->n + i] = parts->list[i].uncertainty;
    }
    figure_series_add(arena, panel,
                      (struct figure_series){.name = "by parts of the record",
                                             .style = &calib_fitted,
                                             .mark = FIGURE_POINTS,
                                             .x = data,
                                             .y = data + parts->n,
                                             .z = data + 2 * parts->n,
                                             .n = parts->n});
}

/* an upright line through a panel of a spectrum */
static void mark_frequency(struct figure *figure, struct figure_panel *panel,
                           const struct figure_style *style, const char *name, double frequency,
                           const double range[2])
{
    double *ends = arena_doubles(&figure->arena, 4);
    if (!ends)
        return;
    ends[0] = ends[1] = frequency;
    ends[2] = range[0];
    ends[3] = range[1];
    figure_series_add(
        &figure->arena, panel,
        (struct figure_series){.name = name, .style = style, .x = ends, .y = ends + 2, .n = 2});
}

/* of amplitudes; *largest: the largest of them, in the range that is shown */
static void draw_spectrum_of(const struct calib_decay *decay, const double *values,
                             const char *name, const struct figure_style *style, double highest,
                             struct figure *figure, struct figure_panel *panel, double *largest)
{
    double *power;
    size_t bins;
    if (measure_spectrum_power(values, decay->n, &power, &bins, NULL))
        return; /* noted: no output passes for whole then */
    const double step = 1 / (2 * (double)(bins - 1) * decay->swing.period);
    const size_t shown = (size_t)fmin((double)bins, highest / step);
    double *amplitude = arena_doubles(&figure->arena, shown);
    *largest = 0;
    for (size_t k = 1; amplitude && k < shown; k++) {
        amplitude[k - 1] = measure_spectrum_amplitude(power[k], decay->n);
        *largest = fmax(*largest, amplitude[k - 1]);
    }
    if (amplitude && shown > 1)
        figure_series_add(&figure->arena, panel,
                          calib_output_samples(name, style, step, step, amplitude, shown - 1));
    free(power);
}

/* the swing's line, and what is left of it and beside it */
static void draw_spectrum(const struct calib_pendulum *pendulum, const double *residuals,
                          struct figure *figure)
{
    enum { HARMONICS = 8 };
    static const struct figure_style swing = {.colour = "#c03030", .dash = FIGURE_DASHED},
                                     second = {.colour = "#8040a0", .dash = FIGURE_DOTTED};
    const struct calib_decay *decay = &pendulum->decay;
    const double omega = decay->fits[decay->best].parameters[CALIB_SWING_OMEGA];
    const double frequency = omega / (2 * M_PI);
    struct figure_panel *panel = figure_panel_add(
        figure, 260, "frequency (Hz)", figure_label(&figure->arena, "amplitude", pendulum->unit));
    double largest[2] = {0, 0};
    if (!panel)
        return;
    panel->axes[1].logarithmic = true;
    draw_spectrum_of(decay, decay->points, "measured", &calib_measured, HARMONICS * frequency,
                     figure, panel, &largest[0]);
    draw_spectrum_of(decay, residuals, "measured less fitted", &calib_residual,
                     HARMONICS * frequency, figure, panel, &largest[1]);
    if (!(largest[0] > 0))
        return;
    /* six decades: below them is what the window leaves of the line */
    panel->axes[1].fixed = true;
    panel->axes[1].low = 1e-6 * largest[0];
    panel->axes[1].high = 3 * largest[0];
    const double ends[2] = {panel->axes[1].low, panel->axes[1].high};
    mark_frequency(figure, panel, &swing,
                   arena_print(&figure->arena, "fitted, of small swings: %.6g Hz", frequency),
                   frequency, ends);
    if (decay->second > 0)
        mark_frequency(
            figure, panel, &second,
            arena_print(&figure->arena, "strongest of what is left: %.4g Hz", decay->second),
            decay->second, ends);
}

void calib_pendulum_draw(const struct calib_pendulum *pendulum, struct figure *figure)
{
    const struct calib_decay *decay = &pendulum->decay;
    const double first = decay->time, step = decay->swing.period;
    struct arena *arena = &figure->arena;
    double *residuals = arena_doubles(arena, decay->n);
    struct figure_panel *panel = figure_panel_add(
        figure, 300, "time (s)", figure_label(arena, quantity_of(pendulum), pendulum->unit));
    if (!residuals)
        return;
    for (size_t i = 0; i < decay->n; i++)
        residuals[i] = decay->points[i] - decay->model[i];
    figure_series_add(
        arena, panel,
        calib_output_samples("measured", &calib_measured, first, step, decay->points, decay->n));
    figure_series_add(
        arena, panel,
        calib_output_samples("fitted", &calib_fitted, first, step, decay->model, decay->n));
    panel = figure_panel_add(figure, 200, "time (s)",
                             figure_label(arena, "residual", pendulum->unit));
    figure_series_add(arena, panel,
                      calib_output_samples("measured less fitted", &calib_residual, first, step,
                                           residuals, decay->n));
    if (pendulum->amplitudes.vary)
        draw_parts(&pendulum->amplitudes, pendulum->from, figure);
    draw_spectrum(pendulum, residuals, figure);
}
