#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/soak/random.sh [CASES [FIRST-SEED]]
# Random mechanisms, a million by default, and as many that start near A = B = 0; tests/sim/random
# says what must hold and prints the seed of each that does not, for `tests/sim/random --seed N`.
random=${TOP_BUILDDIR:-.}/tests/sim/random
status=0
"$random" --cases "${1:-1000000}" --first "${2:-1}" || status=1
"$random" --singular --cases "${1:-1000000}" || status=1
exit $status
