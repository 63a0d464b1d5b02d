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
import re
import subprocess
import sys

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
    """The piston is wanted as state, and says nothing about the crank at its dead centres."""
    text = slider_crank_text(15, 3)
    stop = 3
    wanted = text.replace("s(guess = 0.4)", "s(guess = 0.4, statePriority = 100), v(statePriority = 100)")
    table = rig.run("crank by piston", wanted, stop, *TIGHT, "--interval", "0.0037")
    reference = rig.run("crank by crank", text, stop, *TIGHT, "--interval", "0.0037")
    for signal in ("bearing.phi", "bearing.w", "cylinder.s", "rod.body.phi"):
        rig.follows("crank by piston", table, signal, reference.signals[signal], RELATIVE)
    expect_changes(rig, "crank by piston", stop, 1)


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
end
""", stop, *TIGHT)
    rig.follows("runner", table, "x", [speed / turn * math.sin(turn * t) for t in table.time], RELATIVE)
    rig.follows("runner", table, "y", [speed / turn * (1 - math.cos(turn * t)) for t in table.time], RELATIVE)
    expect_changes(rig, "runner", stop, 8)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    rig = Rig(arguments.cli, arguments.out / "choices")
    for test in (pendulum, double_pendulum, crank_by_piston, runner):
        test(rig)
    return rig.n_failed > 0


sys.exit(main())
