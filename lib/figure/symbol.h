/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of parameters and states as they stand in print: theta1_dot is θ̇₁, m/s2 is m/s². */
#ifndef LIB_FIGURE_SYMBOL_H
#define LIB_FIGURE_SYMBOL_H

#include "lib/base/arena.h"

/* "θ̇₁"; a name that is no symbol becomes words: belt_speed is "belt speed" */
const char *figure_symbol(struct arena *arena, const char *name);

/* "m/s²"; "" for a pure number */
const char *figure_unit(struct arena *arena, const char *unit);

/* both, for an axis: "θ̇₁ (rad/s)" */
const char *figure_label(struct arena *arena, const char *name, const char *unit);

#endif
