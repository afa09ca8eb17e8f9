/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/rig/rig.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/base/file.h"
#include "lib/base/nearest.h"
#include "lib/rig/include.h"
#include "lib/rig/lines.h"
#include "lib/rig/make.h"
#include "lib/rig/text.h"

enum { RIG_FILE_LIMIT = 1 << 20 };

/* what is at hand while a file is read */
struct reader {
    const char *path;
    char *bytes;
    size_t size;
    struct rig_lines lines;
    struct rig_text text;
    struct rig *rig;
    struct error *err;
};

/* pass a failure on with file, line and key before its message */
static enum error_code at(struct reader *reader, enum error_code code, const char *key)
{
    if (code != ERROR_OK)
        rig_lines_prefix(&reader->lines, key, reader->err);
    return code;
}

/* ---- keys */

static enum error_code unknown_key(struct reader *reader, const struct rig_line *line,
                                   const struct nearest *nearest)
{
    char hint[96];
    nearest_hint(nearest, hint, sizeof hint);
    error_set(reader->err, ERROR_INPUT, "unknown key%s (the keys are in skitter-rig(5))", hint);
    return at(reader, ERROR_INPUT, line->path);
}

static enum error_code check_top_keys(struct reader *reader)
{
    for (size_t i = 0; i < reader->lines.n; i++) {
        const struct rig_line *line = &reader->lines.lines[i];
        if (line->level != 1 || !line->key)
            continue;
        struct nearest nearest = nearest_to(line->key);
        for (size_t k = 0; k < RIG_TOPS; k++)
            nearest_offer(&nearest, rig_top_names[k]);
        for (size_t k = 0; k < RIG_PARTS; k++)
            nearest_offer(&nearest, rig_part_names[k]);
        if (!nearest.best || nearest.distance > 0)
            return unknown_key(reader, line, &nearest);
    }
    return ERROR_OK;
}

/* whether a key stands in a part: "start" holds "start.theta1" */
static bool in_part(const struct rig_line *line, enum rig_part part)
{
    size_t length = strlen(rig_part_names[part]);
    return line->key && line->level == 2 &&
           strncmp(line->path, rig_part_names[part], length) == 0 &&
           strchr(".[", line->path[length]);
}

static enum error_code check_part_keys(struct reader *reader, enum rig_part part,
                                       const struct mechanism *model)
{
    struct rig_keys keys = rig_part_keys(part, model);
    for (size_t i = 0; i < reader->lines.n; i++) {
        const struct rig_line *line = &reader->lines.lines[i];
        if (!in_part(line, part))
            continue;
        struct nearest nearest = nearest_to(line->key);
        for (size_t k = 0; k < keys.n_words + keys.n_rows; k++)
            nearest_offer(&nearest, rig_keys_name(&keys, k));
        if (!nearest.best || nearest.distance > 0)
            return unknown_key(reader, line, &nearest);
    }
    return ERROR_OK;
}

/* ---- words and texts */

static enum error_code read_word(struct reader *reader, const struct rig_words *words,
                                 const char *text, const char *key, size_t *word)
{
    *word = rig_words_find(words, text);
    if (*word < words->n)
        return ERROR_OK;
    struct nearest nearest = nearest_to(text);
    for (size_t i = 0; i < words->n; i++)
        nearest_offer(&nearest, words->words[i]);
    char hint[96];
    nearest_hint(&nearest, hint, sizeof hint);
    error_set(reader->err, ERROR_INPUT, "\"%.60s\" is not known%s (it may be", text, hint);
    for (size_t i = 0; i < words->n; i++)
        error_append(reader->err, "%s %s",
                     i == 0              ? ""
                     : i + 1 == words->n ? " or"
                                         : ",",
                     words->words[i]);
    error_append(reader->err, ")");
    return at(reader, ERROR_INPUT, key);
}

static enum error_code replace(struct reader *reader, char **field, const char *text)
{
    char *copy = strdup(text);
    if (!copy)
        return error_memory(reader->err);
    free(*field);
    *field = copy;
    return ERROR_OK;
}

/* ---- parts */

/* the rows of a part's table, from the i-th text on */
static enum error_code read_rows(struct reader *reader, const char *part, char **texts,
                                 struct rig_section *section)
{
    char key[RIG_KEY_SIZE];
    for (size_t i = 0; texts && i < section->n; i++) {
        if (!texts[i])
            continue;
        snprintf(key, sizeof key, "%s.%s", part, section->table[i].name);
        enum error_code code = rig_section_read(section, i, texts[i], RIG_FILE, reader->err);
        if (code != ERROR_OK)
            return at(reader, code, key);
    }
    return ERROR_OK;
}

