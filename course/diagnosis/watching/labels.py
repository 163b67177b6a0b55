"""Compares the labels that a model got with those that stood beside the same text in the files that the program has read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from course.diagnosis.watching.watch import Watch, row_key

CLASSES = 50
"""How many different values a column with classes may have."""
ROWS = 5000
"""How many rows of a file are looked at."""
ENOUGH = 32
"""How many rows are compared at least."""
STRAY = 0.05
"""The share of rows that may have another label than the rest."""
UNLIKE = 0.25
"""The share of rows by which the sizes of the classes may differ, before and after, in what a model has seen of a data set."""
WORDS = 3
"""How many words a text has on average, at least."""


@dataclass(frozen=True)
class Relabelled:
    """What became of the labels in a file.

    Attributes:
        changed: how many of the `compared` rows that a model was trained on had another label in the file. Labels that were
            only renumbered are no others.
        renumbered: the labels in the file that have one number in training, and another one in the evaluation.
    """

    changed: int | None = None
    compared: int = 0
    renumbered: tuple[str, ...] = ()


def relabelled(watch: Watch, tokenizer: Any) -> Relabelled:
    """Compare the labels of the rows that went through a model with every column of the files that could hold them."""
    seen, tested = (
        {key: label for key, label in labels.items() if key not in watch.unclear}
        for labels in (watch.labelled, watch.tested_labels)
    )
    longest = watch.longest_row or None
    best = Relabelled()
    if tokenizer is None or len(seen) < ENOUGH:
        return best
    known: list[tuple[list[int], Mapping[str, list[Any]], tuple[str, ...]]] = []
    for table in tables(watch):
        texts = tuple(name for name, column in table.items() if is_text(column))
        for names in [(name,) for name in texts] + [*permutations(texts, 2)]:
            # the program may have cut its texts
            ids = tokenizer(*(table[name] for name in names), truncation=True, max_length=longest, verbose=False)[
                "input_ids"
            ]
            keys = [row_key(row, tokenizer.pad_token_id) for row in ids]
            if {*keys} & {*seen, *tested}:
                # texts that have the same token ids cannot be told apart
                often = {key for key, count in Counter(keys).items() if count > 1}
                keys = [0 if key in often else key for key in keys]
                known.append((keys, table, texts))
                break
    columns = {name for _, table, texts in known for name in table if name not in texts}
    for name in columns:
        pairs: list[tuple[Any, Any]] = []
        # each file may be numbered in its own way
        others: list[list[tuple[Any, Any]]] = []
        for keys, table, _ in known:
            answers = table.get(name, ())
            if len({*map(str, answers)}) > CLASSES or not all(isinstance(each, str | int) for each in answers):
                continue
            pairs += [(answer, seen[key]) for key, answer in zip(keys, answers, strict=False) if key in seen]
            others.append([(answer, tested[key]) for key, answer in zip(keys, answers, strict=False) if key in tested])
        if len({answer for answer, _ in pairs}) < 2 or 3 * len(pairs) < len(seen):
            continue
        changed = unusual(pairs)
        if not holds_labels(pairs, changed):
            continue
        if best.changed is None or changed < best.changed:
            best = Relabelled(
                changed, len(pairs), tuple(sorted({name for each in others for name in renumbered(pairs, each)}))
            )
    return best


def numbered_apart(watch: Watch) -> tuple[str, ...]:
    """The classes that have one number in one of the program's tables, or data sets of its own, and another one in another of the same kind."""
    known: dict[tuple[str, str], dict[str, int]] = {}
    found: set[str] = set()
    for data in own_data(watch):
        for name, value in getattr(data, "__dict__", {}).items():
            if isinstance(value, dict) and 1 < len(value) <= CLASSES and is_numbering(value):
                before = known.setdefault((type(data).__name__, name), value)
                found |= {each for each, number in value.items() if before.get(each, number) != number}
    for table in [*frames([*watch.names.values()]), *before_and_after(watch)]:
        columns = {name: column[:ROWS] for name, column in table.items()}
        for words in (name for name, column in columns.items() if all(isinstance(each, str) for each in column)):
            for numbers in (name for name, column in columns.items() if all(type(each) is int for each in column)):
                numbering = as_numbering(columns[words], columns[numbers])
                other = known.setdefault((words, numbers), numbering) or numbering
                found |= {each for each, number in numbering.items() if other.get(each, number) != number}
    return tuple(sorted(found))


def before_and_after(watch: Watch) -> Iterator[Mapping[str, list[Any]]]:
    """The columns of each data set before `map` together with those that `map` has made, where it has kept the number of the rows."""
    for data, result in watch.mapped:
        if len(data) == len(result):
            few = [each.with_format(None).select(range(min(len(each), ROWS))) for each in (data, result)]
            yield {name: each[name][:] for each in few for name in read_at_once(each)}


