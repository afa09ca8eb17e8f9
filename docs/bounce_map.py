#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# The bounce map of Zhao's rig from Python: how often the tip hits the rail in two seconds, over
# the angle it starts at and friction. usage: bounce_map.py zhao-2008.yaml [map.csv]
import sys

import numpy as np
import skitter

rig = skitter.Rig(sys.argv[1])
angle, friction = np.meshgrid(np.radians(np.linspace(20, 34, 15)), np.linspace(0.3, 0.7, 9))
runs = rig.simulate_all(2.0, theta1=angle, friction=friction)
hits = np.array([sum(e.word == "impact" for e in r.events) for r in runs])
table = np.column_stack([np.degrees(angle).ravel(), friction.ravel(), hits])
np.savetxt(sys.argv[2] if len(sys.argv) > 2 else sys.stdout, table, fmt=["%.6g", "%.6g", "%d"],
           delimiter=",", header="theta1 (deg),friction,impacts", comments="")
