/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/pack.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_statistics_double.h>
#include <nettle/base64.h>
#include <zlib.h>

/* A value is kept to a share of the range, finer than a converter of 16 bits reads a signal that
 * fills a quarter of its own, or to an eighth of the values' noise, which adds a thousandth to its
 * square. Noise is what cannot be packed: finer steps would fill the page. */
enum { STEPS = 16000, PROBES = 4096 };
static const double share_of_noise = 0.125;

/* standard deviation of white noise on a smooth curve, by the median size of its second
 * differences, whose own is sqrt(6) times it; 0.6745: median of a normal variable's size */
static double noise_of(const double *values, size_t n)
{
    double sizes[PROBES];
    size_t count = 0;
    const size_t every = n / PROBES + 1;
    for (size_t i = 1; i + 1 < n && count < PROBES; i += every) {
        const double size = fabs(values[i - 1] - 2 * values[i] + values[i + 1]);
        if (isfinite(size))
            sizes[count++] = size;
    }
    return count ? gsl_stats_median(sizes, 1, count) / (0.6745 * sqrt(6)) : 0;
}

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
    pack->scale = high > low ? fmax((high - low) / STEPS, share_of_noise * noise_of(values, n)) : 1;
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

enum error_code report_pack_print(const unsigned char *bytes, size_t n, FILE *out,
                                  struct error *err)
{
    uLongf size = compressBound((uLong)n);
    unsigned char *packed = malloc(size);
    const bool good = packed && compress2(packed, &size, bytes, (uLong)n, 6) == Z_OK;
    if (good)
        report_pack_base64(packed, size, out);
    free(packed);
    return good ? ERROR_OK : error_memory(err);
}

void report_pack_planes(const struct report_pack *pack, FILE *out)
{
    for (int shift = 0; shift <= 8; shift += 8) {
        unsigned before = 0;
        for (size_t i = 0; i < pack->n; i++) {
            const unsigned here = (uint16_t)pack->numbers[i];
            putc_unlocked((int)(((here - before) & 0xffff) >> shift & 255), out);
            before = here;
        }
    }
}
