#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# the front end: listing, finding and running the other programs, wrong usage
source "$TOP_SRCDIR/tests/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin" "$work/path"
cp "$TOP_BUILDDIR/skitter" "$work/bin/skitter"
skitter=$work/bin/skitter

# fake NAME DIRECTORY: a program that says where it is and what it was given
fake() {
    printf '#!/bin/sh\necho "%s:$*"\nexit 3\n' "$2" >"$work/$2/skitter-$1"
    chmod +x "$work/$2/skitter-$1"
}
# says WANTED CODE COMMAND...: the command ends with CODE and its output has WANTED
says() {
    local wanted=$1 code=$2 output got
    shift 2
    output=$("$@" 2>&1 </dev/null)
    got=$?
    printf '%s\n' "$output"
    [ "$got" -eq "$code" ] || { echo "exit code $got instead of $code"; return 1; }
    [[ $output == *"$wanted"* ]] || { echo "does not say: $wanted"; return 1; }
}
# lacks UNWANTED COMMAND...: the output has something, but not UNWANTED
lacks() {
    local unwanted=$1 output
    shift
    output=$("$@" 2>&1 </dev/null)
    printf '%s\n' "$output"
    [[ -n $output && $output != *"$unwanted"* ]]
}
lists_all_programs() {
    local name
    for name in daq calib sim map orbit fit plan report; do
        "$skitter" | grep -q "^  $name  *[a-z]" || { echo "$name is missing"; return 1; }
    done
}
# marks NAME: the list says that NAME is not installed
marks() { "$skitter" | grep -q "^  $1 .*(not installed)$"; }
not() { ! "$@"; }

check "without arguments it lists the programs" lists_all_programs
check "... and marks those that are missing" says "(not installed)" 0 "$skitter"
check "a program that is not installed" says "skitter-daq is not installed" 2 "$skitter" daq list
fake daq path
export PATH="$work/path:$PATH"
check "a program on PATH runs, with arguments and exit code" \
    says "path:list --json a b" 3 "$skitter" daq list --json "a b"
fake daq bin
check "a program beside skitter comes first" says "bin:--help" 3 "$skitter" daq --help
check "an installed program is not marked" not marks daq
check "a missing program is marked" marks orbit
mkdir "$work/bin/skitter-orbit"
check "a directory of the right name is no program" marks orbit
check "a typo gets the nearest command" says "did you mean daq?" 2 "$skitter" dac
check "an unknown command" says "command 'xyzzy' is not known" 2 "$skitter" xyzzy
check "an unknown option" says "option --verson is not known; did you mean --version?" 2 "$skitter" --verson
check "wrong usage says where the help is" says "try 'skitter --help'" 2 "$skitter" --xyzzy
check "--help lists the commands" says "report" 0 "$skitter" --help
version=$(sed -n 's/.*"\(.*\)"/\1/p' "$TOP_BUILDDIR/version.inc")
check "--version" says "skitter $version" 0 "$skitter" --version
if [ -w /dev/full ]; then
    check "a full disk is no success" exits 1 sh -c '"$1" --help >/dev/full' sh "$skitter"
else
    tap_skip "a full disk is no success" "no /dev/full"
fi
if command -v script >/dev/null; then
    on_terminal() { TERM=xterm script -qec "$1" /dev/null </dev/null; }
    check "errors are red on a terminal" says $'\033[31mskitter: ' 0 on_terminal "$skitter xyzzy; true"
    check "NO_COLOR is heeded" lacks $'\033[3' on_terminal "NO_COLOR=1 $skitter xyzzy; true"
else
    tap_skip "colour" "script(1) is not installed"
fi
check "a command of a program, without that program" says "; did you mean skitter run repair?" 2 "$skitter" repair run
check "... of one that is a file of its own" says "; did you mean skitter daq record?" 2 "$skitter" record rig.yaml
its_own() { # those words are commands there
    local word
    for word in record monitor import; do "$TOP_BUILDDIR/skitter-daq" "$word" --help | grep -q "^usage: skitter-daq $word" || return; done
}
check "... where they are" its_own
check "what drives a terminal is shown, not obeyed" says 'command '"'"'a\x1b[31mb'"'"' is not known' 2 "$skitter" $'a\033[31mb'
check "a name that is not UTF-8 is refused before the work" says "'caf\xe9.yaml' is not UTF-8" 2 "$TOP_BUILDDIR/skitter-sim" $'caf\xe9.yaml'
check "errors are plain on a pipe" lacks $'\033[' "$skitter" xyzzy
tap_end
