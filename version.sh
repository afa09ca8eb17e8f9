#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: version.sh [--header FILE]
# Prints the version of this tree: that of the distribution it came in (.tarball-version),
# else what git says of the commit, else the version that is worked on alone. With --header
# the C header FILE is made to say so; it is touched only when that has changed.
set -eu
next=0.2.0 # the version that is worked on

header=
if [ "${1-}" = --header ]; then header=$(cd "$(dirname "$2")" && pwd)/$(basename "$2"); fi
cd "$(dirname "$0")"

# 0.2.0, 0.2.0-3-gabcdef0 three commits later, 0.3.0-dev+gabcdef0 where no tag is known;
# -dirty: with changes that no commit has. A repository around an unpacked distribution
# is not asked.
of_commit() {
    [ -e .git ] || return
    git describe --tags --match 'v[0-9]*' --dirty 2>/dev/null | sed 's/^v//' | grep . && return
    commit=$(git describe --always --dirty --exclude '*' 2>/dev/null) && echo "$next-dev+g$commit"
}

version=$(cat .tarball-version 2>/dev/null || of_commit || echo "$next-dev")
if [ -z "$header" ]; then
    echo "$version"
    exit
fi
text="#define SKITTER_VERSION \"$version\""
if [ "$(cat "$header" 2>/dev/null)" != "$text" ]; then
    echo "$text" >"$header.$$"
    mv "$header.$$" "$header"
fi
