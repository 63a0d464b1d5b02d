#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""mutants.py --cli CLI [--seed S] [--runs N] [--jobs J] [--out DIR] [--only K]: damaged and changed models, every verb.

Each run draws a text of the examples, the test models or the library, changes it, draws a verb and looks at
what comes back. Whatever the input: no crash, no report of a sanitizer, no verb but `run` and its kin that goes
on for long, and an error that says where. Of the gentle half of the mutants, most compile; their runs are held
against others that must agree: after `format`, with another order of declarations and relations, at a tighter
tolerance, with another solver.

Everything follows from the seed and the number of the run; `--only K` repeats one. What fails is kept in DIR
with the commands. The last lines count.
"""
import argparse
import collections
import concurrent.futures
import csv
import math
import os
import pathlib
import queue
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile

import mutations
import sums
from dyadtext import components

SOURCE = pathlib.Path(__file__).resolve().parents[2]
STEPS = ["tokens", "ast", "flat", "alias", "incidence", "index", "states", "blocks", "tear", "events", "start", "code"]
SOLVERS = ["ndf", "dopri5", "msbdf", "rkf45"]
CPU_SECONDS = 40
# Results of one model that took different ways may differ by this, relative to the size of the signal ...
SAME = 1e-3
# ... or by this many times what the tolerance alone changes, since some models double small differences quickly.
SENSITIVITY = 100
# What a stiff solver may damp of a vibration that is smaller than its tolerance: an acceleration shows such a one large.
DAMPED = 0.02
# A sum of terms that cancel is taken to be at least this large, relative to its terms: it may differ by SAME * SUM = 1e-5
# of them, ten times the tolerance of the runs that are compared.
SUM = 1e-2
CRASH = re.compile(rb"AddressSanitizer|runtime error: |LeakSanitizer|ERROR:.*assertion failed|Bail out|CRITICAL|stack smashing")
PLACE = re.compile(rb":\d+:\d+: |: ")


class Outcome:
    def __init__(self, status: int, out: bytes, err: bytes):
        self.status, self.out, self.err = status, out, err

    def fault(self, verb: str) -> str | None:
        """What may never happen, whatever the input."""
        if CRASH.search(self.err) or self.status < 0 and self.status not in (-9, -24):
            return f"crash ({self.status})"
        if self.status in (-9, -24) and verb not in ("run", "plot", "movie", "test"):
            return "goes on for ever"
        if self.status in (-9, -24):
            return None
        if self.status not in (0, 1, 2, 3):
            return f"status {self.status}"
        if self.status and not PLACE.search(self.err + self.out):
            return "no place in the message"
        return None


def size_of(values: list) -> float:
    """Of what does not move at all nothing says how large it may be: in SI units about one."""
    largest = max((abs(v) for v in values if not math.isnan(v)), default=0)
    return max(1e-3, largest) if largest > 0 else 1


class Bench:
    """One worker's folder: its own copy of the library, and the program run in it."""

    def __init__(self, cli: pathlib.Path, folder: pathlib.Path):
        self.cli, self.folder, self.data = cli, folder, folder / "data"
        shutil.copytree(SOURCE / "data", self.data, ignore=shutil.ignore_patterns("screenshots"))
        for name in [*(SOURCE / "tests/models/library").glob("*.[cm][sa][vt]")]:
            shutil.copy(name, folder)
        self.environment = dict(os.environ, DASHPOT_DATADIR=str(self.data), LC_ALL="C.UTF-8", G_DEBUG="fatal-criticals",
                                ASAN_OPTIONS="detect_leaks=0:hard_rss_limit_mb=6000:allocator_may_return_null=0",
                                UBSAN_OPTIONS="halt_on_error=1:print_stacktrace=1")

    def run(self, *arguments: str) -> Outcome:
        def limit():
            resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 30, 1 << 30))
        done = subprocess.run([self.cli, *arguments], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                              capture_output=True, preexec_fn=limit, check=False)
        return Outcome(done.returncode, done.stdout, done.stderr[-20000:])


def corpus() -> list:
    folders = ["data/examples", "tests/models", "tests/models/library", "tests/models/language"]
    return [path for folder in folders for path in sorted((SOURCE / folder).glob("*.dyad"))]


