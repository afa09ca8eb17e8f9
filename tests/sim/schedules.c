/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces and a base that follow tables over time: against integrals of the curves by hand. The
 * tolerance of the integrator is coarse where the answer is a polynomial: it comes out exact only
 * if no step has a knot inside. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rig/description.h"
#include "lib/rig/rig.h"
#include "sim/registry.h"
#include "tests/scratch.h"
#include "tests/sim/recording.h"
#include "tests/test.h"

enum { KNOTS = 6 };
static const double times[KNOTS] = {0, 0.11, 0.2, 0.45, 0.7, 1};
static const double heights[KNOTS] = {0.3, 1.4, 1.1, -0.7, -0.7, 2};

static struct rig *rig_of(const char *text)
{
    struct rig *rig;
    struct error err;
    if (rig_read(scratch_write("scheduled.yaml", text), sim_registry, &rig, &err))
        fail_msg("%s", err.message);
    return rig;
}

/* ---- the curves, by the books */

/* slope at knot i of a monotone curve, Steffen 1990, equations (6) to (11), one-sided at the ends
 */
static double steffen_slope(size_t i)
{
    double h[KNOTS - 1], s[KNOTS - 1];
    for (size_t k = 0; k + 1 < KNOTS; k++) {
        h[k] = times[k + 1] - times[k];
        s[k] = (heights[k + 1] - heights[k]) / h[k];
    }
    if (i == 0)
        return s[0];
    if (i == KNOTS - 1)
        return s[KNOTS - 2];
    const double p = (s[i - 1] * h[i] + s[i] * h[i - 1]) / (h[i - 1] + h[i]);
    if (s[i - 1] * s[i] <= 0)
        return 0;
    const double least = fmin(fabs(s[i - 1]), fabs(s[i]));
    return copysign(fmin(2 * least, fabs(p)), s[i]);
}

/* second derivatives of a natural spline at the knots, by elimination */
static void spline_bends(double bends[KNOTS])
{
    double diagonal[KNOTS], right[KNOTS];
    bends[0] = bends[KNOTS - 1] = 0;
    for (size_t i = 1; i + 1 < KNOTS; i++) {
        const double a = times[i] - times[i - 1], b = times[i + 1] - times[i];
        diagonal[i] = 2 * (a + b);
        right[i] = 6 * ((heights[i + 1] - heights[i]) / b - (heights[i] - heights[i - 1]) / a);
        if (i > 1) {
            right[i] -= a / diagonal[i - 1] * right[i - 1];
            diagonal[i] -= a * a / diagonal[i - 1];
        }
    }
    for (size_t i = KNOTS - 2; i > 0; i--)
        bends[i] = (right[i] - (times[i + 1] - times[i]) * bends[i + 1]) / diagonal[i];
}

enum way { MONOTONE, LINEAR, SPLINE };

/* c0 to c3 from knot i on */
static void cubic(enum way way, size_t i, double c[4])
{
    const double h = times[i + 1] - times[i], s = (heights[i + 1] - heights[i]) / h;
    double bends[KNOTS];
    c[0] = heights[i];
    if (way == LINEAR) {
        c[1] = s;
        c[2] = c[3] = 0;
    } else if (way == MONOTONE) {
        const double a = steffen_slope(i), b = steffen_slope(i + 1);
        c[1] = a;
        c[2] = (3 * s - 2 * a - b) / h;
        c[3] = (a + b - 2 * s) / (h * h);
    } else {
        spline_bends(bends);
        c[1] = s - h * (2 * bends[i] + bends[i + 1]) / 6;
        c[2] = bends[i] / 2;
        c[3] = (bends[i + 1] - bends[i]) / (6 * h);
    }
}

/* a body of 1 kg under the curve as a force, from rest at `from` to the end of the table: place and
 * velocity; `slope` is the same with the curve's slope as the force */
