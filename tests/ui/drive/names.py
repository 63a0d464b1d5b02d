# SPDX-License-Identifier: GPL-3.0-or-later
"""Widgets by name, through AT-SPI, and where they are on the screen.

GTK 4.8 reports coordinates within the window only, those inside a popover from the popover's
parent, and stale ones for list rows that are not shown; all three are corrected here.
"""
import functools
import os
import re

from drive.atspi import IN_WINDOW, STATES, Gone, bus
from drive.common import TIMEOUT, Fail, poll
from drive.x11 import display

ROLES = {
    "button": ("push button", "toggle button", "button"),
    "entry": ("text", "entry", "password text"),
}
# Which role is meant first when a name stands on several things.
PREFERRED = (
    "push button,toggle button,menu item,check menu item,radio menu item,check box,radio button,switch,"
    "page tab,combo box,spin button,text,slider,frame,dialog,list item,label"
).split(",")
SPEC = re.compile(
    r"(?:(?P<window>[^/].*?)//)?(?:(?P<role>[a-z][a-z ]*):)?(?P<name>.*?)(?:#(?P<nth>\d+))?(?:\+(?P<dx>-?\d+),(?P<dy>-?\d+))?",
    re.S,
)


def aliases(name):
    """The names by which a widget may be called: without underline marks, and once instead of
    twice, since GTK 4.8 calls a mnemonic button "_Open Open"."""
    result = {name, name.replace("_", "")}
    words = name.split(" ")
    half = len(words) // 2
    if len(words) % 2 == 0 and " ".join(words[:half]).replace("_", "") == " ".join(words[half:]):
        result.add(" ".join(words[half:]))
    return result


def scale():
    return int(os.environ.get("GDK_SCALE") or 1)


class Node:
    def __init__(self, accessible, parents):
        self.accessible, self.parents = accessible, parents
        self.role, self.name = accessible.role, accessible.name

    @functools.cached_property
    def extents(self):
        """x, y, w, h within the window, or None."""
        try:
            if self.parents and self.accessible.can("Component"):
                return self.accessible.call("Component", "GetExtents", "(u)", IN_WINDOW)[0]
        except Gone:
            pass
        return None

    @property
    def is_sized(self):
        return bool(self.extents) and self.extents[2] > 0 and self.extents[3] > 0


