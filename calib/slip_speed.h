/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction over the speed of slip, from the force of a spring that pulls a slider. The force f over
 * the weight gives the speed, V - (m g/k) f', and friction, f + (m/k) f''. Each speed is passed
 * twice, while a slip gets faster and while it gets slower. Were k/m not what was said, one of them
 * would show too much and the other as much too little: their mean stands for friction. Slips are
 * unlike, and the fast ones are at other places than the slow ones: only what changes within each
 * slip counts (a layout of two ways, with the slip and the speed). */
#ifndef CALIB_SLIP_SPEED_H
#define CALIB_SLIP_SPEED_H

#include "calib/slips.h"

/* fills found->by_speed; a record too coarse for it has no points */
enum error_code calib_slip_speed_find(struct calib_stick_slip *found, struct error *err);
void calib_slip_speed_draw(const struct calib_stick_slip *found, struct figure *figure);

#endif
