#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A day in the laboratory: runs are recorded, listed, noted, cut, fitted with one left out,
# reported, exported, and read by other programs with the same numbers.
source "$TOP_SRCDIR/tests/tap.sh"
export PATH="$TOP_BUILDDIR:$PATH"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
rig=$TOP_SRCDIR/data/campaign/rig.yaml
says() { local what=$1 output; shift; output=$("$@" 2>&1); echo "$output"; grep -qF -- "$what" <<<"$output"; }

record() {
    local i
    mkdir day
    for i in $(seq 1 20); do
        skitter daq record "$rig" --source rig: --fast --duration '0.4 s' -q \
            --set "theta1=$((14 + i)) deg" --set 'belt_speed=-0.2 m/s' \
            --output "day/$(printf %03d "$i")" >/dev/null || return
    done
}
check "20 runs are recorded" record
check "... and listed" test "$(skitter run list day | grep -c '^"0')" -eq 20
check "... with what was set" says 'theta1=20 deg' skitter run list day
check "... as JSON" eval 'skitter run list --json day | grep -c "\"name\": \"0" | grep -qx 20'
check "a note" skitter run note day/007 'the tip was dirty'
check "... is kept" says 'the tip was dirty' skitter run list day
check "... and shown" test "$(skitter run note day/007)" = 'the tip was dirty'
check "... the signal is as it was" skitter run verify day/*
check "info takes many" test "$(skitter run info day/* | grep -c '^state')" -eq 20
check "a part is cut out" skitter run cut day/003 --from '0.1 s' --until '0.3 s' -o cut
check "... with its frames" says 'frames    2000 (0.2 s' skitter run info cut
check "a part that is not there" exits 2 skitter run cut day/003 --from '1 s' -o none
check "a sketch" says 'tip_n' skitter run plot day/003
check "... as a figure" says 'run.svg: 3 channels' skitter run plot day/003 -o run.svg
check "... of each channel" says '>tip_n<' cat run.svg
check "... not over one that is there" exits 2 skitter run plot day/003 -o run.svg
check "... nor of a kind that is none" says 'must end with .svg, .pdf or .png' skitter run plot day/003 -o run.jpg
check "PDF and PNG" eval 'skitter run plot day/003 -q -o run.pdf && skitter run plot day/003 -q -o run.png && [ "$(head -c 4 run.pdf)" = %PDF ] && file run.png 2>/dev/null | grep -q "PNG image" || head -c 4 run.png | grep -q PNG'
# 100 frames of a ramp, 20 of them lost: two lines, from 0 to 0.099 s; a spike among 100000
awk 'BEGIN { print "time [s],tip_t [m/s]"; for (i = 0; i < 100; i++) print i / 1000 "," (i >= 40 && i < 60 ? "nan" : i / 100) }' >gap.csv
awk 'BEGIN { print "time [s],tip_t [m/s]"; for (i = 0; i < 100000; i++) print i / 1e4 "," (i == 54321 ? 5 : i % 2 / 100) }' >spike.csv
check "a gap is a break of the line" eval 'skitter daq import gap.csv -q -o gap >gap.said 2>&1; skitter run plot gap -q -o gap.svg && [ "$(grep -o "<path d=\"M[^\"]*\" fill=\"none\" stroke=\"#3050a0\"" gap.svg | head -1 | tr -cd M | wc -c)" -eq 2 ]'
check "one sample of 100000 is seen" eval 'skitter daq import spike.csv -q -o spike >/dev/null 2>&1; skitter run plot spike -q -o spike.svg && grep -q ">5<" spike.svg'
same_counts() { # the cut holds the counts of the run from 0.1 s on
    skitter run export day/003 -o whole.csv -q && skitter run export cut -o part.csv -q &&
        cmp <(tail -n +1002 whole.csv | head -2000 | cut -d, -f2-) <(tail -n +2 part.csv | cut -d, -f2-)
}
check "... and the same numbers" same_counts
check "no run" says 'is no run' skitter run info day
check "a table is no run" says 'is a file, no run' skitter run info whole.csv
check "verify finds the one that was changed" eval 'cp -r day/001 changed && printf x | dd of=changed/signal.wav bs=1 seek=500 conv=notrunc status=none && exits 2 skitter run verify day/002 changed day/003'

check "a fit, one run left out" eval 'skitter fit "$rig" day/00[1-4] day/007 --leave-out day/007/ --free friction --until "0.2 s" --starts 1 -q --output fit.json >fit.txt || [ $? -eq 1 ]'
check "... which did not count" eval '! grep -q day/007 fit.json && grep -q day/004 fit.json'
check "one that is not there" says 'not among the runs' skitter fit "$rig" day/001 --leave-out day/002 --free friction
check "a report" skitter report "$rig" day/001 day/002 -o report.html -q

check "exported" eval 'skitter run export day/003 -q -o r.csv && skitter run export day/003 -q -o r.mat && skitter run export day/003 -q -o r.wav'
# sums by other programs; awk's is the reference
sums=$(awk -F, 'NR > 1 { n++; a += $2; b += $3 * $3 } END { printf "%d %.9e %.9e\n", n, a, b }' r.csv)
equal() { echo "$1"; [ "$1" = "$sums" ]; }
python=
for candidate in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$candidate" -c 'import numpy, scipy.io' 2>/dev/null || python=$candidate
done
role() { head -1 r.csv | cut -d, -f"$1" | sed 's/ .*//'; }
if [ -n "$python" ]; then
    check "Python reads the CSV" equal "$("$python" -c "
import numpy
x = numpy.loadtxt('r.csv', delimiter=',', skiprows=1)
print('%d %.9e %.9e' % (len(x), x[:, 1].sum(), (x[:, 2] ** 2).sum()))")"
    check "Python reads the MAT file" equal "$("$python" -c "
import scipy.io
m = scipy.io.loadmat('r.mat')
a, b = m['$(role 2)'].ravel(), m['$(role 3)'].ravel()
assert str(m['unit']['$(role 2)'][0, 0][0]) == 'm/s'
print('%d %.9e %.9e' % (len(m['t'].ravel()), a.sum(), (b ** 2).sum()))")"
    check "Python reads the WAV" equal "$("$python" -c "
import scipy.io.wavfile
rate, x = scipy.io.wavfile.read('r.wav')
assert rate == 10000
print('%d %.9e %.9e' % (len(x), x[:, 0].sum(), (x[:, 1] ** 2).sum()))")"
else
    tap_skip "Python" "python3 with numpy and scipy is not installed"
fi
if command -v octave-cli >/dev/null; then
    check "Octave reads the MAT file" equal "$(octave-cli --quiet --eval "load r.mat; printf('%d %.9e %.9e\n', numel(t), sum($(role 2)), sum($(role 3) .^ 2))")"
    check "Octave reads the CSV" equal "$(octave-cli --quiet --eval "x = csvread('r.csv', 1, 0); printf('%d %.9e %.9e\n', rows(x), sum(x(:, 2)), sum(x(:, 3) .^ 2))")"
else
    tap_skip "Octave" "octave is not installed"
fi
tap_end
