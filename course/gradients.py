"""Counts the backward passes of a training in PyTorch whose gradients are mixed with old ones, or are never used."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Gradients:
    """Follows the gradients of the parameters of every optimizer that has taken a step.

    Attributes:
        old: how many backward passes added to the gradients of a step that was taken already.
        lost: how many were cleared before a step had used them.
    """

    def __init__(self) -> None:
        self.old = 0
        self.lost = 0
        self._last = ""
        # whether the last backward pass gave any of the parameters a gradient
        self._reached = False
        self._parameters: dict[int, Any] = {}
        self._versions: dict[int, int] = {}

    def stepped(self, parameters: list[Any]) -> None:
        """An optimizer with these parameters has taken a step."""
        self._last = "step"
        self._parameters.update({id(each): each for each in parameters})

    @contextmanager
    def backward(self) -> Iterator[None]:
        """A backward pass runs meanwhile."""
        held = [*self._parameters.values()]
        # a gradient that something is added to has a new version
        versions = {id(each): each.grad._version for each in held if each.grad is not None}
        before = {id(each): each.grad._version for each in held if each.grad is not None and bool(each.grad.any())}
        # weights that the program has changed itself, as on the way to the worst point near by, have used them
        used = any(each._version != self._versions.get(id(each), each._version) for each in held)
        if self._reached and self._last == "backward" and not before and not used:
            self.lost += 1
        stepped = self._last == "step"
        self._last = "backward"
        yield
        self._versions = {id(each): each._version for each in held}
        self._reached = any(each.grad is not None and each.grad._version != versions.get(id(each)) for each in held)
        still = [each for each in held if each.grad is not None and id(each) in before]
        if stepped and any(each.grad._version != before[id(each)] for each in still):
            self.old += 1
