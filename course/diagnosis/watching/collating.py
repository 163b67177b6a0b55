"""Compares the rows of a batch with the examples that a collator of PyTorch made it of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import wraps
from typing import Any

from course.diagnosis.watching.values import as_array
from course.diagnosis.watching.watch import Watch, quietly

BEGINNING = 6
"""How many numbers of a row are compared: a collator may add padding behind them."""
BATCHES = 8
"""How many batches are compared."""


def watched(collate: Any, watch: Watch) -> Any:
    """The collator, whose first batches are compared with their examples."""
    left = BATCHES

    @wraps(collate, assigned=(), updated=())
    def collating(examples: Any) -> Any:
        nonlocal left
        batch = collate(examples)
        if left:
            left -= 1
            note_batch(watch, examples, batch)
        return batch

    return collating


@quietly
def note_batch(watch: Watch, examples: Any, batch: Any) -> None:
    """Note how many rows of a batch have another label than their examples have, and how many could be compared.

    That is known where each example has its own beginning and a label that is a whole number, and the batch has the same beginnings and the same labels.
    """
    known: dict[tuple[float, ...], int] = {}
    for example in examples:
        beginnings = [each for each in map(beginning, parts(example)) if each]
        labels = [each for each in map(whole, parts(example)) if each is not None]
        if len(beginnings) != 1 or len(labels) != 1:
            return
        known[beginnings[0]] = labels[0]
    columns = [
        array for array in map(as_array, parts(batch)) if array is not None and array.shape[:1] == (len(examples),)
    ]
    answers = [
        each for each in columns if each.ndim == 1 and each.dtype.kind == "i" and sorted(each) == sorted(known.values())
    ]
    if len(known) < len(examples) or len(answers) != 1:
        return
    for column in columns:
        rows = [tuple(row.reshape(-1)[:BEGINNING].tolist()) for row in column]
        if column.ndim > 1 and {*rows} == {*known}:
            watch.collated = (
                watch.collated[0] + sum(int(known[row] != label) for row, label in zip(rows, answers[0], strict=True)),
                watch.collated[1] + len(rows),
            )
            return


def parts(value: Any) -> Iterable[Any]:
    """What an example or a batch consists of."""
    return value.values() if isinstance(value, Mapping) else value if isinstance(value, list | tuple) else ()


def beginning(value: Any) -> tuple[float, ...]:
    """The first numbers of a row; empty if it has too few."""
    array = as_array(value)
    if array is None or array.size <= BEGINNING:
        return ()
    return tuple(array.reshape(-1)[:BEGINNING].tolist())


def whole(value: Any) -> int | None:
    """A label that is a whole number; None for anything else."""
    if isinstance(value, int):
        return int(value)
    array = as_array(value)
    return int(array) if array is not None and array.ndim == 0 and array.dtype.kind == "i" else None
