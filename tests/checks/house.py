#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""house.py ROOT: measures of the order that src/README.md calls the plan of the house, and their limits.

names      Exported functions that carry neither the name of their file nor that of the header that declares them.
cycles     Groups of files that call each other in a circle, by functions that only one file defines. A source and the
           headers of its stem, the private one too, are one file. (That headers form no circle is held by layers.py.)
folders    Sources (.c) in one folder.
functions  Lines of a function from its name on, as shape.py counts them: the median, and what nine of ten do not exceed.
openings   Sources whose first include has no paragraph above it, a comment of two lines and more, that says what the file
           does, by which algorithm, from which source, with what cost.
steps      Functions of more than 25 lines without a comment inside. A switch or a table has no steps; what has names them.
contracts  Functions of public headers without a comment: on the line, or above it in the same group of lines that no empty
           line divides. So one comment speaks for a group of functions, down to the next empty line.
"""
import pathlib
import re
import statistics
import sys

import layers
import shape

NAMES = 0  # exported functions that may have another name; the plan has none
CYCLES = 2  # circles of files: the recursion of the language, and the window
FOLDER = 15
# Folders that are still larger: src/README.md says how they will be divided.
LARGE = []
MEDIAN, P90 = 13, 26
LONG, STEPS = 25, 60  # lines, and functions that are longer and need name no steps
# Public faces: their functions stand in several files and carry the module alone.
FACES = ["code/program.h", "doc/edit/edit.h", "doc/model.h", "expr/pool.h", "graph/graph.h", "lang/ast.h"]

COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
TEXT = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'")
DECLARED = re.compile(r"^(?!static|typedef|#)\w[^\n=;{}()]*?\b(\w+) \(", re.M)
WORD = re.compile(r"\w+")
OPENING = re.compile(r"(?:/\*(?:(?!\*/).)*\*/\n){1,}?(/\*(?:(?!\*/).)*\n(?:(?!\*/).)*\*/)\s*#include", re.S)
# A declaration, with the rest of its last line.
CONTRACT = re.compile(r"^(?!static|typedef|#|struct|enum|union|G_DE)\w[^\n=;{}()]*?\b(\w+) \([^;{}]*;[^\n]*", re.M)


def bare_functions(text):
    """(line, name) of each function of a header that no comment speaks for."""
    blank = COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    for declared in CONTRACT.finditer(blank):
        group = text[text.rfind("\n\n", 0, declared.start()) + 1 : declared.end()]
        if "/*" not in group:
            yield text.count("\n", 0, declared.start()) + 1, declared[1]


def is_public(header):
    """A module that layers.py does not name offers all of its headers but the private ones; the programs, cli and ui, offer none."""
    module = header.split("/")[0]
    offered = layers.PUBLIC.get(module, [header] if module not in ("cli", "ui") and not header.endswith("-private.h") else [])
    return header in offered


class Source:
    """One file of src/: its text without comments and literals, and what it defines and declares."""

    def __init__(self, src, path):
        self.here = path.relative_to(src).as_posix()
        self.module = self.here.split("/")[0]
        self.stem = path.stem.removesuffix("-private")
        self.unit = self.here.rsplit("/", 1)[0] + "/" + self.stem
        text = path.read_text()
        self.text = TEXT.sub('""', COMMENT.sub("", text))
        self.has_opening = OPENING.match(text) is not None
        self.bare = list(bare_functions(text)) if path.suffix == ".h" else []
        lines = text.split("\n")
        self.lengths, self.exported, self.declared, self.silent = [], [], [], []
        if path.suffix == ".h":
            self.declared = DECLARED.findall(self.text)
            return
        for name, begin, end in shape.functions(lines):
            self.lengths.append(end - begin + 1)
            if end - begin + 1 > LONG and not re.search(r"/\*|//", "\n".join(lines[begin + 1 : end])):
                self.silent.append((begin + 1, name))
            if begin and not lines[begin - 1].startswith("static") and name not in ("main", name.upper()):
                self.exported.append(name)


def read_sources(root):
    src = root / "src"
    return [Source(src, path) for path in sorted(src.rglob("*.[ch]"))]


def carries(name, module, stem):
    """Does the name begin with the module and the file's stem, in singular or plural?"""
    word = re.escape(f"{module}_{stem.replace('-', '_')}")
    return re.match(rf"(?:{word}(?:e?s)?|{word.removesuffix('y')}ies)(?:_|$)", name) is not None


def speaks_for_module(name, source):
    face = source.here.replace("-private.h", ".h")
    return face in FACES and name.startswith(source.module + "_")


