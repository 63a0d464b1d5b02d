#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""house.py finds what it measures: one planted thing of each sort."""
import pathlib
import tempfile
import unittest
from unittest import mock

import house

HEADER = "#pragma once\n\nvoid sim_event_find (int n);\n"
OPENING = '/* SPDX */\n/* Finds events\n * by bisection. */\n#include "sim/event.h"\n\n'
SOURCE = OPENING + "void\nsim_event_find (int n)\n{\n}\n"


class HouseTest(unittest.TestCase):
    def listed(self, large=(), **files):
        """What is listed of a project with these files in src/."""
        with tempfile.TemporaryDirectory() as folder, mock.patch("house.LARGE", large):
            root = pathlib.Path(folder)
            for name, text in {"sim/event.h": HEADER, "sim/event.c": SOURCE, **files}.items():
                path = root / "src" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return {figure.split(":")[0]: faults for figure, _, _, faults in house.measure(root)}

    def test_what_follows_the_rules_is_not_listed(self):
        listed = self.listed()
        self.assertEqual(listed, {name: [] for name in ("names", "cycles", "folders", "functions", "openings", "steps", "contracts")})

    def test_an_exception_that_is_none_is_named(self):
        self.assertEqual(self.listed(large=["sim", "ui"])["folders"], [f"src/{name}: take it out of LARGE" for name in ("sim", "ui")])

    def test_a_name_leads_to_its_file_or_its_header(self):
        wrong = "src/sim/event.c: sim_locate() carries the name of neither its file nor its header"
        source = SOURCE + "int\nsim_locate (void)\n{\n}\n"
        self.assertEqual(self.listed(**{"sim/event.c": source})["names"], [wrong])
        for name in ("sim_events_locate", "sim_event_locate"):
            self.assertEqual(self.listed(**{"sim/event.c": source.replace("sim_locate", name)})["names"], [])
        declared = {"sim/locate.h": "int sim_locate (void);\n", "sim/event.c": source}
        self.assertEqual(self.listed(**declared)["names"], [])
        self.assertEqual(self.listed(**{"sim/event.c": source.replace("int\nsim", "static int\nsim")})["names"], [])

    @mock.patch("house.FACES", ["doc/edit.h"])
    def test_a_face_speaks_for_its_module(self):
        files = {"doc/edit-item.c": "void\ndoc_add (void)\n{\n}\n"}
        self.assertEqual(len(self.listed(**files)["names"]), 1)
        for face in ("doc/edit.h", "doc/edit-private.h"):
            self.assertEqual(self.listed(**files, **{face: "void doc_add (void);\n"})["names"], [])

    def test_files_that_call_each_other_are_a_circle(self):
        other = "#include \"sim/event.h\"\n\nvoid\nsim_pole (void)\n{\n  sim_event_find (1);\n}\n"
        back = SOURCE.replace("{\n", "{\n  sim_pole ();\n")
        self.assertEqual(self.listed(**{"sim/pole.c": other})["cycles"], [])
        self.assertEqual(self.listed(**{"sim/pole.c": other, "sim/event.c": back})["cycles"],
                         ["circle of files: sim/event, sim/pole"])
        noted = SOURCE.replace("{\n", "{\n  /* as sim_pole () does */\n")
        self.assertEqual(self.listed(**{"sim/pole.c": other, "sim/event.c": noted})["cycles"], [])

    def test_a_full_folder_is_named(self):
        files = {f"run/way/a{i}.c": "" for i in range(house.FOLDER + 1)}
        self.assertIn("src/run/way: 16 sources, at most 15", self.listed(**files)["folders"])

    def test_long_functions_are_seen(self):
        body = "{\n" + "  ;\n" * 40 + "}\n"
        self.assertEqual(len(self.listed(**{"sim/event.c": SOURCE.replace("{\n}\n", body)})["functions"]), 1)

    def test_a_source_opens_with_a_paragraph(self):
        wrong = ["src/sim/event.c: no paragraph above its first include"]
        for opening in ('/* SPDX */\n#include "sim/event.h"\n\n', '/* SPDX */\n/* Finds events. */\n#include "sim/event.h"\n\n',
                        '/* SPDX\n * more */\n#include "sim/event.h"\n\n'):
            self.assertEqual(self.listed(**{"sim/event.c": SOURCE.replace(OPENING, opening)})["openings"], wrong, opening)
        late = '/* SPDX */\n#include "sim/event.h"\n/* Finds events\n * by bisection. */\n#include <math.h>\n\n'
        self.assertEqual(self.listed(**{"sim/event.c": SOURCE.replace(OPENING, late)})["openings"], wrong)

    def test_a_long_function_names_its_steps(self):
        def found(body):
            return len(self.listed(**{"sim/event.c": SOURCE.replace("{\n}\n", "{\n" + body + "}\n")})["steps"])
        self.assertEqual([found("  ;\n" * 30), found("  ;\n" * 15 + "  /* Then the rest. */\n" + "  ;\n" * 15), found("  ;\n" * 10)], [1, 0, 0])

    def test_a_public_function_has_a_contract(self):
        def found(text):
            return [line.split(" ")[1] for line in self.listed(**{"sim/state.h": text, "sim/own.h": HEADER})["contracts"]]
        self.assertEqual(found("int sim_a (void);\n\n/* Both. */\nint sim_b (int n,\n           int m);\nint sim_c (void);\n"), ["sim_a()"])
        self.assertEqual(found("/* One. */\nint sim_a (void);\n\nint sim_b (void);\nint sim_c (void); /* three */\n"), ["sim_b()"])
        self.assertEqual(found("/* A type. */\ntypedef struct Sim Sim;\n\ntypedef void (*SimSink) (int n);\n"), [])


if __name__ == "__main__":
    unittest.main()
