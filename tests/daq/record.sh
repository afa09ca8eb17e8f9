#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# skitter-daq record and list: what a person types, what is on disk then, exit codes
source "$TOP_SRCDIR/tests/tap.sh"
work=$(mktemp -d)
mounted=no
cleanup() {
    [ "$mounted" = no ] || umount "$work/small"
    rm -rf "$work"
}
trap cleanup EXIT
cd "$work" || exit 1
daq=$TOP_BUILDDIR/skitter-daq
facts=$TOP_BUILDDIR/tests/daq/facts
zhao=$TOP_SRCDIR/data/zhao-2008.yaml
pendulum=$TOP_SRCDIR/data/zhao-2008-pendulum.yaml
counter=$TOP_SRCDIR/tests/daq/counter.yaml

# fact RUN KEY: the value; is RUN KEY VALUE
fact() { "$facts" "$1" | sed -n "s/^$2 //p"; }
is() { "$facts" "$1"; [ "$(fact "$1" "$2")" = "$3" ]; }
# refused SAYS COMMAND...: exit code 2, a message, and nothing written
refused() {
    local says=$1 before output code
    shift
    before=$(find . | sort)
    output=$(timeout 600 "$@" 2>&1)
    code=$?
    echo "$output"
    [ $code -eq 2 ] || { echo "exit code $code instead of 2"; return 1; }
    [[ $output == *"$says"* ]] || { echo "does not say: $says"; return 1; }
    [ "$before" = "$(find . | sort)" ] || { echo "something was written"; return 1; }
}
in_order() { "$facts" "$1" counter | tee /dev/stderr | grep -q " jumps 0$"; }

check "list shows the sources" sh -c '"$1" list | grep -q "rig:RIG.yaml"' sh "$daq"
check "list --json" sh -c '"$1" list --json | grep -q "\"name\": \"file\""' sh "$daq"

# ---- the simulated rig
check "a swing of the pendulum" exits 0 "$daq" record "$pendulum" -s rig: -o swing -d '10 s' --fast --quiet
check "... is all there" is swing frames 100000
# Zhao 2008 (22); at 8 degrees the weight's part, 8 % of the stiffness, changes it by 0.01 %
swing_period() {
    "$facts" swing | sed -n 's/^channel 0 .* period \(.*\)/\1/p' | tee /dev/stderr |
        awk '{ d = $1 * 4.6 - 1; exit !(d > -0.002 && d < 0.002) }'
}
check "... at 4.6 Hz" swing_period
check "a campaign of three runs with a trigger" exits 0 "$daq" record "$zhao" -s rig: -o runs -n 3 \
    -t 'rail < -50 mm/s' -d '0.5 s' --fast --quiet
for run in 001 002 003; do
    check "run $run: 0.2 s before the trigger and 0.5 s after" is runs/$run frames 7000
done
check "... the rail starts just at the trigger" sh -c \
    '"$1" runs/002 | awk "/^trigger/ { exit !(\$2 == 2000 && \$3 > -0.05 && \$4 < -0.4) }"' sh "$facts"
check "the same command gives the same signal" sh -c '
    "$1" record "$2" -s rig: -o same -t "rail < -50 mm/s" -d "0.5 s" --fast --quiet &&
    cmp same/signal.wav runs/001/signal.wav && ! cmp -s same/signal.wav runs/002/signal.wav' sh "$daq" "$zhao"
check "--set changes the rig" sh -c '
    "$1" record "$2" -s rig: -o set --set belt_speed="-0.3 m/s" -d "0.5 s" --fast --quiet &&
    "$3" set | awk "/^channel 0/ { exit !(\$7 > -0.33 && \$7 < -0.28) }"' sh "$daq" "$zhao" "$facts"
check "--json" sh -c '"$1" record "$2" -s rig: -o json -d "0.1 s" --fast --json |
    grep -q "\"run\":\"json\",\"frames\":1000,\"period\":.1,10000.,\"gaps\":0"' sh "$daq" "$zhao"
check "--note and --format flac" sh -c '"$1" record "$2" -s rig: -o flac -d "0.1 s" --fast -q --format flac --note "a note" &&
    test -s flac/signal.flac && grep -q "\"note\": \"a note\"" flac/run.json' sh "$daq" "$zhao"
check "a flat channel is told" sh -c '"$1" record "$2" -s rig: -o flat -d "0.1 s" --fast 2>&1 |
    grep -q "channel other: flat"' sh "$daq" "$counter"
sed 's/1000 mm\/s\/V/10 mm\/s\/V/' "$zhao" >narrow.yaml
check "clipping is told" sh -c '"$1" record narrow.yaml -s rig: -o clipped -d "1 s" --fast 2>&1 |
    grep -q "channel tip_t: [0-9]* of 10000 samples are clipped"' sh "$daq"

