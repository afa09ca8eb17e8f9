/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Orbits of driven rigs against the closed forms of the linear oscillator that hits a stop: between
 * two impacts it is the steady swing and a decaying one, so that an orbit with one impact in a
 * period follows from a quadratic equation (Shaw and Holmes 1983, for the rigid stop). */
#include "orbit/drive.h"

#include <complex.h>
#include <string.h>

#include "orbit/attractor.h"
#include "orbit/family.h"
#include "orbit/section.h"
#include "tests/orbit/rig.h"

/* ---- the closed forms; data/example-impact-oscillator.yaml has m = 1 kg, k = 400 N/m */

static const double stiffness = 400, damping = 0.5, restitution = 0.8;

struct swing {
    double beta, nu;      /* of the free oscillator: exp(-beta t) cos(nu t) */
    double omega, steady; /* of the drive, and the amplitude it makes without a stop */
    double lag;           /* of the steady swing behind the drive */
};

static struct swing swing_of(double drive, double frequency)
{
    struct swing s = {.beta = damping / 2, .omega = 2 * acos(-1) * frequency};
    const double apart = stiffness - s.omega * s.omega;
    s.nu = sqrt(stiffness - s.beta * s.beta);
    s.steady = drive / hypot(apart, damping * s.omega);
    s.lag = atan2(damping * s.omega, apart);
    return s;
}

/* what a state becomes after time t without impact, less the steady swing */
static void free_flow(const struct swing *s, double t, double phi[2][2])
{
    const double e = exp(-s->beta * t), c = cos(s->nu * t), n = sin(s->nu * t) / s->nu;
    phi[0][0] = e * (c + s->beta * n);
    phi[0][1] = e * n;
    phi[1][0] = -e * stiffness * n;
    phi[1][1] = e * (c - s->beta * n);
}

struct bounce {
    double speed;      /* after the impact */
    double trace, det; /* of the map over a period */
};

/* The orbit with one impact in a cycle of the drive, at y = -clearance. With a and b the place and
 * velocity of the steady swing at the impact, the free part starts at (-clearance - a, speed - b)
 * and comes back to (-clearance - a, -speed/e - b): linear in a, and a^2 + (b/omega)^2 = steady^2,
 * of whose two solutions this is the one that bounces higher */
static struct bounce bounce_of(const struct swing *s, double clearance)
{
    const double period = 2 * acos(-1) / s->omega, e = restitution;
    double phi[2][2];
    free_flow(s, period, phi);
    /* place: c0 = phi00 c0 + phi01 u0, velocity: (1 + 1/e) b = -(phi10 c0 + phi11 u0) - u0/e,
     * with c0 = -clearance - a and u0 = speed - b */
    const double u = (1 - phi[0][0]) / phi[0][1];                        /* u0 = u c0 */
    const double b = -(phi[1][0] + phi[1][1] * u + u / e) / (1 + 1 / e); /* b = b c0 */
    const double q = b * b / (s->omega * s->omega);
    /* a = -clearance - c0: (clearance + c0)^2 + q c0^2 = steady^2 */
    const double root = sqrt(clearance * clearance -
                             (1 + q) * (clearance * clearance - s->steady * s->steady));
    const double side = u + b > 0 ? 1 : -1; /* of the two, the one that leaves the stop faster */
    const double c0 = (-clearance + side * root) / (1 + q);
    const double speed = (u + b) * c0, a = -clearance - c0;
    /* accelerations before and after: the drive is the same, the damper is not */
    const double push = -s->omega * s->omega * a + damping * b * c0 + stiffness * a;
    const double before = push + stiffness * clearance + damping * speed / e;
    const double after = push + stiffness * clearance - damping * speed;
    /* the jump of a small change at the impact, with v = -speed/e before it */
    const double kick = (e * before + after) / (-speed / e);
    return (struct bounce){.speed = speed,
                           .trace = -e * phi[0][0] + kick * phi[0][1] - e * phi[1][1],
                           .det = e * e * exp(-2 * s->beta * period)};
}

/* ---- what the program finds */

static struct orbit_point orbit_at(struct orbit_system *system, double value, double settle)
{
    struct orbit_attractor found;
    struct orbit_point point;
    assert_ok(orbit_system_set(system, value, err));
    assert_ok(orbit_attractor_find(system, system->setup->problem.x, false, settle, &found, err));
    assert_int_equal(found.kind, ORBIT_PERIODIC);
    assert_ok(orbit_family_find(system, &found.place, &point, err));
    assert_null(point.measure.broken);
    return point;
}

