# SPDX-License-Identifier: GPL-3.0-or-later
# The Debian packages that Skitter needs: the one list, sourced by demo.sh and check.sh.
# shellcheck shell=bash

build_packages=(
    autoconf automake pkg-config gcc libc6-dev make
    libcomedi-dev libasound2-dev libfftw3-dev libgsl-dev libsndfile1-dev libyaml-dev
    libjansson-dev libudunits2-dev nettle-dev zlib1g-dev libmatio-dev libpango1.0-dev fonts-dejavu-core
    clang lld wasi-libc libclang-rt-dev-wasm32
)
check_packages=(
    "${build_packages[@]}"
    libcmocka-dev mandoc cppcheck clang clang-tidy clang-format shellcheck bsdutils xz-utils
    qemu-system-x86 busybox-static alsa-utils tmux chromium poppler-utils zsh fish time strace libomp-dev
    libopenmpi-dev openmpi-bin python3-minimal python3-numpy python3-scipy octave
)

# install_missing PACKAGE...: installs those that are not there; says what it does
install_missing() {
    local package missing=() as_root=()
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
            missing+=("$package")
    done
    if [ "${#missing[@]}" -eq 0 ]; then
        echo "packages: all ${#} are installed"
        return 0
    fi
    echo "packages: installing ${missing[*]}"
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null; then
            echo "neither root nor sudo: install these packages first: ${missing[*]}" >&2
            return 1
        fi
        as_root=(sudo)
    fi
    "${as_root[@]}" apt-get update -qq </dev/null &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
            apt-get install -y -qq --no-install-recommends "${missing[@]}" </dev/null >/dev/null
}

# configure_in DIRECTORY OPTION...: autoreconf and configure, unless that was done
configure_in() {
    local directory=$1 top=$PWD
    shift
    if [ ! -x configure ]; then
        autoreconf -fi || return
    fi
    if [ ! -f "$directory/Makefile" ]; then
        mkdir -p "$directory" && (cd "$directory" && "$top/configure" -q "$@")
    fi
}
