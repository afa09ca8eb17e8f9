/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which column of somebody's file is which channel: what the person says (--column, --time),
 * or else what the names say. */
#ifndef DAQ_MAPPING_H
#define DAQ_MAPPING_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

/* what a person says about a file; all zero: nothing */
struct daq_mapping {
    double rate;                /* Hz; 0: the file tells */
    const char *time;           /* "NAME" or "NAME:UNIT"; NULL: as the names say */
    long skip;                  /* lines of a text */
    const char *const *columns; /* "NAME=ROLE" or "NAME=ROLE:UNIT", or with "125 mm/s" for UNIT */
    size_t n_columns;
};

enum { DAQ_NAME_SIZE = 64 };

/* a column as the file has it, and what becomes of it */
struct daq_column {
    char name[DAQ_NAME_SIZE], unit[DAQ_NAME_SIZE]; /* "" when the file tells none */
    bool empty;                                    /* nothing is in it */
    /* set by daq_mapping_apply */
    bool wanted;
    char role[DAQ_NAME_SIZE];
    char role_unit[DAQ_NAME_SIZE];
    double factor; /* what 1 in the file is, in role_unit */
    bool volts;    /* or in V, which is for the rig file to say more of */
};

enum { DAQ_NO_COLUMN = -1 };

/* Fill in what becomes of each. Without --column all that hold something are wanted, else
 * those that are named. The path is for messages. */
enum error_code daq_mapping_apply(const struct daq_mapping *mapping, const char *path,
                                  struct daq_column *columns, size_t n, struct error *err);

/* the column of the times and what its 1 is in s; DAQ_NO_COLUMN: none is known */
enum error_code daq_mapping_time(const struct daq_mapping *mapping, const char *path,
                                 struct daq_column *columns, size_t n, long *column, double *unit,
                                 struct error *err);

#endif
