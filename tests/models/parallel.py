#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""parallel.py --cli CLI --out DIR [--seeds N]: parts beside themselves, whatever the order of the text.

Each part of the library that ties two ports without giving way stands twice between the same two. What holds one
motion twice is refused, naming both, with the same words in every order of the text: what they share nothing
determines, and taken for independent they would hold a motion that nothing holds. Friction that sticks runs, and
every quantity is the same in every order.
"""
import argparse
import pathlib
import re
import subprocess
import sys

import compare
import orders

R, T, P = "RotationalComponents.Components.", "TranslationalComponents.Components.", "MultibodyComponents.PlanarMechanics."
ENGINE = ["drive = RotationalComponents.Sources.TorqueStep(stepTorque = 20, start_time = 0.3)",
          f"engine = {R}Inertia(J = 1, phi(initial = 0), w(initial = 0))"]
LOAD = f"load = {R}Inertia(J = 3)"
FREE = f"load = {R}Inertia(J = 3, phi(initial = 0), w(initial = 0))"
DRIVEN = "drive.spline, engine.spline_a"
HELD = "press = BlockComponents.Sources.Constant(k = 1)"
PULSED = "press = BlockComponents.Sources.Pulse(amplitude = 1, period = 0.5, width = 70)"
N_ROWS = 100


def twice(part: str, lines: list, connects: list) -> str:
    return text_of([*lines, f"one = {part}", f"two = {part}"], connects)


def text_of(lines: list, connects: list) -> str:
    return "\n".join(["component Rig", *(f"  {line}" for line in lines), "relations", *(f"  connect({c})" for c in connects), "end", ""])


def shaft(part: str, load: str = LOAD) -> str:
    return twice(part, [*ENGINE, load], [DRIVEN, "engine.spline_b, one.spline_a, two.spline_a", "one.spline_b, two.spline_b, load.spline_a"])


def rolling(part: str) -> str:
    return twice(part, [*ENGINE, f"load = {T}Mass(m = 3)"],
                 [DRIVEN, "engine.spline_b, one.spline, two.spline", "one.flange, two.flange, load.flange_a"])


def three_shafts(part: str, a: str, b: str, c: str) -> str:
    return twice(part, [*ENGINE, LOAD, f"rim = {R}Inertia(J = 1, phi(initial = 0), w(initial = 0))"],
                 [DRIVEN, f"engine.spline_b, one.{a}, two.{a}", f"load.spline_a, one.{b}, two.{b}", f"rim.spline_a, one.{c}, two.{c}"])


def masses(part: str) -> str:
    return twice(part, [f"a = {T}Mass(m = 1, s(initial = 0), v(initial = 0))", f"b = {T}Mass(m = 3)"],
                 ["a.flange_b, one.flange_a, two.flange_a", "one.flange_b, two.flange_b, b.flange_a"])


def frames(part: str) -> str:
    return twice(part, [f"world = {P}World(g = 9.81)", f"pin = {P}Revolute(phi(initial = 0.3), w(initial = 0))", f"arm = {P}FixedTranslation(r = [1, 0])",
                        f"body = {P}Body(m = 1, I = 0.1)", f"bob = {P}Body(m = 2, I = 0.1)"],
                 ["world.frame_b, pin.frame_a", "pin.frame_b, arm.frame_a", "arm.frame_b, body.frame_a, one.frame_a, two.frame_a",
                  "one.frame_b, two.frame_b, bob.frame_a"])


def teeth(part: str) -> str:
    return twice(part, [ENGINE[0], f"world = {P}World(g = 9.81)", f"pin = {P}Revolute(useFlange = true, phi(initial = 0), w(initial = 0))",
                        f"axle = {P}Revolute()", f"fixed = {P}Fixed(r = [0.3, 0])", f"a = {P}Body(m = 1, I = 1)", f"b = {P}Body(m = 1, I = 1)"],
                 ["drive.spline, pin.flange_a", "world.frame_b, pin.frame_a", "pin.frame_b, a.frame_a, one.frame_a, two.frame_a",
                  "fixed.frame_b, axle.frame_a", "axle.frame_b, b.frame_a, one.frame_b, two.frame_b"])


def ring(ratios: list) -> str:
    """Gears one, two and three round a ring of shafts; a fourth one is none of it."""
    return text_of([*ENGINE, LOAD, f"middle = {R}Inertia(J = 1)", f"other = {R}IdealGear(ratio = 2)", f"last = {R}Inertia(J = 1)",
                    *(f"{name} = {R}IdealGear(ratio = {ratio!r})" for name, ratio in zip(("one", "two", "three"), ratios))],
                   [DRIVEN, "engine.spline_b, one.spline_a, three.spline_a", "one.spline_b, two.spline_a, middle.spline_a",
                    "two.spline_b, three.spline_b, load.spline_a", "load.spline_b, other.spline_a", "other.spline_b, last.spline_a"])


def pressed(press: str, part: str, other: str, ratio: float = 0) -> str:
    """Two friction elements side by side, the second one behind gears of this ratio."""
    lines, connects = [*ENGINE, FREE, press, f"one = {part}", f"two = {other}"], [DRIVEN, "press.y, one.f_normalized, two.f_normalized"]
    if ratio:
        lines += [f"up = {R}IdealGear(ratio = {ratio})", f"down = {R}IdealGear(ratio = 1/{ratio})"]
        connects += ["up.spline_b, two.spline_a", "two.spline_b, down.spline_a"]
    ports = ("up.spline_a", "down.spline_b") if ratio else ("two.spline_a", "two.spline_b")
    return text_of(lines, [*connects, f"engine.spline_b, one.spline_a, {ports[0]}", f"load.spline_a, one.spline_b, {ports[1]}"])


BOTH = "E503: `one` and `two` hold the same motion twice"
FOLLOW, CONTRADICT = (f"{BOTH}: with these parameters the constraints {what} each other" for what in ("follow from", "contradict"))
REFUSED = {
    "IdealGear": (shaft(f"{R}IdealGear(ratio = 2)"), FOLLOW),
    "IdealGear on one shaft": (text_of([*ENGINE, f"one = {R}IdealGear(ratio = 1)"], [DRIVEN, "engine.spline_b, one.spline_a, one.spline_b"]),
                               "E503: `one` holds no motion: with these parameters its constraint is always satisfied"),
    "LossyGear": (shaft(f"{R}LossyGear(ratio = 2, lossTable = [[0, 0.9, 0.9, 0.1, 0.1]])"), BOTH),
    "Disc": (shaft(f"{R}Disc(deltaPhi = 0.1)"), FOLLOW),
    "Discs of two angles": (shaft(f"{R}Disc(deltaPhi = 0.1)").replace("0.1", "0.2", 1), CONTRADICT),
    "IdealRollingWheel": (rolling(f"{R}IdealRollingWheel(radius = 0.4)"), BOTH),
    "IdealGearR2T": (rolling(f"{R}IdealGearR2T(ratio = 0.3)"), BOTH),
    "IdealPlanetaryGear": (three_shafts(f"{R}IdealPlanetaryGear(ratio = 1.7)", "sun", "carrier", "ring"), BOTH),
    "DifferentialGear": (three_shafts(f"{P}DifferentialGear()", "flange_b", "flange_left", "flange_right"), BOTH),
    "RigidNoLossExternal": (teeth(f"{P}RigidNoLossExternal(r_a = 0.1, r_b = 0.2)"), BOTH),
    "Rod": (masses(f"{T}Rod(L = 0.2)"), FOLLOW),
    "Rods of two lengths": (masses(f"{T}Rod(L = 0.2)").replace("0.2", "0.3", 1), CONTRADICT),
    "FixedTranslation": (frames(f"{P}FixedTranslation(r = [0.5, 0.1])"), "E503: `arm`, `one`, `pin` and 2 more hold the same angle twice"),
    "Revolute": (frames(f"{P}Revolute()"), "E503: `arm`, `one`, `pin` and 2 more hold the same place along x twice"),
    "Fixed": (twice(f"{R}Fixed()", [LOAD], ["one.spline, two.spline, load.spline_a"]), "E503: `one` and `two` both determine `one.spline.phi`"),
    "a ring of gears": (ring([0.1, 3.0, 0.3]), "E503: `one`, `three` and `two` hold the same motion twice"),
}
CLUTCH, FREE_WHEEL = R + "Clutch(fn_max = {})", R + "OneWayClutch(fn_max = {})"
RUNS = {
    "Gearbox": shaft(f"{R}Gearbox(ratio = 2, c = 1000, d = 10)"),
    "a ring that locks": ring([2, 3, 5]),
    "Clutch": pressed(PULSED, CLUTCH.format(100), CLUTCH.format(100)),
    "OneWayClutch": pressed(PULSED, FREE_WHEEL.format(100), FREE_WHEEL.format(100)),
    "Clutch and OneWayClutch": pressed(HELD, CLUTCH.format(100), FREE_WHEEL.format(50), 3),
    "OneWayClutches behind gears": pressed(PULSED, FREE_WHEEL.format(100), FREE_WHEEL.format(50), 0.7),
}


class Bench:
    def __init__(self, cli: str, folder: pathlib.Path, n_seeds: int):
        self.cli, self.folder, self.n_seeds, self.n_failed = cli, folder, n_seeds, 0
        folder.mkdir(parents=True, exist_ok=True)

    def say(self, good: bool, what: str) -> None:
        self.n_failed += not good
        print("pass" if good else "FAIL", what)

    def run(self, name: str, text: str):
        """The table, or None, and the first line that was said, without its place."""
        path = self.folder / f"{name.replace(' ', '-')}.dyad"
        path.write_text(text)
        done = subprocess.run([self.cli, "run", str(path), "--stop", "1", "--interval", repr(1 / N_ROWS), "-o", str(path.with_suffix(".csv"))],
                              capture_output=True, text=True)
        said = [re.sub(r"^\S*\.dyad:\d+:\d+: ", "", line) for line in done.stderr.splitlines() if ": error " in line]
        return (compare.read_table(path.with_suffix(".csv")) if done.returncode == 0 else None), "\n".join(said)

    def refuses(self, name: str, text: str, message: str) -> None:
        said = {self.run(f"{name} {order}", other)[1] for order, other in orders.orders_of(text, self.n_seeds).items()}
        self.say(len(said) == 1 and message in min(said), f"{name} is refused in every order: {said}")

    def moves_alike(self, name: str, text: str) -> None:
        reference = None
        for order, other in orders.orders_of(text, self.n_seeds).items():
            table, said = self.run(f"{name} {order}", other)
            if table is not None:
                table = compare.Table(table.time, {s: v for s, v in table.signals.items() if orders.SIGNALS.search(s)})
            reference = reference or table
            worst = [f"{v.signal} {v.message}" for v in compare.compare(reference, table) if not v.passed] if table else [said]
            self.say(not worst, f"{name} {order} {worst[:3]}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=3, help="how many orders by chance")
    arguments = parser.parse_args()
    bench = Bench(arguments.cli, arguments.out / "parallel", arguments.seeds)
    for name, (text, message) in REFUSED.items():
        bench.refuses(name, text, message)
    for name, text in RUNS.items():
        bench.moves_alike(name, text)
    return bench.n_failed > 0


if __name__ == "__main__":
    sys.exit(main())
