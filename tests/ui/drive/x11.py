# SPDX-License-Identifier: GPL-3.0-or-later
"""Input by xdotool; the windows of the display by Xlib; the screen from the file that Xvfb keeps."""
import ctypes
import functools
import mmap
import os
import shutil
import struct
import subprocess
import zlib
from ctypes import POINTER, byref, c_char_p, c_int, c_long, c_uint, c_ulong, c_void_p
from typing import NamedTuple

from drive.common import TIMEOUT, Fail, missing, poll

IS_VIEWABLE = 2
CLIENT_MESSAGE = 33
SUBSTRUCTURE = 3 << 19  # the masks of redirection and notification: window managers listen to these
PROPERTIES = ("_NET_WM_NAME", "WM_NAME", "WM_CLASS", "_NET_WM_PID", "_NET_SUPPORTING_WM_CHECK", "_NET_FRAME_EXTENTS", "_NET_REQUEST_FRAME_EXTENTS")


def xdotool(*arguments):
    """Returns once the X server has taken all of it: asking for the pointer is a round trip behind what was sent before, so
    what the program is asked next it answers with that input in its queue."""
    if not shutil.which("xdotool"):
        missing("xdotool")
    command = ["xdotool", *map(str, arguments), "getmouselocation"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode and "BadWindow" not in done.stderr:  # one under the pointer went before the answer came
        raise Fail(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()}")


class XWindowAttributes(ctypes.Structure):
    _fields_ = [
        *[(name, c_int) for name in ("x", "y", "width", "height", "border_width", "depth")],
        ("visual", c_void_p),
        ("root", c_ulong),
        *[(name, c_int) for name in ("c_class", "bit_gravity", "win_gravity", "backing_store")],
        ("backing_planes", c_ulong),
        ("backing_pixel", c_ulong),
        ("save_under", c_int),
        ("colormap", c_ulong),
        ("map_installed", c_int),
        ("map_state", c_int),
        *[(name, c_long) for name in ("all_event_masks", "your_event_mask", "do_not_propagate_mask")],
        ("override_redirect", c_int),
        ("screen", c_void_p),
    ]


class XClientMessageEvent(ctypes.Structure):
    _fields_ = [
        ("type", c_int),
        ("serial", c_ulong),
        ("send_event", c_int),
        ("display", c_void_p),
        ("window", c_ulong),
        ("message_type", c_ulong),
        ("format", c_int),
        ("data", c_long * 5),
        ("rest_of_xevent", c_long * 12),
    ]


class Window(NamedTuple):
    xid: int
    x: int  # on the screen
    y: int
    w: int
    h: int
    title: str
    pid: int  # 0: unknown
    is_popup: bool


SIGNATURES = {  # function: result, arguments
    "XOpenDisplay": (c_void_p, [c_char_p]),
    "XDefaultRootWindow": (c_ulong, [c_void_p]),
    "XInternAtom": (c_ulong, [c_void_p, c_char_p, c_int]),
    "XFree": (c_int, [c_void_p]),
    "XGetWindowAttributes": (c_int, [c_void_p, c_ulong, POINTER(XWindowAttributes)]),
    "XQueryTree": (
        c_int,
        [c_void_p, c_ulong, POINTER(c_ulong), POINTER(c_ulong), POINTER(POINTER(c_ulong)), POINTER(c_uint)],
    ),
    "XGetWindowProperty": (
        c_int,
        [c_void_p, c_ulong, c_ulong, c_long, c_long, c_int, c_ulong]
        + [POINTER(c_ulong), POINTER(c_int), POINTER(c_ulong), POINTER(c_ulong), POINTER(c_void_p)],
    ),
    "XCreateSimpleWindow": (c_ulong, [c_void_p, c_ulong, c_int, c_int, c_uint, c_uint, c_uint, c_ulong, c_ulong]),
    "XDeleteProperty": (c_int, [c_void_p, c_ulong, c_ulong]),
    "XSendEvent": (c_int, [c_void_p, c_ulong, c_int, c_long, POINTER(XClientMessageEvent)]),
    "XTranslateCoordinates": (
        c_int,
        [c_void_p, c_ulong, c_ulong, c_int, c_int, POINTER(c_int), POINTER(c_int), POINTER(c_ulong)],
    ),
}


class Display:
    """One connection that reads, and has a window that is never seen. A window may vanish while it is read; then it is left out."""

    def __init__(self):
        try:
            self.xlib = ctypes.CDLL("libX11.so.6")
        except OSError:
            missing("libX11.so.6")
        for name, (result, arguments) in SIGNATURES.items():
            function = getattr(self.xlib, name)
            function.restype, function.argtypes = result, arguments
        self.display = self.xlib.XOpenDisplay(None)
        if not self.display:
            raise Fail(f"no X display (DISPLAY={os.environ.get('DISPLAY', '')!r}); run inside gui-session")
        self.ignore_error = ctypes.CFUNCTYPE(c_int, c_void_p, c_void_p)(lambda display, event: 0)
        self.xlib.XSetErrorHandler(self.ignore_error)
        self.root = self.xlib.XDefaultRootWindow(self.display)
        self.atoms = {name: self.xlib.XInternAtom(self.display, name.encode(), 0) for name in PROPERTIES}

    @functools.cached_property
    def own(self):
        return self.xlib.XCreateSimpleWindow(self.display, self.root, 0, 0, 1, 1, 0, 0, 0)

    def wait_for_manager(self):
        """A window manager holds a press of a button back, and what follows, until it has seen it: a busy machine could ask
        the program in between. Its answer to a question of ours, how wide its frames are, comes behind that."""
        if not self.property(self.root, "_NET_SUPPORTING_WM_CHECK"):
            return
        message = XClientMessageEvent(CLIENT_MESSAGE, window=self.own, message_type=self.atoms["_NET_REQUEST_FRAME_EXTENTS"], format=32)
        self.xlib.XDeleteProperty(self.display, self.own, self.atoms["_NET_FRAME_EXTENTS"])
        self.xlib.XSendEvent(self.display, self.root, 0, SUBSTRUCTURE, byref(message))
        poll(lambda: self.property(self.own, "_NET_FRAME_EXTENTS"), TIMEOUT, "the window manager does not answer", 0.002)

    def children(self, xid):
        root, parent, n = c_ulong(), c_ulong(), c_uint()
        children = POINTER(c_ulong)()
        if not self.xlib.XQueryTree(self.display, xid, byref(root), byref(parent), byref(children), byref(n)):
            return []
        result = children[: n.value]
        if n.value:
            self.xlib.XFree(children)
        return result

    def property(self, xid, name):
        """The bytes of a property, or None."""
        kind, bits, n, left, data = c_ulong(), c_int(), c_ulong(), c_ulong(), c_void_p()
        found = (byref(kind), byref(bits), byref(n), byref(left), byref(data))
        if self.xlib.XGetWindowProperty(self.display, xid, self.atoms[name], 0, 1024, 0, 0, *found) or not data.value:
            return None
        size = {8: 1, 16: 2, 32: ctypes.sizeof(c_long)}.get(bits.value, 0) * n.value
        result = ctypes.string_at(data.value, size)
        self.xlib.XFree(data)
        return result

    def read_window(self, xid, attributes):
        """A Window, or None for what is no window of an application or lies off the screen."""
        x, y, child = c_int(), c_int(), c_ulong()
        self.xlib.XTranslateCoordinates(self.display, xid, self.root, 0, 0, byref(x), byref(y), byref(child))
        if attributes.width <= 1 or x.value <= -attributes.width:
            return None
        title = self.property(xid, "_NET_WM_NAME") or self.property(xid, "WM_NAME") or b""
        pid = self.property(xid, "_NET_WM_PID")
        return Window(
            xid,
            x.value,
            y.value,
            attributes.width,
            attributes.height,
            title.decode("utf-8", "replace"),
            struct.unpack("l", pid[: ctypes.sizeof(c_long)])[0] if pid else 0,
            bool(attributes.override_redirect),
        )

    def windows(self):
        """The visible windows of applications, lowest first; they may stand in a frame of the window manager."""
        result = []

        def walk(parent, depth):
            for xid in self.children(parent):
                attributes = XWindowAttributes()
                seen = self.xlib.XGetWindowAttributes(self.display, xid, byref(attributes))
                if not seen or attributes.map_state != IS_VIEWABLE:
                    continue
                if self.property(xid, "WM_CLASS"):
                    result.append(self.read_window(xid, attributes))
                elif depth < 2:
                    walk(xid, depth + 1)

        walk(self.root, 0)
        return [window for window in result if window]

    def titled(self, title):
        return [w for w in self.windows() if not w.is_popup and title in w.title]


@functools.cache
def display():
    return Display()


class Screen:
    """The frame buffer that Xvfb keeps in a file (XWD layout), read in place."""

    def __init__(self):
        path = os.environ.get("GUI_SESSION_FB", "")
        if not os.path.exists(path):
            raise Fail("no frame buffer file (GUI_SESSION_FB); run inside gui-session")
        with open(path, "rb") as file:
            self.memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        header = struct.unpack(">25I", self.memory[:100])
        self.w, self.h, self.stride = header[4], header[5], header[12]
        self.offset = header[0] + header[19] * 12  # behind the colour map
        self.rgb_at = (2, 1, 0) if header[7] == 0 else (1, 2, 3)
        if header[11] != 32:
            raise Fail(f"the screen has {header[11]} bits a pixel; 32 expected")

    def region(self, text):
        """(x, y, w, h) of "X,Y,W,H", or of the whole screen."""
        if not text:
            return 0, 0, self.w, self.h
        x, y, w, h = map(int, text.split(","))
        x, y = max(0, x), max(0, y)
        return x, y, min(w, self.w - x), min(h, self.h - y)

    def rows(self, region):
        x, y, w, h = region
        starts = [self.offset + row * self.stride + 4 * x for row in range(y, y + h)]
        return [self.memory[start : start + 4 * w] for start in starts]

    def pixel(self, x, y):
        if not (0 <= x < self.w and 0 <= y < self.h):
            raise Fail(f"{x},{y} is off the screen ({self.w}x{self.h})")
        row = self.rows((x, y, 1, 1))[0]
        return tuple(row[i] for i in self.rgb_at)

    def write_png(self, path, region):
        lines = []
        for row in self.rows(region):
            rgb = bytearray(len(row) // 4 * 3)
            for channel, at in enumerate(self.rgb_at):
                rgb[channel::3] = row[at::4]
            lines.append(b"\0" + bytes(rgb))

        def chunk(kind, data):
            return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

        header = struct.pack(">IIBBBBB", region[2], region[3], 8, 2, 0, 0, 0)
        content = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header)
        content += chunk(b"IDAT", zlib.compress(b"".join(lines), 4)) + chunk(b"IEND", b"")
        with open(path, "wb") as file:
            file.write(content)
