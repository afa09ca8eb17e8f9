/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Channels as text: base64 of RFC 4648, and numbers that come back. */
#include "config.h"

#include "report/pack.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <zlib.h>

#include "tests/test.h"

static char *base64(const char *bytes)
{
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    report_pack_base64((const unsigned char *)bytes, strlen(bytes), out);
    fclose(out);
    return text;
}

static void base64_of_the_rfc(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"", ""},
                                           {"f", "Zg=="},
                                           {"fo", "Zm8="},
                                           {"foo", "Zm9v"},
                                           {"foob", "Zm9vYg=="},
                                           {"fooba", "Zm9vYmE="},
                                           {"foobar", "Zm9vYmFy"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        char *text = base64(pairs[i][0]);
        assert_string_equal(text, pairs[i][1]);
        free(text);
    }
}

static int letter(char c)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return (int)(strchr(letters, c) - letters);
}

/* undo it as a browser does: so many bytes */
static void inflated(const char *text, unsigned char *bytes, size_t n)
{
    const size_t length = strlen(text);
    unsigned char *packed = malloc(length);
    size_t size = 0;
    unsigned bits = 0;
    int have = 0;
    for (size_t i = 0; i < length && text[i] != '='; i++) {
        bits = bits << 6 | (unsigned)letter(text[i]);
        have += 6;
        if (have >= 8) {
            have -= 8;
            packed[size++] = (unsigned char)(bits >> have & 255);
        }
    }
    uLongf room = (uLongf)n;
    assert_int_equal(uncompress(bytes, &room, packed, (uLong)size), Z_OK);
    assert_int_equal(room, n);
    free(packed);
}

static void unpack(const char *planes, size_t n, int16_t *numbers)
{
    unsigned value = 0;
    for (size_t i = 0; i < n; i++) {
        value = (value + (unsigned char)planes[i] + ((unsigned)(unsigned char)planes[n + i] << 8)) &
                0xffff;
        numbers[i] = (int16_t)value;
    }
}

enum { LENGTH = 5000 };

/* packed, unpacked: all within half a step, which is as fine as that */
static void goes_and_comes(double values[LENGTH], double finest)
{
    static int16_t back[LENGTH];
    values[17] = NAN;
    struct report_pack pack;
    struct error err;
    assert_int_equal(report_pack_numbers(values, LENGTH, &pack, &err), ERROR_OK);
    char *text;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    report_pack_planes(&pack, out);
    fclose(out);
    assert_int_equal(size, 2 * LENGTH);
    unpack(text, LENGTH, back);
    for (int i = 0; i < LENGTH; i++) {
        if (i == 17)
            assert_int_equal(back[i], REPORT_PACK_NONE);
        else
            assert_true(fabs(pack.offset + pack.scale * back[i] - values[i]) < 0.501 * pack.scale);
    }
    assert_true(pack.scale <= finest);
    free(text);
    report_pack_free(&pack);
}

static void numbers_come_back(void **state)
{
    (void)state;
    static double values[LENGTH];
    for (int i = 0; i < LENGTH; i++)
        values[i] = 3 * sin(i * 0.01);
    goes_and_comes(values, 6.01 / 16000);
    /* with noise: a uniform one between -0.05 and 0.05, by the generator of Park and Miller */
    long seed = 1;
    for (int i = 0; i < LENGTH; i++) {
        seed = seed * 48271 % 2147483647;
        values[i] = 3 * sin(i * 0.01) + 0.1 * ((double)seed / 2147483647 - 0.5);
    }
    /* its standard deviation is 0.1/sqrt(12); its second differences are not normal */
    goes_and_comes(values, 1.2 * 0.125 * 0.1 / sqrt(12));
}

static void texts_come_back(void **state)
{
    (void)state;
    static const char json[] = "{\"rig\":\"</script> \u03b8 \",\"n\":[1,1,1,1,1,1,1,1,1,1,1,1]}";
    char *text, back[sizeof json] = "";
    size_t size;
    struct error err;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(report_pack_print((const unsigned char *)json, strlen(json), out, &err),
                     ERROR_OK);
    fclose(out);
    assert_null(strpbrk(text, "<>&\"'"));
    inflated(text, (unsigned char *)back, strlen(json));
    assert_string_equal(back, json);
    free(text);
}

static void constants_and_nothing(void **state)
{
    (void)state;
    const double same[] = {2.5, 2.5}, none[] = {NAN, NAN};
    struct report_pack pack;
    struct error err;
    assert_int_equal(report_pack_numbers(same, 2, &pack, &err), ERROR_OK);
    assert_true(pack.offset + pack.scale * pack.numbers[1] == 2.5);
    report_pack_free(&pack);
    assert_int_equal(report_pack_numbers(none, 2, &pack, &err), ERROR_OK);
    assert_int_equal(pack.numbers[0], REPORT_PACK_NONE);
    report_pack_free(&pack);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(base64_of_the_rfc),
        cmocka_unit_test(numbers_come_back),
        cmocka_unit_test(texts_come_back),
        cmocka_unit_test(constants_and_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
