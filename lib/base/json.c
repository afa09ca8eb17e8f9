/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lib/base/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/number.h"
#include "lib/base/shown.h"
#include "lib/base/text.h"

json_t *json_number(double value) { return isfinite(value) ? json_real(value) : json_null(); }

json_t *json_numbers(const double *values, size_t n)
{
    json_t *array = json_array();
    for (size_t i = 0; i < n; i++)
        json_array_append_new(array, json_number(values[i]));
    return array;
}

double json_number_or(const json_t *value, double otherwise)
{
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

/* ---- writing */

/* jansson takes for whole what has neither point nor exponent */
static bool print_real(double value, FILE *out)
{
    char text[NUMBER_SIZE];
    number_text(value, text);
    return fprintf(out, "%s%s", text, strpbrk(text, ".e") ? "" : ".0") > 0;
}

static bool print_leaf(const json_t *leaf, FILE *out)
{
    if (json_is_real(leaf))
        return print_real(json_real_value(leaf), out);
    /* jansson escapes only the first 32 characters, and others drive a terminal too */
    const bool plain = !json_is_string(leaf) || shown_is_plain(json_string_value(leaf));
    return json_dumpf(leaf, out, JSON_ENCODE_ANY | (plain ? 0 : JSON_ENSURE_ASCII)) == 0;
}

static bool print_key(const char *key, FILE *out)
{
    json_t *string = json_string(key);
    const bool printed = string && print_leaf(string, out) && fputs(": ", out) >= 0;
    json_decref(string);
    return printed;
}

static void print_indent(int depth, FILE *out) { fprintf(out, "\n%*s", 2 * depth, ""); }

static bool print_value(const json_t *json, int depth, FILE *out);

static bool print_object(json_t *object, int depth, FILE *out)
{
    const char *key, *separator = "{";
    const json_t *value;
    json_object_foreach(object, key, value)
    {
        fputs(separator, out);
        print_indent(depth + 1, out);
        if (!print_key(key, out) || !print_value(value, depth + 1, out))
            return false;
        separator = ",";
    }
    print_indent(depth, out);
    return fputc('}', out) != EOF;
}

static bool print_array(const json_t *array, int depth, FILE *out)
{
    for (size_t i = 0; i < json_array_size(array); i++) {
        fputc(i == 0 ? '[' : ',', out);
        print_indent(depth + 1, out);
        if (!print_value(json_array_get(array, i), depth + 1, out))
            return false;
    }
    print_indent(depth, out);
    return fputc(']', out) != EOF;
}

static bool print_value(const json_t *json, int depth, FILE *out)
{
    if (json_is_object(json) && json_object_size(json) > 0)
        return print_object((json_t *)json, depth, out);
    if (json_is_array(json) && json_array_size(json) > 0)
        return print_array(json, depth, out);
    return print_leaf(json, out);
}

bool json_print(const json_t *json, FILE *out)
{
    return json && print_value(json, 0, out) && !ferror(out);
}

char *json_text(const json_t *json)
{
    char *text;
    size_t size;
    FILE *out = text_open(&text, &size);
    if (!out)
        return NULL;
    const bool printed = json_print(json, out);
    if (fclose(out) == 0 && printed)
        return text;
    free(text);
    return NULL;
}
