#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: ./check.sh [--distcheck]
# Installs what the tests need, builds with warnings as errors and runs everything.
# The last line is "N passed, N failed" and ", N skipped" when there are any.
# --distcheck runs all tests of the distribution's own build too (slow).
# CHECK_CC='ccache gcc' ./check.sh compiles by that gcc: a second clone is then built sooner.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source ./build-deps.sh

full_distcheck=no
case ${1-} in
    '') ;;
    --distcheck) full_distcheck=yes ;;
    *) echo "usage: ./check.sh [--distcheck]" >&2; exit 2 ;;
esac

jobs=$(nproc)
gcc=${CHECK_CC:-gcc}
main=build-check
logs=$main/logs
passed=0
failed=0
skipped=()
n_skipped=0
tests_run=0
finished=no

# ---- the books

exec 3>&1 # finish may be called while stdout is a log
finish() {
    exec >&3
    if [ "$finished" = no ]; then
        echo "FAILED  check.sh stopped before its end"
        failed=$((failed + 1))
    elif [ "$tests_run" -eq 0 ]; then
        echo "FAILED  no test has run"
        failed=$((failed + 1))
    fi
    local tail=
    if [ "$n_skipped" -gt 0 ]; then
        printf 'skipped %s\n' "${skipped[@]}"
        tail=", $n_skipped skipped"
    fi
    echo "$passed passed, $failed failed$tail"
    if [ "$failed" -gt 0 ]; then exit 1; else exit 0; fi
}
trap finish EXIT
trap 'exit 130' INT TERM

# the lines of a log that say what is wrong, or else its end
show_failure() {
    { grep -E '(error|warning): |Error [0-9]+$' "$1" || tail -n 30 "$1"; } | head -n 40 | sed 's/^/    /'
}

# what a test said before each of its cases that failed, and their names
show_failed_cases() {
    grep -B 15 -E '^(not ok|FAIL:|ERROR:|XPASS:)' "$1" | grep -v '^ok ' | tail -n 60 |
        sed -E -e 's/^(FAIL|ERROR|XPASS): /FAILED  /' -e t -e 's/^/    /'
}

# seconds of processor time of what has run so far: on a busy machine they say what the clock cannot
processor() {
    local fields ticks
    read -r fields </proc/$$/stat
    read -ra fields <<<"${fields##*) }"
    ticks=$(getconf CLK_TCK)
    echo $(((fields[13] + fields[14]) / ticks))
}

