/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "calib/impact_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>

#include "lib/base/csv.h"
#include "lib/base/memory.h"
#include "lib/base/units.h"

/* ---- columns */

enum column { VX, VY, OMEGA, VX_AFTER, VY_AFTER, OMEGA_AFTER, CONTACT_X, CONTACT_Y, COLUMNS };

static const struct {
    const char *name, *unit;
} columns[COLUMNS] = {
    [VX] = {"vx", "m/s"},
    [VY] = {"vy", "m/s"},
    [OMEGA] = {"omega", "rad/s"},
    [VX_AFTER] = {"vx_after", "m/s"},
    [VY_AFTER] = {"vy_after", "m/s"},
    [OMEGA_AFTER] = {"omega_after", "rad/s"},
    [CONTACT_X] = {"contact_x", "m"},
    [CONTACT_Y] = {"contact_y", "m"},
};

struct reader {
    struct csv *csv;
    size_t at[COLUMNS], flags; /* flags: CSV_NO_COLUMN when there are none */
    double scale[COLUMNS];
};

static enum error_code find_columns(struct reader *reader, const char *path, struct error *err)
{
    for (size_t i = 0; i < COLUMNS; i++) {
        reader->at[i] = csv_find(reader->csv, columns[i].name);
        if (reader->at[i] == CSV_NO_COLUMN)
            return error_set(err, ERROR_INPUT,
                             "%s: no column \"%s\": a table of impacts has the columns vx, vy, "
                             "omega, vx_after, vy_after, omega_after, contact_x and contact_y, "
                             "each with its unit, like \"vx (m/s)\", and may have flags",
                             path, columns[i].name);
        const char *unit = csv_column(reader->csv, reader->at[i])->unit;
        reader->scale[i] = 1;
        if (!*unit)
            continue;
        enum error_code code = units_convert(unit, columns[i].unit, &reader->scale[i], err);
        if (code)
            return error_prefix(err, "%s: column \"%s\"", path, columns[i].name), code;
    }
    reader->flags = csv_find(reader->csv, "flags");
    return ERROR_OK;
}

/* a flag is anything but zeros */
static bool is_flagged(const struct reader *reader)
{
    return reader->flags != CSV_NO_COLUMN && strspn(csv_text(reader->csv, reader->flags), "0 ") !=
                                                 strlen(csv_text(reader->csv, reader->flags));
}

static enum error_code read_row(const struct reader *reader, struct calib_impact_row *row,
                                bool *whole, struct error *err)
{
    double values[COLUMNS];
    *whole = true;
    for (size_t i = 0; i < COLUMNS; i++) {
        enum error_code code = csv_value(reader->csv, reader->at[i], &values[i], NULL, err);
        if (code)
            return code;
        values[i] *= reader->scale[i];
        *whole = *whole && isfinite(values[i]);
    }
    *row = (struct calib_impact_row){
        .before = {values[VX], values[VY], values[OMEGA]},
        .after = {values[VX_AFTER], values[VY_AFTER], values[OMEGA_AFTER]},
        .arm = {-values[CONTACT_Y], values[CONTACT_X]},
        .flagged = is_flagged(reader),
        .line = csv_line(reader->csv)};
    return ERROR_OK;
}

static enum error_code read_rows(struct reader *reader, struct calib_impact_table *table,
                                 struct error *err)
{
    size_t room = 0;
    for (bool more = true;;) {
        enum error_code code = csv_next(reader->csv, &more, err);
        if (code || !more)
            return code;
        if (table->n == room) {
            room = room ? 2 * room : 256;
            struct calib_impact_row *rows = realloc(table->rows, room * sizeof *rows);
            if (!rows)
                return error_memory(err);
            table->rows = rows;
        }
        bool whole;
        code = read_row(reader, &table->rows[table->n], &whole, err);
        if (code)
            return code;
        table->n += whole;
        table->left_out += !whole;
    }
}

/* ---- what an impulse at the point cannot change
 *
 * The angular momentum about the point: k^2 d(omega) = arm . d(v). */

static double change(const struct calib_impact_row *row, size_t i)
{
    return row->after[i] - row->before[i];
}

static double torque(const struct calib_impact_row *row, const struct calib_impact_hands *hands)
{
    return hands->y * row->arm[0] * change(row, 0) + hands->x * row->arm[1] * change(row, 1);
}

/* k^2 with the least sum of |k^2 d(omega) - arm . d(v)|: the median of the ratios, each weighed
 * by |d(omega)| */
static double best_square(const struct calib_impact_table *table,
                          const struct calib_impact_hands *hands, double *room, size_t *order)
{
    double total = 0, sum = 0;
    for (size_t i = 0; i < table->n; i++) {
        room[i] = torque(&table->rows[i], hands) / change(&table->rows[i], 2);
        total += fabs(change(&table->rows[i], 2));
    }
    gsl_sort_index(order, room, 1, table->n);
    for (size_t i = 0; i < table->n; i++) {
        sum += fabs(change(&table->rows[order[i]], 2));
        if (sum >= 0.5 * total)
            return room[order[i]];
    }
    return NAN;
}

