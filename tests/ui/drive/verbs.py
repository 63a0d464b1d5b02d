# SPDX-License-Identifier: GPL-3.0-or-later
"""The verbs of gui-drive: each takes the words behind it."""
import os
import re
import shlex
import subprocess
import time

from drive.atspi import GLib
from drive.common import TIMEOUT, Fail, poll
from drive.names import aliases, tree
from drive.x11 import Screen, display, xdotool

SETTLE = 0.05  # s that a program gets to notice an input
NEW_KEYMAPS = 0.4  # s: xdotool lends a key to a character that has none, twice


class Words:
    """Options anywhere, the rest in order; a POINT takes one @word or two numbers."""

    def __init__(self, words, **options):
        self.options = {"timeout": TIMEOUT, **options}
        self.rest = []
        words = list(words)
        while words:
            word = words.pop(0)
            if word == "--":
                self.rest += words
                break
            name = word[2:] if word.startswith("--") else None
            if name is None:
                self.rest.append(word)
            elif name not in self.options:
                raise Fail(f"unknown option {word}")
            elif isinstance(self.options[name], bool):
                self.options[name] = True
            elif isinstance(self.options[name], list):  # a POINT
                n = 1 if words[0].startswith("@") else 2
                self.options[name], words = words[:n], words[n:]
            else:
                self.options[name] = type(self.options[name])(words.pop(0))

    def __getitem__(self, name):
        return self.options[name]

    def take(self):
        if not self.rest:
            raise Fail("an argument is missing")
        return self.rest.pop(0)

    def text(self):
        return " ".join(self.rest)

    def point(self):
        first = self.take()
        if first.startswith("@"):
            return tree().point(first[1:], self["timeout"])
        return int(float(first)), int(float(self.take()))

    def done(self):
        if self.rest:
            raise Fail(f"unexpected argument {self.rest[0]!r}")


# ---- pointer


def keys_down(mods):
    return [word for mod in mods.split("+") if mod for word in ("keydown", mod)]


def keys_up(mods):
    return [word for mod in reversed(mods.split("+")) if mod for word in ("keyup", mod)]


def move(words):
    words = Words(words)
    x, y = words.point()
    words.done()
    xdotool("mousemove", x, y)
    time.sleep(SETTLE)


def click(words, button=1, repeat=1, when_down=None):
    """`when_down` is called between press and release."""
    words = Words(words, button=button, mods="")
    name = words.rest[0]
    x, y = words.point()
    words.done()
    if name.startswith("@") and any("menu" in n.role for node in tree().matches(name[1:])[:3] for n in (node, *node.parents[1:])):
        when_down = None  # a menu that is painted anew while an entry is pressed forgets that
    xdotool("mousemove", x, y, "sleep", 0.03, *keys_down(words["mods"]))
    for _ in range(repeat):  # openbox loses one that comes while it holds back another one
        xdotool("mousedown" if when_down else "click", words["button"])
        display().wait_for_manager()
        if when_down:
            when_down()
            xdotool("mouseup", words["button"])
    if words["mods"]:
        xdotool(*keys_up(words["mods"]))
    time.sleep(SETTLE)


def double(words):
    click(words, repeat=2)


def right(words):
    click(words, button=3)


def down(words):
    xdotool("mousedown", words[0] if words else 1)
    display().wait_for_manager()


def up(words):
    xdotool("mouseup", words[0] if words else 1)
    time.sleep(SETTLE)


def drag(words, at_end=None):
    """`at_end` is called before the button is let go; without it that waits for --hold."""
    words = Words(words, steps=12, button=1, mods="", hold=0.15, via=[])
    begin, end = words.point(), words.point()
    words.done()
    stops = [begin, *([Words(words["via"]).point()] if words["via"] else []), end]
    plan = ["mousemove", *begin, "sleep", 0.05, *keys_down(words["mods"]), "mousedown", words["button"], "sleep", 0.05]
    for (x0, y0), (x1, y1) in zip(stops, stops[1:]):
        for i in range(1, words["steps"] + 1):
            part = i / words["steps"]
            plan += ["mousemove", round(x0 + (x1 - x0) * part), round(y0 + (y1 - y0) * part), "sleep", 0.012]
    # A drop is refused until the target has answered a motion inside it: one more there.
    plan += ["mousemove", end[0] + 1, end[1], "sleep", 0.02, "mousemove", *end]
    xdotool(*plan, *([] if at_end else ["sleep", words["hold"]]))
    display().wait_for_manager()
    if at_end:
        at_end()
    xdotool("mouseup", words["button"], *keys_up(words["mods"]))
    time.sleep(SETTLE)


