/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A plan for the bench: a table, lines for skitter-daq record, a JSON file and a figure. */
#ifndef PLAN_OUTPUT_H
#define PLAN_OUTPUT_H

#include <jansson.h>

#include "plan/compare.h"
#include "plan/job.h"

struct plan_report {
    const struct plan_job *job;
    const struct plan_choice *choice;
    const struct plan_variants *variants; /* NULL: not asked for */
};

/* everything about the plan; the same bytes from the same plan */
json_t *plan_output_json(const struct plan_report *report);

/* the table, and below it the lines, on standard output */
enum error_code plan_output_print(const struct plan_report *report, struct error *err);

/* the line that records a candidate, as run `number`, on standard output */
void plan_output_record(const struct plan_job *job, size_t run, size_t number);

#endif
