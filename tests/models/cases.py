#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""cases.py MODEL.dyad: does a diagram follow the reference trajectory of its case?

MODEL.dyad draws the case <folder of cases>/MODEL. It is run by the command line with the
default solver and the case's tolerance, stop time and interval, and compared by compare.py.
data/library/NAMES.md translates the names of the case's signals. A case that is not there
is skipped (status 77). Otherwise 0: every signal stays in its tube, 1: it does not.

Where the case has reference_modes.csv, the modes of its friction elements must follow each
other as there, each switching within the width of the tube of the reference's time.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

import compare

SKIPPED = 77
INSTANT = 1e-9  # of the length of the run
NAME_ROW = re.compile(r"^\|\s*`([\w.\[\]]+)`\s*\|\s*`([\w.\[\]]+)`\s*\|")


def read_names(path: pathlib.Path) -> dict:
    """Modelica's dotted names to ours: the rows | `Modelica.Name` | `Our.Name` | of a map."""
    rows = map(NAME_ROW.match, path.read_text().splitlines()) if path.exists() else []
    return dict(row.groups() for row in rows if row)


def our_signal(signal: str, class_of: dict, names: dict) -> str:
    """The name of a case's signal instance.variable in our result."""
    instance, _, variable = signal.partition(".")
    modelica_class = class_of.get(instance, "")
    ours = names.get(f"{modelica_class}.{variable}", "")
    prefix = names.get(modelica_class, "") + "."
    return f"{instance}.{ours.removeprefix(prefix)}" if ours else signal


def simulate(cli: str, diagram: pathlib.Path, case: dict, signals: list, out: pathlib.Path) -> int:
    command = [cli, "run", str(diagram), "--stop", repr(case["stop_time"])]
    command += ["--interval", repr(case["interval"]), "--rtol", repr(case["tolerance"])]
    for signal in signals:
        command += ["--signals", signal]
    return subprocess.run([*command, "-o", str(out)]).returncode


def changes(time: list, values: list) -> list:
    """(time, value) wherever a mode changes; what lasts no longer than an instant counts as passed."""
    instant, found = INSTANT * (time[-1] - time[0]), []
    for t, value in zip(time, values):
        if found and value == found[-1][1]:
            continue
        while found and t - found[-1][0] <= instant:
            found.pop()
        if not found or value != found[-1][1]:
            found.append((t if found else time[0], value))
    return found


def modes_agree(reference, result, ours: dict) -> bool:
    width, agree = compare.TSHIFT * (reference.time[-1] - reference.time[0]) if reference.time else 0, True
    for signal, values in reference.signals.items():
        theirs = changes(reference.time, values)
        own = changes(result.time, result.signals[ours[signal]])
        same = [v for _, v in own] == [v for _, v in theirs] and all(abs(a - b) <= width for (a, _), (b, _) in zip(own, theirs))
        print(f"{'pass' if same else 'FAIL'} {signal}: {' '.join(f'{v:g}@{t:.6g}' for t, v in own)}")
        if not same:
            print(f"     expected {' '.join(f'{v:g}@{t:.6g}' for t, v in theirs)}")
        agree = agree and same
    return agree


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("diagram", type=pathlib.Path)
    parser.add_argument("--cli", required=True, help="dashpot-cli")
    parser.add_argument("--cases", type=pathlib.Path, required=True, help="folder of the cases")
    parser.add_argument("--names", type=pathlib.Path, required=True, help="NAMES.md")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the result")
    arguments = parser.parse_args()

    folder = arguments.cases / arguments.diagram.stem
    if not (folder / "reference.csv").exists():
        print(f"skipped: there is no {folder}")
        return SKIPPED
    case = json.loads((folder / "model.json").read_text())
    reference = compare.read_reference(folder / "reference.csv")
    class_of = {c["name"]: c["class"] for c in case["components"]}
    names = read_names(arguments.names)
    modes = compare.read_table(folder / "reference_modes.csv") if (folder / "reference_modes.csv").exists() else compare.Table([], {})
    ours = {signal: our_signal(signal, class_of, names) for signal in (*reference.signals, *modes.signals)}

    arguments.out.mkdir(parents=True, exist_ok=True)
    out = arguments.out / f"{arguments.diagram.stem}.csv"
    out.unlink(missing_ok=True)
    status = simulate(arguments.cli, arguments.diagram, case, list(ours.values()), out)
    if status:
        print(f"FAIL the run ended with status {status}")
        return 1
    result = compare.read_table(out)
    renamed = {signal: result.signals[name] for signal, name in ours.items() if name in result.signals}
    followed = compare.report(compare.compare(reference, compare.Table(result.time, renamed), case.get("tube")))
    return 0 if modes_agree(modes, result, ours) and followed else 1


if __name__ == "__main__":
    sys.exit(main())
