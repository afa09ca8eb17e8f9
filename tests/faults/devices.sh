#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/faults/devices.sh
# Output to the null device, by its name and through a link, with --force: what everybody types to
# time a program once replaced the machine's null device by a file. In a /dev of its own, so that
# only this test suffers; nothing in it may be another afterwards, and nothing be left there.
if [ -z "${DEVICES_INSIDE-}" ]; then
    if ! unshare -m mount -t tmpfs tmpfs /mnt 2>/dev/null; then
        # shellcheck source=tests/tap.sh
        source "$TOP_SRCDIR/tests/tap.sh"
        tap_skip "output to devices" "no /dev of its own can be mounted here"
        tap_end
        exit
    fi
    DEVICES_INSIDE=yes exec unshare -m bash "$0"
fi
# shellcheck source=tests/faults/jobs.sh
source "$TOP_SRCDIR/tests/faults/jobs.sh"
dev=$work/dev
trap 'cd /; umount -l /dev; umount -l "$dev"; rm -rf "$work"' EXIT
mkdir "$dev" && mount -t tmpfs tmpfs "$dev" && mknod -m 666 "$dev/null" c 1 3 && mknod -m 666 "$dev/urandom" c 1 9 &&
    ln -s /proc/self/fd "$dev/fd" && mount --bind "$dev" /dev || { tap_not_ok "a /dev of its own"; tap_end; exit 1; }
as_it_was=$(stat -c '%n %F %t:%T %i' /dev/*)

unchanged() {
    local now
    now=$(stat -c '%n %F %t:%T %i' /dev/*)
    [ "$now" = "$as_it_was" ] || { diff <(echo "$as_it_was") <(echo "$now"); rm -f /dev/null; mknod -m 666 /dev/null c 1 3; as_it_was=$(stat -c '%n %F %t:%T %i' /dev/*); return 1; }
    [ "$code" -eq "$1" ] || { echo "exit code $code"; cat "$work/stderr"; return 1; }
}

outputs=(out.csv out-events.csv out.json out.yaml out.svg out.html out.pdf)
for job in sim map map_figure orbit orbit_sweep calib calib_rail fit plan report report_pdf; do
    declare -n command=$job
    # shellcheck disable=SC2034 # by name
    linked=("${command[@]}" --force)
    named=()
    for word in "${linked[@]}"; do # a figure and a report go by the ending of their name
        case $word in out.csv | out-events.csv | out.json | out.yaml) named+=(/dev/null) ;; *) named+=("$word") ;; esac
    done
    for how in linked named; do
        prepare none
        for output in "${outputs[@]}"; do [ $how = named ] || ln -s /dev/null "$work/try/$output"; done
        declare -n command=$how
        { (cd "$work/try" && exec "${command[@]}" </dev/null >"$work/stdout" 2>"$work/stderr"); code=$?; } 2>/dev/null
        count "$job, $how" unchanged 0
    done
done
# a run is a directory: refused, whatever is there
for job in daq daq_import; do
    declare -n command=$job
    prepare none
    (cd "$work/try" && exec "${command[@]/#out/\/dev/null}" </dev/null >"$work/stdout" 2>"$work/stderr")
    code=$?
    count "$job" unchanged 2
done
account "output to the null device"
tap_end
