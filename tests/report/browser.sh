#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# the page in a browser: figures drawn, zoomed, moved and read off; nothing fetched
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
cp -r "$TOP_SRCDIR/data/campaign/runs/h0.3775_theta30.5_v-0.2" run
chmod -R u+w run
sed -i 's|"note": "[^"]*"|"note": "<script>window.hostile = 1</script>"|' run/run.json
skitter-report "$TOP_SRCDIR/data/zhao-2008.yaml" run "$TOP_SRCDIR/data/campaign/runs/h0.3775_theta21_v-0.2" -o page.html --figures figures >&2

# a value of the record that the page must show: sample 12345 of tip_t
value=$(awk -F, 'NR == 12347 { print $3 }' figures/run-1-run-tangential.csv)
# the page lets no script run but its own: this one's hash is added to its policy
# shellcheck disable=SC2059 # the bytes of the hash
own=$(printf "$({ echo; cat "$TOP_SRCDIR/tests/report/browser.js"; } | sha256sum | cut -d' ' -f1 | sed 's/../\\x&/g')" | base64)
{
    sed -e 's#</body></html>##' -e "s#script-src #&'sha256-$own' #" page.html
    echo "<p id=\"expected\">12345 $value</p><script>"
    cat "$TOP_SRCDIR/tests/report/browser.js"
    echo '</script></body></html>'
} >used.html
timeout 600 "$browser" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run \
    --disable-background-networking --disable-component-update --disable-sync \
    --user-data-dir="$work/profile" --window-size=1000,800 --virtual-time-budget=20000 \
    --enable-logging=stderr --dump-dom "file://$work/used.html" >dom.html 2>said
sed -n '/id="browser-result"/,/<\/pre>/p' dom.html | grep -E '^[a-z-]+ ' >results
sed 's/^/# /' results

found() { grep -qx "$1 yes" results; }
for name in still-drawn all-live live-drawn wheel-zooms axes-follow linked-axes keys-move drag-moves \
    crosshair linked-cursor reset value-read residual-is-the-difference every-sample mechanism-at-the-cursor links-hang-together \
    tip-on-the-rail drawn-tip-moves-as-predicted measured-beside-predicted steps-to-the-event and-back \
    force-is-an-arrow plays-slowly keys-scrub player-labels no-requests no-script-ran hostile-text; do
    check "in the browser: $name" found "$name"
done
# without its hash a script does not run, whatever brings it into the page
sed 's#</body></html>#<script>document.title = "intruder"</script>&#' page.html >intruded.html
refused() {
    timeout 600 "$browser" --headless --no-sandbox --disable-gpu --no-first-run --user-data-dir="$work/profile" \
        --virtual-time-budget=5000 --dump-dom "file://$work/intruded.html" >intruded.dom 2>/dev/null
    grep -q '<title>' intruded.dom && ! grep -q '<title>intruder' intruded.dom
}
check "a script that is not the page's own does not run" refused
check "no policy that lets anything run" eval '! grep -q unsafe-inline page.html'
check "the console is silent" eval '! grep -m 3 CONSOLE said'
tap_end
