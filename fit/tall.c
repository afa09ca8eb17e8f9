/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "fit/tall.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* which elements of a row are not zero; returns how many */
static size_t find_elements(const double *row, size_t n, size_t *at)
{
    size_t found = 0;
    for (size_t i = 0; i < n; i++)
        if (row[i] != 0)
            at[found++] = i;
    return found;
}

enum error_code fit_tall_square(const struct fit_tall *a, double factor, double *out,
                                struct error *err)
{
    const size_t n = a->n;
    size_t *at = malloc((n + 1) * sizeof *at);
    double *sum = calloc(n * n + 1, sizeof *sum); /* its lower half */
    const enum error_code code = at && sum ? ERROR_OK : error_memory(err);
    for (size_t k = 0; !code && k < a->rows; k++) {
        const double *row = a->values + k * n;
        const size_t found = find_elements(row, n, at);
        for (size_t i = 0; i < found; i++)
            for (size_t j = 0; j <= i; j++)
                sum[at[i] * n + at[j]] += row[at[i]] * row[at[j]];
    }
    for (size_t i = 0; !code && i < n; i++)
        for (size_t j = 0; j < n; j++)
            out[i * n + j] += factor * (j < i ? sum[i * n + j] : sum[j * n + i]);
    free(at);
    free(sum);
    return code;
}

enum error_code fit_tall_product(const struct fit_tall *a, const struct fit_tall *b, double *out,
                                 struct error *err)
{
    size_t *at = malloc((b->n + 1) * sizeof *at);
    if (!at)
        return error_memory(err);
    for (size_t k = 0; k < b->rows; k++) {
        const double *left = a->values + k * a->n, *right = b->values + k * b->n;
        const size_t found = find_elements(right, b->n, at);
        for (size_t i = 0; found && i < a->n; i++)
            for (size_t j = 0; j < found; j++)
                out[i * b->n + at[j]] += left[i] * right[at[j]];
    }
    free(at);
    return ERROR_OK;
}

/* the columns of z that are not zero, packed; returns how many */
static size_t pack(const double *z, size_t rows, size_t n, size_t *at, double *packed)
{
    size_t found = 0;
    for (size_t j = 0; j < n; j++) {
        bool zero = true;
        for (size_t k = 0; zero && k < rows; k++)
            zero = z[k * n + j] == 0;
        if (!zero)
            at[found++] = j;
    }
    for (size_t k = 0; k < rows; k++)
        for (size_t j = 0; j < found; j++)
            packed[k * found + j] = z[k * n + at[j]];
    return found;
}

enum error_code fit_tall_combine(const struct fit_tall *a, const double *z, size_t n, double *out,
                                 struct error *err)
{
    size_t *at = malloc((n + 1) * sizeof *at);
    double *packed = malloc((a->n * n + 1) * sizeof *packed);
    double *sum = malloc((n + 1) * sizeof *sum);
    const enum error_code code = at && packed && sum ? ERROR_OK : error_memory(err);
    const size_t found = code ? 0 : pack(z, a->n, n, at, packed);
    for (size_t i = 0; found && i < a->rows; i++) {
        memset(sum, 0, found * sizeof *sum);
        for (size_t k = 0; k < a->n; k++)
            for (size_t j = 0; j < found; j++)
                sum[j] += a->values[i * a->n + k] * packed[k * found + j];
        for (size_t j = 0; j < found; j++)
            out[i * n + at[j]] += sum[j];
    }
    free(at);
    free(packed);
    free(sum);
    return code;
}
