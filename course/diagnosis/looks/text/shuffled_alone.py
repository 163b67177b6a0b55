"""Of two arrays that belong together row by row, one is shuffled."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

TOGETHER = ("fit", "TensorDataset", "zip", "from_tensor_slices", "train_test_split", "train_on_batch")
"""What takes two arrays of which each row belongs to the row of the other."""


def find(facts: Facts) -> Found | None:
    shuffled = {ast.unparse(call.args[0]): call for call in _shuffles(facts)}
    seeded = facts.source.count("seed(") > 1 or facts.source.count("RandomState(") > 1
    for name, call in shuffled.items():
        for other in _beside(facts, name):
            if other not in shuffled and not seeded:
                rows = [(N_("shuffled"), f"`{name}`"), (N_("not shuffled"), f"`{other}`")]
                return Found("likely", {"name": f"`{name}`", "other": f"`{other}`"}, rows, place_of(facts, call))
    return None


def _shuffles(facts: Facts) -> Iterator[ast.Call]:
    """The statements that shuffle one named list or array in place."""
    for node in nodes(facts):
        call = node.value if isinstance(node, ast.Expr) else None
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(".shuffle") and len(call.args) == 1:
            yield from [call] if isinstance(call.args[0], ast.Name) else []


def _beside(facts: Facts, name: str) -> Iterator[str]:
    """The names that are given together with a name where two arrays go through together."""
    for node in nodes(facts):
        if isinstance(node, ast.Call) and called(node) in TOGETHER:
            first = node.args[0] if node.args else None
            given = first.elts if isinstance(first, ast.Tuple) else node.args
            names = [each.id for each in given[:2] if isinstance(each, ast.Name)]
            if len(names) == 2 and name in names:
                yield from (each for each in names if each != name)


LOOK = Look(
    name="shuffled-alone",
    needs=(),
    find=find,
    title=N_("Inputs and labels are not shuffled together"),
    why=N_(
        "{name} is shuffled in place, and {other} stays in its order. From then on each row stands beside the label of another one."
    ),
    change=N_(
        "Draw one order for both: `order = np.random.permutation(len(x))`, then `x, y = x[order], y[order]`. Or leave the shuffling to `fit` or the DataLoader."
    ),
    terms=("shuffling", "label", "training set"),
)
