#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""settings.py --cli CLI --out DIR: every component runs with every one of its settings.

Each component of the library stands in rigs of its own, with a mass, an inertia, a body or a
wall on each of its ports and a signal at each of its inputs. Its structural settings are
changed one by one: switches to the other value, enumerations to every case. All rigs of a
namespace make one model, which must compile without an error and run to its end.
"""
import argparse
import pathlib
import re
import subprocess
import sys

STOP = "0.2"
PORT = re.compile(r"^  (\w+) +Dyad\.(\w+)(.*)$", re.M)
OPEN_INPUT = re.compile(r"E402: the input [\w\[\]]+ is not connected \[(\w+)\.([\w\[\]]+)\]")
T, R = "TranslationalComponents", "RotationalComponents"
P, H = "MultibodyComponents.PlanarMechanics", "ThermalComponents"

# What hangs on a port of this kind, and on what.
RIGS = {
    "Flange": (f"{T}.Components.Mass(m = 1.5)", "flange_a", f"{T}.Components.SpringDamper(c = 10, d = 1)", "flange",
               f"{T}.Components.Fixed()", "flange"),
    "Spline": (f"{R}.Components.Inertia(J = 1.5)", "spline_a", f"{R}.Components.SpringDamper(c = 10, d = 1)", "spline",
               f"{R}.Components.Fixed()", "spline"),
    "Frame2D": (f"{P}.Body(m = 1.5, I = 1)", "frame_a", f"{P}.SpringDamper(c_x = 10, c_y = 10, c_phi = 10)", "frame",
                f"{P}.Fixed()", "frame_b"),
}
# Values of what has no default, where 1 will not do.
TABLE = "[[0, 1], [1, 2]]"
VALUES = {"table": TABLE, "r": "[1, 0]", "x_data": "[0, 1]", "y_data": "[0, 2]", "vSlide": "3", "vSlide_min": "3",
          "sSlide": "3", "smin": "-2", "smax": "2", "L": "0.5", "wMin": "1", "wMax": "10", "target": "[1, 0]"}
MAP = "[[0, 0, 1], [0, 1, 2], [1, 2, 3]]"
CLASS_VALUES = {"BlockComponents.Continuous.Filter": {"f_cut": "1", "f_min": "0.5"},
                "BlockComponents.Sources.BooleanTable": {"table": "[0, 0.1, 1]"},
                "BlockComponents.Tables.CombiTable2Ds": {"table": MAP},
                "BlockComponents.Tables.CombiTable2Dv": {"table": MAP},
                f"{P}.Pull": {"table": "[[0, 0, 0], [1, 1, 1]]"},
                f"{T}.Components.InitializeFlange": {"use_a_start": "false"},
                f"{R}.Components.InitializeFlange": {"use_a_start": "false"}}
# What a rig cannot be: a chain of blocks turned round, gears at their distance, one world among others.
ELSEWHERE = {"BlockComponents.Math.InverseBlockConstraints", "BlockComponents.Math.ReverseCausality", f"{P}.World",
             f"{P}.RigidNoLossExternal", f"{P}.RigidNoLossInternal"}


class Part:
    """A component as the command line describes it."""

    def __init__(self, cli: str, name: str):
        self.cli, self.name = cli, name
        text = subprocess.run([cli, "components", name], capture_output=True, text=True, check=True).stdout
        sections = dict(re.findall(r"(?ms)^(Ports|Parameters|Variables)\n(.*?)(?=^\S|\Z)", text))
        self.ports = PORT.findall(sections.get("Ports", ""))
        self.parameters = [line for line in sections.get("Parameters", "").split("\n") if re.match(r"  \w", line)]

    def required(self) -> dict:
        names = [line.split()[0] for line in self.parameters if ", required" in line or "table_file" in line]
        return {name: VALUES.get(name, "1") for name in names} | CLASS_VALUES.get(self.name, {})

    def enumeration(self, kind: str) -> str:
        """Its full name: enumerations of a namespace are written in short within it."""
        return f"{self.name.rpartition('.')[0]}.{kind}" if kind.startswith("ResolveInFrame") else kind

    def variations(self) -> list:
        """Nothing changed, and each structural setting changed alone."""
        found = [{}]
        for line in self.parameters:
            name, kind = line.split()[:2]
            default = re.search(r" = (?:[\w.]+\.)?(\w+)", line)
            cases = re.search(r"\{(.*)\}", line)
            if "(structural)" not in line or name in self.required() or name == "tableOnFile" or default is None:
                continue
            if kind == "Boolean":
                found.append({name: "false" if default[1] == "true" else "true"})
            elif cases:
                found += [{name: f"{self.enumeration(kind)}.{case}"} for case in cases[1].split(" | ") if case != default[1]]
        if self.name.endswith(("BooleanTable", "IntegerTable")):  # no line goes on from a step
            found = [change for change in found if not change.get("extrapolation", "").endswith("LastTwoPoints")]
        return found


class Rigs:
    """One model of many rigs."""

    def __init__(self):
        self.parts = {}  # name in the model: component, settings
        self.declarations = [f"world = {P}.World()"]
        self.connects = []
        self.inputs = {}

    def add(self, part: Part, change: dict) -> None:
        name = f"part{len(self.parts)}"
        self.parts[name] = part, change
        arguments = ", ".join(f"{key} = {value}" for key, value in (part.required() | change).items())
        self.declarations.append(f"{name} = {part.name}({arguments})")
        for port, kind, _ in part.ports:
            if kind == "HeatPort":
                self.hang(name, port, (f"{H}.Components.ThermalConductor(G = 2)", "port_a"), "port_b", (f"{H}.Sources.FixedTemperature(T = 290)", "port"))
            elif kind in RIGS:
                load, at, spring, ends, ground, ground_port = RIGS[kind]
                self.declarations.append(f"load_{name}_{port} = {load}")
                self.connects.append(f"{name}.{port}, load_{name}_{port}.{at}")
                self.hang(name, port, (spring, f"{ends}_a"), f"{ends}_b", (ground, ground_port))

    def hang(self, name: str, port: str, link: tuple, end: str, ground: tuple) -> None:
        """A link from a port to the ground."""
        self.declarations += [f"link_{name}_{port} = {link[0]}", f"ground_{name}_{port} = {ground[0]}"]
        self.connects += [f"{name}.{port}, link_{name}_{port}.{link[1]}", f"link_{name}_{port}.{end}, ground_{name}_{port}.{ground[1]}"]

    def feed(self, name: str, port: str) -> None:
        """A signal at an input."""
        part, change = self.parts[name]
        kind = next(kind for known, kind, _ in part.ports if known == port.split("[")[0])
        starts_steady = any(value.endswith("SteadyState") for value in change.values())
        real = f"{0 if starts_steady else 0.5} + 0.3 * sin(5 * time)"
        boolean = "time > 0.5" if part.name.endswith("TerminateSimulation") else "time < 0.5"
        self.inputs[f"{name}.{port}"] = {"BooleanInput": boolean, "IntegerInput": "1"}.get(kind, real)

    def text(self) -> str:
        lines = ["component Rigs", *(f"  {line}" for line in self.declarations), "relations"]
        lines += [f"  connect({c})" for c in self.connects] + [f"  {name} = {value}" for name, value in self.inputs.items()]
        return "\n".join([*lines, "end", ""])

    def complaint(self, cli: str, path: pathlib.Path) -> str:
        """What the run says that does not end well; inputs of arrays show themselves one by one."""
        while True:
            path.write_text(self.text())
            done = subprocess.run([cli, "run", str(path), "--stop", STOP, "-o", "/dev/null"], capture_output=True, text=True)
            missing = [(name, port) for name, port in OPEN_INPUT.findall(done.stderr) if f"{name}.{port}" not in self.inputs]
            if not missing:
                break
            for name, port in missing:
                self.feed(name, port)
        if done.returncode == 0:
            return ""
        who = "".join(f"{name}: {part.name} {change}\n" for name, (part, change) in self.parts.items() if re.search(rf"\b{name}\b", done.stderr))
        return "\n".join(line for line in done.stderr.splitlines() if " note W" not in line) + "\n" + who


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    folder = arguments.out / "settings"
    folder.mkdir(parents=True, exist_ok=True)
    listed = subprocess.run([arguments.cli, "components"], capture_output=True, text=True, check=True).stdout
    names = [line.split()[0] for line in listed.splitlines() if line.strip()]
    spaces = {}
    for name in names:
        if name in ELSEWHERE:
            continue
        rigs, part = spaces.setdefault(name.rpartition(".")[0], Rigs()), Part(arguments.cli, name)
        for change in part.variations():
            rigs.add(part, change)
    n_failed = 0
    for space, rigs in spaces.items():
        complaint = rigs.complaint(arguments.cli, folder / f"{space}.dyad")
        n_failed += complaint != ""
        print(f"{'FAIL' if complaint else 'pass'}  {space}: {len(rigs.parts)} rigs\n{complaint}", end="")
    return n_failed > 0


if __name__ == "__main__":
    sys.exit(main())
