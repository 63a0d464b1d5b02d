#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-drive: gui-drive reads the widgets of programs that are there, and says what it misses."""
import os
import pathlib
import sys

os.environ["GUI_TIMEOUT"] = "2"  # s; what is tried takes none
sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from drive import names  # noqa: E402
from drive.atspi import ROLES, ROOT, Bus, bus  # noqa: E402
from drive.common import Fail  # noqa: E402

REGISTRY = ("org.a11y.atspi.Registry", ROOT)


def test_ended_program():
    """A program that the registry lists, though it has ended, has no widgets."""
    nobody = ":1.999999"
    bus().call(*REGISTRY, "org.a11y.atspi.Socket", "Embed", "((so))", (nobody, ROOT))
    listed = bus().call(*REGISTRY, "org.a11y.atspi.Accessible", "GetChildren")[0]
    assert (nobody, ROOT) in listed, listed
    assert names.Tree().nodes() == []


class Program(Bus):
    """A program with a window that holds two buttons."""

    def __init__(self, silent=(), unknown=()):
        self.silent, self.unknown = set(silent), unknown
        self.widgets = {ROOT: ("application", "demo"), "/w": ("frame", "Main"), "/a": ("push button", "Run"), "/b": ("push button", "Stop")}

    def programs(self):
        return [":1.1"]

    def children(self, owner, paths):
        below = {ROOT: ["/w"], "/w": ["/a", "/b"]}
        return {path: below.get(path, []) for path in paths}, self.silent.intersection(paths)

    def call(self, owner, path, interface, method, *rest):
        assert method == "GetItems", method
        places = [path for path in self.widgets if path not in self.unknown]
        widgets = [(path, ROLES.index(self.widgets[path][0]), self.widgets[path][1]) for path in places]
        return ([((owner, path), None, None, 0, 0, [], name, role, "", (0, 0)) for path, role, name in widgets],)


def read(program):
    names.bus = lambda: program
    try:
        return [node.name for node in names.Tree().nodes()]
    except Fail as error:
        return str(error)


def test_missing_widget():
    """Where a widget is missing, the time-out names it and what it stands in."""
    assert read(Program()) == ["demo", "Main", "Run", "Stop"]
    around = "frame 'Main' in application 'demo'"
    assert f"no answer from push button 'Run' in {around}" in read(Program(silent=["/a"]))
    assert f"no answer from /b in {around}" in read(Program(unknown=["/b"]))


test_ended_program()
test_missing_widget()
