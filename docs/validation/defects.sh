#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: defects.sh PROGRAMS DATA SCENES
# Prints docs/validation/defects.md: what was once wrong of fits and calibrations, and what the same
# commands do now. Records are of the second generator (SCENES, tests/generator/scenes.c) or closed
# forms in awk, so that nothing is judged by the simulator that made it. DEFECTS_SEEDS records of each
# scene, 10 by default.
set -euo pipefail
PATH=$(cd "$1" && pwd):$PATH
export PATH
data=$(cd "$2" && pwd) scenes=$(realpath "$3") seeds=${DEFECTS_SEEDS:-10}
TOP_SRCDIR=$(dirname "$data")
export TOP_SRCDIR LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
free='--free stiffness,friction,restitution'

heading() { printf '\n## %s\n\n| what | was | now | right | command |\n|---|---|---|---|---|\n' "$1"; }

# line WHAT WAS NOW RIGHT COMMAND
line() { printf '| %s | %s | %s | %s | `%s` |\n' "$1" "$2" "${3:-nothing}" "$4" "${5//|/\\|}"; }

# holds EXPRESSION: of awk, yes or no
holds() { awk "BEGIN { print ($1) ? \"yes\" : \"no\" }"; }

told() { grep -qE -- "$1" "$2" && echo yes || echo no; }

# ---- fits of scenes

# record SCENE SEED: into the directory SCENE-SEED, once
record() { [ -d "$1-$2" ] || "$scenes" "$1" "$2" "$1-$2"; }

# judge FILE: usable, explained, and how many standard uncertainties each value is off the truth
judge() {
    awk 'BEGIN { truth["stiffness"] = 1.34; truth["friction"] = 0.59; truth["restitution"] = 0.12 }
        $1 in truth && !($1 in z) && $3 > 0 { z[$1] = ($2 - truth[$1]) / $3 }
        /^NO USABLE/ { unusable = 1 }
        /data explained: yes/ { explained = 1 }
        END { print !unusable && length(z) == 3, explained + 0, z["stiffness"], z["friction"], z["restitution"] }' "$1"
}

# fits SCENE OPTION...: judge's line for each seed
fits() {
    local scene=$1 k
    shift
    for ((k = 1; k <= seeds; k++)); do
        record "$scene" "$k"
        skitter fit "$scene-$k/rig.yaml" "$scene-$k"/run-* $free -q "$@" >out 2>said || true
        judge out
    done >"$scene.fits"
}

# coverage SCENE: of those lines, in words
coverage() {
    awk '{ n++; usable += $1; explained += $2 }
        $1 { for (i = 3; i <= 5; i++) { size = $i < 0 ? -$i : $i; inside[i] += size < 1.96; if (size > worst) worst = size } }
        END { printf "%d of %d usable, %d explained; inside %d, %d, %d; at the most %.1f u off", usable, n, explained,
              inside[3], inside[4], inside[5], worst }' "$1.fits"
}

# covered SCENE: all are usable and explained, and no value is outside more often than one of 95 % in
# 1000 times would be, or further than chance
covered() {
    awk '{ n++; usable += $1; explained += $2 }
        $1 { for (i = 3; i <= 5; i++) { size = $i < 0 ? -$i : $i; out[i] += size > 1.96; if (size > worst) worst = size } }
        END { # the number outside that a binomial of 5 % exceeds in 1 of 1000 cases
              term = 0.95 ^ usable; sum = term; most = 0
              while (usable > 0 && sum < 0.999) { most++; term *= (usable - most + 1) / most * 0.05 / 0.95; sum += term }
              good = usable == n && explained == n && worst < 4
              for (i = 3; i <= 5; i++) good = good && out[i] <= most
              print good ? "yes" : "no" }' "$1.fits"
}

# scene SCENE WHAT WAS OPTION...
scene() {
    local name=$1 what=$2 was=$3
    shift 3
    fits "$name" "$@"
    line "$what" "$was" "$(coverage "$name")" "$(covered "$name")" "scenes $name K $name; skitter fit $name/rig.yaml $name/run-* $free${*:+ $*}"
}

# ---- tables

