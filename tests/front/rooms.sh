#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Which room includes which: the graph is printed, and an edge that the design does not
# have (CONTRIBUTING.md, "The rooms") fails. A room may include those named after it.
# Inside a room no unit, which is a .c with its .h, includes itself through others.
source "$TOP_SRCDIR/tests/tap.sh"

may_include() {
    case $1 in
        lib/base) ;;
        lib/cli | lib/rig | lib/run | lib/figure) echo lib/base ;;
        sim) echo lib/base lib/cli lib/rig lib/run lib/figure ;; # the picture of skitter-sim
        lib/measure) echo lib/base lib/rig lib/run ;;
        lib/predict) echo lib/base lib/rig lib/run lib/measure sim ;;
        map) echo lib/base lib/cli lib/rig lib/run lib/figure sim ;;
        orbit) echo lib/base lib/cli lib/rig lib/run lib/figure sim map ;;
        daq) echo lib/base lib/cli lib/rig lib/run lib/measure sim ;;
        calib) echo lib/base lib/cli lib/rig lib/run lib/figure lib/measure sim ;; # sim's laws of impact
        fit) echo lib/base lib/cli lib/rig lib/run lib/figure lib/measure lib/predict sim ;; # the figure of --compare
        plan) echo lib/base lib/cli lib/rig lib/run lib/figure lib/measure lib/predict sim map ;; # axes and figures of maps
        report) echo lib/base lib/cli lib/rig lib/run lib/figure lib/measure lib/predict sim map ;;
        api) echo lib/base lib/rig lib/run sim fit ;;
        docs) echo lib/base lib/rig sim calib ;; # the programs of docs/validation
        front) echo lib/base lib/cli lib/rig lib/run lib/figure lib/measure sim ;;
        *) echo "no room of this name is known to $0" ;;
    esac
}

included_by() {
    grep -rhoE '^#include "(lib/)?[a-z]+/' --include='*.[ch]' "$1" | sed -e 's/^#include "//' -e 's|/$||' |
        grep -vx "$1" | sort -u
}

only_rooms_below() {
    local room=$1 other allowed bad=0
    allowed=" $(may_include "$room") "
    for other in $(included_by "$room"); do
        [[ $allowed == *" $other "* ]] || { echo "$room includes $other, which is not below it"; bad=1; }
    done
    return $bad
}

# "unit unit-it-includes" for every include inside a room
units_included() {
    grep -roE "^#include \"$1/[^\"]+\"" --include='*.[ch]' "$1" |
        sed -E -e 's/\.[ch]:#include "/ /' -e 's/\.[ch]"$//' | sort -u
}

# tsort names the units of a circle
no_circle() { { units_included "$1" | tsort >/dev/null; } 2>&1; }

cd "$TOP_SRCDIR" || exit 1
# every directory with sources is a room, so that a new one cannot be forgotten
rooms=$(git ls-files '*.[ch]' 2>/dev/null || find . -name '*.[ch]' -printf '%P\n')
rooms=$(sed -nE 's/^((lib\/)?[a-z]+)\/.*\.[ch]$/\1/p' <<<"$rooms" | grep -Ev '^(tests|build.*)$' | sort -u)
for room in $rooms; do echo "# $room: $(included_by "$room" | tr '\n' ' ')"; done
for room in $rooms; do check "$room includes only rooms below it" only_rooms_below "$room"; done
for room in $rooms; do check "$room: no unit includes itself through others" no_circle "$room"; done
tap_end
