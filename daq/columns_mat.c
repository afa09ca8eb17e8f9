/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAT files (version 5 and, if libmatio has HDF5, 7.3) as columns. Every real vector is one,
 * every matrix as many as its shorter side, the fields of a structure too; the longest of them
 * count. A scalar with a name for it is the rate or the period; the texts of a structure
 * `unit` or `units` are the units. */
#include "config.h"

#include <matio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "daq/columns.h"

enum { DEPTH_MAX = 4 };

struct reading {
    struct daq_columns *columns;
    matvar_t *units;
    size_t rows; /* of the longest variable */
    size_t passed_over;
    bool adding; /* false: looking for the longest */
    struct error *err;
};

static bool one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcasecmp(name, *names) == 0)
            return true;
    return false;
}

/* X(class, C type) of numbers */
#define NUMBER_CLASSES(X)     \
    X(MAT_C_DOUBLE, double)   \
    X(MAT_C_SINGLE, float)    \
    X(MAT_C_INT8, int8_t)     \
    X(MAT_C_UINT8, uint8_t)   \
    X(MAT_C_INT16, int16_t)   \
    X(MAT_C_UINT16, uint16_t) \
    X(MAT_C_INT32, int32_t)   \
    X(MAT_C_UINT32, uint32_t) \
    X(MAT_C_INT64, int64_t)   \
    X(MAT_C_UINT64, uint64_t)

static bool is_number(const matvar_t *var)
{
    if (var->rank != 2 || var->isComplex || !var->data || var->dims[0] == 0 || var->dims[1] == 0)
        return false;
    switch (var->class_type) {
#define NUMBER_CASE(class, type) \
    case class:                  \
        return var->nbytes >= var->dims[0] * var->dims[1] * sizeof(type);
        NUMBER_CLASSES(NUMBER_CASE)
#undef NUMBER_CASE
    default:
        return false;
    }
}

static double number_at(const matvar_t *var, size_t i)
{
    switch (var->class_type) {
#define NUMBER_CASE(class, type) \
    case class:                  \
        return (double)((const type *)var->data)[i];
        NUMBER_CLASSES(NUMBER_CASE)
#undef NUMBER_CASE
    default:
        return 0;
    }
}

/* a scalar that tells the period */
static void take_scalar(struct reading *r, const char *name, double value)
{
    static const char *const rates[] = {"fs",
                                        "rate",
                                        "samplerate",
                                        "sample_rate",
                                        "sr",
                                        "srate",
                                        "samplingrate",
                                        "sampling_rate",
                                        "samplefrequency",
                                        "samplingfrequency",
                                        "frequency",
                                        NULL};
    static const char *const periods[] = {"dt",      "ts",     "tinterval",      "delta",
                                          "period",  "deltat", "sampleinterval", "sample_interval",
                                          "t_delta", NULL};
    if (value > 0 && one_of(name, rates))
        r->columns->period = 1 / value;
    else if (value > 0 && one_of(name, periods))
        r->columns->period = value;
}

static void unit_of(const struct reading *r, const char *name, char *unit, size_t size)
{
    const matvar_t *text = r->units ? Mat_VarGetStructFieldByName(r->units, name, 0) : NULL;
    *unit = '\0';
    if (text && text->class_type == MAT_C_CHAR && text->data && text->data_type == MAT_T_UINT8)
        snprintf(unit, size, "%.*s", (int)text->nbytes, (const char *)text->data);
}

static enum error_code add_array(struct reading *r, const matvar_t *var, const char *name)
{
    const bool tall = var->dims[0] >= var->dims[1];
    const size_t rows = var->dims[tall ? 0 : 1], n = var->dims[tall ? 1 : 0];
    enum error_code code = ERROR_OK;
    for (size_t c = 0; !code && c < n; c++) {
        char numbered[DAQ_NAME_SIZE + 24], unit[DAQ_NAME_SIZE];
        double *values = malloc(rows * sizeof *values);
        if (!values)
            return error_memory(r->err);
        for (size_t i = 0; i < rows; i++)
            values[i] = number_at(var, tall ? c * rows + i : i * n + c);
        unit_of(r, name, unit, sizeof unit);
        snprintf(numbered, sizeof numbered, n > 1 ? "%.50s_%zu" : "%.60s", name, c + 1);
        code = daq_held_add(r->columns, numbered, unit, values, rows, r->err);
    }
    return code;
}

