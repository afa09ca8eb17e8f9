/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The channels of a run over time, as a figure. */
#ifndef FRONT_RUN_FIGURE_H
#define FRONT_RUN_FIGURE_H

#include "lib/measure/channels.h"

/* a panel for each channel, clipped samples marked, nothing where frames were lost; .svg, .pdf
 * or .png */
enum error_code front_run_figure(const struct measure_channels *channels, const char *path,
                                 bool force, struct error *err);

#endif
