#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""expect.py CLI MODEL.dyad [ARGUMENT...]: a wrong model gets the diagnostics that it announces.

A line `... # expect E401` (or `# expect E401 W503`) announces one diagnostic of each code on
that line. `dashpot-cli check` must report exactly these, and end with status 1 if an error is
among them, else 0. ARGUMENTs go to `check`.
"""
import pathlib
import re
import subprocess
import sys

EXPECTED = re.compile(r"#\s*expect((?:\s+[EW]\d{3})+)")
REPORTED = re.compile(r"^(?P<file>.+?):(?P<line>\d+):\d+: (?:error|warning) (?P<code>[EW]\d{3}):", re.M)


def main() -> int:
    cli, model, arguments = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    expected = {
        (model.name, number, code)
        for number, line in enumerate(model.read_text(errors="replace").splitlines(), 1)
        for found in EXPECTED.findall(line)
        for code in found.split()
    }
    run = subprocess.run([cli, "check", *arguments, str(model)], capture_output=True, text=True, errors="replace")
    reported = {(pathlib.Path(r["file"]).name, int(r["line"]), r["code"]) for r in REPORTED.finditer(run.stderr)}
    status = int(any(code.startswith("E") for _, _, code in expected))

    for place, line, code in sorted(expected - reported):
        print(f"{place}:{line}: {code} was expected and did not come")
    for place, line, code in sorted(reported - expected):
        print(f"{place}:{line}: {code} came and was not expected")
    if run.returncode != status:
        print(f"check ended with status {run.returncode}, expected {status}")
    if expected != reported or run.returncode != status or not expected:
        print(run.stderr, end="")
        return 1
    return 0


sys.exit(main())
