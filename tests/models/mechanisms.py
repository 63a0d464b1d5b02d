#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""mechanisms.py --cli CLI --out DIR: planar systems against closed forms and other people's equations.

Motions that have a formula are met to 1e-6 of their largest value at --rtol 1e-9. Where there
is none, an integration of the Lagrange equations in here or the balance of energy stands in,
and what a joint forbids does not happen: closed loops stay closed to 1e-9.
"""
import argparse
import math
import pathlib
import sys

from rig import Rig, text_of

P = "MultibodyComponents.PlanarMechanics"
R = "RotationalComponents"
G = 9.81
RELATIVE = 1e-6
CLOSED = 1e-9
TIGHT = ("--rtol", "1e-9")


# ---- pendulums ----

def elliptic(k):
    """K(k), and sn(u, k) by descending Landen transformations (Abramowitz, Stegun 16.4, 17.6)."""
    a, b, c, ratios = 1.0, math.sqrt(1 - k * k), k, []
    while abs(c) > 1e-16:
        a, b, c = (a + b) / 2, math.sqrt(a * b), (a - b) / 2
        ratios.append(c / a)

    def sn(u):
        phi = 2 ** len(ratios) * a * u
        for ratio in reversed(ratios):
            phi = (phi + math.asin(ratio * math.sin(phi))) / 2
        return math.sin(phi)

    return math.pi / (2 * a), sn


def pendulum(rig):
    """Let go 2.5 rad from the bottom: theta = 2 asin(k sn(K - w t)), period 4 K/w."""
    length, mass, inertia, start = 0.8, 2, 0.05, 2.5
    table = rig.run("pendulum", text_of(f"""
  world = {P}.World()
  fixed = {P}.Fixed()
  pin = {P}.Revolute(phi(initial = {start} - pi / 2), w(initial = 0))
  rod = {P}.FixedTranslation(r = [{length}, 0])
  body = {P}.Body(m = {mass}, I = {inertia})
""", ["fixed.frame_b, pin.frame_a", "pin.frame_b, rod.frame_a", "rod.frame_b, body.frame_a"]), 12, *TIGHT)
    w = math.sqrt(mass * G * length / (inertia + mass * length ** 2))
    k = math.sin(start / 2)
    quarter, sn = elliptic(k)
    angle = [2 * math.asin(k * sn(quarter - w * t)) for t in table.time]
    rig.follows("pendulum", table, "pin.phi", [theta - math.pi / 2 for theta in angle], RELATIVE)
    rig.follows("pendulum", table, "body.r[1]", [length * math.sin(theta) for theta in angle], RELATIVE)


def double_pendulum_rates(y):
    """Two rods, 1 m and 1 kg, 0.7 m and 0.7 kg: Lagrange's equations in absolute angles."""
    a, b, da, db = y
    l1, m1, l2, m2 = 1, 1, 0.7, 0.7
    coupling = m2 * l1 * l2 / 2
    m11, m12, m22 = (m1 / 3 + m2) * l1 ** 2, coupling * math.cos(a - b), m2 * l2 ** 2 / 3
    f1 = -coupling * math.sin(a - b) * db ** 2 - (m1 / 2 + m2) * G * l1 * math.cos(a)
    f2 = coupling * math.sin(a - b) * da ** 2 - m2 / 2 * G * l2 * math.cos(b)
    determinant = m11 * m22 - m12 ** 2
    return [da, db, (f1 * m22 - f2 * m12) / determinant, (f2 * m11 - f1 * m12) / determinant]


def runge_kutta(rates, y, h, n):
    """n steps of the classical method; the state after each."""
    rows = [y]
    for _ in range(n):
        k1 = rates(y)
        k2 = rates([v + h / 2 * k for v, k in zip(y, k1)])
        k3 = rates([v + h / 2 * k for v, k in zip(y, k2)])
        k4 = rates([v + h * k for v, k in zip(y, k3)])
        y = [v + h / 6 * (a + 2 * b + 2 * c + d) for v, a, b, c, d in zip(y, k1, k2, k3, k4)]
        rows.append(y)
    return rows


