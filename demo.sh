#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what is missing, builds in build/ and runs the main job on the simulated
# rig, no hardware needed. What it makes is below build/demo.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source ./build-deps.sh

skitter=build/skitter

say() { printf '\n== %s\n' "$*"; }
# shows COMMAND...: the command as a person would type it, then its output
shows() {
    printf '$ %s\n' "${*/#build\//}"
    "$@"
}

demo_rig() { shows "$skitter" rig check data/zhao-2008.yaml; }

# the example campaign, recorded again: a swing and 14 runs of the simulated rig
demo_daq() {
    rm -rf build/demo/swing build/demo/runs
    shows bash data/campaign/make.sh build/demo
    shows "$skitter" run info build/demo/runs/h0.3775_theta32_v-0.5
}

# stiffness and damping from the swing that the daq stage has recorded
demo_calib() {
    local swing=build/demo/swing
    shows "$skitter" calib channels "$swing"
    shows "$skitter" calib pendulum "$swing" --mass '0.12 kg' --mass-uncertainty '0.2 g' \
        --length '0.21 m' --length-uncertainty '0.2 mm' --gravity '9.8 m/s2' --force \
        --output build/demo/pendulum.json --figure build/demo/pendulum.svg
}

# two runs that bounce and one that slides, from the values of the paper; the other
# runs are left for the report to validate the fit with
demo_fit() {
    local runs=build/demo/runs
    # what a fit cannot explain it says itself; that is no failure of the demonstration
    shows "$skitter" fit data/zhao-2008.yaml "$runs/h0.3775_theta32_v-0.5" \
        "$runs/h0.3775_theta32_v-0.24" "$runs/h0.3775_theta21_v-0.2" \
        --free stiffness,restitution,friction --own theta1 -p 'theta1+-0.2 deg' \
        --starts 2 --force \
        --output build/demo/fit.json --rig build/demo/fitted.yaml ||
        echo "(the fit found no usable value; build/demo/fit.json says why)"
}

# what the fitted rig, or else the rig of the paper, does: its events, and a trajectory
demo_sim() {
    local rig=data/zhao-2008.yaml
    if [ -f build/demo/fitted.yaml ]; then rig=build/demo/fitted.yaml; fi
    shows "$skitter" sim "$rig" --duration '0.5 s' --output build/demo/prediction.csv --force
}

# all runs against their predictions: those of the fit, and the others as validation
demo_report() {
    local runs=(build/demo/runs/*/run.json)
    # exit code 1: a run could not be compared, and its page says why
    shows "$skitter" report data/zhao-2008.yaml "${runs[@]%/run.json}" --fit build/demo/fit.json \
        --from-run height --force -o build/demo/report.html -o build/demo/report.pdf ||
        echo "(a run could not be compared; its page says why)"
}

say "install what is missing"
install_missing "${build_packages[@]}"
say "build in build/ (the first time takes a minute)"
configure_in build
make -s -C build -j"$(nproc)" all
mkdir -p build/demo

say "check the rig of Zhao et al. (2008)"
demo_rig
say "record a pendulum swing and a campaign of rig runs"
demo_daq
say "calibrate: stiffness and damping from the swing"
demo_calib
say "fit the rig's parameters to the runs"
demo_fit
say "predict the runs"
demo_sim
say "report: experiment against prediction"
demo_report

say "end of the demonstration"
for report in build/demo/report.html build/demo/report.pdf; do
    if [ -f "$report" ]; then echo "report: $PWD/$report"; fi
done
