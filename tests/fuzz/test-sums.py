#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The oracle of the mutants knows a small difference of large terms as well as its terms, and no better."""
import pathlib
import types
import unittest

import dyadtext
from mutants import Mutant, Outcome
from sums import largest_terms, parameters, terms, tokens

DUMP = """model Falls
parameters
  m :: Real = 3 [kg] min 0
  h :: Real[2] = {1, 2} [m]
  g :: Real = m^2 + 1 [m/s2]
  useFlange :: Boolean = 0 structural
continuous
  balance :: Real [J]
equations
  initial Falls: y = -1e-3
  equation Falls: balance = E - m * g * (1 - y)
  equation Falls: y = z + der(w)
  equation Falls: z = if y > 0 then 7 + x else x - 7
  equation Falls: a.f[1] + b.f = 0
  when Falls: E = 99 + x
"""
RUN = {"time": [0, 1], "balance": [0, -1e-9], "E": [0, 9], "y": [1, 0.7], "x": [100, 100], "z": [1, 1], "w": [0, 0], "a.f[1]": [2, 5], "b.f": [-2, -5]}


class SumsTest(unittest.TestCase):
    def test_terms_end_at_outermost_signs(self):
        self.assertEqual(["".join(text for _, text in term) for term in terms(tokens("-a*-b + sin(c - d)^-2 - 1e-3"))],
                         ["a*-b", "sin(c-d)^-2", "1e-3"])

    def test_parameters_follow_each_other(self):
        self.assertEqual(parameters(DUMP), {"m": 3, "g": 10, "useFlange": 0})

    def test_largest_terms(self):
        found = largest_terms(DUMP, RUN)
        self.assertEqual(found.pop("a.f[1]"), 5)
        self.assertEqual(found.pop("b.f"), 5)
        self.assertAlmostEqual(found.pop("balance"), 9)
        self.assertAlmostEqual(found.pop("E"), 9)
        self.assertEqual(found, {"y": 1, "z": 1})


class OracleTest(unittest.TestCase):
    def agrees(self, tightest=None, tighter=None, **changed) -> bool:
        mutant = Mutant(1, 1, types.SimpleNamespace(folder=pathlib.Path()))
        mutant.model = "Falls"
        mutant.cli = lambda *_: Outcome(0, DUMP.encode(), b"")
        mutant.table = lambda *_: tightest
        mutant.compare("solver", {**RUN, **changed}, RUN, {name: 1e-3 for name in RUN}, {name: 1e-6 for name in RUN}, tighter)
        return not mutant.failed

    def test_difference_by_the_accuracy_of_the_terms(self):
        self.assertTrue(self.agrees(balance=[3e-5, -3e-5]))

    def test_difference_that_the_terms_do_not_explain(self):
        self.assertFalse(self.agrees(balance=[3e-4, -3e-4]))

    def test_vibration_that_a_solver_damps(self):
        self.assertTrue(self.agrees(tighter=lambda: RUN, w=[1e-5, -1e-5]))
        self.assertFalse(self.agrees(tighter=lambda: RUN, w=[3e-5, -3e-5]))
        self.assertFalse(self.agrees(tighter=lambda: {**RUN, "w": [1e-5, 1e-5]}, w=[1e-5, -1e-5]))

    def test_other_variable(self):
        self.assertFalse(self.agrees(w=[3e-5, -3e-5]))
        self.assertFalse(self.agrees(balance=[3e-5, -3e-5], w=[3e-5, -3e-5]))

    def test_answer_that_the_tolerance_decides(self):
        self.assertTrue(self.agrees(tightest={**RUN, "w": [3e-5, 3e-5]}, w=[3e-5, -3e-5]))
        self.assertFalse(self.agrees(tightest={**RUN, "w": [3e-9, 3e-9]}, w=[3e-5, -3e-5]))


class TextTest(unittest.TestCase):
    def test_unclosed_doc_text(self):
        """Damaged texts have many; a pattern that can match them in two ways tries all of 2^40."""
        text = '"""' + "\n" * 40
        self.assertEqual("".join(dyadtext.tokens(text)), text)


if __name__ == "__main__":
    unittest.main()
