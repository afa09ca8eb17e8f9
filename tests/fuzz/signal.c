/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signal files, read as a run's, read raw as the repair does, and imported. The first byte
 * is what run.json would say: channels and bits. */
#include "config.h"

#include <math.h>

#include "lib/run/signal.h"
#include "daq/table.h"
#include "tests/fuzz/fuzz.h"

enum { SAMPLES = 4096, READ_LIMIT = 1 << 16 };

static int32_t samples[SAMPLES];
static struct daq_source source;

/* the first frames, and the last one */
static void read_signal(struct run_signal *signal)
{
    struct error err;
    fuzz_require(signal->channels >= 1 && signal->channels <= 1024 && signal->frames >= 0,
                 "a signal has channels and frames");
    const int64_t most = SAMPLES / signal->channels;
    int64_t total = 0, got;
    while ((got = run_signal_read(signal, samples, most)) > 0 && total < READ_LIMIT)
        total += got;
    if (signal->frames > 0 && run_signal_seek(signal, signal->frames - 1, &err) == ERROR_OK)
        run_signal_read(signal, samples, 1);
}

static void read_raw(const char *path, enum run_container container, int width, int channels)
{
    struct run_signal *signal;
    struct error err;
    const int64_t start = run_signal_start(path, container);
    if (run_signal_open_raw(path, container, start, width, channels, &signal, &err))
        return;
    read_signal(signal);
    run_signal_close(signal);
}

static void import(void)
{
    struct daq_table *table;
    struct error err;
    if (daq_table_open(fuzz_link("signal.wav"), NULL, &(struct daq_mapping){0}, &source, &table,
                       &err))
        return;
    const size_t room = SAMPLES / source.info.n_channels;
    struct daq_read got = {0};
    size_t total = 0;
    fuzz_require(isfinite(source.channels[0].coefficients[1]), "a count means something");
    while (!got.end && total < READ_LIMIT &&
           daq_table_read(table, samples, room, &got, &err) == ERROR_OK)
        total += got.frames;
    daq_table_close(table);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    const char *path = fuzz_file(data + 1, size - 1);
    const enum run_container container = run_signal_container(path, RUN_CONTAINER_wav);
    struct run_signal *signal;
    struct error err;
    if (run_signal_open(path, container, &signal, &err) == ERROR_OK) {
        read_signal(signal);
        run_signal_close(signal);
    }
    if (container != RUN_CONTAINER_flac)
        read_raw(path, container, 16 + 8 * (data[0] % 3), 1 + data[0] / 3);
    import();
    return 0;
}
