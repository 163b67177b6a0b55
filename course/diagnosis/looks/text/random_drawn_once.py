"""A function that TensorFlow traces draws its random numbers with NumPy, and so only once."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, calls, is_traced, nodes, place_of
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.collected_in_another_order import first_name
from course.i18n import N_

DRAWN = re.compile(
    r"(?:np|numpy)\.random\.(?!default_rng|RandomState)\w+$|random\.(?:random|uniform|randint|choice|gauss)$"
)
"""The functions that draw numbers outside of TensorFlow."""
MAKING = ("default_rng", "RandomState")
"""What makes a generator of NumPy; one of TensorFlow draws anew each time."""
DATA = re.compile(r"Dataset\b|num_parallel_calls|dataset_from_directory|\.(?:batch|prefetch|repeat|padded_batch)\(")
"""What is in the text of data sets of TensorFlow."""
APART = re.compile(r"py_function|numpy_function|run_eagerly|run_functions_eagerly")
"""What lets Python run for each example all the same."""


def find(facts: Facts) -> Found | None:
    if APART.search(facts.source):
        return None
    functions = {node.name: node for node in nodes(facts) if isinstance(node, ast.FunctionDef)}
    generators = {
        ast.unparse(target)
        for node in nodes(facts)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and called(node.value) in MAKING
        for target in node.targets
    }
    for line, name, function in traced(facts, functions):
        for inside, body in called_in(name, function, functions):
            drawn = drawn_in(body, generators)
            if drawn:
                return Found(
                    "likely",
                    {"function": inside, "call": f"{drawn}(…)"},
                    [
                        (N_("line of code"), f"`{ast.unparse(line).splitlines()[0][-120:]}`"),
                        (N_("drawn inside the function"), f"`{drawn}(…)`"),
                    ],
                    place_of(facts, line),
                )
    return None


def drawn_in(body: ast.AST, generators: set[str]) -> str:
    """What draws numbers in a function outside of TensorFlow; a number for `seed` is only where TensorFlow begins."""
    seeds = {
        id(each)
        for node in ast.walk(body)
        if isinstance(node, ast.keyword) and node.arg == "seed"
        for each in ast.walk(node)
    }
    for node in ast.walk(body):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and id(node) not in seeds:
            words = ast.unparse(node.func)
            if DRAWN.match(words) or ast.unparse(node.func.value) in generators:
                return words
    return ""


def traced(facts: Facts, functions: Mapping[str, ast.FunctionDef]) -> Iterator[tuple[ast.AST, str, ast.AST]]:
    """The functions that TensorFlow traces: where that is said, the name, and the function."""
    made = assigned(facts)
    # a function of Python, and a column of pandas, have another `map`
    for call in calls(facts, "map") if "tf.data" in facts.source else ():
        if not isinstance(call.func, ast.Attribute) or not call.args:
            continue
        name = first_name(call.func.value)
        if not DATA.search(f"{ast.unparse(call)} {ast.unparse(made[name]) if name in made else ''}"):
            continue
        given = call.args[0]
        if isinstance(given, ast.Lambda):
            yield call, "lambda", given
        elif isinstance(given, ast.Name) and given.id in functions:
            yield call, given.id, functions[given.id]
    for function in functions.values():
        if is_traced(function):
            yield function, function.name, function


def called_in(name: str, function: ast.AST, functions: Mapping[str, ast.FunctionDef]) -> Iterator[tuple[str, ast.AST]]:
    """A function, without the line above it that has it traced, and those that it calls by their names."""
    yield name, ast.Module(getattr(function, "body", []), []) if isinstance(function, ast.FunctionDef) else function
    for call in ast.walk(function):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in functions:
            yield call.func.id, functions[call.func.id]


LOOK = Look(
    name="random-drawn-once",
    needs=(),
    find=find,
    title=N_("The random numbers of a traced function are drawn only once"),
    why=N_(
        "TensorFlow runs the Python code of `{function}` only when it traces it, once for inputs of one kind: what `map` of `tf.data` gets is always traced, and so is what has `@tf.function` above it, with all that it calls. So `{call}` gives numbers that are built into the graph: they are the same in every step of every epoch."
    ),
    change=N_(
        "Draw with TensorFlow, as with `tf.random.uniform`, which draws anew each time; or use layers of Keras that do, such as `RandomTranslation` for images. Or draw outside of the traced function, and hand the numbers over as a tensor."
    ),
    terms=("tracing", "epoch"),
)
