#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/plan/told_apart.py BUILD-DIRECTORY RIG [SEEDS [WORK-DIRECTORY]]
# How often two laws of impact are told apart wrongly, as skitter-plan --discriminate promises it and
# as fits of recordings find it: SEEDS recordings of each law at places where the promise is neither
# 0 nor a half, each fitted with both laws; the smaller sum of squares less their number decides.
# What was known before a run is off from the truth by what it may be.
import json, math, os, random, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from fits import Bench

build, rig = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
seeds = range(1, 1 + int(sys.argv[3] if len(sys.argv) > 3 else 50))
work = os.path.abspath(sys.argv[4]) if len(sys.argv) > 4 else tempfile.mkdtemp(prefix="skitter-apart-")
laws, noise = ("poisson", "stronge"), "5 mm/s"
known = {"stiffness": "0.01 N.m/rad", "restitution": "0.01", "friction": "0.005", "theta1": "0.2 deg"}
values = {"stiffness": "1.34 N.m/rad", "restitution": "0.12", "friction": "0.59", "theta1": "32 deg"}
bench = {}
for law in laws:
    os.makedirs(os.path.join(work, law), exist_ok=True)
    own = os.path.join(work, law, "rig.yaml")
    with open(rig) as source, open(own, "w") as out:
        for line in source:
            line = f"  impact: {law}\n" if line.startswith("  impact:") else line
            out.write(f"  noise: {noise}\n" if line.startswith("  noise:") else line)
    bench[law] = Bench(build, own, os.path.join(work, law), list(values)[:3], known, [])


def promises(first, second):
    """place: share of wrong decisions, when the first law is true, in the world that is believed"""
    table = bench[first].call("skitter-plan", bench[first].rig, "--goal", "restitution", "--discriminate",
                              f"{first},{second}", "--vary", "theta1=20deg:34deg:10", "--vary",
                              "belt_speed=-0.5:-0.05m/s:10", "--runs", "60", "-d", "0.4 s", "--ensemble", "1",
                              *[w for n, u in known.items() for w in ("--set", f"{n}={values[n]} +- {u}")])
    rows = [row.split(",") for row in table.stdout.splitlines()[1:] if not row.startswith("#")]
    return {("theta1=%.6g deg" % math.degrees(float(r[1])), "belt_speed=%.6g m/s" % float(r[2])): float(r[4])
            for r in rows}


def squares(truth, law, place, seed):
    run = os.path.join(bench[truth].work, bench[truth].record(place, seed))
    out = os.path.join(work, f"fit-{truth}-{law}-" + os.path.basename(run))
    draw = random.Random(seed)
    believed = [f"{n}={float(values[n].split()[0]) + float(known[n].split()[0]) * draw.gauss(0, 1):.9g} "
                f"{' '.join(values[n].split()[1:])}" for n in list(values)[:3]]
    if not os.path.exists(out):
        bench[law].call("skitter-fit", bench[law].rig, run, "--free", "stiffness,restitution,friction", "--own",
                        "theta1", *[w for n, u in known.items() for w in ("-p", f"{n}+-{u}")], "--until", "0.4 s",
                        "--starts", "1", "-q", "-o", out, *[w for b in believed for w in ("--set", b.strip())])
    try:
        found = json.load(open(out))["fit"]
        return 2 * found["cost"] - found["residuals"]  # each fit masks by its own motion
    except (OSError, ValueError):
        return math.inf


def decide(job):
    truth, other, place, seed = job
    own, false = squares(truth, truth, place, seed), squares(truth, other, place, seed)
    return None if math.isinf(own) and math.isinf(false) else own > false


failed = False
for truth, other in (laws, laws[::-1]):
    promised = promises(truth, other)
    chosen = sorted(p for p, wrong in promised.items() if 0.03 < wrong < 0.3)
    chosen = [chosen[k * (len(chosen) - 1) // 2] for k in range(3)] if len(chosen) > 2 else chosen
    if not chosen:
        sys.exit(f"no place where {truth} is told from {other} with some mistakes")
    for place in chosen:
        with ThreadPoolExecutor(2) as pool:
            got = [d for d in pool.map(decide, [(truth, other, place, s) for s in seeds]) if d is not None]
        expected, n, wrong = promised[place], len(got), sum(got)
        apart = abs(wrong - n * expected) / math.sqrt(max(n * expected * (1 - expected), 1))
        print(f"{truth}, not {other}, at {', '.join(place)}: promised {expected:.3f}, {wrong} of {n} wrong "
              f"({wrong / max(n, 1):.3f}), {apart:.1f} standard deviations off", flush=True)
        failed |= n < 0.9 * len(seeds) or apart > 3
sys.exit(failed)
