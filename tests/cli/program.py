# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of the command line share: models as text, and the program itself."""
import csv
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

CLI = str(pathlib.Path(sys.argv.pop(1)).resolve()) if len(sys.argv) > 1 else "dashpot-cli"
SOURCE = pathlib.Path(__file__).parents[2]

OSCILLATOR = """component Oscillator
  fixed = TranslationalComponents.Components.Fixed()
  spring = TranslationalComponents.Components.Spring(c = 100)
  mass = TranslationalComponents.Components.Mass(m = 1, s(initial = 1), v(initial = 0))
relations
  connect(fixed.flange, spring.flange_a)
  connect(spring.flange_b, mass.flange_a)
end
"""


def diagram(declarations: str, *connects: str) -> str:
    """A component `Model` of library instances; one line each, so that places are known."""
    lines = ["component Model", *(f"  {line.strip()}" for line in declarations.strip().splitlines()), "relations"]
    lines += [f"  connect({ports})" for ports in connects]
    return "\n".join([*lines, "end", ""])


class CliTest(unittest.TestCase):
    """Runs the program in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.home = self.folder / "home"  # of the user's data

    def write(self, text: str, name: str = "model.dyad") -> pathlib.Path:
        path = self.folder / name
        path.write_text(text)
        return path

    def cli(self, *arguments, status: int = 0, out=subprocess.PIPE) -> subprocess.CompletedProcess:
        """The program's output; its exit status must be the given one."""
        command = [CLI, *map(str, arguments)]
        environment = {**os.environ, "XDG_DATA_HOME": str(self.home)}
        done = subprocess.run(command, env=environment, stdout=out, stderr=subprocess.PIPE, text=True, cwd=self.folder, timeout=60)
        self.assertEqual(done.returncode, status, f"{' '.join(command)}\n{(done.stdout or '')[-500:]}{done.stderr[-2000:]}")
        return done

    def table(self, *arguments, status: int = 0) -> dict:
        """A run's results by column."""
        out = self.folder / "out.csv"
        self.cli("run", *arguments, "-o", out, status=status)
        return read(out)


def read(path: pathlib.Path) -> dict:
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}
