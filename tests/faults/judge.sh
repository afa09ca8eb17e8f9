#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The judgement of the fault tests itself: what it must refuse it refuses, and no place is
# left out or tried twice when a full dose is shared among workers.
# shellcheck source=tests/faults/jobs.sh
source "$TOP_SRCDIR/tests/faults/jobs.sh"

# the reference: a table of two rows, and one line of results
mkdir "$work/ref"
printf 't,q\n0,1\n1,2\n' >"$work/ref/out.csv"
echo result >"$work/ref.stdout"

# judged JOB CODE CHANGE...: what it says of a job that ended with CODE, if what it left is
# the reference after the CHANGE, made in the job's directory
judged() {
    local of=$1
    code=$2
    shift 2
    rm -rf "$work/try"
    cp -r "$work/ref" "$work/try"
    cp "$work/ref.stdout" "$work/stdout"
    echo why >"$work/stderr"
    (cd "$work/try" && "$@")
    judge "$of" '0 1 137'
}
refused() { ! judged "$@"; }
cut_to() { head -c "$1" "$work/ref/out.csv" >out.csv; }
other_results() { echo other >"$work/stdout"; }
crash_in() { echo "fault: crashed in /usr/lib/$1.so.1" >"$work/stderr"; }

check "all is well" judged map 0 true
check "a failure that leaves nothing" judged map 1 rm out.csv
check "a failure after the work was done" judged map 1 true
check "refused: an exit code that is not allowed" refused map 139 rm out.csv
check "refused: a crash in another library" refused map 139 crash_in libc
check "a crash in a library that is known for it" judged map 139 crash_in libFLAC
check "refused: that crash, with a table that is cut" refused map 139 eval 'crash_in libFLAC; cut_to 10'
check "refused: exit code 0 with other results" refused map 0 other_results
check "refused: exit code 0 without the table" refused map 0 rm out.csv
check "refused: exit code 0 with a table that is cut" refused map 0 cut_to 8
check "refused: exit code 0 with a file too many" refused map 0 touch more
check "refused: exit code 0 with a hidden file too many" refused map 0 touch .more
check "refused: a table that is cut, under its name" refused map 1 cut_to 8
check "a simulation that ended early, at a row's end" judged sim 1 cut_to 8
check "refused: a simulation's table that is cut within a row" refused sim 1 cut_to 10
check "refused: what was not finished" refused map 1 mv out.csv out.csv.part
check "what was not finished when it was killed" judged map 137 mv out.csv out.csv.part
check "refused: an empty directory" refused map 1 mkdir out
check "refused: a repair that loses the head of the run" refused repair 1 eval 'cp -r "$work/killed" out; rm out/run.json'
check "a repair that has done nothing" judged repair 1 eval 'rm out.csv; cp -r "$work/killed" out'

# places are shared
try_places() { # each is tried, and 7 fails
    local n
    places 20 0
    for n in "${chosen[@]}"; do
        code=0
        echo "$n" >>"$common/all"
        count "$n" test "$n" -ne 7
    done
}
all_are_tried() { # all_are_tried WORKERS
    rm -f "$common/all"
    tried=0 survived=0
    FAULT_JOBS=$1 share 0 try_places >"$common/log"
    [ "$tried" -eq 20 ] && [ "$survived" -eq 19 ] && grep -q '^# 7:' "$common/log" &&
        cmp <(sort -n "$common/all") <(seq 20)
}
dies() { [ "$worker" -ne 1 ] || exit 0; tried=5 survived=5; }
a_dead_worker_is_told() {
    tried=0 survived=0
    FAULT_JOBS=3 share 0 dies >/dev/null
    [ "$tried" -eq 11 ] && [ "$survived" -eq 10 ]
}
same_sample() { RANDOM=7; places 1000 3; local first=${chosen[*]}; RANDOM=7; places 1000 3; [ "$first" = "${chosen[*]}" ] && [ ${#chosen[@]} -eq 3 ]; }
a_failure_is_kept() {
    judged map 0 true >/dev/null
    FAULT_KEEP=$work/kept count "FAULT_MEMORY=7+ of a" false >/dev/null
    cmp "$work/kept/FAULT-MEMORY-7+-of-a/try/out.csv" "$work/ref/out.csv"
}
check "what a failure left is kept" a_failure_is_kept
met_by() { (shim=$1; without_memory rig 1 0; fault_met); }
check "a fault that was met" met_by "$shim"
check "refused: a try without its fault" eval '! met_by "$work/none.so"'
check "one worker tries every place once" all_are_tried 1
check "three workers try every place once" all_are_tried 3
check "more workers than places" all_are_tried 30
check "a worker that comes to no end has not survived" a_dead_worker_is_told
check "a sample is the same every time" same_sample
tap_end
