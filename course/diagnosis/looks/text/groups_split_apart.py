"""Rows that belong together, as those of one patient, are split at random."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, place_of, scopes
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.features_chosen_before_split import LABELS
from course.i18n import N_

GROUP = re.compile(
    r"^(?:machine|patient|subject|speaker|driver|participant|animal|hospital|person|recording|engine)s?"
    r"(?:_?(?:ids?|numbers?|of_row|of_window))?$",
    re.IGNORECASE,
)
"""Names of what has several rows; a user or an item may be what a recommender learns about."""
PARTS = re.compile(
    r"windows?|scans?|visits?|slices?|frames?|clips?|patch(?:es)?|utterances?|segments?|recordings?|images? per"
)
"""What is in the text of programs in which one of these has several rows."""
KEPT_TOGETHER = re.compile(r"Group|groups?\s*=|isin\(|in1d\(")
SPLITS = ("train_test_split", "random_split", "KFold", "StratifiedKFold", "StratifiedShuffleSplit", "ShuffleSplit")


def find(facts: Facts) -> Found | None:
    if KEPT_TOGETHER.search(facts.source) or not PARTS.search(facts.source):
        return None
    for scope in scopes(facts):
        shown = {
            id(each)
            for call in scope
            if isinstance(call, ast.Call) and called(call) == "print"
            for each in ast.walk(call)
        }
        for node, name in groups(scope):
            used = [
                each
                for each in scope
                if isinstance(each, ast.Name)
                and each.id == name
                and isinstance(each.ctx, ast.Load)
                and each.lineno > node.lineno
                and id(each) not in shown
            ]
            split = next((each for each in scope if isinstance(each, ast.Call) and called(each) in SPLITS), None)
            if not used and split is not None and split.lineno > node.lineno:
                words = ast.unparse(split)
                return Found(
                    "likely",
                    {"name": name},
                    [(N_("line of code"), f"`{words[:120]}`"), (N_("not used for it"), f"`{name}`")],
                    place_of(facts, split),
                )
    return None


def groups(scope: Sequence[ast.AST]) -> Iterator[tuple[ast.Assign, str]]:
    """Where a program gets the numbers of the groups of its rows together with their labels."""
    for node in scope:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            names = [ast.unparse(each) for each in node.targets[0].elts]
            if any(map(LABELS.match, names)):
                yield from ((node, name) for name in names if GROUP.match(name))


LOOK = Look(
    name="groups-split-apart",
    needs=(),
    find=find,
    title=N_("Rows that belong together are split at random"),
    why=N_(
        "`{name}` tells which rows belong together, and the split does not look at it. So some rows of each are in the training set, and others in the test set. The model can learn what each of them is like, and the score says nothing about new ones."
    ),
    change=N_(
        "Split by `{name}`: with `GroupShuffleSplit` or `GroupKFold` of scikit-learn, with `groups={name}`, so that all rows that belong together are on one side."
    ),
    terms=("split", "training set", "test set"),
)
