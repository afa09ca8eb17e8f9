/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Energy and complementarity along the motions of every rig in data/. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/residual.h"
#include "sim/simulate.h"
#include "sim/extras.h"
#include "tests/sim/recording.h"
#include "tests/test.h"

static const char *const rigs[] = {
    "liu-2007-case4",    "liu-2007-case5", "liu-2007-case6", "zhao-2008",    "leine-2002",
    "leine-2002-simple", "or-2012",        "painleve-rod",   "painleve-box", "chain"};
enum { RIGS = sizeof rigs / sizeof *rigs };

static double energy(const struct sim_problem *p, const double *x)
{
    return sim_energy_at(p->inputs.model, p->p, p->inputs.n, x, x + p->inputs.n);
}

/* what the surface and the dampers give per second */
static double power(const struct sim_problem *p, const struct recorded_sample *s)
{
    const size_t n = p->inputs.n;
    return s->motion.force_t * s->motion.tip_t + s->motion.force_n * s->motion.tip_n -
           sim_dissipation_at(p->inputs.model, p->p, n, s->x, s->x + n);
}

/* Boole's rule over a number of samples that is a multiple of 4, plus 1 */
static double integral(const struct sim_problem *p, const struct recording *r, double dt)
{
    static const double weights[] = {14, 32, 12, 32};
    double sum = 0;
    const size_t last = r->n_samples - 1;
    for (size_t i = 0; i <= last; i++)
        sum += (i == 0 || i == last ? 7 : weights[i % 4]) * power(p, &r->samples[i]);
    return sum * dt * 2 / 45;
}

/* each smooth phase again, with samples from its start to its end */
static void assert_balance(const struct sim_problem *problem, const struct recording *whole)
{
    enum { PARTS = 2000 };
    for (size_t i = 0; i + 1 < whole->n_events; i++) {
        const struct recorded_event *from = &whole->events[i], *to = &whole->events[i + 1];
        const double span = to->t - from->t;
        if (span < 1e-6)
            continue;
        struct sim_problem phase;
        recording_restart(problem, from->t, from->x, &phase);
        phase.t_end = from->t + span * (1 - 1e-9); /* not the event itself */
        phase.rate = PARTS / (phase.t_end - phase.t_start);
        struct recording *r = recording_run(&phase);
        assert_int_equal(r->n_samples, PARTS + 1);
        const double first = energy(&phase, r->samples[0].x);
        const double last = energy(&phase, r->samples[PARTS].x);
        const double given = integral(&phase, r, 1 / phase.rate);
        assert_near(last - first, given, 1e-8 * (1 + fabs(first) + fabs(last)));
        recording_free(r);
    }
}

static void test_work_of_belt_and_dampers_balances(void **state)
{
    (void)state;
    for (int i = 0; i < RIGS; i++) {
        print_message("# %s\n", rigs[i]);
        struct sim_setup *setup = recording_setup_of(rigs[i], "", 1, 1e-12);
        struct recording *r = recording_run(&setup->problem);
        assert_balance(&setup->problem, r);
        recording_free(r);
        sim_setup_free(setup);
    }
}

/* without a belt, and with Stronge's restitution, nothing gives energy */
static void test_energy_never_rises_without_a_belt(void **state)
{
    (void)state;
    static const double restitutions[] = {0, 0.5, 1};
    for (int i = 0; i < RIGS * 3; i++) {
        struct rig *rig = recording_rig(rigs[i / 3], "belt_speed=0m/s");
        struct error err;
        rig->impact = RIG_IMPACT_STRONGE;
        assert_int_equal(rig_set_value(rig, "restitution", restitutions[i % 3], &err), 0);
        for (size_t k = 0; k < rig->start.n; k++) { /* kick what has no motion */
            const char *name = rig->start.table[k].name;
            if (strcmp(name, "theta1_dot") == 0 || strcmp(name, "phi_dot") == 0 ||
                strcmp(name, "u1_dot") == 0)
                assert_int_equal(rig_set_value(rig, name, 2, &err), 0);
        }
        struct sim_setup *setup = recording_setup(rig, 1, 1e-11);
        setup->problem.rate = 1000;
        struct recording *r = recording_run(&setup->problem);
        double last = energy(&setup->problem, r->samples[0].x), most = fabs(last);
        for (size_t k = 1; k < r->n_samples; k++) {
            double now = energy(&setup->problem, r->samples[k].x);
            most = fmax(most, fabs(now));
            if (now > last + 1e-9 * (1 + most))
                fail_msg("%s, e = %g: the energy rises from %.12g to %.12g before t = %g",
                         rigs[i / 3], restitutions[i % 3], last, now, r->samples[k].t);
            last = now;
        }
        recording_free(r);
        sim_setup_free(setup);
        rig_free(rig);
    }
}

