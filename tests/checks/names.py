#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""names.py ROOT [CASES]: data/library/NAMES.md is complete and true.

Complete: every component, connector and enumeration of the library stands in it (aliases
aside), and so does every class of an acceptance case that tests/models draws.
True: every name on our side exists, and every signal that a case compares exists in our
class under the name that the map gives it.
"""
import json
import pathlib
import re
import sys

ROW = re.compile(r"^\| `([\w.\[\]]+)` \| (?:`([\w.]+)`|[^`|].*?) \|")
DEFINITION = re.compile(r"^(?:partial )?(component|connector|enum|type) (\w+)(.*?)(?=^(?:partial )?(?:component|connector|enum|type|analysis) |\Z)", re.M | re.S)
MEMBER = re.compile(r"^  (?:(?:final |structural )*parameter |variable |potential |flow )?(\w+)(?:::([\w.]+))?(?: = ([\w.]+))?", re.M)
BASE = re.compile(r"^  extends ([\w.]+)", re.M)
INDEX = re.compile(r"\[[^]]*\]")  # the elements of an array are declared at once
FIELD = re.compile(r"(\w+)::([\w.]+)")


class Library:
    """What the library defines: full name -> (kind, bases, members with their types)."""

    def __init__(self, folder: pathlib.Path):
        self.classes = {}
        for path in sorted(folder.rglob("*.dyad")):
            space = ".".join(path.relative_to(folder).parts[:-1])
            for kind, name, text in DEFINITION.findall(re.sub(r'""".*?"""', "", path.read_text(), flags=re.S)):
                self.add(f"{space}.{name}", kind, text)

    def add(self, name: str, kind: str, text: str) -> None:
        if '"tags": ["alias"]' in text or kind == "type":
            return
        declared = text.split("relations")[0].split("metadata")[0]
        members = FIELD.findall(declared) if kind == "enum" else [(m[0], m[1] or m[2]) for m in MEMBER.findall(declared)]
        self.classes[name] = (kind, BASE.findall(declared), dict(members))

    def find(self, name: str) -> str:
        """The full name of a class that a declaration writes in short."""
        return next((full for full in (name, f"Dyad.{name}") if full in self.classes), "")

    def has(self, name: str, member: str) -> bool:
        """Does class `name` have the dotted member, own or inherited?"""
        if name not in self.classes:
            return False
        _, bases, members = self.classes[name]
        first, _, rest = INDEX.sub("", member).partition(".")
        if first in members:
            return not rest or self.has(self.find(members[first]), rest)
        return any(self.has(base, member) for base in bases)


def read_map(path: pathlib.Path) -> list:
    return [row.groups() for row in map(ROW.match, path.read_text().splitlines()) if row]


def check_rows(rows: list, library: Library) -> list:
    problems, seen = [], set()
    for theirs, ours in rows:
        if theirs in seen:
            problems.append(f"{theirs} stands twice")
        seen.add(theirs)
        name = ours or theirs
        # the longest class wins: PID is no member of PI
        owner = max((c for c in library.classes if name == c or name.startswith(c + ".")), key=len, default=None)
        if owner is None or (name != owner and not library.has(owner, name[len(owner) + 1 :])):
            problems.append(f"{name} does not exist in the library")
    listed = {ours or theirs for theirs, ours in rows}
    return problems + [f"{name} is missing" for name in library.classes if name not in listed]


def check_case(case: dict, signals: list, names: dict, library: Library) -> list:
    class_of = {c["name"]: c["class"] for c in case["components"]}
    problems = [f"{case['name']}: class {name} is missing" for name in sorted(set(class_of.values())) if name not in names]
    for signal in signals:
        instance, _, variable = signal.partition(".")
        theirs = class_of[instance]
        ours = names.get(theirs, "")
        member = (names.get(f"{theirs}.{variable}") or f"{ours}.{variable}")[len(ours) + 1 :]
        if not library.has(ours, member):
            problems.append(f"{case['name']}: {signal} has no counterpart in {ours}")
    return problems


def main() -> int:
    root = pathlib.Path(sys.argv[1]).resolve()
    cases = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else root.parent / "shared" / "cases"
    library = Library(root / "data" / "library")
    rows = read_map(root / "data" / "library" / "NAMES.md")
    problems = check_rows(rows, library)
    names, n_cases = dict(rows), 0
    for drawing in sorted((root / "tests" / "models").glob("*.dyad")):
        folder = cases / drawing.stem
        if not (folder / "model.json").exists():
            continue
        n_cases += 1
        signals = (folder / "reference.csv").read_text().split("\n", 1)[0].split(",")[1:]
        problems += check_case(json.loads((folder / "model.json").read_text()), signals, names, library)
    print("\n".join(problems) or f"{len(rows)} names hold, {n_cases} cases looked up")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
