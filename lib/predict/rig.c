/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/predict/rig.h"

#include <math.h>
#include <string.h>

#include "lib/base/list.h"
#include "sim/registry.h"

static bool is_own(const struct predict_names *names, const char *name,
                   const struct rig_value *recorded, const struct rig_value *given)
{
    if (strcmp(name, "belt_speed") == 0 || list_has(names->recorded[0], name) ||
        list_has(names->recorded[1], name))
        return true;
    return recorded->source == RIG_SET && given->source != RIG_SET && !list_has(names->given, name);
}

/* one that was not given follows its default, in the prediction too; how well it is known is
 * what the given rig says where the recorded one does not */
static enum error_code take(const struct rig_value *value, size_t row, struct rig *rig,
                            struct error *err)
{
    const double known = rig->parameters.values[row].uncertainty;
    if (rig_given(value))
        return rig_set_uncertain(rig, rig->parameters.table[row].name, value->value,
                                 value->uncertainty >= 0 ? value->uncertainty : known, err);
    rig->parameters.values[row] = *value;
    return ERROR_OK;
}

static enum error_code take_own(const struct rig *recorded, const struct predict_names *names,
                                struct rig *rig, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < recorded->parameters.n; i++) {
        const struct rig_value *value = &recorded->parameters.values[i];
        if (is_own(names, recorded->model->parameters[i].name, value, &rig->parameters.values[i]))
            code = take(value, i, rig, err);
    }
    for (size_t i = 0; !code && i < recorded->start.n; i++) {
        const double known = rig->start.values[i].uncertainty;
        rig->start.values[i] = recorded->start.values[i];
        if (isnan(rig->start.values[i].uncertainty) && rig_given(&rig->start.values[i]))
            rig->start.values[i].uncertainty = known;
    }
    return code;
}

enum error_code predict_rig_make(const struct rig *given, const json_t *recorded, const char *dir,
                                 const struct predict_names *names, struct rig **rig,
                                 struct error *err)
{
    struct rig *was = NULL;
    *rig = rig_copy(given);
    if (!*rig)
        return error_memory(err);
    if (!recorded || json_is_null(recorded))
        return ERROR_OK;
    enum error_code code = rig_from_json(recorded, dir, sim_registry, &was, err);
    if (!code && !rig_same_model(was, given))
        code = error_set(err, ERROR_INPUT,
                         "%s: was recorded with a %s, but %s is a %s; give the rig file of this "
                         "run, or leave the run out",
                         dir, was->model->name, given->path, given->model->name);
    if (!code)
        code = take_own(was, names, *rig, err);
    rig_free(was);
    return code;
}
