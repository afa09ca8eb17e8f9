/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Described mechanisms: the examples of data/ against closed forms, and what is wrong with a
 * description, told with file, line and key. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/evaluate.h"
#include "sim/own.h"
#include "sim/registry.h"
#include "tests/scratch.h"
#include "tests/sim/recording.h"
#include "tests/test.h"

static const double g = 9.81;

/* ---- closed forms */

static void test_block_stops_on_the_slope(void **state)
{
    (void)state;
    const double a = 20 * acos(-1) / 180, mu = 0.2, speed = 2 / cos(a);
    struct recording *r = recording_of("example-slope", "", 1, 1e-11);
    const double stops = speed / (g * (sin(a) + mu * cos(a)));
    assert_near(recording_event(r, SIM_EVENT_REVERSE, 0)->t, stops, 1e-9);
    /* it comes back with less: x = x_stop - b t^2 / 2 along the slope */
    const double far = speed * stops / 2, back = g * (sin(a) - mu * cos(a)), t = 1 - stops;
    const double *x = recording_event(r, SIM_EVENT_END, 0)->x;
    assert_near(x[0] / cos(a), far - back * t * t / 2, 1e-9);
    assert_near(x[1], x[0] * tan(a), 1e-11);
    recording_free(r);
}

static void test_block_on_the_belt_sticks_and_slips(void **state)
{
    (void)state;
    const double k = 100, m = 1, v = 0.1, w = sqrt(k / m), d = (0.4 - 0.2) * m * g / k;
    struct recording *r = recording_of("example-stick-slip", "", 3, 1e-11);
    const double slip = recording_event(r, SIM_EVENT_SLIP, 0)->t;
    const double stick = recording_event(r, SIM_EVENT_STICK, 1)->t;
    assert_near(recording_event(r, SIM_EVENT_SLIP, 0)->x[0], 0.4 * m * g / k, 1e-9);
    assert_near(stick - slip, 2 * (acos(-1) - atan(d * w / v)) / w, 1e-9);
    assert_near(recording_event(r, SIM_EVENT_SLIP, 1)->t - stick, 2 * d / v, 1e-9);
    recording_free(r);
}

/* small rocking of an ellipse that rolls: w^2 = g (R - b) / (k^2 + b^2) */
static void test_ellipse_rocks(void **state)
{
    (void)state;
    const double a = 0.2, b = 0.1, small = 1e-5;
    const double w = sqrt(g * (a * a / b - b) / ((a * a + b * b) / 4 + b * b));
    struct sim_setup *setup = recording_setup_of("example-ellipse", "phi=1e-5rad", 1, 1e-12);
    setup->problem.rate = 100;
    struct recording *r = recording_run(&setup->problem);
    assert_int_equal(recording_count(r, SIM_EVENT_SLIP), 0);
    for (size_t i = 0; i < r->n_samples; i++) {
        const struct recorded_sample *s = &r->samples[i];
        assert_near(s->x[2], small * cos(w * s->t), 1e-7 * small);
        assert_near(s->x[0], -b * (s->x[2] - small), 1e-7 * small); /* it rolls */
    }
    recording_free(r);
    sim_setup_free(setup);
}

/* an ellipse that falls on its side bounces, and never gains energy */
static void test_ellipse_bounces(void **state)
{
    (void)state;
    struct sim_setup *setup = recording_setup_of("example-ellipse", "phi=0.6rad y=0.5m", 1, 1e-10);
    struct recording *r = recording_run(&setup->problem);
    /* the fall to the first touch: gap / g */
    const double reach = sqrt(0.04 * pow(sin(0.6), 2) + 0.01 * pow(cos(0.6), 2));
    assert_near(recording_event(r, SIM_EVENT_IMPACT, 0)->t, sqrt(2 * (0.5 - reach) / g), 1e-9);
    assert_true(recording_count(r, SIM_EVENT_IMPACT) >= 2);
    recording_free(r);
    sim_setup_free(setup);
}

