#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# skitter rig compile and --compiled: the same numbers, only when asked for, only what fits
source "$TOP_SRCDIR/tests/tap.sh"
skitter=$TOP_BUILDDIR/skitter
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# --enable-sanitizers makes programs that cannot be asked for leaks of what cc does
export ASAN_OPTIONS=${ASAN_OPTIONS:-detect_leaks=0}

# a pendulum with a slider on it, which rubs on a slope: no mechanism that Skitter has compiled
write_rig() {
    cat >"$1" <<END
mechanism:
  coordinates: {phi: rad, s: m}
  bodies:
    - {name: arm, joint: hinge, at: [0 m, 0.5 m], angle: phi, length: long, mass: 0.3 kg}
    - {name: bob, parent: arm, joint: slider, at: end, along: $2, distance: s, mass: 0.2 kg}
  springs: [{on: s, stiffness: 200 N/m, damping: 0.1 N.s/m}]
  contact: {body: bob, point: origin, rests_by: s}
  floors: [{body: arm, point: end, text: the end of the arm}]
parameters: {friction: 0.4, long: 0.4 m}
start: {phi: 0.3 rad}
END
}
write_rig "$work/own.yaml" down

compiles() { "$skitter" rig compile "$work/own.yaml" && [ -s "$work/own.so" ]; }
# run PROGRAM... with and without --compiled: the same bytes
same() {
    "$skitter" "$@" >"$work/plain" 2>"$work/plain.err" || { cat "$work/plain.err"; return 1; }
    "$skitter" "$@" --compiled >"$work/compiled" 2>"$work/errors" || { cat "$work/errors"; return 1; }
    [ "$(wc -l <"$work/plain")" -ge 3 ] && cmp "$work/plain" "$work/compiled"
}
same_motion() { same sim "$work/own.yaml" --sensitivity long,phi --duration '1 s'; }
same_map() { same map critical "$work/own.yaml" --quiet; }
same_from_its_directory() { (cd "$work" && same sim own.yaml); }
moved_parameters_fit() { same sim "$work/own.yaml" --set 'long=0.35 m' --set friction=0.1; }
# refuses CODE WORDS COMMAND...
refuses() {
    local code=$1 words=$2
    shift 2
    "$@" >"$work/out" 2>"$work/errors"
    local is=$?
    cat "$work/errors"
    [ $is -eq "$code" ] && [ ! -s "$work/out" ] && grep -q -- "$words" "$work/errors"
}
another_mechanism() {
    write_rig "$work/own.yaml" right
    refuses 2 'another mechanism' "$skitter" sim "$work/own.yaml" --compiled
    local is=$?
    write_rig "$work/own.yaml" down
    return $is
}
none_there() {
    cp "$work/own.yaml" "$work/alone.yaml"
    refuses 1 'rig compile' "$skitter" sim "$work/alone.yaml" --compiled
}
no_code_of_ours() {
    echo 'int unrelated = 1;' >"$work/other.c"
    ${CC:-cc} -shared -fPIC -o "$work/other.so" "$work/other.c" && cp "$work/own.yaml" "$work/other.yaml" &&
        refuses 2 'another mechanism' "$skitter" sim "$work/other.yaml" --compiled
}
kept() { refuses 2 'exists' "$skitter" rig compile "$work/own.yaml"; }
replaced() { "$skitter" rig compile --force "$work/own.yaml" && same_motion; }
named_model() { refuses 2 'compiled with Skitter' "$skitter" rig compile "$TOP_SRCDIR/data/zhao-2008.yaml" -o "$work/x.so"; }
no_compiler() { CC=/nonexistent/cc refuses 2 'install a C compiler' "$skitter" rig compile "$work/own.yaml" -o "$work/y.so"; }
bad_compiler() { CC=false refuses 1 'false failed' "$skitter" rig compile "$work/own.yaml" -o "$work/y.so" && [ ! -e "$work/y.so" ]; }
nothing_left() { mkdir "$work/tmp" && TMPDIR=$work/tmp "$skitter" rig compile "$work/own.yaml" -o "$work/z.so" && rmdir "$work/tmp"; }
# code runs when it is asked for, and not because it lies there
runs_no_code_unasked() {
    cat >"$work/trap.c" <<END
#include <stdio.h>
__attribute__((constructor)) static void spring(void) { fclose(fopen("$work/sprung", "w")); }
END
    ${CC:-cc} -shared -fPIC -o "$work/trap.so" "$work/trap.c" && cp "$work/own.yaml" "$work/trap.yaml" || return
    "$skitter" sim "$work/trap.yaml" >"$work/out" && "$skitter" rig check --quiet "$work/trap.yaml" || return
    [ ! -e "$work/sprung" ] || return
    "$skitter" sim "$work/trap.yaml" --compiled >"$work/out" 2>&1
    [ -e "$work/sprung" ] # the trap works
}

check "compiles" compiles
check "gives the same motion and derivatives, byte for byte" same_motion
check "gives the same map" same_map
check "is found beside a rig file without a directory" same_from_its_directory
check "holds for other numbers of parameters" moved_parameters_fit
check "an object of another mechanism is refused" another_mechanism
check "an object that is missing is named" none_there
check "an object of something else is refused" no_code_of_ours
check "an object that exists is kept" kept
check "and replaced with --force" replaced
check "a model that Skitter names is not compiled" named_model
check "a missing compiler is named" no_compiler
check "a compiler that fails leaves nothing" bad_compiler
check "no temporary file is left" nothing_left
check "no code runs that was not asked for" runs_no_code_unasked
tap_end
