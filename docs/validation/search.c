/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage: search DATA [FIGURE]...
 * Figures that were measured on a rig whose description has gaps: Zhao 2008 prints neither the
 * rest angle of its spring nor the static friction, and of some figures no rail speed; Liu 2007
 * prints no rest angle. For each figure the box of what is not printed (and of what is printed
 * to one digit) is filled evenly with starts, each is simulated, and what the figure shows is
 * asked of the motion. Printed are how many starts show it, between which values of the
 * unknowns they lie, and one of them as --set arguments; where none does, the nearest. */
#include "config.h"

#include <gsl/gsl_math.h>
#include <gsl/gsl_qrng.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rig/rig.h"
#include "sim/registry.h"
#include "sim/setup.h"
#include "sim/simulate.h"

enum {
    STARTS = 20000,
    REFINED = 4000,
    STAGES = 4,
    MAX_EVENTS = 512,
    MAX_UNKNOWNS = 9,
    MAX_TIMES = 3
};

/* each further stage looks around the best start so far, in a box this much smaller */
static const double narrower = 0.25;

/* shorter flights and sticks are not seen in a record of this rig: as `skitter map bounce` */
static const double seen = 5e-3;
/* times are printed to 10 ms */
static const double printed_time = 0.01;
/* a mark of "not at all", larger than any misfit in s */
static const double hopeless = 1e3;

/* ---- what a motion shows */

struct motion {
    double duration;
    size_t n;
    struct sim_event events[MAX_EVENTS];
};

static enum error_code take_event(void *context, const struct sim_event *event, struct error *err)
{
    struct motion *motion = context;
    (void)err;
    if (motion->n < MAX_EVENTS)
        motion->events[motion->n++] = *event;
    return ERROR_OK;
}

/* time that the motion spends in the mode in which event i leaves it */
static double lasts(const struct motion *motion, size_t i)
{
    return (i + 1 < motion->n ? motion->events[i + 1].t : motion->duration) - motion->events[i].t;
}

/* the times at which flights that are seen end */
static size_t landings(const struct motion *motion, double *times, size_t room)
{
    size_t n = 0;
    for (size_t i = 0; i < motion->n; i++)
        if (motion->events[i].to == SIM_FLIGHT && lasts(motion, i) >= seen && n < room)
            times[n++] = motion->events[i].t + lasts(motion, i);
    return n;
}

static double longest(const struct motion *motion, enum sim_mode mode)
{
    double most = 0;
    for (size_t i = 0; i < motion->n; i++)
        if (motion->events[i].to == mode)
            most = fmax(most, lasts(motion, i));
    return most;
}

static bool starts_with_tangential_impact(const struct motion *motion)
{
    for (size_t i = 0; i < motion->n && motion->events[i].t == 0; i++)
        if (motion->events[i].kind == SIM_EVENT_TANGENTIAL_IMPACT)
            return true;
    return false;
}

/* ---- what a figure shows, as a misfit: 0 is agreement */

struct figure;
typedef double misfit(const struct figure *figure, const struct motion *motion);

struct unknown {
    const char *name, *unit;
    double low, high; /* in that unit */
    double factor;    /* to SI */
};

struct figure {
    const char *name, *shows, *rig;
    const char *set; /* what is printed, "name=value name=value", SI */
    double duration;
    misfit *judge;
    double times[MAX_TIMES]; /* of impacts, or of the first stick; 0: no more */
    struct unknown unknowns[MAX_UNKNOWNS];
};

/* impacts at the times given, after flights that are seen */
static double bounces_at(const struct figure *figure, const struct motion *motion)
{
    double found[MAX_TIMES], worst = 0;
    size_t n = 0;
    while (n < MAX_TIMES && figure->times[n] > 0)
        n++;
    if (landings(motion, found, MAX_TIMES) < n)
        return hopeless;
    for (size_t i = 0; i < n; i++)
        worst = fmax(worst, fabs(found[i] - figure->times[i]) - printed_time);
    return fmax(worst, 0);
}

/* a tangential impact, then three flights that are seen */
static double bounces(const struct figure *figure, const struct motion *motion)
{
    double found[MAX_TIMES];
    (void)figure;
    if (!starts_with_tangential_impact(motion))
        return hopeless;
    return MAX_TIMES - (double)landings(motion, found, MAX_TIMES);
}

