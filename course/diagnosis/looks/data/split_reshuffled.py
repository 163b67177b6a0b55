"""Training and validation set are parts of a data set of TensorFlow that is shuffled anew for each pass."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, called, chain, place_of, scopes
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if facts.settings is None or not facts.settings.reshuffled:
        return split_in_text(facts)
    return Found(
        "certain",
        {},
        [("`reshuffle_each_iteration`", "True"), (N_("data sets made from it"), "`x`, `validation_data`")],
        call_place(facts, "shuffle"),
    )


def split_in_text(facts: Facts) -> Found | None:
    """A data set that a line shuffles anew for each pass, and others split with `take` and `skip`, for a loop of the program's own; streams of 🤗 Datasets keep their order."""
    if facts.framework != "tf":
        return None
    for body in scopes(facts):
        parts: dict[str, set[str]] = {}
        for call in (node for node in body if isinstance(node, ast.Call) and called(node) in ("take", "skip")):
            if isinstance(call.func, ast.Attribute):
                parts.setdefault(ast.unparse(call.func.value), set()).add(called(call))
        for node in (each for each in body if isinstance(each, ast.Assign)):
            name = ast.unparse(node.targets[0])
            if parts.get(name) != {"take", "skip"} or not isinstance(node.value, ast.Call):
                continue
            made = [node.value, *chain(node.value)]
            shuffled = next((each for each in made if called(each) == "shuffle"), None)
            # what is kept in memory after it was shuffled stays in its order
            if shuffled is None or any(called(each) == "cache" for each in made[: made.index(shuffled)]):
                continue
            if not any(
                each.arg == "reshuffle_each_iteration" and ast.unparse(each.value) == "False"
                for each in shuffled.keywords
            ):
                return Found(
                    "likely",
                    {},
                    [
                        ("`reshuffle_each_iteration`", "True"),
                        (N_("data sets made from it"), f"`{name}.take(…)`, `{name}.skip(…)`"),
                    ],
                    place_of(facts, shuffled),
                )
    return None


LOOK = Look(
    name="split-reshuffled",
    needs=(),
    find=find,
    title=N_("The split is drawn anew in each epoch, so the validation set has been trained on"),
    why=N_(
        "`shuffle` stands before the data set is split by `take` and `skip`, and it shuffles anew for each pass. So in each epoch other rows belong to the validation set, and most of them were in the training set before. The score is too good."
    ),
    change=N_(
        "Split first, and shuffle only the training set. Or keep one order: `shuffle(…, seed=…, reshuffle_each_iteration=False)`."
    ),
    terms=("shuffling", "split", "validation set"),
)
