#!/usr/bin/env bash
# usage: tests/faults/memory.sh [TIMES] [JOB]...
# An allocation that fails, at TIMES places spread over each job (0: at every one), once
# and from there on: no crash, no wrong result that passes for a good one, nothing left.
# shellcheck source=tests/faults/jobs.sh
source "$TOP_SRCDIR/tests/faults/jobs.sh"
times=${1:-1}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- "${jobs_all[@]}"

survives() { judge "$1" '0 1 2' && explained; }

for job in "$@"; do
    reference "$job" || { tap_not_ok "$job"; continue; }
    try "$job" env LD_PRELOAD="$shim" FAULT_COUNT="$work/calls"
    for n in $(places "$(cat "$work/calls")" "$times"); do
        for after in '' +; do
            try "$job" env LD_PRELOAD="$shim" FAULT_MEMORY="$n$after"
            count "FAULT_MEMORY=$n$after" survives "$job"
        done
    done
    account "memory fails: $job"
done
tap_end
