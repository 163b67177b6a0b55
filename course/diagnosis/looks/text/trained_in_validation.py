"""The optimizer steps on validation data, too."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import OPTIMIZER, gone_through, last_part, names_in, nodes, place_of, seen_from
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.rows_left_in_evaluation import MEASURING, TRAIN
from course.i18n import N_

PHASE = re.compile(r"['\"](?:val|valid|validation|test|eval)['\"]")
DATA = re.compile(r"(?:loader|dl|ds|data|set|iter|batches)$|(?:^|\.)(?:val|valid|validation|test|dev)$", re.IGNORECASE)
"""How the names of data end that a loop goes through."""
CHANGING = re.compile(r"backward\(|apply_gradients\(|train_on_batch\(|\.minimize\(")
"""What a pass over data has in it that changes weights."""
ON_PURPOSE = re.compile(
    r"test_time|\btta\b|tent\b|adapt|fine_?tune|calibrat|temperature|trainval|continual|online|prequential"
    r"|requires_grad_?\(?(?:False| = False)|attack|adversar|perturb",
    re.IGNORECASE,
)
"""What programs have in them that learn from test data on purpose, or change something else than a model there."""


def find(facts: Facts) -> Found | None:
    if ON_PURPOSE.search(facts.source):
        return None
    training = {node.name for node in nodes(facts) if isinstance(node, ast.FunctionDef) and always_changes(node)}
    loops = [node for node in nodes(facts) if isinstance(node, ast.For)]
    for loop in loops:
        over, target = ast.unparse(loop.iter), ast.unparse(loop.target)
        phases = PHASE.search(over) is not None and "train" in over
        if not phases and not measures(loop):
            continue
        step = unconditional_step(loop.body, training)
        if step is None or any(isinstance(each, ast.Continue) for each in ast.walk(loop)):
            continue
        by = optimizer_of(step)
        # another optimizer may learn from these data what it shall learn from them
        elsewhere = [each for each in loops if each is not loop and not inside(loop, each) and not measures(each)]
        if phases or not by or any(same_optimizer(facts, step, each) for one in elsewhere for each in ast.walk(one)):
            return Found(
                "likely",
                {"over": over if not phases else target},
                [(N_("the loop"), f"`for {target} in {over[:60]}`"), (N_("its step"), f"`{ast.unparse(step)[:80]}`")],
                place_of(facts, step),
            )
    return None


def always_changes(function: ast.FunctionDef) -> bool:
    """Whether a function changes weights whatever it is given."""
    parameters = {each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)}
    asked = [each for each in ast.walk(function) if isinstance(each, ast.If) and names_in(each.test) & parameters]
    conditional = {id(each) for one in asked for part in one.body for each in ast.walk(part)}
    return any(
        isinstance(each, ast.Call) and id(each) not in conditional and CHANGING.search(f"{ast.unparse(each.func)}(")
        for each in ast.walk(function)
    )


def same_optimizer(facts: Facts, step: ast.stmt, other: ast.AST) -> bool:
    """Whether two statements are steps of one optimizer, and not of two that have the same name one after the other."""
    name = optimizer_of(step)
    if not isinstance(other, ast.stmt) or name != optimizer_of(other):
        return False
    made = sorted(each.lineno for each in seen_from(facts, step) if name in map(ast.unparse, each.targets))
    begins = [max((line for line in made if line < each.lineno), default=0) for each in (step, other)]
    return begins[0] == begins[1] or 0 in begins


def inside(inner: ast.AST, outer: ast.AST) -> bool:
    return any(each is inner for each in ast.walk(outer))


def measures(loop: ast.For) -> bool:
    """Whether a loop goes through data of an evaluation."""
    over = gone_through(loop)
    if isinstance(over, ast.Subscript):
        return PHASE.search(ast.unparse(over.slice)) is not None
    name = ast.unparse(over)
    plain = isinstance(over, ast.Name | ast.Attribute) and DATA.search(name) is not None
    return plain and MEASURING.search(name) is not None and not TRAIN.search(name)


def optimizer_of(node: ast.AST) -> str:
    """The optimizer that takes a step in a statement; empty if none does."""
    call = node.value if isinstance(node, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != "step":
        return ""
    # a scaler is given the optimizer
    owner = ast.unparse(call.args[0]) if call.args else ast.unparse(call.func.value)
    return owner if OPTIMIZER.search(owner) else ""


def unconditional_step(body: list[ast.stmt], training: set[str]) -> ast.stmt | None:
    """A statement that changes weights in each pass of a loop, whatever the pass is for."""
    changes = any(CHANGING.search(ast.unparse(each)) for each in body if not isinstance(each, ast.If))
    for each in body:
        if isinstance(each, ast.For | ast.With):
            found = unconditional_step(each.body, training)
            if found is not None:
                return found
        if optimizer_of(each) and changes:
            return each
        if isinstance(each, ast.Expr | ast.Assign):
            calls = [last_part(part.func) for part in ast.walk(each) if isinstance(part, ast.Call)]
            if "apply_gradients" in calls or any(name in training and "train" in name for name in calls):
                return each
    return None


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
