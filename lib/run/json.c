/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "lib/run/json.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/base/file.h"
#include "lib/base/json.h"
#include "lib/base/memory.h"
#include "lib/base/stream.h"
#include "lib/run/fields.h"

/* ---- tables: a key of an object and the member of a struct it goes to */

#define COUNT_LIMIT ((int64_t)1 << 33) /* more than a 32 bit converter and its offset */
#define FRAME_LIMIT ((int64_t)1 << 52) /* exact in a double, years at any rate */
#define TIME_LIMIT ((int64_t)1 << 60)  /* 36 years of nanoseconds */

static const struct run_field info_fields[] = {
    {"program", RUN_TEXT_OR_NULL, offsetof(struct run_info, program), 0, 0},
    {"start", RUN_TEXT_OR_NULL, offsetof(struct run_info, start), 0, 0},
    {"device", RUN_TEXT_OR_NULL, offsetof(struct run_info, device), 0, 0},
    {"driver", RUN_TEXT_OR_NULL, offsetof(struct run_info, driver), 0, 0},
    {"note", RUN_TEXT_OR_NULL, offsetof(struct run_info, note), 0, 0},
    {"bits", RUN_INTEGER, offsetof(struct run_info, bits), 1, 32},
    {"count_offset", RUN_INTEGER, offsetof(struct run_info, count_offset), -COUNT_LIMIT,
     COUNT_LIMIT},
    {NULL, RUN_TEXT, 0, 0, 0},
};

static const struct run_field period_fields[] = {
    {"numerator", RUN_INTEGER, offsetof(struct run_period, numerator), 1, TIME_LIMIT},
    {"denominator", RUN_INTEGER, offsetof(struct run_period, denominator), 1, TIME_LIMIT},
    {NULL, RUN_TEXT, 0, 0, 0},
};

static const struct run_field channel_fields[] = {
    {"role", RUN_TEXT, offsetof(struct run_channel, role), 0, 0},
    {"unit", RUN_TEXT, offsetof(struct run_channel, unit), 0, 0},
    {"sensitivity", RUN_REAL, offsetof(struct run_channel, sensitivity), 0, 0},
    {"origin", RUN_REAL, offsetof(struct run_channel, origin), 0, 0},
    {"count_min", RUN_INTEGER, offsetof(struct run_channel, count_min), -COUNT_LIMIT, COUNT_LIMIT},
    {"count_max", RUN_INTEGER, offsetof(struct run_channel, count_max), -COUNT_LIMIT, COUNT_LIMIT},
    {"skew_ns", RUN_INTEGER, offsetof(struct run_channel, skew_ns), 0, TIME_LIMIT},
    {NULL, RUN_TEXT, 0, 0, 0},
};

static const struct run_field trigger_fields[] = {
    {"text", RUN_TEXT, offsetof(struct run_trigger, text), 0, 0},
    {"frame", RUN_INTEGER, offsetof(struct run_trigger, frame), 0, FRAME_LIMIT},
    {"pre_frames", RUN_INTEGER, offsetof(struct run_trigger, pre_frames), 0, FRAME_LIMIT},
    {NULL, RUN_TEXT, 0, 0, 0},
};

static const struct run_field gap_fields[] = {
    {"frame", RUN_INTEGER, offsetof(struct run_gap, frame), 0, FRAME_LIMIT},
    {"lost", RUN_INTEGER_OR_NULL, offsetof(struct run_gap, lost), 1, FRAME_LIMIT},
    {"why", RUN_TEXT_OR_NULL, offsetof(struct run_gap, why), 0, 0},
    {NULL, RUN_TEXT, 0, 0, 0},
};

static const struct run_field outcome_fields[] = {
    {"why", RUN_TEXT_OR_NULL, offsetof(struct run_outcome, why), 0, 0},
    {"frames", RUN_INTEGER_OR_NULL, offsetof(struct run_outcome, frames), 0, FRAME_LIMIT},
    {"sha256", RUN_TEXT_OR_NULL, offsetof(struct run_outcome, sha256), 0, 0},
    {NULL, RUN_TEXT, 0, 0, 0},
};

/* ---- struct to object */

static enum error_code put_channel(json_t *channels, const struct run_channel *channel,
                                   struct error *err)
{
    json_t *object = json_object(), *list = json_array();
    json_array_append_new(channels, object);
    enum error_code code = run_fields_put(object, channel_fields, channel, err);
    json_object_set_new(object, "coefficients", list);
    for (size_t i = 0; i < channel->n_coefficients && i < RUN_COEFFICIENTS_MAX && !code; i++)
        if (json_array_append_new(list, json_real(channel->coefficients[i])) != 0)
            code = error_set(err, ERROR_INPUT, "run.json: coefficients must be finite numbers");
    return code;
}

