#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The tree obeys .clang-format, every file says its licence (REUSE.toml has those that cannot),
# comments cite authors and not our numbers of papers, and a failure is asked for in one way.
source "$TOP_SRCDIR/tests/tap.sh"
cd "$TOP_SRCDIR" || exit 1

sources() { find . \( -name 'build*' -prune \) -o -name '*.[ch]' -print; }
laid_out() { sources | xargs clang-format --dry-run --Werror 2>&1 | grep -E 'error|warning' | head -n 20; [ "${PIPESTATUS[1]}" -eq 0 ]; }
licensed() {
    local without
    without=$(find . \( -name 'build*' -o -name bad-rigs -o -name .git \) -prune -o \
        \( -name '*.[ch]' -o -name '*.sh' -o -name '*.mk' -o -name '*.js' -o -name '*.css' -o -name '*.py' \
            -o -name '*.md' -o -name '*.dict' -o -path './data/*.yaml' \) -print0 |
        xargs -0 grep -L 'SPDX-License-Identifier: GPL-3.0-or-later')
    [ -z "$without" ] || { sed 's/^/no SPDX line: /' <<<"$without"; return 1; }
}

cites_authors() {
    ! grep -rnE '\b[Pp]apers? [1-9]\b|PHYSICS''\.md' --include='*.[ch]' --include='*.sh' --include='*.md' \
        --include='*.yaml' --include='*.[1-9]' --exclude-dir='build*' --exclude-dir=.git .
}
asks_in_one_way() {
    ! grep -rnE '(==|!=) ERROR_OK' --include='*.[ch]' lib sim map orbit daq calib fit plan report front
}
# of a program and a script that automake calls the same but for their ending only one would run
each_has_its_log() { [ -z "$(env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL make -s -C "$TOP_BUILDDIR" list-tests | tr ' ' '\n' | sort | uniq -d | tee /dev/stderr)" ]; }

if command -v clang-format >/dev/null; then
    check "clang-format finds nothing to change" laid_out
else
    tap_skip "clang-format finds nothing to change" "no clang-format (Debian package clang-format)"
fi
check "every file has its SPDX line" licensed
check "papers are cited by author and year" cites_authors
check "every test has a name of its own" each_has_its_log
check "no code is compared with ERROR_OK" asks_in_one_way
tap_end
