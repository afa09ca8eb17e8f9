/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/base/sealed.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/sha256.h"

enum { SEAL = 16 };

char *sealed_make(const char *text)
{
    char sum[SHA256_TEXT_SIZE];
    const size_t size = SEAL + 1 + strlen(text) + 2;
    char *line = malloc(size);
    if (!line)
        return NULL;
    sha256_text(text, sum);
    snprintf(line, size, "%.*s %s\n", SEAL, sum, text);
    return line;
}

static bool holds(const char *line, size_t length)
{
    char sum[SHA256_TEXT_SIZE];
    if (length <= SEAL || line[SEAL] != ' ' || strlen(line) != length)
        return false;
    sha256_text(line + SEAL + 1, sum);
    return memcmp(line, sum, SEAL) == 0;
}

enum error_code sealed_split(char *bytes, size_t size, struct sealed_lines *lines,
                             struct error *err)
{
    size_t n = 0;
    for (size_t i = 0; i < size; i++)
        n += bytes[i] == '\n';
    *lines = (struct sealed_lines){.texts = calloc(n + 1, sizeof *lines->texts)};
    if (!lines->texts)
        return error_memory(err);
    size_t start = 0;
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != '\n')
            continue;
        bytes[i] = '\0';
        if (holds(bytes + start, i - start))
            lines->texts[lines->n++] = bytes + start + SEAL + 1;
        else
            lines->broken += i > start; /* an empty line ends a torn one before it */
        start = i + 1;
    }
    lines->broken += start < size;
    return ERROR_OK;
}
