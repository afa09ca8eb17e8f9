/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter rig: look after rig files */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/json.h"
#include "lib/cli/remark.h"
#include "lib/rig/description.h"
#include "lib/rig/rig.h"
#include "front/commands.h"
#include "front/rig_compile.h"
#include "front/sketch.h"
#include "sim/evaluate.h"
#include "sim/registry.h"
#include "sim/setup.h"

struct check_settings {
    bool quiet, json;
};

static enum error_code print_json(const struct rig *rig, struct error *err)
{
    json_t *json = rig_to_json(rig);
    if (!json)
        return error_memory(err);
    const bool failed = !json_print(json, stdout);
    json_decref(json);
    putchar('\n');
    return failed ? error_set(err, ERROR_IO, "standard output could not be written") : ERROR_OK;
}

/* ---- the verdict: can the start be reached, and is it a good one? */

static const double in_line = 0.0175; /* rad, a degree */

/* Links in line move the tip in one direction only: w_t and w_n become parallel there, and what
 * is computed from their difference loses its digits. */
static double angle_between(const struct sim_setup *setup)
{
    const struct sim_problem *problem = &setup->problem;
    struct sim_terms k;
    const struct rig_description *described = setup->model->table.description;
    if (problem->inputs.n != 2 || (described && described->has_clock)) /* time is no link */
        return INFINITY;
    sim_terms_at(problem->inputs.model, problem->p, 2, problem->x, problem->x + 2, &k);
    const double det = k.w_t[0] * k.w_n[1] - k.w_t[1] * k.w_n[0];
    return asin(fabs(det) / (hypot(k.w_t[0], k.w_t[1]) * hypot(k.w_n[0], k.w_n[1])));
}

static enum error_code judge(const struct rig *rig, const char *path, bool quiet, struct error *err)
{
    struct sim_setup *setup;
    struct error why;
    if (sim_setup_create(rig, 1, 1e-9, NULL, 0, &setup, &why)) {
        /* most messages name the file themselves */
        const bool named = strncmp(why.message, path, strlen(path)) == 0;
        return error_set(err, ERROR_NUMERIC, "%s%scan be read, but not simulated: %s",
                         named ? "" : path, named ? "" : ": ", why.message);
    }
    const double angle = angle_between(setup);
    if (!quiet && angle < in_line)
        remark(true, "skitter rig check",
               "%s: warning: at the start the links are nearly in line "
               "(%.2g deg): the tip hardly moves across the surface, and small errors of the "
               "start are large ones of the motion",
               path, angle * 57.295779513);
    if (!quiet)
        remark(false, "skitter rig check", "%s: is %s %s that can be simulated, with %zu channel%s",
               path, strchr("aeiou", setup->model->table.name[0]) ? "an" : "a",
               setup->model->table.name, rig->n_channels, rig->n_channels == 1 ? "" : "s");
    sim_setup_free(setup);
    return ERROR_OK;
}

static enum error_code check(const void *settings, const struct option_list *arguments,
                             struct error *err)
{
    const struct check_settings *s = settings;
    struct rig *rig;
    enum error_code code = rig_read(arguments->items[0], sim_registry, &rig, err);
    if (code)
        return code;
    if (s->json)
        code = print_json(rig, err);
    else if (!s->quiet)
        code = rig_print(rig, stdout, err);
    if (!code)
        code = judge(rig, arguments->items[0], s->quiet, err);
    rig_free(rig);
    return code;
}

static const struct option_row check_options[] = {
    OPTION_JSON(struct check_settings),
    OPTION_FLAG("quiet", 'q', struct check_settings, quiet, "check only, print nothing"),
};

static const char *const check_synopsis[] = {"[--json | --quiet] FILE", NULL};
static const struct option_argument check_arguments[] = {{"FILE", "rig file, see skitter-rig(5)"},
                                                         {0}};

static const struct program rig_check = {
    .name = "skitter rig check",
    .summary = "check a rig file and print it, with all that it leaves out in comments",
    .synopsis = check_synopsis,
    .arguments = check_arguments,
    .min_arguments = 1,
    .max_arguments = 1,
    OPTION_ROWS(check_options),
    .settings_size = sizeof(struct check_settings),
    .run = check,
};

/* ---- a picture */

struct draw_settings {
    struct option_list set;
    const char *output;
    bool force;
};

static enum error_code draw(const void *settings, const struct option_list *arguments,
                            struct error *err)
{
    const struct draw_settings *s = settings;
    struct rig *rig;
    if (!s->output)
        return error_set(err, ERROR_USAGE,
                         "say where the picture goes: --output NAME.svg, .pdf or .png");
    enum error_code code = figure_file_check(s->output, s->force, err);
    if (!code)
        code = rig_load(arguments->items[0], s->set.items, s->set.n, sim_registry, &rig, err);
    if (code)
        return code;
    code = front_sketch_write(rig, s->output, s->force, err);
    if (!code)
        remark(false, "skitter rig draw", "%s: %s at its start", s->output, arguments->items[0]);
    rig_free(rig);
    return code;
}

static const struct option_row draw_options[] = {
    OPTION_OUTPUT("FILE", struct draw_settings, output,
                  "the picture: a name that ends with .svg, .pdf or .png"),
    OPTION_SET(struct draw_settings),
    OPTION_FORCE(struct draw_settings),
};
static const char *const draw_synopsis[] = {"[--set NAME=VALUE] ... --output FILE RIG", NULL};
static const struct option_argument draw_arguments[] = {OPTION_RIG_ARGUMENT, {0}};

static const struct program rig_draw = {
    .name = "skitter rig draw",
    .summary = "draw the mechanism of a rig file at its start",
    .synopsis = draw_synopsis,
    .arguments = draw_arguments,
    .min_arguments = 1,
    .max_arguments = 1,
    OPTION_ROWS(draw_options),
    .settings_size = sizeof(struct draw_settings),
    .run = draw,
};

static const struct program *const rig_commands[] = {&rig_check, &rig_draw, &front_rig_new,
                                                     &front_rig_compile, NULL};

const struct program front_rig = {
    .name = "skitter rig",
    .summary = "make, check, draw and compile rig files",
    .commands = rig_commands,
};
