#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""loops.py --cli CLI --out DIR: closed loops assemble from no guess at all, or say why they cannot.

A loop that is too short, a constraint that is held twice and a dead centre are named with their parts;
what only looks singular, as two rods in line, runs. A linkage keeps the assembly it began in.
"""
import argparse
import math
import pathlib
import subprocess
import sys

from rig import Rig, text_of

P = "MultibodyComponents.PlanarMechanics"
CLOSED = 1e-9


def refuses(rig, name, text, *told):
    """The run must fail, and its message hold all of `told`."""
    path = rig.folder / f"{name.replace(' ', '-')}.dyad"
    path.write_text(text)
    done = subprocess.run([rig.cli, "run", str(path), "--stop", "1", "-o", "/dev/null"], capture_output=True, text=True)
    missing = [t for t in told if t not in done.stderr]
    good = done.returncode in (1, 3) and not missing
    rig.n_failed += not good
    print(f"{'pass' if good else 'FAIL'}  {name} is refused" + (f"; not told: {missing}\n{done.stderr}" if not good else ""))


def four_bar_text(reach, joint="", angle=1.0):
    """Crank 0.4, coupler 1, rocker 0.8 over a ground of `reach`; `joint` is given to each but the first."""
    return text_of(f"""
  world = {P}.World()
  fixed = {P}.Fixed()
  post = {P}.Fixed(r = [{reach}, 0])
  a = {P}.Revolute(phi(initial = {angle}), w(initial = 3))
  crank = {P}.BodyShape(r = [0.4, 0], m = 1, I = 0.02)
  b = {P}.Revolute({joint})
  coupler = {P}.BodyShape(r = [1, 0], m = 1, I = 0.1)
  c = {P}.Revolute({joint})
  rocker = {P}.BodyShape(r = [0.8, 0], m = 1, I = 0.1)
  d = {P}.Revolute({joint})
