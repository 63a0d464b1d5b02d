#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""sequence.py ROOT: no call or initialiser has two parts that both append to a table of the compilation.

C leaves open which argument of a call, or which member of an initialiser, is evaluated first. Where two of them build
expressions, append to a vector, report or count up, two compilers number these differently and round results
differently. What appends is a function or macro that calls one of ROOTS, or another that does, by name; calls through
pointers are not seen, nor are operands of an operator.
"""
import pathlib
import re
import sys

import shape

MODULES = ["expr", "flat", "dae", "code"]
# The rows of functions are written with macros of expr; X stands for another one at each use.
TABLE = "src/base/function.h"
ROOTS = {"base_vec_push", "base_diags_add", "expr_intern", "expr_map_apply"}
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
MACRO = re.compile(r"^#[ \t]*define (\w+)\(((?:[^\n]*\\\n)*[^\n]*)", re.M)
DIRECTIVE = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
TEXT = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'")
COUNT = re.compile(r"[\w.>\[\]-]*\w\+\+")
CALL = re.compile(r"\b(\w+) \(")
TOKEN = re.compile(r"\w+|[^\s\w]")
NO_CALLS = {"if", "while", "for", "switch", "return", "sizeof", "X"}


def blank(match):
    return re.sub(r"[^\n]", " ", match[0])


def bodies(path):
    """(name, first line, text) of each macro and function."""
    text = COMMENT.sub(blank, TEXT.sub(blank, path.read_text()))
    for macro in MACRO.finditer(text):
        yield macro[1], text.count("\n", 0, macro.start()), macro[2].replace("\\\n", " \n")
    lines = DIRECTIVE.sub(blank, text).split("\n")
    for name, begin, end in shape.functions(lines):
        yield name, begin, "\n".join(lines[begin : end + 1])


def find_appending(functions):
    """appends (path, name): does a call of that name, in that file, append?"""
    files, calls, found = {}, {}, set()
    for path, name, _, text in functions:
        files.setdefault(name, set()).add(path)
        calls.setdefault((path, name), set()).update(CALL.findall(text))

    def appends(path, name):
        own = files.get(name, set())
        return name in ROOTS or any((p, name) in found for p in ({path} & own or own))

    while True:
        more = {key for key, called in calls.items() if key not in found and any(appends(key[0], name) for name in called)}
        if not more:
            return appends
        found |= more


def opens_block(text, at):
    """Does this brace open statements? They end with a semicolon or a brace, lists do not."""
    depth, last = 0, ""
    for token in TOKEN.finditer(text, at):
        depth += (token[0] == "{") - (token[0] == "}")
        if depth == 0:
            return last in (";", "}", "{")
        last = token[0]
    return True


def lists(text):
    """(offset, parts) of what stands between the brackets of each call and initialiser."""
    stack, before = [], ""
    for token in TOKEN.finditer(text):
        word = token[0]
        if word in "([{":
            is_call = word == "(" and re.fullmatch(r"\w+", before) and before not in NO_CALLS
            is_values = word == "{" and before in ("=", ")", ",", "{") and not opens_block(text, token.start())
            stack.append((is_call or is_values, token.end(), []))
        elif word in ")]}" and stack:
            is_list, begin, commas = stack.pop()
            if is_list:
                yield begin, [text[a:b] for a, b in zip([begin, *commas], [*commas, token.start()])]
        elif word == "," and stack:
            stack[-1][2].append(token.start())
        before = word


def faults(root):
    paths = [root / TABLE, *(path for module in MODULES for path in sorted((root / "src" / module).rglob("*.[ch]")))]
    functions = [(path.relative_to(root), *body) for path in paths if path.exists() for body in bodies(path)]
    appends = find_appending(functions)
    for path, _, begin, text in functions:
        for at, parts in lists(text):
            first = [next((name for name in CALL.findall(part) if appends(path, name)), None) for part in parts]
            both = [f"{name}()" for name in first if name is not None]
            counts = [count for part in parts for count in set(COUNT.findall(part))]
            for pair in both[:2], [count for count in counts if counts.count(count) > 1][:2]:
                if len(pair) > 1:
                    yield f"{path}:{begin + 1 + text.count(chr(10), 0, at)}: {' and '.join(pair)} both append: which comes first?"


def main() -> int:
    found = list(faults(pathlib.Path(sys.argv[1])))
    print("\n".join(found) or "no order of evaluation is left open")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
