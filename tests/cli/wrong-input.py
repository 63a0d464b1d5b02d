#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""wrong-input.py CLI: bad input gets a located, readable message, and nothing crashes."""
import re
import resource
import unittest

from program import OSCILLATOR, CliTest, diagram

FIXED = "TranslationalComponents.Components.Fixed()"
MASS = "TranslationalComponents.Components.Mass(m = 1)"
SPRING = "TranslationalComponents.Components.Spring(c = 1)"
PLACE = re.compile(r"^(?P<file>[^\n:]+):(?P<line>\d+):(?P<column>\d+): (?P<word>error|warning) (?P<code>[EW]\d{3}): (?P<text>.+)$", re.M)


class WrongInput(CliTest):
    def cost(self, text: str, status: int) -> float:
        """CPU seconds of a check. Only ratios of two of them are asserted: machines differ, growth does not."""
        model = self.write(text)
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        self.cli("check", model, status=status)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before

    def expect(self, text: str, code: str, line: int, *words: str):
        """An error of that code in that line of the file, whose text holds the words."""
        model = self.write(text)
        message = self.cli("check", model, status=1).stderr
        found = [m for m in PLACE.finditer(message) if m["file"] == str(model) and m["code"] == code]
        self.assertTrue(found, message)
        self.assertIn(line, [int(m["line"]) for m in found], message)
        for word in words:
            self.assertIn(word, message)

    def test_missing_parameter(self):
        self.expect(diagram(f"wall = {FIXED}\nspring = TranslationalComponents.Components.Spring()\nmass = {MASS}",
                            "wall.flange, spring.flange_a", "spring.flange_b, mass.flange_a"),
                    "E301", 3, "spring", "c")

    def test_no_name_of_a_table(self):
        """A name that the user of a component can give may lack, one that stands in the call cannot."""
        table = 'component Model\n{}  parameter t::Real[:,:] = table_file({})\n  variable x::Real = t[1,1]\nend\n'
        self.expect(table.format("", '""'), "E312", 2, "the name of the file is empty")
        self.cli("check", self.write(table.format('  parameter file::String = ""\n', "file")))

    def test_empty_name(self):
        for arguments in (["check", ""], ["run", ""], ["run", self.write(OSCILLATOR), "-o", ""]):
            self.assertIn(": the name of the file is empty\n", self.cli(*arguments, status=2).stderr)

    def test_least_memory(self):
        message = self.cli("run", self.write(OSCILLATOR), "--memory=1", status=1).stderr
        self.assertIn("more than 1 byte", message)

    def test_doc_text_alone(self):
        self.expect('"""What is described here?"""\n', "E151", 1, "unexpected doc text; expected a definition")

    def test_unconnected_input(self):
        self.expect(diagram(f"mass = {MASS}\nforce = TranslationalComponents.Sources.ForceSource()", "force.flange, mass.flange_a"),
                    "E402", 3, "force", "f")

    def test_two_grounds(self):
        self.expect(diagram(f"left = {FIXED}\nright = {FIXED}\nmass = {MASS}",
                            "left.flange, mass.flange_a", "right.flange, mass.flange_b"),
                    "E503", 2, "left", "right")

    def test_floating_chain(self):
        """Two springs in a row with nothing between them but a joint that nothing holds."""
        self.expect(diagram(f"a = {SPRING}\nb = {SPRING}", "a.flange_b, b.flange_a"), "E503", 2, "a", "b")

    def test_wrong_domain(self):
        self.expect(diagram(f"mass = {MASS}\ninertia = RotationalComponents.Components.Inertia(J = 1)",
                            "mass.flange_a, inertia.spline_a"),
                    "E401", 5, "mass.flange_a", "inertia.spline_a")

    def test_broken_file(self):
        self.expect("component Model\n  mass = TranslationalComponents.Components.Mass(m = \nrelations\n", "E151", 2)
        self.expect("\x01\x02", "E101", 1)
        self.expect('component Model\n  "never ends\nend\n', "E102", 2)
        model = self.folder / "bytes.dyad"
        model.write_bytes(b"component Model\n  # caf\xe9\nend\n")
        self.assertRegex(self.cli("check", model, status=1).stderr, r"bytes\.dyad:2:\d+: error E104")

    def test_no_text(self):
        """A picture under any name, a text of another encoding: refused by name, in one line."""
        for name, content in (("a.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), ("b.dyad", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"),
                              ("c.dyad", OSCILLATOR.encode("utf-16")), ("d.dyad", bytes(1000))):
            (self.folder / name).write_bytes(content)
            for verb in ("check", "test", "format", "run --stop 1", "dump --step=tokens", "plot -o x.png", "movie -o x.gif"):
                message = self.cli(*verb.split(), name, status=2).stderr
                self.assertRegex(message, rf"^dashpot-cli {verb.split()[0]}: {name} is not UTF-8 text: byte \d+ is zero\n$")

    def test_file_of_the_system(self):
        """What has no bytes by its size and some when it is read is no empty diagram."""
        for path in ("/proc/self/mem", "/proc/self/status"):
            self.assertRegex(self.cli("check", path, status=2).stderr, rf"^dashpot-cli check: {path} (cannot be read|is not a regular file)")

    def test_unknown_component(self):
        self.expect(diagram("spring = TranslationalComponents.Components.Sprung(c = 1)"), "E202", 2, "Sprung", "Spring")

    def test_name_of_a_type(self):
        self.expect(diagram("mass = Mass(m = 1)"), "E203", 2, "did you mean TranslationalComponents.Components.Mass")

    def test_slips_of_beginners(self):
        self.expect("component Model\n  variable x::Real(initial = 1)\nrelations\n  x' = -x\nend\n", "E307", 4, "der(")
        self.expect("component Model\n  variable x::Real = 1\nrelations\n  der(x) = -x\nend\n", "E501", 1, "`x = …`", "initial")
        self.expect(diagram("mass = TranslationalComponents.Components.Mass(m = 1, s = 1)"), "E501", 1, "`mass.s = …`", "initial")

    def test_near_names(self):
        for line, code, hint in [
            ("variable x::real = 1", "E202", "did you mean Real?"),
            ("variable x::Dyad.force = 1", "E202", "did you mean Force?"),
            ("s = sine()", "E202", "did you mean BlockComponents.Sine,"),
            ("s = Blockcomponents.Sources.Sine()", "E205", "did you mean BlockComponents?"),
            ("x::Real = y", "E203", "write `parameter x::Real = …`"),
            ("variable x::Real = Sin(time)", "E202", "did you mean sin"),
            ("variable x::Real = 2 * Time", "E202", "did you mean time?"),
            ("variable x::Real = X", "E202", "did you mean x?"),
            ("s = RotationalComponents.Sources.Position(ref_type = Exact)", "E202",
             "write RotationalComponents.Sources.ReferenceType.Exact"),
            ("s = RotationalComponents.Sources.Position(ref_type = ReferenceType.Exakt)", "E202",
             "its cases are RotationalComponents.Sources.ReferenceType.Exact, "),
        ]:
            self.expect(diagram(line), code, 2, hint)

    def test_near_names_are_of_what_is_meant(self):
        """Where a value is given a parameter is meant, in a connection a port."""
        told = self.cli("run", self.write(OSCILLATOR), "--set", "spring.k=3", status=1).stderr
        self.assertIn("did you mean c?", told)
        told = self.cli("run", self.write(OSCILLATOR), "--set", "mass.ss=3", status=1).stderr
        self.assertIn("did you mean s?", told)
        spring = "a = TranslationalComponents.Components.Spring(k = 1)"
        self.expect(diagram(spring), "E306", 2, "did you mean c?")
        own = "component Own\n  parameter c::Real = 1\n  variable d::Real = 2\nend\n"
        self.expect(f"{own}component Model\n  extends Own(e = 3)\nend\n", "E306", 6, "did you mean c?")
        ports = "component Two\n  parameter flange_c::Real = 1\n  flange_a = Flange()\nend\n"
        told = self.cli("check", self.write(ports + diagram(f"two = Two()\nmass = {MASS}", "two.flange_b, mass.flange_a")), status=1).stderr
        self.assertIn("did you mean flange_a?", told)

    def test_one_fault_one_error(self):
        """What depends on a bad structural value is not reported again."""
        for modifier, code in [("ref_type = 1", "E307"), ("ref_type = ReferenceType.No", "E202"),
                               ("ref_type = RotationalComponents.Sources.ReferenceType.Filtered(g = 1)", "E306")]:
            model = self.write(diagram(f"s = RotationalComponents.Sources.Position({modifier}, phi_ref = 1)"))
            message = self.cli("check", model, status=1).stderr
            self.assertEqual([m["code"] for m in PLACE.finditer(message)], [code], message)

    def test_surplus_and_lack_by_name(self):
        body = "  der(z) = y\n  x = 1\n  y = x + 2\n"
        model = "component Model\n  variable x::Real\n  variable y::Real\n  variable z::Real\nrelations\n" + body
        self.expect(model + "  y = 3*x\nend\n", "E501", 1, "lines 7, 8, 9 are too many for x, y;")
        self.expect(model.replace("  x = 1\n", "") + "end\n", "E501", 1, "`x, y, z`")
        # A binding that is sound is not blamed.
        sound = "component Other\n  variable x::Real\n  variable v::Real = 2*x\nrelations\n  der(x) = -v\nend\n"
        self.expect("component Part\n  variable y::Real\nrelations\n  y = 1\n  y = 2\nend\n" + sound
                    + "component Model\n  a = Other()\n  b = Part()\nend\n", "E501", 1, "lines 4, 5 are too many for")
        drag = ("component Drag\n  flange = Dyad.Flange()\n  variable v::Velocity\n  variable power::Real\nrelations\n"
                "  v = der(flange.s)\n  power = flange.f * v\n  flange.f = 3 * v\n  flange.f = 2\nend\n")
        whole = f"component Model\n  drag = Drag()\n  mass = {MASS}\nrelations\n  connect(drag.flange, mass.flange_a)\nend\n"
        self.expect(drag + whole, "E501", 1, "lines 6, 8, 9 are too many for v, flange.s, flange.f;")

    def test_balance_of_a_part(self):
        """What its user gives does not hide that its own equations are too few or too many."""
        head = "component Part\n  u = RealInput()\n  parameter k::Real\n  variable x::Real\n  variable y::Real\nrelations\n"
        self.expect(head + "  x + y = k*u\nend\n", "E501", 1, "1 equation too few", "`x, y`")
        self.expect(head + "  x = 1\n  2*x = k\n  y = u\nend\n", "E501", 1, "1 equation too many", "lines 7, 8 are too many for x;")
        self.expect("component Part\n  parameter k::Real\n  variable x::Real\n  variable y::Real\nrelations\n  x = k\nend\n",
                    "E501", 1, "1 equation too few", "contains y")
        self.assertEqual(self.cli("check", self.write(head + "  x = u\n  y = k*u\nend\n")).stderr, "")

    def test_derivative_of_a_parameter(self):
        self.expect("component Model\n  parameter p::Real = 1\nrelations\n  der(p) = 1\nend\n", "E501", 1, "line 4", "der()")

    def test_connects_that_join_nothing(self):
        parts = f"wall = {FIXED}\nmass = {MASS}"
        self.expect(diagram(parts, "wall.flange"), "E401", 5, "at least two")
        self.expect(diagram(parts, "wall.flange, wall.flange"), "E401", 5, "to itself")
        self.expect(diagram(parts, "wall.flange, mass.flange_a, wall.flange"), "E401", 5, "to itself")

    def test_unknown_library(self):
        self.expect(diagram("pump = HydraulicComponents.Components.Pump()"), "E205", 2, "HydraulicComponents")

    def test_long_chain_of_bases(self):
        chain = "".join(f"partial component B{i}\n  extends B{i + 1}\nend\n" for i in range(250))
        message = self.cli("check", self.write(f"component Model\n  extends B0\nend\n{chain}partial component B250\nend\n"), status=1).stderr
        self.assertIn("inheritance is more than 100 levels deep", message)
        self.assertNotIn("itself", message)

    def test_recursive_component(self):
        model = "component Model\n  inner = Model()\nend\n"
        path = self.write(model)
        message = self.cli("check", path, status=1).stderr
        self.assertRegex(message, r"model\.dyad:\d+:\d+: error E\d{3}: ")
        mutual = self.write("component A\n  b = B()\nend\ncomponent B\n  a = A()\nend\n", "mutual.dyad")
        self.assertRegex(self.cli("check", mutual, status=1).stderr, r"mutual\.dyad:\d+:\d+: error E\d{3}: ")
        bases = self.write("component A\n  extends B()\nend\ncomponent B\n  extends A()\nend\n", "bases.dyad")
        self.assertRegex(self.cli("check", bases, status=1).stderr, r"bases\.dyad:\d+:\d+: error E304: ")

    def test_part_that_needs_itself(self):
        model = self.write("component W\n  outer w::W\nend\ncomponent M\n  w = W()\n  outer v::W\nend\n")
        self.assertRegex(self.cli("check", model, status=1).stderr, r"model\.dyad:2:\d+: error E304: W contains itself")

    def test_function_type(self):
        self.expect("component Model\n  variable z::func(Real)::Real\nend\n", "E601", 2, "function types")

    def test_function_that_explodes(self):
        """Each calls the next one twice: 2^25 calls."""
        chain = "".join(f"function f{i}(x::Real)::Real = f{i + 1}(x) + f{i + 1}(2*x)\n" for i in range(25))
        self.expect(f"{chain}function f25(x::Real)::Real = x\ncomponent Model\n  variable x::Real = f0(time)\nend\n", "E601", 25, "20000")

    def test_huge_file(self):
        """Ten megabytes of one line, deep nesting, and more than anybody reads."""
        long = self.write("component Model\n  x = " + "(" * 5_000_000 + "\nend\n", "long.dyad")
        self.assertRegex(self.cli("check", long, status=1).stderr, r"long\.dyad:\d+:\d+: error E151: ")
        many = self.write("component Model\n" + "  ?\n" * 200_000 + "end\n", "many.dyad")
        self.assertRegex(self.cli("check", many, status=1).stderr, r"many\.dyad:2:3: error E151: ")
        huge = self.folder / "huge.dyad"
        with open(huge, "wb") as file:
            file.truncate(1 << 30)
        self.assertIn("too large", self.cli("check", huge, status=2).stderr)

    def test_many_errors(self):
        """The first are listed, the others counted, and no hint is sought for what nobody sees."""
        def names(n: int) -> str:
            return "component Model\n" + "".join(f"  variable x{i}::Real = nope{i}\n" for i in range(n)) + "end\n"

        def parts(n: int) -> str:
            return "".join(f"component C{i}\n  a = Nope{i}()\nend\n" for i in range(n))
        for text, code, n in ((names, "E202: nope", 20_000), (parts, "E202: unknown component Nope", 5000)):
            message = self.cli("check", self.write(text(n)), status=1).stderr
            self.assertEqual(message.count(code), 200)
            self.assertEqual(message.splitlines()[-1], f"and {n - 200} more errors")
            self.assertLess(self.cost(text(n), 1), 40 * self.cost(text(n // 10), 1))

    def test_start_of_a_large_model(self):
        """One initial relation too many is looked at among those that it may displace, not among 6400 equations of something else."""
        n = 80
        names = "".join(f"  variable u{i}_{k}::Real\n" for i in range(n) for k in range(n))
        grid = "".join(f"  4.1*u{i}_{k} = x + " + " + ".join(f"u{i + a}_{k + b}" for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1))
                       if 0 <= i + a < n and 0 <= k + b < n) + "\n" for i in range(n) for k in range(n))
        plain, more = (f"component Model\n  variable x::Real\n  variable y::Real\n{names}relations\n  initial x = 1\n{extra}"
                       f"  x = y\n  der(x) = -x\n{grid}end\n" for extra in ("", "  initial y = 1\n"))
        self.assertLess(self.cost(more, 0), 4 * self.cost(plain, 0))

    def test_deep_chain(self):
        """Each of 3000 components holds the one before it: names would be as long as the chain."""
        def chain(n: int) -> str:
            return "component A0\n  variable x::Real = 1\nend\n" + "".join(f"component A{i}\n  a = A{i - 1}()\nend\n" for i in range(1, n))
        message = self.cli("check", self.write(chain(3000)), status=1).stderr
        self.assertIn("error E304: components are nested more than 200 levels deep here", message)
        self.assertLess(self.cost(chain(3000), 1), 40 * self.cost(chain(300), 1))

    def test_empty_and_odd_files(self):
        empty = self.write("", "empty.dyad")
        for text in ("", "# nothing but a remark\n"):
            told = self.cli("check", self.write(text, "none.dyad"))
            self.assertIn("none.dyad holds no component", told.stderr)
        self.assertIn("empty.dyad holds no component", self.cli("dump", empty, "--step=flat", status=2).stderr)
        self.assertIn("no component", self.cli("run", empty, "--stop", "1", status=2).stderr)
        self.cli("check", self.folder, status=2)
        self.cli("run", "/dev/null", "--stop", "1", status=2)

    def test_every_error_is_reported_in_one_go(self):
        text = diagram(f"spring = TranslationalComponents.Components.Sprung()\nmass = {MASS[:-1]}, q = 1)\nother = Nothing()")
        codes = {m["code"] for m in PLACE.finditer(self.cli("check", self.write(text), status=1).stderr)}
        self.assertLessEqual({"E202", "E306"}, codes)

    def test_value_out_of_range(self):
        self.expect(diagram(f"mass = {MASS.replace('1', '-1')}"), "E311", 2, "mass.m")

    def test_settings_of_an_analysis(self):
        """What no run can have is an error of the file, for `run` as for `check`: nobody gave an option."""
        for setting, name in (("saveat = -7", "saveat"), ("saveat = 1e-30", "saveat"), ("reltol = 5", "reltol"), ("abstol = -1", "abstol"),
                              ("start = 3, stop = 1", "stop"), ("start = 30", "stop"), ("stop = 1 / 0", "stop"), ("dtmax = -1", "dtmax")):
            text = OSCILLATOR + f"analysis Bad\n  extends TransientAnalysis({setting})\n  model = Oscillator()\nend\n"
            line = len(OSCILLATOR.splitlines()) + (1 if setting == "start = 30" else 2)
            self.expect(text, "E311", line, f"{name}: ")
            message = self.cli("run", self.write(text), status=1).stderr
            self.assertIn(f":{line}:", message)
            self.assertNotIn("--", message)

    def test_method_of_an_analysis(self):
        """A method that is not there, or is left out as not to be trusted, is told at its line with what there is instead."""
        for method, words in (("euler", "there are auto, dopri5"), ("bsimp", "use auto, rodas4 or ndf"), ("rk4imp", "use auto, rodas4 or ndf")):
            text = OSCILLATOR + f'analysis Bad\n  extends TransientAnalysis(stop = 1, alg = "{method}")\n  model = Oscillator()\nend\n'
            self.expect(text, "E307", len(OSCILLATOR.splitlines()) + 2, f"`{method}`", words)

    def test_setting_with_a_unit(self):
        """A quantity is told as the number that `--set` takes."""
        model = self.write("component Model\n  parameter m::Mass = 1\n  variable y::Real = m\nend\n")
        for typed, number in (("3000g", "3"), ("3000 g", "3"), ("1/4 lb", "0.1133980925")):
            message = self.cli("run", model, "--stop", "1", "--set", f"m={typed}", status=1).stderr
            self.assertIn(f"a number in SI units: `m={number}` for {typed}", message)

    def test_bounds(self):
        model = self.write("component Model\n  parameter m::Mass(min = 0, max = 5) = 1\n  variable y::Real = m\nend\n")
        for value, word in ((-1, "below its minimum 0 kg"), (7, "above its maximum 5 kg")):
            self.assertIn(f"m = {value} is {word}", self.cli("run", model, "--set", f"m={value}", status=1).stderr)

    def test_empty_component(self):
        """It succeeds, and says that there was nothing to do."""
        self.assertIn("note: Model has no equations", self.cli("run", self.write("component Model\nend\n")).stderr)

    def test_infinite_value(self):
        """A quotient by zero is no value, wherever it stands; `Inf` is meant."""
        relations = "  variable y::Real\nrelations\n  y = 1 / (1 + a)\nend\n"
        self.expect("component Model\n  parameter a::Real = 1 / 0\n" + relations, "E311", 2)
        self.expect("component Model\n  parameter a::Real = 1e308 / 1e-10\n" + relations, "E311", 2, "exceeds the range of floating-point numbers")
        self.expect("component Model\n  parameter b::Real = 10\n  parameter a::Real = 1e308 * b\n" + relations, "E311", 3, "the value of a is infinite")
        for value in ("1e308 * 10", "1e308 + 1e308", "1 / (1e308 * 10)"):
            self.expect(f"component Model\n  parameter a::Real = {value}\n" + relations, "E311", 2, "exceeds the range of floating-point numbers")
        self.cli("check", self.write("component Model\n  parameter a::Real = -Inf\n" + relations))

    def test_signal_without_derivative(self):
        """A ramp may drive a position as far as its velocity (W504), but not its acceleration (E504)."""
        exact = "RotationalComponents.Sources.ReferenceType.Exact"
        text = diagram("ramp = BlockComponents.Sources.Ramp(height = 1, duration = 1, start_time = 0.5)\n"
                       f"drive = RotationalComponents.Sources.Position(ref_type = {exact})\n"
                       "inertia = RotationalComponents.Components.Inertia(J = 1)",
                       "ramp.y, drive.phi_ref", "drive.spline, inertia.spline_a")
        self.expect(text, "E504", 3, "note W504: `ramp.y` is differentiated piecewise", "must be differentiable twice")

    def test_value_without_rest(self):
        model = self.write("component Model\n  variable b::Boolean\nrelations\n  b = time > 0.5 and not pre(b)\nend\n")
        self.assertIn("error R502: ", self.cli("run", model, "--stop", "1", status=3).stderr)

    def test_contradicting_start(self):
        model = self.write(diagram("mass = TranslationalComponents.Components.Mass(m = 1, s(initial = 0), v(initial = 1))\n"
                                   "other = TranslationalComponents.Components.Mass(m = 1, s(initial = 3), v(initial = 1))",
                                   "mass.flange_b, other.flange_a"))
        message = self.cli("run", model, "--stop", "1", status=1).stderr
        self.assertRegex(message, r"model\.dyad.*: error E502: .*other\.s")


if __name__ == "__main__":
    unittest.main()
