#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/soak/report.sh [RUNS]
# A report of 1000 runs of the simulated rig by default, and one of a tenth of them: all are
# in it, with memory and time in proportion at the most.
source "$(dirname "${BASH_SOURCE[0]}")/measure.sh"
full=${1:-1000}
part=$((full / 10))
rig=$TOP_SRCDIR/data/zhao-2008.yaml
sections() { grep -o '<section id="run-' "$1" | wc -l; }
whole() { tail -c 200 "$1" | grep -q '</html>'; }

record() { # ten campaigns: one may have no more than 999 runs
    local i
    for i in {0..9}; do
        skitter-daq record "$rig" --source rig: --fast --quiet --repeat "$part" --set "belt_speed=-0.${i}5 m/s" \
            --trigger 'rail < -20 mm/s' --duration '0.5 s' --output "runs$i" >/dev/null || return
    done
}

hold "$full runs are recorded" record
runs=(runs*/*/)
hold "there are $full" test "${#runs[@]}" -eq "$full"
hold "a report of $part" measured part skitter-report "$rig" "${runs[@]:0:$part}" -o part.html --quiet
hold "a report of $full" measured full skitter-report "$rig" "${runs[@]}" -o full.html --quiet
echo "$part: ${part_kib:-?} KiB, ${part_s:-?} s, $(stat -c %s part.html) bytes; $full: ${full_kib:-?} KiB, ${full_s:-?} s, $(stat -c %s full.html) bytes"
hold "a section for each of $part" test "$(sections part.html)" -eq "$part"
hold "a section for each of $full" test "$(sections full.html)" -eq "$full"
hold "the page comes to its end" whole full.html
hold "the page is one that a browser opens" test "$(stat -c %s full.html)" -le $((66 * 1000 * 1000))
# each run's lines of the tables are kept till the end, its figures are not
hold "memory does not grow with the runs, but for their lines in the tables" test "$full_kib" -le $((part_kib + 8192 + 64 * full))
proportional "$part_s" "$full_s"
end "report of $full runs"
