/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies that touch with their corners: the rocking block against Housner's formulas, falling
 * polygons against plain kinematics, and what holds of any of them. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/extras.h"
#include "sim/registry.h"
#include "tests/scratch.h"
#include "tests/sim/chance.h"
#include "tests/sim/recording.h"
#include "tests/test.h"

static const double g = 9.81;

/* ---- Housner 1963 */

static const double tilt = 0.05;

/* Time from upright, with this spin, over one corner and back: the square of the spin at the angle
 * u is spin^2 - 2 p^2 (cos(a - u) - cos a), p^2 = 3 g / (4 R). Where it vanishes, at u1, the
 * integral of 1/spin is one over sqrt(u1 - u), which u = u1 (1 - s^2) takes away. */
static double swing_time(double a, double p, double spin)
{
    enum { PIECES = 2000 };
    const double top = a - acos(fmin(1, cos(a) + spin * spin / (2 * p * p)));
    double sum = 0;
    for (int i = 0; i < PIECES; i++) { /* by midpoints, which converge as fast as any for it */
        const double s = (i + 0.5) / PIECES, u = top * (1 - s * s);
        const double rate2 = 2 * p * p * (cos(a - top) - cos(a - u));
        sum += 2 * top * s / sqrt(rate2) / PIECES;
    }
    return 2 * sum;
}

static void test_block_rocks_from_corner_to_corner(void **state)
{
    (void)state;
    const double half_diagonal = hypot(0.1, 0.5), a = atan(0.2),
                 p = sqrt(3 * g / 4 / half_diagonal), kept = 1 - 1.5 * sin(a) * sin(a);
    struct recording *r = recording_of("example-rocking-block", "", 2, 1e-11);
    double spin = sqrt(2 * p * p * (cos(a - tilt) - cos(a)));
    double t = 0.5 * swing_time(a, p, spin);
    const size_t hops = recording_count(r, SIM_EVENT_CORNER);
    assert_true(hops >= 4);
    assert_int_equal(recording_count(r, SIM_EVENT_IMPACT), hops);
    for (size_t i = 0; i < hops; i++) {
        const struct recorded_event *corner = recording_event(r, SIM_EVENT_CORNER, i);
        const struct recorded_event *impact = recording_event(r, SIM_EVENT_IMPACT, i);
        const double sense = i % 2 ? -1 : 1;
        assert_near(corner->t, t, 1e-6);
        assert_near(corner->x[5], sense * spin, 1e-9);
        assert_near(corner->x[2], 0, 1e-11);
        spin *= kept;
        assert_near(impact->x[5], sense * spin, 1e-9);
        assert_int_equal(impact->to, SIM_STICK);
        t += swing_time(a, p, spin);
    }
    /* Housner's own formula for the first way back is linear in the angle: good to a^2/12 */
    const double linear = acosh(1 / (1 - tilt / a)) / p;
    assert_near(recording_event(r, SIM_EVENT_CORNER, 0)->t, linear, linear * a * a / 12);
    recording_free(r);
}

/* through two hops, against differences */
static void test_derivatives_go_over_corners(void **state)
{
    (void)state;
    static const char *const names[] = {"phi", "width", "friction", "gravity"};
    static const double at[] = {-0.05, 0.2, 1, 9.81};
    static const char *const units[] = {"rad", "m", "", "m/s2"};
    struct rig *rig = recording_rig("example-rocking-block", "");
    struct sim_setup *setup;
    struct error err;
    if (sim_setup_create(rig, 0.7, 1e-12, names, 4, &setup, &err))
        fail_msg("%s", err.message);
    struct recording *r = recording_run(&setup->problem);
    assert_true(recording_count(r, SIM_EVENT_CORNER) >= 2);
    const struct recorded_event *hop = recording_event(r, SIM_EVENT_IMPACT, 1);
    const struct recorded_event *end = recording_event(r, SIM_EVENT_END, 0);
    for (size_t d = 0; d < 4; d++) {
        const double h = 1e-5;
        double t[2], x[2][6];
        for (int k = 0; k < 2; k++) {
            char settings[80];
            snprintf(settings, sizeof settings, "%s=%.17g%s", names[d], at[d] + (k ? h : -h),
                     units[d]);
            struct recording *moved = recording_of("example-rocking-block", settings, 0.7, 1e-12);
            t[k] = recording_event(moved, SIM_EVENT_IMPACT, 1)->t;
            memcpy(x[k], recording_event(moved, SIM_EVENT_END, 0)->x, sizeof x[k]);
            recording_free(moved);
        }
        assert_near(hop->time_slopes[d], (t[1] - t[0]) / (2 * h),
                    1e-6 + 1e-6 * fabs(t[1] - t[0]) / h);
        for (size_t i = 0; i < 6; i++) {
            const double slope = (x[1][i] - x[0][i]) / (2 * h);
            assert_near(end->state_slopes[d * 6 + i], slope, 1e-5 * (1 + fabs(slope)));
        }
    }
    recording_free(r);
    sim_setup_free(setup);
    rig_free(rig);
}

