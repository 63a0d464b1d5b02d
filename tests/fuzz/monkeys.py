#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""monkeys.py --build DIR [--seed N] [--actions N] [--each N] [--input N] [--out DIR]: a long
search with the window's monkey, in slices of --each actions with a seed of their own, and a
share of --input actions by real pointer and keys (monkey-input). What ends a slice is kept in
--out with its log; the last line has the counts. The status is 1 if anything was found."""
import argparse
import os
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SESSION = ROOT / "tests" / "ui" / "gui-session"
SLICE_TIMEOUT = 1800  # s


def environment(build):
    sanitizers = {
        "ASAN_OPTIONS": "detect_leaks=0:strict_string_checks=1:handle_abort=1",
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
    }
    places = {
        "DASHPOT_DATADIR": str(ROOT / "data"),
        "GSETTINGS_SCHEMA_DIR": str(build / "data"),
        "G_ENABLE_DIAGNOSTIC": "0",
        "LC_ALL": "C.UTF-8",
    }
    return dict(os.environ, **sanitizers, **places)


def run_slice(command, out, name, env):
    """True if nothing was found; what was printed is kept."""
    with open(out / f"{name}.txt", "w") as printed:
        status = subprocess.run(command, stdout=printed, stderr=subprocess.STDOUT, env=env).returncode
    return status == 0, (out / f"{name}.txt").read_text(errors="replace")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", required=True, type=lambda name: pathlib.Path(name).resolve())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--actions", type=int, default=50000)
    parser.add_argument("--each", type=int, default=2500)
    parser.add_argument("--input", type=int, default=0)
    parser.add_argument("--out", default="monkeys", type=pathlib.Path)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    env = environment(options.build)
    session = [SESSION, "--timeout", str(SLICE_TIMEOUT)]
    n_done = n_faults = n_expected = 0

    for i in range(-(-options.actions // options.each)):
        seed = options.seed + i
        n = min(options.each, options.actions - i * options.each)
        log = options.out / f"{seed}.log"
        command = [*session, "--no-a11y", "--", options.build / "tests" / "fuzz" / "monkey"]
        is_good, text = run_slice([*command, f"--seed={seed}", f"--actions={n}", f"--log={log}"], options.out, seed, env)
        expected = re.search(r"GTK's own: (\d+)", text)
        n_done += sum(1 for _ in log.open()) if log.exists() else 0
        n_faults += not is_good
        n_expected += int(expected[1]) if expected else 0
        print(f"seed {seed}: {'good' if is_good else 'FAULT'}", flush=True)
    if options.input > 0:
        command = [*session, "--no-a11y", "--", HERE / "monkey-input", options.build / "src" / "ui" / "dashpot"]
        is_good, text = run_slice([*command, str(options.seed), str(options.input)], options.out, "input", env)
        n_faults += not is_good
        n_done += options.input if is_good else 0
        print(f"real input: {'good' if is_good else 'FAULT'}")
    print(f"{n_done} actions from seed {options.seed}, {n_faults} slices with faults, {n_expected} messages of GTK's own")
    return 1 if n_faults else 0


if __name__ == "__main__":
    sys.exit(main())
