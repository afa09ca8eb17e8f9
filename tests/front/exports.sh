#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a file of a room shows to others is asked for by another object, be it a test's:
# else it is static. The rooms that are not yet so are only told about.
source "$TOP_SRCDIR/tests/tap.sh"
clean="lib/base lib/cli daq front fit"
if ! command -v nm >/dev/null; then
    tap_skip "exports" "nm is not installed"
    tap_end
    exit
fi
cd "$TOP_BUILDDIR" || exit 1

# definitions of the rooms' libraries, then what all objects ask for
symbols() {
    find . -name 'lib*.a' -not -path './tests/*' -exec nm -A --defined-only {} + 2>/dev/null
    echo uses
    find . -name '*.o' -exec nm -A --undefined-only {} + 2>/dev/null
}
# ROOM OBJECT SYMBOL of each that is asked for by none; names with a dot or two
# underscores are the compiler's
unasked=$(symbols | awk '
    $1 == "uses" { uses = 1; next }
    uses { asked[$NF] = 1; next }
    NF == 3 && $2 ~ /^[TDBRC]$/ && $NF !~ /[.]|^__/ {
        split($1, place, ":")
        room = place[1]
        sub(/^\.\//, "", room)
        sub(/\/[^\/]*$/, "", room)
        n++
        defined[$NF] = room " " place[2] " " $NF
    }
    END {
        if (n < 100) print "lib/base is not read: only", n + 0, "definitions"
        for (s in defined) if (!asked[s]) print defined[s]
    }' | sort)
for room in $clean; do
    check "$room shows what others use" eval '! grep "^$room " <<<"$unasked"'
done
grep -vE "^(${clean// /|}) " <<<"$unasked" | sed 's/^/# /'
tap_end
