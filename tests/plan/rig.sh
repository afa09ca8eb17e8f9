# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced: the rig of the example campaign with paper that does not flutter and, but for rail=uneven,
# an even rail (fits follow an uneven one for six times as long), what is known of it, and campaigns
# of the simulated rig. Works in the current directory.
# shellcheck shell=bash
export PATH="$TOP_BUILDDIR:$PATH"
goal=stiffness,restitution,friction
even=(-e 's/^  rail_ripple: .*/  rail_ripple: 0/' -e 's/^  rail_drift: .*/  rail_drift: 0 1\/s/')
if [ "${rail:-even}" = uneven ]; then even=(); fi
sed -e 's/^  flutter: .*/  flutter: 0/' "${even[@]}" "$TOP_SRCDIR/data/campaign/rig.yaml" >rig.yaml
# shellcheck disable=SC2034 # for those that source this
known=(--set 'stiffness=1.34 N.m/rad +- 0.01 N.m/rad' --set 'restitution=0.12 +- 0.01'
    --set 'friction=0.59 +- 0.005' --set 'theta1=32 deg +- 0.2 deg')

# truth SEED: true values of that campaign, drawn from what is known, as lines NAME=VALUE UNIT
truth() {
    awk -v seed="$1" 'function normal() { return sqrt(-2 * log(1 - rand())) * cos(6.283185307179586 * rand()) }
        BEGIN { srand(seed); for (i = 0; i < 9; i++) rand()
            printf "stiffness=%.12g N.m/rad\nrestitution=%.12g\nfriction=%.12g\n",
                1.34 + 0.01 * normal(), 0.12 + 0.01 * normal(), 0.59 + 0.005 * normal() }'
}

# off SEED: by how much an angle is set wrong, deg
off() {
    awk -v seed="$1" 'BEGIN { srand(seed); for (i = 0; i < 9; i++) rand()
        print 0.2 * sqrt(-2 * log(1 - rand())) * cos(6.283185307179586 * rand()) }'
}

# record SEED DIR THETA-IN-DEG SPEED TRUTH...: one run; the rig that is recorded with it, which the
# fit reads the start and the speed from, is the simulated one, so that its prior of the angle is
# about the truth; the runs know the angle a thousand times better
record() {
    local seed=$1 dir=$2 theta=$3 speed=$4 set=()
    shift 4
    for value in "$@"; do set+=(--set "$value"); done
    sed "s/^  seed: .*/  seed: $seed/" rig.yaml >"rig-$seed.yaml"
    skitter-daq record "rig-$seed.yaml" --source rig: --fast --timeless --quiet --duration '0.72 s' \
        --set "theta1=$(awk "BEGIN { print $theta + $(off "$seed") }") deg" --set "belt_speed=$speed m/s" "${set[@]}" --output "$dir" >/dev/null
}

# fit OUT RUN...: from the values that are believed
fit() {
    local out=$1
    shift
    skitter-fit rig.yaml "$@" --free "$goal" --own theta1 --prior 'theta1+-0.2 deg' \
        --prior 'stiffness+-0.01 N.m/rad' --prior 'restitution+-0.01' --prior 'friction+-0.005' \
        --until '0.4 s' --starts 1 --quiet --force --output "$out" >/dev/null
}
