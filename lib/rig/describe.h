/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading the description of a mechanism. */
#ifndef LIB_RIG_DESCRIBE_H
#define LIB_RIG_DESCRIBE_H

#include "lib/base/error.h"
#include "lib/rig/description.h"

/* From the "mechanism" of a rig file as JSON, numbers and words as texts. On failure `key` is
 * the path of what is wrong, from "mechanism" on. The description is owned once. */
enum error_code rig_description_read(const json_t *source, struct rig_description **description,
                                     char *key, size_t key_size, struct error *err);

struct mechanism;

/* what a mechanism was made from, whether a rig file describes it or names it; to be dropped */
enum error_code rig_description_of(const struct mechanism *mechanism, struct rig_description **held,
                                   struct error *err);

#endif