static enum error_code read_contact(struct reader *reader)
{
    char **texts = reader->text.texts->parts[RIG_PART_CONTACT];
    if (!texts)
        return ERROR_OK;
    size_t law = RIG_LAW_RIGID, impact = RIG_IMPACT_POISSON;
    enum error_code code = ERROR_OK;
    if (texts[RIG_CONTACT_LAW])
        code = read_word(reader, &rig_laws, texts[RIG_CONTACT_LAW], "contact.law", &law);
    if (code == ERROR_OK && texts[RIG_CONTACT_IMPACT])
        code = read_word(reader, &rig_impacts, texts[RIG_CONTACT_IMPACT], "contact.impact",
                         &impact);
    if (code != ERROR_OK)
        return code;
    reader->rig->law = (enum rig_law)law;
    reader->rig->impact = (enum rig_impact)impact;
    return read_rows(reader, "contact", texts + RIG_CONTACT_WORDS, &reader->rig->contact);
}

static enum error_code check_belt_words(struct reader *reader, char **texts)
{
    const char *table = texts[RIG_BELT_WORD_TABLE], *run = texts[RIG_BELT_WORD_RUN];
    if (!table == !run) {
        error_set(reader->err, ERROR_INPUT,
                  "give either \"table: FILE\" or \"run: DIRECTORY\" and \"channel: ROLE\"");
        return at(reader, ERROR_INPUT, "belt");
    }
    if (table && texts[RIG_BELT_WORD_CHANNEL]) {
        error_set(reader->err, ERROR_INPUT, "belongs to \"run\", not to \"table\"; remove it");
        return at(reader, ERROR_INPUT, "belt.channel");
    }
    return ERROR_OK;
}

static enum error_code read_belt(struct reader *reader)
{
    char **texts = reader->text.texts->parts[RIG_PART_BELT];
    if (!texts)
        return ERROR_OK;
    enum error_code code = check_belt_words(reader, texts);
    if (code != ERROR_OK)
        return code;
    struct rig_belt *belt = &reader->rig->belt;
    bool table = texts[RIG_BELT_WORD_TABLE] != NULL;
    const char *channel = texts[RIG_BELT_WORD_CHANNEL];
    belt->kind = table ? RIG_BELT_TABLE : RIG_BELT_RUN;
    code = replace(reader, &belt->name, texts[table ? RIG_BELT_WORD_TABLE : RIG_BELT_WORD_RUN]);
    if (code == ERROR_OK && !table)
        code = replace(reader, &belt->channel, channel ? channel : rig_role_name(RIG_ROLE_RAIL));
    if (code != ERROR_OK)
        return code;
    belt->path = file_beside(reader->path, belt->name);
    if (!belt->path)
        return error_memory(reader->err);
    if (access(belt->path, R_OK) == 0)
        return ERROR_OK;
    error_set(reader->err, ERROR_INPUT, "%s cannot be read; names are relative to the rig file",
              belt->path);
    return at(reader, ERROR_INPUT, table ? "belt.table" : "belt.run");
}

static enum error_code read_channel(struct reader *reader, size_t i, char **texts)
{
    char part[32], key[RIG_KEY_SIZE];
    snprintf(part, sizeof part, "channels[%zu]", i);
    snprintf(key, sizeof key, "%s.role", part);
    struct rig_channel *channel = rig_add_channel(reader->rig);
    if (!channel)
        return error_memory(reader->err);
    if (!texts[RIG_CHANNEL_ROLE]) {
        error_set(reader->err, ERROR_INPUT, "is missing; say what the channel measures");
        return at(reader, ERROR_INPUT, key);
    }
    size_t word;
    enum error_code code = read_word(reader, &rig_roles, texts[RIG_CHANNEL_ROLE], key, &word);
    if (code != ERROR_OK)
        return code;
    channel->role = (enum rig_role)word;
    if (texts[RIG_CHANNEL_SENSITIVITY]) {
        snprintf(key, sizeof key, "%s.sensitivity", part);
        code = rig_channel_read_sensitivity(channel, texts[RIG_CHANNEL_SENSITIVITY], reader->err);
        if (code != ERROR_OK)
            return at(reader, code, key);
    }
    return read_rows(reader, part, texts + RIG_CHANNEL_WORDS, &channel->values);
}

