/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daq/random.h"

#include <math.h>

#include <gsl/gsl_math.h>

struct daq_random daq_random_seed(uint64_t seed) { return (struct daq_random){.state = seed}; }

uint64_t daq_random_bits(struct daq_random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

double daq_random_uniform(struct daq_random *random)
{
    return (double)((daq_random_bits(random) >> 11) + 1) * 0x1p-53;
}

double daq_random_normal(struct daq_random *random)
{
    if (random->has_spare) {
        random->has_spare = false;
        return random->spare;
    }
    const double radius = sqrt(-2 * log(daq_random_uniform(random)));
    const double angle = 2 * M_PI * daq_random_uniform(random);
    random->spare = radius * sin(angle);
    random->has_spare = true;
    return radius * cos(angle);
}
