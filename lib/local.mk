# SPDX-License-Identifier: GPL-3.0-or-later
# What the programs share. Each library names those that it stands on, lowest last, in
# NAME_libs; a program links the libs of the rooms that it uses.
include lib/base/local.mk
include lib/cli/local.mk
include lib/rig/local.mk
include lib/run/local.mk
include lib/figure/local.mk
include lib/measure/local.mk
include lib/predict/local.mk
