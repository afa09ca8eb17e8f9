#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/faults/power.sh [STATES] [JOB]...
# The power is cut at any moment of a job: STATES disks for each (by default 12) that its writes
# and syncs may have left, made by powercut.py. What the manual promises must hold on each: a
# run opens after a repair and has every sample that was synced; a repair can be done again; a
# sweep goes on to the same bytes; what has a name is whole, and what was done is there.
# shellcheck source=tests/faults/jobs.sh
source "$TOP_SRCDIR/tests/faults/jobs.sh"
states=${1:-12}
[ $# -eq 0 ] || shift
# shellcheck disable=SC2034 # by name
{
    # real time, so that the thread that syncs has its turns
    daq_power=(skitter-daq record "$zhao" -q --source rig: -d '2.5 s' -o out)
    daq_gaps=(skitter-daq record "$TOP_SRCDIR/tests/daq/counter.yaml" -q --source test: --buffer '1 ms' -d '2 s' -o out)
}
[ $# -gt 0 ] || set -- daq_power daq_gaps daq_flac repair orbit_sweep fit report

calls=openat,close,dup2,fcntl,write,pwrite64,read,lseek,ftruncate,fsync,fdatasync
calls+=,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir
traced=(strace -f -qq --seccomp-bpf -e signal=none -o ../trace -xx -s 100000000 -e trace="$calls")
if ! works "${traced[@]}" || ! command -v python3 >/dev/null; then
    tap_skip "power cuts" "strace cannot trace here, or python3 is not installed"
    tap_end
    exit
fi

facts() { sed -n "s/^$1 //p" "$work/states/$n.facts"; }

# the samples that were synced are in the run; it opens when its name was promised
run_holds() {
    local dir=$work/states/$n synced=0 name bytes
    if [ ! -d "$dir/out" ]; then
        ! facts named | grep -qx out || { echo "the run has gone"; return 1; }
        return 0
    fi
    while read -r name bytes; do
        [[ $name != out/signal.wav || $bytes -le $synced ]] || synced=$bytes
    done < <(facts synced)
    skitter run info "$dir/out" >"$work/said.info" 2>&1 || { echo "it does not open: $(head -2 "$work/said.info")"; return 1; }
    skitter run repair "$dir/out" >"$work/said.repair" 2>&1 || { echo "no repair: $(head -2 "$work/said.repair")"; return 1; }
    skitter run info --verify "$dir/out" >/dev/null 2>&1 || { echo "repaired, it is not whole"; return 1; }
    [ -e "$dir/out/signal.wav" ] || return 0 # packed: verified above
    samples "$dir/out/signal.wav" >"$work/samples"
    bytes=$((synced - 112))
    [ $bytes -gt 0 ] || return 0
    [ "$(stat -c %s "$work/samples")" -ge $bytes ] || { echo "$(stat -c %s "$work/samples") of $bytes synced bytes are there"; return 1; }
    cmp -s -n $bytes "$work/samples" "$work/all-samples" || { echo "other samples"; return 1; }
}
repair_holds() {
    skitter run repair "$work/states/$n/out" >"$work/said.repair" 2>&1 || { echo "no repair: $(head -2 "$work/said.repair")"; return 1; }
    samples "$work/states/$n/out/signal.wav" | cmp -s - "$work/all-samples" || { echo "other samples"; return 1; }
}
whole_or_none() {
    local file
    for file in "$work/ref"/*; do
        file=${file##*/}
        if [ -e "$work/states/$n/$file" ]; then
            same "$work/states/$n/$file" "$work/ref/$file" || { echo "$file is not whole, under its name"; return 1; }
        elif facts named | grep -qx "$file" || [ "$n" -ge $((states - 2)) ]; then
            echo "$file is not there"
            return 1
        fi
    done
}
sweep_holds() {
    whole_or_none || return
    [ ! -e "$work/states/$n/out.csv" ] || return 0
    (cd "$work/states/$n" && "${orbit_sweep[@]}" --resume) >/dev/null 2>"$work/said.sweep" || { echo "does not go on: $(head -2 "$work/said.sweep")"; return 1; }
    same "$work/states/$n/out.csv" "$work/ref/out.csv" || { echo "goes on to other results"; return 1; }
}
holds() {
    case $1 in
        daq*) run_holds ;;
        repair) repair_holds ;;
        orbit_sweep) sweep_holds ;;
        *) whole_or_none ;;
    esac
}

code=0
for job in "$@"; do
    rm -rf "$work/ref" "$work/before" "$work/unpacked"
    prepare "$job"
    cp -r "$work/try" "$work/before"
    try "$job" "${traced[@]}"
    [[ $code == [03] ]] || { tap_not_ok "$job itself ends with $code"; continue; }
    code=0
    mv "$work/try" "$work/ref"
    if [ "$job" = daq_flac ]; then try daq; mv "$work/try" "$work/unpacked"; fi # the same samples
    signals=("$work/ref/out/signal.wav" "$work/unpacked/out/signal.wav")
    for signal in "${signals[@]}"; do
        if [ -e "$signal" ]; then samples "$signal" >"$work/all-samples"; break; fi
    done
    [ "$job" != daq_power ] || check "a recording is synced while it goes on" grep -q fdatasync "$work/trace"
    mkdir -p "$work/states"
    python3 "$TOP_SRCDIR/tests/faults/powercut.py" "$work/trace" "$work/before" "$work/try" "$work/states" "$states" "$seed" ||
        { tap_not_ok "$job: states are made"; continue; }
    for ((n = 0; n < states; n++)); do count "state $n of $states, $(facts after)" holds "$job"; done
    rm -rf "$work/states"
    account "power cut: $job"
done
tap_end
