/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contact at one state, and one impact. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "api/private.h"
#include "lib/rig/rig.h"
#include "sim/impact.h"
#include "sim/motion.h"

const char *skitter_mode_word(int mode)
{
    return mode >= 0 && mode <= SKITTER_STICK ? sim_mode_word((enum sim_mode)mode) : NULL;
}

static enum error_code check_state(const struct sim_setup *setup, const double *x, size_t n,
                                   int mode, struct error *err)
{
    const size_t width = 2 * setup->problem.inputs.n;
    if (n != width)
        return error_set(err, ERROR_USAGE, "a state of this rig has %zu numbers, not %zu", width,
                         n);
    if (!skitter_mode_word(mode))
        return error_set(err, ERROR_USAGE, "%d is no mode of contact", mode);
    for (size_t i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return error_set(err, ERROR_INPUT, "%s is not finite", sim_setup_state(setup, i));
    return ERROR_OK;
}

int skitter_contact_at(const skitter_rig *rig, double t, const double *x, size_t n, int mode,
                       struct skitter_contact *contact, struct skitter_error *err)
{
    struct sim_setup *setup;
    struct error inner;
    const struct skitter_options options = {.duration = t > 0 ? t : 1};
    const int answer = api_setup(rig, &options, &setup, err);
    if (answer)
        return answer;
    enum error_code code = check_state(setup, x, n, mode, &inner);
    if (!code) {
        struct sim_motion m;
        sim_motion_at(&setup->problem.inputs, (enum sim_mode)mode, t, x, &m);
        *contact = (struct skitter_contact){.a = m.a,
                                            .b = m.b,
                                            .q_tt = m.contact.q_tt,
                                            .q_tn = m.contact.q_tn,
                                            .q_nn = m.contact.q_nn,
                                            .slip = m.slip,
                                            .gap = m.gap,
                                            .tip_t = m.tip_t,
                                            .tip_n = m.tip_n,
                                            .force_t = m.force_t,
                                            .force_n = m.force_n};
    }
    sim_setup_free(setup);
    return api_answer(code, &inner, err);
}

/* ---- an impact */

static enum error_code find_law(const char *word, enum rig_impact *law, struct error *err)
{
    for (*law = RIG_IMPACT_POISSON; *law <= RIG_IMPACT_NEWTON; (*law)++)
        if (strcmp(rig_impact_name(*law), word) == 0)
            return ERROR_OK;
    return error_set(err, ERROR_INPUT,
                     "\"%.60s\" is no law of impact; there are poisson, stronge and newton", word);
}

static enum error_code check_impact(const struct skitter_impact *impact, struct error *err)
{
    const double det = impact->q_tt * impact->q_nn - impact->q_tn * impact->q_tn;
    if (!(impact->q_tt > 0 && det > 0 && isfinite(det)))
        return error_set(err, ERROR_INPUT, "the Delassus matrix is not positive definite");
    if (!(impact->friction >= 0 && impact->static_friction >= impact->friction &&
          isfinite(impact->static_friction)))
        return error_set(err, ERROR_INPUT,
                         "friction must not be negative, nor static_friction below it");
    if (!(impact->restitution >= 0 && impact->restitution <= 1))
        return error_set(err, ERROR_INPUT, "restitution must be between 0 and 1");
    if (!(impact->normal < 0 && isfinite(impact->normal) && isfinite(impact->slip)))
        return error_set(err, ERROR_INPUT, "the normal velocity before an impact is negative");
    return ERROR_OK;
}

int skitter_impact_solve(const char *word, struct skitter_impact *impact, struct skitter_error *err)
{
    struct error inner;
    enum rig_impact law;
    enum error_code code = find_law(word, &law, &inner);
    if (!code)
        code = check_impact(impact, &inner);
    if (code)
        return api_answer(code, &inner, err);
    const double hold = -impact->q_tn / impact->q_tt;
    struct sim_impact solved = {.q_tt = impact->q_tt,
                                .hold = hold,
                                .q_hold = impact->q_nn + hold * impact->q_tn,
                                .friction = impact->friction,
                                .static_friction = impact->static_friction,
                                .restitution = impact->restitution,
                                .slip = impact->slip,
                                .normal = impact->normal};
    if (!sim_impact_solve(law, &solved))
        return api_answer(error_set(&inner, ERROR_NUMERIC, "no impulse ends the approach"), &inner,
                          err);
    impact->slip = solved.slip;
    impact->normal = solved.normal;
    impact->impulse_t = solved.impulse_t;
    impact->impulse_n = solved.impulse_n;
    impact->normal_work = solved.work;
    return api_answer(ERROR_OK, &inner, err);
}
