# SPDX-License-Identifier: GPL-3.0-or-later
# Test scripts source this: `check NAME COMMAND...` is one TAP case, `tap_end` the plan.
tap_count=0
tap_failed=0

tap_ok() { tap_count=$((tap_count + 1)); echo "ok $tap_count - $1"; }

tap_not_ok() {
    tap_count=$((tap_count + 1))
    tap_failed=$((tap_failed + 1))
    echo "not ok $tap_count - $1"
}

tap_skip() { tap_count=$((tap_count + 1)); echo "ok $tap_count - $1 # SKIP $2"; }

# check NAME COMMAND...: ok when the command succeeds; its output goes to the log
check() {
    check_name=$1
    shift
    if "$@" 2>&1 | sed 's/^/# /'; [ "${PIPESTATUS[0]}" -eq 0 ]; then
        tap_ok "$check_name"
    else
        tap_not_ok "$check_name"
    fi
}

# exits CODE COMMAND...: succeeds when the command ends with just that exit code
exits() {
    exits_want=$1
    shift
    "$@"
    exits_got=$?
    [ "$exits_got" -eq "$exits_want" ] || { echo "exit code $exits_got instead of $exits_want: $*"; return 1; }
}

# await COMMAND...: until it succeeds, for ten minutes at most: a busy machine is slow
await() {
    local end=$((SECONDS + 600))
    until "$@"; do
        [ $SECONDS -lt $end ] || return 1
        sleep 0.05
    done
}

# whoever replaces the null device breaks programs all over the machine: better known at once
tap_end() {
    [ -c /dev/null ] || tap_not_ok "/dev/null is a device, which it is no more: rm -f /dev/null; mknod -m 666 /dev/null c 1 3"
    echo "1..$tap_count"
    [ "$tap_failed" -eq 0 ]
}
