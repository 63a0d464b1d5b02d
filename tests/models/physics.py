#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""physics.py --cli CLI [--out DIR]: closed-form answers, index 3, and the drift of energy.

Each model is text here, run by the command line with --rtol 1e-8, and every row of every
named signal is compared with the formula: 1e-6 relative to the signal's largest value.
"""
import argparse
import math
import pathlib
import sys

from rig import Rig, text_of

T = "TranslationalComponents"
R = "RotationalComponents"
B = "BlockComponents"
RELATIVE = 1e-6


def lag(t):
    """Step response of the second-order Bessel filter of the Position sources, f_crit 2 Hz."""
    w = 2 * math.pi * 2
    d, w0 = 1.3617 / (2 * math.sqrt(0.6180)), w / math.sqrt(0.6180)
    wd = w0 * math.sqrt(1 - d * d)
    return 1 - math.exp(-d * w0 * t) * (math.cos(wd * t) + d * w0 / wd * math.sin(wd * t))


def damped(t):
    """m 2, d 1.2, c 50, from 0.1 at rest."""
    a = 1.2 / 4
    w = math.sqrt(25 - a * a)
    return 0.1 * math.exp(-a * t) * (math.cos(w * t) + a / w * math.sin(w * t))


# name, declarations, relations, stop, {signal: formula}
MODELS = [
    ("oscillator", f"""
  wall = {T}.Components.Fixed()
  spring = {T}.Components.Spring(c = 50)
  mass = {T}.Components.Mass(m = 2, s(initial = 0.1), v(initial = 0))
""", ["wall.flange, spring.flange_a", "spring.flange_b, mass.flange_a"], 10,
     {"mass.s": lambda t: 0.1 * math.cos(5 * t),
      "mass.v": lambda t: -0.5 * math.sin(5 * t),
      "spring.f": lambda t: 5 * math.cos(5 * t)}),
    ("damped oscillator", f"""
  wall = {T}.Components.Fixed()
  spring = {T}.Components.SpringDamper(c = 50, d = 1.2)
  mass = {T}.Components.Mass(m = 2, s(initial = 0.1), v(initial = 0))
""", ["wall.flange, spring.flange_a", "spring.flange_b, mass.flange_a"], 8,
     {"mass.s": damped}),
    ("gear train", f"""
  torque = {R}.Sources.ConstantTorque(tau_constant = 10)
  motor = {R}.Components.Inertia(J = 0.1, phi(initial = 0), w(initial = 0))
  gear = {R}.Components.IdealGear(ratio = 10)
  load = {R}.Components.Inertia(J = 2)
""", ["torque.spline, motor.spline_a", "motor.spline_b, gear.spline_a", "gear.spline_b, load.spline_a"], 3,
     {"motor.phi": lambda t: 0.5 * 10 / 0.12 * t * t,
      "load.w": lambda t: 10 / 0.12 / 10 * t,
      "load.a": lambda t: 10 / 0.12 / 10}),
    ("two rigid masses: index 3", f"""
  wall = {T}.Components.Fixed()
  spring = {T}.Components.Spring(c = 12)
  first = {T}.Components.Mass(m = 1, L = 0.2, s(initial = 0.5), v(initial = 0))
  rod = {T}.Components.Rod(L = 0.3)
  second = {T}.Components.Mass(m = 2)
""", ["wall.flange, spring.flange_a", "spring.flange_b, first.flange_a", "first.flange_b, rod.flange_a",
      "rod.flange_b, second.flange_a"], 6,
     {"first.s": lambda t: 0.1 + 0.4 * math.cos(2 * t),
      "second.s": lambda t: 0.1 + 0.4 * math.cos(2 * t) + 0.4,
      "second.a": lambda t: -1.6 * math.cos(2 * t),
      "second.flange_a.f": lambda t: -3.2 * math.cos(2 * t)}),
    ("mass driven by a position", f"""
  sine = {B}.Sources.Sine(amplitude = 0.3, frequency = 0.5)
  drive = {T}.Sources.Position(ref_type = {T}.Sources.ReferenceType.Exact)
  sensor = {T}.Sensors.ForceSensor()
  mass = {T}.Components.Mass(m = 4)
""", ["sine.y, drive.s_ref", "drive.flange, sensor.flange_a", "sensor.flange_b, mass.flange_a"], 5,
     {"mass.s": lambda t: 0.3 * math.sin(math.pi * t),
      "mass.v": lambda t: 0.3 * math.pi * math.cos(math.pi * t),
      "mass.a": lambda t: -0.3 * math.pi ** 2 * math.sin(math.pi * t),
      "sensor.f": lambda t: -1.2 * math.pi ** 2 * math.sin(math.pi * t)}),
    ("filtered position", f"""
  step = {B}.Sources.Step(height = 1, start_time = 0.1)
  drive = {R}.Sources.Position(ref_type = {R}.Sources.ReferenceType.Filtered(f_crit = 2))
  wheel = {R}.Components.Inertia(J = 1)
""", ["step.y, drive.phi_ref", "drive.spline, wheel.spline_a"], 2,
     {"wheel.phi": lambda t: lag(t - 0.1) if t > 0.1 else 0}),
    ("lags", f"""
  step = {B}.Sources.Step(height = 2, start_time = 0.25)
  first = {B}.Continuous.FirstOrder(k = 3, T = 0.4, y(initial = 0))
  integrator = {B}.Continuous.Integrator(k = 0.5)
