/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/pack.h"

#include <math.h>
#include <stdlib.h>

#include <nettle/base64.h>
#include <zlib.h>

enum { STEPS = 65000 }; /* between the least and the largest value */

enum error_code report_pack_numbers(const double *values, size_t n, struct report_pack *pack,
                                    struct error *err)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++)
        if (isfinite(values[i])) {
            low = fmin(low, values[i]);
            high = fmax(high, values[i]);
        }
    *pack = (struct report_pack){.n = n, .numbers = malloc((n + 1) * sizeof *pack->numbers)};
    if (!pack->numbers)
        return error_memory(err);
    pack->offset = high >= low ? 0.5 * (low + high) : 0;
    pack->scale = high > low ? (high - low) / STEPS : 1;
    for (size_t i = 0; i < n; i++)
        pack->numbers[i] = isfinite(values[i])
                               ? (int16_t)lrint((values[i] - pack->offset) / pack->scale)
                               : REPORT_PACK_NONE;
    return ERROR_OK;
}

void report_pack_free(struct report_pack *pack)
{
    free(pack->numbers);
    pack->numbers = NULL;
}

void report_pack_base64(const unsigned char *bytes, size_t n, FILE *out)
{
    enum { PIECE = 3 * 1024 }; /* whole groups of three bytes, so that only the last is padded */
    char text[BASE64_ENCODE_RAW_LENGTH(PIECE)];
    for (size_t i = 0; i < n; i += PIECE) {
        const size_t size = n - i < PIECE ? n - i : PIECE;
        base64_encode_raw(text, size, bytes + i);
        fwrite(text, 1, BASE64_ENCODE_RAW_LENGTH(size), out);
    }
}

enum error_code report_pack_print(const struct report_pack *pack, FILE *out, struct error *err)
{
    const size_t n = pack->n;
    unsigned char *planes = malloc(2 * n + 1);
    uLongf size = compressBound((uLong)(2 * n));
    unsigned char *packed = malloc(size);
    enum error_code code = planes && packed ? ERROR_OK : error_memory(err);
    unsigned before = 0;
    for (size_t i = 0; !code && i < n; i++) {
        const unsigned here = (uint16_t)pack->numbers[i], difference = here - before;
        planes[i] = (unsigned char)(difference & 255);
        planes[n + i] = (unsigned char)(difference >> 8 & 255);
        before = here;
    }
    if (!code && compress2(packed, &size, planes, (uLong)(2 * n), 6) != Z_OK)
        code = error_memory(err);
    if (!code)
        report_pack_base64(packed, size, out);
    free(planes);
    free(packed);
    return code;
}
