/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The series of a panel, drawn into its frame. Of more points than can be told apart, those
 * stay that can be seen: of each column the first, the least, the largest and the last. */
#ifndef LIB_FIGURE_MARKS_H
#define LIB_FIGURE_MARKS_H

#include "lib/figure/canvas.h"

/* the area of a panel between its axes */
struct figure_frame {
    const struct figure_panel *panel;
    double x, y, width, height;
};

/* from data to the canvas; what is far outside stays near */
double figure_frame_x(const struct figure_frame *frame, double x);
double figure_frame_y(const struct figure_frame *frame, double y);

void figure_marks_draw(const struct figure_frame *frame, const struct figure_series *series,
                       struct figure_canvas *canvas);

/* a sample of the series for a legend, 22 wide around the height y */
void figure_marks_sample(const struct figure_series *series, double x, double y,
                         struct figure_canvas *canvas);

#endif
