#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""layers.py ROOT: every #include obeys the layering; headers form no cycle.

The table below is the architecture. Changing it is a decision, not a fix.
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
    "flat": ["base", "expr", "lang", "lib"],
    "dae": ["base", "expr", "flat", "graph"],
    "code": ["base", "expr", "dae"],
    "sim": ["base", "code"],
    "study": ["base", "code", "sim"],
    "run": ["base", "lang", "lib", "flat", "dae", "code", "sim", "study"],
    "figure": ["base", "lang", "lib", "doc", "sim", "run"],
    "cli": ["base", "lang", "lib", "doc", "sim", "run", "figure"],
    "ui": ["base", "lang", "lib", "doc", "sim", "run", "figure"],
}
ONLY_IN = {
    r"gtk/|gdk/|gsk/|adwaita|graphene": {"ui"},
    r"cairo|pango|librsvg": {"figure", "ui"},
    r"gsl/|klu|suitesparse/": {"code", "sim", "study"},
    r"matio": {"flat"},
    r"gif_lib": {"figure"},
    r"gio/|glib-object": {"run", "figure", "cli", "ui"},
}
INCLUDE = re.compile(r'^\s*#\s*include\s+(?:"([^"]+)"|<([^>]+)>)', re.M)


def main() -> int:
    src = pathlib.Path(sys.argv[1]) / "src"
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
    print("\n".join(problems) or "layers hold")
    return bool(problems)


sys.exit(main())
