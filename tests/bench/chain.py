#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""chain.py CLI OUT.csv: from a file to its result, for chains of 10 to 10,000 masses.

Each chain has a spring and a damper between its masses, a wall at one end and a step force
at the other, and runs for 10 s. Measured is the whole process, loading the library included:
the best wall time of some runs, and the peak of memory. Budgets are for soft chains; one
that is missed is printed as missed. `growth` compares with the chain of a tenth the length.
"""
import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

BUDGET_MS = {10: 20, 100: 40, 1000: 300, 10000: 3000}
RUNS = {10: 7, 100: 5, 1000: 3, 10000: 3}


class Kind(NamedTuple):
    name: str
    stiffness: float
    damping: float


KINDS = [Kind("soft", 100, 0.5), Kind("stiff", 1e4, 1000)]


class Cost(NamedTuple):
    seconds: float
    megabytes: float


def diagram(n: int, kind: Kind) -> str:
    lines = ["component Chain", "  wall = TranslationalComponents.Components.Fixed()"]
    wires = ["connect(step.y, force.f)", f"connect(force.flange, mass{n}.flange_b)"]
    left = "wall.flange"
    for k in range(1, n + 1):
        link = f"TranslationalComponents.Components.SpringDamper(c = {kind.stiffness}, d = {kind.damping})"
        lines.append(f"  link{k} = {link}")
        lines.append(f"  mass{k} = TranslationalComponents.Components.Mass(m = 1, s(initial = 0), v(initial = 0))")
        wires += [f"connect({left}, link{k}.flange_a)", f"connect(link{k}.flange_b, mass{k}.flange_a)"]
        left = f"mass{k}.flange_b"
    lines.append("  force = TranslationalComponents.Sources.ForceSource()")
    lines.append("  step = BlockComponents.Sources.Step(height = 1, start_time = 1)")
    return "\n".join([*lines, "relations", *("  " + wire for wire in wires), "end", ""])


def measure(command: list) -> Cost:
    """One run; its own peak of memory, not that of all children so far."""
    begin = time.perf_counter()
    process = subprocess.Popen(command)
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        sys.exit(f"{' '.join(command)} ended with status {process.returncode}")
    return Cost(seconds, usage.ru_maxrss / 1024)


def main() -> int:
    cli, out = sys.argv[1], pathlib.Path(sys.argv[2])
    rows = []
    for kind in KINDS:
        before = None
        for n, budget in BUDGET_MS.items():
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder, "chain.dyad")
                file.write_text(diagram(n, kind))
                command = [cli, "run", str(file), "--stop", "10", "--signals", f"mass{n}.s", "-o", f"{folder}/out.csv"]
                best = min(measure(command) for _ in range(RUNS[n]))
            milliseconds = 1e3 * best.seconds
            verdict = "" if kind.name != "soft" else "met" if milliseconds <= budget else "MISSED"
            growth = milliseconds / before if before else float("nan")
            before = milliseconds
            rows.append([kind.name, n, f"{milliseconds:.1f}", f"{best.megabytes:.0f}", f"{growth:.1f}", budget, verdict])

    header = ["chain", "masses", "ms", "MB", "growth", "budget ms", "verdict"]
    for row in [header, *rows]:
        print("".join(f"{str(cell):>11}" for cell in row))
    with open(out, "w", newline="") as file:
        csv.writer(file).writerows([header, *rows])
    return 0


sys.exit(main())
