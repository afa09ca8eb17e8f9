#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# skitter-map from the outside: results, files, figures, mistakes, speed, threads
source "$TOP_SRCDIR/tests/tap.sh"
export PATH="$TOP_BUILDDIR:$PATH"
data=$TOP_SRCDIR/data
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# near A B TOLERANCE
near() { awk -v a="$1" -v b="$2" -v t="$3" 'BEGIN { d = a - b; if (d < 0) d = -d; if (a == "" || d > t) { print a " instead of " b; exit 1 } }'; }

# ---- results (docs/physics.md)

least() { near "$(skitter-map critical "$data/liu-2007-case4.yaml" | awk -F, '/^least/ && $4 == "+" { print $3 }')" 0.4806 5e-5; }
check "critical: the least friction of Liu 2007" least

table_1() {
    skitter-map paradox "$data/zhao-2008.yaml" --at height=0.21m,0.331m,0.35m,0.3775m \
        --at friction=0.4,0.6 >"$work/table.csv" || return
    [ "$(head -n 1 "$work/table.csv")" = height,friction,slip,theta1_low,theta1_high ] || return
    # height low high, in degrees
    awk -F, '$2 > 0.5 && $3 == "+" { printf "%g %.2f %.2f\n", $1, $4 * 57.29577951308232, $5 * 57.29577951308232 }
             $2 > 0.5 && $3 == "none" { print $1 + 0, "none" }' "$work/table.csv" >"$work/got"
    printf '%s\n' "0.21 none" "0.331 43.27 49.23" "0.35 35.33 44.34" "0.3775 22.71 34.87" | diff - "$work/got"
}
check "paradox: table 1 of Zhao 2008, corrected" table_1

singular() {
    skitter-map singular "$data/liu-2007-case4.yaml" -s stiffness=0N.m/rad -s damping=0N.m.s/rad \
        -s belt_speed=0m/s --json >"$work/singular.json" || return
    grep -q '"type": "unstable node"' "$work/singular.json" && grep -q '"type": "saddle"' "$work/singular.json" &&
        near "$(awk -F'[:,]' '/theta1"/ { print $2; exit }' "$work/singular.json")" 0.6819 5e-5
}
check "singular: the points of Liu 2007 as JSON" singular

jamming() {
    skitter-map jamming "$data/or-2012.yaml" -s friction=0.53 -s theta=-27.8deg >"$work/jamming.csv" || return
    near "$(awk -F, '$1 == "least_jamming_friction" && $4 ~ /singular/ { print $2 }' "$work/jamming.csv")" 0.50711 5e-6 &&
        near "$(awk -F, '$1 == "rough_slider_length" { print $2 }' "$work/jamming.csv")" 0.1041 5e-5
}
check "jamming: friction and length of Or 2012" jamming

every_mechanism() {
    local rig
    for rig in "$data"/*.yaml; do
        case $rig in
            */leine-2002-simple.yaml | */colas-2019.yaml) continue ;; # their contacts have no configuration
            */zhao-2008-pendulum.yaml) continue ;; # it has no contact
            */example-ellipse.yaml) ;;
            */example-*.yaml) continue ;; # no configuration, or no start on the surface
        esac
        skitter-map jamming "$rig" >"$work/any.csv" || { echo "$rig"; return 1; }
        grep -q '^least_critical_friction,[0-9]' "$work/any.csv" || { echo "$rig"; return 1; }
    done
}
check "jamming answers for every mechanism" every_mechanism
check "a contact without configuration asks for an axis" exits 2 skitter-map critical "$data/leine-2002-simple.yaml"

# ---- mistakes: exit code 2, no file left behind

