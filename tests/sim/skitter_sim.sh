#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# skitter-sim: bad input, what it writes, and that it writes the same twice
source "$TOP_SRCDIR/tests/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sim=$TOP_BUILDDIR/skitter-sim
rig=$TOP_SRCDIR/data/zhao-2008.yaml
unset NO_COLOR

# refuses WANTED ARGUMENT...: exit code 2, a message that has WANTED, no file left behind
refuses() {
    local wanted=$1 output code
    shift
    mkdir -p "$work/out"
    output=$("$sim" --output "$work/out/t.csv" --events "$work/out/e.csv" "$@" 2>&1 </dev/null)
    code=$?
    printf '%s\n' "$output"
    [ "$code" -eq 2 ] || { echo "exit code $code instead of 2"; return 1; }
    [[ $output == *"$wanted"* ]] || { echo "does not say: $wanted"; return 1; }
    [ -z "$(ls -A "$work/out")" ] || { ls -A "$work/out"; rm -rf "$work/out"; return 1; }
}

# with_rig EDIT WANTED: as refuses, for the rig after the sed script EDIT
with_rig() {
    sed "$1" "$rig" >"$work/edited.yaml"
    shift
    refuses "$@" "$work/edited.yaml"
}

check "a start below the surface" refuses "penetrates the surface by 0.0095" "$rig" --set theta2=0.1rad
check "a mass of zero" refuses "mass: 0 kg is not positive" "$rig" --set mass=0kg
check "a mass of zero in the rig" with_rig 's/mass: 0.12 kg/mass: 0 kg/' "not positive"
check "e above 1" refuses "restitution: 1.1 is out of range" "$rig" --set restitution=1.1
check "an unknown model" with_rig 's/^model: .*/model: two-lonk/' "two-link"
check "an unknown name to set" refuses "did you mean friction?" "$rig" --set frction=1
check "a name without a value" refuses "friction" "$rig" --set friction
check "a value with a wrong unit" refuses "kg" "$rig" --set length=1kg
check "an unknown sensitivity" refuses "did you mean friction?" "$rig" --sensitivity frction
check "a tolerance of zero" refuses "--rtol must be between" "$rig" --rtol 0
check "a tolerance that is no number" refuses "--rtol" "$rig" --rtol small
check "no duration" refuses "--duration must be positive" "$rig" --duration 0s
check "an unknown contact law" refuses "compliant" "$rig" --contact soft
check "an unknown impact law" refuses "stronge" "$rig" --impact strange
check "static friction below friction" refuses "static_friction" "$rig" --set static_friction=0.1
check "a rig that is not there" refuses "nowhere.yaml" "$work/nowhere.yaml"
check "no rig at all" refuses "RIG"
check "too many sensitivities" refuses "too many" "$rig" --sensitivity "$(seq -s, 33)"

# ---- what no step can follow ends soon, with a reason
too_stiff() { # too_stiff SETTING...
    local output code
    output=$(timeout 600 "$sim" "$rig" "$@" 2>&1 >"$work/events.csv")
    code=$?
    printf '%s\n' "$output"
    [ "$code" -eq 1 ] && [[ $output == *"too stiff at t ="* ]] && grep -q '^0,start' "$work/events.csv"
}
check "an absurd stiffness" too_stiff --set stiffness=1e35N.m/rad
check "an absurd damping" too_stiff --set damping=1e35N.m.s/rad
check "a rod of almost no mass" too_stiff --set mass=1e-30kg

# ---- belts from tables
belt() { printf 't,v\n'; seq 0 0.1 "$1" | sed 's/$/,-0.5/'; }
with_belt() { sed '/^  belt_speed/d' "$rig"; printf 'belt:\n  table: belt.csv\n'; }
with_belt >"$work/belt.yaml"
belt 1 >"$work/belt.csv"
check "a belt table that ends too early" refuses "known from 0 s to 1 s only" "$work/belt.yaml" -d 1.5s
same_as_constant() {
    diff <("$sim" "$work/belt.yaml" -d 0.5s | cut -d, -f2-4) <("$sim" "$rig" -d 0.5s | cut -d, -f2-4)
}
check "a steady belt table is a steady belt" same_as_constant
printf 't,v\n0,1\nx,2\n' >"$work/belt.csv"
check "a belt table with a line that is none" refuses "belt.csv:3" "$work/belt.yaml"
printf 'time,v\n0,1\n' >"$work/belt.csv"
check "a belt table without its header" refuses "belt.csv:1" "$work/belt.yaml"

