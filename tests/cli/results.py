#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""results.py CLI: what `run` writes."""
import csv
import importlib.util
import math
import pathlib
import re
import signal
import subprocess
import time
import unittest

from program import CLI, OSCILLATOR, CliTest, diagram, read

STEP = diagram(
    """step = BlockComponents.Sources.Step(height = 2, start_time = 0.55)
    gain = BlockComponents.Math.Gain(k = 3)""",
    "step.y, gain.u",
)


# Started by nohup, say, they would ignore it, as programs should.
signal.signal(signal.SIGHUP, signal.SIG_DFL)


class Results(CliTest):
    def test_table(self):
        """One header line; rows at 500 equal intervals at least; numbers that are those of the model."""
        table = self.table(self.write(OSCILLATOR), "--stop", "1", "--rtol", "1e-9")
        self.assertEqual(next(iter(table)), "time")
        for k in range(501):
            self.assertLess(min(abs(t - k / 500) for t in table["time"]), 1e-12)
        for t, s in zip(table["time"], table["mass.s"]):
            self.assertAlmostEqual(s, math.cos(10 * t), 6)
        self.assertNotIn("mass.m", table)
        self.assertFalse([name for name in table if name.startswith("der(")])

    def test_grid(self):
        model = self.write(OSCILLATOR)
        self.assertEqual(len(self.table(model, "--stop", "1", "--interval", "0.25")["time"]), 5)
        self.assertEqual(len(self.table(model, "--stop", "1 s", "--interval", "100 ms")["time"]), 11)
        every = self.table(model, "--stop", "1", "--interval", "-1")["time"]
        self.assertLess(len(every), 200)
        self.assertEqual(every[-1], 1)
        ragged = self.table(model, "--stop", "1", "--interval", "0.3")["time"]
        self.assertEqual(ragged[-1], 1)

    def test_mat(self):
        """A name that ends in .mat asks for one; SciPy reads the numbers that the table has, where it is installed."""
        if not importlib.util.find_spec("scipy"):
            self.skipTest("no SciPy")
        loadmat = importlib.import_module("scipy.io").loadmat
        model = self.write(OSCILLATOR)
        out = self.folder / "out.mat"
        self.cli("run", model, "--stop", "1", "-o", out)
        table, mat = self.table(model, "--stop", "1"), loadmat(out, chars_as_strings=False)
        names = ["".join(letters).rstrip() for letters in mat["name"].T]
        self.assertEqual(["".join(row).strip() for row in mat["Aclass"]], ["Atrajectory", "1.1", "", "binTrans"])
        self.assertIn("mass.m", names)
        for name, numbers in table.items():
            data, row, _, _ = mat["dataInfo"][:, names.index(name)]
            found = mat["data_1" if data == 1 else "data_2"][abs(row) - 1]
            self.assertEqual(len(numbers), mat["data_2"].shape[1])
            for k, number in enumerate(numbers):
                self.assertEqual((1 if row > 0 else -1) * found[0 if data == 1 else k], number)

    def test_units_row(self):
        model = self.write(OSCILLATOR)
        done = self.cli("run", model, "--stop", "1", "--signals", "mass.s,mass.v", "--units-row")
        self.assertEqual(done.stdout.splitlines()[:2], ["time,mass.s,mass.v", "s,m,m/s"])

    def test_steady_state(self):
        """One row, where nothing changes; with --stop the model is run in time."""
        model = self.write("""component Scale
  wall = TranslationalComponents.Components.Fixed()
  spring = TranslationalComponents.Components.Spring(c = 50)
  mass = TranslationalComponents.Components.Mass(m = 2, s(initial = 1), v(initial = 3))
  load = TranslationalComponents.Sources.ConstantForce(f_constant = 10)
relations
  connect(wall.flange, spring.flange_a)
  connect(spring.flange_b, mass.flange_a)
  connect(load.flange, mass.flange_b)
end
analysis Rest
  extends SteadyStateAnalysis()
  model = Scale()
end
""")
        table = self.table(model, "--signals", "mass.s,mass.v,spring.f")
        self.assertEqual(table["time"], [0])
        self.assertAlmostEqual(table["mass.s"][0], 0.2, delta=1e-7)
        self.assertAlmostEqual(table["mass.v"][0], 0, delta=1e-7)
        self.assertAlmostEqual(table["spring.f"][0], 10, delta=1e-5)
        self.assertGreaterEqual(len(self.table(model, "--stop", "1")["time"]), 501)
        self.assertEqual(self.table(model, "--interval", "0.1")["time"], [0])

    def test_signals(self):
        model = self.write(OSCILLATOR)
        table = self.table(model, "--stop", "1", "--signals", "mass.v, mass.s", "--signals", "mass.m")
        self.assertEqual(list(table), ["time", "mass.v", "mass.s", "mass.m"])
        self.assertEqual(set(table["mass.m"]), {1})

    def test_two_rows_at_an_event(self):
        table = self.table(self.write(STEP), "--stop", "1", "--interval", "0.1")
        rows = [k for k, t in enumerate(table["time"]) if t == 0.55]
        self.assertEqual(len(rows), 2)
        self.assertEqual([table["gain.y"][k] for k in rows], [0, 6])
        self.assertEqual(len(table["time"]), 13)

    def test_numbers_read_back_exactly(self):
        model = self.write("component Model\n  variable x::Real\nrelations\n  x = time / 3\nend\n")
        table = self.table(model, "--stop", "1", "--interval", "0.1")
        self.assertEqual(table["x"], [t / 3 for t in table["time"]])

    def test_types(self):
        """A Boolean is 0 or 1, an Integer itself, an enum the number of its case."""
        model = self.write(
            """enum Mode = Low | Middle | High
component Model
  variable late::Boolean
  variable count::Integer
  variable mode::Mode
relations
  late = time > 0.5
  count = ifelse(time > 0.25, 7, -2)
  mode = ifelse(time > 0.75, Mode.High, Mode.Low)
end
"""
        )
        table = self.table(model, "--stop", "1", "--interval", "0.1")
        self.assertEqual((table["late"][0], table["late"][-1]), (0, 1))
        self.assertEqual((table["count"][0], table["count"][-1]), (-2, 7))
        self.assertEqual((table["mode"][0], table["mode"][-1]), (1, 3))

    def test_names_with_commas(self):
        """They are quoted in the header, and a comma inside brackets does not split."""
        model = self.write("component Model\n  variable x::Real[2, 2]\nrelations\n  x = [1, time; 2 * time, 4]\nend\n")
        self.cli("run", model, "--stop", "1", "--interval", "1", "-o", "out.csv")
        header = (self.folder / "out.csv").read_text().splitlines()[0]
        self.assertEqual(header, 'time,"x[1,1]","x[1,2]","x[2,1]","x[2,2]"')
        table = self.table(model, "--stop", "1", "--interval", "1", "--signals", "x[2, 1],x[1,2]")
        self.assertEqual((table["x[2,1]"], table["x[1,2]"]), ([0, 2], [0, 1]))

    def test_no_minus_zero(self):
        self.cli("run", self.write(OSCILLATOR.replace("s(initial = 1)", "s(initial = 0)")), "--stop", "1", "-o", "out.csv")
        self.assertNotIn("-0,", (self.folder / "out.csv").read_text().replace("-0.", ""))

    def test_standard_output(self):
        model = self.write(OSCILLATOR)
        self.cli("run", model, "--stop", "1", "-o", "out.csv")
        self.assertEqual(self.cli("run", model, "--stop", "1").stdout, (self.folder / "out.csv").read_text())
        self.assertEqual(self.cli("run", model, "--stop", "1", "-o", "-").stdout, (self.folder / "out.csv").read_text())

    def test_set(self):
        model = self.write(OSCILLATOR)
        table = self.table(model, "--stop", "1", "--rtol", "1e-9", "--set", "mass.m=4", "--set", "mass.s=0.5")
        self.assertAlmostEqual(table["mass.s"][-1], 0.5 * math.cos(5), 6)
        message = self.cli("run", model, "--stop", "1", "--set", "mass.q=4", status=1).stderr
        self.assertIn("error E306", message)

    def test_solvers(self):
        """All methods agree; big models are refused by those that are dense."""
        model = self.write(OSCILLATOR)
        for solver in "auto dopri5 rk8pd rkf45 msadams ndf rodas4 msbdf rk4".split():
            table = self.table(model, "--stop", "1", "--rtol", "1e-8", "--solver", solver)
            self.assertAlmostEqual(table["mass.s"][-1], math.cos(10), 3, solver)
            half = min(range(len(table["time"])), key=lambda k: abs(table["time"][k] - 0.5))
            self.assertAlmostEqual(table["mass.s"][half], math.cos(5), 3, solver)

    def test_tolerance_overrides_the_analysis(self):
        """--rtol takes the absolute tolerance along unless that one is given, too."""
        analysis = "analysis Swing\n  extends TransientAnalysis(stop = 10, reltol = 1e-3)\n  model = Oscillator()\nend\n"
        model = self.write(OSCILLATOR + analysis)
        off = {}
        for options in ([], ["--rtol", "1e-10"], ["--rtol", "1e-10", "--atol", "1e-3"]):
            table = self.table(model, *options)
            off[len(options)] = max(abs(s - math.cos(10 * t)) for s, t in zip(table["mass.s"], table["time"]))
        self.assertGreater(off[0], 1e-4)
        self.assertLess(off[2], 1e-7)
        self.assertGreater(off[4], 1e-6)

    def test_stats(self):
        message = self.cli("run", self.write(OSCILLATOR), "--stop", "1", "-o", "out.csv", "--stats").stderr
        self.assertRegex(message, r"2 states")
        self.assertRegex(message, r"\d+ steps")

    def test_same_twice(self):
        model = self.write(STEP)
        self.assertEqual(self.cli("run", model, "--stop", "1").stdout, self.cli("run", model, "--stop", "1").stdout)

    def test_failure_part_way(self):
        """What was computed is written, and the message says until when."""
        model = self.write("component Model\n  variable x::Real\nrelations\n  initial x = 1\n  der(x) = x^2\nend\n")
        done = self.cli("run", model, "--stop", "2", "--interval", "0.1", "-o", "out.csv", status=3)
        self.assertRegex(done.stderr, r"model\.dyad.*R50\d.*time 1")
        self.assertIn("x", done.stderr)
        table = read(self.folder / "out.csv")
        self.assertGreaterEqual(len(table["time"]), 10)
        self.assertAlmostEqual(table["x"][5], 2, 4)

    def test_end_of_run(self):
        """A file without an analysis runs as long as in the window, and says so."""
        done = self.cli("run", self.write(OSCILLATOR), "-o", "out.csv")
        self.assertIn("the run ends at 10 s", done.stderr)
        self.assertEqual(read(self.folder / "out.csv")["time"][-1], 10)
        self.assertNotIn("ends at", self.cli("run", self.write(OSCILLATOR), "--stop", "1").stderr)

    def test_analysis_without_an_end(self):
        """The same holds for an analysis that does not say when its run ends."""
        model = self.write(OSCILLATOR + "analysis Open\n  extends TransientAnalysis(reltol = 1e-5)\n  model = Oscillator()\nend\n")
        self.cli("check", model)
        done = self.cli("run", model, "-o", "out.csv")
        self.assertIn("the run ends at 10 s", done.stderr)
        self.assertEqual(read(self.folder / "out.csv")["time"][-1], 10)

    def test_analysis_without_a_model(self):
        """An analysis that names no model is told; the component is not run for as long as nobody said."""
        text = OSCILLATOR + "analysis Lost\n  extends TransientAnalysis(stop = 5)\nend\n"
        for options in ([], ["-m", "Lost"]):
            done = self.cli("run", self.write(text), "-o", "out.csv", *options, status=1)
            self.assertIn("E301: the analysis Lost names no model", done.stderr)
            self.assertFalse((self.folder / "out.csv").exists())

    def test_end_at_the_start(self):
        """A run that the model ends at once says so."""
        model = self.write("component M\n  variable x::Real(initial = 1)\nrelations\n  der(x) = -x\n  when initial()\n    terminate(\"enough\")\n  end\nend\n")
        done = self.cli("run", model, "-o", "out.csv")
        self.assertIn("W507: simulation terminated at 0 s: enough", done.stderr)
        self.assertEqual(read(self.folder / "out.csv")["time"], [0])

    def test_lone_bump(self):
        """No step would see it; the greatest step makes them."""
        model = self.write("component M\n  variable x::Real(initial = 0)\nrelations\n  der(x) = exp(-((time - 5)/1e-3)^2)\nend\n")
        table = self.table(model, "--stop", "10", "--interval", "10", "--dtmax", "2 ms")
        self.assertAlmostEqual(table["x"][-1], 1e-3 * math.sqrt(math.pi), delta=1e-6)

    def test_limit_on_files(self):
        """A limit on the size of files is told as a full disk is, and leaves nothing behind."""
        model = self.write(OSCILLATOR)
        done = subprocess.run(["sh", "-c", 'ulimit -f 8; exec "$0" run "$1" --stop 100 -o big.csv', CLI, model],
                              capture_output=True, text=True, cwd=self.folder, timeout=60)
        self.assertIn("big.csv cannot be written: ", done.stderr)
        self.assertGreater(done.returncode, 0)
        self.assertEqual([path.name for path in self.folder.iterdir()], [model.name])

    def test_limit_on_data(self):
        """A small model needs no wide heap."""
        if b"__asan_init" in pathlib.Path(CLI).read_bytes():
            self.skipTest("the sanitizer's own memory is beyond the limit")
        model = self.write(OSCILLATOR)
        done = subprocess.run(["sh", "-c", 'ulimit -d 30000; exec "$0" run "$1" --stop 1 -o out.csv', CLI, model],
                              capture_output=True, text=True, cwd=self.folder, timeout=60)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def wait_until_caught(self, process: subprocess.Popen, number: int):
        status = pathlib.Path(f"/proc/{process.pid}/status")
        while process.poll() is None:
            caught = int(status.read_text().split("SigCgt:")[1].split()[0], 16)
            if caught >> (number - 1) & 1:
                return
            time.sleep(0.01)
        self.fail("the run ended before its signal")

    def test_interrupt(self):
        """Ctrl+C, kill and the end of the terminal keep what was computed."""
        model = self.write(OSCILLATOR)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number=number):
                out = self.folder / f"{number}.csv"
                command = [CLI, "run", model, "--stop", "1e9", "--interval", "1e3", "-o", out]
                run = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
                self.wait_until_caught(run, number)
                run.send_signal(number)
                told = run.communicate(timeout=60)[1]
                self.assertIn("stopped at time", told)
                self.assertEqual(run.returncode, 3)
                if not re.search(r"stopped at time 0(?![.\d])", told):  # before the first row
                    self.assertGreaterEqual(len(read(out)["time"]), 1)

    def test_interrupt_with_much_to_write(self):
        """What goes to a file may take longer than a reader of a pipe has."""
        out = self.folder / "much.csv"
        command = [CLI, "run", self.write(OSCILLATOR), "--stop", "2e4", "--interval", "1e-3", "--signals", "mass.s,mass.v", "-o", out]
        with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as run:
            self.wait_until_caught(run, signal.SIGTERM)
            time.sleep(1)
            run.send_signal(signal.SIGTERM)
            while "stopped at time" not in (line := run.stderr.readline()):
                self.assertTrue(line)
            run.send_signal(signal.SIGSTOP)
            time.sleep(6)
            run.send_signal(signal.SIGCONT)
            self.assertEqual(run.wait(60), 3)
        self.assertGreater(out.stat().st_size, 1000)

    def interrupt_writing(self, *numbers) -> subprocess.CompletedProcess:
        """Sends signals to a run whose reader takes the first bytes, and the others after that only."""
        command = [CLI, "run", self.write(OSCILLATOR), "--stop", "100", "--interval", "1e-3"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0) as run:
            first = run.stdout.read(1000)
            while "pipe_write" not in pathlib.Path(f"/proc/{run.pid}/wchan").read_text():
                time.sleep(0.01)
            for number in numbers:
                run.send_signal(number)
                time.sleep(0.2)
            rest, messages = run.communicate(timeout=60)
        return subprocess.CompletedProcess(command, run.returncode, (first + rest).decode(), messages.decode())

    def test_interrupt_while_writing(self):
        """Standard output ends behind a whole row, with the status of an interrupted run."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number=number):
                run = self.interrupt_writing(number)
                rows = list(csv.reader(run.stdout.splitlines()))
                self.assertEqual(run.returncode, 3, run.stderr)
                self.assertIn("interrupted", run.stderr)
                self.assertLess(len(rows), 50000)
                self.assertTrue(run.stdout.endswith("\n"), run.stdout[-100:])
                self.assertEqual({len(row) for row in rows}, {len(rows[0])})

    def test_second_signal_while_writing(self):
        self.assertEqual(self.interrupt_writing(signal.SIGINT, signal.SIGINT).returncode, -signal.SIGINT)

    def test_reader_that_leaves(self):
        """As for any filter: `run | head` ends without a word."""
        command = [CLI, "run", self.write(OSCILLATOR), "--stop", "100", "--interval", "1e-3"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as run:
            run.stdout.readline()
            run.stdout.close()
            self.assertEqual(run.wait(60), -signal.SIGPIPE)
            self.assertEqual(run.stderr.read(), b"")

    def test_interrupt_without_reader(self):
        """A signal ends the program though nobody reads what it writes."""
        model = self.write(OSCILLATOR)
        run = subprocess.Popen([CLI, "run", model, "--stop", "100", "--interval", "1e-3"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        with run:
            time.sleep(2)
            run.send_signal(signal.SIGTERM)
            self.assertLess(run.wait(60), 0)

    def test_ignored_signal(self):
        """nohup: what the shell ignores goes on being ignored."""
        model = self.write(OSCILLATOR)
        command = ["nohup", CLI, "run", model, "--stop", "1e9", "--interval", "1e3", "-o", self.folder / "out.csv"]
        run = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait_until_caught(run, signal.SIGTERM)
        run.send_signal(signal.SIGHUP)
        with self.assertRaises(subprocess.TimeoutExpired):
            run.wait(0.3)
        run.send_signal(signal.SIGTERM)
        self.assertEqual(run.wait(60), 3)

    def test_stop_watch_of_later_start(self):
        """A Timer whose input is true where the run starts counts from there, at whatever time that is."""
        text = diagram("on = BlockComponents.Sources.BooleanConstant(k = true)\n    timer = BlockComponents.Logical.Timer()",
                       "on.y, timer.u")
        for start in (0, 1, -2):
            model = self.write(text + f"analysis A\n  extends TransientAnalysis(start = {start}, stop = 3)\n  model = Model()\nend\n")
            table = self.table(model, "--interval", "0.5")
            for time, y in zip(table["time"], table["timer.y"]):
                self.assertAlmostEqual(y, time - start, delta=1e-12)


if __name__ == "__main__":
    unittest.main()