/* a tangential impact, then stick and no flight that is seen */
static double sticks_at_once(const struct figure *figure, const struct motion *motion)
{
    (void)figure;
    if (!starts_with_tangential_impact(motion) || longest(motion, SIM_STICK) < seen)
        return hopeless;
    return fmax(longest(motion, SIM_FLIGHT) - seen, 0);
}

/* neither stick nor flight */
static double slides(const struct figure *figure, const struct motion *motion)
{
    (void)figure;
    return fmax(longest(motion, SIM_STICK) - seen, 0) + fmax(longest(motion, SIM_FLIGHT) - seen, 0);
}

/* slip that ends in stick at the time given, without flight */
static double sticks_after(const struct figure *figure, const struct motion *motion)
{
    const double flight = fmax(longest(motion, SIM_FLIGHT) - seen, 0);
    for (size_t i = 0; i < motion->n; i++)
        if (motion->events[i].to == SIM_STICK && lasts(motion, i) >= seen)
            return flight + fmax(fabs(motion->events[i].t - figure->times[0]) - printed_time, 0);
    return hopeless;
}

/* three sticks and slips at least, the last two of one length to 1 %, no flight: misfit is
 * what is missing, in cycles */
static double stick_slip(const struct figure *figure, const struct motion *motion)
{
    (void)figure;
    double begun[MAX_EVENTS];
    size_t n = 0;
    for (size_t i = 0; i < motion->n; i++)
        if (motion->events[i].kind == SIM_EVENT_SLIP)
            begun[n++] = motion->events[i].t;
    if (longest(motion, SIM_FLIGHT) >= seen)
        return hopeless;
    if (n < 4)
        return 4 - (double)n;
    const double last = begun[n - 1] - begun[n - 2], before = begun[n - 2] - begun[n - 3];
    return fmax(fabs(last / before - 1) - 0.01, 0);
}

/* ---- the figures */

#define DEGREE (M_PI / 180)
#define REST_ANGLE                           \
    {                                        \
        "rest_angle", "deg", -60, 60, DEGREE \
    }
#define STATIC_FRICTION                  \
    {                                    \
        "static_friction", "", 0.6, 1, 1 \
    }
#define RESTITUTION                  \
    {                                \
        "restitution", "", 0, 0.3, 1 \
    }
#define STIFFNESS                            \
    {                                        \
        "stiffness", "N.m/rad", 1.25, 1.4, 1 \
    }
#define FRICTION                      \
    {                                 \
        "friction", "", 0.54, 0.66, 1 \
    } /* "estimated" by a slide */
#define DAMPING                                 \
    {                                           \
        "damping", "N.m.s/rad", 0.003, 0.007, 1 \
    } /* the range that section 5 gives */
#define RAIL                              \
    {                                     \
        "belt_speed", "m/s", -1, -0.02, 1 \
    }
#define ANY_RAIL                          \
    {                                     \
        "belt_speed", "m/s", -0.5, 0.5, 1 \
    }
/* what a ruler and a protractor allow; clearance of the joints has the same effect */
#define HEIGHT(h)                                \
    {                                            \
        "height", "m", (h)-0.002, (h) + 0.002, 1 \
    }
#define ANGLE(a)                                \
    {                                           \
        "theta1", "deg", (a)-1, (a) + 1, DEGREE \
    }
#define RIG_UNKNOWNS REST_ANGLE, STATIC_FRICTION, RESTITUTION, STIFFNESS, FRICTION, DAMPING

