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
run_left=$work/bin/left
cp "$TOP_BUILDDIR/tests/faults/left" "$run_left" || exit 1
states=${1:-12}
[ $# -eq 0 ] || shift
points=6
[ "$states" -ge 100 ] || points=2 # a sample is to be short
# shellcheck disable=SC2034 # by name
{
    # real time, so that the thread that syncs has its turns
    daq_power=(skitter-daq record "$zhao" -q --source rig: -d '2.5 s' -o out)
    daq_gaps=(skitter-daq record "$TOP_SRCDIR/tests/daq/counter.yaml" -q --source test: --buffer '1 ms' -d '2 s' -o out)
    sweep=(skitter-orbit sweep "$leine" -q -p friction --from 0.5 --to 0.6 -n "$points" --settle '0.2 s' -o out.csv)
    resume=("${sweep[@]}" --resume)
}
[ $# -gt 0 ] || set -- daq_power daq_gaps daq_flac repair daq_gaps:repair sweep fit plan report+named

calls=openat,close,dup2,fcntl,write,pwrite64,read,lseek,ftruncate,fsync,fdatasync
calls+=,rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,mkdirat,rmdir
traced=(strace -f -qq --seccomp-bpf -e signal=none -o ../trace -xx -s 100000000 -e trace="$calls")
if ! works "${traced[@]}" || ! command -v python3 >/dev/null; then
    tap_skip "power cuts" "strace cannot trace here, or python3 is not installed"
    tap_end
    exit
fi

facts() { sed -n "s/^$1 //p" "$work/states/$n.facts"; }

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

# said KIND: what `left` says of this run; it is asked once for all of them what `left` says of it, once for all of them
said() {
    [ -e "$work/left" ] || "$run_left" "$1" "$work/ref/out" "$work/states" "$states" >"$work/left" || return
    sed -n "s/^$n //p" "$work/left"
}
run_holds() {
    local answer
    answer=$(said "$1")
    [ "$answer" = ok ] || { echo "${answer:-not judged}"; return 1; }
}
holds() {
    case $1 in
        daq*) run_holds record ;;
        repair) run_holds repair ;;
        sweep | resume) sweep_holds ;;
        *) whole_or_none ;;
    esac
}

# the disk before a second cut, if there is one: as `prepare` of jobs.sh leaves it otherwise
disk_before=
ready() { # ready JOB
    prepare "$1"
    [ -z "$disk_before" ] || { rm -rf "$work/try" && cp -r "$disk_before" "$work/try"; }
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

# cut_power JOB NUMBER: each state is judged
cut_power() {
    make_states "$1" "$2" || return
    rm -f "$work/left"
    for ((n = 0; n < $2; n++)); do
        [ ! -e "$work/states/$n.facts" ] || count "state $n, $(facts after)" holds "${1%+named}"
    done
}

# cut_power_again FIRST SECOND: a tenth of the states, on each of ten disks (three in a sample) that
# cuts of FIRST have left, evenly
cut_power_again() {
    local all each firsts=10
    [ "$states" -ge 100 ] || firsts=3
    make_states "$1" "$states" || return
    rm -rf "$work/first"
    mv "$work/states" "$work/first"
    : >"$work/seen"
    all=("$work/first"/*.facts)
    for ((each = 0; each < firsts; each++)); do
        disk_before=$work/first/$((each * ${#all[@]} / firsts))
        if [ ! -e "$disk_before/out" ] && [ "$2" = repair ]; then continue; fi # nothing to repair yet
        if [ -e "$disk_before/out.csv" ] && [ "$2" = resume ]; then continue; fi # nothing more to do
        cut_power "$2" $(((states + 9) / 10))
    done
    disk_before=
}

for job in "$@"; do
    : >"$work/seen"
    if [[ $job == *:* ]]; then cut_power_again "${job%:*}" "${job#*:}"; else cut_power "$job" "$states"; fi
    [ "$job" != daq_power ] || check "a recording is synced while it goes on" grep -q fdatasync "$work/trace"
    rm -rf "$work/states" "$work/first"
    account "power cut: $job"
done
tap_end
