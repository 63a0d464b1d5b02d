#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""sequence.py finds planted orders of evaluation, and nothing where the order is written."""
import pathlib
import tempfile
import unittest

import sequence

POOL = "int\nexpr_leaf (int v)\n{\n  return expr_intern (v);\n}\n\nint\nexpr_size (void)\n{\n  return 1;\n}\n"


class SequenceTest(unittest.TestCase):
    def found(self, body, **more):
        """How many faults a function with this body has."""
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            texts = {"src/expr/pool.c": POOL, "src/flat/a.c": f"static int\nnode (int v)\n{{\n  return expr_leaf (v);\n}}\n\nint\nflat_a (int v)\n{{\n{body}\n}}\n"}
            for name, text in {**texts, **more}.items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return list(sequence.faults(root))

    def test_two_arguments_that_append(self):
        self.assertEqual(self.found("  return pair (node (1), expr_leaf (2));"),
                         ["src/flat/a.c:10: node() and expr_leaf() both append: which comes first?"])
        self.assertEqual(len(self.found("  return pair (3 + node (1), half (expr_leaf (2)));")), 1)
        self.assertEqual(self.found("  int a = node (1), b = node (2);\n\n  return pair (a, b);"), [])
        self.assertEqual(self.found("  return pair (expr_size (), node (2));"), [])
        self.assertEqual(self.found("  return node (half (node (2)));"), [])

    def test_two_members_that_append(self):
        self.assertEqual(len(self.found("  Pair p = {.a = node (1), .b = node (2)};")), 1)
        self.assertEqual(len(self.found("  return (Pair){node (1), node (2)};")), 1)
        self.assertEqual(self.found("  if (v > 0) {\n    use (v, node (1));\n    node (2);\n  }"), [])

    def test_two_members_that_count(self):
        self.assertEqual(len(self.found("  Pair p = {.a = build->n++, .b = build->n++};")), 1)
        self.assertEqual(self.found("  Pair p = {.a = build->n++, .b = build->m++};"), [])

    def test_a_name_of_another_file_is_another_function(self):
        other = {"src/dae/b.c": "static int\nnode (int v)\n{\n  return v;\n}\n\nint\ndae_b (void)\n{\n  return pair (node (1), node (2));\n}\n"}
        self.assertEqual(self.found("", **other), [])

    def test_macros_and_the_rows_of_functions(self):
        macros = "#define BIN(x, y) pair (pool, x, y)\n#define NUM(x) expr_leaf (x)\n" + POOL
        rows = "#define ROWS(X) \\\n  X (SIN, NUM (1), NUM (2)) \\\n  X (COS, BIN (NUM (1), NUM (2)), NUM (3))\n"
        self.assertEqual(self.found("", **{"src/expr/pool.c": macros, sequence.TABLE: rows}),
                         [f"{sequence.TABLE}:3: NUM() and NUM() both append: which comes first?"])

    def test_what_is_commented_or_quoted_calls_nothing(self):
        self.assertEqual(self.found('  /* pair (node (1), node (2)) */\n  return say ("pair (node (1), node (2))");'), [])


if __name__ == "__main__":
    unittest.main()