class Tree:
    # ---- what there is

    def nodes(self):
        """All there is now, parents before their children. What changes while it is read is read
        again, so that what is not found is not there."""
        return poll(self.read, TIMEOUT, lambda: f"the widgets do not come to rest: {self.why}")[0]

    def read(self):
        """[nodes], or None of what changed meanwhile."""
        found = []
        try:
            for owner in bus().programs():
                chain = []
                for accessible, depth in bus().tree(owner):
                    del chain[depth:]
                    chain.append(Node(accessible, list(chain)))
                    found.append(chain[-1])
        except Gone as gone:
            self.why = gone
            return None
        self.seen = {node.accessible.path: node for node in found}
        return [found]

    def matches(self, spec):
        """Nodes that a spec [WINDOW//][ROLE:]NAME[#NTH] names, the likeliest first."""
        parts = SPEC.fullmatch(spec)
        window, role, name, nth = parts["window"], parts["role"], parts["name"], parts["nth"]
        pattern = re.compile(name[1:-1]) if len(name) > 2 and name[0] == name[-1] == "/" else None
        roles = ROLES.get(role, (role,))
        hits = [
            node
            for node in self.nodes()
            if node.parents
            and (not role or node.role in roles)
            and (window is None or len(node.parents) > 1 and window == node.parents[1].name)
            and (pattern.search(node.name) if pattern else name in aliases(node.name) or (not name and role))
        ]
        rank = {r: i for i, r in enumerate(PREFERRED)}
        plain = not role and not pattern
        hits.sort(key=lambda node: (not node.is_sized, rank.get(node.role, len(rank)) if plain else 0))
        return hits[int(nth) - 1 : int(nth)] if nth else hits

    def one(self, spec, timeout=TIMEOUT):
        return poll(lambda: self.matches(spec), timeout, f"nothing named {spec!r}", 0.1)[0]

    # ---- where it is

    def is_shown(self, pane, node, x, y):
        """Whether what a scrolled pane shows at x, y is the node, is inside it, or holds it closely."""
        near = [p for p in node.parents[-3:] if p.role in ("list item", "panel", "push button")] + [node]
        hit = self.at_point(pane, int(x), int(y))
        if hit is None and node.role in ("text", "push button"):
            # The text inside an entry is nothing that could be hit, nor is the picture on a button; their frames are.
            left, top, _, h = node.extents
            hit = self.at_point(pane, left - 3, top + h // 2)
        chain = [] if hit is None else [*hit.parents, hit]
        return any(n in near for n in chain[chain.index(pane) + 1 :]) if pane in chain else False

    def at_point(self, pane, x, y):
        """What a pane shows there, or None."""
        try:
            return self.seen.get(pane.accessible.call("Component", "GetAccessibleAtPoint", "(iiu)", x, y, IN_WINDOW)[0][1])
        except Gone:
            return None

    def is_scrolled_away(self, node, parents):
        """Whether a scrolled pane among these parents does not show it."""
        x, y = node.extents[0] + node.extents[2] / 2, node.extents[1] + node.extents[3] / 2
        for pane in (p for p in parents if p.role == "scroll pane"):
            if pane.extents:
                left, top, w, h = pane.extents
                if not (left <= x < left + w and top <= y < top + h):
                    return True
            if not self.is_shown(pane, node, x, y):
                return True
        return False

    def popup(self, chain, windows):
        """If a popover of its own window holds the node: its place in the chain, and the screen position
        of the node's coordinate origin."""
        s = scale()
        for at, parent in reversed([*enumerate(chain)][2:]):
            if not parent.extents or parent.extents[2] <= 1 or parent.role not in ("menu", "dialog", "filler", "panel"):
                continue
            size = (s * parent.extents[2], s * parent.extents[3])
            for window in reversed(windows):
                if window.is_popup and (window.w, window.h) == size:
                    return at, (window.x - s * parent.extents[0], window.y - s * parent.extents[1])
        return 0, None

    def origin_in_window(self, chain, windows):
        """The same for the window itself, whose X window has a border of GTK's, equal on all sides."""
        if not chain[1].extents:
            return None
        w, h = (scale() * size for size in chain[1].extents[2:])
        fitting = [x for x in windows if not x.is_popup and x.w >= w and x.h >= h]
        fitting = [x for x in fitting if x.title == chain[1].name] or fitting
        if not fitting:
            return None
        window = min(reversed(fitting), key=lambda x: x.w - w + x.h - h)
        return window.x + (window.w - w) // 2, window.y + (window.h - h) // 2

    def place(self, node):
        """x, y, w, h on the screen, or None when it is not there."""
        chain = node.parents + [node]
        if not node.is_sized or len(chain) < 2:
            return None
        try:
            pid = chain[0].accessible.pid()
        except Gone:
            return None
        windows = [w for w in display().windows() if w.pid in (0, pid)]
        at, origin = self.popup(chain, windows)
        origin = origin or self.origin_in_window(chain, windows)
        if not origin or self.is_scrolled_away(node, node.parents[at:]): # a popover reaches beyond the pane that it is of
            return None
        x, y, w, h = (scale() * value for value in node.extents)
        return origin[0] + x, origin[1] + y, w, h

    def point(self, spec, timeout=TIMEOUT):
        """The middle of what the spec names, or the point +DX,DY from its top left corner."""

        def look():
            return next(filter(None, map(self.place, self.matches(spec)[:3])), None)

        parts = SPEC.fullmatch(spec)
        x, y, w, h = poll(look, timeout, lambda: f"nothing in view named {spec!r} (see: reveal){self.explain(spec)}", 0.1)
        if parts["dx"]:
            return x + scale() * int(parts["dx"]), y + scale() * int(parts["dy"])
        return x + w // 2, y + h // 2

    def explain(self, spec):
        """Where what is not in view would be, and which windows there are."""
        matches = self.matches(spec)
        lines = [f"\n  {node.role} {node.name!r} {node.extents}" for node in (matches[0].parents + matches[:1] if matches else [])]
        return "".join(lines) + "".join(
            f"\n  {'popup' if w.is_popup else 'window'} {w.title!r} {w.x},{w.y} {w.w}x{w.h}" for w in display().windows()
        )

    # ---- what it says and does

    def states(self, node):
        has = {name: node.accessible.states >> bit & 1 for name, bit in STATES.items()}
        named = ["focused", "checked", "pressed", "selected", "expanded", "active"]
        return [name for name in named if has[name]] + (["insensitive"] if node.parents and not has["sensitive"] else [])

    def describe(self, node):
        place = self.place(node) if node.parents else None
        states = self.states(node)
        where = " {},{} {}x{}".format(*place) if place else ""
        return f"{node.role} {node.name!r}{where}{' [' + ' '.join(states) + ']' if states else ''}"

    def actions(self, node):
        return [name for _, name, _ in node.accessible.call("Action", "GetActions")[0]]

    def act(self, node, wanted=None):
        names = self.actions(node)
        wanted = wanted or (names[0] if names else None)
        if wanted not in names:
            raise Fail(f"no action {wanted!r} on {node.role} {node.name!r}; it has: {' '.join(names) or 'none'}")
        if not node.accessible.call("Action", "DoAction", "(i)", names.index(wanted))[0]:
            raise Fail(f"action {wanted!r} was refused")


@functools.cache
def tree():
    return Tree()
