/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Repeatable random numbers: splitmix64 (Steele, Lea and Flood 2014), the same
 * on every machine; normal ones by Box and Muller. */
#ifndef DAQ_RANDOM_H
#define DAQ_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

struct daq_random {
    uint64_t state;
    double spare; /* Box and Muller make two at a time */
    bool has_spare;
};

struct daq_random daq_random_seed(uint64_t seed);

uint64_t daq_random_bits(struct daq_random *random);
double daq_random_uniform(struct daq_random *random); /* above 0, up to 1 */
double daq_random_normal(struct daq_random *random);  /* mean 0, variance 1 */

#endif
