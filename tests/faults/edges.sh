#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/faults/edges.sh [TIMES] [JOB]...
# What stands around a job: descriptors 0 to 2 closed in all combinations (a sample has one of
# them, another for each job), its readers gone away, and its run or the directory that it
# writes to moved or deleted meanwhile, at TIMES of its calls that touch files (default 1, of a
# seventh of the cases; 0: 25).
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

# what is said is what may go astray: the job's command in $talks, not quiet
talkative() { # talkative JOB
    local -n its=$1
    local word
    talks=()
    for word in "${its[@]}"; do [ "$word" = -q ] || talks+=("$word"); done
}

without() { # without JOB CLOSED: of 0 to 7, the bits are those that are closed
    talkative "$1"
    prepare "$1"
    : >"$work/stderr"
    (
        cd "$work/try" || exit 99
        [ $(($2 & 1)) -eq 0 ] && exec </dev/null || exec <&-
        [ $(($2 & 2)) -eq 0 ] && exec >"$work/stdout" || exec >&-
        [ $(($2 & 4)) -eq 0 ] && exec 2>"$work/stderr" || exec 2>&-
        exec "${talks[@]}"
    )
    code=$?
}

deserted() { # deserted JOB 1|2: the reader of that descriptor has gone before it begins
    local reader
    talkative "$1"
    prepare "$1"
    : >"$work/stderr"
    rm -f "$work/pipe"
    mkfifo "$work/pipe"
    (
        cd "$work/try" || exit 99
        exec {reader}<>"$work/pipe" # nobody else has it
        if [ "$2" -eq 1 ]; then exec >"$work/pipe" 2>"$work/stderr"; else exec 2>"$work/pipe" >"$work/stdout"; fi
        exec {reader}<&-
        exec "${talks[@]}" </dev/null
    )
    code=$?
}

number=0
for job in "$@"; do
    reference "$job" || { tap_not_ok "$job"; continue; }
    for closed in 1 2 3 4 5 6 7; do
        [ "$sample" = no ] || [ "$closed" -eq $((1 + number % 7)) ] || continue
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

# a job ends by itself, with its results or a word
ended() { [[ $code == [0123] ]] && explained || { echo "exit code $code"; cat "$work/stderr"; return 1; }; }

# at a call that touches files, which waits for it (without strace: at any moment), what the job
# works on is moved away or deleted: its run, or the directory in which it writes
calls=openat,write,pwrite64,ftruncate,fsync,fdatasync,mkdir,mkdirat,link,linkat,renameat,unlinkat
traced=(strace -f -qq --seccomp-bpf -e signal=none -o "$work/trace")
if works "${traced[@]}"; then can_trace=yes; else can_trace=no; fi
disturb() { # disturb JOB HOW CALL:N
    local -n command=$1
    local child wrap=()
    prepare "$1"
    mkdir "$work/try/in"
    [ "$1" != repair ] || mv "$work/try/out" "$work/try/in"
    cp -r "$bouncing" "$work/try/in/run"
    [ $can_trace = no ] || wrap=("${traced[@]}" -e trace="${3%:*}" -e inject="${3%:*}:delay_enter=200000:when=${3#*:}")
    (cd "$work/try/in" && exec "${wrap[@]}" "${command[@]/"$bouncing"/run}" </dev/null >"$work/stdout" 2>"$work/stderr") &
    child=$!
    sleep 0.1
    [ "$2" != move ] || mv -T "$work/try/$what" "$work/try/away"
    [ "$2" != delete ] || rm -rf "${work:?}/try/$what"
    wait $child
    code=$?
} 2>/dev/null

# what was moved is whole where it is, and nothing is in its place
moved_whole() {
    ended || return
    [ ! -e "$work/try/$what" ] || { echo "there is a second one"; return 1; }
    [ -d "$work/try/away" ] || return 0 # it had not begun
    case $job:$what in
        daq*:in/out | repair:in/out)
            [[ $code == [03] ]] || { echo "exit code $code"; cat "$work/stderr"; return 1; }
            skitter run info "$work/try/away" >"$work/info" 2>&1 || { cat "$work/info"; return 1; } ;;
        *:in) # a job that ended well has all its results there
            [ "$code" -ne 0 ] || files_in "$work/try/away" ;;
    esac
}
files_in() { # files_in DIRECTORY
    local file
    for file in "$common/ref"/**; do
        [ -d "$file" ] || [[ $job == daq* || $job == repair ]] || same "$1${file#"$common/ref"}" "$file" ||
            { echo "$1${file#"$common/ref"} is not as it should be"; return 1; }
        [ -e "$1${file#"$common/ref"}" ] || { echo "$1${file#"$common/ref"} is not there"; return 1; }
    done
}
# nothing is said of what is no more there, and nothing comes back
deleted_told() {
    ended || return
    [ ! -d "$work/try/$what" ] || [ "$what" != in ] || { echo "it is there again"; return 1; }
    [ "$code" -eq 0 ] || ! grep -q 'is readable' "$work/stderr" || { echo "says that it is readable"; return 1; }
}
for job in "$@"; do
    case $job in
        sim* | map* | orbit* | plan | rig | daq_import) whats=(in) ;; # they have no run
        daq* | repair) whats=(in in/out) ;;
        *) whats=(in in/run) ;;
    esac
    cases=()
    for what in "${whats[@]}"; do
        for how in move:moved_whole delete:deleted_told; do
            # some of all in a sample
            if [ "$sample" = no ] || [ $(((number += 1) % 7)) -eq 0 ]; then cases+=("$what:$how"); fi
        done
    done
    [ ${#cases[@]} -gt 0 ] || continue
    reference "$job" || { tap_not_ok "$job"; continue; }
    met=(any:1)
    [ $can_trace = no ] || calls_met "$job" $calls "${traced[@]}"
    for case in "${cases[@]}"; do
        IFS=: read -r what how holds <<<"$case"
        places ${#met[@]} "$times"
        for n in "${chosen[@]}"; do
            disturb "$job" "$how" "${met[n - 1]}"
            count "$how $what at ${met[n - 1]}" "$holds"
        done
    done
    account "moved or deleted: $job"
done
tap_end
