/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "daq/reader.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "daq/pace.h"

enum { BLOCK_SAMPLES = 1 << 16 };

struct daq_reader {
    struct daq_source *source;
    struct daq_ring *ring;
    pthread_t thread;
    size_t room; /* frames of a block */
    int32_t *block;
    int64_t dropped; /* frames since the ring was full; 0: it is not */
    atomic_bool stop, leave, done;
    const char *why;
    enum error_code code;
    struct error err;
};

static const char overrun[] = "the disk did not keep up: the buffer was full";

static bool wanted(const struct daq_reader *r) { return !atomic_load(&r->leave); }

/* a mark must not get lost; only a consumer that is gone lets it wait for ever */
static void mark(struct daq_reader *r, struct daq_loss loss)
{
    while (!daq_ring_mark(r->ring, loss) && wanted(r))
        daq_pace_sleep(1000000);
}

/* once full, the ring takes no more before a quarter of it is free: one gap
 * instead of many */
static void push_or_drop(struct daq_reader *r, const int32_t *samples, size_t frames)
{
    if (r->dropped > 0) {
        if (daq_ring_room(r->ring) < daq_ring_capacity(r->ring) / 4) {
            r->dropped += (int64_t)frames;
            return;
        }
        mark(r, (struct daq_loss){r->dropped, overrun});
        r->dropped = 0;
    }
    r->dropped = (int64_t)(frames - daq_ring_write(r->ring, samples, frames));
}

static void push_all(struct daq_reader *r, const int32_t *samples, size_t frames)
{
    while (frames > 0 && wanted(r)) {
        const size_t written = daq_ring_write(r->ring, samples, frames);
        samples += written * r->source->info.n_channels;
        frames -= written;
        if (frames > 0)
            daq_pace_sleep(200000);
    }
}

static bool read_once(struct daq_reader *r, bool wait, struct daq_read *got)
{
    const struct daq_driver *driver = r->source->driver;
    r->code = driver->read(r->source, wait, r->block, r->room, got, &r->err);
    if (r->code)
        return false;
    if (got->loss.frames != 0) {
        if (r->dropped > 0)
            mark(r, (struct daq_loss){r->dropped, overrun});
        r->dropped = 0;
        mark(r, got->loss);
    }
    if (r->source->patient)
        push_all(r, r->block, got->frames);
    else
        push_or_drop(r, r->block, got->frames);
    r->why = got->why;
    return !got->end;
}

static void *read_all(void *argument)
{
    struct daq_reader *r = argument;
    struct daq_read got;
    bool more = true;
    while (more && !atomic_load(&r->stop))
        more = read_once(r, true, &got);
    /* what the device holds was measured before the stop; a short read is its end */
    do {
        more = more && !r->source->patient && wanted(r) && read_once(r, false, &got);
    } while (more && got.frames == r->room);
    r->source->driver->stop(r->source);
    if (r->dropped > 0)
        mark(r, (struct daq_loss){r->dropped, overrun});
    atomic_store(&r->done, true);
    return NULL;
}

/* a lab's computer may allow it (rtprio in limits.conf); others go on without */
static void raise_priority(pthread_t thread)
{
    const struct sched_param parameters = {.sched_priority = sched_get_priority_min(SCHED_FIFO) +
                                                             10};
    pthread_setschedparam(thread, SCHED_FIFO, &parameters);
}

enum error_code daq_reader_start(struct daq_source *source, struct daq_ring *ring,
                                 struct daq_reader **reader, struct error *err)
{
    struct daq_reader *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->source = source;
    new->ring = ring;
    new->room = BLOCK_SAMPLES / source->info.n_channels;
    new->block = malloc(BLOCK_SAMPLES * sizeof *new->block);
    enum error_code code = new->block ? source->driver->start(source, err) : error_memory(err);
    if (!code && pthread_create(&new->thread, NULL, read_all, new) != 0) {
        source->driver->stop(source);
        code = error_set(err, ERROR_MEMORY, "no thread can be made to read the source");
    }
    if (code) {
        free(new->block);
        free(new);
        return code;
    }
    if (!source->patient)
        raise_priority(new->thread);
    *reader = new;
    return ERROR_OK;
}

bool daq_reader_done(const struct daq_reader *reader) { return atomic_load(&reader->done); }

enum error_code daq_reader_result(const struct daq_reader *reader, const char **why,
                                  struct error *err)
{
    *why = reader->why;
    if (reader->code && err)
        *err = reader->err;
    return reader->code;
}

void daq_reader_stop(struct daq_reader *reader) { atomic_store(&reader->stop, true); }

void daq_reader_free(struct daq_reader *reader)
{
    if (!reader)
        return;
    atomic_store(&reader->stop, true);
    atomic_store(&reader->leave, true);
    pthread_join(reader->thread, NULL);
    free(reader->block);
    free(reader);
}
