/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs a command and prints what it used on standard output, which is not given to it:
 *     SECONDS CPU-SECONDS RESIDENT-KIB
 *     tests/bench/usage COMMAND ARGUMENT...      exits as the command does */
#include "config.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/bench/serve.h"

static double seconds_of(struct timeval time)
{
    return (double)time.tv_sec + 1e-6 * (double)time.tv_usec;
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fprintf(stderr, "usage: %s COMMAND ARGUMENT...\n", argv[0]);
        return 2;
    }
    const double begin = bench_now();
    const pid_t pid = fork();
    if (pid == 0) {
        const int nowhere = open("/dev/null", O_WRONLY);
        dup2(nowhere, STDOUT_FILENO);
        execvp(argv[1], argv + 1);
        perror(argv[1]);
        _exit(127);
    }
    int status;
    struct rusage used;
    if (pid < 0 || wait4(pid, &status, 0, &used) != pid)
        return 1;
    printf("%.6f %.6f %ld\n", bench_now() - begin,
           seconds_of(used.ru_utime) + seconds_of(used.ru_stime), used.ru_maxrss);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