# ---- replay
check "a run is replayed bit for bit" sh -c '"$1" record "$2" -s file:runs/001 -o replay --fast -q &&
    cmp replay/signal.wav runs/001/signal.wav' sh "$daq" "$zhao"

# ---- wrong usage
check "an existing directory" refused "exists" "$daq" record "$zhao" -s rig: -o swing -d '1 s' --fast
check "a wrong trigger" refused "no channel 'tipt'; did you mean tip_t?" \
    "$daq" record "$zhao" -s rig: -o new -t 'tipt > 1 m/s' --fast
check "a trigger in the wrong unit" refused "kg" "$daq" record "$zhao" -s rig: -o new -t 'tip_t > 1 kg'
check "a wrong trigger of a campaign" refused "no channel" "$daq" record "$zhao" -s rig: -o new -n 2 -d '1 s' -t 'x > 1 m/s'
check "an unknown source" refused "did you mean rig?" "$daq" record "$zhao" -s rigs: -o new
check "a source that is not there" refused "none.yaml" "$daq" record "$zhao" -s rig:none.yaml -o new
check "a device that is not there" refused "$("$daq" list | grep -q '^  comedi:' && echo 'skitter-daq list shows' || echo 'without Comedi')" \
    "$daq" record "$zhao" -s comedi:/dev/none -o new
check "no source" refused "--source is missing" "$daq" record "$zhao" -o new
check "no directory" refused "--output is missing" "$daq" record "$zhao" -s rig:
check "standard output is no run" refused "a run is a directory" "$daq" record "$zhao" -s rig: -o - -d '1 s' --fast
check "a length of nothing" refused "leave it out to record until it is stopped" "$daq" record "$zhao" -s rig: -o none -d '0 s' --fast
check "a source by its place alone" refused "$("$daq" list | grep -q '^  comedi:' && echo 'did you mean comedi:/dev/comedi0?')" "$daq" record "$zhao" -s /dev/comedi0 -o none -d '1 s'
check "a directory in a file" refused "cannot be made" "$daq" record "$zhao" -s rig: -o narrow.yaml/place -d '1 s' --fast
check "a trigger beyond the range" refused "beyond the range of channel tip_t" \
    "$daq" record "$zhao" -s rig: -o new -t 'tip_t > 20 km/s'
check "directories that are missing are made" exits 0 "$daq" record "$zhao" -s rig: -o no/such/place -d '0.1 s' --fast -q
# the run is there as soon as it waits for its trigger, and gone when that never came
armed() {
    "$daq" record "$zhao" -s rig: -o armed -t 'tip_t > 9.9 m/s' -q &
    local pid=$! made=no
    await eval '[ -s armed/run.json ] || [ ! -e /proc/$pid ]'
    [ ! -s armed/run.json ] || made=yes
    kill -INT $pid
    wait $pid
    [ $? -eq 1 ] && [ $made = yes ] && [ ! -e armed ]
}
check "a run that waits has its directory; one that never fires leaves none" armed
check "a campaign goes on with the next number" sh -c '"$1" record "$2" -s rig: -o runs -n 2 -d "0.1 s" --fast -q &&
    test -d runs/004 && test -d runs/005 && ! test -e runs/006' sh "$daq" "$zhao"
check "a run is no campaign" refused "is a run" "$daq" record "$zhao" -s rig: -o swing -n 2 -d '0.1 s' --fast
check "--repeat without --duration" refused "--repeat needs --duration" "$daq" record "$zhao" -s rig: -o new -n 2
check "a time without end" refused "1e9 s" "$daq" record "$zhao" -s rig: -o new -t 'tip_t > 1 m/s' -p '1e300 s'
check "a duration without end" refused "1e9 s" "$daq" record "$zhao" -s rig: -o new -d '1e300 s'
check "a negative time" refused "no run is that short" "$daq" record "$zhao" -s rig: -o new -d '-1 s'

# ---- ends
# has it recorded something? One that has ended will not
records() { [ ! -e "/proc/$pid" ] || [ "$(stat -c %s "$1/signal.wav" 2>/dev/null || echo 0)" -gt 4000 ]; }
# stop SIGNAL RUN OPTION...: sends it when something has been recorded; the exit code
stop() {
    local signal=$1 run=$2 pid
    shift 2
    "$daq" record "$counter" -s test: -o "$run" "$@" >/dev/null 2>"$run.said" &
    pid=$!
    await records "$run"
    kill -"$signal" $pid
    wait $pid
}
check "SIGTERM before the end: failed" exits 1 stop TERM term -d '60 s'
check "... the run is closed and says why" is term why "stopped by SIGTERM"
check "... as interrupted" is term state interrupted
check "... and in order" in_order term
check "SIGHUP without a length: done" exits 0 stop HUP hup
check "... the run is complete" is hup state complete
kills() {
    local i
    for i in 1 2 3 4 5; do
        "$daq" record "$counter" -s test: -o kill$i -q &
        sleep 0.$((RANDOM % 5 + 3))$((RANDOM % 10))
        kill -KILL $!
        wait $! 2>/dev/null
        [ -d kill$i ] || continue
        in_order kill$i || return
    done
}
check "SIGKILL at random: every run is readable and in order" kills