modes=(skitter-map modes "$data/zhao-2008.yaml" -o "$work/bad.csv" -g "$work/bad.svg")
y=(-a theta1_dot=-1rad/s:1rad/s)
check "an unknown axis" exits 2 "${modes[@]}" -a thetta1=0deg:1deg "${y[@]}"
check "an axis given twice" exits 2 "${modes[@]}" -a theta1=0deg:1deg -a theta1=0deg:2deg
check "a third axis" exits 2 "${modes[@]}" -a theta1 "${y[@]}" -a height=0.3m:0.4m
check "an empty range" exits 2 "${modes[@]}" -a theta1=1deg:0deg "${y[@]}"
check "a range without its end" exits 2 "${modes[@]}" -a theta1=1deg "${y[@]}"
check "a range in the wrong unit" exits 2 "${modes[@]}" -a theta1=0m:1m "${y[@]}"
check "no range where one is needed" exits 2 "${modes[@]}" -a theta1 -a theta1_dot
check "a range out of what is allowed" exits 2 "${modes[@]}" -a theta1 -a mass=-1kg:1kg
check "one point on an axis" exits 2 "${modes[@]}" -a theta1=0deg:1deg:1 "${y[@]}"
check "too many points" exits 2 "${modes[@]}" -a theta1=0deg:1deg:100000 "${y[@]}"
check "a figure of unknown kind" exits 2 skitter-map modes "$data/zhao-2008.yaml" "${y[@]}" -g "$work/x.gif"
check "singular points over parameters" exits 2 skitter-map singular "$data/zhao-2008.yaml" -a theta1 -a height
check "bounce without axes" exits 2 skitter-map bounce "$data/zhao-2008.yaml"
check "a motion over parameters" exits 2 "${modes[@]}" -a theta1 -a height=0.3m:0.4m -m 0s:1s
check "a trajectory that is none" exits 2 "${modes[@]}" -a theta1 "${y[@]}" -t "$data/zhao-2008.yaml"
check "no command" exits 2 skitter-map
check "no rig" exits 2 skitter-map critical
check "nothing was left behind" test -z "$(compgen -G "$work/bad*")"
said() { "${modes[@]}" -a thetta1=0deg:1deg "${y[@]}" 2>&1 | grep -q "did you mean theta1"; }
check "the message knows the name that was meant" said
echo kept >"$work/kept.csv"
check "output that exists is not overwritten" exits 2 skitter-map critical "$data/zhao-2008.yaml" -o "$work/kept.csv"
check "and is still there" grep -q kept "$work/kept.csv"

# ---- the same bytes with any number of threads

threads() {
    local n
    for n in 1 2 3; do
        OMP_NUM_THREADS=$n skitter-map bounce "$data/zhao-2008.yaml" -a theta1=20deg:36deg:20 \
            -a belt_speed=-0.5m/s:-0.02m/s:20 -o "$work/border$n" -c "$work/cells$n" &&
            OMP_NUM_THREADS=$n skitter-map modes "$data/zhao-2008.yaml" -a theta1 -a theta1_dot=-9rad/s:9rad/s \
                -o "$work/curves$n" -c "$work/modes$n" || return
    done
    for n in 2 3; do
        cmp "$work/border1" "$work/border$n" && cmp "$work/cells1" "$work/cells$n" &&
            cmp "$work/curves1" "$work/curves$n" && cmp "$work/modes1" "$work/modes$n" || return
    done
    [ "$(wc -l <"$work/cells1")" -eq 401 ] && [ "$(wc -l <"$work/modes1")" -eq 160001 ]
}
check "1, 2 and 3 threads write the same bytes" threads
shards() {
    local i
    for i in 1 2 3; do
        skitter-map bounce "$data/zhao-2008.yaml" -a theta1=20deg:36deg:20 -a belt_speed=-0.5m/s:-0.02m/s:20 \
            -o "$work/border-part$i" -c "$work/cells-part$i" --shard $i/3 || return
    done
    skitter sweep merge "$work"/border-part? -o "$work/border" && cmp "$work/border1" "$work/border" &&
        skitter sweep merge "$work"/cells-part? -o "$work/cells" && cmp "$work/cells1" "$work/cells"
}
check "shards of a bounce map, merged, are the same bytes" shards
check "a shard has no figure" exits 2 skitter-map bounce "$data/zhao-2008.yaml" -a theta1=20deg:36deg:20 \
    -a belt_speed=-0.5m/s:-0.02m/s:20 --shard 1/3 -g "$work/part.svg"

