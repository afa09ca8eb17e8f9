#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
# The bounce map of Zhao's rig from Python: how often in two seconds the tip hops for 5 ms or more,
# over the angle it starts at and friction. usage: bounce_map.py zhao-2008.yaml map.csv [map.png]
# The figure needs python3-matplotlib.
import sys

import numpy as np
import skitter

rig = skitter.Rig(sys.argv[1])
angle, friction = np.meshgrid(np.radians(np.linspace(20, 34, 15)), np.linspace(0.3, 0.7, 9))
runs = [run.events for run in rig.simulate_all(2.0, theta1=angle, friction=friction)]
hops = np.array([sum(a.mode_to == "flight" and b.t - a.t > 0.005 for a, b in zip(e[:], e[1:])) for e in runs])
np.savetxt(sys.argv[2], np.column_stack([np.degrees(angle).ravel(), friction.ravel(), hops]),
           fmt=["%.6g", "%.6g", "%d"], delimiter=",", header="theta1 (deg),friction,hops", comments="")
if len(sys.argv) > 3:
    import matplotlib.pyplot as plt
    plt.pcolormesh(np.degrees(angle), friction, hops.reshape(angle.shape), shading="nearest")
    plt.colorbar(label="hops of 5 ms or more in 2 s")
    plt.xlabel("theta1 at the start (deg)")
    plt.ylabel("friction")
    plt.savefig(sys.argv[3])
