# SPDX-License-Identifier: GPL-3.0-or-later
"""Every message can be translated whole: with a catalogue in which each text is in full-width letters, no plain
English word is left in what the program says, but names, which stand in the model or the library."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import program
from program import CliTest, SOURCE

FORMAT = re.compile(r"%[-+0 #]*(?:\d+\$)?[\d.*]*(?:l|ll|h|z)?[a-zA-Z%]|`[^`]*`|<[^>]*>|\{\w+\}|\\.|&\w+;")
WORD = re.compile(r"(?<![\w.])(?:[a-z]{3,}(?![\w.(])|an? [A-Z]\w+)")
# What is the same in every language: codes of the language and of files, and what stands before a message.
NAMES = set("error warning note hint der pre csv mat gif png svg pdf auto ndf rodas4 true false missing dashpot cli".split())


def wide(text: str) -> str:
    """The text in full-width letters; formats and what stands in back quotes stay."""
    parts, at = [], 0
    for kept in FORMAT.finditer(text):
        parts += [text[at:kept.start()].translate(WIDE), kept[0]]
        at = kept.end()
    return "".join([*parts, text[at:].translate(WIDE)])


WIDE = {code: code + 0xFEE0 for code in [*range(ord("a"), ord("z") + 1), *range(ord("A"), ord("Z") + 1)]}


def unquote(entry: str) -> str:
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', entry))


KEYWORDS = re.findall(r"^  '(\w+):(\d)',", (SOURCE / "po/meson.build").read_text(), re.M)


def make_catalogue(folder: pathlib.Path) -> set[str]:
    """share/locale with one language; returns its texts."""
    files = [line for line in (SOURCE / "po/POTFILES").read_text().splitlines() if line.endswith((".c", ".h"))]
    template = folder / "all.pot"
    subprocess.run(["xgettext", "--from-code=UTF-8", "--keyword=_", "--keyword=N_", "--keyword=NC_:1c,2", "--keyword=g_dngettext:2,3",
                    *(f"--keyword={name}:{at}" for name, at in KEYWORDS), "-o", template, *files], cwd=SOURCE, check=True, capture_output=True)
    out, all_texts = [], set()
    for entry in template.read_text().split("\n\n"):
        ids = re.findall(r'^msgid(?:_plural)? ((?:".*"\n?)+)', entry, re.M)
        if not ids or unquote(ids[0]) == "":
            out.append('msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n')
            continue
        texts = [unquote(text) for text in ids]
        all_texts |= set(texts)
        context = re.search("^msgctxt .*\n", entry, re.M)
        out.append((context[0] if context else "") + f'msgid "{texts[0]}"\n' + (f'msgstr "{wide(texts[0])}"\n' if len(texts) == 1 else
                   f'msgid_plural "{texts[1]}"\nmsgstr[0] "{wide(texts[0])}"\nmsgstr[1] "{wide(texts[1])}"\n'))
    language = folder / "xx" / "LC_MESSAGES"
    language.mkdir(parents=True, exist_ok=True)
    (folder / "xx.po").write_text("\n".join(out))
    subprocess.run(["msgfmt", folder / "xx.po", "-o", language / "dashpot.mo"], check=True)
    return all_texts


def arguments(text: str, at: int) -> list[str]:
    """Of a call whose bracket stands at `at`."""
    depth, begin, found = 0, at + 1, []
    for token in re.finditer(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|[\[({})\],]', text[at:]):
        depth += (token[0] in "([{") - (token[0] in ")]}")
        if depth == 0 or (depth == 1 and token[0] == ","):
            found.append(text[begin:at + token.start()].strip())
            begin = at + token.end()
        if depth == 0:
            return found
    return []


GEAR, ROD = "RotationalComponents.Components.IdealGear(ratio = 1)", "TranslationalComponents.Components.Rod(L = 1)"
# Messages that no other model provokes.
STRUCTURAL = [
    (f"a = RotationalComponents.Components.Inertia(J = 1)\n  gear = {GEAR}", "connect(a.spline_b, gear.spline_a, gear.spline_b)"),
    (f"a = TranslationalComponents.Components.Mass(m = 1)\n  one = {ROD}\n  two = {ROD}",
     "connect(a.flange_b, one.flange_a, two.flange_a)\n  connect(one.flange_b, two.flange_b)"),
    (f"spring = TranslationalComponents.Components.Spring(c = 1)\n  rod = {ROD}", "connect(spring.flange_b, rod.flange_a)"),
    ("variable x::Real\n  variable y::Real", "x = sign(sin(time))\n  y = der(x)"),
    ("variable x::Real\n  variable y::Real", "x = sign(sin(time))\n  y = der(der(x))"),
    ("variable x::Real\n  variable y::Real", "abs(x) * sign(x - 1) = time\n  y = der(sign(x))"),
    ("variable x::Real\n  variable y::Real\n  variable f::Real\n  variable g::Real",
     "der(der(x)) = f\n  der(der(y)) = g\n  x - y = 1\n  2 * x - 2 * y = 2"),
    ("variable x::Real", "x = -true"),
]


# Runs that fail, each in its way.
FAILURES = [
    ("variable x::Real", "initial x = 2\n  der(x) = x^2"),
    ("variable x::Real", "x^2 + x = -1 - time"),
    ("variable x::Real", "x = sqrt(0.5 - time)"),
    ("variable x::Real", "initial x = 0\n  der(x) = 1\n  assert(x < 0.5, \"`x` is too large\")"),
    ("variable x::Real", "initial x = 0.1\n  der(x) = ifelse(x > 0, -1, 1)"),
    ("variable x::Real\n  variable y::Real", "x + y = 1 + time\n  x * time + y * time = 2"),
    ("variable x::Real(initial = -0.5)\n  variable a::Real\n  variable b::Real",
     "der(x) = 1\n  a = ifelse(b > 0.5, 0, x)\n  b = ifelse(a > 0.25, 1, 0)"),
    ("a = BlockComponents.Math.Gain(k = 4)\n  b = BlockComponents.Math.Gain(k = 0.25)", "connect(a.y, b.u)\n  connect(b.y, a.u)"),
    ("""world = MultibodyComponents.PlanarMechanics.World(g = 0)
  body = MultibodyComponents.PlanarMechanics.Body(m = 1, I = 0.1, phi(initial = 0))
  one = MultibodyComponents.PlanarMechanics.IdealWheelJoint(radius = 0.3)
  two = MultibodyComponents.PlanarMechanics.IdealWheelJoint(radius = 0.3)
  a = RotationalComponents.Components.Inertia(J = 1, w(initial = 1))
  b = RotationalComponents.Components.Inertia(J = 1)""",
     "connect(body.frame_a, one.frame_a, two.frame_a)\n  connect(one.flange_a, a.spline_a)\n  connect(two.flange_a, b.spline_a)"),
]


def models() -> list[str]:
    """The wrong models of the unit and golden tests, and those of structure."""
    found = []
    for path in sorted((SOURCE / "tests/unit").rglob("test-errors*.c")) + [SOURCE / "tests/unit/lang/test-errors.c"]:
        for case in re.findall(r'\{"[\w-]+",\s*((?:"(?:[^"\\]|\\.)*"\s*)+),', path.read_text()):
            found.append(unquote(case).encode().decode("unicode_escape").encode("latin-1").decode())
    found += [path.read_text() for path in (SOURCE / "tests/golden/dae").glob("*.dyad") if "# expect E" in path.read_text()]
    found += [f"component M\n  {head}\nrelations\n  {body}\nend\n" for head, body in STRUCTURAL]
    return sorted(set(found))


class Translation(CliTest):
    def test_catalogue_is_complete(self):
        """What is given to functions that translate stands in the catalogue; xgettext passes over some calls."""
        texts = make_catalogue(self.folder)
        self.assertGreater(len(texts), 700)
        pieces = [text for text in texts if re.match(r" \S|[,;:.)]", text) or text.endswith(" ")]
        self.assertEqual([], pieces, "no sentence is put together from pieces")
        for path in sorted((SOURCE / "src").rglob("*.c")):
            source = path.read_text()
            for name, at in KEYWORDS:
                for call in re.finditer(rf"\b{name} \(", source):
                    given = arguments(source, call.end() - 1)
                    message = given[int(at) - 1] if len(given) >= int(at) else ""
                    if re.fullmatch(r'(?:"(?:[^"\\]|\\.)*"\s*)+', message) and re.search("[a-z]", unquote(message)):
                        self.assertIn(unquote(message), texts, f"{path}: mark it by N_ ()")

    def check_said(self, texts: list[str], *command: str) -> list[str]:
        """No English is left in what the program says of these models, which it returns."""
        make_catalogue(self.folder)
        environment = {"TEXTDOMAINDIR": str(self.folder), "LANGUAGE": "xx", "LC_ALL": "C.UTF-8", "DASHPOT_DATADIR": str(SOURCE / "data")}
        library = " ".join(path.read_text() for path in (SOURCE / "data/library").rglob("*.dyad"))
        of_library = set(re.findall(r"[a-z]\w+", re.sub(r'"""(?:.|\n)*?"""|"[^"\n]*"|#.*', " ", library)))
        left, lines = {}, []
        for text in texts:
            path = self.write(text)
            done = subprocess.run([program.CLI, command[0], str(path), *command[1:]], capture_output=True, text=True, env=environment, timeout=60)
            for line in (done.stderr + done.stdout).replace(str(path), "").splitlines():
                said = re.sub(r"^(\S+: )?(error|warning|note) \w+: |^  hint: ", "", re.sub(r"\[[\w.\[\]]*\]$|`[^`]*`", "", line))
                lines += [line] if said != line else []
                if words := set(WORD.findall(said)) - NAMES - of_library - set(re.findall(r"\w+", text)):
                    left[line] = words
        self.assertEqual({}, left, "\n".join(f"{line} {words}" for line, words in left.items()))
        return lines

    def test_no_message_is_left(self):
        texts = models()
        self.assertGreater(len(texts), 150)
        self.assertGreater(len(self.check_said(texts, "check")), 150)

    def test_notes_of_the_command_line(self):
        out = str(self.folder / "out.csv")
        self.check_said(["component M\n  variable x::Real\nrelations\n  initial x = 0\n  der(x) = 1\nend\n", "component M\nend\n"], "run", "-o", out)
        self.check_said(["# empty\n"], "check")

    def test_texts_of_diagrams(self):
        """What a diagram says is its own, also in words of the program; a component's assertion has those of the library."""
        make_catalogue(self.folder)
        for text, said in (("Save", "Save"), ("the gain of a controller must not be zero", wide("the gain of a controller must not be zero"))):
            path = self.write(f'component M\n  variable x::Real\nrelations\n  initial x = 0\n  der(x) = 1\n  assert(x < 0.5, "{text}")\nend\n')
            done = subprocess.run([program.CLI, "run", "--stop", "1", str(path)], capture_output=True, text=True, timeout=60,
                                  env={"TEXTDOMAINDIR": str(self.folder), "LANGUAGE": "xx", "LC_ALL": "C.UTF-8", "DASHPOT_DATADIR": str(SOURCE / "data")})
            self.assertIn(said, done.stderr)

    def test_failures_of_runs(self):
        texts = [f"component M\n  {head}\nrelations\n  {body}\nend\n" for head, body in FAILURES]
        said = self.check_said(texts, "run", "--stop", "1", "-o", str(self.folder / "out.csv"))
        codes = re.findall(r" (R5\d\d): ", "\n".join(said))
        self.assertEqual(sorted(codes), ["R501", "R503", "R504", "R505", "R506", "R507", "R508", "R508", "R508"])

    def test_library_is_translated(self):
        """What the library says of its components: names, formulas and code stay."""
        make_catalogue(self.folder)
        environment = {"TEXTDOMAINDIR": str(self.folder), "LANGUAGE": "xx", "LC_ALL": "C.UTF-8", "DASHPOT_DATADIR": str(SOURCE / "data")}

        def tell(*name: str) -> list[str]:
            return subprocess.run([program.CLI, "components", *name], capture_output=True, text=True, env=environment, timeout=60).stdout.splitlines()

        docs = [line.split("  ", 1) for line in tell()]
        self.assertGreater(len(docs), 200)
        left = [doc for _, *doc in docs if not doc or WORD.search(re.sub("`[^`]*`", "", doc[0]))]
        self.assertEqual([], left)
        # Paragraph by paragraph, and what is said of parameters.
        for name in ("Clutch", "LimPID", "World", "Vehicle"):
            said = "\n".join(line for line in tell(name)[1:] if line[:2] != "  " or line[:12].isspace())
            self.assertEqual([], WORD.findall(re.sub("`[^`]*`", "", said)), said)

    def test_help_is_translated(self):
        """The help of the program and of each verb: names of options and of what they take stay."""
        make_catalogue(self.folder)
        environment = {"TEXTDOMAINDIR": str(self.folder), "LANGUAGE": "xx", "LC_ALL": "C.UTF-8", "DASHPOT_DATADIR": str(SOURCE / "data")}
        verbs = re.findall(r"^  (\w+) ", self.cli("--help").stdout, re.M)
        self.assertGreater(len(verbs), 6)
        for command in [["--help"], *([verb, "--help"] for verb in verbs)]:
            text = subprocess.run([program.CLI, *command], capture_output=True, text=True, env=environment, timeout=60).stdout
            said = re.sub(r"^(Usage|Options):|--?[\w-]+|`[^`]*`|dashpot-cli \w+", "", text, flags=re.M)
            self.assertEqual(set(), set(WORD.findall(said)) - NAMES - set(verbs), text)


if __name__ == "__main__":
    unittest.main()
