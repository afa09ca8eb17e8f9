#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Fits of channels beside the tip's velocity: force, acceleration, angle. The records are closed
# forms with noise, written by awk; what the velocity alone tells badly or not at all, the other
# channel does.
source "$TOP_SRCDIR/tests/tap.sh"
skitter=$TOP_BUILDDIR/skitter
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# normal noise, the same each time: of a linear congruence, twelve numbers at a time
noise='function chance() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
function noise(size,  i, s) { for (i = 0; i < 12; i++) s += chance(); return size * (s - 6) }
BEGIN { seed = 4711; for (i = 0; i < 20; i++) chance() }'

# A cart on a damped spring, pulled aside and let go at 0.1 s. k = 8 N/m, m = 0.5 kg, c = 0.2 N.s/m.
# The spring pulls with k x + c v.
cat >"$work/cart.yaml" <<'YAML'
mechanism:
  coordinates: {x: m}
  bodies: [{name: cart, joint: slider, at: [0 m, 1 m], along: right, distance: x, mass: mass}]
  springs: [{name: leash, on: x, stiffness: stiffness, damping: damping}]
  outputs:
    - {name: pull, force: leash}
    - {name: shake, acceleration: cart, along: right}
  contact: {body: cart, point: origin, touches: no}
parameters: {mass: 0.6 kg, stiffness: 7 N/m, damping: 0.25 N.s/m}
start: {x: 0.3 m}
rate: 1 kHz
channels:
  - {role: tip_t, input: 0, sensitivity: 1 m/s/V}
  - {role: force, shows: pull, input: 1, sensitivity: 1(0.002) N/V}
  - {role: acceleration, shows: shake, input: 2, sensitivity: 1 m/s2/V}
YAML
awk "$noise"'BEGIN {
    print "t (s),v (m/s),f (N),a (m/s2)"
    k = 8; m = 0.5; c = 0.2; x0 = 0.3; d = c / (2 * m); w = sqrt(k / m - d * d)
    for (i = 0; i < 1600; i++) { s = i * 1e-3 - 0.1; t = s > 0 ? s : 0
        e = exp(-d * t); x = x0 * e * (cos(w * t) + d / w * sin(w * t))
        v = -x0 * e * (w + d * d / w) * sin(w * t); a = s > 0 ? -(k * x + c * v) / m : 0
        printf "%.3f,%.9f,%.9f,%.9f\n", i * 1e-3, v + noise(1e-3), k * x + c * v + noise(5e-3), a + noise(0.02) } }' >"$work/cart.csv"

# A wheel on a torsional spring, whose angle is 0.4 cos(w t) with w^2 = k/J; the point at the radius
# r below its hinge moves with r phi_dot cos(phi) along the surface. r = 0.15 m, J = 0.02 kg.m2.
cat >"$work/wheel.yaml" <<'YAML'
mechanism:
  coordinates: {phi: rad}
  bodies: [{name: wheel, joint: hinge, at: [0 m, 1 m], angle: phi, mass: 1 kg,
            centre: [0 m, 0 m], inertia: inertia}]
  springs: [{name: wire, on: phi, stiffness: 2 N.m/rad}]
  contact: {body: wheel, point: [0 m, -radius], touches: no}
parameters: {inertia: 0.022 kg.m2, radius: 0.12 m}
start: {phi: 0.45 rad}
rate: 1 kHz
channels:
  - {role: tip_t, input: 0, sensitivity: 1 m/s/V}
  - {role: angle, shows: phi, input: 1, sensitivity: 1 rad/V}
YAML
awk "$noise"'BEGIN {
    print "t (s),v (m/s),phi (rad)"
    w = sqrt(2 / 0.02)
    for (i = 0; i < 1300; i++) { s = i * 1e-3 - 0.1; t = s > 0 ? s : 0
        p = 0.4 * cos(w * t); v = -0.4 * w * sin(w * t)
        printf "%.3f,%.9f,%.9f\n", i * 1e-3, 0.15 * v * cos(p) + noise(1e-3), p + noise(1e-3) } }' >"$work/wheel.csv"

imports() { # NAME COLUMN...
    local name=$1 column
    shift
    local columns=()
    for column in "$@"; do columns+=(--column "$column"); done
    "$skitter" daq import "$work/${name%-*}.csv" --rig "$work/${name%-*}.yaml" --time t "${columns[@]}" \
        --quiet --output "$work/$name"
}
# fits NAME CODE OPTION...: results in NAME.out
fits() {
    local name=$1 code=$2
    shift 2
    exits "$code" "$skitter" fit "$work/${name%-*}.yaml" "$work/$name" --start-at '0.1 s' --starts 2 \
        --threads 1 --quiet "$@" >"$work/$name.out" 2>&1 ||
        { cat "$work/$name.out"; return 1; }
    cat "$work/$name.out"
}
near() { # NAME PARAMETER TRUTH SHARE
    local value
    value=$(awk -v name="$2" '$1 == name { print $2; exit }' "$work/$1.out")
    awk -v a="$value" -v b="$3" -v most="$4" 'BEGIN { off = a / b - 1; exit !(off < most && off > -most) }' ||
        { echo "$2 is $value instead of $3"; return 1; }
}

force_tells_the_mass() {
    imports cart-all v=tip_t:m/s f=force:N a=acceleration:m/s2 &&
        fits cart-all 0 --free mass,stiffness,damping && near cart-all mass 0.5 0.006 &&
        near cart-all stiffness 8 0.006 && grep -q 'pull off by' "$work/cart-all.out" &&
        grep -q 'shake off by' "$work/cart-all.out"
}
# of mass, stiffness and damping it has but the ratios
velocity_alone_does_not() {
    imports cart-alone v=tip_t:m/s || return
    "$skitter" fit "$work/cart.yaml" "$work/cart-alone" --start-at '0.1 s' --starts 2 --threads 1 --quiet \
        --free mass,stiffness,damping >"$work/alone" 2>&1
    cat "$work/alone"
    grep -q 'do not determine mass' "$work/alone"
}
angle_tells_the_radius() {
    imports wheel-all v=tip_t:m/s phi=angle:rad &&
        fits wheel-all 0 --free inertia,radius --own phi && near wheel-all inertia 0.02 0.001 &&
        near wheel-all radius 0.15 0.002
}
# A force that is a tenth too large for its sensitivity is told, and does not pull what the velocity
# tells: a tenth of its rms, 1.447 N by the closed form, is 26.3 times its noise.
wrong_force_is_told() {
    awk -F, 'NR == 1 { print; next } { printf "%s,%s,%.9f,%s\n", $1, $2, 1.1 * $3, $4 }' "$work/cart.csv" >"$work/louder.csv"
    cp "$work/cart.yaml" "$work/louder.yaml"
    imports louder-all v=tip_t:m/s f=force:N a=acceleration:m/s2 &&
        fits louder-all 0 --free stiffness --set mass=0.5kg --set damping=0.2N.s/m &&
        near louder-all stiffness 8 0.001 &&
        awk '/NOT EXPLAINED.*pull is off by/ { sub(/.*pull is off by /, ""); found = $1 > 23.7 && $1 < 28.9 }
             END { exit !found }' "$work/louder-all.out"
}

check "force and acceleration tell mass and stiffness" force_tells_the_mass
check "the velocity alone does not" velocity_alone_does_not
check "the angle tells the radius" angle_tells_the_radius
check "a force that does not fit is told" wrong_force_is_told
tap_end
