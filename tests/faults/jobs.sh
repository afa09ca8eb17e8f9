# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced: a small job of every program, and the judgement of what a fault did to it.
# A job writes what it makes to `out*` in the current directory, its results to stdout.
# shellcheck shell=bash disable=SC2034,SC2054
source "$TOP_SRCDIR/tests/tap.sh"
seed=${FAULT_SEED:-1}
RANDOM=$seed # so that a sample is the same every time
shopt -s globstar nullglob dotglob
work=$(mktemp -d "${TMPDIR:-/tmp}/skitter-faults-XXXXXX") || exit 1
common=$work # what all workers read; each has its own $work
trap 'rm -rf "$work"' EXIT

# A dose may take hours: what is built or edited meanwhile must not be what a job meets
data=$work/data
shim=$work/shim.so
mkdir "$work/bin" "$data" && cp "$TOP_BUILDDIR"/skitter "$TOP_BUILDDIR"/skitter-* "$work/bin" &&
    cp "$TOP_BUILDDIR/tests/faults/shim.so" "$shim" && cp -r "$TOP_SRCDIR"/data/{*.yaml,campaign} "$data" &&
    chmod -R u+w "$data" || exit 1
export PATH="$work/bin:$PATH" OMP_NUM_THREADS=1
zhao=$data/zhao-2008.yaml
leine=$data/leine-2002-simple.yaml
campaign=$data/campaign
bouncing=$campaign/runs/h0.3775_theta30.5_v-0.2

# ---- the jobs: the command line of each, to be run as "${wrap[@]}" COMMAND
{
    sim=(skitter-sim "$zhao" -d '0.05 s' -q -o out.csv -e out-events.csv)
    sim_json=(skitter-sim "$zhao" -d '0.05 s' -q --json --sensitivity friction)
    map=(skitter-map bounce "$zhao" -q -a theta1=0deg:37deg:3 -a belt_speed=-0.5m/s:-0.01m/s:3 -o out.csv)
    map_figure=(skitter-map paradox "$zhao" -q -g out.svg -o out.csv)
    orbit=(skitter-orbit find "$leine" -o out.csv)
    orbit_sweep=(skitter-orbit sweep "$leine" -q -p friction --from 0.5 --to 0.6 -n 2 --settle '0.2 s' -o out.csv)
    daq=(skitter-daq record "$zhao" -q --source rig: --fast -d '0.05 s' -o out)
    daq_flac=(skitter-daq record "$zhao" -q --source rig: --fast -d '0.05 s' --format flac -o out)
    daq_import=(skitter-daq import "$work/signal.wav" --rig "$zhao" -q -o out)
    calib=(skitter-calib bounce "$bouncing" -q -o out.json)
    calib_rail=(skitter-calib rail "$bouncing" -q -o out.json --spline out.csv)
    fit=(skitter-fit "$campaign/rig.yaml" "$bouncing" -q --from-run theta1,belt_speed --free restitution
         --starts 2 --stages velocities --until '0.1 s' --output out.json --rig out.yaml)
    plan=(skitter-plan "$campaign/rig.yaml" -q --goal restitution --vary theta1=29deg:32deg:2 --vary belt_speed=-0.3:-0.1m/s:2
          --ensemble 2 -d '0.1 s' -o out.json -g out.svg)
    report=(skitter-report "$zhao" "$bouncing" -q -o out.html)
    report_pdf=(skitter-report "$zhao" "$bouncing" -q -o out.pdf)
    sim_long=(skitter-sim "$zhao" -d '5 s' -q -o out.csv -e out-events.csv --set restitution=0.9)
    map_long=(skitter-map bounce "$zhao" -q -a theta1=0deg:37deg:20 -a belt_speed=-0.5m/s:-0.01m/s:20 -o out.csv)
    orbit_sweep_long=(skitter-orbit sweep "$leine" -q -p friction --from 0.5 --to 0.6 -n 20 -o out.csv)
    daq_long=(skitter-daq record "$zhao" -q --source rig: -d '0.6 s' -o out)
    rig=(skitter rig check "$zhao")
    run=(skitter run info "$bouncing")
    repair=(skitter run repair out)
}
jobs_long=(sim_long map_long orbit_sweep_long daq_long)
jobs_all=(sim sim_json map map_figure orbit orbit_sweep daq daq_flac daq_import calib calib_rail fit plan report report_pdf rig run repair)

