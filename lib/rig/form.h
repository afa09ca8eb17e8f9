/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers of a described mechanism: "0.12 kg", "mass2", "0.5*width - 2 mm". Every name is a
 * coordinate or becomes a parameter, whose unit is that of the place where it stands. Private
 * to lib/rig. */
#ifndef LIB_RIG_FORM_H
#define LIB_RIG_FORM_H

#include "lib/rig/description.h"

/* while a description is read */
struct rig_describer {
    struct rig_description *made;
    const json_t *coordinates;      /* the declared ones: name and unit, or name and keys */
    bool used[RIG_OWN_COORDINATES]; /* whether something moves with it */
    char *key;                      /* path of what is wrong */
    size_t key_size;
    struct error *err;
};

/* what may stand somewhere */
struct rig_slot {
    const char *unit;
    enum quantity_range range; /* of a parameter that stands there alone */
    bool moves;                /* coordinates may stand there too */
    const char *what, *whose;  /* "mass", "upper": for a parameter's line of text */
};

/* fail with the message that is in err, at `path`.`name` ("" is the path itself) */
enum error_code rig_describe_at(struct rig_describer *s, enum error_code code, const char *path,
                                const char *name);

/* whether a text may be a name */
bool rig_is_name(const char *text);

enum error_code rig_form_read(struct rig_describer *s, const struct rig_slot *slot,
                              const char *text, struct rig_form *form);

/* row of a parameter, made when there is none yet */
enum error_code rig_form_parameter(struct rig_describer *s, const struct rig_slot *slot,
                                   const char *name, size_t *index);

/* a row for a parameter that has no unit yet: it gets one where it is used first */
enum error_code rig_form_declare(struct rig_describer *s, const char *name);

/* unit of a declared coordinate as its text has it, NULL when there is none of that name */
const char *rig_coordinate_unit(const struct rig_describer *s, const char *name);

/* row of a declared coordinate; made when new */
enum error_code rig_form_coordinate(struct rig_describer *s, const char *name, size_t *index);

#endif
