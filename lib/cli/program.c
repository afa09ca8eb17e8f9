/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/cli/program.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "lib/cli/help.h"
#include "lib/base/interrupt.h"
#include "lib/base/memory.h"
#include "lib/base/nearest.h"
#include "lib/base/shown.h"
#include "lib/base/version.h"
#include "lib/cli/remark.h"
#include "lib/cli/share.h"

int program_fail(const struct program *program, const struct error *err)
{
    remark(true, program->name, "%s", err->message);
    if (err->code == ERROR_USAGE)
        fprintf(stderr, "try '%s --help'\n", program->name);
    return error_exit_code(err->code);
}

/* `skitter repair` is meant for `skitter run repair` */
static bool knows(const struct program *program, const char *word)
{
    for (const struct program *const *c = program->commands; c && *c; c++)
        if (strcmp(word, program_word(*c)) == 0)
            return true;
    for (const char *const *w = program->words; w && *w; w++)
        if (strcmp(word, *w) == 0)
            return true;
    return false;
}

static int run_command(const struct program *program, int argc, char **argv)
{
    struct nearest nearest = nearest_to(argv[1]);
    for (const struct program *const *c = program->commands; *c; c++) {
        if (strcmp(argv[1], program_word(*c)) == 0)
            return program_main(*c, argc - 1, argv + 1);
        nearest_offer(&nearest, program_word(*c));
    }
    struct error err = {0};
    char hint[96];
    nearest_hint(&nearest, hint, sizeof hint);
    for (const struct program *const *c = program->commands; *c; c++)
        if (knows(*c, argv[1])) {
            snprintf(hint, sizeof hint, "; did you mean %s %s?", (*c)->name, argv[1]);
            break;
        }
    error_set(&err, ERROR_USAGE, "command '%s' is not known%s", argv[1], hint);
    return program_fail(program, &err);
}

/* A descriptor that the caller has closed would be that of the next file: messages would
 * go into a recording. Results that have no standard output fail to be written, as they did:
 * it cannot be written to. */
static void open_descriptors(void)
{
    static const int modes[] = {O_RDONLY, O_RDONLY, O_RDWR};
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", modes[fd]) != fd)
            _exit(error_exit_code(ERROR_IO)); /* nowhere to say it */
}

void program_threads(long wanted)
{
#ifdef _OPENMP
    enum { MOST_PER_PROCESSOR = 8 };
    const long most = MOST_PER_PROCESSOR * (long)omp_get_num_procs();
    omp_set_num_threads((int)(wanted < most ? wanted : most));
#else
    (void)wanted;
#endif
}

static void limit_threads(void)
{
#ifdef _OPENMP
    omp_set_max_active_levels(1);
    program_threads(omp_get_max_threads());
#endif
}

/* results go to stdout: a full disk there must not pass for success */
static enum error_code flush_output(enum error_code code, struct error *err)
{
    errno = 0;
    bool lost = fflush(stdout) != 0 || ferror(stdout);
    if (lost && errno == EPIPE && !code) /* as head does; files are in their places */
        interrupt_end_by_pipe();
    if (!code && memory_lost())
        return error_memory(err);
    if (lost && !code)
        return error_set(err, ERROR_IO, "standard output could not be written; is the disk full?");
    return code;
}

/* names and notes go into JSON, which holds nothing else: better known before the work than
 * missed after it */
static enum error_code check_arguments(int argc, char **argv, struct error *err)
{
    for (int i = 1; i < argc; i++)
        if (!shown_is_utf8(argv[i]))
            return error_set(err, ERROR_USAGE,
                             "'%s' is not UTF-8, and results could not keep it; rename what it "
                             "names, or write it in UTF-8",
                             argv[i]);
    return ERROR_OK;
}

static enum error_code act(const struct program *program, enum options_wish wish,
                           const void *settings, const struct option_list *arguments,
                           struct error *err)
{
    if (wish == OPTIONS_HELP)
        help_print(program, stdout);
    else if (wish == OPTIONS_VERSION)
        printf("%.*s %s\n", (int)strcspn(program->name, " "), program->name, skitter_version);
    else if (!program->run)
        return error_set(err, ERROR_USAGE, "a command is missing");
    else {
        if (program->shared)
            share_begin();
        return program->run(settings, arguments, err);
    }
    return ERROR_OK;
}

int program_main(const struct program *program, int argc, char **argv)
{
    open_descriptors();
    limit_threads();
    if (program->main)
        return program->main(program, argc, argv);
    if (program->commands && argc > 1 && argv[1][0] != '-')
        return run_command(program, argc, argv);

    interrupt_begin();
    memory_watch();
    struct error err = {.code = ERROR_OK};
    struct option_list arguments = {0};
    enum options_wish wish;
    /* one byte more: a program without settings gets a block too */
    void *settings = calloc(1, program->settings_size + 1);
    if (!settings) {
        error_memory(&err);
        return program_fail(program, &err);
    }
    if (program->defaults)
        memcpy(settings, program->defaults, program->settings_size);
    enum error_code code = check_arguments(argc, argv, &err);
    if (!code)
        code = options_parse(program, argc, argv, settings, &arguments, &wish, &err);
    if (!code)
        code = act(program, wish, settings, &arguments, &err);
    code = flush_output(code, &err);
    options_free(program, settings, &arguments);
    free(settings);
    const int exit_code = code ? program_fail(program, &err) : 0;
    share_end(exit_code);
    return exit_code;
}
