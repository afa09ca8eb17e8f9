/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mechanism as a picture at its start. */
#ifndef FRONT_SKETCH_H
#define FRONT_SKETCH_H

#include "lib/figure/file.h"
#include "lib/rig/rig.h"

/* written where `path` says, of the kind that its ending says */
enum error_code front_sketch_write(const struct rig *rig, const char *path, bool force,
                                   struct error *err);

#endif
