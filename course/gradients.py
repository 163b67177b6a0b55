"""Counts the backward passes of a training in PyTorch whose gradients are mixed with old ones, or are never used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Gradients:
    """Follows the gradients of the parameters of every optimizer that has taken a step.

    Attributes:
        old: how many steps were taken with gradients that were added to those of a step before.
        lost: how many backward passes were cleared before the next step had used them.
    """

    def __init__(self) -> None:
        self.old = 0
        self.lost = 0
        # whether the last event was a backward pass that gave any of the parameters a gradient
        self._reached = False
        # the passes that were cleared since the last step: a program that takes no step any more only measures
        self._cleared = 0
        # the parameters with gradients that a step has used, and those whose gradients were added to such
        self._used: set[int] = set()
        self._mixed: set[int] = set()
        self._parameters: dict[int, Any] = {}
        self._versions: dict[int, int] = {}

    def stepped(self, parameters: list[Any]) -> None:
        """An optimizer with these parameters has taken a step."""
        own = {id(each): each for each in parameters}
        self.old += not self._mixed.isdisjoint(own)
        self.lost += self._cleared
        self._cleared = 0
        self._reached = False
        self._mixed -= {*own}
        self._used |= {*own}
        self._parameters.update(own)

    @contextmanager
    def backward(self) -> Iterator[None]:
        """A backward pass runs meanwhile."""
        held = [*self._parameters.values()]
        # a gradient that something is added to has a new version
        before = {id(each): each.grad._version for each in held if each.grad is not None}
        full = {id(each) for each in held if each.grad is not None and bool(each.grad.any())}
        # weights that the program has changed itself, as on the way to the worst point near by, have used them
        changed = any(each._version != self._versions.get(id(each), each._version) for each in held)
        self._cleared += self._reached and not full and not changed
        self._used &= full
        self._mixed &= full
        yield
        self._versions = {id(each): each._version for each in held}
        new = {id(each) for each in held if each.grad is not None and before.get(id(each)) != each.grad._version}
        self._reached = bool(new)
        self._mixed |= self._used & new
