#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: defects.sh PROGRAMS DATA SCENES [SECTION...]
# Prints docs/validation/defects.md: what was once wrong of fits and calibrations, and what the same
# commands do now. Records are of the second generator (SCENES, tests/generator/scenes.c) or closed
# forms in awk, so that nothing is judged by the simulator that made it. DEFECTS_SEEDS records of each
# scene, 10 by default. With SECTIONs (words of the list at the end) only their tables.
set -euo pipefail
PATH=$(cd "$1" && pwd):$PATH
export PATH
data=$(cd "$2" && pwd) scenes=$(realpath "$3") seeds=${DEFECTS_SEEDS:-10}
TOP_SRCDIR=$(dirname "$data")
export TOP_SRCDIR LC_ALL=C
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
free='--free stiffness,friction,restitution' # two words

heading() { printf '\n## %s\n\n| what | was | now | right | command |\n|---|---|---|---|---|\n' "$1"; }

# line WHAT WAS NOW RIGHT COMMAND
# shellcheck disable=SC2016 # backquotes of the page
line() { printf '| %s | %s | %s | %s | `%s` |\n' "$1" "$2" "${3:-nothing}" "$4" "${5//|/\\|}"; }

# holds EXPRESSION: of awk, yes or no
holds() { awk "BEGIN { print ($1) ? \"yes\" : \"no\" }"; }

told() { grep -qE -- "$1" "$2" && echo yes || echo no; }

# ---- fits of scenes

# record SCENE K: into the directory SCENE-K, once; each scene has noise of its own
record() { [ -d "$1-$2" ] || "$scenes" "$1" "$(($(cksum <<<"$1" | cut -c1-5) * 1000 + $2))" "$1-$2"; }

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
        # shellcheck disable=SC2086
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

# a table of column v over t, 4 s at 5 kHz, with an offset of 0.02 and uniform noise of that rms;
# `tables SEED RMS PROGRAM`: the program of awk sets v
tables() {
    awk -v seed="$1" -v rms="$2" "BEGIN { srand(seed); print \"t (s),v\"; for (i = 0; i < 20000; i++) { t = i / 5000; $3
        printf \"%.9g,%.9g\\n\", t, v + 0.02 + rms * sqrt(3) * (2 * rand() - 1) } }"
}

table_rail() { tables "$1" 1e-3 'v = t < 0.5 ? 0 : -0.3;'; }
table_slide() {
    tables "$1" 4e-3 'v = (t < 0.5 ? 0 : t < 0.6 ? 7 * (t - 0.5) : 0.7) - (t < 1.6 ? 0 : (t - 1.6) * 0.3 * 9.81); v = v > 0 ? v : 0;'
}
table_bounce() { # with half of the speed, until it is 1 cm/s
    tables "$1" 4e-3 'if (i == 0) { g = 9.81; start = 0.1; end = start + sqrt(0.4 / g) }
        while (t >= end && !still) { up = 0.5 * (g * (end - start) - up); start = end; end = start + 2 * up / g; still = up < 0.01 }
        v = t < 0.1 || still ? 0 : up - g * (t - start);'
}
table_swing() { # theta ddot = -w^2 sin theta by Runge and Kutta, w = 7.5/s, from 4.9 deg
    tables "$1" 2e-4 'if (i == 0) { h = 2e-4; w = 7.5; q = 4.9 * atan2(0, -1) / 180 }
        v = q; a1 = -w * w * sin(q); a2 = -w * w * sin(q + h / 2 * p); a3 = -w * w * sin(q + h / 2 * p + h * h / 4 * a1)
        a4 = -w * w * sin(q + h * p + h * h / 2 * a2)
        q += h * p + h * h / 6 * (a1 + a2 + a3); p += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);'
}

# value NAME FILE, uncertainty NAME FILE: of a calibration's table
value() { awk -v n="$1" '$1 == n && $2 ~ /^[-0-9]/ { print $2; exit }' "$2"; }
uncertainty() { awk -v n="$1" '$1 == n && $2 ~ /^[-0-9]/ { print $3; exit }' "$2"; }

# found NAME TRUTH WHAT WAS TABLE ROLE COMMAND: the value of a calibration in as many tables of the
# function TABLE as there are seeds, and how many of its 95 % intervals hold
found() {
    local k v u inside=0 worst=0 off
    for ((k = 1; k <= seeds; k++)); do
        rm -rf run table.csv
        "$5" "$k" >table.csv
        skitter daq import table.csv -c "v=$6" -o run -q >/dev/null
        $7 >found.txt 2>found.said || true
        v=$(value "$1" found.txt) u=$(uncertainty "$1" found.txt)
        off=$(awk -v v="${v:-1e9}" -v u="${u:-1}" -v t="$2" 'BEGIN { d = (v - t) / u; print d < 0 ? -d : d }')
        [ "$(holds "$off < 1.96")" = no ] || inside=$((inside + 1))
        [ "$(holds "$off > $worst")" = no ] || worst=$off
    done
    line "$3" "$4" "$2: $inside of $seeds inside, at the most $(printf %.1f "$worst") u off; the last ${v:-nothing} +- $u" \
        "$(holds "$worst < 4 && $inside >= 0.75 * $seeds")" "$7"
}

