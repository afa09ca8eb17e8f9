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

fail_allocations() { # fail_allocations JOB CALLS
    local n after
    places "$2" "$times"
    for n in "${chosen[@]}"; do
        for after in '' +; do
            try "$1" LD_PRELOAD="$shim" FAULT_MEMORY="$n$after"
            count "FAULT_MEMORY=$n$after" survives "$1"
        done
    done
}

for job in "$@"; do
    reference "$job" || { tap_not_ok "$job"; continue; }
    try "$job" LD_PRELOAD="$shim" FAULT_COUNT="$work/calls"
    share "$times" fail_allocations "$job" "$(<"$work/calls")"
    account "memory fails: $job"
done
tap_end