/* without the stop: F sin(w t) on a damped spring from rest, whose solution is in every textbook */
static void test_driven_mass_swings_as_it_must(void **state)
{
    (void)state;
    const double pi = acos(-1), m = 1, k = 400, c = 0.5, f = 5, w = 2 * pi * 2.5;
    struct sim_setup *setup = recording_setup_of("example-impact-oscillator", "clearance=1m", 2,
                                                 1e-12);
    setup->problem.rate = 100;
    struct recording *r = recording_run(&setup->problem);
    const double re = k - m * w * w, im = c * w, size = re * re + im * im;
    const double steady_s = f * re / size, steady_c = -f * im / size; /* of sine and cosine */
    const double decay = c / (2 * m), own = sqrt(k / m - decay * decay);
    const double b_c = -steady_c, b_s = (decay * b_c - w * steady_s) / own;
    assert_int_equal(recording_count(r, SIM_EVENT_IMPACT), 0);
    for (size_t i = 0; i < r->n_samples; i++) {
        const double t = r->samples[i].t;
        const double y = steady_s * sin(w * t) + steady_c * cos(w * t) +
                         exp(-decay * t) * (b_c * cos(own * t) + b_s * sin(own * t));
        assert_near(r->samples[i].x[0], y, 1e-10);
        assert_near(r->samples[i].x[1], t, 1e-12); /* the clock */
    }
    recording_free(r);
    sim_setup_free(setup);
    r = recording_of("example-impact-oscillator", "", 2, 1e-11);
    const struct recorded_event *hit = recording_event(r, SIM_EVENT_IMPACT, 0);
    assert_near(hit->x[0], -0.01, 1e-11);
    assert_near(hit->normal_after, -0.8 * hit->normal_before, 1e-11);
    recording_free(r);
}

/* Largest deviation of the pad from steady sliding from t0 to t1, when it starts `size` off. The
 * slanted spring is 14 m long, so that the equations are linear to some 1e-4. */
static double largest_deviation(double mu, double size, double t0, double t1)
{
    const double k11 = 5500, k12 = -1000, k22 = 6000, k21 = k12 + mu * 5000;
    const double det = k11 * k22 - k12 * k21, x0 = k21 * g / det, y0 = -k11 * g / det;
    char settings[128];
    snprintf(settings, sizeof settings, "friction=%.17g x=%.17gm y=%.17gm", mu, x0 + size, y0);
    struct sim_setup *setup = recording_setup_of("example-brake-pad", settings, t1, 1e-12);
    setup->problem.rate = 10000;
    struct recording *r = recording_run(&setup->problem);
    double largest = 0;
    for (size_t i = 0; i < r->n_samples; i++)
        if (r->samples[i].t >= t0)
            largest = fmax(largest, hypot(r->samples[i].x[0] - x0, r->samples[i].x[1] - y0));
    assert_int_equal(r->n_events, 2); /* it neither lifts off nor sticks */
    recording_free(r);
    sim_setup_free(setup);
    return largest;
}

/* above mu_c = 0.2125 the two modes are one with the rate Re sqrt(-a + i b), below it two that
 * neither grow nor decay */
static void test_brake_pad_flutters_above_the_critical_friction(void **state)
{
    (void)state;
    const double mu = 0.3, a = (5500 + 6000) / 2.0, size = 2e-6;
    const double b = sqrt(-(500 * 500 / 4.0 - 1000 * (mu * 5000 - 1000)));
    const double rate = sqrt((hypot(a, b) - a) / 2);
    /* a twelfth of a second is a period: both windows have some */
    const double growth = largest_deviation(mu, size, 0.8, 1) /
                          largest_deviation(mu, size, 0.3, 0.5);
    assert_near(log(growth) / 0.5, rate, 0.02 * rate);
    assert_true(largest_deviation(0.25, size, 1.8, 2) > 5 * largest_deviation(0.25, size, 0, 0.2));
    const double early = largest_deviation(0.18, size, 0, 1);
    assert_near(largest_deviation(0.18, size, 1, 2), early, 0.1 * early);
}

