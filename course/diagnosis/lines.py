"""Finds lines in the text of a reader's program."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache

from course.diagnosis.facts import Facts, Place

OPTIMIZER = re.compile("opt|adam|sgd", re.IGNORECASE)
"""What is in the names that programs give to optimizers."""
RISING = re.compile(r"(?<![a-z])(?:acc|accuracy|f1|auc|bleu|rouge|recall|precision|r2)(?![a-z])", re.IGNORECASE)
"""What is in the names of values of which the greater is better."""
FALLING = re.compile(r"loss|(?<![a-z])(?:err|error|mae|mse|rmse|perplexity|ppl|wer|cer)(?![a-z])", re.IGNORECASE)
"""What is in the names of values of which the smaller is better."""
OTHERS = re.compile(r"sklearn|xgboost|lightgbm|catboost|cuml")
"""The libraries whose models have `fit` and `predict` as those of Keras have."""
CLOCK = re.compile(r"perf_counter|process_time|monotonic|(?<![a-z_])time\(\)")
"""What tells the time."""

NAME = r"(?<![\w.\"'])[A-Za-z_]\w*(?![\w(=\"'])"
"""A name in the text of an expression that is no attribute, no function that is called, and no text."""


@cache
def _nodes(source: str) -> tuple[ast.AST, ...]:
    try:
        return tuple(ast.walk(ast.parse(source)))
    except SyntaxError:
        return ()


def nodes(facts: Facts) -> Iterator[ast.AST]:
    """Every node of the program; none if it is no Python."""
    return iter(_nodes(facts.source))


def scopes(facts: Facts) -> Iterator[list[ast.AST]]:
    """The nodes outside of functions, and those of each function."""
    functions = [node for node in nodes(facts) if isinstance(node, ast.FunctionDef)]
    inside = {id(each) for function in functions for each in ast.walk(function)}
    yield [node for node in nodes(facts) if id(node) not in inside]
    yield from ([*ast.walk(function)] for function in functions)


def pairs_of(node: ast.Assign) -> Iterator[tuple[ast.expr, ast.expr]]:
    """What an assignment sets, each with its value: also of `a, b = 1, 2` one by one."""
    for target in node.targets:
        if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            yield from zip(target.elts, node.value.elts, strict=False)
        else:
            yield target, node.value


def assigned(facts: Facts, at: ast.AST | None = None) -> Mapping[str, ast.expr]:
    """What each name was set to last, as far as that is a plain assignment; with `at`, each name means what it means there."""
    if at is None:
        return _set_to(node for node in nodes(facts) if isinstance(node, ast.Assign))
    return _assigned(facts.source, at if isinstance(at, ast.FunctionDef) else enclosing(facts).get(id(at)))


def _set_to(found: Iterable[ast.Assign]) -> dict[str, ast.expr]:
    made: dict[str, ast.expr] = {}
    for node in sorted(found, key=lambda each: each.lineno):
        made.update((ast.unparse(target), value) for target, value in pairs_of(node))
    return made


@cache
def _assigned(source: str, place: ast.FunctionDef | None) -> Mapping[str, ast.expr]:
    return _set_to(_seen_from(source, place))


def seen_from(facts: Facts, at: ast.AST) -> list[ast.Assign]:
    """The assignments to names that mean the same where a node is: not those of another function, nor to a name that an inner function sets itself.

    What an argument is given has mostly the argument's name.
    """
    return _seen_from(facts.source, at if isinstance(at, ast.FunctionDef) else enclosing(facts).get(id(at)))


def _seen_from(source: str, place: ast.FunctionDef | None) -> list[ast.Assign]:
    around = _enclosing(source)
    own: list[tuple[ast.FunctionDef | None, set[str], set[str]]] = []
    while place is not None:
        arguments = {each.arg for each in ast.walk(place.args) if isinstance(each, ast.arg)}
        own.append((place, stored_in(place), arguments))
        place = around.get(id(place))
    own.append((None, set(), set()))

    def seen(node: ast.Assign) -> bool:
        names = {each for target in node.targets for each in names_in(target)}
        home = around.get(id(node))
        for place, stored, arguments in own:
            if place is home or names & arguments - stored:
                return True
            if names & stored:
                return False
        # an attribute belongs to its object, wherever it is set
        return all(isinstance(target, ast.Attribute) for target in node.targets)

    return [node for node in _nodes(source) if isinstance(node, ast.Assign) and seen(node)]


def number_of(facts: Facts, node: ast.expr, depth: int = 4) -> float | None:
    """The number that an expression is, also through names, defaults of arguments, fields of classes and command lines; None if that is not one number."""
    if isinstance(node, ast.Constant):
        return float(node.value) if isinstance(node.value, int | float) else None
    name = last_part(node)
    numbers = {number_of(facts, each, depth - 1) for each in set_to(facts, name) if depth and last_part(each) != name}
    return numbers.pop() if len(numbers) == 1 else None


def set_to(facts: Facts, name: str) -> Iterator[ast.expr]:
    """What a name is set to anywhere in the program: as a variable, attribute, field, argument or option."""
    for node in nodes(facts) if name else ():
        if isinstance(node, ast.Assign):
            yield from (value for each, value in pairs_of(node) if last_part(each) == name)
        elif isinstance(node, ast.AnnAssign):
            if last_part(node.target) == name and node.value is not None:
                yield node.value
        elif isinstance(node, ast.arguments):
            positional = [*node.posonlyargs, *node.args]
            defaults = [*zip(positional[len(positional) - len(node.defaults) :], node.defaults, strict=True)]
            optional = [*zip(node.kwonlyargs, node.kw_defaults, strict=True)]
            yield from (value for each, value in (*defaults, *optional) if each.arg == name and value is not None)
        elif isinstance(node, ast.Call):
            given = {each.arg: each.value for each in node.keywords}
            option = ast.unparse(node.args[0]).strip("'\"").lstrip("-").replace("-", "_") if node.args else ""
            if called(node) == "add_argument" and option == name and "default" in given:
                yield given["default"]
            elif name in given:
                yield given[name]


def names_in(node: ast.AST) -> set[str]:
    """The names that an expression, or a statement, has in it."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


