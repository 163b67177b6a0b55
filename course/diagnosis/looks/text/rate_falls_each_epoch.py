"""The learning rate is multiplied by a small number in each of many epochs."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, calls, gone_through, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

NOTHING = 1e-6
"""The share of the first rate from which on nothing is learned any more."""
EVERY = {"ExponentialLR": 1, "StepLR": 30}
"""Schedulers that multiply the rate, each with after how many calls of `step`, if nothing is said."""


def find(facts: Facts) -> Found | None:
    # a rate with a floor, or one that falls for a part of the training only
    if re.search(r"SequentialLR|ChainedScheduler|min_lr|max\(.*\blr\b", facts.source):
        return None
    for call, factor, every in falling(facts):
        epochs = epochs_of(facts, call)
        share = factor ** (epochs // every) if epochs else 1.0
        if 0 < factor < 1 and share < NOTHING:
            return Found(
                "likely",
                {"factor": factor, "epochs": epochs, "share": share},
                [(N_("epochs"), epochs), (N_("what is left of the learning rate in the end"), f"{share:.1g}")],
                place_of(facts, call),
            )
    return None


def falling(facts: Facts) -> list[tuple[ast.Call, float, int]]:
    """What multiplies the learning rate: the call, the factor, and after how many epochs."""
    found = []
    functions = {node.name: node for node in nodes(facts) if isinstance(node, ast.FunctionDef)}
    for call in calls(facts, "LearningRateScheduler"):
        body = ast.unparse(functions.get(ast.unparse(call.args[0]), call.args[0])) if call.args else ""
        product = re.search(r"(?:lambda \w+, (\w+): |return )(\w+) \* (0?\.\d+)\)?$", body)
        if product is not None and product[1] in (None, product[2]) and "if " not in body:
            found.append((call, float(product[3]), 1))
    # a scheduler that is called for each batch falls faster still
    known = assigned(facts)
    for call in calls(facts, *EVERY):
        options = {each.arg: ast.unparse(known.get(ast.unparse(each.value), each.value)) for each in call.keywords}
        given = [ast.unparse(known.get(ast.unparse(each), each)) for each in call.args[1:]]
        exponential = called(call) == "ExponentialLR"
        every = options.get("step_size", "1" if exponential else given[0] if given else str(EVERY["StepLR"]))
        factor = options.get("gamma", "0.1" if len(given) < 2 - exponential else given[1 - exponential])
        if every.isdecimal() and re.fullmatch(r"0?\.\d+", factor):
            found.append((call, float(factor), int(every)))
    return found


def epochs_of(facts: Facts, made: ast.Call) -> int:
    """For how many epochs the program trains with a scheduler, as far as that is written in it; 0 if it is not stepped in each of them."""
    if called(made) == "LearningRateScheduler":
        return int(facts.settings.epochs) if facts.settings is not None else 0
    known = assigned(facts)
    names = {
        ast.unparse(node.targets[0]) for node in nodes(facts) if isinstance(node, ast.Assign) and node.value is made
    }
    for node in (
        each for each in nodes(facts) if isinstance(each, ast.For) and re.search("epoch", ast.unparse(each.target))
    ):
        steps = [f"{name}.step()" for name in names]
        # how long a training is that may end early is not known
        if not any(isinstance(each, ast.Expr) and ast.unparse(each) in steps for each in node.body) or ends(node.body):
            continue
        over = gone_through(node)
        number = over.args[-1] if isinstance(over, ast.Call) and over.args else over
        words = ast.unparse(known.get(ast.unparse(number), number))
        if words.isdecimal():
            return int(words)
    return 0


def ends(body: list[ast.stmt]) -> bool:
    """Whether the body of a loop can end the loop."""
    return any(
        isinstance(each, ast.Break | ast.Return)
        or (isinstance(each, ast.If) and (ends(each.body) or ends(each.orelse)))
        or (isinstance(each, ast.With) and ends(each.body))
        for each in body
    )


LOOK = Look(
    name="rate-falls-each-epoch",
    needs=(),
    find=find,
    title=N_("The learning rate falls to nothing within a few epochs"),
    why=N_(
        "The learning rate is multiplied by {factor} again and again. After {epochs} epochs, {share:.1g} of it is left, and long before that the steps change nothing any more."
    ),
    change=N_("Multiply by a number nearer to 1, such as 0.95, or less often: `step_size=10`."),
    read="ch3 schedule-in-epochs",
    terms=("learning rate schedule", "epoch"),
)
