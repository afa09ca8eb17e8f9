#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A short sample of the long and large doses, with the checks of the full ones
source "$TOP_SRCDIR/tests/tap.sh"
soak=$TOP_SRCDIR/tests/soak

if [ -x /usr/bin/time ]; then
    check "a recording of 36 s" bash "$soak/recording.sh" 0.01
    check "a simulation of 200 s" bash "$soak/simulation.sh" 200
    check "a report of 20 runs" bash "$soak/report.sh" 20
else
    tap_skip "long and large" "/usr/bin/time is not installed"
fi
tap_end
