# SPDX-License-Identifier: GPL-3.0-or-later
"""The faults that can be planted in a C source, found with a tokeniser rather than a parser.

It relies on the layout that the format check holds: a function's body stands between braces in the first column.
What a test should not pin is left alone: comments, texts, assertions, the log, preprocessor lines, declarations,
the release of memory (sanitizers see leaks), and tolerances (literals with an exponent).
"""
import bisect
import dataclasses
import random
import re

TOKEN = re.compile(r"""
  (?P<comment>/\*.*?\*/|//[^\n]*)
| (?P<hash>^[ \t]*\#(?:\\\n|[^\n])*)
| (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
| (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
| (?P<name>[A-Za-z_]\w*)
| (?P<op>->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\.\.\.|[^\s])
""", re.VERBOSE | re.DOTALL | re.MULTILINE)
KINDS = ("sign", "bound", "negation", "removal", "swap", "constant", "logic", "else")
EXCHANGED = {
    "sign": {"+": "-", "-": "+", "+=": "-=", "-=": "+="},
    "bound": {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "MIN": "MAX", "MAX": "MIN", "fmin": "fmax", "fmax": "fmin"},
    "negation": {"==": "!=", "!=": "=="},
    "logic": {"&&": "||", "||": "&&"},
    "constant": {"true": "false", "false": "true"},
}
# Calls whose arguments are left alone: assertions, the log, what a message says.
TOLD = re.compile(r"g_(assert|return_|warn|debug|message|critical|error$|info$|log|print|set_error|strdup_printf|string_append_printf)"
                  r"|g_propagate_prefixed|base_diags_(add|set_hint)|_$|sizeof$|G_STATIC")
# Statements that are not removed: these, and what only gives memory back.
KEPT = re.compile(r"g_(assert|return_|warn|debug|message|critical|info$|log|print|auto)|(\w+_)?(free|unref|clear|destroy)(_\w+)?$")
WORDS = {"return", "case", "else", "do", "sizeof", "goto", "if", "while", "for", "switch", "break", "continue"}
COMMUTE = {"MIN", "MAX", "fmin", "fmax", "hypot"}
COMPARE = {"strcmp", "strncmp", "memcmp", "g_strcmp0"}
OPEN, CLOSE = "([{", ")]}"
ASSIGNS = re.compile(r"([-+*/%&|^]|<<|>>)?=$|\+\+$|--$")


@dataclasses.dataclass(frozen=True)
class Fault:
    kind: str
    function: str
    line: int
    start: int
    end: int
    new: str

    def planted(self, text: str) -> str:
        return text[:self.start] + self.new + text[self.end:]

    def lines(self, text: str) -> tuple[str, str]:
        """The lines around the place, before and after, each as one line."""
        first, last = text.rfind("\n", 0, self.start) + 1, text.find("\n", self.end)
        return (" ".join(text[first:last].split()),
                " ".join((text[first:self.start] + self.new + text[self.end:last]).split()))


class Source:
    """The tokens of a file, comments left out; `partner` leads from each bracket to the other, `around` tells the innermost that is open."""

    def __init__(self, text: str):
        self.text = text
        self.tokens = [m for m in TOKEN.finditer(text) if m.lastgroup not in ("comment", "hash")]
        self.words = [m[0] for m in self.tokens]
        self.kinds = [m.lastgroup for m in self.tokens]
        self.newlines = [m.start() for m in re.finditer("\n", text)]
        self.partner, self.around = {}, []
        stack = []
        for i, word in enumerate(self.words):
            self.around.append(self.words[stack[-1]] if stack else "")
            if word in OPEN:
                stack.append(i)
            elif word in CLOSE and stack:
                other = stack.pop()
                self.partner[i], self.partner[other] = other, i

    def word(self, i: int) -> str:
        return self.words[i] if 0 <= i < len(self.words) else ""

    def span(self, first: int, last: int) -> tuple[int, int]:
        return self.tokens[first].start(), self.tokens[last].end()

    def part(self, first: int, last: int) -> str:
        start, end = self.span(first, last)
        return self.text[start:end]

    def line(self, i: int) -> int:
        return bisect.bisect_left(self.newlines, self.tokens[i].start()) + 1

    def is_first_column(self, i: int) -> bool:
        at = self.tokens[i].start()
        return at == 0 or self.text[at - 1] == "\n"

    def regions(self):
        """(name, first, last token, whether it is a function's body) of bodies and of initialised tables."""
        i = 0
        while i < len(self.words):
            if self.words[i] == "{" and i in self.partner:
                last = self.partner[i]
                if self.is_first_column(i):
                    yield self.function_name(i), i + 1, last - 1, True
                elif self.word(i - 1) == "=":
                    yield self.table_name(i), i + 1, last - 1, False
                i = last
            i += 1

    def functions(self):
        """(name, place behind the opening brace) of the bodies."""
        for name, first, _, is_body in self.regions():
            if is_body and self.word(first - 2) == ")":
                yield name, self.tokens[first - 1].end()

    def function_name(self, i: int) -> str:
        opening = self.partner.get(i - 1, i)
        return self.word(opening - 1)

    def table_name(self, i: int) -> str:
        k = i - 2
        while self.word(k) == "]":
            k = self.partner[k] - 1
        return self.word(k)

    def operand_before(self, i: int) -> int | None:
        """The first token of the postfix expression that ends before token i."""
        k = i - 1
        while k > 0:
            if self.word(k) in (")", "]"):
                k = self.partner.get(k, 0)
                is_group = self.kinds[k - 1] != "name" and self.word(k - 1) not in (")", "]") or self.word(k - 1) in WORDS
                if is_group:
                    return k
                k -= 1
            elif self.kinds[k] not in ("name", "number") or self.words[k] in WORDS:
                return None
            elif self.word(k - 1) in (".", "->"):
                k -= 2
            else:
                return k
        return None

    def operand_after(self, i: int) -> int | None:
        """The last token of the postfix expression that begins after token i."""
        k = i + 1
        if self.word(k) == "(":
            k = self.partner.get(k, k)
        elif k >= len(self.words) or self.kinds[k] not in ("name", "number"):
            return None
        while True:
            if self.word(k + 1) in ("(", "["):
                k = self.partner.get(k + 1, k + 1)
            elif self.word(k + 1) in (".", "->"):
                k += 2
            else:
                return k

    def is_binary(self, i: int) -> bool:
        before = self.word(i - 1)
        return before in (")", "]") or self.kinds[i - 1] in ("name", "number") and before not in WORDS

    def is_declared_size(self, i: int) -> bool:
        return self.word(i - 1) == "[" and self.word(i + 1) == "]" and (self.kinds[i - 3] == "name" or self.word(i - 3) == "*")


