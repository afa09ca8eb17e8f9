/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports as text: CSV, and universal files. */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "lib/base/number.h"
#include "lib/base/stream.h"
#include "front/export.h"

/* the time is the row's number times the period, with the digits that tell rows apart */
enum error_code front_export_csv(const struct front_export *run, const char *path, bool force,
                                 struct error *err)
{
    struct stream *stream;
    enum error_code code = stream_open(path, force, &stream, err);
    if (code)
        return code;
    FILE *out = stream_file(stream);
    fprintf(out, "time (s)");
    for (size_t c = 0; c < run->n; c++)
        fprintf(out, ",%s (%s)", run->roles[c], run->units[c]);
    fputc('\n', out);
    for (size_t i = 0; i < run->rows; i++) {
        fprintf(out, "%.12g", (double)i * run->period);
        for (size_t c = 0; c < run->n; c++) {
            number_columns(&run->values[c][i], 1, out);
        }
        fputc('\n', out);
    }
    return stream_commit(stream, err);
}

/* ---- universal file: a data set 58 for each channel, double precision, evenly spaced */

struct quantity_type {
    const char *unit;
    int type, length, force; /* specific data type, and its exponents */
    const char *label;
};

static struct quantity_type type_of(const char *unit)
{
    static const struct quantity_type types[] = {
        {"m", 8, 1, 0, "Displacement"},
        {"m/s", 11, 1, 0, "Velocity"},
        {"m/s2", 12, 1, 0, "Acceleration"},
        {"N", 13, 0, 1, "Force"},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].unit, unit) == 0)
            return types[i];
    return (struct quantity_type){unit, 1, 0, 0, "General"};
}

static void print_axis(FILE *out, struct quantity_type type, const char *label, const char *unit)
{
    fprintf(out, "%10d%5d%5d%5d %-20.20s %-20.20s\n", type.type, type.length, type.force, 0, label,
            unit);
}

static void print_set(const struct front_export *run, size_t c, FILE *out)
{
    const struct quantity_type none = {"", 0, 0, 0, "NONE"}, time = {"s", 17, 0, 0, "Time"};
    fprintf(out, "    -1\n    58\n%-80.80s\n%-80.80s\n%-80.80s\nNONE\nNONE\n", run->roles[c],
            run->name, run->start ? run->start : "NONE");
    fprintf(out, "%5d%10d%5d%10d %-10.10s%10d%4d %-10.10s%10d%4d\n", 1, (int)c + 1, 0, 0, "NONE",
            (int)c + 1, 0, "NONE", 0, 0);
    fprintf(out, "%10d%10zu%10d%13.5e%13.5e%13.5e\n", 4, run->rows, 1, 0.0, run->period, 0.0);
    print_axis(out, time, "Time", "s");
    print_axis(out, type_of(run->units[c]), type_of(run->units[c]).label, run->units[c]);
    print_axis(out, none, "NONE", "NONE");
    print_axis(out, none, "NONE", "NONE");
    for (size_t i = 0; i < run->rows; i++)
        fprintf(out, "%20.12e%s", run->values[c][i], i % 4 == 3 || i + 1 == run->rows ? "\n" : "");
    fprintf(out, "    -1\n");
}

enum error_code front_export_uff(const struct front_export *run, const char *path, bool force,
                                 struct error *err)
{
    struct stream *stream;
    enum error_code code = stream_open(path, force, &stream, err);
    if (code)
        return code;
    for (size_t c = 0; c < run->n; c++)
        print_set(run, c, stream_file(stream));
    return stream_commit(stream, err);
}
