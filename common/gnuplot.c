#include "config.h"

#include "common/gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct gnuplot {
    char *path;
    char *temporary; /* where gnuplot draws, beside the path */
    bool force;
    FILE *script; /* a file without a name */
};

static const struct {
    const char *ending, *terminal;
    double unit; /* of its size, in pixels */
} kinds[] = {
    {".svg", "svg noenhanced background rgb 'white' font 'sans,12'", 1},
    {".pdf", "pdfcairo noenhanced font 'sans,12'", 72},
    {".png", "pngcairo noenhanced font 'sans,12'", 1},
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
    if (plot->temporary)
        unlink(plot->temporary);
    free(plot->temporary);
    free(plot->path);
    free(plot);
}

/* made here, so that the name is ours and the directory is known to be writable */
static enum error_code make_temporary(struct gnuplot *plot, struct error *err)
{
    const size_t size = strlen(plot->path) + 16;
    plot->temporary = malloc(size);
    if (!plot->temporary)
        return error_memory(err);
    snprintf(plot->temporary, size, "%s.XXXXXX", plot->path);
    const int fd = mkstemp(plot->temporary);
    if (fd < 0) {
        free(plot->temporary);
        plot->temporary = NULL;
        return error_set(err, ERROR_IO, "%s: cannot be written: %s", plot->path,
                         strerror(errno));
    }
    const mode_t mask = umask(0);
    umask(mask);
    fchmod(fd, 0666 & ~mask);
    close(fd);
    return ERROR_OK;
}

static void begin_script(struct gnuplot *plot, size_t kind, int width, int height)
{
    fprintf(plot->script, "set encoding utf8\nset terminal %s size %g,%g\nset output ",
            kinds[kind].terminal, width / kinds[kind].unit, height / kinds[kind].unit);
    gnuplot_text(plot, plot->temporary);
    fputc('\n', plot->script);
}

enum error_code gnuplot_open(const char *path, bool force, int width, int height,
                             struct gnuplot **plot, struct error *err)
{
    *plot = NULL;
    const size_t kind = kind_of(path);
    if (kind == KINDS)
        return error_set(err, ERROR_USAGE,
                         "%s: the name of a figure must end with .svg, .pdf or .png", path);
    if (!force && access(path, F_OK) == 0)
        return error_set(err, ERROR_EXISTS, "%s: exists; --force overwrites it", path);
    if (strpbrk(path, "\n\r"))
        return error_set(err, ERROR_USAGE, "the name of a figure must be one line");
    struct gnuplot *new = calloc(1, sizeof *new);
    if (!new)
        return error_memory(err);
    new->force = force;
    new->path = strdup(path);
    enum error_code code = new->path ? make_temporary(new, err) : error_memory(err);
    if (!code && !(new->script = tmpfile()))
        code = error_set(err, ERROR_IO, "no temporary file for gnuplot: %s", strerror(errno));
    if (code) {
        gnuplot_abandon(new);
        return code;
    }
    begin_script(new, kind, width, height);
    *plot = new;
    return ERROR_OK;
}

FILE *gnuplot_script(struct gnuplot *plot)
{
    return plot->script;
}

/* in single quotes gnuplot knows neither backslashes nor backquotes, which
 * would run a shell; a quote is doubled */
void gnuplot_text(struct gnuplot *plot, const char *text)
{
    fputc('\'', plot->script);
    for (; *text; text++) {
        if (*text == '\'')
            fputc('\'', plot->script);
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

static enum error_code spawn(const char *program, FILE *script, FILE *said, int *status,
                             struct error *err)
{
    posix_spawn_file_actions_t actions;
    char *const arguments[] = {(char *)(size_t)program, (char *)"--default-settings",
                               (char *)"-", NULL};
    pid_t child;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, fileno(script), STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, fileno(said), STDERR_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    const int failed = posix_spawnp(&child, program, &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed)
        return error_set(err, ERROR_IO,
                         "%s could not be started: %s; figures need gnuplot (Debian package "
                         "gnuplot-nox)", program, strerror(failed));
    while (waitpid(child, status, 0) < 0)
        if (errno != EINTR)
            return error_set(err, ERROR_IO, "gnuplot was lost: %s", strerror(errno));
    return ERROR_OK;
}

static enum error_code run(struct gnuplot *plot, struct error *err)
{
    const char *given = getenv("GNUPLOT");
    FILE *said = tmpfile();
    if (!said)
        return error_set(err, ERROR_IO, "no temporary file for gnuplot: %s", strerror(errno));
    int status = 0;
    enum error_code code =
        spawn(given && *given ? given : "gnuplot", plot->script, said, &status, err);
    struct stat drawn;
    if (!code && (status != 0 || stat(plot->temporary, &drawn) != 0 || drawn.st_size == 0)) {
        char text[256];
        read_complaint(said, text, sizeof text);
        code = error_set(err, ERROR_IO, "%s: gnuplot could not draw it:%s", plot->path, text);
    }
    fclose(said);
    return code;
}

enum error_code gnuplot_commit(struct gnuplot *plot, struct error *err)
{
    fputs("\nunset output\n", plot->script);
    enum error_code code = ERROR_OK;
    if (fflush(plot->script) != 0 || fseek(plot->script, 0, SEEK_SET) != 0)
        code = error_set(err, ERROR_IO, "%s: the script for gnuplot cannot be written: %s",
                         plot->path, strerror(errno));
    if (!code)
        code = run(plot, err);
    if (!code && !plot->force && access(plot->path, F_OK) == 0)
        code = error_set(err, ERROR_EXISTS, "%s: exists; --force overwrites it", plot->path);
    if (!code && rename(plot->temporary, plot->path) != 0)
        code = error_set(err, ERROR_IO, "%s: cannot be written: %s", plot->path,
                         strerror(errno));
    gnuplot_abandon(plot);
    return code;
}
