"""The means of the batches are added up and divided by the number of examples."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

MEAN = re.compile(
    r"\w*loss\w*(?:\.detach\(\)|\.cpu\(\))*(?:\.item\(\)|\.data)?|float\(\w*loss\w*\)|(?:outputs?|out)\.loss\.item\(\)"
)
"""How the mean loss of a batch is written."""
ROWS = re.compile(r"len\((?:[\w.]+\.dataset|\w*(?:set|data|ds|dataset)(?:_\w+)?|[xX]_?\w*|[yY]_?\w*)\)|\w+\.num_rows")
"""How a number of examples is written."""
SUMMED = re.compile(r"reduction=['\"](?:sum|none)|size_average=False|batch_size=1\b|\.sum\(\)\.backward")


def find(facts: Facts) -> Found | None:
    if SUMMED.search(facts.source):
        return None
    known = assigned(facts)
    added = {
        ast.unparse(node.target): node
        for loop in nodes(facts)
        if isinstance(loop, ast.For)
        for node in ast.walk(loop)
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and MEAN.fullmatch(ast.unparse(node.value))
    }
    for node in nodes(facts):
        if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Div):
            continue
        name, below = ast.unparse(node.left), node.right
        rows = ast.unparse(known.get(ast.unparse(below), below))
        # a data set of TensorFlow, or a list of batches, may have batches for its rows
        if name in added and ROWS.fullmatch(rows) and "tensorflow" not in facts.source and "batch" not in rows:
            return Found(
                "likely",
                {"name": name, "rows": rows},
                [
                    (N_("added to in each batch"), f"`{ast.unparse(added[name])}`"),
                    (N_("divided by the number of examples"), f"`{rows}`"),
                ],
                place_of(facts, node),
            )
    return None


LOOK = Look(
    name="means-over-rows",
    needs=(),
    find=find,
    title=N_("Means of batches are divided by the number of examples"),
    why=N_(
        "The loss of a batch is already the mean over its examples. `{name}` adds up these means, and `{rows}` is the number of examples. So the loss that is reported is as many times too small as a batch has examples."
    ),
    change=N_("Divide by the number of batches, `len(loader)`; or add `loss.item() * len(labels)` in each batch."),
    terms=("loss", "batch", "example"),
)
