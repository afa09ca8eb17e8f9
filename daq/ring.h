/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames from one thread to another without a lock: one producer, one consumer.
 * Where frames were lost the producer leaves a mark, which the consumer meets
 * between the frames before and after the loss. */
#ifndef DAQ_RING_H
#define DAQ_RING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/base/error.h"

struct daq_ring;

struct daq_loss {
    int64_t frames; /* lost, or RUN_UNKNOWN; 0: nothing */
    const char *why;
};

enum error_code daq_ring_create(size_t capacity, size_t channels, struct daq_ring **ring,
                                struct error *err);
void daq_ring_free(struct daq_ring *ring); /* NULL is allowed */

size_t daq_ring_capacity(const struct daq_ring *ring);

/* ---- the producer's side */

size_t daq_ring_room(const struct daq_ring *ring);

/* as many as there is room for; returns how many */
size_t daq_ring_write(struct daq_ring *ring, const int32_t *samples, size_t frames);

/* lost here, before the next frame that is written; false: too many marks wait,
 * try again */
bool daq_ring_mark(struct daq_ring *ring, struct daq_loss loss);

/* ---- the consumer's side */

/* frames that wait, up to the next mark */
size_t daq_ring_waiting(const struct daq_ring *ring);

/* the frames from the `skip`-th waiting one on that lie in one piece; 0: none */
size_t daq_ring_peek(const struct daq_ring *ring, size_t skip, const int32_t **samples);

/* frames that were consumed since the beginning */
uint64_t daq_ring_consumed(const struct daq_ring *ring);
void daq_ring_consume(struct daq_ring *ring, size_t frames);

/* whether a mark stands after the waiting frames */
bool daq_ring_marked(const struct daq_ring *ring);

/* takes the mark that stands before the next frame; false: there is none */
bool daq_ring_take_mark(struct daq_ring *ring, struct daq_loss *loss);

#endif