def chain(n, masses, lengths, first):
    """n rods that hang from each other, level at the start but for the first pin."""
    lines, connects, left = [f"\n  world = {P}.World()", f"  fixed = {P}.Fixed()"], [], "fixed.frame_b"
    for k in range(n):
        lines += [f"  pin{k} = {P}.Revolute(phi(initial = {first if k == 0 else 0}), w(initial = 0))",
                  f"  rod{k} = {P}.BodyShape(r = [{lengths[k]}, 0], m = {masses[k]}, I = {masses[k] * lengths[k] ** 2 / 12!r})"]
        connects += [f"{left}, pin{k}.frame_a", f"pin{k}.frame_b, rod{k}.frame_a"]
        left = f"rod{k}.frame_b"
    return text_of("\n".join(lines) + "\n", connects)


def energy_of(table, bodies):
    return [sum(table.signals[f"{b}.{kind}"][i] for b in bodies for kind in ("E_kin", "E_pot"))
            for i in range(len(table.time))]


def keeps_energy(rig, name, table, bodies, limit):
    """Against the largest kinetic energy."""
    energy = energy_of(table, bodies)
    motion = max(sum(table.signals[f"{b}.E_kin"][i] for b in bodies) for i in range(len(table.time)))
    rig.within(f"{name}: energy", max(abs(e - energy[0]) for e in energy) / motion, limit)


def double_pendulum(rig):
    per_row, rows, stop = 50, 400, 4
    table = rig.run("double pendulum", chain(2, [1, 0.7], [1, 0.7], 0.5), stop, *TIGHT, "--interval", repr(stop / rows))
    expected = runge_kutta(double_pendulum_rates, [0.5, 0.5, 0, 0], stop / rows / per_row, rows * per_row)[::per_row]
    rig.follows("double pendulum", table, "rod0.body.phi", [y[0] for y in expected], RELATIVE)
    rig.follows("double pendulum", table, "rod1.body.phi", [y[1] for y in expected], RELATIVE)
    keeps_energy(rig, "double pendulum", table, ["rod0.body", "rod1.body"], 1e-7)


def long_pendulums(rig):
    """One metre in n pieces, from level; the shorter the links, the faster the end of the fall."""
    for n, stop in ((2, 3), (5, 2), (20, 0.5), (100, 0.15)):
        bodies = [f"rod{k}.body" for k in range(n)]
        signals = ",".join(f"{b}.{e}" for b in bodies for e in ("E_kin", "E_pot"))
        table = rig.run(f"pendulum of {n}", chain(n, [1 / n] * n, [1 / n] * n, 0), stop, *TIGHT,
                        "--signals", signals, "--interval", repr(stop / 50))
        keeps_energy(rig, f"pendulum of {n} links", table, bodies, 1e-7)


# ---- closed loops ----

def slider_crank_text(w, torque):
    """A crank of 0.1 m and a rod of 0.3 m, without gravity unless it is turned by a torque."""
    drive = f"  torque = {R}.Sources.ConstantTorque(tau_constant = {torque})\n" if torque else ""
    return text_of(f"""
  world = {P}.World(g = {G if torque else 0})
  fixed = {P}.Fixed()
  bearing = {P}.Revolute(useFlange = true, phi(initial = 0.5), w(initial = {w}))
  crank = {P}.BodyShape(r = [0.1, 0], m = 1, I = 0.05)
  crankpin = {P}.Revolute(phi(guess = -0.7))
  rod = {P}.BodyShape(r = [0.3, 0], m = 0.5, I = 0.004)
  wristpin = {P}.Revolute(phi(guess = 0.2))
  cylinder = {P}.Prismatic(r = [1, 0], s(guess = 0.4))
  piston = {P}.Body(m = 0.8, I = 0.001)
""" + drive, ["fixed.frame_b, bearing.frame_a, cylinder.frame_a", "bearing.frame_b, crank.frame_a",
              "crank.frame_b, crankpin.frame_a", "crankpin.frame_b, rod.frame_a", "rod.frame_b, wristpin.frame_a",
              "cylinder.frame_b, wristpin.frame_b, piston.frame_a"] + ["torque.spline, bearing.flange_a"] * (torque > 0))


