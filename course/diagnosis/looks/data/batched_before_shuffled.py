"""The batches are shuffled, not the examples."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, calls, chain, enclosing, nodes, origins, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for call in calls(facts, "shuffle"):
        earlier = {called(each) for each in chain(call)}
        if "batch" in earlier and "unbatch" not in earlier and not batched_later(facts, call):
            return Found("possible", {}, [(N_("line of code"), ast.unparse(call)[-120:])], place_of(facts, call))
    return None


def batched_later(facts: Facts, shuffle: ast.Call) -> bool:
    """Whether what was shuffled is made into batches afterwards: then the first batches are its examples, as pieces of a text are."""
    names = {
        ast.unparse(target)
        for node in nodes(facts)
        if isinstance(node, ast.Assign) and any(each is shuffle for each in ast.walk(node.value))
        for target in node.targets
    }
    function = enclosing(facts).get(id(shuffle))
    if function is not None and any(
        isinstance(each, ast.Return) and shuffle in ast.walk(each) for each in ast.walk(function)
    ):
        names.add(function.name)
    for call in calls(facts, "batch", "padded_batch", "ragged_batch"):
        if shuffle in chain(call) or (call.lineno > shuffle.lineno and names & origins(facts, call)):
            return True
    return False


LOOK = Look(
    name="batched-before-shuffled",
    needs=("source",),
    find=find,
    title=N_("The batches are shuffled, not the examples"),
    why=N_(
        "`shuffle` comes after `batch`. So the same examples are together in a batch in every epoch; if the file is sorted by label, each batch has one label."
    ),
    change=N_("Write `data.shuffle(…).batch(…)`."),
    terms=(
        "shuffling",
        "batch",
    ),
)
