#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# What a person sees on a terminal of 80 columns: no line is wider, nothing is said twice, values
# have uncertainties in their last digits and units that people read, and what writes files ends
# with a line that names them.
source "$TOP_SRCDIR/tests/tap.sh"
if ! command -v script >/dev/null; then
    tap_skip "what a terminal shows" "script(1) is not installed"
    tap_end
    exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
export PATH="$TOP_BUILDDIR:$PATH" LC_ALL=C.UTF-8 TERM=xterm NO_COLOR=1
ln -s "$TOP_SRCDIR/data" data
cp -r "$TOP_SRCDIR/data/campaign/runs/h0.3775_theta32_v-0.5" run
chmod -R u+w run
awk 'BEGIN { print "time [s],tip_t [m/s]"; for (i = 0; i < 100; i++) print i / 1000 "," sin(i / 9) }' >table.csv

# seen COMMAND: what stands on the screen, without the codes that clear a line of progress
seen() {
    script -qec "stty cols 80 rows 50; $1" /dev/null </dev/null 2>&1 |
        sed -e 's/\r$//' -e 's/^.*\r\x1b\[K//' -e 's/\x1b\[K//g' -e 's/\r//g' >screen
}
wide() {
    local line bad=1
    while IFS= read -r line; do
        ((${#line} <= 80)) || { echo "$line"; bad=0; }
    done <screen
    return $bad
}
# a sentence of some length that stands there twice; rows may be alike
twice() { grep -E '[a-z]{3,} [a-z]{2,} [a-z]{2,}' screen | grep -vE 'forgotten in contact|stick slip' | sort | uniq -d | grep .; }
fits() {
    seen "$1"
    test -s screen && ! wide && ! twice
}
shows() {
    seen "$1"
    cat screen
    grep -qE -- "$2" screen
}

swing=data/campaign/swing
pendulum="skitter calib pendulum $swing --mass '0.12 kg' --length '0.21 m' --gravity '9.8 m/s2'"
while IFS= read -r command; do
    check "fits 80 columns: $command" fits "$command"
done <<EOF_COMMANDS
skitter
skitter --help
skitter run info run
skitter run list data/campaign/runs
skitter run plot run
skitter run verify data/campaign/runs/*
skitter run note run 'a note'
skitter run cut run --until '0.1 s' -o cut
skitter run export run -o run.csv
skitter run export nowhere -o nowhere.csv
skitter daq list
skitter daq record data/zhao-2008.yaml --source rig: --fast --duration '0.1 s' -o recorded
skitter daq record data/zhao-2008.yaml --source comedi -o recorded2
skitter daq import table.csv --dry-run
skitter daq import table.csv -o imported
skitter sim data/zhao-2008.yaml
skitter sim data/zhao-2008.yaml --set fricton=0.5
skitter map paradox data/zhao-2008.yaml
skitter map critical data/zhao-2008.yaml
skitter map singular data/zhao-2008.yaml
skitter map limit data/zhao-2008.yaml
skitter map modes data/zhao-2008.yaml -a theta1=0deg:37deg:10 -a friction=0:2:10
skitter orbit find data/leine-2002-simple.yaml
skitter orbit equilibria data/leine-2002-simple.yaml
skitter orbit poincare data/leine-2002-simple.yaml
skitter calib channels run
skitter calib rail run
skitter calib bounce run
skitter calib slide run
$pendulum -o pendulum.json
skitter report data/zhao-2008.yaml run -o report.html
skitter rig check data/zhao-2008.yaml
skitter rig check data/chain.yaml
skitter rig draw data/example-slope.yaml -o slope.svg
skitter rig new -o new.yaml
skitter orbit continue data/leine-2002-simple.yaml -p friction --from 0.5 --to 0.501
skitter orbit phase data/leine-2002-simple.yaml -p friction --from 0.5 --to 0.52 -o phase.csv
skitter orbit sweep data/leine-2002-simple.yaml -p friction --from 0.5 --to 0.52 -n 2
skitter orbit sweep data/leine-2002-simple.yaml -p friction --from 0.5 --to 0.52 -n 2 --shard 1/2 -o one.csv
skitter orbit sweep data/leine-2002-simple.yaml -p friction --from 0.5 --to 0.52 -n 2 --shard 2/2 -o two.csv
skitter sweep merge one.csv two.csv -o both.csv
EOF_COMMANDS

check "a swing's frequency has its uncertainty in its digits" \
    shows "$pendulum" '^frequency +[0-9]\.[0-9]+\([0-9]+\) +[0-9.e-]+ +Hz'
check "the speed of the rail is in mm/s" shows "skitter calib rail run" '^belt_speed +-50[0-9]\([0-9]+\) .*mm/s$'
check "angles are in degrees" shows "skitter map paradox data/zhao-2008.yaml" 'theta1_low deg +theta1_high deg'
check "energies have a unit" shows "skitter sim data/zhao-2008.yaml" 'energy_before J'
check "calib names what it wrote" shows "$pendulum -f -o pendulum.json" 'written: pendulum.json$'
check "the report says what it did" \
    shows "skitter report data/zhao-2008.yaml run -f -o report.html" '1 of 1 runs compared with .* in [0-9.]+ s:'
check "orbit names what it wrote" \
    shows "skitter orbit sweep data/leine-2002-simple.yaml -p friction --from 0.5 --to 0.52 -n 2 -o s.csv" 'written: s.csv$'
extremes="skitter orbit sweep data/leine-2002-simple.yaml -p friction --from 0.5 --to 0.52 -n 2"
check "extremes have the unit of what they bound" shows "$extremes" 'u1_min mm +u1_max mm'
no_empty_column() { seen "$extremes"; ! grep -q value1_re screen; }
check "a column without anything is left out" no_empty_column
check "a person gets a long note between words" shows \
    "skitter run note run 'a tip of plastic that was cleaned before, and a rail that was not cleaned at all'; skitter run info run" \
    '^          [a-z]'
check "a note is acknowledged" shows "skitter run note run again" 'run: the note is kept$'
check "a missing directory is named" \
    shows "skitter sim data/zhao-2008.yaml -o none/x.csv" 'the directory none is not there;'
digits() { eval "$pendulum" 2>/dev/null | grep -E '^frequency +4\.584[0-9]{4} +1\.[0-9]+e-06 '; }
check "a pipe gets more digits, and no brackets" digits
tap_end