def slider_crank(rig):
    """Turned by a constant torque: where the piston is, and where the work went."""
    torque = 3
    table = rig.run("slider-crank", slider_crank_text(15, torque), 5, *TIGHT, "--interval", "0.003")
    phi = table.signals["bearing.phi"]
    rig.within("slider-crank: turns, inverse", 2 * math.pi / phi[-1], 1 / 100)
    rig.follows("slider-crank", table, "cylinder.s",
                [0.1 * math.cos(f) + math.sqrt(0.09 - (0.1 * math.sin(f)) ** 2) for f in phi], CLOSED)
    rig.follows("slider-crank", table, "rod.body.phi", [-math.asin(math.sin(f) / 3) for f in phi], CLOSED)
    energy = energy_of(table, ["crank.body", "rod.body", "piston"])
    work = [torque * (f - phi[0]) for f in phi]
    rig.within("slider-crank: work less energy", max(abs(e - energy[0] - w) for e, w in zip(energy, work)) / work[-1], RELATIVE)


def ten_thousand_turns(rig):
    """The constraints do not drift: dead centres behind it, the loop is as closed as at the start."""
    table = rig.run("slider-crank of 10,000 turns", slider_crank_text(100, 0), 640, "--interval", "0.32",
                    "--signals", "bearing.phi,crankpin.phi,wristpin.phi,cylinder.s")
    columns = list(zip(*(table.signals[n] for n in ("bearing.phi", "crankpin.phi", "wristpin.phi", "cylinder.s"))))
    rig.within("10,000 turns: inverse", 2 * math.pi / columns[-1][0], 1e-4)
    rig.within("10,000 turns: opening in m", max(
        math.hypot(0.1 * math.cos(a) + 0.3 * math.cos(a + b) - s, 0.1 * math.sin(a) + 0.3 * math.sin(a + b))
        for a, b, _, s in columns), CLOSED)
    rig.within("10,000 turns: opening in rad", max(abs(a + b + c) for a, b, c, _ in columns), CLOSED)


def four_bar_text(lengths, phi, guesses, w):
    """Crank, coupler and rocker over a ground link, pivots at 0 and [ground, 0]."""
    crank, coupler, rocker, ground = lengths
    return text_of(f"""
  world = {P}.World(g = 0)
  fixed = {P}.Fixed()
  post = {P}.Fixed(r = [{ground}, 0])
  bearing = {P}.Revolute(phi(initial = {phi}), w(initial = {w}))
  crank = {P}.BodyShape(r = [{crank}, 0], m = 1, I = 0.02)
  crankpin = {P}.Revolute(phi(guess = {guesses[0] - phi}))
  coupler = {P}.BodyShape(r = [{coupler}, 0], m = 0.6, I = 0.01)
  elbow = {P}.Revolute(phi(guess = {guesses[1] - guesses[0]}))
  rocker = {P}.BodyShape(r = [{rocker}, 0], m = 0.8, I = 0.01)
  hinge = {P}.Revolute(phi(guess = {guesses[1]}))
""", ["fixed.frame_b, bearing.frame_a", "bearing.frame_b, crank.frame_a", "crank.frame_b, crankpin.frame_a",
      "crankpin.frame_b, coupler.frame_a", "coupler.frame_b, elbow.frame_a", "elbow.frame_b, rocker.frame_b",
      "post.frame_b, hinge.frame_a", "hinge.frame_b, rocker.frame_a"])


def rocker_angle(lengths, phi):
    """Elbow up: the angle to the crank pin, and on by the law of cosines."""
    crank, coupler, rocker, ground = lengths
    x, y = crank * math.cos(phi) - ground, crank * math.sin(phi)
    reach = math.hypot(x, y)
    return math.atan2(y, x) % (2 * math.pi) - math.acos((rocker ** 2 + reach ** 2 - coupler ** 2) / (2 * rocker * reach))


def four_bar(rig):
    lengths = (0.1, 0.25, 0.2, 0.27)
    start = rocker_angle(lengths, 0.3)
    coupler = math.atan2(lengths[2] * math.sin(start) - 0.1 * math.sin(0.3),
                         lengths[3] + lengths[2] * math.cos(start) - 0.1 * math.cos(0.3))
    table = rig.run("four-bar", four_bar_text(lengths, 0.3, (coupler + 0.1, start - 0.1), 20), 6, *TIGHT, "--interval", "0.007")
    expected = [rocker_angle(lengths, f) for f in table.signals["bearing.phi"]]
    rig.within("four-bar: turns, inverse", 2 * math.pi / (table.signals["bearing.phi"][-1] - 0.3), 1 / 10)
    rig.follows("four-bar", table, "hinge.phi", expected, CLOSED)
    keeps_energy(rig, "four-bar", table, ["crank.body", "coupler.body", "rocker.body"], 1e-7)