def scroll(words):
    words = Words(words, mods="", horizontal=False)
    x, y = words.point()
    notches = int(words.take())
    words.done()
    button = (6 if words["horizontal"] else 4) + (notches > 0)
    turns = ["click", "--repeat", abs(notches), "--delay", 20, button]
    xdotool("mousemove", x, y, "sleep", 0.03, *keys_down(words["mods"]), *turns, *keys_up(words["mods"]))
    time.sleep(SETTLE)


# ---- keys


def key(words):
    if not words:
        raise Fail("key: which key?")
    xdotool("key", "--delay", 20, *words)
    time.sleep(SETTLE)


def type_text(words):
    words = Words(words, enter=False, clear=False)
    text = words.text()
    if words["clear"]:
        xdotool("key", "ctrl+a", "sleep", 0.02, "key", "Delete", "sleep", 0.02)
    if text:
        xdotool("type", "--delay", 15, "--args", 1, "--", text)
        if not text.isascii():
            time.sleep(NEW_KEYMAPS)
    if words["enter"]:
        xdotool("key", "Return")
    time.sleep(SETTLE)


# ---- windows


def top(title):
    found = display().titled(title)
    if not found:
        raise Fail(f"no window titled {title!r}")
    return found[-1]


def windows(words):
    for w in display().windows():
        print(f"{w.xid:#x} {w.x},{w.y} {w.w}x{w.h} pid {w.pid}{' popup' if w.is_popup else ''} {w.title!r}")


def wait_window(words):
    words = Words(words)
    title = words.text()
    w = poll(lambda: display().titled(title), words["timeout"], f"no window titled {title!r}")[-1]
    print(f"{w.x},{w.y} {w.w}x{w.h} {w.title!r}")


def wait_no_window(words):
    words = Words(words)
    title = words.text()
    poll(lambda: not display().titled(title), words["timeout"], f"still a window titled {title!r}")


def resize(words):
    title, w, h = words[0], int(words[1]), int(words[2])
    xdotool("windowsize", top(title).xid, w, h)
    poll(lambda: (top(title).w, top(title).h) == (w, h), 3, "the window keeps its size")
    time.sleep(SETTLE)


def focus(words):
    xdotool("windowactivate", top(" ".join(words)).xid)
    time.sleep(SETTLE)


def close(words):
    focus(words)
    key(["alt+F4"])


# ---- screen


def shot(words):
    words = Words(words, region="")
    path, screen = words.take(), Screen()
    words.done()
    screen.write_png(path, screen.region(words["region"]))


def pixel(words):
    color = "#%02x%02x%02x" % Screen().pixel(int(words[0]), int(words[1]))
    if len(words) < 3:
        print(color)
    elif color != "#" + words[2].lower().lstrip("#"):
        raise Fail(f"pixel {words[0]},{words[1]} is {color}, not {words[2]}")


def wait_still(words):
    words = Words(words, region="", **{"for": 0.3})
    screen = Screen()
    region = screen.region(words["region"])
    last, since = screen.rows(region), time.monotonic()
    end = since + words["timeout"]
    while time.monotonic() - since < words["for"]:
        if time.monotonic() > end:
            raise Fail(f"the screen still changes after {words['timeout']:g} s")
        time.sleep(0.03)
        now = screen.rows(region)
        if now != last:
            last, since = now, time.monotonic()


# ---- widgets by name


def show_tree(words):
    name = " ".join(words)
    for node in tree().nodes():
        if not name or any(name in aliases(n.name) for n in node.parents + [node]):
            print("  " * len(node.parents) + tree().describe(node))


