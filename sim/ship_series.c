/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sim/ship_series.h"

#include "sim/fingerprint.h"
#include "sim/series_inside.h"

/* The tapes of a process count from 1, and those that are carried from 2^30 (sim/carry.c) */
enum { FIRST_SERIAL = 1 << 29 };

/* `n` rows, and a zero, since C has no empty tables */
#define PUT_ROWS(out, type, zero, name, field, n, ...)                        \
    do {                                                                      \
        fprintf((out), "static const " type " %s_%s[] = {", (name), (field)); \
        for (size_t i_ = 0; i_ < (n); i_++) {                                 \
            fputs(i_ % 4 ? " " : "\n    ", (out));                            \
            fprintf((out), __VA_ARGS__);                                      \
        }                                                                     \
        fputs(" " zero "};\n", (out));                                        \
    } while (0)

/* numbers are C's hexadecimal ones, so that none is rounded */
static void put_tape(FILE *out, const char *name, const struct sim_tape *t, unsigned long serial)
{
    PUT_ROWS(out, "struct sim_tape_op", "{0, 0, 0, 0, 0, 0, 0}", name, "tape_ops", t->n_ops,
             "{%d, %u, %u, %u, %u, %u, %a},", (int)t->ops[i_].kind, t->ops[i_].out, t->ops[i_].a,
             t->ops[i_].b, t->ops[i_].n, t->ops[i_].first, t->ops[i_].constant);
    PUT_ROWS(out, "struct sim_tape_term", "{0, 0}", name, "tape_terms", t->n_terms, "{%a, %u},",
             t->terms[i_].factor, t->terms[i_].slot);
    PUT_ROWS(out, "struct sim_tape_load", "{0, 0}", name, "loads", t->n_loads, "{%u, %u},",
             t->loads[i_].slot, t->loads[i_].input);
    PUT_ROWS(out, "struct sim_tape_load", "{0, 0}", name, "constants", t->n_constants, "{%u, 0},",
             t->constants[i_].slot);
    PUT_ROWS(out, "double", "0", name, "values", t->n_constants, "%a,", t->constant_values[i_]);
    fprintf(out,
            "static const struct sim_tape %s_tape = {\n    .serial = %lu, .n_slots = %zu, "
            ".n_kept = %zu, .n_fixed = %zu,\n    .ops = (struct sim_tape_op *)%s_tape_ops, "
            ".n_ops = %zu, .n_kept_ops = %zu,\n    .terms = (struct sim_tape_term *)%s_tape_terms, "
            ".n_terms = %zu,\n    .loads = (struct sim_tape_load *)%s_loads, .n_loads = %zu, "
            ".n_kept_loads = %zu,\n    .constants = (struct sim_tape_load *)%s_constants,\n"
            "    .constant_values = (double *)%s_values, .n_constants = %zu};\n",
            name, serial, t->n_slots, t->n_kept, t->n_fixed, name, t->n_ops, t->n_kept_ops, name,
            t->n_terms, name, t->n_loads, t->n_kept_loads, name, name, t->n_constants);
}

static void put_series(FILE *out, const char *name, const struct sim_series *s,
                       unsigned long serial)
{
    put_tape(out, name, s->tape, serial);
    PUT_ROWS(out, "struct sim_series_op", "{0, 0, 0, 0, 0, 0}", name, "ops", s->n_ops,
             "{%d, %u, %u, %u, %u, %u},", (int)s->ops[i_].kind, s->ops[i_].out, s->ops[i_].a,
             s->ops[i_].b, s->ops[i_].n, s->ops[i_].first);
    PUT_ROWS(out, "struct sim_tape_term", "{0, 0}", name, "terms", s->n_terms, "{%a, %u},",
             s->terms[i_].factor, s->terms[i_].slot);
    PUT_ROWS(out, "struct sim_series_integral", "{0, 0, 0}", name, "integrals", s->n_integrals,
             "{%u, %u, %a},", s->integrals[i_].out, s->integrals[i_].source,
             s->integrals[i_].factor);
    PUT_ROWS(out, "struct sim_series_pair", "{0, 0}", name, "pairs", s->n_pairs, "{%u, %u},",
             s->pairs[i_].a, s->pairs[i_].b);
    PUT_ROWS(out, "uint16_t", "0", name, "columns", 2 * s->n + s->n_bounds, "%u,", s->columns[i_]);
    fprintf(out,
            "static const struct sim_series %s = {\n    .tape = (struct sim_tape *)&%s_tape, "
            ".n = %zu, .n_bounds = %zu, .driven = %d, .by_law = %d,\n    .drive = %u, .speed = %u, "
            ".law = %u, .ops = (struct sim_series_op *)%s_ops, .n_ops = %zu,\n    .terms = "
            "(struct sim_tape_term *)%s_terms, .n_terms = %zu,\n    .integrals = "
            "(struct sim_series_integral *)%s_integrals, .n_integrals = %zu,\n    .pairs = "
            "(struct sim_series_pair *)%s_pairs, .n_pairs = %zu, .n_products = %zu,\n"
            "    .columns = (uint16_t *)%s_columns};\n\n",
            name, name, s->n, s->n_bounds, s->driven, s->by_law, s->drive, s->speed, s->law, name,
            s->n_ops, name, s->n_terms, name, s->n_integrals, name, s->n_pairs, s->n_products,
            name);
}

void sim_ship_series(FILE *out, const char *prefix, const struct sim_tapes *tapes)
{
    static unsigned long serial = FIRST_SERIAL;
    char name[128];
    for (size_t way = 0; way < SIM_WAYS; way++) {
        if (!tapes->series[way] || sim_fingerprint_compiles(tapes, way))
            continue;
        snprintf(name, sizeof name, "%s_table_%zu", prefix, way);
        put_series(out, name, tapes->series[way], serial++);
    }
    fprintf(out, "static const struct sim_series *const %s_tables[] = {", prefix);
    for (size_t way = 0; way < SIM_WAYS; way++)
        if (!tapes->series[way] || sim_fingerprint_compiles(tapes, way))
            fputs("NULL, ", out);
        else
            fprintf(out, "&%s_table_%zu, ", prefix, way);
    fputs("};\n\n", out);
}
