#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""stick_slip.py --cli CLI --out DIR [--seeds N]: generated models with much friction keep their books.

Stacks of gears and bearings that stick one shaft. Trains of inertias over clutches, free wheels, gears, springs, backlash and bearings, driven by waves
and pressed by pulses, and mechanisms of bodies on pins and sliders that all have friction,
with stops: many pairs stick, slip and reverse, often several at one instant. Vehicles with
trailers on wheels that roll or slip. Whatever they do, the energy that is there, what friction
took and what came in have to add up; hard stops may only take.
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
B = "BlockComponents"
KEPT = 1e-5  # of the largest kinetic energy
ONCE_ENDLESS = 38, 220  # a gear and a brake held one shaft: R501 by the last bits of a nearly singular system


class Books:
    """A model in the making, and what counts in it."""

    def __init__(self, dice: random.Random):
        self.dice = dice
        self.lines, self.connects = [], []
        self.kinetic, self.stored, self.lost, self.brought = [], [], [], []

    def pick(self, low: float, high: float) -> float:
        return round(self.dice.uniform(low, high), 3)

    def add(self, name: str, class_name: str) -> str:
        self.lines.append(f"{name} = {class_name}")
        return name

    def join(self, *ports: str) -> None:
        self.connects.append(", ".join(ports))

    def text(self) -> str:
        lines = ["component Books", *(f"  {line}" for line in self.lines)]
        lines += [f"  variable {name}::Real" for name in ("kinetic", "balance", "lost")]
        lines += ["relations", *(f"  connect({c})" for c in self.connects), "  initial lost = 0"]
        lines += [f"  der(lost) = {' + '.join(self.lost or ['0'])} - ({' + '.join(self.brought or ['0'])})",
                  f"  kinetic = {' + '.join(self.kinetic)}", f"  balance = lost + {' + '.join(self.kinetic + self.stored)}"]
        return "\n".join([*lines, "end", ""])


def train_link(books: Books, k: int, kind: str) -> str:
    """What stands between two inertias, with what presses it."""
    dice, name = books.dice, f"link{k}"
    if kind in ("Clutch", "OneWayClutch"):
        first = ", w_rel(initial = 0)" if kind == "OneWayClutch" else ""
        books.add(name, f"{R}.Components.{kind}(fn_max = {books.pick(1, 8)}, peak = {dice.choice([1, 1.2])}{first})")
        pulse = f"{B}.Sources.Pulse(period = {books.pick(0.3, 1.5)}, start_time = {books.pick(0, 0.5)})"
        press = books.add(f"press{k}", pulse if dice.random() < 0.5 else f"{B}.Sources.Constant(k = 1)")
        books.join(f"{press}.y", f"{name}.f_normalized")
        books.lost.append(f"{name}.lossPower")
    elif kind.startswith("Elasto"):
        books.add(name, f"{R}.Components.{kind}(c = {books.pick(50, 2000)}, d = {books.pick(0, 5)}, b = {books.pick(0.01, 1)})")
        books.lost.append(f"{name}.lossPower")
        books.stored.append(f"{name}.c * max(abs({name}.phi_rel) - {name}.b / 2, 0) ^ 2 / 2")
    elif kind == "IdealGear":
        books.add(name, f"{R}.Components.IdealGear(ratio = {dice.choice([-1, 1]) * books.pick(0.4, 3)})")
    else:
        books.add(name, f"{R}.Components.Spring(c = {books.pick(5, 60)})")
        books.stored.append(f"{name}.c * {name}.phi_rel ^ 2 / 2")
    return name


def train(dice: random.Random) -> Books:
    books = Books(dice)
    for k in range(dice.randint(2, 6)):
        kind = dice.choice(["Clutch", "Clutch", "IdealGear", "Spring", "OneWayClutch", "ElastoBacklash", "ElastoBacklash2"]) if k > 0 else "none"
        first = {"IdealGear": "", "OneWayClutch": ", phi(initial = 0)"}.get(kind, f", phi(initial = 0), w(initial = {books.pick(-3, 3)})")
        inertia = books.add(f"inertia{k}", f"{R}.Components.Inertia(J = {books.pick(0.2, 2)}{first})")
        books.kinetic.append(f"{inertia}.J * {inertia}.w ^ 2 / 2")
        if k > 0:
            link = train_link(books, k, kind)
            books.join(f"inertia{k - 1}.spline_b", f"{link}.spline_a")
            books.join(f"{link}.spline_b", f"{inertia}.spline_a")
        if dice.random() < 0.4:
            bearing = books.add(f"bearing{k}", f"{R}.Components.BearingFriction(tau_pos = [[0, {books.pick(0.1, 3)}]], peak = {dice.choice([1, 1.3])})")
            books.join(f"{bearing}.spline_a", f"{inertia}.spline_a")
            books.lost.append(f"{bearing}.lossPower")
        if k == 0 or dice.random() < 0.4:
            wave = books.add(f"wave{k}", f"{B}.Sources.Sine(amplitude = {books.pick(1, 10)}, frequency = {books.pick(0.3, 2)})")
            torque = books.add(f"torque{k}", f"{R}.Sources.TorqueSource()")
            books.join(f"{wave}.y", f"{torque}.tau")
            books.join(f"{torque}.spline", f"{inertia}.spline_a")
            books.brought.append(f"{wave}.y * {inertia}.w")
    return books


