#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: data/campaign/make.sh [DIR]
# Records the example campaign from the simulated rig, into DIR or beside this script:
# runs/ with the configurations of Zhao et al. (2008), and swing/, a pendulum to calibrate
# with. The same bytes every time. Takes skitter-daq from ../../build or from PATH.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=${1:-$here}
mkdir -p "$out"
out=$(cd "$out" && pwd)
PATH=${TOP_BUILDDIR:-$here/../../build}:$PATH

# theta1 in deg, height in m, rail in m/s: tables 1 and 2, figures 4 to 18
configurations=(
    '-15  0.3775 -0.2'
    '7    0.3775 -0.2'
    '15   0.3775 -0.2'
    '21   0.3775 -0.2'
    '25   0.3775 -0.2'
    '30.5 0.3775 -0.2'
    '32   0.3775 -0.075'
    '32   0.3775 -0.16'
    '32   0.3775 -0.2'
    '32   0.3775 -0.24'
    '32   0.3775 -0.5'
    '69.4 0.25   -0.2'
    '50   0.314  -0.2'
    '55   0.314  -0.2'
)
note='SIMULATED: example campaign of Skitter, made by data/campaign/make.sh'

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" # so that no path of this machine gets into a run
seed=0

# record RIG DURATION DIR OPTION...: from a copy of the rig file with the next seed
record() {
    local rig=$1 duration=$2 dir=$3
    shift 3
    seed=$((seed + 1))
    sed "s/^  seed: .*/  seed: $seed/" "$here/$rig" >rig.yaml
    skitter-daq record rig.yaml --source rig: --fast --timeless --format flac --quiet \
        --note "$note" --duration "$duration" --output "$dir" "$@" >/dev/null
}

mkdir runs
for configuration in "${configurations[@]}"; do
    read -r theta height rail <<<"$configuration"
    record rig.yaml '2 s' "runs/h${height}_theta${theta}_v$rail" --set "theta1=$theta deg" \
        --set "height=$height m" --set "belt_speed=$rail m/s"
done
record ../zhao-2008-pendulum.yaml '6 s' swing --set 'stiffness=1.34 N.m/rad'

rm -rf "$out/runs" "$out/swing"
mv runs swing "$out"
echo "$out: ${#configurations[@]} runs and a swing of the simulated rig"
