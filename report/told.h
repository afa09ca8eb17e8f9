/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a section of the page tells its scripts: its figures, the numbers that they draw, the values
 * of its sliders. All of it is packed as one, which page.js unpacks when it comes into view; a
 * reader without scripts has it drawn and in tables. */
#ifndef REPORT_TOLD_H
#define REPORT_TOLD_H

#include <stdio.h>

#include <jansson.h>

#include "report/document.h"

enum { REPORT_TOLD_DATA_MAX = 256 };

struct report_told {
    const struct report_document *document;
    const double *data[REPORT_TOLD_DATA_MAX]; /* arrays that it has already */
    size_t n_data, n_figures;
    json_t *kept;          /* of each: how many, and what the numbers stand for */
    FILE *figures, *bytes; /* NULL: none yet, or no memory */
    char *figures_text, *bytes_text;
    size_t figures_size, bytes_size;
    const char *live;
};

/* in its first state it is all 0 but for the document */
enum error_code report_told_figure(struct report_told *told, const struct report_figure *figure,
                                   struct error *err);
/* the film of a mechanism, with what it is made of */
enum error_code report_told_moving(struct report_told *told, const struct report_block *block,
                                   struct error *err);
void report_told_live(struct report_told *told, const char *json);

/* print it as an element, nothing where nothing was told, and be as at first */
enum error_code report_told_end(struct report_told *told, FILE *out, struct error *err);
void report_told_drop(struct report_told *told);

#endif
