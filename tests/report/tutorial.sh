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
    elif [ "$program $word" = "skitter fit" ]; then
        # an honest fit may say that it has not converged; it must have written its file
        check "$line" eval "$line || [ \$? -eq 1 ]; [ -s bench/fit.json ]"
    else
        check "$line" eval "$line"
    fi
}

mapfile -t lines < <(sed -n '/^\.Bd -literal/,/^\.Ed/{/^\./!p}' "$TOP_SRCDIR/man/skitter-tutorial.7")
for line in "${lines[@]}"; do run_line "$line"; done
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
