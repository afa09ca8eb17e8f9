#!/usr/bin/env bash
# Installs what is missing, builds in build/ and runs the main job on the simulated
# rig, no hardware needed. Parts of the chain that do not exist yet are named.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
source ./build-deps.sh

skitter=build/skitter
missing=()

say() { printf '\n== %s\n' "$*"; }
# shows COMMAND...: the command as a person would type it, then its output
shows() {
    printf '$ %s\n' "${*/#build\//}"
    "$@"
}

demo_rig() { shows "$skitter" rig check data/zhao-2008.yaml; }

demo_daq() {
    rm -rf build/demo/swing build/demo/runs
    shows "$skitter" daq record data/zhao-2008-pendulum.yaml --source rig: --out build/demo/swing \
        --duration '10 s' --fast
    shows "$skitter" daq record data/zhao-2008.yaml --source rig: --out build/demo/runs --repeat 3 \
        --trigger 'rail < -50 mm/s' --duration '2 s' --fast
}

# stiffness and damping from the swing that the daq stage has recorded
demo_calib() {
    local swing=build/demo/swing
    shows "$skitter" calib channels "$swing"
    shows "$skitter" calib pendulum "$swing" --mass '0.12 kg' --mass-uncertainty '0.2 g' \
        --length '0.21 m' --length-uncertainty '0.2 mm' --gravity '9.8 m/s2' --force \
        --output build/demo/pendulum.json --figure build/demo/pendulum.svg
}

# the campaign that the demonstration has recorded, below build/demo
demo_fit() {
    local runs=(build/demo/runs/*/run.json) rig=data/zhao-2008.yaml
    if [ ! -e "${runs[0]}" ]; then
        echo "no runs in build/demo/runs: nothing was recorded that could be fitted"
        return
    fi
    if [ -f build/demo/rig.yaml ]; then rig=build/demo/rig.yaml; fi
    # what a fit cannot explain it says itself; that is no failure of the demonstration
    shows build/skitter-fit "$rig" "${runs[@]%/run.json}" --free stiffness,restitution \
        --own theta1 -p 'theta1+-0.2 deg' --until '0.45 s' --mask '5 ms' \
        --out build/demo/fit.json --rig build/demo/fitted.yaml --force || echo "(the fit did not converge; build/demo/fit.json says why)"
}

# what the fitted rig, or else the rig of the paper, does: its events, and a trajectory
demo_sim() {
    local rig=data/zhao-2008.yaml
    if [ -f build/demo/fitted.yaml ]; then rig=build/demo/fitted.yaml; fi
    shows "$skitter" sim "$rig" --duration '0.5 s' --output build/demo/prediction.csv --force
}

# the runs that were recorded, or else those of the example campaign; with the fit, if there is one
demo_report() {
    local runs=(build/demo/runs/*/run.json) rig=data/zhao-2008.yaml options=()
    if [ ! -e "${runs[0]}" ]; then runs=(data/campaign/runs/*/run.json); fi
    if [ -f build/demo/rig.yaml ]; then rig=build/demo/rig.yaml; fi
    if [ -f build/demo/fit.json ]; then options=(--fit build/demo/fit.json); fi
    shows "$skitter" report "$rig" "${runs[@]%/run.json}" "${options[@]}" --force \
        -o build/demo/report.html -o build/demo/report.pdf
}

# Part of the chain: part NAME PROGRAM WHAT runs demo_NAME. To wire in a program,
# write its demo_NAME here above; its output goes below build/demo.
part() {
    local name=$1 program=$2 what=$3
    say "$what"
    if [ -x "build/$program" ] && declare -F "demo_$name" >/dev/null; then
        "demo_$name"
    else
        echo "MISSING: this version has no $program in its demonstration yet"
        missing+=("$program")
    fi
}

say "install what is missing"
install_missing "${build_packages[@]}"
say "build in build/ (the first time takes a minute)"
configure_in build
make -s -C build -j"$(nproc)" all
mkdir -p build/demo

part rig skitter "check the rig of Zhao et al. (2008)"
part daq skitter-daq "record a pendulum swing and a campaign of rig runs"
part calib skitter-calib "calibrate: stiffness and damping from the swing"
part fit skitter-fit "fit the rig's parameters to the runs"
part sim skitter-sim "predict the runs"
part report skitter-report "report: experiment against prediction"

say "end of the demonstration"
if [ "${#missing[@]}" -gt 0 ]; then
    echo "not part of this version yet: ${missing[*]}"
fi
for report in build/demo/report.html build/demo/report.pdf; do
    if [ -f "$report" ]; then echo "report: $PWD/$report"; fi
done