def library() -> list:
    return [path for path in sorted((SOURCE / "data/library").rglob("*.dyad"))]


def read(path: pathlib.Path) -> dict:
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.reader(file))
    return {name: [float(row[k]) for row in rows[1:]] for k, name in enumerate(rows[0])}


def at_grid(table: dict, grid: list) -> dict:
    """The last row of each instant of the grid: after the events there."""
    row_of = {}
    for k, t in enumerate(table["time"]):
        row_of[round(t, 9)] = k
    rows = [row_of.get(round(t, 9)) for t in grid]
    return {name: [values[k] if k is not None else math.nan for k in rows] for name, values in table.items()}


def difference(a: dict, b: dict, sizes: dict) -> dict:
    """The difference of each signal relative to its size, in all but the worst fifth of the rows: instants of
    events need not fall on the same side of a row."""
    found = {}
    for name in a.keys() & b.keys() - {"time"}:
        apart = sorted(abs(x - y) / sizes[name] for x, y in zip(a[name], b[name]) if not math.isnan(x - y))
        if apart:
            found[name] = apart[int(0.8 * (len(apart) - 1))]
    return found


class Mutant:
    """The K-th run of a seed."""

    def __init__(self, seed: int, k: int, bench: Bench):
        self.dice = random.Random(f"{seed}:{k}")
        self.k, self.bench, self.log, self.counts = k, bench, [], collections.Counter()
        self.failed = None
        self.path = bench.folder / "mutant.dyad"

    def cli(self, verb: str, *arguments: str) -> Outcome:
        outcome = self.bench.run(verb, *arguments)
        self.log.append(f"{verb} {' '.join(arguments)} -> {outcome.status}")
        self.counts[f"verb {verb}"] += 1
        fault = outcome.fault(verb)
        if fault:
            self.fail(fault, outcome)
        return outcome

    def fail(self, what: str, outcome: Outcome | None = None) -> None:
        if not self.failed:
            self.failed = what
            self.log.append(what)
            if outcome:
                self.log.append(outcome.err[-3000:].decode(errors="replace"))

    def run(self) -> None:
        kind = self.dice.random()
        if kind < 0.75:
            self.run_gentle()
        elif kind < 0.95:
            self.run_rough(self.dice.choice(corpus()))
        else:
            self.run_library()

    def write(self, text: str, path: pathlib.Path | None = None) -> None:
        (path or self.path).write_bytes(text.encode(errors="surrogatepass"))

    # Rough

    def damaged(self, text: str) -> str:
        for _ in range(self.dice.choice([1, 1, 1, 2, 4])):
            if text:
                text = self.dice.choice(mutations.ROUGH)(self.dice, text)
        return text

    def run_rough(self, source: pathlib.Path) -> None:
        self.counts["rough"] += 1
        self.log.append(f"rough {source.name}")
        self.write(self.damaged(source.read_text(encoding="utf-8")))
        self.any_verb()

    def any_verb(self) -> None:
        file, out = str(self.path), self.bench.folder
        verb = self.dice.choice(["run", "run", "check", "check", "dump", "format", "plot", "movie", "test"])
        arguments = {
            "run": ["--stop", "1", "-o", str(out / "a.csv"), *self.dice.choice([[], ["--solver", self.dice.choice(SOLVERS)], ["--rtol", "1e-3"]])],
            "dump": ["--step", self.dice.choice(STEPS)],
            "plot": ["--stop", "1", "-o", str(out / self.dice.choice(["a.svg", "a.png", "a.pdf"]))],
            "movie": ["--stop", "1", "-o", str(out / "a.svg")],
        }.get(verb, [])
        outcome = self.cli(verb, file, *arguments)
        self.counts["accepted" if outcome.status == 0 else "refused"] += 1

    def run_library(self) -> None:
        """A component of the library is damaged; a model that uses it is run."""
        source = self.dice.choice(library())
        inside = self.bench.data / source.relative_to(SOURCE / "data")
        text = source.read_text(encoding="utf-8")
        names = re.findall(r"^(?:partial )?component (\w+)", text, re.M)
        users = [path for path in corpus() if names and names[0] in path.read_text(encoding="utf-8")] or corpus()
        self.counts["library"] += 1
        self.log.append(f"library {source.name}")
        shutil.copy(self.dice.choice(users), self.path)
        try:
            self.write(self.damaged(text), inside)
            self.any_verb()
            if names:
                self.cli("components", names[0])
        finally:
            if self.failed:
                shutil.copy(inside, self.bench.folder / "library.dyad")
            shutil.copy(source, inside)

    # Gentle

    def gentle(self):
        """A component that stays whole, changed once to three times."""
        model = None
        while not model:
            models = [c for c in components(self.dice.choice(corpus()).read_text(encoding="utf-8")) if c.instances()]
            model = self.dice.choice(models) if models else None
        done = []
        for _ in range(self.dice.choice([1, 1, 2, 3])):
            mutation = self.dice.choice(mutations.GENTLE)
            if mutation(self.dice, model):
                done.append(mutation.__name__)
        self.model = model.name
        self.log.append(f"gentle {model.name}: {' '.join(done)}")
        return model

    def run_gentle(self) -> None:
        self.counts["gentle"] += 1
        model = self.gentle()
        self.write(model.text())
        if self.cli("check", str(self.path)).status == 0:
            self.counts["gentle that compile"] += 1
        stop = self.dice.choice([0.2, 0.5, 1, 2])
        base = self.table(model.name, stop, "1e-6")
        if base is None or self.failed:
            return
        self.counts["gentle that run"] += 1
        tight = self.table(model.name, stop, "1e-8")
        if tight is None:
            self.fail("runs at rtol 1e-6 but not at 1e-8")
            return
        grid = [stop * k / 20 for k in range(21)]
        base, tight = at_grid(base, grid), at_grid(tight, grid)
        sizes = {name: size_of(values) for name, values in base.items()}
        spread = difference(base, tight, sizes)
        self.agree_after_format(model, stop)
        # Behind a point where solutions cross rounding decides.
        if b"W506" in self.error:
            return
        # The other solver gets the same text as the runs it is held against, hence before the parts change places.
        self.agree_with_other_solver(model, stop, tight, sizes, spread)
        self.agree_when_shuffled(model, stop, base, sizes, spread)

    def table(self, name: str, stop: float, rtol: str, *options: str) -> dict | None:
        out = self.bench.folder / "run.csv"
        out.unlink(missing_ok=True)
        outcome = self.cli("run", str(self.path), "-m", name, "--stop", repr(stop), "--interval", repr(stop / 20), "--rtol", rtol,
                           "-o", str(out), *options)
        self.error = outcome.err
        if outcome.status != 0:
            return None
        table = read(out)
        if any(math.isnan(v) or math.isinf(v) for values in table.values() for v in values):
            self.fail("a number in the results is not finite")
        return table

    def compare(self, what: str, table: dict | None, against: dict, sizes: dict, spread: dict, tighter=None) -> None:
        """`tighter`: runs the same at a tighter tolerance."""
        self.counts[f"oracle {what}"] += 1
        if table is None:
            self.fail(f"{what}: does not run\n" + self.error.decode(errors="replace")[-1500:])
            return
        if table.keys() != against.keys():
            self.fail(f"{what}: other variables: {sorted(table.keys() ^ against.keys())[:5]}")
            return
        allowed = SAME + SENSITIVITY * max(spread.values(), default=0)
        worst, apart = self.largest_difference(table, against, sizes, spread, allowed)
        if apart <= allowed or self.is_decided_by_tolerance(apart, against, sizes):
            return
        closer = tighter() if tighter and apart <= DAMPED else None
        if closer and self.largest_difference(closer, against, sizes, spread, allowed)[1] <= allowed:
            self.counts["agree at a tighter tolerance"] += 1
            return
        self.fail(f"{what}: {worst} differs by {apart:.1e} of its size; the tolerance changes at most {max(spread.values()):.1e}")

    def largest_difference(self, table: dict, against: dict, sizes: dict, spread: dict, allowed: float) -> tuple:
        """The variable that is off most, and by how much of its size."""
        table = at_grid(table, against["time"])
        apart = difference(table, against, sizes)
        if max(apart.values(), default=0) > allowed:
            apart = difference(table, against, self.sizes_of_sums(against, sizes))
        worst = max(apart, key=lambda name: apart[name] - SENSITIVITY * spread.get(name, 0), default=None)
        return worst, apart.get(worst, 0)

    def is_decided_by_tolerance(self, apart: float, against: dict, sizes: dict) -> bool:
        """Whether a still tighter tolerance moves the answer as far: a speed that comes to rest just where a force
        changes its sign is held for an instant or is not, and modes that are counted differ, though no motion does."""
        tightest = self.table(self.model, against["time"][-1], "1e-10")
        if tightest is None or max(difference(at_grid(tightest, against["time"]), against, sizes).values()) * SENSITIVITY < apart:
            return False
        self.counts["decided by the tolerance"] += 1
        return True

    def sizes_of_sums(self, table: dict, sizes: dict) -> dict:
        flat = self.cli("dump", str(self.path), "-m", self.model, "--step", "flat").out.decode(errors="replace")
        largest = sums.largest_terms(flat, table)
        return {name: max(size, SUM * largest.get(name, 0)) for name, size in sizes.items()}

    def agree_after_format(self, model, stop: float) -> None:
        before = (self.bench.folder / "run.csv").read_bytes()
        self.cli("format", "-i", str(self.path))
        again = self.table(model.name, stop, "1e-8")
        self.counts["oracle format"] += 1
        if again is None or (self.bench.folder / "run.csv").read_bytes() != before:
            self.fail("format: the run is not the same to the byte")
        self.write(model.text())

    def agree_when_shuffled(self, model, stop: float, base: dict, sizes: dict, spread: dict) -> None:
        for mutation in mutations.NEUTRAL:
            mutation(self.dice, model)
        self.write(model.text())
        self.compare("order", self.table(model.name, stop, "1e-6"), base, sizes, spread)

    def agree_with_other_solver(self, model, stop: float, tight: dict, sizes: dict, spread: dict) -> None:
        self.compare("solver", self.table(model.name, stop, "1e-6", "--solver", "ndf"), tight, sizes, spread,
                     lambda: self.table(model.name, stop, "1e-8", "--solver", "ndf"))


