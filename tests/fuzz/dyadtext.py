# SPDX-License-Identifier: GPL-3.0-or-later
"""A `.dyad` text as pieces that a mutation can move: definitions, their declarations and relations.

This is no parser of the language: it splits sound texts well enough that whole elements can be deleted,
doubled and swapped, and leaves what it does not know as it stands.
"""
import re

TOKEN = re.compile(r'""".*?"""|"(?:\\.|[^"\\\n])*"|#[^\n]*|[A-Za-z_]\w*|\d+\.?\d*(?:[eE][-+]?\d+)?[A-Za-zμ]?|\s+|::|[-+*/<>=!.^]=?|.', re.S)
NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])")
HEAD = re.compile(r"^(?:(?:partial|example|test)\s+)*component\s+(\w+)", re.M)
OPENERS = {"if", "for", "when", "switch"}
OPEN, CLOSE = "([{", ")]}"


def tokens(text: str) -> list:
    return TOKEN.findall(text)


def elements(lines: list) -> list:
    """Groups of lines that belong together: doc text and comments with what follows, blocks with their `end`."""
    groups, group, depth, blocks, is_sound = [], [], 0, 0, False
    for line in lines:
        group.append(line)
        words = [t for t in tokens(line) if not t.isspace() and not t.startswith("#")]
        depth += sum(t in OPEN for t in words) - sum(t in CLOSE for t in words)
        if words and words[0] in OPENERS and depth == 0:
            blocks += 1
        if words == ["end"] or words[:2] == ["end", "{"]:
            blocks -= 1
        is_doc = not words or (len(words) == 1 and words[0].startswith('"'))
        is_sound = depth == 0 and blocks == 0 and not is_doc
        if is_sound:
            groups.append("\n".join(group))
            group = []
    if group:
        groups.append("\n".join(group))
    return groups


class Component:
    """One component of a file: what stands before it, its declarations, relations and the rest."""

    def __init__(self, text: str, match: re.Match):
        lines = text[match.start():].split("\n")
        ends = [k for k, line in enumerate(lines) if line == "end" or line.startswith("end ")]
        end = ends[0] if ends else len(lines) - 1
        relations = next((k for k in range(end) if lines[k].strip() == "relations"), end)
        metadata = next((k for k in range(end) if lines[k].startswith("metadata")), end)
        self.name = match[1]
        self.before = text[:match.start()]
        self.head = lines[0]
        self.declarations = elements(lines[1:min(relations, metadata)])
        self.relations = elements(lines[relations + 1:metadata]) if relations < metadata else []
        self.tail = "\n".join(lines[metadata:])

    def text(self) -> str:
        relations = ["relations", *self.relations] if self.relations else []
        return self.before + "\n".join([self.head, *self.declarations, *relations, self.tail])

    def instances(self) -> dict:
        """The parts by name: index of the declaration and class."""
        found = {}
        for k, declaration in enumerate(self.declarations):
            part = re.search(r"^\s*(\w+)\s*(?:::\s*[\w.]+\s*)?=\s*([A-Z][\w.]*)\s*\(", declaration, re.M)
            if part:
                found[part[1]] = (k, part[2])
        return found


def components(text: str) -> list:
    """The components of a text that have declarations, each with the text around it."""
    # A line inside of doc text may look like a head.
    inside = [m.span() for m in re.finditer(r'"""(?:.|\n)*?"""', text)]
    heads = [m for m in HEAD.finditer(text) if not any(a <= m.start() < b for a, b in inside)]
    found = [Component(text, m) for m in heads]
    return [c for c in found if c.declarations and c.text() == text]
