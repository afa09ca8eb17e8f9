/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/lagrange.h"

#include <math.h>

void sim_lagrange(int n, const double *nodes, int at, double *coefficients)
{
    for (int k = 0; k < n; k++)
        coefficients[k] = k == 0;
    for (int i = 0, degree = 0; i < n; i++) {
        if (i == at)
            continue;
        const double scale = 1 / (nodes[at] - nodes[i]);
        degree++;
        for (int k = degree; k >= 0; k--)
            coefficients[k] = scale * ((k ? coefficients[k - 1] : 0) - nodes[i] * coefficients[k]);
    }
}

void sim_lagrange_chebyshev(int n, double *nodes, double *coefficients)
{
    const double pi = acos(-1);
    for (int i = 0; i < n; i++)
        nodes[i] = -cos(pi * i / (n - 1));
    for (int i = 0; i < n; i++)
        sim_lagrange(n, nodes, i, coefficients + i * n);
}
