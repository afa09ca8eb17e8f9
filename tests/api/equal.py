# SPDX-License-Identifier: GPL-3.0-or-later
# usage: equal.py RIG TRAJECTORY.csv EVENTS.csv EXAMPLE.txt RUN RUN.csv FIT.json FIT-BY-ITSELF.json
# What the programs wrote, what the example in C printed, and what the module computes: bit for
# bit the same numbers.
import csv
import json
import sys
import threading

import numpy as np
import skitter

rig_path, trajectory, events, example, run_path, exported, fitted, fitted_alone = sys.argv[1:9]
failures = 0


def say(what, good):
    global failures
    print("%s %s" % ("same:" if good else "DIFFERENT:", what))
    failures += not good


def column(rows, name):
    return np.array([float(row[name]) for row in rows])


rig = skitter.Rig(rig_path)
motion = rig.simulate(2.0, rate=1e3, derivatives=["friction"])
with open(trajectory, newline="") as file:
    rows = list(csv.DictReader(file))
for name in motion.keys():
    say(name, np.array_equal(column(rows, name), motion[name], equal_nan=True))
say("modes", [row["mode"] for row in rows] == [skitter.MODES[m] for m in motion.mode])

with open(events, newline="") as file:
    rows = list(csv.DictReader(file))
say("words of events", [row["event"] for row in rows] == [e.word for e in motion.events])
for name in ["t", "slip_after", "normal_after", "impulse_n", "energy_after", "friction_heat"]:
    say("events: " + name, np.array_equal(column(rows, name), getattr(motion.events, name)))
say("events: d(t)/d(friction)", np.array_equal(column(rows, "d(t)/d(friction)"),
                                               motion.event_time_derivatives()[:, 0]))
hits = [i for i, e in enumerate(motion.events) if e.word == "impact"]
say("the example in C", np.array_equal(
    np.loadtxt(example, ndmin=2),
    np.column_stack([motion.events.t[hits], motion.event_time_derivatives()[hits, 0]])))

run = skitter.Run(run_path)
with open(exported, newline="") as file:
    table = list(csv.reader(file))
roles = [cell.split(" ")[0] for cell in table[0]]
for role in run.units:
    at = roles.index(role)
    say("run: " + role, np.array_equal([float(row[at]) for row in table[1:]], run[role]))

# the arrays outlive what they came from, other threads run, errors are exceptions
t = rig.simulate(0.1, rate=1e3).t
say("an array without its motion", np.array_equal(t, np.arange(101) / 1e3))
many = [None] * 4


def work(i):
    many[i] = rig.simulate(2.0, rate=1e3).tip_n.copy()


threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
say("four threads", all(np.array_equal(tip, motion.tip_n) for tip in many))
try:
    rig.simulate(2.0, frictoin=0.5)
    say("an error is an exception", False)
except skitter.Error as error:
    say("an error is an exception", "did you mean friction" in str(error) and error.code == 2)
motions = rig.simulate_all(2.0, rate=1e3, derivatives="friction", friction=[0.5, -1.0, 0.6])
alone = rig.simulate(2.0, rate=1e3, derivatives="friction", friction=0.6)
say("many, each as alone", np.array_equal(motions[2].tip_n, alone.tip_n) and np.array_equal(
    motions[2].derivative("theta1", "friction"), alone.derivative("theta1", "friction")))
say("a row that cannot be is its error",
    isinstance(motions[1], skitter.Error) and "friction" in str(motions[1]))
walk = rig.walk(2.0, derivatives="friction")
place = walk.to(2.0)
say("a walk's derivatives", place.slopes[0][0] == motion.derivative("theta1", "friction")[-1])
tau = {"q_tt": 2.0, "q_tn": 0.0, "q_nn": 4.0, "friction": 0.25, "restitution": 0.5, "slip": 3.0,
       "normal": -2.0}
say("an impact in closed form", skitter.impact("newton", **tau)["normal"] == 1.0)

# the same fit by the program
with open(fitted) as file:
    expected = json.load(file)
found = rig.fit(run_path, free=["stiffness", "friction"], own="theta1", starts=2)
say("a fit, all that is in its file", bool(found["results"]) and found == expected)
say("results of a file", {name: r.value for name, r in skitter.results(fitted).items()} ==
    {r["name"]: r["value"] for r in expected["results"]})
with open(fitted_alone) as file:
    expected = json.load(file)
found = rig.fit(run_path, starts=1, until=0.1)
say("a fit that finds out what is free", len(expected["results"]) > 1 and found == expected)
try:
    rig.fit("/nowhere", free="friction")
    say("a fit of nothing is an exception", False)
except skitter.Error as error:
    say("a fit of nothing is an exception", "/nowhere" in str(error))
sys.exit(failures > 0)
