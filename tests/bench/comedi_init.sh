#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# The first process of the guest of comedi.sh: the same recording by comedilib's demo reader
# and by skitter-daq, in turn; a line each: seconds of the processor in five seconds of
# recording, begun when the program has started, and KiB of resident memory.
. /prepare.sh
comedi_device

# used PID: nanoseconds of all its threads
used() { cat /proc/$1/task/*/schedstat | awk '{ s += $1 } END { print s }'; }

# measure NAME PROGRAM OPTION...: until it has recorded for about 8 s
measure() {
    name=$1
    shift
    "$@" >/out/text 2>"/out/$name.said" &
    pid=$!
    sleep 3
    before=$(used $pid)
    sleep 5
    after=$(used $pid)
    echo "$before $after $(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' /proc/$pid/status)" |
        awk '{ print ($2 - $1) * 1e-9, $3 }' >>"/out/$name.usage"
    kill $pid
    wait $pid
}

for run in 1 2 3 4 5 6 7; do
    measure demo cmd -F 10000 -n 3 -r 0 -N 1000000
    measure skitter skitter-daq record /rigs/three.yaml --source comedi:/dev/comedi0 --output "/out/run$run" --quiet
done
rm /out/text
send_out
