# SPDX-License-Identifier: GPL-3.0-or-later
"""What the scenarios have in common: start the program, drive it with real input, and ask
it where things are on the canvas (action win.list-items)."""
import json
import os
import pathlib
import re
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
SHOTS = pathlib.Path(os.environ.get("DASHPOT_SHOTS", "."))
FOLDER = pathlib.Path(os.environ["GUI_SESSION_DIR"])


class Dashpot:
    def __init__(self, program, *files):
        self.places_file = FOLDER / "places.json"
        self.log = FOLDER / "dashpot.log"
        env = dict(os.environ, DASHPOT_PLACES=str(self.places_file))
        with open(self.log, "w") as log:
            self.process = subprocess.Popen([program, *map(str, files)], stdout=log, stderr=log, env=env)
        self.title = "Dashpot"

    def drive(self, *lines):
        """Runs lines of gui-drive; the first that fails ends the scenario."""
        script = "\n".join(lines)
        done = subprocess.run([HERE / "gui-drive", "-"], input=script, text=True, capture_output=True)
        if done.returncode:
            self.fail(f"{done.stderr.strip()}\n{script}")
        return done.stdout

    def fail(self, why):
        subprocess.run([HERE / "gui-shot", SHOTS / "failed.png"])
        print(self.log.read_text(), file=sys.stderr)
        print(why, file=sys.stderr)
        self.process.kill()
        sys.exit(1)

    def check(self, condition, why):
        if not condition:
            self.fail(why)

    def wait_for(self, is_true, why):
        for _ in range(500):
            if is_true():
                return
            time.sleep(0.02)
        self.fail(why)

    def act(self, action):
        self.drive(f'do "/{self.title}/" {action}')

    def places(self):
        self.places_file.unlink(missing_ok=True)
        self.act("win.list-items")
        self.wait_for(self.places_file.exists, "win.list-items wrote nothing")
        return json.loads(self.places_file.read_text())

    def look(self):
        """Learns what is where. A look costs a second or two: names are found by walking
        over all widgets."""
        line = self.drive("wait-name image:Diagram", "find image:Diagram")
        self.origin = [int(n) for n in re.search(r"(\d+),(\d+) \d+x\d+", line).groups()]
        self.seen = self.places()
        return self.seen

    def pixel(self, x, y):
        """A point of the canvas on the screen."""
        return f"{self.origin[0] + x} {self.origin[1] + y}"

    def item(self, name):
        found = [item for item in self.seen["items"] if item["name"] == name]
        self.check(found, f"no {name} on the diagram")
        return found[0]

    def port(self, name):
        item, port = name.split(".")
        return self.pixel(*self.item(item)["ports"][port])

    def middle(self, name):
        item = self.item(name)
        return self.pixel(item["x"] + item["width"] // 2, item["y"] + item["height"] // 2)

    def wires(self):
        return [set(wire["ends"]) for wire in self.seen["wires"]]

    def is_joined(self, a, b):
        return any(a in ends and b in ends for ends in self.wires())

    def shot(self, name):
        self.drive("move 1599 999", "wait-still", f"shot {SHOTS / name}")

    def quiet(self):
        """The console must stay empty: every warning is a defect."""
        text = self.log.read_text().strip()
        self.check(not text, "messages on the console:\n" + text)

    def quit(self):
        self.drive("key ctrl+q")
        try:
            status = self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.fail("the program does not end")
        self.check(status == 0, f"exit status {status}")
        self.quiet()
