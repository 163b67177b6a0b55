"""Rows are repeated, and split into training and test rows only then."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, nodes, number_of, place_of, scopes
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.fitted_before_split import PART, split_of
from course.i18n import N_

REPEATING = re.compile(
    r"\b(?:resample|sample|choice|choices)\(.*\breplace=True|\[\w*(?:row|example|sample|text|item|sentence|pair|record)\w*\] \* \w+|\boversample\(|RandomOverSampler\("
    # some of a list are drawn again, and added to it
    r"|\b(?P<a>\w+) \+ (?:\w+\.)*choices\((?P=a)\b|\b(?P<b>\w+)\.extend\((?:\w+\.)*choices\((?P=b)\b|(?:concatenate|append|hstack)\([\[(]*(?P<c>\w+), (?:\w+\.)*choice\((?P=c)\b",
    re.DOTALL,
)
"""What takes rows several times."""


def find(facts: Facts) -> Found | None:
    functions = {
        node.name
        for node in nodes(facts)
        if isinstance(node, ast.FunctionDef) and any(repeats(facts, each) for each in node.body)
    }
    for body in scopes(facts):
        for node in (each for each in body if isinstance(each, ast.Assign)):
            words = ast.unparse(node.value)
            by_function = isinstance(node.value, ast.Call) and called(node.value) in functions
            target = node.targets[0].elts[0] if isinstance(node.targets[0], ast.Tuple) else node.targets[0]
            name = ast.unparse(target)
            if (
                not (by_function or repeats(facts, node.value) or joins_copies(node.value, body))
                or PART.search(name)
                or PART.search(words)
            ):
                continue
            split = split_of(body, name, node)
            if split is not None and re.match(r"(?:\w+\.)*(?:train_test_split|random_split)\(", split):
                return Found(
                    "likely",
                    {},
                    [(N_("repeated in"), f"`{ast.unparse(node)[:120]}`"), (N_("split only then"), f"`{split}`")],
                    place_of(facts, node),
                )
    return None


def repeats(facts: Facts, node: ast.AST) -> bool:
    """Whether it takes rows several times, and does not only draw numbers, or some of a list that is written out, for new data."""
    made = assigned(facts, node)
    drawn = [
        each.args[0] for each in ast.walk(node) if isinstance(each, ast.Call) and called(each) == "choice" and each.args
    ]
    return REPEATING.search(ast.unparse(node)) is not None and not any(
        number_of(facts, each) is not None or is_written_out(made.get(ast.unparse(each), each)) for each in drawn
    )


def is_written_out(node: ast.expr) -> bool:
    """Whether it is a list of plain values, an array of one, or made of a plain number."""
    if isinstance(node, ast.Call) and node.args:
        first = node.args[0]
        return is_written_out(first) or (isinstance(first, ast.Constant) and isinstance(first.value, int))
    values = node.elts if isinstance(node, ast.List | ast.Tuple) else []
    return bool(values) and all(isinstance(each, ast.Constant) for each in values)


def joins_copies(value: ast.expr, body: list[ast.AST]) -> bool:
    """Whether it joins a list that began with some rows, and to which a loop has added changed copies of them."""
    if (
        not isinstance(value, ast.Call)
        or called(value) not in ("concatenate", "cat", "concat", "vstack")
        or not value.args
    ):
        return False
    name = ast.unparse(value.args[0])
    begun = next(
        (
            ast.unparse(node.value.elts[0])
            for node in body
            if isinstance(node, ast.Assign)
            and ast.unparse(node.targets[0]) == name
            and isinstance(node.value, ast.List)
            and len(node.value.elts) == 1
        ),
        "",
    )
    for loop in (node for node in body if isinstance(node, ast.For)):
        changed = {
            ast.unparse(each.targets[0])
            for each in ast.walk(loop)
            if isinstance(each, ast.Assign) and begun in {ast.unparse(part) for part in ast.walk(each.value)}
        }
        for each in ast.walk(loop):
            if isinstance(each, ast.Call) and ast.unparse(each.func) == f"{name}.append" and each.args:
                inside = {ast.unparse(part) for part in ast.walk(each.args[0])}
                if (
                    begun
                    and inside & {begun, *changed}
                    and re.search(r"random|noise|noisy|rng|flip|roll|shift", ast.unparse(loop))
                ):
                    return True
    return False


LOOK = Look(
    name="repeated-before-split",
    needs=(),
    find=find,
    title=N_("Rows are repeated before the data are split"),
    why=N_(
        "Rows are taken several times, for example to balance the classes, and the data are split only then. So copies of one row come into the training and the test set, and the score is too good."
    ),
    change=N_("Split first. Then repeat rows of the training set only."),
    terms=("oversampling", "split", "test set"),
)
