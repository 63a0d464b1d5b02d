#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""mutate.py --module MODULE [--seed S] [--faults N]: plants faults in a module, one at a time, and sees which tests notice.

It works in a copy of the tree with a build of its own (--scratch), so that the tree itself can be edited meanwhile.
A fault counts if it compiles to other object code than the source. The tests of the module run first (MODULE-*),
then those of --suites, a suite after the other, until one fails; of these the ones that enter the function at fault.
Everything follows from the sources, the seed and the tests; README.md says how to read what is printed.
"""
import argparse
import concurrent.futures
import contextlib
import dataclasses
import fcntl
import hashlib
import json
import math
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time

import faults

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77  # the exit status of a test that could not run
# A test may take this many times what it takes without a fault, and so many seconds more: of CPU a process, of time in all.
SLOWER = 10
CPU_MORE, TIME_MORE = 5, 60
MEMORY = 8 << 30  # bytes a process may ask for
FILE = 1 << 30  # bytes a file may have


@dataclasses.dataclass
class Test:
    name: str
    suite: str
    cmd: list[str]
    env: dict[str, str]
    timeout: float
    needs: list[str]  # targets of the build
    seconds: float = 0  # without a fault
    places: frozenset[str] = frozenset()  # what it enters

    def meets(self, path: str, fault: faults.Fault, marks: set[str]) -> bool:
        place = faults.place_of(path, fault.function)
        return place in self.places or place not in marks


class Scratch:
    """A copy of the tree, its build and its tests."""

    def __init__(self, folder: pathlib.Path, root: pathlib.Path, options: list[str], jobs: int):
        self.tree, self.build, self.tmp = folder / "tree", folder / "build", folder / "tmp"
        self.root, self.jobs = root, jobs
        self.linking = threading.Lock()
        self.copy()
        if not (self.build / "build.ninja").exists():
            self.call("meson", "setup", str(self.build), str(self.tree), *options)
        self.call("ninja", "-C", str(self.build), "build.ninja")  # the list of tests may have changed
        files = {target["id"]: [os.path.relpath(name, self.build) for name in target["filename"]] for target in self.introspect("--targets")}
        self.tests = [Test(t["name"], t["suite"][0].split(":")[-1], t["cmd"], t["env"], t["timeout"], sum(map(files.get, t["depends"]), []))
                      for t in self.introspect("--tests")]

    def introspect(self, what: str) -> list[dict]:
        return json.loads(self.call("meson", "introspect", what, str(self.build)))

    def call(self, *command: str) -> str:
        done = subprocess.run(command, cwd=self.tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            sys.exit(f"mutate: {' '.join(command)}:\n{done.stdout}")
        return done.stdout

    def copy(self) -> None:
        """Files that are the same keep their time, so that little is built anew."""
        def ignored(folder, names):
            top = pathlib.Path(folder) == self.root
            return [name for name in names if name in (".git", "__pycache__") or top and name.startswith("build")]

        def changed(source, target):
            content = self.content(pathlib.Path(source))
            if not os.path.exists(target) or content != pathlib.Path(target).read_bytes():
                shutil.copy(source, target)
                pathlib.Path(target).write_bytes(content)

        shutil.copytree(self.root, self.tree, ignore=ignored, copy_function=changed, dirs_exist_ok=True)
        for path in sorted(self.tree.rglob("*"), reverse=True):
            if not (self.root / path.relative_to(self.tree)).exists():
                path.rmdir() if path.is_dir() else path.unlink()

    def content(self, source: pathlib.Path) -> bytes:
        return source.read_bytes()

    def ninja(self, *targets: str) -> bool:
        with self.linking:
            done = subprocess.run(["ninja", "-C", str(self.build), f"-j{self.jobs}", *targets], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.returncode == 0

    @contextlib.contextmanager
    def changed(self, path: str, fault: faults.Fault):
        """The tree with this fault; whether it compiles, and to something else."""
        source = self.tree / path
        text = source.read_text()
        objects = self.objects(source)
        names = [os.path.relpath(file, self.build) for file in objects]
        if not self.ninja(*names):
            sys.exit(f"mutate: {path} does not compile without a fault")
        before = [file.read_bytes() for file in objects]
        try:
            source.write_text(fault.planted(text))
            yield bool(objects) and self.ninja(*names) and before != [file.read_bytes() for file in objects]
        finally:
            source.write_text(text)
            self.ninja(*names)

    def objects(self, source: pathlib.Path) -> list[pathlib.Path]:
        """Where the compiler puts what it makes of this source."""
        listed = json.loads((self.build / "compile_commands.json").read_text())
        return [self.build / c["output"] for c in listed if (self.build / c["file"]).resolve() == source.resolve()]

    def run(self, test: Test, cpu: float, seconds: float) -> str:
        """How the test ended: "passed", "skipped", or why it failed."""
        def limit():
            for number in (signal.SIGINT, signal.SIGQUIT):  # which shells ignore in the background
                signal.signal(number, signal.SIG_DFL)
            for what, most in ((resource.RLIMIT_CPU, int(cpu)), (resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_FSIZE, FILE), (resource.RLIMIT_CORE, 0)):
                resource.setrlimit(what, (most, resource.getrlimit(what)[1]))

        self.tmp.mkdir(exist_ok=True)
        environment = {**os.environ, **test.env, "TMPDIR": str(self.tmp)}
        process = subprocess.Popen(test.cmd, cwd=self.build, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=limit)
        try:
            status = process.wait(seconds)
        except subprocess.TimeoutExpired:
            status = None
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()
        if status in (0, SKIPPED):
            return "passed" if status == 0 else "skipped"
        if status is None or -status in (signal.SIGKILL, signal.SIGXCPU):
            return "out of time"
        return f"signal {-status}" if status < 0 else "failed"

    def first_failure(self, tests: list[Test]) -> str | None:
        """The name of a test that fails and how, or None."""
        def run(test):
            if failed:
                return
            is_built = self.ninja(*test.needs) if test.needs else True
            result = self.run(test, SLOWER * test.seconds + CPU_MORE, SLOWER * test.seconds + TIME_MORE) if is_built else "the build"
            if result != "passed":
                failed.append(f"{test.name} ({result})")

        failed = []
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            list(pool.map(run, tests))
        shutil.rmtree(self.tmp, ignore_errors=True)
        return failed[0] if failed else None


class Marked(Scratch):
    """A copy whose functions tell when they are entered: what each test enters and takes without a fault."""

    def __init__(self, folder: pathlib.Path, *rest):
        self.log, self.kept = folder / "entered", folder / "measured.json"
        super().__init__(folder, *rest)
        self.named = {test.name: test for test in self.tests}
        self.known = json.loads(self.kept.read_text()) if self.kept.exists() else {}

    def content(self, source: pathlib.Path) -> bytes:
        path = source.relative_to(self.root)
        if path.suffix != ".c" or path.parts[0] != "src":
            return super().content(source)
        return faults.marked(source.read_text(), path.as_posix(), str(self.log)).encode()

    def sound(self, tests: list[Test], patience: float) -> list[Test]:
        """Those that pass without a fault in time, the quickest first. What was measured is kept while program and arguments are the same."""
        passing = []
        if not self.ninja(*sorted({target for test in tests for target in test.needs})):
            sys.exit("mutate: the tests do not build without a fault")
        for test in tests:
            result, seconds, places = self.measured(self.named[test.name], patience)
            if result == "passed":
                passing.append(dataclasses.replace(test, seconds=seconds, places=frozenset(places)))
        return sorted(passing, key=lambda test: test.seconds)

    def measured(self, test: Test, patience: float) -> tuple[str, float, list[str]]:
        files = [path for path in (self.build / word for word in [*test.cmd, *test.needs]) if path.is_file()]
        key = hashlib.sha256(b"".join(path.read_bytes() for path in files) + repr(test.cmd).encode()).hexdigest()
        slow = f"slower than {patience:g} s"
        if self.known.get(test.name, [])[:2] not in ([key, "passed"], [key, "skipped"], [key, slow]):
            self.log.write_text("")
            start = time.monotonic()
            result = self.run(test, min(test.timeout, patience), 4 * min(test.timeout, patience))
            result = slow if result == "out of time" else result
            self.known[test.name] = [key, result, time.monotonic() - start, sorted(set(self.log.read_text().splitlines()))]
            if result not in ("passed", "skipped"):
                print(f"{test.name}: {result} without a fault, left out", flush=True)
            self.kept.write_text(json.dumps(self.known))
        return self.known[test.name][1:]


class Trial:
    """The stages of tests that each fault goes through: the module's own, then suites."""

    def __init__(self, scratch: Scratch, marked: Marked, module: str, suites: list[str], patience: float):
        self.scratch, self.marked, self.patience = scratch, marked, patience
        own = [t for t in scratch.tests if t.name.startswith(f"{module}-")]
        # What stands before the models is one stage: "unit+golden".
        early = [s for s in suites if s != "models"]
        stages = [("own", own), ("+".join(early), [t for t in scratch.tests if t.suite in early and t not in own]),
                  ("models", [t for t in scratch.tests if "models" in suites and t.suite == "models" and t not in own])]
        self.stages = [(name, tests) for name, tests in stages if tests]
        self.sound = {}  # of a stage, once a fault has come to it

    def plant(self, path: str, fault: faults.Fault) -> tuple[str, str] | None:
        """(stage, test) that caught it, ("survived", ""), or None for a fault that is none."""
        marks = faults.marks((self.scratch.tree / path).read_text(), path)
        with self.scratch.changed(path, fault) as is_other:
            if not is_other:
                return None
            for name, tests in self.stages:
                if name not in self.sound:
                    self.sound[name] = self.marked.sound(tests, math.inf if name == "own" else self.patience)
                failure = self.scratch.first_failure([test for test in self.sound[name] if test.meets(path, fault, marks)])
                if failure:
                    return name, failure
        return "survived", ""