static void swings_freely(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("example-impact-oscillator", "frequency",
                                               "clearance=100mm", "drive=5N");
    const struct swing s = swing_of(5, 2.2);
    const struct orbit_point point = orbit_at(system, 2.2, 80);
    assert_int_equal(point.place.cycles, 1);
    assert_close(point.place.period, 1 / 2.2, 1e-12);
    assert_close(point.measure.high[0], s.steady, 1e-9 * s.steady);
    assert_int_equal(point.n_values, 2);
    const double complex expected = cexp((-s.beta + I * s.nu) / 2.2);
    assert_close(creal(point.values[0]), creal(expected), 1e-9);
    assert_close(fabs(cimag(point.values[0])), fabs(cimag(expected)), 1e-9);
    orbit_system_free(system);
}

static void one_impact_in_a_cycle(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("example-impact-oscillator", "frequency",
                                               "drive=5N");
    static const double frequencies[] = {2.5, 3, 4, 5};
    for (size_t i = 0; i < 4; i++) {
        const struct swing s = swing_of(5, frequencies[i]);
        const struct bounce b = bounce_of(&s, 0.01);
        const struct orbit_point point = orbit_at(system, frequencies[i], 40);
        assert_int_equal(point.place.cycles, 1);
        struct orbit_flow flow;
        assert_ok(
            orbit_flow_run(system, false, point.place.x, point.place.period, false, &flow, err));
        assert_int_equal(flow.n_events, 1);
        assert_close(flow.events[0].x[2], b.speed, 1e-8);
        assert_close(creal(point.values[0] + point.values[1]), b.trace, 1e-7);
        assert_close(creal(point.values[0] * point.values[1]), b.det, 1e-8);
    }
    orbit_system_free(system);
}

struct specials {
    size_t n;
    struct orbit_point points[16];
};

static enum error_code take(void *context, const struct orbit_point *point, struct error *err)
{
    (void)err;
    struct specials *specials = context;
    if (point->special != ORBIT_SPECIAL_NONE && specials->n < 16)
        specials->points[specials->n++] = *point;
    return ERROR_OK;
}

/* the branch from `low`, where the motion settles on it, towards `high` */
static struct specials follow(struct orbit_system *system, double low, double high, double settle)
{
    static struct specials specials;
    struct orbit_follow_report report;
    struct orbit_point start = orbit_at(system, low, settle);
    const struct orbit_range range = {.low = fmin(low, high),
                                      .high = fmax(low, high),
                                      .direction = high > low ? 1 : -1,
                                      .step = 0.02,
                                      .max_points = 3000};
    const struct orbit_sink sink = {.context = &specials, .point = take};
    specials.n = 0;
    assert_ok(orbit_family_follow(system, &start.place, &range, &sink, &report, err));
    return specials;
}

/* where the orbit with one impact in a cycle doubles its period: 1 + trace + det = 0 */
static double flip_frequency(double low, double high)
{
    while (high - low > 1e-12 * high) {
        const double middle = 0.5 * (low + high);
        const struct swing s = swing_of(5, middle);
        const struct bounce b = bounce_of(&s, 0);
        *(1 + b.trace + b.det > 0 ? &low : &high) = middle;
    }
    return low;
}

static void period_doubles(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("example-impact-oscillator", "frequency",
                                               "clearance=0m", "drive=5N");
    const struct specials specials = follow(system, 7, 10, 20);
    double flip = NAN;
    for (size_t i = 0; i < specials.n; i++)
        if (specials.points[i].special == ORBIT_SPECIAL_FLIP)
            flip = specials.points[i].place.value;
    assert_close(flip, flip_frequency(7, 10), 1e-5);
    /* beyond it the motion settles in an orbit of two cycles */
    const struct orbit_point two = orbit_at(system, flip + 0.1, 60);
    assert_int_equal(two.place.cycles, 2);
    assert_close(two.place.period, 2 / (flip + 0.1), 1e-12);
    orbit_system_free(system);
}

/* the swing without impacts ends where it reaches the stop */
static void grazes(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("example-impact-oscillator", "drive",
                                               "frequency=2.5Hz");
    const struct swing unit = swing_of(1, 2.5);
    const struct specials specials = follow(system, 1, 3, 80);
    assert_close(specials.points[specials.n - 1].place.value, 0.01 / unit.steady, 1e-6);
    orbit_system_free(system);
}

/* Nordmark (1991): next to a graze the map over a period has a square root in it. A swing that
 * would go `deep` beyond the stop meets it at sqrt(2 a deep), a = omega^2 steady, and comes back
 * with 1 + e of that more; half a period later free flow has carried it on. */
