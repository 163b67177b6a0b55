"""How long a program is watched: so many training steps, and so many seconds."""

from __future__ import annotations

import time

IMPORTING = 120.0
"""Seconds that a program may take until it trains, for its imports and its data."""
LOOKING = 30.0
"""Seconds that the doctor may take for its own looks once the program has ended."""


class EnoughSeen(BaseException):
    """Ends a program that was watched for long enough. Not an Exception, so that no `except Exception` of the reader stops it."""


class Limits:
    """The limits of one run.

    Args:
        steps: how many training steps are enough.
        seconds: how long the program may go on once it trains.
        patience: how long it may take until then.
    """

    def __init__(self, steps: int, seconds: float, patience: float = IMPORTING) -> None:
        self.steps = steps
        self.seconds = seconds
        self.taken = 0
        self._deadline = time.monotonic() + patience
        self._soft = self._deadline
        self._trains = False

    def training_begins(self) -> None:
        """From now on the seconds of the training count."""
        if not self._trains:
            self._trains = True
            self._soft = time.monotonic() + self.seconds
            self._deadline = self._soft + self.seconds

    def step_taken(self) -> None:
        self.taken += 1

    @property
    def enough_steps(self) -> bool:
        """Whether the training should come to its end, so that what follows it is seen as well."""
        return self.taken >= self.steps or (self._trains and time.monotonic() > self._soft)

    def grant(self) -> None:
        """Give the doctor's own looks their time."""
        self._deadline = time.monotonic() + LOOKING

    def spent(self) -> bool:
        """Whether the run must end at once."""
        return time.monotonic() > self._deadline
