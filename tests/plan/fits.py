# SPDX-License-Identifier: GPL-3.0-or-later
# Recordings of the simulated rig, fits of them, and the little that is needed of matrices.
import json, math, os, random, statistics, subprocess


def added(*matrices):
    n = range(len(matrices[0]))
    return [[sum(m[i][j] for m in matrices) for j in n] for i in n]


def scaled(factor, m):
    return [[factor * x for x in row] for row in m]


def diagonal(of):
    return [[x if i == j else 0 for j in range(len(of))] for i, x in enumerate(of)]


def inverse_and_determinant(m):  # of a positive matrix, scaled to ones on its diagonal
    n, length = len(m), [math.sqrt(m[i][i]) for i in range(len(m))]
    a = [[m[i][j] / length[i] / length[j] for j in range(n)] + [float(i == j) for j in range(n)] for i in range(n)]
    determinant = 1.0
    for i in range(n):
        determinant *= a[i][i] * length[i]**2
        a[i] = [x / a[i][i] for x in a[i]]
        for k in range(n):
            if k != i:
                a[k] = [x - a[k][i] * y for x, y in zip(a[k], a[i])]
    return [[a[i][n + j] / length[i] / length[j] for j in range(n)] for i in range(n)], determinant


def inverse(m):
    return inverse_and_determinant(m)[0]


def volume(covariance, n):  # of its first n, as one mean uncertainty
    block = [row[:n] for row in covariance[:n]]
    return max(inverse_and_determinant(block)[1], 1e-300)**(0.5 / n)


def volume_after(informations, n):  # infinite where they are no information at all
    try:
        return volume(inverse(added(*informations)), n)
    except (ValueError, ZeroDivisionError):
        return math.inf


def drawn(values, known, seed):
    """NAME: VALUE UNIT of a world that is possible: values off by what they are known to"""
    draw, of = random.Random(seed), {}
    for name, value in values.items():
        number, *unit = value.split()
        of[name] = " ".join(["%.9g" % (float(number) + float(known[name].split()[0]) * draw.gauss(0, 1)), *unit])
    return of


class Bench:
    """A rig, a directory to work in, and how runs are fitted: names, what is known, options. With
    values every seed is a world of its own, in which these are off by what they are known to, and
    so are settings that are not known exactly; fits begin at the truth of that world."""

    def __init__(self, build, rig, work, free, known, options, values={}):
        self.build, self.rig, self.work = build, rig, work
        self.free, self.known, self.options, self.values = free, known, options, values
        self.clipped = set()
        os.makedirs(work, exist_ok=True)
        os.environ["OMP_NUM_THREADS"] = "1"

    def call(self, program, *words):
        return subprocess.run([f"{self.build}/{program}", *words], cwd=self.work, capture_output=True, text=True)

    def record(self, place, seed, truth={}):
        """A run with NAME=VALUE UNIT set for each of the place, of a rig that has the values of truth."""
        name = "run-" + "_".join(p.split("=")[1].split()[0] for p in place) + f"-{seed}"
        if not os.path.exists(os.path.join(self.work, name, "run.json")):
            own = os.path.join(self.work, f"rig-{name}.yaml")
            values = {**dict(p.split("=") for p in place), **truth, "seed": seed}
            with open(self.rig) as source, open(own, "w") as out:
                for line in source:
                    key = line.split(":")[0].strip()
                    out.write(f"  {key}: {values[key]}\n" if line.startswith(f"  {key}:") and key in values else line)
            self.call("skitter-daq", "record", self.rig, "--source", f"rig:{own}", "--fast", "--timeless", "-q",
                      "--duration", "0.72 s", *[w for p in place for w in ("--set", p)], "--output", name)
        return name

    def world(self, seed):
        return drawn(self.values, self.known, seed)

    def placed(self, place, seed):
        settings = dict(p.split("=") for p in place)
        if self.values:
            settings.update(drawn({n: v for n, v in settings.items() if n in self.known}, self.known, -seed))
        return [f"{n}={v}" for n, v in settings.items()]

    def fit(self, places, seed):
        """Values and covariance of what is free, or None; every run has noise of its own."""
        truth = self.world(seed)
        runs = [self.record(self.placed(place, 100 * seed + k + 1), 100 * seed + k + 1, truth)
                for k, place in enumerate(places)]
        out = os.path.join(self.work, "fit-" + "+".join(r[4:] for r in runs))
        if not os.path.exists(out):
            priors = [w for n, u in self.known.items() for w in ("-p", f"{n}+-{u}")]
            self.call("skitter-fit", self.rig, *runs, "--free", ",".join(self.free), *priors, *self.options,
                      "--starts", "1", "-q", "-o", out, *[w for n, v in truth.items() for w in ("--set", f"{n}={v}")])
        try:
            found = json.load(open(out))["fit"]
        except (OSError, ValueError):
            return None
        clipped = [tuple(place) for place, run in zip(places, found["runs"]) if run["lost_samples"]]
        if clipped:
            self.clipped.update(clipped)  # a plan does not propose it either
            return None
        if not found["verdict"]["usable"]:
            return None
        names = [p["name"] for p in found["parameters"]]
        at = [names.index(n) for n in self.free]
        u = [found["parameters"][i]["uncertainty"] or math.inf for i in at]
        if not all(map(math.isfinite, u)):
            return None
        r = [[1 if i == j else found["correlation"][i][j] or 0 for j in at] for i in at]
        n = range(len(at))
        return [found["parameters"][i]["value"] for i in at], [[r[i][j] * u[i] * u[j] for j in n] for i in n]

    def informations(self, place, seeds, prior):
        """What one run tells beside what is known, for each seed; None: nothing."""
        return [f and added(inverse(f[1]), scaled(-1, prior)) for f in (self.fit([place], s) for s in seeds)]

    def information(self, place, seeds, prior):
        """The mean over seeds; None: nothing in any."""
        got = [i for i in self.informations(place, seeds, prior) if i]
        return scaled(1 / len(got), added(*got)) if got else None

    def campaign(self, places, seeds, n, pool=None):
        """Uncertainties of the first n as the fits say, their volume, and that of the fits' scatter."""
        got = [f for f in (pool.map if pool else map)(lambda s: self.fit(places, s), seeds) if f]
        if len(got) <= len(self.free) + 1:
            return [math.inf] * n, math.inf, math.inf, len(got)
        mean = lambda of: math.exp(statistics.fmean(map(math.log, of)))
        middle = [statistics.fmean(g[0][i] for g in got) for i in range(n)]
        spread = [[sum((g[0][i] - middle[i]) * (g[0][j] - middle[j]) for g in got) / (len(got) - 1) for j in range(n)]
                  for i in range(n)]
        return ([mean([math.sqrt(g[1][i][i]) for g in got]) for i in range(n)],
                mean([volume(g[1], n) for g in got]), volume(spread, n), len(got))


def planned(bench, *words):
    """Where a plan says that runs should be: NAME=VALUE UNIT for each setting of each run."""
    plan = bench.call("skitter-plan", bench.rig, *words, "--json", "-q")
    if plan.returncode:
        raise SystemExit(plan.stderr)
    return [[w for w in run["set"].split("'") if "=" in w] for run in json.loads(plan.stdout)["plan"]["runs"]]
