"""What was counted over examples is divided by the number of batches."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

LOADER = re.compile(r"(?:^|_)(?:data_?)?(?:loader|dl|batches|dataloader)$", re.IGNORECASE)
"""The names of what gives batches."""


def counted(facts: Facts) -> set[str]:
    """The names to which the number of right predictions in a batch is added."""
    return {
        ast.unparse(node.target)
        for node in nodes(facts)
        if isinstance(node, ast.AugAssign)
        and isinstance(node.op, ast.Add)
        and any(isinstance(each, ast.Compare) and isinstance(each.ops[0], ast.Eq) for each in ast.walk(node.value))
        and any(isinstance(each, ast.Call) and called(each) == "sum" for each in ast.walk(node.value))
        and not any(isinstance(each, ast.Call) and called(each) == "mean" for each in ast.walk(node.value))
        and not any(isinstance(each, ast.BinOp) and isinstance(each.op, ast.Div) for each in ast.walk(node.value))
    }


def loaders(facts: Facts) -> dict[str, bool]:
    """The names of DataLoaders, each with whether its batches have more than one example."""
    found: dict[str, bool] = {}
    assigned = [node for node in nodes(facts) if isinstance(node, ast.Assign)]
    numbers = {ast.unparse(target): ast.unparse(node.value) for node in assigned for target in node.targets}
    for node in assigned:
        if isinstance(node.value, ast.Call) and called(node.value) == "DataLoader":
            size = next((each.value for each in node.value.keywords if each.arg == "batch_size"), None)
            size = node.value.args[1] if size is None and len(node.value.args) > 1 else size
            words = ast.unparse(size) if size is not None else "1"
            alone = numbers.get(words, words) in ("1", "None")
            found.update({ast.unparse(target): not alone for target in node.targets})
    return found


def counting_batches(facts: Facts, known: dict[str, bool]) -> set[str]:
    """The names to which 1 is added for each batch of more than one example."""
    return {
        ast.unparse(node.target)
        for loop in nodes(facts)
        if isinstance(loop, ast.For) and known.get(ast.unparse(loop.iter))
        for node in ast.walk(loop)
        if isinstance(node, ast.AugAssign) and ast.unparse(node.value) == "1"
    }


def find(facts: Facts) -> Found | None:
    names, known = counted(facts), loaders(facts)
    batches = counting_batches(facts, known)
    divided_on = [
        node.left for node in nodes(facts) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div | ast.Mult)
    ]
    for node in nodes(facts):
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Div) or ast.unparse(node.left) not in names:
            continue
        below = node.right
        if any(node is each for each in divided_on):
            continue
        of = ast.unparse(below.args[0]) if isinstance(below, ast.Call) and called(below) == "len" and below.args else ""
        loader = LOADER.search(of) is not None and bool(known) and all(known.values())
        if known.get(of, loader) or ast.unparse(below) in batches:
            return Found(
                "likely",
                {"count": ast.unparse(node.left), "batches": ast.unparse(below)},
                [
                    (N_("counted over examples"), f"`{ast.unparse(node.left)}`"),
                    (N_("divided by the number of batches"), f"`{ast.unparse(below)}`"),
                ],
                place_of(facts, node),
            )
    return None


LOOK = Look(
    name="divided-by-batches",
    needs=(),
    find=find,
    title=N_("What was counted over examples is divided by the number of batches"),
    why=N_(
        "`{count}` is the number of right predictions, and `{batches}` is the number of batches. So the accuracy comes out as many times too high as a batch has examples, and can be greater than 1."
    ),
    change=N_(
        "Divide by the number of examples: `len(loader.dataset)`, or add `len(labels)` in each batch. Only a sum of means, one for each batch, may be divided by the number of batches."
    ),
    terms=("accuracy", "batch", "example"),
)
