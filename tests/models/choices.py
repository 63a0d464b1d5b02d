#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""choices.py --cli CLI --out DIR: constraints for which no fixed set of states is good everywhere.

Each model is run with coordinates that become useless on the way; it must move as the same system in
angles does, to 1e-6 at a tight tolerance, lose no energy, keep its constraints, and say that it changed
its states.
"""
import argparse
import math
import pathlib
import random
import re
import subprocess
import sys

import linkages
from mechanisms import slider_crank_text
from rig import Rig

G = 9.80665
TIGHT = ("--rtol", "1e-10")
RELATIVE = 1e-6
CLOSED = 1e-9


def changes_of(rig, name, stop):
    """How often the run chose other states, and the greatest residual, as `--stats` tells."""
    path = rig.folder / f"{name.replace(' ', '-')}.dyad"
    told = rig.stats(path, "--stop", repr(stop))
    return int(re.search(r"(\d+) changes of states", told)[1]), float(re.search(r"hold to ([\d.e+-]+)", told)[1])


def expect_changes(rig, name, stop, at_least):
    n, residual = changes_of(rig, name, stop)
    rig.within(f"{name}: changes of states, inverse", 1 / max(n, 1e-9), 1 / at_least)
    rig.within(f"{name}: residual told", residual, CLOSED)


def pendulum(rig):
    """x and y tied to a circle: over the top some twenty times."""
    length, speed, stop = 2, 12, 20
    table = rig.run("pendulum in x and y", f"""component Pendulum
  variable x::Real(initial = 0)
  variable y::Real(guess = -1)
  variable vx::Real(initial = {speed})
  variable vy::Real
  variable f::Real
  variable phi::Real(initial = 0)
  variable w::Real(initial = {speed / length})
relations
  der(x) = vx
  der(y) = vy
  der(vx) = -f * x
  der(vy) = -f * y - {G}
  x ^ 2 + y ^ 2 = {length} ^ 2
  der(phi) = w
  {length} * der(w) = -{G} * sin(phi)
end
""", stop, *TIGHT, "--interval", "0.037")
    phi = table.signals["phi"]
    rig.within("pendulum in x and y: turns, inverse", 2 * math.pi / phi[-1], 1 / 15)
    rig.follows("pendulum in x and y", table, "x", [length * math.sin(f) for f in phi], RELATIVE)
    rig.follows("pendulum in x and y", table, "y", [-length * math.cos(f) for f in phi], RELATIVE)
    energy = [(vx * vx + vy * vy) / 2 + G * y for vx, vy, y in zip(*(table.signals[n] for n in ("vx", "vy", "y")))]
    rig.within("pendulum in x and y: energy", max(abs(e - energy[0]) for e in energy) / (speed ** 2 / 2), 1e-7)
    expect_changes(rig, "pendulum in x and y", stop, 60)


def double_pendulum(rig):
    """The second circle moves with the first point, so both choices are one."""
    stop = 4
    table = rig.run("double pendulum in x and y", f"""component Double
  variable x::Real[2](initial = [1, 2])
  variable y::Real[2]
  variable vx::Real[2]
  variable vy::Real[2](initial = [0, 0])
  variable f::Real[2]
  variable a::Real[2](initial = [pi / 2, pi / 2])
  variable w::Real[2](initial = [0, 0])
relations
  guess x = [1, 2]
  der(x) = vx
  der(y) = vy
  der(vx[1]) = -f[1] * x[1] + f[2] * (x[2] - x[1])
  der(vy[1]) = -f[1] * y[1] + f[2] * (y[2] - y[1]) - {G}
  der(vx[2]) = -f[2] * (x[2] - x[1])
  der(vy[2]) = -f[2] * (y[2] - y[1]) - {G}
  x[1] ^ 2 + y[1] ^ 2 = 1
  (x[2] - x[1]) ^ 2 + (y[2] - y[1]) ^ 2 = 1
  der(a) = w
  2 * der(w[1]) + cos(a[1] - a[2]) * der(w[2]) = -sin(a[1] - a[2]) * w[2] ^ 2 - 2 * {G} * sin(a[1])
  cos(a[1] - a[2]) * der(w[1]) + der(w[2]) = sin(a[1] - a[2]) * w[1] ^ 2 - {G} * sin(a[2])
end
""".replace("variable x::Real[2](initial = [1, 2])", "variable x::Real[2]").replace(
        "variable y::Real[2]", "variable y::Real[2](initial = [0, 0])"), stop, *TIGHT, "--interval", "0.01")
    a, b = table.signals["a[1]"], table.signals["a[2]"]
    rig.follows("double pendulum in x and y", table, "x[2]", [math.sin(p) + math.sin(q) for p, q in zip(a, b)], RELATIVE)
    rig.follows("double pendulum in x and y", table, "y[1]", [-math.cos(p) for p in a], RELATIVE)
    expect_changes(rig, "double pendulum in x and y", stop, 4)


def crank_by_piston(rig):
    """The piston is wanted as state, and says nothing about the crank at its dead centres: the crank is taken at once."""
    text = slider_crank_text(15, 3)
    stop = 3
    wanted = text.replace("s(guess = 0.4)", "s(guess = 0.4, statePriority = 100), v(statePriority = 100)")
    table = rig.run("crank by piston", wanted, stop, *TIGHT, "--interval", "0.0037")
    reference = rig.run("crank by crank", text, stop, *TIGHT, "--interval", "0.0037")
    for signal in ("bearing.phi", "bearing.w", "cylinder.s", "rod.body.phi"):
        rig.follows("crank by piston", table, signal, reference.signals[signal], RELATIVE)
    rig.within("crank by piston: changes of states behind the start", changes_of(rig, "crank by piston", stop)[0], 0)


def runner(rig):
    """A knife edge that is turned about: a velocity along the edge is neither that along x nor along y. A circle."""
    speed, turn, stop = 2, 0.5, 30
    table = rig.run("runner", f"""component Runner
  variable x::Real(initial = 0)
  variable y::Real(initial = 0)
  variable vx::Real(initial = {speed})
  variable vy::Real
  variable phi::Real
  variable f::Real
