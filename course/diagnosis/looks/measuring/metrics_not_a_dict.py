"""The function that computes the metrics returns something else than a dictionary."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import keywords, nodes, place_of, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    found = said(facts, r"'([\w.]+)' object (?:does not support item assignment|has no attribute '(?:keys|items)')")
    if found is None or facts.crash is None or facts.crash.library != "transformers" or found[1] == "dict":
        return None
    names = {ast.unparse(each.value) for each in keywords(facts) if each.arg == "compute_metrics"}
    own = [node for node in nodes(facts) if isinstance(node, ast.FunctionDef) and node.name in names]
    if not own:
        return None
    returned = [node for node in ast.walk(own[0]) if isinstance(node, ast.Return)]
    return Found(
        "certain",
        {"function": own[0].name, "kind": found[1]},
        [(N_("error message"), found.string[:160])],
        place_of(facts, returned[-1] if returned else own[0]),
    )


LOOK = Look(
    name="metrics-not-a-dict",
    needs=("crash",),
    find=find,
    title=N_("The function for the metrics does not return a dictionary"),
    why=N_(
        "The Trainer wants a dictionary from `{function}`, with a name for each value, and adds its own values to it, such as the loss. It got a `{kind}`."
    ),
    change=N_('Return a dictionary, such as `{{"accuracy": accuracy}}`.'),
    terms=("Trainer", "metric"),
)
