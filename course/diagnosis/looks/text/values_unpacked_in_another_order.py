"""What a function returns gets names in another order."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import FALLING, RISING, called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

LEFT = re.compile(r"-|1(?:00)?(?:\.0*)? - ")
"""How a value begins that is the smaller, the greater the one is that it is made of."""
RIGHT = re.compile(r"correct|hits|(?<![a-z])acc", re.IGNORECASE)
"""What is in the text of a share of right predictions."""


def find(facts: Facts) -> Found | None:
    own, makers = returned(facts), makers_of(facts)
    for node in nodes(facts):
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call):
            continue
        target, func = node.targets[0], node.value.func
        names = [ast.unparse(each) for each in target.elts] if isinstance(target, ast.Tuple) else []
        of = ast.unparse(func.value) if isinstance(func, ast.Attribute) else ""
        # a method of an object of which nothing is known may be another one with the same name
        given = own.get(called(node.value)) if not of or of == "self" or of in makers else None
        if given is not None and len(given) == len(names) > 1 and exchanged(given, names):
            return told(facts, node, f"({', '.join(given)})", f"({', '.join(names)})")
        # Keras returns the loss first
        if called(node.value) == "evaluate" and of and "evaluate" not in own and facts.framework == "tf":
            options = {each.arg for each in node.value.keywords}
            if len(names) == 2 and rising(names[0]) and FALLING.search(names[1]) and "return_dict" not in options:
                return told(facts, node, "(loss, …)", f"({', '.join(names)})")
    return None


def makers_of(facts: Facts) -> set[str]:
    """The names of objects of the program's own classes."""
    classes = {node.name for node in nodes(facts) if isinstance(node, ast.ClassDef)}
    return {
        ast.unparse(node.targets[0])
        for node in nodes(facts)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and called(node.value) in classes
    }


def returned(facts: Facts) -> dict[str, list[str]]:
    """What each function returns, of those that return the same everywhere but for `None`, and do not only change the order of what they get."""
    found: dict[str, list[str]] = {}
    for function in (node for node in nodes(facts) if isinstance(node, ast.FunctionDef)):
        tuples = [
            [ast.unparse(each) for each in node.value.elts]
            for node in ast.walk(function)
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple)
        ]
        tuples = [each for each in tuples if {*each} != {"None"}]
        parameters = {each.arg for each in function.args.args}
        if tuples and all(each == tuples[0] for each in tuples) and not {*tuples[0]} <= parameters:
            # a name that is defined twice means nothing
            found[function.name] = [] if function.name in found else tuples[0]
    return found


def exchanged(given: list[str], names: list[str]) -> bool:
    """Whether the same names stand in another order, or a share of right predictions takes the name of a loss."""
    if given == names:
        return False
    if sorted(given) == sorted(names) and len({*given}) == len(given):
        return True
    # what is left of a share to one is another value
    pairs = [each for each in zip(given, names, strict=True) if not LEFT.match(each[0])]
    score_as_loss = any(rising(a) and FALLING.search(b) and not rising(b) for a, b in pairs)
    loss_as_score = any(FALLING.search(a) and rising(b) and not rising(a) for a, b in pairs)
    right_as_loss = any(RIGHT.search(a) and not FALLING.search(a) and falling(b) for a, b in pairs)
    others_as_score = any(rising(b) and not RIGHT.search(a) for a, b in pairs)
    return (score_as_loss and loss_as_score) or (right_as_loss and others_as_score)


def rising(name: str) -> bool:
    """Whether a name is that of a value of which the greater is better."""
    return RISING.search(re.sub("[^a-zA-Z0-9]", " ", name)) is not None and FALLING.search(name) is None


def falling(name: str) -> bool:
    """Whether a name is that of a value of which the smaller is better."""
    return FALLING.search(name) is not None and RISING.search(re.sub("[^a-zA-Z0-9]", " ", name)) is None


def told(facts: Facts, node: ast.Assign, given: str, names: str) -> Found:
    return Found(
        "likely",
        {"given": given, "names": names},
        [(N_("returned"), f"`{given}`"), (N_("named"), f"`{names}`")],
        place_of(facts, node),
    )


LOOK = Look(
    name="values-unpacked-in-another-order",
    needs=(),
    find=find,
    title=N_("What a function returns gets the wrong names"),
    why=N_(
        "The function returns `{given}`, and this line takes it for `{names}`. Python goes by the order alone, so each value bears the name of another one from here on."
    ),
    change=N_("Write the names in the order in which the values are returned."),
    terms=("loss", "accuracy"),
)
