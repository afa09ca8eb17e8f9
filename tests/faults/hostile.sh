#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/faults/hostile.sh [TIMES]
# Hostile text in TIMES strings (0: in every one; default 3) of every input: rig file, run.json, fit, result that
# a rig includes, CSV. No program crashes; nothing of it reaches a terminal or a page but
# escaped, or a file's name.
# shellcheck source=tests/faults/jobs.sh
source "$TOP_SRCDIR/tests/faults/jobs.sh"
times=${1:-3}
if ! command -v python3 >/dev/null; then
    tap_skip "hostile strings" "python3 is not installed"
    tap_end
    exit
fi
here=$TOP_SRCDIR/tests/faults
cd "$work" || exit 1

# the inputs as they are when all is well
reference fit >&2 && cp "$work/ref/out.json" fit.json || { tap_not_ok "a fit is made"; tap_end; exit 1; }
reference calib >&2 && cp "$work/ref/out.json" result.json || { tap_not_ok "a result is made"; tap_end; exit 1; }
cp -r "$bouncing" run && chmod -R u+w run && cp run/run.json run.json
printf 'time (s),tip_t (mm/s),rail (m/s)\n0,1,2\n0.1,2,3\n0.2,1,2\n' >table.csv
cp "$zhao" rig.yaml

# ---- who reads them; $1 is the copy
reads_rig() { skitter rig check "$1" && skitter-sim "$1" -d '1 ms' -q -o out.csv --force; }
reads_run() { cp "$1" run/run.json; skitter run info run; skitter run repair run; skitter-report "$zhao" run -q -o out.html --figures figures --force; }
reads_fit() { skitter-report "$campaign/rig.yaml" "$bouncing" --fit "$1" -q -o out.html --figures figures --force; }
reads_result() { cp "$1" included.json; skitter rig check including.yaml; }
reads_csv() { rm -rf imported; cp "$1" copy.csv; skitter-daq import copy.csv -o imported; }
{ cat "$zhao"; echo 'include: [included.json]'; } >including.yaml

harmless() { # harmless READER COPY
    local bad
    rm -rf out.html figures run/*.damaged* run/run.journal
    "$1" "$2" >said 2>&1
    code=$?
    : >"$work/stderr"
    [[ $code == [0123] ]] || { echo "exit code $code"; tail -3 said; return 1; }
    ! LC_ALL=C grep -qP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' said || { echo "a terminal's escapes: $(LC_ALL=C grep -aP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]' said | head -1 | cat -v | cut -c1-200)"; return 1; }
    if [ -e out.html ]; then
        ! grep -qE '<script>alert|<img src=x|id="[^"]*[^"A-Za-z0-9_-][^"]*"' out.html || { echo "in the page: $(grep -oE '.{20}(<script>alert|<img src=x|id="[^"]*[^A-Za-z0-9_"-]).{20}' out.html | head -1)"; return 1; }
    fi
    bad=$(find figures -name '*[!A-Za-z0-9_.-]*' 2>/dev/null | head -1)
    [ -z "$bad" ] || { echo "a file's name: $bad"; return 1; }
}

for what in rig:rig.yaml run:run.json fit:fit.json result:result.json csv:table.csv; do
    input=${what#*:}
    rm -rf copies && mkdir copies
    all=$(python3 "$here/hostile.py" "$input" copies) || { tap_not_ok "copies of $input"; continue; }
    places "$all" "$times"
    for n in "${chosen[@]}"; do count "string $n of $all in $input" harmless "reads_${what%:*}" "copies/$((n - 1))"; done
    cp run.json run/run.json
    account "hostile strings: $input"
done
tap_end
