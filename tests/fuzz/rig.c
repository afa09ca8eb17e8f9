/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rig files. One that is taken becomes a device, is printed and read again, and goes through JSON.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/rig/rig.h"
#include "daq/source.h"
#include "sim/registry.h"
#include "tests/fuzz/fuzz.h"

static void same_section(const struct rig_section *a, const struct rig_section *b)
{
    fuzz_require(a->n == b->n, "the tables stay the same");
    for (size_t i = 0; i < a->n; i++) {
        fuzz_require(strcmp(a->table[i].name, b->table[i].name) == 0, "the rows stay the same");
        const double x = a->values[i].value, y = b->values[i].value;
        fuzz_require(x == y || (x != x && y != y), "a value reads back");
        fuzz_require(a->values[i].source == b->values[i].source, "what was given reads back");
    }
}

static void same_rig(const struct rig *a, const struct rig *b)
{
    fuzz_require(rig_same_model(a, b) && a->law == b->law && a->impact == b->impact &&
                     a->belt.kind == b->belt.kind && a->n_channels == b->n_channels,
                 "the words read back");
    fuzz_require(strcmp(a->title, b->title) == 0, "the title reads back");
    same_section(&a->parameters, &b->parameters);
    same_section(&a->start, &b->start);
    same_section(&a->contact, &b->contact);
    same_section(&a->sampling, &b->sampling);
    same_section(&a->simulated, &b->simulated);
    for (size_t i = 0; i < a->n_channels; i++) {
        fuzz_require(a->channels[i].role == b->channels[i].role &&
                         a->channels[i].sensitivity == b->channels[i].sensitivity,
                     "a channel reads back");
        same_section(&a->channels[i].values, &b->channels[i].values);
    }
}

static char *print(const struct rig *rig, size_t *size)
{
    char *text = NULL;
    struct error err;
    FILE *out = open_memstream(&text, size);
    fuzz_require(out != NULL, "there is memory");
    const enum error_code code = rig_print(rig, out, &err);
    fclose(out);
    fuzz_require(code == ERROR_OK, "a rig can be printed");
    return text;
}

static void print_and_read(const struct rig *rig)
{
    size_t size, size_again;
    struct error err;
    char *text = print(rig, &size);
    struct rig *again;
    if (rig_read(fuzz_file((const uint8_t *)text, size), sim_registry, &again, &err)) {
        fprintf(stderr, "%s\n%s\n", text, err.message);
        fuzz_require(false, "a printed rig can be read");
    }
    same_rig(rig, again);
    char *text_again = print(again, &size_again);
    fuzz_require(strcmp(text, text_again) == 0, "a printed rig is printed as it is");
    rig_free(again);
    free(text);
    free(text_again);
}

static void through_copy(const struct rig *rig)
{
    struct rig *copy = rig_copy(rig);
    fuzz_require(copy != NULL, "there is memory");
    same_rig(rig, copy);
    rig_free(copy);
}

static void through_json(const struct rig *rig)
{
    json_t *json = rig_to_json(rig);
    struct rig *again;
    struct error err;
    fuzz_require(json != NULL, "a rig has its JSON");
    if (rig_from_json(json, "run.json", sim_registry, &again, &err)) {
        fprintf(stderr, "%s\n", err.message);
        fuzz_require(false, "a rig comes back from its JSON");
    }
    same_rig(rig, again);
    rig_free(again);
    json_decref(json);
}

/* the simulated rig with its bits, skew and channels; it is not started */
static void open_device(const struct rig *rig)
{
    struct daq_source *source;
    struct error err;
    const struct daq_request request = {.rig = rig, .fast = true};
    if (daq_source_open("rig:", request, &source, &err) == ERROR_OK) {
        fuzz_require(source->info.period.numerator >= 1 && source->info.bits >= 1 &&
                         source->info.bits <= 32,
                     "a device that opens has a period and bits");
        daq_source_close(source);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct rig *rig;
    struct error err;
    if (rig_read(fuzz_file(data, size), sim_registry, &rig, &err) == ERROR_OK) {
        open_device(rig);
        through_json(rig);
        through_copy(rig);
        print_and_read(rig);
        rig_free(rig);
    }
    return 0;
}
