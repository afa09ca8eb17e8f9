/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner sums for the interpreter, in the order in which emitted code has them
 * (sim/emit_series.c): what has been written last is added last. */
#include "sim/series.h"

#include "sim/wide.h"

typedef const sim_vector *vectors;

/* sixteen convolutions at once: four sums that do not wait for each other */
SIM_INLINED void sixteen(const double *first, const double *last, size_t row, int k, double *inner)
{
    sim_vector s0 = {0}, s1 = {0}, s2 = {0}, s3 = {0};
#define ADD(a, b)                                                                         \
    s0 += *(vectors)(a) * *(vectors)(b), s1 += *(vectors)((a) + 4) * *(vectors)((b) + 4), \
        s2 += *(vectors)((a) + 8) * *(vectors)((b) + 8),                                  \
        s3 += *(vectors)((a) + 12) * *(vectors)((b) + 12)
    const double *a = first, *b = last;
    for (int j = 2; j < k - 1; j++) {
        a += row, b -= row;
        ADD(a, b);
    }
    ADD(first, last);
    if (k > 2) {
        a += row, b -= row;
        ADD(a, b);
    }
#undef ADD
    *(sim_vector *)inner = s0;
    *(sim_vector *)(inner + 4) = s1;
    *(sim_vector *)(inner + 8) = s2;
    *(sim_vector *)(inner + 12) = s3;
}

SIM_INLINED void four(const double *first, const double *last, size_t row, int k, double *inner)
{
    sim_vector sum = {0};
    for (int j = 2; j < k - 1; j++)
        sum += *(vectors)(first + (size_t)(j - 1) * row) * *(vectors)(last - (size_t)(j - 1) * row);
    sum += *(vectors)first * *(vectors)last;
    if (k > 2)
        sum += *(vectors)(first + (size_t)(k - 2) * row) * *(vectors)(last - (size_t)(k - 2) * row);
    *(sim_vector *)inner = sum;
}

SIM_INLINED void all_sums_body(const double *factors, size_t n, int k, double *inner)
{
    const size_t row = 2 * n;
    const double *first = factors + row, *last = factors + (size_t)(k - 1) * row + n;
    size_t i = 0;
    for (; i + 16 <= n; i += 16)
        sixteen(first + i, last + i, row, k, inner + i);
    for (; i < n; i += 4)
        four(first + i, last + i, row, k, inner + i);
}

SIM_WIDE(all_sums, (const double *factors, size_t n, int k, double *inner), (factors, n, k, inner))

void sim_series_sums(const double *factors, size_t n, int k, double *inner)
{
    for (size_t i = 0; i < n && k == 1; i++) /* of order 1 there are none */
        inner[i] = 0;
    if (k > 1)
        all_sums(factors, n, k, inner);
}
