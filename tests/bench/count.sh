#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Instructions of one simulation, which no other program on the machine changes:
#     count.sh tests/bench/skitter DATA CASE RTOL SPAN...      such as R1 1e-8 2 R2 1e-8 100
# needs valgrind, whose processor is slow enough that a case is run once.
set -eu
server=$1 data=$2
shift 2
counts=$(mktemp)
trap 'rm -f "$counts"' EXIT
while [ $# -ge 3 ]; do
    echo "$1 $2 $3" | valgrind --quiet --tool=callgrind --toggle-collect=sim_simulate \
        --callgrind-out-file="$counts" "$server" "$data" >/dev/null 2>&1
    echo "$1 at $2: $(awk '/^(summary|totals):/ { n = $2 } END { print n }' "$counts") instructions"
    shift 3
done
