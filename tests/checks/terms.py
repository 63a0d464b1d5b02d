#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""terms.py ROOT [--write]: every term of a message has an entry in the help. A word of what the compiler, a run or the
library says of a model is either plain, listed in plain-words.txt, or belongs to a term of a library.json; in every
language the translation of a message names the same terms by a word of theirs. No word is listed, and no term
explained, that neither a message nor an explanation has.
--write drops plain words that are gone; a new one is for a person to judge."""
import collections
import gettext
import json
import pathlib
import re
import subprocess
import sys
import tempfile

import translations

SAYS = re.compile(r"src/(base|code|dae|expr|flat|graph|lang|lib|run|sim)/")
CODE = re.compile(r"`[^`]*`|\w+\(\"?\w*\"?\)|--\w+|%(?:\d\$)?[-+0-9.*]*[lz]*[a-zA-Z]|\{\w+\}")
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def of_program(root: pathlib.Path, folder: pathlib.Path) -> list[str]:
    """What those parts say that speak of models, ours and in parts."""
    files = [path for path in (root / "po/POTFILES").read_text().split() if SAYS.match(path)]
    functions = re.findall(r"^  '(\w+:\d)',", (root / "po/meson.build").read_text(), re.M)
    names = ["_", "N_", "ngettext:1,2", *functions]
    template = folder / "messages.pot"
    subprocess.run(["xgettext", "-k", "--from-code=UTF-8", "--no-location", "-o", template, *(f"--keyword={name}" for name in names), *files],
                   cwd=root, check=True, stderr=subprocess.DEVNULL)
    return [json.loads('"' + "".join(re.findall(r'"(.*)"', lines)) + '"')
            for lines in re.findall(r'^msgid(?:_plural)? ((?:".*"\n)+)', template.read_text(), re.M)[1:]]


def of_library(root: pathlib.Path) -> list[str]:
    found = []
    for path in sorted((root / "data/library").rglob("*.dyad")):
        for definition in re.split(r"^end$", path.read_text(), flags=re.M):
            declared, *metadata = re.split(r"^metadata (?=\{)", definition, maxsplit=1, flags=re.M)
            relations = re.split(r"^relations$", declared, maxsplit=1, flags=re.M)[1:]
            found += translations.messages("".join(relations), "".join(metadata))
    return found


def terms(root: pathlib.Path) -> dict[str, str]:
    found = {}
    for path in sorted((root / "data/library").glob("*/library.json")):
        found |= json.loads(path.read_text()).get("terms", {})
    return found


class Terms:
    """Terms by the words that name them, in one language; of words that begin at one place the longest counts, as in
    desk/problem/glossary.c."""

    def __init__(self, words: list[str]):
        self.named = collections.defaultdict(set)
        for number, forms in enumerate(words):
            for form in forms.split("|"):
                self.named[form.casefold()].add(number)
        longest = sorted(self.named, key=len, reverse=True)
        self.pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest))})(?!\w)")

    def of(self, text: str) -> set[int]:
        return {number for form in self.pattern.findall(plain(text)) for number in self.named[form]}

    def others(self, text: str) -> list[str]:
        """Words that name no term."""
        return WORD.findall(self.pattern.sub(" ", plain(text)))


def plain(text: str) -> str:
    return CODE.sub(" ", text).casefold()


def word_faults(path: pathlib.Path, messages: list[str], explained: dict[str, str]) -> list[str]:
    words = Terms(list(explained))
    head, *lines = path.read_text().split("\n")
    listed, used = set(" ".join(lines).split()), {}
    for message in messages:
        used |= {word: message for word in words.others(message)}
    if "--write" in sys.argv:
        listed &= set(used)
        path.write_text(f"{head}\n{wrapped(sorted(listed))}")
    faults = [f'"{word}" of "{used[word]}" is no plain word of tests/checks/plain-words.txt and no term of a library.json'
              for word in sorted(set(used) - listed)]
    faults += [f'plain-words.txt: no message has "{word}"' for word in sorted(listed - set(used))]
    said = set().union(*map(words.of, messages))
    said = said.union(*(words.of(text) - {number} for number, text in enumerate(explained.values())))
    return faults + [f'nothing names the term "{term}"' for number, term in enumerate(explained) if number not in said]


def wrapped(words: list[str]) -> str:
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) > 118:
            lines.append("")
        lines[-1] += f"{' ' if lines[-1] else ''}{word}"
    return "\n".join(lines) + "\n"


def language_faults(root: pathlib.Path, folder: pathlib.Path, language: str, messages: list[str], explained: dict[str, str]) -> list[str]:
    compiled = folder / f"{language}.mo"
    subprocess.run(["msgfmt", "-o", compiled, root / f"po/{language}.po"], check=True)
    catalogue = gettext.GNUTranslations(compiled.open("rb"))
    words, faults = list(explained), []
    translated = [catalogue.pgettext("library", word) for word in words]
    here, there = Terms(words), Terms(translated)
    for message in messages:
        said = catalogue.pgettext("library", message)
        said = catalogue.gettext(message) if said == message else said
        faults += [f'po/{language}.po: "{said}" does not name "{translated[number]}"' for number in sorted(here.of(message) - there.of(said))]
    return faults


def main() -> int:
    root = pathlib.Path(sys.argv[1]).resolve()
    explained = terms(root)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        messages = sorted({*of_program(root, folder), *of_library(root)})
        faults = word_faults(root / "tests/checks/plain-words.txt", messages, explained)
        for language in re.findall(r"^\w+$", (root / "po/LINGUAS").read_text(), re.M):
            faults += language_faults(root, folder, language, messages, explained)
    print(*(f"{fault}\n" for fault in faults), sep="", end="")
    return bool(faults) or len(messages) < 500 or len(explained) < 50


if __name__ == "__main__":
    sys.exit(main())
