#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What the compiler and the linker can do against a stranger's file is in every program:
# and in the library: stack protector, FORTIFY, full RELRO with everything bound at start, position
# independent, no executable stack.
source "$TOP_SRCDIR/tests/tap.sh"
flags=$(sed -n 's/^HARDEN_CFLAGS = //p' "$TOP_BUILDDIR/Makefile")
if [ -z "${flags// /}" ]; then
    tap_skip "hardening" "this build is without (sanitizers, or --disable-hardening)"
    tap_end
    exit
fi
programs=("$TOP_BUILDDIR"/skitter "$TOP_BUILDDIR"/skitter-* "$TOP_BUILDDIR"/libskitter.so.0)
# read once: the symbols that are asked for, and the headers
independent() { readelf -h "$1" | grep -q 'Type: *DYN'; }
relro() { readelf -lW "$1" | grep -q GNU_RELRO; }
bound() { readelf -dW "$1" | grep -Eq 'BIND_NOW|FLAGS_1.*NOW'; }
no_stack() { ! readelf -lW "$1" | grep GNU_STACK | grep -q 'RWE'; }
asks_for() { readelf -sW "$1" | grep -q "UND.*$2"; }

check "programs are found" test ${#programs[@]} -ge 8
for program in "${programs[@]}"; do
    [ -x "$program" ] && [ ! -d "$program" ] && [[ $program == *.so.0 || ${program##*/} != *.* ]] || continue
    name=${program##*/}
    check "$name: position independent" independent "$program"
    check "$name: RELRO" relro "$program"
    check "$name: bound at start" bound "$program"
    check "$name: no executable stack" no_stack "$program"
    check "$name: stack protector" asks_for "$program" __stack_chk_fail
    [[ $flags != *FORTIFY* ]] || check "$name: FORTIFY" asks_for "$program" '__.*_chk'
done
asked() { "$TOP_BUILDDIR/config.status" --config | grep -q -- --enable-werror; }
werror() { grep -qE '^(AM_|SKITTER_)?CFLAGS = .*-Werror( |$)' "$TOP_BUILDDIR/Makefile"; }
check "-Werror only where it is asked for" eval 'asked && werror || { ! asked && ! werror; }'
# a number of threads that no machine has
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
run=$TOP_SRCDIR/data/campaign/runs/h0.3775_theta30.5_v-0.2
check "OMP_NUM_THREADS=100000" sh -c 'OMP_NUM_THREADS=100000 "$1" bounce "$2" -q -a theta1=0deg:37deg:3 -a belt_speed=-0.5m/s:-0.01m/s:3 >/dev/null' \
    sh "$TOP_BUILDDIR/skitter-map" "$TOP_SRCDIR/data/zhao-2008.yaml"
check "a list of them, for threads within threads" env OMP_NUM_THREADS=100000,100000 \
    "$TOP_BUILDDIR/skitter-report" "$TOP_SRCDIR/data/zhao-2008.yaml" "$run" "$run" -q -o "$work/page.html"
check "--threads 100000" "$TOP_BUILDDIR/skitter-fit" "$TOP_SRCDIR/data/campaign/rig.yaml" "$run" -q -j 100000 \
    --from-run theta1,belt_speed --free restitution --starts 2 --stages velocities --misfit 50 --until '0.1 s'
tap_end
