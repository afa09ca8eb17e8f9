/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures peers against Skitter at matched accuracy and prints a line for each case
 * and peer (tests/bench/README.md).
 *     tests/bench/run NAME=COMMAND...     the first is Skitter
 * BENCH_CASES and BENCH_PEERS: names, comma-separated, of those that are wanted. */
#include "config.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bench/serve.h"

enum { RUNS = 7, MAX_PEERS = 16 };
static const double skitter_rtol = 1e-8, reference_rtol = 1e-13;
static const double patience = 30;  /* s for the runs of one line; fewer runs when it is over */
static const double comparable = 2; /* an error up to this many times Skitter's is matched */

/* ---- peers: processes that answer */

struct peer {
    char name[32];
    const char *command;
    FILE *to, *from;
};

struct answer {
    bool ok;
    double seconds;
    long evaluations, events;
    size_t n;
    double times[BENCH_TIMES];
    char why[256];
};

static bool peer_start(struct peer *peer)
{
    int down[2], up[2];
    if (pipe2(down, O_CLOEXEC) || pipe2(up, O_CLOEXEC))
        return false;
    const pid_t pid = fork();
    if (pid == 0) {
        dup2(down[0], STDIN_FILENO);
        dup2(up[1], STDOUT_FILENO);
        execl("/bin/sh", "sh", "-c", peer->command, (char *)NULL);
        _exit(127);
    }
    close(down[0]);
    close(up[1]);
    peer->to = fdopen(down[1], "w");
    peer->from = fdopen(up[0], "r");
    return pid > 0 && peer->to && peer->from;
}

static struct answer ask(const struct peer *peer, const char *name, double rtol, double span)
{
    struct answer answer = {.why = "it ended"};
    char line[1024];
    fprintf(peer->to, "%s %.17g %.17g\n", name, rtol, span);
    fflush(peer->to);
    if (!fgets(line, sizeof line, peer->from))
        return answer;
    int at = 0;
    if (sscanf(line, "ok %lf %ld %ld%n", &answer.seconds, &answer.evaluations, &answer.events,
               &at) < 3) {
        snprintf(answer.why, sizeof answer.why, "%.*s", (int)strcspn(line, "\n"), line);
        return answer;
    }
    answer.ok = true;
    for (int more;
         answer.n < BENCH_TIMES && sscanf(line + at, "%lf%n", &answer.times[answer.n], &more) == 1;
         answer.n++)
        at += more;
    return answer;
}

/* ---- what is measured */

struct bench_case {
    const char *name;
    double span;
    double short_span; /* holds the events that are compared */
    double slow_span;  /* for the peers that are slow; 0: the same */
};

static const struct bench_case cases[] = {
    {"R1", 2, 1, 0},
    {"R2", 100, 1.3, 10},
    {"R3", 10, 1.25, 0},
};
enum { CASES = sizeof cases / sizeof *cases };

struct bench {
    struct peer peers[MAX_PEERS];
    size_t n;
    double reference[CASES][BENCH_TIMES];
};

static const struct peer *find(const struct bench *bench, const char *name)
{
    for (size_t i = 0; i < bench->n; i++)
        if (!strcmp(bench->peers[i].name, name))
            return &bench->peers[i];
    return NULL;
}

static bool is_slow(const struct peer *peer)
{
    return !strcmp(peer->name, "scipy-plain") || !strcmp(peer->name, "octave");
}

/* is name in a list with commas? without a list all are */
static bool wanted(const char *variable, const char *name)
{
    const char *list = getenv(variable);
    if (!list || !*list)
        return true;
    const size_t length = strlen(name);
    for (const char *at = list; (at = strstr(at, name)); at += length)
        if ((at == list || at[-1] == ',') && (at[length] == ',' || !at[length]))
            return true;
    return false;
}

static double worst(const struct answer *answer, const double *reference)
{
    double error = answer->ok && answer->n == BENCH_TIMES ? 0 : INFINITY;
    for (size_t i = 0; i < answer->n; i++)
        error = fmax(error, fabs(answer->times[i] - reference[i]));
    return error;
}

/* ---- the reference: an independent integrator with independent mechanics */

static void take_reference(struct bench *bench, size_t c)
{
    static const char *const sources[] = {"scipy", "arkode", "cvode-adams", "skitter"};
    const struct peer *source = NULL;
    struct answer answer = {0};
    for (size_t i = 0; i < 4 && !answer.ok; i++) {
        source = find(bench, sources[i]);
        if (source)
            answer = ask(source, cases[c].name, reference_rtol, cases[c].short_span);
    }
    if (!answer.ok)
        return;
    memcpy(bench->reference[c], answer.times, sizeof answer.times);
    printf("reference %s: %s at %.0e", cases[c].name, source->name, reference_rtol);
    for (size_t i = 0; i < bench->n; i++) {
        const struct peer *peer = &bench->peers[i];
        if (peer == source || is_slow(peer))
            continue;
        answer = ask(peer, cases[c].name, reference_rtol, cases[c].short_span);
        printf(", %s %.1e", peer->name, worst(&answer, bench->reference[c]));
    }
    printf("%s\n", source == &bench->peers[0] ? " (no peer to check it by)" : " s away");
    fflush(stdout);
}

