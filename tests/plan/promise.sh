#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: [rail=uneven] tests/plan/promise.sh [CAMPAIGNS]
# What a plan promises is what the fit of its runs finds: campaigns whose truth is drawn from what
# was known before, recorded by the simulated rig and fitted: 50 with SKITTER_LONG_TESTS, or as many
# as are asked for. In `make check` one whose truth is what was believed: a single truth that is
# drawn may tell twice as much as the mean, one that is known may not.
source "$TOP_SRCDIR/tests/tap.sh"
work=$(mktemp -d) && cd "$work" || exit 1
trap 'rm -rf "$work"' EXIT
source "$TOP_SRCDIR/tests/plan/rig.sh"
campaigns=${1:-${SKITTER_LONG_TESTS:+50}}
worlds=64
if [ -z "$campaigns" ]; then
    campaigns=1 worlds=1
    truth() { printf '%s\n' 'stiffness=1.34 N.m/rad' restitution=0.12 friction=0.59; }
    off() { echo 0; }
fi

plan=(skitter-plan rig.yaml --goal "$goal" --vary theta1=20deg:34deg:12 --vary belt_speed=-0.5:-0.05m/s:12
    --runs 3 --duration '0.4 s' --ensemble "$worlds" "${known[@]}" --quiet)
check "a plan is made" "${plan[@]}" --output plan.json
mapfile -t runs < <("${plan[@]}" | sed -n "s/^# .*theta1=\([^ ]*\) deg' --set 'belt_speed=\([^ ]*\) m.*/\1 \2/p")
check "of three runs" test ${#runs[@]} -eq 3

: >ratios
for ((c = 1; c <= campaigns; c++)); do
    mapfile -t true_values < <(truth "$c")
    for k in 0 1 2; do
        read -r theta speed <<<"${runs[$k]}"
        record $((10 * c + k)) "run-$c-$k" "$theta" "$speed" "${true_values[@]}"
    done
    fit fit.json run-"$c"-{0,1,2} || { echo "# campaign $c: no fit"; echo "lost 0 0" >>ratios; rm -rf run-*; continue; }
    skitter-plan --check plan.json fit.json | awk -F, -v truth="$(printf '%s;' "${true_values[@]}")" '
        BEGIN { n = split(truth, list, ";"); for (i = 1; i < n; i++) { split(list[i], p, /[= ]/); of[p[1]] = p[2] } }
        NR > 1 { gsub(/"/, ""); print $1, $5, ($2 - of[$1]) / $4 }' | tee -a ratios | sed "s/^/# campaign $c: /"
    rm -rf run-*
done

# NAME: the mean of found over promised, as a ratio, is within 20 %
kept() {
    awk -v name="$1" '$1 == name { n++; sum += log($2); pull += $3 * $3 }
        END { mean = exp(sum / n); printf "%s: found / promised %.3f, rms error %.2f u, %d campaigns\n", name, mean, sqrt(pull / n), n
              exit !(n > 0 && mean > 1 / 1.2 && mean < 1.2) }' ratios
}
for name in stiffness restitution friction; do check "$name: found is as promised, within 20 %" kept $name; done
lost=$(grep -c lost ratios)
check "no more than one campaign in ten is lost ($lost of $campaigns)" test $((10 * lost)) -le "$campaigns"
tap_end
