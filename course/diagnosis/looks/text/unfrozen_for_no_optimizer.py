"""Weights are unfrozen after the optimizer was made, which does not have them."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of, scopes
from course.diagnosis.look import Found, Look
from course.i18n import N_

CLASSES = re.compile(r"(?:Adam\w*|SGD|RMSprop|NAdam|RAdam|Adagrad|Adafactor|Lion|LAMB|LBFGS)$")
PARAMETERS = r"\.(?:named_)?(?:parameters|modules|children)\(\)"


def find(facts: Facts) -> Found | None:
    if re.search(r"add_param_group|param_groups(?:\.append|\.extend| \+=)", facts.source):
        return None
    # functions that make an optimizer themselves
    making = {
        node.name
        for node in nodes(facts)
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(each, ast.Call) and CLASSES.match(called(each)) for each in ast.walk(node))
    }
    for scope in scopes(facts):
        made = [
            node
            for node in scope
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and CLASSES.match(called(node.value))
        ]
        if not made:
            continue
        last = max(made, key=lambda each: each.lineno)
        changes = sorted(frozen_or_not(scope), key=lambda each: each[0].lineno)
        given = " ".join(text_in_full(scope, node) for node in made)
        for node, part, free in changes:
            before = [
                free
                for earlier, whole, free in changes
                if earlier.lineno < last.lineno and f"{part}.".startswith(f"{whole}.")
            ]
            if not free or node.lineno <= last.lineno or not goes_on(scope, node, ast.unparse(last.targets[0]), making):
                continue
            if before and not before[-1] and left_out(part, given):
                return Found(
                    "likely",
                    {"part": part, "optimizer": ast.unparse(last.targets[0])},
                    [(N_("line of code"), f"`{ast.unparse(node).splitlines()[-1].strip()}`")],
                    place_of(facts, node),
                )
    return None


def goes_on(scope: list[ast.AST], unfrozen: ast.stmt, optimizer: str, making: set[str]) -> bool:
    """Whether the training goes on with an optimizer after some weights were unfrozen, and with no other one."""
    loops = [
        each
        for each in scope
        if isinstance(each, ast.For | ast.While) and unfrozen in ast.walk(each) and each is not unfrozen
    ]
    inside = {id(each) for loop in loops for each in ast.walk(loop)}
    used = False
    for node in (each for each in scope if isinstance(each, ast.Call)):
        later = node.lineno > unfrozen.lineno
        if later and (CLASSES.match(called(node)) or called(node) in making):
            return False
        given = [ast.unparse(each) for each in (*node.args, *(each.value for each in node.keywords))]
        if (later or id(node) in inside) and (ast.unparse(node.func) == f"{optimizer}.step" or optimizer in given):
            used = True
    return used


def frozen_or_not(scope: list[ast.AST]) -> list[tuple[ast.stmt, str, bool]]:
    """What freezes or unfreezes the weights of a part of a model: the statement, the part, and whether they are free afterwards."""
    found: list[tuple[ast.stmt, str, bool]] = []
    for node in scope:
        if isinstance(node, ast.For):
            over = re.fullmatch(rf"(?P<part>[\w.\[\]:-]+){PARAMETERS}", ast.unparse(node.iter))
            free = {
                each
                for each in map(ast.unparse, node.body)
                if re.fullmatch(r"\w+\.requires_grad(?: = |_\()(?:True|False|)\)?", each)
            }
            if over is not None and len(node.body) == len(free) == 1:
                found.append((node, over["part"], "False" not in free.pop()))
        elif isinstance(node, ast.Expr):
            whole = re.fullmatch(
                r"(?P<part>[\w.\[\]:-]+)\.requires_grad_\((?:True|(?P<off>False)|)\)", ast.unparse(node)
            )
            if whole is not None:
                found.append((node, whole["part"], whole["off"] is None))
    return found


def text_in_full(scope: list[ast.AST], made: ast.Assign) -> str:
    """The arguments of an optimizer, a name among them replaced by what it was set to."""
    assert isinstance(made.value, ast.Call)
    words = [ast.unparse(each) for each in (*made.value.args, *(each.value for each in made.value.keywords))]
    set_to = {
        ast.unparse(node.targets[0]): ast.unparse(node.value)
        for node in scope
        if isinstance(node, ast.Assign) and node.lineno < made.lineno
    }
    return " ".join(set_to.get(each, each) for each in words)


def left_out(part: str, given: str) -> bool:
    """Whether optimizers with these arguments have none of the weights of a part that is frozen then."""
    if re.search(r"\b\w+\.requires_grad\b", given):
        return True
    named = re.findall(rf"(?<![\w.])([\w.]+){PARAMETERS}", given)
    # parts beside the frozen one, of the same model
    return bool(named) and all("." in each and not f"{part}.".startswith(f"{each}.") for each in named)


LOOK = Look(
    name="unfrozen-for-no-optimizer",
    needs=(),
    find=find,
    title=N_("Weights are unfrozen later, and the optimizer does not get them"),
    why=N_(
        "`{part}` is frozen when `{optimizer}` is made, and the optimizer gets only the weights that are not frozen. Later `{part}` is unfrozen, but no new optimizer is made and no group of parameters is added. So these weights get gradients, and no step ever changes them."
    ),
    change=N_(
        'When you unfreeze them, add them to the optimizer: `{optimizer}.add_param_group({{"params": {part}.parameters(), "lr": …}})`. Or make a new optimizer after the line that unfreezes them.'
    ),
    terms=("frozen weight", "optimizer", "gradient"),
)
