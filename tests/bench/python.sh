#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/bench/python.sh, in a build directory
# What a simulation costs from Python above C: the same motion with its samples, made and freed
# through libskitter of the build, the least processor time of many calls in us. At most 30 us are
# allowed; exits with 1 above. What two arrays and all events cost besides is told, too.
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
build=${TOP_BUILDDIR-$PWD}
export LD_LIBRARY_PATH=$build OMP_NUM_THREADS=1 PYTHONPATH=$source/api/python
cat >"$work/cost.c" <<'EOF'
#include <skitter.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int argc, char **argv)
{
    skitter_rig *rig;
    double least = 1e9;
    if (argc != 4 || skitter_rig_read(argv[1], &rig, NULL))
        return 2;
    const struct skitter_options options = {.duration = atof(argv[2]), .rate = 1e4};
    for (int i = 0; i < atoi(argv[3]); i++) {
        struct timespec a, b;
        skitter_motion *motion;
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &a);
        if (skitter_simulate(rig, &options, &motion, NULL))
            return 1;
        skitter_motion_free(motion);
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &b);
        const double us = 1e6 * (double)(b.tv_sec - a.tv_sec) + 1e-3 * (double)(b.tv_nsec - a.tv_nsec);
        least = us < least ? us : least;
    }
    printf("%.1f\n", least);
}
EOF
cat >"$work/cost.py" <<'EOF'
import sys, time
import skitter
rig = skitter.Rig(sys.argv[1])
least = looked = 1e9
for _ in range(int(sys.argv[3])):
    begin = time.process_time_ns()
    motion = rig.simulate(float(sys.argv[2]), rate=1e4)
    made = time.process_time_ns()
    motion.t, motion.tip_n, motion.events.t
    seen = time.process_time_ns()
    del motion
    least = min(least, (time.process_time_ns() - begin - (seen - made)) / 1e3)
    looked = min(looked, (seen - made) / 1e3)
print("%.1f %.1f" % (least, looked))
EOF
cc -O2 "$work/cost.c" -I"$source/api" "$build/libskitter.so.0" -o "$work/cost"
worst=0
for duration in 0.01 0.1 2; do
    c=$("$work/cost" "$source/data/zhao-2008.yaml" $duration 1000)
    read -r python looked < <(/usr/bin/python3 "$work/cost.py" "$source/data/zhao-2008.yaml" $duration 1000)
    echo "$duration s of zhao-2008 at 10 kHz: C $c us, Python $python us, and $looked us for two arrays and the events"
    worst=$(awk -v a="$c" -v b="$python" -v w="$worst" 'BEGIN { print (b - a > w) ? b - a : w }')
done
echo "Python over C: $worst us at most (30 are allowed)"
awk -v w="$worst" 'BEGIN { exit w > 30 }'
