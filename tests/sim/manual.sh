#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/sim/manual.sh          skitter-rig(5) has the tables that the mechanisms have
#        tests/sim/manual.sh --write  put them there (make man-tables)
page=$TOP_SRCDIR/man/skitter-rig.5
tables=$TOP_BUILDDIR/tests/sim/manual

# what stands between the marks, and what stands around them
current() { awk '/made by make man-tables: end/ { on = 0 } on; /made by make man-tables: begin/ { on = 1 }' "$page"; }
before() { awk '{ print } /made by make man-tables: begin/ { exit }' "$page"; }
after() { awk '/made by make man-tables: end/ { on = 1 } on' "$page"; }

if [ "${1:-}" = --write ]; then
    { before && "$tables" && after; } >"$page.new" && mv "$page.new" "$page"
    exit
fi
source "$TOP_SRCDIR/tests/tap.sh"
as_the_programs() { diff <(current) <("$tables") || { echo "run make man-tables"; return 1; }; }
check "the tables of skitter-rig(5) are those of the mechanisms" as_the_programs
has_all() { [ "$(current | grep -c '^\.Ss ')" -ge 9 ]; }
check "there is one for each" has_all
tap_end
