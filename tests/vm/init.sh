#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The first process of the guest of comedi.sh: records in every way.
. /prepare.sh
comedi_device

# record NAME RIG OPTION...: the run in /out/NAME, what was said and the exit code beside it
record() {
    name=$1 rig=$2
    shift 2
    skitter-daq record "/rigs/$rig.yaml" --source comedi:/dev/comedi0 --output "/out/$name" "$@" \
        >"/out/$name.said" 2>&1
    echo $? >"/out/$name.code"
}
# the emulated machine is slow to start a program
# more than a header: the run is there before its first frame
recording() { until [ "$(cat "/out/$1/signal.wav" 2>/dev/null | wc -c)" -gt 1000 ]; do sleep 1; done; }

# first, while the card's buffer is small, and by somebody who may not make it larger:
# stopped for longer than it lasts
start-stop-daemon -S -q -c student -x /bin/skitter-daq -- record /rigs/two.yaml --source comedi:/dev/comedi0 \
    --output /out/overflow --duration '4 s' >/out/overflow.said 2>&1 &
started=$!
recording overflow
pid=$(pidof skitter-daq)
kill -STOP $pid
sleep 4
kill -CONT $pid
wait $started
echo $? >/out/overflow.code

skitter-daq list >/out/list.said 2>&1
record two two --duration '2 s'
record skew skew --duration '0.5 s'
record trigger two --duration '0.1 s' --trigger 'other rises 0.5 V' --pre '1 ms'
# 333 us against a period of 2 ms: 6 samples later the place is 2 us earlier, and it takes 1000
# samples to have been everywhere to 2 us
record odd odd --duration '0.4 s'
record many many --duration '0.3 s'
record toofast toofast --duration '0.1 s'
record noinput noinput --duration '0.1 s'
record norange norange --duration '0.1 s'

# asked to stop: what the card holds is read before it is cancelled
skitter-daq record /rigs/two.yaml --source comedi:/dev/comedi0 --output /out/term >/out/term.said 2>&1 &
pid=$!
recording term
sleep 1
kill -TERM $pid
wait $pid
echo $? >/out/term.code

# killed: when, by the clock of run.json
skitter-daq record /rigs/two.yaml --source comedi:/dev/comedi0 --output /out/kill >/out/kill.said 2>&1 &
pid=$!
recording kill
sleep 2
echo | ts %.s >/out/kill.time
kill -KILL $pid
wait $pid

send_out
