"""Data for an evaluation are prepared and never used."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.rows_left_in_evaluation import MEASURING, TRAIN
from course.i18n import N_

WITHOUT_GRADIENTS = re.compile(r"no_grad\(|inference_mode\(")


def find(facts: Facts) -> Found | None:
    if facts.file.endswith(".ipynb"):
        return None
    read = {
        ast.unparse(node)
        for node in nodes(facts)
        if isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Load)
    }
    made = [
        node
        for node in nodes(facts)
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name | ast.Attribute)
        and isinstance(node.value, ast.Call)
        and called(node.value) == "DataLoader"
        and measures(node.targets[0])
    ]
    unused = [node for node in made if ast.unparse(node.targets[0]) not in read]
    # where other data for an evaluation are used, something is measured all the same
    inside = {id(each) for node in made for each in ast.walk(node)}
    after = max((node.lineno for node in made), default=0)
    others = [
        node
        for node in nodes(facts)
        if isinstance(node, ast.Name | ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and id(node) not in inside
        and node.lineno > after
        and MEASURING.search(ast.unparse(node).removesuffix(".eval"))
    ]
    if not unused or len(unused) < len(made) or others or not measured_on_training_rows(facts):
        return None
    name = ast.unparse(unused[0].targets[0])
    # another program may read it
    if any(isinstance(node, ast.Constant) and re.search(rf"\b{name}\b", str(node.value)) for node in nodes(facts)):
        return None
    return Found(
        "likely",
        {"name": name},
        [(N_("made in"), f"`{ast.unparse(unused[0])[:80]}`"), (N_("lines that use it"), 0)],
        place_of(facts, unused[0]),
    )


def measures(target: ast.expr) -> bool:
    name = ast.unparse(target)
    return MEASURING.search(name) is not None and not TRAIN.search(name)


def measured_on_training_rows(facts: Facts) -> bool:
    """Whether a loop without gradients goes through the data that the model is trained on."""
    blocks = [
        node
        for node in nodes(facts)
        if (isinstance(node, ast.With) and WITHOUT_GRADIENTS.search(" ".join(map(ast.unparse, node.items))))
        or (
            isinstance(node, ast.FunctionDef)
            and WITHOUT_GRADIENTS.search(" ".join(map(ast.unparse, node.decorator_list)))
        )
    ]
    loops = [each for node in blocks for each in ast.walk(node) if isinstance(each, ast.For)]
    return any(TRAIN.search(ast.unparse(each.iter)) for each in loops)


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