/* ---- polygons at random */

enum { MOST = 7 };

struct polygon {
    size_t n;
    double corners[MOST][2];
    double y, phi, spin, across, slope;
};

/* corners on a circle, in order */
static void draw(gsl_rng *rng, struct polygon *p)
{
    double turns[MOST];
    p->n = 3 + gsl_rng_uniform_int(rng, MOST - 2);
    for (size_t i = 0; i < p->n; i++)
        turns[i] = 2 * acos(-1) * ((double)i + uniform(rng, 0.1, 0.9)) / (double)p->n;
    for (size_t i = 0; i < p->n; i++) {
        p->corners[i][0] = 0.2 * cos(turns[i]);
        p->corners[i][1] = 0.2 * sin(turns[i]);
    }
    p->y = uniform(rng, 0.3, 0.5);
    p->phi = uniform(rng, -3, 3);
    p->spin = uniform(rng, -6, 6);
    p->across = uniform(rng, -1, 1);
    p->slope = uniform(rng, -0.3, 0.3);
}

/* the origin is the centre of mass, so that it flies a parabola */
static struct rig *rig_of(const struct polygon *p, double restitution)
{
    char *text = NULL;
    size_t size;
    struct rig *rig;
    struct error err;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs("mechanism:\n  coordinates: {x: m, y: m, phi: rad}\n"
          "  bodies: [{name: stone, joint: free, at: [x, y], angle: phi, mass: 2 kg,\n"
          "            centre: [0 m, 0 m], inertia: 0.03 kg.m2, polygon: [",
          out);
    for (size_t i = 0; i < p->n; i++)
        fprintf(out, "%s[%.17g m, %.17g m]", i ? ", " : "", p->corners[i][0], p->corners[i][1]);
    fprintf(out,
            "]}]\n  contact: {body: stone, outline: yes, surface: {slope: %.17g rad}}\n"
            "parameters: {friction: 0.4, restitution: %g}\n"
            "start: {x: 0 m, y: %.17g m, phi: %.17g rad, x_dot: %.17g m/s, phi_dot: %.17g rad/s}\n",
            p->slope, restitution, p->y, p->phi, p->across, p->spin);
    fclose(out);
    if (rig_read(scratch_write("stone.yaml", text), sim_registry, &rig, &err))
        fail_msg("%s", err.message);
    free(text);
    return rig;
}

/* the lowest corner over the surface */
static double lowest(const struct polygon *p, double x, double y, double phi)
{
    double least = INFINITY;
    for (size_t i = 0; i < p->n; i++) {
        const double cx = x + p->corners[i][0] * cos(phi) - p->corners[i][1] * sin(phi);
        const double cy = y + p->corners[i][0] * sin(phi) + p->corners[i][1] * cos(phi);
        least = fmin(least, cy * cos(p->slope) - cx * sin(p->slope));
    }
    return least;
}

static double lowest_in_fall(const struct polygon *p, double t)
{
    return lowest(p, p->across * t, p->y - g * t * t / 2, p->phi + p->spin * t);
}

