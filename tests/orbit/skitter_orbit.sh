#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# skitter-orbit from the command line: results, figures, messages, exit codes
source "$TOP_SRCDIR/tests/tap.sh"
orbit=$TOP_BUILDDIR/skitter-orbit
skitter=$TOP_BUILDDIR/skitter
simple=$TOP_SRCDIR/data/leine-2002-simple.yaml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

# says PATTERN CODE COMMAND...: the command ends with CODE and prints PATTERN somewhere
says() {
    local wanted=$1 code=$2 output got=0
    shift 2
    output=$("$@" 2>&1) || got=$?
    echo "$output"
    [ "$got" -eq "$code" ] && grep -qE -- "$wanted" <<<"$output"
}
# column NAME FILE: that column of a CSV
column() { awk -F, -v name="$1" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == name) c = i; next } { print $c }' "$2"; }
range=(-p friction --from 1 --to 0.3)
# flat COMMAND...: what it prints, in one line
flat() { "$@" | tr '\n' ' '; }

check "find: the period of Leine 2002, case 1" says "^period +0\.170(18|19)" 0 "$orbit" find "$simple"
check "find: its sequence" says "^sequence +stick slip\+ flight impact slip\+$" 0 "$orbit" find "$simple"
check "find: case 2" says "^period +0\.2874[45]" 0 "$orbit" find "$simple" -s friction=1
check "find: JSON has the monodromy matrix" says '"monodromy"' 0 "$orbit" find "$simple" --json
check "find: an equilibrium is no orbit" says "settles in an equilibrium \(slip\+\)" 1 "$orbit" find "$simple" -s friction=0.3
check "find: a guess with another sequence" says "and not 'stick flight impact'" 1 \
    "$orbit" find "$simple" --sequence "stick flight impact"
check "find: a guess that Newton's method cannot use" says "does not converge.*the guess goes '" 1 \
    "$orbit" find "$simple" --period '0.3 s' -s 'u2=1 m' -s 'u1_dot=30 m/s'
check "find: a bad rtol is wrong usage" exits 2 "$orbit" find "$simple" --rtol 1

check "equilibria: the Hopf point tan(gamma)" says "^hopf +friction = 0\.41421356" 0 \
    "$orbit" equilibria "$simple" -p friction --from 0.1 --to 1
check "equilibria: the paradox" says "^paradox +friction = 0\.65563491" 0 \
    "$orbit" equilibria "$simple" -p friction --from 0.1 --to 1
check "equilibria: --quiet" says "^sliding, unstable" 0 "$orbit" equilibria "$simple" -q
check "find: --quiet" says "^period +0\.170(18|19)" 0 "$orbit" find "$simple" -q
check "equilibria: --from alone is wrong usage" exits 2 "$orbit" equilibria "$simple" --from 1

check "continue: points to a file, what is special to people" says "^fold +friction = 0\.41059" 0 \
    "$orbit" continue "$simple" "${range[@]}" -o branch.csv
check "continue: how it ended" says "shrinks to an equilibrium" 0 "$orbit" continue "$simple" "${range[@]}" -o branch.csv -f
check "continue: does not overwrite" says "branch.csv" 2 "$orbit" continue "$simple" "${range[@]}" -o branch.csv
feasible() { [ "$(column infeasible branch.csv | sort -u)" = "" ]; }
check "continue: every point is feasible" feasible
unstable() { [ "$(column stability branch.csv | grep -c unstable)" -ge 5 ]; }
check "continue: it has an unstable part" unstable
check "continue: a parameter that is not there" says "did you mean friction\?" 2 "$orbit" continue "$simple" -p frction --from 1 --to 2
check "continue: a range without its unit" says "unit is missing" 2 "$orbit" continue "$simple" -p belt_speed --from 1 --to 2
check "continue: a value out of range" says "--to: .*negative" 2 "$orbit" continue "$simple" -p friction --from 1 --to -2
check "continue: no range is wrong usage" says "are needed" 2 "$orbit" continue "$simple" -p friction
check "continue: few points are kept as they are" says "number of points is reached" 0 \
    "$orbit" continue "$simple" "${range[@]}" --max-points 10 -o few.csv
