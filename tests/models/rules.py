#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""rules.py CLI OUT RULES.dyad...: small models beside the rules of LANGUAGE.md that they follow.

A file holds many models, each a program of its own:

    #: §9 a rule of the page
    component M
      …                      # expect E401
    end
    #= x(1) = exp(-1); n(0) = 0
    #! --stop 1: R503 "too far"

`check` must report exactly the codes that `# expect` announces, each on its line and as often. `#=` gives values
that follow from the page: x(1) is x at the end of a run until time 1, x(0) at its start, behind the
events there. `#!` runs with the arguments before the colon and must fail with that code (or with
`usage`, status 2) and these words. `#> ARGUMENTS` goes to each run of `#=`. A line holds as many
values as it likes, a model as many lines.
"""
import collections
import csv
import io
import math
import pathlib
import re
import shlex
import subprocess
import sys

RULE = re.compile(r"#: (§\d+ .+)")
EXPECTED = re.compile(r"#\s*expect((?:\s+[EW]\d{3})+)")
REPORTED = re.compile(r"^.+?:(?P<line>\d+):\d+: (?:error|warning) (?P<code>[EW]\d{3}):", re.M)
VALUE = re.compile(r"(?P<name>\S+)\((?P<time>[^()\s]+)\) = (?P<value>.+)")
FAILURE = re.compile(r"#! (?P<arguments>.*?): (?P<code>[EWR]\d{3}|usage)(?: \"(?P<words>.*)\")?$")
NAMES = {name: getattr(math, name) for name in dir(math) if name[0] != "_"} | {"true": 1, "false": 0}
TOLERANCE = 1e-6
LONGEST_S = 60


class Model:
    """The text between two rules; lines count as in the file."""

    def __init__(self, rule: str, first: int):
        self.rule, self.first, self.lines = rule, first, []

    def write(self, out: pathlib.Path, stem: str) -> pathlib.Path:
        path = out / f"{stem}-{self.first}.dyad"
        path.write_text("\n" * (self.first - 1) + "".join(self.lines))
        return path

    def marked(self, mark: str) -> list[str]:
        return [line[len(mark):].strip() for line in self.lines if line.startswith(mark)]


def read(path: pathlib.Path) -> list[Model]:
    models = []
    for number, line in enumerate(path.read_text().splitlines(keepends=True), 1):
        if found := RULE.match(line):
            models.append(Model(found[1], number))
        if models:
            models[-1].lines.append(line)
    return models


def call(cli: str, *arguments) -> subprocess.CompletedProcess:
    return subprocess.run([cli, *map(str, arguments)], capture_output=True, text=True, timeout=LONGEST_S)


def check(cli: str, model: Model, path: pathlib.Path) -> list[str]:
    expected = collections.Counter(
        (number, code)
        for number, line in enumerate(model.lines, model.first)
        for found in EXPECTED.findall(line)
        for code in found.split()
    )
    run = call(cli, "check", path)
    reported = collections.Counter((int(r["line"]), r["code"]) for r in REPORTED.finditer(run.stderr))
    wrong = [f"{line}: {code} was expected and did not come" for line, code in sorted((expected - reported).elements())]
    wrong += [f"{line}: {code} came and was not expected" for line, code in sorted((reported - expected).elements())]
    status = int(any(code.startswith("E") for _, code in expected))
    if run.returncode != status:
        wrong.append(f"check ended with status {run.returncode}, expected {status}")
    return wrong + ([run.stderr] if wrong else [])


def rows_until(cli: str, path: pathlib.Path, stop: str, arguments: list[str]) -> list[dict]:
    run = call(cli, "run", "--stop", stop, "--rtol", "1e-9", *arguments, path)
    if run.returncode != 0:
        raise ValueError(run.stderr)
    return list(csv.DictReader(io.StringIO(run.stdout)))


def compare(model: Model, cli: str, path: pathlib.Path) -> list[str]:
    values = [VALUE.fullmatch(text.strip()) for line in model.marked("#=") for text in line.split(";")]
    arguments = [word for line in model.marked("#>") for word in shlex.split(line)]
    if None in values:
        return ["a line `#=` cannot be read"]
    times = sorted({v["time"] for v in values} - {"0"}, key=float) or ["1"] * bool(values)
    wrong = []
    for time in times:
        try:
            rows = rows_until(cli, path, time, arguments)
        except ValueError as error:
            return [f"the run to {time} failed: {error}"]
        start = [row for row in rows if float(row["time"]) == float(rows[0]["time"])][-1]
        for v in values:
            if v["time"] != time and not (v["time"] == "0" and time == times[0]):
                continue
            row = start if v["time"] == "0" else rows[-1]
            expected = float(eval(v["value"], {"__builtins__": {}}, NAMES))
            if v["name"] not in row:
                wrong.append(f"there is no column {v['name']} among {', '.join(row)}")
            elif not abs(float(row[v["name"]]) - expected) <= TOLERANCE * (1 + abs(expected)):
                wrong.append(f"{v['name']}({v['time']}) is {row[v['name']]}, expected {expected:.9g}")
    return wrong


def fail(model: Model, cli: str, path: pathlib.Path) -> list[str]:
    wrong = []
    for line in model.lines:
        if not line.startswith("#!"):
            continue
        wanted = FAILURE.fullmatch(line.rstrip())
        if wanted is None:
            return [f"cannot be read: {line.rstrip()}"]
        run = call(cli, "run", *shlex.split(wanted["arguments"]), path)
        is_usage = wanted["code"] == "usage"
        if run.returncode == 0 or is_usage != (run.returncode == 2):
            wrong.append(f"`{line.rstrip()}` ended with status {run.returncode}: {run.stderr}")
        elif not is_usage and f" {wanted['code']}:" not in run.stderr:
            wrong.append(f"{wanted['code']} did not come: {run.stderr}")
        elif wanted["words"] and wanted["words"] not in run.stderr:
            wrong.append(f"no word of `{wanted['words']}`: {run.stderr}")
    return wrong


def main() -> int:
    cli, out = sys.argv[1], pathlib.Path(sys.argv[2])
    out.mkdir(parents=True, exist_ok=True)
    n_models = n_wrong = 0
    for path in map(pathlib.Path, sys.argv[3:]):
        for model in read(path):
            written = model.write(out, path.stem)
            wrong = check(cli, model, written) + compare(model, cli, written) + fail(model, cli, written)
            n_models += 1
            n_wrong += bool(wrong)
            for sentence in wrong:
                print(f"{path.name}:{model.first}: {model.rule}\n  {sentence}")
    print(f"{n_models - n_wrong} of {n_models} models follow the page")
    return int(n_wrong > 0 or n_models == 0)


sys.exit(main())