""", ["step.y, first.u", "first.y, integrator.u"], 4,
     {"first.y": lambda t: 6 * (1 - math.exp(-(t - 0.25) / 0.4)) if t > 0.25 else 0,
      "integrator.y": lambda t: 3 * ((t - 0.25) - 0.4 * (1 - math.exp(-(t - 0.25) / 0.4))) if t > 0.25 else 0}),
    ("inclined mass", f"""
  mass = {T}.Components.Mass(m = 3, theta = pi / 6, s(initial = 0), v(initial = 5))
""", [], 2,
     {"mass.s": lambda t: 5 * t - 0.25 * 9.80665 * t * t}),
]


def drift(rig):
    """Undamped oscillator over 1,000 periods: the energy must stay, the better the tighter."""
    name, declarations, connects, _, _ = MODELS[0]
    stop = 1000 * 2 * math.pi / 5
    drifts = []
    for rtol in ("1e-6", "1e-7", "1e-8"):
        table = rig.run("drift", text_of(declarations, connects), stop, "--rtol", rtol, "--atol", rtol,
                        "--interval", str(stop / 2000))
        energy = [25 * s * s + v * v for s, v in zip(table.signals["mass.s"], table.signals["mass.v"])]
        drifts.append(max(abs(e / energy[0] - 1) for e in energy))
    rig.within("energy drift over 1,000 periods at rtol 1e-8:", drifts[2], 1e-4)
    for before, after, most in zip(drifts, drifts[1:], (200, 30)):  # of order 8 from 1e-7 on
        rig.within("  rtol a tenth, drift times", after / before, 1 / 3)
        rig.within("  and not by chance, inverse", before / after, most)


# Bearings, an engaged clutch and a lossy gear that come to rest and let go together: what a plain
# substitution finds from one assumption contradicts the next one. E is what is stored, in what came in.
TOGETHER = text_of(f"""
  n = {B}.Sources.Sine(frequency = 3, amplitude = 30)
  t = {R}.Sources.TorqueSource()
  i1 = {R}.Components.Inertia(J = 1, phi(initial = 0), w(initial = 0))
  b1 = {R}.Components.BearingFriction(tau_pos = [[0, 5], [1, 3]], peak = 1.5)
  s = {R}.Components.SpringDamper(c = 500, d = 1)
  i2 = {R}.Components.Inertia(J = 1, phi(initial = 0), w(initial = 0))
  b2 = {R}.Components.BearingFriction(tau_pos = [[0, 5], [1, 3]], peak = 1.5)
  k = {R}.Components.Clutch(fn_max = 10)
  i3 = {R}.Components.Inertia(J = 0.1, phi(initial = 0), w(initial = 0))
  g = {R}.Components.LossyGear(ratio = 3, lossTable = [[0, 0.8, 0.8, 1, 1]])
  i4 = {R}.Components.Inertia(J = 0.5)
  on = {B}.Sources.Pulse(period = 0.7)
  variable stored::Real
  variable gained::Real(initial = 0)
""", ["n.y, t.tau", "t.spline, i1.spline_a", "i1.spline_b, b1.spline_a, s.spline_a", "s.spline_b, i2.spline_a",
      "i2.spline_b, b2.spline_a", "b2.spline_b, k.spline_a", "k.spline_b, i3.spline_a", "i3.spline_b, g.spline_a",
      "g.spline_b, i4.spline_a", "on.y, k.f_normalized"]).replace("relations\n", """relations
  stored = 0.5*(i1.J*i1.w^2 + i2.J*i2.w^2 + i3.J*i3.w^2 + i4.J*i4.w^2 + s.c*s.phi_rel^2)
  der(gained) = n.y*i1.w - b1.lossPower - b2.lossPower - k.lossPower - g.lossPower - s.d*s.w_rel^2
""")


def together(rig: Rig) -> None:
    ends = []
    for rtol in ("1e-4", "1e-5", "1e-6", "1e-7", "1e-8", "1e-9"):
        table = rig.run(f"friction together {rtol}", TOGETHER, 5, "--rtol", rtol)
        ends.append(table.signals["i3.phi"][-1])
        balance = max(abs(a - b) for a, b in zip(table.signals["stored"], table.signals["gained"]))
        rig.within(f"friction together, rtol {rtol}: energy", balance / max(table.signals["stored"]), 10 * float(rtol))
        modes = {round(m) for m in table.signals["k.mode"]}
        rig.within(f"friction together, rtol {rtol}: modes of the clutch that do not occur", len({-1, 0, 1, 2} - modes), 0)
    for rtol, end in zip(("1e-4", "1e-5", "1e-6"), ends):
        rig.within(f"friction together, rtol {rtol}: end", abs(end - ends[-1]) / abs(ends[-1]), 10 * float(rtol))
    for solver in ("dopri5", "dop853", "rkf45", "rk8pd", "msadams", "ndf", "rodas4", "msbdf"):
        table = rig.run(f"friction together {solver}", TOGETHER, 5, "--solver", solver)
        end = table.signals["i3.phi"][-1]
        rig.within(f"friction together, {solver}: end", abs(end - ends[-1]) / abs(ends[-1]), 1e-3)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    rig = Rig(arguments.cli, arguments.out / "physics")
    for name, declarations, connects, stop, signals in MODELS:
        table = rig.run(name, text_of(declarations, connects), stop, "--rtol", "1e-8")
        for signal, formula in signals.items():
            rig.follows(name, table, signal, [formula(t) for t in table.time], RELATIVE)
    drift(rig)
    together(rig)
    return rig.n_failed > 0


if __name__ == "__main__":
    sys.exit(main())
