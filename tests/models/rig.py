# SPDX-License-Identifier: GPL-3.0-or-later
"""What the physics tests share: a model as text, run by the command line, and its curves."""
import pathlib
import subprocess

import compare


def text_of(declarations: str, connects: list) -> str:
    lines = "".join(f"  connect({c})\n" for c in connects)
    return f"component Physics{declarations}relations\n{lines}end\n"


class Rig:
    """Runs models in a folder; counts what did not hold."""

    def __init__(self, cli: str, folder: pathlib.Path):
        self.cli = cli
        self.folder = folder
        self.n_failed = 0
        folder.mkdir(parents=True, exist_ok=True)

    def run(self, name: str, text: str, stop: float, *options):
        path = self.folder / (name.replace(" ", "-").replace(":", "") + ".dyad")
        result = path.with_suffix(".csv")
        path.write_text(text)
        command = [self.cli, "run", str(path), "--stop", repr(stop), *options, "-o", str(result)]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{name}: exit {done.returncode}\n{done.stderr}")
        return compare.read_table(result)

    def stats(self, path: pathlib.Path, *options) -> str:
        """What a run of a file cost, as the command line tells."""
        done = subprocess.run([self.cli, "run", str(path), *options, "--stats", "-o", "/dev/null"], capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{path.name}: exit {done.returncode}\n{done.stderr}")
        return done.stderr

    def within(self, what: str, value: float, limit: float) -> None:
        """States that a deviation is at most `limit`; a NaN is not."""
        good = value <= limit
        self.n_failed += not good
        print(f"{'pass' if good else 'FAIL'}  {what} {value:.1e}, at most {limit:.0e}")

    def follows(self, name: str, table, signal: str, expected, limit: float) -> None:
        """States that a curve is that of `expected`, row by row, relative to its largest value."""
        largest = max(abs(e) for e in expected)
        worst = max(abs(e - v) for e, v in zip(expected, table.signals[signal])) / largest
        self.within(f"{name}: {signal}", worst, limit)
