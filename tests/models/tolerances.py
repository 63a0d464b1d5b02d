#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tolerances.py --cli CLI --out DIR: a tighter tolerance breaks nothing.

Contacts, friction with and without a peak, stops, laws with bends, pendulums and loops of many bars are run with every solver that
is offered at every tolerance from 1e-2 to 1e-12 (GSL's multistep methods to 1e-9): each run comes to its end, and
what is smooth, or bends without jumping, comes closer to the tightest solution.
"""
import argparse
import pathlib
import random
import subprocess
import sys

import linkages
from rig import Rig

T = "TranslationalComponents"
R = "RotationalComponents"
TOLERANCES = [10.0**-k for k in range(2, 13)]
LOOSE = {"msadams": 1e-9, "msbdf": 1e-9}
# At 1e-2 a step of order 8 passes the zero of a speed that a torque is divided by before the event that stops there is found.
LOOSEST = {"dop853": 1e-3}
FIXED = "rk4"  # knows no tolerance
LARGE = ["auto", "dopri5", "ndf", "rodas4"]
SPREAD = 1e3  # of the tolerance, at the end of the run

CONTACT = f"""component Contact
  mass = {T}.Components.Mass(m = 1, s(initial = 0.5), v(initial = 0))
  gap = {T}.Components.ElastoGap(c = 1e5, d = 250, s_rel0 = 0)
  spring = {T}.Components.Spring(c = 100)
  wall = {T}.Components.Fixed()
relations
  connect(wall.flange, gap.flange_a, spring.flange_a)
  connect(gap.flange_b, spring.flange_b, mass.flange_a)
end
"""

BREAKAWAY = f"""component Breakaway
  mass = {T}.Components.Mass(m = 2, s(initial = 0), v(initial = 0))
  guide = {T}.Components.SupportFriction(f_pos = [[0, 8]], peak = 1.25)
  push = {T}.Sources.ForceSource()
relations
  push.f = 4 * time
  connect(push.flange, mass.flange_a)
  connect(mass.flange_b, guide.flange_a)
end
"""

SHAKEN = f"""component Shaken
  rotor = {R}.Components.Inertia(J = 0.1, phi(initial = 0), w(initial = 0))
  bearing = {R}.Components.BearingFriction(tau_pos = [[0, 1], [1, 0.8]], peak = 1.2)
  drive = {R}.Sources.TorqueSource()
relations
  drive.tau = 3 * sin(2 * time)
  connect(drive.spline, rotor.spline_a)
  connect(rotor.spline_b, bearing.spline_a)
end
"""

PENDULUM = """component Pendulum
  variable x::Real(initial = 0)
  variable y::Real(guess = -1)
  variable vx::Real(initial = 8)
  variable vy::Real
  variable f::Real
relations
  der(x) = vx
  der(y) = vy
  der(vx) = -f * x
  der(vy) = -f * y - 9.81
  x ^ 2 + y ^ 2 = 1
end
"""


SATURATED = """component Saturated
  variable w::Real(initial = 100)
relations
  der(w) = -100 * (2 / (1 + exp(-w / 0.01)) - 1)
end
"""


def offered(cli: str) -> list:
    """The solvers with a tolerance, as the command line names them where it is asked for another one."""
    done = subprocess.run([cli, "run", "none.dyad", "--solver", "none"], capture_output=True, text=True)
    return [name for name in done.stderr.strip().split("there are ")[1].split(", ") if name != FIXED]


def ring(n: int, seed: int) -> str:
    chain = linkages.Mechanism(random.Random(seed))
    chain.chain(chain.ground("left", 0.0, 0.0), chain.ground("right", 0.3 * n, 0.1), n, n - 2)
    return chain.text()


def end_of(cli: str, path: pathlib.Path, stop: float, signal: str, solver: str, rtol: float):
    """The last value of a signal, or what went wrong."""
    result = path.with_suffix(".csv")
    command = [cli, "run", str(path), "--stop", repr(stop), "--solver", solver, "--rtol", repr(rtol), "--signals", signal, "-o", str(result)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        return None, done.stderr.strip()
    return float(result.read_text().split()[-1].split(",")[1]), ""


def sweep(rig: Rig, name: str, text: str, stop: float, signal: str, solvers: list, is_smooth: bool) -> None:
    path = rig.folder / f"{name}.dyad"
    path.write_text(text)
    reference, problem = end_of(rig.cli, path, stop, signal, "rodas4" if name == "contact" else "dopri5", 1e-12)
    failed, worst = [problem] if problem else [], 0.0
    for solver in solvers:
        for rtol in TOLERANCES:
            if rtol < 0.5 * LOOSE.get(solver, 0) or rtol > 2 * LOOSEST.get(solver, 1):
                continue
            value, problem = end_of(rig.cli, path, stop, signal, solver, rtol)
            if problem:
                failed.append(f"{solver} at {rtol:g}: {problem}")
            elif is_smooth and reference is not None:
                worst = max(worst, abs(value - reference) / max(abs(reference), 1) / rtol)
    print(*failed[:5], sep="\n", end="\n" if failed else "")
    rig.within(f"{name}: runs that failed", len(failed), 0)
    if is_smooth:
        rig.within(f"{name}: error in tolerances", worst, SPREAD)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--examples", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    rig = Rig(arguments.cli, arguments.out / "tolerances")
    solvers = offered(arguments.cli)
    sweep(rig, "contact", CONTACT, 10.0, "mass.s", solvers, False)
    sweep(rig, "breakaway", BREAKAWAY, 4.0, "mass.s", solvers, True)
    sweep(rig, "shaken bearing", SHAKEN, 4.0, "rotor.phi", solvers, True)
    sweep(rig, "pendulum", PENDULUM, 1.0, "x", solvers, True)
    sweep(rig, "ring of 10", ring(10, 1), 0.2, "rod3.body.phi", LARGE, True)
    sweep(rig, "ring of 30", ring(30, 3), 0.02, "rod3.body.phi", LARGE, True)
    sweep(rig, "saturated", SATURATED, 2.0, "w", solvers, True)
    for model, signal in (("RT_TestBraking", "signTorque.w"), ("TT_TestBraking", "signForce.v"), ("P_CounterSpin", "slipBasedRolling.x"), ("T_Brake", "mass1.s")):
        sweep(rig, model, pathlib.Path(__file__).with_name(f"{model}.dyad").read_text(), 2.0, signal, solvers, True)
    for example, stop, signal in (("limited-servo", 1.0, "table.s"), ("stick-slip", 1.0, "block.s"), ("bouncing-mass", 1.0, "ball.s"), ("clutch-engagement", 1.0, "clutch.w_rel"),
                                  ("catapult", 0.5, "pivot.phi")):
        sweep(rig, example, (arguments.examples / f"{example}.dyad").read_text(), stop, signal, solvers, False)
    return rig.n_failed > 0


if __name__ == "__main__":
    sys.exit(main())
