#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# Every job without root's rights: it works, writes nowhere but to its output, and starts
# no program but those it is made of.
# All of it in a place that anyone may enter: the tree may be in root's home.
export TMPDIR=/tmp
# shellcheck source=tests/faults/jobs.sh
source "$TOP_SRCDIR/tests/faults/jobs.sh"
chmod 755 "$work" && chmod -R a+rX "$work/bin" "$data" || exit 1
changes=creat,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,unlinkat,mkdir,mkdirat,rmdir
changes+=,truncate,chmod,fchmodat,chown,lchown,fchownat,mknod,mknodat
traced=(strace -f -qq --seccomp-bpf -e signal=none -o "$work/trace" -e trace="open,openat,execve,$changes")
if ! "${traced[@]}" true 2>/dev/null; then
    tap_skip "what is written and started" "strace cannot trace here"
    tap_end
    exit
fi
# as nobody, if that can be done; the trace is written by root
as_nobody=()
if [ "$(id -u)" -eq 0 ]; then
    as_nobody=(setpriv --reuid=65534 --regid=65534 --clear-groups env HOME="$work/home")
    install -d -o 65534 "$work/home"
    prepare() {
        rm -rf "$work/try"
        install -d -o 65534 "$work/try"
        if [ "$1" = repair ]; then cp -r "$work/killed" "$work/try/out" && chown -R 65534 "$work/try"; fi
    }
fi

# the paths that a trace opens to write, makes, renames or removes
written() {
    sed -nE -e '/ = -1 |execve\(/d' \
        -e '/ open(at)?\(/!b change' -e '/O_(WRONLY|RDWR|CREAT)/s/.*"([^"]*)".*/\1/p' -e d \
        -e ': change' -e 's/^[^"]*"([^"]*)"[^"]*("([^"]*)")?.*/\1\n\3/p' \
        "$work/trace" | sort -u
}
# not below the directory that the job was started in
outside() { written | grep -vxE -e '' -e '/dev/(null|tty)' -e '/proc/self/(fd|task)/.*' -e "($work/try|[^/.]|\\.$|\\./).*" -e '\.'; }
stays_inside() {
    local paths
    [ "$code" -eq 0 ] || { echo "exit code $code"; cat "$work/stderr"; return 1; }
    paths=$(outside) && { echo "written outside: $paths"; return 1; }
    paths=$(sed -n '/execve(.* = 0/s/.*execve("\([^"]*\)".*/\1/p' "$work/trace" |
        grep -vE -e '/(strace|setpriv|env|skitter|skitter-[a-z]*)$') &&
        { echo "started: $paths"; return 1; }
    return 0
}

for job in "${jobs_all[@]}"; do
    try "$job" "${traced[@]}" "${as_nobody[@]}"
    count "$job" stays_inside
done
account "no rights, no other files, no shell"

# what could start a shell is not in the sources at all
no_shell() {
    local sources
    mapfile -t sources < <(find "$TOP_SRCDIR"/{lib,sim,map,orbit,daq,calib,fit,plan,report,api,front} -name '*.c')
    [ ${#sources[@]} -gt 100 ] || { echo "only ${#sources[@]} sources are found"; return 1; }
    ! grep -nE '(^|[^a-z_])(system|popen|execlp?|execvp|wordexp)[[:space:]]*\(' "${sources[@]}"
}
check "no source calls a shell" no_shell
tap_end
