#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""scipy's solve_ivp behind the calls of the peers (tests/bench/serve.h).

    scipy_peer.py tuned   DOP853, right-hand sides in scalars with all constants bound
    scipy_peer.py plain   as usually written: the default RK45, numpy, np.linalg.solve
"""
import math
import sys
import time

import numpy as np
from scipy.integrate import solve_ivp

FLIGHT, SLIP_PLUS, SLIP_MINUS, STICK = range(4)
SIGN = {SLIP_PLUS: 1, SLIP_MINUS: -1}
TIMES = 6  # BENCH_TIMES


class Rig:
    """Paper 2: two equal links, the tip on a rail; the spring is unstressed at the start."""
    m, l, k, c, g = 0.12, 0.21, 1.35, 0.005, 9.8
    friction, restitution, belt, newton = 0.6, 0.1, -0.5, False

    def __init__(self, height, theta1):
        theta2 = math.acos(height / self.l - math.cos(math.radians(theta1)))
        self.height = height
        self.start = [math.radians(theta1), theta2, 0.0, 0.0]
        self.rest = self.start[0] - theta2

    def make_terms(self):
        """M, h, w_t, w_n, the velocity terms and the gap, in scalars."""
        sin, cos = math.sin, math.cos
        m, l, g, k, c, rest, height = (self.m, self.l, self.g, self.k, self.c, self.rest,
                                       self.height)
        inertia = m * l * l
        half, m11, m22 = inertia / 2, 4 * inertia / 3, inertia / 3
        weight1, weight2 = 1.5 * m * g * l, 0.5 * m * g * l

        def terms(a, b, u, v):
            s1, c1, s2, c2 = sin(a), cos(a), sin(b), cos(b)
            turn = half * (s1 * c2 - c1 * s2)
            joint = k * (a - b - rest) + c * (u - v)
            return (m11, half * (c1 * c2 + s1 * s2), m22,
                    -turn * v * v - joint - c * u - weight1 * s1,
                    turn * u * u + joint - weight2 * s2,
                    l * c1, l * c2, l * s1, l * s2,
                    -l * (s1 * u * u + s2 * v * v), l * (c1 * u * u + c2 * v * v),
                    height - l * (c1 + c2))
        return terms


class SimpleOscillator:
    """Paper 3, section 5, with c1 = 0."""
    friction, restitution, belt, newton = 0.5, 0.0, -1.0, True
    start = [0.0, 0.0, 0.0, 0.0]

    def make_terms(self):
        m1, all_, k1, k2, c2, g = 0.1, 1.1, 100.0, 100.0, 10.0, 10.0
        s, c = math.sin(math.radians(22.5)), math.cos(math.radians(22.5))

        def terms(a, b, u, v):
            return (m1, m1 * s, all_, -k1 * a - m1 * g * s, -k2 * b - c2 * v - all_ * g,
                    c, 0.0, s, 1.0, 0.0, 0.0, a * s + b)
        return terms


class Grazing:
    """tests/bench/grazes.h: swings that grow, over a wall."""
    friction = restitution = belt = 0.0
    newton = False
    zeta = 2e-3 / (2 * math.pi)

    def make_terms(self):
        zeta = self.zeta

        def terms(a, b, u, v):
            return (1.0, 0.0, 1.0, 0.0, -b + 2 * zeta * v, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, b + 1)
        return terms


# ---- the contact

def delassus(k):
    """M^-1 of h, w_t and w_n, the Delassus matrix and the free accelerations of the tip."""
    m11, m12, m22, h1, h2, t1, t2, n1, n2, st, sn, _ = k
    d = 1 / (m11 * m22 - m12 * m12)
    f1, f2 = (m22 * h1 - m12 * h2) * d, (m11 * h2 - m12 * h1) * d
    at1, at2 = (m22 * t1 - m12 * t2) * d, (m11 * t2 - m12 * t1) * d
    an1, an2 = (m22 * n1 - m12 * n2) * d, (m11 * n2 - m12 * n1) * d
    return (f1, f2, at1, at2, an1, an2, t1 * at1 + t2 * at2, t1 * an1 + t2 * an2,
            n1 * an1 + n2 * an2, t1 * f1 + t2 * f2 + st, n1 * f1 + n2 * f2 + sn)


def stick_force(qtt, qtn, qnn, bt, bn):
    det = qtt * qnn - qtn * qtn
    return -(qnn * bt - qtn * bn) / det, -(qtt * bn - qtn * bt) / det


class Contact:
    """The contact at one state, for what happens at events."""

    def __init__(self, system, x):
        k = system.terms(*x)
        (_, _, self.at1, self.at2, self.an1, self.an2, self.qtt, self.qtn, self.qnn, self.bt,
         self.bn) = delassus(k)
        self.gap = k[11]
        self.slip = k[5] * x[2] + k[6] * x[3] - system.model.belt
        self.normal = k[7] * x[2] + k[8] * x[3]
        self.mu = system.model.friction

    def a(self, sign):
        return self.qnn - sign * self.mu * self.qtn

    def stick_force(self):
        return stick_force(self.qtt, self.qtn, self.qnn, self.bt, self.bn)

    def push(self, x, pt, pn):
        return [x[0], x[1], x[2] + self.at1 * pt + self.an1 * pn,
                x[3] + self.at2 * pt + self.an2 * pn]


def poisson(c, e):
    """Darboux-Keller: phases of slip and stick, linear in the normal impulse."""
    slip, normal, pt, pn, goal = c.slip, c.normal, 0.0, 0.0, None
    for _ in range(6):
        if abs(slip) > 1e-13:
            sign = math.copysign(1, slip)
        else:
            sign = 0 if abs(c.qtn) <= c.mu * c.qtt else math.copysign(1, c.qtn)
        rub = -sign * c.mu if sign else -c.qtn / c.qtt
        slip_rate = c.qtn + rub * c.qtt if sign else 0.0
        normal_rate = c.qnn + rub * c.qtn
        if goal is None:
            step = -normal / normal_rate if normal_rate > 0 else math.inf
        else:
            step = goal - pn
        stops = abs(slip) > 1e-13 and slip * slip_rate < 0 and -slip / slip_rate < step
        if stops:
            step = -slip / slip_rate
        slip = 0.0 if stops else slip + slip_rate * step
        normal, pn, pt = normal + normal_rate * step, pn + step, pt + rub * step
        if stops:
            continue
        if goal is not None:
            return pt, pn
        goal, normal = (1 + e) * pn, 0.0
    raise ArithmeticError("an impact does not end")


def newton(c, e):
    """Paper 3 (2.17), (2.18): friction by the slip after the impact."""
    det, change = c.qtt * c.qnn - c.qtn ** 2, -(1 + e) * c.normal
    pt = (-c.qnn * c.slip - c.qtn * change) / det
    pn = (c.qtt * change + c.qtn * c.slip) / det
    if pn >= 0 and abs(pt) <= c.mu * pn:
        return pt, pn
    for sign in (1, -1):
        pn = change / c.a(sign)
        pt = -sign * c.mu * pn
        if pn >= 0 and sign * (c.slip + c.qtt * pt + c.qtn * pn) > 0:
            return pt, pn
    raise ArithmeticError("an impact has no solution")


# ---- right-hand sides and events: one of each for a mode, made once

def scalar_rate(terms, mode, mu):
    """x' with 2 by 2 systems written out."""
    def flight(t, x):
        a, b, u, v = x.tolist()
        m11, m12, m22, h1, h2 = terms(a, b, u, v)[:5]
        d = 1 / (m11 * m22 - m12 * m12)
        return (u, v, (m22 * h1 - m12 * h2) * d, (m11 * h2 - m12 * h1) * d)

    def contact(t, x):
        a, b, u, v = x.tolist()
        f1, f2, at1, at2, an1, an2, qtt, qtn, qnn, bt, bn = delassus(terms(a, b, u, v))
        if sign:
            fn = -bn / (qnn - sign * mu * qtn)
            ft = -sign * mu * fn
        else:
            ft, fn = stick_force(qtt, qtn, qnn, bt, bn)
        return (u, v, f1 + at1 * ft + an1 * fn, f2 + at2 * ft + an2 * fn)

    sign = SIGN.get(mode, 0)
    return flight if mode == FLIGHT else contact


