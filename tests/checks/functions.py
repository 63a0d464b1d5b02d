#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""functions.py ROOT: each function of the language is one row of src/base/function.h.

Its name stands in no other source as a text, and in the reference of the language.
"""
import pathlib
import re
import sys

ROW = re.compile(r'^  X \(\w+, "(\w+)", [12],', re.M)
# Functions that take any number of arguments, or an array, besides.
ELSEWHERE = {("min", "src/flat/value/call.c"), ("max", "src/flat/value/call.c"), ("atan", "src/base/function.c")}
# Words that mean something else there.
OTHER = {("min", "src/base/unit.c"), ("min", "src/flat/check/check.c"), ("max", "src/flat/check/check.c"), ("min", "src/lib/type.c"), ("max", "src/lib/type.c")}


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    table = root / "src" / "base" / "function.h"
    names = ROW.findall(table.read_text())
    language = (root / "src" / "lang" / "LANGUAGE.md").read_text()
    faults = [] if len(names) > 20 else ["src/base/function.h: the table was not found"]

    for name in names:
        if not re.search(rf"\b{name}\b", language):
            faults.append(f"src/lang/LANGUAGE.md: nothing is said of {name}")
    for path in sorted((root / "src").rglob("*.[ch]")):
        place = str(path.relative_to(root))
        if path == table or place.split("/")[1] not in ("base", "lang", "lib", "expr", "flat", "dae", "code"):
            continue
        for name in set(re.findall(r'"(\w+)"', path.read_text())) & set(names):
            if (name, place) not in ELSEWHERE | OTHER:
                faults.append(f'{place}: "{name}" belongs in a row of src/base/function.h alone')
    print("\n".join(faults) or f"{len(names)} functions, a row each")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
