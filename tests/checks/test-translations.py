#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What translations.py finds: texts without a translation, unsure ones and English ones, wrong formats, letters that two rows of a menu
share and a list of the library that is out of date."""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Translations(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("data", "src"):
            (self.root / name).symlink_to(ROOT / name)
        for name in ("po", "ui"):
            shutil.copytree(ROOT / name, self.root / name)

    def edit(self, name: str, pattern: str, text: str) -> None:
        path = self.root / name
        changed, n = re.subn(pattern, text, path.read_text(), count=1, flags=re.M)
        self.assertEqual(n, 1, pattern)
        path.write_text(changed)

    def check(self, *arguments: str) -> tuple[int, str]:
        done = subprocess.run([sys.executable, ROOT / "tests/checks/translations.py", self.root, *arguments], capture_output=True, text=True)
        return done.returncode, done.stdout

    def test_complete(self):
        self.assertEqual(self.check(), (0, ""))

    def test_library_text_without_translation(self):
        self.edit("po/de.po", r'^(msgid "Time constant"\nmsgstr ")[^"]+', r"\1")
        self.assertEqual(self.check(), (1, 'po/de.po: no translation of "Time constant"\n'))

    def test_unsure(self):
        self.edit("po/de.po", r'^(msgctxt "library"\nmsgid "Time constant"\n)', r"#, fuzzy\n\1")
        self.assertEqual(self.check(), (1, 'po/de.po: no translation of "Time constant"\n'))

    def test_format(self):
        self.edit("po/de.po", r'^(msgid "%s is set twice"\nmsgstr ")%s', r"\1%d")
        status, said = self.check()
        self.assertEqual(status, 1)
        self.assertIn("for argument 1 are not the same", said)

    def test_english(self):
        self.edit("po/de.po", r'^(msgid "Time constant"\nmsgstr ")[^"]+', r"\1Time constant")
        self.assertEqual(self.check(), (1, 'po/de.po: "Time constant" is English\n'))

    def test_english_formula(self):
        formula = "    drag = 0.5*c_W*area*rho*v_long^2    while v_long > 0, else 0"
        self.edit("po/de.po", r"solange v_long > 0, sonst 0", "while v_long > 0, else 0")
        self.assertEqual(self.check(), (1, f'po/de.po: "{formula}" is English\n'))

    def test_mnemonic_in_english(self):
        self.edit("ui/menus.ui", ">_Copy<", ">Co_py<")
        status, said = self.check()
        self.assertEqual(status, 1)
        self.assertIn("ui/menus.ui: in English, Co_py and _Paste have one letter\n", said)

    def test_mnemonic_of_submenu(self):
        self.edit("po/de.po", r'^(msgid "Arran_ge"\nmsgstr ")[^"]+', r"\1A_nordnen")
        status, said = self.check()
        self.assertEqual(status, 1)
        self.assertIn("ui/menus.ui: in de, A_nordnen and Verbindu_ngen ordnen have one letter\n", said)
        self.assertIn("ui/window.ui: in de, _Neues Diagramm and A_nordnen have one letter\n", said)

    def test_list_of_library(self):
        self.edit("po/library.h", r'^NC_ \("library", "Time constant"\)\n', "")
        status, said = self.check()
        self.assertEqual(status, 1)
        self.assertIn("po/library.h is not what the library says", said)
        self.assertEqual(self.check("--write"), (0, ""))

    def test_new_language(self):
        self.edit("po/LINGUAS", r"^fr$", "fr\nit")
        status, said = self.check("--write")
        self.assertEqual(status, 1)
        self.assertIn('po/it.po: no translation of "Time constant"\n', said)


if __name__ == "__main__":
    unittest.main()