# uniform noise of that rms and an offset of 20 mm/s, added to a column of awk's
noise='function noise(rms) { return rms * sqrt(3) * (2 * rand() - 1) } BEGIN { srand(17) }'

# value NAME FILE, uncertainty NAME FILE: of a calibration's table
value() { awk -v n="$1" '$1 == n && $2 ~ /^[-0-9]/ { print $2; exit }' "$2"; }
uncertainty() { awk -v n="$1" '$1 == n && $2 ~ /^[-0-9]/ { print $3; exit }' "$2"; }

# found NAME TRUTH WHAT WAS COMMAND: the value of a calibration, with 95 % of it
found() {
    local v u
    $5 >found.txt 2>found.said || true
    v=$(value "$1" found.txt) u=$(uncertainty "$1" found.txt)
    line "$3" "$4" "${v:+$v +- $u for $2}" "$([ -n "$v" ] && holds "($v - $2) ^ 2 < (1.96 * $u) ^ 2" || echo no)" "$5"
}

rest() {
    heading "Rest is taken off"
    scene offset "offsets of -10 to 30 mm/s on all channels" "stiffness 7 u off, never covered in 7"
    awk "$noise"' BEGIN { print "t (s),v (m/s)"
        for (i = 0; i < 20000; i++) { t = i / 5000; printf "%.9g,%.9g\n", t, (t < 0.5 ? 0 : -0.3) + 0.02 + noise(1e-3) } }' >rail.csv
    skitter daq import rail.csv -c v=rail:m/s -o rail -q >/dev/null
    found belt_speed -0.3 "speed of a rail with 0.5 s of rest in the record, offset 20 mm/s (m/s)" "68 u off" "skitter calib rail rail"
    found belt_speed -0.28 "the same without the rest: a steady speed is no offset (m/s)" "" "skitter calib rail rail --from 1s"
    local all="skitter report offset-1/rig.yaml offset-1/run-1 --fit truth.json -q"
    printf '{"kind": "result", "program": "skitter-fit", "results": [
        {"name": "stiffness", "value": 1.34, "uncertainty": 0, "unit": "N.m/rad"},
        {"name": "friction", "value": 0.59, "uncertainty": 0, "unit": "1"},
        {"name": "restitution", "value": 0.12, "uncertainty": 0, "unit": "1"}]}\n' >truth.json
    $all >report.txt 2>report.said || true
    cat report.txt report.said >&2
}

belt() {
    heading "The rail is data"
    scene uneven "uneven rail, --rail recorded" "95 % intervals hold 25 % (stiffness), 19 % (restitution)" --rail recorded
}

known() {
    heading "What is not fitted is not exact"
    scene mass "mass 0.17 % off, as its uncertainty says" "stiffness 49 u off"
    scene clock "clock 200 ppm off, likewise" "28 u off"
    scene height "height 2 mm off, likewise" "restitution 42 u off"
    scene angle "beams 2 mrad off, likewise" ""
    printf '{"kind": "result", "program": "skitter-calib", "results": [
        {"name": "damping", "value": 0.0049, "uncertainty": 1e-4, "method": "decay", "unit": "N.m.s/rad"}]}\n' >damping.json
    record clean 1
    sed -e '/^parameters:/i include: [damping.json]' -e '/^  damping:/d' clean-1/rig.yaml >included.yaml
    local command="skitter fit included.yaml clean-1/run-* $free" u
    $command -q -o included.json >out 2>said || true
    line "a damping that is included with its uncertainty adds to that of the rest" "dropped" \
        "$(sed -n 's/.*\(damping [0-9.e-]*\).*/\1 to the uncertainty/p' out | head -1)" "$(told '^(stiffness|friction|restitution).*[ ,]damping [0-9]' out)" "$command"
    command="skitter fit included.yaml clean-1/run-* $free,damping"
    $command -q >out 2>said || true
    u=$(uncertainty damping out)
    line "and no posterior is wider than its prior (1e-4 N.m.s/rad)" "0.00958 for 0.00349" "$u" "$(holds "${u:-1} <= 1e-4")" "$command"
}

