"""Symptoms of chapter 8 that are in live values: predicates on what was observed, without words and without a framework."""

import math
from collections.abc import Sequence
from typing import Any

from course.lesson import Observed

PLATEAU = 0.95 * math.log(3)
"""A mean loss above this, in nats, is one of somebody who guesses among three labels in equal shares."""


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else math.nan


def _column(observed: Observed, name: str) -> list[Any]:
    return [row[name] for row in observed.findings]


def trains_with_a_loss_out_of_place(observed: Observed) -> bool:
    """Training went on without an error, with a loss that is not that of the logits, or that gives some no gradient."""
    trained = bool(observed.losses) and all(
        map(math.isfinite, observed.losses)
    )
    apart = max(
        abs(row["loss as compiled"] - row["loss from logits"])
        for row in observed.findings
    )
    return trained and (
        apart > 0.05
        or sum(_column(observed, "logits without gradient")) > 0
    )


def everything_is_nan(observed: Observed) -> bool:
    """The loss becomes nan and stays so, and so is at least nine tenths of the weight tensors afterwards."""
    weights = observed.findings[0]
    return math.isnan(observed.losses[-1]) and bool(
        weights["with nan"] >= 0.9 * weights["weight tensors"]
    )


def nan_where_the_label_is_out_of_range(observed: Observed) -> bool:
    """The logits are finite everywhere; the loss is nan in every row with label 2, and in no other."""
    rows = observed.findings
    finite = all(
        row["with finite logits"] == row["rows"] for row in rows
    )
    return (
        finite
        and all(
            row["with a loss of nan"]
            == (row["rows"] if row["label"] == 2 else 0)
            for row in rows
        )
        and rows[2]["rows"] > 0
    )


def stalls(observed: Observed) -> bool:
    """The mean loss of the last 20 steps is that of a guess."""
    return _mean(observed.losses[-20:]) >= PLATEAU


def padding_changes_logits(observed: Observed) -> bool:
    """A row's logits differ by more than rounding from those it has without padding."""
    return bool(max(_column(observed, "difference")) > 1e-4)
