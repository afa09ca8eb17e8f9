/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "sim/fingerprint.h"

#include <stdlib.h>

#include "sim/emit.h"
#include "sim/emit_series.h"

enum { PROGRAMS = 3, NAME_SIZE = 96 };

static struct sim_emit emit_of(const struct sim_program *program, const char *name, size_t n)
{
    return (struct sim_emit){.tape = program->tape,
                             .name = name,
                             .n = n,
                             .place = program->place,
                             .mirror = program->mirror};
}

/* series with more convolutions are interpreted: their code would take long to compile, and is
 * not much faster, since it is the convolutions that take the time */
enum { MOST_PRODUCTS = 100 };

bool sim_fingerprint_compiles(const struct sim_tapes *tapes, size_t way)
{
    return way < SIM_CODE_MODES && tapes->series[way] &&
           sim_series_products(tapes->series[way]) <= MOST_PRODUCTS;
}

enum error_code sim_write_code(FILE *out, const char *scope, const char *prefix,
                               const struct sim_tapes *tapes, size_t n, struct error *err)
{
    const struct {
        const char *name;
        const struct sim_program *program;
    } programs[PROGRAMS] = {
        {"terms", &tapes->terms}, {"outline", &tapes->outline}, {"extras", &tapes->extras}};
    char name[NAME_SIZE];
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < PROGRAMS && !code; i++) {
        snprintf(name, sizeof name, "%s_%s", prefix, programs[i].name);
        const struct sim_emit emit = emit_of(programs[i].program, name, n);
        code = sim_emit_values(out, scope, &emit, err);
    }
    if (code)
        return code;
    for (size_t i = 0; i < SIM_CODE_MODES; i++) {
        snprintf(name, sizeof name, "%s_series_%zu", prefix, i);
        if (sim_fingerprint_compiles(tapes, i))
            sim_emit_series(out, scope, name, tapes->series[i]);
    }
    fprintf(out, "%sconst size_t %s_rooms[] = {", scope, prefix);
    for (size_t i = 0; i < SIM_CODE_MODES; i++)
        fprintf(out, "%zu, ",
                sim_fingerprint_compiles(tapes, i) ? sim_series_memory(tapes->series[i]) : 0);
    fputs("};\n\n", out);
    const struct sim_emit emit = emit_of(&tapes->terms, prefix, n);
    return sim_emit_slopes(out, scope, &emit, err);
}

/* the C text says all that a tape is */
enum error_code sim_fingerprint(const struct sim_tapes *tapes, size_t n,
                                char text[SHA256_TEXT_SIZE], struct error *err)
{
    const struct sim_program *programs[PROGRAMS] = {&tapes->terms, &tapes->outline, &tapes->extras};
    char *written = NULL;
    size_t size;
    FILE *out = open_memstream(&written, &size);
    enum error_code code = out ? ERROR_OK : error_memory(err);
    for (size_t i = 0; i < PROGRAMS && !code; i++) {
        const struct sim_emit emit = emit_of(programs[i], "", n);
        code = sim_emit_fingerprint(out, &emit, err);
    }
    if (out && fclose(out) != 0 && !code)
        code = error_memory(err);
    if (!code)
        sha256_text(written, text);
    free(written);
    return code;
}
