"""The metric is wrong: right predictions do not get a full score."""

from __future__ import annotations

import re

from course.diagnosis.facts import Facts
from course.diagnosis.lines import function_place
from course.diagnosis.look import Found, Look
from course.i18n import N_

SHARES = re.compile(
    r"(?<![a-z])(?:acc|f1|precision|recall|exact|right|correct|match|near|within)(?!.*(?:at_|@)\d)", re.IGNORECASE
)
"""What words in the names of metrics begin with that are 1 for predictions that are all right; not of the first few, of which not all need be right."""
AVERAGES = ("f1", "precision", "recall")
"""Those of them that are averages over labels."""


def find(facts: Facts) -> Found | None:
    assert facts.metric is not None
    if facts.metric.counts_ignored or not facts.metric.perfect:
        return None
    given = facts.metric.predictions
    # a metric of a causal language model may shift the predictions itself
    if facts.model is not None and facts.model.decoder and given is not None and len(given.shape) == 2:
        return None
    blind = facts.metric.perfect == facts.metric.wrong
    # what does not depend on the predictions is told beside them, as the share of the most frequent label
    known = {
        name: value
        for name, value in facts.metric.perfect.items()
        if SHARES.search(name) and (blind or value != facts.metric.wrong.get(name))
    }
    # what is a full score beside no score at all has the right things in the right order
    if any(value > 0.99 and abs(facts.metric.wrong.get(name, 1.0)) < 0.01 for name, value in known.items()):
        return None
    # an average over labels is below 1 if the examples lack one of them
    low = {
        name: value
        for name, value in known.items()
        if value < (0.5 if any(word in name for word in AVERAGES) else 0.99)
    }
    if not low and not blind:
        return None
    name, value = next(iter((low or facts.metric.perfect).items()))
    return Found(
        "likely",
        {"name": name, "value": value},
        [
            *(
                (N_("for predictions that are all right"), f"{each} = {number:.4g}")
                for each, number in facts.metric.perfect.items()
            ),
            *(
                (N_("for predictions that are all wrong"), f"{each} = {number:.4g}")
                for each, number in facts.metric.wrong.items()
            ),
        ],
        function_place(facts, "metric"),
    )


LOOK = Look(
    name="metric-wrong",
    needs=("metric",),
    find=find,
    title=N_("The metric is wrong: right predictions do not get a full score"),
    why=N_(
        "The doctor gave your metric predictions that are all right, and then predictions that are all wrong. For the right ones, it says {value:.4g} for `{name}`. So the number that it reports does not tell how good your model is."
    ),
    change=N_(
        "Look at what it compares: are predictions and labels in the right order, is `argmax` taken along the last axis, and do both arrays have the same shape?"
    ),
    cases=("accuracy-zero", "outputs-good-score-zero"),
    terms=("metric", "prediction", "logits"),
    raises=True,
)
