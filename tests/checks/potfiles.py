#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""potfiles.py ROOT [--write]: po/POTFILES lists, in order, exactly the files with text to translate, and
po/connectors.h what the connectors of the library say in messages, which xgettext cannot read there; --write makes it."""
import json
import pathlib
import re
import sys

# Functions that translate a message of theirs (po/meson.build); a static one may be called otherwise.
FUNCTIONS = "|".join(re.findall(r"^  '(\w{7,}):\d',", (pathlib.Path(sys.argv[1]) / "po/meson.build").read_text(), re.M))
MARKS = {
    "src/**/*.c": re.compile(rf"\b(?:(?:C?_|N_|NC_|g_dngettext|ngettext|g_dpgettext2) \(|(?:{FUNCTIONS}) \([^;]*\")"),
    "src/**/*.h": re.compile(r"\bN_ \("),
    "po/*.h": re.compile(r"\bN_ \("),
    "ui/**/*.ui": re.compile(r"translatable=\"(?:yes|true)\""),
    "data/*.desktop.in": re.compile(r"^Name=", re.M),
    "data/*.metainfo.xml.in": re.compile(r"<summary>"),
    "data/*.gschema.xml": re.compile(r"<summary>"),
}


HEAD = """/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What connectors of data/library say in messages ("messages" in their metadata), for
 * translators: made by `tests/checks/potfiles.py . --write`. */
"""


def texts(value) -> set[str]:
    """All texts in a JSON object."""
    return {value} if isinstance(value, str) else set().union(*map(texts, value.values()))


def connectors(root: pathlib.Path) -> str:
    """What po/connectors.h has to be."""
    found = set()
    for path in (root / "data/library").rglob("*.dyad"):
        text = path.read_text()
        for at in re.finditer(r'"messages": (?=\{)', text):
            found |= texts(json.JSONDecoder().raw_decode(text, at.end())[0])
    return HEAD + "".join(f"N_ ({json.dumps(text, ensure_ascii=False)})\n" for text in sorted(found))


def is_listed(root: pathlib.Path) -> bool:
    path = root / "po/connectors.h"
    if "--write" in sys.argv:
        path.write_text(connectors(root))
    is_same = path.read_text() == connectors(root)
    if not is_same:
        print("po/connectors.h is not what the connectors say: tests/checks/potfiles.py . --write")
    return is_same


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    is_complete = is_listed(root)
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
    return listed != needed or not is_complete


sys.exit(main())
