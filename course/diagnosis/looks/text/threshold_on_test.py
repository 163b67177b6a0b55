"""A threshold is chosen with the rows that it is tested on."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, free_names_in, names_in, nodes, origins, place_of
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.chosen_on_test import VALIDATION
from course.i18n import N_

TEST = re.compile(r"(?<![a-z])(?:tests?|te|tst)(?![a-z])", re.IGNORECASE)
THRESHOLD = re.compile(
    r"(?<![a-z])thr(?:s|es\w*)?(?![a-z])|cut_?offs?|(?<![a-z])(?:grid|candidates|taus?|operating\w*)(?![a-z])",
    re.IGNORECASE,
)
"""What is in the names of thresholds, or of those that are tried."""
GREATEST = {"argmax", "nanargmax", "max", "idxmax", "argmin", "min"}


def find(facts: Facts) -> Found | None:
    tested = tested_names(facts)
    for node, name, used in chosen(facts, tested):
        # a threshold that is only shown, or drawn into a picture, decides nothing
        for other in nodes(facts):
            if not isinstance(other, ast.Compare) or not isinstance(other.ops[0], ast.Gt | ast.GtE):
                continue
            # what it decides about is what it was chosen with
            if name == ast.unparse(other.comparators[0]) and names_in(other.left) & used & tested:
                return Found(
                    "likely",
                    {"name": name, "rows": ast.unparse(other.left)},
                    [
                        (N_("line of code"), f"`{ast.unparse(node).splitlines()[0]}`"),
                        (N_("used in"), f"`{ast.unparse(other)}`"),
                    ],
                    place_of(facts, node),
                )
    return None


def is_tested(node: ast.AST, tested: set[str]) -> bool:
    return bool(free_names_in(node) & tested)


def tested_names(facts: Facts) -> set[str]:
    """The names of rows of the test set, and of what is made of these alone."""
    names = {each.id for each in nodes(facts) if isinstance(each, ast.Name)}
    tested = {name for name in names if TEST.search(name) and not VALIDATION.search(name)}
    made: dict[str, list[ast.expr]] = {}
    for node in nodes(facts):
        for target in node.targets if isinstance(node, ast.Assign) else ():
            if isinstance(node, ast.Assign) and not isinstance(target, ast.Subscript | ast.Attribute):
                for name in names_in(target):
                    made.setdefault(name, []).append(node.value)

    # what each name was made of, and whether others, or a part of the rows, are in it
    found = {
        name: [(free_names_in(value), is_part(value)) for value in values]
        for name, values in made.items()
        if name not in tested
    }
    growing = True
    while growing:
        # a name that was something else before may be that still, where the threshold is chosen
        new = {
            name
            for name, values in found.items()
            if name not in tested
            and not VALIDATION.search(name)
            and all(used & tested and not part for used, part in values)
        }
        growing = bool(new)
        tested |= new
    return tested


def is_part(value: ast.expr) -> bool:
    """Whether it is a part of the rows only, or has those of a validation set in it."""
    others = any(VALIDATION.search(name) for name in names_in(value))
    bounded = any(isinstance(each, ast.Slice) and (each.lower or each.upper) for each in ast.walk(value))
    return others or bounded or any(isinstance(each, ast.Call) and "split" in called(each) for each in ast.walk(value))


def chosen(facts: Facts, tested: set[str]) -> Iterator[tuple[ast.AST, str, set[str]]]:
    """Where a threshold is set to the best of several on the test set, its name, and the names that it was chosen with."""
    for node in nodes(facts):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            value, words = node.value, ast.unparse(node)
            greatest = any(isinstance(each, ast.Call) and called(each) in GREATEST for each in ast.walk(value))
            searched = (
                isinstance(value, ast.Call) and re.search(r"thr|cut_?off|operating", called(value), re.I) is not None
            )
            if (greatest or searched) and THRESHOLD.search(words) and is_tested(value, tested):
                target = node.targets[0]
                first = target.elts[0] if isinstance(target, ast.Tuple) else target
                yield node, ast.unparse(first), origins(facts, value)
        if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
            yield from kept_in_loop(node, tested)


def kept_in_loop(loop: ast.For, tested: set[str]) -> Iterator[tuple[ast.AST, str, set[str]]]:
    """Where a loop over thresholds keeps the one that is best on the test set."""
    threshold = ast.unparse(loop.target)
    tries = any(
        isinstance(each, ast.Compare)
        and threshold in map(ast.unparse, each.comparators)
        and is_tested(each.left, tested)
        for each in ast.walk(loop)
    )
    if not tries:
        return
    for each in ast.walk(loop):
        if not isinstance(each, ast.If):
            continue
        for inner in each.body:
            if not isinstance(inner, ast.Assign):
                continue
            target, value = inner.targets[0], inner.value
            pairs = (
                zip(target.elts, value.elts, strict=False)
                if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
                else [(target, value)]
            )
            for name, given in pairs:
                if ast.unparse(given) == threshold:
                    yield inner, ast.unparse(name), names_in(loop)


LOOK = Look(
    name="threshold-on-test",
    needs=(),
    find=find,
    title=N_("The threshold is chosen with the test set"),
    why=N_(
        "`{name}` is the threshold that scores best on the test set, and then it decides about the same rows: `{rows}`. So the score is the best of many tries, and better than the one that the model will get with new data."
    ),
    change=N_(
        "Choose the threshold with the validation set, and use it on the test set as it is. If there is no validation set, set some rows of the training set aside for it, and do not train on them."
    ),
    terms=("test set", "validation set"),
)
