"""Symptoms that scripts of several chapters show: predicates on an `Observed`, without sentences and without a framework."""

from course.lesson import Observed


def labels_among_inputs(observed: Observed) -> bool:
    """The labels are one of the inputs, and there are none beside them."""
    (row,) = observed.findings
    return "labels" in row["inputs"] and row["labels"] == "None"