def keep(mutant: Mutant, seed: int, out: pathlib.Path) -> None:
    folder = out / f"{seed}-{mutant.k}"
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("mutant.dyad", "library.dyad"):
        if (mutant.bench.folder / name).exists():
            shutil.copy(mutant.bench.folder / name, folder)
    (folder / "log").write_text("\n".join(mutant.log) + "\n", encoding="utf-8", errors="replace")
    (mutant.bench.folder / "library.dyad").unlink(missing_ok=True)


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--cli", type=pathlib.Path, required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=100)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("mutants"))
    parser.add_argument("--only", type=int)
    arguments = parser.parse_args()
    numbers = [arguments.only] if arguments.only is not None else range(arguments.first, arguments.first + arguments.runs)
    counts, faults = collections.Counter(), []
    benches = queue.Queue()

    def one(k: int) -> None:
        bench = benches.get()
        try:
            mutant = Mutant(arguments.seed, k, bench)
            mutant.run()
            counts.update(mutant.counts)
            if mutant.failed:
                keep(mutant, arguments.seed, arguments.out)
                faults.append((k, mutant.log[0], mutant.failed.split("\n")[0]))
                print(f"FAIL {k}: {mutant.log[0]}: {mutant.failed}", flush=True)
            if arguments.only is not None:
                print("\n".join(mutant.log))
        finally:
            benches.put(bench)

    with tempfile.TemporaryDirectory() as scratch:
        for k in range(arguments.jobs):
            folder = pathlib.Path(scratch) / f"bench{k}"
            folder.mkdir()
            benches.put(Bench(arguments.cli.resolve(), folder))
        with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
            for done in pool.map(one, numbers):
                pass
    for name in sorted(counts):
        print(f"{counts[name]:7} {name}")
    print(f"seed {arguments.seed}: {len(numbers)} mutants, {sum(n for name, n in counts.items() if name.startswith('verb '))} runs of the program, "
          f"{len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
