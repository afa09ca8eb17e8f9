/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/planned.h"

#include <stdbool.h>
#include <string.h>

static bool is_plan(const json_t *file)
{
    const char *kind = json_string_value(json_object_get(file, "kind"));
    const json_t *plan = json_object_get(file, "plan");
    const json_t *goals = json_object_get(plan, "goal"), *goal;
    size_t i;
    if (!kind || strcmp(kind, "plan") != 0 || !json_is_array(goals) ||
        !json_is_array(json_object_get(plan, "runs")))
        return false;
    json_array_foreach(goals, i, goal)
    {
        if (!json_is_string(json_object_get(goal, "name")) ||
            !json_is_string(json_object_get(goal, "unit")))
            return false;
    }
    return true;
}

enum error_code planned_read(const char *path, json_t **file, struct error *err)
{
    json_error_t failure;
    *file = json_load_file(path, JSON_REJECT_DUPLICATES, &failure);
    if (!*file)
        return error_set(err, ERROR_INPUT, "%s: %s", path, failure.text);
    if (is_plan(*file))
        return ERROR_OK;
    json_decref(*file);
    *file = NULL;
    return error_set(err, ERROR_INPUT, "%s: is no plan of skitter-plan --output", path);
}
