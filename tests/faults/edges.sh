#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/faults/edges.sh [TIMES] [JOB]...
# What stands around a job: descriptors 0 to 2 closed in all combinations (a sample has one of
# them, another for each job), its readers gone away, and the directory that it works on or
# writes to moved or deleted meanwhile, at TIMES moments (default 1; 0: 25).
# shellcheck source=tests/faults/jobs.sh
source "$TOP_SRCDIR/tests/faults/jobs.sh"
times=${1:-1}
[ $# -gt 0 ] && sample=no || sample=yes
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- "${jobs_all[@]}" daq_long
[ "$times" -gt 0 ] || times=25

# results that nobody takes are a failure after the work was done; all else is as ever
files_as_ever() {
    case $code in
        0) ;;
        1) [ -s "$common/ref.stdout" ] || { echo "exit code 1"; return 1; } ;;
        141) [ -s "$common/ref.stdout" ] || { echo "SIGPIPE"; return 1; } ;; # as head wants it
        *) echo "exit code $code"; return 1 ;;
    esac
    cp "$common/ref.stdout" "$work/stdout"
    code=0
    judge "$job" 0
}

without() { # without JOB CLOSED: of 0 to 7, the bits are those that are closed
    local -n command=$1
    prepare "$1"
    : >"$work/stderr"
    (
        cd "$work/try" || exit 99
        [ $(($2 & 1)) -eq 0 ] && exec </dev/null || exec <&-
        [ $(($2 & 2)) -eq 0 ] && exec >"$work/stdout" || exec >&-
        [ $(($2 & 4)) -eq 0 ] && exec 2>"$work/stderr" || exec 2>&-
        exec "${command[@]}"
    )
    code=$?
}

deserted() { # deserted JOB 1|2: the reader of that descriptor has gone before it begins
    local -n command=$1
    local pipe
    prepare "$1"
    : >"$work/stderr"
    rm -f "$work/pipe"
    mkfifo "$work/pipe"
    exec {pipe}<>"$work/pipe"
    (
        cd "$work/try" || exit 99
        if [ "$2" -eq 1 ]; then exec >"$work/pipe" 2>"$work/stderr"; else exec 2>"$work/pipe" >"$work/stdout"; fi
        exec {pipe}<&-
        until [ -e "$work/go" ]; do :; done
        exec "${command[@]}" </dev/null
    ) &
    sleep 0.05
    exec {pipe}<&-
    : >"$work/go"
    wait $!
    code=$?
    rm -f "$work/go"
}

number=0
for job in "$@"; do
    reference "$job" || { tap_not_ok "$job"; continue; }
    for closed in 1 2 3 4 5 6 7; do
        [ $sample = no ] || [ "$closed" -eq $((1 + number % 7)) ] || continue
        without "$job" $closed
        count "closed: $closed" files_as_ever
    done
    number=$((number + 1))
    for which in 1 2; do
        deserted "$job" $which
        count "no reader of $which" files_as_ever
    done
    account "closed descriptors, readers gone: $job"
done

# ---- moved and deleted

# a job ends by itself, with its results or a word, and leaves nothing of its own behind
ended() { [[ $code == [0123] ]] && explained; }
# after MILLISECONDS, what it works on is moved away, or deleted
disturb() { # disturb JOB HOW MILLISECONDS
    local -n command=$1
    local what=out child
    prepare "$1"
    case $1 in daq* | repair) ;; *) what=run; cp -r "$bouncing" "$work/try/run"; chmod -R u+w "$work/try/run" ;; esac
    (cd "$work/try" && exec "${command[@]/"$bouncing"/run}" </dev/null >"$work/stdout" 2>"$work/stderr") &
    child=$!
    sleep "$(printf '0.%03d' "$3")"
    case $2 in
        move) [ ! -e "$work/try/$what" ] || mv -T "$work/try/$what" "$work/try/away" ;;
        delete) rm -rf "${work:?}/try/$what" ;;
    esac
    wait $child
    code=$?
}
# a recording that was moved is whole where it is, and nothing is in its place
moved_whole() {
    ended || { echo "exit code $code"; cat "$work/stderr"; return 1; }
    [ -d "$work/try/away" ] || return 0 # it was over, or had not begun
    [ ! -e "$work/try/out" ] || { echo "there is a second one"; return 1; }
    [ "$code" -eq 0 ] || [ "$code" -eq 3 ] || { echo "exit code $code"; cat "$work/stderr"; return 1; }
    skitter run info --verify "$work/try/away" >"$work/info" 2>&1 || { cat "$work/info"; return 1; }
}
deleted_told() {
    ended || { echo "exit code $code"; cat "$work/stderr"; return 1; }
    [ "$code" -eq 0 ] || ! grep -q 'is readable' "$work/stderr" || { echo "says that it is readable"; return 1; }
}
for job in "$@"; do
    case $job in sim* | map* | orbit* | rig | daq_import) continue ;; esac # they have no run
    for how in move delete; do
        for ((i = 0; i < times; i++)); do
            disturb "$job" $how $((RANDOM % 400))
            case $how:$job in
                move:daq*) count "moved" moved_whole ;;
                *) count "$how" deleted_told ;;
            esac
        done
    done
    account "run moved or deleted: $job"
done
tap_end
