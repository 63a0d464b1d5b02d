#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""mechanics.py CLI: what mechanical parts among others refuse and remark, in the words of the part and at its place."""
import itertools
import random
import re
import unittest

from program import CliTest, diagram, read

R, T = "RotationalComponents", "TranslationalComponents"
P = "MultibodyComponents.PlanarMechanics"
WORLD = f"world = {P}.World(g = 9.81)"
BODY = f"body = {P}.Body(m = 1, I = 1)"
WHEEL = "vAdhesion = {}, vSlide = {}, mu_A = 0.9, mu_S = 0.5"
TYRE = "vAdhesion_min = {}, vSlide_min = {}, sAdhesion = {}, sSlide = {}, mu_A = 0.9, mu_S = 0.5"


class Mechanics(CliTest):
    def said(self, model: str, status: int) -> str:
        return self.cli("run", self.write(model), "--stop", "0.1", "-o", self.folder / "out.csv", status=status).stderr

    def refused(self, part: str, message: str, *others: str, connects: tuple = (), status: int = 1) -> None:
        said = self.said(diagram("\n".join((f"part = {part}", *others)), *connects), status)
        self.assertIn(message, said)
        self.assertRegex(said, r"model\.dyad:2:\d+: error .*\[part[\].]")

    def test_gears_without_ratio(self):
        """Also where the loop through the gear could not start."""
        inertias = (f"a = {R}.Components.Inertia(J = 1, w(initial = 1), phi(initial = 0))", f"b = {R}.Components.Inertia(J = 1)")
        for gear in ("LossyGear(ratio = 0)", "IdealGear(ratio = 0)", "Gearbox(ratio = 0, c = 1)"):
            self.refused(f"{R}.Components.{gear}", "R503: an assertion failed: the ratio of the gear is 0", *inertias,
                         connects=("a.spline_b, part.spline_a", "part.spline_b, b.spline_a"))
        self.refused(f"{R}.Components.IdealGearR2T(ratio = 0)", "the ratio of the gear is 0", inertias[0], f"mass = {T}.Components.Mass(m = 1)",
                     connects=("a.spline_b, part.spline", "part.flange, mass.flange_a"))

    def test_losses_that_contradict_themselves(self):
        """Without losses in the mesh the torque does not say which of two bearing torques holds."""
        ends = (f"a = {R}.Components.Inertia(J = 1, w(initial = 1), phi(initial = 0))", f"b = {R}.Components.Inertia(J = 1)")
        self.refused(f"{R}.Components.LossyGear(ratio = 2, lossTable = [[0, 1, 1, 0.3, 0.5]])", "the two bearing torques in lossTable must be equal",
                     *ends, connects=("a.spline_b, part.spline_a", "part.spline_b, b.spline_a"), status=3)

    def test_one_fault_hides_no_other(self):
        """Two speeds on one shaft are told beside an input that is open and a value that is missing; what only lacks these is no contradiction."""
        speeds = [f"{name} = {R}.Sources.ConstantSpeed(w_fixed = {w})" for name, w in (("slow", 1), ("fast", 2))]
        shaft = f"shaft = {R}.Components.Inertia()"
        gain = "gain = BlockComponents.Math.Gain(k = 2)"
        wires = ("slow.spline, shaft.spline_a", "fast.spline, shaft.spline_b")
        said = self.said(diagram("\n".join((*speeds, shaft, gain)), *wires), 1)
        for sentence in ("E402: the input u is not connected", "`shaft` needs a value for J", "`fast` and `slow` both determine"):
            self.assertIn(sentence, said)
        said = self.said(diagram("\n".join((speeds[0], shaft, gain)), wires[0]), 1)
        self.assertNotIn("E503", said)
        # Ratios that nobody has given are no equal ones.
        gears = [f"{name} = {R}.Components.IdealGear()" for name in "ab"]
        said = self.said(diagram("\n".join((shaft, *gears)), "shaft.spline_b, a.spline_a, b.spline_a", "a.spline_b, b.spline_b"), 1)
        self.assertEqual(said.count("needs a value for ratio"), 2, said)
        self.assertNotIn("E503", said)

    def test_part_joined_to_itself(self):
        said = self.said(diagram(f"spring = {T}.Components.Spring(c = 100)\nmass = {T}.Components.Mass(m = 1)", "spring.flange_a, spring.flange_b"), 1)
        self.assertIn("the ports of `spring` are joined to each other and to nothing else, so nothing holds it", said)

    def test_friction_that_drives(self):
        """A table of friction says at standstill what holds, which nothing does that is negative."""
        a, b = (f"{name} = {R}.Components.Inertia(J = 1, w(initial = 1))" for name in "ab")
        s = "s = BlockComponents.Sources.Constant(k = 1)"
        for part in ("Clutch(fn_max = 1, mu_pos = [[0, -0.5]])", "OneWayClutch(fn_max = 1, mu_pos = [[0, -0.5], [1, 0.2]])",
                     "Brake(fn_max = 1, mu_pos = [[0, -0.5], [1, 0.2]])"):
            self.refused(f"{R}.Components.{part}", "the friction at standstill is negative", a, b, s,
                         connects=("a.spline_b, part.spline_a", "part.spline_b, b.spline_a", "s.y, part.f_normalized"), status=3)
        self.refused(f"{R}.Components.BearingFriction(tau_pos = [[0, -1], [1, 1]])", "the friction at standstill is negative",
                     a, connects=("a.spline_b, part.spline_a",), status=3)
        self.refused(f"{T}.Components.Brake(fn_max = 1, mu_pos = [[0, -0.5]])", "the friction at standstill is negative",
                     f"a = {T}.Components.Mass(m = 1)", s, connects=("a.flange_b, part.flange_a", "s.y, part.f_normalized"), status=3)
        self.refused(f"{T}.Components.SupportFriction(f_pos = [[0, -1], [1, 1]])", "the friction at standstill is negative",
                     f"a = {T}.Components.Mass(m = 1)", connects=("a.flange_b, part.flange_a",), status=3)

    def test_prediction_that_is_exact(self):
        """Corrections of mere rounding are no lack of convergence; both inertias run down at the same rate."""
        rates = "[[0, 0.25, 0.633212, 0.625, 2.5]]"
        parts = [f"left = {R}.Components.Inertia(J = 0.001, w(guess = 10))",
                 f"gear = {R}.Components.LossyGear(ratio = 1, lossTable = {rates})",
                 f"right = {R}.Components.Inertia(J = 0.001, phi(initial = 0), w(initial = 10))"]
        text = diagram("\n".join(parts), "gear.spline_a, left.spline_b", "gear.spline_b, right.spline_a")
        for solver in ("ndf", "auto"):
            out = self.folder / f"{solver}.csv"
            self.cli("run", self.write(text), "--solver", solver, "--stop", "1", "-o", out)
            self.assertAlmostEqual(read(out)["right.w"][-1], 0.0, 9)

    def test_directions_without_length(self):
        connects = ("world.frame_b, part.frame_a",)
        for part in ("Prismatic(r = [0, 0])", "IdealWheelJoint(r = [0, 0])", "AirResistanceLongitudinal(r = [0, 0])"):
            self.refused(f"{P}.{part}", "the direction r has no length", WORLD, BODY, connects=connects)

    def test_friction_without_range(self):
        """The slip of the largest friction lies between 0 and the slip from which it is constant."""
        connects = ("body.frame_a, part.frame_a",)
        for kind, more in (("DryFrictionBasedRolling", ""), ("DryFrictionWheelJoint", "N = 10, ")):
            for values, message in (((0, 1), "E311: part.vAdhesion"), ((2, 2), "vSlide is not greater than vAdhesion"),
                                    ((2, 1), "vSlide is not greater than vAdhesion")):
                self.refused(f"{P}.{kind}({more}{WHEEL.format(*values)})", message, WORLD, BODY, connects=connects)
        for kind, more in (("OneDOFSlippingWheelJoint", ""), ("SlipBasedWheelJoint", "N = 10, dynamicLoad = 0, ")):
            for values, message in (((0, 1, 0, 0), "E311: part.vAdhesion_min"), ((1, 1, 0, 0), "vSlide_min is not greater"),
                                    ((1, 2, 0.2, 0.1), "sSlide is not greater"), ((1, 2, 0.2, 0.2), "sSlide is not greater")):
                self.refused(f"{P}.{kind}({more}{TYRE.format(*values)})", message, WORLD, BODY, connects=connects)
        self.refused(f"{P}.DryFrictionWheelJoint(N = -1, {WHEEL.format(1, 2)})", "E311: part.N", WORLD, BODY, connects=connects)

    def test_planar_ranges(self):
        for part, message in (("QuadraticSpeedDependentForce(F_nominal = 1, v_nominal = 0, tau_nominal = 1, w_nominal = 1)", "E311: part.v_nominal"),
                              ("QuadraticSpeedDependentForce(F_nominal = 1, v_nominal = 1, tau_nominal = 1, w_nominal = 0)", "E311: part.w_nominal"),
                              ("Distance(s_small = 0)", "E311: part.s_small"),
                              ("LimiterS(x_min = 1, x_max = 1, u = 0)", "the step has no width")):
            self.refused(f"{P}.{part}", message, WORLD)

    def test_gears_apart(self):
        """Teeth that do not meet are said, not turned into power."""
        fixed = f"fixed = {P}.Fixed(r = [{{}}, 0])"
        pins = (f"pin_a = {P}.Revolute(phi(initial = 0), w(initial = 0))", f"pin_b = {P}.Revolute()",
                f"gear_a = {P}.Body(m = 1, I = 1)", f"gear_b = {P}.Body(m = 1, I = 1)")
        connects = ("world.frame_b, pin_a.frame_a", "pin_a.frame_b, gear_a.frame_a, part.frame_a", "fixed.frame_b, pin_b.frame_a", "pin_b.frame_b, gear_b.frame_a, part.frame_b")
        for part, distance, message, status in (
                ("RigidNoLossExternal(r_a = 1, r_b = 2)", 2.9, "the centres of the gears are not r_a + r_b apart", 3),
                ("RigidNoLossInternal(r_a = 1, r_b = 2)", -1.1, "the centres of the gears are not r_b - r_a apart", 3),
                ("RigidNoLossInternal(r_a = 2, r_b = 1)", 1, "the ring gear at frame_b is not the larger one", 1),
                ("RigidNoLossInternal(r_a = 1, r_b = 1)", 1, "the ring gear at frame_b is not the larger one", 1)):
            self.refused(f"{P}.{part}", message, WORLD, fixed.format(distance), *pins, connects=connects, status=status)

    def test_start_at_a_stop(self):
        mass = f"{T}.Components.MassWithStopAndFriction(m = 2, L = 1, smin = -2, smax = 3, F_prop = 0, F_Coulomb = 1, F_Stribeck = 1, " \
               "fexp = 0, s(initial = {}), v(initial = {}))"
        for s, v, message in ((2.5, 1, "starts at its right stop and moves into it"), (-1.5, -1, "starts at its left stop and moves into it"),
                              (2.6, -1, "starts right of its right stop"), (-1.6, 0, "starts left of its left stop")):
            self.refused(mass.format(s, v), message, status=3)
        for s, v in ((2.5, -1), (2.5, 0), (-1.5, 1), (-1.5, 0)):
            self.said(diagram("part = " + mass.format(s, v)), 0)

    def start_of(self, parts: list, connects: list) -> dict:
        return self.start_of_text(diagram("\n".join(parts), *connects))

    def start_of_text(self, text: str) -> dict:
        self.said(text, 0)
        return self.read_start()

    def read_start(self) -> dict:
        with open(self.folder / "out.csv") as file:
            names, first = file.readline().strip().split(","), file.readline().split(",")
        return dict(zip(names, map(float, first)))

    def test_guesses_that_are_written(self):
        """They say where a chain of four rods starts, whichever joint the text names last and states are chosen for."""
        guesses = (-0.9272952180016123, 0, 1.8545904360032246, 0, None)
        parts, connects, end = [WORLD, f"left = {P}.Fixed()", f"right = {P}.Fixed(r = [0.48, 0])"], [], "left.frame_b"
        for i, guess in enumerate(guesses):
            parts.append(f"joint{i} = {P}.Revolute(" + ("" if guess is None else f"phi(guess = {guess})") + ")")
            connects.append(f"{end}, joint{i}.frame_a")
            end = f"joint{i}.frame_b"
            if i < 4:
                parts.append(f"rod{i} = {P}.BodyShape(r = [0.2, 0], m = 0.5, I = 0.002)")
                connects.append(f"{end}, rod{i}.frame_a")
                end = f"rod{i}.frame_b"
        connects.append(f"{end}, right.frame_b")
        for order in (parts, parts[::-1], *(random.Random(seed).sample(parts, len(parts)) for seed in range(4))):
            start = self.start_of(order, connects)
            for i, guess in enumerate(guesses[:4]):
                self.assertAlmostEqual(start[f"joint{i}.phi"], guess, 7)

    def test_starts_that_say_the_same(self):
        """Two springs side by side both say how long they are; what is said besides still holds, in any order."""
        start = "phi_rel(initial = 0), w_rel(initial = 0)"
        parts = [f"{name} = RotationalComponents.Components.SpringDamper(c = 100, d = 1, {start})" for name in ("one", "two", "three")]
        parts += ["rotor = RotationalComponents.Components.Inertia(J = 1, phi(initial = 0.5), w(initial = -3))",
                  "load = RotationalComponents.Components.Inertia(J = 2)"]
        connects = ["rotor.spline_b, one.spline_a, two.spline_a, three.spline_a", "one.spline_b, two.spline_b, three.spline_b, load.spline_a"]
        for order in itertools.permutations(parts):
            start = self.start_of(order, connects)
            self.assertEqual((start["rotor.w"], start["load.w"], start["load.phi"]), (-3, -3, 0.5))

    def said_in_each_order(self, parts: list, connects: list, *relations: str, status: int = 0) -> set:
        """What is said, without its place, and where all begins, over every order of the parts."""
        found = set()
        for order in itertools.permutations(parts):
            text = diagram("\n".join(order), *connects).replace("\nend\n", "\n".join(["", *relations, "end", ""]))
            said = re.sub(r"(?m)^\S*model\.dyad:[\d:]* ", "", self.said(text, status))
            found.add((said, tuple((k, round(v, 9) + 0.0) for k, v in sorted(self.read_start().items())) if status == 0 else None))
        return found

    def test_starts_that_nobody_wrote(self):
        """W502 and what it stands for go by written start, then by name, in any of 120 orders: what is a state of the run by its name alone."""
        parts = [f"{name} = {R}.Components.{part}" for name, part in (
            ("h", "Inertia(J = 2)"), ("e", "Inertia(J = 1)"), ("f", "Inertia(J = 2)"), ("spring", "Spring(c = 10)"), ("gear", "IdealGear(ratio = -3)"))]
        connects = ["h.spline_b, spring.spline_a", "spring.spline_b, e.spline_a", "e.spline_b, gear.spline_a", "gear.spline_b, f.spline_a"]
        found = self.said_in_each_order(parts, connects, "initial h.phi + e.phi = 1")
        self.assertEqual(len(found), 1, found)
        self.assertIn("defaults used: e.phi = 0, e.w = 0, h.w = 0", min(found)[0])

    def test_starts_that_contradict(self):
        """E502 names the same relation as it is written, in any order; so does E503 where a part holds itself."""
        parts = [f"{name} = {R}.Components.{part}" for name, part in (
            ("e", "Inertia(J = 1, phi(initial = 0.5), w(initial = 1))"), ("c", "Inertia(J = 1, phi(initial = 0.5), w(initial = 2))"), ("disc", "Disc(deltaPhi = 0.1)"))]
        joined = ["e.spline_b, disc.spline_a", "disc.spline_b, c.spline_a"]
        found = self.said_in_each_order(parts, joined, status=1)
        self.assertEqual(len(found), 1, found)
        self.assertIn("`e.w = 1` in e (residual 1)", min(found)[0])
        found = self.said_in_each_order([parts[0], parts[2]], ["e.spline_b, disc.spline_a, disc.spline_b"], status=1)
        self.assertEqual(len(found), 1, found)

    def test_wheels_on_one_axle(self):
        """Both hold it sideways: no choice of states solves that, and none is looked for at every step."""
        body = f"body = {P}.Body(m = 1, I = 0.1, phi(initial = 0), w(initial = 0.5), r(initial = [0, 0]))"
        parts, connects = [f"world = {P}.World(g = 0)", body], ["body.frame_a, left.frame_a, right.frame_a"]
        for side, y in (("left", 1), ("right", -1)):
            parts += [f"{side} = {P}.FixedTranslation(r = [0, {y}])", f"{side}Wheel = {P}.IdealWheelJoint(radius = 0.25)",
                      f"{side}Rim = {R}.Components.Inertia(J = 1, phi(initial = 0))"]
            connects += [f"{side}.frame_b, {side}Wheel.frame_a", f"{side}Wheel.flange_a, {side}Rim.spline_a"]
        out = self.folder / "out.csv"
        said = self.cli("run", self.write(diagram("\n".join(parts), *connects)), "--stop", "0.001", "-o", out, "--stats").stderr
        self.assertIn(" 0 changes of states", said)
        self.assertNotIn("W503", said)
        self.assertAlmostEqual(read(out)["body.phi"][-1], 0.0005, 12)

    def test_loop_in_any_order(self):
        """Two wheels on one frame hold it twice; what is named follows the names, not the text."""
        parts = [f"world = {P}.World(g = 0)", BODY, *(f"{name} = {P}.IdealWheelJoint(radius = 0.3)" for name in ("one", "two")),
                 f"a = {R}.Components.Inertia(J = 1, phi(initial = 0), w(initial = 1))", f"b = {R}.Components.Inertia(J = 1)"]
        connects = ["body.frame_a, one.frame_a, two.frame_a", "one.flange_a, a.spline_a", "two.flange_a, b.spline_a"]
        for dice in map(random.Random, range(8)):
            said = self.said(diagram("\n".join(dice.sample(parts, len(parts))), *dice.sample(connects, len(connects))), 3)
            self.assertRegex(said, r"model\.dyad:\d+:\d+: error R508: 1 of the constraints that close the loop of `a`, `body`, `one`, `two` .*\[a\]")

    def test_guesses_that_contradict(self):
        """One pin asks for one assembly of a slider-crank, the other for the other: the first by name has it, in any order."""
        for crank_pin, wrist_pin in ("ab", "ba"):
            parts = [WORLD, f"bearing = {P}.Revolute(phi(initial = 0.5), w(initial = 0))", f"crank = {P}.BodyShape(r = [0.1, 0], m = 1, I = 0.001)",
                     f"{crank_pin} = {P}.Revolute(phi(guess = -3))", f"rod = {P}.BodyShape(r = [0.3, 0], m = 0.5, I = 0.004)",
                     f"{wrist_pin} = {P}.Revolute(phi(guess = 0.2))", f"cylinder = {P}.Prismatic(r = [1, 0], s(guess = 0.4))", f"piston = {P}.Body(m = 0.8, I = 0.001)"]
            connects = ["world.frame_b, bearing.frame_a, cylinder.frame_a", "bearing.frame_b, crank.frame_a", f"crank.frame_b, {crank_pin}.frame_a",
                        f"{crank_pin}.frame_b, rod.frame_a", f"rod.frame_b, {wrist_pin}.frame_a", f"cylinder.frame_b, piston.frame_a, {wrist_pin}.frame_b"]
            for dice in map(random.Random, range(6)):
                start = self.start_of(dice.sample(parts, len(parts)), dice.sample(connects, len(connects)))
                self.assertEqual(start["cylinder.s"] < 0, crank_pin == "a")

    def test_dead_centre_in_any_order(self):
        """A piston at its dead centre cannot move: what is named of equal speeds follows the names."""
        parts = [f"world = {P}.World(g = 0)", f"fixed = {P}.Fixed()", f"bearing = {P}.Revolute(phi(guess = 0))", f"crank = {P}.BodyShape(r = [0.1, 0], m = 1, I = 0.05)",
                 f"crankpin = {P}.Revolute()", f"rod = {P}.BodyShape(r = [0.3, 0], m = 0.5, I = 0.004)", f"wristpin = {P}.Revolute()",
                 f"cylinder = {P}.Prismatic(r = [1, 0], s(initial = 0.4), v(initial = 1))", f"piston = {P}.Body(m = 0.8, I = 0.001)"]
        connects = ["fixed.frame_b, bearing.frame_a, cylinder.frame_a", "bearing.frame_b, crank.frame_a", "crank.frame_b, crankpin.frame_a",
                    "crankpin.frame_b, rod.frame_a", "rod.frame_b, wristpin.frame_a", "cylinder.frame_b, wristpin.frame_b, piston.frame_a"]
        for dice in map(random.Random, range(6)):
            said = self.said(diagram("\n".join(dice.sample(parts, len(parts))), *dice.sample(connects, len(connects))), 3)
            self.assertIn("R508: in this position the loop cannot have the given speeds at time 0, `bearing.w` [bearing]", said)

    def test_parallelogram_that_folds(self):
        """Its joint forces are 0/0 where it lies flat, rounding around that. It moves on as it did, in few rows, with forces
        as everywhere, at each tolerance, and says so in one sentence, the same in each order."""
        # Names that put the unknowns in an order with much rounding.
        parts = [f"world = {P}.World(g = 0)", f"g = {P}.Fixed()", f"l = {P}.Fixed(r = [2, 0])",
                 "j = RotationalComponents.Sources.ConstantSpeed(w_fixed = 3.56)", f"b = {P}.Revolute(useFlange = true, phi(initial = 1))"]
        parts += [f"{name} = {P}.Revolute(phi(guess = {guess}))" for name, guess in (("k", 1), ("f", -1), ("h", -1))]
        parts += [f"{name} = {P}.BodyShape(r = [{length}, 0], m = 1, I = 0.1)" for name, length in (("c", 1), ("a", 2), ("e", 1))]
        connects = ["g.frame_b, b.frame_a", "b.frame_b, c.frame_a", "c.frame_b, f.frame_a", "f.frame_b, a.frame_a",
                    "a.frame_b, h.frame_b", "l.frame_b, k.frame_a", "k.frame_b, e.frame_a", "e.frame_b, h.frame_a",
                    "j.spline, b.flange_a"]
        found = set()
        for dice, (solver, rtol) in itertools.product(map(random.Random, range(3)), (("auto", "1e-6"), ("dopri5", "1e-10"), ("rk8pd", "1e-11"))):
            text = diagram("\n".join(dice.sample(parts, len(parts))), *dice.sample(connects, len(connects)))
            out = self.folder / "out.csv"
            said = self.cli("run", self.write(text), "--stop", "3", "--solver", solver, "--rtol", rtol, "-o", out).stderr
            table = read(out)
            self.assertRegex(said, r"^warning W506: near 0\.601\d* s the solution for `a.body.phi` bifurcates, [^\n]*\n$")
            self.assertLess(len(table["time"]), 1000, (solver, rtol))
            self.assertLess(max(map(abs, table["h.frame_a.fx"])), 1.01*3.56**2/2)
            self.assertAlmostEqual(table["e.body.phi"][-1], 1 + 3*3.56, 5)
            found.add((solver, len(table["time"]), table["h.frame_a.fx"][-1]))
        self.assertEqual(len(found), 3)

    def test_two_guesses_of_one(self):
        """Of two guesses for equal variables, or for variables of which one may begin at its guess, the first by name holds."""
        parts = [f"{name} = {R}.Components.Inertia(J = 1, phi(guess = {guess}))" for name, guess in (("a", 1), ("b", 2))]
        for order in (parts, parts[::-1]):
            self.assertEqual(self.start_of(order, ["a.spline_b, b.spline_a"])["b.phi"], 1)
            geared = [*order, f"gear = {R}.Components.IdealGear(ratio = 4)"]
            for some in (geared, geared[::-1]):
                self.assertEqual(self.start_of(some, ["a.spline_b, gear.spline_a", "gear.spline_b, b.spline_a"])["b.phi"], 0.25)

    def test_guesses_as_relations(self):
        """They go by level and name as attributes do, in any order of the text; the heir's goes before the inherited one."""
        part = "component S\n  variable x::Real{}\nrelations\n  x^2 = 1\n{}end\n"
        model = "component M\n{}\nrelations\n{}\nend\n"
        inside = (("(guess = 2)", ""), ("", "  guess x = 2\n"))
        for order in (1, -1):
            for decls, relations, sign in ((["x::Real(guess = 2)", "z::Real(guess = -2)"], ["x^2 = 1", "z = x"], 1),
                                           (["x::Real", "z::Real"], ["x^2 = 1", "z = x", "guess x = 2", "guess z = -2"], 1),
                                           (["x::Real(guess = -2)", "z::Real"], ["x^2 = 1", "z = x", "guess z = 2"], -1),
                                           (["x::Real(guess = -2)"], ["x^2 = 1", "guess x = 2"], 1)):
                self.assertEqual(self.start_of_text(model.format("\n".join(f"variable {d}" for d in decls[::order]), "\n".join(relations[::order])))["x"], sign)
            for text in (part.format(*guess) for guess in inside):
                for decls, relations in (("variable z::Real", ["z = p.x", "guess z = -2"]), ("variable z::Real(guess = -2)", ["p.x = z"]),
                                         ("variable z::Real", ["z = p.x", "guess p.x = -2"])):
                    start = self.start_of_text(text + model.format("p = S()\n" + decls, "\n".join(relations[::order])))
                    self.assertEqual(start["p.x"], -1)
                self.assertEqual(self.start_of_text(text + model.format("p = S(x(guess = -2))", ""))["p.x"], -1)
                self.assertEqual(self.start_of_text(text + model.format("extends S()", "guess x = -2"))["x"], -1)

    def test_guess_beside_a_default(self):
        """The library guesses 293.15 K for a body; what the diagram guesses goes before that, in any order."""
        parts = ["cap = ThermalComponents.Components.HeatCapacitor(C = 1)",
                 "meter = ThermalComponents.Sensors.TemperatureSensor(T(guess = 350))",
                 "other = ThermalComponents.Components.HeatCapacitor(C = 1)"]
        for order in (parts, parts[::-1]):
            start = self.start_of(order, ["cap.port, meter.port"])
            self.assertEqual((start["cap.T"], start["other.T"]), (350, 293.15))

    def test_contact_that_cannot_hold(self):
        """A gap that is pulled open has no position of rest: no start far away is invented."""
        for n in (1, 1.5):
            self.refused(f"{T}.Components.ElastoGap(c = 100, d = 1, n = {n})", "pulled apart and find no position of rest", f"fixed = {T}.Components.Fixed()",
                         f"mass = {T}.Components.Mass(m = 1)", f"force = {T}.Sources.ConstantForce(f_constant = 3)",
                         f"rest = {T}.Components.PrescribeInitialEquilibrium()", status=3,
                         connects=("fixed.flange, part.flange_a", "part.flange_b, mass.flange_a", "force.flange, mass.flange_b, rest.flange"))

    def test_gravity_that_is_not_stated(self):
        """W320, once, whatever asks for it; not where it is stated, and not for the parts of a library."""
        for world in (f"{P}.World()", "MultibodyComponents.World()", f"{P}.World(n = [1, 0])"):
            said = self.said(diagram(f"world = {world}\n{BODY}"), 0)
            self.assertEqual(said.count("W320"), 1, said)
            self.assertIn("model.dyad:2:3: note W320: gravity is not set and is 9.81 m/s2; Dyad and older diagrams take 9.80665", said)
            self.assertIn("give g of `world` a value: `world(g = …)`", said)
        self.assertNotIn("W320", self.said(diagram(f"{WORLD}\n{BODY}"), 0))
        moon = f"component Moon\n  extends {P}.World(g = 1.62)\nend\n"
        self.assertNotIn("W320", self.said(moon + diagram(f"world = Moon()\n{BODY}"), 0))
        self.assertEqual(self.cli("check", self.write(diagram(f"world = {P}.World()\n{BODY}"))).stderr.count("W320"), 1)


if __name__ == "__main__":
    unittest.main()
