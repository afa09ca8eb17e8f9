/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A note is the one thing of a run that may change after it was recorded. */
#ifndef LIB_RUN_NOTE_H
#define LIB_RUN_NOTE_H

#include "lib/base/error.h"

/* in place of the note that is there; run.json is replaced as a whole */
enum error_code run_note_set(const char *dir, const char *text, struct error *err);

#endif
