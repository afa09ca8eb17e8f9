/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The modes of the contact over a plane (docs/physics.md; Liu 2007 table 1, Leine 2002 table
 * 3.1) and the curves between them. */
#ifndef MAP_MODES_H
#define MAP_MODES_H

#include "map/curve.h"
#include "map/singular.h"

/* X(name, word in files, what figures call it) */
#define MAP_MODE_LIST(X)              \
    X(NONE, "none", "out of reach")   \
    X(M1, "M1", "takes off (M1)")     \
    X(M2, "M2", "slides (M2)")        \
    X(M3, "M3", "indeterminate (M3)") \
    X(M4, "M4", "inconsistent (M4)")  \
    X(STICK, "stick", "sticks")

enum map_mode {
#define MAP_MODE_ENUM(name, word, text) MAP_##name,
    MAP_MODE_LIST(MAP_MODE_ENUM)
#undef MAP_MODE_ENUM
        MAP_MODES
};

const char *map_mode_word(enum map_mode mode);
const char *map_mode_text(enum map_mode mode);

/* the mode of a point with these fields, its slip direction given or found */
enum map_mode map_mode_of(const double field[MAP_FIELDS], enum map_slip slip);

/* X(name, word in files, what figures call it) */
#define MAP_BOUNDARY_LIST(X)                              \
    X(BOUNDARY_A_PLUS, "A+=0", "A = 0, slip +")           \
    X(BOUNDARY_A_MINUS, "A-=0", "A = 0, slip -")          \
    X(BOUNDARY_B, "B=0", "B = 0")                         \
    X(BOUNDARY_SLIP, "slip=0", "v_r = 0")                 \
    X(BOUNDARY_STICK, "stick", "stick")                   \
    X(BOUNDARY_CONE, "cone", "edge of the friction cone") \
    X(BOUNDARY_SINGULAR, "singular", "A = B = 0")

enum map_boundary {
#define MAP_BOUNDARY_ENUM(name, word, text) MAP_##name,
    MAP_BOUNDARY_LIST(MAP_BOUNDARY_ENUM)
#undef MAP_BOUNDARY_ENUM
        MAP_BOUNDARIES
};

const char *map_boundary_word(enum map_boundary boundary);
const char *map_boundary_text(enum map_boundary boundary);

struct map_modes {
    struct map_grid grid;
    unsigned char *mode; /* enum map_mode of each point of the grid */
    /* points for the edges of the cone (where the slip is zero all over the
     * plane, curves) and for the singular ones */
    struct map_curve boundary[MAP_BOUNDARIES];
};

enum error_code map_modes_create(const struct map_place *place, enum map_slip slip,
                                 struct map_modes **modes, struct error *err);
void map_modes_free(struct map_modes *modes); /* NULL is allowed */

#endif