def stack(dice: random.Random) -> Books:
    """Gears with losses and bearings on one shaft, nothing elastic between them: they stick together, and share a torque."""
    books, end = Books(dice), "inertia0.spline_b"
    books.add("inertia0", f"{R}.Components.Inertia(J = {books.pick(0.2, 2)}, phi(initial = 0), w(initial = {books.pick(-3, 3)}))")
    books.add("last", f"{R}.Components.Inertia(J = {books.pick(0.2, 2)})")
    books.kinetic += [f"{name}.J * {name}.w ^ 2 / 2" for name in ("inertia0", "last")]
    books.add("wave", f"{B}.Sources.Sine(amplitude = {books.pick(1, 30)}, frequency = {books.pick(0.3, 2)})")
    books.add("torque", f"{R}.Sources.TorqueSource()")
    books.join("wave.y", "torque.tau")
    books.join("torque.spline", "inertia0.spline_a")
    books.brought.append("wave.y * inertia0.w")
    for k in range(dice.randint(2, 5)):
        if dice.random() < 0.5:
            rows = f"[[0, {books.pick(0.4, 0.95)}, {books.pick(0.3, 0.95)}, {books.pick(0, 1)}, {books.pick(0, 1)}]]"
            link = books.add(f"gear{k}", f"{R}.Components.LossyGear(ratio = {dice.choice([-1, 1]) * books.pick(0.4, 4)}, lossTable = {rows})")
        else:
            rows = f"[[0, {books.pick(0.3, 5)}], [1, {books.pick(0.3, 6)}]]"
            link = books.add(f"bearing{k}", f"{R}.Components.BearingFriction(tau_pos = {rows}, peak = {dice.choice([1, 1.2])})")
        books.lost.append(f"{link}.lossPower")
        books.join(end, f"{link}.spline_a")
        end = f"{link}.spline_b"
    books.join(end, "last.spline_a")
    if dice.random() < 0.5:
        books.add("load", f"{R}.Components.SpringDamper(c = {books.pick(1, 50)}, d = {books.pick(0, 2)})")
        books.add("ground", f"{R}.Components.Fixed()")
        books.join("last.spline_b", "load.spline_a")
        books.join("load.spline_b", "ground.spline")
        books.lost.append("load.lossPower")
        books.stored.append("load.c * load.phi_rel ^ 2 / 2")
    return books


def pin(books: Books, k: int) -> None:
    books.add(f"joint{k}", f"{P}.Revolute(useFlange = true, phi(initial = {books.pick(-2, 2)}), w(initial = {books.pick(-2, 2)}))")
    books.add(f"friction{k}", f"{R}.Components.BearingFriction(tau_pos = [[0, {books.pick(0.05, 2)}], [5, 1]], peak = {books.dice.choice([1, 1.3])})")
    books.join(f"joint{k}.flange_a", f"friction{k}.spline_a")


def slider(books: Books, k: int) -> None:
    """With a stop half a metre to both sides."""
    books.add(f"joint{k}", f"{P}.Prismatic(r = [{books.pick(-1, 1)}, 0.3], useFlange = true, s(initial = 0.1), v(initial = {books.pick(-1, 1)}))")
    books.add(f"friction{k}", f"{T}.Components.SupportFriction(f_pos = [[0, {books.pick(0.5, 6)}]])")
    books.join(f"joint{k}.flange_a", f"friction{k}.flange_a")
    for side, ends in (("low", ("support", "flange_a")), ("high", ("flange_a", "support"))):
        gap = books.add(f"{side}{k}", f"{T}.Components.ElastoGap(c = 5e3, d = 0, s_rel0 = -0.5)")
        books.join(f"joint{k}.{ends[0]}", f"{gap}.flange_a")
        books.join(f"joint{k}.{ends[1]}", f"{gap}.flange_b")
        books.stored.append(f"2500 * max(-0.5 - {gap}.s_rel, 0) ^ 2")


