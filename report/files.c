/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "report/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/base/stream.h"
#include "lib/figure/file.h"
#include "report/latex.h"

enum error_code report_files_directory(const char *dir, struct error *err)
{
    struct stat status;
    if (mkdir(dir, 0777) == 0 || (stat(dir, &status) == 0 && S_ISDIR(status.st_mode)))
        return ERROR_OK;
    return error_set(err, ERROR_IO, "%s: cannot be made: %s", dir, strerror(errno));
}

static char *path_of(const char *dir, const struct report_figure *figure, const char *ending)
{
    const size_t size = strlen(dir) + sizeof figure->id + 8;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s%s", dir, figure->id, ending);
    return path;
}

static enum error_code write_csv(const char *path, const struct report_figure *figure, bool force,
                                 struct error *err)
{
    struct stream *stream;
    enum error_code code = stream_open(path, force, &stream, err);
    if (code)
        return code;
    figure_file_csv(stream_file(stream), &figure->panel);
    return stream_commit(stream, err);
}

static enum error_code write_figure(const char *path, const struct report_figure *figure,
                                    bool force, struct error *err)
{
    struct figure alone = report_figure_alone(figure, figure->title);
    return figure_file_write(&alone, path, force, err);
}

static const struct {
    const char *ending;
    enum error_code (*write)(const char *path, const struct report_figure *figure, bool force,
                             struct error *err);
} forms[] = {{".svg", write_figure}, {".pdf", write_figure}, {".csv", write_csv}};

/* DIR/SECTION-tableK.tex */
static enum error_code write_table(const struct report_table *table, const char *dir,
                                   const char *section, size_t k, bool force, struct error *err)
{
    const size_t size = strlen(dir) + strlen(section) + 40;
    char *path = malloc(size);
    struct stream *stream = NULL;
    if (!path)
        return error_memory(err);
    snprintf(path, size, "%s/%s-table%zu.tex", dir, section, k);
    enum error_code code = stream_open(path, force, &stream, err);
    if (!code) {
        report_latex_table(stream_file(stream), table);
        code = stream_commit(stream, err);
    }
    free(path);
    return code;
}

static enum error_code write_tables(const struct report_document *document, const char *dir,
                                    bool force, struct error *err)
{
    enum error_code code = ERROR_OK;
    const char *section = "";
    size_t k = 0;
    for (size_t i = 0; !code && i < document->n; i++) {
        const struct report_block *block = &document->blocks[i];
        if (block->kind == REPORT_SECTION)
            section = block->id;
        if (block->kind == REPORT_TABLE)
            code = write_table(block->table, dir, section, ++k, force, err);
    }
    return code;
}

enum error_code report_files_write(const struct report_document *document, const char *dir,
                                   bool force, struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; !code && i < document->n; i++) {
        const struct report_figure *figure = &document->blocks[i].figure;
        if (document->blocks[i].kind != REPORT_FIGURE || figure->panel.n_series == 0)
            continue;
        for (size_t k = 0; !code && k < sizeof forms / sizeof *forms; k++) {
            char *path = path_of(dir, figure, forms[k].ending);
            code = path ? forms[k].write(path, figure, force, err) : error_memory(err);
            free(path);
        }
    }
    return code ? code : write_tables(document, dir, force, err);
}