/* by small steps and bisection */
static double falls_for(const struct polygon *p)
{
    const double step = 1e-5;
    double t = 0;
    while (lowest_in_fall(p, t + step) > 0)
        t += step;
    double low = t, high = t + step;
    for (int i = 0; i < 60; i++) {
        const double middle = 0.5 * (low + high);
        if (lowest_in_fall(p, middle) > 0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void test_the_right_corner_lands(void **state)
{
    size_t bounced = 0, rolled = 0, lay = 0;
    for (unsigned long seed = 0; seed < 60; seed++) {
        struct polygon p;
        gsl_rng_set(*state, seed);
        draw(*state, &p);
        struct rig *rig = rig_of(&p, seed % 2 ? 0.5 : 0);
        struct sim_setup *setup = recording_setup(rig, 1.5, 1e-10);
        setup->problem.rate = 500;
        struct recording *r = recording_try(&setup->problem);
        if (r->code)
            fail_msg("%lu: %s", seed, r->err.message);
        assert_near(recording_event(r, SIM_EVENT_IMPACT, 0)->t, falls_for(&p), 1e-9);
        double energy = INFINITY;
        for (size_t i = 0; i < r->n_samples; i++) {
            const struct recorded_sample *s = &r->samples[i];
            const double now = sim_energy_at(setup->model, setup->problem.p, 3, s->x, s->x + 3);
            if (lowest(&p, s->x[0], s->x[1], s->x[2]) < -1e-9 || now > energy + 1e-7)
                fail_msg(
                    "%lu: at %.9g s the lowest corner is at %g m, the energy %.12g J after %.12g",
                    seed, s->t, lowest(&p, s->x[0], s->x[1], s->x[2]), now, energy);
            energy = fmin(energy, now);
        }
        bounced += recording_count(r, SIM_EVENT_IMPACT) > 1;
        rolled += recording_count(r, SIM_EVENT_CORNER) > 0;
        lay += recording_count(r, SIM_EVENT_FLOOR) > 0;
        recording_free(r);
        sim_setup_free(setup);
        rig_free(rig);
    }
    print_message("# of 60 stones %zu struck twice, %zu went over a corner, %zu lay down\n",
                  bounced, rolled, lay);
    assert_true(bounced > 20 && rolled > 10 && lay > 5);
}

/* ---- a side that lies down */

static void test_flat_fall_ends_on_the_side(void **state)
{
    (void)state;
    static const char text[] =
        "mechanism:\n"
        "  coordinates: {x: {unit: m, default: 0 m}, y: m, phi: {unit: rad, default: 0 rad}}\n"
        "  bodies: [{name: slab, joint: free, at: [x, y], angle: phi, box: [1 m, 0.2 m], mass: 1 "
        "kg}]\n"
        "  contact: {body: slab, outline: yes, rests_by: y}\n"
        "parameters: {friction: 0.3}\n";
    struct rig *rig;
    struct error err;
    if (rig_read(scratch_write("slab.yaml", text), sim_registry, &rig, &err))
        fail_msg("%s", err.message);
    assert_int_equal(rig_set(rig, "y=0.6m", &err), ERROR_OK);
    struct sim_setup *setup = recording_setup(rig, 2, 1e-10);
    struct recording *r = recording_run(&setup->problem);
    const struct recorded_event *lies = recording_event(r, SIM_EVENT_FLOOR, 0);
    assert_near(lies->t, sqrt(2 * 0.5 / g), 1e-9);
    assert_near(lies->x[1], 0.1, 1e-9);
    assert_non_null(strstr(r->statistics.floor, "of slab"));
    recording_free(r);
    sim_setup_free(setup);
    rig_free(rig);
    /* set down without a height it stands on the corner that is lowest */
    if (rig_read(scratch_path("slab.yaml"), sim_registry, &rig, &err) ||
        rig_set(rig, "phi=2.5rad", &err))
        fail_msg("%s", err.message);
    setup = recording_setup(rig, 0.1, 1e-10);
    assert_near(setup->problem.x[1], 0.5 * fabs(sin(2.5)) + 0.1 * fabs(cos(2.5)), 1e-12);
    sim_setup_free(setup);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_block_rocks_from_corner_to_corner),
        cmocka_unit_test(test_derivatives_go_over_corners),
        cmocka_unit_test_setup_teardown(test_the_right_corner_lands, chance_make, chance_drop),
        cmocka_unit_test(test_flat_fall_ends_on_the_side),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
