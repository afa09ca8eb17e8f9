#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/faults/hostile.sh [TIMES] [INPUT]...
# Hostile text in TIMES strings (0: in every one; default 1) of every input: rig files, run.json, a
# run's journal, fit, plan, result that a rig includes, tables of columns, impacts, a belt, a
# trajectory, universal file, part of a sweep, journal of a sweep, and in a directory's name. Every program that reads the input does. No program crashes; nothing of it
# reaches a terminal or a page but escaped, or a file's name.
# shellcheck source=tests/faults/jobs.sh
source "$TOP_SRCDIR/tests/faults/jobs.sh"
times=${1:-1}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- rig.yaml described.yaml run.json gaps.journal fit.json plan.json result.json \
    table.csv impacts.csv belt.csv trajectory.csv table.uff part.csv journal
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
reference plan >&2 && cp "$work/ref/out.json" plan.json || { tap_not_ok "a plan is made"; tap_end; exit 1; }
cp -r "$bouncing" run && chmod -R u+w run && cp run/run.json run.json
printf 'time (s),tip_t (mm/s),rail (m/s)\n0,1,2\n0.1,2,3\n0.2,1,2\n' >table.csv
skitter run cut run --until '0.5 ms' -q -o short && skitter run export short -q -o table.uff || tap_not_ok "a universal file is made"
{
    echo 'vx (m/s),vy (m/s),omega (rad/s),vx_after (m/s),vy_after (m/s),omega_after (rad/s),contact_x (m),contact_y (m)'
    for ((i = 0; i < 24; i++)); do echo "0.$((i + 10)),-1.$i,0.$((i % 7)),0.$((i + 8)),0.$((50 + i)),1.$((i % 5)),0.00$((i % 9)),-0.02"; done
} >impacts.csv
printf 't (s),v (m/s)\n0,-0.2\n0.5,-0.21\n1,-0.2\n' >belt.csv
{ sed '/^  belt_speed/d' "$zhao"; printf 'belt:\n  table: copy.csv\n'; } >belted.yaml
skitter-sim "$data/leine-2002.yaml" -q -d '2 ms' --rate '1 kHz' -o trajectory.csv >printed 2>&1 || tap_not_ok "a trajectory is made"
# a killed recording that has lost frames; hostile.py seals the lines
cp -r killed gaps
cat >gaps.journal <<'EOF'
- {"start": "2026-11-18T15:00:05.198224987Z", "trigger_frame": 0}
- {"frame": 100, "lost": 170, "why": "the disk did not keep up: the buffer was full"}
EOF
cp "$zhao" rig.yaml
cp "$data/example-slope.yaml" described.yaml
sweep=(skitter-orbit sweep "$leine" -q -p friction --from 0.5 --to 0.6 -n 2 --settle '0.2 s')
for part in 1 2; do "${sweep[@]}" --shard $part/2 -o part$part.csv || tap_not_ok "a part of a sweep is made"; done
cp part1.csv part.csv
{ cat "$zhao"; echo 'include: [included.json]'; } >including.yaml
# a journal, as a sweep leaves it that is killed before its last rename
strace -f -qq -o trace -e trace=linkat,renameat,rename -e inject=linkat,renameat,rename:signal=SIGKILL "${sweep[@]}" -o resumed.csv 2>/dev/null
cp resumed.csv.part journal 2>/dev/null || set -- "${@/journal/}" # strace cannot trace here

