/* SPDX-License-Identifier: GPL-3.0-or-later */
/* skitter rig new: a commented rig file from a template, with values that a person gives */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "front/commands.h"
#include "front/templates.inc"
#include "lib/base/shown.h"
#include "lib/base/stream.h"
#include "lib/cli/remark.h"
#include "lib/rig/rig.h"
#include "sim/registry.h"

enum { LINE_SIZE = 256, TEMPLATES = sizeof front_templates / sizeof *front_templates };

struct settings {
    const char *output;
    int template;
    struct option_list set;
    bool force;
};

enum { NOT_GIVEN = -1 };
static const struct settings defaults = {.template = NOT_GIVEN};

/* ---- lines of a template */

/* the first line is for Skitter's own source */
static const char *text_of(int template)
{
    return strchr((const char *)front_templates[template].bytes, '\n') + 1;
}

/* A value is a line "  name: value   # what it is". The parts of one, as far as they are there */
struct value_line {
    char name[LINE_SIZE], value[LINE_SIZE], comment[LINE_SIZE];
};

static bool take_value(const char *text, struct value_line *out)
{
    char line[LINE_SIZE];
    const size_t length = strcspn(text, "\n");
    *out = (struct value_line){0};
    if (strncmp(text, "  ", 2) != 0 || text[2] == ' ' || length >= sizeof line)
        return false;
    memcpy(line, text, length);
    line[length] = '\0';
    if (sscanf(line + 2, "%255[a-z0-9_]: %255[^#{]# %255[^\n]", out->name, out->value,
               out->comment) != 3)
        return false;
    for (size_t n = strlen(out->value); n > 0 && out->value[n - 1] == ' ';)
        out->value[--n] = '\0';
    return true;
}

/* the text with another value in the line of that name, which is freed; NULL: no memory */
static char *replace(char *text, const char *name, const char *value)
{
    char *changed = NULL;
    size_t size;
    FILE *out = open_memstream(&changed, &size);
    for (const char *line = text; out && *line;) {
        struct value_line parts;
        char assignment[2 * LINE_SIZE];
        const size_t length = strcspn(line, "\n") + 1;
        snprintf(assignment, sizeof assignment, "%s: %s", name, value);
        if (take_value(line, &parts) && strcmp(parts.name, name) == 0)
            fprintf(out, "  %-27s # %s\n", assignment, parts.comment);
        else
            fwrite(line, 1, length, out);
        line += length;
    }
    free(text);
    if (!out || fclose(out) != 0) {
        free(changed);
        return NULL;
    }
    return changed;
}

static bool has_value(const char *text, const char *name)
{
    struct value_line parts;
    for (const char *line = text; *line; line += strcspn(line, "\n") + 1)
        if (take_value(line, &parts) && strcmp(parts.name, name) == 0)
            return true;
    return false;
}

/* ---- questions, on standard error; an empty answer keeps what is there */

static bool ask(char answer[LINE_SIZE])
{
    fputs(": ", stderr);
    answer[0] = '\0';
    if (!fgets(answer, LINE_SIZE, stdin)) {
        fputc('\n', stderr); /* nobody ended the line of the question */
        return false;
    }
    answer[strcspn(answer, "\n")] = '\0';
    return true;
}

static int ask_template(void)
{
    char answer[LINE_SIZE];
    fputs("What is most like your rig?\n", stderr);
    for (int i = 0; i < TEMPLATES; i++)
        fprintf(stderr, "  %-11s %s\n", front_template_words[i], front_templates[i].summary);
    for (;;) {
        fprintf(stderr, "Its name [%s]", front_template_words[0]);
        if (!ask(answer) || !answer[0])
            return 0;
        for (int i = 0; i < TEMPLATES; i++)
            if (strcmp(front_template_words[i], answer) == 0)
                return i;
        fputs("It is none of these. ", stderr);
    }
}

/* the answer as the rig takes it, or the same question again */
static bool ask_value(struct rig *rig, const struct value_line *line, char answer[LINE_SIZE])
{
    struct error err;
    for (;;) {
        char assignment[2 * LINE_SIZE];
        fprintf(stderr, "%s, %s [%s]", line->name, line->comment, line->value);
        if (!ask(answer))
            return false;
        snprintf(assignment, sizeof assignment, "%s=%s", line->name, answer);
        if (!answer[0] || !rig_set(rig, assignment, &err))
            return true;
        shown_printf(stderr, "%s\n", err.message);
    }
}

