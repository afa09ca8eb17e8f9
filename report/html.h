/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents as HTML, and the page around them. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include <stdio.h>

#include "lib/rig/rig.h"
#include "report/document.h"

/* sections of the page */
enum error_code report_html_document(const struct report_document *document, FILE *out,
                                     struct error *err);

/* what comes before the sections: head, style, title (of a large page the browser
 * lays out only the sections in view), then a link to each section, and the end of the links */
void report_html_begin(FILE *out, const char *title, const char *subtitle, bool simulated,
                       bool large);
void report_html_link(FILE *out, const char *id, const char *text);
void report_html_main(FILE *out);
/* and after them: the script, with the simulator and the rig's mechanism */
enum error_code report_html_end(FILE *out, const struct rig *rig, struct error *err);

#endif
