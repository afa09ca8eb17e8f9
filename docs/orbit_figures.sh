#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: orbit_figures.sh PROGRAM DATA FOLDER [EXTENSION]
# Draws the figures that skitter-orbit(1) lists, with the program and the rig files given.
source "$(dirname "${BASH_SOURCE[0]}")/draw.sh"

draw leine-2002-figure-6.1 diagram leine-2002-simple -p friction --from 0.2 --to 1.2
draw leine-2002-figure-6.2 diagram leine-2002-simple -p friction --from 0.405 --to 0.425 --points 21 --settle 100s
draw leine-2002-figure-6.3 diagram leine-2002 -p friction --from 0.2 --to 1.2
draw leine-2002-figure-6.4 diagram leine-2002-simple -p friction --from 0.5 --to 0.8 --set damping1=10N.s/m
draw leine-2002-figure-6.5 phase leine-2002-simple -p friction --from 0.5 --to 0.8 --set damping1=10N.s/m \
    --set friction=0.5773
draw zhao-2008-diagram diagram zhao-2008 -p belt_speed --from -0.5m/s --to -0.02m/s --points 25
