"""A model learns from another's outputs, and a temperature softens only one of the two."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

DIVERGENCES = re.compile(r"kl|kullback|distil", re.IGNORECASE)
"""What is in the names of functions that compare two distributions."""
DEEP = 6
"""Through how many names and operations logits are followed."""
SOFTMAX = ("softmax", "log_softmax", "Softmax", "LogSoftmax")


def find(facts: Facts) -> Found | None:
    for node in nodes(facts):
        if not (isinstance(node, ast.Call) and len(node.args) >= 2 and DIVERGENCES.search(ast.unparse(node.func))):
            continue
        made = assigned(facts, node)
        sides = [softened(each, made) for each in node.args[:2]]
        if None in sides or (sides[0] == "") == (sides[1] == ""):
            continue
        # a model that is to agree with itself may have its own targets sharpened
        models = [network(each, made) for each in node.args[:2]]
        if models[0] == models[1] != "":
            continue
        words = sides[0] or sides[1]
        softer, other = node.args[:2] if sides[0] else reversed(node.args[:2])
        return Found(
            "likely",
            {"temperature": words},
            [
                (N_("scaled by a temperature"), f"`{ast.unparse(softer)}`"),
                (N_("as it is"), f"`{ast.unparse(other)}`"),
            ],
            place_of(facts, node),
        )
    return None


def softened(node: ast.expr, made: Mapping[str, ast.expr]) -> str | None:
    """What the input of a softmax is divided by, empty if by nothing; None if it is no softmax."""
    given = logits_of(node, made)
    return None if given is None else next((ast.unparse(each.right) for each in scaled(given)), "")


def network(node: ast.expr, made: Mapping[str, ast.expr]) -> str:
    """What is called for the logits of a softmax; empty if that is not known."""
    given = logits_of(node, made)
    # a name may be set to what is made of itself
    for _ in range(DEEP):
        if isinstance(given, ast.BinOp):
            given = made.get(ast.unparse(given.left), given.left)
        # a method without arguments, as `detach`, returns what it is called on
        elif isinstance(given, ast.Call) and isinstance(given.func, ast.Attribute) and not given.args:
            given = made.get(ast.unparse(given.func.value), given.func.value)
    return ast.unparse(given.func) if isinstance(given, ast.Call) else ""


def scaled(node: ast.expr) -> Iterator[ast.BinOp]:
    """The products and quotients that logits are, without those in what a model is given for them."""
    if isinstance(node, ast.BinOp):
        if isinstance(node.op, ast.Div | ast.Mult):
            yield node
        yield from scaled(node.left)
        yield from scaled(node.right)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        yield from scaled(node.func.value)


def logits_of(node: ast.expr, made: Mapping[str, ast.expr]) -> ast.expr | None:
    """The input of a softmax; None if it is no softmax."""
    node = made.get(ast.unparse(node), node)
    while (
        isinstance(node, ast.Call)
        and called(node) in ("detach", "clone", "log")
        and isinstance(node.func, ast.Attribute)
    ):
        node = node.func.value
    if not (isinstance(node, ast.Call) and called(node) in SOFTMAX):
        return None
    # `logits.softmax(-1)`, or `softmax(logits, -1)`
    method = isinstance(node.func, ast.Attribute) and not re.search(
        r"^(?:F|nn|torch|tf|keras|ops|np)\b", ast.unparse(node.func)
    )
    given = node.func.value if method and isinstance(node.func, ast.Attribute) else next(iter(node.args), None)
    if given is None:
        return None
    return made.get(ast.unparse(given), given)


LOOK = Look(
    name="temperature-on-one-side",
    needs=(),
    find=find,
    title=N_("A temperature softens only one of two distributions that are compared"),
    why=N_(
        "Only one of the two models has its logits scaled by `{temperature}` before the softmax. So the loss is not smallest where the two models agree: the student learns logits that are larger or smaller than the teacher's by this factor."
    ),
    change=N_("Divide the logits of both models by the same temperature, and multiply the loss by its square."),
    terms=("logits",),
)
