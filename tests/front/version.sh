#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# where the version comes from: git's tags, a commit alone, or the distribution; and that a
# run and a result of this build say it
source "$TOP_SRCDIR/tests/tap.sh"
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
# files that are not there, and not the null device: git writes its configuration by a rename
export GIT_CONFIG_GLOBAL=$work/none GIT_CONFIG_SYSTEM=$work/none GIT_CEILING_DIRECTORIES=$work
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test@localhost
export GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test@localhost
next=$(sed -n 's/^next=\([0-9.]*\).*/\1/p' "$TOP_SRCDIR/version.sh")

tree=$work/tree
mkdir "$tree" && cp "$TOP_SRCDIR/version.sh" "$tree" && cd "$tree" || exit 1
is() { # is PATTERN: what version.sh prints, all of it
    local version
    version=$(sh ./version.sh) || return
    [[ $version =~ ^$1$ ]] || { echo "it is $version, not $1"; return 1; }
}
commit() { git -c commit.gpgsign=false commit -q --allow-empty -m "$1"; }

check "neither git nor a distribution" is "$next-dev"
if command -v git >/dev/null; then
    git init -q . && git add version.sh && commit first
    check "a commit without a tag" is "$next-dev\\+g[0-9a-f]{7,}"
    echo >>version.sh
    check "... and changes" is "$next-dev\\+g[0-9a-f]{7,}-dirty"
    git checkout -q version.sh
    git tag v1.2.3
    check "a tag is a release" is "1\\.2\\.3"
    commit second
    git tag not-a-version
    check "a commit after it" is "1\\.2\\.3-1-g[0-9a-f]{7,}"
    mkdir "$tree/unpacked" && cp version.sh unpacked && cd unpacked || exit 1
    check "a repository around it is not asked" is "$next-dev"
    cd "$tree" || exit 1
else
    tap_skip "what git says" "git is not installed"
fi
echo 4.5.6 >.tarball-version
check "that of a distribution" is "4\\.5\\.6"

sh ./version.sh --header "$work/version.inc"
touch -d 2001-01-01 "$work/version.inc"
sh ./version.sh --header "$work/version.inc"
check "the header stays as it is" test "$work/version.inc" -ot version.sh
echo 4.5.7 >.tarball-version
sh ./version.sh --header "$work/version.inc"
check "... until it is another" grep -qx '#define SKITTER_VERSION "4.5.7"' "$work/version.inc"

cd "$work" || exit 1
version=$(sed -n 's/.*"\(.*\)"/\1/p' "$TOP_BUILDDIR/version.inc")
"$TOP_BUILDDIR/skitter-daq" record "$TOP_SRCDIR/data/zhao-2008.yaml" -q -s rig: --fast -d '0.5 s' -o run >/dev/null
check "a run has it" grep -qF "\"program\": \"skitter-daq $version\"" run/run.json
"$TOP_BUILDDIR/skitter-calib" rail run -q -o rail.json >/dev/null
check "a result has it" grep -qF "\"skitter\": \"$version\"" rail.json
tap_end
