#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# The tree obeys .clang-format, and every source says its licence.
source "$TOP_SRCDIR/tests/tap.sh"
cd "$TOP_SRCDIR" || exit 1

sources() { find . \( -name 'build*' -prune \) -o -name '*.[ch]' -print; }
laid_out() { sources | xargs clang-format --dry-run --Werror 2>&1 | grep -E 'error|warning' | head -n 20; [ "${PIPESTATUS[1]}" -eq 0 ]; }
licensed() {
    local without
    without=$(find . \( -name 'build*' -o -name bad-rigs -o -name .git \) -prune -o \
        \( -name '*.[ch]' -o -name '*.sh' -o -name '*.mk' -o -name '*.js' -o -name '*.css' -o -name '*.py' \) -print0 |
        xargs -0 grep -L 'SPDX-License-Identifier: GPL-3.0-or-later')
    [ -z "$without" ] || { sed 's/^/no SPDX line: /' <<<"$without"; return 1; }
}

if command -v clang-format >/dev/null; then
    check "clang-format finds nothing to change" laid_out
else
    tap_skip "clang-format finds nothing to change" "no clang-format (Debian package clang-format)"
fi
check "every source has its SPDX line" licensed
tap_end