static const struct figure figures[] = {
    {"zhao-2008-4",
     "impacts 0.08, 0.18, 0.26 s after the first",
     "zhao-2008",
     "belt_speed=-0.16",
     0.5,
     bounces_at,
     {0.08, 0.18, 0.26},
     {RIG_UNKNOWNS, HEIGHT(0.3775), ANGLE(32)}},
    {"zhao-2008-5",
     "impacts 0.09, 0.17 s after the first",
     "zhao-2008",
     "belt_speed=-0.5",
     0.5,
     bounces_at,
     {0.09, 0.17},
     {RIG_UNKNOWNS, HEIGHT(0.3775), ANGLE(32)}},
    {"zhao-2008-6",
     "tangential impact, then stick",
     "zhao-2008",
     "belt_speed=-0.075",
     0.5,
     sticks_at_once,
     {0},
     {RIG_UNKNOWNS, HEIGHT(0.3775), ANGLE(32)}},
    {"zhao-2008-7",
     "tangential impact, then stick, no bounce",
     "zhao-2008",
     "",
     0.5,
     sticks_at_once,
     {0},
     {RIG_UNKNOWNS, HEIGHT(0.3775), ANGLE(25), RAIL}},
    {"zhao-2008-8",
     "neither stick nor bounce",
     "zhao-2008",
     "",
     0.5,
     slides,
     {0},
     {RIG_UNKNOWNS, HEIGHT(0.3775), ANGLE(-15), RAIL}},
    {"zhao-2008-11",
     "stick after 0.13 s",
     "zhao-2008",
     "",
     0.5,
     sticks_after,
     {0.13},
     {RIG_UNKNOWNS, HEIGHT(0.3775), ANGLE(21), RAIL}},
    {"zhao-2008-12",
     "neither stick nor bounce",
     "zhao-2008",
     "",
     0.5,
     slides,
     {0},
     {RIG_UNKNOWNS, HEIGHT(0.25), ANGLE(69.4), RAIL}},
    {"zhao-2008-13",
     "stick and slip again and again",
     "zhao-2008",
     "",
     3,
     stick_slip,
     {0},
     {RIG_UNKNOWNS, HEIGHT(0.314), ANGLE(50), ANY_RAIL}},
    {"zhao-2008-15",
     "bounces at -0.2 m/s",
     "zhao-2008",
     "belt_speed=-0.2",
     0.5,
     bounces,
     {0},
     {RIG_UNKNOWNS, HEIGHT(0.3775), ANGLE(32)}},
    {"zhao-2008-16",
     "bounces at -0.24 m/s",
     "zhao-2008",
     "belt_speed=-0.24",
     0.5,
     bounces,
     {0},
     {RIG_UNKNOWNS, HEIGHT(0.3775), ANGLE(32)}},
    {"zhao-2008-17",
     "bounces at 30.5 deg, -0.2 m/s",
     "zhao-2008",
     "belt_speed=-0.2",
     0.5,
     bounces,
     {0},
     {RIG_UNKNOWNS, HEIGHT(0.3775), ANGLE(30.5)}},
    {"zhao-2008-18",
     "periodic stick and slip",
     "zhao-2008",
     "",
     3,
     stick_slip,
     {0},
     {RIG_UNKNOWNS, HEIGHT(0.314), ANGLE(55), ANY_RAIL}},
    {"liu-2007-16",
     "stick and slip without detachment",
     "liu-2007-case6",
     "",
     80,
     stick_slip,
     {0},
     {{"rest_angle", "deg", -90, 90, DEGREE}, {"restitution", "", 0, 0.5, 1}}},
};

/* ---- the search */

struct tried {
    double u[MAX_UNKNOWNS]; /* in the unknowns' units */
    double misfit;
};

static size_t count_unknowns(const struct figure *figure)
{
    size_t n = 0;
    while (n < MAX_UNKNOWNS && figure->unknowns[n].name)
        n++;
    return n;
}

static void set_by_name(struct sim_values *values, const char *name, double value)
{
    const size_t index = sim_values_index(values->model, name);
    if (index == SIZE_MAX) {
        fprintf(stderr, "search: the model has no %s\n", name);
        exit(1);
    }
    sim_values_set(values, index, value);
}

static void set_printed(struct sim_values *values, const char *set)
{
    char name[64];
    double value;
    int length;
    while (sscanf(set, " %63[a-z0-9_]=%lf%n", name, &value, &length) == 2) {
        set_by_name(values, name, value);
        set += length;
    }
}

static double try_start(const struct figure *figure, const struct rig *rig,
                        const struct sim_values *printed, const double *u)
{
    struct sim_values values = *printed;
    struct sim_problem problem = {.t_end = figure->duration, .rtol = 1e-7};
    struct rig_surface surface;
    struct motion motion = {.duration = figure->duration};
    const struct sim_sink sink = {.context = &motion, .event = take_event};
    struct sim_statistics statistics;
    struct error err;
    for (size_t k = 0; k < count_unknowns(figure); k++)
        set_by_name(&values, figure->unknowns[k].name, u[k] * figure->unknowns[k].factor);
    if (sim_values_complete(&values, &err))
        return INFINITY;
    sim_values_to_problem(&values, &problem);
    sim_setup_laws(rig, &surface, &problem.inputs, &problem.impact);
    if (sim_simulate(&problem, &sink, &statistics, &err))
        return INFINITY;
    return figure->judge(figure, &motion);
}

