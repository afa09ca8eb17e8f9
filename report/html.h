/* Documents as HTML, and the page around them. */
#ifndef REPORT_HTML_H
#define REPORT_HTML_H

#include <stdio.h>

#include "report/document.h"

/* sections of the page */
enum error_code report_html_document(const struct report_document *document, FILE *out,
                                     struct error *err);

struct report_html_link {
    const char *id, *text;
};

/* what comes before the sections: head, style, title, contents; of a large page, the
 * browser lays out only the sections in view */
void report_html_begin(FILE *out, const char *title, const char *subtitle, bool simulated, bool large,
                       const struct report_html_link *links, size_t n_links);
/* and after them: the script */
void report_html_end(FILE *out);

#endif
