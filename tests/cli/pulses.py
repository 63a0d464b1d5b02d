#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""pulses.py CLI: what comes again and again is not passed over by long steps."""
import math
import random
import unittest

from program import CliTest

ADAPTIVE = ("auto", "dopri5", "rk8pd", "rkf45", "ndf", "rodas4", "msadams", "msbdf")


class Pulses(CliTest):
    def change(self, declarations: str, relations: str, variable: str, stop: float, solver: str = "auto") -> float:
        text = f"component Model\n  {declarations}\nrelations\n  {relations}\nend\n"
        table = self.table(self.write(text), "--stop", repr(stop), "--interval", repr(stop), "--solver", solver)
        return table[variable][-1] - table[variable][0]

    def test_events_of_a_phase(self):
        """A relation over a state that moves in a straight line turns more often than there are steps."""
        for solver in ADAPTIVE:
            with self.subTest(solver):
                count = self.change("variable phi::Real(initial = 0)\n  variable n::Integer",
                                   "initial n = 0\n  der(phi) = 1000\n  when sin(phi) > 0.5\n    n = pre(n) + 1\n  end",
                                   "n", 10, solver)
                self.assertEqual(count, 1592)
        for solver in ("auto", "rk8pd", "rodas4"):
            with self.subTest(solver):
                width = math.pi - 2 * math.asin(0.9)
                share = self.change("variable x::Real(initial = 0)", "der(x) = ifelse(sin(10000*time) > 0.9, 1, 0)", "x", 2, solver)
                turns = 20000 / (2 * math.pi)
                self.assertAlmostEqual(share, math.floor(turns) * width / 10000, delta=1e-4)

    def test_events_behind_a_rest(self):
        """What turns fast from an event on is counted from there."""
        when = "when sin(phi) > 0.5\n    n = pre(n) + 1\n  end"
        for rate, stop, count in (("ifelse(time > 5, 3000, 0)", 10, 2388), ("ifelse(mod(time, 1) < 0.1, 3000, 0)", 9.5, 478)):
            for solver in ADAPTIVE:
                with self.subTest(solver, rate=rate):
                    self.assertEqual(self.change("variable phi::Real(initial = 0)\n  variable n::Integer",
                                                 f"initial n = 0\n  der(phi) = {rate}\n  {when}", "n", stop, solver), count)

    def test_many_turns_without_an_event(self):
        """Steps that looks keep short lead on, though they are a small part of the time so far."""
        for solver in ("auto", "rk8pd", "msadams"):
            with self.subTest(solver):
                self.assertAlmostEqual(self.change("variable x::Real(initial = 1)\n  variable v::Real(initial = 0)",
                                                  "der(x) = 1e6\n  der(v) = ifelse(sin(x) > 2, 1, 0)", "x", 5, solver), 5e6, delta=1)

    def test_drawn_events(self):
        draw = random.Random(11)
        for case in range(30):
            rate, level = 10 ** draw.uniform(0, 4), draw.uniform(-0.95, 0.95)
            begin, turns = draw.choice((0.0, draw.uniform(-5, 5), draw.uniform(-5000, 5000))), draw.uniform(3, 400)
            stop, first = turns * 2 * math.pi / rate, math.asin(level)
            count = math.floor((begin + rate * stop - first) / (2 * math.pi)) - math.ceil((begin - first) / (2 * math.pi)) + 1
            solver = ADAPTIVE[case % len(ADAPTIVE)]
            with self.subTest(solver, rate=rate, level=level, begin=begin, turns=turns):
                found = self.change(f"variable phi::Real(initial = {begin!r})\n  variable n::Integer",
                                   f"initial n = 0\n  der(phi) = {rate!r}\n  when sin(phi) > {level!r}\n    n = pre(n) + 1\n  end",
                                   "n", stop, solver)
                self.assertEqual(found, count)


if __name__ == "__main__":
    unittest.main()
