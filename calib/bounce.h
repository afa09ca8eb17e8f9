/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Restitution from a normal velocity that jumps at every impact. */
#ifndef CALIB_BOUNCE_H
#define CALIB_BOUNCE_H

#include "calib/input.h"
#include "calib/output.h"

struct calib_impact {
    double time;  /* s */
    double speed; /* of approach, m/s */
    double restitution, uncertainty;
};

struct calib_bounce {
    struct calib_impact *impacts;
    size_t n;
    double *velocity; /* less what the channel shows at rest */
    double noise;     /* rms of a sample */
    size_t n_samples;
    double time, period;
};

enum error_code calib_bounce_find(const struct measure_channels *input, const char *channel,
                                  struct calib_bounce *bounce, struct calib_output *output,
                                  struct error *err);
void calib_bounce_free(struct calib_bounce *bounce);
void calib_bounce_print(const struct calib_bounce *bounce, FILE *out);
void calib_bounce_draw(const struct calib_bounce *bounce, struct figure *figure);

#endif
