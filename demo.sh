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
