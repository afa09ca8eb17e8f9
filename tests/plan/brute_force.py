#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/plan/brute_force.py BUILD-DIRECTORY RIG [SEEDS [WORK-DIRECTORY]]
# The planned pair against every pair of a 12 x 12 grid. What each run of the grid tells is taken
# from fits of recordings of the simulated rig (five, each with its own noise); what two runs tell
# together is the sum, as all that is of one run alone has been eliminated by its fit. So all 10 440
# pairs are compared, runs with clipped samples left out. The five best pairs, the planned one and
# three others are then fitted together with SEEDS seeds of the noise each, which gives their
# uncertainties as the fits say and as the fits scatter: the sums are confirmed or not. A work
# directory that is given is kept, and what is in it is not made again.
# All recordings are of one world, the one that is believed, so that the planned pair is that of an
# ensemble of one. What an ensemble of 64 proposes is shown beside it: it is no match here, since it
# insures against other worlds, in which the best pair of this one may tell nothing.
import itertools, math, os, random, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from fits import Bench, diagonal, planned, volume_after

build, rig = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
seeds = range(1, 1 + int(sys.argv[3] if len(sys.argv) > 3 else 50))
work = os.path.abspath(sys.argv[4]) if len(sys.argv) > 4 else tempfile.mkdtemp(prefix="skitter-brute-")
singles, best_pairs, other_pairs = range(1, 6), 5, 3
known = {"restitution": "0.02", "friction": "0.01", "theta1": "0.2 deg"}
prior = diagonal([1e-9, 0.02**-2, 0.01**-2])
bench = Bench(build, rig, work, ["stiffness", "restitution", "friction"], known, ["--own", "theta1", "--until", "0.4 s"])
grid = [["theta1=%.6g deg" % (20 + 14 * i / 11), "belt_speed=%.6g m/s" % (-0.5 + 0.45 * j / 11)]
        for j in range(12) for i in range(12)]

def pair_of(ensemble):
    plan = planned(bench, "--goal", "stiffness,restitution,friction", "--vary", "theta1=20deg:34deg:12", "--vary",
                   "belt_speed=-0.5:-0.05m/s:12", "--runs", "2", "-d", "0.4 s", "--set", "friction=0.59+-0.01",
                   "--set", "restitution=0.12+-0.02", "--set", "theta1=32 deg +- 0.2 deg", "--ensemble", ensemble)
    return tuple(sorted(grid.index(place) for place in plan))


chosen, robust = pair_of("1"), pair_of("64")

with ThreadPoolExecutor(2) as pool:
    information = list(pool.map(lambda place: bench.information(place, singles, prior), grid))
    ranking = sorted((volume_after([information[a], information[b], prior], 3), (a, b))
                     for a, b in itertools.combinations_with_replacement(range(144), 2)
                     if information[a] and information[b])
    order = [pair for _, pair in ranking]
    by_addition = {pair: v for v, pair in ranking}
    print(f"{sum(map(bool, information))} of 144 runs fitted, {len(order)} pairs")
    for name, pair in (("planned for one world", chosen), ("planned for 64 worlds", robust)):
        print(f"{name}: {pair}, place {order.index(pair) + 1 if pair in order else 'none'}, "
              f"{by_addition.get(pair, math.nan) / ranking[0][0]:.3f} of the best by addition", flush=True)
    random.seed(1)
    tried = list(dict.fromkeys(order[:best_pairs] + [chosen] + random.sample(order, other_pairs)))
    results = dict(zip(tried, pool.map(lambda pair: bench.campaign([grid[c] for c in pair], seeds, 3), tried)))
for pair in tried:
    u, together, scatter, n = results[pair]
    print(pair, "; ".join(", ".join(grid[c]) for c in pair), "by addition %.4g, fits say %.4g, scatter %.4g, %d fits"
          % (by_addition.get(pair, math.nan), together, scatter, n), "PLANNED" if pair == chosen else "")
best = min(r[1] for r in results.values())
print("planned over best: %.3f" % (results[chosen][1] / best))
sys.exit(not results[chosen][1] <= 1.1 * best)
