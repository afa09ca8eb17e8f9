/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mechanism that went through bytes moves as it did before, to the last bit: flights, slip and
 * stick with their series, corners, a face that lies, a size that varies, a drive and a table over
 * time. Bytes that end early are refused. */
#include "config.h"

#include "sim/carry.h"

#include <stdlib.h>
#include <string.h>

#include "lib/rig/describe.h"
#include "sim/own.h"
#include "sim/registry.h"
#include "sim/setup.h"
#include "sim/shown.h"
#include "sim/simulate.h"
#include "tests/scratch.h"
#include "tests/test.h"

static const char table[] = /* a rig of its own: a force by a table over time */
    "mechanism:\n"
    "  coordinates: {x: {unit: m, default: 0 m}}\n"
    "  bodies: [{name: mass, joint: slider, at: [0 m, 0 m], along: right,\n"
    "            distance: x, mass: mass}]\n"
    "  forces: [{body: mass, force: [size, 0 N], points: [[0 s, 1], [0.1 s, -2], [0.6 s, 3]]}]\n"
    "  contact: none\n"
    "parameters: {mass: 1 kg, size: 1 N}\n";
static const char *const rigs[] = {"data/zhao-2008.yaml",
                                   "data/chain.yaml",
                                   "data/painleve-rod.yaml",
                                   "data/zhao-2008-pendulum.yaml",
                                   "data/painleve-box.yaml",
                                   "data/leine-2002.yaml",
                                   "data/or-2012.yaml",
                                   "data/colas-2019.yaml",
                                   "data/example-ellipse.yaml",
                                   "data/example-brake-pad.yaml",
                                   "data/example-impact-oscillator.yaml",
                                   "data/example-rocking-block.yaml",
                                   "data/example-stick-slip.yaml",
                                   table};

/* forces and the first coordinate */
enum { SHOWN = 3 };
static const size_t shown[SHOWN] = {SIM_SHOWN_FORCE_T, SIM_SHOWN_FORCE_N, SIM_SHOWN_STATES};

/* the last row, and a sum of all that any difference would change */
struct sum {
    size_t rows;
    double last[3], all;
};

static enum error_code take(void *context, const struct sim_tip *tip, struct error *err)
{
    struct sum *sum = context;
    (void)err;
    sum->rows++;
    sum->last[0] = tip->t;
    for (int c = 0; c < 2; c++) {
        sum->last[c + 1] = tip->velocity[c];
        sum->all += (double)(sum->rows % 7 + 1) * tip->velocity[c];
    }
    for (size_t k = 0; k < SHOWN; k++)
        sum->all += (double)(sum->rows % 5 + k + 1) * tip->shown[k];
    return ERROR_OK;
}

static struct sum follow(const struct sim_setup *setup, const struct sim_model *model)
{
    struct sum sum = {0};
    const struct sim_sink sink = {.context = &sum, .tip = take};
    struct sim_problem problem = setup->problem;
    struct sim_statistics statistics;
    struct error err;
    problem.inputs.model = model;
    problem.rate = 500;
    problem.shown = shown;
    problem.n_shown = SHOWN;
    sim_simulate(&problem, &sink, &statistics, &err); /* some end early, both alike */
    return sum;
}

static struct rig *read_rig(const char *name)
{
    char path[1024];
    struct rig *rig;
    struct error err;
    if (name == table)
        snprintf(path, sizeof path, "%s", scratch_write("table.yaml", table));
    else
        snprintf(path, sizeof path, "%s/%s", getenv("TOP_SRCDIR"), name);
    if (rig_read(path, sim_registry, &rig, &err))
        fail_msg("%s", err.message);
    return rig;
}

/* a model with its tapes, and what it was made from */
static const struct sim_model *interpreted(const struct rig *rig, struct rig_description **made)
{
    assert_int_equal(rig_description_of(rig->model, made, NULL), ERROR_OK);
    if (!(*made)->made)
        assert_int_equal(sim_own_make(*made, NULL), ERROR_OK);
    return sim_registry_of((*made)->made);
}

static void moves_as_before(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rigs / sizeof *rigs; i++) {
        struct rig *rig = read_rig(rigs[i]);
        struct rig_description *made;
        struct sim_setup *setup;
        struct arena bytes = {0}, arena = {0};
        size_t n;
        assert_int_equal(sim_setup_create(rig, 0.5, 1e-9, NULL, 0, &setup, NULL), ERROR_OK);
        const unsigned char *text = sim_carry_write(interpreted(rig, &made), rig->law, &bytes, &n);
        rig_description_drop(made);
        const struct sim_model *model = sim_carry_read(text, n, &arena);
        assert_non_null(model);
        const struct sum before = follow(setup, setup->model), after = follow(setup, model);
        assert_true(before.rows > 2);
        if (memcmp(&before, &after, sizeof before) != 0)
            fail_msg("%s: %zu rows to %g s, %.17g; carried %zu to %g s, %.17g", rigs[i],
                     before.rows, before.last[0], before.all, after.rows, after.last[0], after.all);
        arena_free(&arena);
        arena_free(&bytes);
        sim_setup_free(setup);
        rig_free(rig);
    }
}

static void refuses_what_ends_early(void **state)
{
    (void)state;
    struct rig *rig = read_rig("data/zhao-2008.yaml");
    struct rig_description *made;
    struct arena bytes = {0};
    size_t n;
    unsigned char *text = sim_carry_write(interpreted(rig, &made), rig->law, &bytes, &n);
    for (size_t left = 0; left < n; left += 1 + left / 8) {
        struct arena arena = {0};
        unsigned char *part = malloc(left + 1); /* so that a sanitizer sees what is read beyond */
        memcpy(part, text, left);
        assert_null(sim_carry_read(part, left, &arena));
        arena_free(&arena);
        free(part);
    }
    arena_free(&bytes);
    rig_description_drop(made);
    rig_free(rig);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(moves_as_before),
                                       cmocka_unit_test(refuses_what_ends_early)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
