#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""branches.py --cli CLI [--seed S] [--runs N] [--out DIR] [--only K]: which of several solutions is found.

Each run draws a small nonlinear system that has several solutions and no guesses: squares, products, sines and
cubes of a few variables, some of them under second names, with other signs or as small components, some of them
with a state. Whatever the order of its declarations and relations, the same solution is found and followed, or
the same code is told. What fails is kept in DIR.
"""
import argparse
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(SOURCE / "tests" / "models"))
import compare
import orders

# Of a solution that is the same: iterates that end elsewhere within the tolerance of the run.
SAME = 1e-4
TERMS = ["{a}^2", "{a}*{b}", "sin({a})", "cos({a} - {b})", "{a}^3", "{a}", "{a}", "{b}", "exp(-{a})*{b}", "({a} - {b})^2",
         "sqrt(1 + {a}^2)", "{a}*{b}^2"]


def drawn(dice: random.Random) -> str:
    """A model. Each relation holds at a point that is drawn, and moves from there in a few of them."""
    names = dice.sample(["x", "y", "z", "a", "w1", "w2", "w10", "B"], dice.choice([2, 2, 2, 3, 3, 4, 6]))
    at = {name: dice.choice([-2, -1, 1, 2, 0.5]) for name in names}
    declarations = [f"  variable {name}::Real" for name in names]
    relations = []
    has_state = dice.random() < 0.4
    for name in names:
        others = [other for other in names if other != name]
        terms = [f"{dice.choice([1, 1, 2, 3, 0.5])}*" + dice.choice(TERMS).format(a=name, b=dice.choice(others))
                 for _ in range(dice.choice([1, 2, 2]))]
        terms.append(dice.choice(TERMS).format(a=dice.choice(others), b=name))
        left = dice.choice([" + ", " - "]).join(terms)
        value = eval(left.replace("^", "**"), dict(vars(math)), at)
        moved = dice.choice(["", "", f" + 0.1*{'s' if has_state else 'time'}"])
        relations.append(f"  {left} = {value!r}{moved}")
    if has_state:
        declarations.append("  variable s::Real(initial = 0)")
        relations.append("  der(s) = 1")
    if dice.random() < 0.4:
        name = dice.choice(names)
        other, sign = dice.choice(["A", "q", "x0"]), dice.choice(["", "-"])
        declarations.append(f"  variable {other}::Real")
        k = dice.randrange(len(names))
        relations[k] = re.sub(rf"\b{name}\b", f"({sign}{other})", relations[k])
        relations.append(f"  {other} = {sign}{name}")
    return "\n".join(["component M", *declarations, "relations", *relations, "end", ""])


def run(cli: str, path: pathlib.Path, text: str):
    """The table, or the code of what went wrong."""
    result = path.with_suffix(".csv")
    path.write_text(text)
    done = subprocess.run([cli, "run", str(path), "--stop", "1", "--interval", "0.1", "-o", str(result)],
                          capture_output=True, text=True, timeout=60)
    if done.returncode not in (0, 1, 3):
        raise RuntimeError(f"{path}: status {done.returncode}\n{done.stderr}")
    codes = re.findall(r"\b[RE]\d{3}\b", done.stderr)
    return (compare.read_table(result), "") if done.returncode == 0 else (None, " ".join(codes[:1]))


def differences(reference, table) -> list:
    """The signals that are not the same, with their last values."""
    found = []
    for signal, values in reference.signals.items():
        others = table.signals[signal]
        if len(values) != len(others) or any(abs(a - b) > SAME * (1 + abs(a)) for a, b in zip(values, others)):
            found.append(f"{signal} {values[-1]} {others[-1]}")
    return found


def is_alike(cli: str, folder: pathlib.Path, k: int, dice: random.Random) -> bool:
    text, reference, first = drawn(dice), None, None
    for i, (name, other) in enumerate(orders.orders_of(text, 4).items()):
        path = folder / f"{k}-{i}.dyad"
        table, code = run(cli, path, other)
        if first is None:
            first, reference = code, table
            continue
        apart = differences(reference, table) if reference and table else []
        if code != first or apart:
            print(f"FAIL {k} {name}: {first or 'runs'} and {code or 'runs'}", *apart[:2])
            return False
    for path in folder.glob(f"{k}-*"):
        path.unlink()
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=60)
    parser.add_argument("--only", type=int)
    parser.add_argument("--out", type=pathlib.Path)
    arguments = parser.parse_args()
    folder = arguments.out or pathlib.Path(tempfile.mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    runs = range(arguments.runs) if arguments.only is None else [arguments.only]
    failed = [k for k in runs if not is_alike(arguments.cli, folder, k, random.Random(f"{arguments.seed}:{k}"))]
    print(f"{len(runs) - len(failed)} of {len(runs)} systems have the same solution in every order")
    return len(failed) > 0


if __name__ == "__main__":
    sys.exit(main())
