/* SPDX-License-Identifier: GPL-3.0-or-later */
/* the ring: order, wrap, marks where they belong, and two threads at once */
#include "daq/ring.h"

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

#include "tests/test.h"

static struct daq_ring *make(size_t capacity, size_t channels)
{
    struct daq_ring *ring;
    assert_int_equal(daq_ring_create(capacity, channels, &ring, NULL), ERROR_OK);
    return ring;
}

static size_t put(struct daq_ring *ring, int32_t first, size_t n)
{
    int32_t samples[64];
    for (size_t i = 0; i < 2 * n; i++)
        samples[i] = first + (int32_t)(i / 2) + (i % 2 ? 1000 : 0);
    return daq_ring_write(ring, samples, n);
}

/* take n frames of two channels and see that they count from `first` */
static void take(struct daq_ring *ring, int32_t first, size_t n)
{
    while (n > 0) {
        const int32_t *samples;
        size_t found = daq_ring_peek(ring, 0, &samples);
        assert_true(found > 0);
        found = found < n ? found : n;
        for (size_t i = 0; i < found; i++) {
            assert_int_equal(samples[2 * i], first);
            assert_int_equal(samples[2 * i + 1], first + 1000);
            first++;
        }
        daq_ring_consume(ring, found);
        n -= found;
    }
}

static void test_frames_come_out_in_order_across_the_end(void **state)
{
    (void)state;
    struct daq_ring *ring = make(10, 2);
    for (int32_t i = 0; i < 100; i += 7) {
        assert_int_equal(put(ring, i, 7), 7);
        assert_int_equal(daq_ring_waiting(ring), 7);
        take(ring, i, 7);
    }
    assert_int_equal(daq_ring_consumed(ring), 105);
    daq_ring_free(ring);
}

static void test_a_full_ring_takes_what_fits(void **state)
{
    (void)state;
    struct daq_ring *ring = make(10, 2);
    assert_int_equal(put(ring, 0, 8), 8);
    assert_int_equal(daq_ring_room(ring), 2);
    assert_int_equal(put(ring, 8, 8), 2);
    assert_int_equal(put(ring, 99, 8), 0);
    take(ring, 0, 10);
    const int32_t *samples;
    assert_int_equal(daq_ring_peek(ring, 0, &samples), 0);
    daq_ring_free(ring);
}

static void test_peek_may_skip(void **state)
{
    (void)state;
    struct daq_ring *ring = make(10, 2);
    const int32_t *samples;
    put(ring, 0, 6);
    take(ring, 0, 6);
    put(ring, 6, 8); /* four to the end, four from the beginning */
    assert_int_equal(daq_ring_peek(ring, 1, &samples), 3);
    assert_int_equal(samples[0], 7);
    assert_int_equal(daq_ring_peek(ring, 5, &samples), 3);
    assert_int_equal(samples[0], 11);
    assert_int_equal(daq_ring_peek(ring, 8, &samples), 0);
    daq_ring_free(ring);
}

static void test_a_mark_stands_between_its_frames(void **state)
{
    (void)state;
    struct daq_ring *ring = make(20, 2);
    struct daq_loss loss;
    put(ring, 0, 5);
    assert_true(daq_ring_mark(ring, (struct daq_loss){7, "why"}));
    assert_true(daq_ring_mark(ring, (struct daq_loss){8, "again"}));
    put(ring, 12, 5);
    assert_int_equal(daq_ring_waiting(ring), 5);
    assert_true(daq_ring_marked(ring));
    assert_false(daq_ring_take_mark(ring, &loss));
    take(ring, 0, 5);
    assert_int_equal(daq_ring_waiting(ring), 0);
    assert_true(daq_ring_take_mark(ring, &loss));
    assert_int_equal(loss.frames, 7);
    assert_int_equal(daq_ring_waiting(ring), 0);
    assert_true(daq_ring_take_mark(ring, &loss));
    assert_int_equal(loss.frames, 8);
    assert_string_equal(loss.why, "again");
    assert_false(daq_ring_marked(ring));
    take(ring, 12, 5);
    daq_ring_free(ring);
}

static void test_marks_are_never_overwritten(void **state)
{
    (void)state;
    struct daq_ring *ring = make(4, 2);
    struct daq_loss loss;
    int64_t n = 0;
    while (daq_ring_mark(ring, (struct daq_loss){n + 1, "full"}))
        n++;
    assert_true(n > 1);
    for (int64_t i = 0; i < n; i++) {
        assert_true(daq_ring_take_mark(ring, &loss));
        assert_int_equal(loss.frames, i + 1);
    }
    assert_false(daq_ring_take_mark(ring, &loss));
    daq_ring_free(ring);
}

enum { MANY = 200000 };

/* counts up; now and then skips numbers and says so, as a reader that drops */
static void *produce(void *argument)
{
    struct daq_ring *ring = argument;
    int32_t number = 0;
    while (number < MANY) {
        if (number % 1000 == 999) {
            while (!daq_ring_mark(ring, (struct daq_loss){5, "skip"}))
                sched_yield();
            number += 5;
        }
        int32_t frame[2] = {number, number + 1000};
        while (daq_ring_write(ring, frame, 1) == 0)
            sched_yield();
        number++;
    }
    return NULL;
}

static void test_two_threads(void **state)
{
    (void)state;
    struct daq_ring *ring = make(37, 2);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, produce, ring), 0);
    int32_t expected = 0;
    while (expected < MANY) {
        struct daq_loss loss;
        const int32_t *samples;
        const size_t found = daq_ring_peek(ring, 0, &samples);
        for (size_t i = 0; i < found; i++, expected++) {
            assert_int_equal(samples[2 * i], expected);
            assert_int_equal(samples[2 * i + 1], expected + 1000);
        }
        daq_ring_consume(ring, found);
        if (daq_ring_take_mark(ring, &loss))
            expected += (int32_t)loss.frames;
        else if (found == 0)
            sched_yield();
    }
    pthread_join(thread, NULL);
    daq_ring_free(ring);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_frames_come_out_in_order_across_the_end),
        cmocka_unit_test(test_a_full_ring_takes_what_fits),
        cmocka_unit_test(test_peek_may_skip),
        cmocka_unit_test(test_a_mark_stands_between_its_frames),
        cmocka_unit_test(test_marks_are_never_overwritten),
        cmocka_unit_test(test_two_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
