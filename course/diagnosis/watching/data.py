"""Works out the facts of the data sets of a program."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Sized
from contextlib import suppress
from typing import Any

from course.diagnosis.facts import Data
from course.diagnosis.watching.labels import CLASSES, is_numbering, numbered_apart, relabelled, tables
from course.diagnosis.watching.values import IGNORED, as_array
from course.diagnosis.watching.watch import Watch, row_key

ROWS = 5000
"""How many rows of a data set are looked at."""
COUNTED = 20_000
"""Of how many rows the labels are counted, about."""
SOME = 300
"""How many rows are read of a data set of the reader's own class, which may take its time for each."""
ALIKE = 0.9
"""The share of rows that are there more than once from which on the columns that are compared do not tell rows apart."""
READ = 0.9
"""The mean share of a text's tokens that are among the token ids of its row if the text was tokenized."""


def data_facts(watch: Watch, tokenizer: Any) -> Data | None:
    # a format may hide columns
    train, validation = (each.with_format(None) if hasattr(each, "with_format") else each for each in _sets(watch))
    labels = relabelled(watch, tokenizer)
    first, last = _split_off(watch)
    if train is None:
        own, other = (_labels_of(each) for each in _own_sets(watch))
        if own and other:
            first, last = own, other
        counts = first or Counter(str(each) for each in watch.labelled.values())
        if not counts and not watch.tagged:
            return None
        return Data(
            rows=len(watch.labelled),
            changed=labels.changed,
            compared=labels.compared,
            renumbered=labels.renumbered or numbered_apart(watch),
            misaligned=_misaligned(tokenizer, watch),
            targets_cut=_targets_cut(tokenizer, watch),
            counts=counts if len(counts) <= CLASSES else {},
            validation_counts=last if len(last) <= CLASSES else {},
        )
    columns = tuple(train.column_names)
    removed: tuple[str, ...] = ()
    if watch.trainers and getattr(watch.trainers[-1].args, "remove_unused_columns", True):
        trainer = watch.trainers[-1]
        with suppress(Exception):
            trainer._set_signature_columns_if_needed()
            removed = tuple(name for name in columns if name not in trainer._signature_columns)
    named = next((name for name in ("labels", "label", "label_ids") if name in columns), "")
    few = _few(train)
    texts = [
        name
        for name, feature in train.features.items()
        if str(getattr(feature, "dtype", "")) in ("string", "large_string")
    ]
    # the only text that is left may be the name of the label
    telling = [*texts, "input_ids"] if "input_ids" in columns else texts
    shared = repeated = None
    if telling:
        every = [*_rows_of(few, telling)]
        repeated = 1 - len({*every}) / len(every)
        if validation is not None and {*telling} <= {*validation.column_names} and repeated < ALIKE:
            rows = {*every}
            shared = sum(row in rows for row in _rows_of(_few(validation), telling))
    return Data(
        columns=columns,
        removed=removed,
        labels=named,
        rows=len(train),
        validation_rows=len(validation) if validation is not None else None,
        shared=shared,
        repeated=repeated,
        cut=_cut(few, texts, tokenizer),
        targets_cut=_targets_cut(tokenizer, watch),
        changed=labels.changed,
        compared=labels.compared,
        misaligned=_misaligned(tokenizer, watch),
        counts=_counts(_spread(train), named),
        validation_counts=_counts(_spread(validation), named) if validation is not None else {},
        named=_named(few, texts, named) or _named_in_program(watch),
        renumbered=labels.renumbered or numbered_apart(watch),
        unread=tuple(_unread(few, texts, tokenizer)),
    )


def _split_off(watch: Watch) -> tuple[Counter[str], Counter[str]]:
    """The labels of the rows that Keras trains with, and of those that it validates with: the last ones, which it splits off, or others."""
    given = watch.fits[-1] if watch.fits else {}
    share, labels = given.get("validation_split") or 0.0, _classes(given.get("y"))
    if share:
        at = int(len(labels) * (1 - share))
        return Counter(labels[:at]), Counter(labels[at:])
    others = given.get("validation_data")
    return Counter(labels), Counter(_classes(others[1]) if isinstance(others, list | tuple) and len(others) > 1 else ())


def _classes(labels: Any) -> list[str]:
    """The classes in an array of labels: numbers, in one column too, or rows with a 1 at the place of the class; empty if they are no classes."""
    values = as_array(labels)
    if values is None or values.dtype.kind not in "biuf" or values.ndim not in (1, 2) or not values.size:
        return []
    if values.ndim == 2 and values.shape[1] > 1:
        if not ((values == 0) | (values == 1)).all() or not (values.sum(axis=1) == 1).all():
            return []
        values = values.argmax(axis=1)
    values = values.reshape(-1)
    if values.dtype.kind == "f" and not ((values == 0) | (values == 1)).all():
        return []
    return [str(int(each)) for each in values]


