/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/sha256.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/test.h"

static void hash_of(const char *bytes, size_t repeat, char text[SHA256_TEXT_SIZE])
{
    char path[] = "/tmp/skitter-sha256-XXXXXX";
    int fd = mkstemp(path);
    FILE *file = fdopen(fd, "w");
    assert_non_null(file);
    for (size_t i = 0; i < repeat; i++)
        fputs(bytes, file);
    fclose(file);
    struct error err;
    assert_int_equal(sha256_file(path, text, &err), ERROR_OK);
    unlink(path);
}

/* the examples of FIPS 180-2, appendix B */
static void test_published_values(void **state)
{
    (void)state;
    char text[SHA256_TEXT_SIZE];
    hash_of("", 0, text);
    assert_string_equal(text, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    hash_of("abc", 1, text);
    assert_string_equal(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    sha256_text("abc", text);
    assert_string_equal(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    hash_of("a", 1000000, text);
    assert_string_equal(text, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void test_missing_file_is_an_error(void **state)
{
    (void)state;
    char text[SHA256_TEXT_SIZE];
    struct error err;
    assert_int_equal(sha256_file("/nonexistent", text, &err), ERROR_IO);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_values),
        cmocka_unit_test(test_missing_file_is_an_error),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
