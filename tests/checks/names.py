#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""names.py ROOT [CASES]: data/library/NAMES.md is complete and true.

Complete: every component, connector and enumeration of the library stands in it (aliases
aside), and so does every class of an acceptance case that tests/models draws.
True: every name on our side exists, and every signal that a case compares exists in our
class under the name that the map gives it, and so does every name that originals.txt lists
of the originals. A default that is said to differ is the default
that the class has, and what is fixed at the start is a member of it.
"""
import json
import pathlib
import re
import sys

ROW = re.compile(r"^\| `([\w.\[\]]+)` \| (?:`([\w.]+|–)`|[^`|].*?) \|(?: ([^|]*)\|)?(?: ([^|]*)\|)?")
DEFAULT = re.compile(r"^(`[^`]+`|–) \((?:`[^`]+`|–)\) $")
START = re.compile(r"`(?:der\()?([\w.]+)\)?(?:\[[^]]*\])? = [^`]+`(?: \(free\))?(?:, | $)")
DEFINITION = re.compile(r"^(?:partial )?(component|connector|enum|type) (\w+)(.*?)(?=^(?:partial )?(?:component|connector|enum|type|analysis) |\Z)", re.M | re.S)
MEMBER = re.compile(r"^  (?:(?:final |structural )*parameter |(?:discrete )?variable |potential |flow )?(\w+)(?:::([\w.]+))?(?: = ([\w.]+))?", re.M)
BASE = re.compile(r"^  extends ([\w.]+)", re.M)
PARAMETER = re.compile(r"^  (?:final |structural )*parameter (\w+)::(?:[^=(\n]|\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\))*= (.*?)(?: \{.*)?$", re.M)
MODIFIER = re.compile(r"(\w+) = ([^,()]+)")
INDEX = re.compile(r"\[[^]]*\]")  # the elements of an array are declared at once
FIELD = re.compile(r"(\w+)::([\w.]+)")


class Library:
    """What the library defines: full name -> (kind, bases, members with their types), and the defaults."""

    def __init__(self, folder: pathlib.Path):
        self.classes = {}
        self.defaults = {}
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
        modified = [m for base in re.findall(r"^  extends .*", declared, re.M) for m in MODIFIER.findall(base)]
        self.defaults[name] = dict(modified) | dict(PARAMETER.findall(declared))

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

    def default(self, name: str, member: str) -> str:
        """What a parameter is unless it is set, or "" if it has to be."""
        if member in self.defaults[name]:
            return self.defaults[name][member]
        bases = [base for base in self.classes[name][1] if base in self.classes]
        return next(filter(None, (self.default(base, member) for base in bases)), "")


def read_rows(path: pathlib.Path) -> list:
    """The cells of all rows: theirs, ours, default, start; the last two are "" where there are none."""
    return [tuple(cell or "" for cell in row.groups()) for row in map(ROW.match, path.read_text().splitlines()) if row]


def check_cells(rows: list, library: Library) -> list:
    """Says where the columns for defaults and start values are not as the library has it."""
    problems = []
    for theirs, ours, default, start in rows:
        name, _, member = ours.rpartition(".")
        if default:
            said = DEFAULT.match(default)
            if said is None or name not in library.classes:
                problems.append(f"{theirs}: {default.strip()} is no default and that of the original, or of no parameter")
            elif said[1].strip("`–") != library.default(name, member):
                problems.append(f"{ours} is {library.default(name, member) or 'to be set'} unless told otherwise, not {said[1]}")
        if start:
            found = START.findall(start)
            if START.sub("", start):
                problems.append(f"{theirs}: {start.strip()} is no list of start values")
            problems += [f"{ours} has no {v} to start with" for v in found if not library.has(ours, v)]
    return problems


def check_rows(rows: list, library: Library) -> list:
    problems, seen = [], set()
    for theirs, ours in rows:
        if theirs in seen:
            problems.append(f"{theirs} stands twice")
        seen.add(theirs)
        if ours == "–":
            continue  # a member of the original that we do not have
        name = ours or theirs
        # the longest class wins: PID is no member of PI
        owner = max((c for c in library.classes if name == c or name.startswith(c + ".")), key=len, default=None)
        if owner is None or (name != owner and not library.has(owner, name[len(owner) + 1 :])):
            problems.append(f"{name} does not exist in the library")
    listed = {ours or theirs for theirs, ours in rows}
    return problems + [f"{name} is missing" for name in library.classes if name not in listed]


def check_originals(path: pathlib.Path, names: dict, library: Library) -> list:
    """Says which ports, parameters and variables of the originals have neither a counterpart nor a row."""
    problems = []
    for line in path.read_text().splitlines():
        theirs, *members = line.split()
        if theirs.startswith("#"):
            continue
        ours = names.get(theirs, "")
        for member in members:
            name = names.get(f"{theirs}.{member}") or f"{ours}.{member}"
            if name != "–" and not library.has(ours, name[len(ours) + 1 :]):
                problems.append(f"{theirs}.{member} has no counterpart in {ours or 'the library'}")
    return problems


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
    cells = read_rows(root / "data" / "library" / "NAMES.md")
    rows = [row[:2] for row in cells]
    problems = check_rows(rows, library) + check_cells(cells, library)
    names, n_cases = dict(rows), 0
    problems += check_originals(pathlib.Path(__file__).with_name("originals.txt"), names, library)
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
