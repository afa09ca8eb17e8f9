/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bifurcation diagram as a picture: stable parts drawn through, unstable ones
 * dashed, infeasible ones grey, the sweeps as marks, special points named. */
#ifndef ORBIT_FIGURE_H
#define ORBIT_FIGURE_H

#include "lib/figure/figure.h"
#include "orbit/diagram.h"

/* `state`: the one whose largest modulus is drawn; the caller frees the figure */
void orbit_figure_make(const char *title, const struct orbit_system *system,
                       const struct orbit_diagram *diagram, size_t state, struct figure *figure);

enum error_code orbit_figure_draw(const char *path, bool force, const char *title,
                                  const struct orbit_system *system,
                                  const struct orbit_diagram *diagram, size_t state,
                                  struct error *err);

#endif
