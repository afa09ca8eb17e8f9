#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A run with clipped samples through daq, calib, fit and report: all say so in the same words,
# and none works with what was clipped.
source "$TOP_SRCDIR/tests/tap.sh"
export PATH="$TOP_BUILDDIR:$PATH"
rig=$TOP_SRCDIR/data/zhao-2008.yaml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# the rail rests for 0.3 s and then runs at 0.5 m/s, 4 V; with a range of 1 V it is clipped
# from the start of the motion to the end, 7000 samples of 10000
narrow() {
    sed -e 's/dropout_rate: .*/dropout_rate: 0 Hz/' \
        -e "/role: $1/,/range:/s/range: .*/range: $2/" "$rig" >"$3.yaml"
    skitter-daq record "$3.yaml" -s rig: -o "$3" -d '1 s' --fast 2>"$3.daq"
}
sentence() { # ROLE FILE
    sed "s/&#39;/'/g" "$2" | grep -o "channel $1: [0-9]* of [0-9]* samples are clipped at the converter's range" | sort -u
}
says() { # FILE ROLE RUN: the sentence that daq said of the run, and no other
    [ -n "$(sentence "$2" "$3.daq")" ] && [ "$(sentence "$2" "$1")" = "$(sentence "$2" "$3.daq")" ] ||
        { echo "$1 says: $(grep -m 3 -E 'channel|clipped|skitter-' "$1")"; return 1; }
}
# ends CODE FILE COMMAND...: what it says on standard error goes to FILE
ends() {
    local code=$1 said=$2
    shift 2
    exits "$code" "$@" 2>"$said"
}
lacks() { ! grep -q -- "$2" "$1" || { grep -- "$2" "$1"; return 1; }; }

# ---- a rail of which nothing is left
check "a run whose rail is clipped is recorded" narrow rail '1 V' rail
check "daq tells" test "$(sentence rail rail.daq)" = \
    "channel rail: 7000 of 10000 samples are clipped at the converter's range"
check "calib refuses to calibrate the rail" ends 2 calib.err skitter-calib rail rail
check "in the same words" says calib.err rail rail
skitter-calib channels rail >out 2>channels.err
check "calib channels tells" says channels.err rail rail
check "the fit refuses the run" ends 2 fit.err skitter-fit rail.yaml rail --free friction
check "in the same words" says fit.err rail rail
check "and does not blame the model" lacks fit.err impacts
check "the report has no comparison" exits 1 skitter-report rail.yaml rail -o rail.html
check "its page says why in the same words" says rail.html rail rail

# ---- a tip whose peaks are clipped: the rest is worth something
check "a run with some clipped samples" narrow tip_t '0.8 V' tip
check "daq tells of the tip" test -n "$(sentence tip_t tip.daq)"
skitter-fit tip.yaml tip --free friction --until '0.2 s' -o fit.json >out 2>tip.err
check "the fit tells" says tip.err tip_t tip
check "the report is made" exits 0 skitter-report tip.yaml tip -o tip.html --figures figures
check "its page tells in the same words" says tip.html tip_t tip
# what is clipped is at 1 m/s, and such a sample is neither compared nor drawn
clipped=$(sentence tip_t tip.daq | grep -o '[0-9]* of' | grep -o '[0-9]*')
drawn() { awk -F, 'NR > 1 && $3 != "" && $3 != "nan" && $3 != "NaN" { n++ } END { print n + 0 }' figures/*tangential.csv; }
check "clipped samples are not drawn" test "$(drawn)" -le $((10000 - clipped))
tap_end
