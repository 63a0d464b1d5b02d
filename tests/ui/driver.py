# SPDX-License-Identifier: GPL-3.0-or-later
"""What the scenarios have in common: start the program, drive it with real input, and ask
it where things are. It answers (action win.list-items) when all input that came before has
had its effect, so asking is also how a scenario waits."""
import contextlib
import io
import json
import os
import pathlib
import shlex
import subprocess
import sys

from gi.repository import Gio, GLib

from drive.common import TIMEOUT, Fail, poll
from drive.names import tree
from drive.verbs import VERBS, click, drag
from drive.x11 import display

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = pathlib.Path(os.environ["GUI_SESSION_DIR"])
SHOTS = pathlib.Path(os.environ.get("DASHPOT_SHOTS", FOLDER))
NAME, WINDOWS = "org.dashpot.Dashpot", "/org/dashpot/Dashpot/window"


class Dashpot:
    def __init__(self, program, *files):
        self.places_file = FOLDER / "places.json"
        self.log = FOLDER / "dashpot.log"
        env = dict(os.environ, DASHPOT_PLACES=str(self.places_file))
        with open(self.log, "w") as log:
            self.process = subprocess.Popen([program, *map(str, files)], stdout=log, stderr=log, env=env)
        self.title = "Dashpot"
        self.is_awake = False

    def drive(self, *lines):
        """Runs lines of gui-drive, `settle` and `drop` (a drag of data, let go when the window has
        noticed it; a drag that begins at a name is one). The first that fails ends the scenario. Returns what they print."""
        out = io.StringIO()
        for line in "\n".join(lines).splitlines():
            verb, *words = shlex.split(line)
            try:
                with contextlib.redirect_stdout(out):
                    if verb == "settle":
                        self.settle()
                    elif verb == "sleep":
                        raise Fail("a scenario waits for what it needs, not for time")
                    elif verb == "drop" or verb == "drag" and words[0].startswith("@"):
                        drag(words, at_end=self.hover)
                    elif verb == "drag":
                        drag(words, at_end=self.settle)
                    elif verb == "click":
                        click(words, when_down=self.settle if self.is_awake else None)
                    else:
                        VERBS[verb](words)
                        if verb == "right":
                            self.settle()  # a menu that is not painted yet takes no click
            except Fail as error:
                self.fail(f"{line}: {error}")
        return out.getvalue()

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
        try:
            return poll(is_true, TIMEOUT, why, 0.02)
        except Fail as error:
            self.fail(str(error))

    def call(self, path, interface, method, arguments):
        """A D-Bus call of the program; None while it does not answer."""
        try:
            bus = Gio.bus_get_sync(Gio.BusType.SESSION)
            return bus.call_sync(NAME, path, interface, method, arguments, None, Gio.DBusCallFlags.NO_AUTO_START, -1, None)
        except GLib.Error:
            return None

    def act(self, action):
        """An action of the application, such as app.quit, or of the window that was opened last, such as win.undo."""
        group, name = action.split(".")
        arguments = GLib.Variant("(sava{sv})", (name, [], {}))

        def done():
            if group == "app":
                return self.call(WINDOWS.removesuffix("/window"), "org.gtk.Actions", "Activate", arguments) is not None
            about = self.call(WINDOWS, "org.freedesktop.DBus.Introspectable", "Introspect", None)
            ids = [int(node.path) for node in Gio.DBusNodeInfo.new_for_xml(about[0]).nodes] if about else []
            return ids and self.call(f"{WINDOWS}/{max(ids)}", "org.gtk.Actions", "Activate", arguments) is not None

        self.wait_for(done, f"the program does not answer to {action}")

    def places(self):
        """Where things are, as soon as the window is at rest."""
        self.places_file.unlink(missing_ok=True)
        self.act("win.list-items")
        self.wait_for(self.places_file.exists, "the window does not come to rest")
        return json.loads(self.places_file.read_text())

    def settle(self):
        """Waits until all input has had its effect; the first time, until the window gets input at all."""
        if not self.is_awake:
            self.wait_for(lambda: self.places()["active"], "the window manager does not activate the window")
            self.is_awake = True
        self.seen = self.places()

    def hover(self):
        """Waits until what is dragged is over a widget that takes it."""
        self.wait_for(lambda: self.places()["drop"], "nothing takes what is dragged")

    def look(self):
        """Learns what is where."""
        self.settle()
        self.origin = self.area("canvas")[:2]
        return self.seen

    def area(self, name):
        """x, y, width and height on the screen of the canvas, the plots, the moving picture ("motion")
        or the time line ("time")."""
        self.check(name in self.seen["areas"], f"the {name} is not shown")
        window = self.wait_for(lambda: display().titled(self.title), f"no window titled {self.title}")[-1]
        x, y, width, height = self.seen["areas"][name]
        return [round(window.x + x), round(window.y + y), round(width), round(height)]

    def run(self, keys="key F5"):
        """Starts a run and waits for its end."""
        before = self.places()["run"]["number"]
        self.drive(keys)
        self.wait_for(lambda: self.places()["run"]["number"] > before, "no run begins")
        self.wait_end()

    def wait_end(self):
        """Waits for the end of the run that is going on."""
        self.wait_for(lambda: self.places()["run"]["state"] not in ("running", "paused"), "the run does not end")
        self.settle()

    def slide(self, time):
        """Drags the slider of the time line to a time."""
        node = tree().one("slider:Time")
        x, y, width, height = tree().place(node)
        value, end = (node.accessible.get("Value", name) for name in ("CurrentValue", "MaximumValue"))
        knob, there = (round(x + 12 + (width - 24) * at / end) for at in (value, time))
        self.drive(f"drag {knob} {y + height // 2} {there} {y + height // 2}", "settle")

    def focus(self):
        """What has the keys, as `role:name`; "" if nothing that could be asked has them."""
        self.settle()
        return next((f"{node.role}:{node.name}" for node in tree().nodes() if "focused" in tree().states(node)), "")

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

    def label(self, name):
        """Where the value of a parameter is written ("mass.m"), or the name ("mass.instance")."""
        item, label = name.split(".")
        return self.pixel(*self.item(item)["labels"][label])

    def middle(self, name):
        item = self.item(name)
        return self.pixel(item["x"] + item["width"] // 2, item["y"] + item["height"] // 2)

    def wires(self):
        return [set(wire["ends"]) for wire in self.seen["wires"]]

    def is_joined(self, a, b):
        return any(a in ends and b in ends for ends in self.wires())

    def shot(self, name):
        self.drive("move 1599 999", "settle", "wait-still", f"shot {SHOTS / name}")

    def quiet(self):
        """The console must stay empty: every warning is a defect."""
        text = self.log.read_text().strip()
        self.check(not text, "messages on the console:\n" + text)

    def ended(self):
        """The program has ended, well and in silence."""
        try:
            status = self.process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            self.fail("the program does not end")
        self.check(status == 0, f"exit status {status}")
        self.quiet()

    def quit(self):
        self.drive("key ctrl+q")
        self.ended()
