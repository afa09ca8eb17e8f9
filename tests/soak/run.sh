#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/soak/run.sh [WORD]...
# Runs the doses of tests/soak/doses one after the other, those whose line holds one of
# the words if any are given, and prints a table of what was tried and survived: of all
# doses, those of earlier calls with their times, those never run as such.
# `make soak` calls it; tests/soak/README.md says what a dose is.
set -uo pipefail
: "${TOP_SRCDIR:=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}"
: "${TOP_BUILDDIR:=$PWD}"
: "${SOAK_DOSES:=$TOP_SRCDIR/tests/soak/doses}"
export TOP_SRCDIR TOP_BUILDDIR
logs=$TOP_BUILDDIR/tests/soak/logs
mkdir -p "$logs"

wanted() { # wanted LINE WORD...
    local line=$1 word
    shift
    [ $# -eq 0 ] && return 0
    for word in "$@"; do [[ $line == *"$word"* ]] && return 0; done
    return 1
}

row() { printf '%-46s | %10s | %10s | %8s | %s\n' "$@"; }
now() { date -u '+%F %H:%M'; }
log_of() { echo "$logs/$(tr -cs 'a-zA-Z0-9\n' - <<<"$1").log"; }

# the row of each `soak:` line of a log; a dose that says nothing has failed
rows_of() { # rows_of LOG EXIT-CODE SECONDS LINE
    local log=$1 code=$2 time=$3 what tried survived bad=$2 found=no
    while IFS='|' read -r what tried survived; do
        found=yes
        read -r what <<<"${what#soak:}"
        tried=${tried//[[:space:]]/} survived=${survived//[[:space:]]/}
        row "$what" "$tried" "$survived" "$time s" "$(now)"
        [ "$tried" = "$survived" ] && [ "${tried:-0}" != 0 ] || bad=1
    done < <(grep '^soak: ' "$log")
    if [ "$found" = no ]; then
        row "$4" "?" "?" "$time s" "$(now)"
        bad=1
    fi
    [ "$bad" -eq 0 ] || echo "    not survived (exit code $code): see $log"
    return "$bad"
}

# run_dose LINE: its rows are kept beside its log
run_dose() {
    local log start=$SECONDS command code
    log=$(log_of "$1")
    echo "== $1"
    read -ra command <<<"$1"
    FAULT_KEEP=$log.kept "$TOP_SRCDIR/${command[0]}" "${command[@]:1}" >"$log" 2>&1 </dev/null
    code=$?
    rows_of "$log" "$code" $((SECONDS - start)) "$1" >"$log.rows"
    code=$?
    cat "$log.rows"
    return "$code"
}

table() {
    local line
    row what tried survived time ended
    row ---- ---- ---- ---- ----
    for line in "${doses[@]}"; do
        cat "$(log_of "$line").rows" 2>/dev/null || row "$line" "not run" - - -
    done
}

mapfile -t doses < <(grep -v -e '^#' -e '^$' "$SOAK_DOSES")
worst=0 number=0
for line in "${doses[@]}"; do
    wanted "$line" "$@" || continue
    number=$((number + 1))
    run_dose "$line" || worst=1
done
echo
table | tee "$logs/table"
[ "$number" -gt 0 ] || { echo "no dose was run" >&2; worst=1; }
exit "$worst"