""", ["fixed.frame_b, a.frame_a", "a.frame_b, crank.frame_a", "crank.frame_b, b.frame_a", "b.frame_b, coupler.frame_a",
      "coupler.frame_b, c.frame_a", "c.frame_b, rocker.frame_b", "post.frame_b, d.frame_a", "d.frame_b, rocker.frame_a"])


def rough_guesses(rig):
    """No guess (all rods in line, where the loop is singular), and bad ones."""
    for name, joint in (("none", ""), ("far off", "phi(guess = 2.5)"), ("folded", "phi(guess = -3.1)")):
        for angle in (0.0, 1.0, 2.5, -2.0):
            table = rig.run(f"four-bar guess {name} {angle}", four_bar_text(1, joint, angle), 0.5, "--interval", "0.05")
            columns = (table.signals[n] for n in ("a.phi", "coupler.body.phi", "d.phi"))
            rig.within(f"four-bar, guesses {name}, at {angle}: opening", max(
                math.hypot(0.4 * math.cos(p) + math.cos(q) - 0.8 * math.cos(r) - 1,
                           0.4 * math.sin(p) + math.sin(q) - 0.8 * math.sin(r)) for p, q, r in zip(*columns)), CLOSED)


def too_short(rig):
    """From the crank pin to the post it is hypot (3 - 0.4 cos 1, 0.4 sin 1), and the rods reach 1.8."""
    open_by = math.hypot(3 - 0.4 * math.cos(1), 0.4 * math.sin(1)) - 1.8
    refuses(rig, "short loop", four_bar_text(3), "R505", "does not close", f"stays open by {open_by:.4g} m",
            "`a`", "`b`", "`c`", "`d`", "`crank`", "`coupler`", "`rocker`", "`post`")


def parallelogram_text(n, w):
    """A table on n equal rods."""
    lines = [f"\n  world = {P}.World()", f"  fixed = {P}.Fixed()", f"  table = {P}.Body(m = 3, I = 0.1)"]
    connects = []
    for k in range(n):
        start = f"phi(initial = 0.5), w(initial = {w})" if k == 0 else "phi(guess = 0.5)"
        lines += [f"  base{k} = {P}.FixedTranslation(r = [{k}, 0])", f"  foot{k} = {P}.Revolute({start})",
                  f"  rod{k} = {P}.BodyShape(r = [0, 0.5], m = 1, I = 0.02)", f"  head{k} = {P}.Revolute(phi(guess = -0.5))",
                  f"  top{k} = {P}.FixedTranslation(r = [{k}, 0])"]
        connects += [f"fixed.frame_b, base{k}.frame_a", f"base{k}.frame_b, foot{k}.frame_a", f"foot{k}.frame_b, rod{k}.frame_a",
                     f"rod{k}.frame_b, head{k}.frame_a", f"head{k}.frame_b, top{k}.frame_b", f"top{k}.frame_a, table.frame_a"]
    return text_of("\n".join(lines) + "\n", connects)


def parallelogram(rig):
    """Two rods carry the table level; a third one holds what they hold already."""
    table = rig.run("two rods", parallelogram_text(2, 1), 1)
    rig.within("two rods: tilt of the table", max(abs(p) for p in table.signals["table.phi"]), CLOSED)
    refuses(rig, "three rods", parallelogram_text(3, 1), "R508", "1 of the constraints", "follows from the others",
            "`foot0`", "`foot1`", "`foot2`", "remove a joint or a rod")


def held_twice(rig):
    """What the structure alone shows."""
    body = f"  body = {P}.Body(m = 1, I = 1)\n"

    def joints(kind):
        return f"\n  world = {P}.World()\n  fixed = {P}.Fixed()\n  first = {P}.{kind}\n  second = {P}.{kind}\n" + body

    between = ["fixed.frame_b, first.frame_a, second.frame_a", "first.frame_b, second.frame_b, body.frame_a"]
    refuses(rig, "two slides", text_of(joints("Prismatic(r = [1, 0])"), between), "E503", "`first`, `second`", "same angle twice",
            "remove one of the joints")
    refuses(rig, "two pins", text_of(joints("Revolute()"), between), "E503", "`first`, `second`", "same place along x twice")
    refuses(rig, "pins in line", text_of(joints("Revolute()"), [
        "fixed.frame_b, first.frame_a", "first.frame_b, second.frame_a", "second.frame_b, body.frame_a"]),
            "E503", "nothing with mass is between `first` and `second`")


def slider_crank_text(crank, piston):
    return text_of(f"""
  world = {P}.World(g = 0)
  fixed = {P}.Fixed()
  bearing = {P}.Revolute({crank})
  crank = {P}.BodyShape(r = [0.1, 0], m = 1, I = 0.05)
  crankpin = {P}.Revolute()
  rod = {P}.BodyShape(r = [0.3, 0], m = 0.5, I = 0.004)
  wristpin = {P}.Revolute()
  cylinder = {P}.Prismatic(r = [1, 0]{piston})
  piston = {P}.Body(m = 0.8, I = 0.001)
""", ["fixed.frame_b, bearing.frame_a, cylinder.frame_a", "bearing.frame_b, crank.frame_a", "crank.frame_b, crankpin.frame_a",
      "crankpin.frame_b, rod.frame_a", "rod.frame_b, wristpin.frame_a", "cylinder.frame_b, wristpin.frame_b, piston.frame_a"])


def dead_centre(rig):
    """The crank can start there; the piston can stand there, and neither move nor be beyond."""
    table = rig.run("crank from dead centre", slider_crank_text("phi(initial = 0), w(initial = 10)", ""), 1)
    rig.follows("crank from dead centre", table, "cylinder.s", [
        0.1 * math.cos(f) + math.sqrt(0.09 - (0.1 * math.sin(f)) ** 2) for f in table.signals["bearing.phi"]], CLOSED)
    rest = rig.run("piston at dead centre", slider_crank_text("", ", s(initial = 0.4), v(initial = 0)"), 1)
    rig.within("piston at dead centre: speed", max(abs(w) for w in rest.signals["bearing.w"]), CLOSED)
    refuses(rig, "piston moves at dead centre", slider_crank_text("", ", s(initial = 0.4), v(initial = 1)"),
            "R508", "cannot have the given speeds", "`bearing.w`", "dead centre")
    refuses(rig, "piston beyond", slider_crank_text("", ", s(initial = 0.45), v(initial = 0)"), "R505", "does not close",
            "open by 0.05 m", "`cylinder`")


def keeps_assembly(rig):
    """A pump that is driven fast through a lossy gear against a gas spring and dry friction: hundreds of events, behind
    which steps begin tiny. None of them may lead the loop into its other assembly (the piston behind the crank)."""
    text = text_of(f"""
  world = {P}.World()
  ground = {P}.Fixed()
  crank = {P}.Revolute(useFlange = true, phi(initial = 0.3), w(initial = 0))
  arm = {P}.BodyShape(r = [0.1, 0], r_cm = [0.05, 0], m = 0.4, I = 1e-3)
  pin = {P}.Revolute()
  rod = {P}.BodyShape(r = [0.35, 0], r_cm = [0.17, 0], m = 0.3, I = 2e-3)
  wrist = {P}.Revolute()
  slide = {P}.Prismatic(r = [1, 0], useFlange = true)
  piston = {P}.Body(m = 0.5, I = 1e-3)
  gas = TranslationalComponents.Components.Spring(c = 400, s_rel0 = -0.3)
  wall = TranslationalComponents.Components.Fixed(s0 = 0.8)
  drag = TranslationalComponents.Components.SupportFriction(f_pos = [0, 5; 1, 6])
  gear = RotationalComponents.Components.LossyGear(ratio = 4, lossTable = [[0, 0.9, 0.9, 0.02, 0.02]])
  motor = RotationalComponents.Sources.ConstantTorque(tau_constant = 12)
  rotor = RotationalComponents.Components.Inertia(J = 0.02)
