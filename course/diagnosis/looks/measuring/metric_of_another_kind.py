"""The metric is made for another kind of predictions."""

from __future__ import annotations

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    for metric in facts.keras_metrics:
        shape, labels = metric.predictions.shape, metric.labels
        classes = shape[-1] if len(shape) >= 2 else 1
        name = metric.name.replace("_", "").lower()
        numbers = labels.whole and len(labels.shape) >= 1 and (len(labels.shape) < len(shape) or labels.shape[-1] == 1)
        one_hot = name == "categoricalaccuracy" and classes >= 2 and numbers
        two = (
            name in ("precision", "recall", "binaryaccuracy", "auc", "truepositives", "falsepositives")
            and classes >= 2
            and numbers
        )
        equal = name == "accuracy" and metric.predictions.floating and not metric.predictions.whole and labels.whole
        if one_hot or two or equal:
            return Found(
                "certain",
                {"name": metric.name, "shape": str(shape), "labels": str(labels.shape)},
                [
                    (N_("metric"), metric.name),
                    (N_("shape of the predictions"), str(shape)),
                    (N_("shape of the labels"), str(labels.shape)),
                    (N_("labels"), str(labels.first)),
                ],
                call_place(facts, "compile", option="metrics")
                or call_place(facts, "CategoricalAccuracy", "Precision", "Recall", "BinaryAccuracy", "Accuracy"),
            )
    return None


LOOK = Look(
    name="metric-of-another-kind",
    needs=("keras_metrics",),
    find=find,
    title=N_("The metric is made for another kind of predictions"),
    why=N_(
        "`{name}` got predictions of the shape {shape} and labels of the shape {labels}. It does not compare the greatest output with a class number, so its value says little about the model."
    ),
    change=N_("For outputs per class and labels that are class numbers, use `SparseCategoricalAccuracy`."),
    cases=(
        "incompatible-shapes",
        "loss-falls-accuracy-stands",
    ),
    terms=(
        "metric",
        "accuracy",
        "class",
    ),
    raises=True,
)