/* a pendulum with its mass at the end on a shaken pivot, small enough to be linear:
 * l phi'' + g phi = a w^2 sin(w t) */
static void test_shaken_pivot(void **state)
{
    (void)state;
    static const char text[] =
        "mechanism:\n"
        "  coordinates: {phi: rad}\n"
        "  bodies: [{name: bob, joint: hinge, at: [0 m, 0 m], angle: phi, length: 1 m,\n"
        "            centre: [0 m, -1 m], inertia: 0 kg.m2, mass: 1 kg}]\n"
        "  base: {amplitude: [shake, 0 m], frequency: 2 Hz}\n"
        "  contact: none\n"
        "parameters: {shake: 1e-7 m}\n"
        "start: {phi: 0 rad, phi_dot: -1.2566370614359173e-06 rad/s}\n"; /* the bob starts at rest
                                                                          */
    const double a = 1e-7, w = 4 * acos(-1), own = sqrt(g);
    struct rig *rig;
    struct error err;
    if (rig_read(scratch_write("shaken.yaml", text), sim_registry, &rig, &err))
        fail_msg("%s", err.message);
    struct sim_setup *setup = recording_setup(rig, 2, 1e-12);
    setup->problem.rate = 50;
    struct recording *r = recording_run(&setup->problem);
    const double forced = a * w * w / (g - w * w), free_part = (-a * w - forced * w) / own;
    for (size_t i = 0; i < r->n_samples; i++)
        assert_near(r->samples[i].x[0],
                    forced * sin(w * r->samples[i].t) + free_part * sin(own * r->samples[i].t),
                    1e-6 * a);
    recording_free(r);
    sim_setup_free(setup);
    rig_free(rig);
}

/* a bar released level ends on the floor where its end is, with the energy of its fall:
 * l w^2 / 3 = g sin of the angle below the level */
static void test_floor_ends_the_fall(void **state)
{
    (void)state;
    static const char text[] = "mechanism:\n"
                               "  coordinates: {phi: {unit: rad, between: [0 deg, 120 deg]}}\n"
                               "  bodies: [{name: bar, joint: hinge, at: [0 m, 0.5 m], angle: phi, "
                               "length: 1 m, mass: 2 kg}]\n"
                               "  contact: {body: bar, point: origin, touches: no}\n"
                               "  floors: [{body: bar, point: [0 m, -0.1 m], text: the neck},\n"
                               "           {body: bar, point: end, text: the foot}]\n"
                               "start: {phi: 90 deg}\n";
    struct rig *rig;
    struct error err;
    if (rig_read(scratch_write("fall.yaml", text), sim_registry, &rig, &err))
        fail_msg("%s", err.message);
    assert_non_null(sim_registry_of(rig->model)->own->tapes[1]);
    assert_null(sim_registry_of(rig->model)->code[1]); /* it is interpreted */
    struct sim_setup *setup = recording_setup(rig, 5, 1e-12);
    struct recording *r = recording_run(&setup->problem);
    const struct recorded_event *met = recording_event(r, SIM_EVENT_FLOOR, 0);
    const double phi = acos(0.5);
    assert_near(met->x[0], phi, 1e-11);
    assert_near(met->x[1], -sqrt(3 * g * cos(phi)), 1e-10);
    recording_free(r);
    sim_setup_free(setup);
    /* elsewhere it may not start, but for whole turns */
    assert_int_equal(rig_set(rig, "phi=-30deg", &err), ERROR_OK);
    assert_int_equal(sim_setup_create(rig, 1, 1e-8, NULL, 0, &setup, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "phi must be from 0 to 120 deg"));
    assert_int_equal(rig_set(rig, "phi=430deg", &err), ERROR_OK);
    assert_int_equal(sim_setup_create(rig, 1, 1e-8, NULL, 0, &setup, &err), ERROR_OK);
    sim_setup_free(setup);
    rig_free(rig);
}

