"""What the judge draws for a run of a repaired script: the data that it gets, and what the judge keeps for itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any

from course.case import Splits
from course.exercise import Draw

Row = Mapping[str, Any]


def draw_of(
    rng: Random,
    splits: Splits,
    *,
    checkpoint: str,
    asked: str,
    question: str,
    right: Callable[[Row], Sequence[Any]],
    columns: Sequence[str],
    guess: Callable[[Sequence[Any]], float] | None = None,
) -> Draw:
    """Draw what the script gets. It never sees the test split, of which the judge keeps the answers.

    Args:
        asked: the name under which the harness gets the questions of the test split; `question` is their column.
        right: what is right for a row, one answer or several.
        columns: those with the answers, of which some are made wrong in the validation split; see `mislabelled`.
        guess: the score of one constant answer; by default the share of the most frequent one.
    """
    validation = mislabelled(rng, splits["validation"], columns) if columns else splits["validation"]
    labels = list(chain.from_iterable(right(row) for row in splits["test"]))
    given = {
        "data": {"train": [dict(row) for row in splits["train"]], "validation": [dict(row) for row in validation]},
        asked: [row[question] for row in splits["test"]],
        "checkpoint": checkpoint,
        "seed": rng.randrange(1000),
    }
    kept = {
        "labels": labels,
        "validation": list(chain.from_iterable(right(row) for row in validation)),
        "guess": guess(labels) if guess else max(map(labels.count, set(labels))) / len(labels),
    }
    return Draw(given, kept)


def mislabelled(rng: Random, rows: Sequence[Row], columns: Sequence[str]) -> list[Row]:
    """Give from 10 to 20 % of the rows the answers of other rows.

    So the score of a perfect model is not 1 but a number that is drawn, and a script cannot report it without measuring.
    """
    found = [dict(row) for row in rows]
    for place in rng.sample(range(len(rows)), rng.randint(len(rows) // 10, len(rows) // 5)):
        own = [rows[place][column] for column in columns]
        other = rng.choice([row for row in rows if [row[column] for column in columns] != own])
        found[place].update({column: other[column] for column in columns})
    return [*found]