static enum error_code fill(json_t *json, const struct run_info *info, struct error *err)
{
    const struct run_outcome outcome = {RUN_RECORDING, NULL, RUN_UNKNOWN, NULL};
    json_object_set_new(json, "schema", json_integer(RUN_SCHEMA));
    enum error_code code = run_json_set_outcome(json, &outcome, err);
    if (!code)
        code = run_fields_put(json, info_fields, info, err);
    json_t *period = json_object();
    json_object_set_new(json, "period", period);
    if (!code)
        code = run_fields_put(period, period_fields, &info->period, err);
    json_t *trigger = info->trigger.text ? json_object() : json_null();
    json_object_set_new(json, "trigger", trigger);
    if (!code && info->trigger.text)
        code = run_fields_put(trigger, trigger_fields, &info->trigger, err);
    json_t *channels = json_array();
    json_object_set_new(json, "channels", channels);
    for (size_t i = 0; i < info->n_channels && !code; i++)
        code = put_channel(channels, &info->channels[i], err);
    json_object_set_new(json, "gaps", json_array());
    json_object_set_new(json, "rig", info->rig ? json_deep_copy(info->rig) : json_null());
    return code;
}

enum error_code run_json_make(const struct run_info *info, json_t **json, struct error *err)
{
    json_t *made = json_object();
    if (!made)
        return error_memory(err);
    struct run check = {0};
    enum error_code code = fill(made, info, err);
    if (!code)
        code = run_json_parse(made, "run.json", &check, err);
    run_json_release(&check);
    if (code)
        json_decref(made);
    else
        *json = made;
    return code;
}

enum error_code run_json_set_outcome(json_t *json, const struct run_outcome *outcome,
                                     struct error *err)
{
    json_object_set_new(json, "state", json_string(run_state_text(outcome->state)));
    return run_fields_put(json, outcome_fields, outcome, err);
}

/* ---- gaps */

enum error_code run_json_gap(const struct run_gap *gap, json_t **object, struct error *err)
{
    json_t *made = json_object();
    if (!made)
        return error_memory(err);
    enum error_code code = run_fields_put(made, gap_fields, gap, err);
    if (code)
        json_decref(made);
    else
        *object = made;
    return code;
}

enum error_code run_json_read_gap(const json_t *object, struct run_gap *gap, struct error *err)
{
    const struct run_place place = {"run.journal", ""};
    return run_fields_get(object, gap_fields, gap, &place, err);
}

enum error_code run_json_begin(json_t *json, const char *start, int64_t trigger_frame,
                               struct error *err)
{
    json_t *trigger = json_object_get(json, "trigger");
    if (json_object_set_new(json, "start", start ? json_string(start) : json_null()) != 0)
        return error_set(err, ERROR_INPUT, "run.json: start must be UTF-8 text");
    if (json_is_object(trigger))
        json_object_set_new(trigger, "frame", json_integer(trigger_frame));
    return ERROR_OK;
}

enum error_code run_json_add_gap(json_t *json, const struct run_gap *gap, struct error *err)
{
    json_t *gaps = json_object_get(json, "gaps"), *object;
    enum error_code code = run_json_gap(gap, &object, err);
    if (code)
        return code;
    size_t n = json_array_size(gaps);
    json_t *last = n ? json_array_get(gaps, n - 1) : NULL;
    if (last && json_equal(json_object_get(last, "frame"), json_object_get(object, "frame")) &&
        json_equal(json_object_get(last, "why"), json_object_get(object, "why"))) {
        const json_t *lost = json_object_get(last, "lost");
        if (json_is_integer(lost) && gap->lost != RUN_UNKNOWN)
            json_object_set_new(last, "lost", json_integer(json_integer_value(lost) + gap->lost));
        else
            json_object_set_new(last, "lost", json_null());
        json_decref(object);
        return ERROR_OK;
    }
    return json_array_append_new(gaps, object) ? error_memory(err) : ERROR_OK;
}

bool run_json_unfinished(const json_t *json)
{
    const char *state = json_string_value(json_object_get(json, "state"));
    return state && strcmp(state, run_state_text(RUN_RECORDING)) == 0;
}

size_t run_json_cut_gaps(json_t *json, int64_t frames)
{
    json_t *gaps = json_object_get(json, "gaps");
    size_t before = json_array_size(gaps), n = before;
    while (n > 0 &&
           json_integer_value(json_object_get(json_array_get(gaps, n - 1), "frame")) > frames)
        json_array_remove(gaps, --n);
    return before - n;
}

/* ---- object to struct */

