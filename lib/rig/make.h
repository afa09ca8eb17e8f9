/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Making a rig: room for its values, defaults, and whether all is there; private to lib/rig
 * and its tests. */
#ifndef LIB_RIG_MAKE_H
#define LIB_RIG_MAKE_H

#include "lib/rig/rig.h"

enum { RIG_KEY_SIZE = 192 }; /* "channels[12].beam_angle" */

/* the model of that name; its nearest name in the message */
enum error_code rig_model_find(mechanism_registry *registry, const char *name,
                               const struct mechanism **model, struct error *err);

/* a rig of that model with no value given; NULL when there is no memory */
struct rig *rig_create(const char *path, const struct mechanism *model);

/* The same of a model that the file describes, "mechanism" as JSON. On failure `key` is the path
 * of what is wrong. */
enum error_code rig_create_own(const char *path, const json_t *source, mechanism_registry *registry,
                               struct rig **rig, char key[RIG_KEY_SIZE], struct error *err);

/* the sections that every rig has, by the names they have in JSON */
enum { RIG_SECTIONS = 5 };

struct rig_named_section {
    const char *name;
    struct rig_section *section;
};

void rig_list_sections(struct rig *rig, struct rig_named_section sections[RIG_SECTIONS]);

/* put a copy of a text, which may be NULL, in place of another; false without memory */
bool rig_text_copy(char **field, const char *text);

/* note the name of one more result file; false without memory */
bool rig_add_include(struct rig *rig, const char *name);

/* room for one more channel, NULL when there is no memory */
struct rig_channel *rig_add_channel(struct rig *rig);

/* check a value against its row and take it */
enum error_code rig_section_take(struct rig_section *section, size_t row, struct rig_value value,
                                 struct error *err);

/* the same from a text with a unit */
enum error_code rig_section_read(struct rig_section *section, size_t row, const char *text,
                                 enum rig_source source, struct error *err);

/* what a channel measures by its role, from the text of its sensitivity */
enum error_code rig_channel_read_sensitivity(struct rig_channel *channel, const char *text,
                                             struct error *err);

/* what a channel shows by its name, which has the unit that it measures */
enum error_code rig_channel_show(struct rig_channel *channel, const struct mechanism *model,
                                 const char *name, struct error *err);

/* fill in the defaults and check the whole; `key` tells where it fails */
enum error_code rig_complete(struct rig *rig, char key[RIG_KEY_SIZE], struct error *err);

#endif
