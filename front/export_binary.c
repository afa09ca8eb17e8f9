/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports by libraries that write a file themselves: MAT and sound. They write to a file that
 * gets its name when it is whole. */
#include "config.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sndfile.h>
#ifdef HAVE_MATIO
#include <matio.h>
#endif

#include "lib/base/draft.h"
#include "lib/base/file.h"
#include "front/export.h"

/* `write` fills the draft; false: it could not */
static enum error_code by_draft(const struct front_export *run, const char *path, bool force,
                                bool (*write)(const struct front_export *run, int fd),
                                struct error *err)
{
    struct draft draft;
    struct stat status;
    enum error_code code = file_vacant(path, force, err);
    if (code)
        return code;
    /* a rename would put a file in the place of a device */
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return error_set(err, ERROR_INPUT, "%s: is no regular file; give the name of a new one",
                         path);
    bool done = draft_open(path, &draft) && write(run, draft.fd) && fsync(draft.fd) == 0 &&
                draft_place(&draft, path, force);
    if (!done)
        code = error_set(err, ERROR_IO, "%s: cannot be written: %s", path,
                         errno ? strerror(errno) : "the disk may be full");
    draft_free(&draft);
    return code;
}

/* ---- WAV in 64 bit floating point: physical values, exactly */

static bool write_sound(const struct front_export *run, int fd)
{
    enum { BLOCK = 4096 };
    SF_INFO info = {.channels = (int)run->n,
                    .samplerate = (int)lround(1 / run->period),
                    .format = SF_FORMAT_WAV | SF_FORMAT_DOUBLE};
    const int own = dup(fd);
    SNDFILE *file = own < 0 ? NULL : sf_open_fd(own, SFM_WRITE, &info, SF_TRUE);
    double *block = malloc(run->n * sizeof *block);
    bool good = file && block;
    if (file)
        sf_set_string(file, SF_STR_TITLE, run->name);
    for (size_t i = 0; good && i < run->rows; i++) {
        for (size_t c = 0; c < run->n; c++)
            block[c] = run->values[c][i];
        good = sf_writef_double(file, block, 1) == 1;
    }
    if (file)
        good &= sf_close(file) == 0;
    free(block);
    return good;
}

enum error_code front_export_sound(const struct front_export *run, const char *path, bool force,
                                   struct error *err)
{
    const double rate = 1 / run->period;
    if (fabs(rate - round(rate)) > 1e-9 * rate || rate < 1)
        return error_set(err, ERROR_UNSUPPORTED,
                         "%s: a sound file has a whole number of samples a second, the run %.9g; "
                         "export it as .csv or .mat",
                         path, rate);
    return by_draft(run, path, force, write_sound, err);
}

/* ---- MAT version 5: t, a column for each channel, and the structure `unit` */

#ifdef HAVE_MATIO
/* what MATLAB takes for a name: letters, digits and _ */
static void name_of(const char *role, char *name, size_t size)
{
    const char *prefix = strchr("0123456789_", *role) ? "c" : "";
    snprintf(name, size, "%s%s", prefix, role);
    for (char *c = name; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_", *c))
            *c = '_';
}

static bool put(mat_t *file, matvar_t *var)
{
    const bool good = var && Mat_VarWrite(file, var, MAT_COMPRESSION_ZLIB) == 0;
    Mat_VarFree(var);
    return good;
}

static bool put_column(mat_t *file, const char *name, double *values, size_t rows)
{
    size_t dims[2] = {rows, 1};
    return put(file, Mat_VarCreate(name, MAT_C_DOUBLE, MAT_T_DOUBLE, 2, dims, values,
                                   MAT_F_DONT_COPY_DATA));
}

static bool put_units(mat_t *file, const struct front_export *run)
{
    char names[64][64];
    const char *fields[64];
    const size_t n = run->n < 64 ? run->n : 64;
    size_t dims[2] = {1, 1};
    for (size_t c = 0; c < n; c++) {
        name_of(run->roles[c], names[c], sizeof names[c]);
        fields[c] = names[c];
    }
    matvar_t *units = Mat_VarCreateStruct("unit", 2, dims, fields, (unsigned)n);
    for (size_t c = 0; units && c < n; c++) {
        size_t text[2] = {1, strlen(run->units[c])};
        Mat_VarSetStructFieldByName(
            units, names[c], 0,
            Mat_VarCreate(NULL, MAT_C_CHAR, MAT_T_UTF8, 2, text, (void *)(size_t)run->units[c], 0));
    }
    return put(file, units);
}

static bool write_mat(const struct front_export *run, int fd)
{
    char path[64], name[64];
    double period = run->period;
    snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
    mat_t *file = Mat_CreateVer(path, NULL, MAT_FT_MAT5);
    double *t = malloc(run->rows * sizeof *t);
    bool good = file && t;
    for (size_t i = 0; t && i < run->rows; i++)
        t[i] = (double)i * run->period;
    good = good && put_column(file, "t", t, run->rows) && put_column(file, "dt", &period, 1);
    for (size_t c = 0; good && c < run->n; c++) {
        name_of(run->roles[c], name, sizeof name);
        good = put_column(file, name, run->values[c], run->rows);
    }
    good = good && put_units(file, run);
    if (file)
        good &= Mat_Close(file) == 0;
    free(t);
    return good;
}
#endif

enum error_code front_export_mat(const struct front_export *run, const char *path, bool force,
                                 struct error *err)
{
#ifdef HAVE_MATIO
    return by_draft(run, path, force, write_mat, err);
#else
    (void)run, (void)force;
    return error_set(err, ERROR_UNSUPPORTED,
                     "%s: this skitter was built without libmatio (Debian package libmatio-dev); "
                     "export as .csv, .wav or .uff",
                     path);
#endif
}