kept() { [ "$(wc -l <few.csv)" -ge 11 ]; }
check "continue: ... all of them" kept
# steps of 1/200 of the range at the most
fine() {
    "$orbit" continue "$simple" -p friction --from 0.45 --to 1.45 --step 0.005 -q -o fine.csv -f || return
    [ "$(($(wc -l <fine.csv) - 1))" -ge 200 ]
}
check "continue: short steps make many points" fine
for command in equilibria find continue diagram phase poincare sweep; do
    check "$command: takes --quiet and --output" says "-o, --output=.*-f, --force.*-q, --quiet" 0 \
        flat "$orbit" "$command" -q --help
done

small=(-p friction --from 0.5 --to 0.8 -n 16 -q --settle '5 s' -s 'damping1=10 N.s/m')
drawn() { "$orbit" diagram "$simple" "${small[@]}" -o d.csv -f --figure "$1" && head -c 1000 "$1" | grep -qa "$2"; }
check "diagram: as SVG" drawn d.svg "<svg"
check "diagram: as PDF" drawn d.pdf "%PDF"
check "diagram: as PNG" drawn d.png "PNG"
figures() {
    bash "$TOP_SRCDIR/docs/orbit_figures.sh" "$orbit" "$TOP_SRCDIR/data" figures svg >/dev/null || return
    [ "$(grep -l '</svg>' figures/*.svg | wc -l)" -eq 6 ]
}
check "every figure of the man page is drawn" figures
# figure 6.5: a stable orbit whose impact leaves no slip, an unstable one, the equilibrium
plane() {
    awk -F, 'NR > 1 { seen[$1 " " $3] = 1 } $1 == "orbit" && $3 == "stable" && $8 < least { least = $8 }
        END { n = 0; for (s in seen) n++; slip = least * 0.92387953251 + 1
            exit !(n == 3 && seen["orbit stable"] && seen["orbit unstable"] && seen["equilibrium stable"] &&
                slip < 1e-9 && slip > -1e-9) }' figures/leine-2002-figure-6.5.csv
}
check "phase: the motions of figure 6.5" plane
check "poincare: a return map" says "largest Lyapunov exponent" 0 \
    "$orbit" poincare "$simple" -d '2 s' --settle '2 s' --figure p.svg -o p.csv
check "diagram: a figure of no known kind" says "svg, .pdf or .png" 2 "$orbit" diagram "$simple" "${small[@]}" --figure d.jpeg
check "diagram: a state that is not there" says "did you mean u1_dot\?" 2 "$orbit" diagram "$simple" "${small[@]}" --quantity u1dot
# figure 6.4: up the equilibrium holds to mu_c = 0.6556, down the orbit holds to 0.5525
hysteresis() {
    "$orbit" diagram "$simple" "${small[@]}" -o d.csv -f || return
    awk -F, '$1 == "up" { if (($3 < 0.65) != ($4 == 0)) bad = 1; n++ }
        $1 == "down" { if (($3 > 0.5525) != ($4 > 0)) bad = 1; n++ } END { exit bad || n != 32 }' d.csv
}
check "diagram: the sweeps coexist as in figure 6.4" hysteresis
threads() { for n in 1 3; do OMP_NUM_THREADS=$n "$orbit" diagram "$simple" "${small[@]}" -o "t$n.csv" || return; done; cmp t1.csv t3.csv; }
check "diagram: the same bytes from 1 and 3 threads" threads

check "phase: a value out of the range" says "friction is 0.5 in the rig, which is not between" 2 \
    "$orbit" phase "$simple" -p friction --from 0.6 --to 0.7
check "phase: a plane needs a velocity" says "u1 is no velocity" 2 "$orbit" phase "$simple" "${small[@]}" --quantity u1
# every figure's command stands in the man page as the script runs it
listed() {
    local page wanted line
    page=$(sed -e ':a' -e '/\\e$/{N;s/ *\\e\n */ /;ba}' "$TOP_SRCDIR/man/skitter-orbit.1")
    wanted=$(bash "$TOP_SRCDIR/docs/orbit_figures.sh" echo . none |
        sed -nE "s#^([a-z]+) \./([a-z0-9-]+\.yaml) (.*) --figure none/(.*\.svg) --output.*#skitter-orbit \1 \2 \3 --figure \4#p")
    [ "$(wc -l <<<"$wanted")" -eq 6 ] || { echo "$wanted"; return 1; }
    while IFS= read -r line; do
        grep -qF -- "$line" <<<"$page" || { echo "not in the page: $line"; return 1; }
    done <<<"$wanted"
}
check "the man page lists the commands of the figures" listed
check "poincare: an unknown event" says "is no event; events are takeoff" 2 "$orbit" poincare "$simple" -e jump
check "poincare: an event that does not occur" says "no jam in" 1 "$orbit" poincare "$simple" -e jam --settle '1 s' -d '1 s'

