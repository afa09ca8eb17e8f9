/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Friction from the force of a spring that pulls a slider, mass m, at a steady speed V. While it
 * sticks the force rises by k V; it slips at mu_s m g, and with Coulomb's friction mu_d
 *
 *     f - mu_d = R cos(w t),   w = sqrt(k/m),   R^2 = (mu_s - mu_d)^2 + B^2,   B = k V / (m g w)
 *
 * from its greatest value to its least, f being the force over m g. The middle of a drop is mu_d
 * therefore, and half of it R, which gives mu_s: slip by slip, since real surfaces are never as
 * strong twice. */
#ifndef CALIB_STICK_SLIP_H
#define CALIB_STICK_SLIP_H

#include "calib/output.h"
#include "calib/slips.h"

/* what Coulomb's friction gives with this puller */
struct calib_stick_slip_cycle {
    double period, drop;
};
struct calib_stick_slip_cycle calib_stick_slip_predict(const struct calib_puller *puller,
                                                       double sliding, double strength);

enum error_code calib_stick_slip_find(const struct measure_channels *input, const char *channel,
                                      const struct calib_puller *given,
                                      struct calib_stick_slip *found, struct calib_output *output,
                                      struct error *err);
void calib_stick_slip_free(struct calib_stick_slip *found);
void calib_stick_slip_print(const struct calib_stick_slip *found, FILE *out);
void calib_stick_slip_draw(const struct calib_stick_slip *found, struct figure *figure);

/* the friction that was found, with the puller of another run: its cycle as it was predicted and as
 * it is there; says whether Coulomb's friction holds */
enum error_code calib_stick_slip_score(const struct calib_stick_slip *found, const char *run,
                                       const char *channel, FILE *out, struct error *err);

#endif
