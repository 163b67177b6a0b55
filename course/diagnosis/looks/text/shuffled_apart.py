"""Two sets of rows that belong together are shuffled, each for itself."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from itertools import chain

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, gone_through, is_shuffled, names_in, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

UNPAIRED = re.compile(
    r"gan\b|cycle|critic|discriminat|domain|adapt|mmd|coral|wasserstein|unlabel|unpaired|style|mix_?up|cut_?mix|pseudo"
    r"|neg|rank|bpr|triplet|margin|hinge|noise|pinn|pde|border|boundary|interior|siamese|forget",
    re.IGNORECASE,
)
"""What is in programs that draw rows of two sets on purpose that do not belong together."""
LOSS = re.compile(
    r"loss|criterion|entropy|contrast|(?<![a-z])(?:(?:info_?)?nce|mse|mae|bce|clip)(?![a-z])", re.IGNORECASE
)
"""What is in the names of losses."""
LABELS = re.compile(r"label|target|answer|mask|(?<![a-z])ys?(?![a-z])", re.IGNORECASE)
"""What is in the names of labels."""


def find(facts: Facts) -> Found | None:
    if UNPAIRED.search(facts.source):
        return None
    found = next(chain(loaders(facts), data_sets(facts)), None)
    if found is None:
        return None
    node, one, other = found
    return Found(
        "likely",
        {"one": one, "other": other},
        [(N_("line of code"), f"`{ast.unparse(node).splitlines()[0][-120:]}`")],
        place_of(facts, node),
    )


def loaders(facts: Facts) -> Iterator[tuple[ast.AST, str, str]]:
    """Two shuffled loaders of PyTorch that one loop goes through, and a loss that compares what comes from them."""
    shuffled = {
        ast.unparse(node.targets[0])
        for node in nodes(facts)
        if isinstance(node, ast.Assign)
        and any(map(is_shuffled, ast.walk(node.value)))
        # two generators with one seed draw the same order
        and "generator=" not in ast.unparse(node.value)
    }
    for loop in nodes(facts):
        over = gone_through(loop) if isinstance(loop, ast.For) else None
        if not isinstance(loop, ast.For) or not isinstance(over, ast.Call) or called(over) != "zip":
            continue
        given = [*map(ast.unparse, over.args)]
        pair = loop.target
        if isinstance(pair, ast.Tuple) and ast.unparse(loop.iter).startswith("enumerate("):
            pair = pair.elts[-1]
        # of rows with labels of their own, each set can be learned for itself
        if len(given) != 2 or not {*given} <= shuffled or given[0] == given[1] or not isinstance(pair, ast.Tuple):
            continue
        if len(pair.elts) == 2 and all(isinstance(each, ast.Name) for each in pair.elts) and compared(loop, pair):
            yield loop, given[0], given[1]


def compared(loop: ast.For, pair: ast.Tuple) -> bool:
    """Whether a loss takes what comes from the one as its first argument, and what comes from the other as its second."""
    sides = [names_in(each) for each in pair.elts]
    for _ in range(2):
        for node in ast.walk(loop):
            if isinstance(node, ast.Assign):
                for mine, others in (sides, sides[::-1]):
                    if names_in(node.value) & mine and not names_in(node.value) & others:
                        mine |= {name for target in node.targets for name in names_in(target)}
    for node in ast.walk(loop):
        if isinstance(node, ast.Call) and len(node.args) >= 2 and LOSS.search(ast.unparse(node.func)):
            first, second = map(names_in, node.args[:2])
            for mine, others in (sides, sides[::-1]):
                if first & mine and not first & others and second & others and not second & mine:
                    return True
    return False


def data_sets(facts: Facts) -> Iterator[tuple[ast.AST, str, str]]:
    """Two shuffled data sets of TensorFlow that are put together, of which one has the labels of the other."""
    for node in nodes(facts):
        if not isinstance(node, ast.Call) or called(node) != "zip" or "Dataset" not in ast.unparse(node.func):
            continue
        parts = [each for given in node.args for each in (given.elts if isinstance(given, ast.Tuple) else [given])]
        made = [
            call
            for part in parts
            for call in ast.walk(part)
            if isinstance(call, ast.Call) and called(call) == "shuffle" and "seed" not in ast.unparse(call)
        ]
        owners = [ast.unparse(each.func.value) for each in made if isinstance(each.func, ast.Attribute)]
        if len(parts) == 2 == len(owners) and LABELS.search(owners[1]) and not LABELS.search(owners[0]):
            yield node, owners[0], owners[1]


LOOK = Look(
    name="shuffled-apart",
    needs=(),
    find=find,
    title=N_("Two sets that belong together row by row are shuffled, each for itself"),
    why=N_(
        "`{one}` and `{other}` are each shuffled in an order of their own, and `zip` then puts rows beside each other that do not belong together. The loss compares them, so there is nothing that the model could learn."
    ),
    change=N_(
        "Leave out both shuffles. Put the rows into one data set, and shuffle that: with PyTorch, a `TensorDataset(one, other)` of the two tensors and one `DataLoader` for it; with TensorFlow, `Dataset.zip((one, other)).shuffle(…)`."
    ),
    terms=("shuffling", "DataLoader", "loss"),
)
