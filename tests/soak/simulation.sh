#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/soak/simulation.sh [SECONDS]
# A simulation of 10^5 s by default, whose trajectory and events go to files, and one of a
# tenth of it: the same memory, time in proportion, every sample there, and still the
# motion of Leine 2002 at the end.
source "$(dirname "${BASH_SOURCE[0]}")/measure.sh"
full=${1:-100000}
part=$((full / 10)) rate=100
rig=$TOP_SRCDIR/data/leine-2002-simple.yaml
simulate=(skitter-sim "$rig" --rate "$rate Hz" --quiet)

last_time() { tail -n 1 "$1" | cut -d, -f1; }
rows() { echo $(($(wc -l <"$1") - 1)); }
begins() { cmp -n "$(($(stat -c %s "$1") * 9 / 10))" "$1" "$2"; }
no_nonsense() { ! grep -qi 'nan\|inf' "$1"; }
# Leine 2002, case 1: period 0.17019 s, from the last two take-offs of the whole motion
period() {
    awk -F, '$2 == "takeoff" { before = last; last = $1 }
        END { p = last - before; print "period", p; exit !(p > 0.17018 && p < 0.17020) }' full-events.csv
}

hold "a tenth, $part s" measured part "${simulate[@]}" -d "$part s" -o part.csv -e part-events.csv
hold "$full s" measured full "${simulate[@]}" -d "$full s" -o full.csv -e full-events.csv
echo "a tenth: ${part_kib:-?} KiB, ${part_s:-?} s; all: ${full_kib:-?} KiB, ${full_s:-?} s, $(rows full-events.csv) events, $(stat -c %s full.csv) bytes"
hold "every sample is there" test "$(rows full.csv)" -eq $((full * rate + 1))
hold "it comes to its end" test "$(last_time full-events.csv)" = "$full"
hold "the tenth begins the whole" begins part.csv full.csv
hold "all numbers are numbers" no_nonsense full.csv
hold "the period at the end is that of Leine 2002" period
hold "memory does not grow with the length" as_small 8192 "$part_kib" "$full_kib"
proportional "$part_s" "$full_s"
end "simulation of $full s"