static enum error_code read_channels(struct reader *reader)
{
    struct rig_keys keys = rig_part_keys(RIG_PART_CHANNELS, reader->rig->model);
    size_t stride = keys.n_words + keys.n_rows;
    char **texts = reader->text.texts->parts[RIG_PART_CHANNELS];
    enum error_code code = ERROR_OK;
    for (size_t i = 0; i < reader->text.texts->n_channels && code == ERROR_OK; i++)
        code = read_channel(reader, i, texts + i * stride);
    return code;
}

static enum error_code read_includes(struct reader *reader)
{
    const struct rig_texts *texts = reader->text.texts;
    for (size_t i = 0; i < texts->n_include; i++) {
        char key[RIG_KEY_SIZE];
        snprintf(key, sizeof key, "include[%zu]", i);
        enum error_code code = rig_include(reader->rig, texts->include[i], reader->err);
        if (code != ERROR_OK)
            return at(reader, code, key);
    }
    return ERROR_OK;
}

static enum error_code read_top(struct reader *reader)
{
    const struct rig_texts *texts = reader->text.texts;
    if (texts->top[RIG_TOP_TITLE]) {
        enum error_code code = replace(reader, &reader->rig->title, texts->top[RIG_TOP_TITLE]);
        if (code != ERROR_OK)
            return code;
    }
    if (!texts->top[RIG_TOP_RATE])
        return ERROR_OK;
    return at(reader,
              rig_section_read(&reader->rig->sampling, 0, texts->top[RIG_TOP_RATE], RIG_FILE,
                               reader->err),
              "rate");
}

/* includes come first, so that what the rig file says itself wins */
static enum error_code read_values(struct reader *reader)
{
    struct rig *rig = reader->rig;
    char ***parts = reader->text.texts->parts;
    enum error_code code = read_top(reader);
    if (code == ERROR_OK)
        code = read_includes(reader);
    if (code == ERROR_OK)
        code = read_rows(reader, "parameters", parts[RIG_PART_PARAMETERS], &rig->parameters);
    if (code == ERROR_OK)
        code = read_rows(reader, "start", parts[RIG_PART_START], &rig->start);
    if (code == ERROR_OK)
        code = read_contact(reader);
    if (code == ERROR_OK)
        code = read_belt(reader);
    if (code == ERROR_OK)
        code = read_channels(reader);
    if (code == ERROR_OK)
        code = read_rows(reader, "simulated", parts[RIG_PART_SIMULATED], &rig->simulated);
    return code;
}

/* ---- the file */

static enum error_code find_model(struct reader *reader, mechanism_registry *registry,
                                  const struct mechanism **model)
{
    char *name;
    enum error_code code = rig_text_model(reader->path, reader->bytes, reader->size, &name,
                                          reader->err);
    if (code != ERROR_OK)
        return code;
    if (name)
        code = rig_model_find(registry, name, model, reader->err);
    else
        code = error_set(reader->err, ERROR_INPUT,
                         "is missing; add it, for example \"model: two-link\"");
    free(name);
    return at(reader, code, "model");
}

static enum error_code read_checked(struct reader *reader, const struct mechanism *model)
{
    enum error_code code = ERROR_OK;
    for (enum rig_part part = 0; part < RIG_PARTS && code == ERROR_OK; part++)
        code = check_part_keys(reader, part, model);
    if (code == ERROR_OK)
        code = rig_text_load(reader->path, reader->bytes, reader->size, model, &reader->text,
                             reader->err);
    if (code != ERROR_OK)
        return code;
    reader->rig = rig_create(reader->path, model);
    code = reader->rig ? read_values(reader) : error_memory(reader->err);
    if (code == ERROR_OK) {
        char key[RIG_KEY_SIZE];
        code = rig_complete(reader->rig, key, reader->err);
        code = at(reader, code, key);
    }
    rig_text_free(&reader->text);
    return code;
}

enum error_code rig_read(const char *path, mechanism_registry *registry, struct rig **rig,
                         struct error *err)
{
    struct reader reader = {.path = path, .err = err};
    *rig = NULL;
    enum error_code code = file_read_whole(path, RIG_FILE_LIMIT, &reader.bytes, &reader.size, err);
    if (code != ERROR_OK)
        return code;
    code = rig_lines_scan(path, reader.bytes, reader.size, &reader.lines, err);
    if (code == ERROR_OK)
        code = check_top_keys(&reader);
    const struct mechanism *model = NULL;
    if (code == ERROR_OK)
        code = find_model(&reader, registry, &model);
    if (code == ERROR_OK)
        code = read_checked(&reader, model);
    rig_lines_free(&reader.lines);
    free(reader.bytes);
    if (code == ERROR_OK)
        *rig = reader.rig;
    else
        rig_free(reader.rig);
    return code;
}