def own_data(watch: Watch) -> Iterator[Any]:
    """The data sets that a Trainer has, or that loaders of PyTorch have taken batches from, each with those that it is a part of."""
    trainer = watch.trainers[-1] if watch.trainers else None
    given = [getattr(trainer, name, None) for name in ("train_dataset", "eval_dataset")]
    for data in [*given, *watch.loaded_from]:
        yield data
        if type(data).__name__ == "Subset":
            yield data.dataset


def is_numbering(names: Mapping[Any, Any]) -> bool:
    """Whether each name has a number of its own, from 0 on."""
    whole = all(isinstance(name, str) and type(number) is int for name, number in names.items())
    return whole and {*names.values()} == {*range(len(names))}


def frames(values: Sequence[Any]) -> Iterator[Mapping[str, list[Any]]]:
    """The columns of tables of pandas among some values, and in lists and dictionaries of them."""
    for value in values:
        if isinstance(value, list | tuple | Mapping) and len(value) <= CLASSES:
            yield from frames([*value.values()] if isinstance(value, Mapping) else value)
        elif type(value).__name__ == "DataFrame" and len(value) >= ENOUGH:
            yield {str(name): value[name].tolist() for name in value.columns if value.columns.tolist().count(name) == 1}


def as_numbering(words: Sequence[str], numbers: Sequence[int]) -> dict[str, int]:
    """The number of each class; empty if they are no numbering from 0 on."""
    pairs = {*zip(words, numbers, strict=True)}
    found = dict(pairs)
    whole = 1 < len(found) == len(pairs) <= CLASSES and {*found.values()} == {*range(len(found))}
    return found if whole else {}


def numbered(watch: Watch) -> set[int]:
    """How many classes there are in each column of the files that has numbers from 0 on, or a list of such numbers in each row."""
    found = set()
    for table in tables(watch):
        for column in table.values():
            values = [value for each in column for value in (each if isinstance(each, list) else [each])]
            classes = {*values} if all(type(each) is int for each in values) else set()
            if 0 < len(classes) <= CLASSES and classes == {*range(len(classes))}:
                found.add(len(classes))
    return found


def usual(pairs: Sequence[tuple[Any, Any]]) -> dict[Any, Any]:
    """The new label that most rows with each old label have."""
    counts = Counter(pairs)
    return {old: max((count, new) for (each, new), count in counts.items() if each == old)[1] for old, _ in counts}


def unusual(pairs: Sequence[tuple[Any, Any]]) -> int:
    """How many of the pairs of an old and a new label are not the usual one for the old label."""
    known = usual(pairs)
    return sum(known[old] != new for old, new in pairs)


def holds_labels(pairs: Sequence[tuple[Any, Any]], changed: int) -> bool:
    """Whether the old labels can be where the new ones come from, and are not another column beside it.

    They are if they tell the new ones better than the commonest does. Shuffled, they tell nothing, but then there are as
    many of each as before.
    """
    old, new = (sorted(Counter(column).values(), reverse=True) for column in zip(*pairs, strict=True))
    if 2 * changed < len(pairs) - new[0]:
        return True
    apart = sum(abs(one - other) for one, other in zip(old, new, strict=False)) / 2
    return len(old) == len(new) and apart <= UNLIKE * len(pairs)


def renumbered(pairs: Sequence[tuple[Any, Any]], others: Sequence[tuple[Any, Any]]) -> list[str]:
    """The old labels that have one new label in some pairs, and another one in the others; none if either is no numbering."""
    if len(others) < ENOUGH or unusual(pairs) > STRAY * len(pairs) or unusual(others) > STRAY * len(others):
        return []
    first, second = usual(pairs), usual(others)
    return sorted(str(old) for old in first if second.get(old, first[old]) != first[old])


def tables(watch: Watch) -> Iterator[Mapping[str, list[Any]]]:
    """The columns of everything that the program has read."""
    if len(watch.lines) > 1:
        names = [name for name in watch.lines[0] if all(name in row for row in watch.lines)]
        yield {name: [row[name] for row in watch.lines[:ROWS]] for name in names}
    for table in watch.tables:
        yield {name: column[:ROWS] for name, column in table.items()}
    # what was made in memory may come from a file that was read
    made = [] if watch.lines or watch.tables or watch.loaded else [data for data, _ in watch.mapped]
    for data in [*watch.loaded, *made]:
        for split in data.values() if isinstance(data, Mapping) else [data]:
            if hasattr(split, "column_names") and hasattr(split, "select"):
                few = split.select(range(min(len(split), ROWS)))
                yield {name: few[name][:] for name in read_at_once(few)}


def read_at_once(data: Any) -> list[str]:
    """The columns of a data set of 🤗 Datasets whose values need not be decoded first, as those of images and sounds must."""
    return [name for name, feature in data.features.items() if not hasattr(feature, "decode_example")]


def is_text(column: Sequence[Any]) -> bool:
    """Whether a column holds texts, and no names of classes."""
    if not column or not all(isinstance(each, str) for each in column):
        return False
    return sum(len(each.split()) for each in column) >= WORDS * len(column)
