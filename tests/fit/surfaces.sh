#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Laws of the surface found in records that awk wrote, with noise, by closed forms or in small steps:
# stick that ages, friction and restitution as tables, the bilinear impact.
source "$TOP_SRCDIR/tests/tap.sh"
skitter=$TOP_BUILDDIR/skitter
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# normal noise, the same each time: of a linear congruence, twelve numbers at a time
noise='function chance() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
function noise(size,  i, s) { for (i = 0; i < 12; i++) s += chance(); return size * (s - 6) }
BEGIN { seed = 4711; for (i = 0; i < 20; i++) chance() }'

# ---- a block on a belt that sticks and slips, at two speeds: mu = 0.2, mu_s = 0.35 + 0.05 ln(1 + t/0.1 s),
# m = 1 kg, k = 100 N/m. It sticks until k x = m g mu_s, found by bisection, and slips as
# x = c + a cos(w t) + V/w sin(w t), c = m g mu/k, until its speed is the belt's again.
for speed in 0.05 0.2; do
    sed "s/ friction: 0.2/ friction: 0.21/; s/static_friction:.*/static_friction: 0.34\n  ageing: 0.04\n  ageing_time: 0.1 s/
         s|belt_speed:.*|belt_speed: $speed m/s|" "$TOP_SRCDIR/data/example-stick-slip.yaml" >"$work/block-$speed.yaml"
    cat >>"$work/block-$speed.yaml" <<YAML
start: {x_dot: $speed m/s}
contact: {static: ageing}
rate: 1 kHz
channels:
  - {role: tip_t, input: 0, sensitivity: 1 m/s/V}
YAML
    awk -v V=$speed "$noise"'
    function stick_ends(x,  low, high, middle, i) {
        for (high = 100; i < 200; i++) { middle = (low + high) / 2
            if (k * (x + V * middle) > weight * (0.35 + 0.05 * log(1 + middle / 0.1))) high = middle; else low = middle }
        return low }
    BEGIN {
        print "t (s),v (m/s)"
        k = 100; weight = 9.81; c = weight * 0.2 / k; w = sqrt(k); sticks = 1; begun = 0; x = 0; ends = stick_ends(x)
        for (i = 0; i < (V < 0.1 ? 2700 : 1300); i++) { s = i * 1e-3 - 0.1; t = s > 0 ? s : 0
            while (t >= ends) {
                begun = ends
                if (sticks) { x += V * (ends - since); a = x - c; ends += 2 * (atan2(0, -1) - atan2(w * a, V)) / w }
                else { x = c + a * cos(w * (ends - since)) + V / w * sin(w * (ends - since)); ends += stick_ends(x) }
                sticks = !sticks; since = begun }
            v = sticks ? V : -a * w * sin(w * (t - since)) + V * cos(w * (t - since))
            printf "%.3f,%.9f\n", i * 1e-3, (s < 0 ? 0 : v) + noise(1e-3) } }' >"$work/block-$speed.csv"
done

# ---- a block that slides to rest: mu = 0.8 (0.5 - 0.2 v), a straight line through the points of the
# table (level in its end points, as the manual says, but for 1 mm/s of no account), so that v = 2.5 - (2.5 - v_0) exp(0.16 g t)
cat >"$work/slide.yaml" <<'YAML'
mechanism:
  coordinates: {x: {unit: m, default: 0 m}, y: m}
  bodies: [{name: block, joint: free, at: [x, y], mass: 1 kg}]
  contact: {body: block, point: origin, rests_by: y}
parameters: {friction: 0.9, gravity: 9.81 m/s2}
start: {x_dot: 1.5 m/s}
contact: {friction: table, friction_table: [[0 m/s, 0.5], [1 mm/s, 0.4998], [0.4 m/s, 0.42], [1.6 m/s, 0.18], [2 m/s, 0.1]]}
rate: 1 kHz
channels:
  - {role: tip_t, input: 0, sensitivity: 1 m/s/V}
YAML
awk "$noise"'BEGIN { print "t (s),v (m/s)"
    for (i = 0; i < 900; i++) { s = i * 1e-3 - 0.1; v = s < 0 ? 0 : 2.5 - exp(0.16 * 9.81 * s)
        printf "%.3f,%.9f\n", i * 1e-3, (v > 0 ? v : 0) + noise(1e-3) } }' >"$work/slide.csv"

# ---- balls that bounce: one by e = 0.9 (1 - 0.2 v), a straight line through its table; one on two
# springs, the tangential one 1.3 times as soft, with mu = 0.4 and e = 0.8, in small steps (Verlet)
ball() { # CONTACT PARAMETERS
    cat <<YAML
mechanism:
  coordinates: {x: {unit: m, default: 0 m}, y: {unit: m, default: 0 m}}
  bodies: [{name: ball, joint: free, at: [x, y], mass: 1 kg}]
  contact: {body: ball, point: origin}
parameters: {$2, gravity: 9.81 m/s2}
start: {x_dot: 1.2 m/s, y: 0.2 m}
contact: {$1}
rate: 1 kHz
channels:
  - {role: tip_t, input: 0, sensitivity: 1 m/s/V}
  - {role: tip_n, input: 1, sensitivity: 1 m/s/V}
YAML
}
ball 'restitution: table, restitution_table: [[0 m/s, 1], [1 mm/s, 0.9998], [1 m/s, 0.8], [2 m/s, 0.6], [4 m/s, 0.2]]' \
    'friction: 0, restitution: 0.85' >"$work/bounce.yaml"
