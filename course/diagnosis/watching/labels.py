"""Compares the labels that a model got with those that stood beside the same text in the files that the program has read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Any

from course.diagnosis.watching.watch import Watch, row_key

CLASSES = 50
"""How many different values a column with classes may have."""
ROWS = 5000
"""How many rows of a file are looked at."""
WORDS = 3
"""How many words a text has on average, at least."""


def relabelled(watch: Watch, tokenizer: Any) -> tuple[int, int] | None:
    """How many rows that a model was trained on had another label in the file, and how many rows could be compared.

    Labels that were only renumbered are no others. None if too few rows could be found in a file.
    """
    seen = watch.labelled
    if tokenizer is None or len(seen) < 32:
        return None
    best: tuple[int, int] | None = None
    for table in tables(watch):
        texts = [name for name, column in table.items() if is_text(column)]
        for names in [(name,) for name in texts] + [*permutations(texts, 2)]:
            ids = tokenizer(*(table[name] for name in names), truncation=True, verbose=False)["input_ids"]
            keys = [row_key(row, tokenizer.pad_token_id) for row in ids]
            if 2 * sum(key in seen for key in {*keys}) < len(seen):
                continue
            for name, answers in table.items():
                if name in texts or not all(isinstance(each, str | int) for each in answers):
                    continue
                if not 1 < len({*answers}) <= CLASSES:
                    continue
                found = changed([(answer, seen[key]) for key, answer in zip(keys, answers, strict=True) if key in seen])
                if best is None or found < best:
                    best = found
            break
    return best


def changed(pairs: Sequence[tuple[Any, Any]]) -> tuple[int, int]:
    """How many of the pairs of an old and a new label are not the usual one for the old label, and how many there are."""
    counts = Counter(pairs)
    usual = {old: max(count for (each, _), count in counts.items() if each == old) for old, _ in counts}
    return len(pairs) - sum(usual.values()), len(pairs)


def tables(watch: Watch, lists: bool = False) -> Iterator[Mapping[str, list[Any]]]:
    """The columns of everything that the program has read; only those of data sets, whose cells may be lists, if `lists` is set."""
    if len(watch.lines) > 1 and not lists:
        names = [name for name in watch.lines[0] if all(name in row for row in watch.lines)]
        yield {name: [row[name] for row in watch.lines[:ROWS]] for name in names}
    for table in [] if lists else watch.tables:
        yield {name: column[:ROWS] for name, column in table.items()}
    for data in watch.loaded:
        for split in data.values() if isinstance(data, Mapping) else [data]:
            if hasattr(split, "column_names") and hasattr(split, "select"):
                few = split.select(range(min(len(split), ROWS)))
                yield {name: few[name][:] for name in few.column_names}


def is_text(column: Sequence[Any]) -> bool:
    """Whether a column holds texts, and no names of classes."""
    if not column or not all(isinstance(each, str) for each in column):
        return False
    return sum(len(each.split()) for each in column) >= WORDS * len(column)
