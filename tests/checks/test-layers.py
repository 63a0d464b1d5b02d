#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""layers.py finds an include that it forbids: one planted thing of each sort."""
import pathlib
import tempfile
import unittest

import layers


class LayersTest(unittest.TestCase):
    def faults(self, **files):
        """What is said of files of src/ that include what their values name."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            for name, included in files.items():
                path = root / "src" / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text("".join(f"#include {header}\n" for header in included.split()))
            return layers.faults(root)

    def test_public_headers_of_lower_modules_may_be_used(self):
        self.assertEqual(self.faults(**{"run/session.c": '"sim/state.h" "base/diag.h" <glib-object.h>'}), [])
        self.assertEqual(self.faults(**{"sim/solve/newton.c": '"sim/solve/dense.h" <gsl/gsl_math.h>'}), [])

    def test_what_is_forbidden_is_named(self):
        for file, included, said in (
            ("sim/loop.c", '"run/trace.h"', "sim may not use run/trace.h"),
            ("run/session.c", '"sim/event.h"', "sim/event.h is no public header of its module"),
            ("ui/canvas/canvas.c", '"doc/model-private.h"', "doc/model-private.h is no public header of its module"),
            ("run/session.c", '"trace.h"', 'write the module in #include "trace.h"'),
            ("doc/model.c", "<gtk/gtk.h>", "doc may not use <gtk/gtk.h>"),
            ("desk/tool/tool.c", "<gtk/gtk.h>", "desk may not use <gtk/gtk.h>"),
            ("desk/studio.c", '"ui/window/window.h"', "desk may not use ui/window/window.h"),
            ("cli/main.c", '"desk/studio.h"', "cli may not use desk/studio.h"),
        ):
            self.assertEqual(self.faults(**{file: included}), [f"{file}: {said}"])

    def test_the_face_shows_nothing_of_the_inside(self):
        self.assertEqual(self.faults(**{"run/session.h": '"sim/state.h"', "sim/state.h": '"sim/model.h"',
                                        "sim/build.h": '"sim/model.h"', "run/compile.c": '"flat/build.h"'}), [])
        self.assertEqual(self.faults(**{"run/session.h": '"sim/state.h"', "sim/state.h": '"code/program.h"'}),
                         ["the public face shows run/session.h -> sim/state.h -> code/program.h"])
        self.assertEqual(self.faults(**{"run/trace.h": '"sim/state.h"', "sim/state.h": '"sim/method/stepper.h"'}),
                         ["the public face shows run/trace.h -> sim/state.h -> sim/method/stepper.h"])
        self.assertEqual(self.faults(**{"ui/main.c": '"sim/build.h"', "sim/build.h": '"code/program.h"'}),
                         ["the public face shows sim/build.h -> code/program.h"])

    def test_headers_form_no_circle(self):
        files = {"sim/ode.h": '"sim/solve/dense.h"', "sim/solve/dense.h": '"sim/ode.h"'}
        self.assertEqual(len(self.faults(**files)), 1)


if __name__ == "__main__":
    unittest.main()