verdicts() {
    heading "Misfit is told"
    record wrong 1
    local command="skitter fit wrong-1/rig.yaml wrong-1/run-* $free"
    $command -q >out 2>said || true
    line "mass 5 % off and said to be exact" "converged at chi-square 152 and 218" \
        "$(grep -oE 'reduced chi-square [0-9.]*' out), explained: $(grep -oE 'explained: (yes|NO)' out | cut -d' ' -f2)" \
        "$(told 'data explained: NO' out)" "$command"
    line "the suspect" "" "$(sed -n 's/^suspect: //p' out)" "$(told '^suspect: .*mass' out)" "$command"
}

noises() {
    heading "Start and impacts in the noise of laboratories"
    scene clean "white noise of 1 mm/s (the fit's search: \"no step lowers the cost\")" "3 of 50 refused"
    scene coloured "AR(1) of 0.5 at 1 mm/s" "0 of 6 usable"
    scene hum "hum of 1 mm/s at 50 Hz" "1 of 4 usable"
    scene quiet "noise of 0.1 mm/s: a kink is no impact" "refused"
    scene all "offset, drift, colour, hum and an uneven rail together" ""
}

rates() {
    heading "Slow instruments"
    scene slow "1 kHz: impacts below the resolution are forgiven" "refused"
    scene slowish "2 kHz" "refused"
    scene narrow "bandwidth of 1 kHz" "refused"
    scene narrowish "bandwidth of 2 kHz" "refused"
}

# ---- calibrations

calibrations() {
    heading "Calibrations"
    awk "$noise"' BEGIN { print "t (s),v (m/s)"
        for (i = 0; i < 20000; i++) { t = i / 5000; v = (t < 0.5 ? 0 : t < 0.6 ? 7 * (t - 0.5) : 0.7) - (t < 1.6 ? 0 : (t - 1.6) * 0.3 * 9.81)
            printf "%.9g,%.9g\n", t, (v > 0 ? v : 0) + 0.02 + noise(4e-3) } }' >slide.csv
    skitter daq import slide.csv -c v=velocity:m/s -o slide -q >/dev/null
    found friction 0.3 "a slide after 1 s at constant speed" "0.6326 +- 3e-5" "skitter calib slide slide --gravity 9.81m/s2"
    awk "$noise"' BEGIN { print "t (s),v (m/s)"; g = 9.81; start = 0.1; end = start + sqrt(0.4 / g); up = 0
        for (i = 0; i < 20000; i++) { t = i / 5000
            while (t >= end && up < 1e9) { up = 0.5 * (g * (end - start) - up); start = end
                if (up > 0.01) end = start + 2 * up / g; else { end = 1e9; up = 1e10 } }
            printf "%.9g,%.9g\n", t, (t < 0.1 || up > 1e9 ? 0 : up - g * (t - start)) + 0.02 + noise(4e-3) } }' >bounce.csv
    skitter daq import bounce.csv -c v=tip_n:m/s -o bounce -q >/dev/null
    found restitution 0.5 "bounces down into the noise" "584.7 +- 2910" "skitter calib bounce bounce"
    # theta ddot = -w^2 sin theta by Runge and Kutta, w = 7.5/s, from 4.9 deg: I = m g c / w^2
    awk "$noise"' BEGIN { print "t (s),angle (rad)"; w = 7.5; q = 4.9 * atan2(0, -1) / 180; p = 0; h = 2e-4
        for (i = 0; i < 20000; i++) { printf "%.9g,%.9g\n", i * h, q + 0.02 + noise(2e-4)
            a1 = -w * w * sin(q); a2 = -w * w * sin(q + h / 2 * p); a3 = -w * w * sin(q + h / 2 * p + h * h / 4 * a1)
            a4 = -w * w * sin(q + h * p + h * h / 2 * a2)
            q += h * p + h * h / 6 * (a1 + a2 + a3); p += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4) } }' >swing.csv
    skitter daq import swing.csv -c angle=angle:rad -o swing -q >/dev/null
    found inertia "$(awk 'BEGIN { printf "%.9g", 0.12 * 9.81 * 0.105 / 56.25 }')" "a swing of 4.9 deg (kg m2)" "254 u off" \
        "skitter calib pendulum swing --no-spring --mass 0.12kg --centre 0.105m --gravity 9.81m/s2"
}

