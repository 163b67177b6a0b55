"""A contrastive loss pulls apart what is the same."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, calls, last_part, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

CUT = ("clamp", "clamp_min", "relu", "maximum", "max", "clip")
"""The functions that keep a number from falling below 0."""

NUMBERS = ("float", "int", "long", "type", "astype", "cast", "tensor", "as_tensor", "array", "asarray", "float32")
"""The functions that make a number of a comparison."""


def find(facts: Facts) -> Found | None:
    apart = {pushed: node for node, pushed in margins(facts)}
    same = {equal: node for node, equal in pair_labels(facts)}
    # what is pushed apart must have the label of pairs that differ
    for pushed, node in apart.items():
        if len(apart) == 1 and len(same) == 1 and pushed in same:
            return Found(
                "likely",
                {"label": int(pushed)},
                [
                    (N_("label of a pair"), f"`{ast.unparse(same[pushed])}`"),
                    (N_("what the loss pushes apart"), f"`{ast.unparse(node)[:120]}`"),
                ],
                place_of(facts, node),
            )
    return None


def margins(facts: Facts) -> Iterator[tuple[ast.AST, bool]]:
    """The products of a label and a distance below a margin, and whether they count for the label 1.

    The other term of the sum has the same label as `1 - label`, or the other way round.
    """
    for total in nodes(facts):
        if not isinstance(total, ast.BinOp) or not isinstance(total.op, ast.Add):
            continue
        made = assigned(facts, total)
        left, right = (made.get(ast.unparse(each), each) for each in (total.left, total.right))
        for margin, other in ((left, right), (right, left)):
            if not below_margin(margin) or below_margin(other):
                continue
            # of a product of several, the factors
            names = {ast.unparse(each) for each in factors(margin)}
            others = {ast.unparse(each) for each in factors(other)}
            for name in names | others:
                if name.isidentifier() and not turned(facts, name):
                    if name in names and others & {f"1 - {name}", f"1.0 - {name}"}:
                        yield margin, True
                    elif name in others and names & {f"1 - {name}", f"1.0 - {name}"}:
                        yield margin, False


def factors(node: ast.expr) -> Iterator[ast.expr]:
    """The factors of a product."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        yield from factors(node.left)
        yield from factors(node.right)
    else:
        yield node


def turned(facts: Facts, name: str) -> bool:
    """Whether a label is made by turning another one round, or another one is turned round before it becomes this."""
    for node in nodes(facts):
        own = isinstance(node, ast.Assign) and any(last_part(each) == name for each in node.targets)
        if isinstance(node, ast.Assign) and own and re.search(r"^\(?1(\.0)? - |~", ast.unparse(node.value)):
            return True
        if isinstance(node, ast.Call) and any(re.match(r"1(\.0)? - \w+$", ast.unparse(each)) for each in node.args):
            return True
    return False


def below_margin(node: ast.expr) -> bool:
    """Whether it is the part of a margin that a distance does not reach, as `clamp(margin - d, min=0)` is."""
    for call in ast.walk(node):
        if not isinstance(call, ast.Call) or called(call) not in CUT:
            continue
        for given in (*call.args, getattr(call.func, "value", None)):
            if (
                isinstance(given, ast.BinOp)
                and isinstance(given.op, ast.Sub)
                and "margin" in ast.unparse(given.left).lower()
            ):
                return True
    return False


def pair_labels(facts: Facts) -> Iterator[tuple[ast.AST, bool]]:
    """The comparisons of two classes of the same kind that become a number, and whether this is 1 for equal ones."""
    # what is averaged is a measurement
    averaged = {id(getattr(each.func, "value", None)) for each in calls(facts, "mean", "sum")}
    averaged |= {id(given) for each in calls(facts, "mean", "sum") for given in each.args}
    for call in calls(facts, *NUMBERS):
        if id(call) in averaged:
            continue
        for node in (*call.args, getattr(call.func, "value", None)):
            if not isinstance(node, ast.Compare) or not isinstance(node.ops[0], ast.Eq | ast.NotEq):
                continue
            left, right = node.left, node.comparators[0]
            if kind(left) and kind(left) == kind(right) and ast.unparse(left) != ast.unparse(right):
                yield node, isinstance(node.ops[0], ast.Eq)


def kind(node: ast.expr) -> str:
    """What an element of a list, or one of two names such as `y1` and `y2`, is called without its number."""
    if isinstance(node, ast.Subscript):
        return ast.unparse(node.value)
    return re.sub(r"_?(?:\d|[abij]|one|two|left|right)$", "", node.id) if isinstance(node, ast.Name) else ""


LOOK = Look(
    name="pairs-inverted",
    needs=("source",),
    find=find,
    title=N_("The contrastive loss pushes apart what is the same"),
    why=N_(
        "The loss pushes pairs with the label {label} apart until they reach the margin, and pulls the others together. But here this is the label of pairs that belong together."
    ),
    change=N_(
        "With 1 for pairs that belong together, the loss is `label * d.pow(2) + (1 - label) * clamp(margin - d, min=0).pow(2)`. With 1 for pairs that differ, it is the other way round."
    ),
    terms=("loss function", "label"),
)
