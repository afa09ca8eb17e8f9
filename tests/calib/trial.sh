#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Trial by other people's data, which lie beside the repository and are not part of it: what their
# SOURCE.txt says of them must come out of the programs.
source "$TOP_SRCDIR/tests/tap.sh"
shared=$(cd "$TOP_SRCDIR" && cd .. && pwd)/shared/data
if [ ! -d "$shared/stick-slip-paper" ]; then
    tap_skip "stick-slip of paper on paper" "../shared/data/stick-slip-paper is not there"
    tap_end
    exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
PATH=$TOP_BUILDDIR:$PATH

# value FILE NAME: of a result file
value() { awk -v n="\"$2\"," '$1 == "\"value\":" { v = $2 + 0 } $1 == "\"name\":" && $2 == n { printf "%.17g", v }' "$1"; }

# within FILE NAME LOW HIGH
within() {
    local found
    found=$(value "$1" "$2")
    echo "$2 = $found, between $3 and $4?"
    awk -v f="$found" -v a="$3" -v b="$4" 'BEGIN { exit !(f >= a && f <= b) }'
}

import() { # SPEED in um/s
    skitter daq import "$shared/stick-slip-paper/k168Nm_v$1.csv" --column F_over_mg=force:'0.301167 N' \
        --rig "v$1.yaml" -o "v$1" -q
}

# percent WORD FILE LIMIT: the line's number of percent is not larger
percent() {
    local found
    found=$(awk -v w="$1" '$1 == w { p = $(NF - 1) } $1 == w && w == "course" { p = $4 } END { print p + 0 }' "$2")
    echo "$1: $found %, at most $3 %?"
    awk -v f="$found" -v b="$3" 'BEGIN { exit !(f <= b && -f <= b) }'
}

for v in 1100 42; do
    sed "s|belt_speed:.*|belt_speed: $v um/s|" "$TOP_SRCDIR/data/colas-2019.yaml" >"v$v.yaml"
    check "v$v: imported" import $v
    skitter calib stick-slip v$v -o v$v.json >v$v.txt 2>v$v.said
    check "v$v: friction found" test -s v$v.json
    check "v$v: the period is predicted within 10 %" percent period v$v.txt 10
    check "v$v: and the drop" percent drop v$v.txt 10
    check "v$v: and the mean course within 5 % of it" percent course v$v.txt 5
    check "v$v: slips faster than sqrt(k/m) are told" grep -q 'of sqrt(k/m)' v$v.said
done
# of SOURCE.txt, found there by another program
check "mean of mu_s" within v1100.json static_friction 0.348 0.373
check "its scatter" within v1100.json static_friction_scatter 0.027 0.036
check "its memory" within v1100.json static_friction_memory 0.5 0.78
check "the loading slope, 1.14 of k V/(m g)" within v1100.json loading_slope 0.68 0.72
check "the mean period" within v1100.json cycle_period 0.125 0.135
check "the mean drop" within v1100.json cycle_drop 0.053 0.060
skitter calib stick-slip v1100 --score v42 -q >score.txt
check "another speed: ageing cannot be told" grep -q 'cannot be told from none' score.txt
# what was found, in the simulator: 3 s of it are some twenty cycles
skitter sim v1100.yaml -d 3s --set friction="$(value v1100.json friction)" \
    --set static_friction="$(value v1100.json static_friction)" --events events.csv -o motion.csv -q
cycle() {
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } $c["event"] == "stick" { n++; t = $c["t"]; if (n == 3) first = t; last = t }
             END { found = (last - first) / (n - 3); print "simulated period " found; exit !(found > 0.1291 * 0.9 && found < 0.1291 * 1.1) }' events.csv
}
check "the simulated rig has the period of the record" cycle
tap_end
