"""Values are taken out of tensors in a function that TensorFlow traces."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, calls, last_part, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

METHODS = ("train_step", "test_step", "update_state", "call")
"""The methods that Keras calls in its traced steps."""
KINDS = ("Model", "Layer", "Metric", "Loss")
"""The last words of the classes that have them."""
WRAPPERS = ("py_function", "numpy_function")


def find(facts: Facts) -> Found | None:
    eager = any(
        word.arg == "run_eagerly" and ast.unparse(word.value) == "True"
        for call in calls(facts, "compile")
        for word in call.keywords
    )
    if (
        eager
        or "run_eagerly = True" in facts.source
        or any(calls(facts, "run_functions_eagerly"))
        or facts.framework != "tf"
    ):
        return None
    for function in traced(facts):
        taken = next((each for each in ast.walk(function) if is_taken(each)), None)
        wrapped = any(isinstance(each, ast.Call) and called(each) in WRAPPERS for each in ast.walk(function))
        if taken is not None and not wrapped:
            return Found(
                "likely",
                {"function": function.name, "code": ast.unparse(taken)},
                [
                    (N_("line of code"), ast.unparse(taken)[:120]),
                    (N_("inside the function"), function.name),
                ],
                place_of(facts, taken),
            )
    return None


def traced(facts: Facts) -> Iterator[ast.FunctionDef]:
    """The functions of the program that TensorFlow or Keras traces."""
    compiled = {
        each.id
        for call in calls(facts, "compile")
        for word in call.keywords
        if word.arg in ("loss", "metrics")
        for each in ast.walk(word.value)
        if isinstance(each, ast.Name)
    }
    for node in nodes(facts):
        # a loop of one's own may call a model as it is
        if (
            facts.way == "keras"
            and isinstance(node, ast.ClassDef)
            and any(last_part(base).endswith(KINDS) for base in node.bases)
        ):
            yield from (each for each in node.body if isinstance(each, ast.FunctionDef) and each.name in METHODS)
        if isinstance(node, ast.FunctionDef):
            marked = any("tf.function" in ast.unparse(each) for each in node.decorator_list)
            if marked or node.name in compiled:
                yield node


def is_taken(node: ast.AST) -> bool:
    """Whether it takes the value out of a tensor: `x.numpy()`."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "numpy"


LOOK = Look(
    name="numpy-in-graph",
    needs=("source",),
    find=find,
    title=N_("The value of a tensor is taken in a function that TensorFlow traces"),
    why=N_(
        "TensorFlow traces `{function}`: it calls the function once with tensors that have no value yet, and makes a graph of what happens to them. So `{code}` ends with an error: such a tensor has no `numpy()`. (The doctor runs without tracing, so it did not meet the error itself.)"
    ),
    change=N_(
        "Calculate with functions of TensorFlow instead, as `tf.argmax` or `tf.reduce_sum`. Or put the code into `tf.py_function`, or compile with `run_eagerly=True`, which is slower."
    ),
    terms=("tracing", "tensor"),
    raises=True,
)
