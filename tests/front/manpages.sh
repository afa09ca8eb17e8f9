#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# every option and command in a program's --help is in its man page, and the other way round
source "$TOP_SRCDIR/tests/tap.sh"
export PATH="$TOP_BUILDDIR:$PATH"

options_of_help() { grep -oE '^  (-[A-Za-z],|   ) --[a-z][a-z0-9-]*' | grep -oE -- '--[a-z0-9-]+'; }
commands_of_help() { sed -n '/^commands:/,/^$/s/^  \([a-z][a-z0-9-]*\) .*/\1/p'; }

# all_help COMMAND...: the options of a program and of all its commands; programs
# that skitter only hands over to have their own page
all_help() {
    local help command
    help=$("$@" --help </dev/null) || return
    options_of_help <<<"$help"
    for command in $(commands_of_help <<<"$help"); do
        if [ "$*" = skitter ] && ! grep -qw "$command" <<<"rig run sweep"; then continue; fi
        all_help "$@" "$command"
    done
}
# the options that a page's .It Fl / .Fl lines document: mdoc writes --name as "Fl -name"
options_of_page() { grep -oE '^\.It .*' "$1" | grep -oE 'Fl -[a-z][a-z0-9-]*' | sed 's/^Fl /-/'; }

same() {
    local program=$1 page=$2
    diff <(all_help "$program" | sort -u) <(options_of_page "$page" | sort -u) \
        --label "$program --help" --label "$page" -u
}
names_commands() {
    local command missing=0
    for command in $("$1" --help </dev/null | commands_of_help); do
        grep -qE "^\.(It|Ss|Ic|Nm).*\b$command\b" "$2" || { echo "$2 lacks $command"; missing=1; }
    done
    [ "$missing" -eq 0 ]
}

for program in "$TOP_BUILDDIR"/skitter "$TOP_BUILDDIR"/skitter-*; do
    [ -f "$program" ] && [ -x "$program" ] || continue
    name=${program##*/}
    page=$TOP_SRCDIR/man/$name.1
    if [ ! -f "$page" ]; then
        tap_not_ok "$name has a man page"
        continue
    fi
    check "$name: options of --help and of the man page" same "$name" "$page"
    check "$name: the man page names every command" names_commands "$name" "$page"
done
if command -v mandoc >/dev/null; then
    for page in "$TOP_SRCDIR"/man/*.[157]; do
        check "mandoc finds nothing wrong with ${page##*/}" mandoc -Tlint -W warning "$page"
    done
else
    tap_skip "man pages are well formed" "mandoc is not installed"
fi
tap_end
