#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# the page at three widths, in print and in the dark, in a browser: nothing is cut off or
# reaches over the edge, and what layout.js lists of access holds; also without scripts
source "$TOP_SRCDIR/tests/tap.sh"
export PATH="$TOP_BUILDDIR:$PATH"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ -z "$browser" ]; then
    tap_skip "the layout of the page" "chromium is not installed"
    tap_end
    exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
runs=$TOP_SRCDIR/data/campaign/runs
long=a_name_of_a_run_that_somebody_has_written_without_any_space_so_that_it_never_ends_2026-11-18_take_17
cp -r "$runs/h0.3775_theta30.5_v-0.2" $long
chmod -R u+w $long
sum=$(sed -n 's/.*"sha256": "\(.*\)".*/\1/p' $long/run.json)
cat >fit.json <<EOF
{"skitter": "0.1.0", "kind": "result", "program": "skitter-fit", "results": [],
 "fit": {"converged": true, "why": "", "reduced_chi_square": 1.0, "parameters": [
  {"name": "stiffness", "unit": "N.m/rad", "value": 1.34, "uncertainty": 0.001, "at_bound": null},
  {"name": "theta1[1]", "unit": "rad", "value": 0.5323, "uncertainty": 0.001, "at_bound": null},
  {"name": "friction", "unit": "1", "value": 0.59, "uncertainty": 0.002, "at_bound": null}],
  "correlation": [[1.0, 0.1, 0.25], [0.1, 1.0, 0.0], [0.25, 0.0, 1.0]],
  "runs": [{"run": "elsewhere/$long", "sha256": "$sum"}],
  "profiles": [{"name": "theta1[1]", "interval95": [0.53, 0.535], "closed": true,
   "points": [[0.52, 25.0], [0.5323, 0.0], [0.54, 25.0]]}]}}
EOF
skitter-report "$TOP_SRCDIR/data/zhao-2008.yaml" $long "$runs/h0.3775_theta32_v-0.2" no-such-run \
    --fit fit.json -o page.html >&2
check "theta1[1] is called by its run" eval '! grep -q "theta1\[1\]" page.html && grep -q "theta1 of $long" page.html'
check "a run that cannot be compared has its tile" eval \
    'grep -A3 "class=\"tile none\"" page.html | grep -q no-such-run'

# the policy goes from the copies, whose style is changed to that of the medium
cp page.html screen.html
sed -e '/Content-Security-Policy/d' -e 's/@media print/@media all/' -e 's/@media screen/@media not all/' page.html >print.html
sed -e '/Content-Security-Policy/d' -e 's/@media (prefers-color-scheme: dark)/@media all/' page.html >dark.html
sed -e '/Content-Security-Policy/d' -e 's/<script>/<script type="text\/plain">/' page.html >still.html

# measure PAGE WIDTH: lines of layout.js in PAGE.WIDTH
measure() {
    {
        echo "<!DOCTYPE html><html><body><iframe width=\"$2\" height=\"1200\" src=\"$1.html\"></iframe><script>"
        cat "$TOP_SRCDIR/tests/report/layout.js"
        echo '</script></body></html>'
    } >"around-$1-$2.html"
    timeout 600 "$browser" --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
        --allow-file-access-from-files --user-data-dir="$work/profile" --window-size=1500,1300 \
        --virtual-time-budget=8000 --dump-dom "file://$work/around-$1-$2.html" 2>/dev/null |
        sed -n '/id="layout-result"/,/<\/pre>/p' | grep -E '^[a-z-]+ ' >"$1.$2"
    sed "s/^/# $1 $2: /" "$1.$2"
}
found() { grep -qx "$2 yes" "$1"; }
for view in "screen 1400" "screen 900" "screen 390" "print 680" "dark 900" "still 390"; do
    read -r page width <<<"$view"
    measure "$page" "$width"
    for name in no-overflow nothing-outside nothing-cut nothing-spills contrast names links-lead ids-unique headings language; do
        check "$page at $width px: $name" found "$page.$width" "$name"
    done
done
tap_end
