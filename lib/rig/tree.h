/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A rig file as libyaml's document tree, whose nodes know their lines. What a rig file may
 * not have is refused while the tree grows: duplicate keys, anchors and aliases, deep
 * nesting, more than one document, more keys than any rig has. */
#ifndef LIB_RIG_TREE_H
#define LIB_RIG_TREE_H

#include <stddef.h>
#include <jansson.h>
#include <yaml.h>

#include "lib/base/error.h"

struct rig_tree {
    const char *file; /* name for messages; the caller's */
    yaml_document_t document;
};

/* on failure there is nothing to free */
enum error_code rig_tree_parse(const char *file, const char *bytes, size_t size,
                               struct rig_tree *tree, struct error *err);

void rig_tree_free(struct rig_tree *tree);

/* the mapping at the top */
yaml_node_t *rig_tree_root(struct rig_tree *tree);

/* the i-th key of a mapping as text, NULL after the last */
const char *rig_tree_key(struct rig_tree *tree, const yaml_node_t *mapping, size_t i);

/* the value of a key, NULL when the mapping has no such key */
yaml_node_t *rig_tree_value(struct rig_tree *tree, const yaml_node_t *mapping, const char *key);

/* the i-th entry of a list, NULL after the last */
yaml_node_t *rig_tree_entry(struct rig_tree *tree, const yaml_node_t *list, size_t i);

/* a node and all below it, with every word and number a text; NULL when there is no memory */
json_t *rig_tree_json(struct rig_tree *tree, const yaml_node_t *node);

/* where a path begins, or the nearest one above it that is there; 0: at the top */
size_t rig_tree_line(struct rig_tree *tree, const char *path);

/* put "file:line: path: " before the message; of a path that is not in the
 * file, the line of the nearest one above it. "channels[0].role" is a path. */
void rig_tree_prefix(struct rig_tree *tree, const char *path, struct error *err);

/* the same for the i-th key of the mapping at `path`, "" for the one at the top */
void rig_tree_prefix_key(struct rig_tree *tree, const char *path, const yaml_node_t *mapping,
                         size_t i, struct error *err);

#endif
