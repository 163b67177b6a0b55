"""Notes which rows of numbers a model is trained on, to see how many of them are measured as well, or come again with another label."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from course.diagnosis.watching.graph import leaves
from course.diagnosis.watching.values import as_array

NUMBERS = 4_000_000
"""The most numbers of a batch whose rows are compared with those of others."""
NARROW = 8
"""How many numbers a row must have at least: a narrower one can be there twice by chance."""
WIDEST = 64
"""How many columns of a batch are looked at."""
ROWS = 50_000
"""How many rows are kept at most."""
MANY = 16
"""How many rows a batch must have at least, to say of how many of them are known."""
OFTEN = 5
"""How often the same batch must come without a step: fewer times may be for several scores."""
PART, HALF = 0.25, 0.5
"""The least share of a batch that is no chance, and the greatest share of the training set that is no whole table."""


class NumberRows:
    """The rows of numbers that went through models.

    Attributes:
        whole_pass: whether the program has gone over all of its training set; before that, nobody knows what is in it.
    """

    def __init__(self) -> None:
        self.whole_pass = False
        # how many different rows the first batch had
        self.first = 0
        self._trained: dict[int, set[int]] = {}
        # of each batch without gradients, how many rows it has, and those that were trained on
        self._measured: list[tuple[int, list[int]]] = []

    def note(self, model: Any, inputs: Mapping[str, Any], training: bool) -> None:
        """Note the rows of a batch."""
        tensors = [each for each in inputs.values() if hasattr(each, "dtype") and len(getattr(each, "shape", ())) > 1]
        trained = self._trained.setdefault(id(model), set())
        if not tensors or len(trained) + len(self._measured) > ROWS or not (training or self.whole_pass):
            return
        # beside token ids, numbers are masks
        if any("float" not in str(each.dtype) for each in tensors):
            return
        shape = tuple(tensors[0].shape)
        array = as_array(tensors[0]) if NARROW * shape[0] <= math.prod(shape) <= NUMBERS else None
        if array is None:
            return
        keys = [hash(row.tobytes()) for row in array]
        if training:
            self.first = self.first or len({*keys})
            trained.update(keys)
        elif len(keys) >= MANY and is_continuous(array):
            self._measured.append((len(keys), [key for key in keys if key in trained]))

    @property
    def trained(self) -> int:
        """How many different rows the model was trained on that was trained on the most."""
        return max(map(len, self._trained.values()), default=0)

    def mixed(self) -> tuple[int, int] | None:
        """The rows of the batches of which a part was trained on, and this part, if of those that are not all known half are mixed so."""
        mixed: list[tuple[int, list[int]]] = []
        apart = 0
        for rows, known in self._measured:
            # once as many rows were measured of which none was trained on, others may be looked at for another reason
            if rows > apart and PART * rows <= len(known) <= (1 - PART) * rows:
                mixed.append((rows, known))
            elif not known:
                apart = max(apart, rows)
        unknown = [rows for rows, known in self._measured if len(known) < PART * rows]
        if not mixed or len(mixed) < len(unknown):
            return None
        # a table that is measured as a whole has all the rows of the training set in it
        if len({key for _, known in mixed for key in known}) > HALF * max(map(len, self._trained.values())):
            return None
        return sum(rows for rows, _ in mixed), sum(len(known) for _, known in mixed)


class RowLabels:
    """The labels of the rows that a model is trained on: how many were trained on again, and how many of them had another label than before."""

    def __init__(self) -> None:
        self._again = 0
        self._changed = 0
        self._known: dict[int, int] = {}
        self._keys: list[int] = []
        self._calls = 0
        self._last: tuple[list[int], list[int]] | None = None
        # in which batch a row came last, of how many, and the labels before and after of the rows that came again
        self._batch: dict[int, int] = {}
        self._batches = 0
        self._before: Counter[int] = Counter()
        self._after: Counter[int] = Counter()

    @property
    def again(self) -> int:
        self._count()
        return self._again

    @property
    def changed(self) -> int:
        self._count()
        return self._changed

    @property
    def by_chance(self) -> float:
        """How many of the rows that came again would have another label if their labels had nothing to do with those before."""
        self._count()
        same = sum(count * self._after[label] for label, count in self._before.items())
        return self._again - same / self._again if self._again else 0.0

    @property
    def different(self) -> int:
        """How many different labels the rows have."""
        self._count()
        return len({*self._known.values()})

    @property
    def commonest(self) -> float:
        """The share of the rows that have the commonest of the labels."""
        self._count()
        return max(Counter(self._known.values()).values(), default=1) / max(1, len(self._known))

    def saw(self, model: Any, inputs: Mapping[str, Any]) -> None:
        """Note a call of a model in training."""
        self._count()
        self._calls += 1
        self._keys = []
        contents = [each for name, each in inputs.items() if is_content(name, each)]
        # a pair of rows has a label of its own, and what a model makes is none of the data
        if len(contents) != 1 or len(self._known) > ROWS or getattr(contents[0], "requires_grad", False):
            return
        array = as_array(contents[0]) if math.prod(contents[0].shape) <= NUMBERS else None
        if array is None or math.prod(array.shape[1:]) < NARROW:
            return
        # what a row is asked for belongs to it: a task, an aspect
        more = [each for each in inputs.values() if len(getattr(each, "shape", ())) <= 1 and each is not None]
        columns = [as_array(each) for each in more if getattr(each, "shape", None) == array.shape[:1]]
        asked = hash((id(model), *(str(each)[:80] for each in more if getattr(each, "shape", None) != array.shape[:1])))
        keys = [
            hash((asked, row.tobytes(), *(float(each[at]) for each in columns if each is not None)))
            for at, row in enumerate(array)
        ]
        # rows of few values are the same by chance
        if len({*keys}) >= 0.9 * len(keys):
            self._keys = keys

    def labelled(self, labels: Any, outputs: Any = None) -> None:
        """Note the labels of the rows that the model was called with, if it was called once since the last loss; each head of it has labels of its own."""
        keys, calls = self._keys, self._calls
        self._keys, self._calls = [], 0
        if calls == 0 and self._last is not None and is_permuted(self._last[1], as_array(labels)):
            # rows that are mixed with one another have the labels of both
            self._last = None
        array = as_array(labels) if keys and calls == 1 else None
        if array is None or array.ndim == 0 or len(array) != len(keys):
            return
        if array.ndim == 2 and array.shape[1] > 1 and np.isin(array, (0, 1)).all() and (array.sum(axis=1) == 1).all():
            array = array.argmax(axis=1)
        # where each row is to be told from the others of its batch, a label is a place in the batch
        places = array.size > 1 and (array.reshape(-1) == np.arange(array.size)).all()
        if array.size != len(keys) or places or not (array == np.round(array)).all():
            return
        head = hash(None if outputs is None else (tuple(outputs.shape[1:]), id(next(leaves(outputs), None))))
        self._last = ([hash((key, head)) for key in keys], array.reshape(-1).astype(int).tolist())

    def _count(self) -> None:
        """Compare the labels that came last with those that the same rows had before."""
        keys, labels = self._last or ([], [])
        self._last = None
        sizes = {*Counter(labels).values()}
        # a batch of one label says what the rows are taken for, as in a GAN; where all labels are equally frequent among
        # rows that were never together, they may be numbered for each batch anew, as in few-shot learning
        if len(labels) > 1 and len({*labels}) == 1:
            return
        alone = len(sizes) == 1 and len({self._batch.get(key) for key in keys}) > 1
        self._batches += 1
        for key, label in zip(keys, labels, strict=True):
            if key in self._known and not alone:
                self._again += 1
                self._changed += self._known[key] != label
                self._before[self._known[key]] += 1
                self._after[label] += 1
            self._known[key], self._batch[key] = label, self._batches


class Draws:
    """The batches that models get without gradients between two steps.

    Attributes:
        wanted: whether one of them came so often that its outputs are meant to differ, as those of a model with dropout do.
    """

    def __init__(self) -> None:
        self.wanted = False
        self._often: Counter[int] = Counter()

    def note(self, model: Any, inputs: Mapping[str, Any]) -> None:
        """Note the batch of a pass without gradients."""
        whole = sum(math.prod(getattr(each, "shape", (0,))) for each in inputs.values()) <= NUMBERS
        arrays = [as_array(each) for each in inputs.values()] if whole else []
        if any(each is not None for each in arrays):
            key = hash((id(model), *(each.tobytes() for each in arrays if each is not None)))
            self._often[key] += 1
            self.wanted |= self._often[key] >= OFTEN

    def stepped(self) -> None:
        """Forget what came before a step: after it, the same batch has other outputs."""
        self._often.clear()


def is_permuted(labels: list[int], other: np.ndarray | None) -> bool:
    """Whether others are the same labels in another order."""
    return (
        other is not None and other.ndim == 1 and other.tolist() != labels and sorted(other.tolist()) == sorted(labels)
    )


def is_content(name: str, value: Any) -> bool:
    """Whether an input of a model is what it reads, and no mask, label or position."""
    if len(getattr(value, "shape", ())) < 2 or not hasattr(value, "dtype"):
        return False
    return not re.search("mask|label|position|token_type|segment|bool", f"{name} {value.dtype}")


def is_continuous(array: np.ndarray) -> bool:
    """Whether enough columns hardly repeat a number; a table of few values has equal rows by chance."""
    flat = array.reshape(len(array), -1)[:, :WIDEST]
    return sum(len(np.unique(column)) >= len(column) / 4 for column in flat.T) >= NARROW
