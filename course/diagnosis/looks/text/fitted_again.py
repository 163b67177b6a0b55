"""What was fitted to the training data is fitted once more to others."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, calls, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

OTHERS = re.compile(r"(?<![a-z])(?:tests?|val|valid|validation|dev|eval|holdout|unseen)(?![a-z])", re.IGNORECASE)
"""What is in the names of data that a model is not trained on."""
TEXT = re.compile(r"'[^']*'|\"[^\"]*\"")
"""A text in the source, such as the name of a column."""
WITHOUT_TRANSFORM = re.compile(r"tsne|mds|spectral", re.IGNORECASE)
"""What has no `transform`."""
PREDICTING = re.compile(r"predict|infer|classif|forecast|score|serve|answer", re.IGNORECASE)
"""What is in the names of functions that use a model after its training."""
TRAINING = re.compile(r"train|fit|cross", re.IGNORECASE)
"""How the names of functions begin that train."""
ONE_BY_ONE = re.compile(r"subject|record|window|session|patient|person", re.IGNORECASE)
"""What may be scaled for itself."""
USING = ("predict", "evaluate")
"""The methods of a model that was trained."""
FITTING = ("fit_transform", "adapt", "fit_on_texts")
"""The methods that fit what prepares data, and not a model."""


def find(facts: Facts) -> Found | None:
    return twice(facts) or in_a_function(facts) or when_predicting(facts) or another(facts) or made_to_predict(facts)


def twice(facts: Facts) -> Found | None:
    """The same object is fitted to training data, and then to others."""
    fitted: dict[str, str] = {}
    for call in sorted(calls(facts, *FITTING), key=lambda each: each.lineno):
        if not isinstance(call.func, ast.Attribute) or not call.args:
            continue
        owner, data = ast.unparse(call.func.value), ast.unparse(call.args[0])
        # a call in place of a name is a new one each time
        if "(" in owner or WITHOUT_TRANSFORM.search(owner):
            continue
        before = fitted.setdefault(owner, data)
        # at the end, a model may be trained on both
        if before != data and others_than(before, data) and not names(before) & names(data):
            return told(facts, call, before, data)
    return None


def when_predicting(facts: Facts) -> Found | None:
    """What was fitted outside of functions is fitted again in one that predicts."""
    inside = functions_around(facts)
    fitting = [each for each in calls(facts, *FITTING) if isinstance(each.func, ast.Attribute) and each.args]
    first = {ast.unparse(each.func): ast.unparse(each.args[0]) for each in fitting if id(each) not in inside}
    for call in fitting:
        function, data = inside.get(id(call)), ast.unparse(call.args[0])
        before = first.get(ast.unparse(call.func))
        if function is None or before is None or not PREDICTING.search(function.name):
            continue
        owner = ast.unparse(call.func).rpartition(".")[0]
        if (
            not calls_one(function, "fit", "train", "compile")
            and not TRAINING.match(function.name)
            and owner not in set_in(function)
        ):
            return told(facts, call, before, data)
    return None


def another(facts: Facts) -> Found | None:
    """A second object that was made like the first is fitted to data that the trained model shall predict from."""
    makers = makers_in(nodes(facts))
    # a function of the program gets more than data
    using = [call for call in calls(facts, *USING) if isinstance(call.func, ast.Attribute)]
    predicted = " ".join(ast.unparse(each) for call in using for each in call.args)
    fitted: dict[str, tuple[str, str]] = {}
    for call in sorted(calls(facts, *FITTING), key=lambda each: each.lineno):
        if not isinstance(call.func, ast.Attribute) or not call.args:
            continue
        owner, data = ast.unparse(call.func.value), ast.unparse(call.args[0])
        maker = makers.get(owner)
        if maker is None:
            continue
        first, before = fitted.setdefault(maker, (owner, data))
        used = owner in names(predicted) and first not in names(predicted)
        if first != owner and (used or others_than(before, data)) and not names(before) & names(data):
            return told(facts, call, before, data)
    return None


def made_to_predict(facts: Facts) -> Found | None:
    """A function that predicts makes an object anew and fits it, as it was made and fitted elsewhere for the training."""
    fitted = [each for each in calls(facts, *FITTING) if isinstance(each.func, ast.Attribute) and each.args]
    for function in functions_of(facts):
        inside = {id(each) for each in ast.walk(function)}
        if not calls_one(function, *USING) or calls_one(function, "fit", "compile"):
            continue
        makers = makers_in(ast.walk(function))
        others = makers_in(node for node in nodes(facts) if id(node) not in inside)
        for call in fitted:
            maker = makers.get(owner_of(call)) if id(call) in inside else None
            before = next(
                (each for each in fitted if id(each) not in inside and others.get(owner_of(each)) == maker), None
            )
            if maker is not None and before is not None:
                return told(facts, call, ast.unparse(before.args[0]), ast.unparse(call.args[0]))
    return None


def owner_of(call: ast.Call) -> str:
    """What a method is called on."""
    return ast.unparse(call.func.value) if isinstance(call.func, ast.Attribute) else ""


def makers_in(found: Iterable[ast.AST]) -> dict[str, str]:
    """The names that are set to what a call makes, each with the call."""
    return {
        ast.unparse(node.targets[0]): ast.unparse(node.value)
        for node in found
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and len(node.targets) == 1
    }


def told(facts: Facts, call: ast.Call, before: str, later: str) -> Found:
    """What is said of a call that fits to other data than an earlier one."""
    return Found(
        "likely",
        {"name": ast.unparse(call.func).rpartition(".")[0], "method": called(call)},
        [(N_("fitted first to"), f"`{before}`"), (N_("and then to"), f"`{later}`")],
        place_of(facts, call),
    )


def names(expression: str) -> set[str]:
    """The names in an expression, with their parts."""
    return {*re.findall(r"(?<![\w.])[A-Za-z_][\w.]*", TEXT.sub("", expression))}


def set_in(function: ast.FunctionDef) -> set[str]:
    """The names that a function gives a value."""
    targets = (target for node in ast.walk(function) if isinstance(node, ast.Assign) for target in node.targets)
    return {ast.unparse(each) for each in targets}


def in_a_function(facts: Facts) -> Found | None:
    """A function fits such an object, made there or outside, and it is called with training data and with others."""
    inside = functions_around(facts)
    for function in functions_of(facts):
        given_always = function.args.args[: len(function.args.args) - len(function.args.defaults)]
        parameters = {each.arg for each in given_always} - {"self"}
        # with an option it may fit or not, and what gets several data may fit to one and prepare the others
        if len(parameters) != 1 or function.args.vararg or any(isinstance(each, ast.If) for each in ast.walk(function)):
            continue
        # a model that is made anew has a scaler of its own
        if calls_one(function, "compile", "fit", "Sequential", "Model"):
            continue
        for call in (each for each in ast.walk(function) if isinstance(each, ast.Call) and called(each) in FITTING):
            owner = call.func.value if isinstance(call.func, ast.Attribute) else None
            if not isinstance(owner, ast.Name) or owner.id in parameters or not call.args:
                continue
            if not {each.id for each in ast.walk(call.args[0]) if isinstance(each, ast.Name)} & made_of(
                function, parameters
            ):
                continue
            uses = sorted(calls(facts, function.name), key=lambda each: each.lineno)
            given = [ast.unparse(each.args[0]) for each in uses if each.args]
            later = next((each for each in given[1:] if others_than(given[0], each)), None)
            if later is not None and not ONE_BY_ONE.search(later) and not names(given[0]) & names(later):
                return told(facts, call, given[0], later)
            # the data may have the same name in the function that trains and in the one that measures
            around = [inside[id(each)] for each in uses if id(each) in inside]
            trains = next((each.name for each in around if calls_one(each, "fit")), None)
            measures = next(
                (each.name for each in around if calls_one(each, *USING) and not calls_one(each, "fit")), None
            )
            if trains is not None and measures is not None:
                return told(facts, call, trains, measures)
    return None


def made_of(function: ast.FunctionDef, given: set[str]) -> set[str]:
    """Some names in a function, and those of what it makes of them."""
    found = {*given}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and found & {
            each.id for each in ast.walk(node.value) if isinstance(each, ast.Name)
        }:
            found |= {each.id for target in node.targets for each in ast.walk(target) if isinstance(each, ast.Name)}
    return found


def functions_of(facts: Facts) -> list[ast.FunctionDef]:
    """The functions and methods of the program."""
    return [node for node in nodes(facts) if isinstance(node, ast.FunctionDef)]


def functions_around(facts: Facts) -> dict[int, ast.FunctionDef]:
    """The innermost function around each node that is in one, by the node's identity."""
    return {id(each): function for function in functions_of(facts) for each in ast.walk(function)}


def calls_one(function: ast.FunctionDef, *methods: str) -> bool:
    """Whether a function calls one of these methods."""
    return any(isinstance(each, ast.Call) and called(each) in methods for each in ast.walk(function))


def others_than(first: str, later: str) -> bool:
    """Whether the second of two expressions names data that a model is not trained on, and the first does not."""
    return OTHERS.search(TEXT.sub("", later)) is not None and OTHERS.search(TEXT.sub("", first)) is None


LOOK = Look(
    name="fitted-again",
    needs=(),
    find=find,
    title=N_("What was fitted to the training data is fitted again to others"),
    why=N_(
        "`{method}` of `{name}` is called once for the training data and once more for others. The second call forgets the first: words, categories or means are then those of the other data, so the same number means something else to the model, or there are more or fewer columns."
    ),
    change=N_(
        "Fit it once, to the training data. For all other data, use what was fitted: `{name}.transform(…)`, or the adapted layer itself."
    ),
    terms=("feature", "test set", "training set"),
    raises=True,
)