def numpy_rate(terms, mode, mu):
    """x' as one writes it down."""
    def rate(t, x):
        q, v = x[:2], x[2:]
        m11, m12, m22, h1, h2, t1, t2, n1, n2, st, sn, _ = terms(*q, *v)
        mass, force = np.array([[m11, m12], [m12, m22]]), np.array([h1, h2])
        if mode != FLIGHT:
            w = np.array([[t1, n1], [t2, n2]])
            delassus = w.T @ np.linalg.solve(mass, w)
            b = w.T @ np.linalg.solve(mass, force) + np.array([st, sn])
            if mode == STICK:
                contact = -np.linalg.solve(delassus, b)
            else:
                sign = SIGN[mode]
                normal = -b[1] / (delassus[1, 1] - sign * mu * delassus[0, 1])
                contact = np.array([-sign * mu * normal, normal])
            force = force + w @ contact
        return np.concatenate([v, np.linalg.solve(mass, force)])
    return rate


def gap_event(system):
    terms = system.terms

    def gap(t, x):
        k = terms(*x.tolist())
        g = k[11]
        # right after take-off the gap is zero to rounding and may seem to close
        return g if abs(g) > 1e-9 or k[7] * x[2] + k[8] * x[3] < -1e-9 else 1.0
    return [gap]


