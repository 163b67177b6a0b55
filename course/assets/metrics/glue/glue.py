"""GLUE's metrics for the course's three data sets: ``evaluate.load("<path to this folder>", "mrpc")``.

Accuracy for ``mnli`` and ``sst2``, accuracy and F1 for ``mrpc``, from NumPy alone. The columns are declared
as in the metric ``glue`` on the hub, so that what is wrong there (logits where labels belong) is wrong here
in the same way.
"""

# `evaluate.load` reads these lines as text: two modules in one, and it asks for a package named "datasets,".
import datasets
import evaluate
import numpy as np

TASKS = ("mnli", "mrpc", "sst2")


def accuracy(predictions: np.ndarray, references: np.ndarray) -> float:
    """The share of predictions that equal their reference; both of shape (n,)."""
    return float((predictions == references).mean())


def f1(predictions: np.ndarray, references: np.ndarray) -> float:
    """The F1 of class 1, 2 TP / (2 TP + FP + FN); 0 where neither side has that class."""
    hits = np.sum((predictions == 1) & (references == 1))
    marked = np.sum(predictions == 1) + np.sum(references == 1)
    return float(2 * hits / marked) if marked else 0.0


class Glue(evaluate.Metric):  # type: ignore[misc]  # evaluate declares no types
    """The metric of one GLUE task, named by the second argument of `evaluate.load`."""

    def _info(self) -> evaluate.MetricInfo:
        if self.config_name not in TASKS:
            raise KeyError(f"You should supply a configuration name selected in {list(TASKS)}")
        return evaluate.MetricInfo(
            description="Accuracy (mnli, sst2) or accuracy and F1 (mrpc), as GLUE reports them.",
            citation="",
            inputs_description="predictions, references: class numbers, one for each row.",
            features=datasets.Features({"predictions": datasets.Value("int64"), "references": datasets.Value("int64")}),
            format="numpy",
        )

    def _compute(self, predictions: np.ndarray, references: np.ndarray) -> dict[str, float]:
        scores = {"accuracy": accuracy(predictions, references)}
        if self.config_name == "mrpc":
            scores["f1"] = f1(predictions, references)
        return scores