static void graze_is_a_square_root(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("example-impact-oscillator", "clearance",
                                               "frequency=2.5Hz", "drive=1N");
    const struct swing s = swing_of(1, 2.5);
    const double half = 0.2;
    double phi[2][2], x[SIM_MAX_STATES] = {0};
    free_flow(&s, half, phi);
    x[0] = s.steady; /* as high as it gets */
    x[1] = (s.lag + acos(-1) / 2) / s.omega;
    x[3] = 1;
    for (double share = 1e-4; share > 1e-9; share /= 100) {
        struct orbit_flow flow;
        assert_ok(orbit_system_set(system, s.steady * (1 - share), err));
        assert_ok(orbit_flow_run(system, false, x, 2 * half, false, &flow, err));
        assert_int_equal(flow.n_events, 1);
        const double kick = (1 + restitution) * s.omega * s.steady * sqrt(2 * share);
        const double size = hypot(phi[0][1] * s.nu, phi[1][1]) * kick;
        /* the next term is of the order of the depth */
        assert_close(flow.end[0] - x[0], phi[0][1] * kick, 10 * sqrt(share) * size / s.nu);
        assert_close(flow.end[2], phi[1][1] * kick, 10 * sqrt(share) * size);
    }
    orbit_system_free(system);
}

/* the exponent is that of the multipliers, not that of time */
static void exponent_of_a_driven_orbit(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("example-impact-oscillator", "frequency",
                                               "drive=5N");
    const struct orbit_point point = orbit_at(system, 2.5, 40);
    double exponent;
    assert_ok(orbit_section_exponent(system, point.place.x, 40, 400, &exponent, err));
    assert_close(exponent, log(cabs(point.values[0])) / point.place.period, 2e-3);
    orbit_system_free(system);
}

static void section_of_the_drive(void **state)
{
    (void)state;
    struct orbit_system *system = ORBIT_SYSTEM("example-impact-oscillator", "frequency",
                                               "drive=5N");
    struct orbit_section section = {0};
    const struct orbit_point point = orbit_at(system, 2.5, 40);
    assert_ok(orbit_section_choose(system, "drive", &section, err));
    assert_string_equal(orbit_section_word(&section), "drive");
    assert_ok(orbit_section_take(system, point.place.x, 4, &section, err));
    assert_int_equal(section.n, 11); /* both ends */
    for (size_t k = 0; k < section.n; k++)
        assert_close(section.crossings[k].x[0], point.place.x[0], 1e-9);
    orbit_section_free(&section);
    orbit_system_free(system);
}

/* ---- published values */

/* m = k = 1 and a stop at 1 from where the mass would rest, as the papers scale it */
#define UNIT_OSCILLATOR(parameter, ...)                                                    \
    ORBIT_SYSTEM("example-impact-oscillator", parameter, "stiffness=1N/m", "clearance=1m", \
                 __VA_ARGS__)

/* Dankowicz and Schilder, Recipes for Continuation (SIAM 2013), example 15.2: its orbit is given by
 * the state at the phase -pi of the drive, cos, the phase and speed at which the impact leaves, and
 * the times of both parts, in the demo hspo_v1 of COCO */
static void example_of_coco(void **state)
{
    (void)state;
    struct orbit_system *system = UNIT_OSCILLATOR("drive", "damping=0.1N.s/m", "restitution=0.8",
                                                  "frequency=0.15915494309189535Hz");
    const double pi = acos(-1);
    const struct orbit_point point = orbit_at(system, 1, 1000);
    struct orbit_flow flow;
    assert_ok(orbit_flow_run(system, false, point.place.x, point.place.period, false, &flow, err));
    assert_int_equal(flow.n_events, 1);
    const double *x = flow.events[0].x;
    assert_close(x[2], 1.36, 0.005);
    /* the rig's drive is upward, off the stop, and a sine: cos(phase) = -sin(clock) */
    const double phase = remainder(x[1] + pi / 2, 2 * pi);
    assert_close(phase, 0.076, 5e-4);
    assert_close(pi + phase, 3.2, 0.05);
    assert_close(pi - phase, 3.1, 0.05);
    struct orbit_flow half;
    assert_ok(orbit_flow_run(system, false, x, pi - phase, false, &half, err));
    assert_close(half.end[0], 0.98, 0.005);
    assert_close(half.end[2], 0.29, 0.005);
    orbit_system_free(system);
}

/* Ghosh and Simpson, arXiv 2510.16218 (2025), with the data of its figures 3 and 4 in
 * github.com/indrag49/VIVID: a period of two cycles with one impact, next to the resonant graze.
 * Their points are where a multiplier is within 1e-5 of 1 or -1. */
