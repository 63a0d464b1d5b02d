#!/usr/bin/env python3
"""cases.py MODEL.dyad: does a diagram follow the reference trajectory of its case?

MODEL.dyad draws the case <folder of cases>/MODEL. It is run by the command line with the
default solver and the case's tolerance, stop time and interval, and compared by compare.py.
data/library/NAMES.md translates the names of the case's signals. A case that is not there
is skipped (status 77). Otherwise 0: every signal stays in its tube, 1: it does not.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys

import compare

SKIPPED = 77
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
    ours = {signal: our_signal(signal, class_of, names) for signal in reference.signals}

    arguments.out.mkdir(parents=True, exist_ok=True)
    out = arguments.out / f"{arguments.diagram.stem}.csv"
    out.unlink(missing_ok=True)
    status = simulate(arguments.cli, arguments.diagram, case, list(ours.values()), out)
    if status:
        print(f"FAIL the run ended with status {status}")
        return 1
    result = compare.read_table(out)
    renamed = {signal: result.signals[name] for signal, name in ours.items() if name in result.signals}
    return 0 if compare.report(compare.compare(reference, compare.Table(result.time, renamed), case.get("tube"))) else 1


if __name__ == "__main__":
    sys.exit(main())
