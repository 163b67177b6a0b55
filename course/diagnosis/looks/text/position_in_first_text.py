"""A position in the second text of a pair is looked up in the first."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

QUESTION, CONTEXT = (
    re.compile(r"question|query", re.IGNORECASE),
    re.compile(r"context|passage|paragraph|document", re.IGNORECASE),
)


def find(facts: Facts) -> Found | None:
    pairs = [
        node
        for node in nodes(facts)
        if isinstance(node, ast.Call)
        and len(node.args) >= 2
        and QUESTION.search(ast.unparse(node.args[0]))
        and CONTEXT.search(ast.unparse(node.args[1]))
    ]
    if not pairs:
        return None
    for call in calls(facts, "char_to_token"):
        if len(call.args) < 3 and not any(each.arg == "sequence_index" for each in call.keywords):
            words = ast.unparse(call)
            return Found("likely", {"call": words}, [(N_("looked up"), f"`{words}`")], place_of(facts, call))
    return None


LOOK = Look(
    name="position-in-first-text",
    needs=(),
    find=find,
    title=N_("The position of the answer is looked up in the question"),
    why=N_(
        "The tokenizer gets the question first and the context second, and `{call}` counts the characters of the first text. So it gives a token of the question, or none."
    ),
    change=N_("Add `sequence_index=1`: the position is counted in the second text."),
    terms=("tokenizer", "token"),
)
