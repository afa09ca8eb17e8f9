#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/soak/fast.sh [SECONDS]
# 20 MS/s in real time, for longer than what the buffer holds (512 MiB, 6.7 s): so many seconds, 10 by
# default. The disk has to keep up with 40 MB/s; a machine that is busy with other work may not.
# `make check` takes 0.2 s of it, which the buffer holds whatever the machine does.
source "$(dirname "${BASH_SOURCE[0]}")/measure.sh"
seconds=${1:-10}
rate=10000000 # of two channels
sed "s/rate: 10 kHz/rate: $rate Hz/" "$TOP_SRCDIR/tests/daq/counter.yaml" >fast.yaml
record=(skitter-daq record fast.yaml --source test: --quiet --duration "$seconds s" --output fast)

hold "$seconds s at 20 MS/s are recorded" "${record[@]}"
"$TOP_BUILDDIR/tests/daq/facts" fast counter >facts.txt
cat facts.txt
hold "every frame is there" grep -q "^frames $((seconds * rate))$" facts.txt
hold "nothing is lost" grep -q "^gaps 0$" facts.txt
hold "the frames are in order" grep -q "^counter last $((seconds * rate - 1)) jumps 0$" facts.txt
hold "its sum is right" skitter run verify fast
end "20 MS/s in real time for $seconds s"
