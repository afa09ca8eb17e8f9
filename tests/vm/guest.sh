# SPDX-License-Identifier: GPL-3.0-or-later
# Sourced: a guest with a Comedi device and a sound card. Debian's own kernel, with comedi_test.ko
# and snd-aloop.ko, boots in qemu; its first process is a script, which leaves what it has made in
# /out.
# shellcheck shell=bash
cache=$TOP_BUILDDIR/tests/vm/cache
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# guest_lacks: names what is missing for a guest, and succeeds, if something is
guest_lacks() {
    local tool
    for tool in qemu-system-x86_64 busybox apt-cache dpkg-deb; do
        command -v $tool >/dev/null || { echo "$tool is not installed"; return; }
    done
    ldd "$TOP_BUILDDIR/skitter-daq" | grep -q libcomedi || { echo "skitter-daq was built without Comedi"; return; }
    fetch_kernel >/dev/null || { echo "the package linux-image-amd64 cannot be had"; return; }
    return 1
}

modules=(drivers/comedi/comedi drivers/comedi/drivers/comedi_test
    sound/soundcore sound/core/snd sound/core/snd-timer sound/core/snd-pcm sound/drivers/snd-aloop)

# fetch_kernel: the kernel and the modules, from the package of Debian's current one; several
# tests may ask for it at once. It is unpacked here: the emulator would need seconds for that.
fetch_kernel() {
    mkdir -p "${cache%/*}" && (flock 9 && fetch_kernel_alone) 9>"$cache.lock"
}
fetch_kernel_alone() {
    local package module
    package=$(apt-cache depends linux-image-amd64 2>/dev/null |
        sed -n 's/.*Depends: \(linux-image-[0-9][^ ]*\).*/\1/p' | head -n 1)
    if [ -z "$package" ]; then
        [ -f "$cache/vmlinux" ] && return 0
        return 1
    fi
    [ -f "$cache/vmlinux" ] && [ "$(cat "$cache/package" 2>/dev/null)" = "$package: ${modules[*]}" ] && return 0
    rm -rf "$cache" && mkdir -p "$cache" || return
    (cd "$work" && mkdir kernel && apt-get -qq download "$package" 2>/dev/null &&
        dpkg-deb --fsys-tarfile "$package"_*.deb |
        tar -x -C kernel --no-anchored --wildcards 'boot/vmlinuz-*' "${modules[@]/%/.ko}") || return
    for module in "${modules[@]}"; do
        cp "$work"/kernel/lib/modules/*/kernel/"$module.ko" "$cache" || return
    done
    unpack_kernel "$work"/kernel/boot/vmlinuz-* >"$cache/vmlinux" && echo "$package: ${modules[*]}" >"$cache/package"
    rm -rf "$work/kernel" "$work"/*.deb
}
# what is packed in VMLINUZ; as it is, if that is not by xz
unpack_kernel() {
    local start
    start=$(LC_ALL=C grep -abom1 $'\xfd7zXZ' "$1" | head -n 1 | cut -d: -f1)
    # the packed kernel is not the end of the file, which xz would not have
    tail -c "+$((${start:-0} + 1))" "$1" | xz -dc --single-stream 2>"$work/xz.said" >"$work/vmlinux"
    if readelf -h "$work/vmlinux" >"$work/elf.said" 2>&1; then cat "$work/vmlinux"; else cat "$1"; fi
}

# add_program FILE: with its libraries, to /bin of the guest
add_program() {
    local library
    cp "$1" "$work/root/bin" && strip "$work/root/bin/${1##*/}" || return
    for library in $(ldd "$1" | grep -oE '/[^ ]+'); do
        mkdir -p "$work/root/${library%/*}" && cp -L "$library" "$work/root/$library" || return
    done
}

# build_initramfs INIT PROGRAM...: busybox, the modules, units and rigs, the programs
build_initramfs() {
    local root=$work/root init=$1 program
    shift
    mkdir -p "$root"/{bin,proc,sys,dev,out,rigs,tmp,usr/share/xml} &&
        cp "$(command -v busybox)" "$root/bin/busybox" &&
        cp "$cache"/*.ko "$root" &&
        cp "$TOP_SRCDIR"/tests/vm/*.yaml "$root/rigs" &&
        cp "$TOP_SRCDIR/tests/vm/prepare.sh" "$root" &&
        cp "$init" "$root/init" && chmod +x "$root/init" &&
        ln -s busybox "$root/bin/sh" &&
        cp -r /usr/share/xml/udunits "$root/usr/share/xml" || return
    for program in "$@"; do add_program "$program" || return; done
    (cd "$root" && find . | busybox cpio -o -H newc 2>/dev/null) >"$work/initramfs"
}

# boot: until it powers itself off; then /out of the guest is $work/out. One that hangs is a
# failure, not an endless test. The kernel counts ticks of its timer against a loop, and takes an
# emulator that has to wait for a processor for a broken timer: no_timer_check. Guards against
# strangers' programs are left out: there are none.
boot() {
    timeout 900 qemu-system-x86_64 -accel tcg -m 512 -nodefaults -nographic -no-reboot \
        -kernel "$cache/vmlinux" -initrd "$work/initramfs" \
        -append "console=ttyS0 panic=-1 quiet no_timer_check mitigations=off nokaslr" \
        -serial "file:$work/console" -serial "file:$work/out.tgz" </dev/null
    mkdir -p "$work/out" && tar -C "$work/out" -xzf "$work/out.tgz" || { cat "$work/console"; return 1; }
}
