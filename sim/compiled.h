/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A described mechanism as a shared object that the user's compiler made (skitter rig compile). It
 * is code: nobody loads it but who was asked to by a person. */
#ifndef SIM_COMPILED_H
#define SIM_COMPILED_H

#include <stdio.h>

#include "lib/rig/rig.h"

/* a row for programs (lib/cli/options.h) */
#define OPTION_COMPILED(type)                  \
    OPTION_FLAG("compiled", 0, type, compiled, \
                "run what \"skitter rig compile\" made of RIG, in the file beside it")

/* the file that belongs to a rig file: "rig.yaml" has "rig.so"; for the caller to free, NULL when
 * there is no memory */
char *sim_compiled_path(const char *rig);

/* the source of such an object */
enum error_code sim_compiled_write(const struct rig *rig, FILE *out, struct error *err);

/* load the object beside the file that the rig was read from, if it is that of its mechanism */
enum error_code sim_compiled_load(struct rig *rig, struct error *err);

#endif
