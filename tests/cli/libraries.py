#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""libraries.py CLI: folders as libraries, whatever their depth, name and content; files that are none."""
import os
import unittest

from program import CliTest

PART = "component Part\n  variable x::Real = time\nend\n"


class Libraries(CliTest):
    def library(self, *folders: str):
        """A Part in each of the folders."""
        for folder in folders:
            (self.folder / folder).mkdir(parents=True, exist_ok=True)
            self.write(PART, f"{folder}/Part.dyad")

    def model(self, part: str, name: str = "model.dyad"):
        return self.write(f"component Model\n  part = {part}()\nend\n", name)

    def test_depth(self):
        self.library("lib/A/B")
        self.cli("check", "-L", "lib", self.model("lib.A.B.Part"))
        self.assertIn("E202", self.cli("check", "-L", "lib", self.model("lib.A.C.Part"), status=1).stderr)

    def test_present_folder(self):
        self.library("lib/A")
        model = self.model("lib.A.Part")
        self.folder /= "lib"
        for path in (".", "./", "../lib", "A/..", "../lib/."):
            self.cli("check", "-L", path, model)

    def test_within(self):
        self.library("lib/A/B")
        for within in ("A", "A.B", "A.B.C", "lib.A.B", "A.B.C.D.E.F"):
            self.cli("check", "-L", "lib", "--within", within, self.model("lib.A.B.Part"))
        for within in (".", "A.", ".A", "A..B", "1", "A.b-c", ""):
            self.cli("check", "--within", within, self.model("lib.A.B.Part"), status=2)

    def test_names_with_dots(self):
        self.library("lib/A", "lib/d.1")
        message = self.cli("check", "-L", "lib", self.model("lib.A.Part")).stderr
        self.assertRegex(message, r"note W206: lib/d\.1 is skipped: the name of a folder")
        self.assertIn("d.1 cannot be a library", self.cli("check", "-L", "lib/d.1", self.model("Part"), status=2).stderr)
        for name in ("pendulum.v1.2.dyad", "2.dyad", "-.dyad", "a b.dyad", ".dyad", "end.dyad"):
            model = self.write("component Model\n  part = Inner()\nend\ncomponent Inner\n  variable x::Real = time\nend\n", name)
            self.cli("check", f"./{name}")
            self.assertEqual(self.table(model, "--stop", "1", "--interval", "1")["part.x"], [0, 1])

    def test_what_is_passed_over(self):
        self.library("lib/A")
        os.mkfifo(self.folder / "lib/pipe.dyad")
        os.symlink("..", self.folder / "lib/A/loop")
        os.symlink("/dev/zero", self.folder / "lib/zero.dyad")
        os.symlink("Part.dyad", self.folder / "lib/A/Other.dyad")
        message = self.cli("check", "-L", "lib", self.model("lib.A.Part")).stderr
        self.assertEqual(message.count("note W206: "), 4, message)

    def test_fault_in_a_library(self):
        """It is told at the part in the diagram; a hint names the file, not where the library was installed."""
        (self.folder / "lib").mkdir()
        self.write("component Part\n  variable x::Real = [1, 2, 3]\nend\n", "lib/Part.dyad")
        message = self.cli("check", "-L", "lib", self.model("lib.Part"), status=1).stderr
        self.assertRegex(message, r"model\.dyad:2:3: error E\d+: .*\n.*hint: it stands in Part\.dyad, line 2\n")

    def test_library_with_errors(self):
        """Here what comes of one library that is given twice: what is said is no success."""
        (self.folder / "lib").mkdir()
        self.write("component Part\n  variable x::Real = 1\nend\n", "lib/Part.dyad")
        model = self.write("component M\n  variable x::Real = 1\nend\n")
        self.cli("check", "-L", "lib", model)
        self.assertIn("error E201", self.cli("check", "-L", "lib", "-L", "lib", model, status=2).stderr)

    def own(self, name: str, text: str):
        """A file of the user's own library."""
        (self.home / "dashpot/library/MyLibrary").mkdir(parents=True, exist_ok=True)
        return self.write(text, f"home/dashpot/library/MyLibrary/{name}.dyad")

    def test_own_library(self):
        """Its names are found wherever it is; packed, the diagram needs it no more."""
        hub = "component Hub\n  parameter r::Real = 2\n  variable x::Real\n  spoke = Spoke()\nrelations\n  x = r * time + spoke.y\nend\n"
        self.own("Hub", hub + "\ncomponent Spoke\n  variable y::Real = time * time\nend\n")
        model = self.write("component Spoke\n  variable z::Real = 7\nend\n\n"
                           "component Model\n  hub = MyLibrary.Hub(r = 3)\n  spoke = Spoke()\nend\n", "model.dyad")
        rows = self.cli("run", model, "--stop", "2").stdout
        self.assertIn("hub.spoke.y", rows)
        packed = str(self.folder / "packed file.dyad")
        self.cli("pack", model, packed)
        self.home = self.home.rename(self.folder / "another home")
        self.home /= "gone"
        self.assertIn("MyLibrary", self.cli("run", model, status=1).stderr)
        self.assertEqual(self.cli("run", packed, "--model", "Model", "--stop", "2").stdout, rows)
        self.home = self.home.parent
        self.assertEqual(self.cli("run", model, "--stop", "2").stdout, rows)
        self.assertNotIn("MyLibrary", (self.folder / "packed file.dyad").read_text())
        # Nothing is written where nothing may be.
        os.mkfifo(self.folder / "pipe")
        for target in ("pipe", "no/such folder/m.dyad", "..", "."):
            self.assertIn(target, self.cli("pack", model, target, status=2).stderr)

    def test_fault_in_an_own_library(self):
        """It is told with file and line, and takes nothing else away."""
        self.own("Good", "component Good\n  variable x::Real = time\nend\n")
        self.own("Bad", "component Bad\n  variable x::Real = =\nend\n")
        locked = self.own("Locked", "component Locked\nend\n")
        os.remove(self.folder / locked)
        os.symlink("Good.dyad", self.folder / locked)
        (self.folder / "home/dashpot/library/a b").mkdir()
        (self.folder / "home/dashpot/library/Dyad").mkdir()
        message = self.cli("check", self.model("MyLibrary.Good")).stderr
        self.assertRegex(message, r"MyLibrary/Bad\.dyad:2:\d+: error E1")
        for what in ("Locked.dyad is skipped: links", "a b is skipped: the name", "Dyad is skipped: there is a library of that name"):
            self.assertIn(what, message)
        self.assertIn("Bad cannot be used until", self.cli("check", self.model("MyLibrary.Bad"), status=1).stderr)

    def test_what_is_no_file(self):
        os.mkfifo(self.folder / "pipe.dyad")
        for path, what in (("pipe.dyad", "is not a regular file"), ("/dev/zero", "is not a regular file"), (".", "is a folder"), ("absent.dyad", "cannot be read")):
            for verb in ("check", "run", "format", "test"):
                self.assertIn(what, self.cli(verb, path, status=2).stderr)


if __name__ == "__main__":
    unittest.main()
