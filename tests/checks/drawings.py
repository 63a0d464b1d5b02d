#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""drawings.py ROOT: the diagrams that come with the project are readable drawings.

In data/examples and tests/models every instance has a place and no two overlap; every
connect has wires that are horizontal or vertical, begin and end at the ports and junctions
that they name, join all of them, and cross no symbol; every symbol of the library exists.
"""
import json
import pathlib
import re
import sys

COMPONENT = re.compile(r"(?ms)^(?:partial )?component (\w+)\n(.*?)^end$")
INSTANCE = re.compile(r"^  (\w+) = \[?([\w.]+)\(.*?\)(?: for .*\])? \{\^(\w+)\}$", re.M)
CONNECT = re.compile(r"^  connect\((.*)\)(?: \{\^(\w+)\})?$", re.M)
INDEX = re.compile(r"\[[^]]*\]")  # the elements of an array, of ports or of parts, share one place
SYMBOL = re.compile(r"dyad://([\w-]+)/([\w-]+)\.svg")


def metadata(body: str) -> dict:
    begin = body.find("metadata {")
    return json.loads(body[begin + len("metadata ") :]) if begin >= 0 else {}


def ports_in(text: str, prefix: str) -> dict:
    """Centres of the ports on their icons: prefix and class name -> ({port: (x, y)}, bases)."""
    classes = {}
    for name, body in COMPONENT.findall(text):
        places = {key: link["Dyad"].get("placement", {}).get("icon") for key, link in metadata(body).get("_links", {}).items()}
        own = {key: ((p["x1"] + p["x2"]) / 2, (p["y1"] + p["y2"]) / 2) for key, p in places.items() if p}
        classes[prefix + name] = (own, re.findall(r"^  extends ([\w.]+)", body, re.M))
    return classes


def read_ports(folder: pathlib.Path) -> dict:
    """The ports of all components of a library."""
    classes = {}
    for path in sorted(folder.rglob("*.dyad")):
        space = ".".join(path.relative_to(folder).parts[:-1])
        classes |= ports_in(path.read_text(), space + ".")
    return classes


def ports_of(classes: dict, name: str) -> dict:
    own, bases = classes[name]
    return {port: at for base in bases for port, at in ports_of(classes, base).items()} | own


def on_diagram(place: dict, port: tuple) -> tuple:
    """Where a port of an icon stands in the diagram: mirrored, then turned clockwise."""
    x, y = ((port[0] - 500) / 1000 * (place["x2"] - place["x1"]), (port[1] - 500) / 1000 * (place["y2"] - place["y1"]))
    for _ in range(round(place["rot"] / 90) % 4):
        x, y = -y, x
    return ((place["x1"] + place["x2"]) / 2 + x, (place["y1"] + place["y2"]) / 2 + y)


def box(place: dict) -> tuple:
    xs, ys = sorted((place["x1"], place["x2"])), sorted((place["y1"], place["y2"]))
    return xs[0], ys[0], xs[1], ys[1]


def meet(a: tuple, b: tuple) -> bool:
    """Do two boxes (x1, y1, x2, y2) share more than an edge?"""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def check_wire(arguments: list, link: dict, ends: dict, boxes: dict) -> list:
    junctions = [(j["x"], j["y"]) for j in link.get("junctions", [])]
    problems, joined = [], {}

    def group(k):
        while joined.get(k, k) != k:
            k = joined[k]
        return k

    for edge in link.get("edges", []):
        ends_at = [ends[INDEX.sub("", arguments[k - 1])] if k > 0 else junctions[-k - 1] for k in (edge["S"], edge["E"])]
        points = [ends_at[0], *((p["x"], p["y"]) for p in edge["M"]), ends_at[1]]
        joined[group(edge["S"])] = group(edge["E"])
        for (xa, ya), (xb, yb) in zip(points, points[1:]):
            if xa != xb and ya != yb:
                problems.append(f"a wire is diagonal from ({xa:g}, {ya:g}) to ({xb:g}, {yb:g})")
            span = (min(xa, xb), min(ya, yb), max(xa, xb), max(ya, yb))
            problems += [f"a wire crosses {name}" for name, b in boxes.items() if meet(span, b)]
    if len({group(k + 1) for k in range(len(arguments))}) > 1:
        problems.append("the wires do not join all ports")
    return problems


def check_component(body: str, classes: dict) -> list:
    links = {key: link.get("Dyad", {}) for key, link in metadata(body).get("_links", {}).items()}
    problems, ends, boxes, own_ports = [], {}, {}, {}
    for name, class_name, key in INSTANCE.findall(body):
        place = links.get(key, {}).get("placement", {}).get("diagram")
        if place is None:
            problems.append(f"{name} has no place")
            continue
        problems += [f"{name} and {other} overlap" for other, b in (boxes | own_ports).items() if meet(box(place), b)]
        if class_name not in classes:  # a connector: a port of the component, in whose middle wires end
            own_ports[name] = box(place)
            ends[name] = on_diagram(place, (500, 500))
            continue
        boxes[name] = box(place)
        for port, at in ports_of(classes, class_name).items():
            ends[f"{name}.{port}"] = on_diagram(place, at)
    for arguments, key in CONNECT.findall(body):
        wires = check_wire(arguments.split(", "), links.get(key, {}), ends, boxes)
        problems += [f"connect({arguments}): {problem}" for problem in wires]
    return problems


def main() -> int:
    root = pathlib.Path(sys.argv[1]).resolve()
    library = root / "data" / "library"
    classes, problems, n_drawings = read_ports(library), [], 0
    for path in [*sorted((root / "data" / "examples").glob("*.dyad")), *sorted((root / "tests" / "models").glob("*.dyad"))]:
        text = path.read_text()
        known = classes | ports_in(text, "")
        for name, body in COMPONENT.findall(text):
            n_drawings += 1
            problems += [f"{path.relative_to(root)}: {name}: {problem}" for problem in check_component(body, known)]
    for path in sorted(library.rglob("*.dyad")):
        for folder, name in SYMBOL.findall(path.read_text()):
            if not (root / "icons" / folder / f"{name}.svg").exists():
                problems.append(f"{path.relative_to(root)}: there is no symbol icons/{folder}/{name}.svg")
    print("\n".join(problems) or f"{n_drawings} drawings are readable")
    return bool(problems)


if __name__ == "__main__":
    sys.exit(main())
