/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure as SVG: what a page shows without JavaScript, and files on their own. */
#ifndef REPORT_SVG_H
#define REPORT_SVG_H

#include <stdio.h>

#include "report/figure.h"

/* text of HTML and SVG: < > & and quotes cannot end it; control characters go */
void report_svg_text(FILE *out, const char *text);

/* whole: with colours of its own, as a file; else for a page with a style sheet */
void report_svg_figure(FILE *out, const struct report_figure *figure, bool whole);

#endif