static void pushed(enum way way, double from, bool slope, double *x, double *v)
{
    *x = *v = 0;
    for (size_t i = 0; i + 1 < KNOTS; i++) {
        double c[4];
        if (times[i + 1] <= from)
            continue;
        cubic(way, i, c);
        const double late = fmax(from - times[i], 0), h = times[i + 1] - times[i] - late;
        const double moved[4] = {c[0] + late * (c[1] + late * (c[2] + late * c[3])),
                                 c[1] + late * (2 * c[2] + 3 * late * c[3]), c[2] + 3 * late * c[3],
                                 c[3]};
        const double turned[4] = {moved[1], 2 * moved[2], 3 * moved[3], 0};
        const double *d = slope ? turned : moved;
        *x += h * (*v + h * (d[0] / 2 + h * (d[1] / 6 + h * (d[2] / 12 + h * d[3] / 20))));
        *v += h * (d[0] + h * (d[1] / 2 + h * (d[2] / 3 + h * d[3] / 4)));
    }
}

/* ---- as rig files */

static void write_points(FILE *out)
{
    fputs("points: [", out);
    for (size_t i = 0; i < KNOTS; i++)
        fprintf(out, "%s[%.17g s, %.17g]", i ? ", " : "", times[i], heights[i]);
    fputs("]", out);
}

/* a free mass, pushed along the slope of the text's own axis by size times the curve */
static char *pushed_text(const char *way)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fprintf(out,
            "mechanism:\n"
            "  coordinates: {x: {unit: m, default: 0 m}}\n"
            "  bodies: [{name: mass, joint: slider, at: [0 m, 0 m], along: right,\n"
            "            distance: x, mass: mass}]\n"
            "  forces: [{body: mass, force: [size, 0 N], interpolation: %s, ",
            way);
    write_points(out);
    fputs("}]\n  contact: none\nparameters: {mass: 1 kg, size: 1 N}\n", out);
    fclose(out);
    return text;
}

static const char *const ways[] = {"monotone", "linear", "spline"};

static void test_force_pushes_by_the_curve(void **state)
{
    (void)state;
    for (enum way way = MONOTONE; way <= SPLINE; way++) {
        char *text = pushed_text(ways[way]);
        struct rig *rig = rig_of(text);
        struct sim_setup *setup = recording_setup(rig, 1, 1e-3);
        struct recording *r = recording_run(&setup->problem);
        const double *x = recording_event(r, SIM_EVENT_END, 0)->x;
        double place, speed;
        pushed(way, 0, false, &place, &speed);
        assert_near(x[0], place, 2e-15);
        assert_near(x[2], speed, 2e-15);
        recording_free(r);
        sim_setup_free(setup);
        rig_free(rig);
        free(text);
    }
}

/* by the size the motion is linear; a later start of the clock pushes by what comes later */
static void test_derivatives_are_those_of_the_curve(void **state)
{
    (void)state;
    static const char *const names[] = {"size", "clock", "mass"};
    const double from = 0.137;
    struct error err;
    for (enum way way = MONOTONE; way <= SPLINE; way++) {
        char *text = pushed_text(ways[way]);
        struct rig *rig = rig_of(text);
        struct sim_setup *setup;
        assert_int_equal(rig_set(rig, "clock=0.137s", &err), ERROR_OK);
        if (sim_setup_create(rig, 1 - from, 1e-3, names, 3, &setup, &err))
            fail_msg("%s", err.message);
        struct recording *r = recording_run(&setup->problem);
        const struct recorded_event *end = recording_event(r, SIM_EVENT_END, 0);
        double place, speed, moved_place, moved_speed;
        pushed(way, from, false, &place, &speed);
        pushed(way, from, true, &moved_place, &moved_speed);
        assert_near(end->x[0], place, 2e-15);
        assert_near(end->state_slopes[0], place, 1e-14);
        assert_near(end->state_slopes[2], speed, 1e-14);
        assert_near(end->state_slopes[4 + 0], moved_place, 1e-11);
        assert_near(end->state_slopes[4 + 2], moved_speed, 1e-11);
        assert_near(end->state_slopes[8 + 0], -place, 1e-14);
        recording_free(r);
        sim_setup_free(setup);
        rig_free(rig);
        free(text);
    }
}

