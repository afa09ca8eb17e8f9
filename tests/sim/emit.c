/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The mechanisms that come with Skitter, as compiled C against the same tapes interpreted: the
 * arithmetic is the same, so that not a bit may differ. That the equations themselves are right
 * is for tests/sim/models, which derives them from the papers, and tests/sim/random_trees. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/file.h"
#include "sim/evaluate.h"
#include "sim/extras.h"
#include "sim/fingerprint.h"
#include "sim/modes.h"
#include "sim/registry.h"
#include "sim/shipped.h"
#include "sim/terms_slopes.h"
#include "tests/scratch.h"
#include "tests/sim/chance.h"
#include "tests/sim/recording.h"
#include "tests/test.h"

static const char *const names[] = {"two-link",          "chain", "rod",     "box", "oscillator",
                                    "simple-oscillator", "ipos",  "pendulum"};
enum { NAMES = sizeof names / sizeof *names, TERMS = sizeof(struct sim_terms) / sizeof(double) };

/* makes models, and has no compiled code */
static const struct mechanism *interpreter(size_t i)
{
    static const struct mechanism maker = {.make = sim_own_make};
    return i == MECHANISM_MAKER ? &maker : NULL;
}

static const char *source_path(const char *name)
{
    static char path[1024];
    const char *top = getenv("TOP_SRCDIR");
    snprintf(path, sizeof path, "%s/sim/mechanisms/%s.yaml", top ? top : ".", name);
    return path;
}

static struct rig *read_mechanism(const char *path, mechanism_registry *registry)
{
    struct rig *rig;
    struct error err;
    if (rig_read_mechanism(path, registry, &rig, &err))
        fail_msg("%s", err.message);
    return rig;
}

/* of the series that are compared */
enum { ORDER = 21 };

/* one mechanism, compiled and interpreted, at one state */
struct pair {
    const struct sim_model *compiled, *interpreted;
    size_t n;
    double p[SIM_MAX_PARAMETERS], dp[5][SIM_MAX_PARAMETERS];
    /* behind the state the belt's acceleration in stick */
    double x[SIM_MAX_STATES + ORDER + 1], dx[5][SIM_MAX_STATES];
};

static void draw(gsl_rng *rng, struct pair *pair)
{
    for (size_t i = 0; i < SIM_MAX_PARAMETERS; i++) {
        pair->p[i] = uniform(rng, 0.1, 2);
        for (int d = 0; d < 5; d++)
            pair->dp[d][i] = uniform(rng, -1, 1);
    }
    for (size_t i = 0; i < SIM_MAX_STATES; i++) {
        pair->x[i] = uniform(rng, -3, 3);
        for (int d = 0; d < 5; d++)
            pair->dx[d][i] = uniform(rng, -1, 1);
    }
    for (size_t i = SIM_MAX_STATES; i < sizeof pair->x / sizeof *pair->x; i++)
        pair->x[i] = uniform(rng, -1, 1);
}

/* -0 and 0 are the same number */
static void assert_same(const double *a, const double *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(a[i] == b[i]))
            fail_msg("%zu: compiled %.17g, interpreted %.17g", i, a[i], b[i]);
}

static void compare_values(const struct pair *pair)
{
    const struct sim_model *models[] = {pair->compiled, pair->interpreted};
    const size_t n = pair->n, extras = SIM_EXTRA_COMPUTED + pair->compiled->own->n_computed;
    double terms[2][TERMS] = {{0}}, heights[2][SIM_MAX_OUTLINE] = {{0}}, extra[2][SIM_MAX_EXTRAS];
    for (int k = 0; k < 2; k++) {
        struct sim_terms *t = (struct sim_terms *)terms[k];
        sim_terms_at(models[k], pair->p, n, pair->x, pair->x + n, t);
        if (models[k]->n_outline)
            sim_outline_at(models[k], pair->p, n, pair->x, t, heights[k]);
        sim_extras_at(models[k], pair->p, n, pair->x, pair->x + n, extra[k]);
    }
    assert_same(terms[0], terms[1], TERMS);
    assert_same(heights[0], heights[1], SIM_MAX_OUTLINE);
    assert_same(extra[0], extra[1], extras);
}

