#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# skitter-plan as a person meets it: what it writes, and its words for what cannot be
source "$TOP_SRCDIR/tests/tap.sh"
work=$(mktemp -d) && cd "$work" || exit 1
trap 'rm -rf "$work"' EXIT
source "$TOP_SRCDIR/tests/plan/rig.sh"

plan=(skitter-plan rig.yaml --goal "$goal" --vary theta1=28deg:33deg:4 --vary belt_speed=-0.5:-0.1m/s:4
    --runs 2 --duration '0.2 s' --ensemble 6 "${known[@]}")
says() { # says WORDS CODE COMMAND...: that exit code, and these words on standard error
    local words=$1 code=$2
    shift 2
    exits "$code" "$@" 2>said >out || { cat said; return 1; }
    grep -qF -- "$words" said || { cat said; return 1; }
}
check "a plan, with a file and a figure" "${plan[@]}" -o plan.json -g plan.svg
rows() { [ "$("${plan[@]}" -q | grep -c '^[0-9]')" -eq 2 ] && [ "$("${plan[@]}" -q | grep -c "^# skitter daq record .*--set 'theta1=.* deg'")" -eq 2 ]; }
check "a row and a line for each run" rows
figure() { grep -q '>proposed<' plan.svg && grep -q 'times the least' plan.svg; }
check "the figure has its legend" figure
same_bytes() { "${plan[@]}" -q --json -j 1 >one && "${plan[@]}" -q --json -j 3 >three && cmp one three && cmp one plan.json; }
check "the same bytes for any number of threads, in a pipe and in the file" same_bytes
record_line() { # the line records as it stands
    local line
    line=$("${plan[@]}" -q | sed -n 's/^# skitter daq/skitter-daq/p' | head -1)
    eval "$line --source rig: --fast --duration '0.32 s' --quiet" >/dev/null && [ -e run-1/run.json ]
}
check "the line for the recorder records" record_line
next() { # a report shows the plan, and refuses what is none
    skitter-report rig.yaml run-1 --plan plan.json -o next.html --quiet >/dev/null &&
        grep -q 'What to record next' next.html && [ "$(grep -c 'skitter daq record rig.yaml --set' next.html)" -eq 2 ] &&
        says 'is no plan' 2 skitter-report rig.yaml run-1 --plan run-1/run.json -o other.html
}
check "the report says what to record next" next
check "what exists is not overwritten" says "plan.json" 2 "${plan[@]}" -q -o plan.json
more_noise() { # ten times the noise: the velocities tell ten times less, impact times a little less
    local a b
    a=$("${plan[@]}" -q --runs 1 --criterion c | awk -F, '/^1,/ { print $(NF - 2) }')
    b=$("${plan[@]}" -q --runs 1 --criterion c --noise '10 mm/s' | awk -F, '/^1,/ { print $(NF - 2) }')
    awk -v a="$a" -v b="$b" 'BEGIN { print a, b; exit !(b > 2 * a) }'
}
check "more noise, less sure" more_noise
compare() { "${plan[@]}" -q --compare | grep -q 'without tip_n' && "${plan[@]}" -q --compare | grep -q '0.4 s of motion'; }
check "--compare: without a vibrometer, and for longer" compare
fewer() { # a channel less never tells more
    "${plan[@]}" -q --compare | awk -F, '/as planned/ { for (i = 2; i <= NF; i++) u[i] = $i } /without/ { for (i = 2; i <= NF; i++) if ($i < u[i]) bad = 1; n++ } END { exit bad || n != 2 }'
}
check "without a channel nothing is surer" fewer

check "a goal that is no parameter: the nearest name" says 'did you mean stiffness?' 2 "${plan[@]}" --goal stifness
check "a goal that is varied" says 'is in --goal and in --vary' 2 "${plan[@]}" --goal theta1
check "no goal" says 'what are the runs to find?' 2 skitter-plan rig.yaml --vary theta1=28deg:33deg
check "nothing varied" says 'nothing can be varied' 2 skitter-plan rig.yaml --goal friction
check "an empty range" says 'theta1' 2 skitter-plan rig.yaml --goal friction --vary theta1=30deg:30deg
check "a name without a range" says 'needs a range' 2 skitter-plan rig.yaml --goal friction --vary theta1
check "a unit of another dimension" says 'theta1' 2 skitter-plan rig.yaml --goal friction --vary theta1=1kg:2kg
sed '/^simulated:/,$d' rig.yaml >silent.yaml
check "a rig without noise" says 'says nothing of the noise' 2 skitter-plan silent.yaml --goal friction --vary theta1=30deg:32deg
check "starts that cannot be reached" says 'no run of this range can be made' 2 \
    skitter-plan rig.yaml --goal friction --vary height=1m:2m:3 --ensemble 2
check "a channel that is not there" says 'has no such channel' 2 "${plan[@]}" --channels tip_x
# without gravity and damping, stiffness and mass scale together
check "what no run determines hides behind something" says 'no run of this range determines stiffness: it hides behind mass' 1 \
    skitter-plan rig.yaml --set 'gravity=0 m/s2' --set 'damping=0 N.m.s/rad' --goal stiffness,mass --vary theta1=20deg:24deg:3 \
    --set 'belt_speed=-0.3 m/s' --duration '0.1 s' --ensemble 1
check "a law that is none" says 'did you mean poisson?' 2 "${plan[@]}" --discriminate poison,stronge
apart() { # each row judged, no wrong decision more often than by a coin, and a line to record each
    "${plan[@]}" -q --goal friction --runs 3 --ensemble 2 --noise '10 mm/s' --duration '0.3 s' --discriminate poisson,stronge >apart.csv || return 1
    awk -F, '/^[0-9]/ { n++; if (!($4 > 0 && $5 >= 0 && $5 <= 0.5 && $6 >= 1)) bad = 1 } /^# skitter daq record/ { lines++ }
        END { exit bad || n < 1 || lines != n }' apart.csv || { cat apart.csv; return 1; }
}
check "two laws told apart" apart
check "friction at rest, where nothing leaves a stick" says 'no run of this range tells static_friction=0.59 from' 1 \
    "${plan[@]}" -q --ensemble 1 --discriminate static_friction=0.59,static_friction=0.65
check "a value that is free too" says 'cannot be free too' 2 "${plan[@]}" --discriminate restitution=0.1,restitution=0.12
check "what --discriminate does not write" says 'are for plans without it' 2 "${plan[@]}" --discriminate poisson,stronge -g other.svg
check "one law" says 'needs two laws' 2 "${plan[@]}" --discriminate poisson
check "what is no plan" says 'is no plan of skitter-plan' 2 skitter-plan --check run-1/run.json plan.json
tap_end
