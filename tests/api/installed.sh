#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The library as others get it: installed, found by pkg-config, the example of skitter(3)
# compiled against it, the Python module, and numbers that are those of the programs
source "$TOP_SRCDIR/tests/tap.sh"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
check "it is installed" env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -C "$TOP_BUILDDIR" install prefix="$work/local"
root=$work/local
export PATH="$root/bin:$PATH" PKG_CONFIG_PATH="$root/lib/pkgconfig" LD_LIBRARY_PATH="$root/lib"
cd "$work" || exit 1
cp "$TOP_SRCDIR/data/zhao-2008.yaml" rig.yaml

declared() { grep -oE 'skitter_[a-z_]+\(' "$root/include/skitter.h" | tr -d '(' | sort -u; }
exported() { nm -D --defined-only "$root/lib/libskitter.so.0" | awk '{print $3}' | sort -u; }
check "what the header declares, the library has, and no more" diff <(declared) <(exported)
check "programs find it by its number" \
    bash -c "readelf -d '$root/lib/libskitter.so.0' | grep -q 'SONAME.*libskitter.so.0'"

# a page's example, as a reader would copy it
sed -n '/^\.Sh EXAMPLES/,/^\.Ed/{/^\.\|^Impact/d;s/\\en/\\n/g;p}' "$TOP_SRCDIR/man/skitter.3" >example.c
build_example() {
    local flags
    read -ra flags < <(pkg-config --define-variable=prefix="$root" --cflags --libs skitter)
    "${CC:-cc}" -Wall -Wextra -Werror -std=c11 example.c "${flags[@]}" -o example
}
if readelf -d "$root/lib/libskitter.so.0" | grep -q asan; then
    tap_skip "the example, the module" "a library with sanitizers needs programs with them"
    tap_end
    exit
fi
check "the example of skitter(3) compiles" build_example
./example rig.yaml >example.txt
check "it finds impacts" test -s example.txt
check "bad input is a message and exit code 2" \
    bash -c "./example nowhere.yaml 2>&1 | grep -q nowhere.yaml; [ \${PIPESTATUS[0]} = 2 ]"
as_cxx() { echo '#include <skitter.h>' >cxx.cc && c++ -std=c++11 -Wall -Werror -I"$root/include" -c cxx.cc; }
if command -v c++ >"$work/found"; then check "the header is good C++" as_cxx; fi

# at the nine cells that both maps have: whether the tip hops
hop_in_map() { awk -F, 'NR > 1 && ($1 - 20) % 7 == 0 && ($2 == 0.3 || $2 == 0.5 || $2 == 0.7) { print ($3 > 0) }' map.csv; }
hop_in_cells() { awk -F, 'NR > 1 { print $3 == "bounces" }' cells.csv; }

skitter sim rig.yaml -d '2 s' --rate '1 kHz' --sensitivity friction -o t.csv --events e.csv -q
run=$TOP_SRCDIR/data/campaign/runs/h0.25_theta69.4_v-0.2
skitter run export "$run" -o run.csv
skitter fit rig.yaml "$run" --free stiffness,friction --own theta1 --starts 2 -q -o fit.json >fit.txt
skitter fit rig.yaml "$run" --starts 1 --until '0.1 s' -q -o by-itself.json >fit.txt
python=/usr/bin/python3 # Debian's, which has NumPy
PYTHONPATH=$(dirname "$(find "$root" -name skitter.py | head -n 1)")
export PYTHONPATH
if $python -c 'import numpy' 2>numpy.txt; then
    check "programs, C and Python have the same numbers" \
        $python "$TOP_SRCDIR/tests/api/equal.py" rig.yaml t.csv e.csv example.txt "$run" run.csv fit.json by-itself.json
    export MPLBACKEND=Agg # of matplotlib: no screen
    $python -c 'import matplotlib' 2>matplotlib.txt && figure=(map.png) || figure=()
    check "docs/bounce_map.py makes its map" $python "$TOP_SRCDIR/docs/bounce_map.py" rig.yaml map.csv "${figure[@]}"
    check "... of 135 cells, none failed" awk -F, 'NR > 1 && $3 >= 0 { n++ } END { exit n != 135 }' map.csv
    skitter map bounce rig.yaml -q -d '2 s' -a theta1=20deg:34deg:3 -a friction=0.3:0.7:3 -c cells.csv >curve.csv
    check "... that hop where skitter-map says so" diff <(hop_in_map) <(hop_in_cells)
    if [ ${#figure[@]} -gt 0 ]; then
        check "... and its figure" grep -q PNG map.png
    else
        tap_skip "the figure of docs/bounce_map.py" "Debian's python3-matplotlib is not installed"
    fi
else
    tap_skip "the Python module" "Debian's python3-numpy is not installed"
fi
tap_end
