/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model made from the description in a rig file: its tables, and its equations on tapes. */
#ifndef SIM_OWN_H
#define SIM_OWN_H

#include "sim/model.h"

struct rig_description;
struct sim_own;

/* make it, and have the description keep it (description->made) */
enum error_code sim_own_make(struct rig_description *description, struct error *err);

/* what the functions of a struct sim_model do */
void sim_own_terms(const struct sim_own *own, const double *p, size_t n, const double *q,
                   const double *v, struct sim_terms *out);
void sim_own_terms_c(const struct sim_own *own, const double complex *p, size_t n,
                     const double complex *q, const double complex *v, struct sim_terms_c *out);
void sim_own_slopes(const struct sim_own *own, const double *p, size_t n, const double *x,
                    size_t count, const struct sim_move *moves, struct sim_terms *slopes);
const char *sim_own_start(const struct sim_own *own, double *p, size_t n, double *x,
                          const struct sim_given *given);
const char *sim_own_start_c(const struct sim_own *own, double complex *p, size_t n,
                            double complex *x, const struct sim_given *given);
double sim_own_energy(const struct sim_own *own, const double *p, size_t n, const double *q,
                      const double *v);
double sim_own_dissipation(const struct sim_own *own, const double *p, size_t n, const double *q,
                           const double *v);

#endif
