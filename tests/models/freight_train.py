#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""freight_train.py --cli CLI --out DIR: the example freight-train keeps its momentum and stops where it has to.

No force from outside acts before the brakes do, so the blow of the pusher leaves the momentum
as it was. A vehicle whose braking force F follows through first-order lags of the times T_j
comes to rest from v after v^2/(2 a) + v sum(T_j) - a sum(T_j^2)/2, a = F/m: the step response
of the lags is, once they have died away, late by sum(T_j), and its integral differs from that
of a step so late by half its variance. Of several vehicles that hang together it is the centre
of mass that does, with the mean of the lags over the forces, and their variance about that mean.
"""
import argparse
import csv
import pathlib
import subprocess
import sys

EXAMPLE = pathlib.Path(__file__).resolve().parents[2] / "data" / "examples" / "freight-train.dyad"
MU, BRAKES = 0.25, 10.0
WAGON = {"mass": 26e3 + 2 * (3e3 + 2 * 100 / 0.46**2), "force": 2 * MU * 60e3}
LOCOMOTIVE = {"mass": 60e3 + 2 * (10e3 + 2 * 300 / 0.6**2), "force": 2 * MU * 150e3}


def stopping_distance(v: float, mass: float, brakes: list) -> float:
    """`brakes`: the force and the lags of each."""
    force = sum(f for f, _ in brakes)
    a = force / mass
    late = sum(f * sum(lags) for f, lags in brakes) / force
    square = sum(f * (sum(t * t for t in lags) + sum(lags) ** 2) for f, lags in brakes) / force
    return v * v / (2 * a) + v * late - a * (square - late * late) / 2


def run(cli: str, out: pathlib.Path) -> dict:
    """The columns of the result."""
    path = out / "freight-train.csv"
    subprocess.run([cli, "run", EXAMPLE, "-o", path], check=True)
    with open(path, newline="") as file:
        rows = csv.reader(file)
        names = next(rows)
        wanted = [i for i, name in enumerate(names) if name in ("time", "momentum") or name.endswith((".body.s", ".body.v"))]
        columns = zip(*([float(row[i]) for i in wanted] for row in rows))
        return {names[i]: column for i, column in zip(wanted, columns)}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    data = run(arguments.cli, arguments.out)
    at = next(i for i, t in enumerate(data["time"]) if t >= BRAKES)
    problems = []

    def check(what: str, found: float, expected: float, relative: float) -> None:
        print(f"{what}: {found:.7g}, expected {expected:.7g}")
        if not abs(found - expected) <= relative * abs(expected):
            problems.append(what)

    # The blow.
    wagons = [f"wagon[{i}].body" for i in range(1, 11)]
    train_mass = 10 * WAGON["mass"] + LOCOMOTIVE["mass"]
    before = LOCOMOTIVE["mass"] * 12 + train_mass * 10
    check("momentum at the start", data["momentum"][0], before, 1e-12)
    check("momentum before the brakes", data["momentum"][at], before, 1e-9)
    check("the pusher gives way", float(data["pusher.body.v"][at] < 10 < data["locomotive.body.v"][at]), 1, 0)
    # The pusher, alone again, and the train.
    way = data["pusher.body.s"][-1] - data["pusher.body.s"][at]
    check("way of the pusher", way, stopping_distance(data["pusher.body.v"][at], LOCOMOTIVE["mass"], [(LOCOMOTIVE["force"], [1])]), 1e-3)
    bodies = [(name, WAGON["mass"]) for name in wagons] + [("locomotive.body", LOCOMOTIVE["mass"])]
    way = sum(m * (data[f"{name}.s"][-1] - data[f"{name}.s"][at]) for name, m in bodies) / train_mass
    v = (data["momentum"][at] - LOCOMOTIVE["mass"] * data["pusher.body.v"][at]) / train_mass
    brakes = [(WAGON["force"], [0.1] * k + [1]) for k in range(1, 11)] + [(LOCOMOTIVE["force"], [1])]
    check("way of the train", way, stopping_distance(v, train_mass, brakes), 1e-3)
    print("\n".join(f"wrong: {what}" for what in problems) or "the train stops where it has to")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
