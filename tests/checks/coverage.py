#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""coverage.py ROOT: every component of the library is tested.

Each one that can be used in a diagram stands in a component of tests/models/library whose
`tests` expect something. Of a mechanical or thermal one they expect a variable of its own; a
signal block may be seen behind it, or be a part of such a component's parts.
"""
import json
import pathlib
import re
import sys

COMPONENT = re.compile(r"(?ms)^((?:partial |test )*)component (\w+)\n(.*?)^end$")
INSTANCE = re.compile(r"^  (\w+) = \[?([\w.]+)\(", re.M)
BASE = re.compile(r"^  extends ([\w.]+)", re.M)


def split(body: str) -> tuple:
    """What comes before the metadata, and the metadata."""
    begin = body.find("\nmetadata {")
    return (body[:begin], json.loads(body[begin + len("\nmetadata ") :])) if begin >= 0 else (body, {})


def read_library(folder: pathlib.Path) -> tuple:
    """The components that can be used, and what each consists of."""
    usable, parts = set(), {}
    for path in sorted(folder.rglob("*.dyad")):
        space = ".".join(path.relative_to(folder).parts[:-1])
        for kind, name, body in COMPONENT.findall(path.read_text()):
            text, data = split(body)
            parts[f"{space}.{name}"] = [part for _, part in INSTANCE.findall(text)] + BASE.findall(text)
            if "partial" not in kind and "alias" not in data.get("Dyad", {}).get("tags", []):
                usable.add(f"{space}.{name}")
    return usable, parts


def is_block(name: str) -> bool:
    return name.startswith("BlockComponents.")


def expected(case: dict) -> set:
    """The instances of which a test expects something."""
    what = case.get("expect", {})
    return {re.split(r"[.[]", name)[0] for key in ("initial", "final", "signals") for name in what.get(key, {})}


def tested(folder: pathlib.Path) -> set:
    """Classes of which something is expected."""
    found = set()
    for path in sorted(folder.glob("*.dyad")):
        for _, _, body in COMPONENT.findall(path.read_text()):
            text, data = split(body)
            cases = data.get("Dyad", {}).get("tests", {}).values()
            seen = set().union(*map(expected, cases))
            found |= {part for name, part in INSTANCE.findall(text) if name in seen or (seen and is_block(part))}
    return found


def main() -> int:
    root = pathlib.Path(sys.argv[1]).resolve()
    usable, parts = read_library(root / "data" / "library")
    found, waiting = set(), sorted(tested(root / "tests" / "models" / "library"))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += filter(is_block, parts.get(name, []))
    missing = sorted(usable - found)
    print("\n".join(f"{name} is in no test that expects something" for name in missing) or f"{len(usable)} components are tested")
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