ball 'impact: bilinear' 'friction: 0.45, restitution: 0.75, tangential_compliance: 1.5' >"$work/springs.yaml"
bounces="$noise"'
# of the unit mass on a normal spring of 1, which gives back along 1 / e^2; the foot of the
# tangential one is dragged along when it would pull more than friction holds
function strike(mu, e, c,  h, along, into, foot, deepest, f_t, f_n, a_t, a_n, back) {
    h = 2e-5; along = into = foot = f_t = f_n = back = 0
    do {
        a_t = f_t; a_n = f_n
        along += h * (slip + 0.5 * h * a_t); into -= h * (normal + 0.5 * h * a_n)
        if (!back && normal + h * a_n > 0) { back = 1; deepest = into }
        f_n = back ? (into - (1 - e * e) * deepest) / (e * e) : into
        if (f_n < 0) f_n = 0
        f_t = -(along - foot) / c
        if (f_t > mu * f_n || f_t < -mu * f_n) { f_t = f_t > 0 ? mu * f_n : -mu * f_n; foot = along + f_t * c }
        slip += 0.5 * h * (a_t + f_t); normal += 0.5 * h * (a_n + f_n)
    } while (!back || f_n > 0)
}
BEGIN { print "t (s),v (m/s),w (m/s)"; slip = 1.2; up = 0; from = 0; hit = sqrt(2 * 0.2 / 9.81)
    for (i = 0; i < 1100; i++) { s = i * 1e-3 - 0.1; t = s > 0 ? s : 0
        while (t >= hit) { normal = up - 9.81 * (hit - from)
            if (springs) strike(0.4, 0.8, 1.3); else normal *= -0.9 * (1 + 0.2 * normal)
            up = normal; from = hit; hit += 2 * up / 9.81 }
        printf "%.3f,%.9f,%.9f\n", i * 1e-3, (s < 0 ? 0 : slip) + noise(1e-3), (s < 0 ? 0 : up - 9.81 * (t - from)) + noise(1e-3) } }'
awk -v springs=0 "$bounces" >"$work/bounce.csv"
awk -v springs=1 "$bounces" >"$work/springs.csv"

imports() { # NAME COLUMN...
    local name=$1 columns=() column
    shift
    for column in "$@"; do columns+=(--column "$column"); done
    "$skitter" daq import "$work/$name.csv" --rig "$work/$name.yaml" --time t "${columns[@]}" --quiet --output "$work/$name"
}
# fits OUT CODE RIG RUN... OPTION...
fits() {
    local out=$work/$1.out code=$2
    shift 2
    exits "$code" "$skitter" fit "$@" --start-at '0.1 s' --threads 1 --quiet >"$out" 2>&1 || { cat "$out"; return 1; }
    cat "$out"
}
# near OUT NAME TRUTH SHARE: within 3.5 of its standard uncertainties, and known to that share
near() {
    awk -v name="$2" -v truth="$3" -v share="$4" '$1 == name { found = 1; d = $2 - truth
        exit !(d < 3.5 * $3 && d > -3.5 * $3 && $3 < share * truth) } END { if (!found) exit 1 }' "$work/$1.out" ||
        { echo "$2 is not $3"; return 1; }
}

blocks=("$work/block-0.05.yaml" "$work/block-0.05" "$work/block-0.2" --starts 4)
ageing_is_found() {
    imports block-0.05 v=tip_t:m/s && imports block-0.2 v=tip_t:m/s &&
        fits ageing 0 "${blocks[@]}" --free friction,static_friction,ageing && near ageing friction 0.2 0.01 &&
        near ageing static_friction 0.35 0.01 && near ageing ageing 0.05 0.01 && grep -q 'data explained: yes' "$work/ageing.out"
}
told() { # OUT CHOSEN OTHER
    grep -qE "^$2,.*chosen" "$work/$1.out" && grep -qE "^$3,.*does not explain the runs" "$work/$1.out"
}
ageing_is_told() { fits aged 0 "${blocks[@]}" --free friction,static_friction --compare coulomb,ageing && told aged ageing coulomb; }
table_is_scaled() {
    imports slide v=tip_t:m/s && fits slide 0 "$work/slide.yaml" "$work/slide" --free friction && near slide friction 0.8 0.001
}
restitution_is_scaled() {
    imports bounce v=tip_t:m/s w=tip_n:m/s && fits bounce 0 "$work/bounce.yaml" "$work/bounce" --free restitution &&
        near bounce restitution 0.9 0.001
}
springs_are_found() {
    imports springs v=tip_t:m/s w=tip_n:m/s &&
        fits springs 0 "$work/springs.yaml" "$work/springs" --starts 2 --free friction,restitution,tangential_compliance &&
        near springs friction 0.4 0.001 && near springs restitution 0.8 0.001 && near springs tangential_compliance 1.3 0.002
}
springs_are_told() {
    fits told 0 "$work/springs.yaml" "$work/springs" --starts 2 --free friction,restitution --compare stronge,bilinear &&
        told told bilinear stronge
}

check "stick that ages: mu, mu_s and beta" ageing_is_found
check "it is told from a constant mu_s" ageing_is_told
check "friction as a table: its factor" table_is_scaled
check "restitution as a table: its factor" restitution_is_scaled
check "bilinear impacts: mu, e and the tangential compliance" springs_are_found
check "they are told from Stronge's" springs_are_told
tap_end
