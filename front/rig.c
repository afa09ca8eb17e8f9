/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter rig: look after rig files */
#include "config.h"

#include <stdio.h>

#include "lib/rig/rig.h"
#include "front/commands.h"
#include "sim/registry.h"

struct check_settings {
    bool quiet, json;
};

static enum error_code print_json(const struct rig *rig, struct error *err)
{
    json_t *json = rig_to_json(rig);
    if (!json)
        return error_memory(err);
    int failed = json_dumpf(json, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    json_decref(json);
    putchar('\n');
    return failed ? error_set(err, ERROR_IO, "standard output could not be written") : ERROR_OK;
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

static const struct program *const rig_commands[] = {&rig_check, NULL};

const struct program front_rig = {
    .name = "skitter rig",
    .summary = "check rig files",
    .commands = rig_commands,
};
