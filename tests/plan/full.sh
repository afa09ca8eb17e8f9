#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The full dose of plans against fits of recordings, some half an hour of processor time: see each
# script for what it compares.
source "$TOP_SRCDIR/tests/tap.sh"
work=$(mktemp -d) && cd "$work" || exit 1
trap 'rm -rf "$work"' EXIT
source "$TOP_SRCDIR/tests/plan/rig.sh"
check "a planned pair is within 10 % of the best of all" \
    python3 "$TOP_SRCDIR/tests/plan/brute_force.py" "$TOP_BUILDDIR" rig.yaml 50 "$work/brute"
check "three planned runs tell more than any three of the paper's" \
    python3 "$TOP_SRCDIR/tests/plan/fourteen.py" "$TOP_BUILDDIR" "$TOP_SRCDIR/data/campaign/rig.yaml" 20 "$work/fourteen"
check "laws are told apart as often as promised" \
    python3 "$TOP_SRCDIR/tests/plan/told_apart.py" "$TOP_BUILDDIR" rig.yaml 50 "$work/apart"
check "found is as promised over an even rail" bash "$TOP_SRCDIR/tests/plan/promise.sh" 50
check "and over an uneven one" env rail=uneven bash "$TOP_SRCDIR/tests/plan/promise.sh" 50
tap_end
