#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/faults/space.sh [TIMES] [JOB]...
# A disk that is full: a small tmpfs of TIMES sizes between nothing and enough for each
# job (0: every size, in pages), and a standard output that takes nothing.
if [ -z "${SPACE_INSIDE-}" ] && unshare -m true 2>/dev/null; then
    SPACE_INSIDE=yes exec unshare -m bash "$0" "$@" # its mounts end with it
fi
# shellcheck source=tests/faults/jobs.sh
source "$TOP_SRCDIR/tests/faults/jobs.sh"
times=${1:-2}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- "${jobs_all[@]}"
page=$(($(getconf PAGESIZE) / 1024))

survives() { judge "$1" '0 1 3' && explained; }

full_output() { # full_output JOB: it has results for standard output, and cannot give them
    local -n command=$1
    prepare "$1"
    (cd "$work/try" && exec "${command[@]}" </dev/null >/dev/full 2>"$work/stderr")
    code=$?
    [ "$code" -eq 1 ] && explained
}

fill_disks() { # fill_disks JOB NUMBER-OF-SIZES
    local n
    places "$2" "$times"
    for n in "${chosen[@]}"; do
        disk=$(((least + n) * page))
        try "$1"
        count "a disk of $disk KiB" survives "$1"
    done
    if mountpoint -q "$work/try"; then umount "$work/try"; fi
}

for job in "$@"; do
    disk=
    reference "$job" || { tap_not_ok "$job"; continue; }
    if [ -s "$work/ref.stdout" ]; then count "full output" full_output "$job"; fi
    if [ -z "${SPACE_INSIDE-}" ]; then
        tap_skip "full disk: $job" "no file system can be mounted here"
        continue
    fi
    least=0 # what is there before needs its room
    [ "$job" != repair ] || least=$(($(du -sk "$work/killed" | cut -f1) / page + 2))
    most=$((least + 2 + 2 * $(du -sk "$work/ref" | cut -f1) / page))
    share "$times" fill_disks "$job" $((most - least))
    account "full disk: $job"
done
tap_end
