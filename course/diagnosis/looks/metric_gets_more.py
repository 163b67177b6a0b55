"""The metric gets a tuple, not one array."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    message = facts.crash.message
    about = "inhomogeneous" in message or (
        "tuple" in message and ("argmax" in message or "attribute" in message or "indices" in message)
    )
    places = " ".join(place.code for place in facts.crash.places)
    if not about or not (
        "argmax" in places or "decode" in places or "where" in places or "metric" in places or "asarray" in places
    ):
        return None
    seen = facts.metric.predictions if facts.metric is not None else None
    return Found(
        "likely",
        {},
        [(N_("error message"), message[:160]), (N_("predictions"), seen.kind if seen is not None else "?")],
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
