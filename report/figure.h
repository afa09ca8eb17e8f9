/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure of a report: a panel (lib/figure) with the texts around it, and how what is
 * measured, predicted and seen looks everywhere. */
#ifndef REPORT_FIGURE_H
#define REPORT_FIGURE_H

#include "lib/figure/figure.h"

/* X(name, class in pages, whose style sheet has the colour on black, colour on white, the rest) */
#define REPORT_LOOK_LIST(X)                                                                    \
    X(MEASURED, "measured", "#0072b2", .width = 2.8, .opacity = 0.6) /* seen below the next */ \
    X(PREDICTED, "predicted", "#d55e00", .width = 1.1)                                         \
    X(RAIL, "rail", "#767676", .width = 1.1)                                                   \
    X(SPREAD, "band", "#d55e00", .opacity = 0.25)                                              \
    X(SEEN_STICK, "stick", "#009e73", .width = 1.1)                                            \
    X(SEEN_SLIP, "slip", "#e69f00", .width = 1.1)                                              \
    X(SEEN_FLIGHT, "flight", "#56b4e9", .width = 1.1)                                          \
    X(RESIDUAL_T, "residual-t", "#0072b2", .width = 1.1)                                       \
    X(RESIDUAL_N, "residual-n", "#009e73", .width = 1.1)                                       \
    X(RESIDUAL_OVER, "residual-n over", "#009e73", .width = 1.1, .opacity = 0.6)               \
    X(CALIBRATION, "calibration", "#767676", .width = 1.1)                                     \
    X(VALIDATION, "validation", "#0072b2", .width = 1.1)                                       \
    X(LIMIT, "limit", "#767676", .width = 1.1)                                                 \
    X(PARADOX, "paradox", "#cc79a7", .opacity = 0.25)                                          \
    X(LEAVES, "leaves", "#56b4e9", .opacity = 0.25)                                            \
    X(MAP_STICK, "stick", "#009e73", .opacity = 0.2)                                           \
    X(SAME, "same", "#00704f", .size = 4.5)                                                    \
    X(OTHER, "other", "#b00020", .size = 4.5, .shape = FIGURE_UP)

enum report_look {
#define REPORT_LOOK_ENUM(name, ...) REPORT_LOOK_##name,
    REPORT_LOOK_LIST(REPORT_LOOK_ENUM)
#undef REPORT_LOOK_ENUM
};

const struct figure_style *report_look(enum report_look look);

enum { REPORT_ID_SIZE = 64 };

struct report_figure {
    char id[REPORT_ID_SIZE]; /* letters, digits, - and _ : name of files and in pages */
    const char *title, *caption;
    struct figure_panel panel;
    bool half;    /* half the width of a page does */
    bool timed;   /* shares its x axis and cursor with the others of its run */
    bool thinned; /* not all points are there: drawn briefly, to whole pixels */
};

/* the same panel as a figure of lib/figure, with this title */
struct figure report_figure_alone(const struct report_figure *figure, const char *title);

#endif