/* the part of the change that is no impulse at the point, in the norm of the energy: it is along
 * (-arm, 1), which has no velocity there */
static double unexplained(const struct calib_impact_row *row,
                          const struct calib_impact_hands *hands, double square)
{
    const double arm = row->arm[0] * row->arm[0] + row->arm[1] * row->arm[1];
    return fabs(square * change(row, 2) - torque(row, hands)) / sqrt(arm + square);
}

static void judge_hands(const struct calib_impact_table *table, struct calib_impact_hands *hands,
                        double square, double *room)
{
    for (size_t i = 0; i < table->n; i++) {
        const struct calib_impact_row *row = &table->rows[i];
        const double all[] = {change(row, 0), change(row, 1), change(row, 2)};
        room[i] = unexplained(row, hands, square) / calib_impact_norm(all, sqrt(square));
    }
    gsl_sort(room, 1, table->n);
    hands->unexplained = gsl_stats_median_from_sorted_data(room, 1, table->n);
}

/* by the sign test over impacts: whether `other` explains more of them, beyond five sigma */
static bool surely_better(const struct calib_impact_table *table,
                          const struct calib_impact_hands *other, double other_square,
                          const struct calib_impact_hands *hands, double square)
{
    double better = 0;
    for (size_t i = 0; i < table->n; i++)
        better += unexplained(&table->rows[i], other, other_square) / sqrt(other_square) <
                  unexplained(&table->rows[i], hands, square) / sqrt(square);
    return better - 0.5 * (double)table->n > 2.5 * sqrt((double)table->n);
}

static bool choose_hands(struct calib_impact_table *table, double *room, size_t *order)
{
    const double given = table->gyration * table->gyration;
    double chosen = NAN;
    for (int i = 0; i < 4; i++) {
        struct calib_impact_hands hands = {.y = i & 1 ? -1 : 1, .x = i & 2 ? -1 : 1};
        double square = table->gyration_given ? given : best_square(table, &hands, room, order);
        if (!(square > 0)) /* which no body has */
            continue;
        judge_hands(table, &hands, square, room);
        if (i == 0)
            table->usual = hands;
        if (isnan(chosen) || surely_better(table, &hands, square, &table->used, chosen)) {
            table->used = hands;
            chosen = square;
        }
    }
    table->gyration = sqrt(chosen);
    return chosen > 0;
}

static enum error_code settle_hands(struct calib_impact_table *table, struct error *err)
{
    double *room = calloc(table->n + 1, sizeof *room);
    size_t *order = calloc(table->n + 1, sizeof *order);
    enum error_code code = room && order ? ERROR_OK : error_memory(err);
    table->usual = (struct calib_impact_hands){1, 1, 1};
    if (!code && !choose_hands(table, room, order))
        code = error_set(err, ERROR_NUMERIC,
                         "%s: no impulse at the contact point explains how the velocities change, "
                         "whatever the signs of contact_x, contact_y and omega and whatever the "
                         "radius of gyration: see that contact_x and contact_y are relative to "
                         "the centre of mass",
                         table->path);
    free(room);
    free(order);
    for (size_t i = 0; i < table->n && !code; i++) {
        table->rows[i].arm[0] *= table->used.y;
        table->rows[i].arm[1] *= table->used.x;
    }
    return code;
}

/* an impact begins with approach */
static void leave_out_others(struct calib_impact_table *table)
{
    size_t kept = 0;
    for (size_t i = 0; i < table->n; i++) {
        const struct calib_impact_row *row = &table->rows[i];
        if (!(row->before[1] + row->arm[1] * row->before[2] < 0))
            continue;
        table->n_flagged += row->flagged;
        table->rows[kept++] = *row;
    }
    table->left_out += table->n - kept;
    table->n = kept;
}

enum error_code calib_impact_table_read(const char *path, double gyration,
                                        struct calib_impact_table *table, struct error *err)
{
    struct reader reader;
    *table = (struct calib_impact_table){
        .path = path, .gyration = gyration, .gyration_given = !isnan(gyration)};
    enum error_code code = csv_open(path, &reader.csv, err);
    if (code)
        return code;
    code = find_columns(&reader, path, err);
    if (!code)
        code = read_rows(&reader, table, err);
    csv_close(reader.csv);
    if (!code && table->n == 0)
        code = error_set(err, ERROR_INPUT, "%s: no impact in it", path);
    if (!code)
        code = sha256_file(path, table->sha256, err);
    if (!code)
        code = settle_hands(table, err);
    if (!code)
        leave_out_others(table);
    if (!code && table->n == 0)
        code = error_set(err, ERROR_INPUT,
                         "%s: in no row does the contact point approach the surface: vy and "
                         "contact_y count upwards from it",
                         path);
    if (code)
        calib_impact_table_free(table);
    return code;
}

void calib_impact_table_free(struct calib_impact_table *table)
{
    free(table->rows);
    table->rows = NULL;
    table->n = 0;
}

double calib_impact_norm(const double velocity[CALIB_VELOCITIES], double gyration)
{
    return hypot(hypot(velocity[0], velocity[1]), gyration * velocity[2]);
}
