#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""compare.py REFERENCE.csv RESULT.csv: does a result stay in a tube around a reference?

Both tables hold the time in their first column and signals by name in the others. Equal
consecutive times mark an event: the first row is the value just before it, the last row
just after it. The two time grids are independent of each other. For each signal of the
reference

    base = max(range, 0.1 max|ref|, floor)      range = max(ref) - min(ref)
    dy   = rel * base                           dx = tshift * (t_end - t_start)

and the signal passes when
  (1) every reference sample (t, y) is met: the result, read as a polygon that is vertical
      at events, comes within dy of y somewhere in [t - dx, t + dx];
  (2) every result sample in the reference's time span lies within dy of the reference
      polygon over [t - dx, t + dx].
(1) alone would overlook excursions between two reference samples, (2) alone a result that
stays on a part of the curve. A signal that is missing or not finite fails, as does a result
that does not cover the reference's time span or runs backwards.

A model.json beside the reference may hold {"tube": {"tshift": x, "nominal": {signal: floor}}}.
Status: 0 all signals pass, 1 some fail, 2 the reference cannot be used.
"""
import argparse
import csv
import json
import math
import pathlib
import sys
from bisect import bisect_left, bisect_right
from typing import NamedTuple

REL, TSHIFT, MAGNITUDE, FLOOR = 0.002, 0.0005, 0.1, 0.001


class Table(NamedTuple):
    time: list
    signals: dict  # name: values


class Verdict(NamedTuple):
    signal: str
    passed: bool
    message: str


def read_table(path) -> Table:
    """Raises ValueError when the rows do not fit the header or a cell is no number."""
    with open(path, newline="") as file:
        rows = [row for row in csv.reader(file) if row and not row[0].startswith("#")]
    if not rows:
        raise ValueError("empty file")
    names = [name.strip() for name in rows[0]]
    columns = [[] for _ in names]
    for number, row in enumerate(rows[1:], 2):
        if len(row) != len(names):
            raise ValueError(f"row {number} has {len(row)} cells, the header {len(names)}")
        for column, cell in zip(columns, row):
            column.append(float(cell))
    return Table(columns[0], dict(zip(names[1:], columns[1:])))


def window(t, y, begin, end):
    """Least and greatest value of the polygon (t, y) over [begin, end]; at its ends the
    polygon goes on as a constant."""
    i, j = bisect_left(t, begin), bisect_right(t, end)
    inside = y[i:j]
    for x, k in ((begin, i), (end, j)):
        if 0 < k < len(t) and t[k - 1] < x < t[k]:
            inside.append(y[k - 1] + (y[k] - y[k - 1]) * (x - t[k - 1]) / (t[k] - t[k - 1]))
    if not inside:
        inside = [y[0] if end < t[0] else y[-1]]
    return min(inside), max(inside)


def distance(value, low, high):
    return max(low - value, value - high, 0.0)


def deviations(reference, result, dx):
    """(distance, time) of every sample of either curve from the other's polygon within dx."""
    (tr, yr), (ts, ys) = reference, result
    for t, y in zip(tr, yr):
        yield distance(y, *window(ts, ys, t - dx, t + dx)), t
    for t, y in zip(ts, ys):
        if tr[0] <= t <= tr[-1]:
            yield distance(y, *window(tr, yr, t - dx, t + dx)), t


def check_time(reference, result):
    """What makes the result's time column unfit, or None."""
    slack = 1e-6 * (reference[-1] - reference[0])
    if len(result) < 2:
        return f"the result has {len(result)} rows"
    if not all(map(math.isfinite, result)):
        return "the time column holds a cell that is not a finite number"
    if any(b < a for a, b in zip(result, result[1:])):
        return "time runs backwards in the result"
    if result[0] > reference[0] + slack or result[-1] < reference[-1] - slack:
        return f"the result covers {result[0]:g} to {result[-1]:g}, the reference {reference[0]:g} to {reference[-1]:g}"
    return None


def compare_signal(name, reference, result, floor, dx) -> Verdict:
    """reference and result are (time, values); values of the result may be None."""
    if result[1] is None:
        return Verdict(name, False, "missing in the result")
    if not all(map(math.isfinite, result[1])):
        return Verdict(name, False, "not a finite number somewhere")
    values = reference[1]
    base = max(max(values) - min(values), MAGNITUDE * max(map(abs, values)), floor)
    worst, at = max(deviations(reference, result, dx), key=lambda pair: pair[0])
    share = worst / (REL * base)
    return Verdict(name, share <= 1.0, f"uses {share:.2f} of the tube, {worst:.3e} at t = {at:.6g}")


def compare(reference: Table, result: Table, tube=None) -> list:
    """One verdict per signal of the reference; tube holds the hints of model.json."""
    tube = tube or {}
    problem = check_time(reference.time, result.time)
    if problem:
        return [Verdict(name, False, problem) for name in reference.signals]
    dx = tube.get("tshift", TSHIFT) * (reference.time[-1] - reference.time[0])
    floors = tube.get("nominal", {})
    return [
        compare_signal(
            name,
            (reference.time, values),
            (result.time, result.signals.get(name)),
            floors.get(name, FLOOR),
            dx,
        )
        for name, values in reference.signals.items()
    ]


def read_reference(path) -> Table:
    """Raises ValueError when no verdict could rest on it."""
    table = read_table(path)
    cells = [table.time, *table.signals.values()]
    if len(table.time) < 2 or not table.signals or not all(map(math.isfinite, sum(cells, []))):
        raise ValueError("too few rows or columns, or a cell that is not finite")
    return table


def report(verdicts) -> bool:
    """Prints the verdicts; true if all passed and there is one."""
    for verdict in verdicts:
        print("pass" if verdict.passed else "FAIL", f"{verdict.signal:34}", verdict.message)
    n_passed = sum(verdict.passed for verdict in verdicts)
    print(f"{n_passed} of {len(verdicts)} signals pass")
    return n_passed == len(verdicts) > 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reference", type=pathlib.Path)
    parser.add_argument("result", type=pathlib.Path)
    arguments = parser.parse_args()
    try:
        reference = read_reference(arguments.reference)
    except (OSError, ValueError) as error:
        print(f"{arguments.reference} is no usable reference: {error}", file=sys.stderr)
        return 2
    model = arguments.reference.with_name("model.json")
    tube = json.loads(model.read_text()).get("tube") if model.exists() else None
    try:
        result = read_table(arguments.result)
    except (OSError, ValueError) as error:
        print(f"FAIL {arguments.result} cannot be read: {error}")
        return 1
    return 0 if report(compare(reference, result, tube)) else 1


if __name__ == "__main__":
    sys.exit(main())
