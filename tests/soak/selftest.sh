#!/usr/bin/env bash
# The soak's book-keeping: a dose counts as survived only when it says so.
source "$TOP_SRCDIR/tests/tap.sh"
work=$(mktemp -d) || exit 1
run=$TOP_SRCDIR/tests/soak/run.sh
trap 'rm -rf "$work"' EXIT

# table TEXT CODE: run.sh on one dose that prints TEXT and ends with CODE
table() {
    printf '#!/bin/sh\nprintf "%%s\\n" "%s"\nexit %s\n' "$1" "$2" >"$work/dose"
    chmod +x "$work/dose"
    echo dose >"$work/doses"
    env TOP_SRCDIR="$work" TOP_BUILDDIR="$work/build" SOAK_DOSES="$work/doses" bash "$run"
}
shows() { table "soak: a thing | 12 | 12" 0 | grep -q '^a thing  *|  *12 |  *12 |'; }

check "a dose that survived is in the table" shows
check "and is a success" exits 0 table "soak: a | 3 | 3" 0
check "one lost is a failure" exits 1 table "soak: a | 3 | 2" 0
check "nothing tried is a failure" exits 1 table "soak: a | 0 | 0" 0
check "a dose that fails is a failure" exits 1 table "soak: a | 3 | 3" 1
check "a dose without a line is a failure" exits 1 table "hello" 0
tap_end
