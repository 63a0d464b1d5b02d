#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""golden.py EXPECTED PROGRAM ARGUMENT...: what the program prints is what EXPECTED holds.

Shows the difference and ends with 1 if it is not. With GOLDEN_UPDATE in the environment
EXPECTED is rewritten instead; the change is reviewed like any other.
"""
import difflib
import os
import pathlib
import subprocess
import sys


def main() -> int:
    expected, command = pathlib.Path(sys.argv[1]), sys.argv[2:]
    run = subprocess.run(command, capture_output=True, text=True)
    sys.stderr.write(run.stderr)
    if run.returncode:
        print(f"{' '.join(command)} ended with status {run.returncode}")
        return 1
    if os.environ.get("GOLDEN_UPDATE"):
        expected.write_text(run.stdout)
        return 0
    want = expected.read_text() if expected.exists() else ""
    difference = list(difflib.unified_diff(want.splitlines(True), run.stdout.splitlines(True), str(expected), "now"))
    sys.stdout.writelines(difference)
    return bool(difference) or not want


sys.exit(main())
