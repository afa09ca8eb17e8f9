#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# the commands of skitter-tutorial(7) and the examples of skitter-report(1), as they stand
source "$TOP_SRCDIR/tests/tap.sh"
export PATH="$TOP_BUILDDIR:$PATH"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
ln -s "$TOP_SRCDIR/data" data

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
tap_end
