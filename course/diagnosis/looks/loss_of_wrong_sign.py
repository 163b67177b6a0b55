"""The training makes worse what it should make better."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

COSTS = re.compile(r"cost|regret|penalt|unlearn|adversar|forget", re.IGNORECASE)
"""What programs have in them that make something less likely on purpose."""


def find(facts: Facts) -> Found | None:
    assert facts.layers is not None
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


LOOK = Look(
    name="loss-of-wrong-sign",
    needs=("layers",),
    find=find,
    title=N_("The loss has the wrong sign"),
    why=N_(
        "An optimizer makes the loss smaller. Here, that moves {name} the wrong way: each step makes worse what should become better."
    ),
    change=N_(
        "A similarity or a log-likelihood should rise: use `1 - similarity`, or `-log_likelihood`. A loss such as the cross-entropy should fall: use it without the minus."
    ),
    terms=("loss function", "optimizer", "step"),
)
