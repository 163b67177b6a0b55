"""Keras does not leave out the label -100."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    if facts.framework != "tf":
        return None
    for call in facts.loss_calls:
        if (
            call.own
            and call.name in ("cross_entropy", "nll_of_probabilities")
            and call.targets.ignored
            and not call.told
        ):
            return Found(
                "likely",
                {"count": call.targets.ignored},
                [
                    (N_("labels of the batch"), str(call.targets.first)),
                    (N_("labels that are `-100`"), call.targets.ignored),
                ],
                call_place(facts, "SparseCategoricalCrossentropy", "sparse_categorical_crossentropy")
                or call_place(facts, "compile"),
            )
    return None


LOOK = Look(
    name="ignored-label-in-keras",
    needs=("loss_calls",),
    find=find,
    title=N_("Keras does not leave out the label `-100`"),
    why=N_(
        "{count} labels in the batch are `-100`. PyTorch and the losses inside 🤗 Transformers leave such labels out, but the cross-entropy of Keras takes them for a class that does not exist."
    ),
    change=N_(
        "Compile a model of 🤗 Transformers without a loss, so that it uses its own, or give these places a `sample_weight` of 0 and a label of 0."
    ),
    terms=(
        "label",
        "cross-entropy",
        "Keras",
    ),
    raises=True,
)
