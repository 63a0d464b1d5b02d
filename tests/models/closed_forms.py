#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""closed_forms.py --cli CLI --out DIR: signal blocks follow their laws whatever their settings.

Sources, logical blocks with memory and sampled blocks are drawn with random parameters, run
together and held row by row against what their laws say, written down here once more. Rows
at an event show the value before it or behind it.
"""
import argparse
import math
import pathlib
import random
import sys

import rig

STOP, STEP = 4.0, 0.0317
SEEDS = range(1, 7)
TOLERANCE = 1e-6
B = "BlockComponents."


def triangle(a: float) -> float:
    return 2 / math.pi * math.asin(math.sin(a))


def sampled(t: float) -> float:
    """What is sampled."""
    return math.sin(3 * t) + 0.5 * t


def count(times: list, t: float) -> int:
    return sum(1 for at in times if at <= t)


class Model:
    """Components with the laws of their signals."""

    def __init__(self, seed: int):
        self.random = random.Random(seed)
        self.lines = ["  variable x::Real = sin(3 * time) + 0.5 * time"]
        self.connects = []
        self.laws = {}

    def draw(self, low: float, high: float) -> float:
        return round(self.random.uniform(low, high), 3)

    def times(self, low: float, high: float, most: int) -> list:
        return sorted({self.draw(low, high) for _ in range(self.random.randint(1, most))})

    def add(self, kind: str, settings: dict, laws: dict, *connects: str) -> str:
        name = f"part{len(self.lines)}"
        arguments = ", ".join(f"{key} = {value}" for key, value in settings.items())
        self.lines.append(f"  {name} = {B}{kind}({arguments})")
        self.connects += [f"  {c.replace('$', name)}" for c in connects]
        self.laws |= {f"{name}.{signal}": law for signal, law in laws.items()}
        return name

    def text(self) -> str:
        return "component ClosedForms\n" + "\n".join(self.lines) + "\nrelations\n" + "\n".join(self.connects) + "\nend\n"


def add_periodic(model: Model) -> None:
    period, width, start = model.draw(0.2, 1.5), model.draw(0, 100), model.draw(-1, 2)
    n, a, o = model.random.choice([-1, 0, 1, 2, 3]), model.draw(-3, 3), model.draw(-2, 2)
    rising, top, falling = (model.draw(0.01, period / 3) for _ in range(3))
    phase = lambda t: (t - start) % period
    on = lambda t: t >= start and (n < 0 or (t - start) // period < n)

    def trapezoid(t: float) -> float:
        q = phase(t)
        return min(1, q / rising) if q < rising + top else max(0, (rising + top + falling - q) / falling)

    common = {"amplitude": a, "period": period, "nperiod": n, "offset": o, "start_time": start}
    model.add("Sources.Pulse", common | {"width": width}, {"y": lambda t: o + a * (on(t) and phase(t) < period * width / 100)})
    model.add("Sources.SawTooth", common, {"y": lambda t: o + a * on(t) * phase(t) / period})
    shape = {"rising": rising, "width": top, "falling": falling}
    model.add("Sources.Trapezoid", common | shape, {"y": lambda t: o + (a * trapezoid(t) if on(t) else 0)})
    settings = {"width": width, "period": period, "start_time": start}
    model.add("Sources.BooleanPulse", settings, {"y": lambda t: t >= start and phase(t) < period * width / 100})


def add_waves(model: Model) -> None:
    a, f, o, start = model.draw(-3, 3), model.draw(0.3, 3), model.draw(-2, 2), model.draw(-1, 2)
    phase, damping = model.draw(-3, 3), model.draw(-0.5, 2)
    rise, tau_1, tau_2 = model.draw(0, 2), model.draw(0.05, 1), model.draw(0.05, 1)
    low, high, duration = model.draw(0.1, 5), model.draw(0.1, 5), model.draw(0.01, 2)
    peak = a * (1 - math.exp(-rise / tau_1))
    begun = lambda law: {"y": lambda t: o + (law(t - start) if t >= start else 0)}
    angle = lambda t: 2 * math.pi * f * t
    common = {"offset": o, "start_time": start}
    wave = common | {"amplitude": a, "frequency": f}
    model.add("Sources.Sine", wave | {"phase": phase}, begun(lambda t: a * math.sin(angle(t) + phase)))
    model.add("Sources.Cosine", wave | {"phase": phase}, begun(lambda t: a * math.cos(angle(t) + phase)))
    model.add("Sources.ExpSine", wave | {"phase": phase, "damping": damping}, begun(lambda t: a * math.exp(-damping * t) * math.sin(angle(t) + phase)))
    model.add("Sources.Square", wave, begun(lambda t: a if 2 * f * t % 2 < 1 else -a))
    model.add("Sources.Triangular", wave, begun(lambda t: a * triangle(angle(t))))
    exponentials = common | {"outMax": a, "riseTime": rise, "riseTimeConst": tau_1, "fallTimeConst": tau_2}
    model.add("Sources.Exponentials", exponentials, begun(lambda t: a * (1 - math.exp(-t / tau_1)) if t < rise else peak * math.exp(-(t - rise) / tau_2)))
    sweep = {"wMin": low, "wMax": high, "duration": duration, "start_time": start}
    model.add("Sources.LogFrequencySweep", sweep, {"y": lambda t: low * (high / low) ** min(max((t - start) / duration, 0), 1)})


def add_tables(model: Model) -> None:
    at, shift, start = model.times(-1, 3, 6), model.draw(-1, 1), model.draw(-1, 2)
    values = [model.random.randint(-5, 5) for _ in at]
    is_periodic, first = len(at) > 1 and model.random.random() < 0.5, model.random.random() < 0.5
    place = lambda t: at[0] + (t - shift - at[0]) % (at[-1] - at[0]) if is_periodic else t - shift
    common = {"extrapolation": "Extrapolation." + ("Periodic" if is_periodic else "Hold"), "shiftTime": shift, "start_time": start}
    truth = {"table": at, "startValue": str(first).lower()}
    model.add("Sources.BooleanTable", common | truth, {"y": lambda t: t >= start and (count(at, place(t)) % 2 == 0) == first})
    rows = {"table": [list(row) for row in zip(at, values)]}
    model.add("Sources.IntegerTable", common | rows, {"y": lambda t: values[max(count(at, place(t)), 1) - 1] if t >= start else 0})
    x = [-1.5, *model.times(-1, 3, 30)]
    y, scale, o = [model.draw(-2, 2) for _ in x], model.draw(0.3, 2), model.draw(-2, 2)

    def line(t: float) -> float:
        s = (t - shift) / scale
        k = min(max(count(x, s) - 1, 0), len(x) - 2)
        return y[k] + (y[k + 1] - y[k]) * (s - x[k]) / (x[k + 1] - x[k])

    law = lambda t: o + (line(t) if t >= start else 0)
    common = {"table": [list(row) for row in zip(x, y)], "timeScale": scale, "shiftTime": shift, "start_time": start}
    model.add("Sources.TimeTable", common | {"offset": o}, {"y": law})
    model.add("Sources.CombiTimeTable", common | {"offset": [o]}, {"y[1]": law})


def add_axes(model: Model) -> None:
    n, start = model.random.randint(1, 3), model.draw(-1, 2)
    begin = [model.draw(-2, 2) for _ in range(n)]
    end = [model.random.choice([q, model.draw(-2, 2)]) for q in begin]
    speed, acceleration = ([model.draw(0.2, high) for _ in begin] for high in (3, 6))
    time_v = max(abs(e - b) / v for b, e, v in zip(begin, end, speed))
    time_a = max(abs(e - b) / a for b, e, a in zip(begin, end, acceleration))
    first, second = (math.sqrt(time_a),) * 2 if time_a >= time_v**2 else (time_a / time_v, time_v)

    def path(t: float) -> float:
        s, left = min(max(t - start, 0), first + second), first + second - min(max(t - start, 0), first + second)
        if time_a == 0:
            return 0
        return s * s / 2 / time_a if s < first else first * (s - first / 2) / time_a if s < second else 1 - left * left / 2 / time_a

    laws = {f"q[{i + 1}]": lambda t, b=b, e=e: b + (e - b) * path(t) for i, (b, e) in enumerate(zip(begin, end))}
    laws |= {f"moving[{i + 1}]": lambda t, b=b, e=e: b != e and t < start + first + second for i, (b, e) in enumerate(zip(begin, end))}
    settings = {"q_begin": begin, "q_end": end, "qd_max": speed, "qdd_max": acceleration, "start_time": start}
    model.add("Sources.KinematicPTP2", settings, laws)


def add_memory(model: Model) -> None:
    at, other, first = model.times(0.05, 4, 9), model.times(0.05, 4, 9), model.random.random() < 0.5
    u = lambda t: (count(at, t) % 2 == 0) == first
    v = lambda t: count(other, t) % 2 == 1
    last = lambda t: max([s for s in at if s <= t], default=-math.inf)
    rises = [s for s in at if u(s)]
    one = model.add("Sources.BooleanTable", {"table": at, "startValue": str(first).lower()}, {"y": u})
    two = model.add("Sources.BooleanTable", {"table": other}, {"y": v})
    delay, y_start, is_set = model.draw(0, 0.7), model.draw(-1, 1), model.random.random() < 0.5

    def flip_flop(t: float) -> tuple:
        q, off = is_set, not is_set
        for s in [0, *sorted(at + other)]:
            for _ in range(3 if s <= t else 0):
                q = not (v(s) or off)
                off = not (u(s) or q)
        return q, off

    held = {"y1": lambda t: u(t) or t < last(t) + delay, "y2": lambda t: u(t) and t >= last(t) + delay}
    model.add("Logical.LogicalDelay", {"delayTime": delay}, held, f"connect({one}.y, $.u)")
    model.add("Logical.Timer", {}, {"y": lambda t: t - max(last(t), 0) if u(t) else 0}, f"connect({one}.y, $.u)")
    outputs = {"Q": lambda t: flip_flop(t)[0], "QI": lambda t: flip_flop(t)[1]}
    model.add("Logical.RSFlipFlop", {"Qini": str(is_set).lower()}, outputs, f"connect({one}.y, $.S)", f"connect({two}.y, $.R)")
    trigger = (f"connect({one}.y, $.trigger)", "$.u = x")
    sample = lambda t: ([y_start] + [sampled(s) for s in rises if s <= t])[-1]
    model.add("Discrete.TriggeredSampler", {"y_start": y_start}, {"y": sample}, *trigger)
    model.add("Discrete.TriggeredMax", {}, {"y": lambda t: max([abs(sampled(s)) for s in rises if s <= t], default=0)}, *trigger)


def add_sampled(model: Model) -> None:
    period, start, f = model.draw(0.1, 0.6), model.draw(0, 1), model.draw(0.5, 2)
    b = [model.draw(-1, 1) for _ in range(model.random.randint(1, 3))]
    a = [model.draw(0.5, 2)] + [model.draw(-0.4, 0.4) for _ in range(len(b) - 1 + model.random.randint(0, 1))]
    n_of = lambda t: math.floor((t - start) / period + 1) if t >= start else 0
    sample = lambda k: sampled(start + k * period)
    integral = lambda t: t * t / 4 - math.cos(3 * t) / 3

    def hold(t: float) -> float:
        k = n_of(t) - 1
        return sample(k - 1) + (sample(k) - sample(k - 1)) * ((t - start) / period - k) if k > 0 else sampled(0)

    def quotient(t: float) -> float:
        u, y = [], []
        for k in range(n_of(t)):
            u.append(sample(k))
            late = [0] * (len(a) - len(b)) + b
            y.append((sum(c * s for c, s in zip(late, u[::-1])) - sum(c * s for c, s in zip(a[1:], y[::-1]))) / a[0])
        return y[-1] if y else 0

    common = {"samplePeriod": period, "start_time": start}
    for kind in ("Sampler", "ZeroOrderHold"):
        model.add(f"Discrete.{kind}", common, {"y": lambda t: sample(n_of(t) - 1) if n_of(t) > 0 else 0}, "$.u = x")
    model.add("Discrete.FirstOrderHold", common, {"y": hold}, "$.u = x")
    model.add("Discrete.UnitDelay", common, {"y": lambda t: sample(n_of(t) - 2) if n_of(t) > 1 else 0}, "$.u = x")
    model.add("Discrete.TransferFunction", common | {"a": a, "b": b}, {"y": quotient}, "$.u = x")
    mean = lambda n: f * (integral(n / f) - integral((n - 1) / f)) if n > 0 else 0
    model.add("Math.Mean", {"f": f}, {"y": lambda t: mean(math.floor(t * f))}, "$.u = x")


def deviation(law, t: float, value: float) -> float:
    """How far a value is from its law, just before, at or just behind an event."""
    return min(abs(law(s) - value) / (1 + abs(value)) for s in (t, t - 1e-9, t + 1e-9))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    runner = rig.Rig(arguments.cli, arguments.out / "closed-forms")
    for seed in SEEDS:
        model = Model(seed)
        for add in (add_periodic, add_waves, add_tables, add_axes, add_memory, add_sampled):
            for _ in range(3):
                add(model)
        table = runner.run(f"seed {seed}", model.text(), STOP, "--interval", repr(STEP), "--rtol", "1e-9")
        for signal, law in model.laws.items():
            part = next(line.strip() for line in model.lines if line.startswith(f"  {signal.partition('.')[0]} = "))
            worst = max(deviation(law, t, value) for t, value in zip(table.time, table.signals[signal]))
            if worst > TOLERANCE:
                runner.within(f"seed {seed}: {signal} of {part}", worst, TOLERANCE)
        print(f"seed {seed}: {len(model.laws)} signals in {len(table.time)} rows")
    return runner.n_failed > 0


if __name__ == "__main__":
    sys.exit(main())