rest() {
    heading "Rest is taken off"
    scene offset "offsets of -10 to 30 mm/s on all channels" "stiffness 7 u off, never covered in 7"
    found belt_speed -0.3 "speed of a rail (m/s), with 0.5 s of rest in the record and an offset of 20 mm/s" "68 u off" \
        table_rail rail:m/s "skitter calib rail run"
    printf '{"kind": "result", "program": "skitter-fit", "results": [
        {"name": "stiffness", "value": 1.34, "unit": "N.m/rad", "method": "truth"},
        {"name": "friction", "value": 0.59, "unit": "1", "method": "truth"},
        {"name": "restitution", "value": 0.12, "unit": "1", "method": "truth"}]}\n' >truth.json
    sed -e '/^parameters:/i include: [truth.json]' -e '/^  stiffness:/d; /^  friction:/d; /^  restitution:/d' offset-1/rig.yaml >true.yaml
    local all="skitter report true.yaml offset-1/run-3 --figures figures" off
    $all -q >out 2>said || cat said >&2
    off=$(awk -F, 'NR > 1 && $2 != "nan" { n++; t += $2; m += $3 } END { printf "%.2g %.2g", t / n, m / n }' figures/run-1-run-3-residual.csv)
    line "what the report leaves of both velocities, mean over the run (m/s), at the true values" "the offset" "$off" \
        "$(awk -v o="$off" 'BEGIN { split(o, m); print (m[1] ^ 2 < 4e-8 && m[2] ^ 2 < 4e-8) ? "yes" : "no" }')" "$all"
}

belt() {
    heading "The rail is data"
    scene uneven "uneven rail, --rail recorded" "95 % intervals hold 25 % (stiffness), 19 % (restitution)" --rail recorded
}

known() {
    heading "What is not fitted is not exact"
    scene mass "mass 0.17 % off, as its uncertainty says" "stiffness 49 u off"
    scene clock "clock 200 ppm off, likewise" "28 u off"
    scene angle "beams 2 mrad off, likewise" ""
    printf '{"kind": "result", "program": "skitter-calib", "results": [
        {"name": "damping", "value": 0.0049, "uncertainty": 1e-4, "method": "decay", "unit": "N.m.s/rad"}]}\n' >damping.json
    record clean 1
    sed -e '/^parameters:/i include: [damping.json]' -e '/^  damping:/d' clean-1/rig.yaml >included.yaml
    local command="skitter fit included.yaml clean-1/run-* $free" u
    $command -q >out 2>said || true
    judge out >included.fits
    line "a damping that is included, one of its uncertainties (2 %) off, and not freed" "dropped: exact" \
        "$(coverage included)" "$(covered included)" "$command"
    command="skitter fit included.yaml clean-1/run-* $free,damping"
    $command -q >out 2>said || true
    u=$(uncertainty damping out)
    line "and no posterior is wider than its prior (1e-4 N.m.s/rad)" "0.00958 for 0.00349" "$u" "$(holds "${u:-1} <= 1e-4")" "$command"
}

# apart, since its searches are long
height() {
    heading "A height that is off"
    scene height "height 2 mm off, as its uncertainty says" "restitution 42 u off"
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
    found friction 0.3 "a slide after 1 s at constant speed" "0.6326 +- 3e-5" table_slide velocity:m/s \
        "skitter calib slide run --gravity 9.81m/s2"
    found restitution 0.5 "bounces down into the noise" "584.7 +- 2910" table_bounce tip_n:m/s "skitter calib bounce run"
    # I = m g c / w^2
    found inertia "$(awk 'BEGIN { printf "%.12g", 0.12 * 9.81 * 0.105 / 56.25 }')" "inertia from a swing of 4.9 deg (kg m2)" "254 u off" \
        table_swing angle:rad "skitter calib pendulum run --no-spring --mass 0.12kg --centre 0.105m --gravity 9.81m/s2"
}

