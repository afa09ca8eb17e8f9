/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves with fewer points, for pages that would become too large: the least and
 * the largest sample of each bin stay, so that no impact is lost. */
#ifndef REPORT_THIN_H
#define REPORT_THIN_H

#include "report/document.h"

struct report_thinned {
    size_t shown, all; /* points of curves */
};

/* A curve of at most `points` points. It stays as it is if it is no longer, else the
 * document owns its new data. Curves of the same length have the same bins. */
struct figure_series report_thin_series(const struct figure_series *series, size_t points,
                                        struct report_document *document);

/* all lines and bands of the document's figures, their axes stay; adds to *count */
void report_thin_document(struct report_document *document, size_t points,
                          struct report_thinned *count);

#endif
