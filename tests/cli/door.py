#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""door.py PROGRAM...: what a newcomer meets first says what it does, and where."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).parents[2]
PROGRAMS = [str(pathlib.Path(program).resolve()) for program in sys.argv[1:]]
# They install and build; none of them may be called for a question or a mistake.
WORKERS = ("apt-get", "dpkg-query", "meson", "ninja", "debootstrap", "sudo")


class Door(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        for name in WORKERS:
            stub = self.folder / name
            stub.write_text(f"#!/bin/sh\necho {name} >> '{self.folder}/called'\nexit 1\n")
            stub.chmod(0o755)

    def ask(self, *command):
        """(status, standard output, standard error) without a display."""
        environment = {k: v for k, v in os.environ.items() if k not in ("DISPLAY", "WAYLAND_DISPLAY")}
        environment["PATH"] = f"{self.folder}:{environment['PATH']}"
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, env=environment, timeout=60)
        self.assertFalse((self.folder / "called").exists(), f"{command} began to work")
        return done.returncode, done.stdout, done.stderr

    def test_run_tells_what_it_can(self):
        status, out, errors = self.ask(ROOT / "run", "--help")
        self.assertEqual((status, errors), (0, ""))
        for verb in ("./run FILE.dyad", "./run test", "./run fresh", "./run sanitize", "./run bench", "./run pictures"):
            self.assertIn(verb, out)

    def test_an_unknown_verb_is_a_mistake(self):
        status, out, errors = self.ask(ROOT / "run", "tests")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("./run test", errors)
        status, out, errors = self.ask(ROOT / "run", "fresh", "--nonsense")
        self.assertEqual((status, out), (2, ""))
        self.assertIn("--build-only", errors)

    def test_where_no_fresh_system_can_be_made_one_line_says_so(self):
        (self.folder / "unshare").write_text("#!/bin/sh\nexit 1\n")
        (self.folder / "unshare").chmod(0o755)
        status, out, errors = self.ask(ROOT / ".ci" / "fresh", "--build-only")
        self.assertEqual((status, out), (77, ""))
        self.assertRegex(errors, r"^No fresh Debian can be made here: .+\n$")

    def test_a_file_that_is_not_there_is_told_first(self):
        (self.folder / "folder.dyad").mkdir()
        for name in ("none.dyad", "no/folder.dyad", "folder.dyad"):
            self.assertEqual(self.ask(ROOT / "run", name), (1, "", f"There is no file {name}\n"))

    def test_programs_tell_usage_and_version_without_a_display(self):
        for program in PROGRAMS:
            status, out, errors = self.ask(program, "--help")
            self.assertEqual((status, errors), (0, ""))
            self.assertRegex(out, r"(?s)FILE.*\.dyad|VERB.*FILE")
            status, out, errors = self.ask(program, "--version")
            self.assertEqual((status, errors), (0, ""))
            self.assertRegex(out, rf"^{pathlib.Path(program).name} \d+\.\d+\.\d+\n$")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
