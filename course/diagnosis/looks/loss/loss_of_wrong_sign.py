"""The training makes worse what it should make better."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_

COSTS = re.compile(r"cost|regret|penalt|unlearn|adversar|forget", re.IGNORECASE)
"""What programs have in them that make something less likely on purpose."""


def find(facts: Facts) -> Found | None:
    assert facts.layers is not None
    if facts.framework == "tf" and (turned := one_minus_negative(facts)) is not None:
        rows = [(N_("the line"), f"`{ast.unparse(turned)}`")]
        return Found("certain", {"name": "`cosine_similarity`"}, rows, place_of(facts, turned))
    name = facts.layers.wrong_sign
    if not name or (facts.model is not None and not facts.model.trainable):
        # what changes is not the model, but what it is given
        return None
    if COSTS.search(facts.source):
        return None
    rises = name in ("cosine_similarity", "log_softmax", "log_prob")
    losses = facts.training.losses if facts.training is not None else ()
    return Found(
        "likely",
        {"name": f"`{name}`"},
        [(N_("first loss"), round(losses[0], 3)), (N_("last loss"), round(losses[-1], 3))] if losses else [],
        call_place(facts, "cosine_similarity", "CosineSimilarity", "log_softmax", "LogSoftmax", "log_prob")
        if rises
        else call_place(facts, "backward"),
    )


def one_minus_negative(facts: Facts) -> ast.AST | None:
    """Where a program subtracts Keras's cosine similarity from 1, which is a loss, and has a minus already."""
    for node in nodes(facts):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub) and ast.unparse(node.left) in ("1", "1.0"):
            words = ast.unparse(node.right)
            if re.match(r"(?:\w+\.)*losses\.(?:cosine_similarity\(|CosineSimilarity\([^()]*\)\()", words):
                return node
    return None


LOOK = Look(
    name="loss-of-wrong-sign",
    needs=("layers",),
    find=find,
    title=N_("The loss has the wrong sign"),
    why=N_(
        "An optimizer makes the loss smaller. Here, that moves {name} the wrong way: each step makes worse what should become better."
    ),
    change=N_(
        "A similarity or a log-likelihood should rise: use `1 - similarity`, or `-log_likelihood`. A loss such as the cross-entropy should fall: use it without the minus. Keras's `cosine_similarity` is a loss, and has the minus already."
    ),
    terms=("loss function", "optimizer", "step"),
)
