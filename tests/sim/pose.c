/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the parts of described mechanisms are, against places found by hand. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include <gsl/gsl_math.h>

#include "sim/pose.h"
#include "sim/registry.h"
#include "sim/values.h"
#include "tests/scratch.h"
#include "tests/test.h"

static void assert_near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.17g is not %.17g", a, b);
}

static struct sim_pose pose_of(const char *text)
{
    struct rig *rig;
    struct error err;
    struct sim_values values;
    struct sim_pose pose = {0};
    if (rig_read(scratch_write("rig.yaml", text), sim_registry, &rig, &err))
        fail_msg("%s", err.message);
    sim_values_from_rig(rig, &values);
    if (sim_values_complete(&values, &err) ||
        sim_pose_at(rig->model->description, values.n, values.p, values.x, &pose, &err))
        fail_msg("%s", err.message);
    rig_free(rig);
    return pose;
}

static void assert_place(const double *place, double x, double y)
{
    assert_near(place[0], x, 1e-14);
    assert_near(place[1], y, 1e-14);
}

/* links at 30 and 90 degrees from the vertical; a spring from the ground to the middle of the
 * second, a force at the end of the first */
static void test_two_links(void **state)
{
    (void)state;
    const struct sim_pose pose = pose_of(
        "mechanism:\n"
        "  coordinates: {a: rad, b: rad}\n"
        "  bodies:\n"
        "    - {name: upper, joint: hinge, at: [1 m, 3 m], angle: a, length: 2 m, mass: 1 kg}\n"
        "    - {name: lower, parent: upper, joint: hinge, at: end, angle: b, length: 1 m, "
        "mass: 1 kg}\n"
        "  springs:\n"
        "    - {between: [ground, lower], from: [0 m, 4 m], to: centre, stiffness: 1 N/m}\n"
        "  forces: [{body: upper, point: end, force: [1 N, 0 N]}]\n"
        "  contact: {body: lower, point: end, surface: {slope: 10 deg}}\n"
        "parameters: {friction: 0.1}\n"
        "start: {a: 30 deg, b: 60 deg}\n");
    const double x = 1 + 2 * sin(M_PI / 6), y = 3 - 2 * cos(M_PI / 6);
    assert_place(pose.bodies[0].origin, 1, 3);
    assert_place(pose.bodies[1].origin, x, y);
    assert_place(pose.bodies[1].centre, x + 0.5, y);
    assert_near(pose.bodies[1].angle, M_PI / 2, 1e-15);
    assert_place(pose.ends[0][0], 0, 4);
    assert_place(pose.ends[0][1], x + 0.5, y);
    assert_place(pose.pushes[0], x, y);
    assert_place(pose.touch, x + 1, y);
    assert_near(pose.slope, M_PI / 18, 1e-15);
}

/* the point of an ellipse whose tangent has the slope s, turned by b: with c = s - b it is
 * (a^2 sin c, -b^2 cos c)/h, h^2 = a^2 sin^2 c + b^2 cos^2 c, in the ellipse's axes */
static void test_ellipse_on_a_slope(void **state)
{
    (void)state;
    const struct sim_pose pose = pose_of(
        "mechanism:\n"
        "  coordinates: {x: m, y: m, phi: rad}\n"
        "  bodies:\n"
        "    - {name: egg, joint: free, at: [x, y], angle: phi, ellipse: [3 m, 1 m], mass: 1 kg}\n"
        "  contact: {body: egg, outline: yes, surface: {slope: 20 deg}}\n"
        "parameters: {friction: 0.1}\n"
        "start: {x: 1 m, y: 5 m, phi: 50 deg}\n");
    const double c = -M_PI / 6, turn = 50 * M_PI / 180;
    const double h = sqrt(9 * sin(c) * sin(c) + cos(c) * cos(c));
    const double u = 9 * sin(c) / h, v = -cos(c) / h;
    assert_place(pose.touch, 1 + u * cos(turn) - v * sin(turn), 5 + u * sin(turn) + v * cos(turn));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_two_links),
        cmocka_unit_test(test_ellipse_on_a_slope),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
