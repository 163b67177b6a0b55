"""Windows of a time series that overlap are split at random."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

WINDOW = re.compile(
    r"(\w+)\[(\w+):\s*\1?\2 \+ (\w+)\]|(\w+)\[(\w+) - (\w+):\5\]|sliding_window_view\(|\.unfold\(|create_(?:sequences|dataset|windows)\(|make_windows\("
)
"""What cuts windows from a series."""
SERIES = re.compile(
    r"series|forecast|stock|price|temperature|lstm|gru|window|lag|lookback|look_back|horizon|sin\(|cumsum",
    re.IGNORECASE,
)
"""What is in programs about time series."""


def find(facts: Facts) -> Found | None:
    if not SERIES.search(facts.source) or re.search(r"stride|non_?overlap|group", facts.source, re.IGNORECASE):
        return None
    known, cut = assigned(facts), windows(facts)
    for node in nodes(facts):
        if not isinstance(node, ast.Call) or called(node) not in ("train_test_split", "random_split"):
            continue
        options = {each.arg: ast.unparse(each.value) for each in node.keywords}
        given = ast.unparse(node.args[0]) if node.args else ""
        from_windows = given in cut or any(
            re.search(rf"\b{name}\b", ast.unparse(known[given])) for name in cut if given in known
        )
        if from_windows and options.get("shuffle") != "False":
            return Found(
                "likely",
                {"split": called(node)},
                [(N_("windows"), f"`{given}`"), (N_("split with"), f"`{ast.unparse(node)}`")],
                place_of(facts, node),
            )
    return None


def windows(facts: Facts) -> set[str]:
    """The names of the windows of a series that are cut one step after the other."""
    found: set[str] = set()
    cutting = {
        node.name
        for node in nodes(facts)
        if isinstance(node, ast.FunctionDef) and any(WINDOW.search(ast.unparse(each)) for each in node.body)
    }
    for node in nodes(facts):
        if isinstance(node, ast.Assign):
            words = ast.unparse(node.value)
            if (WINDOW.search(words) and ("for " in words or "(" in words)) or any(
                f"{name}(" in words for name in cutting
            ):
                found |= {each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)}
        appended = isinstance(node, ast.Call) and called(node) == "append" and bool(node.args)
        if isinstance(node, ast.Call) and appended and WINDOW.search(ast.unparse(node.args[0])):
            found.add(ast.unparse(node.func).rpartition(".")[0])
    return found


LOOK = Look(
    name="windows-split-at-random",
    needs=(),
    find=find,
    title=N_("Windows of a time series are split at random"),
    why=N_(
        "Windows that follow one another share nearly all of their values. `{split}` puts them into the training and the test set at random, so for each test window there are training windows that overlap it, before and after. The test then says little about the future."
    ),
    change=N_(
        "Split by time: train on the first part of the series and test on the last one, as with `shuffle=False`."
    ),
    terms=("split", "test set", "training set"),
)
