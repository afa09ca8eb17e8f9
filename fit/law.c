/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/law.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/list.h"
#include "lib/base/nearest.h"
#include "sim/model.h"
#include "sim/values.h"

/* ---- words */

enum { FREES = 2, FREE_SIZE = 1024 };
enum part { PART_IMPACT, PART_FRICTION, PART_REST, PART_RESTITUTION };

/* what a word stands for, and what becomes free with it, between bounds that hold where neither
 * the rig nor a person says anything of the value */
static const struct word {
    const char *word;
    enum part part;
    int value;
    struct {
        const char *name, *bounds;
    } frees[FREES];
} words[] = {
    {"poisson", PART_IMPACT, RIG_IMPACT_POISSON, {{0}}},
    {"stronge", PART_IMPACT, RIG_IMPACT_STRONGE, {{0}}},
    {"newton", PART_IMPACT, RIG_IMPACT_NEWTON, {{0}}},
    {"bilinear", PART_IMPACT, RIG_IMPACT_BILINEAR, {{"tangential_compliance", NULL}}},
    {"coulomb", PART_FRICTION, RIG_FRICTION_COULOMB, {{0}}},
    {"stribeck",
     PART_FRICTION,
     RIG_FRICTION_STRIBECK,
     {{"static_friction", NULL}, {"stribeck_speed", "stribeck_speed=1 mm/s..1 m/s"}}},
    {"ageing", PART_REST, RIG_STATIC_AGEING, {{"ageing", NULL}}},
    {"power",
     PART_RESTITUTION,
     RIG_RESTITUTION_POWER,
     {{"restitution_power", "restitution_power=-1..1"}}},
};
enum { WORDS = sizeof words / sizeof *words };

static void obey(const struct word *word, struct rig *rig)
{
    static const struct rig_curve none;
    struct rig_surface *surface = &rig->surface;
    switch (word->part) {
    case PART_IMPACT:
        rig->impact = (enum rig_impact)word->value;
        break;
    case PART_FRICTION:
        surface->friction = (enum rig_friction)word->value;
        surface->friction_table = none;
        break;
    case PART_REST:
        surface->rest = (enum rig_static)word->value;
        break;
    case PART_RESTITUTION:
        surface->restitution = (enum rig_restitution)word->value;
        surface->restitution_table = none;
        break;
    }
}

/* ---- a law */

static enum error_code add_free(struct fit_law *law, const char *name, struct error *err)
{
    const size_t used = strlen(law->free);
    if (list_has(law->free, name))
        return ERROR_OK;
    if (used + strlen(name) + 2 > FREE_SIZE)
        return error_set(err, ERROR_USAGE, "--compare %s: frees too many values", law->name);
    snprintf(law->free + used, FREE_SIZE - used, "%s%s", used ? "," : "", name);
    return ERROR_OK;
}

static enum error_code add_bounds(struct fit_law *law, const char *bounds, struct error *err)
{
    char **more = realloc(law->bounds, (law->n_bounds + 1) * sizeof *more);
    if (!more)
        return error_memory(err);
    law->bounds = more;
    more[law->n_bounds] = strdup(bounds);
    return more[law->n_bounds++] ? ERROR_OK : error_memory(err);
}

static enum error_code take_word(struct fit_law *law, const struct word *word, struct error *err)
{
    enum error_code code = ERROR_OK;
    obey(word, law->rig);
    for (size_t i = 0; !code && i < FREES && word->frees[i].name; i++) {
        const struct rig_value *value = rig_value(law->rig, word->frees[i].name);
        code = add_free(law, word->frees[i].name, err);
        if (!code && word->frees[i].bounds && value && !rig_given(value))
            code = add_bounds(law, word->frees[i].bounds, err);
    }
    return code;
}

static enum error_code unknown(const struct fit_law *law, const char *given, struct error *err)
{
    struct nearest nearest = nearest_to(given);
    char hint[192];
    for (size_t i = 0; i < WORDS; i++)
        nearest_offer(&nearest, words[i].word);
    for (size_t i = 0; i < law->rig->parameters.n; i++)
        nearest_offer(&nearest, law->rig->parameters.table[i].name);
    nearest_hint(&nearest, hint, sizeof hint);
    return error_set(err, ERROR_USAGE,
                     "--compare %s: \"%s\" is no law, no parameter and no NAME=VALUE%s", law->name,
                     given, hint);
}

static enum error_code take_term(struct fit_law *law, const char *term, struct error *err)
{
    for (size_t i = 0; i < WORDS; i++)
        if (strcmp(words[i].word, term) == 0)
            return take_word(law, &words[i], err);
    if (strchr(term, '=')) {
        const enum error_code code = rig_set(law->rig, term, err);
        if (code)
            error_prefix(err, "--compare %s", law->name);
        return code;
    }
    return rig_value(law->rig, term) ? add_free(law, term, err) : unknown(law, term, err);
}

enum error_code fit_law_read(const struct rig *rig, const char *name, struct fit_law *law,
                             struct error *err)
{
    char terms[LIST_WORD_SIZE], *rest = NULL;
    snprintf(law->name, sizeof law->name, "%s", name);
    snprintf(terms, sizeof terms, "%s", name);
    law->rig = rig_copy(rig);
    law->free = calloc(FREE_SIZE, 1);
    enum error_code code = law->rig && law->free ? ERROR_OK : error_memory(err);
    for (char *term = strtok_r(terms, "+", &rest); !code && term; term = strtok_r(NULL, "+", &rest))
        code = take_term(law, term, err);
    if (!code)
        code = rig_impact_fits(law->rig, err);
    return code;
}

static bool bounded(const struct option_list *bounds, const char *assignment)
{
    const size_t length = strcspn(assignment, "=") + 1;
    for (size_t i = 0; i < bounds->n; i++)
        if (strncmp(bounds->items[i], assignment, length) == 0)
            return true;
    return false;
}

enum error_code fit_law_request(struct fit_law *law, const struct fit_request *request,
                                struct fit_request *own, struct error *err)
{
    enum error_code code = ERROR_OK;
    const char *rest = request->free;
    *own = *request;
    for (char name[LIST_WORD_SIZE]; !code && list_next(&rest, name);)
        code = add_free(law, name, err);
    own->free = law->free;
    own->bounds = (struct option_list){
        .items = calloc(request->bounds.n + law->n_bounds + 1, sizeof *own->bounds.items)};
    if (!code && !own->bounds.items)
        code = error_memory(err);
    for (size_t i = 0; !code && i < request->bounds.n; i++)
        own->bounds.items[own->bounds.n++] = request->bounds.items[i];
    for (size_t i = 0; !code && i < law->n_bounds; i++)
        if (!bounded(&request->bounds, law->bounds[i]))
            own->bounds.items[own->bounds.n++] = law->bounds[i];
    if (code)
        free(own->bounds.items);
    return code;
}

void fit_law_free(struct fit_law *law)
{
    for (size_t i = 0; i < law->n_bounds; i++)
        free(law->bounds[i]);
    free(law->bounds);
    free(law->free);
    rig_free(law->rig);
}
