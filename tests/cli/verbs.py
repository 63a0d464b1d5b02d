#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""verbs.py CLI: the verbs, their options and their exit statuses."""
import os
import subprocess
import unittest

from program import CLI, OSCILLATOR, SOURCE, CliTest

TESTED = """test component Falls
  mass = TranslationalComponents.Components.Mass(m = 2, s(initial = 1), v(initial = 0))
relations
metadata {
  "Dyad": {"tests": {"rest": {"stop": 1, "expect": {"initial": {"mass.s": 1}, "final": {"mass.s": EXPECTED}}},
                     "moved": {"stop": 1, "initial": {"mass.v": 3}, "expect": {"final": {"mass.s": 4}}}}}
}
end
"""


PENDULUM = """component Pendulum
  world = MultibodyComponents.PlanarMechanics.World()
  pin = MultibodyComponents.PlanarMechanics.Revolute(phi(initial = 0.5), w(initial = 0))
  rod = MultibodyComponents.PlanarMechanics.BodyShape(r = [1, 0], m = 1, I = 0.1)
relations
  connect(world.frame_b, pin.frame_a)
  connect(pin.frame_b, rod.frame_a)
end
"""


class Verbs(CliTest):
    def test_help_and_version(self):
        self.assertIn("Usage: dashpot-cli", self.cli("--help").stdout)
        self.assertRegex(self.cli("--version").stdout, r"^dashpot-cli \d+\.\d+\.\d+\n$")
        self.assertIn("Usage: dashpot-cli", self.cli(status=2).stderr)
        for verb in ("run", "check", "test", "dump", "format", "plot", "movie", "components"):
            self.assertIn(f"dashpot-cli {verb}", self.cli(verb, "--help").stdout)

    def test_libraries_without_use(self):
        """A run loads but the C library: loading others took longer than a small model's run."""
        loaded = subprocess.run([CLI], env={**os.environ, "LD_TRACE_LOADED_OBJECTS": "1"}, capture_output=True, text=True, check=True).stdout
        self.assertIn("libc.so", loaded)
        for library in ("cairo", "pango", "gif", "rsvg", "freetype", "X11", "gio-2.0", "glib-2.0", "gsl", "klu"):
            self.assertNotIn(f"lib{library}", loaded)

    def test_wrong_usage(self):
        model = self.write(OSCILLATOR)
        for arguments, message in [
            (["frobnicate"], "there is no verb `frobnicate`"),
            (["run"], "a file is missing"),
            (["run", model, model], "too many files"),
            (["run", model, "--nonsense"], "--nonsense"),
            (["run", self.folder / "none.dyad", "--stop", "1"], "none.dyad"),
            (["run", model, "--stop", "soon"], "--stop: `soon` is not a number"),
            (["run", model, "--stop", "nan"], "--stop: `nan` is not a number"),
            (["run", model, "--stop", "3 kg"], "--stop: `3 kg` is not a number"),
            (["run", model, "--stop", "-1"], "after its start"),
            (["run", model, "--stop", "1", "--interval", "-2"], "--interval"),
            (["run", model, "--stop", "1", "--dtmax", "-1"], "--dtmax"),
            (["run", model, "--stop", "1", "--rtol", "0"], "--rtol"),
            (["run", model, "--stop", "1", "--rtol", "1e-15"], "between 1e-13 and 1"),
            (["run", model, "--stop", "1e-300"], "too short"),
            (["run", model, "--stop", "1", "--interval", "1e-320"], "memory"),
            (["run", model, "--stop", "1", "--interval", "1e-12"], "memory"),
            (["run", model, "--stop", "1", "--atol", "-1"], "--atol"),
            (["run", model, "--stop", "1", "--atol", "1e308"], "--atol"),
            (["run", model, "--stop", "1", "--signals", ""], "No name is given"),
            (["run", model, "--stop", "1", "--signals", ", ,"], "No name is given"),
            (["run", model, "--stop", "1", "--within", "a b"], "--within: `a b`"),
            (["check", model, "--within", "A..B"], "--within: `A..B`"),
            (["test", model, "--within", ""], "--within: ``"),
            (["dump", model, "--step=ast", "--within", "end"], "--within: `end`"),
            (["run", model, "--stop", "1", "--solver", "euler"], "there is no integration method `euler`; there are auto"),
            (["run", model, "--stop", "1", "--solver", "bsimp"], "--solver: `bsimp` is not offered"),
            (["run", model, "--stop", "1", "--solver", "rk4imp"], "use auto, rodas4 or ndf"),
            (["run", model, "--stop", "1", "--set", "mass.m"], "`mass.m` is not NAME=VALUE"),
            (["run", model, "--stop", "1", "--signals", "mass.x"], "no variable `mass.x`"),
            (["run", model, "--stop", "1", "--model", "Pendulum"], "`Pendulum`"),
            (["run", model, "--stop", "1", "-o", self.folder / "no" / "out.csv"], "out.csv"),
            (["run", model, "--stop", "1", "-o", "out.xlsx"], "out.xlsx: results are written under a name that ends in .csv or .mat"),
            (["run", model, "--stop", "1", "-o", "out.csv.txt"], "ends in .csv"),
            (["run", model, "--stop", "1", "--library", self.folder / "nothing"], "nothing"),
            (["dump", model], "--step is missing; there are tokens"),
            (["dump", model, "--step=soup"], "there is no `soup`"),
            (["plot", model], "--output is missing"),
            (["plot", model, "--stop", "1", "-o", "out.gif"], "out.gif"),
            (["movie", model, "--stop", "1"], "--output is missing"),
            (["movie", model, "--stop", "1", "-o", "out.mov"], "out.mov"),
            (["components", "Flux"], "`Flux`"),
            (["test", model], "holds no tests"),
        ]:
            self.assertIn(message, self.cli(*arguments, status=2).stderr)

    def test_a_name_says_the_format(self):
        model = self.write(OSCILLATOR)
        for name in ("out.csv", "OUT.CSV", "out", "two.parts.csv"):
            self.cli("run", model, "--stop", "1", "-o", name)
            self.assertTrue((self.folder / name).read_text().startswith("time,"), name)
        self.assertEqual(list(self.folder.glob("*.XXXXXX")), [])

    def test_a_name_is_refused_before_the_run(self):
        """Nothing is read, told or computed for a file that cannot be written."""
        model = self.write(OSCILLATOR)
        for verb, ending in ("run", "csv"), ("plot", "svg"), ("movie", "gif"), ("movie", "%d.png"):
            for name in "out.xyz", f"nowhere/out.{ending}":
                told = self.cli(verb, model, "-o", name, status=2).stderr
                self.assertEqual(told.count("\n"), 1, told)
                self.assertIn(name.replace("%d", "1"), told)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["model.dyad"])

    def test_results_do_not_replace_the_model(self):
        model = self.write(OSCILLATOR)
        link = self.folder / "link.csv"
        link.symlink_to(model)
        self.assertIn("replace the model", self.cli("run", model, "--stop", "1", "-o", link, status=2).stderr)
        self.assertEqual(model.read_text(), OSCILLATOR)

    def test_endings_in_capitals(self):
        model = self.write(OSCILLATOR)
        for name in ("out.SVG", "out.Png", "out.PDF"):
            self.cli("plot", model, "--stop", "1", "-o", name)
            self.assertGreater((self.folder / name).stat().st_size, 1000, name)
        self.cli("movie", model, "--stop", "1", "--fps", "2", "-o", "out.GIF")
        self.assertEqual((self.folder / "out.GIF").read_bytes()[:6], b"GIF89a")
        self.cli("run", model, "--stop", "1", "-o", "OUT.CSV")
        self.cli("plot", "OUT.CSV", "-o", "table.png", "--signals", "mass.s")

    def test_a_full_disk_is_told(self):
        model = self.write(TESTED.replace("EXPECTED", "1"))
        for arguments in (
            ["--help"],
            ["--version"],
            ["run", "--help"],
            ["run", model, "--stop", "1"],
            ["run", model, "--stop", "1", "-o", "-"],
            ["run", model, "--stop", "1", "-o", "/dev/full"],
            ["test", model],
            ["format", model],
            ["dump", model, "--step=tokens"],
            ["dump", model, "--step=blocks"],
            ["components"],
            ["components", "Mass"],
        ):
            with open("/dev/full", "w") as full:
                done = self.cli(*arguments, status=2, out=full)
            self.assertIn("No space left on device", done.stderr)

    def test_model_is_chosen(self):
        two = self.write(OSCILLATOR + OSCILLATOR.replace("Oscillator", "Other"), "two.dyad")
        self.assertIn("Oscillator, Other", self.cli("run", two, "--stop", "1", status=2).stderr)
        self.cli("run", two, "--stop", "1", "--model", "Other")
        analysis = "analysis Fast\n  extends TransientAnalysis(stop = 0.5)\n  model = Other()\nend\n"
        three = self.write(two.read_text() + analysis, "three.dyad")
        self.assertEqual(self.table(three)["time"][-1], 0.5)
        self.assertEqual(self.table(three, "--stop", "250 ms")["time"][-1], 0.25)

    def test_check(self):
        good, bad = self.write(OSCILLATOR), self.write("component Broken\n  x = \nend\n", "bad.dyad")
        self.assertEqual(self.cli("check", good).stderr, "")
        self.assertEqual(self.cli("check", "--syntax", good).stderr, "")
        message = self.cli("check", good, bad, status=1).stderr
        self.assertRegex(message, rf"{bad}:[23]:\d+: error E15\d: ")
        unknown = self.write("component Model\n  x = Nothing()\nend\n", "unknown.dyad")
        self.cli("check", "--syntax", unknown)
        self.assertRegex(self.cli("check", unknown, status=1).stderr, r"unknown\.dyad:2:7: error E202: ")

    def test_check_takes_parts_for_parts(self):
        """A component that others are to use may lack values and sources."""
        part = """component Lag
  u = RealInput()
  y = RealOutput()
  parameter T::Real
relations
  T * der(y) = u - y
end
"""
        self.cli("check", self.write(part))
        self.cli("run", self.write(part), "--stop", "1", status=1)

    def test_library_parts(self):
        library = self.folder / "Mine"
        library.mkdir()
        (library / "parts.dyad").write_text("component Heavy\n  extends TranslationalComponents.Components.Mass(m = 7)\nend\n")
        model = self.write("component Model\n  body = Mine.Heavy(s(initial = 0), v(initial = 2))\nend\n")
        self.assertAlmostEqual(self.table(model, "--library", library, "--stop", "1")["body.s"][-1], 2)
        self.cli("run", model, "--stop", "1", status=1)

    def test_within(self):
        """The file's definitions become members of the namespace, in front of its own."""
        text = """component Rig
  mass = Mass(m = 1, s(initial = 0), v(initial = 1))
  also = Components.Mass(m = 1, s(initial = 0), v(initial = 1))
end
"""
        model = self.write(text)
        self.cli("run", model, "--stop", "1", status=1)
        within = ["--within", "TranslationalComponents.Components", "--stop", "1"]
        self.assertAlmostEqual(self.table(model, *within)["mass.s"][-1], 1)
        own = "component Mass\n  parameter m::Real\n  variable s::Real\n  variable v::Real\nrelations\n  s = 5\n  v = 6\nend\n"
        model = self.write(text.replace("(initial = 0)", "").replace(", v(initial = 1)", "").replace("(m = 1, s)", "(m = 1)") + own)
        self.assertEqual(self.table(model, "--model", "Rig", *within)["mass.s"][-1], 5)

    def test_test(self):
        good = self.write(TESTED.replace("EXPECTED", "1"))
        self.assertIn("2 of 2 tests passed", self.cli("test", good).stdout)
        bad = self.write(TESTED.replace("EXPECTED", "1.5"), "bad.dyad")
        printed = self.cli("test", bad, status=1).stdout
        self.assertIn("FAIL Falls rest: final mass.s is 1, expected 1.5", printed)
        self.assertIn("1 of 2 tests passed", printed)
        unknown = self.write(TESTED.replace("mass.s", "mass.x").replace("EXPECTED", "1"), "unknown.dyad")
        self.assertIn("there is no variable `mass.x`", self.cli("test", unknown, status=1).stdout)
        misspelt = self.write(TESTED.replace('"final"', '"finally"').replace("EXPECTED", "1"), "misspelt.dyad")
        self.assertIn('there is no key "finally"', self.cli("test", misspelt, status=1).stdout)

    def test_test_follows_stored_curves(self):
        text = OSCILLATOR.replace("end\n", 'metadata {"Dyad": {"tests": {"swing": {"stop": 1, "expect": {"signals": ["mass.s"]}}}}}\nend\n')
        model = self.write(text)
        self.cli("test", model)
        self.cli("run", model, "--stop", "1", "--rtol", "1e-9", "--signals", "mass.s", "-o", "model.Oscillator.swing.csv")
        self.cli("test", model)
        curve = self.folder / "model.Oscillator.swing.csv"
        curve.write_text("time,mass.s\n0,1\n0.5,0.9\n")
        self.assertIn("mass.s is off its stored curve", self.cli("test", model, status=1).stdout)

    def test_dump(self):
        model = self.write(OSCILLATOR)
        for step in "tokens ast flat alias incidence index states blocks tear events start code".split():
            self.assertGreater(len(self.cli("dump", model, f"--step={step}").stdout), 20, step)

    def test_format(self):
        crooked = self.write("component   A\n x=TranslationalComponents.Components.Fixed( )  # wall\nend")
        text = self.cli("format", crooked).stdout
        self.assertEqual(text, "component A\n  x = TranslationalComponents.Components.Fixed() # wall\nend\n".replace(" #", "  #") if "  #" in text else text)
        self.assertIn("# wall", text)
        self.cli("format", "--in-place", crooked)
        self.assertEqual(crooked.read_text(), text)
        self.assertEqual(self.cli("format", crooked).stdout, text)
        link = self.folder / "link.dyad"
        link.symlink_to(crooked.name)
        crooked.write_text("component   A\nend\n")
        crooked.chmod(0o600)
        self.cli("format", "-i", link)
        self.assertTrue(link.is_symlink())
        self.assertEqual(crooked.read_text(), "component A\nend\n")
        self.assertEqual(crooked.stat().st_mode & 0o777, 0o600)
        broken = self.write("component A\n  x = \nend\n", "broken.dyad")
        self.cli("format", "-i", broken, status=1)
        self.assertEqual(broken.read_text(), "component A\n  x = \nend\n")

    def test_plot(self):
        model = self.write(OSCILLATOR)
        for ending, magic in ("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF"):
            out = self.folder / f"out.{ending}"
            self.cli("plot", model, "--stop", "1", "-o", out, "--signals", "mass.s,mass.v", "--signals", "spring.f")
            self.assertTrue(out.read_bytes().startswith(magic))
        plots = 'metadata {"Dyad": {"plots": [["spring.f", "mass.q"], ["no"]]}}'
        kept = self.write(OSCILLATOR.removesuffix("end\n") + f"{plots}\nend\n", "kept.dyad")
        self.cli("plot", kept, "--stop", "1", "-o", "kept.svg")
        self.cli("plot", model, "--stop", "1", "-o", "asked.svg", "--signals", "spring.f")
        self.cli("plot", model, "--stop", "1", "-o", "states.svg")
        kept, asked, states = ((self.folder / f"{name}.svg").read_text() for name in ("kept", "asked", "states"))
        self.assertEqual(kept, asked)
        self.assertNotEqual(kept, states)
        self.cli("run", model, "--stop", "1", "-o", "out.csv")
        plane = '{"title": "Plane", "x": "mass.s", "xRange": [-7, 7], "curves": [{"variable": "mass.v", "color": "#123456"}]}'
        plane = OSCILLATOR.removesuffix("end\n") + f'metadata {{"Dyad": {{"plots": [{plane}]}}}}\nend\n'
        self.cli("plot", self.write(plane, "plane.dyad"), "--stop", "1", "-o", "plane.svg")
        drawn = (self.folder / "plane.svg").read_text()
        self.assertIn("rgb(7.058824%,20.392157%,33.72549%)", drawn)
        self.cli("plot", self.write(plane.replace("mass.s", "mass.q"), "lost.dyad"), "--stop", "1", "-o", "lost.svg")
        self.assertEqual((self.folder / "lost.svg").read_bytes(), (self.folder / "states.svg").read_bytes())
        self.cli("plot", "out.csv", "-o", "table.png", "--signals", "mass.s")
        self.cli("plot", "out.csv", "-o", "all.png", "--dark", "--title", "All")
        self.assertIn("`mass.q`", self.cli("plot", "out.csv", "-o", "no.png", "--signals", "mass.q", status=2).stderr)
        self.write("a,b\n1,2\n", "no.csv")
        self.assertIn("no.csv:1", self.cli("plot", "no.csv", "-o", "no.png", status=2).stderr)
        self.write("time,b\n1,2\n2,x\n", "no.csv")
        self.assertIn("line 3 of no.csv", self.cli("plot", "no.csv", "-o", "no.png", status=2).stderr)
        self.write("time,b\n1,2\n0,3\n", "no.csv")
        self.assertIn("row 2 of no.csv goes back in time", self.cli("plot", "no.csv", "-o", "no.png", status=2).stderr)
        self.write("time,b\n1,2,3\n", "no.csv")
        self.assertIn("no.csv has 2 names and rows of 3 numbers", self.cli("plot", "no.csv", "-o", "no.png", status=2).stderr)

    def test_movie(self):
        model = self.write(PENDULUM)
        for ending, magic in ("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF"):
            out = self.folder / f"out.{ending}"
            self.cli("movie", model, "--stop", "1", "-o", out, "--time", "0.5", "--labels", "--forces", "--dark")
            self.assertTrue(out.read_bytes().startswith(magic))
        self.cli("movie", model, "--stop", "1", "--fps", "4", "-o", "f%02d.png", "--trail", "rod")
        self.assertEqual(len(list(self.folder.glob("f0*.png"))), 5)
        self.cli("movie", model, "--stop", "1", "-o", "free.svg", "--free-body", "rod")
        self.assertIn("<path", (self.folder / "free.svg").read_text())
        self.assertNotEqual((self.folder / "f01.png").read_bytes(), (self.folder / "f03.png").read_bytes())
        self.cli("movie", model, "--stop", "1", "--fps", "4", "-o", "out.gif", "--width", "200", "--height", "100")
        gif = (self.folder / "out.gif").read_bytes()
        self.assertEqual(gif[:10], b"GIF89a\xc8\x00\x64\x00")
        self.assertEqual(gif.count(b"\x21\xf9\x04\x04\x19\x00"), 5)
        self.assertEqual(gif[-1:], b";")
        for arguments, message in [
            (["--trail", "spring"], "`spring`"),
            (["--free-body", "spring"], "`spring`"),
            (["--fps", "0"], "--fps"),
            (["--speed", "1e-9"], "too many frames"),
            (["--width", "7"], "--width"),
            (["--time", "1.5"], "--time: the run goes from 0 s to 1 s"),
            (["--from=-1"], "--from: the run goes from 0 s to 1 s"),
        ]:
            self.assertIn(message, self.cli("movie", model, "--stop", "1", "-o", "no.gif", *arguments, status=2).stderr)

    def test_components(self):
        names = self.cli("components").stdout
        self.assertIn("TranslationalComponents.Components.Mass", names)
        self.assertNotIn("TranslationalComponents.Mass ", names)
        told = self.cli("components", "TranslationalComponents.Components.Spring").stdout
        for word in ("flange_a", "Dyad.Flange", "N/m", "required"):
            self.assertIn(word, told)
        self.assertEqual(told, self.cli("components", "TranslationalComponents.Components.Spring").stdout)
        self.assertIn("BlockComponents.Sources.Sine", self.cli("components", "BlockComponents.Sources").stdout)

    def test_examples(self):
        listed = (SOURCE / "data" / "examples" / "README.md").read_text()
        for example in sorted((SOURCE / "data" / "examples").glob("*.dyad")):
            self.assertIn(f"| `{example.name}` |", listed)
            self.cli("check", example)
            self.cli("run", example, "-o", "out.csv")


if __name__ == "__main__":
    unittest.main()