def find(words):
    spec = Words(words).text()
    nodes = tree().matches(spec)
    if not nodes:
        raise Fail(f"nothing named {spec!r}")
    for node in nodes:
        print(tree().describe(node))


def wait_name(words):
    words = Words(words)
    tree().one(words.text(), words["timeout"])


def wait_no_name(words):
    words = Words(words)
    spec = words.text()
    poll(lambda: not tree().matches(spec), words["timeout"], f"still something named {spec!r}", 0.1)


def click_name(words):
    click(["@" + Words(words).text()])


def reveal(words):
    """Where a list row is that is not shown GTK does not say: first all the way up, then down bit by bit."""
    words = Words(words, timeout=20.0)
    spec, notches = words.text(), -60
    end = time.monotonic() + words["timeout"]
    while time.monotonic() < end:
        nodes = tree().matches(spec)
        if any(map(tree().place, nodes)):
            return
        panes = [p for node in nodes for p in node.parents if p.role == "scroll pane"]
        panes = panes or [node for node in tree().nodes() if node.role == "scroll pane"]
        place = tree().place(panes[0]) if panes else None
        if not place:
            break
        scroll([str(place[0] + place[2] // 2), str(place[1] + place[3] // 2), str(notches)])
        notches = 3
    raise Fail(f"cannot bring {spec!r} into view in {words['timeout']:g} s")


def do(words):
    words = Words(words)
    node = tree().one(words.take(), words["timeout"])
    tree().act(node, words.rest[0] if words.rest else None)
    time.sleep(SETTLE)


def actions(words):
    print("\n".join(tree().actions(tree().one(" ".join(words), 0))))


def describe(words):
    print(tree().one(" ".join(words), 0).accessible.description)


def text(words):
    node = tree().one(" ".join(words), 0)
    widget = node.accessible
    print(widget.call("Text", "GetText", "(ii)", 0, widget.get("Text", "CharacterCount"))[0] if widget.can("Text") else node.name)


def set_text(words):
    node = tree().one(words[0], 0)
    if not node.accessible.can("EditableText") or not node.accessible.call("EditableText", "SetTextContents", "(s)", " ".join(words[1:]))[0]:
        raise Fail(f"{node.role} {node.name!r} does not take text")
    time.sleep(SETTLE)


def value(words):
    print("%.15g" % tree().one(" ".join(words), 0).accessible.get("Value", "CurrentValue"))


def set_value(words):
    node = tree().one(words[0], 0)
    if not node.accessible.can("Value"):
        raise Fail(f"{node.role} {node.name!r} does not take a value")
    node.accessible.set("Value", "CurrentValue", GLib.Variant("d", float(words[1])))
    time.sleep(SETTLE)


def state(words):
    print(tree().describe(tree().one(" ".join(words), 0)))


# ---- other


def sleep(words):
    time.sleep(float(words[0]))


def wait_file(words):
    words = Words(words)
    path, pattern = words.take(), re.compile(words.take(), re.M)
    words.done()

    def look():
        if not os.path.exists(path):
            return None
        with open(path, errors="replace") as file:
            return pattern.search(file.read())

    print(poll(look, words["timeout"], f"{path} has no line matching {pattern.pattern!r}")[0])


def run(words):
    status = subprocess.run(words).returncode
    if status:
        raise Fail(f"{shlex.join(words)}: status {status}")


VERBS = {
    "move": move, "click": click, "double": double, "right": right, "down": down, "up": up,
    "drag": drag, "scroll": scroll, "key": key, "type": type_text,
    "windows": windows, "wait-window": wait_window, "wait-no-window": wait_no_window,
    "resize": resize, "focus": focus, "close": close,
    "shot": shot, "pixel": pixel, "wait-still": wait_still,
    "tree": show_tree, "find": find, "wait-name": wait_name, "wait-no-name": wait_no_name,
    "click-name": click_name, "reveal": reveal, "do": do, "actions": actions, "describe": describe,
    "text": text, "set-text": set_text, "value": value, "set-value": set_value, "state": state,
    "sleep": sleep, "wait-file": wait_file, "run": run,
}  # fmt: skip