def mechanism(dice: random.Random) -> Books:
    books, ends = Books(dice), ["root.frame_b"]
    books.add("world", f"{P}.World()")
    books.add("root", f"{P}.Fixed()")
    for k in range(dice.randint(1, 4)):
        (pin if dice.random() < 0.7 else slider)(books, k)
        books.lost.append(f"friction{k}.lossPower")
        reach = [books.pick(0.3, 1), books.pick(-0.3, 0.3)]
        rod = books.add(f"rod{k}", f"{P}.BodyShape(r = {reach}, m = {books.pick(0.2, 2)}, I = {books.pick(0.02, 0.3)})")
        books.join(dice.choice(ends), f"joint{k}.frame_a")
        books.join(f"joint{k}.frame_b", f"{rod}.frame_a")
        books.kinetic.append(f"{rod}.body.E_kin")
        books.stored.append(f"{rod}.body.E_pot")
        ends.append(f"{rod}.frame_b")
    return books


WHEELS = {
    "rolling": "IdealWheelJoint(radius = 0.3)",
    "sliding": "DryFrictionWheelJoint(radius = 0.3, N = 150, vAdhesion = 0.1, vSlide = 0.3, mu_A = 0.8, mu_S = 0.4)",
    "slipping": "SlipBasedWheelJoint(radius = 0.3, N = 150, vAdhesion_min = 0.05, vSlide_min = 0.15, sAdhesion = 0.04, sSlide = 0.12, mu_A = 0.8, mu_S = 0.4)",
}


def wheel(books: Books, n: int, frame: str, kind: str, speed: float) -> str:
    """On a frame, with a rim that turns as fast as it should at the start; the name of the rim."""
    name = books.add(f"wheel{n}", f"{P}.{WHEELS[kind]}")
    turns = "" if kind == "rolling" and n > 0 else f", w(initial = {speed / 0.3!r})"
    rim = books.add(f"rim{n}", f"{R}.Components.Inertia(J = {books.pick(0.05, 0.5)}, phi(initial = 0){turns})")
    books.join(frame, f"{name}.frame_a")
    books.join(f"{name}.flange_a", f"{rim}.spline_a")
    books.kinetic.append(f"{rim}.J * {rim}.w ^ 2 / 2")
    if kind == "slipping":
        books.join(books.add(f"load{n}", f"{B}.Sources.Constant(k = 0)") + ".y", f"{name}.dynamicLoad")
    if kind != "rolling":
        books.lost.append(f"{name}.lossPower")
    return rim


def vehicle(dice: random.Random) -> Books:
    """Seen from above: a driven rear wheel, a front wheel on a sprung fork, and trailers. Wheels that only roll
    leave one speed open, those that slip leave all."""
    books, kind, speed = Books(dice), dice.choice(list(WHEELS)), round(dice.uniform(1, 4), 3)
    angle, steer, slips = books.pick(-1, 1), books.pick(-0.4, 0.4), kind != "rolling"
    moving = f", w(initial = {books.pick(-0.5, 0.5)}), v(initial = [{speed * math.cos(angle)!r}, {speed * math.sin(angle)!r}])" if slips else ""
    books.add("world", f"{P}.World(g = 0)")
    books.add("body0", f"{P}.Body(m = {books.pick(20, 100)}, I = {books.pick(2, 20)}, r(initial = [0, 0]), phi(initial = {angle}){moving})")
    books.add("rear0", f"{P}.FixedTranslation(r = [-0.8, 0])")
    books.add("front0", f"{P}.FixedTranslation(r = [0.8, 0])")
    books.add("steer", f"{P}.Revolute(useFlange = true, phi(initial = {steer}), w(initial = 0))")
    books.add("fork", f"{P}.Body(m = 2, I = 0.1)")
    books.add("lock", f"{R}.Components.SpringDamper(c = 40, d = {books.pick(1, 5)}, phi_rel0 = {steer})")
    books.add("drive", f"{R}.Sources.ConstantTorque(tau_constant = {books.pick(-3, 6)})")
    books.join("body0.frame_a", "rear0.frame_a", "front0.frame_a")
    books.join("front0.frame_b", "steer.frame_a")
    books.join("steer.frame_b", "fork.frame_a")
    books.join("steer.support", "lock.spline_a")
    books.join("steer.flange_a", "lock.spline_b")
    books.join(f"{wheel(books, 0, 'rear0.frame_b', kind, speed)}.spline_b", "drive.spline")
    wheel(books, 1, "fork.frame_a", kind, speed)
    books.brought.append("drive.tau * rim0.w")
    books.lost.append("lock.lossPower")
    books.kinetic += ["body0.E_kin", "fork.E_kin"]
    books.stored.append("lock.c * (lock.phi_rel - lock.phi_rel0) ^ 2 / 2")
    end = "rear0.frame_b"
    for k in range(1, dice.randint(1, 3)):
        books.add(f"hitch{k}", f"{P}.Revolute(phi(initial = {books.pick(-0.6, 0.6)}){', w(initial = 0)' if slips else ''})")
        books.add(f"bar{k}", f"{P}.FixedTranslation(r = [-1.2, 0])")
        books.add(f"body{k}", f"{P}.Body(m = {books.pick(10, 50)}, I = {books.pick(1, 8)})")
        books.join(end, f"hitch{k}.frame_a")
        books.join(f"hitch{k}.frame_b", f"bar{k}.frame_a")
        books.join(f"bar{k}.frame_b", f"body{k}.frame_a")
        books.kinetic.append(f"body{k}.E_kin")
        end = f"bar{k}.frame_b"
        wheel(books, k + 1, end, kind, speed)
    return books


