#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The first process of the guest of alsa.sh: what is played into one end of snd-aloop is recorded
# at the other, in every way.
. /prepare.sh
sound_card

# play FORMAT FRAMES: numbered frames, so many of which wait in the player's buffer that a slow
# machine plays them without a break; returns when they are heard
play() {
    aplay -q -D hw:0,0 -t raw -f "$1" -c 2 -r 8000 --buffer-size="$2" "/$1.raw" 2>>/out/play.said &
    player=$!
    until grep -q RUNNING /proc/asound/card0/pcm0p/sub0/status; do sleep 1; done
}
# record NAME RIG OPTION...: the run in /out/NAME, what was said and the exit code beside it
record() {
    name=$1 rig=$2
    shift 2
    skitter-daq record "/rigs/$rig.yaml" --source alsa:hw:0,1 --output "/out/$name" "$@" \
        >"/out/$name.said" 2>&1
    echo $? >"/out/$name.code"
}
recording() { until [ "$(cat "/out/$1/signal.wav" 2>/dev/null | wc -c)" -gt 1000 ]; do sleep 1; done; }

skitter-daq list >/out/list.said 2>&1
for format in S32_LE S24_LE S24_3LE; do
    play $format 120000
    record $format sound --duration '0.5 s'
    kill $player
    wait $player
done

# the rest with 16 bits, of which the buffer holds a minute
play S16_LE 480000
record S16_LE sound --duration '0.5 s'
record offrate sound_offrate --duration '0.2 s'
record norate sound_norate --duration '0.2 s'
record noinput sound_noinput --duration '0.2 s'

# stopped for longer than the card's buffer lasts
record gap sound --duration '3 s' &
job=$!
recording gap
pid=$(pidof skitter-daq)
kill -STOP $pid
sleep 5
kill -CONT $pid
wait $job

# pulled out: the kernel waits until all who have it open have let go
record gone sound &
job=$!
recording gone
echo snd_aloop.0 >/sys/bus/platform/drivers/snd_aloop/unbind &
wait $job

send_out
