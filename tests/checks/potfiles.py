#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""potfiles.py ROOT: po/POTFILES lists, in order, exactly the files with text to translate."""
import pathlib
import re
import sys

# Functions that translate a message of theirs (po/meson.build); a static one may be called otherwise.
FUNCTIONS = "|".join(re.findall(r"^  '(\w{7,}):\d',", (pathlib.Path(sys.argv[1]) / "po/meson.build").read_text(), re.M))
MARKS = {
    "src/**/*.c": re.compile(rf"\b(?:(?:C?_|N_|NC_|g_dngettext|ngettext|g_dpgettext2) \(|(?:{FUNCTIONS}) \([^;]*\")"),
    "src/**/*.h": re.compile(r"\bN_ \("),
    "po/*.h": re.compile(r"\bNC_ \("),
    "ui/**/*.ui": re.compile(r"translatable=\"(?:yes|true)\""),
    "data/*.desktop.in": re.compile(r"^Name=", re.M),
    "data/*.metainfo.xml.in": re.compile(r"<summary>"),
    "data/*.gschema.xml": re.compile(r"<summary>"),
}


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    needed = sorted(
        str(path.relative_to(root))
        for pattern, mark in MARKS.items()
        for path in root.glob(pattern)
        if mark.search(path.read_text())
    )
    lines = (root / "po" / "POTFILES").read_text().splitlines()
    listed = [line for line in lines if line and not line.startswith("#")]
    for path in sorted(set(needed) - set(listed)):
        print(f"po/POTFILES lacks {path}")
    for path in sorted(set(listed) - set(needed)):
        print(f"po/POTFILES lists {path}, which has nothing to translate or is gone")
    if listed != sorted(listed):
        print("po/POTFILES is not in alphabetical order")
    return listed != needed


sys.exit(main())
