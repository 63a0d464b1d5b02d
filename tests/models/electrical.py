#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""electrical.py --cli CLI --out DIR: a domain that the program does not know is a folder of texts.

The library of tests/models/electrical has a connector and parts of its own; what the program says of
circuits stands in the metadata of that connector. Circuits follow their closed forms, wrong ones are
refused in the words of the domain; plots show them, and there is nothing to be seen in motion. (What
the window shows of the library is in tests/unit/figure/test-diagram.c and tests/ui/test-catalogue.c.)
"""
import argparse
import math
import pathlib
import subprocess
import sys

from rig import Rig, text_of

LIBRARY = pathlib.Path(__file__).parent / "electrical" / "ElectricalComponents"
E = "ElectricalComponents"
PARTS = {
    "source": f"{E}.Sources.ConstantVoltage(V = 10)",
    "current": f"{E}.Sources.ConstantCurrent(I = 3)",
    "resistor": f"{E}.Components.Resistor(R = 2)",
    "inductor": f"{E}.Components.Inductor(L = 0.5, i(initial = 0))",
    "capacitor": f"{E}.Components.Capacitor(C = 0.1, v(initial = 0))",
    "ground": f"{E}.Components.Ground()",
}
SERIES = ["source.p, resistor.p", "resistor.n, inductor.p", "inductor.n, capacitor.p"]


def circuit(connects: list, **parts) -> str:
    """Named by what they are: `a = "source"` is a source with the name a."""
    lines = "".join(f"  {name} = {PARTS[kind]}\n" for name, kind in parts.items())
    return text_of("\n" + lines, connects)


LOOP = {name: name for name in ("source", "resistor", "inductor", "capacitor")}
REFUSED = {
    "no ground": (
        circuit([*SERIES, "capacitor.n, source.n"], **LOOP),
        ["nothing sets the potential of `capacitor`, `inductor`, `resistor` and `source`", "hint: connect a Ground to `"],
    ),
    "an open part": (
        circuit([], resistor="resistor"),
        ["nothing sets the potential of `resistor`", "hint: connect a Ground or another part of the circuit to `resistor.n`"],
    ),
    "two grounds": (
        circuit(["a.p, b.p"], a="ground", b="ground"),
        ["`a` and `b` both determine `a.p.v`", "hint: remove one of them or put a Resistor between them"],
    ),
    "parallel voltages": (
        circuit(["a.p, b.p", "a.n, b.n, ground.p"], a="source", b="source", ground="ground"),
        ["`a`, `b` and `ground` determine", "more than once", "hint: remove one of them or put a Resistor in series with it"],
    ),
    "currents in series": (
        circuit(["a.n, b.p", "b.n, resistor.p", "a.p, resistor.n, ground.p"], a="current", b="current", resistor="resistor", ground="ground"),
        ["`a` and `b` meet where nothing takes up the difference", "hint: connect a Capacitor, a Resistor or a Ground"],
    ),
}
MECHANICAL = ("Fixed", "Mass", "spring", "holds", "body", "motion")


def check_series(rig: Rig) -> None:
    """R 2, L 0.5, C 0.1 at 10 V: alpha 2, w0^2 20, so wd 4."""
    table = rig.run("series", circuit([*SERIES, "capacitor.n, source.n, ground.p"], **LOOP, ground="ground"), 3,
                    "--rtol", "1e-8", "--library", str(LIBRARY))
    voltage = [10 * (1 - math.exp(-2 * t) * (math.cos(4 * t) + 0.5 * math.sin(4 * t))) for t in table.time]
    current = [5 * math.exp(-2 * t) * math.sin(4 * t) for t in table.time]
    rig.follows("series", table, "capacitor.v", voltage, 1e-6)
    rig.follows("series", table, "inductor.i", current, 1e-6)


def check_refusals(rig: Rig) -> None:
    for name, (text, phrases) in REFUSED.items():
        path = rig.folder / (name.replace(" ", "-") + ".dyad")
        path.write_text(text)
        done = subprocess.run([rig.cli, "check", "--library", str(LIBRARY), str(path)], capture_output=True, text=True)
        said = done.stderr
        good = done.returncode == 1 and said.count(": error ") == 1 and "E503" in said
        good = good and all(p in said for p in phrases) and not any(word in said for word in MECHANICAL)
        rig.n_failed += not good
        print("pass" if good else f"FAIL {said}", name)


def check_pictures(rig: Rig) -> None:
    """A plot is made; of a moving picture it is said that nothing moves, without a warning."""
    path, plot = rig.folder / "pictures.dyad", rig.folder / "plot.svg"
    path.write_text(circuit([*SERIES, "capacitor.n, source.n, ground.p"], **LOOP, ground="ground"))
    plot.unlink(missing_ok=True)

    def run(*words):
        return subprocess.run([rig.cli, *words, "--stop", "1", "--library", str(LIBRARY), str(path)], capture_output=True, text=True)

    plots = run("plot", "--signals=capacitor.v,inductor.i", "-o", str(plot))
    made = {"plot": plots.returncode == 0 and not plots.stderr and plot.stat().st_size > 1000}
    movie = run("movie", "-o", str(rig.folder / "movie.gif"))
    made["movie"] = movie.returncode != 0 and "W605" not in movie.stderr and "nothing in" in movie.stderr
    for name, good in made.items():
        rig.n_failed += not good
        print("pass" if good else f"FAIL {plots.stderr}{movie.stderr}", name)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    rig = Rig(arguments.cli, arguments.out / "electrical")
    check_series(rig)
    check_refusals(rig)
    check_pictures(rig)
    return bool(rig.n_failed)


if __name__ == "__main__":
    sys.exit(main())
