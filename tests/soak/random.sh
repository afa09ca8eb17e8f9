#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/soak/random.sh [CASES [FIRST-SEED]]
# Random mechanisms, a million by default; tests/sim/random says what must hold and prints
# the seed of each that does not, for `tests/sim/random --seed N`.
exec "${TOP_BUILDDIR:-.}/tests/sim/random" --cases "${1:-1000000}" --first "${2:-1}"