/* a box on its base on a slope: it slides flat with g (sin - mu cos) while mu < width/height,
 * and its own radius of gyration follows from its outline */
static void test_box_lies_on_its_face(void **state)
{
    (void)state;
    static const char text[] =
        "mechanism:\n"
        "  coordinates: {x: m, y: m, phi: rad}\n"
        "  parameters: {k: outline}\n"
        "  bodies: [{name: box, joint: free, at: [x, y], angle: -phi, box: [0.3 m, 0.4 m], mass: 1 "
        "kg,\n"
        "            gyration: k}]\n"
        "  gravity: {tilt: 30 deg}\n"
        "  contact: {body: box, point: [0.15 m, -0.2 m], rests_by: y,\n"
        "            flat: {point: [0 m, -0.2 m], face: [-0.15 m, 0.15 m]}}\n"
        "  floors: [{body: box, point: [-0.15 m, -0.2 m], text: the rear edge}]\n"
        "parameters: {friction: 0.3}\nstart: {x: 0 m, phi: 0 rad, x_dot: 1 m/s}\n";
    struct rig *rig;
    struct error err;
    if (rig_read(scratch_write("box.yaml", text), sim_registry, &rig, &err))
        fail_msg("%s", err.message);
    struct sim_setup *setup = recording_setup(rig, 1, 1e-11);
    assert_near(setup->problem.p[SIM_OWN_PARAMETERS], sqrt((0.09 + 0.16) / 12), 1e-15);
    struct recording *r = recording_run(&setup->problem);
    const double *x = recording_event(r, SIM_EVENT_END, 0)->x;
    assert_near(x[0], 1 + g * (0.5 - 0.3 * sqrt(0.75)) / 2, 1e-10);
    assert_near(x[2], 0, 1e-12);
    recording_free(r);
    sim_setup_free(setup);
    /* with more friction than width/height it tips over its leading edge */
    assert_int_equal(rig_set(rig, "friction=0.8", &err), ERROR_OK);
    setup = recording_setup(rig, 1, 1e-11);
    r = recording_run(&setup->problem);
    assert_true(r->events[r->n_events - 1].x[2] > 0.01);
    recording_free(r);
    sim_setup_free(setup);
    rig_free(rig);
}

/* ---- outlines: radius of gyration and centre of mass */

static void test_outlines_have_the_mass_properties_of_textbooks(void **state)
{
    (void)state;
    static const struct {
        const char *outline;
        double x, y, gyration2; /* centre of mass, and about it */
    } outlines[] = {
        {"length: 3 m, direction: right", 1.5, 0, 9 / 12.0},
        {"end: [3 m, 4 m]", 1.5, 2, 25 / 12.0},
        {"box: [3 m, 4 m]", 0, 0, 25 / 12.0},
        {"disc: 2 m", 0, 0, 2},
        {"ellipse: [3 m, 2 m]", 0, 0, 13 / 4.0},
        /* right triangle: (a^2 + b^2)/18; square off its middle; hexagon of side a: 5 a^2/12 */
        {"polygon: [[0 m, 0 m], [3 m, 0 m], [0 m, 6 m]]", 1, 2, 45 / 18.0},
        {"polygon: [[1 m, 1 m], [3 m, 1 m], [3 m, 3 m], [1 m, 3 m]]", 2, 2, 8 / 12.0},
        {"polygon: [[2 m, 0 m], [1 m, 1.7320508075688772 m], [-1 m, 1.7320508075688772 m], "
         "[-2 m, 0 m], [-1 m, -1.7320508075688772 m], [1 m, -1.7320508075688772 m]]",
         0, 0, 20 / 12.0},
        {"centre: [1 m, 2 m], inertia: 1.5 kg.m2", 1, 2, 0.75},
        {"box: [3 m, 4 m], centre: [1 m, 0 m], gyration: 0.5 m", 1, 0, 0.25},
    };
    for (size_t i = 0; i < sizeof outlines / sizeof *outlines; i++) {
        char text[1024];
        struct rig *rig;
        struct error err;
        snprintf(text, sizeof text,
                 "mechanism:\n  coordinates: {x: m, y: m, phi: rad}\n  bodies:\n    - {name: body, "
                 "joint: free, at: [x, y], angle: phi, mass: 2 kg, %s}\n  contact: none\n"
                 "start: {x: 0 m, y: 0 m, phi: 0 rad}\n",
                 outlines[i].outline);
        if (rig_read(scratch_write("outline.yaml", text), sim_registry, &rig, &err))
            fail_msg("%s", err.message);
        struct sim_setup *setup = recording_setup(rig, 1, 1e-8);
        struct sim_terms k = {0};
        sim_terms_at(setup->model, setup->problem.p, 3, setup->problem.x, setup->problem.x + 3, &k);
        const double x = outlines[i].x, y = outlines[i].y;
        assert_near(k.mass[0][0], 2, 1e-14);
        assert_near(k.mass[0][2], -2 * y, 1e-13);
        assert_near(k.mass[1][2], 2 * x, 1e-13);
        assert_near(k.mass[2][2], 2 * (outlines[i].gyration2 + x * x + y * y), 1e-13);
        sim_setup_free(setup);
        rig_free(rig);
    }
}

