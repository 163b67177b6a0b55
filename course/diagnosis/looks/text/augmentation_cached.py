"""What changes the examples at random does so once, and is then kept."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, chain, nodes, place_of
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.text.rows_left_in_evaluation import MEASURING
from course.i18n import N_

AT_RANDOM = re.compile(
    r"image\.(?:stateless_)?random_|\bRandom[A-Z]\w+\(|\brandom\.(?:normal|uniform|truncated_normal)\(|random_(?:flip|crop|rotation|zoom)"
)
"""What is in the text of functions that change examples at random."""


def find(facts: Facts) -> Found | None:
    functions = {node.name: without_docstring(node) for node in nodes(facts) if isinstance(node, ast.FunctionDef)}
    texts = {**{name: ast.unparse(value) for name, value in assigned(facts).items()}, **functions}
    changed: dict[str, ast.Call] = {}
    statements = (node for node in nodes(facts) if isinstance(node, ast.Assign | ast.Return | ast.Expr))
    for node in sorted(statements, key=lambda each: each.lineno):
        value, before = node.value, None
        if isinstance(value, ast.Call):
            steps = [value, *chain(value)][::-1]
            before = changed.get(ast.unparse(steps[0].func.value) if isinstance(steps[0].func, ast.Attribute) else "")
            for step in steps:
                # what is made of numbers alone is no example that was there before
                if (
                    called(step) == "map"
                    and step.args
                    and random_in(step.args[0], texts)
                    and called(steps[0]) != "range"
                ):
                    before = step
                elif called(step) == "cache" and before is not None and not for_evaluation(node):
                    return told(facts, before, step)
        if isinstance(node, ast.Assign):
            for target in node.targets:
                changed.pop(ast.unparse(target), None)
                if before is not None:
                    changed[ast.unparse(target)] = before
    return None


def without_docstring(function: ast.FunctionDef) -> str:
    body = function.body[1:] if ast.get_docstring(function) is not None else function.body
    return "\n".join(map(ast.unparse, body))


def for_evaluation(node: ast.stmt) -> bool:
    """Whether a statement makes data for an evaluation, whose noise may be the same each time."""
    return isinstance(node, ast.Assign) and any(MEASURING.search(ast.unparse(each)) for each in node.targets)


def random_in(function: ast.expr, texts: dict[str, str]) -> bool:
    """Whether a function changes examples at random, by its text or those of what it uses."""
    words = ast.unparse(function)
    if "training=False" in words:
        return False
    used = [text for name, text in texts.items() if name.isidentifier() and re.search(rf"\b{name}\b", words)]
    inner = [text for name, text in texts.items() if any(re.search(rf"\b{re.escape(name)}\(", each) for each in used)]
    # of what comes from elsewhere only the name is known
    unknown = not used and re.search(r"augment", words, re.IGNORECASE) is not None
    return unknown or any(AT_RANDOM.search(each) for each in (words, *used, *inner))


def told(facts: Facts, made: ast.Call, cached: ast.Call) -> Found:
    """What is said of a call of `cache` that follows one of `map`."""
    words = ast.unparse(made.args[0])
    return Found(
        "likely",
        {"function": words if len(words) < 40 else "map(…)"},
        [(N_("what changes the examples"), f"`map({words})`"), (N_("called after it"), "`cache()`")],
        place_of(facts, cached),
    )


LOOK = Look(
    name="augmentation-cached",
    needs=(),
    find=find,
    title=N_("Each epoch sees the same augmented examples"),
    why=N_(
        "`{function}` changes the examples at random, and `cache()` comes after it. So each example is changed once, in the first epoch, and every later epoch reads that one version again: the augmentation adds nothing."
    ),
    change=N_("Call `cache()` before the `map` that changes examples at random."),
    terms=("epoch", "example"),
)