static enum error_code get_channel(const json_t *object, struct run_channel *channel,
                                   const struct run_place *place, struct error *err)
{
    enum error_code code = run_fields_get(object, channel_fields, channel, place, err);
    if (code)
        return code;
    if (channel->count_min >= channel->count_max)
        return run_fields_bad(err, place, "count_min", "less than count_max");
    const json_t *list = json_object_get(object, "coefficients");
    size_t n = json_array_size(list); /* 0 when it is no array */
    if (n < 1 || n > RUN_COEFFICIENTS_MAX)
        return run_fields_bad(err, place, "coefficients", "a list of 1 to 8 numbers");
    for (size_t i = 0; i < n; i++) {
        const json_t *value = json_array_get(list, i);
        if (!json_is_number(value))
            return run_fields_bad(err, place, "coefficients", "a list of 1 to 8 numbers");
        channel->coefficients[i] = json_number_value(value);
    }
    channel->n_coefficients = n;
    return ERROR_OK;
}

static enum error_code get_channels(const json_t *json, const char *path, struct run *run,
                                    struct error *err)
{
    const json_t *list = json_object_get(json, "channels");
    struct run_place place = {path, ""};
    size_t n = json_array_size(list);
    if (n < 1 || n > RUN_CHANNELS_MAX)
        return run_fields_bad(err, &place, "channels", "a list of 1 to 1024 channels");
    struct run_channel *channels = calloc(n, sizeof *channels);
    if (!channels)
        return error_memory(err);
    run->info.channels = channels;
    run->info.n_channels = n;
    for (size_t i = 0; i < n; i++) {
        snprintf(place.prefix, sizeof place.prefix, "channels[%zu].", i);
        enum error_code code = get_channel(json_array_get(list, i), &channels[i], &place, err);
        if (code)
            return code;
    }
    return ERROR_OK;
}

static enum error_code get_gaps(const json_t *json, const char *path, struct run *run,
                                struct error *err)
{
    const json_t *list = json_object_get(json, "gaps");
    struct run_place place = {path, ""};
    if (!json_is_array(list))
        return run_fields_bad(err, &place, "gaps", "a list");
    size_t n = json_array_size(list);
    struct run_gap *gaps = calloc(n + 1, sizeof *gaps);
    if (!gaps)
        return error_memory(err);
    run->gaps = gaps;
    run->n_gaps = n;
    for (size_t i = 0; i < n; i++) {
        struct run_gap *gap = &gaps[i];
        snprintf(place.prefix, sizeof place.prefix, "gaps[%zu].", i);
        enum error_code code = run_fields_get(json_array_get(list, i), gap_fields, gap, &place,
                                              err);
        if (code)
            return code;
        if (i > 0 && gap->frame < gap[-1].frame)
            return run_fields_bad(err, &place, "frame", "no less than that of the gap before");
    }
    return ERROR_OK;
}

static bool is_time(const char *text)
{
    /* digits where the pattern has a 0, the rest as it is */
    const char *pattern = "0000-00-00T00:00:00.000000000Z";
    size_t i = 0;
    for (; pattern[i] && text[i]; i++)
        if (pattern[i] == '0' ? text[i] < '0' || text[i] > '9' : text[i] != pattern[i])
            return false;
    return pattern[i] == text[i];
}

static enum error_code get_outcome(const json_t *json, const char *path, struct run *run,
                                   struct error *err)
{
    const struct run_place place = {path, ""};
    struct run_outcome outcome = {0};
    enum error_code code = run_fields_get(json, outcome_fields, &outcome, &place, err);
    if (code)
        return code;
    const char *text = json_string_value(json_object_get(json, "state"));
    run->state = RUN_RECORDING;
    while (run->state < RUN_REPAIRED && !(text && strcmp(text, run_state_text(run->state)) == 0))
        run->state++;
    if (!text || strcmp(text, run_state_text(run->state)) != 0)
        return run_fields_bad(err, &place, "state", "recording, complete, interrupted or repaired");
    if (run->state != RUN_RECORDING && outcome.frames == RUN_UNKNOWN)
        return run_fields_bad(err, &place, "frames", "a number once the run is closed");
    if (outcome.sha256 &&
        (strlen(outcome.sha256) != 64 || strspn(outcome.sha256, "0123456789abcdef") != 64))
        return run_fields_bad(err, &place, "sha256", "64 hexadecimal digits or null");
    run->why = outcome.why;
    run->frames = outcome.frames;
    run->sha256 = outcome.sha256;
    return ERROR_OK;
}

/* schema 1 has whole nanoseconds */
static enum error_code get_period(const json_t *json, int64_t schema, const char *path,
                                  struct run_period *period, struct error *err)
{
    struct run_place place = {path, ""};
    if (schema == 1) {
        static const struct run_field fields[] = {{"period_ns", RUN_INTEGER, 0, 1, TIME_LIMIT},
                                                  {NULL, RUN_TEXT, 0, 0, 0}};
        int64_t ns = 1;
        enum error_code code = run_fields_get(json, fields, &ns, &place, err);
        *period = run_period_of_ns(ns);
        return code;
    }
    const json_t *object = json_object_get(json, "period");
    if (!json_is_object(object))
        return run_fields_bad(err, &place, "period", "an object");
    snprintf(place.prefix, sizeof place.prefix, "period.");
    return run_fields_get(object, period_fields, period, &place, err);
}

