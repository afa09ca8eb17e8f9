#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `make fuzz`: builds the harnesses with clang and libFuzzer in fuzz/build and runs them.
# What they learn stays in fuzz/corpus, what fails is kept in fuzz/failures.
#   FUZZ_SECONDS=60   how long each runs, or
#   FUZZ_RUNS=N       how many inputs each tries, but for the share of the slow ones
#   FUZZ_HARNESSES    which of them (default: all)
#   FUZZ_JOBS         how many at once (default: one for each processor)
#   FUZZ_MERGE=yes    afterwards make tests/fuzz/corpus the least that reaches as much
# The last lines are "soak: fuzz HARNESS | TRIED | SURVIVED", in numbers of inputs.
set -uo pipefail
unset MAKEFLAGS MFLAGS MAKELEVEL # of the make that started it
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
here=${TOP_BUILDDIR-$PWD}/fuzz
# A hang is an input that takes 5 s. malloc and free are what costs most: the quarantine holds
# what one input frees, so that memory stays in the cache, and of each block only malloc and its
# caller are kept (for more replay the input that failed with an empty ASAN_OPTIONS). With less
# than these two LeakSanitizer holds every block for reachable and is silent: build() tries it.
limits=(-timeout=5 -report_slow_units=1000000 -rss_limit_mb=1024)
export ASAN_OPTIONS=${ASAN_OPTIONS-quarantine_size_mb=4:malloc_context_size=2}

# threads that wait for work sleep: by default they spin, on what other harnesses need
export OMP_WAIT_POLICY=passive

# the longest input that is tried: what a text of that kind needs, no more
declare -A longest=([units]=96 [trigger]=128 [rig]=2048 [run_json]=4096 [signal]=512
    [result]=2048 [csv]=512 [setting]=160 [options]=256 [repair]=2048 [api]=192)
# one of so many of FUZZ_RUNS: each input of repair writes, renames and reads back whole files,
# each of api simulates
declare -A share=([repair]=10 [api]=10)
# the longest first, so that none is left alone at the end
all=(api run_json repair csv result signal rig setting options trigger units)
read -ra chosen <<<"${FUZZ_HARNESSES-${all[*]}}"

build() {
    mkdir -p "$here/build" "$here/failures" && cd "$here/build" || exit 1
    echo 'void *malloc(unsigned long), *volatile lost;
          int LLVMFuzzerTestOneInput(void) { lost = malloc(9); lost = 0; return 0; }' |
        clang -fsanitize=fuzzer,address,undefined -x c -o can-fuzz - >can-fuzz.log 2>&1 || {
        echo "make fuzz needs clang and its libFuzzer (Debian packages clang and libclang-rt-14-dev, or" \
            "the one of your clang's version): $here/build/can-fuzz.log" >&2
        exit 1
    }
    ./can-fuzz -artifact_prefix=can-fuzz- -runs=9 >can-fuzz.log 2>&1
    grep -q 'LeakSanitizer: detected' can-fuzz.log || {
        echo "make fuzz would not see a leak, with ASAN_OPTIONS=$ASAN_OPTIONS: $here/build/can-fuzz.log" >&2
        exit 1
    }
    [ -f Makefile ] ||
        "$source/configure" -q CC=clang --enable-fuzzing --without-comedi CFLAGS='-g -O2' || exit 1
    make -s -j"$(nproc)" "${chosen[@]/#/tests/fuzz/}" || exit 1
    cd "$here" || exit 1
}

# held_up HARNESS LOG: the process was stopped from outside (SIGSTOP), which libFuzzer takes for
# a hang: its timer rings after 5 to 9 s in a process that runs, and the input itself is quick
held_up() {
    local input after
    after=$(sed -n 's/.*ERROR: libFuzzer: timeout after \([0-9]*\) seconds.*/\1/p' "$2")
    input=$(sed -n 's/.*Test unit written to //p' "$2")
    [ "${after:-0}" -ge 10 ] && "build/tests/fuzz/$1" "${limits[@]}" "$input" >/dev/null 2>&1 || return
    echo "$1 was stopped for $after s by someone else, and goes on"
    rm -f "$input"
}

# try HARNESS OPTION...: adds to `tried`
try() {
    local harness=$1 log=$here/$1.log status n
    shift
    "build/tests/fuzz/$harness" "$@" "${limits[@]}" -max_len="${longest[$harness]}" \
        -dict="$source/tests/fuzz/dictionaries/$harness.dict" -print_final_stats=1 \
        -artifact_prefix="$here/failures/$harness-" \
        "corpus/$harness" "$source/tests/fuzz/corpus/$harness" >"$log" 2>&1
    status=$?
    n=$(awk '/^stat::number_of_executed_units:/ { print $2 }' "$log")
    tried=$((tried + ${n:-0}))
    return "$status"
}

# run HARNESS: what it reached, and the line for the table in HARNESS.table; false when it failed
run() {
    local harness=$1 log=$here/$1.log tried=0 status=1 long runs part=
    runs=$((${FUZZ_RUNS:-0} / ${share[$harness]-1}))
    [ "$runs" -eq "${FUZZ_RUNS:-0}" ] || part=" (1/${share[$harness]} of the dose)"
    mkdir -p "corpus/$harness"
    while [ "$status" -ne 0 ]; do
        long=-max_total_time=${FUZZ_SECONDS-60}
        [ -z "${FUZZ_RUNS-}" ] || long=-runs=$((runs - tried))
        try "$harness" "$long"
        status=$?
        [ "$status" -eq 0 ] || held_up "$harness" "$log" || break
    done
    echo "== $harness: $(grep -E '^#[0-9]+.*DONE' "$log" | tail -n 1)"
    if [ "$status" -ne 0 ]; then
        grep -E 'ERROR|SUMMARY|promise|Test unit|runtime error' "$log" | head
        echo "$harness failed; all of it in $log"
    fi
    echo "soak: fuzz $harness$part | $tried | $((status == 0 || tried == 0 ? tried : tried - 1))" \
        >"$here/$harness.table"
    return "$status"
}

# merge HARNESS: the least of all inputs known that reaches as many branches, however often
merge() {
    local kept=$source/tests/fuzz/corpus/$1 least=$here/least/$1
    rm -rf "$least" && mkdir -p "$least"
    "build/tests/fuzz/$1" -merge=1 -use_counters=0 "${limits[@]}" -max_len="${longest[$1]}" \
        "$least" "$kept" "corpus/$1" >"$here/$1.merge.log" 2>&1 || return
    find "$kept" -type f ! -name 'found-*' -delete # what once failed stays
    cp "$least"/* "$kept/"
}

# work HARNESS: all that is done with one
work() {
    run "$1" || return
    [ "${FUZZ_MERGE-no}" = no ] || merge "$1"
}

# all of it is read before it runs: it may be edited while a long dose goes on
main() {
    local harness running=0 failed=0
    build
    for harness in "${chosen[@]}"; do
        rm -f "$here/$harness.table"
        if [ "$running" -ge "${FUZZ_JOBS-$(nproc)}" ]; then
            wait -n || failed=1
            running=$((running - 1))
        fi
        work "$harness" &
        running=$((running + 1))
    done
    for ((; running > 0; running--)); do
        wait -n || failed=1
    done
    for harness in "${chosen[@]}"; do
        cat "$here/$harness.table" || failed=1
    done
    exit "$failed"
}
main
