#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Files of other instruments and programs become runs with the numbers that were in them, and
# go out again as CSV, MAT, WAV and universal files that come in as the same numbers.
source "$TOP_SRCDIR/tests/tap.sh"
# Debian's own has what Debian's packages brought
python=
for candidate in python3 /usr/bin/python3; do
    [ -n "$python" ] || ! "$candidate" -c 'import numpy, scipy.io' 2>/dev/null || python=$candidate
done
if [ -z "$python" ]; then
    tap_skip "foreign files" "python3 with numpy and scipy is not installed"
    tap_end
    exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
daq=$TOP_BUILDDIR/skitter-daq
skitter=$TOP_BUILDDIR/skitter
facts=$TOP_BUILDDIR/tests/daq/facts

# has RUN FRAMES LOST PERIOD ROLE SUM SQUARES ...: (the period in ns) what facts says, and the sums of the exported CSV
has() {
    local run=$1 frames=$2 lost=$3 period=$4 got
    shift 4
    "$facts" "$run" >facts
    grep -qx "frames $frames" facts &&
        awk -v ns="$period" '$1 == "period" { split($2, p, "/"); found = p[1] / p[2] * 1e9; d = found - ns
                                              ok = d < 0.5 && d > -0.5 } END { exit !ok }' facts || { cat facts; return 1; }
    rm -f out.csv
    "$skitter" run export "$run" -o out.csv -q || return 1
    got=$(($(wc -l <out.csv) - 1 - frames))
    [ "$got" -eq "$lost" ] || { echo "$got frames lost instead of $lost"; return 1; }
    awk -F, -v want="$*" '
        NR == 1 { for (i = 2; i <= NF; i++) { name = $i; sub(/ .*/, "", name); role[i] = name } next }
        { for (i = 2; i <= NF; i++) if ($i != "nan") { sum[role[i]] += $i; square[role[i]] += $i * $i } }
        function near(a, b) { d = a - b; return (d < 0 ? -d : d) <= 2e-7 }
        END {
            n = split(want, w, " ")
            for (i = 1; i <= n; i += 3)
                if (!near(sum[w[i]], w[i + 1]) || !near(square[w[i]], w[i + 2])) {
                    print w[i], sum[w[i]], square[w[i]], "instead of", w[i + 1], w[i + 2]
                    bad = 1
                }
            exit bad
        }' out.csv
}
comes_in() {
    local file=$1 options=$2 code
    rm -rf run
    eval "'$daq' import '$file' $options -o run -q"
    code=$?
    [ "$code" -eq "$3" ] || { echo "exit code $code instead of $3"; return 1; }
    shift 3
    has run "$@"
}
not_clipped() { "$skitter" run list --json run | grep -qE '"clipped": 0,?$'; }

check "the files are made" eval '"$python" "$TOP_SRCDIR/tests/daq/foreign.py" >cases'
check "there are at least 30 of them" test "$(wc -l <cases)" -ge 30
while IFS='|' read -r file options numbers sums; do
    # shellcheck disable=SC2086
    set -- $numbers
    code=0
    [ "$2" -eq 0 ] || code=3 # with gaps
    # shellcheck disable=SC2086
    check "$file comes in" comes_in "$file" "$options" "$code" $numbers $sums
    check "... nothing of it is called clipped" not_clipped
done <cases

# out and in again, with a gap
eval "'$daq' import nan.csv -o gap -q"
want=$(sed -n 's/^nan.csv|.*|\(.*\)|\(.*\)/\1 \2/p' cases)
for kind in csv mat wav uff; do
    check "a run with gaps goes out as $kind" "$skitter" run export gap -o "gap.$kind"
    options=
    [ "$kind" = wav ] && options="-c 1=tip_t:m/s -c 2=tip_n:m/s"
    # shellcheck disable=SC2086
    check "... and comes in as the same numbers" comes_in "gap.$kind" "$options" 3 $want
done
check "channels are chosen" eval '"$skitter" run export gap -c tip_n -o one.csv -q && [ "$(head -1 one.csv)" = "time (s),tip_n (m/s)" ]'
check "an existing file is kept" exits 2 "$skitter" run export gap -o one.csv
check "... but for --force" exits 0 "$skitter" run export gap -o one.csv -f -q

printf 'time (s),tip_t (mm/s),dial (mm)\n0,1,2\n1,3,4\n' >dial.csv
check "a role goes out in SI units, another column in its own" eval '"$daq" import dial.csv -o dial -q &&
    "$skitter" run export dial -o dial_out.csv -q && cat dial_out.csv &&
    [ "$(head -2 dial_out.csv)" = "$(printf "time (s),tip_t (m/s),dial (mm)\n0,0.001,2")" ]'

# what it says
says() { local what=$1; shift; "$@" 2>&1 | tee /dev/stderr | grep -qF -- "$what"; }
check "a preview tells the layout" says "semicolons between the cells, decimal commas; names in line 1" "$daq" import german.csv --dry-run
check "... and writes nothing" test ! -e german
check "a column that is not there is named with those that are" says "'Channel A'" "$daq" import picoscope.csv -c 'Chanel A=tip_t' -n
check "... and guessed" says "did you mean Channel A?" "$daq" import picoscope.csv -c 'Chanel A=tip_t' -n
check "a wish that cannot be read says how" says "NAME=ROLE" "$daq" import plain.csv -c tip_t -n
printf '\xff\xfet\0,\0a\0\n\0' >wide.csv
check "UTF-16 is named" says "iconv -f UTF-16" "$daq" import wide.csv -n
tap_end
