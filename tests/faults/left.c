/* SPDX-License-Identifier: GPL-3.0-or-later */
/* usage: left record|repair RUN OUT NUMBER
 * What power cuts left of a run (powercut.py): OUT/N/out and the promises in OUT/N.facts, for N
 * below NUMBER as far as they are there. RUN is what the job made when nothing was cut. Prints "N
 * ok" or "N WHY" for each. In one program, so that thousands take minutes: `skitter run info`,
 * `repair` and `verify` are run_open, run_repair and run_verify. */
#include "config.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/run/repair.h"

enum { HEADER = 112, WHY = 2048 }; /* bytes before the samples of a signal.wav */

struct whole {
    int32_t *samples;
    int64_t frames, channels;
};

struct promises {
    bool named;       /* the run's directory */
    long long synced; /* bytes of its signal */
};

/* ---- reading */

static bool read_samples(const char *dir, struct whole *whole, char why[WHY])
{
    struct run *run;
    struct error err;
    if (run_open(dir, &run, &err)) {
        snprintf(why, WHY, "it does not open: %s", err.message);
        return false;
    }
    whole->frames = run->frames;
    whole->channels = (int64_t)run->info.n_channels;
    whole->samples = calloc((size_t)(run->frames * whole->channels) + 1, sizeof *whole->samples);
    const bool good = whole->samples && !run_read_frames(run, 0, run->frames, whole->samples, &err);
    if (!good)
        snprintf(why, WHY, "it cannot be read: %s", err.message);
    run_close(run);
    return good;
}

static bool read_promises(const char *path, struct promises *promises)
{
    char line[PATH_MAX];
    FILE *facts = fopen(path, "r");
    *promises = (struct promises){0};
    if (!facts)
        return false;
    while (fgets(line, sizeof line, facts)) {
        long long bytes;
        if (strcmp(line, "named out\n") == 0)
            promises->named = true;
        if (sscanf(line, "synced out/signal.wav %lld", &bytes) == 1 && bytes > promises->synced)
            promises->synced = bytes;
    }
    fclose(facts);
    return true;
}

/* ---- what must hold */

static bool opens(const char *dir, char why[WHY])
{
    struct run *run;
    struct error err;
    if (run_open(dir, &run, &err)) {
        snprintf(why, WHY, "it does not open: %s", err.message);
        return false;
    }
    run_close(run);
    return true;
}

static bool is_verified(const char *dir, char why[WHY])
{
    struct run *run;
    struct error err;
    enum error_code code = run_open(dir, &run, &err);
    if (!code) {
        code = run_verify(run, &err);
        run_close(run);
    }
    if (code)
        snprintf(why, WHY, "repaired, it is not whole: %s", err.message);
    return !code;
}

/* the first frames of the whole run, at least so many */
static bool is_beginning(const char *dir, const struct whole *whole, int64_t least, char why[WHY])
{
    struct whole left = {0};
    bool good = read_samples(dir, &left, why);
    if (good && (left.frames < least || left.channels != whole->channels)) {
        snprintf(why, WHY, "%lld of %lld frames are there", (long long)left.frames,
                 (long long)least);
        good = false;
    }
    if (good && memcmp(left.samples, whole->samples,
                       (size_t)(least * whole->channels) * sizeof *left.samples) != 0) {
        snprintf(why, WHY, "other samples");
        good = false;
    }
    free(left.samples);
    return good;
}

static bool is_repaired(const char *dir, char why[WHY])
{
    struct run_repair_report report;
    struct error err;
    if (!run_repair(dir, &report, &err))
        return true;
    snprintf(why, WHY, "no repair: %s", err.message);
    return false;
}

/* counts of 16 bits, which all jobs have; of a packed run every frame was synced before */
static int64_t frames_promised(const char *dir, const struct whole *whole, long long synced)
{
    char path[PATH_MAX + 16];
    struct stat status;
    snprintf(path, sizeof path, "%s/signal.wav", dir);
    if (stat(path, &status) != 0)
        return whole->frames;
    return synced > HEADER ? (synced - HEADER) / (2 * whole->channels) : 0;
}

static bool recording_holds(const char *dir, const struct whole *whole,
                            const struct promises *promises, char why[WHY])
{
    struct stat status;
    if (stat(dir, &status) != 0) {
        snprintf(why, WHY, "the run has gone");
        return !promises->named;
    }
    const int64_t least = frames_promised(dir, whole, promises->synced);
    return opens(dir, why) && is_repaired(dir, why) && is_verified(dir, why) &&
           is_beginning(dir, whole, least, why);
}

static bool repair_holds(const char *dir, const struct whole *whole, char why[WHY])
{
    return is_repaired(dir, why) && is_verified(dir, why) &&
           is_beginning(dir, whole, whole->frames, why);
}

int main(int argc, char **argv)
{
    struct whole whole;
    char why[WHY], path[PATH_MAX];
    if (argc != 5)
        return 2;
    if (!read_samples(argv[2], &whole, why)) {
        fprintf(stderr, "%s: %s\n", argv[2], why);
        return 1;
    }
    for (int n = 0; n < atoi(argv[4]); n++) {
        struct promises promises;
        snprintf(path, sizeof path, "%s/%d.facts", argv[3], n);
        if (!read_promises(path, &promises))
            break;
        snprintf(path, sizeof path, "%s/%d/out", argv[3], n);
        const bool holds = strcmp(argv[1], "repair") == 0
                               ? repair_holds(path, &whole, why)
                               : recording_holds(path, &whole, &promises, why);
        printf("%d %s\n", n, holds ? "ok" : why);
    }
    free(whole.samples);
    return 0;
}
