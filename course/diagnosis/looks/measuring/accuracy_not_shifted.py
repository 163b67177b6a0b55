"""The predictions of a language model are compared with the tokens of the same place, and not of the next."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import assigned, called, is_equal, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

SHIFTED = re.compile(r":\s*-1\b|\b1:|\broll\(|narrow\(")
"""What moves labels by a place."""
LABELS = re.compile(r"label|input_ids|target|gold|(?<![a-z])ids(?![a-z])", re.IGNORECASE)
LOSS = re.compile("loss|criterion|cross_entropy", re.IGNORECASE)
"""What is in the names of loss functions."""
SCORES = ("accuracy_score", "f1_score")


def find(facts: Facts) -> Found | None:
    assert facts.model is not None
    if not facts.model.decoder or "shift" in facts.source:
        return None
    for node in nodes(facts):
        if isinstance(node, ast.Compare) and is_equal(node):
            sides = [node.left, node.comparators[0]]
        elif isinstance(node, ast.Call) and (is_equal(node) or called(node) in SCORES) and node.args:
            own = [node.func.value] if isinstance(node.func, ast.Attribute) and is_equal(node) else []
            sides = [*own, *node.args][:2]
        else:
            continue
        sides = [without_mask(each) for each in sides]
        made = assigned(facts, node)
        words = [ast.unparse(made.get(ast.unparse(each), each)) for each in sides]
        moved = any(SHIFTED.search(each) for each in words)
        if len(words) == 2 and sum("argmax" in each for each in words) == 1 and not moved:
            other = next(each for each in words if "argmax" not in each)
            name = next(ast.unparse(each) for each, said in zip(sides, words, strict=True) if "argmax" not in said)
            if (LABELS.search(other) or LABELS.search(name)) and not learned_at_the_same_place(facts, name):
                shown = ast.unparse(node)
                return Found("likely", {"compared": shown}, [(N_("compared"), f"`{shown}`")], place_of(facts, node))
    return None


def learned_at_the_same_place(facts: Facts, name: str) -> bool:
    """Whether the program itself gives the labels to a loss as they are: then they were moved before, or the loss is wrong."""
    given = (node for node in nodes(facts) if isinstance(node, ast.Call) and LOSS.search(called(node)))
    words = (ast.unparse(node) for node in given)
    return any(re.search(rf"(?<!\w){re.escape(name)}(?!\w)", each) and not SHIFTED.search(each) for each in words)


def without_mask(node: ast.expr) -> ast.expr:
    """What a name picks from: `labels` of `labels[kept]`."""
    picks = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Name | ast.Compare)
    return node.value if isinstance(node, ast.Subscript) and picks else node


LOOK = Look(
    name="accuracy-not-shifted",
    needs=("model",),
    find=find,
    title=N_("The accuracy of the language model compares each prediction with the wrong token"),
    why=N_(
        "A causal language model says at each place what comes next. The loss inside the model moves the labels by one place for this, but `{compared}` compares both at the same place: it asks whether the model repeats the token that it has just read."
    ),
    change=N_("Compare `logits[:, :-1].argmax(-1)` with `labels[:, 1:]`, where the labels are not `-100`."),
    terms=("logits", "label", "token"),
)
