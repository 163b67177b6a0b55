"""The metric gets a tuple, not one array."""

from __future__ import annotations

import ast
import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import calls, crash_place, nodes
from course.diagnosis.look import Found, Look
from course.i18n import N_


def in_metric(facts: Facts) -> bool:
    """Whether the error came from the function that the Trainer was given as its metric."""
    given = {
        ast.unparse(option.value)
        for call in calls(facts, "Trainer", "Seq2SeqTrainer")
        for option in call.keywords
        if option.arg == "compute_metrics"
    }
    lines = {place.line for place in facts.crash.places} if facts.crash is not None else set()
    return any(
        isinstance(node, ast.FunctionDef)
        and node.name in given
        and any(node.lineno <= line <= (node.end_lineno or 0) for line in lines)
        for node in nodes(facts)
    )


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    message = facts.crash.message
    about = "inhomogeneous" in message or (
        "tuple" in message and ("argmax" in message or "attribute" in message or "indices" in message)
    )
    places = " ".join(place.code for place in facts.crash.places)
    parts = facts.metric.parts if facts.metric is not None else 1
    # who asks if it is a tuple takes a part of it
    inside = parts > 1 and in_metric(facts) and not re.search(r"isinstance\(.*\btuple\b", facts.source)
    if not inside and not about:
        return None
    if not inside and not (
        "argmax" in places or "decode" in places or "where" in places or "metric" in places or "asarray" in places
    ):
        return None
    seen = facts.metric.predictions if facts.metric is not None else None
    return Found(
        "certain" if inside else "likely",
        {},
        [
            (N_("error message"), message[:160]),
            (N_("arrays of predictions"), parts),
            (N_("shape of the first"), str(seen.shape) if seen is not None else "?"),
        ],
        crash_place(facts),
    )


LOOK = Look(
    name="metric-gets-more",
    needs=("crash",),
    find=find,
    title=N_("The metric gets a tuple, not one array"),
    why=N_(
        "If a model returns more than its logits, the Trainer gives all of it to the metric, as a tuple. A sequence-to-sequence model does that, unless `predict_with_generate=True` makes the Trainer generate texts for the metric."
    ),
    change=N_(
        "For texts, set `predict_with_generate=True` in `Seq2SeqTrainingArguments`. Otherwise take the first element of the tuple, or return only the logits from `preprocess_logits_for_metrics`."
    ),
    cases=("inhomogeneous-shape",),
    terms=("metric", "logits"),
)
