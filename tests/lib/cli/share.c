/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work shared among ranks: of one process, or of as many as mpirun starts (ranks.sh). */
#include "config.h"

#include "lib/cli/share.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"

enum { PIECES = 7 };

static void before_it_begins_there_is_one_process(void)
{
    if (share_rank() != 0 || share_size() != 1 || !share_mine(5))
        exit(1);
}

static void the_ranks_are_those_of_mpirun(void **state)
{
    (void)state;
    const char *ranks = getenv("OMPI_COMM_WORLD_SIZE");
    assert_int_equal(share_size(), ranks ? atoi(ranks) : 1);
    assert_in_range(share_rank(), 0, share_size() - 1);
}

/* each piece is somebody's: what all have marked as theirs is all there is */
static void every_piece_is_done_and_told(void **state)
{
    (void)state;
    double squares[PIECES] = {0};
    size_t mine = 0;
    for (size_t i = 0; i < PIECES; i++) {
        if (!share_mine(i))
            continue;
        squares[i] = (double)(i * i) + 0.5;
        mine++;
    }
    assert_in_range(mine, PIECES / share_size(), PIECES / share_size() + 1);
    for (size_t i = 0; i < PIECES; i++)
        share_tell(i, &squares[i], sizeof squares[i]);
    for (size_t i = 0; i < PIECES; i++)
        assert_true(squares[i] == (double)(i * i) + 0.5);
}

static void texts_of_any_length_come_to_rank_0(void **state)
{
    (void)state;
    struct error err = {0};
    for (size_t i = 0; i < PIECES; i++) {
        char *text = share_mine(i) ? calloc(1, 1000 * i + 1) : NULL;
        if (text)
            memset(text, 'a' + (int)i, 1000 * i);
        assert_int_equal(share_bring(i, &text, &err), ERROR_OK);
        if (share_rank() == 0) {
            assert_int_equal(strlen(text), 1000 * i);
            assert_int_equal(strspn(text, (char[]){(char)('a' + (int)i), '\0'}), 1000 * i);
        }
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ranks_are_those_of_mpirun),
        cmocka_unit_test(every_piece_is_done_and_told),
        cmocka_unit_test(texts_of_any_length_come_to_rank_0),
    };
    before_it_begins_there_is_one_process();
    share_begin();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    share_end(failed);
    return failed;
}
