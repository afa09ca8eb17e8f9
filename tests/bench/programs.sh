#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What whole programs need: acquisition (D1), two cores against one, memory over length.
#     programs.sh BUILD SOURCE
set -eu
build=$1 source=$2
runs=${BENCH_RUNS:-7}
work=$(mktemp -d "$build/bench-XXXXXX")
trap 'rm -rf "$work"' EXIT
usage=$build/tests/bench/usage

median() { sort -g | awk '{ v[NR] = $1 } END { print NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2 }'; }
# wanted CASE: BENCH_CASES names it, or nothing
wanted() { case ",${BENCH_CASES:-$1}," in *",$1,"*) ;; *) return 1 ;; esac; }

# ---- D1: 40 million samples of the counting source as fast as the disk takes them,
# synced when the run is finished; then three channels at 10 kHz by the clock
acquisition() {
    local frames=20000000 seconds i
    seconds=$(for ((i = 0; i < runs; i++)); do
        rm -rf "$work/fast"
        "$usage" "$build/skitter-daq" record "$source/tests/daq/counter.yaml" --source test: --fast \
            --output "$work/fast" --duration "$((frames / 10000)) s" --quiet | cut -d' ' -f1
    done | median)
    awk -v s="$seconds" -v n="$((2 * frames))" -v r="$runs" \
        'BEGIN { printf "D1      to disk: %.1f MS/s (%d samples in %.3f s, median of %d)\n", n / s / 1e6, n, s, r }'
    for from in test: rig:; do
        rm -rf "$work/slow"
        "$usage" "$build/skitter-daq" record "$source/data/zhao-2008.yaml" --source "$from" \
            --output "$work/slow" --duration '10 s' --quiet |
            awk -v from="$from" '{ printf "D1      3 x 10 kHz from %s %.2f %% of one core, %.1f MiB resident (10 s)\n", from, 100 * $2 / $1, $3 / 1024 }'
    done
}

# ---- two cores over one, alternating
# cores NAME RUNS COMMAND...
cores() {
    local name=$1 times=$2 i one two
    shift 2
    : >"$work/1" && : >"$work/2"
    for ((i = 0; i < times; i++)); do
        for n in 1 2; do OMP_NUM_THREADS=$n "$usage" "$@" | cut -d' ' -f1 >>"$work/$n"; done
    done
    one=$(median <"$work/1") two=$(median <"$work/2")
    awk -v name="$name" -v one="$one" -v two="$two" -v n="$times" \
        'BEGIN { printf "cores   %s: %.3f s on one, %.3f s on two, %.2f times faster (medians of %d)\n", name, one, two, one / two, n }'
}

parallel() {
    if [ "$(nproc)" -lt 2 ]; then
        echo "cores   not run: this machine has one"
        return
    fi
    cores "bounce map" "$runs" "$build/skitter-map" bounce "$source/data/zhao-2008.yaml" \
        --axis theta1=20deg:40deg:100 --axis belt_speed=-0.6m/s:-0.05m/s:100 --quiet
    if [ ! -x "$build/tests/fit/record" ]; then
        echo "cores   multi-start: not run, cmocka is missing (Debian package libcmocka-dev)"
        return
    fi
    TOP_SRCDIR=$source "$build/tests/fit/record" "$work/campaign" 0
    cores "multi-start" 3 "$build/skitter-fit" "$work/campaign/start.yaml" "$work"/campaign/run-* \
        --free stiffness,friction,restitution --own theta1 --prior 'theta1+-0.1 deg' --starts 16 --quiet
}

# ---- resident memory of runs of 1, 10 and 100 s whose trajectory goes to a file
memory() {
    local line=
    for seconds in 1 10 100; do
        line+=" $seconds s: $("$usage" "$build/skitter-sim" "$source/data/leine-2002-simple.yaml" --rate '10 kHz' \
            --duration "$seconds s" --output "$work/trajectory" --events "$work/events" --force --quiet |
            awk '{ printf "%.1f MiB, %.2f s", $3 / 1024, $1 }');"
    done
    echo "memory  skitter-sim to a file at 10 kHz:${line%;}"
}

if wanted D1; then acquisition; fi
if wanted cores; then parallel; fi
if wanted memory; then memory; fi
