"""The labels have a type that means another task."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import crash_place
from course.diagnosis.look import Found, Look
from course.diagnosis.looks.loss.loss_without_graph import loss_of_classes
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.crash is not None
    message = facts.crash.message
    about = (
        "Target size" in message,
        "expected scalar type Long" in message
        or "expected target dtype to be Long" in message
        or "Expected floating point type for target" in message
        or "'nll_loss" in message,
        "result type Float can't be cast" in message or "Found dtype Long but expected Float" in message,
    )
    labels = facts.batch.inputs.get("labels") if facts.batch is not None else None
    seen = labels or next((call.targets for call in facts.loss_calls), None)
    if not any(about) or seen is None or loss_of_classes(facts):
        return None
    outputs = facts.model.outputs if facts.model is not None else None
    classes = seen.whole and (seen.least or 0) >= 0 and (seen.most or 0) < (outputs or 0)
    if about[0] and not (seen.floating and len(seen.shape) == 1 and (outputs or 0) > 1 and classes):
        return None
    return Found(
        "certain" if seen.whole else "likely",
        {"dtype": seen.dtype, "outputs": outputs or "?"},
        [
            (N_("type of the labels"), seen.dtype),
            (N_("shape of the labels"), str(seen.shape)),
            (N_("outputs of the model"), outputs or "?"),
        ],
        crash_place(facts),
    )


LOOK = Look(
    name="labels-of-another-type",
    needs=("crash",),
    find=find,
    title=N_("The labels have a type that means another task"),
    why=N_(
        "🤗 Transformers derives the task from the number of outputs and from the type of the labels: whole numbers mean one class for each example, and floating-point numbers mean regression or several labels at once. Here the model has {outputs} outputs, and the labels are of the type `{dtype}`."
    ),
    change=N_(
        "For one class for each example, keep the labels as integers (`int64`). For several labels at once, give each example a list of floating-point numbers, one for each label, and set `problem_type` to `multi_label_classification`."
    ),
    cases=("target-size",),
    terms=("dtype", "label", "classification"),
)
