#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""determinism.py [--models N] CLI CLI…: programs built by several compilers, or at several levels of optimisation, give the
same rows to the bit.

Each runs all examples and N models of the tests (20), evenly taken of all, as their analyses say; compared are the digits
of the CSV files, which tell every double, and the code that is compiled. Not part of the suite, which has one build:

    meson setup build-O0 -Dui=disabled -Doptimization=0
    CC=clang meson setup build-clang -Dui=disabled
    tests/models/determinism.py build*/src/cli/dashpot-cli
"""
import argparse
import hashlib
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests/models"


def chosen(n):
    examples = sorted((ROOT / "data/examples").glob("*.dyad"))
    models = sorted(path for path in TESTS.glob("*.dyad"))
    return examples + [models[i * len(models) // n] for i in range(min(n, len(models)))]


def digest(cli, *args):
    environment = {**os.environ, "DASHPOT_DATADIR": str(ROOT / "data"), "LC_ALL": "C.UTF-8"}
    done = subprocess.run([cli, *args], capture_output=True, env=environment)
    return done.returncode, hashlib.sha256(done.stdout).hexdigest()[:16]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--models", type=int, default=20)
    parser.add_argument("cli", nargs="+")
    options = parser.parse_args()
    n_different = n = 0
    for path in chosen(options.models):
        for what in (["dump", "--step=code"], ["run"]):
            found = [digest(cli, *what, path) for cli in options.cli]
            n += 1
            if len(set(found)) > 1 or found[0][0] != 0:
                n_different += 1
                print("DIFFERENT" if len(set(found)) > 1 else "FAILED", path.relative_to(ROOT), what[0], *found)
            else:
                print("same", path.relative_to(ROOT), what[0], found[0][1])
    print(f"{n - n_different} of {n} are the same in {len(options.cli)} programs")
    return n_different > 0


if __name__ == "__main__":
    sys.exit(main())