def slip_events(system, sign):
    terms, belt, mu = system.terms, system.model.belt, system.model.friction

    def slip(t, x):
        k = terms(*x.tolist())
        return sign * (k[5] * x[2] + k[6] * x[3] - belt)

    def lift(t, x):
        m11, m12, m22, h1, h2, _, _, n1, n2, _, sn, _ = terms(*x.tolist())
        return -((n1 * (m22 * h1 - m12 * h2) + n2 * (m11 * h2 - m12 * h1)) /
                 (m11 * m22 - m12 * m12) + sn)

    def jam(t, x):
        k = delassus(terms(*x.tolist()))
        return k[8] - sign * mu * k[7]

    return [slip, lift, jam]


def stick_events(system):
    terms, mu = system.terms, system.model.friction

    def cone(sign):
        def event(t, x):
            ft, fn = stick_force(*delassus(terms(*x.tolist()))[6:])
            return mu * fn - sign * ft
        return event
    return [cone(1), cone(-1)]


class System:
    def __init__(self, model, style):
        self.model = model
        self.terms = model.make_terms()
        self.method = "DOP853" if style == "tuned" else "RK45"
        make = scalar_rate if style == "tuned" else numpy_rate
        self.rates = [make(self.terms, mode, model.friction) for mode in range(4)]
        self.events = [gap_event(self), slip_events(self, 1), slip_events(self, -1),
                       stick_events(self)]
        for events in self.events:
            for event in events:
                event.terminal, event.direction = True, -1

    # ---- changes of mode

    def close(self, x, stick):
        c = Contact(self, x)
        lift = -c.gap / c.qnn
        x = [x[0] + c.an1 * lift, x[1] + c.an2 * lift, x[2], x[3]]
        c = Contact(self, x)
        pt, pn = 0.0, -c.normal / c.qnn
        if stick:
            det = c.qtt * c.qnn - c.qtn ** 2
            pt = (c.qtn * c.normal - c.qnn * c.slip) / det
            pn = (c.qtn * c.slip - c.qtt * c.normal) / det
        return c.push(x, pt, pn)

    def leave_stick(self, x, ft):
        c, sign = Contact(self, x), -1 if ft > 0 else 1
        if c.a(sign) > 0 and c.bn <= 0:
            return SLIP_PLUS if sign > 0 else SLIP_MINUS
        return FLIGHT

    def select(self, x):
        c = Contact(self, x)
        if abs(c.slip) > 1e-12:
            sign = 1 if c.slip > 0 else -1
            if c.bn <= 0 and c.a(sign) <= 0:
                return self.strike(x)
            return x, FLIGHT if c.bn > 0 else SLIP_PLUS if sign > 0 else SLIP_MINUS
        ft, fn = c.stick_force()
        if fn >= 0 and abs(ft) <= c.mu * fn:
            return x, STICK
        return x, self.leave_stick(x, ft)

    def strike(self, x):
        c = Contact(self, x)
        x = c.push(x, *(newton if self.model.newton else poisson)(c, self.model.restitution))
        c = Contact(self, x)
        rest = 2 * c.normal / (-c.bn * (1 - self.model.restitution))  # of all bounces to come
        if c.normal > 1e-12 and not 0 < rest < 1e-6:
            return x, FLIGHT
        return self.select(self.close(x, False))

    def change(self, x, mode, guard):
        if mode == FLIGHT:
            return self.strike(x)
        if mode == STICK:
            x = self.close(x, True)
            return x, self.leave_stick(x, 1 if guard == 0 else -1)
        if guard == 2:
            raise ArithmeticError("the contact jams")
        x = self.close(x, guard == 0)
        return (x, FLIGHT) if guard == 1 else self.select(x)

    # ---- the motion

    def follow(self, t, x, mode, end, rtol, samples):
        return solve_ivp(self.rates[mode], (t, end), np.array(x), method=self.method, rtol=rtol,
                         atol=1e-3 * rtol, events=self.events[mode], t_eval=samples)


