#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""run-places.py CLI: what ends a run stands in the user's own file, like what ends a compilation."""
import unittest

from program import CliTest

STOPS = "m = 1, L = 0, smin = 0, smax = 1, F_prop = 0, F_Coulomb = 0, F_Stribeck = 0, fexp = 0"


class RunPlaces(CliTest):
    def expect(self, text: str, place: str, status: int = 3):
        """The message begins with FILE:`place`."""
        path = self.write(text)
        result = self.cli("run", path, "--stop", "1", "--interval", "0.5", status=status)
        self.assertTrue(result.stderr.startswith(f"{path}:{place}: "), result.stderr)
        self.assertEqual(result.stderr.count("error"), 1, result.stderr)

    def model(self, declarations: str, *relations: str) -> str:
        lines = ["component Model", *(f"  {line}" for line in declarations.split("; ")), "relations",
                 *(f"  {line}" for line in relations), "end", ""]
        return "\n".join(lines)

    def test_conditions(self):
        self.expect(self.model("variable x::Real(initial = 0); variable b::Boolean; variable z::Real", "der(x) = 1",
                               "b = x > 0.5 and not z > 0.5", "z = ifelse(b, 1, 0)"), "7:3: error R501")

    def test_discrete_variables(self):
        self.expect(self.model("variable n::Integer", "n = pre(n) + 1"), "4:3: error R502")

    def test_assert(self):
        self.expect(self.model("variable x::Real(initial = 0)", "der(x) = 1", 'assert(x < 0.6, "x is too large")'),
                    "5:3: error R503")

    def test_assert_in_a_library(self):
        """The line is that of the part in the diagram."""
        part = "TranslationalComponents.Components.MassWithStopAndFriction"
        self.expect(self.model(f"variable x::Real(initial = 0); m = {part}({STOPS}, s(initial = -1), v(initial = 0))",
                               "der(x) = 1"), "3:3: error R503")

    def test_chattering(self):
        self.expect(self.model("variable x::Real(initial = 0)", "der(x) = ifelse(x > 0.5, -1, 1)"), "4:3: error R504")

    def test_start(self):
        self.expect(self.model("variable x::Real(guess = 0)", "x*x = -1"), "4:3: error R505")
        self.expect(self.model("variable x::Real(initial = 1)", "der(x) = -1", "initial x = 2"), "5:3: error E502", 1)

    def test_pole(self):
        self.expect(self.model("variable x::Real(initial = 1)", "der(x) = -1/x"), "4:3: error R507")

    def test_domain(self):
        self.expect(self.model("variable x::Real(initial = 1)", "der(x) = -sqrt(x) - 1"), "4:3: error R507")
        self.expect(self.model("variable x::Real(initial = 1); variable y::Real", "der(x) = -2", "y = log(x)"),
                    "6:3: error R507")

    def test_operators_without_value(self):
        """Named in the user's words, not by what stands for the operator inside."""
        parameter = "parameter p::Real = 0; variable x::Real"
        for law in ("mod(time, p)", "div(1, p) + mod(1, p)", "rem(time, p)", "floor(time/p)"):
            self.expect(self.model(parameter, f"x = {law}"), "5:3: error R507")
        self.expect(self.model("parameter p::Real = 0; variable n::Integer", "when sample(0, p)", "  n = pre(n) + 1",
                               "end"), "5:3: error R507")
        self.expect(self.model("parameter p::Time = -1; variable x::Real", "x = delay(time, p)"), "5:3: error R507")
        path = self.write(self.model(parameter, "x = ifelse(p > 0, mod(time, p), 5)"))
        self.assertTrue(self.cli("run", path, "--stop", "1").stdout.endswith("1,5\n"))

    def test_operator_that_gets_a_value(self):
        """What was not selected has no say: 0/0 until 0.5."""
        path = self.write(self.model("variable y::Real; variable x::Real", "y = max(time - 0.5, 0)",
                                     "x = ifelse(y > 0.1, mod(2.5*y, y), 0)"))
        rows = self.cli("run", path, "--stop", "1", "--interval", "0.1").stdout.split()
        self.assertAlmostEqual(float(rows[-1].split(",")[2]), 0.25, delta=1e-9)

    def test_singular(self):
        self.expect(self.model("variable x::Real(initial = 1); variable y::Real; variable z::Real", "der(x) = y",
                               "x*y + z = 1", "x*z + y = 2"), "8:3: error R508")

    def test_mass_of_zero(self):
        """The parameter is named that leaves the acceleration without a factor."""
        path = self.write("component M\n  f = TranslationalComponents.Sources.ConstantForce(f_constant = 1)\n"
                          "  a = TranslationalComponents.Components.Mass(m = 0)\nrelations\n"
                          "  connect(f.flange, a.flange_a)\nend\n")
        said = self.cli("run", path, "--stop", "1", status=3).stderr
        self.assertIn(":3:3: error R508: `a.m` is 0, so `a.a` is undetermined at time 0 [a]", said)
        self.assertIn("give this parameter a value other than zero", said)
        said = self.cli("run", path, "--stop", "1", "--set", "a.m=1").stderr
        self.assertNotIn("R508", said)


if __name__ == "__main__":
    unittest.main()