# ---- columns
events=t,event,from,to,slip_before,normal_before,slip_after,normal_after,impulse_t,impulse_n,energy_before,energy_after,normal_work,friction_heat
trajectory=t,theta1,theta2,theta1_dot,theta2_dot,tip_t,tip_n,slip,gap,force_t,force_n,mode
head_is() { [ "$(head -n 1 "$1")" = "$2" ] || { head -n 1 "$1"; return 1; }; }
check "a run with files" "$sim" "$rig" -d 0.3s -r 1kHz -o "$work/t.csv" -e "$work/e.csv"
check "columns of the events" head_is "$work/e.csv" "$events"
check "columns of the trajectory" head_is "$work/t.csv" "$trajectory"
check "a sample for each millisecond" test "$(wc -l <"$work/t.csv")" -eq 302
all_in() { # all_in FILE COLUMN WORDS: each value of the column is one of the words
    cut -d, -f"$2" "$1" | tail -n +2 | grep -vxE "$3" && return 1
    return 0
}
check "words of events" all_in "$work/e.csv" 2 \
    'start|takeoff|touchdown|impact|tangential-impact|stick|slip|reverse|graze|settle|jam|tip-over|end'
check "words of modes" all_in "$work/t.csv" 12 'flight|slip\+|slip-|stick'
# 17 digits are enough to give back every double
digits() { cut -d, -f2 "$work/t.csv" | tail -n +2 | tr -d '.-' | sed 's/^0*//' | awk '{ if (length($0) >= 16) n++ } END { exit !(n > 250) }'; }
check "17 digits" digits
check "with sensitivities" "$sim" "$rig" -d 0.1s -r 1kHz -o "$work/s.csv" -e "$work/se.csv" \
    --sensitivity friction,theta1
check "columns of the events' derivatives" head_is "$work/se.csv" \
    "$events,d(t)/d(friction),d(t)/d(theta1)"
by() { printf ',d(theta1)/d(%s),d(theta2)/d(%s),d(theta1_dot)/d(%s),d(theta2_dot)/d(%s)' "$1" "$1" "$1" "$1"; }
check "columns of the trajectory's derivatives" head_is "$work/s.csv" "$trajectory$(by friction)$(by theta1)"
chain_columns() {
    "$sim" "$TOP_SRCDIR/data/chain.yaml" -d 0.01s -o "$work/c.csv" -e "$work/ce.csv" &&
        head_is "$work/c.csv" "t,theta1,theta2,theta3,theta1_dot,theta2_dot,theta3_dot,${trajectory#*theta2_dot,}"
}
check "columns of a chain of three" chain_columns
check "events on standard output" head_is <("$sim" "$rig" -d 0.01s) "$events"

# ---- JSON
json_parses() {
    "$sim" "$rig" -d 0.1s --json --sensitivity friction >"$work/j.json" || return
    [ "$(head -c 1 "$work/j.json")" = "{" ] || return
    command -v python3 >/dev/null || return 0
    python3 - "$work/j.json" <<'END'
import json, sys
j = json.load(open(sys.argv[1]))
assert j["model"] == "two-link" and j["derivatives_by"] == ["friction"], j
assert [e["event"] for e in j["events"]] == ["start", "tangential-impact", "impact", "end"], j
assert all(len(e["state"]) == len(j["states"]) == 4 for e in j["events"])
assert all(len(e["time_derivatives"]) == 1 for e in j["events"])
END
}
check "--json can be read" json_parses

# ---- files
# ---- the picture
check "a picture of the motion" exits 0 "$sim" "$rig" --set 'theta1=21 deg' -d 0.1s -q -e "$work/pictured.csv" -g "$work/motion.svg"
for text in "velocity of the tip" "contact force" "flight" "slip" "stick"; do
    check "it shows: $text" grep -q "$text" "$work/motion.svg"
done
check "a picture of no known kind is refused before the work" exits 2 "$sim" "$rig" -d 0.1s -g "$work/motion.xyz"
check "and one that exists" exits 2 "$sim" "$rig" -d 0.1s -g "$work/motion.svg"

check "existing output is kept" exits 2 "$sim" "$rig" -d 0.1s -o "$work/t.csv" -e "$work/new.csv"
check "and nothing else is written" test ! -e "$work/new.csv"
check "and it is still the old one" test "$(wc -l <"$work/t.csv")" -eq 302
check "--force overwrites it" "$sim" "$rig" -d 0.1s -r 1kHz -o "$work/t.csv" -e "$work/new.csv" --force
check "with the new one" test "$(wc -l <"$work/t.csv")" -eq 102

twice() {
    "$sim" "$rig" -d 0.5s --sensitivity mass -o "$work/1.csv" -e "$work/1e.csv" &&
        "$sim" "$rig" -d 0.5s --sensitivity mass -o "$work/2.csv" -e "$work/2e.csv" &&
        cmp "$work/1.csv" "$work/2.csv" && cmp "$work/1e.csv" "$work/2e.csv"
}
check "the same bytes twice" twice

# ---- a motion that cannot be followed to its end: accelerations overflow once the
# tangential impact is over, since no mechanism of ours has a singular mass matrix
midway() {
    local output
    output=$("$sim" "$rig" --set gravity=1e300m/s2 -d 1s -o "$work/m.csv" -e "$work/me.csv" 2>&1)
    [ $? -eq 1 ] || { echo "wrong exit code: $output"; return 1; }
    [[ $output == *"cannot be continued at t = "* ]] || { echo "$output"; return 1; }
    [ -e "$work/m.csv" ] && head_is "$work/m.csv" "$trajectory" && grep -q ',tangential-impact,' "$work/me.csv"
}
check "a run that fails midway keeps what it has, and says so" midway