/* a mass that hangs on the base by a spring: x'' = -w^2 (x - base), by Taylor steps of its own */
static void test_base_moves_by_the_spline(void **state)
{
    (void)state;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    fputs("mechanism:\n"
          "  coordinates: {x: {unit: m, default: 0 m}}\n"
          "  bodies: [{name: mass, joint: slider, at: [0 m, 0 m], along: right,\n"
          "            distance: x, mass: 1 kg}]\n"
          "  springs: [{on: x, stiffness: 90 N/m}]\n"
          "  base: {amplitude: [shake, 0 m], ",
          out);
    write_points(out);
    fputs("}\n  contact: none\nparameters: {shake: 10 mm}\n", out);
    fclose(out);
    struct rig *rig = rig_of(text);
    struct sim_setup *setup = recording_setup(rig, 1, 1e-12);
    struct recording *r = recording_run(&setup->problem);
    const double *end = recording_event(r, SIM_EVENT_END, 0)->x;
    /* x counts from the base: x'' = -90 x - base''; from knot to knot base'' is linear, and
     * x = A cos + B sin - (base'' ) / 90 exactly */
    double x = 0, v = 0, c[4];
    for (size_t i = 0; i + 1 < KNOTS; i++) {
        cubic(SPLINE, i, c);
        const double w = sqrt(90), h = times[i + 1] - times[i];
        const double a = 0.01 * 2 * c[2], b = 0.01 * 6 * c[3]; /* base'' = a + b s */
        const double start = x + a / 90, rate = v + b / 90;
        x = start * cos(w * h) + rate / w * sin(w * h) - (a + b * h) / 90;
        v = -start * w * sin(w * h) + rate * cos(w * h) - b / 90;
    }
    assert_near(end[0], x, 1e-12);
    assert_near(end[2], v, 1e-11);
    recording_free(r);
    sim_setup_free(setup);
    rig_free(rig);
    free(text);
}

/* a block that is pushed ever harder slips when the push is mu_s m g, and by the table again stops
 */
static void test_push_overcomes_friction_when_it_must(void **state)
{
    (void)state;
    scratch_write("push.csv", "t (s),push\n0,0\n0.4,2\n0.5,1\n1,9\n2,9\n");
    static const char text[] =
        "mechanism:\n"
        "  coordinates: {x: m, y: m}\n"
        "  bodies: [{name: block, joint: free, at: [x, y], mass: 1 kg}]\n"
        "  forces: [{body: block, force: [1 N, 0 N], table: push.csv, interpolation: linear}]\n"
        "  contact: {body: block, point: origin, rests_by: y}\n"
        "parameters: {friction: 0.3, static_friction: 0.5}\nstart: {x: 0 m}\n";
    struct rig *rig = rig_of(text);
    struct sim_setup *setup = recording_setup(rig, 2, 1e-10);
    struct recording *r = recording_run(&setup->problem);
    const double slips = 0.5 + (0.5 * 9.81 - 1) / 16;
    assert_near(recording_event(r, SIM_EVENT_SLIP, 0)->t, slips, 1e-12);
    const double late = 1 - slips, drag = 0.3 * 9.81, push = 0.5 * 9.81;
    const double speed = (push - drag) * late + 8 * late * late + (9 - drag) * 1;
    assert_near(recording_event(r, SIM_EVENT_END, 0)->x[3], speed, 1e-11);
    recording_free(r);
    sim_setup_free(setup);
    /* the table is part of the rig: as a run keeps it, it needs no file */
    scratch_write("push.csv", "t (s),push\n0,0\n0.4,0\n3,0\n");
    json_t *stored = rig_to_json(rig);
    struct rig *again;
    struct error err;
    if (rig_from_json(stored, "stored", sim_registry, &again, &err))
        fail_msg("%s", err.message);
    assert_int_equal(again->own->schedules[0].n, 5);
    assert_near(again->own->schedules[0].value[3], 9, 0);
    /* nor does a motion outlast it */
    assert_int_equal(sim_setup_create(again, 3, 1e-8, NULL, 0, &setup, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "from 0 s to 2 s only; the motion goes from 0 s to 3 s"));
    json_decref(stored);
    rig_free(again);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_force_pushes_by_the_curve),
        cmocka_unit_test(test_derivatives_are_those_of_the_curve),
        cmocka_unit_test(test_base_moves_by_the_spline),
        cmocka_unit_test(test_push_overcomes_friction_when_it_must),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
