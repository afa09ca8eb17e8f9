#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# skitter-daq monitor on a terminal of tmux: traces, keys, recording
source "$TOP_SRCDIR/tests/tap.sh"
work=$(mktemp -d)
tmux=(tmux -L "skitter-$$" -f /dev/null)
trap '"${tmux[@]}" kill-server 2>/dev/null; rm -rf "$work"' EXIT
daq=$TOP_BUILDDIR/skitter-daq
zhao=$TOP_SRCDIR/data/zhao-2008.yaml
facts=$TOP_BUILDDIR/tests/daq/facts

check "without a terminal: wrong usage" exits 2 "$daq" monitor "$zhao" -s rig: </dev/null
if ! command -v tmux >/dev/null; then
    tap_skip "the monitor on a terminal" "tmux is not installed"
    tap_end
    exit
fi
screen() { "${tmux[@]}" capture-pane -p; }
alive() { "${tmux[@]}" has-session 2>/dev/null; }
# soon COMMAND...: for as long as there is a screen to look at
soon() {
    if ! await true_or_gone "$@"; then screen; fi
    "$@"
}
true_or_gone() { "$@" || ! alive; }
shown() { screen | grep -qF -- "$1"; }
shows() { soon shown "$1"; }
# braille that is not empty, in several places
drawn() { [ "$(screen | grep -oP '[\x{2801}-\x{28ff}]' | wc -l)" -gt 50 ]; }
# see NAME COMMAND...: a check that makes no sense without a screen, nor do those after it
see() {
    check "$@"
    alive && return
    cat "$work/said" "$work/code" 2>/dev/null | sed 's/^/# /'
    echo "Bail out! the terminal is gone: tmux or the monitor has ended"
    exit 1
}
press() { "${tmux[@]}" send-keys "$@"; }
export LC_ALL=C.UTF-8
mkdir "$work/runs" # it may be there: the runs go on in it
"${tmux[@]}" -u new-session -d -x 100 -y 40 "'$daq' monitor '$zhao' -s rig: -o '$work/runs' \
    -t 'tip_t rises 20 mm/s' -p '10 ms' -d '0.3 s' 2>'$work/said'; echo \$? >'$work/code'"
see "traces are drawn" soon drawn
see "roles and units are shown" shows "tip_n"
see "nothing is lost" shows "0 lost"
see "the window is 2 s" shows "2 s across"
press '<'
see "< halves the time" shows "1 s across"
press '+'
see "+ zooms" shows "zoom"
press '0'
see "0 goes back to its own scale" shows "own scale"
press Space
see "space pauses" shows "paused"
press Space
press f
see "f shows the spectrum" shows "strongest"
see "... up to half the rate" shows "up to 5000 Hz"
press f
see "f again: the traces" shows "own scale"
press t
see "t shows the level of the trigger" shows "trigger at 0.02 m/s"
press a
see "a arms, the trigger fires, the run is recorded" shows "recorded $work/runs/001"
press r
see "r records the next" shows "recorded $work/runs/002"
press q
check "q quits" soon test -f "$work/code"
check "... well" test "$(cat "$work/code")" = 0
check "the armed run has its trigger and length" sh -c '"$1" "$2/runs/001" | awk "
    /^frames/ { n = \$2 } /^trigger/ { t = \$2 } END { exit !(n == t + 3000 && t <= 100) }"' sh "$facts" "$work"
check "the other run has its length" sh -c '"$1" "$2/runs/002" | grep -q "^frames 3000"' sh "$facts" "$work"
check "both are complete" sh -c '"$1" "$2/runs/001" | grep -q "^state complete" && "$1" "$2/runs/002" | grep -q "^state complete"' sh "$facts" "$work"
# a monitor that cannot record says so in words, at 80 columns
"${tmux[@]}" -u new-session -d -x 80 -y 24 "'$daq' monitor '$zhao' -s rig: 2>'$work/said'"
see "without --output: traces" soon drawn
press r
see "r says that nothing is recorded and why" shows \
    "nothing is recorded: the monitor was started without --output"
press t
see "t without a trigger says so" shows "no level to show: the monitor was started without --trigger"
press q
gone() { ! alive; }
check "q ends it" soon gone
: >"$work/file"
"${tmux[@]}" -u new-session -d -x 80 -y 24 \
    "'$daq' monitor '$zhao' -s rig: -o '$work/file/runs' 2>'$work/said'"
see "a directory that cannot be made: traces" soon drawn
press r
see "r says that nothing is recorded" shows "nothing is recorded: "
see "... what is in the way" shows "file/runs"
see "... and the keys are still there" shows "q quit   space pause"
screen | sed 's/^/# /' | tail -6
press q
tap_end
