#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# All benchmarks: finds the peers that are installed, says which are missing, runs them.
#     bench.sh BUILD SOURCE      CC and CFLAGS: the compiler that Skitter was built with
# BENCH_PEERS, BENCH_CASES: names with commas of those that are wanted (README.md).
set -u
build=$1 source=$2
here=$source/tests/bench
sundials=$build/tests/bench/sundials
peers=("skitter=$build/tests/bench/skitter $source/data")

wanted() { case ",${BENCH_CASES:-$1}," in *",$1,"*) ;; *) return 1 ;; esac; }
any_wanted() { local name; for name; do wanted "$name" && return; done; return 1; }
missing() { echo "missing: $1 (Debian package $2)"; }

# SUNDIALS: no configure knows of it, since nothing but this needs it
build_sundials() {
    local libraries=(cvode arkode nvecserial sunmatrixdense sunlinsoldense sunnonlinsolfixedpoint generic)
    # shellcheck disable=SC2086  # flags are words
    ${CC:-cc} ${CFLAGS:--O2} -std=c17 -DBENCH_SUNDIALS -I"$source" -I"$build" -o "$sundials" \
        "$here/sundials.c" "$here/mechanics.c" "$here/serve.c" "${libraries[@]/#/-lsundials_}" -lm
}

find_peers() {
    local python=/usr/bin/python3
    [ -x "$python" ] || python=$(command -v python3)
    if ! echo '#include <cvode/cvode.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
        missing "SUNDIALS" libsundials-dev
    elif build_sundials; then
        peers+=("cvode-adams=$sundials adams" "cvode-bdf=$sundials bdf" "arkode=$sundials arkode")
    fi
    if [ -n "$python" ] && "$python" -c 'import scipy.integrate, scipy.optimize' 2>/dev/null; then
        scipy=$python
        peers+=("scipy=$python $here/scipy_peer.py tuned" "scipy-plain=$python $here/scipy_peer.py plain")
    else
        missing "scipy" python3-scipy
    fi
    if command -v octave-cli >/dev/null; then
        # its fgetl returns a line only when the next has begun: an empty one follows each
        peers+=("octave=sed -u G | octave-cli $here/octave_peer.m 2>/dev/null")
    else
        missing "Octave" octave
    fi
}

# MuJoCo by itself: its contact is soft, and how far that is from R1 is the question
soft_contact() {
    local program=$build/tests/bench/mujoco times
    if ! echo '#include <mujoco/mujoco.h>' | ${CC:-cc} -E - >/dev/null 2>&1; then
        missing "MuJoCo" libmujoco-dev
        return
    fi
    times=$(echo "R1 1e-12 2" | "$build/tests/bench/skitter" "$source/data" | cut -d' ' -f5-)
    # shellcheck disable=SC2086  # flags and times are words
    ${CC:-cc} ${CFLAGS:--O2} -std=c17 -DBENCH_MUJOCO -I"$build" -o "$program" "$here/mujoco.c" -lmujoco -lm &&
        (cd "$build/tests/bench" && "$program" "$here/mujoco.xml" $times)
}

# without cmocka there is no campaign to fit
fits() {
    export TOP_SRCDIR=$source TOP_BUILDDIR=$build
    if [ ! -x "$build/tests/bench/fit" ]; then
        missing "cmocka, for the campaign of F1" libcmocka-dev
        return
    fi
    echo "case peer rtol seconds_peer seconds_skitter ratio"
    "$build/tests/bench/fit"
    case ",${BENCH_PEERS:-scipy-fit}," in
    *,scipy-fit,*) [ -z "$scipy" ] || "$scipy" "$here/scipy_fit.py" "$build/tests/bench/fit_serve" ;;
    esac
}

echo "$(date -u +%F), $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1), $(nproc) cores, load $(cut -d' ' -f1 /proc/loadavg), commit $(git -C "$source" rev-parse --short HEAD 2>/dev/null || echo unknown)"
scipy=
find_peers
if any_wanted R1 R2 R3 G; then echo && "$build/tests/bench/run" "${peers[@]}"; fi
if wanted R1; then
    case ",${BENCH_PEERS:-mujoco}," in *,mujoco,*) echo && soft_contact ;; esac
fi
if wanted counts && command -v valgrind >/dev/null; then
    echo && bash "$here/count.sh" "$build/tests/bench/skitter" "$source/data" R1 1e-8 2 R1/0 1e-8 2 R4/0 1e-8 2 R2 1e-8 100 \
        R3 1e-8 10 R4 1e-8 2 R1 1e-13 2 R2 1e-13 100 R3 1e-13 10
fi
if any_wanted limits R4; then echo && "$build/tests/bench/sim" "$source/data"; fi
if wanted many; then echo && OMP_NUM_THREADS=1 "$build/tests/bench/many" "$source/data"; fi
if wanted F1; then echo && fits; fi
if any_wanted D1 cores memory; then echo && bash "$here/programs.sh" "$build" "$source"; fi
if wanted D1; then
    case ",${BENCH_PEERS:-comedi-demo}," in
    *,comedi-demo,*) bash "$here/comedi.sh" "$build" "$source" ;;
    esac
fi
