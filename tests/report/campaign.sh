#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# the example campaign: made again bit for bit, marked as simulated, and complete
source "$TOP_SRCDIR/tests/tap.sh"
campaign=$TOP_SRCDIR/data/campaign
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

same() { # same DIRECTORY DIRECTORY [OPTION...]
    local one=$1 other=$2
    shift 2
    diff -rq "$@" "$one/runs" "$other/runs" && diff -rq "$@" "$one/swing" "$other/swing"
}
marked() {
    local run
    for run in "$campaign"/runs/*/run.json "$campaign"/swing/run.json; do
        grep -q '"note": "SIMULATED' "$run" && grep -q '"driver": "simulated rig"' "$run" &&
            grep -q '"start": null' "$run" || { echo "$run"; return 1; }
    done
}
no_paths() { ! grep -rnE '"[^"]*": "/' "$campaign" --include=run.json; }
# configurations of the papers: theta1 in deg, height in m, speeds of the rail in m/s
has() { [ -d "$campaign/runs/h$2_theta$1_v$3" ] || { echo "no $1 $2 $3"; return 1; }; }
all_there() {
    local theta speed
    for theta in -15 7 15 21 25 30.5 32; do has "$theta" 0.3775 -0.2 || return; done
    for speed in -0.075 -0.16 -0.2 -0.24 -0.5; do has 32 0.3775 "$speed" || return; done
    has 69.4 0.25 -0.2 && has 50 0.314 -0.2 && has 55 0.314 -0.2
}

check "make.sh records it" bash "$campaign/make.sh" "$work/once"
check "and again" bash "$campaign/make.sh" "$work/twice"
check "both are the same bit for bit" same "$work/once" "$work/twice"
if [ "$(uname -m)" = x86_64 ]; then
    check "and but for the version the same as in data/campaign" same "$work/once" "$campaign" -I '^ *"program": "skitter-daq '
else
    tap_skip "and but for the version the same as in data/campaign" "other machines round otherwise"
fi
check "every run is marked as simulated and has no time of day" marked
check "no path of a machine is in it" no_paths
check "the configurations of the papers are there" all_there
check "it is small" test "$(du -sk "$campaign" | cut -f1)" -lt 2048
tap_end
