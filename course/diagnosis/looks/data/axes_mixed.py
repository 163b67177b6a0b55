"""`view` or `reshape` has mixed up two axes."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, called, calls, last_part, nodes, place_of, set_to, stored_in
from course.diagnosis.look import Found, Look
from course.i18n import N_

CHANNELS = ("2", "3", "4")
"""The numbers of channels of images; a single one may stand on any axis."""
MOVED = re.compile(r"transpose\(|permute\(|moveaxis\(|Permute\(|rearrange\(|swapaxes\(")
"""What puts axes into another order."""
SHAPED = ("empty", "ones", "rand", "randn", "reshape", "view", "zeros")
"""The functions that take the lengths of a shape one by one."""


def find(facts: Facts) -> Found | None:
    for call in facts.loss_calls:
        if call.reordered:
            return Found(
                "likely",
                {"shape": str(call.outputs.shape)},
                [
                    (N_("shape of the loss's inputs"), str(call.outputs.shape)),
                    (N_("shape of the labels"), str(call.targets.shape)),
                ],
                call_place(facts, "view", "reshape"),
            )
    if facts.reshaped is not None:
        before, after = str(facts.reshaped.before), str(facts.reshaped.after)
        return Found(
            "likely",
            {"shape": before},
            [(N_("axes of the tensor"), before), (N_("axes that it is given"), after)],
            facts.reshaped.place,
        )
    return exchanged(facts) or channels_moved(facts)


def channels_moved(facts: Facts) -> Found | None:
    """A `reshape` of images to lengths that begin with the channels, where other lines have the same lengths with the channels last."""
    if MOVED.search(facts.source):
        return None
    for call in calls(facts, "reshape", "view"):
        axes = lengths_in(call)
        if len(axes) < 4 or axes[-3] not in CHANNELS:
            continue
        channels, height, width = axes[-3:]
        last = f"{height}, {width}, {channels}"
        if last == ", ".join(axes[-3:]):
            continue
        numbers = height.isdigit() and width.isdigit()
        if (numbers and any(", ".join(each[-3:]) == last for each in shapes(facts))) or made_with(
            facts, ast.unparse(call.func).rpartition(".")[0], last
        ):
            return Found(
                "likely",
                {"shape": f"(…, {last})"},
                [(N_("axes of the tensor"), f"…, {last}"), (N_("axes that it is given"), ", ".join(axes))],
                place_of(facts, call),
            )
    return None


def lengths_in(call: ast.Call) -> list[str]:
    """The lengths that a call is given, one by one or as one shape."""
    shape = call.args[0] if call.args else None
    return [*map(ast.unparse, shape.elts if isinstance(shape, ast.Tuple | ast.List) else call.args)]


def shapes(facts: Facts) -> Iterator[list[str]]:
    """The lengths of what can be a shape: tuples, and what a function that makes an array is given; the sizes of a layer are none."""
    yield from ([*map(ast.unparse, node.elts)] for node in nodes(facts) if isinstance(node, ast.Tuple))
    yield from map(lengths_in, calls(facts, *SHAPED))


def made_with(facts: Facts, name: str, last: str) -> bool:
    """Whether an array of this name is made with these lengths at the end of its shape."""
    parts = (part for value in set_to(facts, name) for part in ast.walk(value))
    shapes = (part for part in parts if isinstance(part, ast.Tuple | ast.List) and len(part.elts) >= 4)
    return any(", ".join(map(ast.unparse, each.elts[-3:])) == last for each in shapes)


def exchanged(facts: Facts) -> Found | None:
    """A `view` or `reshape` to the names that the lengths of the same tensor were given, in another order."""
    functions = [node for node in nodes(facts) if isinstance(node, ast.FunctionDef | ast.Module)]
    for function in functions:
        lengths: dict[str, list[str]] = {}
        measured_as: dict[str, list[str]] = {}
        for node in inside(function):
            for call in (each for each in ast.walk(node) if isinstance(each, ast.Call)):
                of, axes = reshaped(call)
                known = lengths.get(of, [])
                if of and axes != known and sorted(axes) == sorted(known) and len({*known}) > 1 and all(known):
                    return Found(
                        "likely",
                        {"shape": f"({', '.join(known)})"},
                        [
                            (N_("axes of the tensor"), ", ".join(known)),
                            (N_("axes that it is given"), ", ".join(axes)),
                        ],
                        place_of(facts, call),
                    )
            lengths = {name: axes for name, axes in lengths.items() if name not in names_set(node)}
            if not isinstance(node, ast.Assign):
                continue
            for target in node.targets:
                if isinstance(target, ast.Tuple) and (of := measured(node.value)):
                    axes = [last_part(each) for each in target.elts]
                    # measured twice, as in two branches, it is not known which is meant
                    lengths[of] = axes if measured_as.setdefault(of, axes) == axes else []
    return None


def inside(function: ast.FunctionDef | ast.Module) -> Iterator[ast.stmt]:
    """The simple statements of a function, in their order, without those of functions in it."""
    waiting: list[ast.stmt] = list(function.body)
    while waiting:
        node = waiting.pop(0)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        parts = [*getattr(node, "body", ()), *getattr(node, "orelse", ()), *getattr(node, "finalbody", ())]
        if isinstance(node, ast.For):
            # its names are set anew
            parts = [ast.Assign([node.target], node.iter, lineno=node.lineno), *parts]
        if parts:
            waiting = [*parts, *waiting]
        else:
            yield node


def names_set(node: ast.stmt) -> set[str]:
    """The names that a statement sets to something else."""
    if isinstance(node, ast.AugAssign):
        return set()
    return stored_in(node)


def measured(value: ast.expr) -> str:
    """The name of the tensor whose lengths these are, as in `x.shape`, `x.size()` and `tf.shape(x)`; else empty."""
    if isinstance(value, ast.Call) and last_part(value.func) == "shape" and len(value.args) == 1:
        return last_part(value.args[0]) if isinstance(value.args[0], ast.Name) else ""
    call = isinstance(value, ast.Call)
    if isinstance(value, ast.Call) and value.args:
        return ""
    inner = value.func if isinstance(value, ast.Call) else value
    if not isinstance(inner, ast.Attribute) or not isinstance(inner.value, ast.Name):
        return ""
    # the size of a picture, which is no call, is its width and its height
    return inner.value.id if inner.attr == ("size" if call else "shape") else ""


def reshaped(call: ast.Call) -> tuple[str, list[str]]:
    """The name of a tensor that gets another shape, and the names of its new lengths; empty if they are no names."""
    if called(call) not in ("view", "reshape") or not isinstance(call.func, ast.Attribute):
        return "", []
    if any(each.arg == "order" for each in call.keywords):
        return "", []
    given = [*call.args]
    of = call.func.value
    if isinstance(of, ast.Name) and of.id in ("tf", "np", "torch", "ops", "K", "jnp") and given:
        of = given.pop(0)
    if len(given) == 1 and isinstance(given[0], ast.Tuple | ast.List):
        given = [*given[0].elts]
    if not isinstance(of, ast.Name) or not all(isinstance(each, ast.Name) for each in given):
        return "", []
    return of.id, [last_part(each) for each in given]


LOOK = Look(
    name="axes-mixed",
    needs=("source",),
    find=find,
    title=N_("`view` or `reshape` has mixed up two axes"),
    why=N_(
        "A tensor of the shape {shape} was to get its axes in another order. `view` and `reshape` keep the order of the numbers in memory, so that each number stands at a wrong place now: rows are mixed with rows."
    ),
    change=N_(
        "Exchange the axes with `transpose` or `permute`, as in `x.permute(1, 0, 2)`; in TensorFlow with `tf.transpose`. A loss that wants the classes on the second axis gets `logits.transpose(1, 2)`, or `logits.view(-1, classes)` with `labels.view(-1)`."
    ),
    terms=(
        "shape",
        "tensor",
        "logits",
    ),
)
