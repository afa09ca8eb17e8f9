/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/sealed.h"

#include <stdlib.h>
#include <string.h>

#include "tests/test.h"

/* the seal is what `printf abc | sha256sum` begins with (FIPS 180-2, appendix B.1) */
static void test_a_line(void **state)
{
    (void)state;
    char *line = sealed_make("abc");
    assert_string_equal(line, "ba7816bf8f01cfea abc\n");
    free(line);
}

static char *three_lines(void)
{
    char *a = sealed_make("each,1,0.5"), *b = sealed_make(""), *c = sealed_make("each,2,0.75");
    char *all = calloc(1, strlen(a) + strlen(b) + strlen(c) + 1);
    strcat(strcat(strcat(all, a), b), c); /* NOLINT: room for all */
    free(a);
    free(b);
    free(c);
    return all;
}

static struct sealed_lines split(char *bytes, size_t size)
{
    struct sealed_lines lines;
    struct error err;
    assert_int_equal(sealed_split(bytes, size, &lines, &err), ERROR_OK);
    return lines;
}

/* every single bit that flips, and every place where the file may be cut, is seen: the lines
 * that are given are lines that were written */
static void test_damage_is_seen(void **state)
{
    (void)state;
    static const char *const texts[] = {"each,1,0.5", "", "each,2,0.75"};
    char *whole = three_lines();
    const size_t size = strlen(whole);
    struct sealed_lines lines = split(whole, size);
    assert_int_equal(lines.n, 3);
    assert_int_equal(lines.broken, 0);
    free(lines.texts);
    free(whole);
    for (size_t i = 0; i < 9 * size; i++) { /* the last round cuts */
        char *bytes = three_lines();
        const size_t at = i % size, bit = i / size, length = bit < 8 ? size : at;
        if (bit < 8)
            bytes[at] = (char)(bytes[at] ^ (1 << bit));
        else
            bytes[at] = '\0';
        lines = split(bytes, length);
        assert_true(lines.n < 3);
        assert_true(lines.broken > 0 || bit == 8); /* cut between lines, nothing is torn */
        for (size_t k = 0; k < lines.n; k++)
            assert_true(!strcmp(lines.texts[k], texts[0]) || !strcmp(lines.texts[k], texts[1]) ||
                        !strcmp(lines.texts[k], texts[2]));
        free(lines.texts);
        free(bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_line),
        cmocka_unit_test(test_damage_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
