"""Going through a batch that is a dictionary gives the names in it."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place, nodes, place_of, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = said(facts, r"'str' object has no attribute '(size|to|shape|dim|device|long|float|view|cuda|ndim|dtype)'")
    if found is None or facts.crash is None:
        return None
    texts = {name for name, words in facts.crash.live.items() if words.startswith("text")}
    for node in nodes(facts):
        names = (
            {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)}
            if isinstance(node, ast.For)
            else set()
        )
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Tuple):
            names = {each.id for each in ast.walk(node.targets[0]) if isinstance(each, ast.Name)}
        if len(names & texts) > 1:
            return Found(
                "certain",
                {"names": ", ".join(sorted(names & texts))},
                [(N_("error message"), found.string[:160])],
                place_of(facts, node),
            )
    return Found(
        "likely",
        {"names": ", ".join(sorted(texts)) or "…"},
        [(N_("error message"), found.string[:160])],
        crash_place(facts),
    )


LOOK = Look(
    name="batch-iterated",
    needs=("crash",),
    find=find,
    title=N_("A batch is taken apart like a tuple, and it is a dictionary"),
    why=N_(
        "The batches are dictionaries. Taking one apart gives the names of its columns, so {names} are texts and no tensors."
    ),
    change=N_(
        'Take the columns by their names: `batch["input_ids"]`, `batch["labels"]`. Or hand over all of them with `model(**batch)`.'
    ),
    terms=("batch", "dictionary", "collator"),
    last=True,
)
