/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Schedules of a described mechanism: how much of a force acts, or of the base's amplitude there
 * is, over time, as points of a table. Private to lib/rig. */
#ifndef LIB_RIG_SCHEDULE_H
#define LIB_RIG_SCHEDULE_H

#include "lib/rig/form.h"

/* put the points of the files that a mechanism names beside its rig file ("table: push.csv") into
 * its source, which is whole without them then, as runs keep it; key: what is wrong */
enum error_code rig_schedule_load(json_t *mechanism, const char *rig_path, char *key,
                                  size_t key_size, struct error *err);

/* "points" and "interpolation" of a force or of the base (`base`), which is at `path`; without
 * points the wave stays as it is */
enum error_code rig_schedule_read(struct rig_describer *s, const char *path, const json_t *object,
                                  bool base, struct rig_wave *wave);

#endif