def tip(system, x):
    """Velocities of the tip at all samples at once."""
    if isinstance(system.model, Rig):
        l, (a, b, u, v) = system.model.l, x
        return l * (np.cos(a) * u + np.cos(b) * v), l * (np.sin(a) * u + np.sin(b) * v)
    raise NotImplementedError


def play(system, rtol, span, rate, impacts_only):
    x, mode = system.select(list(system.model.start))
    t, evaluations, events, times, velocities = 0.0, 0, 0, [], []
    grid = np.arange(int(span * rate) + 1) / rate if rate else None
    while t < span:
        samples = grid[(grid >= t) & (grid <= span)] if rate else [span]
        solution = system.follow(t, x, mode, span, rtol, samples)
        if solution.status < 0:
            raise ArithmeticError(solution.message)
        evaluations += solution.nfev
        if rate and len(solution.t):
            velocities.append(tip(system, solution.y))
        if solution.status == 0:
            break
        guard = next(i for i, found in enumerate(solution.t_events) if len(found))
        t, x = float(solution.t_events[guard][0]), solution.y_events[guard][0].tolist()
        events += 1
        if (mode == FLIGHT or not impacts_only) and len(times) < TIMES:
            times.append(t)
        x, mode = system.change(x, mode, guard)
    return evaluations, events, times


def grazes(system, rtol):
    found = evaluations = 0
    zeta, n = Grazing.zeta, 100
    omega, lag = math.sqrt(1 - zeta ** 2), math.atan2(zeta, math.sqrt(1 - zeta ** 2))
    for i in range(n):
        phase = 2 * math.pi * i / n
        t = (13 * math.pi + lag - phase) / omega
        a = 1.001 / (math.exp(zeta * t) * math.cos(lag))
        x = [0.0, a * math.cos(phase), 0.0,
             a * (zeta * math.cos(phase) - omega * math.sin(phase))]
        solution = system.follow(0.0, x, FLIGHT, t + 1, rtol, None)
        hits = solution.t_events[0]
        found += len(hits) > 0 and abs(hits[0] - t) < 0.1
        evaluations += solution.nfev
    return evaluations, found, []


def main():
    style = sys.argv[1]
    systems = {"R1": System(Rig(0.3775, 32), style), "R2": System(SimpleOscillator(), style),
               "R3": System(Rig(0.314, 55), style), "G": System(Grazing(), style)}
    for line in sys.stdin:
        name, rtol, span = line.split()[0], *map(float, line.split()[1:3])
        try:
            begin = time.process_time()
            if name == "G":
                answer = grazes(systems[name], rtol)
            else:
                answer = play(systems[name], rtol, span, 1e4 if name == "R1" else 0, name != "R3")
            seconds = time.process_time() - begin
            evaluations, events, times = answer
            print("ok", repr(seconds), evaluations, events, *map(repr, times), flush=True)
        except (ArithmeticError, KeyError) as why:
            print("failed", why, flush=True)


main()
