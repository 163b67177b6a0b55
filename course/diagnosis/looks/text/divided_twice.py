"""The loss is divided by the number of batches that Accelerate divides it by itself."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, calls, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

OPTION = "gradient_accumulation_steps"


def find(facts: Facts) -> Found | None:
    given = [each.value for call in calls(facts, "Accelerator") for each in call.keywords if each.arg == OPTION]
    if not given or ast.unparse(given[0]) == "1":
        return None
    made = assigned(facts)

    def value(node: ast.AST) -> str:
        words = ast.unparse(node)
        return ast.unparse(made[words]) if words in made else words

    # by a name, or by the number itself
    same = {ast.unparse(given[0]), value(given[0])}
    for block in nodes(facts):
        if not isinstance(block, ast.With) or "accumulate(" not in ast.unparse(block.items[0]):
            continue
        # only what the backward pass gets; others are divided to be shown
        asked = [
            each.args[0]
            for each in ast.walk(block)
            if isinstance(each, ast.Call) and called(each) == "backward" and each.args
        ]
        names = {ast.unparse(each) for each in asked}
        quotients: list[ast.AST] = [each for part in asked for each in ast.walk(part)]
        for node in ast.walk(block):
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) in names:
                quotients.append(node.value)
            if isinstance(node, ast.AugAssign) and ast.unparse(node.target) in names:
                quotients.append(node)
        for node in quotients:
            by = None
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Div):
                by = node.right
            if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Div):
                by = node.value
            if by is not None and ({ast.unparse(by), value(by)} & same or ast.unparse(by).endswith(f".{OPTION}")):
                return Found(
                    "likely",
                    {"code": ast.unparse(node), "steps": ast.unparse(by)},
                    [(f"`{OPTION}`", f"`{ast.unparse(given[0])}`"), (N_("line of code"), f"`{ast.unparse(node)}`")],
                    place_of(facts, node),
                )
    return None


LOOK = Look(
    name="divided-twice",
    needs=(),
    find=find,
    title=N_("The loss is divided twice by the number of batches for a step"),
    why=N_(
        "`accelerator.backward` divides the loss by `gradient_accumulation_steps` itself. The program divides it as well: `{code}`. So the gradients are smaller by the factor `{steps}` than they should be. With SGD, so is every step; Adam hides most of it."
    ),
    change=N_("Give `accelerator.backward` the loss as it is."),
    terms=("gradient accumulation", "loss", "Accelerator"),
)
