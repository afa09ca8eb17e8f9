/* The modes of the contact over a plane (PHYSICS.md; papers 1 table 1, 3 table
 * 3.1) and the curves between them. */
#ifndef SIM_MAP_MODES_H
#define SIM_MAP_MODES_H

#include "sim/map_curve.h"
#include "sim/map_singular.h"

/* X(name, word in files, what figures call it) */
#define SIM_MAP_MODE_LIST(X)                                                  \
    X(NONE, "none", "out of reach")                                           \
    X(M1, "M1", "takes off (M1)")                                             \
    X(M2, "M2", "slides (M2)")                                                \
    X(M3, "M3", "indeterminate (M3)")                                         \
    X(M4, "M4", "inconsistent (M4)")                                          \
    X(STICK, "stick", "sticks")

enum sim_map_mode {
#define SIM_MAP_MODE_ENUM(name, word, text) SIM_MAP_##name,
    SIM_MAP_MODE_LIST(SIM_MAP_MODE_ENUM)
#undef SIM_MAP_MODE_ENUM
    SIM_MAP_MODES
};

const char *sim_map_mode_word(enum sim_map_mode mode);
const char *sim_map_mode_text(enum sim_map_mode mode);

/* the mode of a point with these fields, its slip direction given or found */
enum sim_map_mode sim_map_mode_of(const double field[SIM_MAP_FIELDS], enum sim_map_slip slip);

/* X(name, word in files, what figures call it) */
#define SIM_MAP_BOUNDARY_LIST(X)                                              \
    X(BOUNDARY_A_PLUS, "A+=0", "A = 0, slip +")                               \
    X(BOUNDARY_A_MINUS, "A-=0", "A = 0, slip -")                              \
    X(BOUNDARY_B, "B=0", "B = 0")                                             \
    X(BOUNDARY_SLIP, "slip=0", "v_r = 0")                                     \
    X(BOUNDARY_STICK, "stick", "stick")                                       \
    X(BOUNDARY_CONE, "cone", "edge of the friction cone")                     \
    X(BOUNDARY_SINGULAR, "singular", "A = B = 0")

enum sim_map_boundary {
#define SIM_MAP_BOUNDARY_ENUM(name, word, text) SIM_MAP_##name,
    SIM_MAP_BOUNDARY_LIST(SIM_MAP_BOUNDARY_ENUM)
#undef SIM_MAP_BOUNDARY_ENUM
    SIM_MAP_BOUNDARIES
};

const char *sim_map_boundary_word(enum sim_map_boundary boundary);
const char *sim_map_boundary_text(enum sim_map_boundary boundary);

struct sim_map_modes {
    struct sim_map_grid grid;
    unsigned char *mode; /* enum sim_map_mode of each point of the grid */
    /* points for the edges of the cone (where the slip is zero all over the
     * plane, curves) and for the singular ones */
    struct sim_map_curve boundary[SIM_MAP_BOUNDARIES];
};

enum error_code sim_map_modes_create(const struct sim_map_place *place,
                                     enum sim_map_slip slip, struct sim_map_modes **modes,
                                     struct error *err);
void sim_map_modes_free(struct sim_map_modes *modes); /* NULL is allowed */

#endif