/* put together again here, from the laws and not from the code under test */
static void assert_complementary(const struct sim_problem *p, const struct recorded_sample *s)
{
    const struct sim_motion *m = &s->motion;
    const double force = fabs(m->force_n) + fabs(m->force_t) + 1;
    assert_true(m->gap > -5e-10); /* inside a step, at rtol 1e-9 */
    assert_true(m->force_n >= -1e-10 * force);
    if (s->mode == SIM_FLIGHT) {
        assert_true(m->force_n == 0 && m->force_t == 0);
        return;
    }
    assert_near(m->gap, 0, 5e-10);
    assert_near(m->tip_n, 0, 1e-8);
    assert_near(m->gap_rate2, 0, 1e-10 * (1 + fabs(m->b)));
    if (s->mode == SIM_STICK) {
        assert_near(m->slip, 0, 1e-8);
        assert_near(m->slip_rate, 0, 1e-9 * (1 + fabs(m->contact.b_t)));
        assert_true(fabs(m->force_t) <= p->p[SIM_STATIC_FRICTION] * m->force_n + 1e-10 * force);
    } else {
        const int sign = s->mode == SIM_SLIP_PLUS ? 1 : -1;
        assert_true(sign * m->slip > -1e-8);
        assert_near(m->force_t, -sign * p->p[SIM_FRICTION] * m->force_n, 1e-12 * force);
    }
}

static void test_every_sample_obeys_the_contact_laws(void **state)
{
    (void)state;
    for (int i = 0; i < RIGS; i++) {
        print_message("# %s\n", rigs[i]);
        struct sim_setup *setup = recording_setup_of(rigs[i], "", 2, 1e-9);
        setup->problem.rate = 10000;
        struct recording *r = recording_run(&setup->problem);
        assert_true(r->statistics.worst_residual < 1e-10);
        for (size_t k = 0; k < r->n_samples; k++) {
            const struct recorded_sample *s = &r->samples[k];
            double residual = sim_residual(&setup->problem.inputs, s->mode, s->t, s->x, &s->motion);
            if (!(residual < 1e-10))
                fail_msg("%s: residual %g at t = %.9g in %s", rigs[i], residual, s->t,
                         sim_mode_word(s->mode));
            assert_complementary(&setup->problem, s);
        }
        recording_free(r);
        sim_setup_free(setup);
    }
}

/* the residual sees a wrong force */
static void test_residual_sees_what_is_wrong(void **state)
{
    (void)state;
    struct sim_setup *setup = recording_setup_of("liu-2007-case6", "", 1, 1e-9);
    const struct sim_inputs *in = &setup->problem.inputs;
    struct sim_motion m;
    const double *x = setup->problem.x;
    sim_motion_at(in, SIM_SLIP_PLUS, 0, x, &m);
    assert_true(sim_residual(in, SIM_SLIP_PLUS, 0, x, &m) < 1e-13);
    for (int k = 0; k < 4; k++) {
        struct sim_motion wrong = m;
        double *const parts[] = {&wrong.force_n, &wrong.force_t, &wrong.acceleration[0],
                                 &wrong.acceleration[1]};
        *parts[k] *= 1 + 1e-6;
        assert_true(sim_residual(in, SIM_SLIP_PLUS, 0, x, &wrong) > 1e-8);
    }
    sim_setup_free(setup);
}

/* ---- impacts: nothing is lost from the account */

struct account {
    const struct sim_problem *problem;
    long impacts, driven;
};

static enum error_code audit(void *context, const struct sim_event *e, struct error *err)
{
    (void)err;
    struct account *account = context;
    const struct sim_problem *p = account->problem;
    if (e->kind != SIM_EVENT_IMPACT && e->kind != SIM_EVENT_TANGENTIAL_IMPACT)
        return ERROR_OK;
    struct sim_motion m;
    sim_motion_at(&p->inputs, SIM_FLIGHT, e->t, e->x, &m);
    const double before = energy(p, e->x_before), after = energy(p, e->x);
    const double belt = m.tip_t - m.slip, heat = sim_event_heat(e);
    assert_near(after - before, e->normal_work - heat + belt * e->impulse_t,
                1e-9 * (1 + fabs(before) + fabs(after)));
    if (p->impact != RIG_IMPACT_NEWTON) /* Coulomb's friction takes in every part of the impact */
        assert_true(heat > -1e-12 * (1 + fabs(before)));
    if (p->impact == RIG_IMPACT_STRONGE) /* W_r = -e^2 W_c */
        assert_true(e->normal_work < 1e-12 * (1 + fabs(before)));
    account->impacts++;
    account->driven += e->normal_after > -e->normal_before;
    return ERROR_OK;
}

static void test_impacts_keep_account(void **state)
{
    (void)state;
    struct account account = {0};
    for (int r = 0; r < RIGS; r++)
        for (enum rig_impact law = RIG_IMPACT_POISSON; law <= RIG_IMPACT_NEWTON; law++) {
            struct sim_setup *setup = recording_setup_of(rigs[r], "restitution=0.6", 0.5, 1e-10);
            struct sim_statistics statistics;
            setup->problem.impact = law;
            account.problem = &setup->problem;
            const struct sim_sink sink = {.context = &account, .event = audit};
            assert_int_equal(sim_simulate(&setup->problem, &sink, &statistics, NULL), ERROR_OK);
            sim_setup_free(setup);
        }
    assert_true(account.impacts > 100 && account.driven > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_work_of_belt_and_dampers_balances),
        cmocka_unit_test(test_energy_never_rises_without_a_belt),
        cmocka_unit_test(test_every_sample_obeys_the_contact_laws),
        cmocka_unit_test(test_residual_sees_what_is_wrong),
        cmocka_unit_test(test_impacts_keep_account),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
