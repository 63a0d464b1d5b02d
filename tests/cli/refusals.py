#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""refusals.py CLI: what components of the library refuse, and what they remark; before the run, in the words of the component."""
import unittest

from program import CliTest, diagram

P = "MultibodyComponents.PlanarMechanics"
WORLD = f"world = {P}.World(g = 9.81)"
BODY = f"body = {P}.Body(m = 1, I = 1)"


class Refusals(CliTest):
    def said(self, model: str, status: int) -> str:
        return self.cli("run", self.write(model), "--stop", "0.1", "-o", self.folder / "out.csv", status=status).stderr

    def test_gravity_that_is_not_stated(self):
        """W320, once, whatever asks for it; not where it is stated, and not for the parts of a library."""
        for world in (f"{P}.World()", "MultibodyComponents.World()", f"{P}.World(n = [1, 0])"):
            said = self.said(diagram(f"world = {world}\n{BODY}"), 0)
            self.assertEqual(said.count("W320"), 1, said)
            self.assertIn("model.dyad:2:3: note W320: gravity is not set and is 9.81 m/s2; Dyad and older diagrams take 9.80665", said)
            self.assertIn("state it: world(g = …)", said)
        self.assertNotIn("W320", self.said(diagram(f"{WORLD}\n{BODY}"), 0))
        moon = f"component Moon\n  extends {P}.World(g = 1.62)\nend\n"
        self.assertNotIn("W320", self.said(moon + diagram(f"world = Moon()\n{BODY}"), 0))
        self.assertEqual(self.cli("check", self.write(diagram(f"world = {P}.World()\n{BODY}"))).stderr.count("W320"), 1)


if __name__ == "__main__":
    unittest.main()