# ---- descriptors: what is said never gets into the run
closed() {
    "$daq" record "$zhao" -s rig: -o "closed$1" -d '0.1 s' --fast --set belt_speed='-0.3 m/s' 2>&- >&- <&-
    cmp "closed$1/signal.wav" set01/signal.wav
}
"$daq" record "$zhao" -s rig: -o set01 -d '0.1 s' --fast -q --set belt_speed='-0.3 m/s' >/dev/null
check "closed descriptors: the same signal" closed 1

# ---- --duration with gaps: frames, or time. Stopped for a second, the ring of 0.3 s overflows; a
# machine that is too busy to stop it in time gets longer for it
without=()
stopped() { # stopped SECONDS RUN OPTION...
    local duration="$1 s" run=$2 pid
    shift 2
    rm -rf "$run"
    "${without[@]}" "$daq" record "$counter" -s test: -o "$run" --buffer '0.3 s' -d "$duration" "$@" >"$run.out" 2>"$run.said" &
    pid=$!
    await records "$run"
    kill -STOP $pid
    sleep 1
    kill -CONT $pid
    wait $pid
    echo $? >"$run.code"
    [ "$(cat "$run.code")" -ne 0 ]
}
for length in 2 20 200; do stopped $length frames && stopped $length clock --by-clock && break; done
says() { cat "$1"; grep -qF -- "$2" "$1"; }
check "gaps: exit code 3" test "$(cat frames.code) $(cat clock.code)" = '3 3'
check "... --duration counts frames" is frames frames $((length * 10000))
check "... and says that it took longer" says frames.said "--duration was counted in frames"
check "... --by-clock counts those that were lost" test $(($(fact clock frames) + $(fact clock lost))) -eq $((length * 10000))
check "... and says that there are fewer" says clock.said "--duration was counted by the clock"
check "... the time is told" says frames.out "s of signal in"

# the loss is told while the signal is open, which would have the descriptor of that talk
without=(sh -c 'exec "$@" >&- 2>&-' sh)
for length in 2 20 200; do stopped $length silent && break; done
gaps_alone() { "$facts" silent counter | tee /dev/stderr | grep -q " jumps $(fact silent gaps)$" && [ "$(fact silent gaps)" -gt 0 ]; }
check "gaps with closed descriptors: nothing but samples is in the signal" gaps_alone

# who reads its talk has gone away when a loss is told. It ends as ever: with gaps
mkfifo talk
without=(sh -c 'exec 9<>talk 2>talk 9<&-; exec "$@"' sh)
for length in 2 20 200; do stopped $length deserted && break; done
check "a reader of its talk that goes away ends no recording" test "$(cat deserted.code)" = 3
check "... and all of it is there" eval 'is deserted state complete && is deserted frames $((length * 10000))'

# ---- disk and speed
check "real time at 20 MS/s: nothing is lost" sh -c '
    sed "s/rate: 10 kHz/rate: 10 MHz/" "$2" >fast.yaml &&
    "$1" record fast.yaml -s test: -o fast -d "0.2 s" -q &&
    "$3" fast counter | tee /dev/stderr | grep -q "last 1999999 jumps 0"' sh "$daq" "$counter" "$facts"
rm -rf fast
mkdir small
if mount -t tmpfs -o size=2m tmpfs small 2>/dev/null; then
    mounted=yes
    check "no room for the length: failed at once" exits 1 "$daq" record "$counter" -s test: -o small/run -d '60 s' --fast
    check "... and nothing is made" test ! -e small/run
    check "a full disk: failed" exits 1 "$daq" record "$counter" -s test: -o small/run --fast
    check "... the run is closed with what fits" is small/run state interrupted
    check "... says why" sh -c '"$1" small/run | grep -q "^why .*frames"' sh "$facts"
    check "... is in order" in_order small/run
    check "... and holds most of the disk" sh -c 'test "$("$1" small/run | sed -n "s/^frames //p")" -gt 300000' sh "$facts"
else
    tap_skip "a full disk" "a small tmpfs cannot be mounted"
fi
tap_end
