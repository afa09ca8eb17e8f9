/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measured motion in the mechanism's own coordinates. */
#ifndef REPORT_PORTRAIT_H
#define REPORT_PORTRAIT_H

#include "report/predict.h"

/* Two coordinates follow from the two velocities of the tip: (tip_t, tip_n) =
 * K^T v, integrated from the rig's start. An empty curve when the mechanism has
 * another number, or a channel is missing; it ends where K cannot be inverted. */
enum error_code report_portrait_measure(const struct rig *rig,
                                        const struct measure_record *measured, size_t first,
                                        struct report_curve *curve, struct error *err);

#endif
