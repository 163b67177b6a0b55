"""Data for an evaluation are prepared and never used."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.rows_left_in_evaluation import MEASURING, TRAIN
from course.i18n import N_

EVALUATING = re.compile(r"no_grad\(|inference_mode\(|\.eval\(\)")


def find(facts: Facts) -> Found | None:
    if facts.file.endswith(".ipynb") or not EVALUATING.search(facts.source):
        return None
    read = {node.id for node in nodes(facts) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    made = [
        node
        for node in nodes(facts)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and isinstance(node.value, ast.Call)
        and called(node.value) == "DataLoader"
    ]
    measuring = [
        node
        for node in made
        if MEASURING.search(ast.unparse(node.targets[0])) and not TRAIN.search(ast.unparse(node.targets[0]))
    ]
    unused = [node for node in measuring if ast.unparse(node.targets[0]) not in read]
    # with a second one that is used, something is measured all the same
    if not unused or len(unused) < len(measuring):
        return None
    loops = [node for node in nodes(facts) if isinstance(node, ast.For) and TRAIN.search(ast.unparse(node.iter))]
    if len(loops) < 2:
        return None
    name = ast.unparse(unused[0].targets[0])
    return Found(
        "likely",
        {"name": name},
        [(N_("made in"), f"`{ast.unparse(unused[0])[:80]}`"), (N_("lines that use it"), 0)],
        place_of(facts, unused[0]),
    )


LOOK = Look(
    name="evaluation-data-unused",
    needs=(),
    find=find,
    title=N_("The data for the evaluation are never used"),
    why=N_(
        "`{name}` is made and never read. The loops of the program go through the training data, also the one that measures: so its scores say how well the model remembers."
    ),
    change=N_("Go through `{name}` where you measure."),
    terms=("validation set", "evaluation loop"),
)
