/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "tests/lib/fixture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/test.h"

#define CONTACT_ROWS                                                                          \
    {"friction", "1", QUANTITY_NON_NEGATIVE, QUANTITY_REQUIRED, 0, NULL, "kinetic friction"}, \
        {"static_friction", "1", QUANTITY_NON_NEGATIVE, QUANTITY_SAME_AS, 0, "friction",      \
         "static friction"},                                                                  \
        {"restitution", "1", QUANTITY_FRACTION, QUANTITY_REQUIRED, 0, NULL, "restitution"},   \
        {"gravity", "m/s2", QUANTITY_NON_NEGATIVE, QUANTITY_VALUE, 9.81, NULL, "gravity"},    \
    {                                                                                         \
        "belt_speed", "m/s", QUANTITY_ANY, QUANTITY_VALUE, 0, NULL, "speed of the belt"       \
    }

static const struct quantity two_link_parameters[] = {
    {"mass", "kg", QUANTITY_POSITIVE, QUANTITY_REQUIRED, 0, NULL, "mass of link 1"},
    {"length", "m", QUANTITY_POSITIVE, QUANTITY_REQUIRED, 0, NULL, "length of link 1"},
    {"height", "m", QUANTITY_POSITIVE, QUANTITY_REQUIRED, 0, NULL, "height of the pivot"},
    {"stiffness", "N.m/rad", QUANTITY_NON_NEGATIVE, QUANTITY_REQUIRED, 0, NULL, "of the spring"},
    {"damping", "N.m.s/rad", QUANTITY_NON_NEGATIVE, QUANTITY_VALUE, 0, NULL, "of joint 1"},
    {"rest_angle", "rad", QUANTITY_ANY, QUANTITY_COMPUTED, 0, NULL, "unstressed at the start"},
    {"mass2", "kg", QUANTITY_POSITIVE, QUANTITY_SAME_AS, 0, "mass", "mass of link 2"},
    {"length2", "m", QUANTITY_POSITIVE, QUANTITY_SAME_AS, 0, "length", "length of link 2"},
    {"damping2", "N.m.s/rad", QUANTITY_NON_NEGATIVE, QUANTITY_SAME_AS, 0, "damping", "of joint 2"},
    CONTACT_ROWS,
};

static const struct quantity two_link_states[] = {
    {"theta1", "rad", QUANTITY_ANY, QUANTITY_REQUIRED, 0, NULL, "angle of link 1"},
    {"theta2", "rad", QUANTITY_ANY, QUANTITY_COMPUTED, 0, NULL, "the tip on the surface"},
    {"theta1_dot", "rad/s", QUANTITY_ANY, QUANTITY_VALUE, 0, NULL, "its speed"},
    {"theta2_dot", "rad/s", QUANTITY_ANY, QUANTITY_VALUE, 0, NULL, "its speed"},
};

static const struct quantity chain_parameters[] = {
    {"links", "1", QUANTITY_WHOLE, QUANTITY_VALUE, 2, NULL, "number of links"},
    CONTACT_ROWS,
};

static const struct quantity chain_states[] = {
    {"theta1", "rad", QUANTITY_ANY, QUANTITY_REQUIRED, 0, NULL, "angle"},
    {"theta2", "rad", QUANTITY_ANY, QUANTITY_REQUIRED, 0, NULL, "angle"},
    {"theta3", "rad", QUANTITY_ANY, QUANTITY_REQUIRED, 0, NULL, "angle"},
    {"theta1_dot", "rad/s", QUANTITY_ANY, QUANTITY_VALUE, 0, NULL, "speed"},
    {"theta2_dot", "rad/s", QUANTITY_ANY, QUANTITY_VALUE, 0, NULL, "speed"},
    {"theta3_dot", "rad/s", QUANTITY_ANY, QUANTITY_VALUE, 0, NULL, "speed"},
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

const struct mechanism *test_registry(size_t i)
{
    static const struct mechanism mechanisms[] = {
        {"two-link", "two links on a rail", two_link_parameters, COUNT(two_link_parameters),
         two_link_states, COUNT(two_link_states) / 2, NULL, NULL, NULL, 0, NULL, NULL},
        {"chain", "a chain of links", chain_parameters, COUNT(chain_parameters), chain_states,
         COUNT(chain_states) / 2, "links", NULL, NULL, 0, NULL, NULL},
    };
    return i < COUNT(mechanisms) ? &mechanisms[i] : NULL;
}

static char *joined(const char *directory, const char *name)
{
    size_t size = strlen(directory) + strlen(name) + 2;
    char *path = malloc(size);
    assert_non_null(path);
    snprintf(path, size, "%s/%s", directory, name);
    return path;
}

char *test_write(const char *directory, const char *name, const char *text)
{
    char *path = joined(directory, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    return path;
}

char *test_source(const char *name)
{
    const char *source = getenv("TOP_SRCDIR");
    char *tests = joined(source ? source : ".", "tests/lib/rig");
    char *path = joined(tests, name);
    free(tests);
    return path;
}

/* NaN is the same as NaN; 0 is not the same as -0 */
static bool same_bits(double a, double b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static void same_section(const struct rig_section *a, const struct rig_section *b, bool sources)
{
    assert_int_equal(a->n, b->n);
    assert_ptr_equal(a->table, b->table);
    for (size_t i = 0; i < a->n; i++) {
        if (!same_bits(a->values[i].value, b->values[i].value))
            fail_msg("%s: %a is not %a", a->table[i].name, a->values[i].value, b->values[i].value);
        if (!sources)
            continue;
        assert_true(same_bits(a->values[i].uncertainty, b->values[i].uncertainty));
        assert_int_equal(a->values[i].source, b->values[i].source);
        assert_int_equal(a->values[i].include, b->values[i].include);
    }
}

static void same_text(const char *a, const char *b)
{
    assert_string_equal(a ? a : "(null)", b ? b : "(null)");
}

void test_same_rig(const struct rig *a, const struct rig *b, bool sources)
{
    assert_ptr_equal(a->model, b->model);
    same_text(a->title, b->title);
    assert_int_equal(a->law, b->law);
    assert_int_equal(a->impact, b->impact);
    assert_int_equal(a->belt.kind, b->belt.kind);
    same_text(a->belt.name, b->belt.name);
    same_text(a->belt.path, b->belt.path);
    same_text(a->belt.channel, b->belt.channel);
    same_section(&a->parameters, &b->parameters, sources);
    same_section(&a->start, &b->start, sources);
    same_section(&a->contact, &b->contact, sources);
    same_section(&a->sampling, &b->sampling, sources);
    same_section(&a->simulated, &b->simulated, sources);
    assert_int_equal(a->n_channels, b->n_channels);
    for (size_t i = 0; i < a->n_channels; i++) {
        assert_int_equal(a->channels[i].role, b->channels[i].role);
        assert_true(same_bits(a->channels[i].sensitivity, b->channels[i].sensitivity));
        same_text(a->channels[i].unit, b->channels[i].unit);
        same_section(&a->channels[i].values, &b->channels[i].values, sources);
    }
}
