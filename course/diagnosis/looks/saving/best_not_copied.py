"""The best weights are not copied, so the training changes them."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import blocks, called, calls, enclosing, names_in, nodes, pairs_of, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for kept_one in calls(facts, "append"):
        given = kept_one.args[0] if kept_one.args else None
        if (
            not isinstance(given, ast.Call)
            or called(given) != "state_dict"
            or not isinstance(kept_one.func, ast.Attribute)
            or any(made_anew(facts, given, loop) for loop in loops_around(facts, kept_one)[:1])
        ):
            continue
        several = ast.unparse(kept_one.func.value)
        for loop in nodes(facts):
            if not isinstance(loop, ast.For) or several not in ast.unparse(loop.iter):
                continue
            loads = [
                each for each in ast.walk(loop) if isinstance(each, ast.Call) and called(each) == "load_state_dict"
            ]
            if any(each.args and ast.unparse(each.args[0]) in names_in(loop.target) for each in loads):
                return Found(
                    "likely",
                    {"name": several},
                    [
                        (N_("where they are kept"), ast.unparse(kept_one)[:120]),
                        (N_("where they are loaded"), ast.unparse(loads[0])[:120]),
                    ],
                    place_of(facts, kept_one),
                )
    for body in nodes(facts):
        if not isinstance(body, ast.For | ast.While | ast.ClassDef):
            continue
        inside = {id(node) for node in ast.walk(body)}
        kept: dict[str, ast.Assign] = {}
        for choice in (each for each in ast.walk(body) if isinstance(each, ast.If)):
            better = any(isinstance(each, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for each in ast.walk(choice.test))
            for node in ast.walk(choice):
                if (
                    isinstance(node, ast.Assign)
                    and isinstance(node.value, ast.Call)
                    and called(node.value) == "state_dict"
                    and not made_anew(facts, node.value, body)
                    and not ends(facts, node, body)
                ):
                    # in a class, what is kept is part of an object, which has another name outside
                    kept |= {
                        name_of(each): node
                        for each in node.targets
                        if isinstance(each, ast.Attribute if isinstance(body, ast.ClassDef) else ast.Name)
                        and (better or isinstance(each, ast.Name))
                    }
        for call in calls(facts, "load_state_dict"):
            name = name_of(call.args[0]) if call.args else ""
            # weights that are loaded in the same loop are another model's: a teacher's, or those of a network that lags behind
            elsewhere = id(call) not in inside or isinstance(body, ast.ClassDef)
            if (
                name in kept
                and elsewhere
                and isinstance(call.args[0], ast.Name | ast.Attribute)
                and not set_again(facts, kept[name], call)
            ):
                return Found(
                    "likely",
                    {"name": ast.unparse(call.args[0])},
                    [
                        (N_("where they are kept"), ast.unparse(kept[name])[:120]),
                        (N_("where they are loaded"), ast.unparse(call)[:120]),
                    ],
                    place_of(facts, kept[name]),
                )
    return None


def loops_around(facts: Facts, node: ast.AST) -> list[ast.For | ast.While]:
    """The loops that a node is in, the innermost first."""
    found = [
        each
        for each in nodes(facts)
        if isinstance(each, ast.For | ast.While) and any(inner is node for inner in ast.walk(each))
    ]
    return found[::-1]


def made_anew(facts: Facts, state: ast.Call, body: ast.AST) -> bool:
    """Whether each pass of a loop has a model of its own whose weights are asked for: what the loop goes through, or what a call made of no older model."""
    if not isinstance(state.func, ast.Attribute) or not isinstance(body, ast.For | ast.While):
        return False
    asked = parts(state.func.value)
    if isinstance(body, ast.For) and asked & parts(body.target):
        return True
    trained = {
        ast.unparse(call.func.value) for call in calls(facts, "parameters") if isinstance(call.func, ast.Attribute)
    }
    made = [
        (parts(target), value)
        for node in ast.walk(body)
        if isinstance(node, ast.Assign) and node.lineno < state.lineno
        for target, value in pairs_of(node)
    ]
    new: set[str] = set()
    for targets, value in made:
        if isinstance(value, ast.Call) and not parts(value) & (trained - new):
            new |= targets
    return bool(asked & new)


def parts(node: ast.AST) -> set[str]:
    """The names in an expression, with and without what is asked of them."""
    return {ast.unparse(each) for each in ast.walk(node) if isinstance(each, ast.Name | ast.Attribute)}


def ends(facts: Facts, kept: ast.stmt, body: ast.AST) -> bool:
    """Whether a loop comes to its end right after the weights were kept."""
    if [*loops_around(facts, kept)[:1]] != [body]:
        return False
    for block in blocks(facts):
        if kept in block:
            return any(isinstance(each, ast.Break | ast.Return) for each in block[block.index(kept) :])
    return False


def set_again(facts: Facts, kept: ast.Assign, load: ast.Call) -> bool:
    """Whether the name of the weights means something else by the time that they are loaded."""
    around = enclosing(facts)
    homes = [around.get(id(each)) for each in (kept, load)]
    name = ast.unparse(load.args[0])
    return any(
        isinstance(node, ast.Assign)
        and kept.lineno < node.lineno < load.lineno
        and around.get(id(node)) in homes
        and any(ast.unparse(target) == name and not is_state(value) for target, value in pairs_of(node))
        for node in nodes(facts)
    )


def is_state(node: ast.expr) -> bool:
    """Whether it is the weights of a model themselves."""
    return isinstance(node, ast.Call) and called(node) == "state_dict"


def name_of(node: ast.expr) -> str:
    """The name of a variable, or that of an attribute with a dot before it."""
    return f".{node.attr}" if isinstance(node, ast.Attribute) else ast.unparse(node)


LOOK = Look(
    name="best-not-copied",
    needs=("source",),
    find=find,
    title=N_("The best weights are not copied, so the training changes them"),
    why=N_(
        "`state_dict()` returns the weights themselves, not a copy. While the training goes on, `{name}` changes with the model, so that at the end it holds the last weights, not the best."
    ),
    change=N_("Copy them: `copy.deepcopy(model.state_dict())`, or save them to a file."),
    terms=(
        "weight",
        "checkpoint",
    ),
)