static enum error_code ask_values(struct rig *rig, int template, char **text, struct error *err)
{
    struct value_line parts;
    char answer[LINE_SIZE];
    const char *line = text_of(template);
    for (; *line && *text; line += strcspn(line, "\n") + 1) {
        if (!take_value(line, &parts))
            continue;
        if (!ask_value(rig, &parts, answer))
            break;
        if (answer[0])
            *text = replace(*text, parts.name, answer);
    }
    return *text ? ERROR_OK : error_memory(err);
}

/* ---- the command */

static enum error_code set_values(const struct option_list *set, struct rig *rig, char **text,
                                  struct error *err)
{
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < set->n && !code; i++) {
        char name[LINE_SIZE] = "";
        const char *value = strchr(set->items[i], '=');
        code = rig_set(rig, set->items[i], err);
        if (code)
            break;
        snprintf(name, sizeof name, "%.*s", (int)(value - set->items[i]), set->items[i]);
        if (!has_value(*text, name))
            return error_set(err, ERROR_INPUT,
                             "%s: the template has no line for it; add it to the file that is made",
                             name);
        *text = replace(*text, name, value + 1);
        if (!*text)
            code = error_memory(err);
    }
    return code;
}

/* the template as a rig, against which values are checked, from a file without a name */
static enum error_code read_template(int template, struct rig **rig, struct error *err)
{
    char path[64];
    FILE *file = tmpfile();
    if (!file)
        return error_set(err, ERROR_IO, "no temporary file can be made: %s", strerror(errno));
    fputs(text_of(template), file);
    snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(file));
    enum error_code code = fflush(file) == 0
                               ? rig_read(path, sim_registry, rig, err)
                               : error_set(err, ERROR_IO, "a temporary file cannot be written: %s",
                                           strerror(errno));
    fclose(file);
    return code;
}

static enum error_code fill_in(const struct settings *s, int template, char **text,
                               struct error *err)
{
    struct rig *rig;
    enum error_code code = read_template(template, &rig, err);
    if (code)
        return code;
    *text = strdup(text_of(template));
    code = *text ? set_values(&s->set, rig, text, err) : error_memory(err);
    if (!code && s->template == NOT_GIVEN)
        code = ask_values(rig, template, text, err);
    rig_free(rig);
    return code;
}

static enum error_code make_new(const void *given, const struct option_list *arguments,
                                struct error *err)
{
    const struct settings *s = given;
    struct stream *stream;
    char *text = NULL;
    (void)arguments;
    if (!s->output)
        return error_set(err, ERROR_USAGE, "say where the rig file goes: --output NAME.yaml");
    enum error_code code = stream_open(s->output, s->force, &stream, err); /* before any question */
    if (code)
        return code;
    code = fill_in(s, s->template == NOT_GIVEN ? ask_template() : s->template, &text, err);
    if (code) {
        stream_abandon(stream);
    } else {
        fputs(text, stream_file(stream));
        code = stream_commit(stream, err);
    }
    free(text);
    if (!code)
        remark(false, "skitter rig new",
               "%s is made; look at it with \"skitter rig draw\", change it in an editor, and try "
               "\"skitter sim\"",
               s->output);
    return code;
}

static const struct option_row options[] = {
    OPTION_OUTPUT("FILE", struct settings, output, "the rig file to make"),
    OPTION_CHOICE("template", 't', "NAME", struct settings, template, front_template_words,
                  "what to begin with: block, link, oscillator or plate (default: ask for it, and "
                  "for the values)"),
    OPTION_SET(struct settings),
    OPTION_FORCE(struct settings),
};
static const char *const synopsis[] = {"[--template NAME] [--set NAME=VALUE] ... --output FILE",
                                       NULL};

const struct program front_rig_new = {
    .name = "skitter rig new",
    .summary = "make a commented rig file",
    .synopsis = synopsis,
    OPTION_ROWS(options),
    .defaults = &defaults,
    .settings_size = sizeof(struct settings),
    .run = make_new,
};
