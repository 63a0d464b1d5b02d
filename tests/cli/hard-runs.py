#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""hard-runs.py CLI: runs that leave the domain of a law, fail an assert or get stuck: never a wrong number without a word."""
import csv
import io
import itertools
import math
import re
import unittest

from program import CliTest, diagram


class HardRuns(CliTest):
    def simulate(self, declarations: str, relations: str, status: int, *arguments: str):
        text = f"component Model\n  {declarations}\nrelations\n  {relations}\nend\n"
        result = self.cli("run", self.write(text), "--stop", "1", "--interval", "0.25", *arguments, status=status)
        rows = list(csv.reader(io.StringIO(result.stdout)))
        return [[float(cell) for cell in row] for row in rows[1:]], result.stderr

    def test_value_that_nothing_integrates(self):
        """What no state depends on must have a value, too."""
        for law in ("sqrt(x)", "log(x)", "asin(1 - 2*x)", "x^0.5",
                    "table1d([0, 0; 1, 1], x, Smoothness.Linear, Extrapolation.Error)"):
            rows, message = self.simulate("variable x::Real(initial = 1)\n  variable y::Real",
                                          f"der(x) = -2\n  y = {law}", 3)
            self.assertIn("R507", message)
            self.assertIn("`y`", message)
            self.assertLessEqual(rows[-1][0], 0.5, law)
        self.assertIn("at time 0,", self.simulate("variable x::Real(initial = 0)\n  variable y::Real",
                                                  "der(x) = 1\n  y = 1/x", 3)[1])

    def test_law_that_ends_at_its_condition(self):
        """Only the branch that is selected has effect, also where the condition turns."""
        for solver in ("auto", "dopri5", "dop853", "ndf", "rodas4", "rkf45", "msadams", "rk4"):
            rows, _ = self.simulate("variable x::Real(initial = 1)\n  variable z::Real(initial = 0)",
                                    "der(x) = -2\n  der(z) = ifelse(x > 0, sqrt(x), 0)", 0,
                                    "--solver", solver)
            self.assertAlmostEqual(rows[-1][1], -1, delta=1e-5)
            self.assertAlmostEqual(rows[-1][2], 1 / 3, delta=2e-5, msg=solver)
        rows, _ = self.simulate("variable x::Real(initial = 1)\n  variable z::Real",
                                "der(x) = -2\n  z = ifelse(x > 0, log(x), 0)", 0)
        at_event = [row[2] for row in rows if abs(row[0] - 0.5) < 1e-9]
        self.assertTrue(all(value == value for value in at_event), rows)
        self.assertLess(at_event[0], -20)
        self.assertEqual(rows[-1][2], 0)

    def test_derivative_that_is_left_out(self):
        """Index reduction that begins anew leaves the other values as they are."""
        rows, message = self.simulate(
            "parameter k::Real = 2*q\n  parameter q::Real = 1\n  variable z1::Real = 1\n  variable y::Real = k\n"
            "  variable x::Real(initial = 1)\n  variable step::Real\n  variable s::Real\n  variable v::Real\n  variable a::Real",
            "der(x) = -x\n  step = ifelse(x > 0.5, 1, 0)\n  s = step + x*x\n  v = der(s)\n  a = der(v)", 0)
        self.assertIn("`a`", message)
        for row in rows:
            self.assertEqual(row[1:3], [1, 2])

    def test_relations_in_series(self):
        """Each condition follows from the one before, and all turn at one instant: as many as there are."""
        n = 1500
        laws = {"abs": "ifelse({0} < 0, -{0}, {0})", "the other sign": "ifelse({0} < 0, {0}, -{0})"}
        for (name, law), step, begin in itertools.product(laws.items(), (1, -1), (-0.5, 0.5)):
            with self.subTest(name, order=step, begin=begin):
                relations = [f"y[{i}] = " + law.format(f"y[{i - 1}]" if i > 1 else "x") for i in range(1, n + 1)]
                rows, _ = self.simulate(f"variable x::Real(initial = {begin})\n  variable y::Real[{n}]",
                                        "\n  ".join([f"der(x) = {-2 * begin}", *relations[::step]]), 0)
                for row in rows:
                    wanted = abs(row[1]) if name == "abs" else -abs(row[1])
                    self.assertEqual({round(y - wanted, 9) for y in row[2:]}, {0})

    def test_what_does_not_settle(self):
        """The conditions that turn to and fro are named, and no other."""
        rows, message = self.simulate("variable x::Real(initial = -0.5)\n  variable a::Real\n  variable b::Real\n  variable c::Real",
                                      "der(x) = 1\n  a = ifelse(b > 0.5, 0, x)\n  b = ifelse(a > 0.25, 1, 0)\n  c = ifelse(x < 0.25, 0, a)", 3)
        self.assertRegex(message, "R501: the event iteration does not converge: conditions keep changing each other at time 0\\.75")
        self.assertIn("b > 0.5", message)
        self.assertIn("a > 0.25", message)
        self.assertNotIn("x < 0.25", message)
        self.assertLessEqual(rows[-1][0], 0.7500001)

    def test_what_equations_leave_open(self):
        """Each solver finds the states that do not depend on it; it stays as it is itself."""
        redundant = self.write("""component Model
  parameter k::Real = 2
  variable x::Real(initial = 1)
  variable p::Real
  variable q::Real
relations
  der(x) = p + q - 1001 * x
  p + q = 1000 * x
  k * p + k * q = 2000 * x
end
""", "redundant.dyad")
        loose = self.write(diagram("""
            fixed = TranslationalComponents.Components.Fixed()
            off = BlockComponents.Sources.Constant(k = 0)
            damper = TranslationalComponents.Components.Damper(d = 1)
            mass = TranslationalComponents.Components.Mass(m = 1, s(initial = 0), v(initial = 1))
            brake = TranslationalComponents.Components.Brake(fn_max = 1)""",
            "fixed.flange, damper.flange_a", "damper.flange_b, mass.flange_a", "off.y, brake.f_normalized"))
        for solver in ("auto", "dopri5", "dop853", "ndf", "rodas4", "msbdf"):
            with self.subTest(solver):
                table = self.table(redundant, "--stop", "1", "--solver", solver)
                self.assertAlmostEqual(table["x"][-1], math.exp(-1), delta=1e-4)
                table = self.table(loose, "--stop", "1", "--solver", solver)
                self.assertAlmostEqual(table["mass.v"][-1], math.exp(-1), delta=1e-4)
                self.assertEqual(set(table["brake.s"]), {0})

    def test_what_one_stage_alone_meets(self):
        """A nonlinear block is followed at the stages of steps, too: rk4 has no error that would show a dip between their ends."""
        def root(t: float) -> float:
            y = 1.0
            for _ in range(30):
                y -= (y ** 3 + y - 2 + 1.9 * math.exp(-((t - 4.5) / 0.05) ** 2)) / (3 * y * y + 1)
            return y

        n = 20000
        integral = math.fsum(root(10 * (i + 0.5) / n) for i in range(n)) * 10 / n
        model = self.write("""component Model
  variable x::Real(initial = 0)
  variable y::Real(guess = 1)
relations
  der(x) = y
  y ^ 3 + y = 2 - 1.9 * exp(-((time - 4.5) / 0.05) ^ 2)
end
""")
        table = self.table(model, "--stop", "10", "--solver", "rk4", "--interval", "1")
        self.assertAlmostEqual(table["x"][-1], integral, 5)

    def test_root_at_rest(self):
        """A slope that is infinite where the value is finite stops no solver."""
        for solver in ("auto", "dopri5", "dop853", "ndf", "rodas4", "msbdf"):
            rows, _ = self.simulate("variable x::Real(initial = 0)\n  variable z::Real(initial = 1)",
                                    "der(x) = -sqrt(x)\n  der(z) = sqrt(x) - z", 0, "--solver", solver)
            self.assertEqual({row[1] for row in rows}, {0})
            self.assertAlmostEqual(rows[-1][2], math.exp(-1), delta=1e-4, msg=solver)

    def test_tank_that_runs_empty(self):
        rows, _ = self.simulate("variable h::Real(initial = 1)", "der(h) = ifelse(h > 0, -4*sqrt(h), 0)", 0)
        self.assertAlmostEqual(rows[1][1], 0.25, delta=1e-6)
        self.assertAlmostEqual(rows[-1][1], 0, delta=1e-9)

    def test_limits_that_cross(self):
        """A limiter refuses limits that leave nothing between them."""
        limiter = "limiter = BlockComponents.Nonlinear.Limiter(y_max = {}, y_min = 1, u = time)"
        self.assertIn("R503", self.simulate(limiter.format(0), "", 1)[1])
        self.simulate(limiter.format(1), "", 0)
        variable = "limiter = BlockComponents.Nonlinear.VariableLimiter(u = 0, limit1 = 0.5 - time, limit2 = -0.25)"
        self.assertRegex(self.simulate(variable, "", 3)[1], r"R503: .* at time 0\.75")

    def test_assert_between_steps(self):
        rows, message = self.simulate("variable x::Real(initial = 0)",
                                      "der(x) = 1\n  assert(x < 0.6, \"x is too large\")", 3)
        self.assertRegex(message, r"R503: .* at time 0\.6: x is too large")
        self.assertAlmostEqual(rows[-1][0], 0.6, delta=1e-9)
        rows, message = self.simulate("variable x::Real(initial = 0)",
                                      "der(x) = 1\n  assert(time < 0.3, \"too late\")", 3)
        self.assertRegex(message, r"R503: .* at time 0\.3: too late")
        # It holds again at the end of the one step that the run would be without it.
        self.assertIn("R503", self.simulate("variable x::Real(initial = 0)",
                                            "der(x) = 1\n  assert(time < 0.3 or time > 0.31, \"gap\")", 3)[1])

    def test_pole(self):
        """The solution x = sqrt(1 - 2 t) ends at 0.5; a method may jump to and fro there for ever."""
        for solver in ("auto", "dopri5", "dop853", "ndf", "rodas4"):
            rows, message = self.simulate("variable x::Real(initial = 1)", "der(x) = -1/x", 3, "--solver", solver)
            self.assertRegex(message, "R506|R507: a value passes a pole")
            self.assertAlmostEqual(rows[1][1], 0.5 ** 0.5, delta=1e-5)
            self.assertLess(rows[-1][0], 0.51)

    def test_fast_beginning_of_a_long_run(self):
        """Thousands of steps and events at the start of a run of 30 years are no sign of a run that stands still."""
        rows, _ = self.simulate("variable x::Real(initial = 1)\n  variable v::Real(initial = 0)",
                                "der(x) = v\n  der(v) = -1e8*x - 40*v", 0, "--stop", "1e9", "--interval", "1e8", "--rtol", "1e-9")
        self.assertAlmostEqual(rows[-1][1], 0, delta=1e-9)
        rows, _ = self.simulate("variable n::Integer", "initial n = 0\n  when time > (pre(n) + 1)/2000 and pre(n) < 3000\n    n = pre(n) + 1\n  end", 0,
                                "--stop", "1e9", "--interval", "1e8")
        self.assertEqual(rows[-1][1], 3000)

    def test_divisor_that_passes_zero(self):
        """A quotient that passes a pole is told with its time, at any solver; where it stays finite, or is not
        the law that holds there, nothing is said."""
        moves = "variable x::Real(initial = -0.3)\n  variable y::Real"
        poles = {"1/x": 0.3, "x^(-3)": 0.3, "tan(x + pi/2)": 0.3, "log(x^2)": 0.3, "2/(time - 0.7)": 0.7, "cos(x)/(-x)^3": 0.3, "ifelse(x > -0.2, 1, 0)/sin(x)": 0.3}
        for law, time in poles.items():
            for solver in ("auto", "dopri5", "dop853", "ndf", "rodas4"):
                rows, message = self.simulate(moves, f"der(x) = 1\n  y = {law}", 3, "--solver", solver)
                self.assertRegex(message, rf"R507: a value passes a pole, where it grows without bound at time {time}, `y`", law)
                self.assertLess(rows[-1][0], time)
                self.assertGreater(rows[-1][0] + 0.25, time)  # those of the step with the pole, too
        for law in ("sin(x)/x", "(exp(x) - 1)*x/x^2", "if x > 0 then 1/x else 0", "if x > 1e-3 then 1/x else 1e3",
                    "noevent(if abs(x) > 1e-3 then 1/x else 1e6*x)", "1/(x^2 + 1e-9)", "1/sqrt(x^2 + 1e-9)"):
            self.simulate(moves, f"der(x) = 1\n  y = {law}", 0)
        for law in ("x*y = 1", "x*y^3 = 1"):
            message = self.simulate(moves.replace("y::Real", "y::Real(guess = -1)"), f"der(x) = 1\n  {law}", 3)[1]
            self.assertRegex(message, "R507: a value passes a pole, where it grows without bound at time 0.3, `y`", law)
        self.simulate(moves, "der(x) = 1\n  x*y = sin(x)", 0)
        # Two zeros that coincide but for what the method is off.
        self.simulate(moves + "\n  variable u::Real(initial = -0.3)",
                      "der(x) = cos(time)\n  der(u) = 1 - time*sin(time)\n  y = (x - sin(time) + 0.3 + (time - 0.3))"
                      "/(time - 0.3)", 0)

    def test_solutions_that_cross(self):
        """Where a nonlinear system has two solutions that cross, a run goes on along one and says so (W506): two rods of
        one length, folded onto each other by a slider. A turn without a crossing says nothing."""
        rods = "variable s::Real(initial = 0.3)\n  variable a::Real(guess = 1.26)\n  variable b::Real(guess = 1.88)"
        fold = "der(s) = -1\n  0.5*cos(a) - 0.5*cos(b) = s\n  0.5*sin(a) = 0.5*sin(b)"
        rows, message = self.simulate(rods, fold, 0)
        self.assertRegex(message, r"warning W506: near 0\.3 s the solution for `a` bifurcates")
        self.assertEqual(message.count("W506"), 1)
        self.assertNotIn("W506", self.simulate(rods, fold.replace("-1", "-0.25"), 0)[1])
        moves = "variable x::Real(initial = -0.3)\n  variable y::Real(guess = {})"
        self.assertIn("W506: near 0.3 s", self.simulate(moves.format(0.1), "der(x) = 1\n  y*(y^2 + 1)*(y - x) = 0", 0)[1])
        # A factor that passes zero holds for any unknown: one solution goes on through it.
        for law in ("x*(y^3 + y) = x*(2 + x)", "x*exp(y) = sin(x)*(3 - y)"):
            rows, message = self.simulate(moves.format(1), f"der(x) = 1\n  {law}", 0)
            self.assertNotIn("W506", message, law)
            self.assertTrue(all(0.5 < y < 1.3 for t, x, y in rows), law)

    def test_branches_that_cross(self):
        """Branches of x^3 - 3 x = 2 sin(s) cross twice: told at each method and tolerance, and each row lies on the smooth one."""
        cases = itertools.product((("0", 1.5708, -1), ("1.7", 4.71239, 0), ("-1.7", 1.5708, 1)), ("auto", "ndf", "dop853", "rk8pd", "rkf45", "rodas4", "rk4"),
                                  ("1e-3", "1e-6", "1e-10"), ("x", "0"))
        for (guess, crossing, k), solver, rtol, rate in cases:
            if (solver, rtol) == ("ndf", "1e-3"):
                continue  # its steps lead as near to the other one as to this
            rows, message = self.simulate(
                f"variable s::Real(initial = 0)\n  variable x::Real(guess = {guess})\n  variable z::Real(initial = 0)",
                f"der(s) = 1\n  der(z) = {rate}\n  x^3 - 3*x = 2*sin(s)", 0, "--stop", "10", "--interval", "0", "--solver", solver, "--rtol", rtol)
            self.assertRegex(message, r"W506: near [\d.]+ s the solution for `x` bifurcates")
            self.assertAlmostEqual(float(re.search("near ([\\d.]+)", message)[1]), crossing, delta=2e-3, msg=(guess, solver, rtol))
            for t, _, x, _ in rows:
                self.assertAlmostEqual(x, 2*math.cos((math.pi/2 - t + 2*math.pi*k)/3), delta=3e-3, msg=(guess, solver, rtol, rate, t))

    def test_ring_of_cubes(self):
        """One unknown after the other would be a cube of cubes: such a ring is solved as a whole."""
        for n in (8, 10, 12, 20, 50):
            laws = [f"x[{i}]^3 + x[{(i - 2) % n + 1}] + x[{i % n + 1}] = time + {i}" for i in range(1, n + 1)]
            rows, _ = self.simulate(f"variable x::Real[{n}]", "\n  ".join(laws), 0)
            for t, *x in rows:
                for i in range(n):
                    self.assertAlmostEqual(x[i]**3 + x[i - 1] + x[(i + 1) % n], t + i + 1, delta=1e-6)

    def test_solution_in_any_order(self):
        """Of several solutions the same one is found, however the text is ordered and whatever stands for another."""
        for declarations, relations in (
                (["variable x::Real", "variable y::Real"], ["x^2 + y^2 = 5", "x*y = 2"]),
                (["variable x::Real", "variable y::Real", "variable z::Real"],
                 ["x^2 + y^2 + z^2 = 14", "x*y*z = 6", "x + y + z = 6"]),
                (["variable x::Real", "variable y::Real", "variable q::Real"], ["x^2 + sin(y) = 1 + 0.1*time", "y^2 = 4*x^2", "q = -x"])):
            found = set()
            for some in itertools.permutations(declarations):
                for others in itertools.permutations(relations):
                    text = "\n".join(["component Model", *some, "relations", *others, "end", ""])
                    table = list(csv.DictReader(io.StringIO(self.cli("run", self.write(text), "--stop", "1", status=0).stdout)))
                    found.add(tuple(round(float(table[-1][name]), 6) for name in "xy"))
            self.assertEqual(len(found), 1, relations)

    def test_written_division_by_zero(self):
        for law in ("1/0", "[1, 2][2]/0", "min(1/0, 2)"):
            result = self.cli("run", self.write(f"component M\n  variable y::Real\nrelations\n  y = {law}\nend\n"), status=1)
            self.assertIn("E311: a division by zero", result.stderr)


if __name__ == "__main__":
    unittest.main()
