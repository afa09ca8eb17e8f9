#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# skitter-report from its arguments to its files
source "$TOP_SRCDIR/tests/tap.sh"
export PATH="$TOP_BUILDDIR:$PATH"
rig=$TOP_SRCDIR/data/zhao-2008.yaml
runs=$TOP_SRCDIR/data/campaign/runs
bouncing=$runs/h0.3775_theta30.5_v-0.2
sliding=$runs/h0.25_theta69.4_v-0.2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1

has() { grep -qF -- "$2" "$1" || { echo "$1 lacks: $2"; return 1; }; }
lacks() { ! grep -qF -- "$2" "$1"; }

# ---- a report
check "two runs, HTML and PDF" exits 0 skitter-report "$rig" "$bouncing" "$sliding" \
    -o a.html -o a.pdf --figures figures
check "a section for each run, the campaign and where all comes from" \
    test "$(grep -c '<section id=' a.html)" -eq 4
check "and where all comes from is the last" eval \
    '[ "$(grep -o "<section id=\"[a-z]*" a.html | tail -n 1)" = "<section id=\"provenance" ]'
# eight figures of each run and the scatter of events; the mechanism of each
check "every figure is drawn" test "$(grep -c '<figure class="plot" id=' a.html)" -eq 17
check "and every mechanism" test "$(grep -c '<figure class="moving" id=' a.html)" -eq 2
check "simulated runs are marked" has a.html "simulated data: not from a laboratory"
check "the paradox of table 2 is told" has a.html "paradox, inconsistent: a tangential impact"
check "the sum of the signal is there" has a.html \
    "$(sed -n 's/.*"sha256": "\(.*\)".*/\1/p' "$bouncing/run.json")"
check "nothing comes from a network" lacks a.html 'src="http'
if command -v pdfinfo >/dev/null; then
    # the campaign, one of each run, where it comes from
    check "the PDF has a page a run" eval \
        '[ "$(pdftotext a.pdf - | tr "\f" "\n" | grep -c "^Run [12]:")" -eq 2 ] &&
         for p in 3 4; do pdftotext -f $p -l $p a.pdf - | grep -q "^Events" || exit 1; done'
    check "its small pictures lead to the runs, and it has bookmarks" eval \
        '[ "$(pdfinfo -dests a.pdf | grep -c "\"run-[12]-")" -eq 2 ] && [ "$(grep -ac "/Subtype /Link" a.pdf)" -ge 1 ]'
else
    tap_skip "the PDF has its pages" "pdfinfo is not installed"
fi
check "the same again is the same bit for bit" eval \
    'cp a.html b.html && cp a.pdf b.pdf && OMP_NUM_THREADS=3 skitter-report "$rig" "$bouncing" "$sliding" -o a.html -o a.pdf --figures figures --force && cmp a.html b.html && cmp a.pdf b.pdf'

# ---- figures on their own
figure=figures/run-1-h0-3775-theta30-5-v-0-2-tangential
three() { for ending in svg pdf csv; do [ -s "$figure.$ending" ] || { echo "$ending"; return 1; }; done; }
check "each figure as SVG and PDF, and its data as CSV" three
fonts() { pdffonts "$1" | awk 'NR > 2 { n++; if ($(NF - 4) != "yes") bad = 1 } END { exit !(n > 0 && !bad) }'; }
if command -v pdffonts >/dev/null; then
    check "fonts are embedded" eval 'fonts a.pdf && fonts $figure.pdf'
    check "text can be searched" eval 'pdftotext a.pdf - | grep -q "Tangential velocity of the tip"'
else
    tap_skip "fonts are embedded" "pdffonts is not installed"
fi
check "the data have a header and a row a sample" eval \
    '[ "$(head -n 1 $figure.csv)" = t,rail,measured,predicted ] && [ "$(wc -l <$figure.csv)" -eq 20001 ]'
