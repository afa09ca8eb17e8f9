#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/faults/power.sh [STATES] [JOB]...
# The power is cut at any moment of a job: up to STATES disks for each (by default 12), no two the
# same, that its writes and syncs may have left, made by powercut.py. What the manual promises must
# hold on each: a run opens after a repair and has every sample that was synced; a repair can be
# done again; a sweep goes on to the same bytes; what has a name is whole, and what was done is
# there. JOB+named: on a file system that has no files without a name. FIRST:SECOND: the power is
# cut again while SECOND works on a disk that was left by a cut of FIRST.
# shellcheck source=tests/faults/jobs.sh
source "$TOP_SRCDIR/tests/faults/jobs.sh"
states=${1:-12}
[ $# -eq 0 ] || shift
# shellcheck disable=SC2034 # by name
{
    # real time, so that the thread that syncs has its turns
    daq_power=(skitter-daq record "$zhao" -q --source rig: -d '2.5 s' -o out)
    daq_gaps=(skitter-daq record "$TOP_SRCDIR/tests/daq/counter.yaml" -q --source test: --buffer '1 ms' -d '2 s' -o out)
    sweep=(skitter-orbit sweep "$leine" -q -p friction --from 0.5 --to 0.6 -n 6 --settle '0.2 s' -o out.csv)
    resume=("${sweep[@]}" --resume)
}
[ $# -gt 0 ] || set -- daq_power daq_gaps daq_flac repair daq_gaps:repair sweep sweep:resume fit plan report report+named

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
        elif facts named | grep -qx "$file" || grep -qx ended "$work/states/$n.facts"; then
            echo "$file is not there"
            return 1
        fi
    done
}
sweep_holds() {
    whole_or_none || return
    [ ! -e "$work/states/$n/out.csv" ] || return 0
    (cd "$work/states/$n" && "${resume[@]}") >/dev/null 2>"$work/said.sweep" || { echo "does not go on: $(head -2 "$work/said.sweep")"; return 1; }
    same "$work/states/$n/out.csv" "$work/ref/out.csv" || { echo "goes on to other results"; return 1; }
}
holds() {
    case $1 in
        daq*) run_holds ;;
        repair) repair_holds ;;
        sweep | resume) sweep_holds ;;
        *) whole_or_none ;;
    esac
}

# the disk before a second cut, if there is one: as `prepare` of jobs.sh leaves it otherwise
before=
ready() { # ready JOB
    prepare "$1"
    [ -z "$before" ] || { rm -rf "$work/try" && cp -r "$before" "$work/try"; }
}

# make_states JOB NUMBER: in $work/states, each other than all in $work/seen; false when the job fails
make_states() {
    local -n command=${1%+named}
    local named=()
    [[ $1 != *+named ]] || named=(-E LD_PRELOAD="$shim" -E FAULT_NO_TMPFILE=1 -E FAULT_LOG="$work/met")
    : >"$work/met"
    rm -rf "$work"/{ref,before,states}
    mkdir "$work/states"
    ready "${1%+named}"
    cp -r "$work/try" "$work/before"
    { (cd "$work/try" && "${traced[@]}" "${named[@]}" "${command[@]}" </dev/null >"$work/stdout" 2>"$work/stderr"); code=$?; } 2>/dev/null
    [[ $code == [03] ]] || { tap_not_ok "$1 itself ends with $code"; return 1; }
    code=0
    [[ $1 != *+named ]] || fault_met || { tap_not_ok "$1 has met files without a name"; return 1; }
    mv "$work/try" "$work/ref"
    python3 "$TOP_SRCDIR/tests/faults/powercut.py" "$work/trace" "$work/before" "$work/try" "$work/states" "$2" "$seed" "$work/seen" ||
        { tap_not_ok "$1: states are made"; return 1; }
}

# the samples that the job had, packed or not
find_samples() {
    local signal
    if [ "$1" = daq_flac ]; then try daq; mv "$work/try" "$work/unpacked"; code=0; fi # the same samples
    for signal in "$work/ref/out/signal.wav" "$work/unpacked/out/signal.wav"; do
        if [ -e "$signal" ]; then samples "$signal" >"$work/all-samples"; break; fi
    done
    rm -rf "$work/unpacked"
}

# cut_power JOB NUMBER: each state is judged
cut_power() {
    make_states "$1" "$2" || return
    find_samples "${1%+named}"
    for ((n = 0; n < $2; n++)); do
        [ ! -e "$work/states/$n.facts" ] || count "state $n, $(facts after)" holds "${1%+named}"
    done
}

# cut_power_again FIRST SECOND: a tenth of the states as often as are left by ten cuts of FIRST, evenly
cut_power_again() {
    local all each
    make_states "$1" "$states" || return
    rm -rf "$work/first"
    mv "$work/states" "$work/first"
    : >"$work/seen"
    all=("$work/first"/*.facts)
    for ((each = 0; each < 10; each++)); do
        before=$work/first/$((each * ${#all[@]} / 10))
        if [ ! -e "$before/out" ] && [ "$2" = repair ]; then continue; fi # nothing to repair yet
        if [ -e "$before/out.csv" ] && [ "$2" = resume ]; then continue; fi # nothing more to do
        cut_power "$2" $(((states + 9) / 10))
    done
    before=
}

for job in "$@"; do
    : >"$work/seen"
    if [[ $job == *:* ]]; then cut_power_again "${job%:*}" "${job#*:}"; else cut_power "$job" "$states"; fi
    [ "$job" != daq_power ] || check "a recording is synced while it goes on" grep -q fdatasync "$work/trace"
    rm -rf "$work/states" "$work/first"
    account "power cut: $job"
done
tap_end
