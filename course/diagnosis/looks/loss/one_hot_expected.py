"""The loss expects labels of another shape."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place, crash_place, said
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    found = said(
        facts,
        r"Shapes \(.{1,20}\) and \(.{1,20}\) are incompatible|must have the same (?:shape|rank)|logits and labels must (?:be broadcastable|have the same first dimension)",
    )
    if found is None or facts.framework != "tf":
        return None
    for call in facts.loss_calls:
        if (
            call.targets.whole
            and not call.name.startswith("binary")
            and call.outputs.shape[:1] == call.targets.shape[:1]
            and call.outputs.shape != call.targets.shape
        ):
            return Found(
                "certain",
                {"shape": str(call.targets.shape), "outputs": str(call.outputs.shape)},
                [
                    (N_("shape of the outputs"), str(call.outputs.shape)),
                    (N_("shape of the labels"), str(call.targets.shape)),
                    (N_("labels"), str(call.targets.first)),
                ],
                call_place(facts, "compile", option="loss") or crash_place(facts),
            )
    return None


LOOK = Look(
    name="one-hot-expected",
    needs=(
        "crash",
        "loss_calls",
    ),
    find=find,
    title=N_("The loss expects labels of another shape"),
    why=N_(
        "The outputs have the shape {outputs}, the labels {shape}. `CategoricalCrossentropy` expects one number per class for each example; labels that are class numbers need `SparseCategoricalCrossentropy`."
    ),
    change=N_(
        "Use `SparseCategoricalCrossentropy` for labels that are class numbers, with `from_logits=True` if the model returns logits."
    ),
    terms=(
        "cross-entropy",
        "label",
        "shape",
    ),
)
