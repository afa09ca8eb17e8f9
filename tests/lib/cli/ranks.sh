#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# what the ranks of MPI share, built with --enable-mpi: the same bytes as from one process
source "$TOP_SRCDIR/tests/tap.sh"
data=$TOP_SRCDIR/data
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
# containers and build machines run tests as root, on fewer cores than ranks, without ssh,
# and may not read each other's memory
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMP_NUM_THREADS=2
export OMPI_MCA_plm=isolated OMPI_MCA_btl_vader_single_copy_mechanism=none
ranks=(mpirun -n 4 --oversubscribe)
orbit=$TOP_BUILDDIR/skitter-orbit map=$TOP_BUILDDIR/skitter-map fit=$TOP_BUILDDIR/skitter-fit

check "pieces of work are told and brought" mpirun -n 3 --oversubscribe "$TOP_BUILDDIR/tests/lib/cli/share"

sweep=(sweep "$data/leine-2002-simple.yaml" -p friction --from 0.3 --to 0.9 -n 11 -q --settle '5 s')
sweeps() {
    OMP_NUM_THREADS=1 "$orbit" "${sweep[@]}" -o sweep.csv && "${ranks[@]}" "$orbit" "${sweep[@]}" -o sweep4.csv &&
        cmp sweep.csv sweep4.csv && [ "$(wc -l <sweep.csv)" -eq 12 ]
}
check "sweep: 4 ranks give the same bytes" sweeps
printed() { "${ranks[@]}" "$orbit" "${sweep[@]}" >printed.csv && cmp sweep.csv printed.csv; }
check "sweep: and print them once" printed
parts() {
    local i
    for i in 1 2; do mpirun -n 2 --oversubscribe "$orbit" "${sweep[@]}" --shard $i/2 -o part$i.csv || return; done
    "$TOP_BUILDDIR/skitter" sweep merge part2.csv part1.csv >merged.csv && cmp sweep.csv merged.csv
}
check "sweep: shards of 2 ranks each" parts

bounce=(bounce "$data/zhao-2008.yaml" -a theta1=20deg:36deg:12 -a belt_speed=-0.5m/s:-0.02m/s:9 -q)
maps() {
    OMP_NUM_THREADS=1 "$map" "${bounce[@]}" -o border.csv -c cells.csv &&
        "${ranks[@]}" "$map" "${bounce[@]}" -o border4.csv -c cells4.csv &&
        cmp border.csv border4.csv && cmp cells.csv cells4.csv && [ "$(wc -l <cells.csv)" -eq 109 ]
}
check "bounce map: 4 ranks give the same bytes" maps

"$TOP_BUILDDIR/tests/fit/record" c 0 || tap_not_ok "a campaign is recorded"
wishes=(c/truth.yaml c/run-1 c/run-4 --free 'friction,restitution' --own theta1 -p 'theta1+-0.1 deg' --starts 4)
fits() {
    "$fit" "${wishes[@]}" --output fit.json >fit.txt && "${ranks[@]}" "$fit" "${wishes[@]}" --output fit4.json >fit4.txt &&
        cmp fit.json fit4.json && cmp fit.txt fit4.txt && [ "$(grep -c '"evaluations"' fit.json)" -ge 4 ]
}
check "fit: 4 ranks give the same bytes" fits
# the ranks that wait are ended too
failing() {
    exits 1 timeout 600 "${ranks[@]}" "$fit" c/truth.yaml c/run-1 --free height --set 'height=0.5 m' \
        --bounds 'height=0.45 m..0.6 m' --starts 2 >said 2>&1
    cat said
    [ "$(grep -c 'starts failed' said)" -eq 1 ]
}
check "fit: a failure is told once, and all ranks end" failing
tap_end
