#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""yardsticks.py --cli CLI --out DIR [--check]: public benchmark problems, with our figures beside the published ones.

Mechanisms of the IFToMM library of computational benchmark problems (González, Dopico, Lugrís & Cuadrado, A benchmarking
system for MBS simulation software, Multibody System Dynamics 16, 2006): A01, A02 with 40 windows, A03; error is that of
the library, the root mean square over all rows of the error relative to the value or 1e-3, whichever is larger; below 1e-1 a
solution has low precision, below 1e-3 high precision.
Problems of the IVP test set (Mazzia & Magherini, release 2.4, 2008): digits are those of the largest relative error at the end
(scd), of mechanisms that of their places.

Each is run from its text to its CSV, and all CPU time of the process counts: reading the library, compiling, running, writing the
scored signals. The best of some runs is printed. Without --check, over tolerances and methods; the table is written to
DIR/yardsticks.csv as well. With it, each once, and the digits must not be fewer than promised below (status 1).
"""
import argparse
import csv
import math
import os
import pathlib
import re
import subprocess
import sys
from typing import Callable, NamedTuple

HERE = pathlib.Path(__file__).resolve().parent
RUNS = 5
TOLERANCES = ["1e-4", "1e-6", "1e-8", "1e-10"]


# ---- Jacobi's elliptic functions ----


def amplitude(u: float, k: float) -> float:
    """am(u, k) by the arithmetic-geometric mean (Abramowitz & Stegun 1964, 16.4)."""
    a, b, c, means = 1.0, math.sqrt(1 - k * k), k, []
    while c > 1e-15:
        a, b, c = (a + b) / 2, math.sqrt(a * b), (a - b) / 2
        means.append(c / a)
    phi = math.ldexp(a * u, len(means))
    for ratio in reversed(means):
        phi = (phi + math.asin(ratio * math.sin(phi))) / 2
    return phi


def quarter_period(k: float) -> float:
    """K(k) by the arithmetic-geometric mean (Abramowitz & Stegun 1964, 17.6.3)."""
    a, b = 1.0, math.sqrt(1 - k * k)
    while a - b > 1e-15 * a:
        a, b = (a + b) / 2, math.sqrt(a * b)
    return math.pi / (2 * a)


def simple_pendulum(t: float) -> list:
    """A01: x and y of the point. It falls from the horizontal, so k = sin(45 deg)."""
    k = math.sqrt(0.5)
    half = math.asin(k * math.sin(amplitude(quarter_period(k) - math.sqrt(9.81) * t, k)))
    return [math.sin(2 * half), -math.cos(2 * half)]


def windows(t: float, n: int = 40) -> list:
    """A02: all uprights turn as one, J psi'' = G sin psi, over the top with psi' = 1; tip and its velocity."""
    inertia, weight = (n + 1) / 3 + n, 9.81 * ((n + 1) / 2 + n)
    fastest = math.sqrt(1 + 4 * weight / inertia)  # psi' at the bottom
    k = math.sqrt(4 * weight / inertia) / fastest
    psi = math.pi + 2 * amplitude(fastest * t / 2 - quarter_period(k), k)
    speed = math.sqrt(1 + 2 * weight / inertia * (1 - math.cos(psi)))
    return [math.sin(psi), math.cos(psi), speed * math.cos(psi), -speed * math.sin(psi)]


def squeezer(t: float) -> list:
    """A03: beta, gamma and beta' by our own run at 1e-11; no series is published."""
    return {
        0.01: [2.1601131315, 0.1585167580, 711.9231528],
        0.02: [8.1849058897, 0.2095369134, 726.5583426],
        0.03: [15.8107711952, 0.0408222401, 1139.9203023],
        0.04: [24.3753049721, 0.4106291763, 783.0850045],
        0.05: [33.8258677671, 0.1133950738, 1144.5355027],
    }[round(t, 6)]


# ---- the problems ----


class Problem(NamedTuple):
    name: str
    file: str
    model: str
    stop: float
    interval: float
    signals: list
    reference: Callable  # of the time
    promise: tuple  # --check: tolerance, digits
    published: str
    methods: tuple = ("auto",)
    absolute: float = 1  # the absolute tolerance by the relative one


def at_end(*values: float) -> Callable:
    return lambda t: list(values)


JOINTS = ["beta", "theta", "gamma", "phi", "delta", "omega", "epsilon"]
ANDREWS_END = at_end(
    15.81077119629904, -15.75637105984298, 0.04082224013073101, -0.5347301163226948, 0.5244099658805304,
    0.5347301163226948, 1.048080741042263)  # fmt: skip
