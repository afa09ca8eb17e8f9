/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/figure/gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/stream.h"

extern char **environ;

struct gnuplot {
    char *path;
    size_t kind;
    struct stream *figure; /* gnuplot's standard output */
    FILE *script;          /* its standard input */
};

static const struct {
    const char *ending, *terminal;
    double unit;      /* of its size, in pixels */
    const char *last; /* how a whole file ends: gnuplot does not say when the disk is full */
} kinds[] = {
    {".svg", "svg noenhanced background rgb 'white' font 'sans,12'", 1, "</svg>"},
    {".pdf", "pdfcairo noenhanced font 'sans,12'", 72, "%%EOF"},
    {".png", "pngcairo noenhanced font 'sans,12'", 1, "IEND\xae\x42\x60\x82"},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static size_t kind_of(const char *path)
{
    const size_t length = strlen(path);
    size_t i = 0;
    while (i < KINDS && (length <= 4 || strcmp(path + length - 4, kinds[i].ending) != 0))
        i++;
    return i;
}

void gnuplot_abandon(struct gnuplot *plot)
{
    if (!plot)
        return;
    if (plot->script)
        fclose(plot->script);
    stream_abandon(plot->figure);
    free(plot->path);
    free(plot);
}

enum error_code gnuplot_check(const char *path, struct error *err)
{
    if (kind_of(path) < KINDS)
        return ERROR_OK;
    return error_set(err, ERROR_USAGE, "%s: the name of a figure must end with .svg, .pdf or .png",
                     path);
}

static enum error_code open_files(struct gnuplot *plot, const char *path, bool force,
                                  struct error *err)
{
    plot->path = strdup(path);
    if (!plot->path)
        return error_memory(err);
    enum error_code code = stream_open(path, force, &plot->figure, err);
    return code ? code : stream_scratch(path, &plot->script, err);
}

enum error_code gnuplot_open(const char *path, bool force, int width, int height,
                             struct gnuplot **plot, struct error *err)
{
    *plot = NULL;
    enum error_code code = gnuplot_check(path, err);
    if (code)
        return code;
    struct gnuplot *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->kind = kind_of(path);
    code = open_files(new, path, force, err);
    if (code) {
        gnuplot_abandon(new);
        return code;
    }
    const double unit = kinds[new->kind].unit;
    fprintf(new->script, "set encoding utf8\nset terminal %s size %g,%g\n",
            kinds[new->kind].terminal, width / unit, height / unit);
    *plot = new;
    return ERROR_OK;
}

FILE *gnuplot_script(struct gnuplot *plot) { return plot->script; }

/* in single quotes gnuplot knows neither backslashes nor backquotes, which
 * would run a shell; a quote is doubled */
void gnuplot_text(struct gnuplot *plot, const char *text)
{
    fputc('\'', plot->script);
    for (; *text; text++) {
        if (*text == '\'') /* gnuplot stumbles over some places of a doubled quote */
            fputs("\u2019", plot->script);
        else
            fputc((unsigned char)*text < ' ' || *text == 127 ? ' ' : *text, plot->script);
    }
    fputc('\'', plot->script);
}

/* gnuplot's first words of complaint, on one line */
static void read_complaint(FILE *said, char *text, size_t size)
{
    rewind(said);
    const size_t got = fread(text, 1, size - 1, said);
    text[got] = '\0';
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < ' ')
            *c = ' ';
}

/* the ending is near the end; gnuplot adds blank lines to some */
static bool is_whole(const struct gnuplot *plot)
{
    enum { TAIL = 64 };
    char tail[TAIL];
    const char *last = kinds[plot->kind].last;
    FILE *figure = stream_file(plot->figure);
    if (fseek(figure, -TAIL, SEEK_END) != 0)
        rewind(figure);
    const size_t got = fread(tail, 1, TAIL, figure);
    return memmem(tail, got, last, strlen(last)) != NULL;
}

static enum error_code spawn(const char *program, const struct gnuplot *plot, FILE *said,
                             int *status, struct error *err)
{
    posix_spawn_file_actions_t actions;
    char *const arguments[] = {(char *)(size_t)program, (char *)"--default-settings", (char *)"-",
                               NULL};
    pid_t child;
    int failed = posix_spawn_file_actions_init(&actions);
    if (failed)
        return error_memory(err);
    const struct {
        int from, to;
    } files[] = {{fileno(plot->script), STDIN_FILENO},
                 {fileno(stream_file(plot->figure)), STDOUT_FILENO},
                 {fileno(said), STDERR_FILENO}};
    for (size_t i = 0; i < 3 && !failed; i++)
        failed = posix_spawn_file_actions_adddup2(&actions, files[i].from, files[i].to);
    if (!failed)
        failed = posix_spawnp(&child, program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return error_set(err, ERROR_IO,
                         "%s could not be started: %s; figures need gnuplot (Debian package "
                         "gnuplot-nox)",
                         program, strerror(failed));
    while (waitpid(child, status, 0) < 0)
        if (errno != EINTR)
            return error_set(err, ERROR_IO, "gnuplot was lost: %s", strerror(errno));
    return ERROR_OK;
}

static enum error_code run(struct gnuplot *plot, struct error *err)
{
    const char *given = getenv("GNUPLOT");
    FILE *said;
    enum error_code code = stream_scratch(plot->path, &said, err);
    if (code)
        return code;
    int status = 0;
    code = spawn(given && *given ? given : "gnuplot", plot, said, &status, err);
    if (!code && (status != 0 || !is_whole(plot))) {
        char text[256];
        read_complaint(said, text, sizeof text);
        code = error_set(err, ERROR_IO, "%s: gnuplot could not draw it: %s", plot->path,
                         text[0] ? text : "what it drew is not whole; is the disk full?");
    }
    fclose(said);
    return code;
}

/* what the script could not take, gnuplot would not miss */
static bool script_is_whole(FILE *script)
{
    errno = EIO; /* of an error that an earlier write met */
    return !ferror(script) && fflush(script) == 0 && fseek(script, 0, SEEK_SET) == 0;
}

enum error_code gnuplot_commit(struct gnuplot *plot, struct error *err)
{
    enum error_code code = ERROR_OK;
    if (!script_is_whole(plot->script))
        code = error_set(err, ERROR_IO,
                         "%s: the script for gnuplot cannot be written: %s; is "
                         "the disk full?",
                         plot->path, strerror(errno));
    if (!code)
        code = run(plot, err);
    if (!code) {
        code = stream_commit(plot->figure, err);
        plot->figure = NULL;
    }
    gnuplot_abandon(plot);
    return code;
}
