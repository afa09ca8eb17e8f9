#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/fuzz/soak.sh [RUNS]
# The full dose for `make soak`: RUNS inputs (10 million) through every harness, a tenth of it
# through repair (the table says so: `share` in fuzz.sh). Works in
# TOP_BUILDDIR, or here; ends with a line "soak: fuzz HARNESS | TRIED | SURVIVED" for each.
export FUZZ_RUNS=${1-${FUZZ_RUNS-10000000}}
exec bash "$(dirname "${BASH_SOURCE[0]}")/fuzz.sh"
