/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter rig compile: a described mechanism as a shared object, by the user's own compiler */
#include "config.h"

#include "front/rig_compile.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/base/file.h"
#include "lib/base/stream.h"
#include "lib/cli/remark.h"
#include "lib/rig/rig.h"
#include "sim/compiled.h"
#include "sim/registry.h"

extern char **environ;

enum { PATH_ROOM = 4096, OBJECT_LIMIT = 64 << 20 };

struct settings {
    const char *output;
    bool force;
};

/* where the compiler works; nothing is left of it */
struct workshop {
    char directory[PATH_ROOM], source[PATH_ROOM + 16], object[PATH_ROOM + 16];
};

static enum error_code open_workshop(struct workshop *shop, struct error *err)
{
    const char *place = getenv("TMPDIR");
    snprintf(shop->directory, sizeof shop->directory, "%s/skitter-XXXXXX",
             place && *place ? place : "/tmp");
    if (!mkdtemp(shop->directory))
        return error_set(err, ERROR_IO, "%s: cannot be made: %s", shop->directory, strerror(errno));
    snprintf(shop->source, sizeof shop->source, "%s/mechanism.c", shop->directory);
    snprintf(shop->object, sizeof shop->object, "%s/mechanism.so", shop->directory);
    return ERROR_OK;
}

static void close_workshop(const struct workshop *shop)
{
    unlink(shop->source);
    unlink(shop->object);
    rmdir(shop->directory);
}

static enum error_code write_source(const struct rig *rig, const struct workshop *shop,
                                    struct error *err)
{
    FILE *out = fopen(shop->source, "w");
    if (!out)
        return error_set(err, ERROR_IO, "%s: cannot be written: %s", shop->source, strerror(errno));
    enum error_code code = sim_compiled_write(rig, out, err);
    const bool failed = ferror(out) != 0;
    if ((fclose(out) != 0 || failed) && !code)
        code = error_set(err, ERROR_IO, "%s: cannot be written", shop->source);
    return code;
}

/* no contraction of products and sums: the object is to give the interpreter's numbers */
static enum error_code run_compiler(const struct workshop *shop, struct error *err)
{
    const char *named = getenv("CC"), *compiler = named && *named ? named : "cc";
    const char *const words[] = {compiler,     "-std=c17", "-O2", "-ffp-contract=off",
                                 "-fPIC",      "-shared",  "-o",  shop->object,
                                 shop->source, "-lm",      NULL};
    pid_t child;
    int status;
    const int failure = posix_spawnp(&child, compiler, NULL, NULL, (char *const *)words, environ);
    if (failure)
        return error_set(err, ERROR_UNSUPPORTED,
                         "%s cannot be run: %s; install a C compiler (Debian: gcc) or name it in "
                         "the environment variable CC",
                         compiler, strerror(failure));
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return error_set(err, ERROR_IO, "%s: %s", compiler, strerror(errno));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return error_set(err, ERROR_IO, "%s failed; what it said is above", compiler);
    return ERROR_OK;
}

static enum error_code put_in_place(const struct workshop *shop, const char *output, bool force,
                                    struct error *err)
{
    char *bytes;
    size_t size;
    struct stream *stream;
    enum error_code code = file_read_whole(shop->object, OBJECT_LIMIT, &bytes, &size, err);
    if (code)
        return code;
    code = stream_open(output, force, &stream, err);
    if (!code) {
        fwrite(bytes, 1, size, stream_file(stream)); /* the stream remembers a failure */
        code = stream_commit(stream, err);
    }
    free(bytes);
    return code;
}

static enum error_code make(const struct rig *rig, const char *output, bool force,
                            struct error *err)
{
    struct workshop shop = {.directory = ""};
    enum error_code code = open_workshop(&shop, err);
    if (code)
        return code;
    code = write_source(rig, &shop, err);
    if (!code)
        code = run_compiler(&shop, err);
    if (!code)
        code = put_in_place(&shop, output, force, err);
    close_workshop(&shop);
    return code;
}

static enum error_code compile(const void *given, const struct option_list *arguments,
                               struct error *err)
{
    const struct settings *settings = given;
    struct rig *rig;
    enum error_code code = rig_read(arguments->items[0], sim_registry, &rig, err);
    if (code)
        return code;
    char *beside = sim_compiled_path(arguments->items[0]);
    const char *output = settings->output ? settings->output : beside;
    code = output ? file_vacant(output, settings->force, err) : error_memory(err);
    if (!code)
        code = make(rig, output, settings->force, err);
    if (!code)
        remark(false, "skitter rig compile", "%s: %s for programs with --compiled", output,
               arguments->items[0]);
    free(beside);
    rig_free(rig);
    return code;
}

static const struct option_row options[] = {
    OPTION_OUTPUT("FILE", struct settings, output,
                  "write the object there (default: beside RIG, its name with .so)"),
    OPTION_FORCE(struct settings),
};
static const char *const synopsis[] = {"[--output FILE] RIG", NULL};
static const struct option_argument arguments_list[] = {OPTION_RIG_ARGUMENT, {0}};

const struct program front_rig_compile = {
    .name = "skitter rig compile",
    .summary = "compile the mechanism that a rig file describes, for --compiled",
    .synopsis = synopsis,
    .arguments = arguments_list,
    .min_arguments = 1,
    .max_arguments = 1,
    OPTION_ROWS(options),
    .settings_size = sizeof(struct settings),
    .run = compile,
};
