"""The predictions for tokens are given to words in their order."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for function in nodes(facts):
        if not isinstance(function, ast.FunctionDef):
            continue
        inside = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
        split = [call for call in inside if any(word.arg == "is_split_into_words" for word in call.keywords)]
        if any(called(call) == "word_ids" for call in inside) or not any(called(call) == "argmax" for call in inside):
            continue
        words = {ast.unparse(call.args[0]).strip("[]") for call in split if call.args}
        for call in inside:
            if called(call) == "zip" and len(call.args) == 2 and ast.unparse(call.args[0]) in words:
                return Found(
                    "likely",
                    {"code": ast.unparse(call)},
                    [(N_("line of code"), ast.unparse(call)[:120])],
                    place_of(facts, call),
                )
    return None


LOOK = Look(
    name="tokens-taken-for-words",
    needs=("source",),
    find=find,
    title=N_("The predictions for tokens are given to words in their order"),
    why=N_(
        "The model predicts a label for each token, special tokens and pieces of words included. `{code}` gives the first prediction to the first word, although it belongs to the special token at the start."
    ),
    change=N_(
        "Ask `encoding.word_ids()` which word each token belongs to, and take for each word the prediction of its first token."
    ),
    terms=(
        "token",
        "special token",
        "prediction",
    ),
)
