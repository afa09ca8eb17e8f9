#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `make deb-check`: the Debian packages of the last commit, built twice in different places, times
# and locales and compared byte by byte, read by lintian, installed in a clean root made of Debian's
# packages, where debian/tests run. Needs debhelper, dh-python, lintian, mmdebstrap, git and root;
# some ten minutes and a network with Debian's archive.
#   DEB_WORK     where to work (default: a directory that is removed)
#   DEB_BUILD_OPTIONS   default "nocheck parallel=N" with all processors
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
if [ -z "${DEB_WORK-}" ]; then
    DEB_WORK=$(mktemp -d)
    trap 'rm -rf "$DEB_WORK"' EXIT
fi
cd "$DEB_WORK"
export DEB_BUILD_OPTIONS=${DEB_BUILD_OPTIONS-nocheck parallel=$(nproc)}

# build PLACE: the packages in ./PLACE
build() {
    mkdir -p "$1/tree" && git -C "$source" archive HEAD | tar -x -C "$1/tree"
    (cd "$1/tree" && dpkg-buildpackage -us -uc -b >../build.log 2>&1) || { tail -n 30 "$1/build.log"; return 1; }
}
build first
TZ=Asia/Tokyo LC_ALL=C.UTF-8 build another-place
same=yes
for package in first/*.deb; do
    cmp "$package" "another-place/${package##*/}" || same=no
done
[ "$same" = yes ] || { echo "the packages differ: see them with diffoscope in $DEB_WORK"; exit 1; }
echo "reproducible: $(ls first/*.deb | wc -l) packages are the same, byte for byte"

lintian --fail-on error,warning first/*.changes
echo "lintian: no error and no warning"
for package in first/*.deb; do
    case $package in *-dbgsym_*) continue ;; esac
    echo "${package##*/}: $(stat -c %s "$package") bytes, installed $(dpkg-deb -f "$package" Installed-Size) KiB"
    echo "    depends on $(dpkg-deb -f "$package" Depends)"
done

# a root with nothing but what these packages ask for, and gcc for the example in C
packages=(first/skitter_*.deb first/libskitter0_*.deb first/libskitter-dev_*.deb first/python3-skitter_*.deb)
mmdebstrap --variant=apt --include=gcc,libc6-dev,pkg-config bookworm root >mmdebstrap.log 2>&1
mkdir root/packages
cp "${packages[@]}" root/packages
chroot root sh -c 'apt-get update -qq && apt-get install -y -qq --no-install-recommends /packages/*.deb' >install.log 2>&1
cp -r "$source/debian/tests" root/packages/tests
for test in tour library python; do
    chroot root "/packages/tests/$test" >"$test.log" 2>&1 || { cat "$test.log"; echo "$test failed"; exit 1; }
    echo "installed in a clean root: $test passes"
done
chroot root sh -c 'grep -l comedi /lib/udev/rules.d/* && getent group iocard'
