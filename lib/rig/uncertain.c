/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/uncertain.h"

#include <ctype.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/units.h"

enum { TEXT_SIZE = 160 };

/* the uncertainty is the difference that it makes: this holds for any unit, "/V" and "deg" too */
static enum error_code difference(const char *number, const char *rest, const char *unit,
                                  double *out, struct error *err)
{
    char one[TEXT_SIZE], none[TEXT_SIZE];
    double with, without;
    snprintf(one, sizeof one, "%s%s", number, rest);
    snprintf(none, sizeof none, "0%s", rest);
    enum error_code code = units_parse(one, unit, &with, err);
    if (!code)
        code = units_parse(none, unit, &without, err);
    *out = code ? NAN : fabs(with - without);
    return code;
}

/* "0.12(1) kg": whole is 0.12 kg, and the digits in brackets stand below the last ones */
static enum error_code read_brackets(const char *text, const char *open, const char *close,
                                     const char *unit, double *value, double *uncertainty,
                                     struct error *err)
{
    const size_t digits = (size_t)(close - open - 1), length = (size_t)(open - text);
    char whole[TEXT_SIZE], number[TEXT_SIZE] = "";
    const char *point = memchr(text, '.', length);
    bool fits = digits > 0 && strspn(open + 1, "0123456789.") == digits && length > 0 &&
                isdigit((unsigned char)open[-1]) && close[1] != '(' && strlen(text) < TEXT_SIZE - 8;
    if (!fits || memchr(text, 'e', length) || memchr(text, 'E', length))
        return error_set(err, ERROR_INPUT,
                         "\"%.60s\": digits are expected in the brackets, after those of the "
                         "value; give for example \"0.12(1) kg\" or \"0.12 kg +- 0.01 kg\"",
                         text);
    snprintf(whole, sizeof whole, "%.*s%s", (int)length, text, close + 1);
    if (memchr(open, '.', digits + 1)) /* with a point of its own it is meant as it stands */
        snprintf(number, sizeof number, "%.*s", (int)digits, open + 1);
    else
        snprintf(number, sizeof number, "%.*se%d", (int)digits, open + 1,
                 point ? -(int)(open - point - 1) : 0);
    enum error_code code = units_parse(whole, unit, value, err);
    return code ? code : difference(number, close + 1, unit, uncertainty, err);
}

/* what follows the number that a text begins with; strtod would ask the locale for its point */
static const char *after_number(const char *text)
{
    const char *end = text + strspn(text, " ");
    end += strspn(end, "+-0123456789.");
    const char *exponent = end + 1 + strspn(end + 1, "+-");
    if ((*end == 'e' || *end == 'E') && isdigit((unsigned char)*exponent))
        end = exponent + strspn(exponent, "0123456789");
    return end;
}

static bool blank(const char *text) { return text[strspn(text, " ")] == '\0'; }

/* "9.8 m/s2 +- 0.01": a unit on one side is that of both */
static enum error_code read_sum(const char *text, const char *sign, size_t sign_length,
                                const char *unit, double *value, double *uncertainty,
                                struct error *err)
{
    char left[TEXT_SIZE], right[TEXT_SIZE], number[TEXT_SIZE], whole[2 * TEXT_SIZE];
    snprintf(left, sizeof left, "%.*s", (int)(sign - text), text);
    snprintf(right, sizeof right, "%s", sign + sign_length + strspn(sign + sign_length, " "));
    const char *unit_left = after_number(left), *unit_right = after_number(right);
    if (unit_right == right || *right == '-')
        return error_set(err, ERROR_INPUT,
                         "\"%.60s\": a number that is not negative is expected after +-", text);
    snprintf(number, sizeof number, "%.*s", (int)(unit_right - right), right);
    snprintf(whole, sizeof whole, "%s%s", left, blank(unit_left) ? unit_right : "");
    enum error_code code = units_parse(whole, unit, value, err);
    return code ? code
                : difference(number, blank(unit_right) ? unit_left : unit_right, unit, uncertainty,
                             err);
}

enum error_code rig_uncertain_parse(const char *text, const char *unit, double *value,
                                    double *uncertainty, struct error *err)
{
    static const char *const signs[] = {"+-", "+/-", "\xc2\xb1"};
    *uncertainty = NAN;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        const char *sign = strstr(text, signs[i]);
        if (sign && strlen(text) < TEXT_SIZE)
            return read_sum(text, sign, strlen(signs[i]), unit, value, uncertainty, err);
    }
    const char *open = strchr(text, '('), *close = open ? strchr(open, ')') : NULL;
    if (close && after_number(text) == open)
        return read_brackets(text, open, close, unit, value, uncertainty, err);
    return units_parse(text, unit, value, err);
}
