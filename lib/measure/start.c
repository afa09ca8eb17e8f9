/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/measure/start.h"

#include <string.h>

#include "lib/base/units.h"

/* the run of an item, up to its last '='; NULL: it names none */
static const char *equals_of(const char *item) { return strrchr(item, '='); }

static size_t length_of(const char *path, size_t length)
{
    while (length > 1 && path[length - 1] == '/')
        length--;
    return length;
}

/* "runs/003/" is named by "runs/003" and by "003" */
static bool names(const char *item, const char *run)
{
    const size_t named = length_of(item, (size_t)(equals_of(item) - item));
    const size_t length = length_of(run, strlen(run));
    if (named > length || strncmp(item, run + length - named, named) != 0)
        return false;
    return named == length || run[length - named - 1] == '/';
}

static const char *choose(const char *const *items, size_t n, const char *run)
{
    const char *general = NULL, *own = NULL;
    for (size_t i = 0; i < n; i++) {
        if (!equals_of(items[i]))
            general = items[i];
        else if (names(items[i], run))
            own = equals_of(items[i]) + 1;
    }
    return own ? own : general;
}

static enum error_code take_trigger(struct measure_record *m, struct error *err)
{
    const struct run *run = m->channels.run;
    if (!run || !run->info.trigger.text)
        return error_set(err, ERROR_INPUT,
                         "%s: --start-at trigger: was recorded without a trigger; give the time",
                         m->name);
    m->start_at = m->first + (double)(run->info.trigger.frame - m->channels.first) * m->period;
    return ERROR_OK;
}

enum error_code measure_start_take(const char *const *items, size_t n,
                                   struct measure_record *measured, struct error *err)
{
    struct measure_record *m = measured;
    const char *when = choose(items, n, m->name);
    if (!when)
        return ERROR_OK;
    m->start_told = true;
    enum error_code code;
    if (strcmp(when, "trigger") == 0) {
        code = take_trigger(m, err);
    } else {
        code = units_parse(when, "s", &m->start_at, err);
        if (code) {
            error_prefix(err, "--start-at");
            err->code = code = ERROR_USAGE;
        }
    }
    const double end = m->first + (double)m->n * m->period;
    if (!code && !(m->start_at >= m->first && m->start_at < end))
        code = error_set(err, ERROR_INPUT,
                         "%s: --start-at %s: is not in the record, which goes from %.6g s to "
                         "%.6g s",
                         m->name, when, m->first, end);
    return code;
}

enum error_code measure_start_check(const char *const *items, size_t n, const char *const *runs,
                                    size_t n_runs, struct error *err)
{
    for (size_t i = 0; i < n; i++) {
        bool found = !equals_of(items[i]);
        for (size_t k = 0; !found && k < n_runs; k++)
            found = names(items[i], runs[k]);
        if (!found)
            return error_set(err, ERROR_USAGE, "--start-at %s: names none of the runs", items[i]);
    }
    return ERROR_OK;
}
