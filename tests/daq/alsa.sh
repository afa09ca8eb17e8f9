#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The sound card source without a card: alsa-lib's file plugin gives samples that are known.
# tests/vm/alsa.sh records from a card.
source "$TOP_SRCDIR/tests/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
daq=$TOP_BUILDDIR/skitter-daq
rig=$TOP_SRCDIR/tests/daq/counter.yaml

if ! "$daq" list | grep -q '^  alsa:'; then
    check "without alsa-lib a sound card is refused with its reason" \
        sh -c '"$1" record "$2" -s alsa: -o new 2>&1 | grep -q "built without alsa-lib"' sh "$daq" "$rig"
    tap_end
    exit
fi
export ALSA_CONFIG_PATH=$work/asoundrc
cat >asoundrc <<END
pcm.known { type file slave.pcm { type null } file $work/echo infile $work/known.raw format raw }
pcm.real { type lfloat slave { pcm { type null } format S16_LE } }
END
# 12000 frames of two channels of 32 bits, over all of the scale
LC_ALL=C awk 'BEGIN { for (i = 0; i < 24000; i++) printf "%c%c%c%c", 1 + i % 251, 1 + i % 253, 1 + i % 255, 1 + i % 254 }' >known.raw
known() { head -c $((8 * 12000)) known.raw; }
recorded() { tail -c $((8 * 12000)) "$1/signal.wav"; }
# the second of each two samples
second() { od -An -v -t d4 -w8 known.raw | awk 'NR <= 12000 { print $2 }'; }

check "two channels are recorded" exits 0 "$daq" record "$rig" -s alsa:known -o two -d '1.2 s' --fast
check "... bit for bit" cmp <(known) <(recorded two)
check "... as 32 bits" grep -q '"bits": 32' two/run.json
check "... with no gap" grep -q '"gaps": \[\]' two/run.json
sed '/input: 0/d' "$rig" >one.yaml
check "the second input alone" exits 0 "$daq" record one.yaml -s alsa:known -o one -d '1.2 s' --fast -q
check "... is the second of each frame" cmp <(second) <(tail -c $((4 * 12000)) one/signal.wav | od -An -v -t d4 -w4 | tr -d ' ')
# full scale of 10 V is 2^31 counts, and a count of 0 is 0 V
volts() {
    "$TOP_BUILDDIR/skitter" run export one -o one.csv && second |
        paste -d, - <(tail -n +2 one.csv | sed 's/.*,//') |
        awk -F, '{ d = $2 - $1 / 2147483648 * 10; if (d > 1e-14 * 10 || -d > 1e-14 * 10) exit 1 } END { exit NR != 12000 }'
}
check "... and volts are counts of full scale" volts
check "what AC-coupling means is said" sh -c '"$1" record "$2" -s alsa:known -o said -d "0.1 s" --fast 2>&1 |
    grep -q "AC-coupled.*a rail that moves steadily.*a step of known volts"' sh "$daq" "$rig"
# refused SAYS SOURCE: exit code 2, a message of one line from us alone, nothing written
refused() {
    local output code
    output=$("$daq" record "$rig" -s "$2" -o new -d '0.1 s' --fast 2>&1)
    code=$?
    echo "$output"
    [ $code -eq 2 ] && [[ $output == *"$1"* ]] && [ "$(wc -l <<<"$output")" -eq 1 ] && [ ! -e new ]
}
check "a card that is not there" refused "skitter-daq list shows the devices" alsa:nowhere
check "samples that are no counts" refused "no samples of 16, 24 or 32 bits" alsa:real
check "a source without its colon" refused "as in alsa:hw:0,0" alsa
tap_end
