"""A state is carried from one batch to the next, and the batches are shuffled."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import (
    OPTIMIZER,
    assigned,
    calls,
    enclosing,
    gone_through,
    is_shuffled,
    names_in,
    nodes,
    place_of,
)
from course.diagnosis.look import Found, Look
from course.i18n import N_

BATCHES = re.compile(r"Dataset|DataLoader|_from_directory|Sequence\(|\.batch\(|generator|timeseries")
"""What gives batches in an order of its own."""
EACH_BATCH = re.compile(r"on_(?:train_)?batch_(?:begin|end)")


def find(facts: Facts) -> Found | None:
    return in_keras(facts) or in_loop(facts)


def in_keras(facts: Facts) -> Found | None:
    """A layer with `stateful=True`, and arrays that `fit` shuffles, as it does unless it is told not to."""
    stateful = [
        call
        for call in calls(facts, "LSTM", "GRU", "SimpleRNN", "RNN", "ConvLSTM2D", "ConvLSTM1D")
        if any(each.arg == "stateful" and ast.unparse(each.value) == "True" for each in call.keywords)
    ]
    if not stateful or EACH_BATCH.search(facts.source):
        return None
    made = {name: ast.unparse(value) for name, value in assigned(facts).items()}
    for fit in calls(facts, "fit"):
        options = {each.arg: ast.unparse(each.value) for each in fit.keywords}
        given = ast.unparse(fit.args[0]) if fit.args else options.get("x", "")
        batches = BATCHES.search(made.get(given, given))
        # without targets, it gets batches; one batch for each call leaves nothing to shuffle
        targets = len(fit.args) > 1 or "y" in options
        if (
            targets
            and any(before(facts, call, fit) for call in stateful)
            and not batches
            and options.get("shuffle", "True") == "True"
            and options.get("steps_per_epoch") != "1"
        ):
            shown = [
                (N_("keeps its state"), f"`{ast.unparse(stateful[0])}`"),
                (N_("shuffled by"), "`fit(shuffle=True)`"),
            ]
            return Found("likely", {"state": "stateful=True", "order": "shuffle=False"}, shown, place_of(facts, fit))
    return None


def before(facts: Facts, layer: ast.Call, fit: ast.Call) -> bool:
    """Whether a layer may be one of the model that is fitted: not of one that had the model's name before, nor of a later one."""
    around = enclosing(facts)
    if not isinstance(fit.func, ast.Attribute) or id(layer) in around or id(fit) in around:
        return True
    name = ast.unparse(fit.func.value)
    made = [each for each in nodes(facts) if isinstance(each, ast.Assign) and name in map(ast.unparse, each.targets)]
    ends = sorted(each.end_lineno or 0 for each in made if each.lineno < fit.lineno)
    return (ends[-2] if len(ends) > 1 else 0) < layer.lineno < fit.lineno


def in_loop(facts: Facts) -> Found | None:
    """A loop over a shuffled loader that gives a model the state that it returned for the batch before."""
    for loop in (node for node in nodes(facts) if isinstance(node, ast.For)):
        loader = assigned(facts, loop).get(ast.unparse(gone_through(loop))) if states(loop) else None
        for name, call in states(loop) if loader is not None and is_shuffled(loader) else ():
            if loader is not None and not begun_anew(loop, name) and goes_on(facts, call, name):
                shown = [(N_("carried on"), f"`{ast.unparse(call)}`"), (N_("shuffled by"), f"`{ast.unparse(loader)}`")]
                values = {"state": name, "order": "shuffle=False, drop_last=True"}
                return Found("likely", values, shown, place_of(facts, call))
    return None


def goes_on(facts: Facts, carried: ast.Assign, name: str) -> bool:
    """Whether what is called may give the state to a model behind its inputs; a function of the program may only carry on weights, or what an optimizer keeps."""
    call = carried.value
    for function in (node for node in nodes(facts) if isinstance(node, ast.FunctionDef)):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == function.name:
            given = [*zip((each.arg for each in function.args.args), call.args, strict=False)]
            given += [(each.arg or "", each.value) for each in call.keywords]
            own = {each for each, value in given if ast.unparse(value) == name}
            return any(
                each in own and not OPTIMIZER.search(ast.unparse(by.value).partition("(")[0])
                for each, by in states(function)
            )
    return True


def states(loop: ast.For | ast.FunctionDef) -> list[tuple[str, ast.Assign]]:
    """The names in a loop, or a function, that a call is given and that are set to what it returns beside something else."""
    found = []
    for node in ast.walk(loop):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and isinstance(node.targets[0], ast.Tuple):
            given = {ast.unparse(each) for each in node.value.args[1:]} | {
                ast.unparse(each.value) for each in node.value.keywords
            }
            found += [(ast.unparse(each), node) for each in node.targets[0].elts if ast.unparse(each) in given]
    return found


def begun_anew(loop: ast.For, name: str) -> bool:
    """Whether a name gets a value in a loop that does not come from itself, or is a part of the batch."""
    return name in names_in(loop.target) or any(
        isinstance(node, ast.Assign)
        and any(ast.unparse(each) == name for target in node.targets for each in ast.walk(target))
        and not re.search(rf"\b{re.escape(name)}\b", ast.unparse(node.value))
        # `h` in `(h, c)` goes through each part of the state
        and not isinstance(node.value, ast.GeneratorExp)
        for node in ast.walk(loop)
    )


LOOK = Look(
    name="state-of-other-rows",
    needs=(),
    find=find,
    title=N_("A state is carried from batch to batch, and the batches are shuffled"),
    why=N_(
        "With `{state}`, each row of a batch goes on from the state of the same row of the batch before. The batches are shuffled, so that is the state of another sequence: what the model remembers has nothing to do with what it reads."
    ),
    change=N_(
        "Keep the order, `{order}`, and lay the data so that row i of a batch goes on where row i of the batch before it ended. Or begin each batch with an empty state."
    ),
    terms=("batch", "step"),
)