def stored_in(node: ast.AST) -> set[str]:
    """The names that a statement, or a function, sets."""
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)}


def free_names_in(node: ast.AST) -> set[str]:
    """The names in an expression without those that its comprehensions and lambdas set themselves."""
    bound: set[str] = set()
    for each in ast.walk(node):
        if isinstance(each, ast.comprehension):
            bound |= names_in(each.target)
        elif isinstance(each, ast.Lambda):
            bound |= {argument.arg for argument in each.args.args}
    return names_in(node) - bound


def in_full(words: str, made: Mapping[str, ast.expr], depth: int = 3) -> str:
    """The text of an expression with its names replaced by what they were set to, that of those by theirs, and so on."""
    for _ in range(depth):
        words = re.sub(NAME, lambda name: ast.unparse(made[name[0]]) if name[0] in made else name[0], words)
    return words


def given_to(facts: Facts, function: ast.FunctionDef, parameter: str) -> list[ast.expr]:
    """What the calls of a function in the program give for one of its parameters."""
    names = [each.arg for each in function.args.args if each.arg not in ("self", "cls")]
    found = []
    for call in calls(facts, function.name):
        given = {each.arg: each.value for each in call.keywords} | dict(zip(names, call.args, strict=False))
        found += [given[parameter]] if parameter in given else []
    return found


def origins(facts: Facts, node: ast.AST, end: Collection[str] = ()) -> set[str]:
    """The names that an expression is made of, also through other names, four deep; not through those at the end."""
    made: dict[str, set[str]] = {}
    for each in nodes(facts):
        if isinstance(each, ast.Assign):
            for name in {name for target in each.targets for name in names_in(target)}:
                made.setdefault(name, set()).update(free_names_in(each.value))
    names = free_names_in(node)
    for _ in range(4):
        names |= {each for name in names.difference(end) for each in made.get(name, ())}
    return names


def is_traced(node: ast.AST) -> bool:
    """Whether it is a function that TensorFlow traces because the program says so."""
    return isinstance(node, ast.FunctionDef) and any("tf.function" in ast.unparse(each) for each in node.decorator_list)


def enclosing(facts: Facts) -> Mapping[int, ast.FunctionDef]:
    """By the identity of a node, the innermost function around it; nodes outside of functions have none."""
    return _enclosing(facts.source)


