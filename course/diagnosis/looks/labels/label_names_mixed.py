"""The model gives the labels other names than the data."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, model_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.model is not None and facts.data is not None
    model, data = facts.model.named, facts.data.named
    if not model or not data or {*model.values()} != {*data.values()} or model == data:
        return None
    return Found(
        "likely",
        {},
        [(N_("names in the model's configuration"), str(model)[:160]), (N_("names in the data"), str(data)[:160])],
        call_place(facts, "from_pretrained", option="id2label") or model_place(facts),
    )


LOOK = Look(
    name="label-names-mixed",
    needs=(
        "model",
        "data",
    ),
    find=find,
    title=N_("The model gives the labels other names than the data"),
    why=N_(
        "The data and the model have the same names for the labels, but with other numbers. Predictions that are right are shown under a wrong name."
    ),
    change=N_(
        'Make `id2label` from the data: `dict(enumerate(data.features["label"].names))`; `label2id` is its inverse.'
    ),
    terms=(
        "label",
        "configuration",
    ),
)
