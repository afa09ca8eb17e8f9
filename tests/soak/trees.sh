#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/soak/trees.sh [TREES]
# Described mechanisms at random, 100000 by default, against a derivation by differences;
# tests/sim/random_trees prints the rig file of the first that is not right.
trees=${1:-100000}
if SKITTER_TREES=$trees "${TOP_BUILDDIR:-.}/tests/sim/random_trees"; then
    echo "soak: described mechanisms | $trees | $trees"
else
    echo "soak: described mechanisms | $trees | 0"
    exit 1
fi
