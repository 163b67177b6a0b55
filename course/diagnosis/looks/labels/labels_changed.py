"""Examples and labels do not belong together any more."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping

from course.diagnosis.facts import Facts
from course.diagnosis.lines import blocks, call_place, called, calls, gone_through, last_part, names_in, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

DRAWING = ("permutation", "randperm", "shuffle", "sample")
"""The functions that draw an order."""
INPUTS = re.compile(r"^(?:x|images?|texts?|sentences|features|inputs?)(?:_?tr(?:ain)?|a|0|1)?$", re.IGNORECASE)
LABELS = re.compile(r"^(?:y|labels?|targets?|tags)(?:_?tr(?:ain)?|a|0|1)?$", re.IGNORECASE)
"""The names of inputs and of labels."""
SEEDED = re.compile(r"seed|state|default_rng\(.|Random\(.|Generator\(.", re.IGNORECASE)
"""What statements have in them that say in which order is drawn."""
GUESSED = re.compile(r"kmeans|cluster|pseudo", re.IGNORECASE)
"""What programs have in them that make their labels anew."""
SHARE = 0.2
"""The share of the rows that must come again with another label."""
ANEW = 2 / 3
"""The same as a share of those that would have another label by chance: labels that mostly stay are votes of several people, or noise."""
FEWEST = 32
"""How many rows must come again."""


def find(facts: Facts) -> Found | None:
    place = call_place(facts, "shuffle", "from_dict", "permutation")
    changed, rows = (facts.data.changed, facts.data.compared) if facts.data is not None else (None, 0)
    # where most of the labels stay, some were replaced on purpose, as noise or because they were wrong
    if changed and changed >= rows / 3:
        evidence = [
            (N_("examples with another label than the same text in the file"), changed),
            (N_("examples that could be compared"), rows),
        ]
        return Found("likely", {}, evidence, place)
    again, changed = (facts.training.again, facts.training.relabelled) if facts.training is not None else (0, 0)
    by_chance = facts.training.by_chance if facts.training is not None else 0.0
    if again >= FEWEST and changed >= max(SHARE * again, ANEW * by_chance) and not GUESSED.search(facts.source):
        evidence = [
            (N_("examples that had another label when they came again"), changed),
            (N_("examples that came again"), again),
        ]
        return Found("likely", {}, evidence, place)
    return shuffled_apart(facts) or only_inputs_shuffled(facts)


def only_inputs_shuffled(facts: Facts) -> Found | None:
    """Inputs that came together with their labels are shuffled, and the labels are left in their order."""
    statements = sorted((node for node in nodes(facts) if isinstance(node, ast.stmt)), key=lambda node: node.lineno)
    orders = {name: each for each in statements for name in names_set(each) if draws_order(each)}
    for statement in statements:
        name = shuffled(statement) or ordered(statement, orders)
        # columns may be shuffled, and pandas goes by the index
        if (
            not INPUTS.search(name)
            or ".index" in facts.source
            or re.search(r"(:|\.\.\.), ", ast.unparse(statement))
            or "sample" in ast.unparse(statement)
        ):
            continue
        earlier = [each for each in statements if each.lineno < statement.lineno and name in names_set(each)]
        labels = [each for each in (names_set(earlier[-1]) if earlier else ()) if LABELS.search(each)]
        others = [each for each in statements if each is not statement and each not in earlier]
        if not labels or any(touches(each, labels[0], orders) for each in others):
            continue
        uses = re.compile(rf"\b{labels[0]}\b")
        simple = [each for each in others if not hasattr(each, "body")]
        if any(each.lineno > statement.lineno and uses.search(ast.unparse(each)) for each in simple):
            rows = [(N_("shuffled"), f"`{ast.unparse(statement)[:120]}`"), (N_("not shuffled"), f"`{labels[0]}`")]
            return Found("likely", {}, rows, place_of(facts, statement))
    return None


def draws_order(statement: ast.stmt) -> bool:
    """Whether a statement draws an order of places, and nothing else."""
    value = getattr(statement, "value", None)
    return (
        isinstance(statement, ast.Assign)
        and isinstance(value, ast.Call)
        and called(value) in ("permutation", "randperm")
    )


def ordered(statement: ast.stmt, orders: Mapping[str, ast.stmt]) -> str:
    """The name that a statement puts into such an order; empty if it does not."""
    found = re.fullmatch(r"(\w+) = \1\[(\w+)\]", ast.unparse(statement)) if isinstance(statement, ast.Assign) else None
    return found[1] if found is not None and found[2] in orders else ""


def touches(statement: ast.stmt, labels: str, orders: Mapping[str, ast.stmt]) -> bool:
    """Whether a statement may put labels into an order, or gives the name another meaning."""
    if labels in names_set(statement):
        return True
    words = ast.unparse(statement) if not hasattr(statement, "body") else ""
    drawing = any(f"{each}(" in words for each in DRAWING) or any(f"[{name}" in words for name in orders)
    return drawing and re.search(rf"\b{labels}\b", words) is not None


def names_set(statement: ast.stmt) -> list[str]:
    """The names that a statement gives a value to."""
    if not isinstance(statement, ast.Assign):
        return []
    return [each.id for target in statement.targets for each in ast.walk(target) if isinstance(each, ast.Name)]


def shuffled_apart(facts: Facts) -> Found | None:
    """Inputs and labels are shuffled one after the other, each in an order of its own."""
    for block in blocks(facts):
        before: ast.stmt | None = None
        for statement in block:
            name = shuffled(statement)
            if SEEDED.search(ast.unparse(statement)) or (not name and assigned(statement)):
                # with the same seed, the order is the same
                before = None
            elif LABELS.search(name) and before is not None and not is_domain(facts, name):
                return Found(
                    "likely",
                    {},
                    [
                        (N_("shuffled first"), f"`{ast.unparse(before)[:120]}`"),
                        (N_("shuffled in another order"), f"`{ast.unparse(statement)[:120]}`"),
                    ],
                    place_of(facts, statement),
                )
            elif INPUTS.search(name):
                before = statement
    return None


def is_domain(facts: Facts, name: str) -> bool:
    """Whether a model is called with nothing but the labels: then they are inputs of their own, as one of two domains without pairs."""
    models = {
        ast.unparse(call.func.value) for call in calls(facts, "parameters") if isinstance(call.func, ast.Attribute)
    }
    names = {name}
    for loop in nodes(facts):
        if isinstance(loop, ast.For):
            over, target = gone_through(loop), loop.target
            pairs = [(target, over)]
            if isinstance(over, ast.Call) and called(over) == "zip" and isinstance(target, ast.Tuple):
                pairs = [*zip(target.elts, over.args, strict=False)]
            names |= {each for one, other in pairs if names & names_in(other) for each in names_in(one)}
    return any(
        ast.unparse(call.func) in models and len(call.args) == 1 and last_part(call.args[0]) in names
        for call in nodes(facts)
        if isinstance(call, ast.Call)
    )


def assigned(statement: ast.stmt) -> bool:
    """Whether a statement gives inputs or labels a new value."""
    names = [last_part(each) for each in statement.targets] if isinstance(statement, ast.Assign) else []
    return any(INPUTS.search(each) or LABELS.search(each) for each in names)


def shuffled(statement: ast.stmt) -> str:
    """The name of what a statement shuffles in an order that it draws itself; empty if it does not."""
    value = getattr(statement, "value", None)
    if (
        isinstance(statement, ast.Expr)
        and isinstance(value, ast.Call)
        and called(value) == "shuffle"
        and len(value.args) == 1
    ):
        return last_part(value.args[0])
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1 or value is None:
        return ""
    name = last_part(statement.targets[0])
    within = [
        each
        for each in ast.walk(value)
        if isinstance(each, ast.Call)
        and called(each) in DRAWING
        and (called(each) != "sample" or any(keyword.arg == "frac" for keyword in each.keywords))
    ]
    same = any(last_part(each) == name for each in ast.walk(value))
    return name if within and same and name else ""


LOOK = Look(
    name="labels-changed",
    needs=("source",),
    find=find,
    title=N_("Examples and labels do not belong together any more"),
    why=N_(
        "Training examples have other labels than the same examples had in the data that were loaded, or when they were trained on before. That happens if examples and labels are shuffled or selected separately."
    ),
    change=N_(
        "Keep each example and its label in one row, and shuffle the rows; or shuffle both with the same permutation: `order = rng.permutation(len(y))`, `x[order]`, `y[order]`."
    ),
    cases=("loss-stays-at-a-guess",),
    terms=("shuffling", "label"),
)