CAR_AXIS_END = at_end(0.0493455784275402809, 0.496989460230171154, 1.04174252488542152, 0.373911027265361257)
PROBLEMS = [
    Problem("A01 pendulum", "a01.dyad", "A01_Run", 2000, 0.5, ["point.r[1]", "point.r[2]"], simple_pendulum,
            ("1e-10", 3), "high precision: 1e-3", ("auto", "rk8pd", "dopri5")),
    Problem("A02 40 windows", "a02.dyad", "A02_Run", 20, 0.05, ["first.frame_b.x", "first.frame_b.y", "v[1]", "v[2]"], windows,
            ("1e-8", 5), "high precision: 1e-3"),
    Problem("A03 squeezer", "andrews.dyad", "Andrews_Run", 0.05, 0.01, ["beta.phi", "gamma.phi", "beta.w"], squeezer,
            ("1e-6", 5), "high precision: 1e-3"),
    Problem("Andrews", "andrews.dyad", "Andrews_Run", 0.03, 0.03, [f"{joint}.phi" for joint in JOINTS],
            ANDREWS_END, ("1e-6", 5), "MEBDFI 1e-6 4.0, 1e-8 5.6, 3e-10 6.2"),
    Problem("car axis", "car-axis.dyad", "CarAxis_Run", 3, 3, ["left.r[1]", "left.r[2]", "right.r[1]", "right.r[2]"],
            CAR_AXIS_END, ("1e-6", 5), "MEBDFI 1e-6 2.5, 1e-8 3.2, 1e-10 4.7"),
    Problem("HIRES", "equations.dyad", "Hires", 321.8122, 321.8122, ["y[1]", "y[8]"],
            at_end(7.371312573325668e-4, 2.850001604814231e-3), ("1e-6", 4), "", ("auto", "ndf", "rodas4")),
    Problem("Robertson", "equations.dyad", "Robertson", 1e11, 1e11, ["y[1]", "y[2]", "y[3]"],
            at_end(2.083340149701255e-8, 8.333360770334713e-14, 0.9999999791665050), ("1e-10", 8), "", ("auto", "ndf", "rodas4"), 1e-6),
    Problem("van der Pol", "equations.dyad", "VanDerPol", 2, 2, ["y[1]", "y[2]"],
            at_end(1.706167732170483, -0.8928097010247975), ("1e-6", 4), "", ("auto", "ndf", "rodas4")),
    Problem("Pleiades", "equations.dyad", "Pleiades", 3, 3, ["x[1]", "x[2]", "y[1]"],
            at_end(0.3706139143970502, 3.237284092057233, -3.943437585517392), ("1e-6", 3), "", ("auto", "rk8pd", "dopri5")),
]  # fmt: skip


# ---- runs ----


class Figures(NamedTuple):
    digits: float
    steps: str
    calls: str
    iterations: str
    milliseconds: float


def error_of(problem: Problem, rows: list) -> float:
    """IFToMM's measure over rows but the first, or the largest relative error of the only one."""
    squares, largest = 0.0, 0.0
    for row in rows:
        for value, exact in zip(row[1:], problem.reference(row[0])):
            error = abs(value - exact) / max(abs(exact), 1e-3 if len(rows) > 1 else abs(exact) or 1)
            squares += error * error / len(problem.signals)
            largest = max(largest, error)
    return math.sqrt(squares / len(rows)) if len(rows) > 1 else largest


def run_once(command: list) -> tuple:
    """CPU seconds of the process, and what it says."""
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return (usage.ru_utime + usage.ru_stime if process.returncode == 0 else math.nan), said


def measure(cli: str, out: pathlib.Path, problem: Problem, tolerance: str, method: str, runs: int) -> Figures | None:
    """None if the run fails."""
    table = out / "yardstick.csv"
    command = [cli, "run", str(HERE / problem.file), "--model", problem.model, "--stop", repr(problem.stop)]
    command += ["--interval", repr(problem.interval), "--rtol", tolerance, "--solver", method, "--stats", "-o", str(table)]
    command += ["--atol", repr(problem.absolute * float(tolerance))]
    for signal in problem.signals:
        command += ["--signals", signal]
    best, said = min((run_once(command) for _ in range(runs)), key=lambda run: (math.isnan(run[0]), run[0]))
    if math.isnan(best):
        print(said, file=sys.stderr)
        return None
    with open(table, newline="") as file:
        rows = [[float(cell) for cell in row] for row in list(csv.reader(file))[2:]]

    def count(what: str) -> str:
        found = re.search(rf"(\d+) {what}", said)
        return found[1] if found else "-"

    digits = -math.log10(max(error_of(problem, rows), 1e-17))
    return Figures(digits, count("steps"), count("right-hand sides"), count("Newton iterations"), 1e3 * best)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    out = arguments.out / "yardsticks"
    out.mkdir(parents=True, exist_ok=True)
    header = ["problem", "tolerance", "method", "digits", "steps", "calls", "iterations", "CPU ms", "published"]
    table, n_failed = [], 0
    print(f"{header[0]:16}{header[1]:>9} {header[2]:8}{header[3]:>7}{header[4]:>9}{header[5]:>9}{header[6]:>11}{header[7]:>9}  {header[8]}")
    for problem in PROBLEMS:
        wanted = [(problem.promise[0], "auto")] if arguments.check else [(t, m) for m in problem.methods for t in TOLERANCES]
        for tolerance, method in wanted:
            found = measure(arguments.cli, out, problem, tolerance, method, 1 if arguments.check else RUNS)
            kept = found is not None and found.digits >= problem.promise[1] or not arguments.check
            n_failed += not kept
            figures = found or Figures(math.nan, "-", "-", "-", math.nan)
            table.append([problem.name, tolerance, method, *figures, problem.published])
            verdict = problem.published if kept else f"FAIL: {problem.promise[1]} digits promised"
            print(
                f"{problem.name:16}{tolerance:>9} {method:8}{figures.digits:7.1f}{figures.steps:>9}{figures.calls:>9}"
                f"{figures.iterations:>11}{figures.milliseconds:9.1f}  {verdict}",
                flush=True,
            )
    with open(out / "yardsticks.csv", "w", newline="") as file:
        csv.writer(file).writerows([header, *table])
    return n_failed > 0


if __name__ == "__main__":
    sys.exit(main())