# what the simulated pendulum shows is read as what it is: damping without dry friction
pendulum() {
    heading "The simulated pendulum"
    sed 's/^  noise:.*/  noise: 0.2 mm\/s/' "$data/zhao-2008-pendulum.yaml" >pendulum.yaml
    skitter daq record pendulum.yaml --source rig: --fast -d 6s -o pendulum -q >/dev/null
    local command="skitter calib pendulum pendulum --mass 0.12kg --length 0.21m --gravity 9.8m/s2" truth
    truth=$(awk '$1 == "damping:" { print $2 }' pendulum.yaml)
    found damping "$truth" "damping of a pendulum whose velocity is recorded" "4.5 u off" "$command"
    line "and no friction torque is invented" "invented" "$(grep -cE '^friction_torque' found.txt) results of that name" \
        "$(grep -qE '^friction_torque' found.txt && echo no || echo yes)" "$command"
}

# ---- channels and tables

channels() {
    heading "Offsets and tables"
    awk "$noise"' BEGIN { print "t (s),v (m/s)"
        for (i = 0; i < 20000; i++) { t = i / 5000; printf "%.9g,%.9g\n", t, (t < 0.5 ? 0 : 0.3) + 0.02 + noise(1e-3) } }' >steady.csv
    skitter daq import steady.csv -c v=tip_t:m/s -o steady -q >/dev/null
    local command="skitter calib channels steady --values values.csv --from 1s" now
    $command -q >out 2>said || true
    now=$(awk -F, 'NR > 1 && $2 != "" { s += $2; n++ } END { printf "%.4f", s / n }' values.csv)
    line "--values of a true mean of 0.3 m/s with an offset of 0.02 m/s and no rest" "0" "$now m/s" "$(holds "($now - 0.32) ^ 2 < 1e-6")" "$command"
    command="skitter calib channels steady --rest 0.4s --values values.csv"
    $command -q --force >out 2>said || true
    now=$(awk -F, 'NR > 1 && $1 > 1 && $2 != "" { s += $2; n++ } END { printf "%.4f", s / n }' values.csv)
    line "the same with its rest" "0" "$now m/s" "$(holds "($now - 0.3) ^ 2 < 1e-6")" "$command"
    # a run that moves from its first sample on, and the offset from another
    record offset 1
    command="skitter calib channels offset-1/run-3 --rest 0.09s -o offsets.json"
    $command -q >out 2>said || true
    skitter run cut offset-1/run-1 -o moving --from 0.1s -q >/dev/null 2>said || true
    skitter run cut offset-1/run-2 -o moving2 --from 0.1s -q >/dev/null 2>said || true
    sed -e '/^parameters:/i include: [offsets.json]' offset-1/rig.yaml >with.yaml
    local all="skitter fit with.yaml moving moving2 $free --start-at 0s"
    $all -q >out 2>said || true
    read -r usable explained z1 z2 z3 < <(judge out)
    line "offsets of calib channels serve runs without a rest, by include" "not usable" \
        "usable $usable, explained $explained; $z1, $z2, $z3 u off" \
        "$(holds "$usable && $explained && ($z1 + 0) ^ 2 < 9 && ($z2 + 0) ^ 2 < 9 && ($z3 + 0) ^ 2 < 9")" "$command; $all"
    skitter calib rail rail --from 1s >out 2>said || true
    line "a table with nine digits is not clipped at its largest value, and is calibrated" "clipped, refused" \
        "$(grep -ciE 'clipp' said || true) remarks of clipping" "$([ -s out ] && ! grep -qi clipp said && echo yes || echo no)" "skitter calib rail rail --from 1s"
}

gaps() {
    heading "A gap behind the part in use"
    record clean 1
    for k in 1 2 3; do
        skitter run export clean-1/run-$k -o run-$k.csv -q >/dev/null
        awk -F, 'NR == 1 || $1 < 0.4 || $1 > 0.45' run-$k.csv >gap-$k.csv
        skitter daq import gap-$k.csv --rig clean-1/rig.yaml -c 'rail=rail:m/s' -c 'tip_t=tip_t:m/s' -c 'tip_n=tip_n:m/s' -o gap-$k -q >/dev/null 2>said || cat said >&2
    done
}
