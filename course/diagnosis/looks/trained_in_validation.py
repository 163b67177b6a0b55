"""The optimizer steps on validation data, too."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import OPTIMIZER, nodes, place_of
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.rows_left_in_evaluation import MEASURING, TRAIN
from course.i18n import N_

PHASE = re.compile(r"['\"](?:val|valid|validation|test|eval)['\"]")
STEP = re.compile(r"\.step\(|\.minimize\(|apply_gradients\(|train_on_batch\(")


def find(facts: Facts) -> Found | None:
    for loop in (node for node in nodes(facts) if isinstance(node, ast.For)):
        over, target = ast.unparse(loop.iter), ast.unparse(loop.target)
        phases = PHASE.search(over) is not None and "train" in over
        names = [each for each in ast.walk(loop.iter) if isinstance(each, ast.Name | ast.Attribute)]
        measured = any(MEASURING.search(ast.unparse(each)) for each in names)
        if not phases and (not measured or TRAIN.search(over)):
            continue
        step = unconditional_step(loop.body)
        if step is None or adapts(facts, loop):
            continue
        return Found(
            "likely",
            {"over": over if not phases else target},
            [(N_("the loop"), f"`for {target} in {over[:60]}`"), (N_("its step"), f"`{ast.unparse(step)[:80]}`")],
            place_of(facts, step),
        )
    return None


def unconditional_step(body: list[ast.stmt]) -> ast.AST | None:
    """A call that changes weights in each pass of a loop, whatever the pass is for."""
    for each in body:
        if isinstance(each, ast.Expr) and isinstance(each.value, ast.Call):
            words = ast.unparse(each.value)
            # schedulers step as well
            if STEP.search(words) and (
                not re.search(r"\.step\(", words) or OPTIMIZER.search(words.partition(".step")[0])
            ):
                return each
        if isinstance(each, ast.For | ast.With) and (found := unconditional_step(each.body)) is not None:
            return found
    return None


def adapts(facts: Facts, loop: ast.For) -> bool:
    """Whether a program adapts to test data on purpose, or does something else than an evaluation there."""
    words = re.compile(
        r"test_time|\btta\b|tent\b|adapt|fine_?tune|calibrat|temperature|trainval|continual|online|prequential",
        re.IGNORECASE,
    )
    return words.search(facts.source) is not None or (
        "backward(" not in ast.unparse(loop) and "apply_gradients(" not in ast.unparse(loop)
    )


LOOK = Look(
    name="trained-in-validation",
    needs=(),
    find=find,
    title=N_("The model is trained on the validation data, too"),
    why=N_(
        "In the pass over `{over}`, the optimizer takes a step in each batch. So the model learns the rows that should test it, and the scores on them say how well it remembers."
    ),
    change=N_(
        "Leave the backward pass and the step out of the evaluation, and run it under `torch.no_grad()`; in a loop over both phases, step only in that of the training."
    ),
    terms=("validation set", "optimizer", "step"),
)
