"""The first piece of each word is trained, and the prediction of its last piece is read."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import called, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

FIRST_ALONE = re.compile(
    r"!= *(?:self\.)?(?:prev|last|before|current|old)\w*|(?:prev|last|before|current|old)\w* *!=|== *(?:prev|last|before|current|old)\w*"
)
"""How programs ask whether a piece is the first of its word."""
PREDICTED = re.compile(r"argmax|pred|best|logit|tag|label|prob", re.IGNORECASE)


def find(facts: Facts) -> Found | None:
    if "word_ids" not in facts.source or not FIRST_ALONE.search(facts.source):
        return None
    for node in nodes(facts):
        if isinstance(node, ast.DictComp) and len(node.generators) == 1:
            loop = node.generators[0]
            word = word_of(loop.target, loop.iter)
            if word and ast.unparse(node.key) == word and PREDICTED.search(ast.unparse(node.value)):
                return found(facts, node, ast.unparse(node.value))
        if isinstance(node, ast.For):
            word = word_of(node.target, node.iter)
            set_to = overwritten(node, word) if word else None
            if set_to is not None:
                return found(facts, set_to, ast.unparse(set_to.value))
    return None


def found(facts: Facts, node: ast.AST, value: str) -> Found:
    return Found("likely", {"value": value}, [(N_("kept for a word"), f"`{value}`")], place_of(facts, node))


def word_of(target: ast.expr, over: ast.expr) -> str:
    """The name that holds the number of a word in a loop over the words of pieces; empty if it is no such loop."""
    if not (isinstance(over, ast.Call) and called(over) in ("enumerate", "zip") and isinstance(target, ast.Tuple)):
        return ""
    names = [ast.unparse(each) for each in target.elts]
    for name, part in zip(names[1:] if called(over) == "enumerate" else names, over.args, strict=False):
        if "word_id" in ast.unparse(part):
            return name
    return ""


def overwritten(loop: ast.For, word: str) -> ast.Assign | None:
    """The line that keeps a prediction for a word, and does it again for its next piece."""
    guarded = any(
        isinstance(each, ast.Compare)
        and (
            isinstance(each.ops[0], ast.NotIn | ast.In)
            or (isinstance(each.ops[0], ast.NotEq | ast.Eq) and not isinstance(each.comparators[0], ast.Constant))
        )
        for each in ast.walk(loop)
    )
    if guarded or any(isinstance(each, ast.Continue | ast.Break) for each in ast.walk(loop)):
        return None
    for node in ast.walk(loop):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript):
            key = ast.unparse(node.targets[0].slice)
            if key == word and PREDICTED.search(ast.unparse(node.value)):
                return node
    return None


LOOK = Look(
    name="last-piece-read",
    needs=(),
    find=find,
    title=N_("The first piece of each word was trained, and the prediction of its last piece is read"),
    why=N_(
        "A word of several pieces comes several times here, and each piece overwrites what was kept for the word: `{value}` is that of the last piece. But the labels are put on the first piece alone, so the model was never taught what to say of the others."
    ),
    change=N_("Keep the first: `tags.setdefault(word, …)`, or `if word not in tags`."),
    terms=("token", "label"),
)
