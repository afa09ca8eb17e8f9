#!/usr/bin/env bash
# The full dose for `make soak`: FUZZ_RUNS inputs (10 million) through every harness. Run in a
# build directory; ends with a line "soak: fuzz HARNESS | TRIED | SURVIVED" for each.
export FUZZ_RUNS=${FUZZ_RUNS-10000000}
exec bash "$(dirname "${BASH_SOURCE[0]}")/fuzz.sh"
