"""Notes whether a model goes on from fold to fold of a cross-validation with what it has learned."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import wraps
from itertools import islice
from typing import Any

MARKED = 8
"""How many weights of a model are remembered."""


def marks_of(model: Any, names: Sequence[str] | None = None) -> dict[str, float]:
    """What some of the weights of a model are known by: the sums of their numbers; `names` are those in question."""
    if hasattr(model, "named_parameters"):
        wanted = ((name, each) for name, each in model.named_parameters() if names is None or name in names)
        return {name: float(each.detach().double().abs().sum()) for name, each in islice(wanted, MARKED)}
    return {}


def mark_of(model: Any) -> float:
    """What all the weights of a model of either framework are known by."""
    if hasattr(model, "trainable_variables"):
        return sum(float(abs(each.numpy()).sum()) for each in model.trainable_variables)
    return sum(float(each.detach().double().abs().sum()) for each in model.parameters())


class Folds:
    """Follows the models of a cross-validation.

    Attributes:
        begun: how many folds have begun.
        carried: how many of them trained a model on that had the weights with which the fold before ended.
    """

    def __init__(self) -> None:
        self.begun = 0
        self.carried = 0
        self._trained: dict[int, Any] = {}
        self._ended: dict[int, float] = {}

    def next_fold(self) -> None:
        """The next fold begins."""
        self.begun += 1
        with suppress(Exception):
            self._ended = {key: mark_of(model) for key, model in self._trained.items()}

    def called(self, model: Any) -> None:
        """A model is called in training."""
        if not self.begun:
            return
        self._trained[id(model)] = model
        ended = self._ended.pop(id(model), None)
        with suppress(Exception):
            self.carried += ended is not None and ended == mark_of(model)

    def splitting(self, split: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
        """Note each fold of a cross-validation as the program gets it."""

        @wraps(split)
        def splitting(*arguments: Any, **options: Any) -> Iterator[Any]:
            for each in split(*arguments, **options):
                self.next_fold()
                yield each

        return splitting
