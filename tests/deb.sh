#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# `make deb-check`: the Debian packages of the last commit, built twice in different places, times
# and locales and compared byte by byte, read by lintian, installed in a clean root made of Debian's
# packages, where autopkgtest runs debian/tests. Needs autopkgtest, debhelper, dh-python, git,
# lintian, mmdebstrap and root; some ten minutes and a network with Debian's archive.
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

commit=$(git -C "$source" rev-parse HEAD) # the same for both, whatever is committed meanwhile

# build PLACE: the packages in ./PLACE
build() {
    mkdir -p "$1/tree" && git -C "$source" archive "$commit" | tar -x -C "$1/tree"
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

# debian/tests in a root with nothing but what the packages and these tests ask for
mmdebstrap --variant=apt --include=apt-utils --skip=cleanup/apt/lists bookworm root >mmdebstrap.log 2>&1 || { tail mmdebstrap.log; exit 1; }
packages=()
for package in first/*.deb; do
    case $package in *-dbgsym_*) ;; *) packages+=("$package") ;; esac
done
autopkgtest --no-built-binaries --setup-commands='apt-get update' --output-dir=tests "${packages[@]}" first/tree/ -- chroot "$PWD/root" >autopkgtest.log 2>&1 ||
    { cat autopkgtest.log; echo "a test of the packages fails in a clean root"; exit 1; }
sed 's/^/installed in a clean root: /' tests/summary
