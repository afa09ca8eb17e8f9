/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/run/json.h"

#include "tests/lib/run/rig.h"

static const char *dir; /* of a finished run that each case damages and mends */
static char *original;  /* its run.json */
static size_t original_size;

static void write_json(const char *text, size_t size)
{
    rig_put(dir, "run.json", 0, text, size);
    rig_cut(dir, "run.json", (int64_t)size);
}

static int setup(void **state)
{
    (void)state;
    dir = strdup(scratch_path("run"));
    rig_record(dir, 16, RUN_FORMAT_WAV, 5000);
    int64_t size = rig_size(dir, "run.json");
    if (size < 0)
        return -1;
    original_size = (size_t)size;
    original = calloc(original_size + 1, 1);
    assert_int_equal(rig_get(dir, "run.json", original, original_size), original_size);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    free(original);
    free((void *)(uintptr_t)dir);
    return 0;
}

static void expect_damage(const char *what)
{
    struct run *run = NULL;
    enum error_code code = run_open(dir, &run, &err);
    if (code != ERROR_INPUT)
        fail_msg("%s: opened, or failed with %s", what, error_text(code));
    assert_non_null(strstr(err.message, "run.json"));
    assert_non_null(strstr(err.message, "skitter run repair"));
}

static void test_cut_anywhere_is_an_error(void **state)
{
    (void)state;
    /* the file ends in "}": without that any part of it is damaged */
    for (size_t size = 0; size < original_size; size += size < 200 ? 1 : 7) {
        write_json(original, size);
        expect_damage("cut");
    }
    write_json(original, original_size);
    struct run *run;
    rig_ok(run_open(dir, &run, &err));
    run_close(run);
}

/* bytes changed at random: an error or a run, never a crash (the sanitizers look) */
static void test_random_bytes_never_crash(void **state)
{
    (void)state;
    char *text = malloc(original_size);
    srand(7);
    for (int i = 0; i < 2000; i++) {
        memcpy(text, original, original_size);
        for (int k = 0; k < 1 + i % 3; k++)
            text[(size_t)rand() % original_size] = (char)(rand() % 256);
        write_json(text, original_size);
        struct run *run;
        enum error_code code = run_open(dir, &run, &err);
        assert_true(code == ERROR_OK || code == ERROR_INPUT);
        if (code == ERROR_OK)
            run_close(run);
    }
    free(text);
}

struct wrong {
    const char *key;   /* of the run, or of its first element when list is given */
    const char *value; /* JSON; NULL removes the key */
    const char *list;
};

static void break_and_expect(const struct wrong *wrong)
{
    json_t *json = json_loads(original, 0, NULL);
    json_t *object = wrong->list ? json_object_get(json, wrong->list) : json;
    if (json_is_array(object))
        object = json_array_get(object, 0);
    assert_non_null(json_object_get(object, wrong->key)); /* else nothing is tested */
    if (wrong->value)
        json_object_set_new(object, wrong->key, json_loads(wrong->value, JSON_DECODE_ANY, NULL));
    else
        json_object_del(object, wrong->key);
    char *text = json_dumps(json, 0);
    write_json(text, strlen(text));
    expect_damage(wrong->key);
    assert_non_null(strstr(err.message, wrong->key)); /* names the key */
    free(text);
    json_decref(json);
}

static void test_wrong_values_are_named(void **state)
{
    (void)state;
    static const struct wrong cases[] = {
        {"schema", "3", NULL},
        {"schema", "\"1\"", NULL},
        {"schema", NULL, NULL},
        {"state", "\"asleep\"", NULL},
        {"state", "3", NULL},
        {"frames", "-1", NULL},
        {"frames", "9000000000000000000", NULL},
        {"frames", "4999.5", NULL},
        {"frames", "null", NULL},
        {"frames", "\"5000\"", NULL},
        {"sha256", "\"12\"", NULL},
        {"sha256", "5", NULL},
        {"why", "[]", NULL},
        {"start", "\"2008-05-01\"", NULL},
        {"device", "7", NULL},
        {"note", NULL, NULL},
        {"period", "100000", NULL},
        {"period", NULL, NULL},
        {"numerator", "0", "period"},
        {"denominator", "-100000", "period"},
        {"denominator", "1e5", "period"},
        {"denominator", NULL, "period"},
        {"bits", "0", NULL},
        {"bits", "64", NULL},
        {"count_offset", "{}", NULL},
        {"channels", "[]", NULL},
        {"channels", "{}", NULL},
        {"channels", "[1,2,3]", NULL},
        {"channels", NULL, NULL},
        {"gaps", "null", NULL},
        {"gaps", "[{}]", NULL},
        {"gaps", "[{\"frame\":-1,\"lost\":1,\"why\":\"x\"}]", NULL},
        {"gaps", "[{\"frame\":1,\"lost\":0,\"why\":\"x\"}]", NULL},
        {"gaps", "[{\"frame\":9,\"lost\":1,\"why\":\"\"},{\"frame\":8,\"lost\":1,\"why\":\"\"}]",
         NULL},
        {"rig", "\"two-link\"", NULL},
        {"trigger", "0", NULL},
        {"frame", "-2", "trigger"},
        {"text", "null", "trigger"},
        {"role", "null", "channels"},
        {"unit", NULL, "channels"},
        {"sensitivity", "\"big\"", "channels"},
        {"origin", "null", "channels"},
        {"coefficients", "[]", "channels"},
        {"coefficients", "[1,\"2\"]", "channels"},
        {"coefficients", "[1,2,3,4,5,6,7,8,9]", "channels"},
        {"coefficients", "7", "channels"},
        {"count_min", "65535", "channels"},
        {"count_max", "1e300", "channels"},
        {"skew_ns", "-1", "channels"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        break_and_expect(&cases[i]);
}

static void test_what_is_no_object_is_damage(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "[]",
        "null",
        "7",
        "\"run\"",
        "{} {}",
        "{\"schema\":1,\"schema\":1}",
        "{\"frames\":99999999999999999999999}",
        "{\"period\":1e999}",
        "\xff\xfe",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        write_json(texts[i], strlen(texts[i]));
        expect_damage(texts[i]);
    }
    char path[1024];
    rig_file(path, dir, "run.json");
    unlink(path);
    expect_damage("missing");
}

/* 17 digits: every double comes back as it was */
static void test_numbers_keep_every_bit(void **state)
{
    (void)state;
    struct run_channel channel = rig_channels[0];
    const double numbers[] = {0.1, 1.0 / 3, 5e-324, 1.7976931348623157e308,
                              -2.2250738585072014e-308};
    memcpy(channel.coefficients, numbers, sizeof numbers);
    channel.n_coefficients = 5;
    struct run_info info = rig_info(16);
    info.channels = &channel;
    info.n_channels = 1;
    json_t *json, *read;
    struct run run = {0};
    rig_ok(run_json_make(&info, &json, &err));
    rig_ok(run_json_save(dir, json, &err));
    rig_ok(run_json_load(dir, &read, &err));
    rig_ok(run_json_parse(read, "run.json", &run, &err));
    assert_memory_equal(run.info.channels[0].coefficients, numbers, sizeof numbers);
    run_json_release(&run);
    json_decref(json);
    json_decref(read);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cut_anywhere_is_an_error),
        cmocka_unit_test(test_random_bytes_never_crash),
        cmocka_unit_test(test_wrong_values_are_named),
        cmocka_unit_test(test_what_is_no_object_is_damage),
        cmocka_unit_test(test_numbers_keep_every_bit),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