static enum error_code get_info(const json_t *json, const char *path, struct run_info *info,
                                struct error *err)
{
    struct run_place place = {path, ""};
    const int64_t schema = json_integer_value(json_object_get(json, "schema"));
    if (schema != 1 && schema != RUN_SCHEMA)
        return run_fields_bad(err, &place, "schema", "1 or 2: a newer skitter may have written it");
    enum error_code code = run_fields_get(json, info_fields, info, &place, err);
    if (!code)
        code = get_period(json, schema, path, &info->period, err);
    if (code)
        return code;
    if (info->start && !is_time(info->start))
        return run_fields_bad(err, &place, "start", "a time as 2008-05-01T12:00:00.000000000Z");
    json_t *rig = json_object_get(json, "rig");
    if (!json_is_object(rig) && !json_is_null(rig))
        return run_fields_bad(err, &place, "rig", "an object or null");
    info->rig = json_is_object(rig) ? rig : NULL;
    const json_t *trigger = json_object_get(json, "trigger");
    if (!json_is_object(trigger) && !json_is_null(trigger))
        return run_fields_bad(err, &place, "trigger", "an object or null");
    snprintf(place.prefix, sizeof place.prefix, "trigger.");
    if (json_is_null(trigger))
        return ERROR_OK;
    return run_fields_get(trigger, trigger_fields, &info->trigger, &place, err);
}

enum error_code run_json_parse(const json_t *json, const char *path, struct run *run,
                               struct error *err)
{
    enum error_code code = get_info(json, path, &run->info, err);
    if (!code)
        code = get_outcome(json, path, run, err);
    if (!code)
        code = get_channels(json, path, run, err);
    if (!code)
        code = get_gaps(json, path, run, err);
    return code;
}

void run_json_release(struct run *run)
{
    free((void *)(uintptr_t)run->info.channels);
    free((void *)(uintptr_t)run->gaps);
    run->info.channels = NULL;
    run->gaps = NULL;
}

json_t *run_json_period(const json_t *json)
{
    const json_t *schema = json_object_get(json, "schema");
    const bool old = json_integer_value(schema) == 1 || !json_object_get(json, "period");
    struct run_period period;
    if (get_period(json, old ? 1 : RUN_SCHEMA, "", &period, NULL))
        return NULL;
    json_t *object = json_object();
    run_fields_put(object, period_fields, &period, NULL);
    return object;
}

/* ---- file */

static enum error_code json_path(const char *dir, char path[PATH_MAX], struct error *err)
{
    if (snprintf(path, PATH_MAX, "%s/run.json", dir) >= PATH_MAX)
        return error_set(err, ERROR_INPUT, "%.200s...: the name is too long", dir);
    return ERROR_OK;
}

enum error_code run_json_load(const char *dir, json_t **json, struct error *err)
{
    char path[PATH_MAX], *bytes;
    size_t size;
    enum error_code code = json_path(dir, path, err);
    if (!code)
        code = file_read_whole(path, (size_t)1 << 28, &bytes, &size, err);
    if (code)
        return code;
    json_error_t why;
    json_t *read = json_loadb(bytes, size, JSON_REJECT_DUPLICATES, &why);
    free(bytes);
    if (!read && memory_lost())
        return error_memory(err);
    if (!read)
        return error_set(err, ERROR_INPUT, "%s:%d: is damaged: %s", path, why.line, why.text);
    if (!json_is_object(read)) {
        json_decref(read);
        return error_set(err, ERROR_INPUT, "%s: is damaged: it holds no object", path);
    }
    *json = read;
    return ERROR_OK;
}

static enum error_code save(int base, const char *name, const char *path, const json_t *json,
                            struct error *err)
{
    struct stream *stream;
    enum error_code code = stream_open_at(base, name, path, &stream, err);
    if (code)
        return code;
    if (json_print(json, stream_file(stream)))
        return stream_commit(stream, err);
    const bool full = ferror(stream_file(stream)) != 0;
    stream_abandon(stream);
    return full ? error_set(err, ERROR_IO, "%s: cannot be written; is the disk full?", path)
                : error_memory(err);
}

enum error_code run_json_save(const char *dir, const json_t *json, struct error *err)
{
    char path[PATH_MAX];
    enum error_code code = json_path(dir, path, err);
    return code ? code : save(AT_FDCWD, path, path, json, err);
}

enum error_code run_json_save_at(int base, const char *dir, const json_t *json, struct error *err)
{
    char path[PATH_MAX];
    enum error_code code = json_path(dir, path, err);
    return code ? code : save(base, "run.json", path, json, err);
}
