#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
# usage: tests/plan/brute_force.py BUILD-DIRECTORY RIG [SEEDS [WORK-DIRECTORY]]
# The planned pair against every pair of a 12 x 12 grid, on the footing that it was planned on: the
# plan of one world (--ensemble 1) in the world that is believed, that of 64 worlds (the default) in
# worlds that are drawn from what is known, where what counts is the mean of the logarithm of the
# uncertainty. What each run of the grid tells is taken from fits of recordings of the simulated rig,
# five with noise of its own in the one world, one in each of eight others; what two runs tell
# together is the sum, as all that is of one run alone has been eliminated by its fit. So all 10 440
# pairs are compared. The five best pairs, the planned one and three others are then fitted together
# with SEEDS fresh seeds each, of the noise and of the world, which gives their uncertainties as the
# fits say: the sums are confirmed or not. Runs with clipped samples in any world that was tried are
# left out, as the plan leaves them out. A work directory
# that is given is kept, and what is in it is not made again.
import itertools, math, os, random, statistics, sys, tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from fits import Bench, diagonal, planned, volume_after

build, rig = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
fresh = range(101, 101 + int(sys.argv[3] if len(sys.argv) > 3 else 50))
work = os.path.abspath(sys.argv[4]) if len(sys.argv) > 4 else tempfile.mkdtemp(prefix="skitter-brute-")
best_pairs, other_pairs = 5, 3
free = ["stiffness", "restitution", "friction"]
known = {"restitution": "0.02", "friction": "0.01", "theta1": "0.2 deg"}
values = {"restitution": "0.12", "friction": "0.59"}
prior = diagonal([13.4**-2, 0.02**-2, 0.01**-2])  # of the stiffness nothing: within ten times itself
grid = [["theta1=%.6g deg" % (20 + 14 * i / 11), "belt_speed=%.6g m/s" % (-0.5 + 0.45 * j / 11)]
        for j in range(12) for i in range(12)]


def planned_pair(bench, ensemble):
    plan = planned(bench, "--goal", ",".join(free), "--vary", "theta1=20deg:34deg:12", "--vary",
                   "belt_speed=-0.5:-0.05m/s:12", "--runs", "2", "-d", "0.4 s", "--set", "friction=0.59+-0.01",
                   "--set", "restitution=0.12+-0.02", "--set", "theta1=32 deg +- 0.2 deg", "--ensemble", ensemble)
    return tuple(sorted(grid.index(place) for place in plan))


def ranked(bench, pool, seeds):
    """all pairs by the mean of the logarithm of the uncertainty, which is the first of each"""
    told = list(pool.map(lambda place: bench.informations(place, seeds, prior), grid))
    good = [c for c, place in enumerate(grid) if tuple(place) not in bench.clipped and any(told[c])]

    def score(a, b):
        both = ([i for i in (told[a][s], told[b][s]) if i] for s in range(len(seeds)))
        return statistics.fmean(math.log(volume_after(one + [prior], 3)) for one in both)

    print(f"{len(good)} of 144 runs fitted", end=", ")
    return sorted((score(*pair), pair) for pair in itertools.combinations_with_replacement(good, 2))


def compare(name, bench, seeds, ensemble):
    """the planned pair's uncertainty over that of the best of those that are fitted together"""
    possible = lambda pair: not bench.clipped & {tuple(grid[c]) for c in pair}
    with ThreadPoolExecutor(2) as pool:
        ranking = ranked(bench, pool, seeds)
        order, by_addition = [pair for _, pair in ranking], {pair: score for score, pair in ranking}
        chosen = planned_pair(bench, ensemble)
        results = {}

        def fit(pair):
            results[pair] = bench.campaign([grid[c] for c in pair], fresh, 3, pool)

        for pair in [chosen] + random.Random(1).sample(order, other_pairs):
            fit(pair)
        best = []
        for pair in order:
            if possible(pair) and pair not in results:
                fit(pair)
            best = list(filter(possible, [*best, pair]))  # what was possible may be found out later
            if len(best) == best_pairs:
                break
    still = [pair for pair in order if possible(pair)]
    print(f"{len(order)} pairs; {name}: planned {chosen}, place {still.index(chosen) + 1 if chosen in still else None} "
          f"of those {len(still)} that are not clipped in one of the worlds,"
          f" {math.exp(by_addition.get(chosen, math.nan) - by_addition[best[0]]):.3f} of the best of these by addition")
    for pair in filter(possible, results):
        u, together, scatter, n = results[pair]
        print(pair, "; ".join(", ".join(grid[c]) for c in pair), "by addition %.4g, fits say %.4g, %d fits"
              % (math.exp(by_addition.get(pair, math.nan)), together, n), "PLANNED" if pair == chosen else "")
    ratio = results[chosen][1] / min(results[pair][1] for pair in best + [chosen])
    print(f"{name}: planned over best {ratio:.3f}", flush=True)
    return ratio if possible(chosen) else math.inf


options = ["--own", "theta1", "--until", "0.4 s"]
ratios = [compare("in the one world that is believed", Bench(build, rig, f"{work}/one", free, known, options),
                  range(1, 6), "1"),
          compare("in worlds that are possible", Bench(build, rig, f"{work}/many", free, known, options, values),
                  range(1, 9), "64")]
sys.exit(not max(ratios) <= 1.1)
