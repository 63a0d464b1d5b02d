#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""pulses.py CLI: what comes again and again behind stretches in which nothing happens is not passed over by long steps."""
import math
import random
import unittest

from program import CliTest

ADAPTIVE = ("auto", "dopri5", "dop853", "rk8pd", "rkf45", "ndf", "rodas4", "msadams", "msbdf")


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

    def test_half_waves(self):
        """Between two of them the estimate of the error is 0."""
        for solver in ADAPTIVE:
            with self.subTest(solver):
                self.assertAlmostEqual(self.change("variable x::Real(initial = 0)", "der(x) = max(sin(1000*time), 0)", "x", 10, solver),
                                       3.184, delta=8e-3)
                self.assertAlmostEqual(self.change("variable x::Real(initial = 0)\n  variable phi::Real(initial = 0)",
                                                  "der(phi) = 1000\n  der(x) = max(sin(phi), 0)", "x", 10, solver),
                                       3.184, delta=8e-3)

    def test_cam_with_dwell(self):
        text = """component Model
  clock = BlockComponents.Sources.Ramp(height = 10000, duration = 10)
  cam = BlockComponents.Tables.CombiTable1Ds(table = [0, 0; 3, 0; 3.1, 1; 4, 1; 4.1, 0; 6.283185307179586, 0], extrapolation = Extrapolation.Periodic)
  sum = BlockComponents.Continuous.Integrator(k = 1)
relations
  connect(clock.y, cam.u)
  connect(cam.y[1], sum.u)
end
"""
        for solver in ("auto", "rk8pd", "rodas4"):
            with self.subTest(solver):
                table = self.table(self.write(text), "--stop", "10", "--interval", "10", "--solver", solver)
                self.assertAlmostEqual(table["sum.y"][-1], 1.5914, delta=8e-3)

    def test_drawn_pulses(self):
        """Tops of a wave, as long as a quarter of the period and more, in time and over a state."""
        draw = random.Random(5)
        solvers = ("auto", "rk8pd", "rkf45", "rodas4", "msadams")
        for case in range(60):
            period, count, half = 10 ** draw.uniform(-3, -0.3), draw.randint(20, 200), math.pi * draw.uniform(0.25, 0.8)
            size, begin, level = 10 ** draw.uniform(-1, 3), draw.uniform(0, 2 * math.pi), math.cos(half)
            rate, phase, solver = 2 * math.pi / period, draw.choice(("time", "state")), solvers[case % len(solvers)]
            angle = "phi" if phase == "state" else f"({rate!r}*time + {begin!r})"
            wave = draw.choice(("max(cos({a}) - {l}, 0)", "0.5*(abs(cos({a}) - {l}) + cos({a}) - {l})", "clamp(cos({a}) - {l}, 0, 2)"))
            rates = [f"der(x) = {size!r}*{wave.format(a=angle, l=repr(level))}"]
            states = ["variable x::Real(initial = 0)"]
            if phase == "state":
                states.append(f"variable phi::Real(initial = {begin!r})")
                rates.append(f"der(phi) = {rate!r}")
            exact = count * size * (2 * math.sin(half) - 2 * half * level) / rate
            with self.subTest(solver, period=period, count=count, half=half, size=size, begin=begin, over=phase, wave=wave):
                found = self.change("\n  ".join(states), "\n  ".join(rates), "x", count * period, solver)
                self.assertAlmostEqual(found / exact, 1, delta=1e-2)

    def test_jumps_without_events(self):
        """Looks that come as close as they may around a jump go on behind it."""
        draw = random.Random(6)
        solvers = ("auto", "dopri5", "dop853", "rk8pd", "rkf45", "rodas4", "ndf", "msadams", "msbdf", "rk4")
        for case in range(54):
            at, solver = draw.uniform(0.01, 1.99), solvers[case % len(solvers)]
            jump = (f"noevent(ifelse(time > {at!r}, 3.1, 1.0)) + 0.1*x", f"noevent(sign(x - {math.sin(min(at, 1.5))!r}))*0.1 + x + 1",
                    f"noevent(floor({1 / at!r}*time)) + 0.3 + x")[case // 9 % 3]
            with self.subTest(solver, jump=jump):
                found = self.change("variable x::Real(initial = 0)\n  variable z::Real",
                                    f"der(x) = cos(time)\n  z = ifelse({jump} > 0, 1, 2)", "x", 2, solver)
                self.assertAlmostEqual(found, math.sin(2), delta=1e-3)

    def test_long_rest(self):
        """What has come to rest costs steps as the logarithm of the time."""
        text = self.write("component Model\n  variable x::Real(initial = 1)\n  variable v::Real(initial = 0)\n"
                          "relations\n  der(x) = v\n  der(v) = -x - v\nend\n")
        for solver in ("auto", "ndf", "rodas4"):
            result = self.cli("run", text, "--stop", "1e6", "--interval", "1e6", "--solver", solver, "--stats")
            steps = int(result.stderr.split(" steps")[0].split()[-1])
            self.assertLess(steps, 1000, solver)


if __name__ == "__main__":
    unittest.main()