# ---- figures

figures() {
    bash "$TOP_SRCDIR/docs/map_figures.sh" skitter-map "$data" "$work/figures" svg >/dev/null || return
    local n=0 figure
    for figure in "$work"/figures/*.svg; do
        grep -q '</svg>' "$figure" || { echo "$figure is not whole"; return 1; }
        n=$((n + 1))
    done
    [ "$n" -eq 13 ] || { echo "$n figures"; return 1; }
}
check "every figure of the man page is drawn" figures
kinds() {
    skitter-map critical "$data/zhao-2008.yaml" -g "$work/a.png" -o "$work/a1" &&
        skitter-map critical "$data/zhao-2008.yaml" -g "$work/a.pdf" -o "$work/a2" || return
    head -c 8 "$work/a.png" | grep -q PNG && head -c 5 "$work/a.pdf" | grep -q '%PDF-'
}
check "PNG and PDF by the extension" kinds
hostile() {
    local title="x'; system('touch $work/pwned') # \`touch $work/pwned\` {/x_y}"
    { printf 'title: "%s"\n' "$title"; grep -v '^title:' "$data/zhao-2008.yaml"; } >"$work/hostile.yaml"
    skitter-map critical "$work/hostile.yaml" -g "$work/hostile.svg" -o "$work/hostile.csv" &&
        [ ! -e "$work/pwned" ] && grep -q 'system(' "$work/hostile.svg" && grep -q '{/x_y}' "$work/hostile.svg"
}
check "a hostile title is only text" hostile
trajectory() {
    skitter-sim -q "$data/leine-2002.yaml" -d 0.5s -o "$work/t.csv" -e "$work/e.csv" &&
        skitter-map modes "$data/leine-2002.yaml" -a phi=0deg:45deg:50 -a phi_dot=-3rad/s:3rad/s:50 \
            -t "$work/t.csv" -g "$work/t.svg" -o "$work/t2.csv" && grep -q 't.csv' "$work/t.svg"
}
check "a trajectory of skitter-sim is laid over" trajectory

# every figure's command stands in the man page as figures.sh runs it
listed() {
    local page wanted line
    page=$(sed -e ':a' -e '/\\e$/{N;s/ *\\e\n */ /;ba}' "$TOP_SRCDIR/man/skitter-map.1")
    wanted=$(bash "$TOP_SRCDIR/docs/map_figures.sh" echo . "$work/none" |
        sed -nE "s#^([a-z]+) \./([a-z0-9-]+\.yaml) (.*) --figure $work/none/(.*\.svg) --output.*#skitter-map \1 \2 \3 --figure \4#p")
    [ "$(wc -l <<<"$wanted")" -eq 13 ] || { echo "$wanted"; return 1; }
    while IFS= read -r line; do
        grep -qF -- "$line" <<<"$page" || { echo "not in the page: $line"; return 1; }
    done <<<"$wanted"
}
check "the man page lists the commands of the figures" listed
# a height that the rig's own angle does not reach: the map is over the angle
same_interval() {
    local set at
    set=$(skitter-map paradox "$data/zhao-2008.yaml" --set height=0.39m | tail -n 1 | cut -d, -f2,3)
    at=$(skitter-map paradox "$data/zhao-2008.yaml" --at height=0.39m | tail -n 1 | cut -d, -f3,4)
    echo "$set $at"
    [ -n "$set" ] && [ "$set" = "$at" ]
}
check "a height out of the start's reach" same_interval
check "a limit of something else" exits 2 skitter-map limit "$data/painleve-rod.yaml" -a friction=0.1:1
tap_end
