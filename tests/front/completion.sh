#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# completion offers what --help lists, for every program and command
source "$TOP_SRCDIR/tests/tap.sh"
source "$TOP_BUILDDIR/front/skitter.bash"
export PATH="$TOP_BUILDDIR:$PATH"

# offered WORD...: what is offered for the last word
offered() {
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    COMPREPLY=()
    _skitter
    printf '%s\n' "${COMPREPLY[@]}" | sort
}
options_of_help() { "$@" --help </dev/null | grep -oE '^  (-[A-Za-z],|   ) --[a-z][a-z0-9-]*' | grep -oE -- '--[a-z0-9-]+' | sort; }
same_options() { diff <(offered "$@" --) <(options_of_help "$@"); }
offers() {
    local want=$1
    shift
    offered "$@" | grep -qx -- "$want"
}

for program in "$TOP_BUILDDIR"/skitter-*; do
    [ -f "$program" ] && [ -x "$program" ] || continue
    name=${program##*/}
    check "$name: the options of --help" same_options "$name"
    check "skitter ${name#skitter-}: the same" eval \
        'diff <(offered skitter "${name#skitter-}" --) <(options_of_help "$name")'
done
check "commands of skitter-daq" offers record skitter-daq rec
check "options of a command" same_options skitter-daq record
check "commands through the front end" offers record skitter daq ''
check "what begins alike" offers --duration skitter sim --du
check "files" eval 'cd "$TOP_SRCDIR" && offers README.md skitter-sim READ'
if command -v zsh >/dev/null; then
    check "zsh reads its file" zsh -n "$TOP_BUILDDIR/front/_skitter"
else
    tap_skip "zsh reads its file" "zsh is not installed"
fi
# fish itself is asked
fish_offers() { HOME=$work fish -c "source '$TOP_BUILDDIR/front/skitter.fish'; complete -C '$1'" </dev/null | sort; }
same_in_fish() { diff <(fish_offers "$* --") <(options_of_help "$@"); }
if command -v fish >/dev/null; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    check "fish: options of a program" same_in_fish skitter-sim
    check "fish: options of a command" same_in_fish skitter-daq record
    check "fish: the same through the front end" \
        eval 'diff <(fish_offers "skitter daq record --") <(options_of_help skitter-daq record)'
    check "fish: commands" eval '[ "$(fish_offers "skitter daq rec")" = record ]'
else
    tap_skip "fish" "fish is not installed"
fi
tap_end
