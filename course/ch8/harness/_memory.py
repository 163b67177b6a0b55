"""Memory as harnesses count it: the rows that wait for their backward pass, and sizes that do not fit."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from math import ceil
from types import ModuleType
from typing import Any

ENOUGH = 300
"""An answer may try so many sizes at most."""


@dataclass
class Memory:
    """The memory that a model's forward passes take until their backward passes.

    Attributes:
        noise: a factor for each forward pass, by which the gradient of one weight shows which rows went through it together.
        calls: the forward passes so far.
        changes: the rows that came into memory (positive) and left it (negative), in order.
        seen: of each backward pass the number of its forward pass, and the first tokens of its rows.
    """

    noise: Sequence[float]
    calls: int = 0
    changes: list[int] = field(default_factory=list)
    seen: list[list[int]] = field(default_factory=list)

    def call(self) -> tuple[int, float]:
        """Begin a forward pass; gives its number and its factor."""
        self.calls += 1
        return self.calls - 1, self.noise[(self.calls - 1) % len(self.noise)]

    def __deepcopy__(self, memo: object) -> Memory:
        """A copy of a model is in the same memory."""
        return self


class Rows:
    """Rows that take up memory until they are released, or until nothing refers to them any more."""

    def __init__(self, memory: Memory, count: int) -> None:
        self.memory = memory
        self.count = count
        memory.changes.append(count)

    def release(self) -> None:
        if self.count:
            self.memory.changes.append(-self.count)
        self.count = 0

    def __del__(self) -> None:
        self.release()


class Enough(BaseException):
    """An answer has tried too many sizes."""


def digest(salt: str, size: int) -> str:
    """A word for a size that nobody knows without asking for this size."""
    return sha256(f"{salt} {size}".encode()).hexdigest()[:16]


def searched(
    answer: ModuleType,
    case: Mapping[str, Any],
    errors: Mapping[str, Callable[[], Exception]],
) -> dict[str, Any]:
    """The sizes that an answer tries, and how its search ends.

    Args:
        case: the first size, a salt, and the digests of the sizes with each outcome: "fits", or a kind of error. Equally
            many digests stand there for every outcome, whatever the sizes, so that only a try shows what comes of a size.
        errors: makes an error of each kind.
    """
    sizes: list[Any] = []
    raised: list[Exception] = []

    def try_step(size: Any) -> None:
        sizes.append(size)
        if len(sizes) > ENOUGH:
            raise Enough
        word = digest(case["salt"], min(max(ceil(size), 0), case["batch_size"]))
        outcome = next(name for name, words in case["outcomes"].items() if word in words)
        if outcome != "fits":
            raised.append(errors[outcome]())
            raise raised[-1]

    returned = None
    passed_on = False
    replaced = ""
    try:
        returned = answer.largest_batch_size(try_step, case["batch_size"])
    except Enough:
        pass
    except Exception as error:
        same_type = bool(raised) and type(error) is type(raised[-1])
        passed_on = same_type and str(error) == str(raised[-1])
        if not passed_on:
            if not raised or (sizes[-1] > 1 and not same_type):
                raise
            # with nothing left to try, or of the same type, this error takes the place of the last one
            replaced = f"{type(error).__name__}: {error}"
    last = raised[-1] if raised else None
    return {
        "sizes": sizes,
        "returned": returned,
        "passed_on": passed_on,
        "replaced": replaced,
        "error": f"{type(last).__name__}: {last}" if last else "",
    }