/* n starts in the part of the box around `middle` (in its units) that has `share` of its width */
static void draw_starts(const struct figure *figure, const double *middle, double share, size_t n,
                        struct tried *tried)
{
    gsl_qrng *quasi = gsl_qrng_alloc(gsl_qrng_sobol, (unsigned)count_unknowns(figure));
    for (size_t i = 0; i < n; i++) {
        gsl_qrng_get(quasi, tried[i].u);
        for (size_t k = 0; k < count_unknowns(figure); k++) {
            const struct unknown *unknown = &figure->unknowns[k];
            const double width = unknown->high - unknown->low;
            const double low = fmax(unknown->low, middle[k] - width * share / 2);
            const double high = fmin(unknown->high, middle[k] + width * share / 2);
            tried[i].u[k] = low + (high - low) * tried[i].u[k];
        }
    }
    gsl_qrng_free(quasi);
}

/* how many show it, and between which values of the unknowns */
static size_t tell_range(const struct figure *figure, const struct tried *tried)
{
    size_t hits = 0;
    double low[MAX_UNKNOWNS] = {0}, high[MAX_UNKNOWNS] = {0};
    for (size_t i = 0; i < STARTS; i++) {
        if (tried[i].misfit > 0)
            continue;
        for (size_t k = 0; k < count_unknowns(figure); k++) {
            low[k] = hits ? fmin(low[k], tried[i].u[k]) : tried[i].u[k];
            high[k] = hits ? fmax(high[k], tried[i].u[k]) : tried[i].u[k];
        }
        hits++;
    }
    printf("  %zu of %d starts show it", hits, STARTS);
    for (size_t k = 0; hits && k < count_unknowns(figure); k++)
        printf("%s %s %.3g..%.3g %s", k ? "," : ":", figure->unknowns[k].name, low[k], high[k],
               figure->unknowns[k].unit);
    printf("\n");
    return hits;
}

static void tell_best(const struct figure *figure, const struct tried *best, bool at_once)
{
    if (best->misfit > 0)
        printf("  the nearest, misfit %.3g:", best->misfit);
    else
        printf(at_once ? "  one of them:" : "  a closer look around the nearest finds:");
    for (size_t k = 0; k < count_unknowns(figure); k++)
        printf(" --set %s=%.5g%s", figure->unknowns[k].name, best->u[k], figure->unknowns[k].unit);
    printf("\n");
}

static void take_best(const struct tried *tried, size_t n, struct tried *best)
{
    for (size_t i = 0; i < n; i++)
        if (tried[i].misfit < best->misfit)
            *best = tried[i];
}

static void search_box(const struct figure *figure, const struct rig *rig,
                       const struct sim_values *printed)
{
    static struct tried tried[STARTS];
    struct tried best = {.misfit = INFINITY};
    double share = 1;
    size_t hits = 0;
    for (size_t k = 0; k < count_unknowns(figure); k++)
        best.u[k] = (figure->unknowns[k].low + figure->unknowns[k].high) / 2;
    for (int stage = 0; stage < STAGES && best.misfit > 0; stage++, share *= narrower) {
        const size_t n = stage ? REFINED : STARTS;
        draw_starts(figure, best.u, share, n, tried);
#pragma omp parallel for schedule(dynamic, 64)
        for (size_t i = 0; i < n; i++)
            tried[i].misfit = try_start(figure, rig, printed, tried[i].u);
        take_best(tried, n, &best);
        if (!stage)
            hits = tell_range(figure, tried);
    }
    tell_best(figure, &best, hits > 0);
}

static void search(const struct figure *figure, const char *data)
{
    char path[4096];
    struct rig *rig;
    struct error err;
    struct sim_values printed;
    snprintf(path, sizeof path, "%s/%s.yaml", data, figure->rig);
    if (rig_read(path, sim_registry, &rig, &err)) {
        fprintf(stderr, "search: %s\n", err.message);
        exit(1);
    }
    sim_values_from_rig(rig, &printed);
    set_printed(&printed, figure->set);
    printf("%s: %s\n", figure->name, figure->shows);
    search_box(figure, rig, &printed);
    rig_free(rig);
}

static bool wanted(const char *name, int argc, char **argv)
{
    for (int i = 2; i < argc; i++)
        if (strcmp(argv[i], name) == 0)
            return true;
    return argc < 3;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: search DATA [FIGURE]...\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        if (wanted(figures[i].name, argc, argv))
            search(&figures[i], argv[1]);
    return 0;
}