def change_point(rig):
    """Crank and rocker, coupler and ground equally long: twice a turn all four lie in line."""
    lengths = (0.1, 0.25, 0.1, 0.25)
    table = rig.run("change point", four_bar_text(lengths, 0.3, (0, 0.3), 20), 2, *TIGHT, "--interval", "0.0037")
    bodies = ["crank.body", "coupler.body", "rocker.body"]
    keeps_energy(rig, "change point", table, bodies, 1e-6)
    columns = (table.signals[n] for n in ("bearing.phi", "coupler.body.phi", "hinge.phi"))
    rig.within("change point: opening", max(
        math.hypot(0.1 * math.cos(a) + 0.25 * math.cos(b) - 0.1 * math.cos(c) - 0.25,
                   0.1 * math.sin(a) + 0.25 * math.sin(b) - 0.1 * math.sin(c)) for a, b, c in zip(*columns)), CLOSED)


# ---- small oscillations ----

def crane_crab(rig):
    """A load on a free crab: w^2 = (1 + m/M) m g l/(I (1 + m/M) + m l^2)."""
    crab, load, inertia, length, start = 5, 10, 0.4, 1.5, 1e-4
    table = rig.run("crane crab", text_of(f"""
  world = {P}.World()
  fixed = {P}.Fixed()
  rail = {P}.Prismatic(r = [1, 0], s(initial = 0), v(initial = 0))
  crab = {P}.Body(m = {crab}, I = 1)
  hook = {P}.Revolute(phi(initial = {start}), w(initial = 0))
  rope = {P}.FixedTranslation(r = [0, -{length}])
  load = {P}.Body(m = {load}, I = {inertia})
""", ["fixed.frame_b, rail.frame_a", "rail.frame_b, crab.frame_a, hook.frame_a", "hook.frame_b, rope.frame_a",
      "rope.frame_b, load.frame_a"]), 10, *TIGHT, "--atol", "1e-14")
    ratio = 1 + load / crab
    w = math.sqrt(ratio * load * G * length / (inertia * ratio + load * length ** 2))
    rig.follows("crane crab", table, "hook.phi", [start * math.cos(w * t) for t in table.time], RELATIVE)
    share = load / (crab + load) * length
    rig.follows("crane crab", table, "rail.s", [share * start * (1 - math.cos(w * t)) for t in table.time], RELATIVE)


def body_on_springs(rig):
    """Heave is exact, pitch and sway have their frequencies for small angles."""
    m, inertia, c, half, angle = 2, 0.3, 80, 0.4, 1e-4
    at_left, at_right = (f"frame{k}.frame_b, spring{k}.frame_a" for k in (1, 2))
    table = rig.run("body on springs", text_of(f"""
  world = {P}.World(g = 0)
  frame1 = {P}.Fixed(r = [-{half}, 0])
  frame2 = {P}.Fixed(r = [{half}, 0])
  spring1 = {P}.Spring(c_x = {c}, c_y = {c})
  spring2 = {P}.Spring(c_x = {c}, c_y = {c})
  left = {P}.FixedTranslation(r = [-{half}, 0])
  right = {P}.FixedTranslation(r = [{half}, 0])
  body = {P}.Body(m = {m}, I = {inertia}, r(initial = [0, 0.2]), v(initial = [0.1, 0]), phi(initial = {angle}), w(initial = 0))
""", [at_left, at_right, "spring1.frame_b, left.frame_b", "spring2.frame_b, right.frame_b",
      "left.frame_a, right.frame_a, body.frame_a"]), 5, *TIGHT, "--atol", "1e-14")
    w, pitch = math.sqrt(2 * c / m), half * math.sqrt(2 * c / inertia)
    rig.follows("body on springs", table, "body.r[2]", [0.2 * math.cos(w * t) for t in table.time], RELATIVE)
    rig.follows("body on springs", table, "body.r[1]", [0.1 / w * math.sin(w * t) for t in table.time], RELATIVE)
    rig.follows("body on springs", table, "body.phi", [angle * math.cos(pitch * t) for t in table.time], RELATIVE)


# ---- wheels and gears ----

