# SPDX-License-Identifier: GPL-3.0-or-later
"""Ways to change a model: gentle ones after which it should still compile, rough ones after which it may not.

A mutation is a function (dice, Component) -> bool or (dice, text) -> text. `NEUTRAL` ones change no
result at all, whatever the model is: that is an oracle.
"""
import random
import re

from dyadtext import NUMBER, Component, tokens

EXTREMES = ["0", "1e308", "-1e308", "1e-308", "4.9e-324", "9007199254740993", "-1", "1e-15", "1e15", "2147483648", "0.5", "999999"]
WORDS = ["component", "end", "relations", "initial", "connect(", "if", "else", "when", "for", "switch", "case", "parameter", "structural",
         "variable", "missing", "der(", "pre(", "extends", "outer", "in", "1:3", "[", "]", "(", ")", "{", "}", "=", "::", "'", "true", "time",
         "sample(0, 0.1)", "noevent(", "delay(", "table1d(", "sqrt(", "Real", "Integer", "\"", "\"\"\"", "?", ":", ",", ".", "#", "1e999", "\x00"]
# Classes that can stand for each other: the same ports.
SIBLINGS = [
    ["TranslationalComponents.Components." + n for n in ("Spring", "Damper", "SpringDamper", "Rod", "ElastoGap")],
    ["RotationalComponents.Components." + n for n in ("Spring", "Damper", "SpringDamper", "Clutch", "ElastoBacklash")],
    ["BlockComponents.Sources." + n for n in ("Sine", "Step", "Ramp", "Constant", "Pulse", "SawTooth", "Trapezoid")],
    ["BlockComponents.Math." + n for n in ("Gain", "Abs", "Sin", "Cos", "Tan", "Sqrt", "Exp", "Log", "Sign")],
    ["MultibodyComponents.PlanarMechanics.Joints." + n for n in ("Revolute", "Prismatic")],
]


# Gentle: the model stays whole.

def scale_number(dice: random.Random, model: Component) -> bool:
    """One number in an argument of a part, by a factor that a user would try."""
    return replace_number(dice, model, lambda old: f"{float(old) * 10 ** dice.uniform(-0.7, 0.7):.6g}")


def replace_number(dice, model, new) -> bool:
    places = [(k, m) for k, text in enumerate(model.declarations) for m in NUMBER.finditer(text) if "(" in text[:m.start()] and "::" not in text]
    if not places:
        return False
    k, place = dice.choice(places)
    text = model.declarations[k]
    # Whole numbers may be sizes; they stay whole.
    value = new(place[0]) if re.search(r"[.e]", place[0]) or not 1 <= float(place[0]) <= 4 else place[0]
    model.declarations[k] = text[:place.start()] + value + text[place.end():]
    return True


def double_part(dice, model) -> bool:
    """A part once more, joined as the first one is: two springs side by side."""
    parts = model.instances()
    if not parts:
        return False
    name = dice.choice(list(parts))
    again = name + "_again"
    model.declarations.append(re.sub(rf"\b{name}\b(?=\s*(?:::|=))", again, model.declarations[parts[name][0]], count=1).replace("{^" + name + "}", ""))
    for k, relation in enumerate(model.relations):
        if relation.lstrip().startswith("connect(") and re.search(rf"(?<![\w.]){name}\.", relation):
            joined = re.findall(rf"(?<![\w.]){name}\.[\w.\[\]]+", relation)
            # Another source of one signal is a fault of its own; ports are joined once more.
            model.relations[k] = relation.replace(joined[0], f"{joined[0]}, {joined[0].replace(name, again, 1)}", 1)
    return True


def exchange_class(dice, model) -> bool:
    """Another component with the same ports; its settings go, since names differ."""
    choices = [(k, c, group) for k, c in model.instances().values() for group in SIBLINGS if c in group]
    if not choices:
        return False
    k, old, group = dice.choice(choices)
    settings = {"Spring": "c = 50", "Damper": "d = 2", "SpringDamper": "c = 50, d = 2", "Rod": "L = 0.1", "ElastoGap": "c = 50, d = 2",
                "Clutch": "fn_max = 1", "ElastoBacklash": "c = 50, d = 1, b = 0.1", "Gain": "k = 2", "Constant": "k = 1"}
    new = dice.choice(group)
    model.declarations[k] = re.sub(re.escape(old) + r"\([^()]*(?:\([^()]*\)[^()]*)*\)", f"{new}({settings.get(new.split('.')[-1], '')})",
                                   model.declarations[k], count=1)
    return True


