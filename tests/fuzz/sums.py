# SPDX-License-Identifier: GPL-3.0-or-later
"""How large the terms get of the sums that a variable stands in, by the relations of `dump --step flat` and a run.

A variable that is a small difference of large terms, such as the balance of two energies, is known only to the
accuracy of the terms. Relations with `if` and terms with `der`, `pre` and the like, of which a table of results
tells no value, are left out.
"""
import math
import re

TOKEN = re.compile(r"(?P<name>[A-Za-z_]\w*(?:\[[\d,]+\])*(?:\.[A-Za-z_]\w*(?:\[[\d,]+\])*)*)"
                   r"|(?P<number>\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)|(?P<sign>[-+*/^(),])|(?P<space> +)|(?P<other>.)")
PARAMETER = re.compile(r"  (\S+) :: \S+ = (.+?)(?: \[[^]]*\])?(?: (?:min|max|final|structural)\b.*)?$")
FUNCTIONS = {name: getattr(math, name) for name in ("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "sqrt", "exp", "log")}
FUNCTIONS |= {"abs": abs, "min": min, "max": max}


def tokens(text: str) -> list:
    return [(match.lastgroup, match.group()) for match in TOKEN.finditer(text)]


def terms(side: list) -> list:
    """A side of a relation cut at its outermost signs, as lists of tokens; a sign in front of all is left out."""
    found, depth, before = [[]], 0, "("
    for kind, text in side:
        depth += (text == "(") - (text == ")")
        if text in ("+", "-") and depth == 0 and before not in ("*", "/", "^", ","):
            found.append([])
        elif kind != "space":
            found[-1].append((kind, text))
        before = text if kind != "space" else before
    return [term for term in found if term]


def formula(term: list, known: dict):
    """The term as a function of the values by name; None if it holds anything but arithmetic of what is known."""
    written = []
    for kind, text in term:
        if kind == "name" and text not in FUNCTIONS:
            if text not in known:
                return None
            text = f"value[{text!r}]"
        elif kind == "other":
            return None
        written.append({"^": "**"}.get(text, text))
    try:
        return compile("".join(written), "term", "eval")
    except SyntaxError:
        return None


def evaluate(code, value: dict) -> float:
    try:
        return float(eval(code, {"__builtins__": {}, **FUNCTIONS}, {"value": value}))
    except (ArithmeticError, TypeError, ValueError):
        return math.nan


def parameters(dump: str) -> dict:
    values = {}
    for line in dump.partition("\nparameters\n")[2].splitlines():
        if not line.startswith("  "):
            break
        match = PARAMETER.match(line)
        code = formula(tokens(match[2]), values) if match else None
        if code:
            values[match[1]] = evaluate(code, values)
    return values


def largest_terms(dump: str, table: dict) -> dict:
    """The largest term of any sum that a variable of the table is a term of, by the variable."""
    constants, found = parameters(dump), {}
    rows = [{**constants, **dict(zip(table, row))} for row in zip(*table.values())]
    for line in dump.splitlines():
        _, colon, relation = line.partition(": ")
        left, equals, right = relation.partition(" = ")
        if not (line.startswith("  equation ") and colon and equals) or re.search(r"\bif\b", relation):
            continue
        summands = terms(tokens(left)) + terms(tokens(right))
        variables = {term[0][1] for term in summands if len(term) == 1} & table.keys()
        if len(summands) < 3 or not variables:
            continue
        codes = [code for term in summands if (code := formula(term, rows[0]))]
        sizes = [abs(evaluate(code, row)) for code in codes for row in rows]
        largest = max((size for size in sizes if math.isfinite(size)), default=0)
        for name in variables:
            found[name] = max(found.get(name, 0), largest)
    return found
