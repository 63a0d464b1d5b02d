#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""seeds.py --cli CLI --out DIR: do the published listings simulate as they stand?

Each listing of tests/models/seeds is put in front of a rig that uses it, read into the
namespace where the names that it refers to are found, and run. As published, flattened, and
on a housing that is ground or, without a housing, from the library must give the same curves.
"""
import argparse
import pathlib
import subprocess
import sys

import compare

HERE = pathlib.Path(__file__).resolve().parent
TOLERANCE = 1e-6

FORCE_RIG = """
component SeedRig
  mass = TranslationalComponents.Components.Mass(m = 2, s(initial = 0), v(initial = 3))
  part = InverseSpeedDependentForce(f_nominal = -4, v_nominal = 2, v0 = 1, ForceDirection = {variant}{support})
  {fixed}
relations
  connect(part.flange, mass.flange_a)
  {connect}
end
"""
SPRING_RIG = """
component SeedRig
  wall = TranslationalComponents.Components.Fixed(s0 = 0.5)
  part = Spring(c = 50, s_rel0 = {variant})
  mass = TranslationalComponents.Components.Mass(m = 2, s(initial = 0.9), v(initial = -0.4))
relations
  connect(wall.flange, part.flange_a)
  connect(part.flange_b, mass.flange_a)
end
"""
POSITION_RIG = """
component SeedRig
  sine = BlockComponents.Sources.Sine(amplitude = 0.5, frequency = 1, offset = 0.1)
  part = RotationalComponents.Sources.Position(ref_type = RotationalComponents.Sources.ReferenceType.{variant}{support})
  inertia = RotationalComponents.Components.Inertia(J = 0.2)
  {fixed}
relations
  connect(sine.y, part.phi_ref)
  connect(part.spline, inertia.spline_a)
  {connect}
end
"""
PLANAR_RIG = """
component SeedRig
  world = MultibodyComponents.PlanarMechanics.World(g = 9.81)
  fixed = MultibodyComponents.PlanarMechanics.Fixed()
  part = Damper(d = {variant})
  body = MultibodyComponents.PlanarMechanics.Body(m = 0.5, I = 0.1, r(initial = [1, 0]), v(initial = [0, 3]), phi(initial = 0), w(initial = 1))
relations
  connect(fixed.frame_b, part.frame_a)
  connect(part.frame_b, body.frame_a)
end
"""
# listing, namespace, rig, its variants, ground, port of the ground, signals
RIGS = [
    ("000-inverse-speed-dependent-force", "TranslationalComponents.Sources", FORCE_RIG, ["true", "false"],
     "TranslationalComponents", "flange", ["mass.s", "mass.v", "part.s", "part.v", "part.f"]),
    ("002-planar-damper", "MultibodyComponents.PlanarMechanics", PLANAR_RIG, ["0.8", "5"], None, None,
     ["body.r[1]", "body.r[2]", "body.v[1]", "body.phi", "part.v", "part.f"]),
    ("003-spring", "TranslationalComponents", SPRING_RIG, ["0.3", "0"], None, None,
     ["mass.s", "mass.v", "part.s_rel", "part.f"]),
    ("004-position", "RotationalComponents.Sources", POSITION_RIG, ["Exact", "Filtered(f_crit = 5)"],
     "RotationalComponents", "spline", ["inertia.phi", "inertia.w", "inertia.a", "part.phi"]),
]


def simulate(cli: str, text: str, namespace: str, signals: list, file: pathlib.Path):
    file.write_text(text, encoding="utf-8")
    out = file.with_suffix(".csv")
    out.unlink(missing_ok=True)
    command = [cli, "run", str(file), "--within", namespace, "--model", "SeedRig", "--stop", "1.5", "--rtol", "1e-9"]
    done = subprocess.run([*command, "--interval", "0.01", "--signals", ",".join(signals), "-o", str(out)])
    return None if done.returncode else compare.read_table(out)


def largest_difference(a, b) -> float:
    """Over all signals and rows, relative to the size of the signal."""
    worst = 0.0
    for name, ya in a.signals.items():
        yb = b.signals[name]
        if len(ya) != len(yb):
            return float("inf")
        size = max(1.0, max(abs(y) for y in ya))
        worst = max([worst, *(abs(p - q) / size for p, q in zip(ya, yb))])
    return worst


def texts(listing: str, rig: str, variant: str, library, port):
    """The rig around the listing as published, flattened, and without a support or with the library's own."""
    on = {
        "variant": variant,
        "fixed": f"fixed = {library}.Components.Fixed()" if library else "",
        "connect": f"connect(part.support, fixed.{port})" if library else "",
    }
    off = {"variant": variant, "support": "", "fixed": "", "connect": ""}
    published = (HERE / "seeds" / f"{listing}.dyad").read_text(encoding="utf-8")
    flattened = (HERE / "seeds" / f"{listing}-flattened.dyad").read_text(encoding="utf-8")
    yield "published", f"{published}\n{rig.format(support=', useSupport = true' if library else '', **on)}"
    yield "flattened", f"{flattened}\n{rig.format(support='', **on)}"
    if library:
        yield "grounded", f"{published}\n{rig.format(**off)}"
    else:
        yield "library", rig.format(**off)


def check_texts(cli: str) -> int:
    """All listings parse. Returns the failures."""
    texts = sorted((HERE / "seeds").glob("*.dyad"))
    failed = subprocess.run([cli, "check", "--syntax", *map(str, texts)]).returncode != 0
    print(f"{'FAIL' if failed else 'ok  '} {len(texts)} listings parse")
    return int(failed)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True, help="dashpot-cli")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for texts and results")
    arguments = parser.parse_args()
    folder = arguments.out / "seeds"
    folder.mkdir(parents=True, exist_ok=True)
    failed = check_texts(arguments.cli)
    for listing, namespace, rig, variants, library, port, signals in RIGS:
        for number, variant in enumerate(variants):
            results = {}
            for way, text in texts(listing, rig, variant, library, port):
                file = folder / f"{listing}-{number}-{way}.dyad"
                results[way] = simulate(arguments.cli, text, namespace, signals, file)
            for way, result in results.items():
                worst = largest_difference(results["published"], result) if result and results["published"] else float("inf")
                failed += not worst <= TOLERANCE
                print(f"{'ok  ' if worst <= TOLERANCE else 'FAIL'} {listing} {variant} {way}: differs by {worst:.1e}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
