/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measured motion in the mechanism's own coordinates. */
#ifndef LIB_PREDICT_PORTRAIT_H
#define LIB_PREDICT_PORTRAIT_H

#include "lib/predict/motion.h"

/* Two coordinates follow from the two velocities of the tip: (tip_t, tip_n) =
 * K^T v, integrated from the rig's start. An empty curve when the mechanism has
 * another number, or a channel is missing; it ends where K cannot be inverted. */
enum error_code predict_portrait_measured(const struct rig *rig,
                                          const struct measure_record *measured, size_t first,
                                          struct predict_curve *curve, struct error *err);

#endif
