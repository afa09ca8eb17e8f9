#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: make.sh PROGRAMS DATA SEARCH
# Prints docs/validation.md: every table, figure and printed number of the five papers, and what
# others have published of an impact oscillator: the command that computes it, what is printed,
# what comes out, and yes or no. PROGRAMS is
# the folder of the programs, DATA that of the rig files, SEARCH the program of search.c.
set -euo pipefail
PATH=$(cd "$1" && pwd):$PATH
export PATH
data=$2 search=$3

# ---- rows

rows=0 agree=0

heading() { printf '\n## %s\n\n| where | what | printed | found | agrees | command |\n|---|---|---|---|---|---|\n' "$1"; }

# line WHERE WHAT PRINTED FOUND VERDICT COMMAND
line() {
    rows=$((rows + 1))
    case $5 in yes*) agree=$((agree + 1)) ;; esac
    printf '| %s | %s | %s | %s | %s | `%s` |\n' "$1" "$2" "$3" "$4" "$5" "${6//|/\\|}"
}

# output COMMAND FILTER: the command run in the folder of the rig files
output() { (cd "$data" && bash -c "$1 2>/dev/null | $2"); }

# number WHERE WHAT PRINTED COMMAND FILTER [REMARK]: agrees when what the filter leaves is the
# printed number, rounded to as many digits as are printed
number() {
    local found digits verdict shown
    found=$(output "$4" "$5") || true
    digits=${3#*.}
    [ "$digits" != "$3" ] || digits=
    if [ -z "$found" ]; then
        verdict=no shown=nothing
    elif [ "$(LC_ALL=C awk -v f="$found" -v p="$3" -v d=${#digits} 'BEGIN { h = 0.5000001 * 10 ^ -d; print (f - p <= h && p - f <= h) }')" = 1 ]; then
        verdict=yes
    else
        verdict=no
    fi
    shown=${shown:-$(LC_ALL=C printf '%.*g' $((${#digits} > 6 ? ${#digits} : 6)) "$found")}
    line "$1" "$2" "$3" "$shown" "$verdict${6:+: $6}" "$4"
}

# words WHERE WHAT PRINTED COMMAND FILTER [REMARK]: agrees when the filter leaves these words
words() {
    local found
    found=$(output "$4" "$5") || true
    if [ "$found" = "$3" ]; then
        line "$1" "$2" "$3" "$found" "yes${6:+: $6}" "$4"
    else
        line "$1" "$2" "$3" "${found:-nothing}" "no${6:+: $6}" "$4"
    fi
}

# searched FIGURE WHERE: the global search over what the paper does not print
searched() {
    local found verdict=yes
    found=$("$search" "$data" "$1")
    if grep -q 'the nearest, misfit' <<<"$found"; then verdict=no; fi
    line "$2" "$(sed -n '1s/^[^:]*: //p' <<<"$found")" "as drawn" \
        "$(sed -n '2s/^ *//p' <<<"$found"); $(sed -n '3s/^ *//p' <<<"$found")" "$verdict" "search . $1"
}

# filters
column() { echo "awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i; next } { r++ } r == $2 { print \$at[\"$1\"] }'"; }
least() { echo "awk -F, '\$1 == \"least\" { print \$3; exit }'"; }
degrees() { echo "awk '{ print \$1 * 57.29577951308232 }'"; }
events() { echo "awk -F, 'NR > 1 { printf \"%s%s\", s, \$2; s = \" \" }'"; }
event_time() { echo "awk -F, '\$2 == \"$1\" && ++k == $2 { print \$1; exit }'"; }
of_orbit() { echo "awk '\$1 == \"$1\" { print \$$2 }'"; }
largest() { echo "awk '\$1 == \"$1\" { a = \$2 < 0 ? -\$2 : \$2; b = \$4 < 0 ? -\$4 : \$4; print a > b ? a : b }'"; }
sequence() { echo "awk '\$1 == \"sequence\" { gsub(/ impact|[+-]/, \"\"); sub(/sequence */, \"\"); print }'"; }

# the trajectory on standard output, and one of its values in one of its lines
trajectory="-e /dev/null -o /dev/stdout -f"
sample() { echo "awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i } NR == $2 + 1 { print \$at[\"$1\"] }'"; }
modes() { echo "awk -F, 'NR > 1 { seen[\$3] = 1 } END { for (i = 1; i < 5; i++) if (seen[\"M\" i]) { printf \"%sM%d\", s, i; s = \" \" } }'"; }

# ---- the papers

liu_2007() {
    local rig=liu-2007-case4.yaml free="--set stiffness=0N.m/rad --set damping=0N.m.s/rad --set belt_speed=0m/s"
    local plane="--axis theta1 --axis theta1_dot=-4rad/s:4rad/s"
    heading "Liu, Zhao and Chen 2007"
    number "section 4" "least critical friction, H = 5/3 m" 0.4807 "skitter-map critical $rig -a theta1" "$(least)" "0.48063; the print is rounded up"
    number "section 4" "largest theta1" 0.8411 "skitter-map critical $rig -a theta1" "awk -F, '\$1 == \"curve\" { x = \$2 } END { print x }'"
    words "figure 2" "least critical friction sinks with H, to 0 at H = 2 l" "sinks to 0" "skitter-map critical $rig -a theta1 -a height=0.9m:1.9999m:50" "awk -F, 'NR > 2 && \$3 > last { up = 1 } { last = \$3 } END { print up ? \"rises\" : \"sinks\", last < 0.01 ? \"to 0\" : last }'"
    number "case 1, figure 4" "first singular point, theta1" 0.6819 "skitter-map singular $rig $free $plane" "$(column theta1 1)"
    number "case 1, figure 4" "first singular point, theta1'" -1.006 "skitter-map singular $rig $free $plane" "$(column theta1_dot 1)"
    number "case 1" "first eigenvalue there" 1.273 "skitter-map singular $rig $free $plane" "$(column eigenvalue1 1)"
    number "case 1" "second eigenvalue there" 22 "skitter-map singular $rig $free $plane" "$(column eigenvalue2 1)" "misprint, docs/physics.md"
    number "case 1" "second singular point, theta1" 0.744 "skitter-map singular $rig $free $plane" "$(column theta1 2)"
    number "case 1" "second singular point, theta1'" -0.982 "skitter-map singular $rig $free $plane" "$(column theta1_dot 2)"
    number "case 1" "first eigenvalue there" -1.379 "skitter-map singular $rig $free $plane" "$(column eigenvalue1 2)"
    number "case 1" "second eigenvalue there" 22 "skitter-map singular $rig $free $plane" "$(column eigenvalue2 2)" "misprint, docs/physics.md"
    words "case 1, figure 3" "types of the two" "unstable node saddle" "skitter-map singular $rig $free $plane" "awk -F, 'NR > 1 { printf \"%s%s\", s, \$(NF - 1); s = \" \" }'"
    number "case 2, figure 5" "first singular point, theta1" 0.5266 "skitter-map singular $rig $free --set friction=0.8 $plane" "$(column theta1 1)"
    number "case 2, figure 5" "first singular point, theta1'" 1.6153 "skitter-map singular $rig $free --set friction=0.8 $plane" "$(column theta1_dot 1)"
    number "case 2, figure 5" "second singular point, theta1" 0.7944 "skitter-map singular $rig $free --set friction=0.8 $plane" "$(column theta1 2)"
    number "case 2, figure 5" "second singular point, theta1'" -0.8617 "skitter-map singular $rig $free --set friction=0.8 $plane" "$(column theta1_dot 2)"
    words "case 2" "types of the two" "saddle saddle" "skitter-map singular $rig $free --set friction=0.8 $plane" "awk -F, 'NR > 1 { printf \"%s%s\", s, \$(NF - 1); s = \" \" }'"
    number "case 2" "theta* where theta1 = theta2" 0.5857 "skitter-sim $rig --set theta1=0.5857rad -d 1ms -r 1kHz $trajectory" "$(sample theta2 1)"
    number "case 2, (19)" "critical friction there" 0.633 "skitter-map critical $rig -a theta1=0.5857rad:0.5858rad:2" "awk -F, '\$1 == \"curve\" { print \$3; exit }'" "misprint of 0.6633, docs/physics.md"
    words "case 3, figure 6" "mu = 1.2: paradox on both sides of theta1 = 0" "theta1 < 0 theta1 > 0" "skitter-map paradox $rig --set friction=1.2 --set static_friction=1.2 -a theta1" "awk -F, 'NR > 1 { printf \"%stheta1 %s 0\", s, \$3 < 0 ? \"<\" : \">\"; s = \" \" }'" "docs/map_figures.sh draws figures 2, 3, 5, 6"
    local set_down="skitter-sim $rig --set theta2=0.44682291181985234rad -d 10us -r 100kHz $trajectory"
    number "case 4" "theta2" 0.4468 "skitter-sim $rig -d 1ms -r 1kHz $trajectory" "$(sample theta2 1)"
    number "case 4" "B there: the tip's acceleration just above the belt" -3.492 "$set_down --set height=1.66667m" "$(sample tip_n 2) | awk '{ print \$1 / 1e-5 }'" "misprint, docs/physics.md"
    number "case 4" "A there, from B and the forces with friction 0 and 0.4" -0.0167 "for s in height=1.66667m friction=0 friction=0.4; do $set_down --set \$s; done" "awk -F, '\$1 == 1e-05 { k++; b = k == 1 ? \$7 / 1e-5 : b; f[k] = \$11 } END { print -b * (1 / f[2] + 1.25 * (1 / f[3] - 1 / f[2])) }'"
    words "case 4, figures 7 to 9" "a tangential impact, then bounces" "start tangential-impact impact impact" "skitter-sim $rig -d 1s" "$(events) | cut -d' ' -f1-4"
    words "case 4, figures 10 to 12" "e = 0: sticks, takes off, collides, slips, takes off again" "tangential-impact takeoff impact takeoff" "skitter-sim $rig -d 8s --set stiffness=100N.m/rad --set damping=0.1N.m.s/rad --set restitution=0" "awk -F, '\$2 ~ /impact|takeoff/ && \$2 != last { printf \"%s%s\", s, last = \$2; s = \" \" }' | cut -d' ' -f1-4"
    number "case 5" "theta2" 0.4468 "skitter-sim liu-2007-case5.yaml -d 1ms -r 1kHz $trajectory" "$(sample theta2 1)" "that of case 4 again, docs/physics.md"
    words "case 5, figures 13 to 15" "slip, stick, slip, two impacts, slip for good" "start stick slip takeoff impact takeoff impact end" "skitter-sim liu-2007-case5.yaml -d 20s" "$(events)"
    words "case 6, figure 16" "slip, reverse, stick, slip again, no detachment" "start reverse stick slip" "skitter-sim liu-2007-case6.yaml -d 80s" "$(events) | cut -d' ' -f1-4" "the stick lasts 55 s; the text has no time axis"
    searched liu-2007-16 "case 6, figure 16"
}

zhao_2008() {
    local rig=zhao-2008.yaml table="--at height=0.21m,0.331m,0.35m,0.3775m" k
    local paradox="skitter-map paradox $rig -a theta1=0deg:60deg $table"
    heading "Zhao, Liu, Ma and Chen 2008"
    words "table 1" "H = 0.21 m: no paradox" none "$paradox" "$(column slip 1)"
    number "table 1" "H = 0.331 m, from (deg)" 41.5 "$paradox" "$(column theta1_low 2) | $(degrees)" "the paper's own equations give 43.27, docs/physics.md"
    number "table 1" "H = 0.331 m, to (deg)" 48.5 "$paradox" "$(column theta1_high 2) | $(degrees)" "the same"
    number "table 1" "H = 0.35 m, from (deg)" 33 "$paradox" "$(column theta1_low 3) | $(degrees)" "the same"
    number "table 1" "H = 0.35 m, to (deg)" 42.5 "$paradox" "$(column theta1_high 3) | $(degrees)" "the same"
    number "table 1" "H = 0.3775 m, from (deg)" 22.7 "$paradox" "$(column theta1_low 4) | $(degrees)"
    number "table 1" "H = 0.3775 m, to (deg)" 34.9 "$paradox" "$(column theta1_high 4) | $(degrees)"
    words "table 2" "paradox at -15, 7, 15, 21, 25, 30.5, 32 deg" "N N N N Y Y Y" "for a in -15 7 15 21 25 30.5 32; do skitter-sim $rig -d 1ms --set theta1=\${a}deg | grep -c tangential-impact; done" "awk '{ printf \"%s%s\", s, \$1 ? \"Y\" : \"N\"; s = \" \" }'"
    number "section 4.2" "H = 0.3775 m: largest theta1 (deg)" 37 "skitter-map critical $rig -a theta1" "awk -F, '\$1 == \"curve\" { x = \$2 } END { print x }' | $(degrees)"
    number "after figure 6" "theta2 at theta1 = 29 deg, from where on it is the smaller (deg)" 29 "skitter-sim $rig --set theta1=29deg -d 1ms -r 1kHz $trajectory" "$(sample theta2 1) | $(degrees)" "misprint of 26, docs/physics.md"
    number "figure 14, (22)" "frequency of the pendulum with k = 1.35 N.m/rad (Hz)" 4.6 "skitter-sim zhao-2008-pendulum.yaml --set theta=0.1deg -d 1s $trajectory" "awk -F, 'NR > 2 && \$2 * last < 0 { t[n++] = \$1 } { last = \$2 } END { print 0.5 * (n - 1) / (t[n - 1] - t[0]) }'" "the paper prints k as 1.3"
    number "figure 5" "first collision after the tangential impact (s)" 0.09 "skitter-sim $rig" "$(event_time impact 1)"
    words "figure 6" "-0.075 m/s: sticks" stick "skitter-sim $rig --set belt_speed=-0.075m/s" "awk -F, '\$2 == \"end\" { print \$4 }'"
    words "figure 17" "30.5 deg, -0.2 m/s: bounces" impact "skitter-sim $rig --set theta1=30.5deg --set belt_speed=-0.2m/s" "awk -F, '\$2 == \"impact\" { print \$2; exit }'"
    words "figures 9, 10" "7 and 15 deg: slip that ends in stick" "stick stick" "for a in 7 15; do skitter-sim $rig -d 0.5s --set belt_speed=-0.2m/s --set theta1=\${a}deg; done" "awk -F, '\$2 == \"stick\" { printf \"%s%s\", s, \$2; s = \" \" }'"
    for k in 4 5 6 7 8 11 12 13 15 16 17 18; do
        searched "zhao-2008-$k" "figure $k"
    done
}

leine_2002() {
    local full=leine-2002.yaml simple=leine-2002-simple.yaml
    heading "Leine, Brogliato and Nijmeijer 2002"
    number "section 3" "least critical friction of the rod, 4/3" 1.3333 "skitter-map critical painleve-rod.yaml -a phi" "$(least)"
    number "section 3" "its angle, arctan 2" 1.1071 "skitter-map critical painleve-rod.yaml -a phi" "awk -F, '\$1 == \"least\" { x = \$2 } END { print x }'"
    words "table 3.1, figure 3.2" "modes over the plane of phi and phi'" "M1 M2 M3 M4" "skitter-map modes painleve-rod.yaml -q -a phi=0deg:90deg:40 -a phi_dot=-3rad/s:3rad/s:40 -o /dev/null -f -c /dev/stdout" "$(modes)"
    number "(4.24)" "mu_c,min of the oscillator" 0.6325 "skitter-map critical $full -a phi" "$(least)"
    number "section 5.5" "mu_c,gamma of the simplified one" 0.6556 "skitter-orbit equilibria $simple -p friction --from 0.2 --to 1.2" "awk '\$1 == \"paradox\" { print \$4 + 0 }'"
    number "(5.9)" "mu_d: the equilibrium loses stability" 0.4142 "skitter-orbit equilibria $simple -p friction --from 0.2 --to 1.2" "awk '\$1 == \"hopf\" { print \$4 + 0 }'"
    number "figure 5.3" "A+ at mu = 0.5" 0.5070 "skitter-orbit equilibria $simple" "awk '\$1 == \"A\" { print \$2 }'"
    number "figure 5.5" "A+ at mu = 1" -1.1218 "skitter-orbit equilibria $simple --set friction=1" "awk '\$1 == \"A\" { print \$2 }'"
    words "figures 4.2, 4.3" "phases at mu = 0.5" "stick slip flight" "skitter-orbit find $full" "$(sequence)"
    words "figures 4.4, 4.5" "phases at mu = 1" "stick flight" "skitter-orbit find $full --set friction=1" "$(sequence)"
    words "figures 5.3, 5.4" "phases at mu = 0.5" "stick slip flight slip" "skitter-orbit find $simple" "$(sequence)"
    words "figures 5.5, 5.6" "phases at mu = 1" "stick flight" "skitter-orbit find $simple --set friction=1" "$(sequence)"
    words "section 5.5" "stable by its Floquet multipliers" stable "skitter-orbit find $simple" "$(of_orbit stability 2)"
    number "figure 6.1" "fold B lies left of mu_d" 0.41 "skitter-orbit diagram $simple -p friction --from 0.2 --to 1.2" "awk -F, '/fold/ { for (i = 1; i <= NF; i++) if (\$i ~ /^0\\.41/) { print \$i; exit } }'"
    words "figure 6.3" "the full oscillator: special points of its diagram, as in figure 6.1" "fold hopf paradox" "skitter-orbit diagram $full -p friction --from 0.2 --to 1.2" "grep -o 'fold\|hopf\|paradox' | sort -u | tr '\n' ' ' | sed 's/ \$//'"
    words "figure 6.4" "c1 = 10: the equilibrium loses stability in the paradox, at no Hopf point" paradox "skitter-orbit equilibria $simple -p friction --from 0.2 --to 1.2 --set damping1=10N.s/m" "awk '\$1 == \"hopf\" || \$1 == \"paradox\" { print \$1 }'"
    words "figure 6.4" "c1 = 10: the branch of stable orbits is horizontal" "1 value" "for m in 0.7 0.9 1.1; do skitter-orbit find $simple --set damping1=10N.s/m --set friction=\$m; done" "awk '\$1 == \"u1_dot\" { print \$2 }' | sort -u | awk 'END { print NR, \"value\" }'"
    number "figure 6.4" "c1 = 10: two orbits from mu = 0.55 on" 0.55 "skitter-orbit diagram $simple -p friction --from 0.5 --to 0.8 --set damping1=10N.s/m" "awk -F, '/fold/ { for (i = 1; i <= NF; i++) if (\$i ~ /^0\\.55/) { print \$i; exit } }'"
    number "figure 6.5" "A+ at mu = 0.5773" 0.2553 "skitter-orbit equilibria $simple --set damping1=10N.s/m --set friction=0.5773" "awk '\$1 == \"A\" { print \$2 }'" "0.57725 and 0.57726 print as 0.5773 and give 0.25534 and 0.25531"
}

or_2012() {
    local rig=or-2012.yaml
    local start="--set friction=0.47 --set theta=-25deg --set theta_dot=0rad/s --set x_dot=5m/s"
    heading "Or and Rimon 2012"
    number "section 4.1" "mu_min" 0.44 "skitter-map critical $rig -a theta" "$(least)"
    number "section 6" "mu_c" 0.51 "skitter-map jamming $rig --set friction=0.53" "awk -F, '\$1 == \"least_jamming_friction\" { print \$2; exit }'"
    number "section 4.1" "mu = 0.47: theta_c1 (deg)" -16.94 "skitter-map paradox $rig --set friction=0.47 -a theta" "$(column theta_low 1) | $(degrees)"
    number "section 4.1" "mu = 0.47: theta_c2 (deg)" -8.23 "skitter-map paradox $rig --set friction=0.47 -a theta" "$(column theta_high 1) | $(degrees)"
    number "section 6" "mu = 0.53: theta_c1 (deg)" -21.56 "skitter-map paradox $rig --set friction=0.53 -a theta" "$(column theta_low 1) | $(degrees)"
    number "section 6" "mu = 0.53: theta_c2 (deg)" -6.36 "skitter-map paradox $rig --set friction=0.53 -a theta" "$(column theta_high 1) | $(degrees)"
    number "section 6" "mu = 0.47: friction angle, C = 0 (deg)" -25.17 "skitter-map jamming $rig --set friction=0.47" "awk -F, '\$1 == \"cone_configuration\" { print \$2 }' | $(degrees)"
    number "section 6" "mu = 0.53: friction angle, C = 0 (deg)" -27.92 "skitter-map jamming $rig --set friction=0.53" "awk -F, '\$1 == \"cone_configuration\" { print \$2 }' | $(degrees)"
    words "table 1, figure 5" "modes over the plane of theta and theta'" "M1 M2 M3 M4" "skitter-map modes $rig -q -a theta=-60deg:60deg:60 -a theta_dot=-15rad/s:15rad/s:60 -o /dev/null -f -c /dev/stdout" "$(modes)" "its figure has the line C = 0 and R1+"
    words "figure 6" "the corner: lambda_2 < lambda_1 for mu = 0.47, lambda_1 < lambda_2 for 0.53" "2 1" "for m in 0.47 0.53; do skitter-map singular $rig --set friction=\$m -a theta -a theta_dot=0rad/s:15rad/s; done" "awk -F, '\$10 == \"stable node\" { printf \"%s%d\", s, \$5 < \$4 ? 2 : 1; s = \" \" }'"
    number "figure 7" "mu = 0.47: A = 0, as of a slider that is too long to tip over (s)" 0.126613 "skitter-sim $rig $start --set slider_length=1000m" "$(event_time tip-over 1)"
    number "figure 7" "tip-over at mu = 0.47 (s)" 0.126611 "skitter-sim $rig $start" "$(event_time tip-over 1)"
    words "figure 8" "mu = 0.53 jams" jam "skitter-sim $rig --set friction=0.53 --set theta=-27.8deg --set theta_dot=0rad/s --set x_dot=5m/s" "awk -F, '\$2 == \"jam\" { print \$2; exit }'"
    words "lemma 5.2" "mu = 0.53: the force on the way to the jam is above its bound" yes "{ skitter-map jamming $rig --set friction=0.53; skitter-sim $rig --set friction=0.53 --set theta=-27.8deg -d 0.1279s -r 100kHz $trajectory; }" "awk -F, '\$1 == \"least_normal_force\" { b = \$2 } \$1 == \"t\" { for (i = 1; i <= NF; i++) if (\$i == \"force_n\") k = i; next } k && (m == \"\" || \$k < m) { m = \$k } END { print (m > b) ? \"yes\" : \"no\" }'"
    number "section 5.2" "mu = 0.47: least length of the slider (mm)" 104.1 "skitter-map jamming $rig --set friction=0.47" "awk -F, '\$1 == \"rough_slider_length\" { print 1000 * \$2 }'" "104.1 mm belongs to mu = 0.53, docs/physics.md"
    number "section 5.2" "the same for mu = 0.53" 104.1 "skitter-map jamming $rig --set friction=0.53" "awk -F, '\$1 == \"rough_slider_length\" { print 1000 * \$2 }'"
    number "figure 9" "uniform rod: mu_min" 1.43 "skitter-map critical $rig --set rod_gyration=115.47005383792515mm -a theta" "$(least)"
    words "figure 9" "uniform rod, mu = 0.53: slides until the rod hits the plane" "start floor" "skitter-sim $rig --set rod_gyration=115.47005383792515mm --set friction=0.53 --set theta=-27.8deg" "$(events) | cut -d' ' -f1-2"
}

zhao_2015() {
    local rig=painleve-rod.yaml
    heading "Zhao, Liu, Chen and Brogliato 2015"
    number "section 2" "least critical friction, 4/3" 1.3333 "skitter-map critical $rig -a phi" "$(least)"
    words "Table 1" "left-sliding, sticking, reverse-sliding, then contact is lost" "slip- stick slip+ flight" "skitter-sim $rig --contact compliant --set contact_stiffness=1e8N/m -d 10ms" "awk -F, 'NR > 1 && \$4 != last { printf \"%s%s\", s, last = \$4; s = \" \" }'"
    number "(61), Table 1" "order of the time of stick in kappa" 0.5 "skitter-map limit $rig" "awk -F, '\$1 == \"order\" { print \$4 }'"
    words "(61)" "the time of stick over sqrt(kappa) lies between pi / 2 and pi" yes "skitter-map limit $rig" "awk -F, '\$1 == \"limit\" { print (\$5 > 1.5708 && \$5 < 3.1416) ? \"yes\" : \"no\" }'"
    words "(34), (49)" "the time of slip has an order between 0 and 1/2" yes "skitter-map limit $rig" "awk -F, '\$1 == \"order\" { print (\$3 > 0 && \$3 < 0.5) ? \"yes\" : \"no\" }'"
    words "section 5" "the force where slip ends is unbounded as kappa -> 0" yes "skitter-map limit $rig" "awk -F, '\$1 == \"order\" { print \$6 < 0 ? \"yes\" : \"no\" }'"
    words "section 5.4" "after the stick the tip leaves as after a tangential impact (Stronge, e = 1)" yes "skitter-map limit $rig" "awk -F, '\$1 == \"limit\" { l = \$7 } \$1 == \"rigid\" { d = l - \$7; print (d < 1e-5 && d > -1e-5) ? \"yes\" : \"no\" }'"
}

# ---- a driven mass that hits a stop: m = k = 1, as the authors scale it

unit_mass="example-impact-oscillator.yaml --set stiffness=1N/m --set clearance=1m"
special() { echo "awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i } \$at[\"special\"] == \"$1\" { print \$at[\"$2\"]; exit }'"; }

# numbers in the demo hspo_v1 of COCO, which is the example's code
recipes_2013() {
    local rig="$unit_mass --set damping=0.1N.s/m --set restitution=0.8 --set drive=1N --set frequency=0.15915494309189535Hz"
    local find="skitter-orbit find $rig --settle 2000s --json" leaves="grep -A 20 '\"events\"' | awk '{ sub(/,/, \"\") }"
    local clock="$leaves \$1 == \"\\\"clock\\\":\" { p = \$2 + 1.5707963267948966; while (p > 3.141592653589793) p -= 6.283185307179586;"
    local sample="skitter-sim $rig -d 1999.6237240099033s -r 0.0005000940885988071Hz $trajectory"
    heading "Dankowicz and Schilder 2013, Recipes for Continuation, example 15.2"
    number "demo hspo_v1" "speed after the impact" 1.36 "$find" "$leaves \$1 == \"\\\"y_dot\\\":\" { print \$2; exit }'"
    number "demo hspo_v1" "phase of the drive, a cosine, at the impact" 0.076 "$find" "$clock print p; exit }'"
    number "demo hspo_v1" "time from the phase -pi to the impact" 3.2 "$find" "$clock print 3.141592653589793 + p; exit }'"
    number "demo hspo_v1" "time from the impact to the phase pi" 3.1 "$find" "$clock print 3.141592653589793 - p; exit }'"
    number "demo hspo_v1" "place at the phase -pi (their x is our -y)" 0.98 "$sample" "$(sample y 2)"
    number "demo hspo_v1" "speed at the phase -pi" 0.29 "$sample" "$(sample y_dot 2)"
}

# the data of figures 3 and 4 of arXiv 2510.16218, in github.com/indrag49/VIVID, where a
# multiplier is within 1e-5 of 1 or -1
ghosh_2025() {
    local rig="$unit_mass --set damping=0.04N.s/m --set restitution=0.9" diagram settle="--settle 4000s -n 3 -q"
    local at081="--set frequency=0.12891550390443524Hz" at080609="--set frequency=0.128293208076946Hz"
    local at0799="--set frequency=0.1271647995304244Hz" at0799501="--set frequency=0.12724453615691306Hz"
    heading "Ghosh and Simpson 2025, the VIVID function"
    diagram="skitter-orbit find $rig $at081 --set drive=0.36N --settle 2000s"
    number "figure 3(a), omega = 0.81" "A = 0.36: real part of the multipliers" 0.43378 "$diagram" "awk '\$1 == \"multipliers\" { print \$2 + 0 }'"
    number "figure 3(a), omega = 0.81" "their imaginary part" 0.49732 "$diagram" "awk '\$1 == \"multipliers\" { print \$3 + 0 }'"
    diagram="skitter-orbit diagram $rig $at081 -p drive --from 0.3474N --to 0.36N $settle"
    number "figure 3(a), omega = 0.81" "A where the period doubles" 0.3475334 "$diagram" "$(special flip drive)"
    number "figure 3(a), omega = 0.81" "the other multiplier there" -0.43549 "$diagram" "$(special flip value2_re)"
    diagram="skitter-orbit diagram $rig $at080609 -p drive --from 0.3523N --to 0.365N $settle"
    number "figure 4, omega = 0.80609" "A where the period doubles" 0.35251186 "$diagram" "$(special flip drive)"
    diagram="skitter-orbit diagram $rig $at0799 -p drive --from 0.3628N --to 0.3631N $settle"
    number "figure 3(b), omega = 0.799" "A of the saddle-node" 0.3628362020 "$diagram" "$(special fold drive)"
    diagram="skitter-orbit diagram $rig $at0799501 -p drive --from 0.3621N --to 0.3630N $settle"
    number "figure 4, omega = 0.799501" "A of the saddle-node" 0.3621845898 "$diagram" "$(special fold drive)"
    number "F_graz of their code, omega = 0.81" "A of the graze" 0.3454229 "skitter-orbit continue $rig $at081 -p drive --from 0.3N --to 0.36N --settle 2000s -q" "awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i; next } \$at[\"sequence\"] == \"flight\" { print \$at[\"drive\"] }' | tail -n 1"
}

# ---- the page

body=$(mktemp)
trap 'rm -f "$body"' EXIT
{
    liu_2007
    zhao_2008
    leine_2002
    or_2012
    zhao_2015
    recipes_2013
    ghosh_2025
    echo "$rows $agree" >"$body.count"
} >"$body"
read -r rows agree <"$body.count"
rm -f "$body.count"
cat <<PAGE
<!-- SPDX-License-Identifier: GPL-3.0-or-later -->
<!-- made by \`make validation\`; not to be edited -->
# The papers, number by number

What five papers on the Painlevé paradox print and two works on an impact oscillator publish, and what
Skitter finds: $agree of $rows rows agree.
A number agrees when it is the printed one at as many digits as are printed. Commands run in
\`data/\`; \`search\` (docs/validation/search.c) looks for values of what a paper does not print.
docs/physics.md proves the misprints. The numbers of the impact oscillator are in code that its authors
publish: the demo hspo_v1 of COCO (in github.com/jain-shobhit/SSMTool) and the data of figures 3 and 4 of
arXiv 2510.16218 (github.com/indrag49/VIVID, 6d1ec75). What other people measured is in
[validation/trial.md](validation/trial.md); what was once wrong of fits and calibrations, and what they do now,
in [validation/defects.md](validation/defects.md).
PAGE
cat "$body"
