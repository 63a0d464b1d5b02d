#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""linkages.py --cli CLI --out DIR [--seeds N]: generated mechanisms that swing freely keep their energy.

Trees of bodies on pins and sliders, closed chains, chains that end in a slider, and webs in
which further chains join links of the first. They start in a random position, in motion, and
pass whatever dead centres and change points come. Where a coordinate is no longer good enough
as a state another one has to take its place, and nobody may see where. Chains that start in
equilibrium rest.
"""
import argparse
import math
import pathlib
import random
import sys

from rig import Rig

P = "MultibodyComponents.PlanarMechanics"
R = "RotationalComponents"
T = "TranslationalComponents"
STOP = 3.0
KEPT = 1e-5  # of the largest kinetic energy


class Mechanism:
    """Text in the making. `at` and `angle` of a frame are those of the start."""

    def __init__(self, dice: random.Random):
        self.dice = dice
        self.lines = [f"world = {P}.World()"]
        self.connects = []
        self.energies = []
        self.n = 0
        self.frames = []  # (port, at, angle)

    def ground(self, name: str, x: float, y: float) -> tuple:
        self.lines.append(f"{name} = {P}.Fixed(r = [{x!r}, {y!r}])")
        return f"{name}.frame_b", (x, y), 0.0

    def body(self, reach: list) -> str:
        """A rod; the name of its instance."""
        name, m = f"rod{self.n}", round(self.dice.uniform(0.2, 2), 3)
        self.n += 1
        self.lines.append(f"{name} = {P}.BodyShape(r = {reach}, m = {m}, I = {round(self.dice.uniform(0.02, 0.3), 4)})")
        self.energies += [f"{name}.body.E_kin", f"{name}.body.E_pot"]
        return name

    def rod(self, start: tuple, to: tuple, is_free: bool) -> tuple:
        """A pin on frame `start`, and a rod from there to a place; free pins get their initial values."""
        port, (x, y), before = start
        angle = math.atan2(to[1] - y, to[0] - x)
        phi, w = angle - before, round(self.dice.uniform(-1, 1), 3)
        first = f"phi(initial = {phi!r}), w(initial = {w})" if is_free else f"phi(guess = {phi + self.dice.uniform(-0.1, 0.1):.4f})"
        pin = f"pin{self.n}"
        self.lines.append(f"{pin} = {P}.Revolute({first})")
        name = self.body([math.hypot(to[0] - x, to[1] - y), 0.0])
        self.connects += [f"{port}, {pin}.frame_a", f"{pin}.frame_b, {name}.frame_a"]
        frame = f"{name}.frame_b", to, angle
        self.frames.append(frame)
        return frame

    def close(self, end: tuple, other: tuple) -> None:
        pin = f"pin_{self.n}"
        self.lines.append(f"{pin} = {P}.Revolute(phi(guess = {other[2] - end[2]:.4f}))")
        self.connects += [f"{end[0]}, {pin}.frame_a", f"{pin}.frame_b, {other[0]}"]

    def chain(self, start: tuple, stop: tuple, n_rods: int, n_free: int) -> None:
        """Rods from one frame to another over random places between them."""
        (xa, ya), (xb, yb) = start[1], stop[1]
        end = start
        for k in range(1, n_rods + 1):
            share = k / n_rods
            away = self.dice.uniform(0.3, 0.8) * (-1 if self.dice.random() < 0.5 else 1) if k < n_rods else 0
            to = (xa + share * (xb - xa) - away * (yb - ya), ya + share * (yb - ya) + away * (xb - xa))
            end = self.rod(end, to if k < n_rods else (xb, yb), k <= n_free)
        self.close(end, stop)

    def text(self) -> str:
        kinetic = " + ".join(e for e in self.energies if e.endswith("E_kin"))
        lines = ["component Mechanism", *(f"  {line}" for line in self.lines), "  variable energy::Energy", "  variable kinetic::Energy", "relations"]
        lines += [f"  connect({c})" for c in self.connects]
        return "\n".join([*lines, f"  energy = {' + '.join(self.energies)}", f"  kinetic = {kinetic}", "end", ""])


def tree(dice: random.Random) -> Mechanism:
    """Bodies on pins and on sliders with springs, each on any of those before."""
    mechanism = Mechanism(dice)
    ends = [mechanism.ground("root", 0.0, 0.0)[0]]
    for k in range(dice.randint(2, 7)):
        parent = dice.choice(ends)
        speed = round(dice.uniform(-1.5, 1.5), 3)
        if dice.random() < 0.7:
            mechanism.lines.append(f"joint{k} = {P}.Revolute(phi(initial = {round(dice.uniform(-2, 2), 3)}), w(initial = {speed}))")
        else:
            direction = [round(dice.uniform(-1, 1), 3), 0.3]
            mechanism.lines.append(f"joint{k} = {P}.Prismatic(r = {direction}, useFlange = true, s(initial = 0.1), v(initial = {speed}))")
            mechanism.lines.append(f"axis{k} = {T}.Components.Spring(c = 80)")
            mechanism.connects += [f"joint{k}.support, axis{k}.flange_a", f"joint{k}.flange_a, axis{k}.flange_b"]
            mechanism.energies.append(f"40 * axis{k}.s_rel ^ 2")
        rod = mechanism.body([round(dice.uniform(-1, 1), 3), round(dice.uniform(-1, 1), 3)])
        mechanism.connects += [f"{parent}, joint{k}.frame_a", f"joint{k}.frame_b, {rod}.frame_a"]
        ends.append(f"{rod}.frame_b")
    mechanism.lines.append(f"spring = {P}.Spring(c_x = 20, c_y = 20)")
    mechanism.connects += [f"{dice.choice(ends[1:])}, spring.frame_a", "root.frame_b, spring.frame_b"]
    mechanism.energies.append("10 * (spring.s_relx ^ 2 + spring.s_rely ^ 2)")
    return mechanism


def loop(dice: random.Random) -> Mechanism:
    mechanism, n = Mechanism(dice), dice.randint(3, 5)
    left = mechanism.ground("left", 0.0, 0.0)
    right = mechanism.ground("right", round(dice.uniform(0.5, 1.2), 3), round(dice.uniform(-0.3, 0.3), 3))
    mechanism.chain(left, right, n, n - 2)
    return mechanism


def slider(dice: random.Random) -> Mechanism:
    """The chain ends on a carriage that slides along any line."""
    mechanism, n, s = Mechanism(dice), dice.randint(2, 3), round(dice.uniform(0.6, 1), 3)
    tilt = round(dice.uniform(-0.5, 0.5), 3)
    left = mechanism.ground("left", 0.0, 0.0)
    mechanism.lines += [f"guide = {P}.Prismatic(r = [{math.cos(tilt)!r}, {math.sin(tilt)!r}], s(guess = {s}))", f"carriage = {P}.Body(m = 0.7, I = 0.05)"]
    mechanism.connects += ["left.frame_b, guide.frame_a", "guide.frame_b, carriage.frame_a"]
    mechanism.energies += ["carriage.E_kin", "carriage.E_pot"]
    mechanism.chain(left, ("guide.frame_b", (s * math.cos(tilt), s * math.sin(tilt)), 0.0), n, n - 1)
    return mechanism


def web(dice: random.Random) -> Mechanism:
    """Two rods or three between a link of a loop and the ground: a six-bar, or more."""
    mechanism = loop(dice)
    anchor = mechanism.ground("anchor", round(dice.uniform(-0.5, 1.5), 3), round(dice.uniform(-1, -0.6), 3))
    n = dice.randint(2, 3)
    mechanism.chain(dice.choice(mechanism.frames[:-1]), anchor, n, n - 2)
    return mechanism


def hang(rig: Rig, seed: int) -> None:
    """A chain with springs on its pins that is asked to start in equilibrium stays there."""
    dice, lines, connects, end = random.Random(seed), [f"world = {P}.World()", f"root = {P}.Fixed()"], [], "root.frame_b"
    n = dice.randint(1, 5)
    for k in range(n):
        spring = f"c = {round(dice.uniform(20, 200), 1)}, d = 1, phi_rel0 = {round(dice.uniform(-1, 1), 2)}"
        lines += [f"pin{k} = {P}.Revolute(useFlange = true)", f"spring{k} = {R}.Components.SpringDamper({spring})",
                  f"rod{k} = {P}.BodyShape(r = [{round(dice.uniform(0.3, 1), 2)}, 0], m = {round(dice.uniform(0.2, 2), 2)}, I = 0.1)",
                  f"rest{k} = {R}.Components.PrescribeInitialEquilibrium()"]
        connects += [f"{end}, pin{k}.frame_a", f"pin{k}.frame_b, rod{k}.frame_a", f"pin{k}.support, spring{k}.spline_a",
                     f"pin{k}.flange_a, spring{k}.spline_b, rest{k}.spline"]
        end = f"rod{k}.frame_b"
    text = "\n".join(["component Hang", *(f"  {line}" for line in lines), "relations", *(f"  connect({c})" for c in connects), "end", ""])
    table = rig.run(f"hang {seed}", text, STOP, "--rtol", "1e-8")
    fastest = max(abs(w) for k in range(n) for w in table.signals[f"pin{k}.w"])
    rig.within(f"hang {seed}: speed in equilibrium", fastest, 1e-6)
    rig.within(f"hang {seed}: bent by nothing", 1e-3 - max(abs(table.signals[f"pin{k}.phi"][0]) for k in range(n)), 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=10, help="how many mechanisms of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    arguments = parser.parse_args()
    rig = Rig(arguments.cli, arguments.out / "linkages")
    for make in (tree, loop, slider, web):
        for seed in range(arguments.first, arguments.first + arguments.seeds):
            name = f"{make.__name__} {seed}"
            table = rig.run(name, make(random.Random(seed)).text(), STOP, "--rtol", "1e-8", "--interval", "0.02",
                            "--signals", "energy,kinetic")
            energy = table.signals["energy"]
            rig.within(f"{name}: energy", max(abs(e - energy[0]) for e in energy) / max(table.signals["kinetic"]), KEPT)
    for seed in range(arguments.first, arguments.first + arguments.seeds):
        hang(rig, seed)
    return rig.n_failed > 0


if __name__ == "__main__":
    sys.exit(main())
