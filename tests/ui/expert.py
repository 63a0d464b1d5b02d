# SPDX-License-Identifier: GPL-3.0-or-later
"""How somebody who knows the program builds a model, with every action counted: a key, a typed word, a click or
a drag. What is drawn is looked at and photographed: nothing covers anything, in light and dark, at one and two
pixels a unit."""
import csv
import os
import pathlib
import subprocess

from driver import FOLDER, SHOTS, Dashpot

FIELD = '"Insert a component"'


class Expert(Dashpot):
    """Begins with an empty diagram; the pointer rests in the middle of the canvas, as it does where it was left."""

    def __init__(self, program):
        super().__init__(program)
        self.program = program
        self.actions = 0
        self.drive("wait-window Dashpot", "settle", "key ctrl+n", "wait-window Untitled", "settle")
        self.title = "Untitled"
        self.look()
        self.drive(f"move {self.pixel(300, 200)}")

    def do(self, *lines):
        """An action each."""
        for line in lines:
            self.actions += 1
            self.drive(line, "settle")
        self.look()

    def insert(self, text, begin="key slash", end="key Return"):
        """Quick insert, or what opens it otherwise; a text of several parts is several words."""
        self.actions += 2 + len(text.split())
        self.drive(begin, f"wait-name {FIELD}", f"type '{text}'", "settle", end, f"wait-no-name {FIELD}")
        self.look()

    def names(self):
        return [item["name"] for item in self.seen["items"]]

    def check_joined(self, *pairs):
        for a, b in pairs:
            self.check(self.is_joined(a, b), f"{a} and {b} are not joined: {self.wires()}")

    def check_clear(self, is_in_view=True):
        """No item covers another one, and all are in view."""
        items = self.seen["items"]
        for i, a in enumerate(items):
            self.check(not is_in_view or a["x"] >= 0 and a["y"] >= 0 and a["x"] + a["width"] <= self.seen["width"]
                       and a["y"] + a["height"] <= self.seen["height"], f"{a['name']} is out of view")
            for b in items[i + 1:]:
                self.check(a["x"] + a["width"] < b["x"] or b["x"] + b["width"] < a["x"] or a["y"] + a["height"] < b["y"]
                           or b["y"] + b["height"] < a["y"], f"{a['name']} covers {b['name']}")

    def told(self, most):
        """What it took."""
        print(f"{len(self.names())} components, {len(self.wires())} wires: {self.actions} actions")
        self.check(self.actions <= most, f"it took {self.actions} actions, which are more than {most}")

    def save(self, path):
        self.drive("key ctrl+s", 'wait-window "Save Diagram"', f"type --clear --enter {path}",
                   'wait-no-window "Save Diagram"', f"wait-window {path.stem}")
        self.title = path.stem
        self.settle()


def photograph(program, path):
    """The drawing of a file, light and dark, at one and two pixels a unit."""
    for scheme in ("light", "dark"):
        for scale in (1, 2):
            os.environ |= {"ADW_DEBUG_COLOR_SCHEME": f"prefer-{scheme}", "GDK_SCALE": str(scale)}
            app = Dashpot(program, path)
            app.drive(f"wait-window {path.stem}", "settle", "key f", "settle")
            app.title = path.stem
            app.settle()
            app.drive("wait-still", f"shot {SHOTS / f'{path.stem}-{scheme}-{scale}x.png'}")
            app.quit()
    del os.environ["ADW_DEBUG_COLOR_SCHEME"], os.environ["GDK_SCALE"]


def by_cli(program, path):
    """The rows that dashpot-cli gives for a file."""
    cli, table = pathlib.Path(program).parent.parent / "cli" / "dashpot-cli", FOLDER / f"{path.stem}.csv"
    subprocess.run([cli, "run", path, "-o", table], check=True, capture_output=True)
    with open(table) as file:
        return [{name: float(value) for name, value in row.items()} for row in csv.DictReader(file)]
