"""The value of a state after which nothing comes is added all the same."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, last_part, names_in, nodes, number_of, place_of, scopes, set_to
from course.diagnosis.look import Found, Look
from course.i18n import N_

DISCOUNT = re.compile(r"gamma|discount", re.IGNORECASE)
ENDED = re.compile(
    r"^(?:d|ds|fin|over|ends?|ended|alive|continues?)$|done|termin|finish|mask|final|not_end", re.IGNORECASE
)
"""The names of what says whether an episode has ended."""
NETWORK = re.compile(r"net|critic|target|value|model|online|policy|predict|(?:^|_|\.)[qv](?:\d|_|$)", re.IGNORECASE)
"""What is in the names of networks that say what a state is worth."""
LIBRARY = re.compile(r"\b(?:torch|tensorflow|keras|tf)\b")
SELECTING = ("where", "masked_fill", "masked_fill_", "select")
"""Functions that put something else in the place of some numbers."""
DEEP = 4
"""Through how many names a value is followed."""


def find(facts: Facts) -> Found | None:
    # an environment that is only cut off after some steps has no end
    if not LIBRARY.search(facts.source) or ("truncated" in facts.source and "terminated" not in facts.source):
        return None
    if not knows_ends(facts):
        return None
    for body in [*scopes(facts)][::-1]:
        for node in body:
            value = discounted(node)
            # a table holds 0 for an end by itself
            if value is None or ended_in(node) or not from_a_network(value, body) or used(body, node):
                continue
            if any(isinstance(each, ast.Name) and drawn(each.id, body) for each in factors(node)):
                continue
            if not stored(value, body) or learned(facts, node):
                continue
            return Found(
                "likely",
                {"target": ast.unparse(node)},
                [(N_("what the network shall learn"), f"`{ast.unparse(node)}`")],
                place_of(facts, node),
            )
    return None


def knows_ends(facts: Facts) -> bool:
    """Whether the program has ends: beside the other parts of a step, or as a condition."""
    for node in nodes(facts):
        parts: list[ast.expr] = []
        if isinstance(node, ast.Tuple):
            parts = node.elts
        elif isinstance(node, ast.Call):
            parts = node.args
        # a step has a state and a reward as well
        tested = [node.test] if isinstance(node, ast.If | ast.IfExp | ast.While) else []
        if any(ENDED.search(name) for each in (*(parts if len(parts) > 2 else []), *tested) for name in names_in(each)):
            return True
    return False


def learned(facts: Facts, node: ast.AST) -> bool:
    """Whether what is named like a discount is a weight, or comes from a layer."""
    for part in (each for factor in factors(node) for each in ast.walk(factor)):
        if isinstance(part, ast.Call) and DISCOUNT.search(ast.unparse(part.func)):
            return True
        if isinstance(part, ast.Name | ast.Attribute) and DISCOUNT.search(last_part(part)):
            made = [each for each in set_to(facts, last_part(part)) if isinstance(each, ast.Call)]
            given = [each for call in made for each in call.args]
            if made and not any(
                number_of(facts, each) is not None or DISCOUNT.search(ast.unparse(each)) for each in given
            ):
                return True
    return False


def factors(node: ast.AST) -> list[ast.expr]:
    """The two factors of the product in a sum with one product."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, ast.Add):
        return []
    for each in (node.right, node.left):
        if isinstance(each, ast.BinOp) and isinstance(each.op, ast.Mult):
            return [each.left, each.right]
    return []


def discounted(node: ast.AST) -> ast.expr | None:
    """What is multiplied by the discount and added to a reward; None if nothing is."""
    found = factors(node)
    if not any(DISCOUNT.search(ast.unparse(each)) for each in found):
        return None
    return next((each for each in found if not DISCOUNT.search(ast.unparse(each))), None)


