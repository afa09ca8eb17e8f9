#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# the simulator in the page against skitter-sim: a slider of every shipped mechanism moved, the same
# motion to 1e-9; what the buttons write reads back
source "$TOP_SRCDIR/tests/tap.sh"
export PATH="$TOP_BUILDDIR:$PATH"
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
why=
[ -n "$browser" ] || why="chromium is not installed"
[ -x "$TOP_BUILDDIR/tests/report/live_spec" ] || why="cmocka is not installed"
grep -q '^#define HAVE_LIVE' "$TOP_BUILDDIR/config.h" || why="built without the simulator for pages"
if [ -n "$why" ]; then
    tap_skip "the simulator in the page" "$why"
    tap_end
    exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
skitter-report "$TOP_SRCDIR/data/zhao-2008.yaml" "$TOP_SRCDIR/data/campaign/runs/h0.3775_theta32_v-0.5" \
    -o page.html >&2

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
: >cases
for name in chain leine-2002-simple leine-2002 or-2012 painleve-box painleve-rod zhao-2008 zhao-2008-pendulum; do
    rig=$TOP_SRCDIR/data/$name.yaml
    while read -r spec && read -r set; do
        names+=("$name-${set%%=*}")
        write_case "$name-${set%%=*}" "$spec" "$set" >>cases
    done < <("$TOP_BUILDDIR/tests/report/live_spec" "$rig" 0.3)
done
check "cases of every shipped mechanism" test "${#names[@]}" -ge 24

# the page lets no script run but its own: this one's hash is added to its policy
# shellcheck disable=SC2059 # the bytes of the hash
own=$(printf "$({ echo; cat "$TOP_SRCDIR/tests/report/live.js"; } | sha256sum | cut -d' ' -f1 | sed 's/../\\x&/g')" | base64)
{
    sed -e 's#</body></html>##' -e "s#script-src #&'sha256-$own' #" page.html
    cat cases
    echo '<script>'
    cat "$TOP_SRCDIR/tests/report/live.js"
    echo '</script></body></html>'
} >used.html
timeout 600 "$browser" --headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
    --user-data-dir="$work/profile" --window-size=1000,800 --virtual-time-budget=30000 \
    --enable-logging=stderr --dump-dom "file://$work/used.html" >dom.html 2>said
sed -n '/id="live-result"/,/<\/pre>/p' dom.html | grep -E '^[a-z0-9_.-]+ ' >results
grep -v '^rig-file ' results | sed 's/^/# /'
found() { grep -q "^$1 yes" results; }
for name in "${names[@]}"; do
    check "as skitter-sim: $name" found "$name"
done
for name in a-move-is-drawn the-verdict-stays written-as-set written-as-a-rig back-again labels; do
    check "in the browser: $name" found "$name"
done
sed -n 's/^rig-file //p' results | base64 -d >whatif.yaml
reads_back() {
    skitter rig check whatif.yaml | grep -i friction >&2
    skitter-sim whatif.yaml -d '0.2 s' -q >a.csv && skitter-sim "$TOP_SRCDIR/data/zhao-2008.yaml" -d '0.2 s' -q >b.csv &&
        ! cmp -s a.csv b.csv && grep -q "friction: $(sed -n 's/^rig-value //p' results)" whatif.yaml
}
check "the rig file that is written reads back" reads_back
check "the console is silent" eval '! grep -m 3 CONSOLE said'
tap_end
