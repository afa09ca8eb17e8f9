/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/rigs.h"

#include <string.h>

#include "lib/base/list.h"
#include "sim/registry.h"

static bool own(const struct report_request *request, const char *name,
                const struct rig_value *value)
{
    return value->source == RIG_SET || strcmp(name, "belt_speed") == 0 ||
           list_has(request->from_run, name);
}

static enum error_code take_own(const struct report_request *request, const struct rig *recorded,
                                struct rig *rig, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < recorded->parameters.n; i++) {
        const struct rig_value *value = &recorded->parameters.values[i];
        const char *name = recorded->model->parameters[i].name;
        if (rig_given(value) && own(request, name, value))
            code = rig_set_value(rig, name, value->value, err);
    }
    /* the start is the run's as a whole: what it leaves open is not taken from elsewhere */
    for (size_t i = 0; !code && i < recorded->start.n; i++)
        rig->start.values[i] = recorded->start.values[i];
    return code;
}

enum error_code report_rigs_make(const struct report_request *request, json_t *recorded,
                                 const char *dir, struct rig **rig, struct error *err)
{
    struct rig *was = NULL;
    *rig = rig_copy(request->rig);
    if (!*rig)
        return error_memory(err);
    if (!recorded || json_is_null(recorded))
        return ERROR_OK;
    enum error_code code = rig_from_json(recorded, dir, sim_registry, &was, err);
    if (!code && !rig_same_model(was, request->rig))
        code = error_set(err, ERROR_INPUT,
                         "%s: was recorded with a %s, but %s is a %s; give the rig file of this "
                         "run, or leave the run out",
                         dir, was->model->name, request->rig->path, request->rig->model->name);
    if (!code)
        code = take_own(request, was, *rig, err);
    rig_free(was);
    return code;
}