# ---- derivatives that end are told
told() {
    local output
    output=$("$sim" "$TOP_SRCDIR/data/or-2012.yaml" --set friction=0.53 --set theta=-27.8deg \
        --sensitivity friction -e "$work/jam.csv" 2>&1) || return
    [[ $output == *"derivatives end at t = 0.12797"*jam* ]] || { echo "$output"; return 1; }
    grep -q '^0.127.*,jam,.*,-\?nan$' "$work/jam.csv"
}
check "derivatives that end are told" told
# remarks on standard error, which --quiet keeps to itself
in_line=("$TOP_SRCDIR/data/liu-2007-case5.yaml" --set height=1.8421219880057702m --set theta1=0.4rad
    --set theta2=0.400001rad --set theta1_dot=-1rad/s --set theta2_dot=-1rad/s -d 0.1s)
remarks() { # remarks WANTED ARGUMENT...
    local wanted=$1
    shift
    "$sim" "$@" 2>&1 >/dev/null | grep -q -- "$wanted" && [ -z "$("$sim" -q "$@" 2>&1 >/dev/null)" ]
}
check "a warning of a nearly singular Q" remarks "nearly singular contact (det Q" "${in_line[@]}"
check "a remark on the floor" remarks "the rod's end meets the surface" \
    "$TOP_SRCDIR/data/or-2012.yaml" --set friction=0.1 --set slope=5deg
check "a remark on friction that drives" remarks "friction has driven 1 impact" \
    "$TOP_SRCDIR/data/painleve-rod.yaml" --impact poisson --set restitution=1
# Or 2012 (26): mu_c = 0.5071141030790478; a millionth below it no motion jams, a millionth above it
# those do that come close to A = 0 (at -0.34872 rad) with a large force
near_a_jam() { # near_a_jam EVENT FRICTION THETA RTOL
    "$sim" "$TOP_SRCDIR/data/or-2012.yaml" -q -d 0.05s --rtol "$4" --set friction="$2" \
        --set slider_length=100m --set theta="$3rad" --set theta_dot=3.41156rad/s \
        --set x_dot=50m/s | sed -n 3p | grep -q ",$1,"
}
for rtol in 1e-7 1e-10 1e-13; do
    check "a millionth below mu_c, rtol $rtol" near_a_jam tip-over 0.5071135959649448 \
        -0.34871888742579676 "$rtol"
    check "a millionth above mu_c, rtol $rtol" near_a_jam jam 0.5071146101931508 \
        -0.3487201719364539 "$rtol"
done
# a box on its corner: bounces of 0.1 mm/s grow, where contact would hold too (tests/sim/degenerate_events)
check "a remark on reverse chatter" remarks "reverse chatter: from" \
    "$TOP_SRCDIR/data/painleve-box.yaml" --impact poisson --set restitution=0.95 \
    --set friction=1.5 --set x_dot=0m/s --set y_dot=0.1mm/s --set slope=30deg --set phi=5deg -d 0.2s
# slip that runs through A = B = 0 with a force and comes into M3, 8.68 us after its start
m3=("$TOP_SRCDIR/data/zhao-2008.yaml" --impact newton --set friction=1.0620077211862622
    --set restitution=0 --set gravity=9.81m/s2 --set belt_speed=-1.2827118774875998m/s
    --set mass=0.066213395231659075kg --set length=0.093384914916124259m
    --set height=0.53767181373454809m --set stiffness=0.025639241493668904N.m/rad
    --set damping=0.82424977002506161N.m.s/rad --set rest_angle=-1.2399561845578684rad
    --set mass2=0.39288586047112095kg --set length2=0.89068896624486271m
    --set damping2=0.013944174407762399N.m.s/rad --set theta1=-1.9702202406262432rad
    --set theta2=0.87051669996393521rad --set theta1_dot=-0.60357404041524754rad/s
    --set theta2_dot=-0.076244017896637442rad/s -d 10ms)
takes_off() { # takes_off FROM TO ARGUMENT...: the first take-off is between these times (s)
    local from=$1 to=$2
    shift 2
    "$sim" "${m3[@]}" "$@" | awk -F, -v from="$from" -v to="$to" \
        '$2 == "takeoff" { within = $1 > from && $1 < to; exit } END { exit !within }'
}
# A there is 9.27e-6 and falls by 1.07 a second (tests/sim/random --seed 1000000001008)
for rtol in 1e-7 1e-9 1e-11 1e-13; do
    check "M3: slip lets go at A = 0, rtol $rtol" takes_off 8.67e-6 8.69e-6 \
        --indeterminate lift --rtol "$rtol"
    check "M3: slip goes on, rtol $rtol" takes_off 1e-4 1e-2 --rtol "$rtol"
done
tap_end