class Finder:
    def __init__(self, source: Source, name: str):
        self.source, self.name, self.found = source, name, []

    def add(self, kind: str, first: int, last: int, new: str) -> None:
        start, end = self.source.span(first, last)
        if self.source.text[start:end] != new:
            self.found.append(Fault(kind, self.name, self.source.line(first), start, end, new))

    def look(self, first: int, last: int, is_body: bool) -> None:
        i = first
        while i <= last:
            if is_body:
                self.statement(i, last)
            if TOLD.match(self.source.words[i]) and self.source.word(i + 1) == "(":
                i = self.source.partner[i + 1]
            elif is_body or self.source.kinds[i] == "number" or self.source.words[i] in ("true", "false"):
                self.token(i)
            i += 1

    def token(self, i: int) -> None:
        s, word = self.source, self.source.words[i]
        for kind, pairs in EXCHANGED.items():
            if word in pairs and (kind != "sign" or "=" in word or s.is_binary(i)):
                self.add(kind, i, i, pairs[word])
        if word == "-" and not s.is_binary(i):
            self.add("sign", i, i, "")
        if word == "!":
            self.add("negation", i, i, "")
        if word in ("if", "while") and s.word(i + 1) == "(":
            self.add("negation", i + 1, s.partner[i + 1], f"(!{s.part(i + 1, s.partner[i + 1])})")
        if word in ("-", "/", "%") and s.is_binary(i):
            self.swap(i, s.operand_before(i), s.operand_after(i))
        if word == "?":
            self.branches(i)
        if s.kinds[i] == "name" and word not in WORDS and s.word(i + 1) == "(":
            self.arguments(i + 1)
        if s.kinds[i] == "number" and not s.is_declared_size(i):
            self.number(i)
        if word == "else":
            self.add("else", i, i, "")

    def number(self, i: int) -> None:
        word = self.source.words[i]
        whole = re.fullmatch(r"(0[xX][0-9a-fA-F]+|0|[1-9]\d*)([uUlL]*)", word)
        if whole:
            value = int(whole[1], 0)
            self.add("constant", i, i, f"{value + 1}{whole[2]}")
            if value > 0:
                self.add("constant", i, i, f"{value - 1}{whole[2]}")
        elif re.fullmatch(r"\d*\.\d*", word):
            self.add("constant", i, i, "1.0" if float(word) == 0 else f"(2 * {word})")

    def swap(self, i: int, first: int | None, last: int | None) -> None:
        if first is None or last is None:
            return
        s = self.source
        before, after = s.part(first, i - 1), s.part(i + 1, last)
        if before != after:
            between = s.text[s.tokens[i - 1].end():s.tokens[i + 1].start()]
            self.add("swap", first, last, after + between + before)

    def ends(self, i: int, stops: str) -> int | None:
        """The token from i on that is one of the stops or closes what is around, outside brackets."""
        s = self.source
        while i < len(s.words) and s.words[i] not in stops and s.words[i] not in CLOSE:
            i = s.partner.get(i, i) if s.words[i] in OPEN else i
            if s.words[i] == "?" and "?" not in stops:
                colon = self.ends(i + 1, ":")
                i = colon if colon is not None else i
            i += 1
        return i if i < len(s.words) else None

    def branches(self, i: int) -> None:
        s = self.source
        colon = self.ends(i + 1, ":")
        if colon is None or s.words[colon] != ":" or colon == i + 1:
            return
        end = self.ends(colon + 1, ",;")
        if end is not None and end > colon + 1:
            between = s.text[s.tokens[colon - 1].end():s.tokens[colon + 1].start()]
            self.add("swap", i + 1, end - 1, s.part(colon + 1, end - 1) + between + s.part(i + 1, colon - 1))

    def arguments(self, i: int) -> None:
        """Each two neighbours among the arguments of a call exchanged."""
        s, closing = self.source, self.source.partner[i]
        if s.words[i - 1] in COMMUTE or s.words[i - 1] in COMPARE and s.word(closing + 1) in ("==", "!="):
            return
        starts, k = [i + 1], i + 1
        while k < closing:
            if s.words[k] == ",":
                starts.append(k + 1)
            k = s.partner[k] + 1 if s.words[k] in OPEN else k + 1
        for one, two, end in zip(starts, starts[1:], starts[2:] + [closing + 1]):
            if one <= two - 2 and two <= end - 2 and s.part(one, two - 2) != s.part(two, end - 2):
                between = s.text[s.tokens[two - 2].end():s.tokens[two].start()]
                self.add("swap", one, end - 2, s.part(two, end - 2) + between + s.part(one, two - 2))

    def begins_statement(self, i: int) -> bool:
        s, before = self.source, self.source.word(i - 1)
        if s.around[i] != "{":
            return False  # the head of a loop
        if before == ")":
            return s.word(s.partner.get(i - 1, 0) - 1) in ("if", "for", "while")
        return before in (";", "{", "}", "else") and s.word(i - 2) != "="

    def statement(self, i: int, last: int) -> None:
        """The assignment, call or jump that begins here is left out."""
        s = self.source
        if not self.begins_statement(i) or s.kinds[i] != "name" and s.words[i] not in ("*", "(", "++", "--"):
            return
        if s.words[i] in ("break", "continue") or s.words[i] == "return" and s.word(i + 1) == ";":
            self.add("removal", i, i, "")
            return
        end = self.ends(i, ";")
        if s.words[i] in WORDS or KEPT.match(s.words[i]) or end is None or end > last or s.words[end] != ";":
            return
        if s.kinds[i] == "name" and (s.kinds[i + 1] == "name" or s.words[i + 1] == "*"):
            return  # a declaration
        if s.words[end - 1] == ")" or any(ASSIGNS.match(word) for word in s.words[i:end]):
            self.add("removal", i, end - 1, "\n" * s.part(i, end - 1).count("\n"))