static void compare_complex(const struct pair *pair)
{
    const struct sim_model *models[] = {pair->compiled, pair->interpreted};
    const size_t n = pair->n, extras = SIM_EXTRA_COMPUTED + pair->compiled->own->n_computed;
    double complex p[SIM_MAX_PARAMETERS], x[SIM_MAX_STATES];
    double complex terms[2][TERMS] = {{0}}, heights[2][SIM_MAX_OUTLINE] = {{0}};
    double complex extra[2][SIM_MAX_EXTRAS] = {{0}};
    for (size_t i = 0; i < SIM_MAX_PARAMETERS; i++)
        p[i] = __builtin_complex(pair->p[i], pair->dp[0][i]);
    for (size_t i = 0; i < SIM_MAX_STATES; i++)
        x[i] = __builtin_complex(pair->x[i], pair->dx[0][i]);
    for (int k = 0; k < 2; k++) {
        struct sim_terms_c *t = (struct sim_terms_c *)terms[k];
        sim_terms_at_c(models[k], p, n, x, x + n, t);
        if (models[k]->n_outline)
            sim_outline_at_c(models[k], p, n, x, t, heights[k]);
        sim_extras_at_c(models[k], p, n, x, x + n, extra[k]);
    }
    assert_same((double *)terms[0], (double *)terms[1], 2 * TERMS);
    assert_same((double *)heights[0], (double *)heights[1], 2 * SIM_MAX_OUTLINE);
    assert_same((double *)extra[0], (double *)extra[1], 2 * extras);
}

/* five directions: one more than there are lanes; each moves the state, parameters, or both */
static void compare_slopes(const struct pair *pair, bool parameters)
{
    const struct sim_model *models[] = {pair->compiled, pair->interpreted};
    struct sim_terms_lanes slopes[2][2];
    struct sim_move moves[5];
    memset(slopes, 0, sizeof slopes);
    for (int d = 0; d < 5; d++)
        moves[d] = (struct sim_move){parameters && d != 1 ? pair->dp[d] : NULL,
                                     parameters && d == 2 ? NULL : pair->dx[d]};
    for (int k = 0; k < 2; k++)
        sim_terms_slopes(models[k], pair->p, pair->n, pair->x, 5, moves, slopes[k]);
    for (int g = 0; g < 2; g++)
        assert_same((double *)&slopes[0][g], (double *)&slopes[1][g], SIM_LANES * TERMS);
}

/* the coefficients of one mode */
static void compare_mode(const struct pair *pair, sim_code_series *code, size_t room,
                         const struct sim_series *series, size_t width)
{
    enum { ROW = 32 };
    double rows[2][(ORDER + 1) * ROW];
    double *work = calloc(sim_series_room(series), sizeof *work);
    double *memory = calloc(room + 1, sizeof *memory);
    const size_t stride = (width + 3) / 4 * 4;
    assert_true(work && memory && stride <= ROW);
    code(pair->p, pair->x, ORDER, memory, rows[0]);
    sim_series_run(series, NULL, pair->p, pair->x, ORDER, work, rows[1]);
    for (size_t k = 0; k <= ORDER && isfinite(rows[1][k * stride + width - 1]); k++)
        assert_same(rows[0] + k * stride, rows[1] + k * stride, width);
    free(work);
    free(memory);
}

static void compare_series(const struct pair *pair)
{
    const struct sim_code *code = pair->compiled->code[pair->n];
    const struct sim_tapes *tapes = pair->interpreted->own->tapes[pair->n];
    for (int mode = 0; mode < SIM_MODES; mode++) {
        assert_int_equal(!code->series[mode], !sim_fingerprint_compiles(tapes, (size_t)mode));
        const size_t width = 2 * pair->n + sim_way_columns(mode, pair->compiled->n_outline,
                                                           pair->compiled->line_contact);
        if (code->series[mode])
            compare_mode(pair, code->series[mode], code->rooms[mode], tapes->series[mode], width);
    }
}