""", ["ground.frame_b, crank.frame_a, slide.frame_a", "crank.frame_b, arm.frame_a", "arm.frame_b, pin.frame_a",
      "pin.frame_b, rod.frame_a", "rod.frame_b, wrist.frame_a", "wrist.frame_b, slide.frame_b, piston.frame_a",
      "slide.flange_a, drag.flange_a", "drag.flange_b, gas.flange_a", "gas.flange_b, wall.flange",
      "motor.spline, rotor.spline_a", "rotor.spline_b, gear.spline_a", "gear.spline_b, crank.flange_a"])
    ends = []
    for rtol in ("1e-6", "1e-8"):
        name = f"fast pump {rtol}"
        table = rig.run(name, text, 5, "--rtol", rtol)
        turns = table.signals["crank.phi"]
        rig.follows(name, table, "slide.s",
                    [0.1 * math.cos(f) + math.sqrt(0.35 ** 2 - (0.1 * math.sin(f)) ** 2) for f in turns], CLOSED)
        ends.append(turns[-1])
    rig.within("fast pump: angle at both tolerances", abs(ends[0] / ends[1] - 1), 3e-5)


SOLVERS = ("auto", "dopri5", "dop853", "rk8pd", "rkf45", "msadams", "ndf", "rodas4", "msbdf", "rk4")


def driven_text(w, crank, far, declarations, connects):
    """A crank at constant speed, from phi = 0, and what it carries; the rest is hung up at `far` as `post`."""
    return text_of(f"""
  world = {P}.World(g = 0)
  fixed = {P}.Fixed()
  post = {P}.Fixed(r = [{far}, 0])
  drive = RotationalComponents.Sources.ConstantSpeed(w_fixed = {w}, phi(initial = 0))
  bearing = {P}.Revolute(useFlange = true)
  crank = {P}.BodyShape(r = [{crank}, 0], m = 1, I = 0.01)
  pin = {P}.Revolute()
{declarations}""", ["drive.spline, bearing.flange_a", "fixed.frame_b, bearing.frame_a", "bearing.frame_b, crank.frame_a",
                    "crank.frame_b, pin.frame_a", *connects])


def driven_slider(w):
    text = driven_text(w, 0.1, 0, f"""
  rod = {P}.BodyShape(r = [0.3, 0], m = 1, I = 0.01)
  wrist = {P}.Revolute()
  slide = {P}.Prismatic(r = [1, 0], s(guess = 0.4))
  piston = {P}.Body(m = 1, I = 0.01)
