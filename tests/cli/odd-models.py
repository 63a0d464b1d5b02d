#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""odd-models.py CLI: models that nobody writes on purpose are refused in words, by every verb that compiles."""
import unittest

from program import CliTest

STRUCT = "struct S\n  n::Integer = 2\nend\n"
PLUG = ("connector K\n  potential v::Real\n  flow i::Real[3]\n  input u::Real\nend\n"
        "component P\n  k = K()\nrelations\n  k.v = 1\nend\n")


def model(body: str) -> str:
    return f"component M\n{body}\nend\n"


# name: text, a code that `check` reports
ODD = {
    "struct in itself": ("struct S\n  a::S[2] = [S(), S()]\nend\n" + model("  parameter s::S = S()"), "E304"),
    "structs of each other": (STRUCT + model("  parameter a::S = b\n  parameter b::S = a"), "E302"),
    "array of itself": (STRUCT + model("  parameter a::S[2] = a"), "E302"),
    "size from its own element": (STRUCT + model("  structural parameter a::S[length(a)] = [S()]"), "E308"),
    "element of no array": (STRUCT + model("  parameter a::S[2] = [S(), S()]\n  variable x::Real = a[0].n + a[1.5].n"), "E310"),
    "fields that do not fit": (PLUG + model("  a = P()\n  b = P()\nrelations\n  connect(a.k.u, b.k.v)\n  connect(a.k, b.k.v)\n  connect(a.k.i[1], b.k.i[2])"), "E401"),
    "parameters in a circle": (model("\n".join(f"  parameter p{i}::Real = p{(i + 1) % 500}" for i in range(500))), "E302"),
    "sizes in a circle": (model("\n".join(f"  structural parameter p{i}::Integer = p{(i + 1) % 300}" for i in range(300)) + "\n  variable x::Real[p0] = ones(p0)"), "E302"),
    "conditions of each other": ("component Q\n  structural parameter f::Boolean = true\nend\n" + model("  a = Q(f = b.f) if b.f\n  b = Q(f = a.f) if a.f"), "E302"),
    "huge sizes": (model("  variable x::Real[1e300] = 1\n  variable y::Real[99999999999]"), "E308"),
    "endless loops": (model("  variable x::Real\nrelations\n  for i in 1:0:5\n    x = i\n  end\n  for i in 1:1e15\n    x = i\n  end"), "E308"),
    "one name for everything": ("component M\n  x = N()\n  variable x::Real\nend\ncomponent N\nend\ncomponent N\nend\ntype N = Real\n", "E201"),
    "type that is itself": ("type A = B\ntype B = A\n" + model("  variable x::A = 1"), "E302"),
    "map without values": (model("  variable a::Real = table2d([0], time, time, Smoothness.Akima)"), "E307"),
    "file of bytes": (model('  parameter T::Real[:,2] = table_file("/dev/zero")\n  variable x::Real = table1d(T, time)'), "E314"),
    "deep metadata": ("component M\nmetadata {\"a\":" + '{"b":' * 3000 + "1" + "}" * 3001 + "\nend\n", "E153"),
    "deep modifiers": ("component M\n  b = B(" + "x(" * 400 + "y = 1" + ")" * 401 + "\nend\ncomponent B\nend\n", "E151"),
}


class OddModels(CliTest):
    def test_each(self):
        for name, (text, code) in ODD.items():
            with self.subTest(name):
                path = self.write(text)
                self.assertIn(f"error {code}: ", self.cli("check", path, status=1).stderr)
                self.cli("run", path, "--model", "M", "--stop", "0.01", status=1)
                self.cli("dump", path, "--model", "M", "--step=flat", status=1)

    def test_table_from_elsewhere(self):
        """Read only if that is allowed; what is no table is not quoted."""
        (self.folder / "own").mkdir()
        self.write("secret,word\n", "notes")
        self.write("0,1\n1,3\n", "table.csv")
        for name, allowed, status, code in (("table.csv", ".", 0, ""), ("table.csv", "table.csv", 0, ""), ("notes", "notes", 1, "E312"), ("/dev/zero", "/dev", 1, "E312")):
            with self.subTest(name):
                path = self.write(model(f'  parameter T::Real[:,2] = table_file("{self.folder / name}")\n  variable x::Real = table1d(T, time)'), "own/model.dyad")
                for verb in (["check"], ["run", "--stop", "1"], ["dump", "--step=flat"]):
                    self.assertIn("error E314: ", self.cli(*verb, path, status=1).stderr)
                    message = self.cli(*verb, "--tables", allowed, path, status=status).stderr
                    self.assertIn(code, message)
                    self.assertNotIn("secret", message)

    def test_memory_for_nothing(self):
        """A limit below what every model takes: the model is named, and the limit as it was given."""
        path = self.write("component M\n  variable x::Real = 1\nend\n")
        self.assertRegex(self.cli("run", "--memory", "1k", path, status=1).stderr,
                         r"model\.dyad:1:11: error E313: the model takes more than 1 KiB of memory")

    def test_places_that_do_not_exist(self):
        path = self.write("component M\n  variable x::Real = 1\nend\n")
        for verb in (["check"], ["run", "--stop", "1"]):
            self.assertIn("--tables: there is no file or folder `nothere`", self.cli(*verb, "--tables", "nothere", path, status=2).stderr)
            self.assertIn(f"{path} is a file, but a library is a folder", self.cli(*verb, "-L", path, path, status=2).stderr)

    def test_memory(self):
        path = self.write(model("  parameter A::Real[100,100] = ones(100,100)\n  variable x::Real[100,100] = A*A*A"))
        self.assertRegex(self.cli("check", "--memory", "40M", path, status=1).stderr, r"model\.dyad:3:3: error E313: x takes more than 40 MiB")
        path = self.write(model("  variable x::Real[1000](initial = fill(1, 1000))\nrelations\n"
                                "  for i in 1:1000\n    der(x[i]) = sum(x) - i*x[i]^2\n  end"), "full.dyad")
        for verb in (["check"], ["run", "--stop", "1"], ["dump", "--step=code"]):
            done = self.cli(*verb, "--memory", "24M", path, status=1)
            self.assertRegex(done.stderr, r"^\S*full\.dyad:1:11: error E313: the code of `M` needs more than 24 MiB of memory, "
                                          r"with the Jacobian of its 1000 states\n")
            self.assertEqual(done.stdout, "")
        for size in ("", "0", "-1", "x", "4 Gx", "nan", "1e30"):
            self.assertIn("--memory: ", self.cli("check", "--memory", size, path, status=2).stderr)

    def test_names_of_any_script(self):
        path = self.write("component Ünï\n  variable größe::Real = 1\n  variable 变量::Real = größe + time\nend\n")
        self.assertEqual(self.table(path, "--stop", "1", "--interval", "1")["变量"], [1, 2])

    def test_line_ends_and_marks(self):
        text = "\ufeff" + model("  variable x::Real = 1").replace("\n", "\r\n")
        path = self.folder / "model.dyad"
        path.write_bytes(text.encode())
        self.assertEqual(self.table(path, "--stop", "1", "--interval", "1")["x"], [1, 1])


if __name__ == "__main__":
    unittest.main()
