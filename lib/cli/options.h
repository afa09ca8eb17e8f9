/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line: one table per program, read by getopt_long. Help text,
 * messages, man-page checks and shell completion all come from the table, so
 * that an option is one row. A program and its rows look like this:
 *
 *     struct sim_settings { bool quiet; double duration; };
 *     static const struct option_row sim_options[] = {
 *         OPTION_QUANTITY("duration", 'd', "TIME", struct sim_settings, duration, "s",
 *                         "length of the motion (default 2 s)"),
 *         OPTION_QUIET(struct sim_settings),
 *     };
 */
#ifndef LIB_CLI_OPTIONS_H
#define LIB_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "lib/base/error.h"

enum option_kind {
    OPTION_KIND_FLAG,     /* bool */
    OPTION_KIND_TEXT,     /* const char *, into argv */
    OPTION_KIND_NAMES,    /* the same, comma-separated (lib/base/list.h) */
    OPTION_KIND_LIST,     /* struct option_list: may be given again and again */
    OPTION_KIND_COUNT,    /* long, at least `minimum` */
    OPTION_KIND_NUMBER,   /* double, finite */
    OPTION_KIND_QUANTITY, /* double in `unit`, from text with a unit */
    OPTION_KIND_CHOICE    /* int, the index in `choices` */
};

struct option_list {
    const char **items;
    size_t n;
};

struct option_row {
    const char *name;     /* without the dashes */
    const char *alias;    /* another name, which help does not show; NULL: none */
    char letter;          /* 0: none */
    const char *argument; /* NULL: a flag */
    enum option_kind kind;
    size_t offset;              /* into the program's settings */
    const char *unit;           /* of a quantity */
    long minimum;               /* of a count */
    const char *const *choices; /* of a choice; ends with NULL */
    const char *doc;            /* one sentence, lower case, no full stop */
};

/* offset of a member that must be of type `ctype`: another type does not compile */
#define OPTION_OFFSET(type, member, ctype) \
    (offsetof(type, member) + 0 * sizeof(&((type *)0)->member == (ctype *)0))

#define OPTION_FLAG(long_name, short_letter, type, member, text)                 \
    {                                                                            \
        .name = (long_name), .letter = (short_letter), .kind = OPTION_KIND_FLAG, \
        .offset = OPTION_OFFSET(type, member, bool), .doc = (text)               \
    }
#define OPTION_TEXT(long_name, short_letter, arg, type, member, text)     \
    {                                                                     \
        .name = (long_name), .letter = (short_letter), .argument = (arg), \
        .kind = OPTION_KIND_TEXT, .doc = (text),                          \
        .offset = OPTION_OFFSET(type, member, const char *)               \
    }
#define OPTION_NAMES(long_name, short_letter, arg, type, member, text)    \
    {                                                                     \
        .name = (long_name), .letter = (short_letter), .argument = (arg), \
        .kind = OPTION_KIND_NAMES, .doc = (text),                         \
        .offset = OPTION_OFFSET(type, member, const char *)               \
    }
#define OPTION_LIST(long_name, short_letter, arg, type, member, text)     \
    {                                                                     \
        .name = (long_name), .letter = (short_letter), .argument = (arg), \
        .kind = OPTION_KIND_LIST, .doc = (text),                          \
        .offset = OPTION_OFFSET(type, member, struct option_list)         \
    }
#define OPTION_COUNT(long_name, short_letter, arg, type, member, least, text) \
    {                                                                         \
        .name = (long_name), .letter = (short_letter), .argument = (arg),     \
        .kind = OPTION_KIND_COUNT, .minimum = (least), .doc = (text),         \
        .offset = OPTION_OFFSET(type, member, long)                           \
    }
#define OPTION_NUMBER(long_name, short_letter, arg, type, member, text)                          \
    {                                                                                            \
        .name = (long_name), .letter = (short_letter), .argument = (arg),                        \
        .kind = OPTION_KIND_NUMBER, .doc = (text), .offset = OPTION_OFFSET(type, member, double) \
    }
