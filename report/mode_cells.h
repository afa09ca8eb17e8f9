/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map of the contact's modes behind a phase portrait. */
#ifndef REPORT_MODE_CELLS_H
#define REPORT_MODE_CELLS_H

#include "lib/rig/rig.h"
#include "report/document.h"

/* put areas over the figure's range before its other series, in the arena. A mechanism whose
 * plane cannot be mapped gets none. */
void report_mode_cells(const struct rig *rig, struct report_figure *figure, struct arena *arena);

#endif