class Results:
    """A line of JSON for each fault that counts, below one that says what they were drawn from."""

    def __init__(self, path: pathlib.Path, head: dict):
        self.path, self.head, self.rows = path, head, []

    def load(self) -> None:
        head, *self.rows = map(json.loads, self.path.read_text().splitlines())
        if head != self.head:
            sys.exit(f"mutate: {self.path} is of other sources or another seed; start without --continue")

    def find(self, key: list) -> dict | None:
        return next((row for row in self.rows if row["key"] == key), None)

    def put(self, row: dict) -> None:
        old = self.find(row["key"])
        if old:
            self.rows[self.rows.index(old)] = row
        else:
            self.rows.append(row)
        self.save()

    def save(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text("".join(json.dumps(line) + "\n" for line in [self.head, *self.rows]))

    def summary(self) -> str:
        counted = [row for row in self.rows if "equivalent" not in row and row["by"] != "none"]
        stages = [row["by"] for row in counted]
        n, own, caught = len(counted), stages.count("own"), sum(by != "survived" for by in stages)
        kinds = {}
        for row in counted:
            kinds.setdefault(row["kind"], []).append(row["by"] != "survived")
        lines = [f"{row['number']:3} survived{', equivalent: ' + row['equivalent'] if 'equivalent' in row else ''}: {row['text']}"
                 for row in self.rows if row["by"] == "survived"]
        lines.append(", ".join(f"{kind} {sum(found)}/{len(found)}" for kind, found in sorted(kinds.items())))
        lines.append(", ".join(f"{stage} {stages.count(stage)}" for stage in dict.fromkeys(stages)))
        lines.append(f"{n} faults, {caught} caught ({percent(caught, n)} %), {own} by the module's own tests ({percent(own, n)} %)")
        return "\n".join(lines)


def percent(part: int, whole: int) -> int:
    return round(100 * part / whole) if whole else 0


def sources_of(root: pathlib.Path, module: str) -> dict[str, str]:
    found = {path.relative_to(root).as_posix(): path.read_text() for path in sorted((root / "src" / module).rglob("*.c"))}
    return found or sys.exit(f"mutate: there is no source in src/{module}")


def campaign(arguments, results: Results, sources: dict[str, str], trial: Trial) -> None:
    """Draws faults until enough of them count; those that survived before are tried again, as there may be new tests."""
    counted = 0
    for path, fault in faults.drawn(sources, arguments.seed):
        if counted == arguments.faults:
            break
        key = [path, fault.start, fault.end, fault.new]
        row = results.find(key)
        if row is None or row["by"] == "survived" and "equivalent" not in row:
            by, test = trial.plant(path, fault) or ("none", "")
            before, after = fault.lines(sources[path])
            last = max((other["number"] for other in results.rows), default=0)
            number = row["number"] if row else last + 1 if by != "none" else 0
            text = f"{path}:{fault.line}: {fault.function}: {fault.kind}: {before}  ->  {after}"
            row = {"key": key, "number": number, "kind": fault.kind, "by": by, "test": test, "text": text}
            results.put(row)
            if by != "none":
                print(f"{number:3} {by}{': ' + test if test else ''}\n    {text}", flush=True)
        counted += row["by"] != "none" and "equivalent" not in row


def parse(words: list[str]):
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--module", required=True, help="a folder of src/")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=25, help="how many that count, equivalent ones aside")
    parser.add_argument("--suites", default="unit,golden,models", help="what runs after the module's own tests")
    parser.add_argument("--jobs", type=int, default=1, help="tests at a time")
    parser.add_argument("--patience", type=float, default=math.inf, help="seconds; other tests than the module's own that take longer are left out")
    parser.add_argument("--continue", dest="goes_on", action="store_true", help="keep what was caught; try survivors and new ones")
    parser.add_argument("--equivalent", nargs=2, metavar=("NUMBER", "REASON"), help="note that no test can see this survivor")
    parser.add_argument("--root", type=pathlib.Path, default=ROOT, help="the tree")
    parser.add_argument("--scratch", type=pathlib.Path, help="folder for the copy and its build; build-mutation")
    parser.add_argument("--options", help="of meson setup, separated by blanks")
    return parser.parse_args(words)


def main(words: list[str]) -> int:
    arguments = parse(words)
    root = arguments.root.resolve()
    folder = (arguments.scratch or root / "build-mutation").resolve()
    options = arguments.options
    if options is None:
        options = f"-Dui=disabled -Ddebug=false -Doptimization=2 -Dcases={(root / '../shared/cases').resolve()}"
    sources = sources_of(root, arguments.module)
    state = hashlib.sha256(json.dumps(sources, sort_keys=True).encode()).hexdigest()
    results = Results(folder / f"{arguments.module}-{arguments.seed}.jsonl", {"module": arguments.module, "seed": arguments.seed, "sources": state})
    if arguments.goes_on or arguments.equivalent:
        results.load()
    if arguments.equivalent:
        row = next(row for row in results.rows if row["number"] == int(arguments.equivalent[0]))
        row["equivalent"] = arguments.equivalent[1]
        results.save()
    else:
        folder.mkdir(parents=True, exist_ok=True)
        lock = open(folder / "lock", "w")  # until the end of the program
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            sys.exit(f"mutate: {folder} is in use; give another one by --scratch")
        made = (root, options.split(), arguments.jobs)
        trial = Trial(Scratch(folder, *made), Marked(folder / "marked", *made), arguments.module, arguments.suites.split(","), arguments.patience)
        campaign(arguments, results, sources, trial)
    print(results.summary())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
