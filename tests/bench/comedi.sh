#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# D1 against comedilib's own reader, demo/cmd.c of Debian's libcomedi-dev: three channels at
# 10 kHz of Comedi's test device, in the guest of tests/vm.
#     comedi.sh BUILD SOURCE     CC and CFLAGS: the compiler that Skitter was built with
set -u
export TOP_BUILDDIR=$1 TOP_SRCDIR=$2
here=$TOP_SRCDIR/tests/bench
demo=/usr/share/doc/libcomedi-dev/demo
# shellcheck source=tests/vm/guest.sh
source "$TOP_SRCDIR/tests/vm/guest.sh"

lacking=$(guest_lacks) && { echo "D1      comedi-demo: not run, $lacking"; exit; }
[ -f $demo/cmd.c ] || { echo "missing: comedilib's demo reader (Debian package libcomedi-dev)"; exit; }
# shellcheck disable=SC2086  # flags are words
${CC:-cc} ${CFLAGS:--O2} -w -o "$work/cmd" $demo/cmd.c $demo/common.c -lcomedi -lm || exit 1
build_initramfs "$here/comedi_init.sh" "$TOP_BUILDDIR/skitter-daq" "$work/cmd" &&
    boot ||
    { echo "D1      comedi-demo: the guest did not come to its end"; exit 1; }

median() { sort -g -k "$2" "$work/out/$1.usage" | awk -v k="$2" '{ v[NR] = $k } END { print v[int((NR + 1) / 2)] }'; }
awk -v peer="$(median demo 1)" -v own="$(median skitter 1)" -v peer_kib="$(median demo 2)" -v own_kib="$(median skitter 2)" 'BEGIN {
    printf "D1      comedi-demo, 3 x 10 kHz in the guest: %.4f s of its processor in 5 s, skitter %.4f, ratio %.2f", peer, own, peer / own
    printf " (medians of 7), %.1f and %.1f MiB resident\n", peer_kib / 1024, own_kib / 1024 }'
