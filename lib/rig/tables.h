/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keys of rig files, as tables; private to lib/rig. */
#ifndef LIB_RIG_TABLES_H
#define LIB_RIG_TABLES_H

#include "lib/rig/mechanism.h"
#include "lib/rig/rig.h"

/* what a word may be: "rigid" or "compliant" */
struct rig_words {
    const char *const *words;
    size_t n;
};

extern const struct rig_words rig_frictions, rig_statics, rig_restitutions;
extern const struct rig_words rig_laws, rig_impacts, rig_interpolations, rig_roles, rig_sources;

/* row of a word, n when it is none of them */
size_t rig_words_find(const struct rig_words *words, const char *word);

/* what a sensor can measure, and its sensitivity's unit */
struct rig_measure {
    const char *unit;     /* "m/s" */
    const char *per_volt; /* "m/s/V" */
};

extern const struct rig_measure rig_measures[];
extern const size_t rig_n_measures;

/* what a role measures; NULL when any of rig_measures will do */
extern const char *const rig_role_units[];

/* the parts of a rig file whose values are mappings */
enum rig_part {
    RIG_PART_PARAMETERS,
    RIG_PART_START,
    RIG_PART_CONTACT,
    RIG_PART_BELT,
    RIG_PART_CHANNELS, /* a list of mappings */
    RIG_PART_SIMULATED,
    RIG_PARTS
};

/* the keys that stand at the top before the parts */
enum rig_top {
    RIG_TOP_TITLE,
    RIG_TOP_MODEL,
    RIG_TOP_MECHANISM, /* in place of the model */
    RIG_TOP_RATE,
    RIG_TOP_INCLUDE,
    RIG_TOPS
};

extern const char *const rig_top_names[RIG_TOPS + RIG_PARTS];
const char *rig_part_name(enum rig_part part);

/* the keys of a part: words, then the rows of a table */
struct rig_keys {
    const char *const *words;
    size_t n_words;
    const struct quantity *table;
    size_t n_rows;
};

struct rig_keys rig_part_keys(enum rig_part part, const struct mechanism *model);
const char *rig_keys_name(const struct rig_keys *keys, size_t i);

/* the one row of the sampling rate, and a sensitivity's (unit by the role) */
extern const struct quantity rig_rate_quantity;
extern const struct quantity rig_sensitivity_quantity;

#endif