""", ["pin.frame_b, rod.frame_a", "rod.frame_b, wrist.frame_a", "wrist.frame_b, slide.frame_b, piston.frame_a",
      "post.frame_b, slide.frame_a"])

    def place(phi):
        return 0.1 * math.cos(phi) + math.sqrt(0.09 - (0.1 * math.sin(phi)) ** 2)

    return text, "slide.s", place


def driven_four_bar(w):
    """Crank 0.4, coupler 1, rocker 0.8, ground 1: the rocker stands above the line from the pin to the post."""
    start = math.pi - math.acos((0.6 ** 2 + 0.8 ** 2 - 1) / (2 * 0.6 * 0.8))
    text = driven_text(w, 0.4, 1, f"""
  coupler = {P}.BodyShape(r = [1, 0], m = 1, I = 0.1)
  joint = {P}.Revolute()
  rocker = {P}.BodyShape(r = [0.8, 0], m = 1, I = 0.1)
  pivot = {P}.Revolute(phi(guess = {start}))
""", ["pin.frame_b, coupler.frame_a", "coupler.frame_b, joint.frame_a", "joint.frame_b, rocker.frame_b",
      "post.frame_b, pivot.frame_a", "pivot.frame_b, rocker.frame_a"])

    def angle(phi):
        x, y = 0.4 * math.cos(phi) - 1, 0.4 * math.sin(phi)
        d = math.hypot(x, y)
        return math.atan2(y, x) % (2 * math.pi) - math.acos((d * d + 0.8 ** 2 - 1) / (2 * d * 0.8))

    return text, "pivot.phi", angle


def driven_slot(w):
    """The crank pin slides along an arm that turns about a post 0.3 away."""
    text = driven_text(w, 0.1, -0.3, f"""
  block = {P}.Body(m = 1, I = 0.01)
  arm = {P}.Prismatic(r = [1, 0], s(guess = 0.4))
  pivot = {P}.Revolute(phi(guess = 0))
""", ["post.frame_b, pivot.frame_a", "pivot.frame_b, arm.frame_a", "arm.frame_b, pin.frame_b, block.frame_a"])

    def angle(phi):
        return math.atan2(0.1 * math.sin(phi), 0.3 + 0.1 * math.cos(phi))

    return text, "pivot.phi", angle


def driven(rig):
    """The angle of the crank is linear in time, so that no error bounds the step: the assembly is kept nevertheless,
    in rows between steps and at their ends."""
    for name, make in (("slider-crank", driven_slider), ("four-bar", driven_four_bar), ("slotted arm", driven_slot)):
        for w in (1, 10, 100):
            text, signal, expected = make(w)
            for solver in SOLVERS:
                worst = 0.0
                for rtol, interval in (("1e-3", "0"), ("1e-6", "-1"), ("1e-9", "0.037")):
                    table = rig.run(f"driven {name}", text, 20 / w, "--solver", solver, "--rtol", rtol,
                                    "--interval", interval, "--signals", f"bearing.phi,{signal}")
                    angles, values = table.signals["bearing.phi"], table.signals[signal]
                    worst = max(worst, *(abs(v - expected(phi)) for phi, v in zip(angles, values)))
                rig.within(f"driven {name} at {w} rad/s by {solver}", worst, CLOSED)


def driven_past_a_switch(rig):
    """The piston passes it twice a revolution, at events on the interpolant of long steps."""
    text, _, place = driven_slider(100)
    text = text.replace("relations\n", "  variable is_far::Boolean\nrelations\n  is_far = slide.s > 0.3\n", 1)
    table = rig.run("switch", text, 2, "--interval", "-1", "--signals", "slide.s,bearing.phi,is_far")
    rig.within("driven past a switch: place", max(
        abs(s - place(phi)) for phi, s in zip(table.signals["bearing.phi"], table.signals["slide.s"])), CLOSED)
    flags = table.signals["is_far"]
    turns = sum(a != b for a, b in zip(flags, flags[1:]))
    expected = sum((place(k / 100) > 0.3) != (place((k + 1) / 100) > 0.3) for k in range(20000))
    rig.within("driven past a switch: events missed", abs(turns - expected), 0)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    rig = Rig(arguments.cli, arguments.out / "loops")
    for test in (rough_guesses, too_short, parallelogram, held_twice, dead_centre, keeps_assembly, driven, driven_past_a_switch):
        test(rig)
    return rig.n_failed > 0


sys.exit(main())
