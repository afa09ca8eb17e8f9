#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A block on a belt whose friction falls with the speed of slip: its Hopf point and its stick-slip
# against closed forms
source "$TOP_SRCDIR/tests/tap.sh"
orbit=$TOP_BUILDDIR/skitter-orbit
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# near VALUE FORMULA SHARE: both are numbers that differ by no more than that share
near() { awk -v a="$1" -v b="$2" -v s="$3" 'BEGIN { print a, b; d = a - b; exit !(a != "" && (d < 0 ? -d : d) <= s * (b < 0 ? -b : b)) }'; }
calc() { awk "BEGIN { pi = atan2(0, -1); printf \"%.15g\", $1 }"; }

rig() { # rig FRICTION-LAW PARAMETERS...
    cat <<EOF
mechanism:
  title: a block held by a spring and a damper on a belt
  coordinates:
    x: {unit: m, default: 0 m, text: block along the belt}
    y: {unit: m, text: block over the belt}
  bodies:
    - {name: block, joint: free, at: [x, y], mass: mass}
  springs:
    - {name: leash, on: x, stiffness: stiffness, damping: damping}
  contact: {body: block, point: origin, rests_by: y}
contact: {friction: $1}
parameters:
  mass: 1 kg
  stiffness: 100 N/m
  damping: 0.5 N.s/m
  friction: 0.2
  static_friction: 0.4
  gravity: 10 m/s2
  belt_speed: 0.1 m/s
EOF
}
rig stribeck >falling.yaml
rig coulomb >constant.yaml
law=(-s 'stribeck_speed=0.1 m/s')

# hopf OPTION...: the speed at which steady sliding changes its stability
hopf() { "$orbit" equilibria falling.yaml "${law[@]}" -p belt_speed --from '0.05 m/s' --to '0.6 m/s' "$@" | awk '$1 == "hopf" { print $4 }'; }

# c + N mu'(V) = 0 with mu' = -(mu_s - mu_d)/v_s exp(-V/v_s): V = v_s ln(N (mu_s - mu_d) / (c v_s))
check "the Hopf point of steady sliding" near "$(hopf)" "$(calc '0.1 * log(10 * 0.2 / (0.5 * 0.1))')" 1e-8
# with exponent 2 at V = v_s u: mu' = -2 (mu_s - mu_d)/v_s u exp(-u^2); c is set to balance u = 1.5
check "the same for the exponent 2" near \
    "$(hopf -s stribeck_exponent=2 -s "damping=$(calc '10 * 2 * 0.2 / 0.1 * 1.5 * exp(-2.25)') N.s/m" --from '0.1 m/s' --to '0.3 m/s')" 0.15 1e-8
# a viscous part c_v adds N c_v to the damping
check "a viscous part moves it" near "$(hopf -s 'viscous_friction=0.03 s/m')" "$(calc '0.1 * log(10 * 0.2 / (0.8 * 0.1))')" 1e-8
# a fit of the slope at the middle of three points of a table: linear there, mu' = -0.5 s/m
sed 's/friction: stribeck/friction: table, friction_table: [[0 m\/s, 0.4], [0.1 m\/s, 0.35], [0.3 m\/s, 0.25], [0.5 m\/s, 0.24]]/; s/  friction: 0.2/  friction: 1/; s/static_friction: 0.4/static_friction: 1/' falling.yaml >table.yaml
# at a point between two equal slopes the monotone cubic has just that slope
check "a table's slope at its point" near \
    "$("$orbit" equilibria table.yaml --json | tr -d ' \n' | grep -o '"eigenvalues":\[\[[^,]*' | head -1 | sed 's/.*\[//')" "$(calc '(10 * 0.5 - 0.5) / 2')" 1e-9

# Coulomb, no damper: the spring sticks for 2 d / V and slips for 2 (pi - atan(d w / V)) / w,
# d = (mu_s - mu_d) N / k, w = sqrt(k/m)
period() { "$orbit" find "$@" | awk '$1 == "period" { print $2 }'; }
check "the period of stick-slip with constant friction" near \
    "$(period constant.yaml -s 'damping=0 N.s/m')" "$(calc '2 * 0.02 / 0.1 + 2 * (pi - atan2(0.02 * 10, 0.1)) / 10')" 1e-8
# a Stribeck speed far below that of slip comes to the same; the difference goes with v_s
check "a very small Stribeck speed comes to that" near \
    "$(period falling.yaml -s 'damping=0 N.s/m' -s 'stribeck_speed=1e-5 m/s')" "$(period constant.yaml -s 'damping=0 N.s/m')" 1e-3
# static friction that ages remembers how long it stuck: the orbit is where a long simulation goes, and
# its multiplier is the ratio by which the simulation comes closer from cycle to cycle
rig 'coulomb, static: ageing' | sed 's/^  gravity/  ageing: 0.02\n  ageing_time: 0.1 s\n  gravity/' >ages.yaml
"$TOP_BUILDDIR/skitter-sim" ages.yaml -d '8 s' --rtol 1e-13 -q | awk -F, '$2 == "slip" { if (n++) printf "%.15g\n", $1 - p; p = $1 }' >intervals
check "ageing: the period of the orbit" near "$(period ages.yaml)" "$(tail -1 intervals)" 1e-8
multiplier() { "$orbit" find ages.yaml | awk '$1 == "multipliers" { on = 1; next } on { print $1; exit }'; }
check "ageing: its multiplier" near "$(multiplier)" "$(awk '{ d = $1 - p; if (NR == 3) print d / q; q = d; p = $1 }' intervals)" 0.05
check "steady sliding below the Hopf point gives way to stick and slip" \
    sh -c "'$orbit' find falling.yaml -s 'stribeck_speed=0.1 m/s' | grep -q '^sequence  *stick slip-'"
# far above it sliding is stable and nothing else is found from there
check "far above it the block slides" sh -c \
    "'$orbit' equilibria falling.yaml -s 'stribeck_speed=0.1 m/s' -s 'belt_speed=0.6 m/s' | grep -q '^sliding, stable'"
tap_end
