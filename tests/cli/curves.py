#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""curves.py CLI: straight lines between the rows of `run` show the solution."""
import math
import random
import unittest

from program import OSCILLATOR, SOURCE, CliTest, diagram

# What a line may be off, and an extreme, as part of a variable's range.
ALLOWED = 1e-3
# The least range that counts, which is far above what the solvers leave to chance.
SEEN = 1e-5

BEATS = diagram(
    """wall = TranslationalComponents.Components.Fixed()
    left = TranslationalComponents.Components.Spring(c = 400)
    a = TranslationalComponents.Components.Mass(m = 1, s(initial = 0.1), v(initial = 0))
    link = TranslationalComponents.Components.SpringDamper(c = 20, d = 0.02)
    b = TranslationalComponents.Components.Mass(m = 0.05, s(initial = 0), v(initial = 0))""",
    "wall.flange, left.flange_a",
    "left.flange_b, a.flange_a",
    "a.flange_b, link.flange_a",
    "link.flange_b, b.flange_a",
)

# Without states: what time alone gives, with corners that make no event.
SIGNAL = """component Model
  variable y::Real
  variable corner::Real
relations
  y = sin(2 * 3.14159265358979 * 50 * time) * exp(-time)
  corner = noevent(if y > 0.3 then y else 0.6 - y)
end
"""

# The decay is over long before the run is, and the tolerance lets steps grow.
DECAY = """component Model
  variable x::Real
  variable y::Real
  variable square::Real
relations
  initial x = 1
  initial y = 0
  der(x) = -300 * (x - cos(time))
  der(y) = x
  square = x * x * sin(20 * y)
end
"""

# Cusps that make no event, of what time and of what states give.
CUSPS = """component Model
  variable x::Real
  variable v::Real
  variable root::Real
  variable sharp::Real
  variable signal::Real
relations
  initial x = 1
  initial v = 0
  der(x) = v
  der(v) = -40 * x
  root = sqrt(abs(x))
  sharp = abs(x) ^ 0.3
  signal = abs(sin(7 * time + 0.3)) ^ 0.3
end
"""

# One cusp in each half period of an oscillator, or of the time alone.
DRAWN = """component Model
  variable x::Real
  variable v::Real
  variable ofstate::Real
  variable oftime::Real
relations
  initial x = sin({phase!r})
  initial v = {speed!r} * cos({phase!r})
  der(x) = v
  der(v) = -{speed!r} ^ 2 * x
  ofstate = abs(x) ^ {power!r}
  oftime = abs(sin({speed!r} * time + {phase!r})) ^ {power!r}
end
"""

PULSE = """component Model
  variable x::Real
  variable v::Real
  variable force::Real
relations
  initial x = 0
  initial v = 0
  der(x) = v
  der(v) = force - 4 * x
  force = exp(-((time - 5) / 0.05) ^ 2)
end
"""


def largest_gap(rows: list, values: list, times: list, exact: list) -> float:
    """How far the lines through rows are from what is exact, at times that are no event's."""
    k, worst = 0, 0.0
    for i in range(1, len(times) - 1):
        t = times[i]
        if times[i - 1] == t or times[i + 1] == t:
            continue
        while k + 2 < len(rows) and rows[k + 1] <= t:
            k += 1
        if rows[k + 1] > rows[k]:
            line = values[k] + (values[k + 1] - values[k]) * (t - rows[k]) / (rows[k + 1] - rows[k])
            worst = max(worst, abs(line - exact[i]))
    return worst


