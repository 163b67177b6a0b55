"""The loss is computed after the gradient tape's block, which does not record it."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from course.diagnosis.facts import Facts
from course.diagnosis.lines import enclosing, last_part, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.training is not None and facts.model is not None
    if facts.model.trainable == 0 or facts.training.reached:
        return None
    # another function may have a tape of the same name, also one that stands beside it in a third
    around = enclosing(facts)
    apart: dict[int, list[ast.AST]] = {}
    for node in nodes(facts):
        apart.setdefault(id(around.get(id(node))), []).append(node)
    for scope in apart.values():
        for block in scope:
            for call in _gradient_calls(scope, block):
                made = _made(scope, call)
                if made is not None and _after(block, call) and _after(block, made):
                    place = place_of(facts, made)
                    return Found(
                        "certain",
                        {"code": place.code, "gradient": ast.unparse(call.func)},
                        [(N_("line of code"), place.code)],
                        place,
                    )
    return None


def _gradient_calls(scope: Sequence[ast.AST], block: ast.AST) -> list[ast.Call]:
    """The calls of `gradient` of the tape that a block opens; none if it opens none."""
    tape = _tape(block) if isinstance(block, ast.With) else ""
    return [
        call
        for call in scope
        if tape
        and isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr == "gradient"
        and last_part(call.func.value) == tape
    ]


def _after(block: ast.AST, node: ast.AST) -> bool:
    """Whether a node begins after the end of a block."""
    return getattr(node, "lineno", 0) > getattr(block, "end_lineno", 0)


def _tape(block: ast.With) -> str:
    """The name of the tape that a block opens; empty if it opens none."""
    for item in block.items:
        if isinstance(item.context_expr, ast.Call) and last_part(item.context_expr.func) == "GradientTape":
            return last_part(item.optional_vars) if item.optional_vars else ""
    return ""


def _made(scope: Sequence[ast.AST], call: ast.Call) -> ast.AST | None:
    """The last line before a call of `gradient` that makes what it is given; the call itself, if it computes that."""
    target = call.args[0] if call.args else None
    if isinstance(target, ast.Call):
        return call
    made = [
        node
        for node in scope
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign)
        and node.lineno < call.lineno
        and any(
            isinstance(name, ast.Name) and isinstance(target, ast.Name) and name.id == target.id
            for each in (node.targets if isinstance(node, ast.Assign) else [node.target])
            for name in ast.walk(each)
        )
    ]
    return max(made, key=lambda node: node.lineno, default=None)


LOOK = Look(
    name="loss-outside-tape",
    needs=("training", "model"),
    find=find,
    title=N_("The loss is computed after the block of `GradientTape`"),
    why=N_(
        "A `GradientTape` records only what is computed inside its `with` block. The line `{code}` computes the loss after the block, so `{gradient}` finds no way from the loss back to the weights, and no parameter of the model has a gradient."
    ),
    change=N_("Move this line into the `with` block. Only `{gradient}` belongs after it."),
    cases=("no-gradients",),
    terms=("GradientTape", "gradient", "loss"),
    raises=True,
)
