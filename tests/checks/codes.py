#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""codes.py ROOT: each code of LANGUAGE §15 is provoked by a test, and each code that the sources report is in §15.

A test names a code as `E401`, as a case called "401-…", or as a number that it compares with.
"""
import pathlib
import re
import sys

LISTED = re.compile(r"\b([EWR]?)(\d{3})\b")
REPORTED = re.compile(
    r"\b(?:flat_report(?:_\w+)?|report|fail|complain|lang_reader_report|lang_reader_fail|lang_lexer_report|report_at|base_diags_add)"
    r" \((?:[^;]*?,)??\s*(?:BASE_\w+,\s*)?(\d{3}),",
    re.S,
)


def codes_of(table: str) -> set:
    """("E", "401") for each code of §15; a group's letter holds until the next one."""
    found = set()
    for row in table.splitlines():
        cells = [cell.strip() for cell in row.strip("| ").split("|")]
        if len(cells) != 2 or cells[0] in ("group", "---"):
            continue
        group = re.search(r"\b([EWR])\d", cells[0])
        for letter, number in LISTED.findall(re.sub(r"\([^)]*\)", "", cells[1])):
            found.add((letter or (group.group(1) if group else "E"), number))
    return found


def is_tested(letter: str, number: str, text: str) -> bool:
    marks = [rf"\b{letter}{number}\b"]
    if letter == "E":
        marks += [rf'"{number}-', rf"\b(?:==|diags), {number}\b"]
    return any(re.search(mark, text) for mark in marks)


def main() -> int:
    root = pathlib.Path(sys.argv[1])
    section = (root / "src/lang/LANGUAGE.md").read_text().split("\n## 15 ")[1].split("\n## ")[0]
    listed = codes_of(section)
    tests = "\n".join(
        path.read_text(errors="replace")
        for path in sorted((root / "tests").rglob("*"))
        if path.suffix in (".c", ".py", ".dyad") and "checks" not in path.parts
    )
    bad = [f"{letter}{number} of LANGUAGE §15 has no test" for letter, number in sorted(listed) if not is_tested(letter, number, tests)]
    numbers = {number for _, number in listed}
    for path in sorted((root / "src").rglob("*.c")):
        for number in REPORTED.findall(path.read_text()):
            if number not in numbers:
                bad.append(f"{path.relative_to(root)}: {number} is not in LANGUAGE §15")
    print("\n".join(bad))
    return bool(bad) or len(listed) < 50


sys.exit(main())
