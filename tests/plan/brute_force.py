#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/plan/brute_force.py BUILD-DIRECTORY RIG SEEDS
# The planned pair against every pair of a 12 x 12 grid. What each run of the grid tells is taken
# from a fit of a recording of the simulated rig (two seeds); all 10 440 pairs are combined by adding
# these, runs with clipped samples left out. The ten best pairs, the planned one and ten others are then recorded and fitted with SEEDS
# seeds of the noise each, which gives their uncertainties as the fits say and as the fits scatter.
import itertools, json, math, os, random, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor
import numpy as np

build, rig, seeds = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
goal = ["stiffness", "restitution", "friction"]
grid = [(20 + 14 * i / 11, -0.5 + 0.45 * j / 11) for j in range(12) for i in range(12)]
work = tempfile.mkdtemp(prefix="skitter-brute-")
os.environ["OMP_NUM_THREADS"] = "1"


def call(*words):
    return subprocess.run(words, cwd=work, capture_output=True, text=True)


def record(cell, seed):
    name = f"run-{cell}-{seed}"
    if not os.path.exists(os.path.join(work, name)):
        own = os.path.join(work, f"rig-{cell}-{seed}.yaml")
        with open(rig) as source, open(own, "w") as out:
            for line in source:
                out.write(f"  seed: {seed * 1000 + cell + 1}\n" if line.startswith("  seed:") else line)
        theta, speed = grid[cell]
        call(f"{build}/skitter-daq", "record", own, "--source", "rig:", "--fast", "--timeless", "-q",
             "--duration", "0.72 s", "--set", f"theta1={theta:.6g} deg", "--set",
             f"belt_speed={speed:.6g} m/s", "--output", name)
    return name


def fit(cells, seed):
    runs = []
    for k, cell in enumerate(cells):  # the same run twice has other noise the second time
        runs.append(record(cell, seed + 500 * k if cells.count(cell) > 1 else seed))
    out = os.path.join(work, "fit-" + "-".join(map(str, cells)) + f"-{seed}.json")
    call(f"{build}/skitter-fit", rig, *runs, "--free", ",".join(goal), "--own", "theta1", "-p",
         "theta1+-0.2 deg", "-p", "restitution+-0.02", "-p", "friction+-0.01", "--until", "0.4 s",
         "--starts", "1", "-q", "-f", "-o", out)
    try:
        found = json.load(open(out))["fit"]
    except (OSError, ValueError):
        return None
    if not found["verdict"]["usable"]:
        return None
    names = [p["name"] for p in found["parameters"]]
    at = [names.index(g) for g in goal]
    u = np.array([found["parameters"][i]["uncertainty"] or math.inf for i in at])
    r = np.array([[found["correlation"][i][j] or 0 for j in at] for i in at])
    np.fill_diagonal(r, 1)
    value = np.array([found["parameters"][i]["value"] for i in at])
    if any(run["lost_samples"] for run in found["runs"]):
        return None  # clipped: a plan does not propose it either
    return value, u, r * np.outer(u, u)


def volume(covariance):
    return math.exp(np.linalg.slogdet(covariance)[1] / (2 * len(goal)))


def single(cell):
    got = [f for f in (fit([cell], s) for s in (1, 2)) if f is not None and np.all(np.isfinite(f[1]))]
    if not got:
        return None
    prior = np.diag([1e-9, 1 / 0.02**2, 1 / 0.01**2])
    return sum(np.linalg.inv(g[2]) for g in got) / len(got) - prior


def confirmed(pair):
    got = [f for f in (fit(list(pair), s) for s in range(1, seeds + 1)) if f is not None]
    if len(got) < 2:
        return math.inf, math.inf, len(got)
    u = math.exp(np.mean([math.log(volume(g[2])) for g in got]))
    scatter = volume(np.cov(np.array([g[0] for g in got]).T))
    return u, scatter, len(got)


plan = call(f"{build}/skitter-plan", rig, "--goal", ",".join(goal), "--vary", "theta1=20deg:34deg:12",
            "--vary", "belt_speed=-0.5:-0.05m/s:12", "--runs", "2", "-d", "0.4 s", "--set",
            "friction=0.59+-0.01", "--set", "restitution=0.12+-0.02", "--set", "theta1=32 deg +- 0.2 deg",
            "--json", "-q", "--ensemble", os.environ.get("ENSEMBLE", "64"))
chosen = []
for run in json.loads(plan.stdout)["plan"]["runs"]:
    theta, speed = math.degrees(run["at"]["theta1"]), run["at"]["belt_speed"]
    chosen.append(min(range(144), key=lambda c: (grid[c][0] - theta)**2 + (grid[c][1] - speed)**2))
chosen = tuple(sorted(chosen))

with ThreadPoolExecutor(2) as pool:
    information = list(pool.map(single, range(144)))
    lost = sum(i is None for i in information)
    prior = np.diag([1e-9, 1 / 0.02**2, 1 / 0.01**2])
    ranking = sorted((volume(np.linalg.inv(information[a] + information[b] + prior)), (a, b))
                     for a, b in itertools.combinations_with_replacement(range(144), 2)
                     if information[a] is not None and information[b] is not None)
    order = [p for _, p in ranking]
    print(f"{144 - lost} of 144 runs fitted, {len(order)} pairs; planned: {chosen}, "
          f"place {order.index(chosen) + 1 if chosen in order else 'none'}", flush=True)
    random.seed(1)
    tried = list(dict.fromkeys(order[:10] + [chosen] + random.sample(order, 10)))
    results = dict(zip(tried, pool.map(confirmed, tried)))
for pair in tried:
    by_sum = next((v for v, p in ranking if p == pair), math.nan)
    print(pair, [f"{grid[c][0]:.1f} deg {grid[c][1]:.3f} m/s" for c in pair],
          "by addition %.4g, fits say %.4g, scatter %.4g, %d fits" % (by_sum, *results[pair]),
          "PLANNED" if pair == chosen else "")
best = min(r[0] for r in results.values())
print("planned over best: %.3f" % (results[chosen][0] / best))
sys.exit(not results[chosen][0] <= 1.1 * best)
