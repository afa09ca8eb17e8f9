/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the tests of rig files share: files, and a registry with the two-link
 * mechanism by the names of its contract and a chain whose size is a parameter. */
#ifndef TESTS_LIB_FIXTURE_H
#define TESTS_LIB_FIXTURE_H

#include "lib/rig/mechanism.h"
#include "lib/rig/rig.h"
#include "tests/scratch.h"

mechanism_registry test_registry;

/* write a text as DIRECTORY/NAME; the caller frees the path */
char *test_write(const char *directory, const char *name, const char *text);

/* a file that comes with the tests: "bad-rigs/nan.yaml" */
char *test_source(const char *name);

/* fails the test unless every value, and with `sources` every source, is the same */
void test_same_rig(const struct rig *a, const struct rig *b, bool sources);

#endif