static void compare_models(gsl_rng *rng, const struct sim_model *compiled,
                           const struct sim_model *interpreted)
{
    struct pair pair = {.compiled = compiled, .interpreted = interpreted};
    for (size_t n = 0; n <= SIM_MAX_COORDINATES; n++) {
        assert_int_equal(!compiled->code[n], !interpreted->own->tapes[n]);
        assert_null(interpreted->code[n]);
        pair.n = n;
        for (int trial = 0; trial < 50 && compiled->code[n]; trial++) {
            draw(rng, &pair);
            compare_values(&pair);
            compare_complex(&pair);
            compare_slopes(&pair, false);
            compare_slopes(&pair, true);
            compare_series(&pair);
        }
    }
}

static void test_compiled_is_interpreted(void **state)
{
    for (size_t i = 0; i < NAMES; i++) {
        struct rig *rig = read_mechanism(source_path(names[i]), interpreter);
        const struct sim_model *own = sim_registry_of(rig->model);
        const struct sim_model *compiled = sim_registry_find(names[i]);
        print_message("# %s\n", names[i]);
        assert_non_null(compiled);
        compare_models(*state, compiled, own);
        assert_int_equal(!compiled->flat, !own->flat);
        if (own->flat)
            compare_models(*state, compiled->flat, own->flat);
        rig_free(rig);
    }
}

static void assert_rows(const struct quantity *a, const struct quantity *b, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        assert_string_equal(a[i].name, b[i].name);
        assert_string_equal(a[i].unit, b[i].unit);
        assert_string_equal(a[i].doc, b[i].doc);
        assert_int_equal(a[i].range, b[i].range);
        assert_int_equal(a[i].fallback, b[i].fallback);
        assert_true(a[i].default_value == b[i].default_value);
        if (a[i].fallback == QUANTITY_SAME_AS)
            assert_string_equal(a[i].same_as, b[i].same_as);
    }
}

/* what a person sees and what a start needs */
static void test_tables_are_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < NAMES; i++) {
        struct rig *rig = read_mechanism(source_path(names[i]), interpreter);
        const struct sim_model *a = sim_registry_find(names[i]), *b = sim_registry_of(rig->model);
        assert_string_equal(a->table.title, b->table.title);
        assert_int_equal(a->table.n_parameters, b->table.n_parameters);
        assert_int_equal(a->table.n_coordinates, b->table.n_coordinates);
        assert_rows(a->table.parameters, b->table.parameters, a->table.n_parameters);
        assert_rows(a->table.states, b->table.states, 2 * a->table.n_coordinates);
        assert_int_equal(a->n_outline, b->n_outline);
        for (size_t k = 0; k < a->n_outline; k++)
            assert_string_equal(a->outline_names[k], b->outline_names[k]);
        assert_int_equal(a->own->rests_by, b->own->rests_by);
        assert_int_equal(a->own->least, b->own->least);
        assert_int_equal(a->own->n_computed, b->own->n_computed);
        assert_memory_equal(a->own->computed, b->own->computed, sizeof a->own->computed);
        assert_string_equal(a->own->cannot_reach, b->own->cannot_reach);
        rig_free(rig);
    }
}

/* ---- which code a description finds */

static const char slope_text[] =
    "mechanism:\n"
    "  coordinates: {way: m, height: m}\n"
    "  bodies: [{name: %s, joint: free, at: [way, height], mass: %s}]\n"
    "  contact: {body: %s, point: origin, rests_by: height, surface: {slope: %s}}\n"
    "parameters: {friction: 0.1%s}\nstart: {way: 0 m}\n";

static struct rig *rig_of(const char *body, const char *mass, const char *slope, const char *more,
                          mechanism_registry *registry)
{
    char text[1024];
    struct rig *rig;
    struct error err;
    snprintf(text, sizeof text, slope_text, body, mass, body, slope, more);
    if (rig_read(scratch_write("rig.yaml", text), registry, &rig, &err))
        fail_msg("%s", err.message);
    return rig;
}