def delete_relation(dice, model) -> bool:
    if model.relations:
        del model.relations[dice.randrange(len(model.relations))]
    return bool(model.relations)


def delete_part(dice, model) -> bool:
    """A part with its connections, as the canvas deletes it."""
    parts = model.instances()
    if len(parts) < 2:
        return False
    name = dice.choice(list(parts))
    del model.declarations[parts[name][0]]
    kept = []
    for relation in model.relations:
        if re.search(rf"(?<![\w.]){name}\b", relation):
            joined = [p.strip() for p in re.sub(r"^[^(]*\(|\).*$", "", relation.strip(), flags=re.S).split(",")]
            rest = [p for p in joined if not re.match(rf"{name}\b", p)]
            if not relation.lstrip().startswith("connect(") or len(rest) < 2:
                continue
            relation = f"  connect({', '.join(rest)})"
        kept.append(relation)
    model.relations = kept
    return True


# Neutral: the model means the same.

def shuffle_declarations(dice, model) -> bool:
    dice.shuffle(model.declarations)
    return len(model.declarations) > 1


def shuffle_relations(dice, model) -> bool:
    dice.shuffle(model.relations)
    return len(model.relations) > 1


def turn_connect(dice, model) -> bool:
    """The ends of a connection the other way round."""
    plain = [k for k, r in enumerate(model.relations) if re.fullmatch(r"\s*connect\(([^(),]+),([^(),]+)\)[^()]*", r)]
    if not plain:
        return False
    k = dice.choice(plain)
    model.relations[k] = re.sub(r"connect\(([^(),]+),\s*([^(),]+)\).*", r"connect(\2, \1)", model.relations[k])
    return True


GENTLE = [scale_number, scale_number, scale_number, double_part, exchange_class, exchange_class, delete_relation, delete_part]
NEUTRAL = [shuffle_declarations, shuffle_relations, turn_connect]


# Rough: on the text.

def any_extreme(dice, text: str) -> str:
    places = list(NUMBER.finditer(text))
    if not places:
        return text
    place = dice.choice(places)
    return text[:place.start()] + dice.choice(EXTREMES) + text[place.end():]


def any_token(dice, text: str) -> str:
    """Deletes, doubles, swaps or inserts tokens."""
    parts = tokens(text)
    k, other = dice.randrange(len(parts)), dice.randrange(len(parts))
    action = dice.randrange(4)
    if action == 0:
        del parts[k:k + dice.choice([1, 1, 2, 5])]
    elif action == 1:
        parts[k:k] = parts[k:k + dice.choice([1, 3, 20])]
    elif action == 2:
        parts[k], parts[other] = parts[other], parts[k]
    else:
        parts.insert(k, " " + dice.choice(WORDS) + " ")
    return "".join(parts)


def any_name(dice, text: str) -> str:
    """One use of a name becomes another name of the file, or an odd one."""
    names = list(re.finditer(r"[A-Za-z_]\w*(?:\.\w+)*", text))
    place = dice.choice(names)
    new = dice.choice([dice.choice(names)[0], "time", "end", "x" * 5000, "π", place[0] + ".x", place[0] + "[0]", place[0] + "[1]", "Dyad"])
    return text[:place.start()] + new + text[place.end():]


def any_lines(dice, text: str) -> str:
    lines = text.split("\n")
    k, n = dice.randrange(len(lines)), dice.choice([1, 1, 2, 8])
    action = dice.randrange(3)
    if action == 0:
        del lines[k:k + n]
    elif action == 1:
        lines[k:k] = lines[k:k + n]
    else:
        other = dice.randrange(len(lines))
        lines[k], lines[other] = lines[other], lines[k]
    return "\n".join(lines)


def any_nesting(dice, text: str) -> str:
    """An expression within many brackets, calls or operators."""
    places = list(NUMBER.finditer(text))
    if not places:
        return text
    place = dice.choice(places)
    n = dice.choice([3, 150, 250, 3000])
    before, after = dice.choice([("(", ")"), ("[", "]"), ("sin(", ")"), ("-", ""), ("1+", ""), ("if true then ", " else 0"), ("ifelse(time < 1, 0, ", ")")])
    return text[:place.start()] + before * n + place[0] + after * n + text[place.end():]


def any_cut(dice, text: str) -> str:
    return text[:dice.randrange(len(text))] if text else text


ROUGH = [any_extreme, any_extreme, any_extreme, any_token, any_token, any_name, any_name, any_lines, any_nesting, any_cut]
