#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# skitter sweep merge: from the parts of a table, made by hand
source "$TOP_SRCDIR/tests/tap.sh"
skitter=$TOP_BUILDDIR/skitter
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
sum=$(printf squares | sha256sum | cut -d' ' -f1)

# part FILE I/N PLACE,ROW...: a shard of the table x,y; its rows are sealed
part() {
    local file=$1 which=$2 row
    shift 2
    {
        printf '# skitter shard %s of %s, %d rows\nplace,seal,x,y\n' "$which" "$sum" $#
        for row; do
            printf '%s,%.16s,%s\n' "${row%%,*}" "$(printf '%s %s %s' "$sum" "${row%%,*}" "${row#*,}" | sha256sum)" "${row#*,}"
        done
    } >"$file"
}
part a 1/3 0,0,0 3,3,9
part b 2/3 1,1,1 4,4,16
part c 3/3 2,2,4
printf 'x,y\n0,0\n1,1\n2,4\n3,9\n4,16\n' >whole

# refuses TEXT FILE...: exit code 2, the text in the message, nothing printed
refuses() {
    local text=$1
    shift
    exits 2 "$skitter" sweep merge "$@" >out 2>err || return
    cat err
    grep -qF -- "$text" err && [ ! -s out ]
}
merged() { "$skitter" sweep merge c a b | cmp - whole; }
check "the parts in any order" merged
to_a_file() { "$skitter" sweep merge a b c -o new && cmp new whole; }
check "to a file" to_a_file
check "which is not overwritten" refuses "new" a b c -o new
overwritten() { echo old >new; "$skitter" sweep merge a b c -o new --force && cmp new whole; }
check "unless it is to be" overwritten
check "the last part is missing" refuses "1 of 3 parts are missing: 3/3" a b
check "two parts are missing" refuses "2 of 3 parts are missing: 1/3, 3/3" b
check "a part twice" refuses "a and a are both part 1/3" a a b c
sum=0123 part d 3/3 2,2,4
check "a part of another table" refuses "parts of different jobs" a b d
part e 3/4 2,2,4
check "a part of another number" refuses "a is one of 3 parts, but e one of 4" a b e
head -n 3 a >short
part twice 1/3 0,0,0 0,0,0
check "a row twice" refuses "twice has a row of place 0 twice" twice b c
part foreign 2/3 1,1,1 3,3,9
check "a row of another part" refuses "both have rows of place 3" a foreign c
part stray 2/3 1,1,1 5,5,25
check "a row that is not its own" refuses "which is not its own" a stray c
part jump 1/3 0,0,0 6,6,36
check "a row that is missing" refuses "the row of place 3 is missing" jump b c
sed 's/,9$/,8/' a >changed
check "a row that was changed" refuses "changed: the row of place 3 was changed" changed b c
sum=$(printf cubes | sha256sum | cut -d' ' -f1) part spliced 1/3 0,0,0 3,3,27
{ head -n 3 a; tail -n 1 spliced; } >foreign-row
check "a row of another job" refuses "foreign-row: the row of place 3 was changed, or is of another job" foreign-row b c
check "a part that is cut short" refuses "short has 1 rows and not 2" short b c
check "a file that is no part" refuses "whole is no output of --shard" whole
: >empty
check "an empty file" refuses "empty" empty
check "a file that is not there" refuses "none" none
check "no file" exits 2 "$skitter" sweep merge
tap_end