/* other names and other numbers of parameters are the same tapes, another mechanism is not */
static void test_fingerprint(void **state)
{
    (void)state;
    struct rig *rigs[] = {rig_of("block", "mass", "1 deg", ", mass: 1 kg", interpreter),
                          rig_of("brick", "heft", "1 deg", ", heft: 2 kg", interpreter),
                          rig_of("block", "mass", "2 deg", ", mass: 1 kg", interpreter)};
    const char *prints[3];
    for (int i = 0; i < 3; i++)
        prints[i] = sim_registry_of(rigs[i]->model)->own->tapes[2]->fingerprint;
    assert_string_equal(prints[0], prints[1]);
    assert_string_not_equal(prints[0], prints[2]);
    const struct sim_code *any = sim_shipped_codes[0];
    assert_false(sim_own_adopt(rigs[0]->own, any));
    const struct sim_code code = {.fingerprint = prints[1]};
    assert_true(sim_own_adopt(rigs[0]->own, &code));
    assert_ptr_equal(sim_registry_of(rigs[0]->model)->code[2], &code);
    assert_false(sim_own_adopt(rigs[2]->own, &code));
    for (int i = 0; i < 3; i++)
        rig_free(rigs[i]);
}

/* a mechanism that a rig describes as a shipped one is, and the examples, run compiled */
static void test_shipped_code_is_found(void **state)
{
    (void)state;
    static const char *const examples[] = {"example-slope", "example-stick-slip", "example-ellipse",
                                           "example-impact-oscillator", "example-brake-pad"};
    for (size_t i = 0; i < NAMES; i++) {
        struct rig *rig = read_mechanism(source_path(names[i]), sim_registry);
        const struct sim_model *own = sim_registry_of(rig->model),
                               *shipped = sim_registry_find(names[i]);
        for (size_t n = 0; n <= SIM_MAX_COORDINATES; n++)
            assert_string_equal(own->code[n] ? own->code[n]->fingerprint : "",
                                shipped->code[n] ? shipped->code[n]->fingerprint : "");
        rig_free(rig);
    }
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
        struct rig *rig = recording_rig(examples[i], "");
        assert_non_null(sim_registry_of(rig->model)->code[rig_coordinates(rig)]);
        rig_free(rig);
    }
}

/* a whole motion, with derivatives, of the mechanism as a rig file may have it */
static void test_motion_is_the_same(void **state)
{
    (void)state;
    static const char *const directions[] = {"mass", "height", "theta1"};
    char path[1024], *text[2];
    size_t size;
    struct error err;
    const char *top = getenv("TOP_SRCDIR");
    snprintf(path, sizeof path, "%s/data/zhao-2008.yaml", top ? top : ".");
    assert_int_equal(file_read_whole(path, 1 << 20, &text[0], &size, &err), ERROR_OK);
    assert_int_equal(file_read_whole(source_path("two-link"), 1 << 20, &text[1], &size, &err),
                     ERROR_OK);
    char *model = strstr(text[0], "model:");
    assert_non_null(model);
    model[0] = '#'; /* the description takes its place */
    char *both = calloc(1, strlen(text[0]) + strlen(text[1]) + 1);
    strcat(strcat(both, text[0]), text[1]);
    struct rig *rigs[2] = {recording_rig("zhao-2008", ""), NULL};
    struct recording *r[2];
    if (rig_read(scratch_write("described.yaml", both), interpreter, &rigs[1], &err))
        fail_msg("%s", err.message);
    for (int k = 0; k < 2; k++) {
        struct sim_setup *setup;
        if (sim_setup_create(rigs[k], 1, 1e-10, directions, 3, &setup, &err))
            fail_msg("%s", err.message);
        assert_int_equal(!setup->model->code[2], k == 1);
        setup->problem.rate = 100;
        r[k] = recording_run(&setup->problem);
        sim_setup_free(setup);
        rig_free(rigs[k]);
        free(text[k]);
    }
    free(both);
    assert_int_equal(r[0]->n_events, r[1]->n_events);
    assert_true(r[0]->n_events > 5);
    for (size_t i = 0; i < r[0]->n_events; i++) {
        const struct recorded_event *a = &r[0]->events[i], *b = &r[1]->events[i];
        assert_int_equal(a->kind, b->kind);
        assert_true(a->t == b->t);
        assert_same(a->x, b->x, 4);
        assert_same(a->state_slopes, b->state_slopes, 12);
    }
    recording_free(r[0]);
    recording_free(r[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_compiled_is_interpreted, chance_make, chance_drop),
        cmocka_unit_test(test_tables_are_the_same),
        cmocka_unit_test(test_fingerprint),
        cmocka_unit_test(test_shipped_code_is_found),
        cmocka_unit_test(test_motion_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