/* ---- what is wrong */

#define GOOD_BODY \
    "    - {name: bar, joint: hinge, at: [0 m, 1 m], angle: q, length: 1 m, mass: 1 kg}\n"
#define HEAD "mechanism:\n  coordinates: {q: rad}\n  bodies:\n"
#define CONTACT "  contact: {body: bar, point: end}\n"
#define TAIL "parameters: {friction: 0.5}\nstart: {q: 0.1 rad}\n"

static const struct {
    const char *text, *place, *why;
} wrong[] = {
    {HEAD
     "    - {name: bar, parent: bra, joint: hinge, at: end, angle: q, length: 1 m, mass: 1 kg}\n"
     "    - {name: bro, joint: fixed, at: [0 m, 0 m], mass: 1 kg}\n" CONTACT TAIL,
     ":4: mechanism.bodies[0].parent: ", "there is no body bra; did you mean"},
    {HEAD "    - {name: a, parent: b, joint: hinge, at: origin, angle: q, mass: 1 kg}\n"
          "    - {name: b, parent: a, joint: fixed, at: origin, mass: 1 kg}\n" CONTACT TAIL,
     ":4: mechanism.bodies[0].parent: ", "loop"},
    {HEAD GOOD_BODY TAIL, "mechanism.contact: ", "is missing; say which body touches"},
    {"mechanism:\n  coordinates: {q: rad, r: m}\n  bodies:\n" GOOD_BODY CONTACT TAIL,
     ":2: mechanism.coordinates.r: ", "nothing moves with it"},
    {HEAD
     "    - {name: bar, joint: hinge, at: [0 m, 1 m], angle: q, length: 1 kg, mass: 1 kg}\n" CONTACT
         TAIL,
     ":4: mechanism.bodies[0].length: ", "a length in m is expected"},
    {HEAD
     "    - {name: bar, joint: hinge, at: [0 m, 1 m], angle: q, lenght: 1 m, mass: 1 kg}\n" CONTACT
         TAIL,
     ":4: mechanism.bodies[0].lenght: ", "did you mean length?"},
    {HEAD
     "    - {name: bar, joint: hing, at: [0 m, 1 m], angle: q, length: 1 m, mass: 1 kg}\n" CONTACT
         TAIL,
     ":4: mechanism.bodies[0].joint: ", "did you mean hinge?"},
    {HEAD
     "    - {name: bar, joint: hinge, at: [0 m, l], angle: q, length: 1 m, mass: l}\n" CONTACT TAIL,
     ":4: mechanism.bodies[0].mass: ", "l stands for something in kg here, and for something in m"},
    {HEAD "    - {name: bar, joint: hinge, at: [0 m, 1 m], angle: 1 rad, length: 1 m, mass: 1 "
          "kg}\n" CONTACT TAIL,
     ":4: mechanism.bodies[0].angle: ", "names no coordinate; a hinge turns by one"},
    {HEAD GOOD_BODY "  contact: {body: bar, outline: yes}\n" TAIL,
     ":5: mechanism.contact.outline: ", "only a disc, an ellipse, a box or a polygon"},
    {HEAD GOOD_BODY CONTACT "  forces: [{body: bar, torque: 1 N.m, table: none.csv}]\n" TAIL,
     ":6: mechanism.forces[0].table: ", "none.csv"},
    {HEAD GOOD_BODY CONTACT
     "  forces: [{body: bar, torque: 1 N.m, points: [[0 s, 1], [1 s, 2]]}]\n" TAIL,
     ":6: mechanism.forces[0].points: ", "three points or more"},
    {HEAD GOOD_BODY CONTACT
     "  forces: [{body: bar, torque: 1 N.m, points: [[0 s, 1], [1 s, 2], [1 s, 3]]}]\n" TAIL,
     ":6: mechanism.forces[0].points[2]: ", "later than that of the point before"},
    {HEAD GOOD_BODY CONTACT
     "  forces: [{body: bar, torque: 1 N.m, points: [[0 s, 1], [1 m, 2], [2 s, 3]]}]\n" TAIL,
     ":6: mechanism.forces[0].points[1]: ", "1 m"},
    {HEAD GOOD_BODY CONTACT
     "  forces: [{body: bar, torque: 1 N.m, frequency: 1 Hz, points: [[0 s, 1], "
     "[1 s, 2], [2 s, 3]]}]\n" TAIL,
     ":6: mechanism.forces[0].points: ", "either a frequency or a table"},
    {HEAD GOOD_BODY CONTACT
     "  base: {amplitude: [1 m, 0 m], interpolation: linear, points: [[0 s, 1], "
     "[1 s, 2], [2 s, 3]]}\n" TAIL,
     ":6: mechanism.base.interpolation: ", "must be spline for the base"},
    {HEAD GOOD_BODY CONTACT "  forces: [{body: bar, torque: 1 N.m, interpolation: linear}]\n" TAIL,
     ":6: mechanism.forces[0].interpolation: ", "is for a table or points"},
    {HEAD GOOD_BODY CONTACT "  springs: [{between: [bar, ground], stiffness: 1 N/m}]\n" TAIL,
     ":6: mechanism.springs[0].stiffness: ", "torsional stiffness"},
    {HEAD GOOD_BODY CONTACT "  springs: [{on: r, stiffness: 1 N/m}]\n" TAIL,
     ":6: mechanism.springs[0].on: ", "is no coordinate"},
    {HEAD
     "    - {name: bar, joint: hinge, at: [0 m, 1 m], angle: q, length: 1 m, mass: -1 kg}\n" CONTACT
         TAIL,
     ":4: mechanism.bodies[0].mass: ", "is negative"},
    {"model: two-link\n" HEAD GOOD_BODY CONTACT TAIL, ":2: mechanism: ", "one or the other"},
    {HEAD GOOD_BODY CONTACT "  floors: [{body: bra, point: end}]\n" TAIL,
     ":6: mechanism.floors[0].body: ", "there is no body bra"},
    {HEAD GOOD_BODY CONTACT "  floors: [{point: end}]\n" TAIL, ":6: mechanism.floors[0]",
     "there is no body"},
    {HEAD GOOD_BODY CONTACT "  size: {parameter: n, least: 3}\n" TAIL,
     ":6: mechanism.size.least: ", "out of range"},
    {HEAD GOOD_BODY
     "  size: {parameter: n}\n  contact: {body: last, point: end, rests_by: q}\n" TAIL,
     ":6: mechanism.contact.rests_by: ", "must be last"},
    {HEAD GOOD_BODY "  contact: {body: bar, point: end, flat: {point: origin}}\n" TAIL,
     ":5: mechanism.contact.flat.face: ", "is missing"},
    {HEAD GOOD_BODY "  contact: {body: bar, point: end, face: [0 m, 1 m], flat: {point: end, face: "
                    "[0 m, 1 m]}}\n" TAIL,
     ":5: mechanism.contact.flat: ", "for a body that touches at a point"},
    {"mechanism:\n  coordinates: {q: {unit: rad, between: [2 rad, 1 rad]}}\n  bodies:\n" GOOD_BODY
         CONTACT TAIL,
     ":2: mechanism.coordinates.q.between: ", "the larger one last"},
    {HEAD
     "    - {name: bar, joint: hinge, at: [0 m, 1 m], angle: q, length: l, mass: 1 kg}\n" CONTACT
     "  parameters: {l: {default: 1 m, range: positiv}}\n" TAIL,
     ":6: mechanism.parameters.l.range: ", "did you mean positive?"},
    {HEAD
     "    - {name: bar, joint: hinge, at: [0 m, 1 m], angle: q, length: l, mass: 1 kg}\n" CONTACT
     "  parameters: {l: outline}\n" TAIL,
     ":6: mechanism.parameters.l: ", "what is a body's gyration"},
    {HEAD GOOD_BODY CONTACT "  parameters: {l: 1 m}\n" TAIL,
     ":6: mechanism.parameters.l: ", "nothing in the mechanism uses it"},
    {HEAD GOOD_BODY CONTACT "  outputs: [{name: o, velocity: bra, along: up}]\n" TAIL,
     ":6: mechanism.outputs[0].velocity: ", "there is no body bra; did you mean bar?"},
    {HEAD GOOD_BODY CONTACT "  outputs: [{name: o, velocity: bar}]\n" TAIL,
     ":6: mechanism.outputs[0].along: ", "is missing; it may be right"},
    {HEAD GOOD_BODY CONTACT "  outputs: [{name: o, force: elbow}]\n" TAIL,
     ":6: mechanism.outputs[0].force: ", "there is no spring elbow"},
    {HEAD GOOD_BODY CONTACT "  outputs: [{name: o, angle: bar, spin: bar}]\n" TAIL,
     ":6: mechanism.outputs[0]: ", "give one of displacement"},
    {HEAD GOOD_BODY CONTACT "  outputs: [{name: o, angle: bar, along: up}]\n" TAIL,
     ":6: mechanism.outputs[0].along: ", "is for the motion of a point"},
    {HEAD GOOD_BODY CONTACT "  outputs: [{name: q_dot, spin: bar}]\n" TAIL,
     ":6: mechanism.outputs[0].name: ", "has a meaning in every motion"},
    {HEAD GOOD_BODY CONTACT TAIL
     "channels: [{role: angle, shows: r, input: 0, sensitivity: 1 rad/V}]\n",
     ":8: channels[0].shows: ", "is no coordinate, velocity or output"},
    {HEAD GOOD_BODY CONTACT TAIL
     "channels: [{role: force, shows: q, input: 0, sensitivity: 1 N/V}]\n",
     ":8: channels[0].shows: ", "q is in rad, but the channel measures something in N"},
    {HEAD "    - {name: bar, joint: hinge, at: [0 m, friction], angle: q, length: 1 m, mass: 1 "
          "kg}\n" CONTACT TAIL,
     ":1: mechanism: ", "the name friction has a meaning in every mechanism"},
};

