#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# the examples of the programs' manual pages, as they stand (skitter-report's are run
# with the tutorial, the figures of the papers with skitter-map and skitter-orbit)
source "$TOP_SRCDIR/tests/tap.sh"
export PATH="$TOP_BUILDDIR:$PATH"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
ln -s "$TOP_SRCDIR/data" data
cp "$TOP_SRCDIR"/data/*.yaml .
cp "$TOP_SRCDIR/data/campaign/rig.yaml" rig.yaml

# one command a line: a line that ends with \e goes on; prompts are left out
examples_of() {
    sed -n '/^\.Sh EXAMPLES/,/^\.S[hs] [^E]/p' "$TOP_SRCDIR/man/$1.1" |
        sed -n -e 's/^\.Dl //p' -e '/^\.Bd/,/^\.Ed/{/^\./!p}' |
        sed -e ':a' -e '/\\e$/{N;s/ *\\e\n */ /;ba' -e '}' -e 's/^\$ //'
}

# run PAGE: its examples, but for those that need a card or a batch queue
run() {
    local line
    while read -r line; do
        case $line in
            *comedi:* | *SLURM* | 'skitter sweep merge'*) continue ;;
            'skitter-daq record'*) check "$line" eval "$line --fast" ;;
            # an honest fit may say that it has not converged
            'skitter fit'*) check "$line" eval "$line; [ \$? -le 1 ]" ;;
            *) check "$line" eval "$line" ;;
        esac
    done < <(examples_of "$1")
}

run skitter
run skitter-sim
run skitter-map
run skitter-daq
skitter-daq record zhao-2008.yaml --source rig: --output run-07 --duration '2 s' --fast
run skitter-calib
rm -rf runs && mkdir runs
for name in h0.3775_theta32_v-0.5 h0.3775_theta21_v-0.2; do # half a second of motion: fits are as sure
    skitter run cut --until '0.8 s' --quiet --output "runs/$name" "data/campaign/runs/$name"
done
run skitter-fit
run skitter-orbit
check "every page has an example that was run" test "$tap_count" -ge 13
tap_end
