#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# skitter-fit: a campaign with a known truth, and what must not be called converged
source "$TOP_SRCDIR/tests/tap.sh"
fit=$TOP_BUILDDIR/skitter-fit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$TOP_BUILDDIR/tests/fit/record" "$work/c" 0 || { tap_not_ok "a campaign is recorded"; tap_end; exit; }
runs=("$work"/c/run-*)
wishes=(--free 'stiffness,friction,restitution' --own theta1 -p 'theta1+-0.1 deg')

# fits NAME CODE OPTION... : output in NAME.json, text in NAME.out and NAME.err
fits() {
    local name=$1 code=$2
    shift 2
    exits "$code" "$fit" "$@" --output "$work/$name.json" >"$work/$name.out" 2>"$work/$name.err" ||
        { cat "$work/$name.err"; return 1; }
}
# value FILE NAME: of a parameter of a rig file
value() { sed -n "s/^ *$2: *\([-0-9.e]*\).*/\1/p" "$1" | head -1; }

finds_the_truth() {
    fits good 0 "$work/c/start.yaml" "${runs[@]}" "${wishes[@]}" --starts 3 --threads 2 \
        --rig "$work/fitted.yaml" || return
    cat "$work/good.out"
    grep -q '^converged' "$work/good.out" || return
    local name
    for name in stiffness friction restitution; do # to 0.5 %; the starts were off by up to 30 %
        awk -v a="$(value "$work/fitted.yaml" $name)" -v b="$(value "$work/c/truth.yaml" $name)" \
            'BEGIN { exit !(a > 0 && b > 0 && a/b > 0.995 && a/b < 1.005) }' || return
    done
}
# suggests 'NAME WORD|...' RUN...: begins of what --suggest says of each
suggests() {
    local wants=$1 want
    shift
    exits 0 "$fit" "$work/c/truth.yaml" "$@" --suggest >"$work/suggested" || return
    cat "$work/suggested"
    while IFS= read -r -d '|' want; do
        grep -Eq "^${want% *},.*\"${want#* }:" "$work/suggested" || { echo "no: $want"; return 1; }
    done <<<"$wants|"
    grep -q '^mass,0.12,kg,,"held' "$work/suggested"
}
fits_by_itself() { # the truth is the start: two runs are enough to see what is free
    fits itself 0 "$work/c/truth.yaml" "${runs[0]}" "${runs[3]}" --starts 1 || return
    cat "$work/itself.out" "$work/itself.err"
    grep -q 'free: friction,restitution,stiffness' "$work/itself.err" &&
        grep -q 'taken as exact: .*mass.*theta1' "$work/itself.err"
}
same_bytes() {
    fits again 0 "$work/c/start.yaml" "${runs[@]}" "${wishes[@]}" --starts 3 --threads 1 &&
        cmp "$work/good.json" "$work/again.json"
}
overwrites_nothing() {
    local before
    before=$(sha256sum "$work/good.json")
    fits good 2 "$work/c/start.yaml" "${runs[0]}" --free stiffness
    [ "$before" = "$(sha256sum "$work/good.json")" ]
}
# drawn NAME TEXT...: looks.svg, which was told, has these
drawn() {
    grep -q "written: .*$1.json, .*looks.svg" "$work/$1.err" || return
    shift
    local text
    for text; do grep -q ">$text" "$work/looks.svg" || { echo "no: $text"; return 1; }; done
}
# refused NAME CODE TEXT OPTION...: that exit code, that text in the message, nothing converged
refused() {
    local name=$1 code=$2 text=$3
    shift 3
    fits "$name" "$code" "$@" || return
    cat "$work/$name.err"
    grep -q "$text" "$work/$name.err" || return
    if [ -f "$work/$name.json" ]; then grep -q '"converged": false' "$work/$name.json" &&
        grep -q '"results": \[\]' "$work/$name.json"; fi
}
# unexplained NAME OPTION...: a result and exit code 0, marked, with what to look at
unexplained() {
    local name=$1
    shift
    fits "$name" 0 "$@" || return
    cat "$work/$name.out"
    grep -q 'data explained: NO' "$work/$name.out" && grep -q '^suspect: ' "$work/$name.out" &&
        grep -q 'NOT EXPLAINED' "$work/$name.json"
}
explained() {
    local name=$1
    shift
    fits "$name" 0 "$@" || return
    cat "$work/$name.out"
    grep -q 'data explained: yes' "$work/$name.out" && grep -q '"name": "mass"' "$work/$name.json"
}
# a start that takes long, ended when it has worked for a while; the shell has its jobs ignore SIGINT, which is heeded
worked() { [ ! -e "/proc/$1" ] || [ "$(awk '{ print $14 + $15 }' "/proc/$1/stat")" -ge $(($(getconf CLK_TCK) / 2)) ]; }
interrupted() {
    env --default-signal=INT "$fit" "$work/c/start.yaml" "${runs[@]}" "${wishes[@]}" --starts 500 --threads 1 \
        --output "$work/stop.json" >"$work/stop.out" 2>"$work/stop.err" &
    local pid=$!
    await worked "$pid"
    kill -INT "$pid"
    wait "$pid"
    local code=$?
    cat "$work/stop.err"
    [ "$code" -eq 1 ] && grep -q '"interrupted": true' "$work/stop.json" &&
        grep -q '"converged": false' "$work/stop.json"
}