@cache
def _enclosing(source: str) -> Mapping[int, ast.FunctionDef]:
    around: dict[int, ast.FunctionDef] = {}
    # an outer function comes before those in it
    for function in (node for node in _nodes(source) if isinstance(node, ast.FunctionDef)):
        around.update((id(each), function) for each in ast.walk(function) if each is not function)
    return around


def blocks(facts: Facts) -> Iterator[list[ast.stmt]]:
    """The statements that follow each other."""
    for node in nodes(facts):
        for part in ("body", "orelse", "finalbody"):
            statements = getattr(node, part, None)
            if isinstance(statements, list):
                yield statements


def place_of(facts: Facts, node: ast.AST) -> Place:
    """The line that a node begins in."""
    line = getattr(node, "lineno", 0)
    lines = facts.source.splitlines()
    code = lines[line - 1].strip() if 0 < line <= len(lines) else ""
    if 0 < line <= len(facts.cells):
        cell, inner = facts.cells[line - 1]
        return Place(f"{facts.file}[{cell}]", inner, code)
    return Place(facts.file, line, code)


def calls(facts: Facts, *names: str) -> Iterator[ast.Call]:
    """The calls of functions or methods with one of these names."""
    for node in nodes(facts):
        if isinstance(node, ast.Call) and called(node) in names:
            yield node


def keywords(facts: Facts) -> Iterator[ast.keyword]:
    """Every named argument of a call in the program."""
    for node in nodes(facts):
        if isinstance(node, ast.keyword):
            yield node


def called(node: ast.Call) -> str:
    """The last part of the name that a call calls."""
    return last_part(node.func)


def gone_through(loop: ast.For) -> ast.expr:
    """What a loop goes through, without what only counts or shows its passes."""
    over = loop.iter
    while isinstance(over, ast.Call) and called(over) in ("enumerate", "tqdm", "iter") and over.args:
        over = over.args[0]
    return over


def is_shuffled(node: ast.AST) -> bool:
    """Whether it makes a loader of PyTorch that gives the rows in a new order each time."""
    return (
        isinstance(node, ast.Call)
        and called(node) == "DataLoader"
        and any(each.arg == "shuffle" and ast.unparse(each.value) == "True" for each in node.keywords)
    )


def is_equal(node: ast.AST) -> bool:
    """Whether it asks if two things are equal."""
    compared = isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq)
    return compared or (isinstance(node, ast.Call) and called(node) == "eq")


def made_by_others(facts: Facts, value: ast.expr) -> bool:
    """Whether an expression uses what the program imports of a library whose `predict` returns classes."""
    theirs = {
        each.asname or each.name.partition(".")[0]
        for node in nodes(facts)
        if (isinstance(node, ast.ImportFrom) and OTHERS.match(node.module or ""))
        or (isinstance(node, ast.Import) and any(OTHERS.match(each.name) for each in node.names))
        for each in node.names
    }
    return bool(theirs & names_in(value))


def predictions(facts: Facts) -> Callable[[ast.expr], bool]:
    """Whether an expression is what `predict` of a Keras model returns, as it is or with its axes in another form."""

    others = {
        ast.unparse(target)
        for node in nodes(facts)
        if isinstance(node, ast.Assign) and made_by_others(facts, node.value)
        for target in node.targets
    }

    def predicts(node: ast.expr) -> bool:
        if not isinstance(node, ast.Call):
            return False
        if called(node) in ("flatten", "squeeze", "ravel", "reshape") and isinstance(node.func, ast.Attribute):
            return predicts(node.func.value)
        if called(node) != "predict" or not isinstance(node.func, ast.Attribute):
            return False
        return ast.unparse(node.func.value) not in others and not made_by_others(facts, node.func.value)

    made: dict[str, list[ast.expr]] = {}
    for node in nodes(facts):
        if isinstance(node, ast.FunctionDef) and node.name == "predict":
            # it is the reader's own, and may return anything
            return lambda _: False
        if isinstance(node, ast.Assign):
            for target in node.targets:
                made.setdefault(ast.unparse(target), []).append(node.value)
    named = {name for name, values in made.items() if all(predicts(each) for each in values)}
    return lambda node: predicts(node) or (isinstance(node, ast.Name) and node.id in named)


