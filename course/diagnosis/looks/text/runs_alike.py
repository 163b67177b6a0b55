"""Several models that should differ are trained with the same seed, and with nothing else that differs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

SEEDS = {"manual_seed", "set_seed", "set_random_seed", "seed_everything"}
SHOWS = {"print", "info", "save", "save_weights", "save_pretrained", "write", "append"}
"""What may take the number of a run without making the run another one."""


def find(facts: Facts) -> Found | None:
    functions = {node.name: node for node in nodes(facts) if isinstance(node, ast.FunctionDef)}
    for loop, names, body in repeated(facts):
        if not any(isinstance(each, ast.Call) and called(each) == "range" for each in ast.walk(loop)):
            continue
        seed = seed_of_run(body)
        if seed is not None and not depends(body, names):
            return told(facts, seed)
        for call in (each for part in body for each in ast.walk(part)):
            function = functions.get(called(call)) if isinstance(call, ast.Call) else None
            if (
                function is None
                or not isinstance(call, ast.Call)
                or any(isinstance(each, ast.Starred) for each in call.args)
            ):
                continue
            places = [each.arg for each in function.args.args]
            given = [*zip(places, call.args, strict=False), *((each.arg, each.value) for each in call.keywords)]
            varying = {name for name, value in given if name and mentions(value, names)}
            seed = seed_of_run(function.body)
            # the call itself is what is repeated; what else the loop does with its number is its own affair
            if seed is not None and not depends(function.body, varying) and kept(body, call):
                return told(facts, seed)
    return None


def repeated(facts: Facts) -> Iterator[tuple[ast.expr, set[str], Sequence[ast.AST]]]:
    """What is done several times: what is gone through, the names that are another thing each time, and what is done."""
    for node in nodes(facts):
        if isinstance(node, ast.For):
            yield node.iter, named(node.target), node.body
        if isinstance(node, ast.ListComp) and len(node.generators) == 1:
            yield node.generators[0].iter, named(node.generators[0].target), [node.elt]


def named(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def mentions(node: ast.AST, names: set[str]) -> bool:
    return bool(named(node) & names)


def seed_of_run(body: Sequence[ast.AST]) -> ast.Call | None:
    """The call that sets the seed of a run: the first thing of the body that sets one; None if nothing of it trains."""
    inside = [each for part in body for each in ast.walk(part)]
    trains = any(
        isinstance(each, ast.Call) and called(each) in ("step", "fit", "apply_gradients", "train") for each in inside
    )
    direct = [part.value for part in body if isinstance(part, ast.Expr) and isinstance(part.value, ast.Call)]
    return next((each for each in direct if trains and called(each) in SEEDS and each.args), None)


def depends(body: Sequence[ast.AST], names: set[str]) -> bool:
    """Whether a run is another one for other values of these names: they are used, and not only shown."""
    if not names:
        return False
    shown = {
        id(each)
        for part in body
        for call in ast.walk(part)
        if (isinstance(call, ast.Call) and called(call) in SHOWS) or isinstance(call, ast.JoinedStr)
        for each in ast.walk(call)
    }
    return any(
        isinstance(each, ast.Name) and each.id in names and id(each) not in shown
        for part in body
        for each in ast.walk(part)
    )


def kept(body: Sequence[ast.AST], call: ast.Call) -> bool:
    """Whether what a call returns is kept with that of the others: as an element of a list, or appended to one."""
    if call in body:
        return True
    for part in body:
        for each in ast.walk(part):
            if isinstance(each, ast.Call) and called(each) == "append" and call in each.args:
                return True
    return False


def told(facts: Facts, seed: ast.Call) -> Found:
    return Found(
        "likely",
        {"call": ast.unparse(seed)},
        [(N_("line of code"), f"`{ast.unparse(seed)}`")],
        place_of(facts, seed),
    )


LOOK = Look(
    name="runs-alike",
    needs=(),
    find=find,
    title=N_("Every run has the same seed, and nothing else differs"),
    why=N_(
        "`{call}` is called at the beginning of each of several runs, which get the same data and the same settings. So they all begin with the same weights, see the same batches and end in the same model: the mean of their results is the result of each, and their spread is 0."
    ),
    change=N_("Give each run a seed of its own, such as `seed + run`, or set the seed once, before the first run."),
    terms=("random seed", "weight"),
)