#define OPTION_QUANTITY(long_name, short_letter, arg, type, member, si, text) \
    {                                                                         \
        .name = (long_name), .letter = (short_letter), .argument = (arg),     \
        .kind = OPTION_KIND_QUANTITY, .unit = (si), .doc = (text),            \
        .offset = OPTION_OFFSET(type, member, double)                         \
    }
#define OPTION_CHOICE(long_name, short_letter, arg, type, member, names, text) \
    {                                                                          \
        .name = (long_name), .letter = (short_letter), .argument = (arg),      \
        .kind = OPTION_KIND_CHOICE, .choices = (names), .doc = (text),         \
        .offset = OPTION_OFFSET(type, member, int)                             \
    }

/* rows that read alike in every program that takes them; the settings have a
 * bool of that name. --help and --version are in every program by themselves. */
#define OPTION_QUIET(type) \
    OPTION_FLAG("quiet", 'q', type, quiet, "no progress and no remarks; errors are still shown")
#define OPTION_JSON(type) OPTION_FLAG("json", 0, type, json, "results on standard output as JSON")
#define OPTION_FORCE(type) OPTION_FLAG("force", 'f', type, force, "overwrite output that exists")

/* what is made goes there; --out was its name in skitter-daq and skitter-fit once */
#define OPTION_OUTPUT(arg, type, member, text)                              \
    {                                                                       \
        .name = "output", .alias = "out", .letter = 'o', .argument = (arg), \
        .kind = OPTION_KIND_TEXT, .doc = (text),                            \
        .offset = OPTION_OFFSET(type, member, const char *)                 \
    }

/* of a program that works on a rig file; the settings have a list `set` */
#define OPTION_SET(type)                             \
    OPTION_LIST("set", 's', "NAME=VALUE", type, set, \
                "set a parameter or start value; may be given again")
#define OPTION_RIG_ARGUMENT                       \
    {                                             \
        "RIG", "the rig file, see skitter-rig(5)" \
    }

/* for the table's length */
#define OPTION_ROWS(table) .options = (table), .n_options = sizeof(table) / sizeof *(table)

/* a positional argument */
struct option_argument {
    const char *name; /* "RIG" */
    const char *doc;
};

struct program {
    const char *name;            /* "skitter-sim"; of a command, all of it: "skitter-daq record" */
    const char *summary;         /* one line */
    const char *const *synopsis; /* what follows the name, a line each; ends with NULL */
    const struct option_argument *arguments; /* what they are; ends with a NULL name */
    size_t min_arguments;
    size_t max_arguments; /* SIZE_MAX: any number */
    const struct option_row *options;
    size_t n_options;
    const void *defaults; /* the settings before the options are read; NULL: all zero */
    size_t settings_size;

    /* the job itself; the commands of a program that has some (ends with NULL;
     * the job is then what it does without one, NULL: ask for a command); or a
     * main of its own for argv from here on */
    enum error_code (*run)(const void *settings, const struct option_list *arguments,
                           struct error *err);
    const struct program *const *commands;
    int (*main)(const struct program *program, int argc, char **argv);
    bool shared;              /* the ranks of MPI share the job (lib/cli/share.h) */
    const char *const *words; /* with a main of its own: commands that people look for elsewhere */
};

/* a command's own word: "record" of "skitter-daq record" */
const char *program_word(const struct program *program);

enum options_wish {
    OPTIONS_RUN,
    OPTIONS_HELP,   /* --help was given: nothing after it was read */
    OPTIONS_VERSION /* --version likewise */
};

/* Read argv (reordered on the way) into settings and arguments. Lists and
 * arguments point into argv; options_free gives their arrays back, after
 * failures too. Sets `wish`. Failure: ERROR_USAGE and a message that names the option. */
enum error_code options_parse(const struct program *program, int argc, char **argv, void *settings,
                              struct option_list *arguments, enum options_wish *wish,
                              struct error *err);
void options_free(const struct program *program, void *settings, struct option_list *arguments);

/* the i-th row, the built-in ones (--help, --version) last; NULL after them */
const struct option_row *options_row(const struct program *program, size_t i);

#endif
