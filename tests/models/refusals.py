#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""refusals.py --cli CLI --out DIR: what a component cannot be is refused.

Each line is a component with values that make no sense, the code of the error and words of
its sentence. The inputs of the component are 0.
"""
import argparse
import pathlib
import re
import subprocess
import sys

B = "BlockComponents"
INPUT = re.compile(r"E402: the input [\w\[\]]+ is not connected \[(\w+\.[\w\[\]]+)\]")
REFUSED = [
    # limits the wrong way round
    (f"{B}.Nonlinear.Limiter(y_max = 1, y_min = 2)", "R503", "upper limit"),
    (f"{B}.Nonlinear.DeadZone(uMax = 1, uMin = 2)", "R503", "upper end"),
    (f"{B}.Continuous.LimIntegrator(outMax = 1, outMin = 2)", "R503", "upper limit"),
    (f"{B}.Continuous.LimIntegrator(outMax = 1, y_start = 2)", "R503", "initial value"),
    (f"{B}.Continuous.LimPID(y_max = 1, y_min = 2)", "R503", "upper limit"),
    (f"{B}.Logical.Hysteresis(uLow = 1, uHigh = 1)", "R503", "uHigh"),
    (f"{B}.Continuous.Filter(filterType = {B}.Continuous.FilterType.BandPass, f_cut = 1, f_min = 2)", "R503", "f_min"),
    (f"{B}.Continuous.Filter(filterType = {B}.Continuous.FilterType.BandStop, f_cut = 1)", "R503", "f_min"),
    # wheels that roll nowhere
    ("RotationalComponents.Components.IdealRollingWheel(radius = 0)", "R503", "radius"),
    ("RotationalComponents.Components.RackAndPinion(radius = 0)", "R503", "radius"),
    # zero or negative where that is no law
    (f"{B}.Continuous.LimPID(k = 0)", "R503", "gain"),
    (f"{B}.Continuous.FirstOrder(T = 0)", "E311", "T"),
    (f"{B}.Continuous.TransferFunction(a = [0, 1])", "R503", "denominator"),
    (f"{B}.Discrete.TransferFunction(a = [0, 1])", "R503", "denominator"),
    (f"{B}.Discrete.Sampler(samplePeriod = 0)", "E311", "samplePeriod"),
    (f"{B}.Sources.KinematicPTP(qd_max = [0])", "E311", "qd_max"),
    (f"{B}.Sources.KinematicPTP(qdd_max = [1, -1])", "E311", "qdd_max"),
    (f"{B}.Sources.KinematicPTP2(qd_max = [-1])", "E311", "qd_max"),
    (f"{B}.Sources.KinematicPTP2(qdd_max = [0])", "E311", "qdd_max"),
    (f"{B}.Sources.Pulse(period = 0)", "E311", "period"),
    (f"{B}.Sources.LogFrequencySweep(wMin = 0, wMax = 1)", "E311", "wMin"),
    (f"{B}.Sources.Ramp(duration = -1)", "E311", "duration"),
    (f"{B}.Nonlinear.SlewRateLimiter(rising = 0)", "E311", "rising"),
    (f"{B}.Nonlinear.FixedDelay(delayTime = -1)", "E311", "delayTime"),
    (f"{B}.Math.RootMeanSquare(f = 1, y0 = -1)", "E311", "y0"),
    (f"{B}.Math.ContinuousMean(t_eps = -1)", "E311", "t_eps"),
    # orders and sizes
    (f"{B}.Nonlinear.PadeDelay(delayTime = 1, n = 1, m = 2)", "E311", "m"),
    (f"{B}.Continuous.Filter(analogFilter = {B}.Continuous.AnalogFilter.Bessel, order = 9, f_cut = 1)", "R503", "order 8"),
    (f"{B}.Continuous.TransferFunction(b = [1, 2], a = [1])", "R503", "numerator"),
    (f"{B}.Continuous.TransferFunction(a = [1, 2], x_start = [1, 2])", "E307", "of size"),
    (f"{B}.Continuous.StateSpace(A = [[1, 2, 3], [4, 5, 6]])", "R503", "square"),
    (f"{B}.Continuous.StateSpace(B = [[1], [2], [3]])", "E307", "of size"),
    (f"{B}.Continuous.StateSpace(C = [[1]])", "E307", "of size"),
    (f"{B}.Discrete.StateSpace(D = [[1, 2]])", "E307", "of size"),
    (f"{B}.Continuous.CriticalDamping(n = 2, x_start = [1])", "E307", "of size"),
    (f"{B}.Math.Sum(nin = 2, k = [1, 2, 3])", "E307", "of size"),
    (f"{B}.Math.MultiSum(nu = 2, k = [1])", "E307", "of size"),
    (f"{B}.Routing.ExtractSignal(nin = 2, extract = [3])", "E310", ""),
    (f"{B}.Routing.Extractor(nin = 2)", "R503", "index"),
    (f"{B}.Sources.CombiTimeTable(table = [[0, 1], [1, 2]], offset = [1, 2])", "R503", "offset"),
    (f"{B}.Tables.Interpolation(x_data = [0, 1], y_data = [0, 1, 2])", "E307", "of size"),
    # what is asked for
    (f'{B}.Logical.AssertCondition(u = false, message = "too hot")', "R503", "too hot"),
    (f"{B}.Nonlinear.VariableLimiter(limit1 = 1, limit2 = 2)", "R503", "upper limit"),
    (f"{B}.Nonlinear.VariableDelay(delayTime = 2, delayMax = 1)", "R503", "dead time"),
    (f"{B}.Nonlinear.VariableDelay(delayTime = -1, delayMax = 1)", "R503", "dead time"),
    (f"{B}.Math.Sqrt(u = -1)", "R507", ""),
    (f"{B}.Math.Log(u = -1)", "R507", ""),
    (f"{B}.Math.Asin(u = 2)", "R507", ""),
    (f"{B}.Math.Division(u1 = 1)", "R507", ""),
    (f"{B}.Math.Exponentiation(u = -1, exponent = 0.5)", "R507", ""),
    # tables
    (f"{B}.Sources.BooleanTable(table = [1, 3, 2])", "R503", "increase"),
    (f"{B}.Sources.BooleanTable(table = [1, 1])", "R503", "increase"),
    (f"{B}.Sources.BooleanTable(extrapolation = Extrapolation.LastTwoPoints)", "R503", "line"),
    (f"{B}.Sources.BooleanTable(table = [0.25, 0.5], extrapolation = Extrapolation.Error)", "R503", "left the table"),
    (f"{B}.Sources.IntegerTable(table = [[0, 0], [3, 10], [1, 30], [4, 0]])", "R503", "increase"),
    (f"{B}.Sources.IntegerTable(table = [[0, 1.7]])", "R503", "whole"),
    (f"{B}.Sources.IntegerTable(table = zeros(0, 2))", "R503", "rows"),
    (f"{B}.Sources.IntegerTable(table = [[0, 1], [0.5, 2]], extrapolation = Extrapolation.Error)", "R503", "left the table"),
]


def complaint(cli: str, path: pathlib.Path, component: str) -> str:
    """What the run of the component with inputs 0 says."""
    inputs = []
    while True:
        lines = "".join(f"  {name} = 0\n" for name in inputs)
        path.write_text(f"component Refused\n  part = {component}\nrelations\n{lines}end\n")
        done = subprocess.run([cli, "run", str(path), "--stop", "1", "-o", "/dev/null"], capture_output=True, text=True)
        found = [name for name in INPUT.findall(done.stderr) if name not in inputs]
        if not found:
            break
        inputs += found
    return done.stderr if done.returncode in (1, 3) else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    folder = arguments.out / "refusals"
    folder.mkdir(parents=True, exist_ok=True)
    n_failed = 0
    for number, (component, code, words) in enumerate(REFUSED):
        said = complaint(arguments.cli, folder / f"refused{number}.dyad", component)
        lines = [line for line in said.splitlines() if f"error {code}: " in line and words in line and "[part]" in line]
        n_failed += not lines
        print(f"{'pass' if lines else 'FAIL'}  {component}: {(lines or [said or 'runs'])[0]}")
    return n_failed > 0


if __name__ == "__main__":
    sys.exit(main())
