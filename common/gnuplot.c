#include "config.h"

#include "common/gnuplot.h"

#include <errno.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/stream.h"

extern char **environ;

struct gnuplot {
    struct stream *picture;
    FILE *script, *complaints;
};

struct format {
    const char *extension;
    const char *terminal; /* a format for width and height */
    double unit;          /* of the size, per pixel */
};

static const struct format formats[] = {
    {".svg", "svg size %g,%g font 'Sans,14' background '#ffffff' noenhanced", 1},
    {".pdf", "pdfcairo size %g,%g font 'Sans,10' noenhanced", 0.01},
    {".png", "pngcairo size %g,%g font 'Sans,12' noenhanced", 1},
};

static const struct format *format_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot && i < sizeof formats / sizeof *formats; i++)
        if (strcasecmp(dot, formats[i].extension) == 0)
            return &formats[i];
    return NULL;
}

enum error_code gnuplot_check(const char *path, struct error *err)
{
    if (format_of(path))
        return ERROR_OK;
    return error_set(err, ERROR_USAGE,
                     "%s: a figure is .svg, .pdf or .png; give the file such a name", path);
}

enum error_code gnuplot_open(const char *path, bool force, int width, int height,
                             struct gnuplot **gnuplot, struct error *err)
{
    enum error_code code = gnuplot_check(path, err);
    if (code)
        return code;
    struct gnuplot *g = calloc(1, sizeof *g);
    if (!g)
        return error_memory(err);
    code = stream_open(path, force, &g->picture, err);
    if (!code) {
        g->script = tmpfile();
        g->complaints = tmpfile();
        if (!g->script || !g->complaints)
            code = error_set(err, ERROR_IO, "no temporary file for gnuplot: %s; is the "
                             "disk full?", strerror(errno));
    }
    if (code) {
        gnuplot_abandon(g);
        return code;
    }
    const struct format *format = format_of(path);
    char terminal[160];
    snprintf(terminal, sizeof terminal, format->terminal, format->unit * width,
             format->unit * height);
    fprintf(g->script, "set encoding utf8\nset terminal %s\n", terminal);
    *gnuplot = g;
    return ERROR_OK;
}

FILE *gnuplot_script(struct gnuplot *gnuplot)
{
    return gnuplot->script;
}

/* between single quotes gnuplot reads nothing but the quote itself */
void gnuplot_text(FILE *script, const char *text)
{
    fputc('\'', script);
    for (const char *c = text; *c; c++) {
        if (*c == '\'')
            fputc('\'', script);
        fputc((unsigned char)*c < ' ' || *c == 127 ? ' ' : *c, script);
    }
    fputc('\'', script);
}

/* errno or 0 */
static int start(const struct gnuplot *g, pid_t *pid)
{
    static char name[] = "gnuplot", plain[] = "-d", dash[] = "-"; /* -d: no start-up files */
    char *const argv[] = {name, plain, dash, NULL};
    const int from[] = {fileno(g->script), fileno(stream_file(g->picture)),
                        fileno(g->complaints)};
    posix_spawn_file_actions_t actions;
    int failure = posix_spawn_file_actions_init(&actions);
    if (failure)
        return failure;
    for (int to = 0; !failure && to < 3; to++)
        failure = posix_spawn_file_actions_adddup2(&actions, from[to], to);
    if (!failure)
        failure = posix_spawnp(pid, name, &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    return failure;
}

static enum error_code complain(const struct gnuplot *g, struct error *err)
{
    char text[512];
    rewind(g->complaints);
    const size_t length = fread(text, 1, sizeof text - 1, g->complaints);
    text[length] = '\0';
    return error_set(err, ERROR_IO, "gnuplot failed: %s", length ? text : "it says nothing");
}

static enum error_code run(const struct gnuplot *g, struct error *err)
{
    pid_t pid;
    int status;
    if (fflush(g->script) || ferror(g->script) || fseek(g->script, 0, SEEK_SET))
        return error_set(err, ERROR_IO, "the script for gnuplot cannot be written; is the "
                         "disk full?");
    const int failure = start(g, &pid);
    if (failure)
        return error_set(err, failure == ENOENT ? ERROR_UNSUPPORTED : ERROR_IO,
                         "gnuplot cannot be started: %s; on Debian it is the package "
                         "gnuplot-nox", strerror(failure));
    while (waitpid(pid, &status, 0) < 0)
        if (errno != EINTR)
            return error_set(err, ERROR_IO, "gnuplot was lost: %s", strerror(errno));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? ERROR_OK : complain(g, err);
}

enum error_code gnuplot_close(struct gnuplot *gnuplot, struct error *err)
{
    enum error_code code = run(gnuplot, err);
    if (!code) {
        code = stream_commit(gnuplot->picture, err);
        gnuplot->picture = NULL;
    }
    gnuplot_abandon(gnuplot);
    return code;
}

void gnuplot_abandon(struct gnuplot *gnuplot)
{
    if (!gnuplot)
        return;
    stream_abandon(gnuplot->picture);
    if (gnuplot->script)
        fclose(gnuplot->script);
    if (gnuplot->complaints)
        fclose(gnuplot->complaints);
    free(gnuplot);
}