relations
  der(x) = vx
  der(y) = vy
  phi = {turn} * time
  3 * der(vx) = -f * sin(phi)
  3 * der(vy) = f * cos(phi)
  vy * cos(phi) = vx * sin(phi)
  assert(abs(x) < 100, "out of sight")
end
""", stop, *TIGHT, "--interval", "0.01")
    rig.follows("runner", table, "x", [speed / turn * math.sin(turn * t) for t in table.time], RELATIVE)
    rig.follows("runner", table, "y", [speed / turn * (1 - math.cos(turn * t)) for t in table.time], RELATIVE)
    expect_changes(rig, "runner", stop, 8)


def sleigh(rig):
    """A pendulum that a knife edge pulls: lengths bind positions, the edge the speeds alone, so both have their choice."""
    stop = 20
    table = rig.run("sleigh", """component Sleigh
  variable x::Real(initial = 0)
  variable y::Real(initial = 0)
  variable phi::Real(initial = 0.3)
  variable w::Real(initial = 1.5)
  variable vx::Real(initial = 1)
  variable vy::Real
  variable px::Real(guess = 1)
  variable py::Real(initial = 0.2)
  variable ux::Real
  variable uy::Real(initial = 4)
  variable n::Real
  variable f::Real
  variable energy::Real
  variable slip::Real
relations
  der(x) = vx
  der(y) = vy
  der(phi) = w
  der(w) = 0
  der(px) = ux
  der(py) = uy
  2 * der(vx) = -n * sin(phi) + f * (px - x)
  2 * der(vy) = n * cos(phi) + f * (py - y)
  der(ux) = -f * (px - x)
  der(uy) = -f * (py - y)
  vy * cos(phi) = vx * sin(phi)
  (px - x) ^ 2 + (py - y) ^ 2 = 1
  energy = vx ^ 2 + vy ^ 2 + (ux ^ 2 + uy ^ 2) / 2
  slip = (px - x) * (ux - vx) + (py - y) * (uy - vy)
end
""", stop, *TIGHT)
    energy = table.signals["energy"]
    rig.within("sleigh: energy", max(abs(e - energy[0]) for e in energy) / energy[0], RELATIVE)
    rig.within("sleigh: speed along the pendulum", max(map(abs, table.signals["slip"])), CLOSED)
    expect_changes(rig, "sleigh", stop, 20)


def inverted_slider(rig):
    """A crank on a sliding swing whose static choice has no slope at the start, though other choices have."""
    stop = 1
    text = """component Swing
  variable phi1::Real
  variable phi2::Real
  variable x3::Real(guess = 0.7)
  variable q::Real
  variable v1::Real
  variable v2::Real
  variable w::Real
  variable v3::Real
  variable lam3::Real
  variable lam1::Real
  variable lam2::Real
relations
  der(phi1) = v1
  der(phi2) = v2
  der(x3) = v3
  der(q) = w
  0.1 * der(v3) = -lam3
  der(v1) = -0.2 * cos(phi1) * lam1 - lam2
  0.005 * der(v2) = -0.02 * v1^2 * sin(phi1 - phi2) - (0.5 + q) * cos(phi2) * lam1 - (0.5 + q) * sin(phi2) * lam3
  0.1 * der(w) = -1000 * q - sin(phi2) * lam1 + cos(phi2) * lam3
  0.2 * sin(phi1) + (0.5 + q) * sin(phi2) = 0
  x3 = 0.2 * cos(phi1) + (0.5 + q) * cos(phi2)
  phi1 = 40 * time
  initial q = 0.001
  initial w = 0
end
"""
    table = rig.run("singular start", text, stop, *TIGHT)
    named = text.replace("variable q::Real", "variable q::Real(statePriority = 10)").replace("variable w::Real", "variable w::Real(statePriority = 10)")
    other = rig.run("regular start", named, stop, *TIGHT)
    for signal in ("q", "w", "x3", "lam3"):
        rig.follows("singular start", table, signal, other.signals[signal], RELATIVE)


def ring(rig):
    """Forty bars in a ring have more candidates than anybody would try: it keeps its energy all the same."""
    dice = random.Random(1)
    chain, n, stop = linkages.Mechanism(dice), 40, 0.5
    left, right = chain.ground("left", 0.0, 0.0), chain.ground("right", 0.3 * n, 0.1)
    chain.chain(left, right, n, n - 2)
    table = rig.run("ring", chain.text(), stop, "--rtol", "1e-9", "--interval", "0.01")
    energy, kinetic = table.signals["energy"], table.signals["kinetic"]
    rig.within("ring: energy", max(abs(e - energy[0]) for e in energy) / max(kinetic), RELATIVE)
    expect_changes(rig, "ring", stop, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    rig = Rig(arguments.cli, arguments.out / "choices")
    for test in (pendulum, double_pendulum, crank_by_piston, runner, sleigh, inverted_slider, ring):
        test(rig)
    return rig.n_failed > 0


sys.exit(main())
