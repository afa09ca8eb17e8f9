#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: figures.sh PROGRAM DATA FOLDER [EXTENSION]
# Draws the figures that skitter-map(1) lists, with the program and the rig files given.
source "$(dirname "${BASH_SOURCE[0]}")/draw.sh"

draw liu-2007-figure-2 critical liu-2007-case4 --axis theta1 --axis height=0.85m:1.99m:200
free=(--set stiffness=0N.m/rad --set damping=0N.m.s/rad --set belt_speed=0m/s)
draw liu-2007-figure-3 modes liu-2007-case4 "${free[@]}" --axis theta1 --axis theta1_dot=-4rad/s:4rad/s
draw liu-2007-figure-5 modes liu-2007-case4 "${free[@]}" --set friction=0.8 \
    --axis theta1 --axis theta1_dot=-4rad/s:4rad/s
draw liu-2007-figure-6 modes liu-2007-case4 "${free[@]}" --set friction=1.2 --set static_friction=1.2 \
    --axis theta1 --axis theta1_dot=-4rad/s:4rad/s
draw leine-2002-figure-3.2 modes painleve-rod --slip minus --axis phi=0deg:90deg --axis phi_dot=-2rad/s:2rad/s
draw leine-2002-figure-4.2 modes leine-2002 --axis phi=15deg:30deg --axis phi_dot=-2rad/s:2rad/s --motion 4s:4.3s
draw leine-2002-figure-4.4 modes leine-2002 --set friction=1 \
    --axis phi=0deg:45deg --axis phi_dot=-3rad/s:3rad/s --motion 4s:4.3s
draw leine-2002-figure-5.3 modes leine-2002-simple --axis u1=-0.15m:0.15m --axis u1_dot=-4m/s:4m/s --motion 4s:4.3s
draw leine-2002-figure-5.5 modes leine-2002-simple --set friction=1 \
    --axis u1=-0.15m:0.15m --axis u1_dot=-4m/s:4m/s --motion 4s:4.3s
draw or-2012-figure-5 modes or-2012 --axis theta=-60deg:60deg --axis theta_dot=-15rad/s:15rad/s
draw or-2012-jamming jamming or-2012 --set friction=0.53 \
    --axis theta=-30deg:-18deg --axis theta_dot=0rad/s:8rad/s
draw zhao-2008-table-1 paradox zhao-2008 --axis theta1=0deg:60deg --at height=0.21m,0.331m,0.35m,0.3775m
draw zhao-2008-bounce bounce zhao-2008 --axis theta1=0deg:37deg:200 --axis belt_speed=-0.5m/s:-0.005m/s:200
