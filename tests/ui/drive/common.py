# SPDX-License-Identifier: GPL-3.0-or-later
"""What all parts of gui-drive share: failing, waiting, missing packages."""
import os
import sys
import time

TIMEOUT = float(os.environ.get("GUI_TIMEOUT", 10))  # s, of every wait that is not told otherwise


class Fail(Exception):
    """A step cannot be done; the text says why."""


def missing(what):
    print(f"gui-drive: missing {what} (./run test installs what is needed)", file=sys.stderr)
    sys.exit(127)


def poll(test, timeout, what, step=0.03):
    """Waits until test() gives something true and returns that; Fail when it never does, which says
    what, a text or the function that makes it."""
    end = time.monotonic() + timeout
    while True:
        result = test()
        if result:
            return result
        if time.monotonic() > end:
            raise Fail(f"timed out after {timeout:g} s: {what() if callable(what) else what}")
        time.sleep(step)
