#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/plan/brute_force.py BUILD-DIRECTORY RIG SEEDS [WORK-DIRECTORY]
# The planned pair against every pair of a 12 x 12 grid. What each run of the grid tells is taken
# from fits of recordings of the simulated rig (SINGLES of them, each with its own noise); what two
# runs tell together is the sum, as all that is of one run alone has been eliminated by its fit. So
# all 10 440 pairs are compared, runs with clipped samples left out. The five best pairs, the planned
# one and three others are then fitted together with SEEDS seeds of the noise each, which gives their
# uncertainties as the fits say and as the fits scatter: the sums are confirmed or not. A work
# directory that is given is kept, and what is in it is not made again.
import itertools, json, math, os, random, statistics, subprocess, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

build, rig, seeds = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
goal = ["stiffness", "restitution", "friction"]
grid = [(20 + 14 * i / 11, -0.5 + 0.45 * j / 11) for j in range(12) for i in range(12)]
singles = int(os.environ.get("SINGLES", "5"))
best_pairs, other_pairs = 5, 3
given = sys.argv[4] if len(sys.argv) > 4 else None
work = os.path.abspath(given) if given else tempfile.mkdtemp(prefix="skitter-brute-")
os.makedirs(work, exist_ok=True)
os.environ["OMP_NUM_THREADS"] = "1"


def added(*matrices):
    return [[sum(m[i][j] for m in matrices) for j in range(3)] for i in range(3)]


def scaled(factor, m):
    return [[factor * x for x in row] for row in m]


def determinant(m):
    return sum(m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3])
               for i in range(3))


def inverse(m):
    d = determinant(m)
    return [[(m[(j + 1) % 3][(i + 1) % 3] * m[(j + 2) % 3][(i + 2) % 3] -
              m[(j + 1) % 3][(i + 2) % 3] * m[(j + 2) % 3][(i + 1) % 3]) / d for j in range(3)]
            for i in range(3)]


def diagonal(*of):
    return [[x if i == j else 0 for j in range(3)] for i, x in enumerate(of)]


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
    if not os.path.exists(out):
        call(f"{build}/skitter-fit", rig, *runs, "--free", ",".join(goal), "--own", "theta1", "-p",
             "theta1+-0.2 deg", "-p", "restitution+-0.02", "-p", "friction+-0.01", "--until", "0.4 s",
             "--starts", "1", "-q", "-o", out)
    try:
        found = json.load(open(out))["fit"]
    except (OSError, ValueError):
        return None
    if not found["verdict"]["usable"]:
        return None
    names = [p["name"] for p in found["parameters"]]
    at = [names.index(g) for g in goal]
    u = [found["parameters"][i]["uncertainty"] or math.inf for i in at]
    r = [[1 if i == j else found["correlation"][i][j] or 0 for j in at] for i in at]
    value = [found["parameters"][i]["value"] for i in at]
    if any(run["lost_samples"] for run in found["runs"]):
        return None  # clipped: a plan does not propose it either
    if not all(map(math.isfinite, u)):
        return None
    return value, [[r[i][j] * u[i] * u[j] for j in range(3)] for i in range(3)]


def volume(covariance):
    return max(determinant(covariance), 1e-300)**(1 / 6)


known = diagonal(1e-9, 1 / 0.02**2, 1 / 0.01**2)  # what the fits are told of the goal


def single(cell):
    got = [f for f in (fit([cell], s) for s in range(1, singles + 1)) if f is not None]
    if not got:
        return None
    return added(scaled(1 / len(got), added(*[inverse(g[1]) for g in got])), scaled(-1, known))


def confirmed(pair):
    got = [f for f in (fit(list(pair), s) for s in range(1, seeds + 1)) if f is not None]
    if len(got) < 10:
        return math.inf, math.inf, len(got)
    u = math.exp(statistics.fmean(math.log(volume(g[1])) for g in got))
    middle = [statistics.fmean(g[0][i] for g in got) for i in range(3)]
    spread = [[sum((g[0][i] - middle[i]) * (g[0][j] - middle[j]) for g in got) / (len(got) - 1)
               for j in range(3)] for i in range(3)]
    return u, volume(spread), len(got)


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
    ranking = sorted((volume(inverse(added(information[a], information[b], known))), (a, b))
                     for a, b in itertools.combinations_with_replacement(range(144), 2)
                     if information[a] is not None and information[b] is not None)
    order = [p for _, p in ranking]
    print(f"{144 - lost} of 144 runs fitted, {len(order)} pairs; planned: {chosen}, "
          f"place {order.index(chosen) + 1 if chosen in order else 'none'}", flush=True)
    random.seed(1)
    tried = list(dict.fromkeys(order[:best_pairs] + [chosen] + random.sample(order, other_pairs)))
    results = dict(zip(tried, pool.map(confirmed, tried)))
for pair in tried:
    by_sum = next((v for v, p in ranking if p == pair), math.nan)
    print(pair, [f"{grid[c][0]:.1f} deg {grid[c][1]:.3f} m/s" for c in pair],
          "by addition %.4g, fits say %.4g, scatter %.4g, %d fits" % (by_sum, *results[pair]),
          "PLANNED" if pair == chosen else "")
best = min(r[0] for r in results.values())
print("planned over best: %.3f" % (results[chosen][0] / best))
sys.exit(not results[chosen][0] <= 1.1 * best)
