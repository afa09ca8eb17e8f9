#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# skitter run: a sound file that lost its run.json is repaired and looked at
source "$TOP_SRCDIR/tests/tap.sh"
skitter=$TOP_BUILDDIR/skitter
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# a WAV of 10 frames, 2 channels, 16 bits, 10 kHz, all zero: header, then 40 bytes
wav() {
    printf 'RIFF\x4c\0\0\0WAVEfmt \x10\0\0\0\x01\0\x02\0\x10\x27\0\0\x40\x9c\0\0\x04\0\x10\0data\x28\0\0\0'
    head -c 40 /dev/zero
}
says() {
    local wanted=$1 output
    shift
    output=$("$@" 2>&1) || { echo "$output"; return 1; }
    echo "$output"
    grep -qE "$wanted" <<<"$output"
}
mkdir "$work/run"
wav >"$work/run/signal.wav"

check "a run without run.json is bad input" exits 2 "$skitter" run info "$work/run"
check "repair makes a run of it" says ": 10 frames, repaired$" "$skitter" run repair "$work/run"
check "a second repair finds nothing to do" says "nothing to repair$" "$skitter" run repair "$work/run"
check "info says that it was repaired" says "^state +repaired" "$skitter" run info "$work/run"
check "... and its length: 10 frames of 0.1 ms" \
    says "^frames +10 \(0\.001 s, one every 1/10000 s\)" "$skitter" run info "$work/run"
check "... and both channels" says "^channel +1: " "$skitter" run info "$work/run"
check "the signal is as it was" says "^verified" "$skitter" run info --verify "$work/run"
printf '\x01' | dd of="$work/run/signal.wav" bs=1 seek=60 conv=notrunc status=none
check "a changed sample is noticed" exits 2 "$skitter" run info --verify "$work/run"
sed -i 's/"note": *\(null\|"[^"]*"\)/"note": "a\\u001b[31mred"/' "$work/run/run.json"
check "a note is shown" says "^note +a.*red$" "$skitter" run info "$work/run"
no_escape() { ! "$skitter" run info "$work/run" | grep $'\033'; }
check "... and cannot steer the terminal" no_escape
check "no directory is wrong usage" exits 2 "$skitter" run info
check "a directory that is not there is bad input" exits 2 "$skitter" run info "$work/none"
tap_end
