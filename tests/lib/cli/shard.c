/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parts of a table: which they are, what is in them, and what is wrong with a set. */
#include "config.h"

#include "lib/cli/shard.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/cli/shard_merge.h"
#include "tests/scratch.h"
#include "tests/test.h"

static char paths[4][PATH_MAX];

static int begin(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "b", "c", "d"};
    for (int i = 0; i < 4; i++)
        strcpy(paths[i], scratch_path(names[i]));
    return 0;
}

static void which_part_is_read(void **state)
{
    (void)state;
    static const char *const bad[] = {"", "2", "0/3", "4/3", "1/0", "1/3x", "-1/3", "a/b"};
    struct shard shard;
    struct error err = {0};
    assert_int_equal(shard_read("2/3", &shard, &err), ERROR_OK);
    assert_int_equal(shard.part, 1);
    assert_int_equal(shard.parts, 3);
    assert_int_equal(shard_read(NULL, &shard, &err), ERROR_OK);
    assert_int_equal(shard.parts, 0);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(shard_read(bad[i], &shard, &err), ERROR_USAGE);
}

/* both ways of dealing out give every piece to one part, also with more parts than pieces */
static void every_piece_is_in_one_part(void **state)
{
    (void)state;
    for (size_t parts = 1; parts <= 9; parts++) {
        size_t dealt[7] = {0}, blocks[7] = {0};
        for (size_t part = 0; part < parts; part++) {
            const struct shard shard = {part, parts};
            size_t first, last;
            shard_block(&shard, 7, &first, &last);
            for (size_t i = 0; i < 7; i++) {
                dealt[i] += shard_has(&shard, i);
                blocks[i] += i >= first && i < last;
            }
        }
        for (size_t i = 0; i < 7; i++) {
            assert_int_equal(dealt[i], 1);
            assert_int_equal(blocks[i], 1);
        }
    }
    const struct shard whole = {0};
    size_t first, last;
    shard_block(&whole, 7, &first, &last);
    assert_int_equal(first, 0);
    assert_int_equal(last, 7);
    assert_true(shard_has(&whole, 6));
}

/* a table of the squares of 0 to 6, its header "x,y" */
static void write_squares(struct shard shard, const char *key, FILE *out)
{
    size_t rows = 0;
    for (size_t i = 0; i < 7; i++)
        rows += shard_has(&shard, i);
    shard_print_head(&shard, key, rows, out);
    fprintf(out, "x,y\n");
    for (size_t i = 0; i < 7; i++) {
        if (!shard_has(&shard, i))
            continue;
        char row[32];
        snprintf(row, sizeof row, "%zu,%zu", i, i * i);
        shard_print_row(&shard, key, i, row, out);
    }
}

static void write_part(int file, size_t part, size_t parts, const char *key)
{
    FILE *out = fopen(paths[file], "w");
    assert_non_null(out);
    write_squares((struct shard){part, parts}, key, out);
    fclose(out);
}

static enum error_code merge(size_t n, const int *files, char **text, struct error *err)
{
    const char *items[4];
    struct shard_table *table;
    size_t size;
    for (size_t i = 0; i < n; i++)
        items[i] = paths[files[i]];
    enum error_code code = shard_merge(&(struct option_list){items, n}, &table, err);
    if (code)
        return code;
    FILE *out = open_memstream(text, &size);
    shard_table_print(table, out);
    fclose(out);
    shard_table_free(table);
    return ERROR_OK;
}

static void parts_in_any_order_are_the_whole(void **state)
{
    (void)state;
    struct error err = {0};
    char *text = NULL;
    for (size_t i = 0; i < 3; i++)
        write_part((int)i, i, 3, "squares");
    assert_int_equal(merge(3, (int[]){2, 0, 1}, &text, &err), ERROR_OK);
    assert_string_equal(text, "x,y\n0,0\n1,1\n2,4\n3,9\n4,16\n5,25\n6,36\n");
    free(text);
}

static void rows_of_one_place_keep_their_order(void **state)
{
    (void)state;
    struct error err = {0};
    char *text = NULL;
    FILE *out = fopen(paths[0], "w");
    const struct shard shard = {0, 1};
    shard_print_head(&shard, "", 4, out);
    fprintf(out, "x\n");
    shard_print_row(&shard, "", 1, "c", out);
    shard_print_row(&shard, "", 0, "b", out);
    shard_print_row(&shard, "", 1, "a", out);
    shard_print_row(&shard, "", 0, "d", out);
    fclose(out);
    assert_int_equal(merge(1, (int[]){0}, &text, &err), ERROR_OK);
    assert_string_equal(text, "x\nb\nd\nc\na\n");
    free(text);
}

static void refused(size_t n, const int *files, const char *says)
{
    struct error err = {0};
    char *text = NULL;
    assert_int_equal(merge(n, files, &text, &err), ERROR_INPUT);
    if (!strstr(err.message, says))
        fail_msg("'%s' does not say '%s'", err.message, says);
}

static void what_is_missing_is_named(void **state)
{
    (void)state;
    for (size_t i = 0; i < 4; i++)
        write_part((int)i, i, 4, "squares");
    refused(3, (int[]){0, 1, 2}, "1 of 4 parts are missing: 4/4");
    refused(2, (int[]){1, 2}, "2 of 4 parts are missing: 1/4, 4/4");
    refused(4, (int[]){0, 1, 2, 1}, "/b and ");
    write_part(3, 0, 40, "squares");
    refused(1, (int[]){3},
            "39 of 40 parts are missing: 2/40, 3/40, 4/40, 5/40, 6/40, 7/40, "
            "8/40, 9/40, ...");
}

static void parts_of_different_tables_are_told_apart(void **state)
{
    (void)state;
    write_part(0, 0, 2, "squares");
    write_part(1, 1, 2, "cubes");
    write_part(2, 1, 3, "squares");
    refused(2, (int[]){0, 1}, "different jobs");
    refused(2, (int[]){0, 2}, "is one of 2 parts, but");
}

static void cut_off(long bytes)
{
    FILE *out = fopen(paths[0], "r+");
    assert_int_equal(fseek(out, -bytes, SEEK_END), 0);
    assert_int_equal(ftruncate(fileno(out), ftell(out)), 0);
    fclose(out);
}

static void damage_is_noticed(void **state)
{
    (void)state;
    write_part(0, 0, 1, "squares");
    cut_off(5); /* of "6,0123456789abcdef,6,36\n" */
    refused(1, (int[]){0}, "does not end with a whole line: it is cut short");
    cut_off(19);
    refused(1, (int[]){0}, "has 6 rows and not 7: it is cut short");
    FILE *out = fopen(paths[0], "a");
    fprintf(out, "no place\n");
    fclose(out);
    refused(1, (int[]){0}, "'no place' does not begin with its place");
    out = fopen(paths[0], "w");
    fprintf(out, "x,y\n1,2\n");
    fclose(out);
    refused(1, (int[]){0}, "is no output of --shard");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(which_part_is_read),
        cmocka_unit_test(every_piece_is_in_one_part),
        cmocka_unit_test(parts_in_any_order_are_the_whole),
        cmocka_unit_test(rows_of_one_place_keep_their_order),
        cmocka_unit_test(what_is_missing_is_named),
        cmocka_unit_test(parts_of_different_tables_are_told_apart),
        cmocka_unit_test(damage_is_noticed),
    };
    return cmocka_run_group_tests(tests, begin, NULL);
}
