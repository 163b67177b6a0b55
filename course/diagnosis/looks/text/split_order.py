"""The parts of a split get each other's names."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

TRAIN = re.compile(r"train|(?:^|_)tr(?:$|_|n)", re.IGNORECASE)
TEST = re.compile(r"test|val|dev|(?:^|_)te(?:$|_)", re.IGNORECASE)
"""What is in the names of the two parts."""


def find(facts: Facts) -> Found | None:
    own = any(isinstance(node, ast.FunctionDef) and node.name == "train_test_split" for node in nodes(facts))
    for node in nodes(facts) if not own else ():
        if not isinstance(node, ast.Assign) or not isinstance(node.value, ast.Call) or len(node.targets) != 1:
            continue
        target, call = node.targets[0], node.value
        if called(call) != "train_test_split" or len(call.args) != 2 or not isinstance(target, ast.Tuple):
            continue
        names = [ast.unparse(each) for each in target.elts]
        parts = [bool(TRAIN.search(name)) - bool(TEST.search(name)) for name in names]
        if parts == [1, 1, -1, -1]:
            return Found(
                "certain",
                {"names": ", ".join(f"`{name}`" for name in names)},
                [(N_("names"), ", ".join(names))],
                place_of(facts, node),
            )
    return None


LOOK = Look(
    name="split-order",
    needs=(),
    find=find,
    title=N_("The parts of `train_test_split` get each other's names"),
    why=N_(
        "`train_test_split(X, y)` returns both parts of `X` first, then both parts of `y`. Here the four parts are called {names}. So the second name holds the inputs of the test set, and the third one the labels of the training set."
    ),
    change=N_("Write `X_train, X_test, y_train, y_test = train_test_split(X, y)`."),
    raises=True,
    terms=("training set", "test set", "label"),
)
