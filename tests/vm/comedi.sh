#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Records from a real Comedi device, in a guest (guest.sh): channel 0 is a sawtooth and
# channel 1 a square wave of 1 V and 2 ms.
source "$TOP_SRCDIR/tests/tap.sh"
here=$TOP_SRCDIR/tests/vm
# shellcheck source=tests/vm/guest.sh
source "$TOP_SRCDIR/tests/vm/guest.sh"
facts=$TOP_BUILDDIR/tests/daq/facts

skip_all() {
    tap_skip "recording from a Comedi device" "$1"
    tap_end
    exit
}

# ---- what is asked of the runs

said() { cat "$work/out/$1.said" 2>/dev/null; }
ended() { said "$1"; [ "$(cat "$work/out/$1.code")" = "$2" ]; }
says() { said "$1"; said "$1" | grep -qF -- "$2"; }
no_run() { [ ! -e "$work/out/$1" ]; }
refused() { ended "$1" 2 && says "$1" "$2" && no_run "$1"; }

# is RUN KEY VALUE: a line of facts
is() {
    "$facts" "$work/out/$1"
    [ "$("$facts" "$work/out/$1" | sed -n "s/^$2 //p")" = "$3" ]
}
# near RUN CHANNEL KEY VALUE TOLERANCE
near() {
    "$facts" "$work/out/$1" | sed -n "s/^channel $2 .* $3 \([^ ]*\).*/\1/p" | tee /dev/stderr |
        awk -v want="$4" -v by="$5" '{ d = $1 - want; ok = d <= by && -d <= by } END { exit !ok }'
}
# apart RUN CHANNEL VALUE TOLERANCE: from the channel before, in the median
apart() {
    "$facts" "$work/out/$1" | sed -n "s/^difference $2 //p" | tee /dev/stderr |
        awk -v want="$3" -v by="$4" '{ d = $1 - want; ok = d <= by && -d <= by } END { exit !ok }'
}
# 0.5 V lie between the frame of the trigger and the one before; 1000 frames follow
fired_at_the_rise() {
    "$facts" "$work/out/trigger" | tee /dev/stderr | awk '
        $1 == "frames" { frames = $2 }
        $1 == "trigger" { ok = $2 >= 1 && $2 <= 10 && frames == $2 + 1000 && $3 <= 0.5 && $4 > 0.5 }
        END { exit !ok }'
}
some_frames_around_the_gap() {
    "$facts" "$work/out/overflow"
    [ "$("$facts" "$work/out/overflow" | sed -n 's/^frames //p')" -eq 40000 ]
}
# the last 0.2 s, and the kill itself, may be missing; nothing more
killed_late_enough() {
    local start frames killed
    "$facts" "$work/out/kill"
    start=$("$facts" "$work/out/kill" | sed -n 's/^start //p')
    frames=$("$facts" "$work/out/kill" | sed -n 's/^frames //p')
    killed=$(cat "$work/out/kill.time")
    echo "started $start, killed at $killed s, $frames frames"
    awk -v a="$(date -ud "$start" +%s.%N)" -v b="$killed" -v n="$frames" \
        'BEGIN { late = b - a - n * 1e-4; print "not on disk:", late, "s"; exit !(n > 10000 && late > -1 && late < 0.2) }'
}

[ -x "$facts" ] || skip_all "tests/daq/facts was not built"
lacking=$(guest_lacks) && skip_all "$lacking"

check "the initramfs is made" build_initramfs "$here/init.sh" "$TOP_BUILDDIR/skitter-daq"
check "the guest boots, records and sends its runs" boot
[ -d "$work/out/two" ] || { tap_end; exit; }

check "list shows the device" says list "/dev/comedi0: comedi_test (comedi_test)"
check "list shows its ranges" says list "ranges -10 to 10 V, -5 to 5 V"
check "list shows its calibration" says list "calibrated by hardware"
check "two channels at 10 kHz: done" ended two 0
check "every sample is there" is two frames 20000
check "nothing was lost" is two gaps 0
check "the run is complete" is two state complete
check "the period is the card's" is two period 1/10000
check "sawtooth: period" near two 0 period 0.002 1e-6
# at 333 us the samples fall on ever other parts of the sawtooth, down to steps of 1 us
check "sawtooth: lowest value" near odd 0 min -1 0.003
check "sawtooth: highest value" near odd 0 max 1 0.003
check "square wave: period" near two 1 period 0.002 1e-6
check "square wave: low" near two 1 min -1 0.001
check "square wave: high" near two 1 max 1 0.001
check "skew is recorded" near skew 1 skew_ns 5000 0
check "skew is real: the second channel is 5 us of the sawtooth further" apart skew 1 0.005 0.0004
check "trigger: fired at the rise, with what there was before it" fired_at_the_rise
check "a rate that the card rounds: the true period" is odd period 333/1000000
check "... and a remark" says odd "the card samples every 333000 ns, not every 333333 ns"
check "four channels at 50 kHz: conversions as close as 5 us" near many 3 skew_ns 15000 0
check "a rate that the card cannot do" refused toofast "the card cannot sample 2 channels at 5000000 Hz"
check "an input that the card has not" refused noinput "there is no input 99; the card has 0 to"
check "a range that the card has not" refused norange "no range of plus and minus 20 V; it has"
check "overflow: exit code 3" ended overflow 3
check "overflow: said on the screen" says overflow "the card's buffer has overflowed"
check "overflow: one gap" is overflow gaps 1
check "overflow: nobody knows how much" is overflow lost -1
check "overflow: it goes on after the gap" some_frames_around_the_gap
check "SIGTERM: ends well, no length was asked for" ended term 0
check "SIGTERM: the run says why" is term why "stopped by SIGTERM"
check "SIGTERM: nothing was lost" is term gaps 0
check "SIGKILL: the run is readable" is kill state recording
check "SIGKILL: at most 0.2 s are missing" killed_late_enough
tap_end
