#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# skitter-daq import: CSV and WAV become runs
source "$TOP_SRCDIR/tests/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
daq=$TOP_BUILDDIR/skitter-daq
facts=$TOP_BUILDDIR/tests/daq/facts
is() { "$facts" "$1"; [ "$("$facts" "$1" | sed -n "s/^$2 //p")" = "$3" ]; }
says() { local what=$1; shift; "$@" 2>&1 | tee /dev/stderr | grep -qF -- "$what"; }

awk 'BEGIN { print "time,tip_t (mm/s),rail (m/s)"
    for (i = 0; i < 5000; i++) printf "%.4f,%.3f,%.2f\n", i / 10000, 250 * sin(i * 2 * 3.14159265358979 / 40), -0.5 }' >even.csv
check "an even CSV" exits 0 "$daq" import even.csv -o even -q
check "... all its rows" is even frames 5000
check "... its period" is even period 1/10000
check "... complete" is even state complete
check "... nobody knows when it was" is even start -
check "... in SI units: 0.25 m/s and 4 ms" sh -c '"$1" even | awk "/^channel 0 tip_t/ { ok = \$7 == -0.25 && \$9 == 0.25 && \$13 > 0.00399999 && \$13 < 0.00400001 }
    END { exit !ok }"' sh "$facts"
awk 'BEGIN { srand(1); print "t,tip_t"; for (i = 0; i < 5000; i++) { t = i / 10000 + 4e-5 * (rand() - 0.5)
    printf "%.7f,%.7f\n", t, sin(2 * 3.14159265358979 * 100 * t) } }' >jitter.csv
# 48 kHz is no whole number of nanoseconds: 10^6 frames of 20833 ns would be 16 ppm off
check "a WAV of 48 kHz" exits 0 "$daq" import even/signal.wav -r '48 kHz' -o exact -q
check "... its period is exact" is exact period 1/48000
check "... 44.1 kHz * 1000 / 1001 too" sh -c '"$1" import even/signal.wav -r "44055.944055944055 Hz" -o odd -q && "$2" odd | grep -qx "period 143/6300000"' sh "$daq" "$facts"
check "a jittered CSV: a warning" says "resampled every" "$daq" import jitter.csv -o jitter
check "... and its frequency is right" sh -c '"$1" jitter | awk "/^channel 0/ { d = \$13 * 100 - 1; exit !(d < 1e-4 && d > -1e-4) }"' sh "$facts"
awk 'BEGIN { for (i = 0; i < 100; i++) print i }' >bare.csv
check "no time and no rate" exits 2 "$daq" import bare.csv -o bare
check "... says what to do" says "--rate" "$daq" import bare.csv -o bare
check "... nothing is written" test ! -e bare
check "with a rate" exits 0 "$daq" import bare.csv -o bare --rate '2 kHz' -q
check "... its period" is bare period 1/2000
check "an existing directory" exits 2 "$daq" import bare.csv -o bare --rate '2 kHz'
check "no such file" exits 2 "$daq" import none.csv -o none
check "no --output" exits 2 "$daq" import bare.csv
check "a run's own WAV comes in again" sh -c '"$1" import even/signal.wav -o wav -q && "$2" wav | grep -q "^frames 5000"' sh "$daq" "$facts"
check "the example in the manual's form" sh -c 'printf "time (s), tip_t (mm/s)\n0,1\n0.1,2\n" >m.csv &&
    "$1" import m.csv -o m -q && "$2" m | grep -q "tip_t.*max 0.002"' sh "$daq" "$facts"
tap_end
