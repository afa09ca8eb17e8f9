#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
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
two() { env TOP_SRCDIR="$work/two" TOP_BUILDDIR="$work/two" SOAK_DOSES="$work/two/doses" bash "$run" "$@"; }
# one of two doses is run, then the other: the table knows of both
others() {
    mkdir -p "$work/two/a" "$work/two/b"
    printf '#!/bin/sh\necho "soak: $0 | 1 | 1"\n' | tee "$work/two/a/dose" >"$work/two/b/dose"
    chmod +x "$work"/two/?/dose
    printf '# doses\na/dose\n\nb/dose 1\n' >"$work/two/doses"
    two a/ | tee /dev/stderr | grep -q '^b/dose 1 .*not run' &&
        [ "$(two b/ | tee /dev/stderr | sed '1,/^what/d' | grep -c '| *1 |  *1 |')" -eq 2 ]
}
shows() { table "soak: a thing | 12 | 12" 0 | grep -q '^a thing  *|  *12 |  *12 |'; }

check "a dose that survived is in the table" shows
check "and is a success" exits 0 table "soak: a | 3 | 3" 0
check "one lost is a failure" exits 1 table "soak: a | 3 | 2" 0
check "nothing tried is a failure" exits 1 table "soak: a | 0 | 0" 0
check "a dose that fails is a failure" exits 1 table "soak: a | 3 | 3" 1
check "a dose without a line is a failure" exits 1 table "hello" 0
check "doses of another call stay in the table" others
check "no dose at all is a failure" exits 1 two zzz
tap_end
