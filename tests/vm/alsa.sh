#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records from a sound card of the kernel, snd-aloop, in a guest (guest.sh): numbered frames are
# played into it, so that nothing can be lost unseen.
source "$TOP_SRCDIR/tests/tap.sh"
here=$TOP_SRCDIR/tests/vm
# shellcheck source=tests/vm/guest.sh
source "$TOP_SRCDIR/tests/vm/guest.sh"

skip_all() {
    tap_skip "recording from a sound card" "$1"
    tap_end
    exit
}
said() { cat "$work/out/$1.said" 2>/dev/null; }
ended() { said "$1"; [ "$(cat "$work/out/$1.code")" = "$2" ]; }
says() { said "$1"; said "$1" | grep -qF -- "$2"; }
refused() { ended "$1" "$2" && says "$1" "$3" && [ ! -e "$work/out/$1" ]; }
numbered() { python3 "$here/sound.py" check "$work/out/$1" "$2"; }
has() { grep -F "\"$2\"" "$work/out/$1/run.json" | head -n 1 | tee /dev/stderr | grep -qF -- "$3"; }

command -v aplay >/dev/null || skip_all "aplay (alsa-utils) is not installed"
command -v python3 >/dev/null || skip_all "python3 is not installed"
ldd "$TOP_BUILDDIR/skitter-daq" | grep -q libasound || skip_all "skitter-daq was built without alsa-lib"
lacking=$(guest_lacks) && skip_all "$lacking"

guest() {
    mkdir -p "$work/root/usr/share" && cp -r /usr/share/alsa "$work/root/usr/share" &&
        python3 "$here/sound.py" make "$work/root" &&
        build_initramfs "$here/alsa_init.sh" "$TOP_BUILDDIR/skitter-daq" "$(command -v aplay)"
}
check "the initramfs is made" guest
check "the guest boots, records and sends its runs" boot
[ -d "$work/out/gap" ] || { tail -n 30 "$work/console" | sed 's/^/# /'; tap_end; exit; }

check "list shows the card" says list "hw:0,1: Loopback PCM (alsa)"
check "list shows its inputs and rates" says list "inputs, AC-coupled, at up to"
for format in S16_LE S24_LE S24_3LE S32_LE; do
    check "$format: done" ended $format 0
    check "$format: every sample, bit for bit" numbered $format $format
    check "$format: is told" has $format driver "alsa $format"
done
check "what AC-coupling means is said" says S16_LE "a rail that moves steadily"
check "another rate than asked for: recorded" has offrate denominator 8000
check "... and told" says offrate "the card samples at 8000 Hz, not at 8040 Hz as asked"
check "a rate that the card has not" refused norate 2 "the card cannot sample at 10000 Hz; it has 8000 to 8000 Hz"
check "an input that the card has not" refused noinput 2 "there is no input 99; the card has 0 to 1"
check "reader stopped: exit code 3" ended gap 3
check "reader stopped: a gap" has gap lost ":"
check "reader stopped: jumps of the numbers are the gaps, frame for frame" numbered gap S16_LE
check "pulled out: exit code 1" ended gone 1
check "pulled out: said on the screen" says gone "the device is gone"
check "pulled out: the run says so" has gone why "the device is gone"
check "pulled out: the run is closed whole" has gone sha256 '"sha256": "'
check "pulled out: nothing before it is lost" numbered gone S16_LE
tap_end
