#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: completion.sh bash|zsh|fish PROGRAM...
# Prints completion for a shell, made from what the programs' option tables say (--help).
set -euo pipefail
shell=$1
shift

options_of() { sed -nE 's/^  (-[A-Za-z], |    )(--[a-z][a-z0-9-]*).*/\2/p' <<<"$1" | tr '\n' ' '; }
commands_of() { sed -n '/^commands:/,/^$/s/^  \([a-z][a-z0-9-]*\) .*/\1/p' <<<"$1" | tr '\n' ' '; }

# rows of both tables for a program and its commands; "skitter daq" is a program of its own
options=
commands=
describe() {
    local key=$1 help command words
    shift
    help=$("$@" --help </dev/null 2>/dev/null) || return 0
    words=$(commands_of "$help")
    options+="        ['$key']='$(options_of "$help")'"$'\n'
    [ -z "$words" ] || commands+="        ['$key']='$words'"$'\n'
    for command in $words; do
        [ "$key" = skitter ] && [ -x "${1%/*}/skitter-$command" ] && continue
        describe "$key $command" "$@" "$command"
    done
}
names=()
for program in "$@"; do
    names+=("${program##*/}")
    describe "${program##*/}" "$program"
done

if [ "$shell" = bash ]; then
    cat <<EOF
# bash completion of Skitter's programs; made from their option tables
_skitter() {
    local -A options=(
$options    )
    local -A commands=(
$commands    )
    local current=\${COMP_WORDS[COMP_CWORD]} key=\${COMP_WORDS[0]##*/} word i
    for ((i = 1; i < COMP_CWORD; i++)); do
        word=\${COMP_WORDS[i]}
        if [ "\$key" = skitter ] && [ -n "\${options[skitter-\$word]-}" ]; then
            key=skitter-\$word
        elif [[ " \${commands[\$key]-} " == *" \$word "* ]]; then
            key="\$key \$word"
        fi
    done
    if [[ \$current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "\${options[\$key]-}" -- "\$current")
    elif [ -n "\${commands[\$key]-}" ]; then
        mapfile -t COMPREPLY < <(compgen -W "\${commands[\$key]}" -- "\$current")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "\$current")
        compopt -o filenames 2>/dev/null
    fi
}
complete -F _skitter ${names[*]}
EOF
elif [ "$shell" = zsh ]; then
    cat <<EOF
#compdef ${names[*]}
# zsh completion of Skitter's programs; made from their option tables
_skitter() {
    local -A options=(
$options    )
    local -A commands=(
$commands    )
    local key=\${words[1]:t} word
    for word in \${words[2,CURRENT-1]}; do
        if [[ \$key == skitter && -n \${options[skitter-\$word]-} ]]; then
            key=skitter-\$word
        elif [[ " \${commands[\$key]-} " == *" \$word "* ]]; then
            key="\$key \$word"
        fi
    done
    if [[ \${words[CURRENT]} == -* ]]; then
        compadd -- \${=options[\$key]-}
    elif [[ -n \${commands[\$key]-} ]]; then
        compadd -- \${=commands[\$key]}
    else
        _files
    fi
}
_skitter "\$@"
EOF
else
    # rows "['key']='words'" of a table as cases of fish
    cases_of() { sed -E "s/^ *\['(.*)'\]='(.*)'$/        case '\1'\n            string split -n ' ' -- '\2'/" <<<"${1%$'\n'}"; }
    cat <<EOF
# fish completion of Skitter's programs; made from their option tables
function __skitter_options
    switch "\$argv"
$(cases_of "$options")
    end
end
function __skitter_commands
    switch "\$argv"
$(cases_of "$commands")
    end
end
# the program and command that the line is about
function __skitter_key
    set -l words (commandline -opc)
    set -l key (string replace -r '.*/' '' -- \$words[1])
    for word in \$words[2..-1]
        if test "\$key" = skitter; and test -n "\$(__skitter_options skitter-\$word)"
            set key skitter-\$word
        else if contains -- \$word (__skitter_commands \$key)
            set key "\$key \$word"
        end
    end
    echo \$key
end
for program in ${names[*]}
    complete -c \$program -n 'test -n "\$(__skitter_commands (__skitter_key))"' -f \\
        -a '(__skitter_commands (__skitter_key))'
    complete -c \$program -n 'string match -q -- "-*" (commandline -ct)' \\
        -a '(__skitter_options (__skitter_key))'
end
EOF
fi