def _own_sets(watch: Watch) -> tuple[Any, Any]:
    """The training set and the validation set of a Trainer, of whatever class they are."""
    trainer = watch.trainers[-1] if watch.trainers else None
    return getattr(trainer, "train_dataset", None), getattr(trainer, "eval_dataset", None)


def _labels_of(rows: Any) -> Counter[str]:
    """The labels of some rows of a data set of the reader's own class, if each has a whole number for one."""
    counts: Counter[str] = Counter()
    with suppress(Exception):
        for place in range(0, len(rows), max(1, len(rows) // SOME)):
            row = rows[place]
            number = as_array(row.get("labels", row.get("label")))
            if number is None or number.size != 1 or number.dtype.kind not in "iu":
                return Counter()
            counts[str(number.item())] += 1
    return counts


def _rows_of(rows: Any, columns: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """What some columns hold, row by row."""
    return zip(*(map(str, rows[name][:]) for name in columns), strict=True)


def _few(rows: Any) -> Any:
    return rows.select(range(min(len(rows), ROWS)))


def _spread(rows: Any) -> Any:
    """Rows from all over a data set, which may be in the order of its labels, or have them by turns."""
    places = range(len(rows))
    return rows.select(sorted(random.Random(0).sample(places, COUNTED)) if len(places) > COUNTED else places)


def _counts(rows: Any, labels: str) -> dict[str, int]:
    """How often each label occurs; nothing if the labels are no classes."""
    if not labels or labels not in rows.column_names:
        return {}
    counts = Counter(each for each in rows[labels][:] if isinstance(each, str | int))
    return {str(label): count for label, count in counts.most_common()} if len(counts) <= CLASSES else {}


def _named(rows: Any, texts: Sequence[str], labels: str) -> dict[int, str]:
    """The names of the labels by number: those of the data set's features, or of a column that has one name for each."""
    names = getattr(rows.features.get(labels), "names", None)
    if names:
        return dict(enumerate(names))
    classes = labels and all(isinstance(each, int) for each in rows[labels][:])
    for name in texts if classes else ():
        pairs = {*zip(rows[labels][:], rows[name][:], strict=True)}
        numbers, found = {number for number, _ in pairs}, {text for _, text in pairs}
        if 1 < len(pairs) == len(numbers) == len(found) <= CLASSES:
            return dict(pairs)
    return {}


def _named_in_program(watch: Watch) -> dict[int, str]:
    """The names of the labels by number in a dictionary of the program that has a number for each name that the model has, if none agrees with the model."""
    model = watch.first.model if watch.first is not None else None
    own = getattr(getattr(getattr(model, "module", model), "config", None), "id2label", None) or {}
    tables = [
        {number: name for name, number in value.items()}
        for value in watch.names.values()
        if isinstance(value, dict) and {*value} == {*own.values()} and is_numbering(value)
    ]
    return tables[0] if tables and own not in tables else {}


def _unread(rows: Any, texts: Sequence[str], tokenizer: Any) -> Iterator[str]:
    """The columns with texts of which the token ids hold nothing, beside one that they hold."""
    if tokenizer is None or "input_ids" not in rows.column_names or len(texts) < 2:
        return
    few = rows.select(range(min(len(rows), 40)))
    # a target is read as well
    numbers = [name for name in few.column_names if "ids" in name or "label" in name]
    read = [[row[name] for name in numbers if isinstance(row[name], list)] for row in few]
    kept = [{each for column in row for each in column if isinstance(each, int)} for row in read]
    shares, columns = {}, {name: few[name][:] for name in texts}
    for name, column in columns.items():
        # a name or a class is no text
        if len({*column}) < len(column) // 2 or statistics.mean(len(each.split()) for each in column) < 3:
            continue
        others = [{*tokenizer(each, add_special_tokens=False)["input_ids"]} for each in column]
        shares[name] = [len(ids & row) / max(1, len(ids)) for ids, row in zip(others, kept, strict=True)]
    whole = [name for name, found in shares.items() if statistics.mean(found) > READ]
    for name, found in shares.items():
        # a text that was taken apart is read in its parts
        taken = zip(columns[name], *(columns[each] for each in whole if each != name), strict=True)
        parts = sum(any(part in text for part in more) for text, *more in taken)
        if whole and max(parts, sum(each == 1 for each in found)) < len(found) / 2:
            yield name


def _sets(watch: Watch) -> tuple[Any, Any]:
    """The training set and the validation set, as 🤗 Datasets has them."""
    for trainer in reversed(watch.trainers):
        if hasattr(trainer.train_dataset, "column_names"):
            other = trainer.eval_dataset
            return trainer.train_dataset, other if hasattr(other, "column_names") else None
    if watch.loaded_from:
        train, *others = [each for each in watch.loaded_from if hasattr(each, "column_names")] or [None]
        if train is not None:
            return train, others[0] if others else None
    best: tuple[Any, Any] = (None, None)
    spaces = [*watch.names.values()]
    for value in spaces:
        if isinstance(value, Mapping) and "train" in value and hasattr(value["train"], "column_names"):
            other = next((value[name] for name in value if name.startswith("val")), None)
            best = (value["train"], other)
    return best


def _cut(rows: Any, texts: Sequence[str], tokenizer: Any) -> float | None:
    """The share of rows whose token ids end before their text does."""
    if tokenizer is None or "input_ids" not in rows.column_names:
        return None
    few = rows.select(range(min(len(rows), 200)))
    kept = few["input_ids"][:]
    for name in texts:
        whole = tokenizer(few[name][:], truncation=False, verbose=False)["input_ids"]
        pairs = [*zip(whole, kept, strict=True)]
        # the last token that was kept may be one that ends every text
        if all(ids[: len(row) - 1] == row[:-1] for ids, row in pairs):
            return sum(len(ids) > len(row) for ids, row in pairs) / len(pairs)
    return None


def _targets_cut(tokenizer: Any, watch: Watch) -> float | None:
    """The share of the rows of labels that are token ids of a text's beginning, and end before it does."""
    rows = [[each for each in row if each != IGNORED] for row in watch.tagged.values()]
    if tokenizer is None or len(rows) < 8:
        return None
    for table in tables(watch):
        for column in table.values():
            if not column or not all(isinstance(each, str) for each in column):
                continue
            whole = tokenizer(text_target=column, truncation=False, verbose=False)["input_ids"]
            kept = {tuple(row) for row in whole}
            # the last token that was kept may be one that ends every text
            beginnings = {tuple(row[:length]) for row in whole for length in range(1, len(row))}
            cut = [row for row in rows if tuple(row) not in kept and tuple(row[:-1]) in beginnings]
            if len(cut) + sum(tuple(row) in kept for row in rows) > READ * len(rows):
                return len(cut) / len(rows)
    return None


def _misaligned(tokenizer: Any, watch: Watch) -> float | None:
    """The share of words whose first token has another label than the word has a tag."""
    if tokenizer is None or not watch.tagged:
        return None
    for table in tables(watch):
        words = next((name for name, cells in table.items() if _are_lists_of(cells, str)), "")
        lengths = [len(cell) for cell in table.get(words, ())]
        tags = [
            name
            for name, cells in table.items()
            if _are_lists_of(cells, int) and [len(cell) for cell in cells] == lengths
        ]
        if not words or not tags:
            continue
        encoded = tokenizer(table[words], is_split_into_words=True, truncation=True, verbose=False)
        wrong = seen = 0
        for place, ids in enumerate(encoded["input_ids"]):
            labels = watch.tagged.get(row_key(ids, tokenizer.pad_token_id))
            # numbers with a fraction are labels of whole rows
            if labels is None or any(isinstance(each, float) for each in labels):
                continue
            of_words = encoded.word_ids(place)
            firsts = [at for at, word in enumerate(of_words) if word is not None and word not in of_words[:at]]
            seen += len(firsts)
            wrong += sum(at >= len(labels) or labels[at] != table[tags[0]][place][of_words[at]] for at in firsts)
        if seen:
            return wrong / seen
    return None


def columns_counted(data: Any) -> tuple[str, int, int] | None:
    """Of a data set of the reader's own whose length is the number of its columns: the attribute with them, their number, and that of the rows."""
    if "__len__" not in vars(type(data)) or "__getitem__" not in vars(type(data)) or not hasattr(data, "__dict__"):
        return None
    there = {
        name: value for name, value in vars(data).items() if isinstance(value, Sized) and not isinstance(value, str)
    }
    for name, columns in there.items():
        if not isinstance(columns, Mapping) or len(columns) != len(data):
            continue
        sizes = {len(each) if isinstance(each, Sized) and not isinstance(each, str) else 0 for each in columns.values()}
        rows = max(sizes, default=0)
        # a dictionary with a value for each row has no other attribute beside it that is as long as one of these values
        beside = any(len(each) == rows for other, each in there.items() if other != name)
        if len(sizes) == 1 and rows > len(columns) and (beside or not isinstance(columns, dict)):
            return name, len(columns), rows
    return None


def _are_lists_of(cells: Sequence[Any], kind: type) -> bool:
    return all(isinstance(cell, list) and all(isinstance(each, kind) for each in cell) for cell in cells)