# what the simulated pendulum shows is read as what it is: damping without dry friction
pendulum() {
    heading "The simulated pendulum"
    sed 's/^  noise:.*/  noise: 0.2 mm\/s/' "$data/zhao-2008-pendulum.yaml" >pendulum.yaml
    skitter daq record pendulum.yaml --source rig: --fast -d 6s -o pendulum -q >/dev/null
    local command="skitter calib pendulum pendulum --mass 0.12kg --length 0.21m --gravity 9.8m/s2" truth
    truth=$(awk '$1 == "damping:" { print $2 }' pendulum.yaml)
    $command >found.txt 2>found.said || true
    local v u
    v=$(value damping found.txt) u=$(uncertainty damping found.txt)
    line "damping of a pendulum whose velocity is recorded" "4.5 u off" "$v +- $u for $truth" "$(holds "($v - $truth) ^ 2 < (1.96 * $u) ^ 2")" "$command"
    line "and no friction torque is invented" "invented" "$(grep -cE '^friction_torque' found.txt) results of that name" \
        "$(grep -qE '^friction_torque' found.txt && echo no || echo yes)" "$command"
}

# ---- channels and tables

channels() {
    heading "Offsets and tables"
    tables 1 1e-3 'v = t < 0.5 ? 0 : 0.3;' >steady.csv
    skitter daq import steady.csv -c v=tip_t:m/s -o steady -q >/dev/null
    local command="skitter calib channels steady --values values.csv --from 1s" now
    $command -q >out 2>said || true
    now=$(awk -F, 'NR > 1 && $2 != "" { s += $2; n++ } END { printf "%.4f", s / n }' values.csv)
    line "--values of a steady 0.3 m/s with an offset of 0.02 m/s that no rest tells" "0: the mean was taken off" "$now m/s" "$(holds "($now - 0.32) ^ 2 < 1e-6")" "$command"
    command="skitter calib channels steady --rest 0.4s --values values.csv"
    $command -q --force >out 2>said || true
    now=$(awk -F, 'NR > 1 && $1 > 1 && $2 != "" { s += $2; n++ } END { printf "%.4f", s / n }' values.csv)
    line "the same with its rest" "0" "$now m/s" "$(holds "($now - 0.3) ^ 2 < 1e-6")" "$command"
    # runs that move from their first sample on, and the offset from a record of rest
    record offset 1
    command="skitter calib channels offset-1/run-3 --rest 0.09s -o offsets.json"
    $command -q >out 2>said || true
    local k
    for k in 1 2 3; do skitter run cut offset-1/run-$k -o moving-$k --from 0.1s -q >/dev/null 2>said || cat said >&2; done
    sed -e '/^parameters:/i include: [offsets.json]' offset-1/rig.yaml >with.yaml
    local all="skitter fit with.yaml moving-1 moving-2 moving-3 $free --start-at 0s"
    $all -q >with.out 2>said || true
    judge with.out >with.fits
    line "offsets of calib channels serve runs without a rest, by include" "of no use" "$(coverage with)" "$(covered with)" "$command; $all"
    tables 1 1e-3 'v = -0.3;' >nine.csv
    skitter daq import nine.csv -c v=rail:m/s -o nine -q >/dev/null
    skitter calib rail nine >out 2>said || true
    line "a table with nine digits has no clipped samples, and is calibrated" "its largest value is, refused" \
        "$(grep -ci clipp said || true) remarks of clipping, belt_speed $(value belt_speed out)" "$([ -s out ] && ! grep -qi clipp said && echo yes || echo no)" "skitter calib rail nine"
}

# samples lost after the part that is used
gaps() {
    heading "A gap behind the part in use"
    record clean 1
    local k command="skitter fit clean-1/rig.yaml gap-1 gap-2 gap-3 $free --until 0.2s"
    for k in 1 2 3; do
        cp -r clean-1/run-$k gap-$k
        sed -i 's/"gaps": \[\]/"gaps": [{"frame": 4000, "lost": 50, "why": "overflow"}]/' gap-$k/run.json
    done
    $command -q >gap.out 2>said || true
    judge gap.out >gap.fits
    line "50 samples lost at 0.4 s, fitted until 0.3 s" "refused" "$(coverage gap)" "$(covered gap)" "$command"
}

page() {
    cat <<'PAGE'
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<!-- made by `make defects`; not to be edited -->
# What was wrong of fits and calibrations

Each row is a defect that was once found with recordings of an independent simulation, what it did then,
and what the command prints now. Records are made by tests/generator (a second integrator; `scenes NAME K`
writes runs and what is believed of the rig) or by closed forms in awk, never by the simulator under test
but for its pendulum. The truth is stiffness 1.34 N.m/rad, friction 0.59, restitution 0.12; the rigs that
fits begin from have 1.35, 0.6 and 0.1. "inside" counts 95 % intervals of these three that hold it. A row
is right where every fit is usable and explained, no value is 4 u off, and no more are outside than one
time in a thousand would be by chance.
PAGE
}

sections=("${@:4}")
if [ "${#sections[@]}" -eq 0 ]; then
    page
    sections=(rest belt known height verdicts noises rates gaps calibrations pendulum channels)
fi
for section in "${sections[@]}"; do "$section"; done
