"""Logits are decoded as if they were token ids."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.measuring import metric_gets_more
from course.diagnosis.messages import by_message
from course.i18n import N_

refused = by_message(
    r"argument 'ids': 'list' object cannot be interpreted as an integer|argument 'id(?:s)?': 'float' object"
)


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    place = crash_place(facts)
    if refused(facts) is None or place is None or "batch_decode" not in place.code:
        return None
    # where a metric gets more than predictions, that comes first
    if metric_gets_more.find(facts) is not None:
        return None
    seen = facts.metric.predictions if facts.metric is not None else None
    return Found(
        "certain",
        {},
        [
            (N_("error message"), facts.crash.message[:160]),
            *([(N_("shape of the predictions"), str(seen.shape))] if seen is not None else []),
        ],
        place,
    )


LOOK = Look(
    name="logits-decoded",
    needs=("crash",),
    find=find,
    title=N_("Logits are decoded as if they were token ids"),
    why=N_(
        "`batch_decode` takes a token id for each place. It got a number for each token of the vocabulary instead, which is what a model returns. `Seq2SeqTrainer` lets the model generate texts only with `predict_with_generate=True`."
    ),
    change=N_(
        "If the model is to generate texts, set `predict_with_generate=True` in `Seq2SeqTrainingArguments`. Otherwise take the `argmax` over the last axis first; in a sequence-to-sequence model, these are predictions for which it has seen the right answers."
    ),
    terms=("logits", "token id", "metric"),
)