static struct orbit_system *unit_at(double omega, const char *drive)
{
    char frequency[64];
    snprintf(frequency, sizeof frequency, "frequency=%.17gHz", omega / (2 * acos(-1)));
    return UNIT_OSCILLATOR("drive", "damping=0.04N.s/m", "restitution=0.9", frequency, drive);
}

static void multipliers_of_vivid(void **state)
{
    (void)state;
    struct orbit_system *system = unit_at(0.81, "drive=0.36N");
    const struct orbit_point point = orbit_at(system, 0.36, 2000);
    assert_int_equal(point.place.cycles, 2);
    assert_close(creal(point.values[0]), 0.43378, 5e-6);
    assert_close(fabs(cimag(point.values[0])), 0.49732, 5e-6);
    orbit_system_free(system);
}

static void bifurcations_of_vivid(void **state)
{
    (void)state;
    static const struct {
        double omega, from, to; /* of the drive; the orbit is stable at the first */
        enum orbit_special special;
        double drive, tolerance, other; /* where, and the other multiplier there */
    } published[] = {
        {0.81, 0.36, 0.34, ORBIT_SPECIAL_FLIP, 0.3475333988945534, 1e-8, -0.435492},
        {0.8060900000000005, 0.36, 0.345, ORBIT_SPECIAL_FLIP, 0.3525118570323211, 1e-8, -0.434183},
        {0.799, 0.3631, 0.3628, ORBIT_SPECIAL_FOLD, 0.3628362019762544, 1e-10, 0.431785},
        {0.7995009999999978, 0.3631, 0.362, ORBIT_SPECIAL_FOLD, 0.3621845897763788, 1e-10,
         0.431953},
    };
    for (size_t i = 0; i < 4; i++) {
        struct orbit_system *system = unit_at(published[i].omega, "drive=0.36N");
        const struct specials specials = follow(system, published[i].from, published[i].to, 4000);
        const struct orbit_point *found = NULL;
        for (size_t k = 0; k < specials.n && !found; k++)
            if (specials.points[k].special == published[i].special)
                found = &specials.points[k];
        assert_non_null(found);
        assert_close(found->place.value, published[i].drive, published[i].tolerance);
        assert_close(creal(found->values[1]), published[i].other, 5e-6);
        orbit_system_free(system);
    }
}

/* ---- periods in common */

/* base and force, with frequencies f and g */
static enum error_code common_period(double f, double g, double *period, double *slope,
                                     struct error *err)
{
    const struct rig_form forms[2] = {{.constant = f},
                                      {.n = 1, .terms = {{.factor = 2, .index = 1}}}};
    const struct orbit_drive drive = {.there = true, .n = 2, .frequencies = {&forms[0], &forms[1]}};
    double p[SIM_MAX_PARAMETERS] = {0}, along[SIM_MAX_PARAMETERS] = {0};
    p[SIM_OWN_PARAMETERS + 1] = g / 2;
    along[SIM_OWN_PARAMETERS + 1] = 1;
    return orbit_drive_period(&drive, p, along, period, slope, err);
}

static void drives_of_two_frequencies(void **state)
{
    (void)state;
    struct error err = {0};
    double period, slope;
    assert_int_equal(common_period(3, 2, &period, &slope, &err), ERROR_OK);
    assert_close(period, 1, 1e-15);
    assert_close(slope, -1, 1e-12); /* 2 / (2 h), h = 1 */
    assert_int_equal(common_period(2.5, 10, &period, &slope, &err), ERROR_OK);
    assert_close(period, 0.4, 1e-15);
    assert_close(slope, 0, 0); /* the lowest is not the one that moves */
    assert_int_equal(common_period(1, sqrt(2), &period, &slope, &err), ERROR_INPUT);
    assert_non_null(strstr(err.message, "no period in common"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(swings_freely),
        cmocka_unit_test(one_impact_in_a_cycle),
        cmocka_unit_test(period_doubles),
        cmocka_unit_test(grazes),
        cmocka_unit_test(graze_is_a_square_root),
        cmocka_unit_test(exponent_of_a_driven_orbit),
        cmocka_unit_test(section_of_the_drive),
        cmocka_unit_test(example_of_coco),
        cmocka_unit_test(multipliers_of_vivid),
        cmocka_unit_test(bifurcations_of_vivid),
        cmocka_unit_test(drives_of_two_frequencies),
    };
    return cmocka_run_group_tests_name("orbit_drive", tests, NULL, NULL);
}
