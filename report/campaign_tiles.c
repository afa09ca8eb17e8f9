/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/campaign_tiles.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/run_page.h"
#include "report/verdict.h"

/* as pages show it: values that were fitted for each run differ by their uncertainty alone */
static double shown(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.3g", value);
    return strtod(text, NULL);
}

static int by_section(const struct rig_section *a, const struct rig_section *b)
{
    for (size_t i = 0; i < a->n && i < b->n; i++) {
        const double x = shown(a->values[i].value), y = shown(b->values[i].value);
        /* what a start determines, as the rest angle of a spring, is no set-up of its own */
        const bool compared = rig_given(&a->values[i]) && rig_given(&b->values[i]) &&
                              strcmp(a->table[i].name, "belt_speed") != 0;
        if (compared && x != y)
            return x < y ? -1 : 1;
    }
    return 0;
}

bool report_same_set_up(const struct report_run *a, const struct report_run *b)
{
    return a->good && b->good && by_section(&a->rig->parameters, &b->rig->parameters) == 0;
}

/* set-up, start, rail; runs that could not be compared come last, all in the order given */
static int by_configuration(const void *left, const void *right)
{
    const struct report_tile *x = left, *y = right;
    const struct report_run *a = x->run, *b = y->run;
    int order = (a->good == 0) - (b->good == 0);
    if (!order && a->good)
        order = by_section(&a->rig->parameters, &b->rig->parameters);
    if (!order && a->good)
        order = by_section(&a->rig->start, &b->rig->start);
    if (!order && a->good)
        order = (a->belt > b->belt) - (a->belt < b->belt);
    return order ? order : strcmp(x->id, y->id);
}

static void fill(const struct report_run *run, size_t index, struct report_document *document,
                 struct report_tile *tile)
{
    static const char *const says[] = {"same behaviour", "other behaviour", NULL};
    char start[256] = "";
    *tile = (struct report_tile){.run = run,
                                 .mark = !run->good                 ? REPORT_NOT_COMPARED
                                         : report_verdict_same(run) ? REPORT_SAME
                                                                    : REPORT_OTHER};
    report_run_id(run, index, tile->id);
    if (run->good)
        report_run_start(run, start, sizeof start);
    tile->title = arena_print(&document->arena, "%zu %s", index, run->name);
    tile->text = run->good
                     ? arena_print(&document->arena, "%s, rail %.3g\u00a0m/s", start, run->belt)
                     : "";
    tile->says = run->good ? says[tile->mark] : run->why;
}

void report_campaign_tiles(const struct report_campaign *campaign, struct report_document *document)
{
    static const char caption[] =
        "Tangential velocity of the tip, measured (wide, blue) and predicted (thin, red), over the "
        "time in which something happens; ticks are events, measured above, predicted below. Same "
        "behaviour: both bounce or neither, both come to stick or neither. Sorted by set-up, start "
        "and rail.";
    struct report_tile *tiles = report_document_tiles(document, campaign->n_runs, caption);
    if (!tiles)
        return;
    for (size_t i = 0; i < campaign->n_runs; i++)
        fill(campaign->runs[i], i + 1, document, &tiles[i]);
    if (!document->arena.failed)
        qsort(tiles, campaign->n_runs, sizeof *tiles, by_configuration);
}