def chain(call: ast.Call) -> Iterator[ast.Call]:
    """The calls of methods that a call is made on, from the last to the first: those of `shuffle` and `make` in `make().shuffle().batch()`."""
    inner = call.func.value if isinstance(call.func, ast.Attribute) else None
    while isinstance(inner, ast.Call):
        yield inner
        inner = inner.func.value if isinstance(inner.func, ast.Attribute) else None


def steps_now_and_then(node: ast.AST) -> bool:
    """Whether it lets an optimizer step in one of several batches, which it counts."""
    return (
        isinstance(node, ast.If)
        and any(isinstance(each, ast.Mod) for each in ast.walk(node.test))
        and any(
            isinstance(each, ast.Call)
            and isinstance(each.func, ast.Attribute)
            and each.func.attr == "step"
            and OPTIMIZER.search(ast.unparse(each.func.value)) is not None
            for each in ast.walk(node)
        )
    )


def reads_gradients(facts: Facts) -> bool:
    """Whether a program does something with the `grad` of a tensor itself, but to clear it."""
    apart: set[int] = set()
    for node in nodes(facts):
        if isinstance(node, ast.Compare) or (
            isinstance(node, ast.Call) and called(node) in ("zero_", "detach_", "grad")
        ):
            apart |= {id(each) for each in ast.walk(node if isinstance(node, ast.Compare) else node.func)}
    return any(
        isinstance(node, ast.Attribute)
        and node.attr == "grad"
        and isinstance(node.ctx, ast.Load)
        and id(node) not in apart
        for node in nodes(facts)
    )


def last_part(node: ast.AST) -> str:
    """The last part of a name with dots; empty if it is no name."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def call_place(facts: Facts, *names: str, option: str = "") -> Place | None:
    """The line of the first call with one of these names; with `option`, of that argument in it, if it is there."""
    found = [*calls(facts, *names)]
    for call in found:
        for keyword in call.keywords:
            if keyword.arg == option:
                return place_of(facts, keyword.value)
    return place_of(facts, found[0]) if found else None


def model_place(facts: Facts) -> Place | None:
    """The line in which a model is loaded; of its `num_labels`, if that is set."""
    loading = [
        call
        for call in calls(facts, "from_pretrained", "from_config")
        if isinstance(call.func, ast.Attribute) and re.search("Model|For[A-Z]", ast.unparse(call.func.value))
    ]
    for call in loading:
        for keyword in call.keywords:
            if keyword.arg == "num_labels":
                return place_of(facts, keyword.value)
    return place_of(facts, loading[0]) if loading else None


def function_place(facts: Facts, *words: str) -> Place | None:
    """The line of the first function with one of these words in its name."""
    for node in nodes(facts):
        if isinstance(node, ast.FunctionDef) and any(word in node.name for word in words):
            return place_of(facts, node)
    return None


def attribute_place(facts: Facts, *names: str) -> Place | None:
    """The first line that sets, or calls, an attribute with one of these names."""
    found = (node for node in nodes(facts) if isinstance(node, ast.Attribute) and node.attr in names)
    return next((place_of(facts, node) for node in found), None)


def crash_place(facts: Facts) -> Place | None:
    """The reader's innermost line that led to the error."""
    return facts.crash.places[-1] if facts.crash is not None and facts.crash.places else None


def said(facts: Facts, pattern: str) -> re.Match[str] | None:
    """Where the message of the error that ended the program has a pattern, if it ended with one."""
    return re.search(pattern, facts.crash.message) if facts.crash is not None else None


def missing_name(facts: Facts) -> tuple[str, str, str] | None:
    """What a program asked of a module or an object that does not have it: the name, whose it should be, and the error message."""
    found = said(
        facts,
        r"cannot import name '(?P<a>\w+)' from (?:partially initialized module )?'(?P<b>[\w.]+)'"
        r"|module '(?P<c>[\w.]+)' has no attribute '(?P<d>\w+)'"
        r"|'?(?P<e>\w+)'? (?:object )?has no attribute '?(?P<f>\w+)'?",
    )
    if found is None:
        return None
    name = found["a"] or found["d"] or found["f"]
    return name, found["b"] or found["c"] or found["e"], found.string
