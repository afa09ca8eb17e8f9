/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A run as columns of physical values, for other people's programs. A kind of file is one
 * function, in export_NAME.c. Used by export*.c and run_export.c only. */
#ifndef FRONT_EXPORT_H
#define FRONT_EXPORT_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

struct front_export {
    const char *name;   /* of the run */
    const char *start;  /* UTC; NULL: not known */
    double period;      /* s */
    size_t n, rows;     /* channels, and frames with those that were lost */
    const char **roles; /* and their SI units */
    const char **units;
    double **values; /* NaN where a frame was lost */
};

/* write it whole or not at all; an existing file is ERROR_EXISTS unless `force` */
typedef enum error_code front_export_write(const struct front_export *run, const char *path,
                                           bool force, struct error *err);

front_export_write front_export_csv, front_export_mat, front_export_sound, front_export_uff;

#endif
