#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/faults/memory.sh [TIMES] [JOB]...
# An allocation that fails, at TIMES places spread over each job (0: at every one), once
# and from there on: no crash, no wrong result that passes for a good one, nothing left.
# A sample has large ones besides, up to 16: they are few, they are what a machine runs out of
# memory by, and three of them were once passed over by other results with exit code 0.
# shellcheck source=tests/faults/jobs.sh
source "$TOP_SRCDIR/tests/faults/jobs.sh"
times=${1:-1}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- "${jobs_all[@]}"

# what udunits2 allocates does not count (see shim.c), but most of a small job's time is its
# reading of units that nobody uses: those are left out
units=$(dirname "${UDUNITS2_XML_PATH:-/usr/share/xml/udunits/udunits2.xml}")
if [ -r "$units/udunits2-base.xml" ]; then
    {
        echo '<unit-system>'
        printf "<import>$units/udunits2-%s.xml</import>\n" prefixes base derived accepted
        echo '<unit><def>0.01</def><aliases><symbol>%</symbol></aliases></unit></unit-system>'
    } >"$work/units.xml"
    export UDUNITS2_XML_PATH=$work/units.xml
fi

survives() { judge "$1" '0 1 2' && explained && fault_met; }

fail_allocations() { # fail_allocations JOB CALLS TIMES LEAST-SIZE
    local n after
    places "$2" "$3"
    for n in "${chosen[@]}"; do
        for after in '' +; do
            without_memory "$1" "$n$after" "$4"
            count "FAULT_MEMORY=$n$after FAULT_LEAST=$4" survives "$1"
        done
    done
}

calls_of() { # calls_of JOB LEAST-SIZE: in $calls
    try "$1" LD_PRELOAD="$shim" FAULT_COUNT="$work/calls" FAULT_LEAST="$2"
    read -r calls <"$work/calls"
}

for job in "$@"; do
    reference "$job" || { tap_not_ok "$job"; continue; }
    calls_of "$job" 0
    share "$times" fail_allocations "$job" "$calls" "$times" 0
    if [ "$times" -gt 0 ]; then
        calls_of "$job" 65536
        fail_allocations "$job" "$calls" 16 65536
    fi
    account "memory fails: $job"
done
tap_end