# ---- running

# what is there before the job: a killed recording, for the one that repairs it; with
# `disk` set, on a file system of that many KiB
disk=
prepare() { # prepare JOB
    local before=("$work/try"/*)
    if [ -n "$disk" ] && mountpoint -q "$work/try"; then umount "$work/try"; fi
    if [ ${#before[@]} -gt 0 ]; then rm -rf "$work/try"; fi
    [ -d "$work/try" ] || mkdir "$work/try"
    [ -z "$disk" ] || mount -t tmpfs -o "size=${disk}k" tmpfs "$work/try" || exit 1
    [ "$1" != repair ] || cp -r "$common/killed" "$work/try/out" 2>/dev/null
}

# with NAME=VALUE... COMMAND...: as env, but without starting it
with() {
    while [[ $1 =~ ^[A-Z_]+= ]]; do export "${1?}"; shift; done
    exec "$@"
}

# try JOB WRAPPER...: the job in a fresh directory; its exit code in $code
try() {
    local -n command=$1
    prepare "$1"
    shift
    { (cd "$work/try" && with "$@" "${command[@]}" </dev/null >"$work/stdout" 2>"$work/stderr"); code=$?; } 2>/dev/null
}

# without_memory JOB N LEAST-SIZE: its N-th allocation fails. A try without its fault, as when the
# shim could not be loaded, is none.
without_memory() {
    : >"$work/met"
    try "$1" LD_PRELOAD="$shim" FAULT_MEMORY="$2" FAULT_LEAST="$3" FAULT_LOG="$work/met"
}
fault_met() { [ -s "$work/met" ] || { echo "no fault was met"; return 1; }; }

# works COMMAND...: strace may not trace everywhere, and writes beside the job's directory
works() { (cd "$work/killed" && "$@" true) 2>/dev/null; }

# a run whose header does not know of its last frames, in state recording
make_killed_run() {
    (cd "$work" && skitter-daq record "$zhao" -q --source rig: --fast -d '0.05 s' -o killed >/dev/null) || return
    sed -i 's/"state": "complete"/"state": "recording"/' "$work/killed/run.json"
    cp "$work/killed/signal.wav" "$work/signal.wav"
    printf 'cut' >>"$work/killed/signal.wav"
    skitter run info "$work/killed" >/dev/null 2>&1
}

# calls_met JOB CALLS STRACE...: in $met, "NAME:N" for each N-th call of that NAME that the
# job makes in any of its threads: strace counts each name by itself, in each thread
calls_met() {
    local job=$1 calls=$2
    shift 2
    try "$job" "$@" -e trace="$calls"
    mapfile -t met < <(awk 'match($2, /^[a-z0-9_]+\(/) {
        name = substr($2, 1, RLENGTH - 1); call = name ":" ++n[$1, name]
        if (!seen[call]++) print call }' "$work/trace")
}

# places CALLS TIMES: in $chosen, TIMES of the numbers from 1 to CALLS, evenly and from a
# random one on, as far as they are this worker's; 0: all
places() {
    local calls=$1 step=1 n
    [ "$2" -eq 0 ] || step=$(((calls + $2 - 1) / $2))
    chosen=()
    [ "$calls" -gt 0 ] || return 0
    for ((n = 1 + RANDOM % step + step * worker; n <= calls; n += step * workers)); do chosen+=("$n"); done
}

# share TIMES COMMAND...: a full dose (0) is shared among FAULT_JOBS workers, by default
# one for each processor: each runs the command, in which it takes its part of all there
# is to try. What they say comes in their order, their books are added to one.
workers=1 worker=0
share() {
    local part times=$1
    shift
    [ "$times" -ne 0 ] || workers=${FAULT_JOBS:-$(nproc)}
    if [ "$workers" -eq 1 ]; then "$@"; return; fi
    for ((worker = 0; worker < workers; worker++)); do
        work_as_part "$@" >"$common/said.$worker" 2>&1 &
    done
    wait
    for ((worker = 0; worker < workers; worker++)); do
        cat "$common/said.$worker"
        if ! read -ra part 2>/dev/null <"$common/books.$worker"; then echo "# worker $worker came to no end"; part=(1 0 0); fi
        tried=$((tried + part[0])) survived=$((survived + part[1])) died=$((died + part[2]))
    done
    rm -rf "$common"/{said,books,worker}.*
    workers=1 worker=0
}
work_as_part() {
    RANDOM=$((seed + worker))
    work=$common/worker.$worker
    mkdir "$work" || return
    "$@"
    echo "$tried $survived $died" >"$common/books.$worker"
}

# reference JOB: what it makes when nothing goes wrong
reference() {
    rm -rf "$work/ref" "$work/ref.stdout"
    try "$1"
    [ "$code" -eq 0 ] || { echo "$1 itself ends with $code"; cat "$work/stderr"; return 1; }
    mv "$work/try" "$work/ref"
    mv "$work/stdout" "$work/ref.stdout"
}

# ---- judging

# what is the same in every run of a job: not the time of a recording
plain() { grep -av -e '"start": "20' -e '"created": "20' -e /CreationDate "$1"; }
same() { [ -e "$1" ] && [ -e "$2" ] && { cmp -s "$1" "$2" || cmp -s <(plain "$1") <(plain "$2"); }; }

# the samples of a WAV, after its header
samples() { tail -c "+$(($(grep -abom1 data "$1" | head -n 1 | cut -d: -f1) + 9))" "$1"; }

# a recording that was cut short can be read, and holds the first samples of the whole one
whole_so_far() { # whole_so_far RUN REFERENCE
    [ "$read_back" = no ] || return 0 # one look for all its files
    read_back=yes
    skitter run info "$1" >"$work/info" 2>&1 || { echo "the run cannot be read:"; cat "$work/info"; return 1; }
    [[ -e $1/signal.wav && -e $2/signal.wav ]] || return 0
    samples "$1/signal.wav" >"$work/samples"
    samples "$2/signal.wav" >"$work/all-samples"
    cmp -s -n "$(stat -c '%s' "$work/samples" "$work/all-samples" | sort -n | head -1)" \
        "$work/samples" "$work/all-samples" || { echo "the run holds other samples"; return 1; }
}

# the rows of a table that was ended early
rows_so_far() { head -c "$(stat -c %s "$1")" "$2" | cmp -s - "$1" && [ "$(tail -c 1 "$1" | od -An -tx1)" = " 0a" ]; }

# a report without a run that could not be read says so
says_why() { grep -q 'could not be compared' "$1" && tail -n 1 "$1" | grep -q '</html>' || { echo "$1 is not whole"; return 1; }; }

# may_stay JOB CODE FILE: other than what the job makes when all is well
may_stay() {
    case $1:$3 in
        orbit_sweep*:./out.csv.part) [ "$2" -ne 0 ] || [[ ${failing-} == unlink* ]] ;; # what --resume goes on from
        repair:*.damaged* | repair:./out/signal.wav | repair:./out/run.json) true ;;
        daq*:./out/run.journal) [ "$2" -ne 0 ] || [[ ${failing-} == unlink* ]] ;; # run.json has it all then
        daq_flac:./out/signal.wav) [ "$2" -ne 0 ] ;; # packed at the end
        *:*.part | *:*.part/*) [ "$2" -eq 137 ] ;;   # SIGKILL between two names: no handler runs
        *) false ;;
    esac
}

# judge JOB CODES: the exit code is among CODES, and nothing is wrong with what is there.
# It is asked many thousand times, mostly where nothing is left: then it starts no program.
judge() {
    local job=$1 dir=$work/try ref=$common/ref read_back=no left=("$work/try"/*)
    [[ " $2 " == *" $code "* ]] || was_not_ours || { echo "exit code $code"; head -3 "$work/stderr"; return 1; }
    if [ "$code" -eq 0 ]; then
        as_the_reference && return
        good_enough || return
    elif [ ${#left[@]} -eq 0 ] || untouched; then
        return 0
    fi
    judge_files
}

# the killed recording as it was, which could be read
untouched() { [ "$job" = repair ] && diff -rq "$common/killed" "$dir/out" >/dev/null 2>&1; }

# an end that is no answer of the program's own
was_not_ours() { grep -q 'error while loading shared libraries' "$work/stderr" || died_in_library; }

as_the_reference() {
    { [[ ! -s $work/stdout && ! -s $common/ref.stdout ]] || cmp -s "$work/stdout" "$common/ref.stdout"; } &&
        diff -rq "$ref" "$dir" >/dev/null 2>&1
}

# exit code 0, and not just what is made when all is well
good_enough() {
    local file
    case $job in
        repair) # it may find more to mend; the samples are all there
            same "$dir/out/signal.wav" "$ref/out/signal.wav" || { echo "exit code 0, but other samples"; return 1; }
            whole_so_far "$dir/out" "$ref/out" ;;
        daq_flac) # its encoder may leave out what is not needed
            skitter run info --verify "$dir/out" >/dev/null 2>&1 &&
                cmp -s <(grep '"frames"' "$dir/out/run.json") <(grep '"frames"' "$ref/out/run.json") ||
                { echo "exit code 0, but the run is not whole"; return 1; } ;;
        *)
            cmp -s "$work/stdout" "$common/ref.stdout" || { echo "exit code 0, but other results"; return 1; }
            for file in "$ref"/**; do
                [ -d "$file" ] || same "$dir${file#"$ref"}" "$file" ||
                    { echo "exit code 0, but .${file#"$ref"} is not as it should be: $(cmp "$dir${file#"$ref"}" "$file" 2>&1)"; return 1; }
            done ;;
    esac
}

# each file that is there is one that the job makes, and whole, or may be there as it is
judge_files() {
    local path file inside
    for path in "$dir"/**; do
        [ "$path" != "$dir/" ] || continue
        file=.${path#"$dir"}
        if [ -d "$path" ]; then
            inside=("$path"/*)
            [ ${#inside[@]} -gt 0 ] || { echo "an empty directory is left"; return 1; }
            continue
        fi
        [ -e "$ref/$file" ] || may_stay "$job" "$code" "$file" || { echo "$file is left"; return 1; }
        if [ "$code" -ne 0 ] && ! same "$path" "$ref/$file"; then judge_other "$file" || return; fi
    done
}

judge_other() { # judge_other FILE: it is not as the reference's, after a failure
    local file=$1
    case $job:$file in
        daq*:./out/* | repair:*) whole_so_far "$dir/out" "$ref/out" ;;
        sim*:*.csv) rows_so_far "$dir/$file" "$ref/$file" || { echo "$file is cut within a row"; return 1; } ;;
        *:*.part | *:*.part/*) ;;
        report:./out.html) says_why "$dir/$file" ;;
        report_pdf:./out.pdf) grep -aq 'could not be compared' "$dir/$file" || { echo "$file is other"; return 1; } ;;
        fit:./out.json) grep -q '"interrupted": true' "$dir/$file" || { echo "$file is other"; return 1; } ;;
        *) echo "$file is not whole, under its name"; return 1 ;;
    esac
}

# a failure says why
explained() { [ "$code" -eq 0 ] || [ -s "$work/stderr" ] || { echo "exit code $code without a word"; return 1; }; }

# ---- the books: tried and survived of one kind

# a library of others that dies by itself is told apart: Skitter cannot survive it, but
# what is on disk must be as sound as after any other end
died_in_library() { grep -qE '^fault: crashed in .*/lib(sndfile|FLAC)\.so' "$work/stderr"; }

tried=0 survived=0 died=0
# what a failure left, for who looks for its cause: below FAULT_KEEP, if that is set
keep() {
    local to=${FAULT_KEEP-}/${1//[^A-Za-z0-9+]/-}
    [ -z "${FAULT_KEEP-}" ] || { mkdir -p "$to" && cp -r "$work"/{try,stdout,stderr} "$to"; }
}

count() { # count WHAT-IT-WAS COMMAND...: one more; a failure is told
    local what=$1
    shift
    tried=$((tried + 1))
    if "$@" >"$work/said"; then survived=$((survived + 1)); else echo "# $what: $(<"$work/said")"; keep "$what"; fi
    if [ "$code" -ge 128 ] && died_in_library; then died=$((died + 1)); fi
}

# account NAME: one TAP case and one line for the soak
account() {
    if [ "$tried" -gt 0 ] && [ "$tried" -eq "$survived" ]; then tap_ok "$1 ($tried)"; else tap_not_ok "$1 ($survived of $tried)"; fi
    [ "$died" -eq 0 ] || echo "# in $died of them a library died: libsndfile or libFLAC"
    echo "soak: $1 | $tried | $survived"
    tried=0 survived=0 died=0
}

make_killed_run || { tap_not_ok "a recording is made"; tap_end; exit 1; }
