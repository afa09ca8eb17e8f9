/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A motion as a figure: coordinates, velocities of the tip with its impacts, forces of the
 * contact, and when it flies, slips and sticks. Of skitter-sim alone. */
#ifndef SIM_PICTURE_H
#define SIM_PICTURE_H

#include "sim/setup.h"

struct sim_picture;

/* NULL: no memory. The set-up must live as long */
struct sim_picture *sim_picture_begin(const struct sim_setup *setup, const char *title);
void sim_picture_free(struct sim_picture *picture); /* NULL is allowed */

enum error_code sim_picture_sample(struct sim_picture *picture, const struct sim_sample *sample,
                                   struct error *err);
enum error_code sim_picture_event(struct sim_picture *picture, const struct sim_event *event,
                                  struct error *err);

/* what came so far; the ending of the path decides: .svg, .pdf or .png */
enum error_code sim_picture_write(struct sim_picture *picture, const char *path, bool force,
                                  struct error *err);

#endif
