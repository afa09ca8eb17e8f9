#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# A report in a browser: figures drawn, zoomed, moved and read off; the mechanism in step with the
# cursor; a slider of every shipped mechanism moved, the same motion as skitter-sim's to 1e-9;
# nothing cut off at three widths, in print, in the dark and without scripts; nothing fetched.
# One browser shows all pages, one after the other (around.js).
source "$TOP_SRCDIR/tests/tap.sh"
export PATH="$TOP_BUILDDIR:$PATH"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
    tap_skip "the page in a browser" "chromium is not installed"
    tap_end
    exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
here=$TOP_SRCDIR/tests/report
runs=$TOP_SRCDIR/data/campaign/runs
live=yes
[ -x "$TOP_BUILDDIR/tests/report/live_spec" ] && grep -q '^#define HAVE_LIVE' "$TOP_BUILDDIR/config.h" || live=

# ---- the report: a run with a long name and a hostile note, one that slides, one that is not there
long=a_name_of_a_run_that_somebody_has_written_without_any_space_so_that_it_never_ends_2026-11-18_take_17
cp -r "$runs/h0.3775_theta30.5_v-0.2" $long
chmod -R u+w $long
sed -i 's|"note": "[^"]*"|"note": "<script>window.hostile = 1</script>"|' $long/run.json
sum=$(sed -n 's/.*"sha256": "\(.*\)".*/\1/p' $long/run.json)
cat >fit.json <<EOF
{"skitter": "0.1.0", "kind": "result", "program": "skitter-fit", "results": [],
 "fit": {"converged": true, "why": "", "reduced_chi_square": 1.0, "parameters": [
  {"name": "stiffness", "unit": "N.m/rad", "value": 1.34, "uncertainty": 0.001, "at_bound": null},
  {"name": "theta1[1]", "unit": "rad", "value": 0.5323, "uncertainty": 0.001, "at_bound": null},
  {"name": "friction", "unit": "1", "value": 0.59, "uncertainty": 0.002, "at_bound": null}],
  "correlation": [[1.0, 0.1, 0.25], [0.1, 1.0, 0.0], [0.25, 0.0, 1.0]],
  "runs": [{"run": "elsewhere/$long", "sha256": "$sum"}],
  "posterior": {"parameters": [{"name": "friction", "interval95": [0.586, 0.593],
   "marginal": {"low": 0.586, "high": 0.594, "density": [50, 100, 75, 25]}}]},
  "profiles": [{"name": "theta1[1]", "interval95": [0.53, 0.535], "closed": true,
   "points": [[0.52, 25.0], [0.5323, 0.0], [0.54, 25.0]]}]}}
EOF
skitter-report "$TOP_SRCDIR/data/zhao-2008.yaml" $long "$runs/h0.3775_theta21_v-0.2" no-such-run \
    --fit fit.json -o page.html --figures figures >&2
check "theta1[1] is called by its run" eval '! grep -q "theta1\[1\]" page.html && grep -q "theta1 of $long" page.html'
# friction is 0.59 +- 0.002, whose normal density has the peak 199.471: that is 0.86 high in its row, around 0
marginal() {
    grep -q 'id="fit-marginals"' page.html && awk -F, '$1 == "posterior" { if (!n++) first = $2; last = $2; if ($3 > top) top = $3 }
        function off(a, b) { return a > b ? a - b : b - a }
        END { exit !(n == 10 && off(first, -2) < 1e-9 && off(last, 2) < 1e-9 && off(top, -0.43 + 0.86 * 100 / 199.471) < 1e-5) }' figures/fit-marginals.csv
}
check "the posterior of a value, as a figure" marginal
check "a run that cannot be compared has its tile" eval \
    'grep -A3 "class=\"tile none\"" page.html | grep -q no-such-run'
check "no policy that lets anything run" eval '! grep -q unsafe-inline page.html'

# ---- pages that are used: the page lets no script run but its own; a test's hash is added to its
# policy. with_test SCRIPT: page.html, what comes from standard input, and the script
with_test() {
    local own
    # shellcheck disable=SC2059 # the bytes of the hash
    own=$(printf "$({ echo; cat "$here/$1"; } | sha256sum | cut -d' ' -f1 | sed 's/../\\x&/g')" | base64)
    sed -e 's#</body></html>##' -e "s#script-src #&'sha256-$own' #" page.html
    cat
    echo '<script>'
    cat "$here/$1"
    echo '</script></body></html>'
}
# a value of the record that the page must show: sample 12345 of tip_t
value=$(awk -F, 'NR == 1 { for (k = 1; k <= NF; k++) if ($k == "measured") c = k } NR == 12347 { print $c }' \
    figures/run-1-*-tangential.csv)
with_test browser.js <<<"<p id=\"expected\">12345 $value</p>" >used.html
# without its hash a script does not run, whatever brings it into the page
sed 's#</body></html>#<script>document.title = "intruder"</script>&#' page.html >intruded.html

