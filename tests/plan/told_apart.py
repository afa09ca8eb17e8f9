#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/plan/told_apart.py BUILD-DIRECTORY RIG [SEEDS [WORK-DIRECTORY]]
# How often two laws of impact are told apart wrongly, as skitter-plan --discriminate promises it and
# as fits of recordings find it: SEEDS recordings of each law at each of three places where the promise
# is neither 0 nor a half, each of a rig that is off from what is believed by what is known of it, and
# set wrong by what a setting may be. Both laws are fitted from what is believed; the smaller sum of
# squares less their number decides. Printed are the shares with 95 % intervals (Clopper and Pearson);
# all places together must agree, and no single one be off by what comes by chance once in 400.
import json, math, os, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from fits import Bench, drawn

build, rig = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
seeds = range(1, 1 + int(sys.argv[3] if len(sys.argv) > 3 else 50))
work = os.path.abspath(sys.argv[4]) if len(sys.argv) > 4 else tempfile.mkdtemp(prefix="skitter-apart-")
laws, noise = ("poisson", "stronge"), "5 mm/s"
known = {"stiffness": "0.01 N.m/rad", "restitution": "0.01", "friction": "0.005", "theta1": "0.2 deg"}
values = {"stiffness": "1.34 N.m/rad", "restitution": "0.12", "friction": "0.59", "theta1": "32 deg"}
places, start = 3, {"theta1": known["theta1"]}
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
    """place: share of wrong decisions, when the first law is true"""
    table = bench[first].call("skitter-plan", bench[first].rig, "--goal", "restitution", "--discriminate",
                              f"{first},{second}", "--vary", "theta1=20deg:34deg:10", "--vary",
                              "belt_speed=-0.5:-0.05m/s:10", "--runs", "60", "-d", "0.4 s",
                              *[w for n, u in known.items() for w in ("--set", f"{n}={values[n]} +- {u}")])
    rows = [row.split(",") for row in table.stdout.splitlines()[1:] if not row.startswith("#")]
    return {("theta1=%.6g deg" % math.degrees(float(r[1])), "belt_speed=%.6g m/s" % float(r[2])): float(r[4])
            for r in rows}


def record(truth, place, seed):
    """a run of a rig that is off, and set a little wrong"""
    settings = dict(p.split("=") for p in place)
    off = {**drawn({n: values[n] for n in bench[truth].free}, known, seed),
           **drawn({n: settings[n] for n in start}, start, -seed)}
    return os.path.join(bench[truth].work, bench[truth].record(place, seed, off))


def squares(run, truth, law):
    out = os.path.join(work, f"fit-{truth}-{law}-" + os.path.basename(run))
    if not os.path.exists(out):
        bench[law].call("skitter-fit", bench[law].rig, run, "--free", ",".join(bench[law].free), "--own", "theta1",
                        *[w for n, u in known.items() for w in ("-p", f"{n}+-{u}")], "--until", "0.4 s",
                        "--starts", "1", "-q", "-o", out)
    try:
        found = json.load(open(out))["fit"]
        return found["chi_square"] - found["chi_square_rows"]  # each fit masks by its own motion
    except (OSError, ValueError, TypeError):  # none was found
        return math.inf


def decide(job):
    """1: wrong, 0: right, a half: nothing is decided"""
    truth, other, place, seed = job
    run = record(truth, place, seed)
    own, false = squares(run, truth, truth), squares(run, truth, other)
    return 0.5 if own == false else float(own > false)


def chance(k, n, p):
    """of k or more of n"""
    log = lambda i: (math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) + i * math.log(p)
                     + (n - i) * math.log1p(-p))
    return sum(math.exp(log(i)) for i in range(math.ceil(k), n + 1))


def interval(k, n, outside):
    """shares of which neither so many nor so few are improbable"""
    shares = [(i + 0.5) / 2000 for i in range(2000)]
    good = [p for p in shares if chance(k, n, p) > outside / 2 and 1 - chance(k + 1, n, p) > outside / 2]
    return min(good), max(good)


failed, all_wrong, all_tried, all_promised = False, 0, 0, 0
for truth, other in (laws, laws[::-1]):
    promised = promises(truth, other)
    chosen = sorted(p for p, wrong in promised.items() if 0.03 < wrong < 0.3)
    chosen = [chosen[k * (len(chosen) - 1) // (places - 1)] for k in range(places)] if len(chosen) >= places else chosen
    if not chosen:
        sys.exit(f"no place where {truth} is told from {other} with some mistakes")
    for place in chosen:
        with ThreadPoolExecutor(2) as pool:
            wrong = sum(pool.map(decide, [(truth, other, place, s) for s in seeds]))
        n, (low, high), (lowest, highest) = len(seeds), interval(wrong, len(seeds), 0.05), interval(wrong, len(seeds), 0.0025)
        print(f"{truth}, not {other}, at {', '.join(place)}: promised {promised[place]:.3f}, {wrong:g} of {n} wrong, "
              f"{wrong / n:.3f} ({low:.3f} to {high:.3f})", flush=True)
        failed |= not lowest <= promised[place] <= highest
        all_wrong, all_tried, all_promised = all_wrong + wrong, all_tried + n, all_promised + n * promised[place]
low, high = interval(all_wrong, all_tried, 0.05)
print(f"all: promised {all_promised / all_tried:.3f}, {all_wrong:g} of {all_tried} wrong, "
      f"{all_wrong / all_tried:.3f} ({low:.3f} to {high:.3f})")
sys.exit(failed or not low <= all_promised / all_tried <= high)
