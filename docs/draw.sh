# SPDX-License-Identifier: GPL-3.0-or-later
# What the scripts of figures share: their arguments PROGRAM DATA FOLDER [EXTENSION], and draw.
# shellcheck shell=bash
set -euo pipefail
program=$1 data=$2 folder=$3 extension=${4:-svg}
mkdir -p "$folder"

# draw FIGURE COMMAND RIG OPTION...
draw() {
    local figure=$1 command=$2 rig=$3
    shift 3
    echo "$folder/$figure.$extension"
    "$program" "$command" "$data/$rig.yaml" "$@" --figure "$folder/$figure.$extension" \
        --output "$folder/$figure.csv" --force --quiet
}