# case_of NAME COMMAND...: one counted case, its output in a log that is shown on failure
case_of() {
    local name=$1 start=$SECONDS used took log
    used=$(processor)
    shift
    log=$logs/${name//[^a-z0-9]/-}.log
    local outcome=ok
    "$@" >"$log" 2>&1 </dev/null || outcome=FAILED
    took="$((SECONDS - start)) s, $(($(processor) - used)) s of processor time"
    if [ $outcome = ok ]; then
        passed=$((passed + 1))
        printf 'ok      %s (%s)\n' "$name" "$took"
    else
        failed=$((failed + 1))
        show_failure "$log"
        printf 'FAILED  %s (%s), all of it in %s\n' "$name" "$took" "$log"
        return 1
    fi
}

# add up the TAP results of the tests that a build directory was to run: the numbers
# from the .trs files, what they are about from the logs beside them
count_results() {
    local directory=$1 test ok=0 bad=0 left_out=0 lines p s n
    shift
    for test in "${@%.log}"; do
        if [ ! -f "$directory/$test.trs" ]; then
            echo "FAILED  $directory: $test did not run"
            bad=$((bad + 1))
            continue
        fi
        read -r n p s < <(awk '/^:test-result:/ { n++; p += $2 == "PASS"; s += $2 == "SKIP" }
                               END { print n + 0, p + 0, s + 0 }' "$directory/$test.trs")
        ok=$((ok + p)) left_out=$((left_out + s)) bad=$((bad + n - p - s))
        if [ "$s" -gt 0 ]; then
            mapfile -t lines < <(sed -n "s|^SKIP: |$directory: |p" "$directory/$test.log")
            skipped+=("${lines[@]}")
        fi
        [ "$n" -eq $((p + s)) ] || show_failed_cases "$directory/$test.log"
    done
    passed=$((passed + ok)) failed=$((failed + bad)) n_skipped=$((n_skipped + left_out))
    tests_run=$((tests_run + ok + bad))
    printf '%-7s tests in %s: %d passed, %d failed, %d skipped\n' \
        "$([ "$bad" -eq 0 ] && echo ok || echo FAILED)" "$directory" "$ok" "$bad" "$left_out"
}

# run_tests DIRECTORY [TESTS]: those of `make check`, or the ones named by a make expression
run_tests() {
    local directory=$1 choose=() expected start=$SECONDS used
    used=$(processor)
    [ $# -lt 2 ] || choose=("TESTS=$2")
    find "$directory" -name '*.trs' -delete
    mapfile -t expected < <(make -s --no-print-directory -C "$directory" list-tests "${choose[@]}")
    # its exit code says less than the results, which are counted
    make -s -k -C "$directory" -j"$jobs" check "${choose[@]}" \
        >"$logs/tests-$directory.log" 2>&1 </dev/null || true
    count_results "$directory" "${expected[@]}"
    echo "        ($((SECONDS - start)) s, $(($(processor) - used)) s of processor time)"
}

# ---- what is checked

build() {
    local directory=$1
    shift
    configure_in "$directory" --enable-werror "$@" &&
        make -s -k -C "$directory" -j"$jobs" all &&
        make -s -k -C "$directory" -j"$jobs" check TESTS=
}

sources() { find . -name '*.c' -not -path './build*' -printf '%P\n' | sort; }

tidy_flags() {
    echo "-std=c17 -I. -I$main"
    pkg-config --cflags fftw3 gsl sndfile yaml-0.1 jansson udunits comedilib cmocka nettle zlib \
        pangocairo pangoft2 fontconfig cairo-pdf matio alsa
}

# the analyser's paths end at a third of its default length in what is shipped, and within a function in tests:
# that finds what it finds in a fifth of the time; --distcheck lets it go all the way
depth_of() {
    local config
    case $full_distcheck,$1 in
        yes,*) return 0 ;;
        *,tests/*) config=mode=shallow ;;
        *) config=max-nodes=75000 ;;
    esac
    echo "-Xclang -analyzer-config -Xclang $config"
}

# tidy_one FILE: unless nothing that it depends on has changed since it was found clean. A clone that is
# made for one check (CI) does not ask
tidy_one() {
    local file=$1 stamp=$main/tidy/$1 flags key
    read -ra flags <<<"$TIDY_FLAGS $(depth_of "$file")"
    if [ -n "${CI-}" ]; then clang-tidy --quiet "$file" -- "${flags[@]}" 2>/dev/null; return; fi
    key=$({ clang-tidy --version; cat .clang-tidy; clang -E -C "${flags[@]}" "$file"; } | sha256sum) || return
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$key" ]; then return 0; fi
    clang-tidy --quiet "$file" -- "${flags[@]}" 2>/dev/null && mkdir -p "${stamp%/*}" && echo "$key" >"$stamp"
}

run_tidy() {
    TIDY_FLAGS=$(tidy_flags | tr '\n' ' ')
    export TIDY_FLAGS main full_distcheck
    export -f tidy_one depth_of
    sources | xargs -P "$jobs" -I{} bash -c 'set -o pipefail; tidy_one "$1"' bash {}
}

# two of its findings are its own failures with designated initialisers and compound literals
run_cppcheck() {
    # of what is built it sees config.h alone: it would read the page's files, as numbers, for minutes
    mkdir -p $main/cppcheck $main/only-config && cp $main/config.h $main/only-config || return
    sources | cppcheck --file-list=- --cppcheck-build-dir=$main/cppcheck -j "$jobs" -q -I. -I$main/only-config \
        --std=c11 --enable=warning,performance,portability --inline-suppr --error-exitcode=1 \
        --suppress=legacyUninitvar --suppress=internalAstError
}

run_shellcheck() { find . -name '*.sh' -not -path './build*' -print0 | xargs -0 shellcheck -s bash -x -S warning .ci/run; }

# with no library in sight, configure fails and names all their packages at once
missing_libraries_are_named() {
    local directory=$main/no-libraries package
    rm -rf $directory && mkdir -p $directory || return
    ! (cd $directory && PKG_CONFIG_LIBDIR=/nonexistent ../../configure -q) 2>$directory/said || return
    cat $directory/said
    for package in $(sed -n 's/.*SKITTER_NEED(.*\[\([a-z0-9.+-]*\)\]).*/\1/p' configure.ac); do
        grep -qF "(Debian package $package)" $directory/said || { echo "$package is not named"; return 1; }
        [[ " ${build_packages[*]} " == *" $package "* ]] || { echo "$package is not in build-deps.sh"; return 1; }
    done
}

# what is unpacked is built by clang and with MPI, so that one build shows that the distribution holds
# every file it needs, that clang has no warning, and that ranks share their work
run_distcheck() {
    local ranks=tests/lib/cli/ranks.sh
    make -s -C $main -j"$jobs" distcheck TESTS=$ranks \
        DISTCHECK_CONFIGURE_FLAGS='--enable-mpi --enable-werror CC=clang CFLAGS=-O0' | tee $logs/distribution || return
    grep -q '^# SKIP: *0$' $logs/distribution || { echo "$ranks was left out"; return 1; }
}

run_all_of_distcheck() { make -s -C $main -j"$jobs" distcheck; }

# ---- the order of work

echo "== packages"
install_missing "${check_packages[@]}"
mkdir -p "$logs"
echo "== gcc: warnings are errors, all tests"
case_of "gcc builds everything" build $main CC="$gcc" || true
run_tests $main '$(slow_first)'
echo "== sanitizers: address and undefined behaviour, unit tests"
case_of "sanitizers build everything" build build-san CC="$gcc" --enable-sanitizers CFLAGS='-g1 -O1' || true
run_tests build-san '$(check_PROGRAMS)'
echo "== threads: ThreadSanitizer on a sample, as a laptop without a card builds it"
case_of "no races" env TOP_SRCDIR="$PWD" TOP_BUILDDIR="$PWD/$main" bash tests/faults/threads.sh sample || true
echo "== reading the code"
case_of "cppcheck" run_cppcheck || true
case_of "clang-tidy" run_tidy || true
case_of "shellcheck" run_shellcheck || true
echo "== distribution: clang and MPI, warnings are errors, what ranks share"
case_of "configure names missing libraries" missing_libraries_are_named || true
case_of "make distcheck" run_distcheck || true
[ "$full_distcheck" = no ] || case_of "make distcheck, all tests" run_all_of_distcheck || true
echo
finished=yes