def drawn(name: str, body: list[ast.AST]) -> bool:
    """Whether a discount comes with each row of a batch, where it is 0 at an end."""
    batches = [
        each.targets[0]
        for each in body
        if isinstance(each, ast.Assign)
        and isinstance(each.targets[0], ast.Tuple)
        and not isinstance(each.value, ast.Tuple)
    ]
    return DISCOUNT.search(name) is not None and any(name in map(last_part, each.elts) for each in batches)


def stored(value: ast.expr, body: list[ast.AST]) -> bool:
    """Whether the next states come together with their ends, as far as it can be seen where they come from."""
    names = names_in(value)
    for node in (each for each in body if isinstance(each, ast.Assign) and isinstance(each.targets[0], ast.Name)):
        if ast.unparse(node.targets[0]) in names:
            names |= names_in(node.value)
    tuples = [
        node.targets[0] for node in body if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple)
    ]
    sources = [each for each in tuples if len(each.elts) > 3 and names & {*map(last_part, each.elts)}]
    return not sources or any(ended_in(each) for each in sources)


def ended_in(node: ast.AST) -> bool:
    """Whether a name in it says that an episode has ended."""
    return any(isinstance(each, ast.Name | ast.Attribute) and ENDED.search(last_part(each)) for each in ast.walk(node))


def from_a_network(value: ast.expr, body: list[ast.AST], deep: int = DEEP) -> bool:
    """Whether it comes from a call of a network, through names as well."""
    for each in ast.walk(value):
        if isinstance(each, ast.Call) and NETWORK.search(ast.unparse(each.func).partition("(")[0]):
            return True
    names = names_in(value) if deep else set()
    made = [node.value for node in body if isinstance(node, ast.Assign) and names & names_in(node.targets[0])]
    # also the values alone of what `max` returns, or its first part
    parts = ast.Call | ast.Attribute | ast.Subscript
    return any(isinstance(each, parts) and from_a_network(each, body, deep - 1) for each in made)


def used(body: list[ast.AST], target: ast.AST) -> bool:
    """Whether the ends are used in a calculation, an index or a condition around the target, or before it."""
    names = names_in(target)
    for _ in range(DEEP):
        for node in body:
            if isinstance(node, ast.Assign) and names & names_in(node.targets[0]):
                names |= names_in(node.value)
    loops = [each for loop in body if isinstance(loop, ast.While) for each in ast.walk(loop.test)]
    for node in body:
        if isinstance(node, ast.BinOp | ast.IfExp) and node is not target and ended_in(node):
            return True
        if isinstance(node, ast.IfExp) and is_missing(node.test, names):
            return True
        if isinstance(node, ast.Subscript) and ended_in(node.slice):
            return True
        if isinstance(node, ast.UnaryOp) and ended_in(node.operand) and not any(node is each for each in loops):
            return True
        if isinstance(node, ast.Call) and called(node) in SELECTING and ended_in(node):
            return True
        if isinstance(node, ast.If) and (ended_in(node.test) or is_missing(node.test, names)):
            leaves = isinstance(node.body[-1], ast.Continue | ast.Return)
            # what the target is made of is set where the episode has ended
            sets = any(isinstance(inner, ast.Assign) and names & names_in(inner.targets[0]) for inner in ast.walk(node))
            if leaves or sets or any(inner is target for inner in ast.walk(node)):
                return True
    return False


def is_missing(test: ast.expr, names: set[str]) -> bool:
    """Whether a condition asks if there is a next state at all."""
    return (
        isinstance(test, ast.Compare)
        and isinstance(test.ops[0], ast.Is | ast.IsNot)
        and ast.unparse(test.comparators[0]) == "None"
        and bool(names & names_in(test.left))
    )


LOOK = Look(
    name="end-of-episode-ignored",
    needs=(),
    find=find,
    title=N_("The target counts a future after the end of an episode"),
    why=N_(
        "`{target}` adds what the next state is worth, also where the episode has ended with this step and nothing follows. So the end costs nothing, and all values grow towards the same number."
    ),
    change=N_("Multiply the value of the next state by `1 - done`, so that it counts only where the episode goes on."),
    terms=("step",),
)
