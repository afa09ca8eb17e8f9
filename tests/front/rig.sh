#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# skitter rig check: the command; what may be wrong in a rig file is tested with its reader
source "$TOP_SRCDIR/tests/tap.sh"
skitter=$TOP_BUILDDIR/skitter
rig=$TOP_SRCDIR/data/zhao-2008.yaml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# the values of the paper's rig: links of 0.12 kg and 0.21 m
prints_the_rig() {
    "$skitter" rig check "$rig" >"$work/rig.yaml" || return
    cat "$work/rig.yaml"
    grep -q 'mass: *0\.12 kg' "$work/rig.yaml" && grep -q 'length: *0\.21 m' "$work/rig.yaml"
}
reads_back_the_same() {
    local file
    for file in "$TOP_SRCDIR"/data/*.yaml; do
        "$skitter" rig check "$file" >"$work/rig.yaml" &&
            "$skitter" rig check "$work/rig.yaml" >"$work/again.yaml" &&
            [ -s "$work/again.yaml" ] && diff "$work/rig.yaml" "$work/again.yaml" || return
    done
}
# static friction follows friction, in what was printed as in the file
follows_the_same() {
    "$skitter" rig check "$rig" >"$work/rig.yaml" || return
    local file n=0
    for file in "$rig" "$work/rig.yaml"; do
        n=$((n + 1))
        "$skitter" sim "$file" --set friction=0.9 --duration '50 ms' >"$work/sim$n" || return
    done
    [ -s "$work/sim1" ] && cmp "$work/sim1" "$work/sim2" &&
        ! "$skitter" sim "$work/rig.yaml" --duration '50 ms' | cmp -s - "$work/sim1"
}
quiet_prints_nothing() {
    "$skitter" rig check --quiet "$rig" >"$work/quiet" 2>&1 && [ ! -s "$work/quiet" ]
}
json_begins_and_ends() { "$skitter" rig check --json "$rig" | tr -d '\n' | grep -q '^{.*}$'; }
# fails CODE FILE: with that exit code, a message that names the file, and no output
fails() {
    exits "$1" "$skitter" rig check "$2" >"$work/out" 2>"$work/err" || return
    cat "$work/err"
    [ ! -s "$work/out" ] && grep -qF "$2" "$work/err"
}

check "prints the rig of Zhao et al. 2008" exits 0 prints_the_rig
check "what it prints is printed again as it is" reads_back_the_same
check "what follows follows in what it prints" follows_the_same
check "--quiet prints nothing" quiet_prints_nothing
check "--json prints an object" json_begins_and_ends
check "a file that is not there is bad input" fails 2 "$work/none.yaml"
echo 'model: [' >"$work/bad.yaml"
check "broken YAML is bad input" fails 2 "$work/bad.yaml"
sed 's/height: 0.3775 m/height: 0.9 m/' "$rig" >"$work/far.yaml"
# the links together have 0.42 m: the rig is printed, and the verdict is in the exit code
too_far() {
    exits 1 "$skitter" rig check "$work/far.yaml" >"$work/out" 2>"$work/err" || return
    cat "$work/err"
    grep -q '^model: two-link' "$work/out" && [ "$(grep -c "not simulated: .*far.yaml" "$work/err")" -eq 1 ]
}
check "a start that cannot be reached is in the verdict and the exit code" too_far
check "also with --quiet" exits 1 "$skitter" rig check --quiet "$work/far.yaml"
check "no file is wrong usage" exits 2 "$skitter" rig check
check "no command is wrong usage" exits 2 "$skitter" rig

# skitter rig draw: all that has a name is in the picture, in every kind of file
names_in_picture() { # RIG NAME ...
    local file=$TOP_SRCDIR/data/$1.yaml name
    shift
    "$skitter" rig draw "$file" --force --output "$work/rig.svg" || return
    for name in "$@" contact; do
        grep -q ">$name" "$work/rig.svg" || { echo "no $name in the picture of $file"; return 1; }
    done
}
draws_a() { # KIND BYTES: what a file of that kind begins with
    "$skitter" rig draw "$TOP_SRCDIR/data/example-slope.yaml" --output "$work/picture.$1" &&
        head -c 8 "$work/picture.$1" | grep -qaF "$2"
}
draws_the_same_again() {
    "$skitter" rig draw "$TOP_SRCDIR/data/example-slope.yaml" --output "$work/again.pdf" &&
        cmp "$work/again.pdf" "$work/picture.pdf"
}
# the block of a slope stands on it: 20 degrees further, the arrow of gravity stays as it is
follows_settings() {
    names_in_picture example-slope 'slope 20°' &&
        "$skitter" rig draw "$TOP_SRCDIR/data/example-slope.yaml" --set 'slope=40 deg' \
            --output "$work/steep.svg" && grep -q '>slope 40°' "$work/steep.svg"
}
# outputs: a mass on a spring, whose force and acceleration are k x0 cos(w t) and -w^2 x0 cos(w t)
cat >"$work/spring.yaml" <<'EOF'
mechanism:
  coordinates: {x: m}
  bodies: [{name: cart, joint: slider, at: [0 m, 0 m], along: right, distance: x, mass: 0.5 kg}]
  springs: [{name: leash, on: x, stiffness: 8 N/m}]
  outputs:
    - {name: pull, force: leash}
    - {name: shake, acceleration: cart, along: right}
  contact: none
start: {x: 0.3 m}
rate: 1 kHz
channels:
  - {role: force, shows: pull, input: 0, sensitivity: 1 N/V}
  - {role: acceleration, shows: shake, input: 1, sensitivity: 1 m/s2/V}
  - {role: velocity, shows: x_dot, input: 2, sensitivity: 1 m/s/V}
EOF
is_the_oscillation() { # FILE LIMIT: columns t, force, acceleration, velocity
    awk -F, -v most="$2" 'function off(a, b) { return a > b ? a - b : b - a }
        /^[0-9]/ { c = 0.3 * cos(4 * $1); n++
            if (off($2, 8 * c) > most || off($3, -16 * c) > most ||
                off($4, -1.2 * sin(4 * $1)) > most) { print; bad = 1 } }
        END { exit bad || n < 900 }' "$1"
}
sim_shows_outputs() {
    "$skitter" sim "$work/spring.yaml" --duration '1 s' --output "$work/spring.csv" >"$work/out" &&
        head -1 "$work/spring.csv" | grep -q 'mode,pull,shake$' &&
        cut -d, -f1,3,11,12 "$work/spring.csv" | awk -F, '{ print $1 "," $3 "," $4 "," $2 }' \
            >"$work/columns.csv" && is_the_oscillation "$work/columns.csv" 1e-8
}
# 24 bits of +-10 V
daq_delivers_outputs() {
    "$skitter" daq record "$work/spring.yaml" --source rig: --fast --duration '1 s' --quiet \
        --output "$work/spring" && "$skitter" run export "$work/spring" --output "$work/run.csv" &&
        is_the_oscillation "$work/run.csv" 3e-6
}
check "sim shows the outputs" sim_shows_outputs
check "the simulated rig delivers them" daq_delivers_outputs
check "draw names the bodies, springs, coordinates and the belt" \
    names_in_picture example-stick-slip block leash 'x = 0 m' 'y = 0 m' 'belt 0.1 m/s' g
check "draw shows forces and a clock is no coordinate" \
    names_in_picture example-impact-oscillator mass spring 'drive, harmonic' 'y = 0 m'
check "draw has the links, springs and angles of a model that comes with Skitter" \
    names_in_picture zhao-2008 upper lower elbow pivot 'θ₁ = 32°' 'belt -0.5 m/s'
check "draw has as many links as the chain has" \
    names_in_picture chain link1 link2 link3 joint3
check "and no more" bash -c "! grep -q '>link4' '$work/rig.svg'"
check "draw makes SVG" draws_a svg '<svg '
check "draw makes PDF" draws_a pdf '%PDF-'
check "draw makes PNG" draws_a png 'PNG'
check "the same picture is the same bytes" draws_the_same_again
check "draw follows --set" follows_settings
check "draw without --output is wrong usage" exits 2 "$skitter" rig draw "$rig"
check "draw into another kind of file is wrong usage" \
    exits 2 "$skitter" rig draw "$rig" --output "$work/rig.gif"
check "draw does not overwrite" \
    exits 2 "$skitter" rig draw "$TOP_SRCDIR/data/example-slope.yaml" --output "$work/rig.svg"

# skitter rig new: what each template makes reads back, simulates and can be drawn
makes_a_rig() { # TEMPLATE
    local file=$work/new-$1.yaml
    "$skitter" rig new --template "$1" --output "$file" && "$skitter" rig check --quiet "$file" &&
        [ "$(grep -c '# ' "$file")" -gt 5 ] && ! grep -q SPDX "$file" &&
        "$skitter" sim "$file" --duration '0.2 s' | grep -q ',end,' &&
        "$skitter" rig draw "$file" --output "$work/new-$1.svg"
}
keeps_what_is_set() {
    "$skitter" rig new --template block --set 'mass=2.5 kg' --set friction=0.3 \
        --output "$work/set.yaml" && "$skitter" rig check "$work/set.yaml" >"$work/set" &&
        grep -q 'mass: *2.5 kg' "$work/set" && grep -q ' friction: *0.3$' "$work/set" &&
        grep -q 'mass: 2.5 kg .*# mass of the block' "$work/set.yaml"
}
# answers: the template; a mass in a wrong unit, which is asked for again; a width; the end
asks_for_values() {
    printf 'plate\n1 s\n2 kg\n0.35 m\n' | "$skitter" rig new --output "$work/asked.yaml" \
        2>"$work/questions" && cat "$work/questions" &&
        grep -q '^  mass: 2 kg  *# ' "$work/asked.yaml" &&
        grep -q '^  half_width: 0.35 m  *# ' "$work/asked.yaml" &&
        grep -q '^  friction: 0.5  *# ' "$work/asked.yaml" &&
        [ "$(grep -o 'mass of the plate' "$work/questions" | wc -l)" = 2 ]
}
for template in block link oscillator plate; do
    check "new makes a $template" makes_a_rig $template
done
check "new takes values" keeps_what_is_set
check "new asks for them" asks_for_values
check "new does not overwrite" \
    exits 2 "$skitter" rig new --template block --output "$work/set.yaml"
refuses_and_leaves_nothing() {
    exits 2 "$skitter" rig new --template block --set 'mass=1 m' --output "$work/wrong.yaml" &&
        [ ! -e "$work/wrong.yaml" ]
}
check "new refuses a value of the wrong unit and makes nothing" refuses_and_leaves_nothing
tap_end
