#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/faults/signals.sh [TIMES] [JOB]...
# SIGINT, SIGTERM and SIGKILL in every job: TIMES at random moments, and TIMES at system
# calls that touch files (0: at every one, and 50 moments; by default 1 and one signal). What is on disk then is whole,
# a recording holds what there was, and nothing is left of what was not finished.
# a shell in the background ignores SIGINT, and so would the jobs: they shall not
[ -z "$(trap -p INT)" ] || exec env --default-signal=INT bash "$0" "$@"
# shellcheck source=tests/faults/jobs.sh
source "$TOP_SRCDIR/tests/faults/jobs.sh"
times=${1:-1}
[ $# -gt 0 ] && sample=no || sample=yes
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- "${jobs_all[@]}" "${jobs_long[@]}"
moments=$times
[ "$times" -gt 0 ] || moments=50

calls=openat,write,pwrite64,ftruncate,fallocate,fsync,fdatasync,close,rename,renameat,renameat2,link,linkat
calls+=,unlink,unlinkat,mkdir
traced=(strace -f -qq --seccomp-bpf -e signal=none -o ../trace)
if works "${traced[@]}"; then can_trace=yes; else can_trace=no; fi

# the exit codes: as ever when it has come too late, 1 for work that was ended orderly, or
# as the signal's
codes() { case $1 in INT) echo 0 1 2 3 130 ;; TERM) echo 0 1 2 3 143 ;; KILL) echo 0 1 2 3 137 ;; esac; }

survives() { # survives JOB SIGNAL
    judge "$1" "$(codes "$2")" && case $code in [123]) explained ;; esac
}

at_a_call() { # at_a_call JOB SIGNAL
    local n call
    calls_met "$1" $calls "${traced[@]}"
    places ${#met[@]} "$times"
    for n in "${chosen[@]}"; do
        call=${met[n - 1]}
        try "$1" "${traced[@]}" -e trace="${call%:*}" -e inject="${call%:*}:signal=SIG$2:when=${call#*:}"
        count "SIG$2 at $call" survives "$1" "$2"
    done
}

at_a_moment() { # at_a_moment JOB SIGNAL MILLISECONDS
    local i delay
    for ((i = worker; i < moments; i += workers)); do
        delay=$((1 + RANDOM * $3 / 32768))
        try "$1" timeout --preserve-status -s "$2" "$(printf '%d.%03d' $((delay / 1000)) $((delay % 1000)))"
        count "SIG$2 after $delay ms" survives "$1" "$2"
    done
}

interrupt() { # interrupt JOB MILLISECONDS
    local signal
    for signal in "${signals[@]}"; do
        at_a_moment "$1" "$signal" "$2"
        case $can_trace:$1 in yes:*_long) ;; yes:*) at_a_call "$1" "$signal" ;; esac
    done
}

number=0
for job in "$@"; do
    start=${EPOCHREALTIME/./}
    reference "$job" || { tap_not_ok "$job"; continue; }
    took=$(((${EPOCHREALTIME/./} - start) / 1000))
    signals=(INT TERM KILL)
    [ $sample = no ] || signals=("${signals[number++ % 3]}")
    share "$times" interrupt "$job" $took
    account "SIGINT, SIGTERM, SIGKILL: $job"
done
tap_end
