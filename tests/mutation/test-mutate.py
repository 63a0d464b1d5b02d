#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""mutate.py plants each kind of fault where it should, and says of a tiny tree which of its tests notice."""
import contextlib
import fcntl
import io
import itertools
import json
import pathlib
import tempfile
import textwrap
import unittest
from unittest import mock

import faults
import mutate


def planted(statement: str, kind: str) -> list[str]:
    """What becomes of a statement in a body, by faults of this kind."""
    text = f"static void\nf (int n)\n{{\n  {statement}\n}}\n"
    return sorted(fault.planted(text).splitlines()[3].strip() for fault in faults.find(text) if fault.kind == kind)


class FaultsTest(unittest.TestCase):
    def test_sign(self):
        self.assertEqual(planted("x = a + b;", "sign"), ["x = a - b;"])
        self.assertEqual(planted("x -= (double) -b;", "sign"), ["x += (double) -b;", "x -= (double) +b;"])
        self.assertEqual(planted("return -x;", "sign"), ["return x;"])

    def test_bound(self):
        self.assertEqual(planted("while (i < n)", "bound"), ["while (i <= n)"])
        self.assertEqual(planted("x = MIN (a, b >> 1);", "bound"), ["x = MAX (a, b >> 1);"])
        self.assertEqual(planted("p->x = y;", "bound"), [])

    def test_negation(self):
        self.assertEqual(planted("if (a == b)", "negation"), ["if (!(a == b))", "if (a != b)"])
        self.assertEqual(planted("x = !y;", "negation"), ["x = y;"])

    def test_removal(self):
        self.assertEqual(planted("if (a) b = c; else f (d);", "removal"), ["if (a) ; else f (d);", "if (a) b = c; else ;"])
        self.assertEqual(planted("for (;;) { x[i]++; continue; }", "removal"), ["for (;;) { ; continue; }", "for (;;) { x[i]++; ; }"])
        for kept in ("double x = 1;", "Point *p = f (1);", "g_autofree char *s = f ();", "g_free (s);", "base_arena_free (a);", "return x;",
                     "g_assert (a);", "Pair p = {a = b, c};",
                     "for (;;) { int i = 1; }", "for (int i = 0; i < f (1);)"):
            self.assertEqual(planted(kept, "removal"), [])

    def test_swap(self):
        self.assertEqual(planted("x = a->b[i] - f (c).d;", "swap"), ["x = f (c).d - a->b[i];"])
        self.assertEqual(planted("x = (a + b) / c;", "swap"), ["x = c / (a + b);"])
        self.assertEqual(planted("f (a, g (b, 1), c);", "swap"), ["f (a, c, g (b, 1));", "f (a, g (1, b), c);", "f (g (b, 1), a, c);"])
        self.assertEqual(planted("x = a ? b : c + 1;", "swap"), ["x = a ? c + 1 : b;"])
        for kept in ("x = -a;", "x = MIN (a, b);", "x = strcmp (a, b) == 0;"):
            self.assertEqual(planted(kept, "swap"), [])

    def test_constant(self):
        self.assertEqual(planted("x = 2u;", "constant"), ["x = 1u;", "x = 3u;"])
        self.assertEqual(planted("x = 0.5 + 0.0;", "constant"), ["x = (2 * 0.5) + 0.0;", "x = 0.5 + 1.0;"])
        self.assertEqual(planted("return true;", "constant"), ["return false;"])
        self.assertEqual(planted("double x[4];", "constant"), [])
        self.assertEqual(planted("x = 1e-9;", "constant"), [])

    def test_logic(self):
        self.assertEqual(planted("x = a && (b || c);", "logic"), ["x = a && (b && c);", "x = a || (b || c);"])

    def test_else(self):
        self.assertEqual(planted("if (a) x = 1; else if (b) x = 2;", "else"), ["if (a) x = 1;  if (b) x = 2;"])

    def test_what_is_left_alone(self):
        for text in ('/* a + b */', 'g_assert (a < b && c);', 'g_warning ("%d", a - b);', 's = "a + b";', "c = '+';", 'x = _("a < b");'):
            self.assertEqual([fault.kind for fault in faults.find(f"void\nf (void)\n{{\n  {text}\n}}\n")
                              if fault.kind != "removal"], [], text)
        for text in ("#define N (3 + 4)\n", "int f (int a);\n", "typedef struct {\n  int x[3];\n} X;\n", "enum { A = 2 };\n"):
            self.assertEqual([fault for fault in faults.find(text) if fault.function != "A"], [], text)

    def test_numbers_of_tables(self):
        text = "static const double C[2][2] = {\n  {0.5, 3}, {a - b, f (c, d)}};\n"
        self.assertEqual({(fault.kind, fault.function, fault.line) for fault in faults.find(text)}, {("constant", "C", 2)})
        self.assertEqual(len(faults.find(text)), 3)

    def test_lines_stay_as_many(self):
        for path in sorted((mutate.ROOT / "src" / "graph").glob("*.c")):
            text = path.read_text()
            for fault in faults.find(text):
                changed = fault.planted(text)
                self.assertNotEqual(changed, text)
                self.assertEqual(changed.count("\n"), text.count("\n"))

    def test_marks(self):
        text = "typedef struct S\n{\n  int a;\n} S;\nstatic const int t[] = {1};\nvoid\nf (int n)\n{\n  int b = n;\n}\n"
        self.assertEqual(faults.marks(text, "a.c"), {"a.c:f"})
        lines = faults.marked(text, "a.c", "/log").splitlines()
        self.assertEqual(lines[:7] + lines[8:10], text.splitlines()[:7] + text.splitlines()[8:10])
        self.assertIn('mutate_entered ("a.c:f\\n")', lines[7])

    def test_drawing(self):
        body = "static int\n{}\n{{\n  return a {} b;\n}}\n"
        sources = {"a.c": "".join(body.format(f"f{i} (int a)", "+") for i in range(9)), "b.c": body.format("g (int a)", "<")}
        one, two = (list(faults.drawn(sources, 1)) for _ in range(2))
        self.assertEqual(one, two)
        self.assertNotEqual(one, list(faults.drawn(sources, 2)))
        self.assertEqual(len(set(one)), sum(len(faults.find(text)) for text in sources.values()))
        self.assertEqual(len({(path, fault.function) for path, fault in itertools.islice(one, 10)}), 10)