check "finds the truth from starts that are 30 % off" finds_the_truth
check "the same bytes from another number of threads" same_bytes
check "existing output is kept" overwrites_nothing
check "damping and friction of a sliding run" fits profile 0 "$work/c/truth.yaml" "${runs[3]}" \
    --free damping,friction --own theta1 -p 'theta1+-0.1 deg' --starts 1 --profile damping --figure "$work/looks.svg"
check "... do not determine the damping, and it says so" grep -q 'do not determine it' "$work/profile.out"
check "... and draws it" drawn profile 'damping (N m s/rad)' 'friction coefficient' 'linear uncertainty' 'profile likelihood'
check "nothing to draw" refused plain 2 'give one of them' "$work/c/truth.yaml" "${runs[3]}" --free friction --figure "$work/none.svg"
check "what the runs do not determine" refused sticks 1 'do not determine stiffness' \
    "$work/c/truth.yaml" "${runs[2]}" --free stiffness --starts 1
check "links of the wrong length" refused wrong 1 'no usable value' \
    "$work/c/truth.yaml" "${runs[0]}" "${runs[1]}" "${wishes[@]}" --set 'length=0.235 m' --starts 1
check "links a little too heavy" unexplained heavy \
    "$work/c/truth.yaml" "${runs[0]}" "${runs[1]}" --free restitution --set 'mass=0.121 kg' --starts 1
# impacts that end in stick say nothing of friction: the fourth run, which slides, does
check "... that may be so: explained" explained light \
    "$work/c/truth.yaml" "${runs[0]}" "${runs[1]}" "${runs[3]}" "${wishes[@]}" --set 'mass=0.121(1) kg' --starts 1
check "a run can be left out" fits without 0 "$work/c/start.yaml" "${runs[@]}" "${wishes[@]}" --starts 1 \
    --leave-out "${runs[3]}"
check "... and is" [ "$(grep -c '"run": ".*run-4"' "$work/without.json")" = 0 ]
check "leaving out what is not there" refused absent 2 'not among the runs' "$work/c/start.yaml" \
    "${runs[0]}" --free stiffness --leave-out "${runs[1]}"
check "a run that is given twice" refused twice 2 'is given twice' "$work/c/start.yaml" \
    "${runs[0]}" "${runs[0]}/" --free stiffness
check "all starts fail" refused failing 1 'starts failed' \
    "$work/c/truth.yaml" "${runs[0]}" --free height --set 'height=0.5 m' \
    --bounds 'height=0.45 m..0.6 m' --starts 2
check "a run of another model" refused model 2 'was recorded with a two-link' \
    "$TOP_SRCDIR/data/painleve-rod.yaml" "${runs[0]}" --free friction
check "a run that is not there" refused none 2 "$work/none" "$work/c/truth.yaml" "$work/none" --free friction
# run 3 sticks all along, run 4 slides: no impact, so that nothing tells the restitution
check "what runs without an impact determine" suggests 'friction free|restitution held' \
    "${runs[2]}" "${runs[3]}"
check "... and with impacts" suggests 'friction free|restitution free|stiffness free' "${runs[@]}"
check "without options just that is fitted" fits_by_itself
# laws of contact: impacts tell those of impact, runs without one do not
told=("${runs[@]:0:2}" --free restitution --starts 1)
tells() {
    exits 0 "$fit" "$work/c/truth.yaml" "${told[@]}" --compare stronge,poisson -g "$work/laws.svg" \
        -o "$work/laws.json" >"$work/laws.csv" || return
    cat "$work/laws.csv"
    grep -q '^poisson,1,0.0,0.0,0.0,,"chosen"' "$work/laws.csv" && grep -q '"told": true' "$work/laws.json" &&
        grep -q stronge "$work/laws.svg"
}
# laws CODE TEXT ARGUMENT...
laws() {
    local code=$1 text=$2
    shift 2
    exits "$code" "$fit" "$work/c/truth.yaml" "$@" 2>"$work/laws.err" || return
    cat "$work/laws.err"
    grep -q "$text" "$work/laws.err"
}
check "impacts tell the law of impact" tells
check "... and nothing else does" laws 1 'cannot tell .* from' "${runs[2]}" "${runs[3]}" --free friction --starts 1 \
    --compare poisson,stronge
check "what is no law" laws 2 'did you mean stribeck' "${told[@]}" --compare poisson,stribek
check "one law alone" laws 2 'two laws or more' "${told[@]}" --compare poisson
check "laws and a rig for one of them" laws 2 'for one' "${told[@]}" --compare poisson,stronge --rig "$work/new.yaml"
check "no run" exits 2 "$fit" "$work/c/truth.yaml"
check "Ctrl-C gives the best so far" interrupted
tap_end
