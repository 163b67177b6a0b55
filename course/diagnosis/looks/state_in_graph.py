"""A Python variable is changed inside a `tf.function`."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for node in nodes(facts):
        if not isinstance(node, ast.FunctionDef) or not any(
            "tf.function" in ast.unparse(each) for each in node.decorator_list
        ):
            continue
        outer = {name for each in ast.walk(node) if isinstance(each, ast.Nonlocal | ast.Global) for name in each.names}
        for each in ast.walk(node):
            if not isinstance(each, ast.AugAssign):
                continue
            target = ast.unparse(each.target)
            if (target in outer or target.startswith("self.")) and is_read(target, node, facts):
                return Found(
                    "likely",
                    {"target": target, "function": node.name},
                    [
                        (N_("line of code"), ast.unparse(each)[:120]),
                        (N_("inside the function"), f"@tf.function {node.name}"),
                    ],
                    place_of(facts, each),
                )
    return None


def is_read(target: str, function: ast.FunctionDef, facts: Facts) -> bool:
    """Whether something is computed from a variable: in the function itself, or from an attribute in any function.

    Who counts how often a function is traced only prints it, or looks at it outside.
    """
    within: list[ast.AST] = [function]
    if target.startswith("self."):
        within = [each for each in nodes(facts) if isinstance(each, ast.FunctionDef)]
    shown = {
        id(each)
        for one in within
        for node in ast.walk(one)
        if isinstance(node, ast.Assert) or (isinstance(node, ast.Call) and called(node) == "print")
        for each in ast.walk(node)
    }
    return any(
        isinstance(each, ast.Name | ast.Attribute)
        and isinstance(each.ctx, ast.Load)
        and ast.unparse(each) == target
        and id(each) not in shown
        for one in within
        for each in ast.walk(one)
    )


LOOK = Look(
    name="state-in-graph",
    needs=("source",),
    find=find,
    title=N_("A Python variable is changed inside a `tf.function`"),
    why=N_(
        "TensorFlow runs the Python code of `{function}` only when it traces it, once for each kind of inputs. So `{target}` changes once, and everything that was computed from it stays as it was then."
    ),
    change=N_(
        "Keep it in a `tf.Variable`, or compute it outside the function and pass it in as a tensor. For a learning rate, use a schedule."
    ),
    cases=("no-progress-with-warmup",),
    terms=("tracing",),
)
