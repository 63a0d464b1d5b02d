#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""by_name.py: NAMES.md is all that it takes to bring a model of Modelica components here.

Every acceptance case is translated word by word, with nothing but the rows of NAMES.md and
the rules below, run, and held against its reference. The rules are the remarks of NAMES.md
that are no renaming: gravity as a vector, `exact` with `f_crit`, names of enumeration cases.
Without the cases it is skipped (status 77).
"""
import argparse
import json
import pathlib
import re
import sys

import cases
import compare

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "checks"))
from names import Library  # noqa: E402

CASE_NAMES = {"CoSine": "Cosine", "HoldLastPoint": "Hold", "NoExtrapolation": "Error",
              "LinearSegments": "Linear", "ConstantSegments": "Constant"}
INDEX = re.compile(r"\[\d+\]$")


def literal(value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"[{', '.join(map(literal, value))}]" if isinstance(value, list) else repr(value)


class Translator:
    def __init__(self, library: Library, names: dict):
        self.library = library
        self.names = names

    def member(self, class_name: str, name: str) -> str:
        """Our name of a member of their class, which must exist."""
        ours = self.names[class_name]
        full = self.names.get(f"{class_name}.{name}")
        if full is None and INDEX.search(name):
            return self.member(class_name, INDEX.sub("", name)) + INDEX.search(name)[0]
        found = full[len(ours) + 1 :] if full else name
        if not self.library.has(ours, found):
            raise KeyError(f"{class_name}.{name}")
        return found

    def type_of(self, class_name: str, name: str) -> str:
        _, bases, members = self.library.classes[class_name]
        return members.get(name) or next(filter(None, (self.type_of(base, name) for base in bases)), "")

    def case_of(self, class_name: str, name: str, case: str) -> str:
        """A case of the enumeration of our parameter, with its full name."""
        kind = self.type_of(class_name, name)
        case = CASE_NAMES.get(case, case)
        full = next(c for c in self.library.classes if c == kind or c.endswith("." + kind))
        _, _, known = self.library.classes[full]
        return f"{full}.{'frame_b' if case == 'frame_a' and full.endswith('InFrameB') else case}" if known is not None else case

    def settings(self, component: dict) -> list:
        class_name, found = component["class"], []
        ours, params = self.names[class_name], dict(component["params"])
        if class_name == "PlanarMechanics.PlanarWorld":
            x, y = params.pop("constantGravity", [0, -9.81])
            g = (x * x + y * y) ** 0.5
            found.append(f"n = [{x / g}, {y / g}], g = {g}" if g else "g = 0")
        if f"{class_name}.exact" in self.names:
            exact, f_crit = params.pop("exact", False), params.pop("f_crit", 50)
            kind = f"{ours.rpartition('.')[0]}.ReferenceType"
            found.append(f"ref_type = {kind}.Exact" if exact else f"ref_type = {kind}.Filtered(f_crit = {f_crit})")
        for name, value in params.items():
            name = self.member(class_name, name)
            found.append(f"{name} = {self.case_of(ours, name, value) if isinstance(value, str) else literal(value)}")
        for name, start in component["start"].items():
            attribute = "initial" if start["fixed"] else "guess"
            found.append(f"{self.member(class_name, name)}({attribute} = {literal(start['value'])})")
        return found

    def text(self, case: dict) -> str:
        class_of = {c["name"]: c["class"] for c in case["components"]}

        def port(path: str) -> str:
            instance, _, name = path.partition(".")
            return f"{instance}.{self.member(class_of[instance], name)}"

        lines = ["component Case"]
        lines += [f"  {c['name']} = {self.names[c['class']]}({', '.join(self.settings(c))})" for c in case["components"]]
        lines += ["relations", *(f"  connect({port(a)}, {port(b)})" for a, b in case["connections"]), "end", ""]
        return "\n".join(lines)


def follows(folder: pathlib.Path, translator: Translator, cli: str, out: pathlib.Path) -> bool:
    case = json.loads((folder / "model.json").read_text())
    reference = compare.read_reference(folder / "reference.csv")
    class_of = {c["name"]: c["class"] for c in case["components"]}
    ours = {signal: cases.our_signal(signal, class_of, translator.names) for signal in reference.signals}
    diagram, result = out / f"{folder.name}.dyad", out / f"{folder.name}.csv"
    diagram.write_text(translator.text(case))
    if cases.simulate(cli, diagram, case, list(ours.values()), result):
        return False
    table = compare.read_table(result)
    renamed = {signal: table.signals[name] for signal, name in ours.items() if name in table.signals}
    verdicts = compare.compare(reference, compare.Table(table.time, renamed), case.get("tube"))
    return all(verdict.passed for verdict in verdicts)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True, help="dashpot-cli")
    parser.add_argument("--cases", type=pathlib.Path, required=True, help="folder of the cases")
    parser.add_argument("--library", type=pathlib.Path, required=True, help="data/library")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for the results")
    arguments = parser.parse_args()
    folders = sorted(path.parent for path in arguments.cases.glob("*/model.json"))
    if not folders:
        print(f"skipped: there are no cases in {arguments.cases}")
        return 77
    out = arguments.out / "by-name"
    out.mkdir(parents=True, exist_ok=True)
    translator = Translator(Library(arguments.library), cases.read_names(arguments.library / "NAMES.md"))
    failed = [folder.name for folder in folders if not follows(folder, translator, arguments.cli, out)]
    print(f"{len(folders) - len(failed)} of {len(folders)} cases follow", *failed)
    return len(failed) > 0


if __name__ == "__main__":
    sys.exit(main())
