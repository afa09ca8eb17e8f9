/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CSV files as skitter-daq import takes them; the first byte says whether a rate is given. */
#include "config.h"

#include <math.h>

#include "daq/table.h"
#include "sim/belt.h"
#include "tests/fuzz/fuzz.h"

enum { ROOM = 64 };

/* the source is large, and a table sets of it what it uses */
static struct daq_source source;

static void read_all(struct daq_table *table)
{
    static int32_t samples[ROOM * RUN_CHANNELS_MAX];
    struct daq_read got = {0};
    struct error err;
    while (!got.end && daq_table_read(table, samples, ROOM, &got, &err) == ERROR_OK)
        ;
}

static void check_source(void)
{
    const struct run_info *info = &source.info;
    fuzz_require(info->n_channels >= 1 && info->period.numerator >= 1 &&
                     info->period.denominator >= 1,
                 "a table is a source");
    for (size_t i = 0; i < info->n_channels; i++)
        fuzz_require(*source.channels[i].role && *source.channels[i].unit &&
                         isfinite(source.channels[i].sensitivity) &&
                         isfinite(source.channels[i].coefficients[1]) &&
                         source.channels[i].coefficients[1] != 0,
                     "a channel has what its counts mean");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const double rate = data[0] == 'r' ? 1000 : 0;
    const char *path = fuzz_file(data + 1, size - 1);
    struct daq_table *table;
    struct error err;
    if (daq_table_open(path, NULL, &(struct daq_mapping){.rate = rate}, &source, &table, &err) ==
        ERROR_OK) {
        check_source();
        read_all(table);
        fuzz_require(daq_table_rewind(table, &err) == ERROR_OK, "a table can be read again");
        read_all(table);
        daq_table_close(table);
    }
    struct sim_belt *belt;
    if (sim_belt_read_table(path, SIM_BELT_MONOTONE, &belt, &err) == ERROR_OK) {
        double speed[3];
        sim_belt_at(belt, sim_belt_first(belt), speed);
        sim_belt_at(belt, sim_belt_last(belt), speed);
        sim_belt_free(belt);
    }
    return 0;
}
