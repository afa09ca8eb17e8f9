#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Laws of the surface in rig files: read, printed, refused; a jam by friction that falls with slip
source "$TOP_SRCDIR/tests/tap.sh"
sim=$TOP_BUILDDIR/skitter-sim
skitter=$TOP_BUILDDIR/skitter
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
data=$TOP_SRCDIR/data

# says PATTERN CODE COMMAND...: the command ends with CODE and prints PATTERN somewhere
says() {
    local wanted=$1 code=$2 output got=0
    shift 2
    output=$("$@" 2>&1) || got=$?
    echo "$output"
    [ "$got" -eq "$code" ] && grep -qE -- "$wanted" <<<"$output"
}
# rod CONTACT [SED]: Painleve's rod with that contact
rod() { sed "/^contact:/,\$d; ${2:-}" "$data/painleve-rod.yaml"; echo "contact: {$1}"; }

all='friction: table, friction_table: [[0 m/s, 1], [10 mm/s, 0.8], [2 m/s, 0.75]], static: ageing, restitution: table, restitution_table: [[0 m/s, 0.9], [3 m/s, 0.5]], impact: newton'
rod "$all" >all.yaml
check "a rig with all tables runs" exits 0 "$sim" all.yaml -d '0.1 s' -q
fixed_point() {
    "$skitter" rig check all.yaml >one.yaml && "$skitter" rig check one.yaml >two.yaml && cmp one.yaml two.yaml &&
        "$sim" all.yaml -d '0.3 s' -q >a.csv && "$sim" one.yaml -d '0.3 s' -q >b.csv && cmp a.csv b.csv && grep -q 'static: ageing' one.yaml
}
check "it is printed so that it reads back as the same" fixed_point
through_a_run() {
    "$skitter" daq record one.yaml --source rig:one.yaml -d '0.2 s' -o run -q >said 2>&1 || { cat said; return 1; }
    grep -q '"restitution_table"' run/run.json && grep -q '"ageing"' run/run.json
}
sed -i '/^channels/d' one.yaml
cat >>one.yaml <<'EOF'
channels:
  - {role: tip_t, input: 0, sensitivity: 125 mm/s/V}
EOF
check "a run keeps the laws of its rig" through_a_run

refuse() { # refuse NAME CONTACT PATTERN [SED]
    rod "$2" "${4:-}" >bad.yaml
    check "refused: $1" says "$3" 2 "$sim" bad.yaml -q
}
refuse "a law that is none" 'friction: stribek' 'contact.friction: "stribek" is not known; did you mean stribeck'
refuse "a table that is missing" 'friction: table' 'friction_table: is missing'
refuse "a table that nobody asks for" 'friction_table: [[0 m/s, 1], [1 m/s, 2]]' 'is not used; add "friction: table"'
refuse "speeds that fall" 'friction: table, friction_table: [[1 m/s, 1], [0 m/s, 2]]' 'speed of point 2'
refuse "a speed in kg" 'friction: table, friction_table: [[1 kg, 1], [2 kg, 2]]' 'kg'
refuse "one point" 'friction: table, friction_table: [[0 m/s, 1]]' 'two points or more'
refuse "what is no pair" 'friction: table, friction_table: [[0 m/s, 1, 2], 3]' 'point 1 is no pair'
refuse "a negative coefficient" 'friction: table, friction_table: [[0 m/s, 1], [1 m/s, -2]]' 'value of point 2'
refuse "bilinear impacts with Stribeck" 'friction: stribeck, impact: bilinear' "bilinear knows Coulomb's friction alone"
refuse "a power without restitution" 'restitution: power' 'restitution: is missing' '/restitution/d'
refuse "an exponent below 1" 'friction: stribeck' 'stribeck_exponent 0.5 is below 1' 's/  gravity/  stribeck_exponent: 0.5\n  gravity/'
rod 'friction: stribeck' >good.yaml
check "refused: --impact bilinear with Stribeck" says "knows Coulomb's friction alone" 2 "$sim" good.yaml --impact bilinear

# Slip that slows down jams where A = 0 = 1 + 3 cos^2(phi) (1 - mu tan(phi)) (Leine 2002 (3.6)), with
# mu at its speed: there mu = (1 + t^2 + 3) / (3 t), t = tan(phi)
rod 'friction: stribeck, impact: stronge' 's/x_dot: -1 m/x_dot: -0.8 m/; s/friction: 1.8 .*/friction: 1.2/; s/^start/  static_friction: 1.8\n  stribeck_speed: 0.5 m\/s\nstart/' >jam.yaml
jams() { # jams RTOL SHARE
    "$sim" jam.yaml -d '0.01 s' --rtol "$1" -o out.csv -e events.csv -r '1e6 Hz' --force -q || return 1
    local phi time
    time=$(awk -F, '$2 == "jam" { print $1 }' events.csv)
    phi=$(awk -F, -v t="$time" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "phi") c = i } NR > 1 && $1 <= t { last = $c } END { print last }' out.csv)
    awk -F, -v phi="$phi" -v share="$2" '$2 == "jam" {
        t = sin(phi) / cos(phi); mu = (4 + t * t) / (3 * t); v = -0.5 * log((mu - 1.2) / 0.6)
        print "jam at slip", -$5, "closed form", v; found = 1; d = (-$5 - v) / v
        exit !(d < share && d > -share) } END { if (!found) exit 1 }' events.csv
}
sed -i 's/restitution: 1 .*/restitution: 0/' jam.yaml
for rtol in 1e-7 1e-9 1e-12; do
    check "friction that falls with slip jams it, --rtol $rtol" jams $rtol 1e-5
done
for command in singular jamming; do
    check "map $command knows Coulomb's friction alone" says 'jams it wherever A = 0' 2 "$TOP_BUILDDIR/skitter-map" $command jam.yaml
done
times() { for rtol in 1e-9 1e-12; do "$sim" jam.yaml -d '0.01 s' --rtol $rtol -q | awk -F, '$2 == "jam" { print $1, $5 }'; done |
    tee times | awk 'NR == 1 { a = $1; b = $2 } END { d = $1 / a - 1; e = $2 / b - 1; exit !(NR == 2 && d * d < 1e-15 && e * e < 1e-18) }'; }
check "when it jams does not depend on rtol" times
tap_end
