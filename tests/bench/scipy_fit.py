#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A campaign's fit with scipy's least_squares and differences, on the residuals and
through the stages of Skitter's own (tests/bench/fit_serve.c).

    scipy_fit.py FIT_SERVE
"""
import struct
import subprocess
import sys
import time

import numpy as np
from scipy.optimize import least_squares

STEP = 1e-6     # of the differences, relative: far above the noise of the simulation
LAST_ROUNDS = 3  # the rows of the last stage follow its events


class Server:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.n, self.stages = struct.unpack("ii", self.hear(8))
        self.start, self.low, self.high = (self.doubles(self.n) for _ in range(3))
        self.rows = self.evaluations = self.failures = 0

    def hear(self, size):
        data = self.process.stdout.read(size)
        if len(data) < size:
            sys.exit("scipy_fit: the server ended")
        return data

    def doubles(self, n):
        return np.frombuffer(self.hear(8 * n))

    def tell(self, *parts):
        for part in parts:
            self.process.stdin.write(part)
        self.process.stdin.flush()

    def stage(self, number, p):
        self.tell(b"S", struct.pack("i", number), p.tobytes())
        self.rows, = struct.unpack("i", self.hear(4))

    def residuals(self, p):
        self.tell(b"R", np.ascontiguousarray(p).tobytes())
        ok, = struct.unpack("i", self.hear(4))
        r = self.doubles(self.rows)
        self.evaluations += 1
        self.failures += not ok
        return r if ok else np.full(self.rows, 1e6)  # a step there is taken back

    def own_search(self):
        self.tell(b"T")
        seconds, cost, evaluations = self.doubles(3)
        return seconds, cost, int(evaluations), self.doubles(self.n)


def search(server):
    p, margin = server.start.copy(), 1e-9 * (server.high - server.low)
    cost = 0.0
    for stage in range(server.stages):
        rounds = LAST_ROUNDS if stage + 1 == server.stages else 1
        for _ in range(rounds):
            p = np.clip(p, server.low + margin, server.high - margin)
            server.stage(stage, p)
            before = cost
            found = least_squares(server.residuals, p, bounds=(server.low, server.high),
                                  x_scale="jac", diff_step=STEP)
            p, cost = found.x, found.cost
            if cost == before:
                break
    return p, cost


def main():
    server = Server(sys.argv[1:])
    own_seconds, own_cost, own_evaluations, own_p = server.own_search()
    begin = time.perf_counter()
    p, cost = search(server)
    seconds = time.perf_counter() - begin
    own_seconds = np.median([own_seconds] + [server.own_search()[0] for _ in range(6)])
    apart = np.max(np.abs(p[:3] - own_p[:3]) / np.abs(own_p[:3]))
    print(f"F1      scipy-fit    - {seconds:.3f} {own_seconds:.3f} {seconds / own_seconds:.1f} "
          f"cost {cost:.2f} {own_cost:.2f}; {server.evaluations} evaluations, skitter "
          f"{own_evaluations}; shared parameters {apart:.1e} apart; {server.n} parameters; 1 run "
          "of scipy, median of 7 of skitter")


main()
