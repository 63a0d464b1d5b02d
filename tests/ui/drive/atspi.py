# SPDX-License-Identifier: GPL-3.0-or-later
"""The accessibility bus: what widgets a program has, asked in few calls.

A walk over the tree by libatspi takes four round trips for each widget, seconds on a busy machine.
Here each level of the tree is asked for at once (which also makes GTK create what it had put off),
and one call brings the names, roles and states of all.
"""
import functools
import os
import warnings

from drive.common import Fail, missing

try:
    warnings.simplefilter("ignore")
    from gi.repository import Gio, GLib
except ImportError:
    missing("the GLib bindings of Python")

ACCESSIBLE = "org.a11y.atspi.Accessible"
ROOT = "/org/a11y/atspi/accessible/root"
IN_WINDOW = 1  # coordinates
PATIENCE = 10_000  # ms that a program may be busy before it counts as gone
STATES = {"active": 1, "checked": 4, "expanded": 10, "focused": 12, "pressed": 20, "selected": 23, "sensitive": 24}
# By number, as AT-SPI lists them; "" for those that no widget has.
ROLES = """,,alert,,,calendar,,check box,check menu item,color chooser,column header,combo box,,,,dial,dialog,,drawing area,file chooser,\
filler,,font chooser,frame,,,icon,image,internal frame,label,layered pane,list,list item,menu,menu bar,menu item,option pane,page tab,\
page tab list,panel,password text,popup menu,progress bar,push button,radio button,radio menu item,root pane,row header,scroll bar,\
scroll pane,separator,slider,spin button,split pane,status bar,table,table cell,table column header,table row header,,terminal,text,\
toggle button,tool bar,tool tip,tree,tree table,,viewport,window,,header,footer,paragraph,ruler,application,,,,entry,chart,caption,,\
heading,,section,,form,link,,table row,tree item,,,,,,comment,list box,grouping,,notification,info bar,level bar,title bar""".split(",")


class Gone(Fail):
    """The program or the widget does not answer any more."""


class Accessible:
    """A widget as it was when the tree was read; calls ask what it is now."""

    def __init__(self, bus, owner, path, item):
        self.bus, self.owner, self.path = bus, owner, path
        _, _, _, _, _, self.interfaces, self.name, role, self.description, words = item
        self.role = ROLES[role] if role < len(ROLES) else ""
        self.states = sum(word << (32 * i) for i, word in enumerate(words))

    def can(self, interface):
        return f"org.a11y.atspi.{interface}" in self.interfaces

    def call(self, interface, method, signature="()", *arguments):
        return self.bus.call(self.owner, self.path, f"org.a11y.atspi.{interface}", method, signature, *arguments)

    def get(self, interface, name):
        return self.bus.call(self.owner, self.path, "org.freedesktop.DBus.Properties", "Get", "(ss)", f"org.a11y.atspi.{interface}", name)[0]

    def set(self, interface, name, value):
        arguments = (f"org.a11y.atspi.{interface}", name, value)
        self.bus.call(self.owner, self.path, "org.freedesktop.DBus.Properties", "Set", "(ssv)", *arguments)

    def pid(self):
        return self.bus.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetConnectionUnixProcessID", "(s)", self.owner)[0]


class Bus:
    def __init__(self):
        if os.environ.get("GTK_A11Y") in ("none", "test"):
            raise Fail("accessibility is off in this session (GTK_A11Y)")
        session = Gio.bus_get_sync(Gio.BusType.SESSION)
        place = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None, Gio.DBusCallFlags.NONE, -1, None)
        flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
        self.connection = Gio.DBusConnection.new_for_address_sync(session.call_sync(*place)[0], flags, None, None)

    def call(self, owner, path, interface, method, signature="()", *arguments):
        place = (owner, path, interface, method, GLib.Variant(signature, arguments), None, Gio.DBusCallFlags.NONE, PATIENCE, None)
        try:
            return self.connection.call_sync(*place).unpack()
        except GLib.Error as error:
            raise Gone(error.message) from None

    def children(self, owner, paths):
        """Those of each path, asked for at once, and the paths that do not answer."""
        answers, silent = {}, set()

        def take(connection, result, path):
            try:
                answers[path] = [child for _, child in connection.call_finish(result).unpack()[0]]
            except GLib.Error:
                answers[path] = []
                silent.add(path)

        for path in paths:
            place = (owner, path, ACCESSIBLE, "GetChildren", None, None, Gio.DBusCallFlags.NONE, PATIENCE, None)
            self.connection.call(*place, take, path)
        while len(answers) < len(paths):
            GLib.MainContext.default().iteration(True)
        return answers, silent

    def programs(self):
        """Those that are on the bus: the registry lists for ever what ended between the moment it took its
        own name and the one in which it asked to be told of ends (registry-main.c of AT-SPI 2.46). The
        first program of a session, whose call starts the registry, does so now and then."""
        listed = self.call("org.a11y.atspi.Registry", ROOT, ACCESSIBLE, "GetChildren")[0]
        present = set(self.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus", "ListNames")[0])
        return [owner for owner, _ in listed if owner in present]

    def tree(self, owner):
        """(accessible, depth) of everything in a program, parents before their children. Gone if it
        changes meanwhile, which says what is missing and where."""
        above, below, level, lost = {}, {}, [ROOT], set()
        while level and not lost:
            answers, lost = self.children(owner, level)
            below.update(answers)
            above.update((child, path) for path in level for child in answers[path] if child not in below)
            level = [child for path in level for child in answers[path] if child not in below]
        items = {item[0][1]: item for item in self.call(owner, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")[0]}
        lost = lost or below.keys() - items.keys()
        if lost:
            raise Gone(trace(min(lost), above, items))
        left, found = [(ROOT, 0)], []
        while left:
            path, depth = left.pop()
            found.append((Accessible(self, owner, path, items[path]), depth))
            left += [(child, depth + 1) for child in reversed(below[path])]
        return found


def trace(path, above, items):
    """Names a widget by the widgets around it, up to the program."""
    words = []
    while path:
        item = items.get(path)
        words.append(f"{ROLES[item[7]]} {item[6]!r}" if item else path)
        path = above.get(path)
    return f"no answer from {' in '.join(words)}"


@functools.cache
def bus():
    return Bus()