# ---- who reads them; $1 is the copy
reads_rig() {
    skitter rig check "$1" || return
    skitter-sim "$1" -d '1 ms' -e out.csv --force
    skitter-orbit equilibria "$1"
    skitter-map critical "$1"
    skitter-plan "$1" --goal friction --noise '1 mm/s' --vary belt_speed=-0.3:-0.1m/s:2 --ensemble 1 -d '5 ms'
    skitter-daq record "$1" --source rig: --fast -d '2 ms' -o recorded
    skitter-fit "$1" run -q --free friction --starts 1 --until '10 ms'
    skitter-report "$1" run -q -o out.html --figures figures --force
    return 0 # that it is a rig is enough: it need not be the run's
}
reads_described() { reads_rig "$1"; }
looks_at_run() { # the path to it
    local how
    skitter run list "$1" && skitter run list --json "$1"
    skitter run info "$1" && skitter run plot "$1" && skitter run note "$1" && skitter run verify "$1"
    skitter run export "$1" --force -o out.csv
    skitter run cut "$1" --until '1 ms' -o cut
    for how in channels pendulum slide 'stick-slip -m 1kg -k 100N/m -p 1mm/s' bounce rail; do
        # shellcheck disable=SC2086 # words
        skitter-calib $how "$1"
    done
    skitter-calib stick-slip "$bouncing" --score "$1"
    skitter-plan "$campaign/rig.yaml" --goal restitution --vary theta1=30deg:31deg:2 --vary belt_speed=-0.3:-0.1m/s:2 --ensemble 1 -d '5 ms' \
        --made "$1" -g out.svg --force
    skitter-fit "$campaign/rig.yaml" "$1" --from-run theta1,belt_speed --free restitution --starts 1 --stages velocities --until '50 ms'
    skitter run repair "$1"
    skitter-report "$zhao" "$1" -o out.html --figures figures --force
}
reads_run() { cp "$1" run/run.json; looks_at_run run; }
reads_fit() {
    skitter-report "$campaign/rig.yaml" "$bouncing" --fit "$1" -q -o out.html --figures figures --force
    skitter-plan "$campaign/rig.yaml" -q --fit "$1" --goal restitution --vary theta1=30deg:31deg:2 --ensemble 2 -d '20 ms'
    skitter-plan --check plan.json "$1"
    reads_result "$1"
}
reads_result() { cp "$1" included.json; reads_rig including.yaml; }
reads_table() { cp "$1" "copy.${input##*.}"; skitter-daq import "copy.${input##*.}" -o imported && skitter run info imported; }
reads_impacts() { skitter-calib impacts "$1" -l stronge -g '21 mm' && skitter-calib impacts impacts.csv -l stronge -g '21 mm' --score "$1"; }
reads_belt() { cp "$1" copy.csv; skitter-sim belted.yaml -d '1 ms'; }
reads_trajectory() { skitter-map modes "$data/leine-2002.yaml" -a phi=0deg:45deg:3 -a phi_dot=-3rad/s:3rad/s:3 --trajectory "$1" -g out.svg --force; }
reads_plan() { skitter-plan --check "$1" fit.json; }
reads_gaps() {
    cp "$1" gaps/run.journal
    skitter run info gaps && skitter run list gaps && skitter run plot gaps
    rm -rf mended && cp -r gaps mended && skitter run repair mended && skitter run info mended
}
reads_part() { skitter sweep merge "$1" part2.csv; }
reads_journal() { rm -f resumed.csv*; cp "$1" resumed.csv.part; "${sweep[@]}" -o resumed.csv --resume; }

controls='[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]'
harmless() { # harmless READER COPY
    local bad
    rm -rf out.html out.svg figures run/*.damaged* run/run.journal recorded cut imported
    "$1" "$2" >printed 2>&1
    code=$?
    : >"$work/stderr"
    [[ $code == [0123] ]] || { echo "exit code $code"; tail -3 printed; return 1; }
    ! LC_ALL=C grep -qP "$controls" printed || { echo "a terminal's escapes: $(LC_ALL=C grep -aP "$controls" printed | head -1 | cat -v | cut -c1-200)"; return 1; }
    ! grep -qE 'core dumped|Segmentation|Aborted' printed || { echo "a crash"; tail -3 printed; return 1; }
    ! grep -qE '<script|<img|onerror=[^&]*>' out.svg 2>/dev/null || { echo "in the figure"; return 1; }
    if [ -e out.html ]; then
        ! grep -qE '<script>alert|<img src=x|id="[^"]*[^"A-Za-z0-9_-][^"]*"' out.html || { echo "in the page: $(grep -oE '.{20}(<script>alert|<img src=x|id="[^"]*[^A-Za-z0-9_"-]).{20}' out.html | head -1)"; return 1; }
    fi
    bad=$(find figures -name '*[!A-Za-z0-9_.-]*' 2>/dev/null | head -1)
    [ -z "$bad" ] || { echo "a file's name: $bad"; return 1; }
}

for input in "$@"; do
    [ -n "$input" ] || continue
    rm -rf copies && mkdir copies
    all=$(python3 "$here/hostile.py" "$input" copies) || { tap_not_ok "copies of $input"; continue; }
    # what is refused before it is read shows nothing
    check "$input as it is can be read" "reads_${input%.*}" "$input"
    places "$all" "$times"
    for n in "${chosen[@]}"; do count "string $n of $all in $input" harmless "reads_${input%.*}" "copies/$((n - 1))"; done
    cp run.json run/run.json
    account "hostile strings: $input"
done

# a directory from an archive may have any name
name=$(printf '<script>alert(1)<img src=x onerror=alert(1)>\e]0;owned\a\e[31m\xc2\x9b2J"\x27')
cp -r run "$name"
count "a run's name" harmless looks_at_run "$name"
looks_at_table() {
    cp impacts.csv "$1.csv"
    skitter-calib impacts impacts.csv -l stronge -g '21 mm' --score "$1.csv" -o - && skitter-calib impacts "$1.csv" -l stronge -g '21 mm'
    skitter-daq import "$1.csv" -o imported
}
count "a table's name" harmless looks_at_table "$name"
account "hostile name of a directory, of a table"
tap_end
