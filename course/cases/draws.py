"""What the judge draws for a run of a repaired script: the data that it gets, and what the judge keeps for itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from random import Random
from typing import Any

from course.case import Splits
from course.exercise import Draw

FEWER = 20
"""No script gets fewer than so many rows less for its validation; a last batch of a size of its own is left."""

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

    Up to FEWER rows of the validation split are left out, so that a script has to count them.

    Args:
        asked: the name under which the harness gets the questions of the test split; `question` is their column.
        right: what is right for a row, one answer or several.
        columns: those with the answers, of which some are made wrong in the validation split; see `mislabelled`.
        guess: the score of one constant answer; by default the share of the most frequent one.
    """
    validation = splits["validation"][: len(splits["validation"]) - rng.randrange(FEWER)]
    if columns:
        validation = mislabelled(rng, validation, columns)
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
        "validation-rows": len(validation),
        "guess": guess(labels) if guess else max(map(labels.count, set(labels))) / len(labels),
    }
    return Draw(given, kept)


def mislabelled(rng: Random, rows: Sequence[Row], columns: Sequence[str]) -> list[Row]:
    """Give from 10 to 20 % of the rows the answers of other rows; half of these rows are among the last fifth.

    So the score of a perfect model is not 1 but a number that is drawn, and a script cannot report it without measuring.
    An answer in words may be nearly right, so that a comparison that is not strict gives another number. And a score that leaves out the last batch, or gives it another weight, is another number.
    """
    found = [dict(row) for row in rows]
    count = rng.randint(len(rows) // 10, len(rows) // 5)
    start = len(rows) - len(rows) // 5
    early, late = range(start), range(start, len(rows))
    for place in [*rng.sample(early, count - count // 2), *rng.sample(late, count // 2)]:
        own = [rows[place][column] for column in columns]
        other = rng.choice([row for row in rows if [row[column] for column in columns] != own])
        found[place].update({column: other[column] for column in columns})
        if len(columns) == 1 and isinstance(own[0], str):
            found[place][columns[0]] = rng.choice([*near_misses(own[0]), other[columns[0]]])
    return [*found]


def near_misses(answer: str) -> list[str]:
    """Answers that only a strict comparison tells from the right one: other ends, other beginnings, another order of the words."""
    words = answer.split()
    ways = [words[:-1], words[1:], [*words, words[0]], words[::-1], [*words[:-1], words[0]]]
    return [" ".join(way) for way in ways if way and way != words]
