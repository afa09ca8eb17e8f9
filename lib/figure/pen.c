/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/figure/pen.h"

#include <math.h>

static const double share = 0.1; /* of what is worth telling apart */

static void begin_stroke(struct figure_pen *pen, double x, double y)
{
    pen->from[0] = x;
    pen->from[1] = y;
    pen->held = pen->aimed = false;
    pen->distance = 0;
}

/* Is a stroke to here as good as one by way of the point that is held? It passes all points since
 * the last one that was drawn (the cone of Imai and Iri 1988), and does not turn back. */
static bool goes_on(const struct figure_pen *pen, double direction, double distance)
{
    const double turn = remainder(direction - pen->direction, 2 * M_PI);
    return distance >= pen->distance && (!pen->aimed || (turn >= pen->least && turn <= pen->most));
}

/* from now on a stroke must pass here too */
static void aim(struct figure_pen *pen, double direction, double distance, double near)
{
    pen->distance = distance;
    if (distance <= near) /* any does */
        return;
    const double half = asin(near / distance);
    if (!pen->aimed) {
        pen->aimed = true;
        pen->direction = direction;
        pen->least = -half;
        pen->most = half;
        return;
    }
    const double turn = remainder(direction - pen->direction, 2 * M_PI);
    pen->least = fmax(pen->least, turn - half);
    pen->most = fmin(pen->most, turn + half);
}

void figure_pen_go(struct figure_pen *pen, double x, double y)
{
    if (!pen->down) {
        pen->canvas->move(pen->canvas, x, y);
        pen->down = true;
        begin_stroke(pen, x, y);
        return;
    }
    double direction = atan2(y - pen->from[1], x - pen->from[0]);
    double distance = hypot(x - pen->from[0], y - pen->from[1]);
    if (pen->held && !goes_on(pen, direction, distance)) {
        pen->canvas->line(pen->canvas, pen->x, pen->y);
        begin_stroke(pen, pen->x, pen->y);
        direction = atan2(y - pen->from[1], x - pen->from[0]);
        distance = hypot(x - pen->from[0], y - pen->from[1]);
    }
    aim(pen, direction, distance, share / pen->canvas->columns);
    pen->held = true;
    pen->x = x;
    pen->y = y;
}

void figure_pen_lift(struct figure_pen *pen)
{
    if (pen->held)
        pen->canvas->line(pen->canvas, pen->x, pen->y);
    pen->held = pen->down = false;
}