class Curves(CliTest):
    def compare(self, model, stop: float, *options) -> dict:
        """Compares with dense rows of the same run; returns the rows of it."""
        table = self.table(model, "--stop", stop, *options)
        dense = self.table(model, "--stop", stop, "--interval", stop / 8000, *options)
        for name, exact in dense.items():
            span = max(exact) - min(exact)
            if name == "time" or span < SEEN:
                continue
            for find in (min, max):
                self.assertLessEqual(abs(find(table[name]) - find(exact)), ALLOWED * span, f"{name} {options}")
            gap = largest_gap(table["time"], table[name], dense["time"], exact)
            self.assertLessEqual(gap, ALLOWED * span, f"{name} {options}")
        return table

    def test_peaks_of_the_absorber(self):
        model = SOURCE / "data/examples/two-mass-absorber.dyad"
        table = self.compare(model, 30)
        late = [s for t, s in zip(table["time"], table["absorber.s"]) if t > 26]
        peaks = [b for a, b, c in zip(late, late[1:], late[2:]) if a < b > c]
        self.assertEqual(len(peaks), 6)
        # The amplitude has settled to 1 %, and no peak is cut.
        self.assertGreater(min(peaks), 0.0965)
        self.assertLess(max(peaks), 0.0985)

    def test_oscillations(self):
        model = self.write(BEATS)
        for rtol in ("1e-3", "1e-5", "1e-8"):
            for solver in ("auto", "ndf", "rodas4", "rk8pd"):
                with self.subTest(rtol=rtol, solver=solver):
                    self.compare(model, 4, "--rtol", rtol, "--solver", solver)

    def test_signals_of_time(self):
        table = self.compare(self.write(SIGNAL), 2)
        self.assertLess(len(table["time"]), 20000)

    def test_fast_and_slow(self):
        for rtol in ("1e-3", "1e-6", "1e-9"):
            self.compare(self.write(DECAY), 10, "--rtol", rtol)

    def test_cusps(self):
        """Rows close in on each cusp, whose depth a grid only misses."""
        model = self.write(CUSPS)
        dense = self.table(model, "--stop", 2, "--rtol", "1e-8", "--interval", 1e-4)
        for name in ("root", "sharp", "signal"):
            with self.subTest(name=name):
                table = self.table(model, "--stop", 2, "--rtol", "1e-8", "--signals", name)
                times, values = table["time"], table[name]
                lows = [b for a, b, c in zip(values, values[1:], values[2:]) if a > b < c]
                self.assertEqual(len(lows), 4)
                self.assertLess(max(lows), 2 * ALLOWED)
                self.assertLess(largest_gap(times, values, dense["time"], dense[name]), ALLOWED)
                self.assertTrue(all(a < b for a, b in zip(times, times[1:])))
                self.assertLess(len(times), 2000)

    def test_drawn_cusps(self):
        """Wherever rows happen to stand around a cusp, none is passed over."""
        drawn, stop = random.Random(7), 2.0
        for _ in range(20):
            speed, phase, power = drawn.uniform(1, 9), drawn.uniform(0, 3.1), drawn.uniform(0.3, 1)
            model = self.write(DRAWN.format(speed=speed, phase=phase, power=power))
            cusps = [(k * math.pi - phase) / speed for k in range(10)]
            for name in ("ofstate", "oftime"):
                table = self.table(model, "--stop", stop, "--rtol", "1e-10", "--signals", name)
                rows = table["time"]
                self.assertTrue(all(a < b for a, b in zip(rows, rows[1:])))
                times = sorted([k * stop / 20000 for k in range(20001)] + [t for t in cusps if 0 < t < stop])
                exact = [abs(math.sin(speed * t + phase)) ** power for t in times]
                gap = largest_gap(rows, table[name], times, exact)
                self.assertLess(gap, 1.05 * ALLOWED, f"abs(sin({speed} t + {phase}))^{power} {name}")

    def test_cusp_at_the_start(self):
        """One at which a run, or what is behind an event, begins."""
        for law, begins in (("sqrt(time)", 0), ("abs(sin(time))^0.3", 0), ("time^0.4", 0),
                            ("ifelse(time > 0.5, max(time - 0.5, 0)^0.4, 0)", 0.5)):
            table = self.table(self.write(f"component M\n  variable y::Real\nrelations\n  y = {law}\nend\n"), "--stop", 2)
            rows = list(zip(table["time"], table["y"]))
            value = {0.5: lambda t: max(t - 0.5, 0)**0.4}.get(begins) or (lambda t: eval(law.replace("^", "**"), {"sqrt": math.sqrt, "sin": math.sin, "abs": abs, "time": t}))
            off = max(abs(value(a + (b - a)*k/20) - ya - (yb - ya)*k/20) for (a, ya), (b, yb) in zip(rows, rows[1:]) for k in range(20))
            self.assertLess(off, ALLOWED*(max(table["y"]) - min(table["y"])), law)
            self.assertLess(len(rows), 1500, law)

    def test_late_pulse(self):
        for rtol in ("1e-4", "1e-7"):
            self.compare(self.write(PULSE), 10, "--rtol", rtol)

    def test_rows_are_as_many_as_it_takes(self):
        """50 to 100 in a period, whatever the steps; 501 where nothing happens."""
        model = self.write(OSCILLATOR)
        periods = 100 * 10 / (2 * math.pi)
        for rtol in ("1e-4", "1e-12"):
            rows = len(self.table(model, "--stop", "100", "--rtol", rtol, "--signals", "mass.s, mass.v")["time"])
            self.assertLess(rows, 100 * periods + 501, rtol)
            self.assertGreater(rows, 40 * periods, rtol)
        still = self.write(OSCILLATOR.replace("s(initial = 1)", "s(initial = 0)"), "still.dyad")
        self.assertLess(len(self.table(still, "--stop", "100")["time"]), 520)

    def test_rows_follow_what_is_recorded(self):
        """What is not written needs no rows."""
        slow = """component Model
  variable fast::Real
  variable slow::Real
relations
  fast = sin(500 * time)
  slow = time
end
"""
        model = self.write(slow)
        self.assertLess(len(self.table(model, "--stop", "10", "--signals", "slow")["time"]), 520)
        self.assertGreater(len(self.table(model, "--stop", "10", "--signals", "fast")["time"]), 20000)

    def test_rows_decide_nothing(self):
        """However many rows are seen, a run comes to the same end, to the last digit."""
        for model in sorted((SOURCE / "data/examples").glob("*.dyad")):
            ends = set()
            for interval in (3 / 500, 3 / 5000, 0):
                self.cli("run", model, "--stop", 3, "--interval", interval, "-o", "out.csv")
                ends.add((self.folder / "out.csv").read_text().splitlines()[-1])
            self.assertEqual(len(ends), 1, model.name)

    def test_results_are_bounded(self):
        """W505: what would take too much room is thinned out, and says so."""
        model = self.write(OSCILLATOR)
        done = self.cli("run", model, "--stop", "5000", "--signals", "mass.s", "-o", "out.csv")
        self.assertRegex(done.stderr, r"warning W505: rows are thinned out from \d+")
        with open(self.folder / "out.csv") as file:
            self.assertLess(sum(1 for _ in file), 2**19 + 502)


if __name__ == "__main__":
    unittest.main()
