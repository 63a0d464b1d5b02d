#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""packages.py finds what no row of the table names: one planted thing of each sort."""
import pathlib
import tempfile
import unittest

import packages

ROW = "build program python3 python3\n"
PYTHON = "python = find_program('python3')\n"


class PackagesTest(unittest.TestCase):
    def faults(self, table=ROW, **files):
        """What is said of a project with this table and these files, `__` standing for a dot."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, text in {packages.TABLE: table, "meson.build": PYTHON, **files}.items():
                path = root / name.replace("__", ".")
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return "\n".join(packages.faults(root)).replace(folder + "/", "")

    def planted(self, said, **files):
        self.assertIn(said, self.faults(**files))

    def test_a_listed_program_is_no_fault(self):
        self.assertEqual(self.faults(), "")

    def test_meson_finds_what_is_not_listed(self):
        build = {"meson__build": "x = find_program('bison')"}
        self.planted("meson.build: the program bison has no row", **build)
        self.planted("the program a or b has no row", meson__build="find_program('a', 'b', required: false)")
        self.planted("the pkgconfig zlib has no row", meson__build="z = dependency('zlib', version: '>= 1')")
        self.planted("the header z.h has no row", meson__build="cc.find_library('z', has_headers: 'z.h')")
        self.planted("the program awk has no row", meson__build="run_command('awk', 'x')")
        self.planted("looked for by a variable", meson__build="foreach n : names\nfind_program(n)\nendforeach")

    def test_what_modules_find_is_asked_for(self):
        self.planted("the program xgettext has no row", meson__build="i18n = import('i18n')")
        post = "gnome.post_install(update_desktop_database: true)"
        self.planted("the program update-desktop-database has no row", meson__build=post)
        self.planted("(of gnome.mkenums)", meson__build="gnome.mkenums('x')")

    def test_what_a_build_must_find_is_in_its_packages(self):
        row = "test program xmllint libxml2-utils\n"
        resources = {"data/a.gresource.xml": '<file preprocess="xml-stripblanks">a.ui</file>'}
        self.assertIn("xmllint is needed by every build", self.faults(ROW + row, **resources))
        optional = {"meson.build": PYTHON + "find_program('xmllint', required: false)"}
        self.assertEqual(self.faults(ROW + row, **optional), "")

    def test_sources_and_scripts_look_too(self):
        self.planted("src/a.c: the header zlib.h has no row", **{"src/a.c": "#include <zlib.h>\n"})
        self.planted("the python PIL has no row", **{"tests/a.py": "import PIL.Image\n"})
        self.planted("the program ffmpeg has no row", **{"tests/a.py": "import subprocess\nsubprocess.run(['ffmpeg'])\n"})
        self.planted("the program jq has no row", **{"tests/a": "#!/bin/sh\ncommand -v jq\n"})

    def test_rows_are_looked_for_and_true(self):
        idle = "test program xclip xclip\n"
        self.assertIn("nothing looks for the program xclip", self.faults(ROW + idle))
        if packages.paths_of("python3"):
            self.assertIn("is not in the package", self.faults("build program python3 libc6\n"))


if __name__ == "__main__":
    unittest.main()