# write_case NAME SPEC SET: an element with the spec and the trajectory, at the tolerance of the
# page; no trajectory where it fails
rate=200 duration=0.5
write_case() {
    rtol=${2#*\"rtol\":}
    skitter-sim "$rig" --set "$3" --rtol "${rtol%%,*}" --duration "$duration s" --rate "$rate Hz" -o motion.csv -e /dev/null -q -f 2>/dev/null ||
        : >motion.csv
    printf '<script type="text/plain" class="case" id="%s">%s\n' "$1" "${2%\}},\"end\":$duration,\"rate\":$rate}"
    cat motion.csv
    echo '</script>'
}
names=()
# take_cases NAME: of each slider; of one that is described the first and the last
take_cases() {
    local lines i step=2
    rig=$TOP_SRCDIR/data/$1.yaml
    mapfile -t lines < <("$TOP_BUILDDIR/tests/report/live_spec" "$rig" 0.3)
    if grep -q '^mechanism:' "$rig"; then step=$((${#lines[@]} - 2)); fi
    for ((i = 0; i < ${#lines[@]}; i += step)); do
        names+=("$1-${lines[i + 1]%%=*}")
        write_case "${names[-1]}" "${lines[i]}" "${lines[i + 1]}" >>cases
    done
}
if [ -n "$live" ]; then
    for name in chain leine-2002-simple leine-2002 or-2012 painleve-box painleve-rod zhao-2008 zhao-2008-pendulum \
        colas-2019 example-brake-pad example-ellipse example-impact-oscillator example-rocking-block example-slope example-stick-slip; do
        take_cases "$name"
    done
    check "cases of every shipped mechanism and of described ones" test "${#names[@]}" -ge 48
    with_test live.js <cases >live.html
fi

# ---- pages that are looked at: the policy goes from the copies, whose style is changed to that of
# the medium
sed -e '/Content-Security-Policy/d' -e 's/@media print/@media all/' -e 's/@media screen [^{]*/@media not all /' page.html >print.html
sed -e '/Content-Security-Policy/d' -e 's/@media (prefers-color-scheme: dark)/@media all/' page.html >dark.html
sed -e '/Content-Security-Policy/d' -e 's/<script>/<script type="text\/plain">/' page.html >still.html

views=("page 1400" "page 900" "page 390" "print 680" "dark 900" "still 390")
frame() { printf '{"name":"%s","page":"%s","width":%d,"height":%d,"look":"%s"}' "$@"; }
{
    echo '<!DOCTYPE html><html><body><script type="application/json" id="frames">['
    frame used used.html 1000 800 browser-result
    [ -z "$live" ] || { echo , && frame live live.html 1000 800 live-result; }
    for view in "${views[@]}"; do
        read -r page width <<<"$view"
        echo , && frame "$page-$width" "$page.html" "$width" 1200 layout
    done
    echo , && frame intruded intruded.html 1000 800 title
    echo ']</script><script>'
    cat "$here/layout.js" "$here/around.js"
    echo '</script></body></html>'
} >around.html
timeout 600 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync --allow-file-access-from-files \
    --user-data-dir="$work/profile" --window-size=1500,1300 --virtual-time-budget=60000 \
    --enable-logging=stderr --dump-dom "file://$work/around.html" >dom.html 2>console
sed -n '/id="said"/,/<\/pre>/p' dom.html | grep -E '^[a-z0-9-]+ ' >said
grep -v '^live rig-file ' said | sed 's/^/# /'

found() { grep -q "^$1 $2 yes" said; }
for name in still-drawn unpacked-in-view all-live live-drawn wheel-zooms axes-follow linked-axes keys-move drag-moves \
    crosshair readout-has-units linked-cursor reset value-read residual-is-the-difference band-has-no-spikes every-sample mechanism-at-the-cursor links-hang-together \
    tip-on-the-rail drawn-tip-moves-as-predicted measured-beside-predicted steps-to-the-event and-back \
    force-is-an-arrow a-point-is-turned a-body-hangs-and-slides an-ellipse-touches plays-slowly keys-scrub player-labels no-requests no-script-ran hostile-text; do
    check "in the browser: $name" found used "$name"
done
if [ -n "$live" ]; then
    for name in "${names[@]}"; do
        check "as skitter-sim: $name" found live "$name"
    done
    for name in as-reported-run-1 as-reported-run-2 a-move-is-drawn the-verdict-stays written-as-set written-as-a-rig back-again labels; do
        check "in the browser: $name" found live "$name"
    done
    sed -n 's/^live rig-file //p' said | base64 -d >whatif.yaml
    reads_back() {
        local friction
        friction=$(sed -n 's/^live rig-value //p' said)
        grep -q "friction: $friction" whatif.yaml && sed "s/friction: $friction/friction: 0.59/" whatif.yaml >before.yaml &&
            skitter-sim whatif.yaml -d '0.2 s' -q >a.csv && skitter-sim before.yaml -d '0.2 s' -q >b.csv && ! cmp -s a.csv b.csv
    }
    check "the rig file that is written reads back" reads_back
else
    tap_skip "the simulator in the page" "built without the simulator for pages, or without cmocka"
fi
for view in "${views[@]}"; do
    for name in hidden-is-hidden no-overflow nothing-outside nothing-cut nothing-spills contrast names links-lead ids-unique headings language; do
        check "${view% *} at ${view#* } px: $name" found "${view/ /-}" "$name"
    done
done
refused() { grep -q '^intruded title .' said && ! grep -q '^intruded title intruder' said; }
check "a script that is not the page's own does not run" refused
only_that() { [ "$(grep -c CONSOLE console)" -eq "$(grep -cE 'CONSOLE.*(Refused to execute|Executing) inline script.*intruded.html' console)" ] || { grep -m 3 CONSOLE console >&2; return 1; }; }
check "the console is silent but for that" only_that
tap_end
