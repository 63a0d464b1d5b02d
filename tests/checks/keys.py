#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""keys.py ROOT: no key does two things at one place, and menus promise what the keys do. Keys of
the application and of the window hold everywhere, so no widget's table takes one of them for
another action; a menu's accelerator stands in a table with the same action, and so does the key
that the window of shortcuts tells of a command that a menu has by the same name."""
import collections
import html
import pathlib
import re
import sys

ROW = re.compile(r'\{"([^"\s]+)",\s*"((?:app|win|window|run|motion|field)\.[\w:-]+)"\}')
APP_ROW = re.compile(r'\{"((?:app|win|window|run)\.[\w:-]+)",\s*\{((?:"[^"]+"[,\s]*)+)\}\}')
# Handlers that look first at what is being done with the pointer, and a command of the menu that is
# there only where the one of the key does something.
BY_HAND = {("return", "win.inspect"), ("x", "win.plot-against"), ("<shift>delete", "win.take-out"),
           ("f", "plots.fit"), ("<alt>left", "plots.back"), ("<alt>right", "plots.forward")}
EVERYWHERE = ("src/ui/start/application.c", "src/ui/window/window-actions.c")


def plain(key: str) -> str:
    """One spelling for a key, whatever the order and letters of its modifiers."""
    return "".join(sorted(re.findall(r"<\w+>", key.lower()))) + re.sub(r"<\w+>", "", key).lower()


def rows(text: str):
    for keys, action in ROW.findall(text):
        yield from ((plain(key), action) for key in keys.split("|"))
    for action, keys in APP_ROW.findall(text):
        yield from ((plain(key), action) for key in re.findall(r'"([^"]+)"', keys))


def menu_rows(path: pathlib.Path):
    for item in re.findall(r"<item>(.*?)</item>", path.read_text(), re.S):
        of = {name: html.unescape(text) for name, text in re.findall(r'<attribute name="([\w-]+)"[^>]*>([^<]*)<', item)}
        if "accel" in of:
            yield plain(of["accel"]), of["action"] + (f"::{of['target']}" if "target" in of else "")


def commands(root: pathlib.Path):
    """The names of what menus hold, and the action of each."""
    for name in ("menus.ui", "window.ui"):
        for item in re.findall(r"<item>(.*?)</item>", (root / "ui" / name).read_text(), re.S):
            of = {name: text for name, text in re.findall(r'<attribute name="([\w-]+)"[^>]*>([^<]*)<', item)}
            yield of["label"].replace("_", "").rstrip("…").lower(), of["action"] + (f"::{of['target']}" if "target" in of else "")


def told(path: pathlib.Path):
    """The name and the first key of each row of the window of shortcuts."""
    for row in re.findall(r'"GtkShortcutsShortcut">(.*?)</object>', path.read_text(), re.S):
        of = {name: html.unescape(text) for name, text in re.findall(r'name="([\w-]+)"[^>]*>([^<]*)<', row)}
        yield of["title"].lower(), of["accelerator"].split()[0]


def main() -> int:
    root, faults = pathlib.Path(sys.argv[1]), []
    tables = {str(path.relative_to(root)): list(rows(path.read_text())) for path in sorted((root / "src/ui").rglob("*.c"))}
    actions = collections.defaultdict(set)
    for name in EVERYWHERE:
        for key, action in tables[name]:
            actions[key].add(action)
    for name, table in tables.items():
        here = collections.defaultdict(set, {key: set(of) for key, of in actions.items()})
        for key, action in table:
            here[key].add(action)
        faults += [f"{name}: {key} means {' and '.join(sorted(of))}" for key, of in here.items() if len(of) > 1]
    known = BY_HAND | {row for table in tables.values() for row in table}
    for path in sorted((root / "ui").glob("*.ui")):
        faults += [f"ui/{path.name}: {key} is not the key of {action}" for key, action in menu_rows(path) if (key, action) not in known]
        faults += [f"ui/{path.name}: the keys of a tooltip are those of its action, and not written: {tip}"
                   for tip in re.findall(r'"tooltip-text"[^>]*>([^<]*\((?:Ctrl|Shift|Alt|F\d|Home|[A-Z]\))[^<]*)<', path.read_text())]
    for path in sorted((root / "src/ui").rglob("*.c")):
        faults += [f"{path.name}: the keys of a tooltip come from a table, and are not written: {tip}"
                   for tip in re.findall(r'_ \("([^"]*\((?:Ctrl|Shift|Alt|Space|Home)\b[^"+]*(?:\+[^"]*)?\))"\)', path.read_text())]
    action_of = dict(commands(root))
    faults += [f"ui/help-overlay.ui: {key} is not the key of {title}" for title, key in told(root / "ui/help-overlay.ui")
               if action_of.get(title) in {action for _, action in known} and (plain(key), action_of[title]) not in known]
    print(*sorted(set(faults)), sep="\n")
    print(f"{len(known)} keys, {len(faults)} faults")
    return 1 if faults or not known else 0


if __name__ == "__main__":
    sys.exit(main())
