#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""properties.py --cli CLI --out DIR [--seeds N]: what holds of every model, over generated ones.

Random networks of masses, springs, dampers, rods, inertias and gears keep their momentum and
their energy (with what the dampers took), and move the same whatever order their text has,
whatever their parts are called, and with any of the parts in a component of their own. The
friction models meet the same number of events whatever the tolerance and the interval.
"""
import argparse
import pathlib
import random
import re
import sys

from rig import Rig

T = "TranslationalComponents"
R = "RotationalComponents"
STOP = 3
SAME = 1e-6
FRICTION = ["R_Friction", "R_SimpleGearShift", "T_Friction", "RT_TestFriction", "R_LossyGearDemo1",
            "R_OneWayClutchDisengaged", "T_ElastoGap", "R_Backlash"]
LOOPS = ["P_KinematicLoop", "M_ThreeLoops", "P_WheelBasedCraneCrab", "X_String_N4"]


class Network:
    """Instances (name: class with arguments) and nodes (lists of instance.port)."""

    def __init__(self):
        self.instances = {}
        self.nodes = []

    def add(self, name: str, class_name: str, **settings) -> str:
        arguments = ", ".join(f"{key.replace('_initial', '(initial')} = {value!r}" + (")" if key.endswith("_initial") else "")
                              for key, value in settings.items())
        self.instances[name] = f"{class_name}({arguments})"
        return name

    def join(self, *ports: str) -> None:
        """Joins ports, and the nodes that they are in already."""
        met = [node for node in self.nodes if set(node) & set(ports)]
        self.nodes = [node for node in self.nodes if node not in met]
        self.nodes.append(sorted(set(ports).union(*met)))

    def renamed(self, rename) -> "Network":
        other = Network()
        other.instances = {rename(name): text for name, text in self.instances.items()}
        other.nodes = [[re.sub(r"^\w+", lambda name: rename(name[0]), port) for port in node] for node in self.nodes]
        return other

    def shuffled(self, dice: random.Random) -> "Network":
        other = Network()
        names = list(self.instances)
        dice.shuffle(names)
        other.instances = {name: self.instances[name] for name in names}
        other.nodes = [dice.sample(node, len(node)) for node in dice.sample(self.nodes, len(self.nodes))]
        return other

    def text(self, name: str = "Network", ports: dict | None = None) -> str:
        """`ports` are those that the component has itself: name: connector."""
        lines = [f"component {name}", *(f"  {port} = {kind}()" for port, kind in (ports or {}).items())]
        lines += [f"  {instance} = {text}" for instance, text in self.instances.items()]
        lines += ["relations", *(f"  connect({', '.join(node)})" for node in self.nodes if len(node) > 1), "end", ""]
        return "\n".join(lines)

    def grouped(self, inside: set) -> str:
        """The text of the model with the instances `inside` as a part of it."""
        part, whole, ports = Network(), Network(), {}
        part.instances = {name: text for name, text in self.instances.items() if name in inside}
        whole.instances = {name: text for name, text in self.instances.items() if name not in inside} | {"part": "Part()"}
        for node in self.nodes:
            within = [port for port in node if port.split(".")[0] in inside]
            without = [port for port in node if port not in within]
            if within and without:
                name = f"port{len(ports)}"
                ports[name] = "Dyad.Flange" if ".flange" in node[0] else "Dyad.Spline"
                part.nodes.append([name, *within])
                whole.nodes.append([f"part.{name}", *without])
            else:
                (part if within else whole).nodes.append(node)
        return part.text("Part", ports) + whole.text()


def add_line(network: Network, dice: random.Random) -> None:
    """Masses in a row, some joined rigidly, some over a rod and two springs; further springs across."""
    n = dice.randint(3, 7)
    for k in range(n):
        mass = {"m": round(dice.uniform(0.5, 3), 3), "L": round(dice.uniform(0, 0.3), 3)}
        link = "first" if k == 0 else dice.choice(["rigid", "spring", "spring", "rod", "damper"])
        if link != "rigid":
            mass |= {"s_initial": round(k + dice.uniform(-0.2, 0.2), 3), "v_initial": round(dice.uniform(-1, 1), 3)}
        network.add(f"mass{k}", f"{T}.Components.Mass", **mass)
        before, after = f"mass{k - 1}.flange_b", f"mass{k}.flange_a"
        stiffness = {"c": round(dice.uniform(20, 200), 2), "s_rel0": 0.8}
        if link == "rigid":
            network.join(before, after)
        elif link == "spring":
            network.add(f"spring{k}", f"{T}.Components.Spring", **stiffness)
            network.join(before, f"spring{k}.flange_a")
            network.join(f"spring{k}.flange_b", after)
        elif link == "damper":
            network.add(f"damper{k}", f"{T}.Components.SpringDamper", d=round(dice.uniform(0.2, 2), 3), **stiffness)
            network.join(before, f"damper{k}.flange_a")
            network.join(f"damper{k}.flange_b", after)
        elif link == "rod":
            network.add(f"spring{k}", f"{T}.Components.Spring", **stiffness)
            network.add(f"rod{k}", f"{T}.Components.Rod", L=0.1)
            network.add(f"spring{k}b", f"{T}.Components.Spring", c=round(dice.uniform(20, 200), 2))
            network.join(before, f"spring{k}.flange_a")
            network.join(f"spring{k}.flange_b", f"rod{k}.flange_a")
            network.join(f"rod{k}.flange_b", f"spring{k}b.flange_a")
            network.join(f"spring{k}b.flange_b", after)
    for k in range(dice.randint(0, 2)):
        left, right = sorted(dice.sample(range(n), 2))
        network.add(f"cross{k}", f"{T}.Components.Spring", c=round(dice.uniform(5, 50), 2), s_rel0=float(right - left))
        network.join(f"mass{left}.flange_b", f"cross{k}.flange_a")
        network.join(f"mass{right}.flange_a", f"cross{k}.flange_b")


def add_train(network: Network, dice: random.Random) -> None:
    """A shaft with gears whose end drives a mass that hangs on the row of masses."""
    n = dice.randint(2, 4)
    network.add("inertia0", f"{R}.Components.Inertia", J=round(dice.uniform(0.1, 1), 3), phi_initial=0.1, w_initial=2.0)
    for k in range(1, n):
        inertia = {"J": round(dice.uniform(0.1, 1), 3)}
        if dice.random() < 0.5:
            network.add(f"gear{k}", f"{R}.Components.IdealGear", ratio=round(dice.choice([-1, 1]) * dice.uniform(0.5, 3), 3))
            link = f"gear{k}"
        else:
            network.add(f"spring_r{k}", f"{R}.Components.Spring", c=round(dice.uniform(5, 50), 2))
            link = f"spring_r{k}"
            inertia |= {"phi_initial": 0.0, "w_initial": round(dice.uniform(-2, 2), 3)}
        network.add(f"inertia{k}", f"{R}.Components.Inertia", **inertia)
        network.join(f"inertia{k - 1}.spline_b", f"{link}.spline_a")
        network.join(f"{link}.spline_b", f"inertia{k}.spline_a")
    network.add("rack", f"{R}.Components.IdealGearR2T", ratio=round(dice.uniform(2, 6), 3))
    network.add("load", f"{T}.Components.Mass", m=1.5)
    network.add("spring_load", f"{T}.Components.Spring", c=60.0)
    network.join(f"inertia{n - 1}.spline_b", "rack.spline")
    network.join("rack.flange", "load.flange_a")
    network.join("load.flange_b", "spring_load.flange_a")
    network.join("spring_load.flange_b", "mass0.flange_a")


def number(text: str, key: str) -> float:
    found = re.search(rf"\b{key} = ([-\d.e]+)", text)
    return float(found[1]) if found else 0.0


def ledger(network: Network, table) -> tuple:
    """Momentum and energy, what the dampers took included, row by row."""
    momentum, energy = [0.0] * len(table.time), [0.0] * len(table.time)
    for name, text in network.instances.items():
        curves = {signal.split(".")[-1]: values for signal, values in table.signals.items() if signal.startswith(f"{name}.")}
        for i in range(len(table.time)):
            if "Mass(" in text:
                momentum[i] += number(text, "m") * curves["v"][i]
                energy[i] += number(text, "m") * curves["v"][i] ** 2 / 2
            elif "Inertia(" in text:
                energy[i] += number(text, "J") * curves["w"][i] ** 2 / 2
            elif ".Spring" in text:
                stretch = curves["s_rel" if text.startswith(T) else "phi_rel"][i]
                energy[i] += number(text, "c") * (stretch - number(text, "s_rel0")) ** 2 / 2
    return momentum, [e + loss for e, loss in zip(energy, table.signals.get("loss", [0.0] * len(energy)))]


def with_loss(network: Network, text: str) -> str:
    """The model with the integral of what its dampers take."""
    powers = [f"{name}.lossPower" for name in network.instances if name.startswith("damper")]
    if not powers:
        return text
    relations = f"relations\n  initial loss = 0\n  der(loss) = {' + '.join(powers)}\n"
    return text.replace("relations\n", "  variable loss::Energy\n" + relations, 1)


def spread(values: list, scale: float) -> float:
    return max(abs(value - values[0]) for value in values) / scale


def moves_alike(rig: Rig, what: str, table, other, pairs: list, limit: float = SAME) -> None:
    worst = 0.0
    for ours, theirs in pairs:
        scale = max(max(map(abs, table.signals[ours])), 1e-3)
        worst = max(worst, max(abs(a - b) for a, b in zip(table.signals[ours], other.signals[theirs])) / scale)
    rig.within(what, worst, limit)


def one_network(rig: Rig, seed: int, has_train: bool) -> None:
    dice, network = random.Random(seed), Network()
    add_line(network, dice)
    if has_train:
        add_train(network, dice)
    options = ("--rtol", "1e-9", "--interval", "0.05")
    title = f"network {seed}" + (" with a train" if has_train else "")
    table = rig.run(title, with_loss(network, network.text()), STOP, *options)
    momentum, energy = ledger(network, table)
    rig.within(f"{title}: energy", spread(energy, max(energy)), SAME)
    if not has_train:
        masses = [number(text, "m") for text in network.instances.values() if "Mass(" in text]
        rig.within(f"{title}: momentum", spread(momentum, sum(masses)), 1e-9)

    moving = [f"{name}.{x}" for name in network.instances for x in (("s", "v") if name.startswith(("mass", "load")) else ("phi", "w"))
              if name.startswith(("mass", "load", "inertia"))]
    other = rig.run("shuffled", network.shuffled(dice).text(), STOP, *options)
    moves_alike(rig, f"{title}: in another order", table, other, [(m, m) for m in moving])
    new = {name: f"part_{chr(122 - k % 26)}{k}" for k, name in enumerate(network.instances)}
    other = rig.run("renamed", network.renamed(new.get).text(), STOP, *options)
    moves_alike(rig, f"{title}: under other names", table, other,
                [(m, f"{new[m.split('.')[0]]}.{m.split('.')[1]}") for m in moving])
    inside = set(dice.sample(list(network.instances), len(network.instances) // 2))
    other = rig.run("grouped", network.grouped(inside), STOP, *options)
    moves_alike(rig, f"{title}: half of it in a part", table, other,
                [(m, f"part.{m}" if m.split(".")[0] in inside else m) for m in moving])


def shuffled_text(text: str, dice: random.Random) -> str:
    """A diagram with its declarations, its connects and their ends in another order, and no drawing."""
    head, rest = text.split("\nrelations\n", 1)
    title, *declarations = [line for line in head[head.index("\ncomponent ") + 1 :].split("\n")]
    relations = rest.split("\nmetadata ", 1)[0].split("\n")
    bare = [re.sub(r" \{\^\w+\}$", "", line) for line in declarations]
    for k, line in enumerate(relations):
        line = re.sub(r" \{\^\w+\}$", "", line)
        if ends := re.fullmatch(r"  connect\((.*)\)", line):
            names = ends[1].split(", ")
            line = f"  connect({', '.join(dice.sample(names, len(names)))})"
        relations[k] = line
    dice.shuffle(bare)
    dice.shuffle(relations)
    return "\n".join([title, *bare, "relations", *relations, "end", ""])


def any_order(rig: Rig, models: pathlib.Path) -> None:
    """Friction decides the same, and loops move the same, whatever stands first in the text."""
    for name in FRICTION + LOOPS:
        text = (models / f"{name}.dyad").read_text()
        stop = float(re.search(r"stop = ([\d.]+)", text)[1])
        options = ("--rtol", "1e-8", "--interval", repr(stop / 50))
        tables = [rig.run(f"{name} in order {k}", shuffled_text(text, random.Random(k)), stop, *options) for k in range(3)]
        modes = [x for x in tables[0].signals if x.endswith((".mode", ".stuck", ".contact", ".stopped"))]
        speeds = [x for x in tables[0].signals if re.search(r"\.(s|v|phi|w)$", x)]
        for other in tables[1:]:
            rig.within(f"{name}: rows of another order", abs(len(other.time) - len(tables[0].time)), 0)
            rig.within(f"{name}: modes of another order", sum(other.signals[m] != tables[0].signals[m] for m in modes), 0)
            moves_alike(rig, f"{name}: in another order", tables[0], other, [(x, x) for x in speeds], 1e-5)


def events(rig: Rig, models: pathlib.Path) -> None:
    """The number of state events is the model's own, not the solver's."""
    for name in FRICTION:
        counts = set()
        for rtol in ("1e-5", "1e-7", "1e-9"):
            for interval in ("0", "-1", "0.0137"):
                stats = rig.stats(models / f"{name}.dyad", "--rtol", rtol, "--interval", interval)
                counts.add(int(re.search(r"(\d+) state events", stats)[1]))
        rig.within(f"{name}: numbers of state events beyond one", len(counts) - 1, 0)
        rig.within(f"{name}: no events at all", float(counts == {0}), 0)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--seeds", type=int, default=6, help="how many networks of each kind")
    arguments = parser.parse_args()
    rig = Rig(arguments.cli, arguments.out / "properties")
    for seed in range(arguments.seeds):
        one_network(rig, seed, False)
        one_network(rig, seed, True)
    models = pathlib.Path(__file__).resolve().parent
    any_order(rig, models)
    events(rig, models)
    return rig.n_failed > 0


if __name__ == "__main__":
    sys.exit(main())
