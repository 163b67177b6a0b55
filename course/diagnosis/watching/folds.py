"""Notes whether a model goes on from fold to fold of a cross-validation with what it has learned."""

from __future__ import annotations

import sys
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import wraps
from itertools import islice
from typing import Any

MARKED = 8
"""How many weights of a model are remembered."""


def marks_of(model: Any, names: Sequence[str] | None = None) -> dict[str, float]:
    """What some of the weights of a model of PyTorch are known by: the sums of their numbers; `names` are those in question."""
    if not hasattr(model, "named_parameters"):
        return {}
    wanted = ((name, each) for name, each in model.named_parameters() if names is None or name in names)
    return {name: float(each.detach().double().abs().sum()) for name, each in islice(wanted, MARKED)}


def mark_of(model: Any) -> float:
    """What the weights that a model of either framework trains are known by; 0 if it trains none."""
    if hasattr(model, "trainable_variables"):
        return sum(float(abs(each.numpy()).sum()) for each in model.trainable_variables)
    return sum(float(each.detach().double().abs().sum()) for each in model.parameters() if each.requires_grad)


class Folds:
    """Follows the models of a cross-validation.

    Attributes:
        splits: how often the program has gone over the folds.
        carried: how many folds trained a model on that had the weights with which the fold before had ended.
    """

    def __init__(self) -> None:
        self.splits = 0
        self.carried = 0
        self._trained: dict[int, weakref.ref[Any]] = {}
        self._ended: dict[int, float] = {}

    def next_fold(self) -> None:
        """The next fold begins."""
        models = {key: reference() for key, reference in self._trained.items()}
        with suppress(Exception):
            self._ended = {key: mark_of(model) for key, model in models.items() if model is not None}

    def called(self, model: Any) -> None:
        """A model is called in training."""
        if not self.splits:
            return
        with suppress(Exception):
            ended = self._ended.pop(id(model), 0.0)
            known = self._trained.get(id(model))
            self.carried += bool(ended) and known is not None and known() is model and ended == mark_of(model)
            self._trained[id(model)] = weakref.ref(model)

    def splitting(self, split: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
        """Note each fold of a cross-validation as the program itself gets it."""

        @wraps(split)
        def splitting(*arguments: Any, **options: Any) -> Iterator[Any]:
            own = sys._getframe(1).f_globals.get("__name__") == "__main__"
            self.splits += own
            for each in split(*arguments, **options):
                if own:
                    self.next_fold()
                yield each

        return splitting
