#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# the commands of skitter-tutorial(7) and the examples of skitter-report(1), as they stand, from
# an installed copy outside the source tree; and the tour of the README likewise
source "$TOP_SRCDIR/tests/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
check "it is installed" env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -C "$TOP_BUILDDIR" install prefix="$work/local"
export PATH="$work/local/bin:$PATH"
cd "$work" || exit 1
check "its own programs are run" test "$(command -v skitter)" = "$work/local/bin/skitter"
ln -s local/share/skitter data # as the tutorial says

# the program that "skitter WORD" needs
there() { case $1 in rig | run) true ;; *) [ -x "$TOP_BUILDDIR/skitter-$1" ] ;; esac; }

run_line() {
    local line=$1 word program
    read -r program word _ <<<"$line"
    if [ "$program" = skitter ] && ! there "$word"; then
        tap_skip "$line" "skitter-$word is not built"
    else
        check "$line" eval "$line"
    fi
}

mapfile -t lines < <(sed -n '/^\.Bd -literal/,/^\.Ed/{/^\./!p}' "$TOP_SRCDIR/man/skitter-tutorial.7")
for line in "${lines[@]}"; do run_line "$line"; done
# result FILE NAME TRUTH: within three of its uncertainties of the simulated rig's
result() {
    awk -v n="\"$2\"," -v truth="$3" '$1 == "\"uncertainty\":" { u = $2 + 0 } $1 == "\"value\":" { v = $2 + 0 }
        $1 == "\"name\":" { name = $2 }
        /}/ { if (name == n && u > 0) { d = (v - truth) / u; good = d * d < 9; exit } name = "" }
        END { exit !good }' "$1"
}
if there fit; then
    check "the tutorial's stiffness of the swing is the true one" result bench/pendulum.json stiffness 1.34
    check "its fit explains the data" grep -q '"data_explained": true' bench/fit.json
    check "and finds the true stiffness" result bench/fit.json stiffness 1.34
    check "friction" result bench/fit.json friction 0.59
    check "and restitution" result bench/fit.json restitution 0.12
fi
check "the tutorial ends with a report" test -s bench/report.html -a -s bench/report.pdf

cp bench/fit.json fit.json
mapfile -t lines < <(sed -n '/^\.Sh EXAMPLES/,/^\.Sh SEE/s/^\.Dl //p' "$TOP_SRCDIR/man/skitter-report.1")
run_line "${lines[0]}"
rm -f report.html
run_line "${lines[1]}"

# the five commands of the README; the map coarser
tour=$(sed -n '/^## A first tour/,/^Mistakes/{/^    skitter\|^        --/p}' "$TOP_SRCDIR/README.md" |
    sed -e ':a' -e '/\\$/{N;s/ *\\\n */ /;ba' -e '}' -e 's/  *#.*//' -e 's/:60/:6/g')
check "the tour has five commands" test "$(grep -c skitter <<<"$tour")" -eq 5
while read -r line; do check "$line" eval "$line"; done <<<"$tour"
tap_end