def find(text: str) -> list[Fault]:
    source = Source(text)
    found = []
    for name, first, last, is_body in source.regions():
        finder = Finder(source, name)
        finder.look(first, last, is_body)
        found += finder.found
    return found


# What a function does when it is first entered, and where all of them lead.
MARK = ' {{ extern void mutate_entered (const char *); static char is_marked; if (!is_marked) {{ is_marked = 1; mutate_entered ("{}\\n"); }} }}'
ENTERED = """
#include <fcntl.h>
#include <string.h>
#include <unistd.h>
__attribute__ ((weak)) void
mutate_entered (const char *name)
{{
  int file = open ("{}", O_WRONLY | O_APPEND | O_CREAT, 0666);
  if (file >= 0 && write (file, name, strlen (name)) >= 0)
    close (file);
}}
"""


def place_of(path: str, function: str) -> str:
    return f"{path}:{function}"


def marked(text: str, path: str, log: str) -> str:
    """The source with functions that write their places into a file when they are first entered."""
    ends = list(Source(text).functions())
    for name, end in reversed(ends):
        text = text[:end] + MARK.format(place_of(path, name)) + text[end:]
    return text + (ENTERED.format(log) if ends else "")


def marks(text: str, path: str) -> set[str]:
    """The places that marked() marks: a fault elsewhere, in a table, can be met without a mark."""
    return {place_of(path, name) for name, _ in Source(text).functions()}


def drawn(sources: dict[str, str], seed: int):
    """(path, fault) without end to the places, none twice: functions by turns, long ones earlier, and in each its kinds by turns."""
    draw = random.Random(seed)
    places = {}
    for path in sorted(sources):
        for fault in find(sources[path]):
            places.setdefault((path, fault.function), {}).setdefault(fault.kind, []).append(fault)
    while places:
        size = {key: sum(map(len, kinds.values())) for key, kinds in places.items()}
        for key in sorted(places, key=lambda key: -draw.random() ** (1 / size[key])):
            kinds = places[key]
            kind = draw.choice(sorted(kinds))
            yield key[0], kinds[kind].pop(draw.randrange(len(kinds[kind])))
            if not kinds[kind]:
                del kinds[kind]
            if not kinds:
                del places[key]