static enum error_code take(struct reading *r, matvar_t *var, const char *name, int depth);

static enum error_code take_fields(struct reading *r, matvar_t *var, int depth)
{
    char *const *names = Mat_VarGetStructFieldnames(var);
    const unsigned n = Mat_VarGetNumberOfFields(var);
    enum error_code code = ERROR_OK;
    for (unsigned i = 0; !code && names && i < n; i++) {
        matvar_t *field = Mat_VarGetStructFieldByName(var, names[i], 0);
        if (field)
            code = take(r, field, names[i], depth + 1);
    }
    return code;
}

static enum error_code take(struct reading *r, matvar_t *var, const char *name, int depth)
{
    if (var->class_type == MAT_C_STRUCT && depth < DEPTH_MAX)
        return take_fields(r, var, depth);
    if (!is_number(var))
        return ERROR_OK;
    if (var->dims[0] * var->dims[1] == 1) {
        take_scalar(r, name, number_at(var, 0));
        return ERROR_OK;
    }
    const size_t rows = var->dims[0] >= var->dims[1] ? var->dims[0] : var->dims[1];
    if (!r->adding)
        r->rows = rows > r->rows ? rows : r->rows;
    else if (rows == r->rows)
        return add_array(r, var, name);
    else
        r->passed_over++;
    return ERROR_OK;
}

struct variables {
    matvar_t *list[DAQ_COLUMNS_MAX];
    size_t n;
};

static enum error_code take_variables(struct reading *r, const struct variables *all)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < all->n; i++)
        if (all->list[i]->name && all->list[i]->class_type == MAT_C_STRUCT &&
            (strcasecmp(all->list[i]->name, "unit") == 0 ||
             strcasecmp(all->list[i]->name, "units") == 0))
            r->units = all->list[i];
    for (int adding = 0; adding < 2; adding++) {
        r->adding = adding;
        for (size_t i = 0; !code && i < all->n; i++)
            if (all->list[i]->name && all->list[i] != r->units)
                code = take(r, all->list[i], all->list[i]->name, 0);
    }
    return code;
}

static enum error_code mat_open(struct daq_columns *columns, const struct daq_mapping *mapping,
                                struct error *err)
{
    (void)mapping;
    struct reading r = {.columns = columns, .err = err};
    struct variables all = {.n = 0};
    columns->state = calloc(1, sizeof(struct daq_held));
    columns->named = true;
    if (!columns->state)
        return error_memory(err);
    mat_t *file = Mat_Open(columns->path, MAT_ACC_RDONLY);
    if (!file)
        return error_set(err, ERROR_INPUT, "%s: libmatio cannot read it as a MAT file",
                         columns->path);
    while (all.n < DAQ_COLUMNS_MAX && (all.list[all.n] = Mat_VarReadNext(file)))
        all.n++;
    enum error_code code = take_variables(&r, &all);
    const bool hdf = Mat_GetVersion(file) == MAT_FT_MAT73;
    for (size_t i = 0; i < all.n; i++)
        Mat_VarFree(all.list[i]);
    Mat_Close(file);
    if (!code && columns->n == 0)
        code = error_set(err, ERROR_INPUT, "%s: holds no vector of real numbers", columns->path);
    snprintf(columns->layout, sizeof columns->layout, "MAT file %s, vectors of %zu numbers",
             hdf ? "7.3" : "5", r.rows);
    if (r.passed_over > 0)
        snprintf(columns->layout + strlen(columns->layout),
                 sizeof columns->layout - strlen(columns->layout),
                 "; %zu shorter ones are passed over", r.passed_over);
    return code;
}

const struct daq_columns_kind daq_columns_mat = {
    .open = mat_open, .rewind = daq_held_rewind, .next = daq_held_next, .close = daq_held_close};
