/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What to record next, as a plan of skitter-plan has it. */
#ifndef REPORT_NEXT_H
#define REPORT_NEXT_H

#include <jansson.h>

#include "report/document.h"

/* a heading, the runs in a table and the lines that record them; plan: of lib/rig/planned.h, NULL:
 * nothing */
void report_next(const json_t *plan, struct report_document *document);

#endif
