"""Several models that should differ are trained with the same seed, and with nothing else that differs."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, names_in, nodes, place_of, stored_in
from course.diagnosis.look import Found, Look
from course.i18n import N_

SEEDS = {"manual_seed", "set_seed", "set_random_seed", "seed_everything"}
SHOWS = {"print", "info", "save", "save_weights", "save_pretrained", "write", "append"}
"""What may take the number of a run without making the run another one."""
WANTED = re.compile(r"assert|allclose|perf_counter|time\(\)|timeit|benchmark", re.IGNORECASE)
"""What is in the text of programs that want runs which are alike."""
GENERATOR = re.compile(r"(?:default_rng|RandomState|Generator|\bRandom)\(")
"""What makes a generator of random numbers of its own, which the seeds above leave as it is."""
TOGETHER = re.compile(r"mean|std|average|ensemble|vote|spread", re.IGNORECASE)
"""What is in the text of programs that put the results of several runs together."""


def find(facts: Facts) -> Found | None:
    if WANTED.search(facts.source) or not TOGETHER.search(facts.source):
        return None
    functions = {node.name: node for node in nodes(facts) if isinstance(node, ast.FunctionDef)}
    for over, names, body in repeated(facts):
        if not any(isinstance(each, ast.Call) and called(each) == "range" for each in ast.walk(over)):
            continue
        changing = names | changed(body)
        seed = seed_of_run(facts, body, changing)
        if seed is not None and not depends(body, names) and not carried(body) and not draws_on(facts, *body):
            return told(facts, seed)
        for call in (each for part in body for each in ast.walk(part)):
            function = functions.get(called(call)) if isinstance(call, ast.Call) else None
            if function is None or not isinstance(call, ast.Call) or not plain(call, function):
                continue
            given = zip((each.arg for each in function.args.args), call.args, strict=False)
            named = [*given, *((each.arg, each.value) for each in call.keywords)]
            varying = {str(name) for name, value in named if names_in(value) & changing} | changing
            seed = seed_of_run(facts, function.body, varying) if not draws_on(facts, function) else None
            # the call itself is what is repeated; what else the loop does with its number is its own affair
            if seed is not None and not depends(function.body, varying) and kept(body, call):
                return told(facts, seed)
    return None


def repeated(facts: Facts) -> Iterator[tuple[ast.expr, set[str], Sequence[ast.AST]]]:
    """What is done several times: what is gone through, the names that are another thing each time, and what is done."""
    for node in nodes(facts):
        if isinstance(node, ast.For):
            yield node.iter, names_in(node.target), node.body
        if isinstance(node, ast.ListComp) and len(node.generators) == 1:
            yield node.generators[0].iter, names_in(node.generators[0].target), [node.elt]


def plain(call: ast.Call, function: ast.FunctionDef) -> bool:
    """Whether it is known which argument each parameter gets, and nothing else is different for an object's own function."""
    parameters = function.args
    own = bool(parameters.args) and parameters.args[0].arg in ("self", "cls")
    loose = parameters.vararg or parameters.kwarg or any(each.arg is None for each in call.keywords)
    return not own and not loose and not any(isinstance(each, ast.Starred) for each in call.args)


def changed(body: Sequence[ast.AST]) -> set[str]:
    """The names of what each pass sets, or changes a part of."""
    found: set[str] = set()
    for part in body:
        for node in ast.walk(part):
            targets = node.targets if isinstance(node, ast.Assign) else []
            if isinstance(node, ast.AugAssign):
                targets = [node.target]
            for target in targets:
                found |= names_in(target)
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("append", "extend", "update", "pop", "add", "remove")
            ):
                found |= names_in(node.func.value)
            if isinstance(node, ast.Call) and called(node) == "next":
                found |= {name for each in node.args for name in names_in(each)}
    return found


def carried(body: Sequence[ast.AST]) -> bool:
    """Whether a pass goes on with what the one before has left: it reads a name before it sets it."""
    first: dict[str, tuple[int, bool]] = {}
    kept_apart = {
        id(each)
        for part in body
        for call in ast.walk(part)
        if isinstance(call, ast.Call) and called(call) in SHOWS
        for each in ast.walk(call)
    }
    loads: set[str] = set()
    for part in body:
        for node in ast.walk(part):
            if isinstance(node, ast.Name) and id(node) not in kept_apart:
                read = isinstance(node.ctx, ast.Load)
                loads |= {node.id} if read else set()
                # what stands on the right of a line is read before the left is set
                place = (node.lineno, not read)
                first[node.id] = min(first.get(node.id, place), place)
    stored = changed(body)
    return any(name in loads and not first[name][1] for name in stored if name in first)


def draws_on(facts: Facts, *body: ast.AST) -> bool:
    """Whether a run draws from a generator that was made before it, and so goes on where the last run has stopped."""
    inside = {id(each) for part in body for each in ast.walk(part)}
    made = {
        name
        for node in nodes(facts)
        if isinstance(node, ast.Assign) and id(node) not in inside and GENERATOR.search(ast.unparse(node.value))
        for target in node.targets
        for name in names_in(target)
    }
    own = {name for part in body for name in stored_in(part)}
    used = {name for part in body for name in names_in(part)}
    return bool(made & used - own)


def seed_of_run(facts: Facts, body: Sequence[ast.AST], changing: set[str]) -> ast.Call | None:
    """The call that sets the seed of a run to the same number each time: a direct statement of a body that trains; None if there is none."""
    inside = [each for part in body for each in ast.walk(part)]
    trains = any(
        isinstance(each, ast.Call) and called(each) in ("step", "fit", "apply_gradients", "train") for each in inside
    )
    direct = [part.value for part in body if isinstance(part, ast.Expr) and isinstance(part.value, ast.Call)]
    for each in direct:
        if not trains or called(each) not in SEEDS or not each.args:
            continue
        number = each.args[0]
        same = isinstance(number, ast.Name) and number.id in assigned(facts) and number.id not in changing
        if isinstance(number, ast.Constant) or same:
            return each
    return None


def depends(body: Sequence[ast.AST], names: set[str]) -> bool:
    """Whether a run is another one for other values of these names: they are used, and not only shown, or set anew."""
    shown = {
        id(each)
        for part in body
        for call in ast.walk(part)
        if (isinstance(call, ast.Call) and called(call) in SHOWS) or isinstance(call, ast.JoinedStr)
        for each in ast.walk(call)
    }
    own = {name for part in body for name in stored_in(part)}
    return any(
        isinstance(each, ast.Name) and each.id in names - own and id(each) not in shown
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
