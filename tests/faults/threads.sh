#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/faults/threads.sh [sample]
# ThreadSanitizer on acquisition and on all that OpenMP does in parallel, with clang and
# LLVM's OpenMP, whose tool Archer tells the sanitizer how its threads wait for each other. Nothing
# here records with Comedi: it is left out, as a laptop without a card does.
# Builds the programs once more, in tests/faults/tsan of the build directory; `sample`:
# acquisition and one map only. It is no part of `make check`: that build takes long.
# shellcheck source=tests/faults/jobs.sh
source "$TOP_SRCDIR/tests/faults/jobs.sh"
tsan=$TOP_BUILDDIR/tests/faults/tsan
archer=$(find /usr/lib/llvm-*/lib -name libarcher.so 2>/dev/null | sort -V | tail -n 1)
export OMP_NUM_THREADS=4 OMP_TOOL_LIBRARIES=$archer
export TSAN_OPTIONS='ignore_noninstrumented_modules=1 exitcode=66' # libomp is not instrumented

names=(daq daq_long daq_overrun map)
[ "${1-}" = sample ] || names+=(map_figure orbit_sweep orbit_diagram fit report ring session source_rig)
programs=()
# shellcheck disable=SC2034 # by name
{
    daq_overrun=(skitter-daq record "$zhao" -q --source test: --buffer '1 ms' -d '0.2 s' -o out)
    ring=("$tsan/tests/daq/ring")
    session=("$tsan/tests/daq/session")
    source_rig=("$tsan/tests/daq/source_rig")
    orbit_diagram=(skitter-orbit diagram "$leine" -q -p friction --from 0.5 --to 0.52 -n 3 --settle '1 s' -o out.csv)
}

# a race on purpose is found, and threads that wait for each other are none
cat >"$work/race.c" <<'END'
int main(int argc, char **argv)
{
    int sum = 0;
    (void)argv;
#pragma omp parallel for
    for (int i = 0; i < 1000; i++) {
        if (argc > 1) {
            sum += i;
        } else {
#pragma omp critical
            sum += i;
        }
    }
    return sum == 0;
}
END
sanitizer_works() {
    clang -g -O1 -fsanitize=thread -fopenmp "$work/race.c" -o "$work/race" &&
        "$work/race" && ! "$work/race" on-purpose 2>/dev/null
}
build() {
    local name target
    for name in "${names[@]}"; do
        local -n line=$name
        target=${line[0]#"$tsan/"}
        [[ " ${programs[*]} " == *" $target "* ]] || programs+=("$target")
    done
    mkdir -p "$tsan" && cd "$tsan" || return
    [ -f Makefile ] || "$TOP_SRCDIR/configure" -q CC=clang --without-comedi CFLAGS='-g -O1 -fsanitize=thread' \
        LDFLAGS=-fsanitize=thread || return
    make -s -j"$(nproc)" "${programs[@]}"
}
# no race; that the job itself goes well is not asked here
quiet() { [ "$code" -lt 4 ] && ! grep -q 'WARNING: ThreadSanitizer' "$work/stderr" || { echo "exit code $code"; head -20 "$work/stderr"; return 1; }; }

if [ -z "$archer" ] || ! command -v clang >/dev/null; then
    tap_skip "ThreadSanitizer" "clang and libomp-dev are not there"
else
    check "the sanitizer knows a race from none" sanitizer_works
    check "the programs are built with it" build
    for name in "${names[@]}"; do
        try "$name" PATH="$tsan:$PATH" TOP_BUILDDIR="$tsan"
        count "$name" quiet
    done
    account "ThreadSanitizer"
fi
tap_end