def misnamed(sources):
    """(place, name) of each exported function whose name leads neither to its file nor to its header."""
    headers = {}
    for source in sources:
        for name in source.declared:
            headers.setdefault(name, []).append(source)
    for source in sources:
        for name in source.exported:
            own = [source, *headers.get(name, [])]
            if not any(carries(name, s.module, s.stem) or speaks_for_module(name, s) for s in own):
                yield source.here, name


def units_used(sources):
    """For each file, headers and sources of one stem together, the others that it calls."""
    defined_by = {}
    for source in sources:
        for name in source.exported:
            defined_by.setdefault(name, set()).add(source.unit)
    uses = {source.unit: set() for source in sources}
    for source in sources:
        names = WORD.findall(source.text) if source.here.endswith(".c") else []  # a header only declares
        for units in {name: defined_by[name] for name in names if name in defined_by}.values():
            uses[source.unit] |= units if len(units) == 1 else set()
    return {unit: sorted(others - {unit}) for unit, others in uses.items()}


def circles(uses):
    """Strongly connected parts of more than one file (Tarjan 1972)."""
    index, low, stack, on_stack, found = {}, {}, [], set(), []

    def visit(unit):
        index[unit] = low[unit] = len(index)
        stack.append(unit)
        on_stack.add(unit)
        for other in uses[unit]:
            if other not in index:
                visit(other)
                low[unit] = min(low[unit], low[other])
            elif other in on_stack:
                low[unit] = min(low[unit], index[other])
        if low[unit] == index[unit]:
            part = stack[stack.index(unit) :]
            del stack[stack.index(unit) :]
            on_stack.difference_update(part)
            if len(part) > 1:
                found.append(sorted(part))

    sys.setrecursionlimit(10000)
    for unit in uses:
        if unit not in index:
            visit(unit)
    return sorted(found)


def folder_sizes(sources):
    sizes = {}
    for source in sources:
        if source.here.endswith(".c"):
            folder = source.here.rsplit("/", 1)[0]
            sizes[folder] = sizes.get(folder, 0) + 1
    return sizes


def measure(root):
    """For each measure a line that says it, its number of faults, how many may be, and what they are."""
    sources = read_sources(root)
    wrong = [f"src/{place}: {name}() carries the name of neither its file nor its header" for place, name in misnamed(sources)]
    n_exported = sum(len(source.exported) for source in sources)
    yield f"names: {len(wrong)} of {n_exported} exported functions lead to no file, at most {NAMES}", len(wrong), NAMES, wrong

    found = ["circle of files: " + ", ".join(circle) for circle in circles(units_used(sources))]
    yield f"cycles: {len(found)} circles of files, at most {CYCLES}", len(found), CYCLES, found

    sizes = folder_sizes(sources)
    wrong = [f"src/{folder}: {n} sources, at most {FOLDER}"
             for folder, n in sorted(sizes.items()) if n > FOLDER and folder not in LARGE]
    wrong += [f"src/{folder}: take it out of LARGE" for folder in LARGE if sizes.get(folder, 0) <= FOLDER]
    yield f"folders: {len(sizes)}, with at most {max(sizes.values())} sources; {FOLDER} but for {len(LARGE)}", len(wrong), 0, wrong

    lengths = sorted(n for source in sources for n in source.lengths)
    median, p90 = statistics.median(lengths), lengths[len(lengths) * 9 // 10]
    wrong = ["functions have grown: divide the longest of what changed"] if median > MEDIAN or p90 > P90 else []
    yield f"functions: {len(lengths)}, median {median:g} lines and p90 {p90}, at most {MEDIAN} and {P90}", len(wrong), 0, wrong

    wrong = [f"src/{source.here}: no paragraph above its first include" for source in sources
             if source.here.endswith(".c") and not source.has_opening]
    yield f"openings: {len(wrong)} sources begin without a paragraph", len(wrong), 0, wrong

    wrong = [f"src/{source.here}:{line}: {name}() names no steps" for source in sources for line, name in source.silent]
    yield f"steps: {len(wrong)} functions of more than {LONG} lines name none, at most {STEPS}", len(wrong), STEPS, wrong

    public = [source for source in sources if source.here.endswith(".h") and is_public(source.here)]
    wrong = [f"src/{source.here}:{line}: {name}() has no contract" for source in public for line, name in source.bare]
    n = sum(len(source.declared) for source in public)
    yield f"contracts: {len(wrong)} of {n} public functions have none", len(wrong), 0, wrong


def main() -> int:
    """With --list also what is within the limits."""
    failed = False
    for figure, n, limit, listed in measure(pathlib.Path(sys.argv[1])):
        print(figure)
        if n > limit or "--list" in sys.argv:
            print(*listed, sep="\n")
        failed = failed or n > limit
    return failed


if __name__ == "__main__":
    sys.exit(main())
