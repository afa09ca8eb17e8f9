#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/faults/system.sh [TIMES] [JOB]...
# System calls that fail, at TIMES places of each kind spread over each job (0: at every
# one; by default one of one kind): a full or broken disk, an interrupted call. strace makes them fail, so that what
# libc does within itself is met too. Then short reads and writes, and a file system
# that knows no files without a name.
# shellcheck source=tests/faults/jobs.sh
source "$TOP_SRCDIR/tests/faults/jobs.sh"
times=${1:-1}
[ $# -gt 0 ] && sample=no || sample=yes
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- "${jobs_all[@]}"

# the calls | the errors; a + after one: that call and all that follow
faults=(
    'write,pwrite64,writev,ftruncate,fallocate|ENOSPC ENOSPC+ EIO EINTR'
    'fsync,fdatasync|EIO EIO+'
    'rename,renameat,renameat2,link,linkat,unlink,unlinkat,mkdir,rmdir|EIO ENOSPC+'
    'close|EIO EINTR'
    'read,pread64,lseek|EIO EINTR'
    'openat|EMFILE EIO+'
)

traced=(strace -f -qq --seccomp-bpf -e signal=none -o ../trace) # beside the job's directory
if ! works "${traced[@]}" -e trace=write; then
    tap_skip "system calls fail" "strace cannot trace here"
    tap_end
    exit
fi

# a message needs a write that works
survives() { judge "$1" '0 1 2 3' && case $2 in *+) ;; *) explained ;; esac; }

fail_call() { # fail_call JOB NAME:N ERROR
    # shellcheck disable=SC2034 # failing: what cannot be removed may stay
    local error=${3%+} after='' failing=${2%:*}
    [ "$error" = "$3" ] || after=+
    try "$1" "${traced[@]}" -e trace="${2%:*}" -e inject="${2%:*}:error=$error:when=${2#*:}$after"
    count "$2 $3" survives "$1" "$3"
}

fail_calls() { # fail_calls JOB CALLS ERROR
    local n
    calls_met "$1" "$2" "${traced[@]}"
    places ${#met[@]} "$times"
    for n in "${chosen[@]}"; do fail_call "$1" "${met[n - 1]}" "$3"; done
}

fail_kinds() { # fail_kinds JOB NUMBER: a sample is the first that the job knows, of another kind each
    local i fault error
    for ((i = 0; i < ${#faults[@]}; i++)); do
        fault=${faults[($2 + i) % ${#faults[@]}]}
        for error in ${fault#*|}; do
            [ $sample = no ] || [ "$tried" -eq 0 ] || continue
            fail_calls "$1" "${fault%|*}" "$error"
        done
    done
}

number=0
for job in "$@"; do
    reference "$job" || { tap_not_ok "$job"; continue; }
    share "$times" fail_kinds "$job" $number
    number=$((number + 1))
    account "system calls fail: $job"

    for how in FAULT_SHORT FAULT_NO_TMPFILE; do
        : >"$work/met"
        try "$job" LD_PRELOAD="$shim" "$how=1" FAULT_LOG="$work/met"
        made=("$work/ref"/*) # each file that a job makes is one without a name at first
        [[ $how = FAULT_SHORT || ${#made[@]} -eq 0 ]] || count "$how" fault_met
        count "$how" eval '[ "$code" -eq 0 ] && judge "$job" 0'
    done
    account "short calls, no unnamed files: $job"
done

# what a sample would meet too seldom, and was wrong once: a report whose parts are not put
# together, a recording with its header behind the samples, or with two headers before them
if [ $sample = yes ]; then
    for last in report:3 daq:8; do
        job=${last%:*}
        reference "$job" || { tap_not_ok "$job"; continue; }
        calls_met "$job" lseek "${traced[@]}"
        for call in "${met[@]: -${last#*:}}"; do fail_call "$job" "$call" EIO; done
        account "the last seeks fail: $job"
        [ "$job" = daq ] || continue
        for call in "${met[@]:5:5}"; do fail_call "$job" "$call" EIO; done
        account "the first seeks fail: $job"
    done
fi
tap_end