def stops(dice: random.Random) -> Books:
    """Masses between hard stops, with friction or without, that pull at each other and are pushed by waves."""
    books = Books(dice)
    for k in range(dice.randint(1, 4)):
        friction = [0, 0, 0] if dice.random() < 0.2 else [books.pick(0, 1), books.pick(0, 3), books.pick(0, 3)]
        settings = f"m = {books.pick(0.3, 3)}, L = 0.2, smin = {k - 1}, smax = {k + 1}, fexp = {books.pick(0.5, 5)}"
        settings += ", F_prop = {}, F_Coulomb = {}, F_Stribeck = {}".format(*friction)
        start = f"s(initial = {k + books.pick(-0.5, 0.5)}), v(initial = {books.pick(-3, 3)})"
        mass = books.add(f"mass{k}", f"{T}.Components.MassWithStopAndFriction({settings}, {start})")
        books.kinetic.append(f"{mass}.m * {mass}.v ^ 2 / 2")
        books.lost.append(f"{mass}.lossPower")
        if k > 0:
            spring = books.add(f"spring{k}", f"{T}.Components.SpringDamper(c = {books.pick(5, 100)}, d = {books.pick(0, 2)}, s_rel0 = 0.9)")
            books.join(f"mass{k - 1}.flange_b", f"{spring}.flange_a")
            books.join(f"{spring}.flange_b", f"{mass}.flange_a")
            books.stored.append(f"{spring}.c * ({spring}.s_rel - 0.9) ^ 2 / 2")
            books.lost.append(f"{spring}.lossPower")
        if dice.random() < 0.6:
            wave = books.add(f"wave{k}", f"{B}.Sources.Sine(amplitude = {books.pick(1, 15)}, frequency = {books.pick(0.2, 2)})")
            force = books.add(f"force{k}", f"{T}.Sources.ForceSource()")
            books.join(f"{wave}.y", f"{force}.f")
            books.join(f"{force}.flange", f"{mass}.flange_a")
            books.brought.append(f"{wave}.y * {mass}.v")
    return books


def hit_stops(rig: Rig, seed: int) -> None:
    """The stops take energy, and give none; no end of a mass gets behind them."""
    books = stops(random.Random(seed))
    table = rig.run(f"stops {seed}", books.text(), 4.0, "--rtol", "1e-8", "--interval", "0.02")
    balance = table.signals["balance"]
    rise = max(after - before for before, after in zip(balance, balance[1:]))
    rig.within(f"stops {seed}: energy from nowhere", rise / max(*map(abs, balance), *table.signals["kinetic"]), 1e-6)
    beyond = max(abs(s - k) - 0.9 for k in range(len(books.kinetic)) for s in table.signals[f"mass{k}.s"])
    rig.within(f"stops {seed}: way behind a stop", beyond, 1e-9)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=20, help="how many models of each kind")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    arguments = parser.parse_args()
    rig = Rig(arguments.cli, arguments.out / "stick-slip")
    seeds = [*range(arguments.first, arguments.first + arguments.seeds), *(ONCE_ENDLESS if arguments.first == 0 else [])]
    for make in (train, stack, mechanism, vehicle):
        for seed in seeds:
            name = f"{make.__name__} {seed}"
            table = rig.run(name, make(random.Random(seed)).text(), 4.0, "--rtol", "1e-8", "--interval", "0.02",
                            "--signals", "balance,kinetic")
            balance = table.signals["balance"]
            rig.within(f"{name}: balance", max(abs(b - balance[0]) for b in balance) / max(table.signals["kinetic"]), KEPT)
    for seed in seeds:
        hit_stops(rig, seed)
    return rig.n_failed > 0


if __name__ == "__main__":
    sys.exit(main())