static void test_what_is_wrong_is_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct rig *rig;
        struct error err = {0};
        const enum error_code code = rig_read(scratch_write("wrong.yaml", wrong[i].text),
                                              sim_registry, &rig, &err);
        if (code != ERROR_INPUT || !strstr(err.message, wrong[i].place) ||
            !strstr(err.message, wrong[i].why))
            fail_msg("%zu: %s", i, code ? err.message : "it was taken");
    }
}

static void test_singular_mass_matrix_is_named(void **state)
{
    (void)state;
    static const char text[] =
        "mechanism:\n"
        "  coordinates: {q: rad,\n"
        "    r: rad}\n"
        "  bodies:\n"
        "    - {name: bar, joint: hinge, at: [0 m, 1 m], angle: q, length: 1 m, mass: 1 kg}\n"
        "    - {name: tip, parent: bar, joint: hinge, at: end, angle: r, length: 1 m, mass: 0 kg}\n"
        "  contact: {body: tip, point: end}\n"
        "parameters: {friction: 0.5}\nstart: {q: 0.1 rad, r: 0.2 rad}\n";
    struct rig *rig;
    struct sim_setup *setup;
    struct error err = {0};
    assert_int_equal(rig_read(scratch_write("light.yaml", text), sim_registry, &rig, &err), 0);
    assert_int_equal(sim_setup_create(rig, 1, 1e-8, NULL, 0, &setup, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "mass matrix is singular"));
    assert_non_null(strstr(err.message, "moves with r"));
    assert_non_null(strstr(err.message, "(r is declared in line 3)"));
    rig_free(rig);
}