sweep=(sweep "$simple" -p friction --from 0.3 --to 0.9 -n 11 -q --settle '20 s')
whole() { OMP_NUM_THREADS=1 "$orbit" "${sweep[@]}" -o whole.csv && [ "$(wc -l <whole.csv)" -eq 12 ]; }
check "sweep: a row for each value" whole
rest() { awk -F, 'NR > 1 && ($3 < 0.41) != ($4 == 0) { exit 1 }' whole.csv; }
check "sweep: at rest below mu_d, periodic above" rest
shards() {
    local i
    for i in 1 2 3; do "$orbit" "${sweep[@]}" --shard "$i/3" -o "shard$i.csv" || return; done
    "$skitter" sweep merge -o merged.csv shard3.csv shard1.csv shard2.csv && cmp whole.csv merged.csv
}
check "sweep: shards, merged, are the same bytes" shards
check "merge: a shard that is missing" says "1 of 3 parts are missing: 2/3" 2 "$skitter" sweep merge shard1.csv shard3.csv
check "merge: the last shard is missing" says "1 of 3 parts are missing: 3/3" 2 "$skitter" sweep merge shard1.csv shard2.csv
check "merge: a shard given twice" says "shard1.csv and shard1.csv are both part 1/3" 2 \
    "$skitter" sweep merge shard1.csv shard2.csv shard3.csv shard1.csv
another() { "$orbit" "${sweep[@]}" --settle '1 s' --shard 3/3 -o other.csv; "$skitter" sweep merge shard1.csv shard2.csv other.csv; }
check "merge: a shard of another sweep" says "parts of different jobs" 2 another
check "merge: no shard" says "no output of --shard" 2 "$skitter" sweep merge "$simple"
check "merge: does not overwrite" exits 2 "$skitter" sweep merge -o merged.csv shard1.csv shard2.csv shard3.csv
check "sweep: a bad shard" says "not of the form" 2 "$orbit" "${sweep[@]}" --shard 4/3
# killed when a few rows are done, it goes on from them
resumes() {
    local pid rows=0
    "$orbit" "${sweep[@]}" --settle '300 s' -o r.csv & pid=$!
    while kill -0 "$pid" 2>/dev/null && [ "$rows" -lt 2 ]; do rows=$(grep -sc '^[0-9a-f]* each' r.csv.part); rows=${rows:-0}; done
    kill -9 "$pid"
    wait "$pid" 2>/dev/null
    [ ! -e r.csv ] && [ -e r.csv.part ] || return
    exits 2 "$orbit" "${sweep[@]}" --settle '300 s' -o r.csv || return
    exits 2 "$orbit" "${sweep[@]}" --settle '200 s' -o r.csv --resume || return
    # a row that is there is not computed again: marked, with a seal that holds, it stays
    local row
    row="$(sed -n '2s/^[0-9a-f]* //p' r.csv.part) kept"
    row="$(printf %s "$row" | sha256sum | head -c 16) $row"
    awk -v row="$row" 'NR == 2 { print row; next } NR == 3 { sub(/[0-9]$/, "x") } { print }' r.csv.part >marked
    cat marked >r.csv.part # the third was changed: it is computed again
    printf 'each,9,0.7' >>r.csv.part
    "$orbit" "${sweep[@]}" --settle '300 s' -o r.csv --resume || return
    [ "$(grep -c kept r.csv)" -eq 1 ] && [ "$(wc -l <r.csv)" -eq 12 ] && [ ! -e r.csv.part ] || return
    "$orbit" "${sweep[@]}" --settle '300 s' -o again.csv && diff <(sed 's/ kept$//' r.csv) again.csv
}
check "sweep: killed, it resumes" resumes

# ---- driven rigs; the closed forms are in tests/orbit/drive.c
driven=$TOP_SRCDIR/data/example-impact-oscillator.yaml
check "find: the cycles of a drive" says "drive        1 cycle of 0.4 s" 0 "$orbit" find "$driven"
check "find: a period that is none of the drive" says "multiple of the drive's period, 0.4 s" 2 \
    "$orbit" find "$driven" --period '0.3 s'
check "equilibria: a driven rig has none" says "a driven rig has no equilibrium" 2 "$orbit" equilibria "$driven"
check "poincare: once in a period of the drive" says "51 times drive" 0 "$orbit" poincare "$driven"
tap_end
