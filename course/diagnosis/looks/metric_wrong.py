"""The metric is wrong: it does not know right predictions."""

from __future__ import annotations

import ast

from course.diagnosis.facts import Facts
from course.diagnosis.lines import nodes, place_of
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.metric is not None
    known = {
        name: value
        for name, value in facts.metric.perfect.items()
        if any(
            word in name for word in ("acc", "f1", "precision", "recall", "exact", "right", "match", "bleu", "rouge")
        )
    }
    # an average over labels is below 1 if the examples lack one of them
    low = {
        name: value
        for name, value in known.items()
        if value < (0.5 if any(word in name for word in ("f1", "precision", "recall")) else 0.99)
    }
    if not low or facts.metric.counts_ignored:
        return None
    name, value = next(iter(low.items()))
    return Found(
        "certain",
        {"name": name, "value": value},
        [
            (N_("for predictions that are all right"), f"{each} = {number:.4g}")
            for each, number in facts.metric.perfect.items()
        ],
        next(
            (
                place_of(facts, node)
                for node in nodes(facts)
                if isinstance(node, ast.FunctionDef) and "metric" in node.name
            ),
            None,
        ),
    )


LOOK = Look(
    name="metric-wrong",
    needs=("metric",),
    find=find,
    title=N_("The metric is wrong: it does not know right predictions"),
    why=N_(
        "The doctor gave your metric predictions that are all right. It should say 1 for `{name}`, and it says {value:.4g}. So the number that it reports says nothing about your model."
    ),
    change=N_(
        "Look at what it compares: are predictions and labels in the right order, is `argmax` taken along the last axis, and do both arrays have the same shape?"
    ),
    case="accuracy-zero",
    terms=("metric", "prediction", "logits"),
    raises=True,
)
