/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Channels as text for a page: quantised to 16 bits, differenced, and, with what else is told of
 * them (told.h), deflated, base64. page.js unpacks it. */
#ifndef REPORT_PACK_H
#define REPORT_PACK_H

#include <stdint.h>
#include <stdio.h>

#include "lib/base/error.h"

/* value = offset + scale * number; REPORT_PACK_NONE: no value there */
#define REPORT_PACK_NONE INT16_MIN

struct report_pack {
    size_t n;
    double offset, scale;
    int16_t *numbers;
};

enum error_code report_pack_numbers(const double *values, size_t n, struct report_pack *pack,
                                    struct error *err);
void report_pack_free(struct report_pack *pack);

/* differences (modulo 2^16), low bytes first and then the high bytes */
void report_pack_planes(const struct report_pack *pack, FILE *out);

/* what only a script reads: zlib, base64 */
enum error_code report_pack_print(const unsigned char *bytes, size_t n, FILE *out,
                                  struct error *err);

void report_pack_base64(const unsigned char *bytes, size_t n, FILE *out);

#endif
