#!/usr/bin/env bash
# usage: tests/soak/run.sh [WORD]...
# Runs the doses of tests/soak/doses one after the other, those whose line holds one of
# the words if any are given, and prints a table of what was tried and survived.
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

row() { printf '%-46s | %10s | %10s | %8s\n' "$@"; }

# the row of each `soak:` line of a log; a dose that says nothing has failed
rows_of() { # rows_of LOG EXIT-CODE SECONDS LINE
    local log=$1 code=$2 time=$3 what tried survived bad=$2 found=no
    while IFS='|' read -r what tried survived; do
        found=yes
        read -r what <<<"${what#soak:}"
        tried=${tried//[[:space:]]/} survived=${survived//[[:space:]]/}
        row "$what" "$tried" "$survived" "$time s"
        [ "$tried" = "$survived" ] && [ "${tried:-0}" != 0 ] || bad=1
    done < <(grep '^soak: ' "$log")
    if [ "$found" = no ]; then
        row "$4" "?" "?" "$time s"
        bad=1
    fi
    [ "$bad" -eq 0 ] || echo "    not survived (exit code $code): see $log"
    return "$bad"
}

table=$logs/table
{ row what tried survived time; row ---- ---- ---- ----; } >"$table"
worst=0 number=0
while IFS= read -r line; do
    case $line in '' | '#'*) continue ;; esac
    wanted "$line" "$@" || continue
    number=$((number + 1))
    log=$logs/$number-$(tr -cs 'a-zA-Z0-9\n' - <<<"$line").log
    echo "== $line"
    start=$SECONDS
    read -ra command <<<"$line"
    "$TOP_SRCDIR/${command[0]}" "${command[@]:1}" >"$log" 2>&1 </dev/null
    rows_of "$log" $? $((SECONDS - start)) "$line" >"$logs/rows" || worst=1
    cat "$logs/rows"
    cat "$logs/rows" >>"$table"
done <"$SOAK_DOSES"
echo
cat "$table"
[ "$number" -gt 0 ] || { echo "no dose was run" >&2; worst=1; }
exit "$worst"