/* ---- files */

static char *printed(const struct rig *rig)
{
    char *text = NULL;
    size_t size;
    struct error err;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(rig_print(rig, out, &err), ERROR_OK);
    fclose(out);
    return text;
}

static void test_printed_and_stored_it_stays_the_same(void **state)
{
    (void)state;
    static const char *const names[] = {"example-slope",     "example-stick-slip",
                                        "example-ellipse",   "example-impact-oscillator",
                                        "example-brake-pad", "example-rocking-block"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct rig *rig = recording_rig(names[i], ""), *again, *stored, *copy = rig_copy(rig);
        struct error err;
        char *text = printed(rig);
        if (rig_read(scratch_write("printed.yaml", text), sim_registry, &again, &err))
            fail_msg("%s", err.message);
        char *text_again = printed(again);
        assert_string_equal(text, text_again);
        json_t *json = rig_to_json(rig);
        if (rig_from_json(json, "run.json", sim_registry, &stored, &err))
            fail_msg("%s", err.message);
        json_decref(json);
        assert_true(rig_same_model(rig, again) && rig_same_model(rig, stored));
        rig_free(rig); /* the copy holds the description on its own */
        char *text_stored = printed(stored), *text_copy = printed(copy);
        assert_string_equal(text, text_stored);
        assert_string_equal(text, text_copy);
        rig_free(again);
        rig_free(stored);
        rig_free(copy);
        free(text);
        free(text_again);
        free(text_stored);
        free(text_copy);
    }
    struct rig *a = recording_rig("example-slope", ""), *b = recording_rig("example-ellipse", "");
    assert_false(rig_same_model(a, b));
    rig_free(a);
    rig_free(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_block_stops_on_the_slope),
        cmocka_unit_test(test_block_on_the_belt_sticks_and_slips),
        cmocka_unit_test(test_ellipse_rocks),
        cmocka_unit_test(test_ellipse_bounces),
        cmocka_unit_test(test_driven_mass_swings_as_it_must),
        cmocka_unit_test(test_brake_pad_flutters_above_the_critical_friction),
        cmocka_unit_test(test_shaken_pivot),
        cmocka_unit_test(test_floor_ends_the_fall),
        cmocka_unit_test(test_box_lies_on_its_face),
        cmocka_unit_test(test_outlines_have_the_mass_properties_of_textbooks),
        cmocka_unit_test(test_what_is_wrong_is_named),
        cmocka_unit_test(test_singular_mass_matrix_is_named),
        cmocka_unit_test(test_printed_and_stored_it_stays_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
