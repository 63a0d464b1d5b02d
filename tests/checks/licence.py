#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""licence.py ROOT: each source file says in its first lines under which licence it stands, and
the makers and those whose work Dashpot builds on are named alike wherever they are named.

Files of the model language, symbols, documents and data carry no line: they are written and read
by the program and by people, and README.md says what holds for them.
"""
import pathlib
import re
import sys

from paths import project_files

IDENTIFIER = "GPL-3.0-or-later"
OTHER = {"data/org.dashpot.Dashpot.metainfo.xml.in": "CC0-1.0"}  # as its format asks for
# By their ending, or by their folder: what the compiler printed, what a fuzzer found.
WITHOUT = {".dyad", ".svg", ".md", ".png", ".csv", ".mat", ".mo", ".json", ".po", ".pot"}
FOLDERS = ("tests/golden/", "tests/fuzz/corpus/")
LINE = re.compile(r"SPDX-License-Identifier: ([\w.-]+)")
MAKERS = "The Dashpot developers"
CREDITS = ["Modelica Association", "Deutsches Zentrum f", "JuliaHub Inc.", "1998", "2010", "2023", "2025"]


def line_faults(root):
    for path in sorted(p for p in project_files(root) if p.is_file()):
        name = path.relative_to(root).as_posix()
        is_code = path.suffix in (".py", ".c", ".build")
        if name == "LICENSE" or path.suffix in WITHOUT or (name.startswith(FOLDERS) and not is_code):
            continue
        head = path.read_text(errors="replace").split("\n")[:5]
        found = [line[1] for line in map(LINE.search, head) if line]
        if found != [OTHER.get(name, IDENTIFIER)]:
            yield f"{name}: a line `SPDX-License-Identifier: {IDENTIFIER}` stands at the top; here: {found or 'none'}"


def name_faults(root):
    about = "src/ui/start/application.c"
    for name in (about, "data/org.dashpot.Dashpot.metainfo.xml.in"):
        if MAKERS not in (root / name).read_text():
            yield f"{name}: the makers are `{MAKERS}`"
    for name in ("README.md", "data/library/CREDITS.md", about):
        text = (root / name).read_text()
        yield from (f"{name}: the credits do not name `{word}`" for word in CREDITS if word not in text)
    if not re.search(r"BSD.3", (root / about).read_text()):
        yield f"{about}: the credits name no licence"


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    found = [*line_faults(root), *name_faults(root)]
    print("\n".join(found) or "each source file names its licence")
    return bool(found)


sys.exit(main())
