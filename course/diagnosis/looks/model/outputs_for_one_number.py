"""The model has several outputs for a label that is one number."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import model_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    labels = facts.batch.inputs.get("labels") if facts.batch is not None else None
    seen = labels or next((call.targets for call in facts.loss_calls), None)
    outputs = facts.model.outputs if facts.model is not None else None
    if "Target size" not in facts.crash.message and "size" not in facts.crash.message:
        return None
    if (
        seen is None
        or not seen.floating
        or (seen.whole and (seen.distinct or 0) < 5)
        or len(seen.shape) != 1
        or (outputs or 0) < 2
    ):
        return None
    return Found(
        "certain",
        {"outputs": outputs},
        [
            (N_("outputs of the model"), outputs),
            (N_("shape of the labels"), str(seen.shape)),
            (N_("first labels"), str(seen.first[:4])),
        ],
        model_place(facts),
    )


LOOK = Look(
    name="outputs-for-one-number",
    needs=("crash",),
    find=find,
    title=N_("The model has several outputs for a label that is one number"),
    why=N_(
        "The labels are numbers on a continuous scale, one for each example. The model has {outputs} outputs; two is the default of a classification model."
    ),
    change=N_("For regression, load the model with `num_labels=1`."),
    cases=("target-size-differs",),
    terms=("regression", "number of labels"),
)
