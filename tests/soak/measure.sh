# SPDX-License-Identifier: GPL-3.0-or-later
# The doses of long and large things source this: time, memory, and the lines of the table.
# shellcheck shell=bash
set -uo pipefail
: "${TOP_SRCDIR:=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}"
: "${TOP_BUILDDIR:=$PWD}"
export PATH="$TOP_BUILDDIR:$PATH"
work=$(mktemp -d "${SOAK_SPACE:-${TMPDIR:-/tmp}}/skitter-soak.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
worst=0

# measured NAME COMMAND...: runs it; NAME_kib and NAME_s are its largest memory and the time
# of the processor that it took, which other work on the machine does not lengthen
measured() {
    local name=$1 code
    shift
    /usr/bin/time -f '%M %U %S' -o measured.txt "$@"
    code=$?
    read -r "${name?}_kib" "${name?}_s" < <(awk 'END { print $1, $2 + $3 }' measured.txt)
    return "$code"
}

# within FACTOR SMALL LARGE: LARGE is no more than FACTOR times SMALL
within() { awk -v f="$1" -v a="$2" -v b="$3" 'BEGIN { exit !(b <= f * a) }'; }

# as_small SLACK SMALL LARGE: memory of the long run and of the short one in KiB differ by no more
# than buffers that the short one does not fill
as_small() { [ "$3" -le $(($2 + $1)) ]; }

tried=0 survived=0
# hold WHAT COMMAND...: one thing that must hold
hold() {
    local what=$1
    shift
    tried=$((tried + 1))
    if "$@"; then
        survived=$((survived + 1))
        echo "holds: $what"
    else
        echo "FAILS: $what"
        worst=1
    fi
}

# proportional SMALL LARGE: times of a tenth and of the whole, with half as much again allowed;
# not asked of a sample, whose tenth takes so little that the noise of the clock would answer
proportional() {
    if within 1 "$1" 2; then
        hold "time grows in proportion, no faster" within 15 "$1" "$2"
    else
        echo "not asked: whether time grows in proportion, as the tenth took $1 s"
    fi
}

# end WHAT: the line of the table, and the exit code
end() {
    echo "soak: $1 | $tried | $survived"
    exit "$worst"
}
