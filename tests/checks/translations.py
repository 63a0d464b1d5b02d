#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""translations.py ROOT [--write]: po/library.h holds the texts of the library, which xgettext cannot read there, and
every language in po/LINGUAS has all texts of the program and the library, with the formats of the original, and
none of them in English. In no language, nor in English, have two rows of a menu the same underlined letter.
--write makes po/library.h and the file of a new language, and brings the others up to date: what is new there is left
empty, what is gone is dropped."""
import collections
import gettext
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile

HEAD = """/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What data/library and data/examples say to the user, for translators: made by
 * `tests/checks/translations.py . --write`. Names of components, ports and parameters,
 * code between `` and formulas stay. */
"""
# What a language has in common with English; formulas without words and code are it in all.
SAME = {"de": ["Amplitude", "Argument", "Dashpot", "Experiment", "Exponent", "Fluid", "Motor", "Name", "Phase", "Plots", "Rotor", "Signal", "Text", "sample()"],
        "fr": ["Amplification", "Amplitude", "Argument", "Base", "Conversions", "Copies", "Dashpot", "Documentation", "Expression", "Gain", "Machine",
               "Phase", "Ports", "Positions", "Rotor", "Signal", "Sources", "Tables", "Triangle", "Variables", "_Forces", "angle", "argument|arguments", "condition|conditions", "expression|expressions", "gain", "port|ports",
               "sample()", "table|tables", "type|types", "variable|variables"]}
STRING = r'"((?:[^"\\]|\\.)*)"'
DOC = re.compile(rf'^(\s*)(?:"""(.*?)"""|{STRING})[ \t]*$', re.S | re.M)
CLASS = re.compile(r"^(?:(?:partial|example|test|external) )*(component|connector|enum|struct|type|analysis|function)\b", re.M)


def paragraphs(doc: str) -> list[str]:
    """As lib_text_doc () takes a documentation apart."""
    found, paragraph, was_alone = [], "", False
    for line in [*doc.split("\n"), ""]:
        is_alone, line = line.startswith(("  ", "- ", "* ")), line.rstrip()
        if not line:
            found += [paragraph] if paragraph else []
            paragraph = ""
            continue
        if paragraph:
            paragraph += "\n" if is_alone or was_alone else " "
        paragraph += line if is_alone else line.lstrip()
        was_alone = is_alone
    return found


def dedent(text: str, margin: str) -> str:
    return "\n".join(line.removeprefix(margin) for line in text.split("\n"))


def strings(value) -> list[str]:
    """All texts in a JSON object, in order."""
    return [value] if isinstance(value, str) else [text for one in value.values() for text in strings(one)]


def of_metadata(text: str, key: str) -> list[str]:
    found = []
    for at in re.finditer(rf'"{key}": (?=[{{"])', text):
        found += strings(json.JSONDecoder().raw_decode(text, at.end())[0])
    return found


def messages(relations: str, metadata: str) -> list[str]:
    """What assertions and connectors say when something is wrong."""
    return [json.loads(f'"{said}"') for said in re.findall(rf"(?:assert|terminate)\(.*?{STRING}\)", relations)] \
        + of_metadata(metadata, "messages") + of_metadata(metadata, "unset")


def of_definition(text: str) -> list[str]:
    """The documentation of the definition and of what it declares, and what its assertions and connectors say."""
    head, *body = re.split(r"^metadata (?=\{)", text, maxsplit=1, flags=re.M)
    declared, *relations = re.split(r"^relations$", head, maxsplit=1, flags=re.M)
    kind = CLASS.search(declared)
    if kind is None or kind[1] in ("type", "analysis", "function"):
        return []
    docs = [dedent(doc[2], doc[1].lstrip("\n")) if doc[2] is not None else json.loads(f'"{doc[3]}"') for doc in DOC.finditer(declared)
            if kind[1] != "enum" or re.match(r"\s*\w+::", declared[doc.end():])]
    partial = re.search(r"^partial ", declared, re.M)
    if partial and docs and DOC.search(declared).start() < partial.start():
        del docs[0]
    return [one for doc in docs for one in paragraphs(doc)] \
        + messages("".join(relations), "".join(body))


def of_library(folder: pathlib.Path) -> list[str]:
    """Its title and the titles of the folders with components, what it says instead of some, and its terms."""
    about = json.loads((folder / "library.json").read_text())
    offered = {path.parent.name for path in folder.rglob("*.dyad") if re.search(r"^component ", path.read_text(), re.M) and path.parent != folder}
    titles = [about["title"]] if "title" in about else []
    return [*titles, *about.get("categories", []), *sorted(offered), *about.get("instead", {}).values(),
            *(text for term in about.get("terms", {}).items() for text in term)]


def library(root: pathlib.Path) -> str:
    """What po/library.h has to be: every text once, file by file."""
    texts = []
    for path in sorted((root / "data/library").glob("*/library.json")):
        texts += of_library(path.parent)
    for path in sorted([*(root / "data/library").rglob("*.dyad"), *(root / "data/examples").glob("*.dyad")]):
        for definition in re.split(r"^end$", path.read_text(), flags=re.M):
            texts += of_definition(definition)
    return HEAD + "".join(f'NC_ ("library", {json.dumps(text, ensure_ascii=False)})\n' for text in dict.fromkeys(texts))


def make_template(root: pathlib.Path, path: pathlib.Path) -> None:
    functions = re.findall(r"^  '(\w+:\d)',", (root / "po/meson.build").read_text(), re.M)
    names = ["_", "N_", "C_:1c,2", "NC_:1c,2", "ngettext:1,2", "g_dngettext:2,3", "g_dpgettext2:2c,3", *functions]
    subprocess.run(["xgettext", "--from-code=UTF-8", "--no-location", "--package-name=dashpot", "--flag=N_:1:pass-c-format", "--exclude-file=po/signs.pot", "-o", path,
                    *(f"--keyword={name}" for name in names), "--files-from", "po/POTFILES"], cwd=root, check=True, stderr=subprocess.DEVNULL)
    path.write_text(re.sub(r'^"POT-Creation-Date:.*\n', "", path.read_text(), flags=re.M))  # no date that every merge would argue about


def merge(root: pathlib.Path, template: pathlib.Path, language: str, merged: pathlib.Path) -> None:
    subprocess.run(["msgmerge", "--quiet", "--no-fuzzy-matching", "--no-location", "-o", merged, root / f"po/{language}.po", template], check=True)
    subprocess.run(["msgattrib", "--no-obsolete", "-o", merged, merged], check=True)


def chosen(path: pathlib.Path, *attributes: str) -> list[str]:
    """The texts of a catalogue with one of these attributes."""
    found = []
    for attribute in attributes:
        text = subprocess.run(["msgattrib", attribute, "--no-obsolete", "--no-wrap", path], check=True, capture_output=True, text=True).stdout
        found += re.findall(r'^msgid "(.+)"$|^msgid ""\n"(.+)"$', text, re.M)
    return [one or lines for one, lines in found]


def has_words(text: str) -> bool:
    """In a formula words stand side by side; there are none in "initial a = a0"."""
    if text.startswith("    "):
        return re.search(r"[\w)\]] [\w(\[]", text.replace("initial ", "")) is not None
    return re.search("[a-z]", re.sub(r"`[^`]*`|%\w", "", text), re.I) is not None


def same_faults(language: str, catalogue: gettext.GNUTranslations) -> list[str]:
    texts = [translation for text, translation in catalogue._catalog.items() if text in (translation, f"library\x04{translation}")]
    return [f'po/{language}.po: "{text}" is English' for text in texts if has_words(text) and text not in SAME.get(language, [])]


def menus(text: str) -> list[list[str]]:
    """The labels that are seen together, menu by menu; that of a submenu stands where it opens."""
    found, opened = [], []
    for submenu, tag, label in re.findall(r'<submenu>\s*<attribute name="label"[^>]*>([^<]*)|<(/?(?:sub)?menu)\b|<attribute name="label"[^>]*>([^<]*)', text):
        if submenu or label:
            opened[-1].append(html.unescape(submenu or label))
        if tag.startswith("/"):
            found.append(opened.pop())
        elif submenu or tag:
            opened.append([])
    return found


def mnemonic_faults(root: pathlib.Path, language: str, translate) -> list[str]:
    faults = []
    for path in sorted((root / "ui").glob("*.ui")):
        for menu in menus(path.read_text()):
            by_letter = collections.defaultdict(list)
            for label in map(translate, menu):
                by_letter[label.partition("_")[2][:1].casefold()].append(label)
            faults += [f"ui/{path.name}: in {language}, {' and '.join(same)} have one letter" for letter, same in by_letter.items() if letter and len(same) > 1]
    return faults


def is_complete(root: pathlib.Path, template: pathlib.Path, language: str) -> bool:
    merged = template.with_name(f"{language}.po")
    if "--write" in sys.argv and not (root / f"po/{language}.po").exists():
        subprocess.run(["msginit", "--no-translator", "-l", language, "-i", template, "-o", root / f"po/{language}.po"], check=True, stderr=subprocess.DEVNULL)
    merge(root, template, language, merged)
    if "--write" in sys.argv:
        (root / f"po/{language}.po").write_text(merged.read_text())
    compiled = template.with_name(f"{language}.mo")
    checked = subprocess.run(["msgfmt", "--check", "--check-accelerators=_", "-o", compiled, root / f"po/{language}.po"], capture_output=True, text=True)
    missing = chosen(merged, "--untranslated", "--only-fuzzy")
    faults = []
    if compiled.exists():
        catalogue = gettext.GNUTranslations(compiled.open("rb"))
        faults = mnemonic_faults(root, language, catalogue.gettext) + same_faults(language, catalogue)
    for text in missing:
        print(f"po/{language}.po: no translation of \"{text}\"")
    print(*(f"{fault}\n" for fault in faults), checked.stderr, sep="", end="")
    return checked.returncode == 0 and not missing and not faults


def main() -> int:
    root = pathlib.Path(sys.argv[1]).resolve()
    path = root / "po/library.h"
    if "--write" in sys.argv:
        path.write_text(library(root))
    is_good = path.read_text() == library(root)
    if not is_good:
        print("po/library.h is not what the library says: tests/checks/translations.py . --write")
    faults = mnemonic_faults(root, "English", str)
    print(*(f"{fault}\n" for fault in faults), sep="", end="")
    is_good = is_good and not faults
    with tempfile.TemporaryDirectory() as folder:
        template = pathlib.Path(folder) / "dashpot.pot"
        make_template(root, template)
        for language in re.findall(r"^\w+$", (root / "po/LINGUAS").read_text(), re.M):
            is_good = is_complete(root, template, language) and is_good
    return not is_good


if __name__ == "__main__":
    sys.exit(main())