TREE = {
    "meson.build": """
        project('tiny', 'c')
        sum = static_library('sum', 'src/sum/inner/sum.c')
        inc = include_directories('src')
        test('sum-own', executable('own', 'own.c', link_with: sum), suite: 'unit')
        test('other', executable('other', 'other.c', link_with: sum), suite: 'golden')
        test('wrong', find_program('false'), suite: 'golden')
        test('nosy', find_program('grep'), args: ['a == 77', files('src/sum/inner/sum.c')], suite: 'golden')
        """,
    "src/sum/inner/sum.c": """
        int add (int a, int b);
        int unused (int a);
        int count (int n);
        int same (int a);
        const int primes[] = {2, 3, 5};

        int
        add (int a, int b)
        {
          return a + b;
        }

        int
        unused (int a)
        {
          return a == 77;
        }

        int
        count (int n)
        {
          int k = 0;

          while (k != n)
            k += 1;
          return k;
        }

        int
        same (int a)
        {
          return (a & 3) < 4;
        }
        """,
    "own.c": "int add (int a, int b);\nint main (void) { return add (2, 3) != 5; }\n",
    "other.c": "int count (int n);\nextern const int primes[];\nint main (void) { volatile int n = 3; return count (n) != primes[1]; }\n",
}


class MutateTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name, text in TREE.items():
            path = self.root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text).lstrip())

    def mutate(self, *words: str) -> str:
        out = io.StringIO()
        with contextlib.redirect_stdout(out), mock.patch("mutate.CPU_MORE", 1):
            mutate.main(["--module", "sum", "--root", str(self.root), "--options=-Doptimization=2", *words])
        return out.getvalue()

    def test_who_caught_what(self):
        out = self.mutate("--faults", "99")
        lines = (self.root / "build-mutation" / "sum-1.jsonl").read_text().splitlines()
        rows = {tuple(row["text"].split(": ")[1:3] + row["text"].split("->  ")[1:]): (row["by"], row["test"]) for row in map(json.loads, lines[1:])}
        self.assertIn("wrong: failed without a fault, left out", out)
        self.assertEqual(rows["add", "sign", "return a - b;"], ("own", "sum-own (failed)"))
        # The nosy test would fail, but does not enter the function; for a table all run.
        self.assertEqual(rows["unused", "negation", "return a != 77;"], ("survived", ""))
        self.assertEqual(rows["primes", "constant", "const int primes[] = {2, 4, 5};"], ("unit+golden", "other (failed)"))
        self.assertEqual(rows["count", "negation", "while (k == n)"], ("unit+golden", "other (failed)"))
        self.assertEqual(rows["same", "bound", "return (a & 3) <= 4;"], ("none", ""))
        counted = [by for by, _ in rows.values() if by != "none"]
        own, caught = counted.count("own"), len(counted) - counted.count("survived")
        self.assertTrue(out.splitlines()[-1].startswith(f"{len(counted)} faults, {caught} caught ("), out)
        self.assertIn(f", {own} by the module's own tests (", out.splitlines()[-1])
        survivor = next(line for line in out.splitlines() if " survived: " in line)
        out = self.mutate("--equivalent", survivor.split()[0], "nobody calls it")
        self.assertIn("survived, equivalent: nobody calls it", out)
        self.assertIn(f"{len(counted) - 1} faults, {caught} caught (", out)
        self.assertEqual((self.root / "src/sum/inner/sum.c").read_text(), textwrap.dedent(TREE["src/sum/inner/sum.c"]).lstrip())

    def test_going_on(self):
        self.mutate("--faults", "2")
        path = self.root / "build-mutation" / "sum-1.jsonl"
        before = path.read_text().splitlines()
        self.mutate("--faults", "3", "--continue")
        after = path.read_text().splitlines()
        self.assertEqual(after[:len(before)], before)
        self.assertEqual(sum('"by": "none"' not in line for line in after[1:]), 3)
        (self.root / "src/sum/inner/sum.c").write_text("int add (int a, int b);\n")
        with self.assertRaises(SystemExit):
            self.mutate("--faults", "4", "--continue")

    def test_one_at_a_time(self):
        folder = self.root / "build-mutation"
        folder.mkdir()
        with open(folder / "lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with self.assertRaises(SystemExit):
                self.mutate("--faults", "1")


if __name__ == "__main__":
    unittest.main()
