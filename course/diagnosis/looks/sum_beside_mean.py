"""One term of the loss is a sum, and the other a mean."""

from __future__ import annotations

import math

from course.diagnosis.facts import Facts
from course.diagnosis.lines import call_place
from course.diagnosis.look import Found, Look
from course.i18n import N_


def find(facts: Facts) -> Found | None:
    assert facts.layers is not None
    shape = facts.layers.summed
    if not shape:
        return None
    return Found(
        "likely",
        {"count": math.prod(shape)},
        [
            (N_("shape of the tensor that one term adds up"), str(shape)),
            (N_("numbers that it adds up"), math.prod(shape)),
        ],
        call_place(facts, "sum", "mse_loss", "binary_cross_entropy"),
    )


LOOK = Look(
    name="sum-beside-mean",
    needs=("layers",),
    find=find,
    title=N_("One term of the loss is a sum, and the other one a mean"),
    why=N_(
        "The loss adds two terms. One is a mean, the other one is the sum of {count} numbers, and so counts many times as much. In a variational autoencoder, the Kullback-Leibler term then wins: the decoder gets no information and gives nearly the same output for every row."
    ),
    change=N_(
        "Reduce both terms in the same way: add up over the numbers of a row, and take the mean over the rows of the batch."
    ),
    terms=("loss function", "batch"),
)