def wheels(rig):
    """Down a slope a disc rolls with g sin/(1 + I/(m R^2)); a sliding one loses what friction takes."""
    m, radius, inertia, slope = 2, 0.5, 0.25, 0.3
    table = rig.run("wheels", text_of(f"""
  world = {P}.World(n = [sin({slope}), -cos({slope})])
  rolling = {P}.IdealRolling(R = {radius}, x(initial = 0), phi(initial = 0), w(initial = 0))
  disc = {P}.Body(m = {m}, I = {inertia})
  sliding = {P}.DryFrictionBasedRolling(R = {radius}, vAdhesion = 0.02, vSlide = 0.06, mu_A = 0.6, mu_S = 0.4, x(initial = 0), vx(initial = 5), phi(initial = 0), w(initial = 0))
  disc2 = {P}.Body(m = {m}, I = {inertia})
  variable loss::Energy
""", ["rolling.frame_a, disc.frame_a", "sliding.frame_a, disc2.frame_a"]).replace(
        "relations\n", "relations\n  initial loss = 0\n  der(loss) = sliding.lossPower\n"), 3, *TIGHT)
    rate = G * math.sin(slope) / (1 + inertia / (m * radius ** 2))
    rig.follows("wheels", table, "rolling.x", [rate * t * t / 2 for t in table.time], RELATIVE)
    rig.follows("wheels", table, "rolling.phi", [-rate * t * t / 2 / radius for t in table.time], RELATIVE)
    keeps_energy(rig, "rolling wheel", table, ["disc"], 1e-8)
    total = [e + lost for e, lost in zip(energy_of(table, ["disc2"]), table.signals["loss"])]
    rig.within("sliding wheel: energy less what friction took", max(abs(e - total[0]) for e in total) / total[0], 1e-7)
    slides = next(i for i, v in enumerate(table.signals["sliding.v_slip"]) if v < 0.06)
    brake = G * math.sin(slope) - 0.4 * G * math.cos(slope)
    rig.within("sliding wheel: speed while it slides", max(
        abs(table.signals["sliding.vx"][i] - 5 - brake * table.time[i]) for i in range(slides)) / 5, RELATIVE)


def gears(rig):
    """A pinion drives a gear: the ratio, and power that goes in comes out or is stored."""
    table = rig.run("gears", text_of(f"""
  world = {P}.World()
  frame1 = {P}.Fixed()
  frame2 = {P}.Fixed(r = [0.2, 0])
  shaft = {P}.Revolute(useFlange = true, phi(initial = 0), w(initial = 0))
  axle = {P}.Revolute(useFlange = true)
  pinion = {P}.Body(m = 2, I = 0.0025)
  gear = {P}.Body(m = 8, I = 0.09)
  mesh = {P}.RigidNoLossExternal(r_a = 0.05, r_b = 0.15)
  drive = {R}.Sources.ConstantTorque(tau_constant = 6)
  fan = {R}.Sources.QuadraticSpeedDependentTorque(tau_nominal = -20, w_nominal = 20, TorqueDirection = false)
""", ["frame1.frame_b, shaft.frame_a", "frame2.frame_b, axle.frame_a", "shaft.frame_b, pinion.frame_a, mesh.frame_a",
      "axle.frame_b, gear.frame_a, mesh.frame_b", "drive.spline, shaft.flange_a", "fan.spline, axle.flange_a"]), 2, *TIGHT)
    signals = table.signals
    rig.follows("gears", table, "axle.w", [-w / 3 for w in signals["shaft.w"]], 1e-12)
    inertia = 0.0025 + 0.09 / 9  # 1/9 of 18 N.m brakes as 6 N.m at w0
    w0 = 3 * 20 * math.sqrt(18 / 20)
    rig.follows("gears", table, "shaft.w", [w0 * math.tanh(6 * t / (inertia * w0)) for t in table.time], RELATIVE)
    power = [6 * w + f * wf for w, f, wf in zip(signals["shaft.w"], signals["fan.tau"], signals["axle.w"])]
    stored = [0.0025 * w * a + 0.09 * w2 * a2 for w, a, w2, a2 in zip(*(
        signals[n] for n in ("shaft.w", "shaft.alpha", "axle.w", "axle.alpha")))]
    rig.within("gears: power", max(abs(p - s) for p, s in zip(power, stored)) / max(power), 1e-10)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    rig = Rig(arguments.cli, arguments.out / "mechanisms")
    for test in (pendulum, double_pendulum, long_pendulums, slider_crank, ten_thousand_turns, four_bar, change_point, crane_crab,
                 body_on_springs, wheels, gears):
        test(rig)
    return rig.n_failed > 0


if __name__ == "__main__":
    sys.exit(main())
