#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What debian/ says agrees with the tree. That packages build, install and work is `make deb-check`.
source "$TOP_SRCDIR/tests/tap.sh"
debian=$TOP_SRCDIR/debian

symbols_listed() { sed -n 's/^ \(skitter_[a-z_]*\)@Base .*/\1/p' "$debian/libskitter0.symbols"; }
symbols_declared() { grep -oE 'skitter_[a-z_]+\(' "$TOP_SRCDIR/api/skitter.h" | tr -d '(' | sort -u; }
symbols_exported() { nm -D --defined-only "$TOP_BUILDDIR/libskitter.so.0" | awk '$3 ~ /^skitter_/ { print $3 }' | sort -u; }
check "symbols of the library are those of the list" diff <(symbols_listed) <(symbols_exported)
check "... and of the header" diff <(symbols_listed) <(symbols_declared)

# every library that configure asks for, and no other program's version
needed() {
    {
        sed -nE 's/.*(SKITTER_NEED\(.*\[|Debian package )([a-z0-9.+-]+)[])].*/\2/p' "$TOP_SRCDIR/configure.ac"
        sed -nE 's/.*Debian packages ([a-z0-9.+ -]+)\).*/\1/p' "$TOP_SRCDIR/configure.ac" | tr ' ' '\n'
    } | grep -v openmpi | sort -u
}
all_needed() {
    local package missing=0
    for package in $(needed); do
        grep -qE "^(Build-Depends:)? +$package( |,|$)" "$debian/control" || { echo "$package is not in Build-Depends"; missing=1; }
    done
    return $missing
}
check "what configure asks for is a build dependence" all_needed
next=$(sed -n 's/^next=\([0-9.]*\).*/\1/p' "$TOP_SRCDIR/version.sh")
check "the package has the version that is worked on" grep -qE "^skitter \(${next}[~)]" "$debian/changelog"
# who wrote it is who keeps it: CITATION.cff and, in a whole
# clone, the commits, whose address SECURITY.md gives
maintainer=$(sed -n 's/^Maintainer: //p' "$debian/control")
check "the maintainers are those of CITATION.cff" grep -qF "name: \"${maintainer%% <*}\"" "$TOP_SRCDIR/CITATION.cff"
check "... and of the changelog" grep -qF " -- $maintainer  " "$debian/changelog"
by_address() { git -C "$TOP_SRCDIR" log -1 --format=%ae "--author=${maintainer##* }" | grep -q .; }
if [ "$(git -C "$TOP_SRCDIR" rev-parse --is-shallow-repository 2>&1)" = false ]; then
    check "... with the address of the commits" by_address
fi

for package in $(sed -n 's/^Package: //p' "$debian/control"); do
    check "$package: has its list of files" test -s "$debian/$package.install"
done
for test in $(sed -n 's/^Tests: //p' "$debian/tests/control"); do
    check "autopkgtest $test can be run" test -x "$debian/tests/$test"
done
tap_end
