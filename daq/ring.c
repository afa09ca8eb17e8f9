/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daq/ring.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { MARKS = 64 };

struct mark {
    uint64_t at; /* number of the frame that follows the loss */
    struct daq_loss loss;
};

/* head and tail count frames, and marks, for ever: 64 bits do not wrap */
struct daq_ring {
    size_t capacity, channels;
    int32_t *samples;
    _Atomic uint64_t head, tail; /* written, consumed */
    struct mark marks[MARKS];
    _Atomic uint64_t marks_head, marks_tail;
};

enum error_code daq_ring_create(size_t capacity, size_t channels, struct daq_ring **ring,
                                struct error *err)
{
    struct daq_ring *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->capacity = capacity;
    new->channels = channels;
    new->samples = calloc(capacity * channels, sizeof *new->samples);
    if (!new->samples) {
        free(new);
        return error_set(err, ERROR_MEMORY,
                         "no memory for a buffer of %zu frames; give a shorter --buffer", capacity);
    }
    *ring = new;
    return ERROR_OK;
}

void daq_ring_free(struct daq_ring *ring)
{
    if (ring)
        free(ring->samples);
    free(ring);
}

size_t daq_ring_capacity(const struct daq_ring *ring) { return ring->capacity; }

/* ---- the producer */

size_t daq_ring_room(const struct daq_ring *ring)
{
    const uint64_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
    const uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_acquire);
    return ring->capacity - (size_t)(head - tail);
}

size_t daq_ring_write(struct daq_ring *ring, const int32_t *samples, size_t frames)
{
    const size_t room = daq_ring_room(ring);
    if (frames > room)
        frames = room;
    const uint64_t head = atomic_load_explicit(&ring->head, memory_order_relaxed);
    const size_t at = (size_t)(head % ring->capacity);
    const size_t first = frames < ring->capacity - at ? frames : ring->capacity - at;
    const size_t frame_size = ring->channels * sizeof *samples;
    memcpy(ring->samples + at * ring->channels, samples, first * frame_size);
    memcpy(ring->samples, samples + first * ring->channels, (frames - first) * frame_size);
    atomic_store_explicit(&ring->head, head + frames, memory_order_release);
    return frames;
}

bool daq_ring_mark(struct daq_ring *ring, struct daq_loss loss)
{
    const uint64_t head = atomic_load_explicit(&ring->marks_head, memory_order_relaxed);
    if (head - atomic_load_explicit(&ring->marks_tail, memory_order_acquire) == MARKS)
        return false;
    ring->marks[head % MARKS] = (struct mark){
        .at = atomic_load_explicit(&ring->head, memory_order_relaxed), .loss = loss};
    atomic_store_explicit(&ring->marks_head, head + 1, memory_order_release);
    return true;
}

/* ---- the consumer */

/* the first mark that was not taken, NULL when there is none */
static const struct mark *next_mark(const struct daq_ring *ring)
{
    const uint64_t tail = atomic_load_explicit(&ring->marks_tail, memory_order_relaxed);
    if (tail == atomic_load_explicit(&ring->marks_head, memory_order_acquire))
        return NULL;
    return &ring->marks[tail % MARKS];
}

size_t daq_ring_waiting(const struct daq_ring *ring)
{
    const uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    /* the head first: a mark that is older than a frame is seen with it */
    const uint64_t head = atomic_load_explicit(&ring->head, memory_order_acquire);
    const struct mark *mark = next_mark(ring);
    return (size_t)((mark && mark->at < head ? mark->at : head) - tail);
}

size_t daq_ring_peek(const struct daq_ring *ring, size_t skip, const int32_t **samples)
{
    const size_t waiting = daq_ring_waiting(ring);
    if (skip >= waiting)
        return 0;
    const uint64_t tail = atomic_load_explicit(&ring->tail, memory_order_relaxed);
    const size_t at = (size_t)((tail + skip) % ring->capacity);
    const size_t piece = ring->capacity - at;
    *samples = ring->samples + at * ring->channels;
    return waiting - skip < piece ? waiting - skip : piece;
}

uint64_t daq_ring_consumed(const struct daq_ring *ring)
{
    return atomic_load_explicit(&ring->tail, memory_order_relaxed);
}

void daq_ring_consume(struct daq_ring *ring, size_t frames)
{
    atomic_fetch_add_explicit(&ring->tail, frames, memory_order_release);
}

bool daq_ring_marked(const struct daq_ring *ring) { return next_mark(ring) != NULL; }

bool daq_ring_take_mark(struct daq_ring *ring, struct daq_loss *loss)
{
    const struct mark *mark = next_mark(ring);
    if (!mark || mark->at != atomic_load_explicit(&ring->tail, memory_order_relaxed))
        return false;
    *loss = mark->loss;
    atomic_fetch_add_explicit(&ring->marks_tail, 1, memory_order_release);
    return true;
}
