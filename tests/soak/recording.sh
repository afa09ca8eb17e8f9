#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/soak/recording.sh [HOURS]
# A recording of the simulated rig, 8 hours by default, which is more than 4 GiB, and one
# of a tenth of it: both whole, the same as far as both go, with the same memory.
source "$(dirname "${BASH_SOURCE[0]}")/measure.sh"
hours=${1:-8}
rate=25000 frame_bytes=6 # three channels of 16 bits
rig=$TOP_SRCDIR/data/zhao-2008.yaml
# a rail that keeps its speed: 1 %/s would be meant for a pull of seconds
sed -e "s/^rate: .*/rate: $rate Hz/" -e 's/rail_drift: .*/rail_drift: 0 %\/s/' "$rig" >rig.yaml
seconds_of() { awk -v h="$1" 'BEGIN { printf "%.0f", 3600 * h }'; }
full=$(seconds_of "$hours") part=$(($(seconds_of "$hours") / 10))

# a tenth fills its buffer, as the whole does
record=(skitter-daq record rig.yaml --source rig: --fast --quiet --timeless --buffer '1 s')
frames_of() { sed -n 's/.*"frames": *\([0-9]*\).*/\1/p' "$1/run.json" | head -n 1; }
signal_of() { echo "$1"/signal.*; }
# where the samples begin: RF64 and WAV of libsndfile have heads of the same length
data_start() { grep -abo -m 1 'data' <(head -c 4096 "$1") | head -n 1 | cut -d: -f1; }
same_samples() {
    local short long bytes=$((part * rate * frame_bytes))
    short=$(signal_of part) long=$(signal_of full)
    cmp -n $bytes -i $(($(data_start "$short") + 8)):$(($(data_start "$long") + 8)) "$short" "$long"
}
sum_is_right() {
    local sum
    sum=$(sha256sum "$(signal_of "$1")" | cut -d' ' -f1)
    grep -q "\"sha256\": \"$sum\"" "$1/run.json"
}
container_fits() { # RF64 beyond 4 GiB, WAV below
    local want=wav
    [ $((full * rate * frame_bytes)) -lt $((1 << 32)) ] || want=rf64
    [ -e "full/signal.$want" ] || { ls full; return 1; }
    [ $want = wav ] || [ "$(head -c 4 full/signal.rf64)" = RF64 ]
}

hold "a tenth, $part s, is recorded" measured part "${record[@]}" --duration "$part s" --output part
hold "$hours h, $full s, are recorded" measured full "${record[@]}" --duration "$full s" --output full
echo "a tenth: ${part_kib:-?} KiB, ${part_s:-?} s; all: ${full_kib:-?} KiB, ${full_s:-?} s, $(stat -c %s "$(signal_of full)") bytes"
hold "every frame of the tenth is there" test "$(frames_of part)" -eq $((part * rate))
hold "every frame is there" test "$(frames_of full)" -eq $((full * rate))
hold "the signal is $(basename "$(signal_of full)"), as its length asks for" container_fits
hold "the tenth begins the whole, bit for bit" same_samples
hold "its sum is right" sum_is_right full
hold "skitter run info finds it whole" skitter run info --verify full
hold "memory does not grow with the length" as_small 512 "$part_kib" "$full_kib"
proportional "$part_s" "$full_s"
end "recording of $hours h"