check "tables for LaTeX" eval 'grep -q toprule figures/campaign-table1.tex && has figures/campaign-table2.tex "h0.3775\\_theta30.5\\_v-0.2"'
latex() {
    local part
    {
        echo '\documentclass{article}\usepackage{booktabs,graphicx}\begin{document}'
        for part in figures/*.tex; do printf '\\input{%s}\\par\n' "$part"; done
        printf '\\includegraphics[width=\\linewidth]{%s.pdf}\\end{document}\n' "$figure"
    } >paper.tex
    pdflatex -interaction=nonstopmode -halt-on-error paper.tex >paper.out && [ -s paper.pdf ] || { grep '^!' paper.out; return 1; }
}
if command -v pdflatex >/dev/null; then
    check "LaTeX takes them all, and a figure" latex
else
    tap_skip "LaTeX takes the tables" "pdflatex is not installed"
fi
# the rail runs at -0.2 m/s on average after the start
rail_mean() { awk -F, 'NR > 1 && $1 > 0 { s += $2; n++ } END { exit !(s / n < -0.19 && s / n > -0.21) }' $figure.csv; }
check "the data are those of the run" rail_mean

# ---- other channels: an ideal rig, whose angle is predicted; the force is too, but clipped
cat >ideal.yaml <<'EOF'
model: two-link
parameters: {mass: 0.12 kg, length: 0.21 m, height: 0.3775 m, stiffness: 1.35 N.m/rad, friction: 0.6, belt_speed: -0.2 m/s}
start: {theta1: 15 deg}
channels:
  - {role: tip_t, input: 0, sensitivity: 125 mm/s/V}
  - {role: tip_n, input: 1, sensitivity: 125 mm/s/V}
  - {role: rail, input: 2, sensitivity: 125 mm/s/V}
  - {role: angle, shows: theta2, input: 3, sensitivity: 10 deg/V}
  - {role: force_n, input: 4, sensitivity: 0.1 N/V}
simulated: {hold: 0.2 s}
EOF
shows_other_channels() {
    skitter-daq record ideal.yaml --source rig: --fast --quiet --duration '0.5 s' --output ideal &&
        skitter-report ideal.yaml ideal -o ideal.html --figures other &&
        has ideal.html "Channel: θ₂" && has ideal.html "Channel: force n"
}
# radians; the start of the motion is found to some 0.1 ms
angle_is_predicted() {
    awk -F, 'NR > 1 && $1 > 0.01 && $3 == $3 + 0 { d = $2 - $3; n++; if (d * d > 1e-6) bad = 1
            if ($2 > high || n == 1) high = $2; if ($2 < low || n == 1) low = $2 }
        END { print n, low, high; exit !(n > 1000 && high - low > 0.02 && !bad) }' other/run-1-ideal-channel1.csv
}
check "channels beside the tip are compared" shows_other_channels
check "the angle of the lower link is as predicted" angle_is_predicted

# ---- what goes wrong
check "output that exists is not overwritten" exits 2 skitter-report "$rig" "$sliding" -o a.html
check "a report of another kind is refused" exits 2 skitter-report "$rig" "$sliding" -o a.txt
check "nothing to write is refused" exits 2 skitter-report "$rig" "$sliding"
check "a rig with a mistake is refused" exits 2 skitter-report /dev/null "$sliding" -o x.html
check "and leaves nothing behind" test ! -e x.html
check "a missing run: the others are made" exits 1 skitter-report "$rig" no-such-run "$sliding" -o c.html
check "and the page says so" has c.html "no-such-run"
check "with the other in it" has c.html "h0-25-theta69-4-v-0-2-tangential"
check "a run without the needed channel" exits 1 skitter-report "$rig" \
    "$TOP_SRCDIR/data/campaign/swing" "$sliding" -o d.html
check "the page says which" has d.html "tip_t"

cat >other.json <<'EOF'
{"skitter": "0.1.0", "kind": "result", "program": "skitter-fit", "results": [],
 "fit": {"converged": true, "why": "", "parameters": [
  {"name": "pressure", "unit": "Pa", "value": 1.0, "uncertainty": 0.1}],
  "correlation": [[1.0]], "runs": []}}
EOF
check "a fit of another rig" exits 1 skitter-report "$rig" "$sliding" --fit other.json -o e.html
check "the page says that it is" has e.html "is a fit of another rig: a two-link has no pressure"
check "and shows the run" has e.html "h0-25-theta69-4-v-0-2-tangential"
echo '{"fit": {"parameters": 3' >broken.json
check "a broken fit" exits 1 skitter-report "$rig" "$sliding" --fit broken.json -o f.html

# ---- a fit of this rig, by hand
sum=$(sed -n 's/.*"sha256": "\(.*\)".*/\1/p' "$bouncing/run.json")
cat >fit.json <<EOF
{"skitter": "0.1.0", "kind": "result", "program": "skitter-fit", "results": [],
 "fit": {"converged": true, "why": "", "reduced_chi_square": 1.0, "parameters": [
  {"name": "stiffness", "unit": "N.m/rad", "value": 1.34, "uncertainty": 0.001, "at_bound": null},
  {"name": "friction", "unit": "1", "value": 0.59, "uncertainty": 0.002, "at_bound": null}],
  "verdict": {"minimum_found": true, "parameters_determined": true, "data_explained": false, "suspect": "tip_t <of> x"},
  "budget": [{"name": "stiffness", "sources": {"rail": 4e-4, "tip_t": 3e-4}},
             {"name": "friction", "sources": {"tip_t": 2e-3}}],
  "bootstrap": {"replicas": 10, "parameters": [{"name": "friction", "interval95": [0.584, 0.598]}]},
  "correlation": [[1.0, 0.25], [0.25, 1.0]], "runs": [{"run": "x", "sha256": "$sum"}],
  "profiles": [{"name": "friction", "interval95": [0.586, 0.594], "closed": true,
   "points": [[0.58, 25.0], [0.59, 0.0], [0.6, 25.0]]}]}}
EOF
check "a report with a fit" exits 0 skitter-report "$rig" "$bouncing" "$sliding" --fit fit.json \
    -o g.html --figures fitted
check "calibration and validation runs are kept apart" eval \
    'has g.html "Calibration runs (the fit" && has g.html "Validation runs (the fit" &&
     has g.html "A calibration run" && has g.html "A validation run"'
check "correlation, profile and expanded uncertainty (k = 2)" eval \
    'has g.html "0.250" && has g.html "Profile of friction" && has g.html ">0.0040<"'
check "the verdict of the fit" has g.html "the runs determine all values, the data are not explained. Suspect: tip_t &lt;of&gt; x."
# 4 and 3 make 16 and 9 of 25 parts; rows are from below: friction, stiffness
shares() {
    cat fitted/fit-budget.csv >&2
    awk -F, '$1 == "tip_t" && $3 == 1 && $2 == 0 && $4 > 35.999 && $4 < 36.001 { a = 1 }
             $1 == "rail" && $3 == 1 && $2 > 35.999 && $4 > 99.999 { b = 1 }
             $1 == "tip_t" && $3 == 0 && $4 > 99.999 { c = 1 } END { exit !(a && b && c) }' fitted/fit-budget.csv
}
check "the budget by shares of the variance" shares
# an interval of 0.584 to 0.598 about 0.59 with u = 0.002 is -3 to 4
check "the intervals of the bootstrap" eval \
    'awk -F, "\$1 == \"bootstrap\" && \$2 > -3.001 && \$2 < -2.999 { a = 1 } \$2 > 3.999 && \$2 < 4.001 { b = 1 }
              END { exit !(a && b) }" fitted/fit-intervals.csv'
check "the prediction has a band" eval \
    'head -n 1 fitted/run-1-*-tangential.csv | grep -q band_half_width'
# the tip starts at rest whatever the parameters are; before the first impact at 78 ms a
# stiffness known to 0.15 % and a friction to 0.7 % leave less than 5 % of the speed open
band_is_sane() {
    awk -F, 'NR > 1 && $3 != "nan" && $1 < 0.075 { n++; if ($3 > most) most = $3 }
             END { exit !(n > 700 && most > 1e-5 && most < 0.02) }' fitted/run-1-*-tangential.csv
}
check "and the band is a speed that can be" band_is_sane

# ---- text from outside
cp -r "$sliding" 'run <b>&"'
sed -i 's|"note": "[^"]*"|"note": "<script>window.hostile = 1</script> \& `touch owned`"|' 'run <b>&"/run.json'
check "a hostile note and name" exits 0 skitter-report "$rig" 'run <b>&"' -o h.html -o h.pdf \
    --title "'x it's \`touch owned\` <i>"
check "is text" eval 'has h.html "&lt;script&gt;window.hostile" && lacks h.html "<script>window.hostile"'
check "and runs nothing" test ! -e owned
tap_end