/* ---- a line: alternating runs */

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* sorts them: the first is the least, which other programs on the machine have slowed down least */
static double median(double *values, size_t n)
{
    qsort(values, n, sizeof *values, ascending);
    return n % 2 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
}

/* the loosest tolerance at which the peer is as good as Skitter is at 1e-8 */
static double matched_rtol(const struct bench *bench, const struct peer *peer, size_t c,
                           double error)
{
    double best = INFINITY, best_rtol = skitter_rtol;
    for (int half = is_slow(peer) ? 16 : 14; half <= 25; half++) {
        const double rtol = half % 2 ? 3 * pow(10, -0.5 * (half + 1)) : pow(10, -0.5 * half);
        const struct answer answer = ask(peer, cases[c].name, rtol, cases[c].short_span);
        const double off = worst(&answer, bench->reference[c]);
        if (off <= comparable * error)
            return rtol;
        if (off < best) {
            best = off;
            best_rtol = rtol;
        }
    }
    return best_rtol; /* it never is: as good as it gets */
}

static void measure(const struct bench *bench, const struct peer *peer, size_t c)
{
    const struct peer *skitter = &bench->peers[0];
    const double *reference = bench->reference[c];
    const bool shorter = is_slow(peer) && cases[c].slow_span > 0;
    const double span = shorter ? cases[c].slow_span : cases[c].span;
    struct answer own = ask(skitter, cases[c].name, skitter_rtol, span), other = {0};
    const double rtol = matched_rtol(bench, peer, c, worst(&own, reference));
    double seconds_own[RUNS], seconds_other[RUNS], spent = 0;
    size_t runs = 0;
    while (runs < RUNS && (runs == 0 || spent < patience)) {
        own = ask(skitter, cases[c].name, skitter_rtol, span);
        other = ask(peer, cases[c].name, rtol, span);
        if (!own.ok || !other.ok) {
            printf("%s %s %.0e: %s\n", cases[c].name, peer->name, rtol,
                   own.ok ? other.why : own.why);
            return;
        }
        spent += other.seconds;
        seconds_own[runs] = own.seconds;
        seconds_other[runs++] = other.seconds;
    }
    const double mine = median(seconds_own, runs), theirs = median(seconds_other, runs);
    char name[32];
    snprintf(name, sizeof name, shorter ? "%s/%.0fs" : "%s", cases[c].name, span);
    printf("%-7s %-12s %.0e %10.6f %10.6f %9.1f %10.6f %10.6f %9.1f %.1e %.1e", name, peer->name,
           rtol, theirs, mine, theirs / mine, seconds_other[0], seconds_own[0],
           seconds_other[0] / seconds_own[0], worst(&other, reference), worst(&own, reference));
    if (runs < RUNS)
        printf(" (%zu runs)", runs);
    if (own.events != other.events)
        printf(" (events: %ld, skitter %ld)", other.events, own.events);
    printf("\n");
    fflush(stdout);
}

/* ---- impacts of depth 1e-3: how many of 100 are found */

static void grazes(const struct bench *bench)
{
    printf("\ncase peer: grazing impacts found of 100 at rtol 1e-6 1e-7 1e-8 1e-9 1e-10\n");
    for (size_t i = 0; i < bench->n; i++) {
        if (is_slow(&bench->peers[i]))
            continue;
        printf("G       %-12s", bench->peers[i].name);
        for (int k = 6; k <= 10; k++) {
            const struct answer answer = ask(&bench->peers[i], "G", pow(10, -k), 0);
            if (answer.ok)
                printf(" %ld", answer.events);
            else
                printf(" (%s)", answer.why);
        }
        printf("\n");
        fflush(stdout);
    }
}

static bool start_all(struct bench *bench, int argc, char **argv)
{
    for (int i = 1; i < argc && bench->n < MAX_PEERS; i++) {
        struct peer *peer = &bench->peers[bench->n];
        const size_t length = strcspn(argv[i], "=");
        snprintf(peer->name, sizeof peer->name, "%.*s", (int)length, argv[i]);
        peer->command = argv[i] + length + 1;
        if (bench->n > 0 && !wanted("BENCH_PEERS", peer->name))
            continue;
        if (!argv[i][length] || !peer_start(peer))
            return false;
        bench->n++;
    }
    return bench->n > 0;
}

int main(int argc, char **argv)
{
    static struct bench bench;
    signal(SIGPIPE, SIG_IGN); /* a peer that has ended is told in its line */
    if (!start_all(&bench, argc, argv)) {
        fprintf(stderr, "usage: %s skitter=COMMAND PEER=COMMAND...\n", argv[0]);
        return 2;
    }
    for (size_t c = 0; c < CASES; c++)
        if (wanted("BENCH_CASES", cases[c].name))
            take_reference(&bench, c);
    printf("\ncase peer rtol seconds_peer seconds_skitter ratio least_peer least_skitter "
           "ratio_of_least error_peer error_skitter\n");
    for (size_t c = 0; c < CASES; c++)
        for (size_t i = 1; i < bench.n && wanted("BENCH_CASES", cases[c].name); i++)
            measure(&bench, &bench.peers[i], c);
    if (wanted("BENCH_CASES", "G"))
        grazes(&bench);
    for (size_t i = 0; i < bench.n; i++) /* their input ends, and they with it */
        fclose(bench.peers[i].to);
    while (wait(NULL) > 0)
        ;
    return 0;
}
