/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a model made from a description has beside its tables: what its start needs, and its
 * equations on tapes where they are not compiled (sim/code.h). */
#ifndef SIM_OWN_H
#define SIM_OWN_H

#include <stdint.h>

#include "lib/base/sha256.h"
#include "lib/rig/description.h"
#include "sim/code.h"
#include "sim/model.h"
#include "sim/schedules.h"
#include "sim/series.h"
#include "sim/tape.h"
#include "sim/ways.h"

enum {
    SIM_MAX_TERMS = SIM_MAX_COORDINATES * (SIM_MAX_COORDINATES + 4) + 5,
    SIM_MAX_EXTRAS = 3 + RIG_MAX_SPRINGS + RIG_MAX_BODIES
};

/* outputs of the tape of extras; what parameters are computed from at the start follows */
enum sim_extra { SIM_EXTRA_ENERGY, SIM_EXTRA_DISSIPATION, SIM_EXTRA_TILT, SIM_EXTRA_COMPUTED };

/* a tape with the places of its outputs: i goes to place[i] and to mirror[i] */
struct sim_program {
    struct sim_tape *tape;
    size_t n;
    uint16_t place[SIM_MAX_TERMS], mirror[SIM_MAX_TERMS];
};

/* of one number of coordinates */
struct sim_tapes {
    struct sim_program terms;   /* places: doubles from the start of struct sim_terms */
    struct sim_program outline; /* heights, in the order of the model's names */
    struct sim_program extras;
    struct sim_series *series[SIM_WAYS]; /* by enum sim_way; NULL: none */
    char fingerprint[SHA256_TEXT_SIZE];  /* sim/fingerprint.h */
};

struct sim_own {
    size_t rests_by; /* coordinate found at the start so that the contact touches; or SIZE_MAX */
    size_t least;    /* of a mechanism of variable size, which rests by its last; else 0 */
    bool has_clock;
    const struct sim_schedules *schedules; /* NULL: none */
    bool starts_flat;                      /* it has no other contact than its face */
    size_t n_computed;
    size_t computed[RIG_OWN_PARAMETERS]; /* parameters that the extras give at the start */
    struct rig_start_range ranges[SIM_MAX_COORDINATES];
    const char *cannot_reach, *wrong_size; /* messages */
    const char *singular[SIM_MAX_COORDINATES], *out_of_range[SIM_MAX_COORDINATES];
    const struct sim_tapes *tapes[SIM_MAX_COORDINATES + 1]; /* by coordinates; NULL: compiled */
};

/* of a model that touches with corners, the one with the lowest; else the model itself */
const struct sim_model *sim_own_lowest(const struct sim_model *model, const double *p, size_t n,
                                       const double *q);

/* make a model, and have the description keep it (description->made) */
enum error_code sim_own_make(struct rig_description *description, struct error *err);

/* let the model that was made take compiled code in place of its tapes, if it is that of the same
 * tapes; whether it was */
struct sim_code;
bool sim_own_adopt(struct rig_description *description, const struct sim_code *code);

/* have the model drop something when it goes; one thing at most */
void sim_own_keep(struct rig_description *description, void *thing, void (*drop)(void *));

/* the terms by their tape, in double, in one direction as imaginary part, and in some
 * (sim/terms_lanes.h) */
struct sim_terms_lanes;
void sim_own_terms(const struct sim_own *own, const double *p, size_t n, const double *q,
                   const double *v, struct sim_terms *out);
void sim_own_terms_c(const struct sim_own *own, const double complex *p, size_t n,
                     const double complex *q, const double complex *v, struct sim_terms_c *out);
void sim_own_slopes(const struct sim_own *own, const double *p, size_t n, const double *x,
                    size_t count, const struct sim_move *moves, struct sim_terms_lanes *slopes);

/* heights of the outline at the terms of a state (the mass matrix is not looked at) */
void sim_own_outline(const struct sim_own *own, const double *p, size_t n, const double *q,
                     const struct sim_terms *terms, double *heights);
void sim_own_outline_c(const struct sim_own *own, const double complex *p, size_t n,
                       const double complex *q, const struct sim_terms_c *terms,
                       double complex *heights);

void sim_own_extras(const struct sim_own *own, const double *p, size_t n, const double *q,
                    const double *v, double extras[SIM_MAX_EXTRAS]);
void sim_own_extras_c(const struct sim_own *own, const double complex *p, size_t n,
                      const double complex *q, const double complex *v,
                      double complex extras[SIM_MAX_EXTRAS]);

#endif
