#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""layers.py ROOT: every #include obeys the layering and takes from another module what is public there; headers
form no cycle; the headers of the public face show nothing of the inside.

The tables below are the architecture. Changing them is a decision, not a fix.
"""
import pathlib
import re
import sys

MAY_USE = {
    "base": [],
    "graph": ["base"],
    "expr": ["base"],
    "lang": ["base"],
    "lib": ["base", "lang"],
    "doc": ["base", "lang", "lib"],
    "flat": ["base", "expr", "graph", "lang", "lib"],
    "dae": ["base", "expr", "flat", "graph"],
    "code": ["base", "expr", "dae"],
    "sim": ["base", "lib", "code"],
    "study": ["base", "code", "sim"],
    "run": ["base", "lang", "lib", "flat", "dae", "code", "sim", "study"],
    "figure": ["base", "lang", "lib", "doc", "sim", "run"],
    "cli": ["base", "lang", "lib", "doc", "sim", "run", "figure"],
    "desk": ["base", "lang", "lib", "doc", "sim", "run", "figure"],
    "ui": ["base", "lang", "lib", "doc", "sim", "run", "figure", "desk"],
}
# What a module offers to others, where that is not all of its headers.
PUBLIC = {
    "expr": ["expr/derive.h", "expr/isolate.h", "expr/ops.h", "expr/pool.h"],
    "lang": ["lang/ast.h", "lang/foreign.h", "lang/json.h", "lang/lexer.h", "lang/near.h", "lang/parse.h", "lang/print.h", "lang/token.h", "lang/walk.h"],
    "lib": ["lib/assumed.h", "lib/card.h", "lib/class.h", "lib/constant.h", "lib/folder.h", "lib/offer/icon.h", "lib/index.h", "lib/match.h", "lib/model.h",
            "lib/text.h", "lib/tree.h", "lib/type.h"],
    "doc": ["doc/changes.h", "doc/edit/edit.h", "doc/level.h", "doc/view/hit.h", "doc/view/label.h", "doc/view/note.h", "doc/model.h", "doc/plot.h", "doc/wire/route.h", "doc/wire/stretch.h", "doc/wire/tag-extent.h"],
    "flat": ["flat/build.h", "flat/model.h"],
    "dae": ["dae/system.h"],
    "code": ["code/cells.h", "code/delay.h", "code/ops.h", "code/program.h", "code/slice.h", "code/table.h"],
    "sim": ["sim/build.h", "sim/linear.h", "sim/model.h", "sim/snapshot.h", "sim/state.h", "sim/status.h"],
    "run": ["run/compile.h", "run/embed.h", "run/export.h", "run/law.h", "run/measure.h", "run/open.h", "run/points.h", "run/recorder.h", "run/session.h", "run/trace.h"],
    "figure": ["figure/diagram/diagram.h", "figure/motion/export.h", "figure/motion/motion.h", "figure/output.h", "figure/plot/chart.h", "figure/plot/plot.h",
               "figure/diagram/symbol.h", "figure/text.h"],
}
ONLY_IN = {
    r"gtk/|gdk/|gsk/|gtksourceview/|adwaita|graphene": {"ui"},
    r"cairo|pango|librsvg": {"figure", "ui"},
    r"gsl/|klu|suitesparse/": {"sim", "study"},
    r"matio": {"flat"},
    r"gif_lib": {"figure"},
    r"glib-object": {"run", "figure", "desk", "cli", "ui"},
    r"gio/": {"figure", "desk", "ui"},
}
# The public face: what stands on `run` sees models, runs and results, and nothing of how they are made. No header that
# run offers, or that one of these modules takes from run or sim, leads to one of the inside or to a private one.
ON_FACE = {"figure", "cli", "desk", "ui"}
INSIDE = {"graph", "expr", "flat", "dae", "code"}
INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', re.M)


def faults(root: pathlib.Path) -> list:
    src = root / "src"
    problems, uses = [], {}
    for path in sorted(src.rglob("*.[ch]")):
        here = path.relative_to(src)
        module = here.parts[0]
        for own, system in INCLUDE.findall(path.read_text()):
            if own:
                uses.setdefault(str(here), []).append(own)
                if "/" not in own:
                    problems.append(f"{here}: write the module in #include \"{own}\"")
                elif own.split("/")[0] not in MAY_USE[module] + [module]:
                    problems.append(f"{here}: {module} may not use {own}")
                elif own.split("/")[0] != module and own not in PUBLIC.get(own.split("/")[0], [own]):
                    problems.append(f"{here}: {own} is no public header of its module")
            for pattern, modules in ONLY_IN.items():
                if re.match(pattern, system) and module not in modules:
                    problems.append(f"{here}: {module} may not use <{system}>")

    state = {}

    def visit(header, trail):
        if state.get(header) == "open":
            problems.append("header cycle: " + " -> ".join(trail + [header]))
        if header in state:
            return
        state[header] = "open"
        for other in uses.get(header, []):
            visit(other, trail + [header])
        state[header] = "done"

    for header in [h for h in uses if h.endswith(".h")]:
        visit(header, [])

    face = set(PUBLIC["run"])
    for here in uses:
        if here.split("/")[0] in ON_FACE:
            face.update(other for other in uses[here] if other.startswith(("run/", "sim/")))
    seen = set()

    def show(header, trail):
        module = header.split("/")[0]
        if module in INSIDE or header not in PUBLIC.get(module, [header]):
            problems.append("the public face shows " + " -> ".join(trail + [header]))
        elif header not in seen:
            seen.add(header)
            for other in uses.get(header, []):
                show(other, trail + [header])

    for header in sorted(face):
        show(header, [])
    return problems


def main() -> int:
    found = faults(pathlib.Path(sys.argv[1]))
    print("\n".join(found) or "layers hold")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
