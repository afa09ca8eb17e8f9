/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/base/unit_text.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { NAME_SIZE = 64, DEPTH_MAX = 8 };

struct reader {
    ut_system *system;
    const char *at;
    int depth;
};

/* one of the texts, which end with NULL, and step over it; its place, -1 for none */
static int take_any(struct reader *reader, const char *const *texts)
{
    for (int i = 0; texts[i]; i++) {
        const size_t length = strlen(texts[i]);
        if (strncmp(reader->at, texts[i], length) == 0) {
            reader->at += length;
            return i;
        }
    }
    return -1;
}

static void skip_blanks(struct reader *reader) { reader->at += strspn(reader->at, " \t"); }

/* ---- names */

/* micro, mu, degree, Omega, Ohm and Angstrom are letters, too */
static size_t letter_at(const char *text)
{
    static const char *const letters[] = {"\xc2\xb5", "\xce\xbc",     "\xc2\xb0",
                                          "\xce\xa9", "\xe2\x84\xa6", "\xc3\x85"};
    if (isalpha((unsigned char)*text) || *text == '_')
        return 1;
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (strncmp(text, letters[i], strlen(letters[i])) == 0)
            return strlen(letters[i]);
    return 0;
}

/* letters, and digits before the last of them; or a sign: percent, minutes, seconds of arc */
static size_t name_length(const char *text)
{
    if (*text && strchr("%'\"", *text))
        return 1;
    size_t end = 0, i = 0, letter;
    while ((letter = letter_at(text + i)) > 0 || (i > 0 && isdigit((unsigned char)text[i]))) {
        i += letter > 0 ? letter : 1;
        end = letter > 0 ? i : end;
    }
    return end;
}

static ut_unit *read_name(struct reader *reader)
{
    char name[NAME_SIZE];
    const size_t length = name_length(reader->at);
    if (length == 0 || length >= sizeof name)
        return NULL;
    memcpy(name, reader->at, length);
    name[length] = '\0';
    reader->at += length;
    return ut_parse(reader->system, name, UT_UTF8);
}

/* ---- powers */

/* of one digit, which is more than any quantity needs; 1 when there is none */
static bool read_power(struct reader *reader, int *power)
{
    static const char *const carets[] = {"^", "**", NULL};
    static const char *const digits[] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", NULL};
    static const char *const raised[] = {"\xe2\x81\xb0",
                                         "\xc2\xb9",
                                         "\xc2\xb2",
                                         "\xc2\xb3",
                                         "\xe2\x81\xb4",
                                         "\xe2\x81\xb5",
                                         "\xe2\x81\xb6",
                                         "\xe2\x81\xb7",
                                         "\xe2\x81\xb8",
                                         "\xe2\x81\xb9",
                                         NULL};
    static const char *const raised_minus[] = {"\xe2\x81\xbb", NULL};
    const bool caret = take_any(reader, carets) >= 0;
    bool minus = false;
    if (*reader->at && strchr("+-", *reader->at) && isdigit((unsigned char)reader->at[1]))
        minus = *reader->at++ == '-';
    int digit = take_any(reader, digits);
    if (digit < 0 && !caret) {
        minus = take_any(reader, raised_minus) >= 0;
        digit = take_any(reader, raised);
    }
    *power = digit < 0 ? 1 : minus ? -digit : digit;
    return (digit >= 0 || (!caret && !minus)) && !isdigit((unsigned char)*reader->at);
}

/* ---- products */

static ut_unit *read_product(struct reader *reader);

static ut_unit *read_parenthesis(struct reader *reader)
{
    if (reader->depth++ == DEPTH_MAX)
        return NULL;
    reader->at++;
    ut_unit *inside = read_product(reader);
    reader->depth--;
    if (inside && *reader->at == ')') {
        reader->at++;
        return inside;
    }
    ut_free(inside);
    return NULL;
}

static ut_unit *read_factor(struct reader *reader)
{
    if (*reader->at == '(')
        return read_parenthesis(reader);
    if (*reader->at == '1') {
        reader->at++;
        return ut_get_dimensionless_unit_one(reader->system);
    }
    ut_unit *name = read_name(reader);
    int power;
    if (name && read_power(reader, &power)) {
        ut_unit *raised = power == 1 ? name : ut_raise(name, power);
        if (raised != name)
            ut_free(name);
        return raised;
    }
    ut_free(name);
    return NULL;
}

/* what stands between two factors; false when there is nothing */
static bool read_between(struct reader *reader, bool *divide)
{
    static const char *const slashes[] = {"/", "per ", "PER ", NULL};
    static const char *const dots[] = {".", "*", "-", "\xc2\xb7", NULL};
    const char *before = reader->at;
    skip_blanks(reader);
    const bool blank = reader->at > before;
    if (!*reader->at || *reader->at == ')')
        return false;
    *divide = *reader->at == '/' || blank ? take_any(reader, slashes) >= 0 : false;
    const bool sign = *divide || take_any(reader, dots) >= 0;
    skip_blanks(reader);
    return sign || blank || *reader->at == '(';
}

static ut_unit *read_product(struct reader *reader)
{
    bool divide;
    skip_blanks(reader);
    ut_unit *product = read_factor(reader);
    while (product && read_between(reader, &divide)) {
        ut_unit *factor = read_factor(reader), *before = product;
        product = !factor ? NULL : divide ? ut_divide(before, factor) : ut_multiply(before, factor);
        ut_free(before);
        ut_free(factor);
    }
    return product;
}

ut_unit *unit_text_parse(ut_system *system, const char *text)
{
    struct reader reader = {.system = system, .at = text};
    ut_unit *unit = read_product(&reader);
    if (unit && *reader.at) {
        ut_free(unit);
        return NULL;
    }
    return unit;
}
