"""A function that TensorFlow traces draws its random numbers with NumPy, and so only once."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, calls, nodes, place_of
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.collected_in_another_order import first_name
from course.i18n import N_

DRAWN = re.compile(
    r"(?<![\w.])(?:np|numpy)\.random\.\w+\(|(?<![\w.])random\.(?:random|uniform|randint|choice|gauss)\(|(?<![\w.])rng\.\w+\("
)
"""What draws numbers outside of TensorFlow."""
DATA = re.compile(r"Dataset\b|num_parallel_calls|dataset_from_directory|\.(?:batch|prefetch|repeat|padded_batch)\(")
"""What is in the text of data sets of TensorFlow."""
APART = re.compile(r"py_function|numpy_function|run_eagerly|run_functions_eagerly")
"""What lets Python run for each example all the same."""


def find(facts: Facts) -> Found | None:
    if "tf.data" not in facts.source or APART.search(facts.source):
        return None
    functions = {node.name: node for node in nodes(facts) if isinstance(node, ast.FunctionDef)}
    made = assigned(facts)
    for call in calls(facts, "map"):
        # a function of Python, and a column of pandas, have another `map`
        if not isinstance(call.func, ast.Attribute) or not call.args:
            continue
        name = first_name(call.func.value)
        if not DATA.search(f"{ast.unparse(call)} {ast.unparse(made[name]) if name in made else ''}"):
            continue
        given = call.args[0]
        function: ast.AST | None = functions.get(given.id) if isinstance(given, ast.Name) else given
        if function is None or not isinstance(function, ast.FunctionDef | ast.Lambda):
            continue
        drawn = DRAWN.search(ast.unparse(function))
        if drawn is not None:
            words = given.id if isinstance(given, ast.Name) else "lambda"
            return Found(
                "likely",
                {"function": words, "call": f"{drawn[0]}…)"},
                [(N_("line of code"), f"`{ast.unparse(call)[-120:]}`"), (N_("inside the function"), f"`{drawn[0]}…)`")],
                place_of(facts, call),
            )
    return None


LOOK = Look(
    name="random-drawn-once",
    needs=(),
    find=find,
    title=N_("The random numbers of `map` are drawn only once"),
    why=N_(
        "`map` of `tf.data` runs the Python code of `{function}` only once, when it traces it. So `{call}` gives one number that is built into the graph: every example of every epoch is changed in the same way."
    ),
    change=N_(
        "Draw with TensorFlow, as `tf.random.uniform`, which draws anew for each example; or use the layers of Keras for that, such as `RandomTranslation`."
    ),
    terms=("tracing", "epoch"),
)
