/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Columns of numbers, whatever file they are in: text, MAT, UFF. A kind of file is one struct
 * of function pointers in a file of its own, columns_NAME.c. Used by table*.c only. */
#ifndef DAQ_COLUMNS_H
#define DAQ_COLUMNS_H

#include "daq/mapping.h"

enum { DAQ_COLUMNS_MAX = 256 };

struct daq_columns;

struct daq_columns_kind {
    /* fill the columns; what was made is freed by close also when it fails */
    enum error_code (*open)(struct daq_columns *columns, const struct daq_mapping *mapping,
                            struct error *err);
    enum error_code (*rewind)(struct daq_columns *columns, struct error *err);
    /* the next row: NaN is a sample that was lost, infinite one beyond the range. `decimals`
     * (may be NULL): digits after the point, -1 where that says nothing */
    enum error_code (*next)(struct daq_columns *columns, double *values, int *decimals, bool *more,
                            struct error *err);
    void (*close)(struct daq_columns *columns);
};

struct daq_columns {
    const struct daq_columns_kind *kind;
    const char *path;
    size_t n;
    struct daq_column list[DAQ_COLUMNS_MAX];
    bool named;       /* the file has names for them */
    double period;    /* s; 0: the file tells it by a column, or not at all */
    long place;       /* line or number of the last row, from 1 */
    char layout[256]; /* what the file is, in words */
    void *state;
};

extern const struct daq_columns_kind daq_columns_text, daq_columns_uff;
#ifdef HAVE_MATIO
extern const struct daq_columns_kind daq_columns_mat;
#endif

/* ---- for kinds that hold all numbers in memory: state is a struct daq_held */

struct daq_held {
    double *values[DAQ_COLUMNS_MAX];
    size_t rows, next;
};

/* one more column; takes `values` in any case. All are to have the same number of rows. */
enum error_code daq_held_add(struct daq_columns *columns, const char *name, const char *unit,
                             double *values, size_t rows, struct error *err);
enum error_code daq_held_rewind(struct daq_columns *columns, struct error *err);
enum error_code daq_held_next(struct daq_columns *columns, double *values, int *decimals,
                              bool *more, struct error *err);
void daq_held_close(struct daq_columns *columns);

#endif
