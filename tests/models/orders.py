#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""orders.py --cli CLI --out DIR FOLDER: the order of a text decides nothing.

Each diagram of a folder is run, for as long as its analysis says: as it stands, with the order of its
declarations and relations reversed, and with both, and the ends of its connects, shuffled by seed. All
of these run, and every quantity stays in the tube of compare.py around that of the diagram as it stands.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys

import compare

# Chaos makes rounding grow to the size of the tube in the end; a blow is too short for the rows of a long run,
STOP = {"double-pendulum": 10.0, "freight-train": 2.5}
# and its forces have corners between those of a short one.
SMOOTH = {"freight-train": re.compile(r"\.(s|v)$")}
N_ROWS = 200
SIGNALS = re.compile(r"\.(s|v|phi|w|x|y|phi_rel|s_rel|f|tau)$|\.(r|v)\[[12]\]$")


def statements(lines: list) -> list:
    """Lines of a section, each statement with its doc text and what it continues with."""
    found, open_doc = [], False
    for line in lines:
        is_new = re.match(r"  [^\s)\]}]", line) and not re.match(r"  (end|else|elseif|elsewhen)\b", line)
        if is_new and not open_doc:
            found.append(line)
        elif found:
            found[-1] += "\n" + line
        else:
            found.append(line)
        open_doc = bool(re.fullmatch(r'\s*(".*"|#.*)', line))
    return found


def other_ends(statement: str, dice: random.Random) -> str:
    found = re.fullmatch(r"  connect\(([^()]*)\)(.*)", statement)
    if not found:
        return statement
    names = found[1].split(", ")
    return f"  connect({', '.join(dice.sample(names, len(names)))})"


def reordered(text: str, order) -> str:
    """The components of a text, their statements as `order` puts them; connects lose their drawings."""
    def component(match: re.Match) -> str:
        head, declarations, relations = match[1], match[2], match[3]
        declarations = order(statements(declarations.splitlines()))
        relations = order(statements(relations.splitlines()))
        return "\n".join([head, *declarations, "relations", *relations, "end", ""])

    text = re.sub(r"(?m)^metadata \{\n.*?^\}\n(?=end$)", "", text, flags=re.S)
    pattern = r"(?ms)^((?:\w+ )*component \w+[^\n]*)\n(.*?)^relations\n(.*?)^end\n"
    return re.sub(pattern, component, re.sub(r" \{\^\w+\}", "", text))


def orders_of(text: str, n_seeds: int) -> dict:
    found = {"as it stands": text, "reversed": reordered(text, lambda all: all[::-1])}
    for seed in range(n_seeds):
        dice = random.Random(seed)
        found[f"shuffled {seed}"] = reordered(
            text, lambda all: [other_ends(statement, dice) for statement in dice.sample(all, len(all))])
    return found


def run(cli: str, folder: pathlib.Path, name: str, text: str, options: list):
    """The table, or what went wrong."""
    path = folder / f"{name.replace(' ', '-')}.dyad"
    result = path.with_suffix(".csv")
    path.write_text(text)
    done = subprocess.run([cli, "run", str(path), *options, "-o", str(result)], capture_output=True, text=True)
    return (compare.read_table(result), "") if done.returncode == 0 else (None, done.stderr.strip())


def is_alike(cli: str, folder: pathlib.Path, file: pathlib.Path, n_seeds: int) -> bool:
    text = file.read_text()
    stop = STOP.get(file.stem, float(re.search(r"stop = ([\d.e+-]+)", text)[1]))
    options = ["--stop", repr(stop), "--interval", repr(stop / N_ROWS)]
    signals = SMOOTH.get(file.stem, SIGNALS)
    reference, alike = None, True
    for name, other in orders_of(text, n_seeds).items():
        table, problem = run(cli, folder, f"{file.stem} {name}", other, options)
        if table is not None and reference is None:
            reference = compare.Table(table.time, {s: v for s, v in table.signals.items() if signals.search(s)})
            continue
        verdicts = [] if table is None else compare.compare(reference, table)
        worst = [f"{v.signal} {v.message}" for v in verdicts if not v.passed]
        good = table is not None and not worst
        print(f"{'pass' if good else 'FAIL'}  {file.stem} {name}", problem, *worst[:3])
        alike = alike and good
    return alike


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=2, help="how many orders by chance")
    parser.add_argument("diagrams", type=pathlib.Path)
    arguments = parser.parse_args()
    folder, files = arguments.out / "orders", sorted(arguments.diagrams.glob("*.dyad"))
    folder.mkdir(parents=True, exist_ok=True)
    failed = [file for file in files if not is_alike(arguments.cli, folder, file, arguments.seeds)]
    print(f"{len(files) - len(failed)} of {len(files)} diagrams move alike in every order")
    return len(failed) > 0


if __name__ == "__main__":
    sys.exit(main())
