#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""documents.py ROOT: what the documents name exists: paths, functions, types, actions, options and signals between
backticks or in blocks of code; and src/README.md has all folders, their files and the public headers.

A name is that of a path if it has a slash or the ending of a file; `<topic>`, `*` and capital words such as `OUT.png`
stand for anything. NEWS.md tells of the past and is not read."""
import pathlib
import re
import sys

import layers

DOCUMENTS = ["README.md", "CONTRIBUTING.md", "src/README.md", "src/STYLE.md", "src/lang/LANGUAGE.md",
             "data/library/README.md", "data/library/CREDITS.md", "data/examples/README.md", "tests/ui/README.md",
             "tests/fuzz/README.md"]
SOURCES = ["src", "tests", "ui", "data/library", ".ci"]
MODULES = "base graph expr lang lib doc flat dae code sim run figure desk cli ui".split()
ENDINGS = r"(?:c|h|py|ui|md|css|xml|txt|build|dyad|svg|png|in|clang-format|editorconfig)"
PATH = re.compile(rf"[\w.@*<>-]+(?:/[\w.@*<>-]+)+/?|[\w*<>-]+\.{ENDINGS}|\.[a-z][\w-]+/?")
CALL = re.compile(rf"\b((?:{'|'.join(MODULES)})_\w+)(?= ?\()")
TYPE = re.compile(rf"\b((?:{'|'.join(m.capitalize() for m in MODULES)})[A-Z]\w*[a-z]\w*)\b")
ACTION = re.compile(r"(?:win|app|run|motion|plots)\.[a-z][a-z-]+")
OPTION = re.compile(r"--[a-z][a-z-]+")
# Examples of what may be, and what only looks like a path.
EXAMPLES = {".dyad", ".mat", "Lib/Sources/Position.dyad", "1/s", "table1d/2d"}
# Words of the language that the table of folders quotes.
WORDS = {"if"}


def text_of_sources(root):
    """All that can define a name, as one text."""
    texts = []
    for folder in SOURCES:
        for path in sorted((root / folder).rglob("*")):
            if path.is_file() and path.suffix not in (".png", ".md", ".svg", ".csv", ".mat", ".gz"):
                texts.append(path.read_text(errors="replace"))
    texts += [(root / name).read_text() for name in ("run", "meson.build", "meson_options.txt")]
    return "\n".join(texts)


def exists(root, document, name):
    """Is there such a file, seen from the top or from src/, or anywhere below the document's folder?"""
    here = (root / document).parent
    if re.search(r"<|\b[A-Z]{2,}\b(?!\.md)", name) or name.startswith("build") or \
            not (here / name).resolve().is_relative_to(root.resolve()):  # what stands beside the project is not everywhere
        return True
    found = [*root.glob(name.rstrip("/")), *(root / "src").glob(name.rstrip("/"))]
    return bool(found) or here != root and next(here.rglob(name.rstrip("/")), None) is not None


def check_headers(lines):
    """The table of modules names the headers that layers.py calls public, where these are not all."""
    for number, line in lines:
        row = re.match(r"\| `(\w+)` \| [^|]+\| ([^|]+)\|", line)
        if row and row.group(1) in layers.PUBLIC:
            public = {pathlib.Path(header).stem for header in layers.PUBLIC[row.group(1)]}
            for name in sorted(public ^ set(re.findall(r"`([\w-]+)`", row.group(2)))):
                yield number, f"module {row.group(1)}: `{name}` is not public both here and in layers.py"


def check_rooms(root, lines):
    """The table of folders has each source in the row of its folder, and names no file that is not there; `verb-` stands
    for all that begin so."""
    missing = {path.relative_to(root / "src").with_suffix("").as_posix() for path in (root / "src").rglob("*.c")}
    for number, line in lines:
        row = re.match(r"\| `([\w/]+)/` \| (.+) \|$", line)
        if not row or row.group(1).split("/")[0] not in MODULES:
            continue
        for name in set(re.findall(r"`([a-z][\w-]*)`", row.group(2))) - WORDS:
            files = list((root / "src" / row.group(1)).glob(name + ("*" if name.endswith("-") else "") + ".[ch]"))
            missing -= {f"{row.group(1)}/{path.stem}" for path in files}
            if not files:
                yield number, f"{row.group(1)}/ has no `{name}`"
    for path in sorted(missing):
        yield len(lines), f"the table of folders has no {path}"


def check_top_level(root, lines):
    """What stands at the top is in the table of it; dot-files and builds aside."""
    begin = next(n for n, line in lines if line == "## Top level")
    text = "\n".join(line for n, line in lines[begin:begin + 20])
    for path in sorted(root.iterdir()):
        name = path.name
        if not name.startswith((".", "build")) and name != "README.md" and f"`{name}" not in text:
            yield begin, f"the table of the top level has no {name}"


def check(root, document, words, sources):
    lines = list(enumerate((root / document).read_text().splitlines(), 1))
    in_block = False
    for number, line in lines:
        if line.lstrip().startswith("```"):
            in_block = not in_block
            continue
        quoted = [line] if in_block else re.findall(r"`([^`]+)`", line)
        for text in quoted:
            for name in CALL.findall(text) + TYPE.findall(text):
                if name not in words:
                    yield number, f"there is no {name}"
            if in_block:
                continue
            if text not in EXAMPLES and PATH.fullmatch(text) and not exists(root, document, text):
                yield number, f"there is no file {text}"
            for name in ACTION.findall(text) if ACTION.fullmatch(text) else []:
                if f'"{name}"' not in sources and f">{name}<" not in sources and \
                        f'"{name.split(".")[1]}"' not in sources:
                    yield number, f"there is no action {name}"
            for name in OPTION.findall(text):
                if name not in sources and f'"{name[2:]}"' not in sources:
                    yield number, f"there is no option {name}"
    if document == "src/README.md":
        yield from check_top_level(root, lines)
        yield from check_headers(lines)
        yield from check_rooms(root, lines)


def main():
    root = pathlib.Path(sys.argv[1])
    sources = text_of_sources(root)
    words = set(re.findall(r"\w+", sources))
    n_wrong = 0
    for document in DOCUMENTS:
        for number, wrong in check(root, document, words, sources):
            print(f"{document}:{number}: {wrong}")
            n_wrong += 1
    return n_wrong > 0


sys.exit(main())
